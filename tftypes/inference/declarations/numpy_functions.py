"""What NumPy's functions and the methods of its arrays take, from a table that is made of NumPy's own signatures.

Of keywords that the table does not have nothing is said: another version may have them.
"""

from __future__ import annotations

import inspect
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from .entries import Function, FunctionKind, Parameter, Signature

_TABLE: Final = Path(__file__).with_suffix(".txt")
Kind = inspect.Parameter
_MORE: Final = Parameter("more", Kind.VAR_KEYWORD, None)


@cache
def function(name: str) -> Function | None:
    """A function or method by its full name.

    >>> [(each.name, each.required) for each in function("numpy.stack").overloads[0].parameters][:2]
    [('arrays', True), ('axis', False)]
    """
    found = _rows().get(name)
    if found is None:
        return None
    kind: FunctionKind = "method" if name.startswith("numpy.ndarray.") else "function"
    return Function(name, kind, (Signature((*map(_parameter, found.split()), _MORE)),))


@cache
def _rows() -> MappingProxyType[str, str]:
    lines = (line.partition(" ") for line in _TABLE.read_text().splitlines())
    return MappingProxyType({name: parameters for name, _, parameters in lines})


def _parameter(told: str) -> Parameter:
    """A parameter as the table has it: `axis`, `axis=`, `out=:` by name alone, `*arrays`."""
    name = told.strip("*=:")
    if told.startswith("*"):
        return Parameter(name, Kind.VAR_KEYWORD if told[1] == "*" else Kind.VAR_POSITIONAL, None)
    kind = Kind.KEYWORD_ONLY if told.endswith(":") else Kind.POSITIONAL_OR_KEYWORD
    return Parameter(name, kind, "..." if "=" in told else None)
