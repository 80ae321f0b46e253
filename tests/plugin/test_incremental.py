"""The same answers cold, warm, after an edit, from parallel workers and from the daemon."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SIZES = """\
from tftypes import Dimension

class Width(Dimension):
    value = {value}
"""
USE = """\
from sizes import Width
from tftypes import Shape, Tensor, float32

def f(x: Tensor[float32, Shape[Width]]) -> Tensor[float32, Shape[784]]:
    return x
"""
ERROR = (
    "use.py:5: error: f() returns: expected float32[784], got float32[Width]: "
    "dim 0 is Width=10, expected 784  [tf-shape]"
)


@pytest.fixture
def program(tmp_path: Path) -> Path:
    (tmp_path / "mypy.ini").write_text("[mypy]\nplugins = tftypes_mypy\n")
    (tmp_path / "use.py").write_text(USE)
    write(tmp_path, 784)
    return tmp_path


def write(program: Path, value: int) -> None:
    (program / "sizes.py").write_text(SIZES.format(value=value))


def written(folder: Path, **modules: str) -> Path:
    """A program of these modules, with the bodies of functions checked."""
    (folder / "mypy.ini").write_text("[mypy]\nplugins = tftypes_mypy\ncheck_untyped_defs = True\n")
    for name, text in modules.items():
        (folder / f"{name}.py").write_text(text)
    return folder


def mypy(program: Path, *options: str, module: str = "mypy") -> list[str]:
    command = [sys.executable, "-m", module, *options]
    run = subprocess.run(command, cwd=program, capture_output=True, text=True, check=False)
    assert not run.stderr, run.stderr
    return [line for line in run.stdout.splitlines() if ": error: " in line]


def test_an_edit_of_a_dimension_is_seen_by_the_modules_that_use_it(program: Path) -> None:
    assert mypy(program, "use.py") == []
    assert mypy(program, "use.py") == []
    write(program, 10)
    assert mypy(program, "use.py") == [ERROR]
    assert mypy(program, "use.py") == [ERROR]


def test_builtins_are_analysed_again_where_a_private_module_is_imported(program: Path) -> None:
    """mypy alone fails here: what it has read of `tensorflow`, to tell that there is no
    `tensorflow.python` in it, spoils the `str` and the `object` that all modules share."""
    command = ("--no-sqlite-cache", "--cache-dir=cache", "use.py")
    (program / "use.py").write_text("import tensorflow as tf\n")
    assert mypy(program, *command) == []

    (program / "use.py").write_text("import tensorflow.python\n")
    for stale in program.glob("cache/*/builtins.meta.*"):
        stale.unlink()

    [error] = mypy(program, *command)
    assert error.endswith('module named "tensorflow.python"  [import-not-found]')


def test_parallel_workers(program: Path) -> None:
    write(program, 10)
    assert mypy(program, "--num-workers", "2", "use.py", "sizes.py") == [ERROR]


def test_the_daemon(program: Path) -> None:
    def run() -> list[str]:
        return mypy(program, "run", "--", "use.py", "sizes.py", module="mypy.dmypy")

    try:
        assert run() == []
        write(program, 10)
        assert run() == [ERROR]
        write(program, 784)
        assert run() == []
    finally:
        mypy(program, "kill", module="mypy.dmypy")


IMAGE = """\
from typing import Any
import tensorflow as tf

class Image:
    def {name}(self, dtype: Any = None, name: Any = None) -> Any:
        return tf.zeros([2], tf.float32)
"""


def test_the_daemon_where_a_class_comes_to_make_a_tensor(tmp_path: Path) -> None:
    """What was found of the class of an argument is found again."""
    use = "import tensorflow as tf\nfrom image import Image\n\ntf.square(Image())\n"
    program = written(tmp_path, use=use, image=IMAGE.format(name="pixels"))

    def run() -> list[str]:
        return mypy(program, "run", "--", "use.py", "image.py", module="mypy.dmypy")

    try:
        [error] = run()
        assert 'use.py:4: error: argument 1 of "square": Image does not convert' in error
        written(tmp_path, image=IMAGE.format(name="__tf_tensor__"))
        assert run() == []
        written(tmp_path, image=IMAGE.format(name="pixels"))
        assert run() == [error]
    finally:
        mypy(program, "kill", module="mypy.dmypy")
