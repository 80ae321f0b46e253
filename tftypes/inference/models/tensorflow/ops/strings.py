"""tf.strings, on dense and ragged tensors of strings."""

from __future__ import annotations

import re
from functools import reduce
from typing import Any, Final

from tftypes.algebra import UNKNOWN, DType, Shape, ShapeMismatch, TensorType, merge

from .arguments import allow, made_dtype, taken
from .broadcasting import broadcast_shapes
from .conversion import as_tensor
from .groups import BOOLS, INDICES, NUMBERS, STRINGS, Names
from .patterns import check_pattern
from .reductions import reduced
from .rule import OpError, Unsure, rule, with_parameters
from .values import BOOL, FLOAT32, INT32, INT64, STRING, Among, ListOf, RowLengths, texts_in


def strings(
    value: Any, argument: str = "input", allowed: Names = STRINGS, hint: str | None = None
) -> TensorType:
    """An operand of strings, ragged or not."""
    if isinstance(value, TensorType) and value.kind == "ragged":
        return allow(value, allowed, argument, hint)
    return taken(value, allowed, argument, hint)


def _each(x: TensorType, dtype: DType) -> TensorType:
    """What an op on each string makes."""
    if x.kind == "ragged":
        return TensorType(dtype, x.shape, "ragged", x.value)  # of as many rows and items
    return TensorType(dtype, x.shape)


#: The ops on each string, what follows the input in their signatures, the dtype they make, arguments for an example.
EACH: Final[list[tuple[str, dict[str, Any], DType, str]]] = [
    ("lower", {"encoding": ""}, STRING, ""),
    ("upper", {"encoding": ""}, STRING, ""),
    ("strip", {}, STRING, ""),
    ("length", {"unit": "BYTE"}, INT32, ""),
    (
        "regex_replace",
        {"pattern": ..., "rewrite": ..., "replace_global": True},
        STRING,
        ", 'a', 'b'",
    ),
    ("regex_full_match", {"pattern": ...}, BOOL, ", 'a'"),
    ("to_hash_bucket", {"num_buckets": ...}, INT64, ", 10"),
    ("to_hash_bucket_fast", {"num_buckets": ...}, INT64, ", 10"),
    ("to_hash_bucket_strong", {"num_buckets": ..., "key": ...}, INT64, ", 10, [1, 2]"),
]
_SHORT: Final = {"string": "s", "int32": "i32", "int64": "i64", "bool": "b"}


def _register(op: str, parameters: dict[str, Any], dtype: DType, arguments: str) -> None:
    def function(input: Any, *rest: Any) -> TensorType:
        if "pattern" in parameters:
            check_pattern(rest[0])
        return _each(strings(input), dtype)

    made = _SHORT[dtype.name or ""]
    rule(
        f"tensorflow.strings.{op}",
        f"tf.strings.{op}(s[2, None]{arguments}) -> {made}[2, None]",
        f"tf.strings.{op}('text'{arguments}) -> {made}[]",
        f"tf.strings.{op}([]{arguments}) -> {made}[0]",
        f"tf.strings.{op}(ragged(s[N, None]){arguments}) -> ragged({made}[N, None])",
        f"tf.strings.{op}(i32[2]{arguments}) !! int32 is not supported",
    )(with_parameters(function, input=..., **parameters, name=None))


for _row in EACH:
    _register(*_row)


@rule(
    "tensorflow.strings.as_string",
    "tf.strings.as_string(f32[2, N]) -> s[2, N]",
    "tf.strings.as_string(True) -> s[]",
)
def as_string(
    input: Any,
    precision: Any = -1,
    scientific: Any = False,
    shortest: Any = False,
    width: Any = -1,
    fill: Any = "",
    name: Any = None,
) -> TensorType:
    return _each(strings(input, "input", NUMBERS | BOOLS | STRINGS), STRING)


@rule(
    "tensorflow.strings.to_number",
    "tf.strings.to_number(s[2, N]) -> f32[2, N]",
    "tf.strings.to_number(s[2], tf.int64) -> i64[2]",
    "tf.strings.to_number(tf.strings.split(s[2])) -> ragged(f32[2, None])",
    "tf.strings.to_number([' 1 ', '-2e3', '.5', '0x1F', 'NaN', '-inf']) -> f32[6]",
    "tf.strings.to_number(['+1', '-2'], tf.int32) -> i32[2]",
    "tf.strings.to_number('4000000000', tf.uint32) -> u32[]",
    "tf.strings.to_number(['1', 'n/a']) !! 'n/a' is no float32",
    "tf.strings.to_number('1,000') !! '1,000' is no float32",
    "tf.strings.to_number('') !! '' is no float32",
    "tf.strings.to_number('2.5', tf.int32) !! tf.cast(tf.strings.to_number(input), tf.int32)",
    "tf.strings.to_number('img_07.jpg', tf.int64) !! tf.strings.regex_replace(input, r'\\D', '')",
    "tf.strings.to_number('4000000000', tf.int32) !! is no int32",
    "tf.strings.to_number('-1', tf.uint32) !! is no uint32",
    "tf.strings.to_number(s[2], tf.bool) !! bool is not supported",
    "tf.strings.to_number(i32[2]) !! int32 is not supported",
)
def to_number(input: Any, out_type: Any = FLOAT32, name: Any = None) -> TensorType:
    read = frozenset({"float32", "float64", "int32", "int64", "uint32", "uint64"})
    made = made_dtype(out_type, read, argument="out_type")
    hint = f"tf.cast(input, tf.{made})" if made.is_known else None
    x = strings(input, hint=hint)
    if made.name is not None:
        _check_numbers(texts_in(x.value), made.name)
    return _each(x, made)


#: Texts that are read as floats, and as ints.
_FLOAT: Final = re.compile(
    r"\s*[+-]?(inf(inity)?|nan.*|0x.+|(\d+\.?\d*|\.\d+)(e[+-]?\d+)?)\s*", re.ASCII | re.IGNORECASE
)
_INT: Final = re.compile(r"\s*[+-]?\d+\s*", re.ASCII)


def _check_numbers(texts: list[str], dtype: str) -> None:
    """Raises OpError for a text that is no number of a dtype."""
    wrong = next((each for each in texts if not _is_number(each, dtype)), None)
    if wrong is None:
        return
    hint = None
    if not _INT.fullmatch(wrong) and all(_is_number(each, "float64") for each in texts):
        hint = f"tf.cast(tf.strings.to_number(input), tf.{dtype}) cuts it"
    elif all(len(re.findall(r"\d+", each, re.ASCII)) == 1 for each in texts):
        hint = r"tf.strings.regex_replace(input, r'\D', '') leaves the digits"
    raise OpError("tf-value", f"{wrong!r} is no {dtype}", "input", hint)


def _is_number(text: str, dtype: str) -> bool:
    """Whether a text is read as a number of a dtype: an int has no point, and is not too large."""
    if "int" not in dtype:
        return bool(_FLOAT.fullmatch(text))
    bits, is_signed = int(dtype.rpartition("t")[2]) - dtype.startswith("i"), dtype.startswith("i")
    if not _INT.fullmatch(text) or not is_signed and "-" in text:
        return False
    return -(1 << bits) <= int(text) < 1 << bits


@rule(
    "tensorflow.strings.substr",
    "tf.strings.substr(s[2, N], 0, 1) -> s[2, N]",
    "tf.strings.substr(s[2], [0, 0, 0], [1, 1, 1]) !! do not broadcast",
    "tf.strings.substr(i32[2], 0, 1) !! int32 is not supported",
    "tf.strings.substr(s[2], 0.0, 1) !! float32 is not supported",
)
def substr(input: Any, pos: Any, len: Any, unit: Any = "BYTE", name: Any = None) -> TensorType:
    x = strings(input)
    if x.kind == "ragged":
        raise Unsure
    start = allow(as_tensor(pos, argument="pos"), INDICES, "pos")
    return TensorType(STRING, broadcast_shapes(x.shape, start.shape, "pos"))


@rule(
    "tensorflow.strings.join",
    "tf.strings.join(['a', s[N]], ' ') -> s[N]",
    "tf.strings.join([s[2, None], s[None, 3]]) -> s[2, 3]",
    "tf.strings.join([s[2], s[3]]) !! shapes [2] and [3] differ",
    "tf.strings.join([s[2], i32[2]]) !! int32 is not supported",
)
def join(inputs: Any, separator: Any = "", name: Any = None) -> TensorType:
    if isinstance(inputs, ListOf):
        return TensorType(STRING, Shape.unknown())
    if not isinstance(inputs, (list, tuple)):
        raise Unsure
    parts = [strings(part, f"inputs[{place}]") for place, part in enumerate(inputs)]
    if any(part.kind == "ragged" for part in parts):
        raise Unsure
    # Scalars are repeated; the others must have one shape.
    shapes = [part.shape for part in parts if part.shape.rank != 0]
    try:
        return TensorType(STRING, reduce(merge, shapes, shapes[0]) if shapes else Shape.scalar())
    except ShapeMismatch as mismatch:
        raise OpError(
            "tf-shape", f"shapes {mismatch.a} and {mismatch.b} differ", "inputs"
        ) from None


@rule(
    "tensorflow.strings.reduce_join",
    "tf.strings.reduce_join(s[2, N]) -> s[]",
    "tf.strings.reduce_join(s[2, N], 1) -> s[2]",
    "tf.strings.reduce_join(s[2, 3], axis=-1, keepdims=True, separator=' ') -> s[2, 1]",
    "tf.strings.reduce_join(s[2, 3], axis=2) !! axis 2 is out of range for rank 2",
)
def reduce_join(
    inputs: Any, axis: Any = None, keepdims: Any = False, separator: Any = "", name: Any = None
) -> TensorType:
    x = strings(inputs, "inputs")
    if x.kind == "ragged":
        raise Unsure
    return TensorType(STRING, reduced(x.shape, axis, keepdims))


@rule(
    "tensorflow.strings.format",
    "tf.strings.format('{} items', f32[2]) -> s[]",
    "tf.strings.format('{} of {}', (f32[2], 3)) -> s[]",
    "tf.strings.format('{} of {}', f32[2]) !! the template has 2 places for 1 inputs",
    "tf.strings.format('{}', [1, 2]) !! the template has 1 places for 2 inputs",
    "tf.strings.format('{} of {}', f32[2], f32[2]) !! tf.strings.format(template, (inputs, placeholder)) takes both",
)
def format(
    template: Any, inputs: Any, placeholder: Any = "{}", summarize: Any = 3, name: Any = None
) -> TensorType:
    if isinstance(placeholder, TensorType):
        hint = "tf.strings.format(template, (inputs, placeholder)) takes both"
        words = f"expected a text, got {TensorType(placeholder.dtype, placeholder.shape)}"
        raise OpError("tf-value", words, "placeholder", hint, "builtins.TypeError")
    count = len(inputs) if isinstance(inputs, (list, tuple)) else None
    count = 1 if isinstance(inputs, TensorType) else count
    if isinstance(template, str) and isinstance(placeholder, str) and count is not None:
        places = template.count(placeholder)
        if places != count:
            words = f"the template has {places} places for {count} inputs"
            raise OpError("tf-value", words, "template")
    return TensorType(STRING, Shape.scalar())


# --- into pieces ------------------------------------------------------------------------------------------------------


def pieces(value: Any, dtype: DType) -> TensorType:
    """One more dim of unknown size: the pieces of each string, ragged unless there was one string only."""
    x = strings(value)
    if x.shape.rank is None:
        raise Unsure
    shape = x.shape + Shape.of(UNKNOWN)
    if x.shape.rank == 0:
        return TensorType(dtype, shape)
    rows = RowLengths(None) if x.shape.rank == 1 and x.kind != "ragged" else None
    return TensorType(dtype, shape, "ragged", rows)


@rule(
    "tensorflow.strings.split",
    "tf.strings.split(s[2]) -> ragged(s[2, None])",
    "tf.strings.split(s[2, 3], sep=',') -> ragged(s[2, 3, None])",
    "tf.strings.split('two words') -> s[None]",
    "tf.strings.split('a,,b', ',') -> s[3]",
    "tf.strings.to_number(tf.strings.split('1,,2', ',')) !! '' is no float32",
    "tf.strings.split(ragged(s[2, None])) -> ragged(s[2, None, None])",
    "tf.strings.split(i32[2]) !! int32 is not supported",
    "tf.strings.split(s[2], 1) !! string cannot hold the int 1",
)
def split(input: Any, sep: Any = None, maxsplit: Any = -1, name: Any = None) -> TensorType:
    if sep is not None:
        strings(sep, "sep")
    made = pieces(input, STRING)
    if made.shape.rank != 1 or not isinstance(sep, str) or not sep or maxsplit != -1:
        return made
    value = as_tensor(input).value
    found = tuple(piece for text in texts_in(value) for piece in text.split(sep))
    if isinstance(value, str):
        return TensorType(STRING, Shape.of(len(found)), value=found)
    return TensorType(STRING, made.shape, value=Among(found) if found else None)


@rule(
    "tensorflow.strings.bytes_split",
    "tf.strings.bytes_split(s[2]) -> ragged(s[2, None])",
    "tf.strings.bytes_split(s[]) -> s[None]",
    "tf.strings.bytes_split(i32[2]) !! int32 is not supported",
)
def bytes_split(input: Any, name: Any = None) -> TensorType:
    return pieces(input, STRING)


@rule(
    "tensorflow.strings.unicode_split",
    "tf.strings.unicode_split(s[N], 'UTF-8') -> ragged(s[N, None])",
    "tf.strings.unicode_split(i32[2], 'UTF-8') !! int32 is not supported",
)
def unicode_split(
    input: Any,
    input_encoding: Any,
    errors: Any = "replace",
    replacement_char: Any = 65533,
    name: Any = None,
) -> TensorType:
    return pieces(input, STRING)


@rule(
    "tensorflow.strings.unicode_decode",
    "tf.strings.unicode_decode(s[N], 'UTF-8') -> ragged(i32[N, None])",
    "tf.strings.unicode_decode(s[], 'UTF-8') -> i32[None]",
    "tf.strings.unicode_decode(f32[2], 'UTF-8') !! float32 is not supported",
)
def unicode_decode(
    input: Any,
    input_encoding: Any,
    errors: Any = "replace",
    replacement_char: Any = 65533,
    replace_control_characters: Any = False,
    name: Any = None,
) -> TensorType:
    return pieces(input, INT32)
