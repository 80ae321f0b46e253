"""What the engine says of every expression of a program."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tftypes.algebra import TensorType
from tftypes.inference.analysis import analyze
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.lattice import join_all
from tftypes.inference.objects import (
    TOP,
    Class,
    Container,
    Instance,
    is_unknown,
    python_type,
    resolve,
)
from tftypes.inference.values import OneOf, Seq

from .instrument import Instrument, Place


@dataclass
class Claims:
    """What the engine says of one program."""

    #: The values that each expression has, one for each time that it was evaluated otherwise.
    values: defaultdict[Place, list[Any]] = field(default_factory=lambda: defaultdict(list))
    errors: list[str] = field(default_factory=list)


def claims_of(paths: Sequence[Path]) -> dict[Path, Claims]:
    """What the engine says of each program, analysed alone."""
    return {path: _claims(path) for path in paths}


def _claims(path: Path) -> Claims:
    claims = Claims()
    place_of = Instrument(path.read_text())._place

    def observe(interpreter: Interpreter, node: ast.expr, value: Any) -> None:
        if interpreter.path == str(path) and getattr(node, "lineno", 0):
            found = claim_of(value)
            seen = claims.values[place_of(node)]
            if found not in seen:
                seen.append(found)

    analysis = analyze([str(path)], observe=observe)
    claims.errors += [
        f"{each.place.path}:{each.place.line}: {each.severity}: {each.message}  [{each.code}]"
        for each in analysis.findings
    ]
    claims.errors += [
        f"{each.place.path}:{each.place.line}: {each.error}" for each in analysis.failures
    ]
    return claims


def claim_of(value: Any) -> Any:
    """A value as what is compared: a TensorType, a tuple of values, None where nothing is known, else its name."""
    value = resolve(value)
    if isinstance(value, TensorType):
        kind = "tensor" if value.kind == "symbol" else value.kind  # of Keras: what it stands for
        return TensorType(value.dtype, value.shape, kind)
    if isinstance(value, Instance) and (fields := _fields(value)):
        value = tuple(value.read(each, TOP) for each in fields)
    if isinstance(value, tuple):
        return tuple(map(claim_of, value))
    if isinstance(value, Container) and value.kind == "list":
        return claim_of(value.contents)
    if isinstance(value, Seq):
        return [claim_of(join_all((*value.prefix, value.rest)))]
    if value is None:
        return "None"
    if isinstance(value, OneOf) or is_unknown(value):
        return None
    return python_type(value)


def _fields(value: Instance) -> tuple[str, ...]:
    """The names of the items of a named tuple; none for other objects."""
    return value.cls.fact("record") or () if isinstance(value.cls, Class) else ()
