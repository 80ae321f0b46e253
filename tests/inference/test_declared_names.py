"""The public names of TensorFlow and Keras lead to one object where they have one canonical name, and only there."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.inference.declared import DECLARED
from tests.stubs.conftest import QUIET, SAME_KERAS, SAME_TENSORFLOW

ROOT = Path(__file__).parents[2]
pytestmark = [
    pytest.mark.skipif(
        not SAME_TENSORFLOW, reason="the stubs were written from another TensorFlow"
    ),
    pytest.mark.skipif(not SAME_KERAS, reason="the stubs were written from another Keras"),
]

#: What leads to several objects, and why it has one name.
TAKEN_FOR_ONE = {
    "tensorflow.keras.layers.AlphaDropout": "tf.keras has a class of its own for models of old, which keras has not; "
    "the stubs of keras take all classes from tf.keras",
}


@dataclass(frozen=True)
class PublicNames:
    names: list[str]
    groups: list[list[str]]  # of one function, class or dtype each
    innermost: dict[str, int]  # the same number for all wrappers of one function
    members: dict[str, list[str]]  # by the name of a class
    modules: list[str]  # that have a file, private ones too


@pytest.fixture(scope="module")
def public() -> PublicNames:
    command = [sys.executable, "-m", "tests.inference.public_names"]
    run = subprocess.run(command, cwd=ROOT, env=QUIET, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return PublicNames(**json.loads(run.stdout))


@pytest.mark.parametrize(
    "module",
    [
        "tensorflow",
        "tensorflow.raw_ops",
        "tensorflow.compat.v1",
        "tensorflow.compat.v2",
        "tensorflow.experimental.numpy",
        "tensorflow.keras.ops",
        "keras",
    ],
)
def test_every_public_name_is_declared(public: PublicNames, module: str) -> None:
    names = [name for name in public.names if name.startswith(f"{module}.")]
    assert len(names) > 200
    assert [name for name in names if DECLARED.find(name) is None] == []


def test_two_names_of_one_object_have_one_canonical_name(public: PublicNames) -> None:
    canonical = [{DECLARED.canonical(name) for name in group} for group in public.groups]
    assert [names for names in canonical if len(names) > 1] == []


def test_two_objects_have_two_canonical_names(public: PublicNames) -> None:
    objects: dict[str, set[int]] = {}
    for name, number in public.innermost.items():
        objects.setdefault(DECLARED.canonical(name), set()).add(number)
    several = {name for name, numbers in objects.items() if len(numbers) > 1}
    assert several == TAKEN_FOR_ONE.keys()


def test_no_member_that_a_class_has_is_missing(public: PublicNames) -> None:
    members = [f"{cls}.{name}" for cls, names in public.members.items() for name in names]
    assert len(members) > 150_000
    assert [name for name in members if DECLARED.missing(name)] == []


def test_no_module_that_has_a_file_is_missing(public: PublicNames) -> None:
    assert len(public.modules) > 2_000
    assert [name for name in public.modules if DECLARED.missing(name)] == []
