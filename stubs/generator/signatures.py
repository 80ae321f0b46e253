"""Run-time signatures as parameters of a stub."""

from __future__ import annotations

import inspect
import keyword
from typing import Any

from . import hints, returns
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


def parameter(raw: inspect.Parameter, annotation: str = "Any") -> Parameter:
    has_default = raw.default is not inspect.Parameter.empty
    return Parameter(
        raw.name,
        KINDS[raw.kind],
        annotation,
        default_text(raw.default) if has_default else None,
    )


def parameters(callable_: Any, named: hints.Named | None = None) -> tuple[Parameter, ...]:
    """The parameters as `inspect.signature` has them; anything goes where Python cannot tell.

    With `named`, which names public classes, they are typed as far as TensorFlow tells.
    """
    try:
        raw = inspect.signature(callable_).parameters.values()
    except (ValueError, TypeError):
        return ANYTHING
    if any(keyword.iskeyword(p.name) or not p.name.isidentifier() for p in raw):
        return ANYTHING
    if named is None:
        return tuple(parameter(p, only_name(p)) for p in raw)
    said, documented = hints.evaluated(callable_), hints.documented(callable_)
    return tuple(
        parameter(
            p,
            hints.parameter(p.name, p.default, said.get(p.name), documented.get(p.name, ""), named),
        )
        if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)
        else parameter(p)
        for p in raw
    )


def only_name(p: inspect.Parameter) -> str:
    """`name=None`, the name of an op, is the one parameter that means the same everywhere."""
    return "builtins.str | None" if p.name == "name" and p.default is None else "Any"


def function(name: str, callable_: Any, named: hints.Named | None = None) -> Function:
    said = hints.result(callable_, named) if named else returns.OPEN
    result = returns.shown(callable_) if said == returns.OPEN else said
    return Function(name, parameters(callable_, named), result)
