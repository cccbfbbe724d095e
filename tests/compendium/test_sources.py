"""The identifier of the sources exists only in a clean clone, and is then the right one."""

import os
import re
import shutil
import subprocess

import pytest

from compendium.sphinx.directives import sources_of


def git(folder, *arguments):
    who = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "safe.directory=*"]
    done = subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.fixture
def clone(tmp_path):
    clone = tmp_path / "käse [x-z] and more"
    clone.mkdir()
    (clone / "page").write_text("A page.")
    git(clone, "init", "-q")
    git(clone, "add", ".")
    git(clone, "commit", "-qm", "Begin")
    return clone


def test_a_clean_clone_has_an_identifier(clone, tmp_path):
    identifier = f"swh:1:dir:{git(clone, 'rev-parse', 'HEAD^{tree}')}"
    assert re.fullmatch("swh:1:dir:[0-9a-f]{40}", identifier) and sources_of(clone) == identifier
    git(clone, "commit", "-q", "--allow-empty", "-m", "Go on")
    git(tmp_path, "clone", "-q", "--depth", "1", clone.as_uri(), "shallow")
    assert sources_of(tmp_path / "shallow") == identifier
    (clone / "page").write_text("Another page.")
    assert sources_of(clone) == ""


def test_a_folder_that_is_no_clone_has_none_also_within_one(clone):
    inner = clone / "archive"
    inner.mkdir()
    (clone / ".git" / "info" / "exclude").write_text("archive\n")
    assert sources_of(inner) == "" != sources_of(clone)
    shutil.rmtree(clone / ".git")
    assert sources_of(clone) == ""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_it_does_not_matter_who_owns_the_clone(clone):
    identifier = sources_of(clone)
    for path in (clone, *clone.rglob("*")):
        os.chown(path, 12345, 12345)
    assert sources_of(clone) == identifier != ""


def test_without_git_there_is_none(clone, monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    assert sources_of(clone) == ""
