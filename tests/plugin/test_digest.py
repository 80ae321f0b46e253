"""What mypy's cache knows the plugin by: its files, or the list of their hashes that a wheel is installed with."""

from __future__ import annotations

from pathlib import Path

from tftypes_mypy.digest import installed


def test_a_wheel_is_known_by_its_record(tmp_path: Path) -> None:
    record = tmp_path / "tftypes-1.2.dist-info" / "RECORD"
    record.parent.mkdir()
    record.write_text("tftypes/__init__.py,sha256=DQl3cyN3,3585\n")
    assert installed(tmp_path, tmp_path) == [record]


def test_what_is_worked_on_is_read(tmp_path: Path) -> None:
    assert installed(tmp_path, tmp_path) == []  # nothing was installed there
    assert installed(tmp_path / "plugin", tmp_path / "library") == []  # from two checkouts


def test_what_an_upgrade_has_left_behind_says_nothing(tmp_path: Path) -> None:
    for version in ("1.2", "1.3"):
        folder = tmp_path / f"tftypes-{version}.dist-info"
        folder.mkdir()
        (folder / "RECORD").touch()
    assert installed(tmp_path, tmp_path) == []
