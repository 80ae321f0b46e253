"""Private names: the stubs have what is public.

`private_names.json` has those of TensorFlow's and Keras' classes; `python -m tests.oracle.private_names` writes it.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Final

from mypy.checker import TypeChecker
from mypy.checker_state import checker_state
from mypy.errors import ErrorInfo
from mypy.nodes import MypyFile
from mypy.types import Instance, ProperType

from tftypes_mypy.features.facts import alone
from tftypes_mypy.features.facts.alone import type_of
from tftypes_mypy.patterns import Pattern
from tftypes_mypy.syntax import owners_at

_MISSING: Final = Pattern(
    r'(?:Item )?"[^"]*"(?: of "[^"]*")? has no attribute "(?P<name>_[a-z]\w*)"(?P<hint>; maybe )?'
)
_MISSING_ABOVE: Final = Pattern(r'"(?P<name>_[a-z]\w*)" undefined in superclass')


def is_private(info: ErrorInfo, tree: MypyFile) -> bool:
    """`x._rank()`, and `super()._moments(x, mask)` in a layer.

    Of a class of the program's own mypy may know what was meant: `self._sise; maybe "_size"?`
    """
    above = _MISSING_ABOVE.match(info.message)
    if above is not None:
        return above["name"] in _names() and _is_in_subclass()
    missing = _MISSING.match(info.message)
    return missing is not None and any(
        alone.is_of_tensorflow(typ := type_of(owner))
        and (_is_of_stubs(typ) or missing["hint"] is None or missing["name"] in _names())
        for owner in owners_at(tree, info.line, info.column, missing["name"])
    )


@cache
def _names() -> frozenset[str]:
    """Those that one of the classes has or sets."""
    return frozenset(json.loads(Path(__file__).with_name("private_names.json").read_text("utf-8")))


def _is_of_stubs(typ: ProperType | None) -> bool:
    return not isinstance(typ, Instance) or typ.type.fullname.startswith("tensorflow.")


def _is_in_subclass() -> bool:
    """Whether mypy is in a class that derives from one of TensorFlow's."""
    checker = checker_state.type_checker
    within = checker.scope.current_class() if isinstance(checker, TypeChecker) else None
    return within is not None and alone.derives(within)
