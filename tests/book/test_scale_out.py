"""The comparison at the end of a run on a cluster."""

import scale_out


def test_a_chunk_that_differs_is_named_and_what_one_store_lacks_is_not(tmp_path):
    one, other = tmp_path / "one", tmp_path / "other"
    for store, contents in (
        (one, {"a": b"1", "b": b"2"}),
        (other, {"a": b"1", "b": b"3", "c": b""}),
    ):
        store.mkdir()
        for name, content in contents.items():
            (store / f"{name}.npz").write_bytes(content)
    assert scale_out.compared(one, other) == (2, ["b.npz"])
