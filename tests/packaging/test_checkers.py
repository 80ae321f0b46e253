"""The built wheels under other type checkers, in fresh environments: what is misspelt stays an error."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .hovers import hover
from .wheels import AROUND

CHECKERS = {
    "basedpyright": ["--level", "error", "--pythonpath", "{python}", "{file}"],
    "ty": ["check", "--python", "{python}", "{file}"],
    "pyrefly": ["check", "--preset", "default", "--python-interpreter-path", "{python}", "{file}"],
}
#: What the programs import besides the wheels.
NEEDED = ("tensorflow", "keras", "numpy", "typing_extensions.py", "absl")
TENSORFLOW = """\
import tensorflow as tf

right = tf.matmul(tf.zeros([2, 3]), tf.zeros([3, 2]))
wrong = tf.matmull(tf.zeros([2, 3]), tf.zeros([3, 2]))
"""
KERAS = """\
import keras

right = keras.layers.Dense(3)
wrong = keras.layers.Dens(3)
"""


def environment(root: Path, wheels: list[Path]) -> Path:
    """The interpreter of a new environment that has the wheels, and TensorFlow with Keras."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", root], check=True)
    [site] = root.glob("lib/python*/site-packages")
    for name in NEEDED:
        (site / name).symlink_to(AROUND / name)
    for wheel in wheels:
        shutil.unpack_archive(wheel, site, "zip")
    return root / "bin" / "python"


@pytest.fixture(scope="module")
def with_stubs(wheels: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return environment(tmp_path_factory.mktemp("with_stubs"), [*wheels.glob("*.whl")])


@pytest.fixture(scope="module")
def alone(wheels: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `pip install tftypes` gives: no stubs."""
    return environment(tmp_path_factory.mktemp("alone"), [*wheels.glob("tftypes-*.whl")])


def check(command: Path, python: Path, file: Path, program: str) -> tuple[bool, bool]:
    """Whether the checker has an error about line 3 of the program, and whether about line 4."""
    file.write_text(program)
    arguments = [each.format(python=python, file=file) for each in CHECKERS[command.name]]
    done = subprocess.run(
        [command, *arguments], cwd=file.parent, capture_output=True, text=True, check=False
    )
    told = done.stdout + done.stderr
    assert done.returncode == 1, told
    return f"{file.name}:3" in told, f"{file.name}:4" in told


@pytest.mark.parametrize("program", [TENSORFLOW, KERAS], ids=["tensorflow", "keras"])
@pytest.mark.parametrize("checker", CHECKERS)
def test_a_misspelt_name_is_an_error_with_the_stubs(
    checkers: Path, with_stubs: Path, checker: str, program: str, tmp_path: Path
) -> None:
    told = check(checkers / checker, with_stubs, tmp_path / "program.py", program)

    assert told == (False, True)


@pytest.mark.parametrize("checker", CHECKERS)
def test_tftypes_alone_hides_no_mistake_from_keras_own_sources(
    checkers: Path, alone: Path, checker: str, tmp_path: Path
) -> None:
    told = check(checkers / checker, alone, tmp_path / "program.py", KERAS)

    assert told == (False, True)


@pytest.mark.parametrize(
    ("server", "name", "said"),
    [
        (["basedpyright-langserver", "--stdio"], "tf.matmul", "Multiplies matrix `a` by matrix"),
        # It looks in the module that a stub stands for: in `tensorflow` it does, `tensorflow.linalg` is no file.
        # Pyrefly shows the signature of what has a stub, and nothing else.
        (["ty", "server"], "tf.function", "Compiles a function into a callable TensorFlow graph"),
    ],
    ids=["basedpyright", "ty"],
)
def test_editors_show_the_documentation_of_tensorflow(
    checkers: Path, with_stubs: Path, server: list[str], name: str, said: str, tmp_path: Path
) -> None:
    file = tmp_path / "program.py"
    file.write_text(f"import tensorflow as tf\n\n{name}\n")
    command, *options = server

    shown = hover([checkers / command, *options], with_stubs, file, name)

    assert said in shown and len(shown) > 5000, shown


def test_stubs_are_partial(wheels: Path, tmp_path: Path) -> None:
    """So that editors show TensorFlow's own documentation."""
    [stubs] = wheels.glob("*stubs*.whl")
    shutil.unpack_archive(stubs, tmp_path, "zip")

    assert (tmp_path / "tensorflow-stubs" / "py.typed").read_text() == "partial\n"
