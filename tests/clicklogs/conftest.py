"""What the tests of readers share."""

import pytest


@pytest.fixture
def log(tmp_path):
    """Writes a text, bytes or lines to a file and returns its path."""

    def write(content, name="log.csv"):
        if not isinstance(content, (str, bytes)):
            content = "\n".join([*content, ""])
        (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return tmp_path / name

    return write
