"""tf.RaggedTensor: its constructors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, pairwise
from typing import Any

from tftypes.algebra import UNKNOWN, Dim, TensorType, equal

from .arguments import allow, dim_argument, int_argument, rank_at_least, rank_is
from .conversion import as_tensor
from .groups import INDICES
from .ragged_operands import operand, ragged
from .rule import OpError, Unsure, rule, with_parameters
from .values import INT64, RowLengths, is_number, known_bool, of


def _partition(value: Any, argument: str) -> Dim:
    """The length of a vector of indices."""
    return rank_is(
        allow(as_tensor(value, like=INT64, argument=argument), INDICES, argument), 1, argument
    ).shape[0]


def rows_of(values: Any, rows: Dim, length: Dim = UNKNOWN, argument: str = "values") -> TensorType:
    """Values, dense or ragged again, in so many rows."""
    inside = rank_at_least(operand(values, argument), 1, argument)
    return ragged(inside.dtype, of(rows, length) + inside.shape.slice(1, None))


def _told(made: TensorType, lengths: Iterable[Any]) -> TensorType:
    """The same rows of scalars, with their lengths where those are known."""
    known = tuple(lengths)
    if made.shape.rank != 2 or not known or not all(map(is_number, known)):
        return made
    return TensorType(made.dtype, made.shape, "ragged", RowLengths(known))


def _numbers(value: Any) -> tuple[Any, ...]:
    """The contents of a vector of indices, as far as they are known."""
    found = as_tensor(value, like=INT64).value
    return found if isinstance(found, tuple) and all(map(is_number, found)) else ()


def _check_places(values: Any, places: Sequence[int], argument: str, validate: Any) -> None:
    """The places where rows end begin with 0 and go up to the number of values. Raises OpError where they do not."""
    if not places or known_bool(validate) is not True:
        return
    count = operand(values, "values").shape
    size = count[0] if count.rank else UNKNOWN
    if places[0]:
        raise OpError("tf-value", f"the first row begins at {places[0]}, expected 0", argument)
    falls = next((end - start for start, end in pairwise(places) if end < start), None)
    if falls is not None:
        raise OpError("tf-value", f"a row of {falls} items: none is shorter than 0", argument)
    if is_number(size) and size != places[-1]:
        words = f"the rows have {places[-1]} items in all, and there are {size} values"
        raise OpError("tf-shape", words, argument)


def _between(places: Sequence[int]) -> tuple[int, ...]:
    return tuple(end - start for start, end in pairwise(places))


@rule(
    "tensorflow.RaggedTensor.from_row_splits",
    "tf.RaggedTensor.from_row_splits([3, 1, 4], [0, 2, 3]) -> ragged(i32[2, None])",
    "tf.RaggedTensor.from_row_splits(f32[None, 7], i64[N]) -> ragged(f32[N - 1, None, 7])",
    "tf.RaggedTensor.from_row_splits(ragged(f32[2, None]), [0, 2]) -> ragged(f32[1, None, None])",
    "tf.RaggedTensor.from_row_splits([3, 1, 4], [0.0, 3.0]) !! float32 is not supported",
    "tf.RaggedTensor.from_row_splits([3, 1, 4], [[0, 3]]) !! expected rank 1, got rank 2",
    "tf.RaggedTensor.from_row_splits(3, [0, 3]) !! expected rank 1 or more, got rank 0",
    "tf.RaggedTensor.from_row_splits([3, 1, 4], [0, 2]) !! the rows have 2 items in all, and there are 3 values",
    "tf.RaggedTensor.from_row_splits([3, 1, 4], [1, 3]) !! the first row begins at 1",
    "tf.RaggedTensor.from_row_splits([3, 1, 4], [0, 2, 1, 3]) !! a row of -1 items",
    "tf.RaggedTensor.from_row_splits([3, 1, 4], []) !! there is no first place",
)
def from_row_splits(
    cls: Any, values: Any, row_splits: Any, name: Any = None, validate: Any = True
) -> TensorType:
    count = _partition(row_splits, "row_splits")
    if count == 0:
        raise OpError("tf-shape", "there is no first place", "row_splits", "[0] makes no rows")
    made, places = rows_of(values, count - 1), _numbers(row_splits)
    _check_places(values, places, "row_splits", validate)
    return _told(made, _between(places))


def _register_partition(op: str, argument: str, one: str, ends: Callable[..., Any]) -> None:
    """`ends` makes the places where the rows end of the numbers that divide them, and of how many values there are."""

    def function(
        cls: Any, values: Any, partition: Any, name: Any = None, validate: Any = True
    ) -> TensorType:
        made = rows_of(values, _partition(partition, argument))
        found = _numbers(partition)
        given = operand(values, "values").shape
        places = ends(found, given[0] if given.rank else UNKNOWN) if found else ()
        _check_places(values, places, argument, validate)
        return _told(made, _between(places))

    path = f"tf.RaggedTensor.{op}"
    parameters = {"cls": ..., "values": ..., argument: ..., "name": None, "validate": True}
    words = "a row of -1 items" if op == "from_row_starts" else "the rows have 3 items in all"
    count = 1 if op == "from_row_starts" else 4
    rule(
        f"tensorflow.RaggedTensor.{op}",
        f"{path}([3, 1, 4], {one}) -> ragged(i32[2, None])",
        f"{path}(f32[None, 7], i32[N]) -> ragged(f32[N, None, 7])",
        f"{path}(f32[3], f32[2]) !! float32 is not supported",
        f"{path}(f32[{count}], {one}) !! {words}",
    )(with_parameters(function, **parameters))


for _op, _argument, _one, _ends in (
    ("from_row_lengths", "row_lengths", "[2, 1]", lambda lengths, _: (0, *accumulate(lengths))),
    ("from_row_starts", "row_starts", "[0, 2]", lambda starts, n: (*starts, n) * is_number(n)),
    ("from_row_limits", "row_limits", "[2, 3]", lambda limits, _: (0, *limits)),
):
    _register_partition(_op, _argument, _one, _ends)


@rule(
    "tensorflow.RaggedTensor.from_value_rowids",
    "tf.RaggedTensor.from_value_rowids([3, 1, 4], [0, 0, 2]) -> ragged(i32[None, None])",
    "tf.RaggedTensor.from_value_rowids(f32[3, 7], i64[3], nrows=5) -> ragged(f32[5, None, 7])",
    "tf.RaggedTensor.from_value_rowids(f32[3], i64[4]) !! 4 row ids for 3 values",
    "tf.RaggedTensor.from_value_rowids(f32[3], s[3]) !! string is not supported",
    "tf.RaggedTensor.from_value_rowids(f32[3], [0, 1, 0]) !! the row ids [0, 1, 0] go down",
    "tf.RaggedTensor.from_value_rowids(f32[3], [0, 1, 2], nrows=2) !! the row id 2 is out of range for 2 rows",
)
def from_value_rowids(
    cls: Any, values: Any, value_rowids: Any, nrows: Any = None, name: Any = None,
    validate: Any = True,
) -> TensorType:  # fmt: skip
    count = _partition(value_rowids, "value_rowids")
    made = rows_of(values, UNKNOWN if nrows is None else dim_argument(nrows, "nrows"))
    given = operand(values, "values").shape
    if given.rank and equal(given[0], count) is False:
        raise OpError("tf-shape", f"{count} row ids for {given[0]} values", "value_rowids")
    ids = _numbers(value_rowids) if known_bool(validate) is True else ()
    if any(end < start for start, end in pairwise((0, *ids))):
        raise OpError("tf-value", f"the row ids {list(ids)} go down or below 0", "value_rowids")
    if ids and nrows is not None and is_number(made.shape[0]) and ids[-1] >= made.shape[0]:
        words = f"the row id {ids[-1]} is out of range for {made.shape[0]} rows"
        raise OpError("tf-value", words, "value_rowids", f"nrows={ids[-1] + 1}")
    return made


@rule(
    "tensorflow.RaggedTensor.from_uniform_row_length",
    "tf.RaggedTensor.from_uniform_row_length([1, 2, 3, 4], 2) -> ragged(i32[2, 2])",
    "tf.RaggedTensor.from_uniform_row_length(f32[N, 3], 2) -> ragged(f32[N//2, 2, 3])",
    "tf.RaggedTensor.from_uniform_row_length(ragged(f32[4, None]), 2) -> ragged(f32[2, 2, None])",
    "tf.RaggedTensor.from_uniform_row_length(f32[4], 'a') !! expected ints, got 'a'",
    "tf.RaggedTensor.from_uniform_row_length(f32[5], 2) !! 5 values do not make rows of 2",
    "tf.RaggedTensor.from_uniform_row_length(f32[4], 2, nrows=3) !! 3 rows of 2 are not 4 values",
)
def from_uniform_row_length(
    cls: Any, values: Any, uniform_row_length: Any, nrows: Any = None, validate: Any = True,
    name: Any = None,
) -> TensorType:  # fmt: skip
    length = dim_argument(uniform_row_length, "uniform_row_length")
    inside = rank_at_least(operand(values, "values"), 1, "values")
    rows: Dim = UNKNOWN
    if nrows is not None:
        rows = dim_argument(nrows, "nrows")
        wanted = rows * length if is_number(rows) and is_number(length) else UNKNOWN
        count = inside.shape[0] if inside.shape.rank else UNKNOWN
        if known_bool(validate) is True and equal(wanted, count) is False:
            raise OpError("tf-shape", f"{rows} rows of {length} are not {count} values", "nrows")
    elif is_number(length) and length > 0 and inside.shape.rank is not None:
        count = inside.shape[0]
        if is_number(count) and count % length and known_bool(validate) is True:
            raise OpError("tf-shape", f"{count} values do not make rows of {length}", "values")
        rows = count // length
    return rows_of(values, rows, length)


def _register_nested(op: str, argument: str, one: str, rows: Callable[[Dim, Any], Dim]) -> None:
    """`rows` makes the number of rows of the length of the outer partition and the argument after it."""

    def function(cls: Any, flat_values: Any, nested: Any, after: Any, *rest: Any) -> TensorType:
        if not isinstance(nested, (list, tuple)) or not nested:
            raise Unsure
        inside = rank_at_least(operand(flat_values, "flat_values"), 1, "flat_values")
        sizes = [_partition(each, argument) for each in nested]
        unknown = [UNKNOWN] * len(nested)
        outer = rows(sizes[0], after)
        return ragged(inside.dtype, of(outer, *unknown) + inside.shape.slice(1, None))

    path = f"tf.RaggedTensor.{op}"
    parameters: dict[str, Any] = {"cls": ..., "flat_values": ..., argument: ...}
    if op == "from_nested_value_rowids":
        parameters["nested_nrows"] = None
    rule(
        f"tensorflow.RaggedTensor.{op}",
        f"{path}([3, 1, 4], {one}) -> ragged(i32[1, None, None])",
        f"{path}([3, 1, 4], (f32[2], i64[3])) !! float32 is not supported",
    )(with_parameters(function, **parameters, name=None, validate=True))


def _counted(length: Dim, counts: Any) -> Dim:
    return (
        dim_argument(counts[0], "nested_nrows")
        if isinstance(counts, (list, tuple)) and counts
        else UNKNOWN
    )


_NESTED: list[tuple[str, str, str, Callable[[Dim, Any], Dim]]] = [
    ("from_nested_row_splits", "nested_row_splits", "([0, 2], [0, 1, 3])", lambda n, _: n - 1),
    ("from_nested_row_lengths", "nested_row_lengths", "([2], [1, 2])", lambda n, _: n),
    ("from_nested_value_rowids", "nested_value_rowids", "([0, 0], [0, 1, 1]), [1, 2]", _counted),
]
for _row in _NESTED:
    _register_nested(*_row)


@rule(
    "tensorflow.RaggedTensor.from_tensor",
    "tf.RaggedTensor.from_tensor(f32[2, 3]) -> ragged(f32[2, 3])",
    "tf.RaggedTensor.from_tensor(f32[N, 3, 4], ragged_rank=2) -> ragged(f32[N, 3, 4])",
    "tf.RaggedTensor.from_tensor(i32[2, 3], padding=0) -> ragged(i32[2, None])",
    "tf.RaggedTensor.from_tensor(f32[2, 3, 4], lengths=[1, 2]) -> ragged(f32[2, None, 4])",
    "tf.RaggedTensor.from_tensor(f32[3]) !! expected rank 2 or more, got rank 1",
    "tf.RaggedTensor.from_tensor(i32[2, 3], padding=0.5) !! int32 cannot hold the float 0.5",
)
def from_tensor(
    cls: Any, tensor: Any, lengths: Any = None, padding: Any = None, ragged_rank: Any = 1,
    name: Any = None, row_splits_dtype: Any = INT64,
) -> TensorType:  # fmt: skip
    x = as_tensor(tensor, argument="tensor")
    deep = int_argument(ragged_rank, "ragged_rank")
    if (
        deep is None
        or x.shape.dims is None
        or isinstance(lengths, (tuple, list))
        and any(isinstance(each, (tuple, list, TensorType)) for each in lengths)
    ):
        raise Unsure
    if deep < 1:
        raise Unsure
    rank_at_least(x, deep + 1, "tensor")
    if padding is not None and x.dtype.is_known:
        as_tensor(padding, x.dtype, argument="padding")
    if lengths is None and padding is None:
        return ragged(x.dtype, x.shape)
    deepest = deep if padding is not None or lengths is None else 1
    dims = [UNKNOWN if 0 < place <= deepest else dim for place, dim in enumerate(x.shape.dims)]
    return ragged(x.dtype, of(*dims))


@rule(
    "tensorflow.RaggedTensor.from_sparse",
    "tf.RaggedTensor.from_sparse(sparse(f32[2, 3])) -> ragged(f32[2, None])",
    "tf.RaggedTensor.from_sparse(sparse(f32[2, 3, 4])) !! expected rank 2, got rank 3",
)
def from_sparse(
    cls: Any, st_input: Any, name: Any = None, row_splits_dtype: Any = INT64
) -> TensorType:
    if not isinstance(st_input, TensorType) or st_input.kind != "sparse":
        raise Unsure
    return ragged(st_input.dtype, of(rank_is(st_input, 2, "st_input").shape[0], UNKNOWN))
