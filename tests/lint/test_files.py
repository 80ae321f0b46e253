"""Which files are found."""

from __future__ import annotations

import os
import socket
import subprocess
from pathlib import Path

import pytest

from tftypes_lint import Exclusions, discover, lint


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in (
        "a.py",
        "stub.pyi",
        "notes.txt",
        "src/b.py",
        "src/gen/c_pb2.py",
        "build/d.py",
        ".hidden/e.py",
        "__pycache__/f.py",
        "env/pyvenv.cfg",
        "env/g.py",
        "with space/h.py",
    ):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    return tmp_path


def names(files: list[Path], root: Path) -> list[str]:
    return [file.relative_to(root).as_posix() for file in files]


def test_a_folder_is_walked_for_python_files(tree: Path) -> None:
    assert names(discover([tree]), tree) == [
        "a.py",
        "build/d.py",
        "src/b.py",
        "src/gen/c_pb2.py",
        "stub.pyi",
        "with space/h.py",
    ]


def test_in_a_git_work_tree_ignored_files_are_left_out(tree: Path) -> None:
    subprocess.run(["git", "init", "-q"], cwd=tree, check=True)
    (tree / ".gitignore").write_text("build/\nenv/\n")
    subprocess.run(["git", "add", "a.py"], cwd=tree, check=True)

    assert names(discover([tree]), tree) == [
        "a.py",
        "src/b.py",
        "src/gen/c_pb2.py",
        "stub.pyi",
        "with space/h.py",
    ]


def test_an_ignored_folder_is_searched_when_it_is_named(tree: Path) -> None:
    subprocess.run(["git", "init", "-q"], cwd=tree, check=True)
    (tree / ".gitignore").write_text("build/\n")

    assert names(discover([tree / "build"]), tree) == ["build/d.py"]


def test_a_file_that_git_knows_and_that_is_gone_is_no_file(tree: Path) -> None:
    subprocess.run(["git", "init", "-q"], cwd=tree, check=True)
    subprocess.run(["git", "add", "a.py", "stub.pyi"], cwd=tree, check=True)
    (tree / "a.py").unlink()

    assert "a.py" not in names(discover([tree]), tree)


def test_what_is_named_twice_is_found_once(tree: Path) -> None:
    assert names(discover([tree / "src", tree / "src" / "b.py"]), tree) == [
        "src/b.py",
        "src/gen/c_pb2.py",
    ]


@pytest.mark.parametrize(
    ("glob", "left_out"),
    [
        ("build", {"build/d.py"}),
        ("build/", {"build/d.py"}),
        ("./build", {"build/d.py"}),
        ("src/gen", {"src/gen/c_pb2.py"}),
        ("gen", {"src/gen/c_pb2.py"}),
        ("*_pb2.py", {"src/gen/c_pb2.py"}),
        ("**/*_pb2.py", {"src/gen/c_pb2.py"}),
        ("src/**/c_pb2.py", {"src/gen/c_pb2.py"}),
        ("src/*.py", {"src/b.py"}),
        ("src/**", {"src/b.py", "src/gen/c_pb2.py"}),
        ("?.py", {"a.py", "build/d.py", "src/b.py", "with space/h.py"}),
        ("a", set()),
        ("rc/b.py", set()),
    ],
)
def test_exclusions(tree: Path, glob: str, left_out: set[str]) -> None:
    everything = set(names(discover([tree]), tree))

    assert everything - set(names(discover([tree], Exclusions((glob,), tree)), tree)) == left_out


def test_what_is_named_is_not_excluded(tree: Path) -> None:
    exclusions = Exclusions(("src/gen", "*_pb2.py", "b.py"), tree)

    assert names(discover([tree / "src"], exclusions), tree) == []
    assert names(discover([tree / "src" / "gen" / "c_pb2.py"], exclusions), tree) == [
        "src/gen/c_pb2.py"
    ]


def test_exclusions_are_relative_to_their_root_wherever_one_stands(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tree / "src")

    assert discover([Path()], Exclusions(("src/gen",), tree)) == [Path("b.py")]
    assert discover([Path(os.pardir, "build"), Path("b.py")], Exclusions((), tree)) == [
        Path(os.pardir, "build", "d.py"),
        Path("b.py"),
    ]


def test_links_of_all_kinds(tree: Path) -> None:
    """A link to a file is one, whether it leads somewhere or not; one to a folder is not entered."""
    (tree / "to_file.py").symlink_to("a.py")
    (tree / "to_folder.py").symlink_to("src")
    (tree / "to_itself.py").symlink_to("to_itself.py")
    (tree / "around").symlink_to(".")

    found = names(discover([tree]), tree)

    assert {name for name in found if name.startswith(("to_", "around"))} == {
        "to_file.py",
        "to_itself.py",
    }


def test_what_is_no_regular_file_is_not_looked_at(tree: Path) -> None:
    """A pipe would be waited for, and a device has no end."""
    os.mkfifo(tree / "pipe.py")
    (tree / "zero.py").symlink_to("/dev/zero")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tree / "socket.py"))

        found = names(discover([tree]), tree)
        named = lint([tree / name for name in ("pipe.py", "zero.py", "socket.py")])

    assert not {"pipe.py", "zero.py", "socket.py"} & {*found}
    assert [each.code for each in named] == ["unreadable"] * 3


@pytest.mark.parametrize("bare", [False, True])
def test_git_runs_nothing_that_a_repository_names(tree: Path, bare: bool) -> None:
    """A folder that looks like a repository may come with a checkout, and names programs."""
    subprocess.run(["git", "init", "-q", *(["--bare"] if bare else [])], cwd=tree, check=True)
    program = tree / "monitor"
    program.write_text(f"#!/bin/sh\ntouch {tree}/ran\n")
    program.chmod(0o755)
    subprocess.run(["git", "config", "core.fsmonitor", str(program)], cwd=tree, check=True)

    assert "a.py" in names(discover([tree]), tree)
    assert not (tree / "ran").exists()
