"""What the type variables of one call stand for, and tensors held against their declared types.

Three answers: what is proved goes through, what is refuted is a `Problem`, what is not known is accepted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tftypes.algebra import (
    UNKNOWN,
    Dim,
    DType,
    Expr,
    Shape,
    Symbol,
    TensorType,
    UnifyError,
    Unknown,
    Variadic,
    dtypes,
    shapes,
    symbols,
)
from tftypes.algebra.expressions import Quotient
from tftypes.algebra.tensors import passes_for
from tftypes.inference.models.tensorflow.ops.values import plain
from tftypes.inference.objects import Value
from tftypes.inference.widening import soften

#: What is written of a place: `argument 'x'`, `field 'x'`.
Place = str


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a value is refuted."""

    code: str
    words: str


@dataclass(slots=True)
class Bindings:
    """Sizes, dtypes and other types by the keys of type variables; `by` is the place that bound one first."""

    dims: dict[Any, Any] = field(default_factory=dict)
    dtypes: dict[Any, DType] = field(default_factory=dict)
    values: dict[str, Value] = field(default_factory=dict)
    by: dict[Any, Place] = field(default_factory=dict)

    def copy(self) -> Bindings:
        return Bindings(dict(self.dims), dict(self.dtypes), dict(self.values), dict(self.by))

    def adopt(self, other: Bindings) -> None:
        self.dims, self.dtypes, self.values, self.by = (
            other.dims, other.dtypes, other.values, other.by
        )  # fmt: skip

    # -- what a declared type is in this call ---------------------------------------------------------------------------

    def resolve(self, declared: TensorType) -> TensorType:
        """The type with what is bound in place; type variables that are not are unknown."""
        dtype = declared.dtype
        if dtype.symbol is not None:
            dtype = self.dtypes.get(dtype.symbol.key, DType(dtype.names))
        return TensorType(dtype, self.shape(declared.shape), declared.kind)

    def shape(self, declared: Shape) -> Shape:
        found = {
            each.key: self.dims.get(
                each.key, UNKNOWN if isinstance(each, Symbol) else Shape.unknown()
            )
            for each in declared.symbols
            if isinstance(each, Variadic) or each.kind == "typevar"
        }
        return shapes.substitute(declared, found)

    # -- what a value binds ---------------------------------------------------------------------------------------------

    def take(self, declared: TensorType, got: TensorType, place: Place) -> Problem | None:
        """Bind what a tensor tells; what is wrong where it is refuted."""
        if not passes_for(got.kind, declared.kind):
            return None  # a wrong class is for a type checker to say
        why = self._take_dtype(declared.dtype, got.dtype, place)
        if why is not None:
            words = _expected(declared, got)
            return Problem("tf-dtype", f"{words}: {why}" if why else words)
        ranks = got.shape.rank, declared.shape.rank
        if None not in ranks and ranks[0] != ranks[1]:
            rank = "rank" if place.startswith("argument") else "rank is"
            words = f"{_expected(declared, got)}: {rank} {ranks[0]}, expected {ranks[1]}"
            return Problem("tf-rank", words)
        why = self._take_shape(declared.shape, got.shape, place)
        return None if why is None else Problem("tf-shape", f"{_expected(declared, got)}: {why}")

    def _take_dtype(self, declared: DType, got: DType, place: Place) -> str | None:
        symbol = declared.symbol
        if symbol is None and got == declared:
            return None
        if dtypes.compatible(got, DType(declared.names)) is False:
            return f"{symbol.name} is one of {DType(declared.names)}" if symbol else ""
        if symbol is None:
            return None
        bound = self.dtypes.get(symbol.key)
        if bound is not None and dtypes.same(got, bound) is False:
            return f"{symbol.name} is {bound} in {self.by[symbol.key]}"
        if bound is None or not bound.is_known and got.is_known:
            self.dtypes[symbol.key] = got
            self.by.setdefault(symbol.key, place)
        return None

    def _take_shape(self, declared: Shape, got: Shape, place: Place) -> str | None:
        try:
            found = shapes.unify(declared, got, self.dims)
        except UnifyError:
            got = soften(got)
            try:
                found = shapes.unify(declared, got, _softened(self.dims))
            except UnifyError as error:
                return self._told(error, place)
        for key in found.keys() - self.dims.keys():
            self.by[key] = place
        self.dims = found
        if not any(
            isinstance(each, Symbol) and each.kind == "dimension" for each in declared.symbols
        ):
            return None
        # A dimension is bound, too, to be one size in this call; yet two names never match.
        expected, soft = soften(self.shape(declared)), soften(got)
        if shapes.compatible(soft, expected) is False:
            return shapes.mismatch(soft, expected)
        return None

    def _told(self, error: UnifyError, place: Place) -> str:
        key = None if error.symbol is None else error.symbol.key
        if self.by.get(key, place) != place:
            return f"{error.symbol} is {error.bound} in {self.by[key]}, {error.found} here"
        return str(error)

    def take_size(self, declared: Dim, got: Dim, place: Place) -> Problem | None:
        """An int that is a size: `n: Dim[N]`."""
        why = self._take_shape(Shape.of(declared), Shape.of(got), place)
        if why is None:
            return None
        return Problem("tf-shape", f"expected {declared}, got {got}: {why.replace('dim 0', 'it')}")


def _softened(dims: Mapping[Any, Any]) -> dict[Any, Any]:
    return {key: soften(each) for key, each in dims.items()}


def _expected(declared: TensorType, got: TensorType) -> str:
    return f"expected {plain(declared)}, got {plain(got)}"


# -- where sizes are fixed ----------------------------------------------------------------------------------------------


def difference(declared: TensorType, got: TensorType) -> Problem | None:
    """What refutes that a tensor is of a declared type in which every type variable is some fixed size.

    A size that is an expression of others must be equal for all of their values.

    >>> declared, got = TensorType.parse("float32[N, 3]"), TensorType.parse("float32[3, N]")
    >>> difference(declared, got).words
    'expected float32[N, 3], got float32[3, N]: dim 0 is 3, expected N'
    """
    if not passes_for(got.kind, declared.kind):
        return None
    words = f"expected {plain(declared)}, got {plain(got)}"
    if dtypes.compatible(got.dtype, declared.dtype) is False:
        return Problem("tf-dtype", words)
    soft, want = soften(got.shape), soften(declared.shape)
    if None not in (soft.rank, want.rank) and soft.rank != want.rank:
        return Problem("tf-rank", f"{words}: rank is {soft.rank}, expected {want.rank}")
    why = shapes.mismatch(soft, want)
    if why is None and soft.rank is not None and soft.rank == want.rank:
        for axis, (found, wanted) in enumerate(zip(soft, want)):
            if _ever_differ(found, wanted):
                why = f"dim {axis} is {found}, expected {wanted}"
                break
    return None if why is None else Problem("tf-shape", f"{words}: {why}")


def _ever_differ(a: Dim, b: Dim) -> bool:
    """Whether two sizes differ for some values of the type variables in them, and only of those."""
    if isinstance(a, Unknown) or isinstance(b, Unknown):
        return False
    apart = a - b
    return isinstance(apart, Expr) and _is_polynomial(apart)


def _is_polynomial(size: Expr) -> bool:
    return not any(isinstance(each, Quotient) for each in size.atoms) and all(
        each.kind == "typevar" for each in symbols(size)
    )


@dataclass(slots=True)
class FixedBindings(Bindings):
    """Inside the body of a function: its type variables are some sizes that nobody knows, and stand for themselves.

    `fixed` are their names; others, which only the result mentions, may be anything.
    """

    fixed: frozenset[str] = frozenset()

    def copy(self) -> FixedBindings:
        return self

    def resolve(self, declared: TensorType) -> TensorType:
        dtype = declared.dtype
        if dtype.symbol is not None and dtype.symbol.name not in self.fixed:
            dtype = DType(dtype.names)
        return TensorType(dtype, self.shape(declared.shape), declared.kind)

    def shape(self, declared: Shape) -> Shape:
        left_open = {
            each.key: UNKNOWN if isinstance(each, Symbol) else Shape.unknown()
            for each in declared.symbols
            if each.name not in self.fixed
            and (isinstance(each, Variadic) or each.kind == "typevar")
        }
        return shapes.substitute(declared, left_open)

    def take(self, declared: TensorType, got: TensorType, place: Place) -> Problem | None:
        return difference(self.resolve(declared), got)

    def take_size(self, declared: Dim, got: Dim, place: Place) -> Problem | None:
        return None
