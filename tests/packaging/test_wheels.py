"""What is installed: the wheels, and not the sources beside these tests."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import PathDistribution, distribution
from pathlib import Path
from zipfile import Path as ZipPath
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

from .wheels import AROUND, ROOT

#: The folders of each distribution, and where each stands in the sources.
PACKAGES = {
    ".": {
        "tftypes": ".",
        "tftypes_mypy": "mypy_plugin",
        "tftypes_lint": "lint",
    },
    "stubs": {"tensorflow-stubs": "stubs", "keras-stubs": "stubs"},
}
#: Without the folders that whoever runs these tests may have named.
ENVIRONMENT = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "MYPYPATH")}
PROGRAM = """\
import keras
import tensorflow as tf
from tftypes import Shape, Tensor, float32

reveal_type(keras.layers.Dense(7)(keras.Input((3,))))

def logits(x: Tensor[float32, Shape[32, 784]], w: Tensor[float32, Shape[10, 784]]) -> tf.Tensor:
    reveal_type(tf.matmul(x, w, transpose_b=True))
    return tf.matmul(x, w)

class Stack(tf.Module):
    def __init__(self, value):
        self.__value = tf.convert_to_tensor(value)

tf.register_tensor_conversion_function(Stack, lambda value, dtype=None, name=None, as_ref=False: value)
"""


@pytest.fixture(scope="module")
def bin_folder(wheels: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheels, and with what they depend on from the one around."""
    root = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", root], check=True)
    [site] = root.glob("lib/python*/site-packages")
    # The folder alone is on the path: what its .pth files name, such as these sources, is not.
    (site / "around.pth").write_text(f"{AROUND}\n")
    for wheel in wheels.glob("*.whl"):
        command = [sys.executable, "-m", "pip", "--python", str(root), "install", "--quiet"]
        subprocess.run([*command, "--no-deps", wheel], check=True)
    return root / "bin"


@pytest.mark.parametrize("project", PACKAGES)
def test_a_wheel_has_all_that_is_in_the_sources(project: str, wheels: Path) -> None:
    held: set[str] = set()
    for wheel in wheels.glob("*.whl"):
        held.update(ZipFile(wheel).namelist())
    for package, parent in PACKAGES[project].items():
        listed = subprocess.run(
            ["git", "ls-files", "--cached", "--others", "--exclude-standard", package],
            cwd=ROOT / parent, capture_output=True, text=True, check=True,
        ).stdout.splitlines()  # fmt: skip
        assert len(listed) > 5
        assert set(listed) <= held


def test_the_sources_are_not_seen(bin_folder: Path) -> None:
    code = (
        "import tftypes, tftypes_mypy, tftypes_lint; print(tftypes.__path__, tftypes_mypy.__path__)"
    )
    command = [bin_folder / "python", "-c", code]
    run = subprocess.run(
        command, cwd=bin_folder, env=ENVIRONMENT, capture_output=True, text=True, check=True
    )
    assert run.stdout.count(str(bin_folder.parent)) == 2


def test_the_installed_command_checks_a_program(bin_folder: Path, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    run = subprocess.run(
        [bin_folder / "tftypes", "check", "program.py"],
        cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.stderr == ""
    assert run.returncode == 1
    assert "matmul(): argument 'b': inner dims 784 and 10 differ" in run.stdout
    assert 'Revealed type is "Tensor[float32, Shape[32, 10]]"' in run.stdout
    assert 'Revealed type is "KerasTensor[float32, Shape[batch, 7]]"' in run.stdout
    assert "`__tf_tensor__(self, dtype=None, name=None)`; `tftypes fix` does" in run.stdout


def test_the_checker_alone_is_below_150_mb(wheels: Path) -> None:
    """What `pip install "tftypes[check]"` installs: these wheels, and what they depend on."""
    size, held = 0, {}
    for wheel in wheels.glob("*.whl"):
        size += sum(each.file_size for each in ZipFile(wheel).infolist())
        [metadata] = (each for each in ZipPath(wheel).iterdir() if each.name.endswith(".dist-info"))
        held[PathDistribution(metadata).name] = PathDistribution(metadata)
    names: set[str] = set()
    todo = [Requirement("tftypes[check]")]
    while todo:
        asked = todo.pop()
        found = held.get(asked.name) or distribution(asked.name)
        if found.name not in {*names, *held}:
            size += sum(os.path.getsize(each.locate()) for each in found.files or ())
        names.add(found.name)
        for each in map(Requirement, found.requires or ()):
            if not each.marker or any(
                each.marker.evaluate({"extra": extra}) for extra in asked.extras or [""]
            ):
                todo.append(each)

    assert {"tftypes", "tftypes-tensorflow-stubs", "mypy", "libcst", "rich"} <= names
    assert not names & {"tensorflow", "keras", "numpy"}
    assert size < 150_000_000


@pytest.mark.parametrize("module", ["tftypes.runtime", "tftypes.struct"])
def test_without_tensorflow_the_error_names_the_extra(module: str) -> None:
    program = f"import sys; sys.modules['tensorflow'] = None; import {module}"

    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )

    assert run.stderr.endswith(
        "ModuleNotFoundError: TensorFlow is not installed: pip install 'tftypes[tf]'\n"
    )
