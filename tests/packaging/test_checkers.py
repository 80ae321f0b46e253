"""The built wheels under other type checkers, in fresh environments: what is misspelt stays an error."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from .wheels import AROUND, built

SCRIPTS = Path(sysconfig.get_paths()["scripts"])
CHECKERS = {
    "basedpyright": ["--level", "error", "--pythonpath", "{python}", "{file}"],
    "ty": ["check", "--python", "{python}", "{file}"],
    "pyrefly": ["check", "--preset", "default", "--python-interpreter-path", "{python}", "{file}"],
}
#: What the programs import besides the wheels.
NEEDED = ("tensorflow", "keras", "numpy", "typing_extensions.py", "absl")
TENSORFLOW = """\
import tensorflow as tf

right = tf.reduce_mean(tf.zeros([2, 3]))
wrong = tf.redcue_mean(tf.zeros([2, 3]))
"""
KERAS = """\
import keras

right = keras.layers.Dense(3)
wrong = keras.layers.Densee(3)
"""


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("wheels"), (".", "stubs"))


@pytest.fixture(scope="module", params=["both", "tftypes alone"])
def python(
    wheels: Path, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> tuple[str, Path]:
    """What is installed, and the interpreter of an environment that has it."""
    root = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", root], check=True)
    [site] = root.glob("lib/python*/site-packages")
    for name in NEEDED:
        (site / name).symlink_to(AROUND / name)
    for wheel in wheels.glob("*.whl"):
        if request.param == "both" or "stubs" not in wheel.name:
            shutil.unpack_archive(wheel, site, "zip")
    return request.param, root / "bin" / "python"


@pytest.mark.parametrize("checker", CHECKERS)
def test_a_misspelt_name_is_an_error(
    checker: str, python: tuple[str, Path], tmp_path: Path
) -> None:
    """Of TensorFlow with the stubs; of Keras without them, from its own sources."""
    installed, interpreter = python
    file = tmp_path / "program.py"
    file.write_text(TENSORFLOW if installed == "both" else KERAS)
    if not (SCRIPTS / checker).exists():
        pytest.skip(f"{checker} is not installed")
    arguments = [each.format(python=interpreter, file=file) for each in CHECKERS[checker]]
    done = subprocess.run(
        [SCRIPTS / checker, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False
    )

    told = done.stdout + done.stderr
    assert done.returncode == 1, told
    assert f"{file.name}:4" in told and f"{file.name}:3" not in told


def test_stubs_are_partial(wheels: Path, tmp_path: Path) -> None:
    """So that editors show TensorFlow's own documentation."""
    [stubs] = wheels.glob("*stubs*.whl")
    shutil.unpack_archive(stubs, tmp_path, "zip")

    assert (tmp_path / "tensorflow-stubs" / "py.typed").read_text() == "partial\n"
