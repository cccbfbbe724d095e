"""Settings that all tests share."""

import gc
import os

import pytest
from hypothesis import settings

# There is no deadline, because the first example includes the compilation of the kernels.
settings.register_profile("clickbandits", deadline=None, derandomize=True)
settings.load_profile("clickbandits")


def pytest_collection_finish():
    """Collect garbage rarely, so that compilations do not search the permanent objects again and again."""
    gc.set_threshold(100_000, 50, 50)


@pytest.fixture(scope="session", autouse=True)
def _stores(tmp_path_factory):
    """Keep tests from the reader's store and results; all tests of a run share the chunks.

    CLICKBANDITS_TEST_STORE names a store whose finished chunks are used and to which chunks are written.
    By default it is a store of this run alone; `make test` names a permanent one.
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
    """An empty store for a single test."""
    monkeypatch.setenv("CLICKBANDITS_CACHE", str(tmp_path / "cache"))
