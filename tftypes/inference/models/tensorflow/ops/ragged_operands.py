"""What the general ops make of ragged operands: concat, stack, gather, reductions and others.

A type says which sizes of a ragged tensor are known, not how many of its dims are ragged: for rank 2 it is one, for
more the inner dims may be dense. Where dense or ragged depends on that, nothing is said.
"""

from __future__ import annotations

from typing import Any

from tftypes.algebra import UNKNOWN, Dim, DType, Shape, TensorType, equal

from .arguments import allow, axis_argument, dtype_argument, int_argument, ints_argument
from .broadcasting import mapped
from .conversion import as_tensor
from .groups import FLOATS, INDICES, QUOTIENTS
from .reductions import REDUCTIONS
from .rule import RULES, OpError, Unsure, on_ragged
from .values import BOOL, FLOAT32, INT32, INT64, is_number, is_ragged, known_bool, of, total


def ragged(dtype: DType, shape: Shape) -> TensorType:
    """A ragged result."""
    return TensorType(dtype, shape, "ragged")


def operand(value: Any, argument: str, like: DType | None = None) -> TensorType:
    """An operand that may be ragged or dense."""
    return the_ragged(value) if is_ragged(value) else as_tensor(value, like=like, argument=argument)


def the_ragged(value: Any) -> TensorType:
    """The operand that has to be the ragged one, without the lengths of its rows; Unsure where it is another argument."""
    if not is_ragged(value):
        raise Unsure
    return ragged(value.dtype, value.shape)


def known_rank(value: TensorType) -> int:
    if value.shape.rank is None:
        raise Unsure
    return value.shape.rank


def kept(value: TensorType, start: int = 1) -> tuple[Dim, ...]:
    """The sizes from an axis on, those of the rows' length unknown."""
    dims = value.shape.dims or ()
    return tuple(dim if place > 1 else UNKNOWN for place, dim in enumerate(dims))[start:]


# --- each element -----------------------------------------------------------------------------------------------------


@on_ragged(
    "tensorflow.cast",
    "tf.cast(ragged(i32[2, None]), tf.float32) -> ragged(f32[2, None])",
)
def cast(x: Any, dtype: Any, **rest: Any) -> TensorType:
    return ragged(dtype_argument(dtype), the_ragged(x).shape)


def _register_like(op: str) -> None:
    def function(input: Any, dtype: Any = None, **rest: Any) -> TensorType:
        x = the_ragged(input)
        return ragged(dtype_argument(dtype, x.dtype), x.shape)

    on_ragged(
        f"tensorflow.{op}",
        f"tf.{op}(ragged(f32[2, None])) -> ragged(f32[2, None])",
        f"tf.{op}(ragged(f32[2, None]), tf.int32) -> ragged(i32[2, None])",
    )(function)


for _op in ("zeros_like", "ones_like"):
    _register_like(_op)


def _register_same(op: str, argument: str, more: str, floats: bool) -> None:
    def function(**given: Any) -> TensorType:
        value = the_ragged(given[argument])
        return allow(value, FLOATS, argument) if floats else value

    on_ragged(
        f"tensorflow.{op}",
        f"tf.{op}(ragged(f32[2, None]){more}) -> ragged(f32[2, None])",
    )(function)


for _op, _argument, _more, _floats in (
    ("identity", "input", "", False),
    ("stop_gradient", "input", "", False),
    ("clip_by_value", "t", ", 0.0, 1.0", False),
    ("reverse", "tensor", ", [0]", False),
    ("nn.softmax", "logits", "", True),
    ("nn.dropout", "x", ", 0.5", True),
):
    _register_same(_op, _argument, _more, _floats)


@on_ragged(
    "tensorflow.math.add_n",
    "tf.add_n([ragged(f32[2, None]), ragged(f32[2, None])]) -> ragged(f32[2, None])",
)
def add_n(inputs: Any, **rest: Any) -> TensorType:
    if not isinstance(inputs, (list, tuple)):
        raise Unsure
    first, *_ = map(the_ragged, inputs)
    return first


@on_ragged(
    "tensorflow.one_hot",
    "tf.one_hot(ragged(i32[2, None]), 5) -> ragged(f32[2, None, 5])",
)
def one_hot(
    indices: Any,
    depth: Any,
    on_value: Any = None,
    off_value: Any = None,
    axis: Any = None,
    dtype: Any = None,
    **rest: Any,
) -> TensorType:
    if axis is not None and axis != -1:
        raise Unsure
    given = next((each for each in (on_value, off_value) if each is not None), None)
    made = dtype_argument(dtype, FLOAT32 if given is None else as_tensor(given).dtype)
    size = int_argument(depth, "depth")
    return ragged(made, the_ragged(indices).shape + of(UNKNOWN if size is None else size))


@on_ragged(
    "tensorflow.where",
    "tf.where(ragged(b[2, None])) -> i64[None, 2]",
    "tf.where(ragged(b[2, None]), ragged(f32[2, None]), ragged(f32[2, None])) -> ragged(f32[2, None])",
    "tf.where(ragged(b[2, None]), ragged(f32[2, None]), 0.0) -> ragged(f32[2, None])",
)
def where(condition: Any, x: Any = None, y: Any = None, name: Any = None) -> TensorType:
    condition = the_ragged(condition)
    if x is None and y is None:
        return TensorType(INT64, of(UNKNOWN, known_rank(condition)))
    branches = [each for each in (x, y) if is_ragged(each)]
    if not branches or any(each.shape.rank != condition.shape.rank for each in branches):
        raise Unsure
    return ragged(branches[0].dtype, condition.shape)


# --- sizes ------------------------------------------------------------------------------------------------------------


@on_ragged("tensorflow.size", "tf.size(ragged(f32[2, None])) -> i32[]")
def size(input: Any, out_type: Any = None, **rest: Any) -> TensorType:
    return TensorType(dtype_argument(out_type, INT32), Shape.scalar())


@on_ragged("tensorflow.rank", "tf.zeros([tf.rank(ragged(f32[2, None]))]) -> f32[2]")
def rank(input: Any, **rest: Any) -> TensorType:
    return TensorType(INT32, Shape.scalar(), "tensor", the_ragged(input).shape.rank)


@on_ragged(
    "tensorflow.expand_dims",
    "tf.expand_dims(ragged(f32[2, None]), 0) -> ragged(f32[1, 2, None])",
    "tf.expand_dims(ragged(f32[N, None]), axis=-1) -> ragged(f32[N, None, 1])",
    "tf.expand_dims(ragged(f32[2, None]), 3) !! axis 3 is out of range for rank 2",
)
def expand_dims(input: Any, axis: Any, **rest: Any) -> TensorType:
    input = the_ragged(input)
    rank, place = known_rank(input), int_argument(axis, "axis")
    if place is None:
        return ragged(input.dtype, of(*[UNKNOWN] * (rank + 1)))
    if not -rank - 1 <= place <= rank:
        raise OpError("tf-axis", f"axis {place} is out of range for rank {rank}", "axis")
    return ragged(input.dtype, input.shape.insert(place % (rank + 1), 1))


@on_ragged(
    "tensorflow.tile",
    "tf.tile(ragged(f32[N, None]), [2, 1]) -> ragged(f32[2*N, None])",
    "tf.tile(ragged(f32[2, None]), [2]) !! expected 2 multiples, got 1",
)
def tile(input: Any, multiples: Any, **rest: Any) -> TensorType:
    input = the_ragged(input)
    rank, times = known_rank(input), ints_argument(multiples, "multiples")
    if times is None:
        return ragged(input.dtype, of(*[UNKNOWN] * rank))
    if len(times) != rank:
        raise OpError("tf-shape", f"expected {rank} multiples, got {len(times)}", "multiples")
    return ragged(
        input.dtype,
        of(*(dim * by for dim, by in zip((input.shape[0], *kept(input)), times))),
    )


# --- together ---------------------------------------------------------------------------------------------------------


def _operands(values: Any, axis: Any = None) -> list[TensorType]:
    """Operands of one dtype and one known rank, which stand beside each other along an axis that there is."""
    if not isinstance(values, (list, tuple)):
        raise Unsure
    like = next((value.dtype for value in values if is_ragged(value)), None)
    if like is None:
        raise Unsure
    parts = [operand(value, "values", like) for value in values]
    for part in parts:
        if part.dtype.names.isdisjoint(like.names):
            raise OpError(
                "tf-dtype", f"tensors of different dtypes {like} and {part.dtype}", "values"
            )
    rank = known_rank(parts[0])
    for part in parts[1:]:
        if (other := known_rank(part)) != rank:
            may_fit = is_number(axis) and abs(rank - other) == 1
            hint = f"tf.expand_dims(x, {axis}) has rank {max(rank, other)}" if may_fit else None
            raise OpError("tf-rank", f"ranks {rank} and {other} differ", "values", hint)
    return parts


def _common(parts: list[TensorType], start: int) -> tuple[Dim, ...]:
    """The sizes that all have, from an axis on."""
    columns = zip(*(kept(part, start) for part in parts))
    return tuple(
        column[0] if all(equal(dim, column[0]) for dim in column) else UNKNOWN for column in columns
    )


@on_ragged(
    "tensorflow.concat",
    "tf.concat([ragged(f32[2, None]), ragged(f32[3, None])], 0) -> ragged(f32[5, None])",
    "tf.concat([ragged(f32[N, None]), ragged(f32[N, None])], axis=1) -> ragged(f32[N, None])",
    "tf.concat([ragged(f32[2, None]), f32[2, 3]], axis=1) -> ragged(f32[2, None])",
    "tf.concat([ragged(f32[2, None, 4]), ragged(f32[3, None, 4])], axis=0) -> ragged(f32[5, None, 4])",
    "tf.concat([ragged(f32[2, None]), f32[3]], axis=0) !! ranks 2 and 1 differ",
    "tf.concat([f32[2, 8], ragged(f32[2, None, 8])], 1) !! tf.expand_dims(x, 1) has rank 3",
    "tf.concat([ragged(f32[2, None]), ragged(f32[2, None])], 2) !! axis 2 is out of range for rank 2",
)
def concat(values: Any, axis: Any, **rest: Any) -> TensorType:
    parts = _operands(values, axis)
    if len(parts) == 1:
        return parts[0]
    rank = known_rank(parts[0])
    place = axis_argument(axis, rank)
    if place is None:
        return ragged(parts[0].dtype, of(*[UNKNOWN] * rank))
    rows = total(part.shape[0] for part in parts) if place == 0 else _rows(parts)
    shape = of(rows, *_common(parts, 1))
    if place > 1:
        shape = shape.replace(place, total(part.shape[place] for part in parts))
    return ragged(parts[0].dtype, shape)


def _rows(parts: list[TensorType]) -> Dim:
    known = [part.shape[0] for part in parts if part.shape[0] is not UNKNOWN]
    for other in known[1:]:
        if equal(known[0], other) is False:
            raise OpError("tf-shape", f"{known[0]} and {other} rows", "values")
    return known[0] if known else UNKNOWN


@on_ragged(
    "tensorflow.stack",
    "tf.stack([ragged(f32[2, None]), ragged(f32[2, None])]) -> ragged(f32[2, None, None])",
    "tf.stack([ragged(f32[N, None]), ragged(f32[N, None])], axis=1) -> ragged(f32[N, None, None])",
    "tf.stack([ragged(f32[2, None]), f32[2]]) !! ranks 2 and 1 differ",
)
def stack(values: Any, axis: Any = 0, **rest: Any) -> TensorType:
    parts = _operands(values)
    rank = known_rank(parts[0])
    place = int_argument(axis, "axis")
    if place is None or place % (rank + 1) > 1:
        raise Unsure
    rows = len(parts) if place % (rank + 1) == 0 else _rows(parts)
    return ragged(parts[0].dtype, of(rows, *[UNKNOWN] * rank))


@on_ragged(
    "tensorflow.split",
    "tf.split(ragged(f32[6, None]), 2) -> [ragged(f32[3, None]), ragged(f32[3, None])]",
    "tf.split(ragged(f32[3, None]), [1, 2]) -> [ragged(f32[1, None]), ragged(f32[2, None])]",
)
def split(value: Any, num_or_size_splits: Any, axis: Any = 0, **rest: Any) -> list[TensorType]:
    if axis != 0 or known_rank(the_ragged(value)) == 0:
        raise Unsure
    rows = value.shape[0]
    sizes: Any
    if is_number(num_or_size_splits):
        count = num_or_size_splits
        if not is_number(rows) or count < 1 or rows % count:
            raise Unsure
        sizes = [rows // count] * count
    else:
        sizes = ints_argument(num_or_size_splits, "num_or_size_splits")
        if sizes is None:
            raise Unsure
        if not is_number(rows) or not all(map(is_number, sizes)) or sum(sizes) != rows:
            raise Unsure
    return [ragged(value.dtype, of(each, *kept(value))) for each in sizes]


# --- rows by number ---------------------------------------------------------------------------------------------------


@on_ragged(
    "tensorflow.gather",
    "tf.gather(ragged(f32[4, None]), [0, 1, 0]) -> ragged(f32[3, None])",
    "tf.gather(ragged(f32[4, None]), 0) -> f32[None]",
    "tf.gather(f32[9], ragged(i32[2, None])) -> ragged(f32[2, None])",
    "tf.gather(f32[9, 7], ragged(i32[2, None])) -> ragged(f32[2, None, 7])",
    "tf.gather(f32[9, 7], ragged(f32[2, None])) !! float32 is not supported",
)
def gather(
    params: Any, indices: Any, validate_indices: Any = None, axis: Any = None, batch_dims: Any = 0,
    **rest: Any,
) -> TensorType:  # fmt: skip
    if axis not in (None, 0) or batch_dims != 0:
        raise Unsure
    table, places = operand(params, "params"), operand(indices, "indices")
    allow(places, INDICES | {"int16"}, "indices")
    rank, depth = known_rank(table), known_rank(places)
    if is_ragged(places):
        if is_ragged(table) or rank == 0:
            raise Unsure
        return ragged(table.dtype, places.shape + table.shape.slice(1, None))
    if depth == 0:
        if rank != 2:
            raise Unsure
        return TensorType(table.dtype, of(UNKNOWN))
    return ragged(table.dtype, places.shape + of(*kept(table)))


@on_ragged(
    "tensorflow.nn.embedding_lookup",
    "tf.nn.embedding_lookup(f32[9, 7], ragged(i64[N, None])) -> ragged(f32[N, None, 7])",
    "tf.nn.embedding_lookup(f32[9], ragged(i64[N, None])) -> ragged(f32[N, None])",
)
def embedding_lookup(params: Any, ids: Any, **rest: Any) -> TensorType:
    table = as_tensor(params, argument="params")
    ids = allow(the_ragged(ids), INDICES, "ids")
    if table.shape.rank is None or table.shape.rank == 0:
        raise Unsure
    return ragged(table.dtype, ids.shape + table.shape.slice(1, None))


# --- reductions -------------------------------------------------------------------------------------------------------


_AVERAGES = ("reduce_mean", "reduce_std", "reduce_variance")


def _register_reduction(op: str, short: str, path: str) -> None:
    rule = RULES[f"tensorflow.math.{op}"]

    def function(
        input_tensor: Any, axis: Any = None, keepdims: Any = False, **rest: Any
    ) -> TensorType:
        x = the_ragged(input_tensor)
        # An average of ints is a quotient, as it is not of a dense tensor.
        dtype = mapped(x.dtype, QUOTIENTS) if op in _AVERAGES else x.dtype
        if op in ("reduce_all", "reduce_any") and x.dtype.name != "string":
            dtype = BOOL  # numbers are cast
        plain = rule.function(TensorType(dtype, x.shape), axis, keepdims)
        if axis is None:
            if known_bool(keepdims) is not False:
                raise Unsure
            return TensorType(plain.dtype, Shape.scalar())
        if x.shape.rank != 2 or not is_number(axis):
            raise Unsure
        shape: Shape = plain.shape
        if axis % 2 == 0:
            shape = of(*(UNKNOWN if dim != 1 else dim for dim in shape))
        return TensorType(plain.dtype, shape)

    on_ragged(
        f"tensorflow.math.{op}",
        f"{path}(ragged({short}[2, None])) -> {short}[]",
        f"{path}(ragged({short}[N, None]), axis=1) -> {short}[N]",
        f"{path}(ragged({short}[N, None]), axis=0) -> {short}[None]",
        f"{path}(ragged({short}[2, None]), axis=-1, keepdims=True) -> {short}[2, 1]",
        f"{path}(ragged({short}[2, None]), axis=2) !! axis 2 is out of range for rank 2",
    )(function)


for _allowed, _, _ops in REDUCTIONS:
    for _op in _ops.split():
        if _op not in ("reduce_euclidean_norm", "reduce_logsumexp"):
            _prefix = "tf.math" if _op in ("reduce_std", "reduce_variance") else "tf"
            _register_reduction(_op, "f32" if "float32" in _allowed else "b", f"{_prefix}.{_op}")
