"""Annotated dtypes and shapes, compiled to what a call compares.

A pattern compares with a value and binds type variables and named dimensions in the `Call`. An
unknown size or rank never refutes anything.
"""

from __future__ import annotations

import enum
from collections.abc import Hashable
from typing import Any, NamedTuple

import tensorflow as tf

from tftypes.algebra import dims as algebra
from tftypes.algebra.dims import Dim, Expr, NamedInt, Symbol, Unknown
from tftypes.runtime.describe import describe, show_sizes
from tftypes.runtime.errors import Mismatch, Path, show_path

Sizes = tuple["int | None", ...]


class Policy(enum.Enum):
    """What may stand where a tensor is annotated."""

    CONVERT = enum.auto()  #: what converts to the annotated dtype without change
    NATURAL = enum.auto()  #: what TensorFlow converts to that dtype by itself
    EXACT = enum.auto()  #: tensors only


class UnknownSize(NamedTuple):
    """A size that an annotation speaks of and that nobody knows before the graph runs."""

    dim: Any
    tensor: Any
    axis: int
    path: Path
    #: The annotation, as messages show it.
    expected: str


class Call:
    """What one call has shown so far: the sizes and dtypes bound, and the tensors found."""

    __slots__ = (
        "converted",
        "deferred",
        "dtypes",
        "leaves",
        "opaque",
        "pending",
        "policy",
        "replicas",
        "sizes",
        "specs",
        "traced",
        "unknown",
        "variables",
    )

    def __init__(
        self,
        policy: Policy = Policy.CONVERT,
        specs: bool = False,
        sizes: dict[Hashable, Any] | None = None,
    ) -> None:
        #: Size of each symbol, or sizes of each `*Ts`, with the path where it was first seen.
        self.sizes: dict[Hashable, tuple[Any, Path | str]] = dict(sizes) if sizes else {}
        self.dtypes: dict[Hashable, tuple[int, Path]] = {}
        #: Arithmetic dims, compared when all symbols have had their chance.
        self.pending: list[tuple[Expr, int, Path, str, Any]] = []
        #: Values of the leaves, in the order in which TensorFlow flattens the arguments.
        self.leaves: list[Any] = []
        #: The variables among them, by id: a trace depends on which of them are the same.
        self.variables: list[int] = []
        #: Whether a leaf is something of which only TensorFlow knows what a trace depends on.
        self.opaque = False
        #: Whether a leaf is another object than what was passed.
        self.converted = False
        self.policy = policy
        #: Whether specs may stand for values, as in `get_concrete_function`.
        self.specs = specs
        #: Whether the arguments are those that the body sees, made tensors by TensorFlow.
        self.traced = False
        #: Sizes that only the running graph knows, where they are asked for.
        self.unknown: list[UnknownSize] | None = None
        #: What only the running graph can decide: conditions, each with what it says if it fails.
        self.deferred: list[tuple[Any, Mismatch]] = []
        #: What each replica has shown, if a value is distributed.
        self.replicas: list[Call] = []

    def mark(self) -> tuple[Any, ...]:
        """The state, to go back to with `reset`."""
        unknown = None if self.unknown is None else len(self.unknown)
        lists = (self.pending, self.leaves, self.variables, self.deferred)
        counts = *map(len, lists), unknown
        replicas = [replica.mark() for replica in self.replicas]
        return dict(self.sizes), dict(self.dtypes), counts, self.opaque, replicas

    def reset(self, mark: tuple[Any, ...]) -> None:
        """Forgets what was bound and found since `mark`."""
        self.sizes, self.dtypes = dict(mark[0]), dict(mark[1])
        pending, leaves, variables, deferred, unknown = mark[2]
        del self.pending[pending:], self.leaves[leaves:]
        del self.variables[variables:], self.deferred[deferred:]
        if self.unknown is not None:
            del self.unknown[unknown:]
        self.opaque = mark[3]
        del self.replicas[len(mark[4]) :]
        for replica, own in zip(self.replicas, mark[4]):
            replica.reset(own)

    def replica(self, index: int) -> Call:
        """What this call has shown to a replica: the sizes known so far, and its own."""
        while len(self.replicas) <= index:
            self.replicas.append(Call(specs=self.specs, sizes=self.sizes))
        return self.replicas[index]

    def finish(self, key: Hashable) -> Hashable:
        """The key of the whole call, given that of its arguments, when all are checked.

        Raises:
          Mismatch: if an arithmetic dim is refuted.
        """
        if self.pending or self.replicas:
            self.settle()
        if len(self.variables) > 1:
            return key, tuple(map(self.variables.index, self.variables))
        return key

    def settle(self) -> None:
        """Compares the arithmetic dims with what their symbols are now bound to.

        Raises:
          Mismatch: for the first that is refuted.
        """
        known = {key: size for key, (size, _) in self.sizes.items()}
        for expression, size, path, expected, tensor in self.pending:
            value = algebra.substitute(expression, known)
            if algebra.equal(value, size) is False:
                raise Mismatch(
                    path, expected, describe(tensor), self._arithmetic(expression, value)
                )
        for replica in self.replicas:
            replica.settle()

    def _arithmetic(self, expression: Expr, value: Dim) -> str:
        names = ", ".join(
            f"{symbol.name} = {self.sizes[symbol.key][0]} ({origin(self.sizes[symbol.key][1])})"
            for symbol in algebra.symbols(expression)
            if symbol.key in self.sizes
        )
        if isinstance(value, Expr):
            return f"no size makes {expression} that" if not names else f"{expression} with {names}"
        return f"{expression} is {value} with {names}"


class DTypePattern:
    """The dtypes that an annotation admits.

    Attributes: ``code``, TensorFlow's number of the only one, None if there are several;
    ``codes``, all of them, None for any; ``variable``, the TypeVar they stand for in a call.
    """

    __slots__ = ("code", "codes", "text", "variable")

    def __init__(
        self, codes: frozenset[int] | None, text: str, variable: Hashable | None = None
    ) -> None:
        self.codes = codes
        self.text = text
        self.variable = variable
        self.code = next(iter(codes)) if codes is not None and len(codes) == 1 else None

    @property
    def dtype(self) -> Any:
        """The only dtype as a `tf.DType`, or None."""
        return None if self.code is None else tf.as_dtype(self.code)

    def bind(self, code: int, path: Path, call: Call) -> str | None:
        """Compares a dtype; None if it fits, else the reason, "" where that is plain."""
        if self.codes is not None and code not in self.codes:
            return ""
        if self.variable is not None:
            known = call.dtypes.setdefault(self.variable, (code, path))
            if known[0] != code:
                name = tf.as_dtype(known[0]).name
                return f"{self.text} is {name} {origin(known[1])}"
        return None


class ShapePattern:
    """The shapes that an annotation admits: dims, with any number of others in between.

    Attributes: ``before`` and ``after``, the dims around ``middle``, which is None for a fixed
    rank, UNKNOWN for any dims, and a TypeVarTuple or TypeVar for the same dims in one call.
    """

    __slots__ = (
        "_fixed",
        "_names",
        "_sums",
        "after",
        "before",
        "least",
        "middle",
        "rank",
        "symbolic",
    )

    def __init__(
        self, before: tuple[Dim, ...], middle: Any = None, after: tuple[Dim, ...] = ()
    ) -> None:
        self.before, self.middle, self.after = before, middle, after
        self.least = len(before) + len(after)
        self.rank = self.least if middle is None else None
        places = [*enumerate(before), *enumerate(after, -len(after))]
        #: Whether a size has a name: only a call knows it.
        self.symbolic = any(isinstance(d, Expr) for _, d in places) or not (
            middle is None or isinstance(middle, Unknown)
        )
        self._fixed = tuple((i, int(d)) for i, d in places if isinstance(d, int))
        self._names = tuple((i, d.key) for i, d in places if isinstance(d, Symbol))
        self._sums = tuple(
            (i, d) for i, d in places if isinstance(d, Expr) and not isinstance(d, Symbol)
        )

    @property
    def tensor_shape(self) -> Any:
        """The most precise `tf.TensorShape` that every admitted shape is compatible with."""
        if self.rank is None:
            return tf.TensorShape(None)
        return tf.TensorShape([int(d) if isinstance(d, int) else None for d in self.before])

    def bind(
        self, sizes: Sizes | None, path: Path, call: Call, text: str, value: Any
    ) -> str | None:
        """Compares sizes and binds symbols; None if they fit, else the reason, or ""."""
        if sizes is None:
            return None
        rank = len(sizes)
        if rank != self.rank and (self.rank is not None or rank < self.least):
            return ""
        for axis, size in self._fixed:
            actual = sizes[axis]
            if actual != size and actual is not None:
                return ""
        for axis, key in self._names:
            actual = sizes[axis]
            if actual is not None:
                known = call.sizes.get(key)
                if known is None:
                    call.sizes[key] = (actual, path)
                elif known[0] != actual:
                    return self._conflict(key, known, actual)
        for axis, expression in self._sums:
            actual = sizes[axis]
            if actual is not None:
                call.pending.append((expression, actual, path, text, value))
        if call.unknown is not None and None in sizes:
            self._ask(sizes, path, call, text, value)
        if self.middle is not None and not isinstance(self.middle, Unknown):
            return self._bind_middle(sizes[len(self.before) : rank - len(self.after)], path, call)
        return None

    def _ask(self, sizes: Sizes, path: Path, call: Call, text: str, value: Any) -> None:
        """Notes the sizes that the annotation speaks of and that are not known."""
        places = [*enumerate(self.before), *enumerate(self.after, len(sizes) - len(self.after))]
        for axis, dim in places:
            if sizes[axis] is None and not isinstance(dim, Unknown):
                call.unknown.append(UnknownSize(dim, value, axis, path, text))  # type: ignore[union-attr]

    def _bind_middle(self, sizes: Sizes, path: Path, call: Call) -> str | None:
        known = call.sizes.get(self.middle)
        if known is None:
            call.sizes[self.middle] = (sizes, path)
            return None
        merged = _merged(known[0], sizes)
        if merged is None:
            return (
                f"{_star(self.middle)} is {show_sizes(known[0])} {origin(known[1])}, "
                f"{show_sizes(sizes)} here"
            )
        call.sizes[self.middle] = (merged, known[1])
        return None

    def _conflict(self, key: Hashable, known: tuple[Any, Path | str], actual: int) -> str:
        name = next(
            str(dim)
            for dim in self.before + self.after
            if isinstance(dim, Symbol) and dim.key == key
        )
        return f"{name} is {known[0]} {origin(known[1])}, {actual} here"

    def __str__(self) -> str:
        if self.middle is None:
            middle: tuple[str, ...] = ()
        else:
            middle = ("..." if isinstance(self.middle, Unknown) else _star(self.middle),)
        return (
            f"[{', '.join((*map(_show_dim, self.before), *middle, *map(_show_dim, self.after)))}]"
        )


def origin(path: Path | str) -> str:
    """Where a symbol was bound: in an argument, in a result, or as a text says."""
    if isinstance(path, str):
        return path
    text = show_path(path)
    return f"in {text}" if text.startswith("returns") else f"in argument '{text}'"


def _merged(a: Sizes, b: Sizes) -> Sizes | None:
    """What two views of the same dims say together; None if they contradict each other."""
    if len(a) != len(b) or any(x != y and None not in (x, y) for x, y in zip(a, b)):
        return None
    return tuple(y if x is None else x for x, y in zip(a, b))


def _star(variable: Any) -> str:
    return f"*{variable.__name__}"


def _show_dim(dim: Dim) -> str:
    return dim.describe() if isinstance(dim, NamedInt) else str(dim)
