"""tf.io and tf.audio: bytes to tensors and back. The parsing of examples is in `parsing`."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType, dtypes

from .arguments import (
    allow,
    dim_argument,
    dtype_argument,
    int_argument,
    made_dtype,
    rank_at_least,
    rank_is,
    taken,
)
from .conversion import as_tensor
from .csv_records import check_record
from .groups import BOOLS, COMPLEX, FLOATS, STRINGS
from .rule import OpError, Unsure, rule, with_parameters
from .sparse import sparse
from .sparse_places import check_places
from .strings import strings
from .values import STRING, is_number, of, texts_in


def one_string(value: Any, argument: str) -> None:
    """An operand that is one string."""
    rank = allow(as_tensor(value, argument=argument), STRINGS, argument).shape.rank
    if rank:
        raise OpError("tf-rank", f"expected a scalar, got rank {rank}", argument)


# --- files and serialized tensors -------------------------------------------------------------------------------------


@rule(
    "tensorflow.io.read_file",
    "tf.io.read_file('name') -> s[]",
    "tf.io.read_file(s[]) -> s[]",
    "tf.io.read_file(s[2]) !! expected a scalar, got rank 1",
    "tf.io.read_file(['name']) !! expected a scalar, got rank 1",
    "tf.io.read_file(1) !! int32 is not supported",
)
def read_file(filename: Any, name: Any = None) -> TensorType:
    one_string(filename, "filename")
    return TensorType(STRING, Shape.scalar())


@rule(
    "tensorflow.io.matching_files",
    "tf.io.matching_files('*.csv') -> s[None]",
    "tf.io.matching_files(['a*', 'b*']) -> s[None]",
    "tf.io.matching_files([]) -> s[None]",
    "tf.io.matching_files(i32[2]) !! int32 is not supported",
    "tf.io.matching_files(s[2, 3]) !! expected rank 0 or 1, got rank 2",
)
def matching_files(pattern: Any, name: Any = None) -> TensorType:
    x = taken(pattern, STRINGS, "pattern")
    if x.shape.rank is not None and x.shape.rank > 1:
        raise OpError("tf-rank", f"expected rank 0 or 1, got rank {x.shape.rank}", "pattern")
    return TensorType(STRING, of(UNKNOWN))


@rule(
    "tensorflow.io.serialize_tensor",
    "tf.io.serialize_tensor(f32[2, N]) -> s[]",
    "tf.io.serialize_tensor([1, 'a']) !! strings and numbers in one list",
)
def serialize_tensor(tensor: Any, name: Any = None) -> TensorType:
    as_tensor(tensor, argument="tensor")
    return TensorType(STRING, Shape.scalar())


@rule(
    "tensorflow.io.parse_tensor",
    "tf.io.parse_tensor(s[], tf.float32) -> f32[...]",
    "tf.io.parse_tensor(s[2], tf.float32) !! expected a scalar, got rank 1",
    "tf.io.parse_tensor(f32[], tf.float32) !! float32 is not supported",
)
def parse_tensor(serialized: Any, out_type: Any, name: Any = None) -> TensorType:
    one_string(serialized, "serialized")
    return TensorType(dtype_argument(out_type), Shape.unknown())


#: What a sparse tensor is serialized to.
_PACKED = STRINGS | {"variant"}


@rule(
    "tensorflow.io.serialize_sparse",
    "tf.io.serialize_sparse(sparse(f32[2, 3])) -> s[3]",
    "tf.io.serialize_sparse(sparse(f32[2, 3]), out_type=tf.int32) !! int32 is not supported, only string",
)
def serialize_sparse(sp_input: Any, out_type: Any = STRING, name: Any = None) -> TensorType:
    sparse(sp_input)
    return TensorType(made_dtype(out_type, _PACKED, argument="out_type"), of(3))


@rule(
    "tensorflow.io.serialize_many_sparse",
    "tf.io.serialize_many_sparse(sparse(f32[2, 3])) -> s[2, 3]",
    "tf.io.serialize_many_sparse(tf.SparseTensor([[1, 0], [0, 0]], [1., 2.], [2, 3])) !! out of order",
    "tf.io.serialize_many_sparse(sparse(f32[3])) !! expected rank 2 or more, got rank 1",
    "tf.io.serialize_many_sparse(sparse(f32[2, 3]), out_type=tf.int32) !! int32 is not supported, only string",
)
def serialize_many_sparse(sp_input: Any, out_type: Any = STRING, name: Any = None) -> TensorType:
    x = rank_at_least(sparse(sp_input), 2, "sp_input")
    check_places(x, True, "sp_input")
    rows = UNKNOWN if x.shape.rank is None else x.shape[0]
    return TensorType(made_dtype(out_type, _PACKED, argument="out_type"), of(rows, 3))


@rule(
    "tensorflow.io.deserialize_many_sparse",
    "tf.io.deserialize_many_sparse(s[2, 3], tf.float32, rank=2) -> sparse(f32[None, None])",
    "tf.io.deserialize_many_sparse(i32[2, 3], tf.float32) !! int32 is not supported",
    "tf.io.deserialize_many_sparse(s[3], tf.float32) !! expected rank 2, got rank 1",
)
def deserialize_many_sparse(
    serialized_sparse: Any, dtype: Any, rank: Any = None, name: Any = None
) -> TensorType:
    x = as_tensor(serialized_sparse, argument="serialized_sparse")
    rank_is(allow(x, _PACKED, "serialized_sparse"), 2, "serialized_sparse")
    depth = None if rank is None else int_argument(rank, "rank")
    shape = Shape.unknown() if depth is None or depth < 0 else of(*[UNKNOWN] * depth)
    return TensorType(dtype_argument(dtype), shape, "sparse")


# --- each string ------------------------------------------------------------------------------------------------------


def _register_coding(op: str, **parameters: Any) -> None:
    argument = next(iter(parameters))

    def function(value: Any, *rest: Any) -> TensorType:
        x = strings(value, argument)
        return TensorType(STRING, x.shape, x.kind if x.kind == "ragged" else "tensor")

    rule(
        f"tensorflow.io.{op}",
        f"tf.io.{op}(s[2, N]) -> s[2, N]",
        f"tf.io.{op}(i32[2]) !! int32 is not supported",
    )(with_parameters(function, **parameters, name=None))


_register_coding("decode_base64", input=...)
_register_coding("encode_base64", input=..., pad=False)
_register_coding("decode_compressed", bytes=..., compression_type="")


@rule(
    "tensorflow.io.decode_json_example",
    "tf.io.decode_json_example(s[N]) -> s[N]",
    "tf.io.decode_json_example(i32[2]) !! int32 is not supported",
)
def decode_json_example(json_examples: Any, name: Any = None) -> TensorType:
    return TensorType(STRING, strings(json_examples, "json_examples").shape)


_RAW = FLOATS | COMPLEX | BOOLS | {"int8", "int16", "int32", "int64", "uint8", "uint16"}


@rule(
    "tensorflow.io.decode_raw",
    "tf.io.decode_raw(s[], tf.uint8) -> u8[None]",
    "tf.io.decode_raw(s[N], tf.float32) -> f32[N, None]",
    "tf.io.decode_raw(s[N], tf.float32, fixed_length=8) -> f32[N, 2]",
    "tf.io.decode_raw(s[N], tf.string) !! string is not supported",
    "tf.io.decode_raw(i32[2], tf.uint8) !! int32 is not supported",
)
def decode_raw(
    input_bytes: Any,
    out_type: Any,
    little_endian: Any = True,
    fixed_length: Any = None,
    name: Any = None,
) -> TensorType:
    x = taken(input_bytes, STRINGS, "input_bytes")
    made = made_dtype(out_type, _RAW, argument="out_type")
    length: Any = UNKNOWN
    width = dtypes.size(made)
    if fixed_length is not None:
        count = dim_argument(fixed_length, "fixed_length")
        if is_number(count) and width and count % width == 0:
            length = count // width
    return TensorType(made, x.shape + of(length))


@rule(
    "tensorflow.io.decode_csv",
    "tf.io.decode_csv(s[N], [0, 0.0, '']) -> [i32[N], f32[N], s[N]]",
    "tf.io.decode_csv(s[], record_defaults=[[0], ['a']]) -> [i32[], s[]]",
    "tf.io.decode_csv(s[N], [tf.constant([], dtype=tf.int64)]) -> [i64[N]]",
    "tf.io.decode_csv(i32[2], [0]) !! int32 is not supported",
    "tf.io.decode_csv(s[2], [True]) !! bool is not supported",
    "tf.io.decode_csv(s[2], []) !! expected a default for each column",
    "tf.io.decode_csv(['1,a', ' 2 ,b'], [0, '']) -> [i32[2], s[2]]",
    "tf.io.decode_csv(['1|a,b'], [0., ''], '|') -> [f32[1], s[1]]",
    "tf.io.decode_csv(['a,b'], ['', '', '']) !! 2 fields for 3 defaults",
    "tf.io.decode_csv(['a,1', '2'], ['', 0]) !! 1 field for 2 defaults",
    "tf.io.decode_csv('a,1.5', ['', 0]) !! field 1 is no int32",
    "tf.io.decode_csv('a,b', ['', 0.0]) !! field 1 is no float32",
)
def decode_csv(
    records: Any,
    record_defaults: Any,
    field_delim: Any = ",",
    use_quote_delim: Any = True,
    na_value: Any = "",
    select_cols: Any = None,
    name: Any = None,
) -> list[TensorType]:
    x = taken(records, STRINGS, "records")
    if not isinstance(record_defaults, (list, tuple)):
        raise Unsure
    if not record_defaults:
        raise OpError("tf-value", "expected a default for each column", "record_defaults")
    made = []
    for default in record_defaults:
        if isinstance(default, DType):
            raise Unsure
        column = as_tensor(default, argument="record_defaults")
        allow(column, STRINGS | {"float32", "float64", "int32", "int64"}, "record_defaults")
        made.append(TensorType(column.dtype, x.shape))
    if select_cols is None and na_value == "" and isinstance(field_delim, str):
        for record in texts_in(x.value):
            check_record(record, made, field_delim, use_quote_delim)
    return made
