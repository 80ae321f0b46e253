"""The order of abstract values: equality, join, and what declarations add to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from itertools import repeat
from math import inf
from operator import is_
from typing import Any, Final

from tftypes.algebra import UNKNOWN, DType, Expr, Shape, TensorType, dtypes
from tftypes.algebra import Unknown as UnknownSize
from tftypes.inference import structs
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.models.tensorflow.ops.passes import Pass
from tftypes.inference.objects import (
    TOP,
    Class,
    Container,
    Function,
    Instance,
    Log,
    Module,
    Trace,
    Unknown,
    Value,
    python_type,
    resolve,
)
from tftypes.inference.rounds import before_narrowing
from tftypes.inference.state import ABSENT, Definite, Heap
from tftypes.inference.structs import Struct
from tftypes.inference.values import Dataset, Mapped, OneOf, Range, Seq, Tensor, count_of

#: More alternatives than these are TOP.
ALTERNATIVES: Final = 4
_DEPTH: Final = 6
#: What a program changes through any name that it has.
_OBJECTS: Final = (Container, Instance)


def same(a: Value, b: Value) -> bool:
    """Whether two values say the same; objects are the same only as one object."""
    if a is b:
        return True
    if type(a) is not type(b):
        return isinstance(a, TensorType) and isinstance(b, TensorType) and _same_tensors(a, b)
    if isinstance(a, (tuple, list)):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, TensorType):
        return _same_tensors(a, b)
    if isinstance(a, Heap):
        return False
    if isinstance(a, Log):
        return len(a.entries) == len(b.entries) and all(map(is_, a.entries, b.entries))
    if isinstance(a, slice):
        return same((a.start, a.stop, a.step), (b.start, b.stop, b.step))
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, (int, float, str, bytes, complex, Expr, DType, Shape, PyValue)):
        return bool(a == b) or a != a and b != b  # nan is the same constant
    if is_dataclass(a):
        return all(same(getattr(a, each.name), getattr(b, each.name)) for each in fields(a))
    return bool(a == b)


def _same_tensors(a: TensorType, b: TensorType) -> bool:
    return (
        a == b
        and same(a.value, b.value)
        and all(
            same(getattr(a, name, None), getattr(b, name, None))
            for name in ("trace", "identity", "history")
        )
        and getattr(a, "sources", None) == getattr(b, "sources", None)
    )


def alike(a: Value, b: Value, depth: int = 3) -> bool:
    """Whether two objects that were made in different rounds of a loop say the same."""
    if same(a, b):
        return True
    if (
        type(a) is not type(b)
        or not isinstance(a, Heap)
        or isinstance(a, (Class, Module))
        or not depth
    ):
        return False
    if (
        isinstance(a, Container)
        and a.kind != b.kind
        or isinstance(a, Instance)
        and a.cls is not b.cls
    ):
        return False
    if isinstance(a, Function):
        return _is_defined_as(a, b) and same(a.defaults, b.defaults)
    keys = set(a.written())
    return keys == set(b.written()) and all(
        _alike_parts(a.read(key), b.read(key), depth - 1) for key in keys
    )


def _is_defined_as(a: Function, b: Function) -> bool:
    """Whether one `def` or `lambda` has made two functions, with the same names in reach."""
    return a.code is b.code and a.parent is b.parent


def _alike_parts(a: Value, b: Value, depth: int) -> bool:
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(_alike_parts(x, y, depth) for x, y in zip(a, b))
    if isinstance(a, Seq) and isinstance(b, Seq):
        parts = (*a.prefix, a.rest, a.count), (*b.prefix, b.rest, b.count)
        return _alike_parts(*parts, depth)
    return alike(a, b, depth)


# -- join -------------------------------------------------------------------------------------------------------------


def join(a: Value, b: Value, depth: int = 0) -> Value:
    """What two values agree on; ABSENT agrees with everything.

    >>> join(TensorType.parse("float32[2, 3]"), TensorType.parse("float32[4, 3]"))
    float32[?, 3]
    >>> join((1, "a"), (2, "a"))
    (PyValue(type='int', sure=True), 'a')
    """
    if a is b or b is ABSENT:
        return a
    if a is ABSENT:
        return b
    if same(a, b):
        return a
    if type(a) is Unknown or type(b) is Unknown:
        a, b = resolve(a), resolve(b)
    if a is TOP or b is TOP or type(a) is Unknown or type(b) is Unknown or depth > _DEPTH:
        return TOP
    if isinstance(a, OneOf) or isinstance(b, OneOf):
        return _either(a, b, depth)
    joined = _join_alike(a, b, depth)
    return OneOf((a, b)) if joined is None else joined


def join_all(values: Iterable[Value]) -> Value:
    """The join of any number of values; TOP of none."""
    result: Value = ABSENT
    for each in values:
        result = join(result, each)
    return TOP if result is ABSENT else result


def all_items(items: tuple[Value, ...] | Seq) -> tuple[Value, ...]:
    """The items that are told one by one, and what all others are."""
    return items if isinstance(items, tuple) else (*items.prefix, items.rest)


def map_items(
    function: Callable[[Value], Value], items: tuple[Value, ...] | Seq
) -> tuple[Value, ...] | Seq:
    """The items with what a function makes of each."""
    if isinstance(items, tuple):
        return tuple(map(function, items))
    return Seq(tuple(map(function, items.prefix)), function(items.rest), items.count)


def any_of(items: Value) -> Value:
    """What each of some items is; TOP where they are not known."""
    if items is None:
        return TOP
    result: Value = ABSENT
    for each in all_items(items):
        result = _apart(result, each, inf)
    return TOP if result is ABSENT else result


def _apart(a: Value, b: Value, begun: float) -> Value:
    """The join of two values; objects that others hold, as they were there when it began, are two though they are alike."""
    parts = [*_ways(a), *_ways(b)]
    old = {id(each): each for each in parts if type(each) in _OBJECTS and each.birth <= begun}
    if len(old) < 2:
        return join(a, b)
    rest = [each for each in parts if id(each) not in old and each is not ABSENT]
    found = (*old.values(), *(_ways(join_all(rest)) if rest else ()))
    return TOP if TOP in found or len(found) > ALTERNATIVES else OneOf(found)


def _ways(value: Value) -> tuple[Value, ...]:
    return value.values if isinstance(value, OneOf) else (value,)


def _join_alike(a: Value, b: Value, depth: int) -> Value | None:
    """The join of values of one kind; None where they are dissimilar."""
    if isinstance(a, TensorType) and isinstance(b, TensorType):
        return _join_tensors(a, b)
    if isinstance(a, (tuple, Seq)) and isinstance(b, (tuple, Seq)):
        return join_items(a, b, depth)
    if isinstance(a, Expr) and isinstance(b, Expr):
        if (before := before_narrowing(a)) == before_narrowing(b):
            return before
    p, q = python_type(a), python_type(b)
    if p is not None and q is not None:
        if p == q:
            return PyValue(p, all(getattr(each, "sure", True) for each in (a, b)))
        return PyValue("float", False) if {p, q} == {"int", "float"} else None
    if isinstance(a, Shape) and isinstance(b, Shape):
        return join_shapes(a, b)
    if isinstance(a, DType) and isinstance(b, DType):
        return DType.any()
    if isinstance(a, Struct) and isinstance(b, Struct):
        return structs.join(a, b, _enclosing)
    if isinstance(a, Dataset) and isinstance(b, Dataset):
        once = a.once if a.once == b.once else Pass()
        return Dataset(join(a.element, b.element, depth + 1), once, legacy=a.legacy or b.legacy)
    if isinstance(a, Mapped) and isinstance(b, Mapped):
        return _join_mapped(a, b, depth)
    if isinstance(a, Log) and isinstance(b, Log):
        return Log(
            (
                *a.entries,
                *(each for each in b.entries if not any(map(is_, a.entries, repeat(each)))),
            )
        )
    if isinstance(a, Range) and isinstance(b, Range):
        return Range(
            *(join(getattr(a, each), getattr(b, each)) for each in ("start", "stop", "step"))
        )
    if alike(a, b):
        return a
    if isinstance(a, Function) and isinstance(b, Function) and _is_defined_as(a, b):
        joined = {key: join(each, b.defaults[key], depth + 1) for key, each in a.defaults.items()}
        made = a.twin()
        made.defaults = joined
        return made
    return None


def _join_tensors(a: TensorType, b: TensorType) -> Value | None:
    if a.kind == b.kind:
        kind = a.kind
    elif {a.kind, b.kind} == {"tensor", "variable"}:
        kind = "tensor"
    else:
        return None
    dtype = a.dtype if a.dtype == b.dtype else DType.any()
    # The contents of two arrays are believed as long as nobody writes to either of them, which one value cannot say.
    kept = same(a.value, b.value) and (kind != "array" or a.shape.rank == 0)
    joined = TensorType(dtype, join_shapes(a.shape, b.shape), kind, a.value if kept else None)
    if isinstance(a, Tensor) and isinstance(b, Tensor):
        known = a.sources is not None and b.sources is not None
        return Tensor.of(
            joined,
            trace=a.trace if a.trace is b.trace else _enclosing(a.trace, b.trace),
            sources=a.sources | b.sources if known else None,  # type: ignore[operator]
        )
    return joined


def _enclosing(a: Trace | None, b: Trace | None) -> Trace | None:
    """The graph of a tensor that may be of either: the outer one where one is within the other."""
    if a is None or b is None:
        return None
    return (
        b if b.encloses(a) else a
    )  # of two that are done by now, either says that it is out of reach


def join_shapes(a: Shape, b: Shape) -> Shape:
    """The shape with the sizes on which both agree."""
    x, y = a.dims, b.dims
    if x is None or y is None or len(x) != len(y):
        return a if a == b else Shape.unknown()
    return Shape.of(*(each if same(each, other) else UNKNOWN for each, other in zip(x, y)))


def join_items(a: tuple[Value, ...] | Seq, b: tuple[Value, ...] | Seq, depth: int = 0) -> Value:
    """The join of sequences: item by item as far as both are known, the others together."""
    if isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b):
        return tuple(join(x, y, depth + 1) for x, y in zip(a, b))
    first = a if isinstance(a, Seq) else Seq(a, ABSENT)
    second = b if isinstance(b, Seq) else Seq(b, ABSENT)
    known = min(len(first.prefix), len(second.prefix))
    others = [*first.prefix[known:], *second.prefix[known:], first.rest, second.rest]
    prefix = tuple(join(x, y, depth + 1) for x, y in zip(first.prefix, second.prefix))
    count = count_of(a) if count_of(a) == count_of(b) else None
    return Seq(prefix, join_all(each for each in others if each is not ABSENT), count)


def _join_mapped(a: Mapped, b: Mapped, depth: int) -> Mapped:
    known = {
        key: join(a.known.get(key, ABSENT), b.known.get(key, ABSENT), depth + 1)
        for key in dict.fromkeys((*a.known, *b.known))
    }
    missing = a.known.keys() ^ b.known.keys()
    return Mapped(known, a.optional | b.optional | missing, join(a.rest, b.rest, depth + 1))


def _either(a: Value, b: Value, depth: int) -> Value:
    found = list(a.values) if isinstance(a, OneOf) else [a]
    for new in b.values if isinstance(b, OneOf) else (b,):
        for i, old in enumerate(found):
            joined = old if same(old, new) else _join_alike(old, new, depth + 1)
            if joined is not None:
                found[i] = joined
                break
        else:
            found.append(new)
    if len(found) == 1:
        return found[0]
    return OneOf(tuple(found)) if len(found) <= ALTERNATIVES else TOP


def join_slot(target: Heap, key: Any, a: Value, b: Value, begun: int = 0) -> Value:
    """The join of a slot's values at the end of two ways, which began at a tick of the trail."""
    if isinstance(key, Definite) and a is not b and (a is ABSENT or b is ABSENT):
        return TOP
    if isinstance(target, Instance) and (a is ABSENT or b is ABSENT):
        return a if b is ABSENT else b
    if type(target) is Unknown and (a is ABSENT or b is ABSENT):
        return ABSENT  # what one way tells of it need not hold on the other
    return _apart(a, b, begun)


# -- meet ------------------------------------------------------------------------------------------------------------


def refined(got: TensorType, declared: TensorType) -> TensorType:
    """A tensor with what a declared type says of it where it says less itself."""
    dtype = got.dtype
    if (
        not dtype.is_known
        and dtypes.compatible(declared.dtype, dtype) is not False
        and (declared.dtype.is_known or declared.dtype.names < dtype.names)
    ):
        dtype = declared.dtype
    shape = _refined_shape(got.shape, declared.shape)
    if dtype is got.dtype and shape is got.shape:
        return got
    made = TensorType(dtype, shape, got.kind, got.value)
    if not isinstance(got, Tensor):
        return made
    known = {name: getattr(got, name) for name in ("trace", "identity", "sources", "history")}
    return Tensor.of(made, **known)


def _refined_shape(got: Shape, declared: Shape) -> Shape:
    if got.rank is None:
        return declared if declared.rank is not None or got == Shape.unknown() else got
    if declared.rank != got.rank or UNKNOWN not in got.prefix:
        return got
    return Shape.of(*(b if isinstance(a, UnknownSize) else a for a, b in zip(got, declared)))
