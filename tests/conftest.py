"""Settings that all tests share."""

import gc
import os

import pytest
from hypothesis import settings

# No deadline: the first example pays for the compilation of the kernels.
settings.register_profile("clickbandits", deadline=None, derandomize=True)
settings.load_profile("clickbandits")


def pytest_collection_finish():
    """What stays until the end is not looked through again each time that numba compiles."""
    gc.set_threshold(100_000, 50, 50)


@pytest.fixture(scope="session", autouse=True)
def _stores(tmp_path_factory):
    """No test touches the reader's store or results; all tests of a run share the chunks.

    CLICKBANDITS_TEST_STORE names a store whose finished chunks are used, and which is written to:
    by default one of this run alone; `make test` names one that stays.
    """
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    with pytest.MonkeyPatch.context() as patch:
        store = os.environ.get("CLICKBANDITS_TEST_STORE", shared / "cache")
        patch.setenv("CLICKBANDITS_CACHE", str(store))
        patch.setenv("CLICKBANDITS_RESULTS", str(tmp_path_factory.mktemp("results")))
        yield


@pytest.fixture
def own_store(tmp_path, monkeypatch):
    """An empty store for this test alone."""
    monkeypatch.setenv("CLICKBANDITS_CACHE", str(tmp_path / "cache"))
