"""Which hook has which name: the classes and the functions of `tftypes.struct`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from mypy.types import Type

from tftypes_mypy import names
from tftypes_mypy.features.calls import calling
from tftypes_mypy.features.calls.calling import Callbacks, Result
from tftypes_mypy.features.structs import fields as structs_fields
from tftypes_mypy.features.structs import items as structs_items
from tftypes_mypy.features.structs import ops as structs_ops
from tftypes_mypy.features.structs import orders as structs_orders
from tftypes_mypy.features.structs import paths as structs_paths
from tftypes_mypy.features.structs import values as structs_values

_FACTORIES: Final = (
    "from_row_splits",
    "from_row_lengths",
    "from_value_rowids",
    "from_uniform_row_length",
)

#: Functions, by their names alone: which module has them is nobody's business.
_RESULTS: Final[dict[str, Result]] = {
    **structs_orders.RESULTS,
    **structs_paths.RESULTS,
    **structs_values.RESULTS,
}
_PACKAGE: Final = "tftypes.struct."


def function(fullname: str) -> Callable[..., Type] | None:
    """The hook of a function of `tftypes.struct`."""
    result = _RESULTS.get(fullname.rpartition(".")[2]) if fullname.startswith(_PACKAGE) else None
    return None if result is None else partial(calling.returned, result=result)


def callbacks(fullname: str) -> Callbacks | None:
    """What the functions among its arguments are called with."""
    if not fullname.startswith(_PACKAGE):
        return None
    return structs_paths.CALLBACKS.get(fullname.rpartition(".")[2])


_METHODS: Final[dict[str, Callable[..., Type]]] = {
    "__getitem__": structs_items.index,
    "__iter__": structs_items.iterate,
    "field_value": structs_fields.field_value,
    "without": structs_fields.without,
    "with_only": structs_fields.with_only,
    "with_updates": structs_fields.with_updates,
    **{name: partial(structs_ops.factory, name=name) for name in _FACTORIES},
}
#: By the class that defines the method.
METHODS: Final[dict[str, Callable[..., Type]]] = {
    f"{owner}.{name}": hook for owner in names.STRUCTS for name, hook in _METHODS.items()
}

FUNCTIONS: Final[dict[str, Callable[..., Type]]] = {
    names.DENSE_STRUCT: structs_fields.dense,
    **{
        f"{names.RAGGED_STRUCT}.{name}": partial(structs_ops.factory, name=name)
        for name in _FACTORIES
    },
}

ATTRIBUTES: Final[dict[str, Callable[..., Type]]] = {
    f"{names.RAGGED_STRUCT}.{name}": partial(structs_ops.part, name=name)
    for name in ("values", "flat_values")
}
