"""Holds what the checker says of programs against what TensorFlow made of them, expression by expression."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tftypes.algebra import Shape, TensorType, Unknown

from .claims import Claims, claims_of
from .instrument import STAND_INS

ROOT = Path(__file__).parents[2]

#: How what the checker says of an expression relates to what it was.
EXACT, PARTLY, UNKNOWN, WRONG = VERDICTS = ("exact", "partly", "unknown", "wrong")


@dataclass
class Expression:
    """One expression that had tensors as values when the program ran."""

    place: tuple[int, int, int, int]
    results: list[Any]
    claimed: list[Any]

    def is_within(self, other: Expression) -> bool:
        """Whether it is a part of the other expression."""
        return other.place[:2] <= self.place[:2] and self.place[2:] <= other.place[2:]

    @property
    def verdict(self) -> str:
        """The best that is known: each result must be allowed by one of the claims."""
        if not self.claimed:
            return UNKNOWN
        whole = [widest(self.results)]
        worst = EXACT
        for result in self.results:
            best = min(
                (judge(claim, truth) for claim in self.claimed for truth in (result, *whole)),
                key=VERDICTS.index,
            )
            worst = max(worst, best, key=VERDICTS.index)
        return worst


@dataclass
class Program:
    path: Path
    expressions: list[Expression]
    errors: list[str]
    failure: str | None

    @property
    def counts(self) -> Counter[str]:
        return Counter(expression.verdict for expression in self.expressions)

    def causes(self) -> Iterator[Expression]:
        """Where something was lost: expressions less than exact whose parts are all exact."""
        less = [expression for expression in self.expressions if expression.verdict != EXACT]
        for expression in less:
            if not any(other is not expression and other.is_within(expression) for other in less):
                yield expression

    def source(self, expression: Expression) -> str:
        """The text of an expression, on one line."""
        line, column, end_line, end_column = expression.place
        lines = self.path.read_text().splitlines()[line - 1 : end_line]
        lines[-1] = lines[-1][:end_column]
        lines[0] = lines[0][column:]
        return " ".join(" ".join(lines).split())


def judge(claim: Any, result: Any) -> str:
    """How one claim relates to one result."""
    if claim is None:
        return UNKNOWN
    if isinstance(result, dict):
        return _judge_items(claim, result["items"])
    if isinstance(claim, TensorType):
        return _judge_tensor(claim, *result)
    return WRONG


def _judge_items(claim: Any, items: list[Any]) -> str:
    if isinstance(claim, list):
        claim = tuple(claim * len(items))
    if isinstance(claim, tuple) and len(claim) == len(items):
        verdicts = [judge(each, item) for each, item in zip(claim, items)]
        if WRONG not in verdicts and len(set(verdicts)) > 1:
            return PARTLY
        return max(verdicts, key=VERDICTS.index)
    return WRONG


def _judge_tensor(claim: TensorType, kind: str, dtype: str, dims: list[int | None] | None) -> str:
    if (claim.kind, kind) == ("tensor", "indexed_slices") and dtype in claim.dtype.names:
        return PARTLY  # the gradient of what was gathered, in the place of the tensor that it stands for
    if claim.kind != kind or dtype not in claim.dtype.names:
        return WRONG
    shape = _judge_shape(claim.shape, dims)
    known = claim.dtype.is_known or claim.dtype.symbol is not None
    if shape == WRONG or (known and shape == EXACT):
        return shape
    nothing = claim.dtype.names > {"float32", "int32", "string"} and claim.shape == Shape.unknown()
    return UNKNOWN if nothing else PARTLY


def _judge_shape(claim: Shape, dims: list[int | None] | None) -> str:
    if dims is None:
        return EXACT
    if claim.rank not in (None, len(dims)) or claim.min_rank > len(dims):
        return WRONG
    pairs = [*zip(claim.prefix, dims), *zip(claim.suffix, dims[len(dims) - len(claim.suffix) :])]
    if any(isinstance(dim, int) and None is not size != dim for dim, size in pairs):
        return WRONG
    lost = isinstance(claim.middle, Unknown)
    lost |= any(isinstance(dim, Unknown) and size is not None for dim, size in pairs)
    return PARTLY if lost else EXACT


def widest(results: list[Any]) -> Any:
    """What all results of an expression have in common, as far as shapes go."""
    first = results[0]
    if any(isinstance(result, dict) or result[:2] != first[:2] for result in results):
        return first
    shapes = [result[2] for result in results]
    if any(shape is None or len(shape) != len(shapes[0] or ()) for shape in shapes):
        return [*first[:2], None]
    return [*first[:2], [sizes[0] if len(set(sizes)) == 1 else None for sizes in zip(*shapes)]]


def recorded(paths: Sequence[Path], *options: str) -> dict[str, Any]:
    """What TensorFlow made of the programs, from a process of its own."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.recorded.record", *map(str, paths), *options],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    report: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return report


def measure(paths: Sequence[Path], stands_in: bool = False) -> list[Program]:
    """Both sides of each program; with stand-ins each has a process of its own."""
    truth = {} if stands_in else recorded(paths)
    for path in paths if stands_in else ():
        truth |= recorded([path], STAND_INS)
    said = claims_of(paths)
    return [_program(path, truth[str(path)], said[path]) for path in paths]


def _program(path: Path, truth: Any, said: Claims) -> Program:
    expressions = []
    for where, results in truth["results"]:
        place = tuple(where)
        expressions.append(Expression(place, results, said.values.get(place, [])))
    return Program(path, expressions, said.errors, truth["failure"])
