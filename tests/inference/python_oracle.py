"""Programs without TensorFlow, run by the engine and by Python itself: what the engine says must hold what Python has.

A program calls `probe(x)`. Python tells what `x` is there each time; the engine, what it may be.
"""

from __future__ import annotations

import ast
import copy
import enum
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tftypes.inference.analysis import analyze
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.objects import (
    Class,
    Container,
    External,
    Instance,
    held,
    is_unknown,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Mapped, OneOf, Range, Seq

#: Whether a concrete value is one of those that an abstract value stands for.
Admits = Callable[[Any], bool]
_CONSTANTS = (bool, int, float, str, bytes, complex)
_DEPTH = 6


class Unlike(AssertionError):
    """What the engine says is not what Python has."""


def mistakes(source: str, folder: Path) -> list[str]:
    """Where the engine is wrong about a program; nothing where it is right or does not know."""
    told, real = _told(source, folder), _real(source)
    found = []
    for line, values in sorted(real.items()):
        if line not in told:
            found.append(f"line {line}: never reached by the engine, but is {values[0]!r}")
            continue
        for value in values:
            if not any(admits(value) for _, admits in told[line]):
                shown = " or ".join(dict.fromkeys(text for text, _ in told[line]))
                found.append(f"line {line}: {value!r}, told {shown}")
    return found


def unknown(source: str, folder: Path) -> list[str]:
    """The lines of which the engine says less than the values that Python has."""
    told, real = _told(source, folder), _real(source)
    return [
        f"line {line}: {values}, told {[text for text, _ in told.get(line, [])]}"
        for line, values in sorted(real.items())
        if any("?" in text for text, _ in told.get(line, [("?", None)]))
    ]


def _real(source: str) -> dict[int, list[Any]]:
    """What Python has at each line; until the program ends, by an exception too."""
    found: dict[int, list[Any]] = {}

    def probe(value: Any) -> Any:
        import sys

        found.setdefault(sys._getframe(1).f_lineno, []).append(_snapshot(value))
        return value

    names: dict[str, Any] = {"probe": probe, "__name__": "__main__"}
    for statement in ast.parse(source).body:
        try:
            exec(compile(ast.Module([statement], []), "program.py", "exec"), names)
        except Exception:  # the program ends here
            break
    return found


def _snapshot(value: Any) -> Any:
    try:
        return copy.deepcopy(value)
    except Exception:  # generators and modules stay what they are
        return value


def _told(source: str, folder: Path) -> dict[int, list[tuple[str, Admits]]]:
    found: dict[int, list[tuple[str, Admits]]] = {}

    def observe(interpreter: Any, node: ast.expr, value: Any) -> None:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id == "probe":
                found.setdefault(node.lineno, []).append(_described(value))

    path = folder / "program.py"
    path.write_text("def probe(x):\n    return x\n" + source)
    analysis = analyze([str(path)], observe=observe)
    if analysis.failures:
        raise Unlike(f"the engine failed: {analysis.failures}")
    if analysis.findings:
        found.setdefault(-1, [])
    return {line - 2: values for line, values in found.items()}


def findings(source: str, folder: Path) -> list[str]:
    path = folder / "program.py"
    path.write_text("def probe(x):\n    return x\n" + source)
    return [f"{each.place.line - 2}: {each.message}" for each in analyze([str(path)]).findings]


# -- what an abstract value stands for ---------------------------------------------------------------------------------


def _described(value: Any, depth: int = 0) -> tuple[str, Admits]:
    """A text in which `?` is what is not known, and the test of a concrete value."""
    value = resolve(value)
    if is_unknown(value) or depth > _DEPTH:
        return "?", lambda real: True
    if value is None or isinstance(value, _CONSTANTS):
        return repr(value), lambda real: _same(real, value)
    if isinstance(value, PyValue):
        names = (value.type,) if value.sure else (value.type, "int")
        return f"?{value.type}", lambda real: type(real).__name__ in names
    if isinstance(value, OneOf):
        parts = [_described(each, depth + 1) for each in value.values]
        return "?" + "|".join(text for text, _ in parts), lambda real: any(
            admits(real) for _, admits in parts
        )
    if isinstance(value, (tuple, Seq)):
        return _sequence(value, (tuple,), depth)
    if isinstance(value, Container):
        return _container(value, depth)
    if isinstance(value, Instance):
        return _instance(value, depth)
    if isinstance(value, Range):
        return "range", lambda real: isinstance(real, range)
    if isinstance(value, Class):
        return value.name, lambda real: isinstance(real, type) and real.__name__ == value.name
    return type(value).__name__, lambda real: True


def _same(real: Any, constant: Any) -> bool:
    return type(real) is type(constant) and (real == constant or real != real)


def _sequence(value: Any, kinds: tuple[type, ...], depth: int) -> tuple[str, Admits]:
    known = value if isinstance(value, tuple) else value.prefix
    parts = [_described(each, depth + 1) for each in known]
    rest = None if isinstance(value, tuple) else _described(value.rest, depth + 1)
    text = f"({', '.join(text for text, _ in parts)}{', ?...' if rest else ''})"

    def admits(real: Any) -> bool:
        if not isinstance(real, kinds):
            return False
        items = list(real)
        if rest is None and len(items) != len(parts):
            return False
        return all(test(item) for (_, test), item in zip(parts, items)) and all(
            rest is not None and rest[1](item) for item in items[len(parts) :]
        )

    return text, admits


def _container(value: Container, depth: int) -> tuple[str, Admits]:
    contents = value.contents
    if value.kind in ("iterator", "generator"):
        return value.kind, lambda real: hasattr(real, "__next__") or hasattr(real, "__iter__")
    if isinstance(contents, Mapped):
        return _mapping(contents, depth)
    if value.kind == "set":
        return _set(contents, depth)
    kinds: dict[str, tuple[type, ...]] = {"list": (list,), "deque": (deque,)}
    # The engine gives views of dicts as lists.
    views = (type({}.keys()), type({}.values()), type({}.items()))
    return _sequence(contents, (*kinds.get(value.kind, (object,)), *views), depth)


def _set(contents: Any, depth: int) -> tuple[str, Admits]:
    known = contents if isinstance(contents, tuple) else contents.prefix
    parts = [_described(each, depth + 1) for each in known]
    exact = isinstance(contents, tuple)
    rest: Admits = (lambda real: False) if exact else _described(contents.rest, depth + 1)[1]

    def admits(real: Any) -> bool:
        return isinstance(real, (set, frozenset)) and all(
            any(test(item) for _, test in parts) or rest(item) for item in real
        )

    return f"{{{', '.join(text for text, _ in parts)}{'' if exact else ', ?'}}}", admits


def _mapping(contents: Mapped, depth: int) -> tuple[str, Admits]:
    known = {key: _described(each, depth + 1) for key, each in contents.known.items()}
    rest = None if contents.rest is ABSENT else _described(contents.rest, depth + 1)
    optional = contents.optional
    text = ", ".join(
        f"{_described(key)[0]}{'?' if key in optional else ''}: {value[0]}"
        for key, value in known.items()
    )

    def admits(real: Any) -> bool:
        if not isinstance(real, Mapping):
            return False
        plain = {key: test for key, test in known.items() if isinstance(key, (*_CONSTANTS, tuple))}
        if len(plain) < len(known):
            return True
        if any(key not in real for key in plain if key not in optional):
            return False
        return all(
            plain[key][1](item) if key in plain else rest is not None and rest[1](item)
            for key, item in real.items()
        )

    return f"{{{text}{', ?' if rest else ''}}}", admits


def _instance(value: Instance, depth: int) -> tuple[str, Admits]:
    name = value.cls.name.rpartition(".")[2]
    inside = held(value)
    described = None if inside is ABSENT else _described(inside, depth + 1)
    is_external = isinstance(value.cls, External)

    def admits(real: Any) -> bool:
        names = [each.__name__ for each in type(real).__mro__]
        if name not in names and not (is_external and value.cls.name.count("_")):
            return False
        if isinstance(real, enum.Enum):
            return value.read("name", real.name) == real.name
        if described is None:
            return True
        for kind in (int, float, str, tuple, list, dict, set):
            if isinstance(real, kind):
                return described[1](kind(real))
        return True

    return name, admits
