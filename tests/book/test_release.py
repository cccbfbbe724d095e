"""A release offers a tagged commit without changes, as the same bytes each time, and with checksums."""

import hashlib
import io
import os
import subprocess
import sys
import tarfile
import zipfile

import pytest

import check_html
import release
import results
from reproducible import ROOT

ABOUT = {
    "commit": "1" * 40,
    "time": 1_700_000_000,
    "version": "1.2.3",
    "profile": "quick",
    "python": "3.11.7",
    "sources": f"swh:1:dir:{'2' * 40}",
}
GAME = f"{'a' * 32}/0000000-0000010.npz"


def git(root, *arguments):
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "tag.gpgSign=false"]
    subprocess.run(["git", *who, *arguments], cwd=root, check=True, capture_output=True)


def directory(root):
    """The hash of Software Heritage for a folder that contains only plain files, by its definition."""
    entries = b""
    for path in sorted(root.glob("[!.]*")):
        content = path.read_bytes()
        blob = hashlib.sha1(b"blob %d\0%s" % (len(content), content)).digest()
        entries += b"100644 %s\0%s" % (path.name.encode(), blob)
    return hashlib.sha1(b"tree %d\0%s" % (len(entries), entries)).hexdigest()


def test_only_a_tagged_commit_as_it_is_is_released(tmp_path, capsys):
    assert release.main(["--root", str(tmp_path)]) == 1
    assert capsys.readouterr().err.startswith("error: no release is made: git status")
    assert not (tmp_path / "dist").exists()
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.3"\n')
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "A")
    with pytest.raises(release.Refused, match="the tag v1.2.3 does not exist, and this is"):
        release.released(tmp_path)
    git(tmp_path, "tag", "v1.2.3")
    released = release.released(tmp_path)
    assert released["version"] == "1.2.3" and len(released["commit"]) == 40
    assert released["sources"] == f"swh:1:dir:{directory(tmp_path)}"
    (tmp_path / "new.txt").write_text("")
    with pytest.raises(release.Refused, match=r"not as committed \(\?\? new.txt\); commit, or put"):
        release.released(tmp_path)
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "B")
    with pytest.raises(release.Refused, match=f"v1.2.3 is commit {released['commit'][:12]}, and"):
        release.released(tmp_path)
    git(tmp_path, "tag", "-f", "v1.2.3", "-a", "-m", "moved")
    release.released(tmp_path)
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.4"\n')
    with pytest.raises(release.Refused, match=r"not as committed \(M pyproject.toml\)"):
        release.released(tmp_path)


@pytest.fixture
def built(tmp_path):
    """A small version of the results of a build."""
    html = "<html><body><h1 id='a'>Title</h1><a href='notebooks/b.html'>b</a></body></html>"
    for name, content in {
        "_build/html/index.html": html.encode(),
        "_build/html/notebooks/b.html": html.replace("notebooks/b.html", "../index.html").encode(),
        "_build/html/claims.json": b"{}",
        "_build/book.pdf": b"%PDF",
        "artifact/expected.json": b"{}",
        "dist/clickbandits-1.2.3-py3-none-any.whl": b"wheel",
        f".cache/{GAME}": b"game",
        ".cache/findings/quick/pbm-theorem-6/abc.json": b"finding",
    }.items():
        path = tmp_path / "project" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    pack_source(tmp_path / "project")
    return tmp_path / "project"


def pack_source(built):
    with tarfile.open(built / "dist/clickbandits-1.2.3.tar.gz", "w:gz") as file:
        file.add(built / "_build/book.pdf", "clickbandits-1.2.3/a.py")


def test_what_is_offered_unpacks_in_an_empty_folder_and_checks_itself(built, tmp_path):
    dist, empty = tmp_path / "dist", tmp_path / "empty"
    dist.mkdir()
    (dist / "old.whl").write_bytes(b"what an earlier release left")
    names = release.assemble(built, dist, ABOUT)
    with zipfile.ZipFile(dist / "book.zip") as file:
        file.extractall(empty)
    assert (empty / "book" / "index.html").exists() and check_html.check(empty / "book") == []
    about, files = results.unpack(dist / "results.zip", tmp_path / "results")
    assert about == ABOUT
    assert set(files) == {f"games/{GAME}", "claims.json", "manifest.json", results.CRATE}
    assert (tmp_path / "results/games" / GAME).read_bytes() == b"game"
    sums = dict(reversed(line.split()) for line in (dist / "SHA256SUMS").read_text().splitlines())
    assert sums.keys() | {"SHA256SUMS"} == {path.name for path in dist.iterdir()} == set(names)
    for name, digest in sums.items():
        assert hashlib.sha256((dist / name).read_bytes()).hexdigest() == digest
    page = (dist / "README.md").read_text()
    assert {name for name in sums if f"| `{name}` | " in page} == sums.keys() - {"README.md"}
    assert ABOUT["commit"] in page and "2023-11-14" in page and "v1.2.3" in page


def test_the_same_commit_gives_the_same_bytes(built, tmp_path):
    release.assemble(built, tmp_path / "one", ABOUT)
    for path in built.rglob("*"):
        os.utime(path, (0, 0))
    pack_source(built)
    release.assemble(built, tmp_path / "two", ABOUT)
    one, two = ((tmp_path / name / "SHA256SUMS").read_text() for name in ("one", "two"))
    assert one == two


@pytest.mark.slow
def test_the_packages_hold_the_two_libraries_alone_and_their_bytes_do_not_change(tmp_path):
    committed = ["git", "archive", "HEAD"]
    archive = subprocess.run(committed, cwd=ROOT, check=True, capture_output=True).stdout
    made = []
    for name in ("one", "two"):
        with tarfile.open(fileobj=io.BytesIO(archive)) as file:
            file.extractall(tmp_path / name, filter="data")
        subprocess.run(
            [sys.executable, "-c", release.PACKAGE],
            cwd=tmp_path / name,
            check=True,
            env=os.environ | {"SOURCE_DATE_EPOCH": "1700000000"},
            capture_output=True,
        )
        (source,) = (tmp_path / name / "dist").glob("*.tar.gz")
        release.fix_times(source, 1_700_000_000)
        made.append({path.name: path.read_bytes() for path in (tmp_path / name / "dist").iterdir()})
    assert made[0] == made[1] and len(made[0]) == 2
    with tarfile.open(source) as file:
        code = {name for name in file.getnames() if name.endswith(".py")}
    assert {name.split("/")[2] for name in code if "/src/" in name} == {"clickbandits", "clicklogs"}
    assert all("/src/" in name for name in code)
