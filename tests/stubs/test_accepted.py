"""The table of dtypes and strings that functions accept is TensorFlow's, and calls are checked by it."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.checks import Case, check, read
from tests.stubs.conftest import HERE, QUIET, ROOT, SAME_TENSORFLOW, Stubs

CASES = read(HERE / "accepted" / "accepted.md")
TABLE = json.loads(
    (ROOT / "tftypes/inference/models/tensorflow/ops/accepted.json").read_text("utf-8")
)


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> list[Case]:
    check(CASES, tmp_path_factory.mktemp("accepted"))
    return CASES


@pytest.mark.parametrize("number", range(len(CASES)), ids=[case.name for case in CASES])
def test_mypy_says(number: int, checked: list[Case]) -> None:
    assert not checked[number].problems()


@pytest.mark.skipif(not SAME_TENSORFLOW, reason="the table was written from another TensorFlow")
@pytest.mark.parametrize("seed", [1])
def test_tensorflow_says_the_same_again(seed: int) -> None:
    """The whole op registry, and some of the other functions."""
    run = subprocess.run(
        [sys.executable, HERE / "accepted" / "again.py", str(seed)],
        env=QUIET,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout) == {}, "run `make stubs`"


def test_the_table_names_functions_of_the_stubs(stubs: Stubs) -> None:
    assert len(TABLE) > 1300
    assert [path for path in TABLE if getattr(stubs.lookup(path), "fullname", None) != path] == []
