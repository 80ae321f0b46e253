"""What earlier runs have found of a program's imports stands as long as nothing that they depend on has changed."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.adapter.runs import Program
from tftypes_mypy.import_index import ImportIndex
from tftypes_mypy.program import Checked

MODULES = [
    "main",
    "other",
    "package/__init__",
    "package/inner",
    "package/deep/__init__",
    "package/deep/low",
]
TEXTS = [
    "",
    "import tensorflow as tf\n",
    "def f():\n    import keras\n",
    "import other\n",
    "import package\n",
    "import package.deep.low\n",
    "from package import inner, missing\n",
    "from . import inner\n",
    "from .deep import low\n",
    "from ..inner import x\n",
    "import main, json\n",
]  # fmt: skip
#: An edit: a module gets a text or is gone, or a folder is gone. Each has a time of its own, long ago.
edits = st.one_of(
    st.tuples(st.sampled_from(MODULES), st.sampled_from([*TEXTS, None])),
    st.tuples(st.just("package/deep"), st.none()),
)


class Tree:
    """A program in a folder, and the index beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "program"
        self.place = folder / "index"
        self.folder.mkdir()
        self._edits = 0

    def edit(self, module: str, text: str | None) -> None:
        self._edits += 1
        path = self.folder / (module + ".py")
        if text is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            os.utime(path, (self._edits, self._edits))
        elif path.is_file():
            path.unlink()
        else:
            shutil.rmtree(self.folder / module, ignore_errors=True)

    def modules(self) -> dict[str, str]:
        return {
            str(path): ".".join(path.relative_to(self.folder).with_suffix("").parts).removesuffix(
                ".__init__"
            )
            for path in sorted(self.folder.rglob("*.py"))
        }

    def run(self, place: str | None) -> tuple[set[str], set[str]]:
        """The modules that have tensors, as a run finds; and those of which it knows that they have none."""
        folders = [str(self.folder)]
        index = ImportIndex(place)
        program = Checked(folders, index)
        known = index.without_tensors(folders)
        modules = self.modules()
        for path, name in modules.items():
            program.tell(name, path)
        assert all(modules[path] == name for path, name in known.items())
        return {modules[each] for each in modules if program.has_tensors(each)}, set(known.values())

    def remembered(self) -> tuple[set[str], set[str]]:
        return self.run(str(self.place))


def test_a_second_run_reads_no_source(tmp_path: Path) -> None:
    tree = Tree(tmp_path)
    tree.edit("main", "import package.inner\n")
    tree.edit("package/__init__", "")
    tree.edit("package/inner", "from . import net\n")
    tree.edit("package/net", "import tensorflow as tf\n")
    tree.edit("other", "import json\n")
    found = {"main", "package.inner", "package.net"}
    assert tree.remembered() == (found, set())
    for path in tree.folder.rglob("*.py"):
        status = path.stat()
        path.write_bytes(b"#" * status.st_size)
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert tree.remembered() == (found, {"package", "other"})


@given(st.lists(edits, min_size=1, max_size=12))
def test_after_any_edits_a_run_finds_what_it_finds_without_an_index(
    changes: list[tuple[str, str | None]],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        tree = Tree(Path(folder))
        for module, text in [("main", TEXTS[5]), *changes]:
            tree.edit(module, text)
            found, known = tree.remembered()
            assert found == tree.run(None)[0]
            assert known.isdisjoint(found)
        assert tree.remembered() == (found, set(tree.modules().values()) - found)


@given(
    st.lists(edits, min_size=1, max_size=4),
    st.lists(st.tuples(st.integers(0), st.integers(0, 255)), max_size=3),
    st.lists(st.integers(0), max_size=2),
    st.integers(0, 40),
)
def test_a_damaged_index_says_nothing_wrong(
    changes: list[tuple[str, str | None]],
    bytes_: list[tuple[int, int]],
    lost: list[int],
    cut: int,
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        tree = Tree(Path(folder))
        for module in MODULES:
            tree.edit(module, "import package.deep.low\n")
        tree.remembered()
        content = bytearray(tree.place.read_bytes())
        for at, byte in bytes_:
            content[at % len(content)] = byte
        lines = content.splitlines(keepends=True)
        for at in lost:
            del lines[at % len(lines)]
        text = b"".join(lines)
        tree.place.write_bytes(text[: len(text) - cut])
        for module, change in changes:
            tree.edit(module, change)
        found, known = tree.remembered()
        assert found == tree.run(None)[0]
        assert known.isdisjoint(found)


@pytest.mark.parametrize(
    "content",
    [b"[]", b"[1]", b"{}", b"3", b'["a", 1, []]', b'["a", 1, [2]]', b'[["a"], 1]', b"[" * 5000, b"\xff\x00", b""],
)  # fmt: skip
def test_lines_of_another_kind_say_nothing(tmp_path: Path, content: bytes) -> None:
    import zlib

    tree = Tree(tmp_path)
    tree.edit("main", "import json\n")
    tree.remembered()
    tree.place.write_bytes(b"%08x%s\n" % (zlib.crc32(content), content) + tree.place.read_bytes())
    found, known = tree.remembered()
    assert found == set()
    assert known <= {"main"}


def test_an_index_that_is_a_link_or_a_pipe_is_left_alone(tmp_path: Path) -> None:
    tree = Tree(tmp_path)
    tree.edit("main", "import json\n")
    target = tmp_path / "elsewhere"
    target.write_bytes(b"kept")
    tree.place.symlink_to(target)
    assert tree.remembered() == (set(), set())
    assert target.read_bytes() == b"kept"
    tree.place.unlink()
    os.mkfifo(tree.place)
    assert tree.remembered() == (set(), set())


def test_mypy_sees_tensors_that_come_at_a_remove(tmp_path: Path) -> None:
    """A module is done again when one that it reaches begins to import TensorFlow, where mypy sees no other interface."""
    program = Program(tmp_path)
    program.write(
        low="def f() -> int:\n    return 1\n",
        middle="import low\n\ndef g() -> int:\n    return low.f()\n",
        program="import middle\n\nreveal_type(middle.g())\n",
    )
    old = sorted(tmp_path.glob("*.py"))
    for each in old:
        os.utime(each, (1, 1))
    plain = program.warm()
    assert program.warm() == plain
    program.write(low="def f() -> int:\n    import tensorflow as tf\n    tf.matmul(tf.ones([2, 3]), tf.ones([2, 3]))\n    return 1\n")  # fmt: skip
    found = program.warm()
    assert found == program.fresh()
    assert found != plain
