"""Files are written whole or not at all, and never through what somebody else has put there."""

from __future__ import annotations

import os
import signal
import stat
import tempfile
from pathlib import Path

import pytest

from tftypes_lint.writing import read_regular, replace_file, write_whole


def test_a_name_of_any_length_and_the_permissions_are_kept(tmp_path: Path) -> None:
    file = tmp_path / ("n" * 252 + ".py")
    file.write_bytes(b"old")
    file.chmod(0o640)

    write_whole(file, b"new")

    assert file.read_bytes() == b"new" and stat.S_IMODE(file.stat().st_mode) == 0o640
    assert os.listdir(tmp_path) == [file.name]


def test_a_new_file_has_the_permissions_of_any_new_file(tmp_path: Path) -> None:
    write_whole(tmp_path / "ours", b"")
    (tmp_path / "theirs").write_bytes(b"")

    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "theirs").stat().st_mode


def test_links_under_the_old_temporary_name_lead_nowhere(tmp_path: Path) -> None:
    (tmp_path / "target").write_bytes(b"precious")
    (tmp_path / f".a.py.{os.getpid()}").symlink_to(tmp_path / "target")

    write_whole(tmp_path / "a.py", b"new")

    assert (tmp_path / "target").read_bytes() == b"precious"


def test_a_link_is_followed_or_replaced(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    link.symlink_to(target)

    write_whole(link, b"through")
    assert link.is_symlink() and target.read_bytes() == b"through"

    replace_file(link, b"instead")
    assert not link.is_symlink() and target.read_bytes() == b"through"


def test_what_cannot_be_written_stays_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.py").write_bytes(b"old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(tmp_path / "a.py", b"new")

    assert (tmp_path / "a.py").read_bytes() == b"old" and os.listdir(tmp_path) == ["a.py"]


def test_a_link_is_no_file_where_links_do_not_count(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x")
    (tmp_path / "b").symlink_to("a")

    assert read_regular(tmp_path / "b") == b"x"
    with pytest.raises(OSError):
        read_regular(tmp_path / "b", links=False)


@pytest.mark.parametrize("moment", [(tempfile, "mkdtemp"), (os, "replace"), (os, "rmdir")])
def test_an_interrupt_at_any_moment_leaves_the_whole_file_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: tuple[object, str]
) -> None:
    module, name = moment
    whole = getattr(module, name)

    def interrupted(*args: object, **kwargs: object) -> object:
        done = whole(*args, **kwargs)
        signal.raise_signal(signal.SIGINT)
        return done

    (tmp_path / "a.py").write_bytes(b"old")
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may ignore it
    try:
        with monkeypatch.context() as patched:
            patched.setattr(module, name, interrupted)
            with pytest.raises(KeyboardInterrupt):
                write_whole(tmp_path / "a.py", b"new")
    finally:
        signal.signal(signal.SIGINT, handler)

    assert (tmp_path / "a.py").read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["a.py"]
