"""Run-time signatures as parameters of a stub."""

from __future__ import annotations

import inspect
import keyword
from typing import Any

from .api import Function, Parameter

KINDS = {
    inspect.Parameter.POSITIONAL_ONLY: "positional",
    inspect.Parameter.POSITIONAL_OR_KEYWORD: "both",
    inspect.Parameter.VAR_POSITIONAL: "*",
    inspect.Parameter.KEYWORD_ONLY: "keyword",
    inspect.Parameter.VAR_KEYWORD: "**",
}
ANYTHING = (Parameter("args", "*"), Parameter("kwargs", "**"))
SHORT = 40


def default_text(value: Any) -> str:
    """The default as an editor should show it: plain values as they are, everything else `...`."""
    if value is None or type(value) in (bool, int):
        return repr(value)
    if (
        type(value) in (str, bytes, float)
        and len(repr(value)) < SHORT
        and value == value
        and value not in INFINITE
    ):
        return repr(value)
    return "..."


INFINITE = (float("inf"), float("-inf"))


def annotation(name: str, default: Any) -> str:
    """`name=None`, the name of an op, is the one parameter that means the same everywhere."""
    return "builtins.str | None" if name == "name" and default is None else "Any"


def parameter(raw: inspect.Parameter) -> Parameter:
    has_default = raw.default is not inspect.Parameter.empty
    return Parameter(
        raw.name,
        KINDS[raw.kind],
        annotation(raw.name, raw.default if has_default else ...),
        default_text(raw.default) if has_default else None,
    )


def parameters(callable_: Any) -> tuple[Parameter, ...]:
    """The parameters as `inspect.signature` has them; anything goes where Python cannot tell."""
    try:
        raw = inspect.signature(callable_).parameters.values()
    except (ValueError, TypeError):
        return ANYTHING
    if any(keyword.iskeyword(p.name) or not p.name.isidentifier() for p in raw):
        return ANYTHING
    return tuple(parameter(p) for p in raw)


def function(name: str, callable_: Any) -> Function:
    return Function(name, parameters(callable_))
