"""Trees of files as nobody would make them, and runs that end at any moment.

No finding of another file is lost, no file outside is changed, nothing is left half written. CI
draws a few; `TFTYPES_FUZZ=20000 make fuzz` draws as many as one likes.
"""

from __future__ import annotations

import json
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

from tftypes.cli.check import check_without_mypy, find_files
from tftypes.cli.config import Config
from tftypes.cli.fix import fix
from tftypes_lint import Finding, discover
from tftypes_lint.cache import FOLDER

EXAMPLES = int(os.environ.get("TFTYPES_FUZZ", "40"))
#: How often two runs are ended, in each way.
KILLS = max(2, EXAMPLES // 80)
COMMAND = [sys.executable, "-m", "tftypes"]
#: Has a finding of a lint, whose fix is unsafe, and one of the engine.
HASHED = "import tensorflow as tf\nx = tf.zeros([2])\nd = {x: 1}  # kept\ntf.reshape(x, [3])\n"
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


def with_code(code: str, findings: list[Finding]) -> set[str]:
    return {os.path.abspath(each.path) for each in findings if each.code == code}


def damage(cache: str, folder: Path, outside: Path, content: bytes) -> None:
    """Puts something else in the place of the cache, or of one of its parts."""
    if cache == "file":
        folder.write_text("")
    elif cache == "link":
        folder.symlink_to(outside)
    elif cache in ("lint", "engine"):
        folder.mkdir()
        (folder / cache).symlink_to(outside)
    elif cache == "damaged":
        for file in [each for each in folder.rglob("*") if each.is_file()]:
            file.write_bytes(content)


@settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    entries=entries,
    cache=st.sampled_from(["file", "link", "lint", "engine", "damaged", "none"]),
    content=st.binary(max_size=50),
    fixed=st.booleans(),
)
def test_any_tree(
    place: Path, entries: list[tuple[str, str, bytes]], cache: str, content: bytes, fixed: bool
) -> None:
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    outside = place / "outside.py"
    outside.write_text(HASHED)
    root = place / "root"
    plain = written(entries, root, outside)
    config = Config(root=root, jobs=1)
    files = find_files([root], config) if discover([root]) else None
    if files and cache == "damaged":
        check_without_mypy(files, config)
    damage(cache, root / FOLDER, place, content)

    for _ in range(2 if files else 0):
        found = check_without_mypy(files, config).findings
        assert {*map(str, plain)} <= with_code("tensor-hash", found) & with_code("tf-shape", found)

    if files and fixed:
        fix(files, config, unsafe=True, write=True)
        assert all(path.read_text() == FIXED for path in plain)
    assert outside.read_text() == HASHED
    assert sorted(os.listdir(place)) == ["outside.py", "root"]
    left = {each for each in os.listdir(root) if each.startswith(".") and not each.endswith(".py")}
    assert left <= {FOLDER, *(name for name, *_ in entries)}


@pytest.fixture
def crowd(tmp_path: Path) -> list[Path]:
    """Sixty files with two findings each."""
    files = [tmp_path / "root" / f"m{number}.py" for number in range(60)]
    files[0].parent.mkdir()
    for file in files:
        file.write_text(HASHED)
    return files


def end_two_at_once(root: Path, command: list[str], stop: signal.Signals, after: float) -> None:
    running = [
        subprocess.Popen([*COMMAND, *command], cwd=root, stderr=subprocess.DEVNULL)
        for _ in range(2)
    ]
    time.sleep(after)
    for process in running:
        process.send_signal(stop)
    for process in running:
        process.wait()


@pytest.mark.parametrize("stop", [signal.SIGKILL, signal.SIGINT])
def test_fixes_that_end_at_any_moment_and_two_at_once(
    crowd: list[Path], stop: signal.Signals
) -> None:
    root = crowd[0].parent
    command = ["fix", "--unsafe", "--quiet", "."]
    drawn = random.Random(3)
    for _ in range(KILLS):
        for file in drawn.sample(crowd, 20):
            file.write_text(HASHED)
        end_two_at_once(root, command, stop, drawn.uniform(0.1, 2))
        assert {file.read_text() for file in crowd} <= {HASHED, FIXED}
        if stop == signal.SIGINT:
            assert {*os.listdir(root)} - {FOLDER} == {file.name for file in crowd}

    assert subprocess.run([*COMMAND, *command], cwd=root, check=False).returncode == 0
    assert {file.read_text() for file in crowd} == {FIXED}


@pytest.mark.parametrize("stop", [signal.SIGKILL, signal.SIGINT])
def test_checks_that_end_at_any_moment_and_two_at_once(
    crowd: list[Path], stop: signal.Signals
) -> None:
    """A report is whole or the last one, and what is left of the cache loses no finding."""
    root = crowd[0].parent
    command = ["check", "--no-mypy", "--format", "json", "--output-file", "report.json"]
    report = root / "report.json"
    report.write_text("the last one")
    drawn = random.Random(4)
    for _ in range(KILLS):
        drawn.choice(crowd).write_text(HASHED + f"# {drawn.random()}\n")
        end_two_at_once(root, command, stop, drawn.uniform(0.1, 3))
        text = report.read_text()
        assert text == "the last one" or len(json.loads(text)["findings"]) == 2 * len(crowd)

    assert subprocess.run([*COMMAND, *command], cwd=root, check=False).returncode == 1
    assert len(json.loads(report.read_text())["findings"]) == 2 * len(crowd)


def without_space(root: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Runs the command where no file takes a byte, and the home is none."""
    code = (
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
        "resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)); from tftypes.cli import main; main()"
    )
    return subprocess.run(
        [sys.executable, "-c", code, *command],
        cwd=root,
        env={**os.environ, "HOME": "/proc/nowhere", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_full_disk_and_a_read_only_home_lose_no_finding(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(HASHED)

    done = without_space(tmp_path, "check", "--no-mypy", "-q")

    assert "[tensor-hash]" in done.stdout and "[tf-shape]" in done.stdout, done.stderr
    assert (done.returncode, done.stderr) == (1, "")
    assert not [
        each for each in (tmp_path / FOLDER).rglob("*") if each.is_file() and each.stat().st_size
    ]


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        (["fix", "--unsafe"], "a.py: cannot be written: File too large"),
        (["lint", "--output-file", "out"], "out: cannot be written: File too large"),
        (["lint", "--update-baseline"], "tftypes-baseline.json: cannot be written: File too large"),
        (["init"], "pyproject.toml: cannot be written: File too large"),
        (["imports", "-o", "out.svg"], "out.svg: cannot be written: File too large"),
    ],
)
def test_what_a_full_disk_does_not_take_is_told_and_nothing_is_changed(
    tmp_path: Path, command: list[str], problem: str
) -> None:
    (tmp_path / "a.py").write_text(HASHED)

    done = without_space(tmp_path, *command)

    assert (done.returncode, done.stderr) == (2, f"tftypes: {problem}\n")
    assert (tmp_path / "a.py").read_text() == HASHED
    assert {*os.listdir(tmp_path)} <= {"a.py", FOLDER}


def test_output_that_a_device_does_not_take_is_told(tmp_path: Path) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*COMMAND, "rules"],
            cwd=tmp_path,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )

    assert (done.returncode, done.stderr) == (
        2,
        "tftypes: the output cannot be written: No space left on device\n",
    )
