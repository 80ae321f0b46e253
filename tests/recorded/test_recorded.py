"""Programs as people write them, without annotations: what the checker says of their tensors is so.

Each program runs under TensorFlow with the result of every call, operator and index recorded, and is run by the engine;
`python -m tests.recorded` prints the table, with `--lost` where something was lost.
"""

from __future__ import annotations

import doctest
from collections import Counter
from pathlib import Path

import pytest

from . import instrument, strip
from .measure import EXACT, WRONG, Program, measure
from .strip import stripped

ROOT = Path(__file__).parents[2]
PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.py"))
#: The annotated examples, without their annotations. (A plain tf.function does not take the autoencoder's dataclass.)
EXAMPLES = [ROOT / "examples" / f"{name}.py" for name in ("mlp", "text", "transformer")]
NAMES = [path.stem for path in (*PROGRAMS, *EXAMPLES)]

#: The share of the recorded tensors whose dtype and shape the checker knows exactly.
LEAST_EXACT = 0.94


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Program]:
    folder = tmp_path_factory.mktemp("programs")
    paths = list(PROGRAMS)
    for example in EXAMPLES:
        paths.append(folder / example.name)
        paths[-1].write_text(stripped(example.read_text()))
    return {program.path.stem: program for program in measure(paths)}


@pytest.mark.parametrize("name", NAMES)
def test_it_runs(name: str, programs: dict[str, Program]) -> None:
    assert programs[name].failure is None


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_said_that_is_not_so(name: str, programs: dict[str, Program]) -> None:
    program = programs[name]
    wrong = [each for each in program.expressions if each.verdict == WRONG]
    assert {program.source(each): (each.claimed, each.results) for each in wrong} == {}


@pytest.mark.parametrize("name", NAMES)
def test_there_is_no_false_alarm(name: str, programs: dict[str, Program]) -> None:
    assert programs[name].errors == []


def test_most_tensors_are_known_exactly(programs: dict[str, Program]) -> None:
    counts = sum((program.counts for program in programs.values()), Counter[str]())
    assert counts.total() > 1500
    assert counts[EXACT] / counts.total() >= LEAST_EXACT


def test_the_examples_in_docstrings() -> None:
    assert [doctest.testmod(module).failed for module in (instrument, strip)] == [0, 0]
