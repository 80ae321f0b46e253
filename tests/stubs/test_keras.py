"""What the generator's table says of Keras is what objects of Keras have."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.stubs.conftest import HERE, QUIET, SAME_KERAS

pytestmark = pytest.mark.skipif(not SAME_KERAS, reason="the stubs were written from another Keras")


@pytest.fixture(scope="module")
def found() -> dict[str, list[str]]:
    run = subprocess.run(
        [sys.executable, HERE / "keras_objects.py"],
        env=QUIET,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    result: dict[str, list[str]] = json.loads(run.stdout)
    return result


def test_every_attribute_is_of_its_type(found: dict[str, list[str]]) -> None:
    """By class and attribute: what the table says, and the type at run time."""
    wrong = {name: (said, got) for name, (said, got) in found.items() if said != got}
    assert wrong == {}


def test_the_classes_of_the_table_are_all_tried(found: dict[str, list[str]]) -> None:
    assert len(found) > 60
