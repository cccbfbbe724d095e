"""Settings that all tests share."""

import pytest
from hypothesis import settings

# No deadline: the first example pays for the compilation of the kernels.
settings.register_profile("clickbandits", deadline=None, derandomize=True)
settings.load_profile("clickbandits")


@pytest.fixture(autouse=True)
def _own_store(tmp_path, monkeypatch):
    """Every test has a store and a results folder of its own."""
    monkeypatch.setenv("CLICKBANDITS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("CLICKBANDITS_RESULTS", str(tmp_path / "results"))
