"""What the engine knows of drawn programs, beside what TensorFlow makes of them.

A program is a function whose `result` is a structure of tensors; each tensor in it is
asked for by its path, `result[0]["x"]`.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import tensorflow as tf

from tests.recorded.claims import claim_of
from tftypes.algebra import DType, Shape, TensorType, shapes
from tftypes.inference.analysis import analyze
from tftypes.inference.interpreter.engine import Interpreter

HEADER: Final = (
    "import tensorflow as tf",
    "from tftypes import Shape, Tensor, bool as b, float32, float64, int32, int64, string",
)


@dataclass
class Program:
    """The lines of a function, and what its result is where TensorFlow takes it."""

    lines: list[str]
    #: The same result as known before the program runs, and as it is then.
    truths: list[Any]
    #: What TensorFlow says, where it refuses the program.
    refused: str = ""
    parameters: str = ""
    decorator: str = ""
    #: By path, what the engine knows of it.
    known: dict[str, TensorType | None] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return "\n".join(self.source("case"))

    @property
    def paths(self) -> list[str]:
        return [] if self.refused else [path for path, _ in leaves(self.truths[0])]

    def source(self, name: str) -> list[str]:
        body = [*self.lines, *(f"result{path}" for path in self.paths)]
        head = [self.decorator] if self.decorator else []
        return [*head, f"def {name}({self.parameters}) -> None:", *(f"    {row}" for row in body)]


def leaves(truth: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """The tensors, or their specs, in a structure, each with its path."""
    if isinstance(truth, dict):
        for key, item in truth.items():
            yield from leaves(item, f"{path}[{key!r}]")
    elif isinstance(truth, (tuple, list)):
        for index, item in enumerate(truth):
            yield from leaves(item, f"{path}[{index}]")
    elif hasattr(truth, "dtype") and hasattr(truth, "shape"):
        yield path, truth


def analyse(programs: Sequence[Program], folder: Path) -> None:
    """Runs the engine once over all programs, and hands each what it knows of it."""
    lines = list(HEADER)
    owners: dict[int, tuple[Program, str]] = {}
    for number, program in enumerate(programs):
        source = program.source(f"case{number}")
        first_path = len(source) - len(program.paths)
        for offset in range(len(source)):
            path = program.paths[offset - first_path] if offset >= first_path else ""
            owners[len(lines) + 1 + offset] = program, path
        lines += [*source, ""]
    values, errors = observed(lines, folder)
    for line, (program, path) in owners.items():
        program.errors += errors[line]
        if lines[line - 1].startswith("    result") and path in program.paths:
            program.known[path] = joined(values[line])


def observed(
    lines: Sequence[str], folder: Path
) -> tuple[defaultdict[int, list[TensorType | None]], defaultdict[int, list[str]]]:
    """The values of the expression that each line is, and the errors on it."""
    path = folder / "drawn.py"
    path.write_text("\n".join(lines) + "\n")
    starts = {number: len(line) - len(line.lstrip()) for number, line in enumerate(lines, 1)}
    values: defaultdict[int, list[TensorType | None]] = defaultdict(list)
    errors: defaultdict[int, list[str]] = defaultdict(list)

    def observe(interpreter: Interpreter, node: ast.expr, value: Any) -> None:
        line = getattr(node, "lineno", 0)
        if line and (node.col_offset, node.end_col_offset) == (starts[line], len(lines[line - 1])):
            claim = claim_of(value)
            values[line].append(claim if isinstance(claim, TensorType) else None)

    found = analyze([str(path)], observe=observe)
    assert not found.failures, found.failures
    for each in found.findings:
        errors[each.place.line].append(f"{each.message} [{each.code}]")
    return values, errors


def joined(claims: Sequence[TensorType | None]) -> TensorType | None:
    """What several values of one expression have in common."""
    values = [each for each in dict.fromkeys(claims) if each is not None]
    return values[0] if len(values) == 1 and None not in claims else None


def judge(program: Program, counts: Counter[str]) -> None:
    """Compares what was revealed with what is; raises AssertionError where both cannot be."""
    counts["drawn"] += 1
    if program.refused:
        counts["refused" if program.errors else "not refused"] += 1
        return
    assert not program.errors, f"{program}\nTensorFlow takes it, the engine says {program.errors}"
    for truth in program.truths:
        for path, value in leaves(truth):
            if path not in program.known:
                continue  # outside of a graph the result has another structure
            claim = program.known[path]
            verdict = compare(claim, as_type(value))
            shown = f"{program}\nresult{path} is {claim}, TensorFlow has {value}"
            assert verdict is not None, shown
            if truth is program.truths[0]:
                counts[verdict] += 1


def as_type(value: Any) -> TensorType:
    """A tensor of TensorFlow's, or a spec, as a value of the algebra."""
    dims = value.shape.dims
    shape = Shape.unknown() if dims is None else Shape.of(*value.shape.as_list())
    ragged = isinstance(value, (tf.RaggedTensor, tf.RaggedTensorSpec))
    return TensorType(DType.of(value.dtype.name), shape, "ragged" if ragged else "tensor")


def compare(claim: TensorType | None, truth: TensorType) -> str | None:
    """How a claim relates to the truth; None where both cannot be."""
    if claim is None:
        return "less precise"
    possible = claim.kind == truth.kind and truth.dtype.names <= claim.dtype.names
    if not possible or shapes.compatible(truth.shape, claim.shape) is False:
        return None
    if claim == truth:
        return "exact"
    if shapes.merge(claim.shape, truth.shape) == claim.shape and claim.dtype == truth.dtype:
        return "more precise"
    return "less precise"
