"""Dims, shapes, dtypes and tensor types as values; pure Python.

The modules `dims`, `shapes`, `dtypes` and `tensors` hold the whole interface.
What has one meaning only is here too; `compatible`, `join`, `substitute` and
`parse` exist for several kinds of values and are used through their module:

>>> from tftypes.algebra import Shape, Symbol, shapes
>>> print(shapes.join(Shape.of(2, 3), Shape.of(2, 4)))
[2, ?]
"""

from __future__ import annotations

from tftypes.algebra import dims, dtypes, shapes, tensors
from tftypes.algebra.dims import (
    UNKNOWN,
    Dim,
    DimSyntaxError,
    Expr,
    NamedInt,
    Symbol,
    Unknown,
    equal,
    less,
    symbols,
)
from tftypes.algebra.dtypes import (
    DType,
    DTypeMismatch,
    can_hold,
    from_python,
    limits,
    meet,
    promote,
    promote_python,
    same,
    size,
)
from tftypes.algebra.shapes import (
    Shape,
    ShapeMismatch,
    UnifyError,
    Variadic,
    broadcast,
    broadcast_all,
    merge,
    mismatch,
    num_elements,
    unify,
)
from tftypes.algebra.tensors import TensorType

__all__ = [
    "UNKNOWN",
    "DType",
    "DTypeMismatch",
    "Dim",
    "DimSyntaxError",
    "Expr",
    "NamedInt",
    "Shape",
    "ShapeMismatch",
    "Symbol",
    "TensorType",
    "UnifyError",
    "Unknown",
    "Variadic",
    "broadcast",
    "broadcast_all",
    "can_hold",
    "dims",
    "dtypes",
    "equal",
    "from_python",
    "less",
    "limits",
    "meet",
    "merge",
    "mismatch",
    "num_elements",
    "promote",
    "promote_python",
    "same",
    "shapes",
    "size",
    "symbols",
    "tensors",
    "unify",
]
