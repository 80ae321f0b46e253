"""The type of a tensor as a value: dtype, shape and kind.

>>> TensorType.parse("float32[2, ?, N]")
float32[2, ?, N]
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, get_args

from tftypes.algebra import shapes
from tftypes.algebra.dims import Dim, DimSyntaxError, Symbol
from tftypes.algebra.dtype import DType
from tftypes.algebra.dtype_tables import GROUPS
from tftypes.algebra.shapes import Shape

#: What stands for matrices without holding them, by the names of TensorFlow's classes; the last is the base of all.
OperatorKind = Literal[
    "LinearOperatorDiag",
    "LinearOperatorFullMatrix",
    "LinearOperatorIdentity",
    "LinearOperatorLowerTriangular",
    "LinearOperatorScaledIdentity",
    "LinearOperatorZeros",
    "LinearOperator",
]
Kind = Literal[
    "tensor",
    "variable",
    "ragged",
    "sparse",
    "indexed_slices",
    "spec",
    "array",
    "symbol",
    OperatorKind,
]
OPERATORS: tuple[OperatorKind, ...] = get_args(OperatorKind)
_KINDS: tuple[Kind, ...] = get_args(Kind)


def passes_for(kind: Kind, wanted: Kind) -> bool:
    """Whether what is of one kind goes where another is expected: a variable is read.

    >>> passes_for("variable", "tensor"), passes_for("LinearOperatorDiag", "LinearOperator")
    (True, True)
    """
    if kind == wanted:
        return True
    return (
        kind in OPERATORS
        if wanted == "LinearOperator"
        else (kind, wanted) == ("variable", "tensor")
    )


@dataclass(frozen=True, slots=True, repr=False)
class TensorType:
    """Dtype, shape and kind of a tensor-like value.

    ``value`` is what is known of the contents of a small integer tensor, nested
    tuples of dims, or None; it takes no part in equality.

    >>> print(TensorType(DType.of("float32"), Shape.of(2, None), "variable"))
    variable float32[2, ?]
    """

    dtype: DType
    shape: Shape
    kind: Kind = "tensor"
    value: object = field(default=None, compare=False)

    @classmethod
    def unknown(cls) -> TensorType:
        """The tensor of which nothing is known."""
        return _UNKNOWN

    @classmethod
    def parse(cls, text: str, resolve: Callable[[str], Dim] = Symbol) -> TensorType:
        """The type that a text says: ``float32[2, ?]``, ``?[...]``, ``ragged int8 | int16[N]``.

        ``resolve`` gives the dim of a name, by default a symbol. Raises ValueError
        for anything else, `DimSyntaxError` with the position where a dim is wrong.

        >>> TensorType.parse("variable Floating[2*N, 3]")
        variable Floating[2*N, 3]
        """
        head, bracket, dims = text.partition("[")
        try:
            shape = shapes.parse(bracket + dims, resolve)
        except DimSyntaxError as error:
            raise DimSyntaxError(text, len(head) + error.position, error.reason) from None
        first, _, rest = head.strip().partition(" ")
        kind = next((kind for kind in _KINDS if kind == first and rest), None)
        return cls(_parse_dtype(rest if kind else head), shape, kind or "tensor")

    def __str__(self) -> str:
        prefix = "" if self.kind == "tensor" else f"{self.kind} "
        return f"{prefix}{self.dtype}{self.shape}"

    __repr__ = __str__


_UNKNOWN = TensorType(DType.any(), Shape.unknown())


def _parse_dtype(text: str) -> DType:
    name = text.strip()
    if name == "?":
        return DType.any()
    if name in GROUPS:
        return DType.group(name)
    return DType.of(*(part.strip() for part in name.split("|")))


__all__ = ["OPERATORS", "Kind", "TensorType", "passes_for"]
