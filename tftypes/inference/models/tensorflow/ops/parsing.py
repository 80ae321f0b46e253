"""tf.io.parse_example and its kin: from what a feature is said to be to the tensor that is parsed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType, num_elements
from tftypes.inference.spelling import nearest

from .arguments import allow, dim_argument, dtype_argument, rank_is, shape_argument
from .conversion import as_tensor
from .describe import describe
from .groups import STRINGS
from .rule import OpError, Unsure, rule
from .values import INT64, Among, Record, Written, known_bool, of

_DTYPES: Final = frozenset({"float32", "int64", "string"})


@dataclass(frozen=True, slots=True)
class Feature:
    """What a `tf.io.FixedLenFeature` or another says: the tensor of one example, before a batch of them.

    `batched` makes of it the tensor of a batch.
    """

    name: str
    one: TensorType
    batched: Callable[[Shape], TensorType]
    #: Whether a record has to have it: nothing stands for it where it is missing.
    needed: bool = False

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class BadFeature:
    """A feature that no op can parse, and why."""

    name: str
    error: OpError

    def __str__(self) -> str:
        return self.name


def _dtype(value: Any) -> DType:
    dtype = dtype_argument(value)
    if dtype.names.isdisjoint(_DTYPES):
        raise OpError(
            "tf-dtype",
            f"{dtype} is not supported",
            "features",
            "examples hold float32, int64 and string; cast what is parsed",
        )
    return dtype


def fixed_len(shape: Any, dtype: Any, default_value: Any = None) -> Feature:
    made, dims = _dtype(dtype), shape_argument(shape, "features")
    sizes = list(shape) if isinstance(shape, (list, tuple)) else []
    if None in sizes or -1 in sizes:
        hint = f"tf.io.FixedLenSequenceFeature({sizes[1:]}, tf.{made}, allow_missing=True)"
        is_first = sizes[0] is None and None not in sizes[1:]
        words = f"all sizes of a FixedLenFeature are known, got {describe(sizes)}"
        raise OpError("tf-shape", words, "features", hint if is_first else None)
    if default_value is not None and made.is_known:
        as_tensor(default_value, made, argument="features")
    return Feature(
        "FixedLenFeature",
        TensorType(made, dims),
        lambda batch: TensorType(made, batch + dims),
        needed=default_value is None,
    )


def fixed_len_sequence(
    shape: Any, dtype: Any, allow_missing: Any = False, default_value: Any = None
) -> Feature:
    made = _dtype(dtype)
    dims = of(UNKNOWN) + shape_argument(shape, "features")
    return Feature(
        "FixedLenSequenceFeature",
        TensorType(made, dims),
        lambda batch: TensorType(made, batch + dims),
        needed=known_bool(allow_missing) is False,
    )


def var_len(dtype: Any) -> Feature:
    made = _dtype(dtype)
    return Feature(
        "VarLenFeature",
        TensorType(made, of(UNKNOWN), "sparse"),
        lambda batch: TensorType(made, batch + of(UNKNOWN), "sparse"),
    )


def sparse(
    index_key: Any, value_key: Any, dtype: Any, size: Any, already_sorted: Any = False
) -> Feature:
    made = _dtype(dtype)
    sizes = size if isinstance(size, (list, tuple)) else [size]
    shape = of(*(dim_argument(each, "features") for each in sizes))
    return Feature(
        "SparseFeature",
        TensorType(made, shape, "sparse"),
        lambda batch: TensorType(made, batch + shape, "sparse"),
    )


def ragged(
    dtype: Any,
    value_key: Any = None,
    partitions: Any = (),
    row_splits_dtype: Any = None,
    validate: Any = False,
) -> Feature:
    made = _dtype(dtype)
    if not isinstance(partitions, (list, tuple)) or partitions:
        # Which of them are uniform is not followed.
        raise Unsure
    return Feature(
        "RaggedFeature",
        TensorType(made, of(UNKNOWN)),
        lambda batch: TensorType(made, batch + of(UNKNOWN), "ragged"),
    )


#: What makes features, by full name.
FEATURES: Final[Mapping[str, Callable[..., Feature]]] = {
    "tensorflow.io.FixedLenFeature": fixed_len,
    "tensorflow.io.FixedLenSequenceFeature": fixed_len_sequence,
    "tensorflow.io.VarLenFeature": var_len,
    "tensorflow.io.SparseFeature": sparse,
    "tensorflow.io.RaggedFeature": ragged,
}


def feature(fullname: str, args: Any, kwargs: Any) -> Any:
    """The feature that a call makes; what is wrong with it is said where it is used."""
    try:
        return FEATURES[fullname](*args, **kwargs)
    except (TypeError, Unsure):
        return UNKNOWN
    except OpError as error:
        return BadFeature(fullname.rpartition(".")[2], error)


# --- the ops ----------------------------------------------------------------------------------------------------------


def _of_examples(value: Any) -> dict[str, Feature]:
    """The features of examples, which have no steps."""
    if value == {} or isinstance(value, (list, tuple)):
        words = f"expected a dict of features, got {describe(value)}"
        raise OpError("tf-value", words, "features")
    specs = _features(value, "features")
    known = (each for each in specs.values() if isinstance(each, Feature))
    if any(each.name == "FixedLenSequenceFeature" and each.needed for each in known):
        words = "of an example a FixedLenSequenceFeature may be missing"
        raise OpError("tf-value", words, "features", "allow_missing=True")
    return specs


def _features(value: Any, argument: str) -> dict[str, Feature]:
    if not isinstance(value, dict):
        raise Unsure
    for each in value.values():
        if isinstance(each, (DType, TensorType)):
            hint = f"tf.io.FixedLenFeature([], tf.{each.dtype if isinstance(each, TensorType) else each})"
            words = f"expected features, got {describe(each)}"
            raise OpError("tf-value", words, argument, hint)
        if isinstance(each, BadFeature):
            error = each.error
            raise OpError(error.code, error.message, argument, error.hint)
    return value


def _check_record(serialized: TensorType, specs: Mapping[str, Feature]) -> None:
    """What is known of a record has what the specs say. Raises OpError, as the kernel does."""
    known = serialized.value.numbers if isinstance(serialized.value, Among) else ()
    [record] = known if len(known) == 1 else [None]
    if not isinstance(record, Record):
        return
    held = dict(record.features)
    for key, spec in specs.items():
        if not isinstance(spec, Feature) or spec.name not in _BY_KEY:
            continue
        if key not in held and spec.needed:
            names = ", ".join(map(repr, held)) or "none"
            near = nearest(key, held)
            hint = near and f"did you mean {near!r}?"
            raise _unlike("tf-value", f"the record has no feature {key!r}: it has {names}", hint)
        found = held.get(key)
        if found is None or found.count == 0:
            continue
        if spec.one.dtype.name not in (None, found.dtype):
            words = f"feature {key!r} is {spec.one.dtype}, and {found.dtype} in the record"
            raise _unlike("tf-dtype", words, _spec(spec, found))
        size = num_elements(spec.one.shape) if spec.name == "FixedLenFeature" else None
        if isinstance(size, int) and found.count not in (None, size):
            words = f"feature {key!r} has {size} items, and {found.count} in the record"
            raise _unlike("tf-shape", words, _spec(spec, found))


#: What reads the feature of its own key.
_BY_KEY: Final = ("FixedLenFeature", "FixedLenSequenceFeature", "VarLenFeature")


def _unlike(code: str, words: str, hint: str | None) -> OpError:
    error = OpError(code, words, "features", hint)
    error.at_run = True
    return error


def _spec(spec: Feature, found: Written) -> str | None:
    """The spec that reads what a record has."""
    dtype = f"tf.{found.dtype}"
    if spec.name != "FixedLenFeature":
        return f"tf.io.VarLenFeature({dtype})" if spec.name == "VarLenFeature" else None
    if found.count is None:
        return f"tf.io.FixedLenFeature({spec.one.shape}, {dtype})"
    is_same = num_elements(spec.one.shape) == found.count
    shape = spec.one.shape if is_same else "[]" if found.count == 1 else f"[{found.count}]"
    return f"tf.io.FixedLenFeature({shape}, {dtype}) reads it"


def _serialized(value: Any) -> TensorType:
    return allow(as_tensor(value, argument="serialized"), STRINGS, "serialized")


def _one(feature: Any) -> Any:
    return feature.one if isinstance(feature, Feature) else UNKNOWN


def _many(feature: Any, batch: Shape) -> Any:
    return feature.batched(batch) if isinstance(feature, Feature) else UNKNOWN


@rule(
    "tensorflow.io.parse_single_example",
    "tf.io.parse_single_example(s[], {'x': tf.io.FixedLenFeature([28, 28], tf.float32)}) -> {'x': f32[28, 28]}",
    "tf.io.parse_single_example(s[], {'y': tf.io.VarLenFeature(tf.int64)}) -> {'y': sparse(i64[None])}",
    "tf.io.parse_single_example(s[], {'y': tf.io.RaggedFeature(tf.string)}) -> {'y': s[None]}",
    "tf.io.parse_single_example(s[], {'y': tf.io.FixedLenSequenceFeature([3], tf.int64, True)}) -> {'y': i64[None, 3]}",
    "tf.io.parse_single_example(s[], {'y': tf.io.SparseFeature('i', 'v', tf.float32, 10)}) -> {'y': sparse(f32[10])}",
    "tf.io.parse_single_example(s[], {'x': tf.io.FixedLenFeature([], tf.int32)}) !! int32 is not supported",
    "tf.io.parse_single_example(s[2], {'x': tf.io.FixedLenFeature([], tf.int64)}) !! expected a scalar, got rank 1",
    "tf.io.parse_single_example(i32[], {'x': tf.io.FixedLenFeature([], tf.int64)}) !! int32 is not supported",
    "tf.io.parse_single_example(s[], {'x': tf.io.FixedLenFeature([None], tf.int64)}) !! all sizes of a FixedLenFeature are known",
    "tf.io.parse_single_example(s[], {'x': tf.io.FixedLenSequenceFeature([], tf.int64)}) !! may be missing",
    "tf.io.parse_single_example(s[], {'x': tf.int64}) !! expected features, got int64",
    "tf.io.parse_single_example(s[], {}) !! expected a dict of features",
)
def parse_single_example(
    serialized: Any, features: Any, example_names: Any = None, name: Any = None
) -> dict[str, Any]:
    x = _serialized(serialized)
    if x.shape.rank:
        raise OpError(
            "tf-rank",
            f"expected a scalar, got rank {x.shape.rank}",
            "serialized",
            "did you mean tf.io.parse_example?" if x.shape.rank == 1 else None,
        )
    specs = _of_examples(features)
    _check_record(x, specs)
    return {key: _one(each) for key, each in specs.items()}


@rule(
    "tensorflow.io.parse_example",
    "tf.io.parse_example(s[N], {'x': tf.io.FixedLenFeature([28, 28], tf.float32)}) -> {'x': f32[N, 28, 28]}",
    "tf.io.parse_example(s[N], {'y': tf.io.VarLenFeature(tf.int64)}) -> {'y': sparse(i64[N, None])}",
    "tf.io.parse_example(s[8], {'y': tf.io.RaggedFeature(tf.string)}) -> {'y': ragged(s[8, None])}",
    "tf.io.parse_example(s[8], {'y': tf.io.FixedLenSequenceFeature([3], tf.int64, True)}) -> {'y': i64[8, None, 3]}",
    "tf.io.parse_example(s[8], {'y': tf.io.SparseFeature(['i', 'j'], 'v', tf.float32, [10, 4])}) -> {'y': sparse(f32[8, 10, 4])}",
    "tf.io.parse_example(s[], {'x': tf.io.FixedLenFeature([], tf.int64)}) -> {'x': i64[]}",
    "tf.io.parse_example(s[N], {'x': tf.io.FixedLenFeature([], tf.uint8)}) !! uint8 is not supported",
    "tf.io.parse_example(s[N], {'x': tf.io.FixedLenFeature([], tf.int64, 'a')}) !! int64 cannot hold the str 'a'",
    "tf.io.parse_example(s[2, 3], {'x': tf.io.FixedLenFeature([], tf.int64)}) !! expected rank 0 or 1, got rank 2",
)
def parse_example(
    serialized: Any, features: Any, example_names: Any = None, name: Any = None
) -> dict[str, Any]:
    x = _serialized(serialized)
    specs = _of_examples(features)
    if x.shape.rank is None:
        raise Unsure
    if x.shape.rank > 1:
        raise OpError("tf-rank", f"expected rank 0 or 1, got rank {x.shape.rank}", "serialized")
    if x.shape.rank == 0:
        _check_record(x, specs)
        return {key: _one(each) for key, each in specs.items()}
    return {key: _many(each, x.shape) for key, each in specs.items()}


_STEPS: Final = of(UNKNOWN)


@rule(
    "tensorflow.io.parse_single_sequence_example",
    "tf.io.parse_single_sequence_example(s[], {'n': tf.io.FixedLenFeature([], tf.int64)}, "
    "{'x': tf.io.FixedLenSequenceFeature([3], tf.float32)}) -> ({'n': i64[]}, {'x': f32[None, 3]})",
    "tf.io.parse_single_sequence_example(s[], None, {'w': tf.io.VarLenFeature(tf.string)}) -> ({}, {'w': sparse(s[None, None])})",
    "tf.io.parse_single_sequence_example(s[], None, {'n': tf.io.FixedLenFeature([], tf.int64)}) !! FixedLenSequenceFeature",
    "tf.io.parse_single_sequence_example(i32[], None, {'w': tf.io.VarLenFeature(tf.string)}) !! int32 is not supported",
    "tf.io.parse_single_sequence_example(s[3], None, {'w': tf.io.VarLenFeature(tf.string)}) !! expected one example",
)
def parse_single_sequence_example(
    serialized: Any,
    context_features: Any = None,
    sequence_features: Any = None,
    example_name: Any = None,
    name: Any = None,
) -> tuple[dict[str, Any], dict[str, Any]]:
    rank_is(_serialized(serialized), 0, "serialized", "expected one example")
    context = _features(context_features or {}, "context_features")
    steps = _features(sequence_features or {}, "sequence_features")
    return (
        {key: _one(each) for key, each in context.items()},
        {key: _step(each, of()) for key, each in steps.items()},
    )


def _step(feature: Any, batch: Shape) -> Any:
    """A feature of each step: what has a length of its own already is not one more dim."""
    if not isinstance(feature, Feature):
        return UNKNOWN
    if feature.name == "FixedLenSequenceFeature":
        return feature.batched(batch)
    if feature.name == "VarLenFeature":
        return feature.batched(batch + _STEPS)
    if feature.name == "FixedLenFeature":
        hint = "tf.io.FixedLenSequenceFeature([], dtype) is a number of each step"
        words = "a FixedLenFeature is none of the steps"
        raise OpError("tf-value", words, "sequence_features", hint, "builtins.ValueError")
    return UNKNOWN


@rule(
    "tensorflow.io.parse_sequence_example",
    "tf.io.parse_sequence_example(s[N], {'n': tf.io.FixedLenFeature([], tf.int64)}, "
    "{'x': tf.io.FixedLenSequenceFeature([3], tf.float32)}) -> ({'n': i64[N]}, {'x': f32[N, None, 3]}, {'x': i64[N]})",
    "tf.io.parse_sequence_example(s[N], None, {'w': tf.io.VarLenFeature(tf.string)}) -> ({}, {'w': sparse(s[N, None, None])}, {})",
    "tf.io.parse_sequence_example(i32[2], None, {'w': tf.io.VarLenFeature(tf.string)}) !! int32 is not supported",
    "tf.io.parse_sequence_example(s[2, 3], None, {'w': tf.io.VarLenFeature(tf.string)}) !! expected rank 1",
)
def parse_sequence_example(
    serialized: Any,
    context_features: Any = None,
    sequence_features: Any = None,
    example_names: Any = None,
    name: Any = None,
) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    x = _serialized(serialized)
    context = _features(context_features or {}, "context_features")
    steps = _features(sequence_features or {}, "sequence_features")
    if x.shape.min_rank > 1:
        raise OpError("tf-rank", f"expected rank 1, got {x.shape}", "serialized")
    if x.shape.rank != 1:
        raise Unsure
    lengths = {
        key: TensorType(INT64, x.shape)
        for key, each in steps.items()
        if isinstance(each, Feature) and each.name == "FixedLenSequenceFeature"
    }
    if any(not isinstance(each, Feature) for each in steps.values()):
        raise Unsure
    return (
        {key: _many(each, x.shape) for key, each in context.items()},
        {key: _step(each, x.shape) for key, each in steps.items()},
        lengths,
    )
