"""The message on the public counts distinguishes an absent file, another file and the right one."""

import hashlib

from compendium import public_counts


def test_the_file_is_found_and_its_digest_checked(tmp_path, monkeypatch):
    monkeypatch.setenv("CLICKBANDITS_DATA", str(tmp_path))
    assert public_counts.counts_file() is None
    assert public_counts.about_counts().endswith("The file is not there.")
    path = tmp_path / "published-models" / public_counts.COUNTS
    path.parent.mkdir()
    path.write_bytes(b"x")
    assert public_counts.counts_file() == path
    assert str(path) in public_counts.about_counts()
    assert "but another one" in public_counts.about_counts()
    monkeypatch.setattr(public_counts, "DIGEST", hashlib.sha256(b"x").hexdigest())
    assert public_counts.about_counts().endswith("it is the right one.")
