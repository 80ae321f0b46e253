"""Parameters that have one value in every call: a default, and no spec.

`tf.function` takes the default for a constant of the trace then and refuses every
other value. mypy's type of the parameter stays what it is; the value is kept
beside it, where the call is checked.
"""

from __future__ import annotations

from typing import Any, Final

from mypy.types import Instance, LiteralType, NoneType, Type, UnionType, get_proper_type

from tftypes.algebra import UNKNOWN, TensorType
from tftypes_mypy import convert

_KEY: Final = "the only value"
#: Tensors that TensorFlow never takes for a Python value.
_TENSORS: Final = ("tensor", "variable", "ragged", "sparse")


def fix(typ: Type, value: Any, types: convert.Types) -> Type:
    """The type of a parameter, and that it has this value always."""
    proper = get_proper_type(typ)
    if isinstance(proper, UnionType):
        return UnionType(
            [fix(item, value, types) for item in proper.items], proper.line, proper.column
        )
    if not isinstance(proper, Instance):
        return typ
    if value is None:
        return proper.copy_with_extra_attr(_KEY, NoneType())
    if type(value) in (bool, int, str):
        fallback = types.make(f"builtins.{type(value).__name__}", [])
        return proper.copy_with_extra_attr(_KEY, LiteralType(value, fallback))
    return typ


def problem(declared: Type, value: Any) -> str | None:
    """Why a parameter of this type cannot have the value of an argument, if it cannot for sure.

    The value is one of `Values.of`.
    """
    only = _only_value(declared)
    if only is UNKNOWN:
        return None
    if isinstance(value, TensorType):
        if value.kind not in _TENSORS:
            return None
    elif not (value is None or isinstance(value, (bool, int, float, str))) or value == only:
        return None
    shown = value if isinstance(value, TensorType) else repr(value)
    return f"without a spec in input_signature it is {only!r} in every call, got {shown}"


def _only_value(declared: Type) -> Any:
    declared = get_proper_type(declared)
    for item in declared.items if isinstance(declared, UnionType) else [declared]:
        item = get_proper_type(item)
        if isinstance(item, Instance) and item.extra_attrs is not None:
            only = get_proper_type(item.extra_attrs.attrs.get(_KEY))
            if only is not None:
                return only.value if isinstance(only, LiteralType) else None
    return UNKNOWN
