"""What mypy reveals of drawn programs, beside what TensorFlow makes of them.

A program is a function whose `result` is a structure of tensors; each tensor in it is
revealed by its path, `result[0]["x"]`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import tensorflow as tf

from tests.checks import Case, check
from tftypes.algebra import DType, Shape, TensorType, shapes
from tftypes_mypy import typetext

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
    revealed: dict[str, str] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return "\n".join(self.source("case"))

    @property
    def paths(self) -> list[str]:
        return [] if self.refused else [path for path, _ in leaves(self.truths[0])]

    def source(self, name: str) -> list[str]:
        body = [*self.lines, *(f"reveal_type(result{path})" for path in self.paths)]
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


def reveal(programs: Sequence[Program], folder: Path) -> None:
    """Runs mypy once over all programs, and hands each what it says of it."""
    lines = list(HEADER)
    owners: dict[int, tuple[Program, str]] = {}
    for number, program in enumerate(programs):
        source = program.source(f"case{number}")
        first_reveal = len(source) - len(program.paths)
        for offset in range(len(source)):
            path = program.paths[offset - first_reveal] if offset >= first_reveal else ""
            owners[len(lines) + 1 + offset] = program, path
        lines += [*source, ""]
    case = Case("drawn", "\n".join(lines), 1)
    check([case], folder)
    for line, kind, code, text in case.reported:
        program, path = owners[line]
        if kind == "revealed":
            program.revealed[path] = text
        else:
            program.errors.append(f"{text} [{code}]")


def judge(program: Program, counts: Counter[str]) -> None:
    """Compares what was revealed with what is; raises AssertionError where both cannot be."""
    counts["drawn"] += 1
    if program.refused:
        counts["refused" if program.errors else "not refused"] += 1
        return
    assert not program.errors, f"{program}\nTensorFlow takes it, mypy says {program.errors}"
    for truth in program.truths:
        for path, value in leaves(truth):
            if path not in program.revealed:
                continue  # outside of a graph the result has another structure
            claim = claimed(program.revealed[path])
            verdict = compare(claim, as_type(value))
            shown = f"{program}\nresult{path} is {program.revealed[path]}, TensorFlow has {value}"
            assert verdict is not None, shown
            if truth is program.truths[0]:
                counts[verdict] += 1


#: How dims are shown to people, and how mypy has them in its types.
_SHOWN: Final = ((r"\.\.\.", "*tuple[Any]"), (r"\bNone\b", "Any"), (r"\b(\d+)\b", r"Literal[\1]"))


def claimed(text: str) -> TensorType | None:
    """The tensor that a revealed type says; None where it says none."""
    for shown, meant in _SHOWN:
        text = re.sub(shown, meant, text)
    try:
        return typetext.tensor(typetext.read(text), lambda name: None)
    except typetext.Unreadable:
        return None


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
