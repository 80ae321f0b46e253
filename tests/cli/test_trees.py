"""Trees of files as nobody would make them, and runs that end at any moment.

No finding of another file is lost, no file outside is changed, nothing is left half written. CI
draws a few; `TFTYPES_FUZZ=20000 make fuzz` draws as many as one likes.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tftypes.cli.check import find_files
from tftypes.cli.config import Config
from tftypes.cli.fix import fix
from tftypes_lint import Settings, discover, lint
from tftypes_lint.cache import FOLDER, Cache

EXAMPLES = int(os.environ.get("TFTYPES_FUZZ", "40"))
#: Has one finding, whose fix is unsafe.
HASHED = "import tensorflow as tf\nx = tf.zeros([2])\nd = {x: 1}  # kept\n"
FIXED = HASHED.replace("{x:", "{x.ref():")

names = st.one_of(
    st.sampled_from(["a", "b", "types", "json", "-c", "@x", "::error::x", "é", "n" * 240]),
    st.sampled_from(["a\nb", "--config-file=x\nc", "x\x1b[2J", "\u202egnp", "\u2028", "\udcff"]),
    st.text(
        st.characters(exclude_characters="/\0", exclude_categories=["Cs"]), min_size=1, max_size=9
    ),
).filter(lambda name: name not in (".", "..") and len(os.fsencode(name)) < 250)
contents = st.one_of(
    st.sampled_from(
        [
            b"\xef\xbb\xbf" + HASHED.encode(),
            b"# coding: latin-1\n# \xe9\n" + HASHED.encode(),
            b"# coding: rot13\n" + HASHED.encode(),
            b"# coding: undefined\n",
            b"x = (\n",
            b"\0",
            b"\xff\xfe",
            b"from a import *\nfrom b import *\n",
            HASHED.replace("\n", "\r\n").encode(),
        ]
    ),
    st.binary(max_size=60),
)
entries = st.lists(
    st.tuples(
        names, st.sampled_from(["plain", "odd", "inside", "outside", "folder", "pipe"]), contents
    ),
    min_size=1,
    max_size=8,
    unique_by=lambda entry: entry[0],
)


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    for path in tmp_path.rglob("*"):
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o755)


def written(entries: list[tuple[str, str, bytes]], root: Path, outside: Path) -> set[Path]:
    """Makes a tree; the files in it that certainly have a finding."""
    plain: set[Path] = set()
    root.mkdir()
    for name, kind, content in entries:
        path = root / f"{name}.py"
        try:
            if kind == "plain":
                path.write_bytes(HASHED.encode())
                plain.add(path)
            elif kind == "odd":
                path.write_bytes(content)
            elif kind == "pipe":
                os.mkfifo(path)
            elif kind == "folder":
                (root / name).symlink_to(outside.parent)
            else:
                path.symlink_to(outside if kind == "outside" else root / "a.py")
        except FileExistsError:
            plain.discard(path)
    return {path for path in plain if not path.is_symlink()}


def hashed(findings: list[object]) -> set[Path]:
    return {Path(each.path) for each in findings if each.code == "tensor-hash"}  # type: ignore[attr-defined]


@settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    entries=entries, cache=st.sampled_from(["", "link", "file", "damaged", "none"]), data=st.data()
)
def test_any_tree(
    place: Path,
    entries: list[tuple[str, str, bytes]],
    cache: str,
    data: st.DataObject,
) -> None:
    shutil.rmtree(place / "root", ignore_errors=True)
    outside = place / "outside.py"
    outside.write_text(HASHED)
    root = place / "root"
    plain = written(entries, root, outside)
    if cache == "link":
        (root / FOLDER).symlink_to(place)
    elif cache == "file":
        (root / FOLDER).write_text("")
    elif cache == "damaged":
        (root / FOLDER).mkdir()
        (root / FOLDER / "lint").write_bytes(data.draw(st.binary(max_size=50)))

    for _ in range(2):
        found = lint(discover([root]), cache=Cache.at(root, Settings()))
        assert plain <= hashed(found)

    config = Config(root=root, cache=False)
    if discover([root]):
        fix(find_files([root], config), config, unsafe=True, write=True)
    assert all(path.read_text() == FIXED for path in plain)
    assert outside.read_text() == HASHED
    assert sorted(os.listdir(place)) == ["outside.py", "root"]
    left = {each for each in os.listdir(root) if each.startswith(".") and not each.endswith(".py")}
    assert left <= {FOLDER, *(name for name, *_ in entries)}


@pytest.mark.parametrize("stop", [signal.SIGKILL, signal.SIGINT])
def test_runs_that_end_at_any_moment_and_two_at_once(tmp_path: Path, stop: signal.Signals) -> None:
    root = tmp_path / "root"
    root.mkdir()
    files = [root / f"m{number}.py" for number in range(60)]
    for file in files:
        file.write_text(HASHED)
    drawn = random.Random(3)
    command = [sys.executable, "-m", "tftypes", "fix", "--unsafe", "--quiet", "."]
    for _ in range(max(3, EXAMPLES // 20)):
        running = [subprocess.Popen(command, cwd=root, stderr=subprocess.DEVNULL) for _ in range(2)]
        time.sleep(drawn.uniform(0.1, 1.2))
        for process in running:
            process.send_signal(stop)
        for process in running:
            process.wait()
        assert {file.read_text() for file in files} <= {HASHED, FIXED}

    assert subprocess.run(command, cwd=root, check=False).returncode == 0
    assert {file.read_text() for file in files} == {FIXED}


def test_a_full_disk_and_a_read_only_home(tmp_path: Path) -> None:
    """The cache is not kept, and findings are told all the same."""
    (tmp_path / "a.py").write_text(HASHED)
    code = (
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
        "resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)); from tftypes.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "lint", "-q"],
        cwd=tmp_path,
        env={**os.environ, "HOME": "/proc/nowhere", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert "[tensor-hash]" in done.stdout and done.returncode == 1, done.stderr
    assert not (tmp_path / FOLDER / "lint").exists()
