"""Whether a function takes a call, by the number of positional arguments and the names of the others."""

from __future__ import annotations

import inspect
from collections.abc import Collection, Sequence

from tftypes.inference.spelling import misspelt

from .entries import Function, Parameter, Signature

Kind = inspect.Parameter
BY_POSITION = (Kind.POSITIONAL_ONLY, Kind.POSITIONAL_OR_KEYWORD)
BY_NAME = (Kind.POSITIONAL_OR_KEYWORD, Kind.KEYWORD_ONLY)

#: What may be wrong with a call, from what is furthest from being right.
_POSITIONS, _NAME, _TWICE, _MISSING = range(4)


def refusal(
    function: Function,
    positional: int,
    keywords: Collection[str] = (),
    *,
    bound: bool = True,
    unpacked: bool = False,
) -> str | None:
    """What is wrong with a call; None if an overload takes it.

    Args:
      function: what is called.
      positional: how many positional arguments there are.
      keywords: the names of the keyword arguments.
      bound: whether the first parameter of a method, a class method or `__new__` is filled in, as in `x.method(...)`.
      unpacked: whether the call has `*args` or `**kwargs` too: then nothing is missing.

    Of several overloads, the message is that of the one that is nearest to taking the call.
    """
    has_owner = function.kind in ("method", "classmethod") or function.name.endswith(".__new__")
    problems = []
    for each in function.overloads:
        parameters = _without_first(each) if bound and has_owner else each.parameters
        problem = _problem(parameters, positional, keywords, unpacked)
        if problem is None:
            return None
        problems.append(problem)
    # Of equally near ones, the first.
    return max(problems, key=lambda problem: problem[0])[1] if problems else None


def _without_first(signature: Signature) -> tuple[Parameter, ...]:
    """The parameters that a bound call leaves; `*args` takes its instance, and any number besides."""
    given = signature.parameters
    return given[1:] if given and given[0].kind in BY_POSITION else given


def _problem(
    parameters: Sequence[Parameter], positional: int, keywords: Collection[str], unpacked: bool
) -> tuple[int, str] | None:
    """How far a call is from right, and what is wrong with it; None if it is right."""
    ordered = [each for each in parameters if each.kind in BY_POSITION]
    kinds = {each.kind for each in parameters}
    if positional > len(ordered) and Kind.VAR_POSITIONAL not in kinds:
        plural = "" if len(ordered) == 1 else "s"
        names = ", ".join(each.name for each in ordered)
        hint = f"; it takes {names}" if 0 < len(ordered) < 5 else ""
        words = f"takes {len(ordered)} positional argument{plural}, got {positional}"
        return _POSITIONS, f"{words}{hint}"
    by_name = {each.name for each in parameters if each.kind in BY_NAME}
    passed = {each.name for each in ordered[:positional]}
    for name in keywords:
        if name not in by_name and Kind.VAR_KEYWORD not in kinds:
            return _NAME, _unknown(name, by_name - passed - {*keywords}, ordered)
    for each in ordered[:positional]:
        if each.name in keywords and each.kind in BY_NAME:
            return _TWICE, f"argument {each.name!r} is given twice, by position and by name"
    for each in parameters:
        given = each.name in passed or (each.name in keywords and each.kind in BY_NAME)
        if each.required and not given and not unpacked:
            wanted = ", ".join(each.name for each in parameters if each.required)
            hint = f"; it takes {wanted}" if wanted != each.name else ""
            return _MISSING, f"argument {each.name!r} is missing{hint}"
    return None


def _unknown(name: str, by_name: Collection[str], ordered: Sequence[Parameter]) -> str:
    if any(each.name == name for each in ordered):
        return f"argument {name!r} can be given by position only"
    return unknown_name(name, by_name)


def unknown_name(name: str, known: Collection[str]) -> str:
    """What is wrong with a keyword that is none of the known ones.

    >>> unknown_name("metric", ("loss", "metrics"))
    "has no parameter 'metric'; did you mean 'metrics'?"
    """
    close = misspelt(name, known)
    return f"has no parameter {name!r}" + (f"; did you mean {close!r}?" if close else "")
