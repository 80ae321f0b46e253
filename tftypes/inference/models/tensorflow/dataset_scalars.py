"""What datasets take as one number, flag or text: counts, sizes, seeds and the like."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from tftypes.algebra import DType
from tftypes.inference.interpreter.arguments import argument_of
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import to_rule
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.models.tensorflow.dataset_elements import known_count
from tftypes.inference.models.tensorflow.ops import OpError, PyValue, Unsure
from tftypes.inference.models.tensorflow.ops.conversion import HOLDS, as_tensor
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes.inference.models.tensorflow.ops.values import BOOL, INT64, STRING
from tftypes.inference.objects import TOP, Value, python_type, resolve


@dataclass(frozen=True)
class _Scalar:
    """One argument that becomes a tensor of a dtype, and what its number is at least."""

    name: str
    least: int | None = None
    #: A smaller number that stands for another: as many as there are, or as TensorFlow chooses.
    other: int | None = None
    dtype: DType = INT64
    none: bool = False
    rank: int = 0


_REST: Final = _Scalar("drop_remainder", dtype=BOOL)
_SEED: Final = _Scalar("seed", none=True)
_CALLS: Final = _Scalar("num_parallel_calls", 1, -1, none=True)
_SIZE: Final = _Scalar("batch_size", 1)
_FILES: Final = _Scalar("filenames", dtype=STRING, rank=8)
_KIND: Final = _Scalar("compression_type", dtype=STRING, none=True)
_BUFFER: Final = _Scalar("buffer_size", none=True)
_READS: Final = _Scalar("num_parallel_reads", 1, -1, none=True)

#: The arguments of methods and of what makes datasets, in their order; None for one of another kind.
_TAKEN: Final[Mapping[str, Sequence[_Scalar | None]]] = {
    "batch": (_SIZE, _REST, replace(_CALLS, least=None)),
    "padded_batch": (_SIZE, None, None, _REST),
    "ragged_batch": (_SIZE, _REST),
    "sparse_batch": (_SIZE,),
    "rebatch": (_Scalar("batch_size", rank=1), _REST),
    "window": (_Scalar("size", 1), _Scalar("shift", 1, none=True), _Scalar("stride", 1), _REST),
    "shuffle": (_Scalar("buffer_size", 1, -2), _SEED),
    "prefetch": (_Scalar("buffer_size", 0, -1, none=True),),
    "take": (_Scalar("count"),),
    "skip": (_Scalar("count"),),
    "repeat": (_Scalar("count", none=True),),
    "shard": (_Scalar("num_shards", 1, -1), _Scalar("index", 0)),
    "enumerate": (_Scalar("start"),),
    "map": (None, _CALLS),
    "interleave": (
        None,
        _Scalar("cycle_length", 1, -1, none=True),
        _Scalar("block_length", 1, none=True),
        _CALLS,
    ),
    "group_by_window": (None, None, _Scalar("window_size", none=True)),
    "cache": (_Scalar("filename", dtype=STRING),),
    "range": (_Scalar("start"), _Scalar("stop"), _Scalar("step")),
    "counter": (_Scalar("start", rank=8), _Scalar("step", rank=8)),
    "random": (_SEED,),
    "assert_cardinality": (_Scalar("expected_cardinality"),),
    "list_files": (_Scalar("file_pattern", dtype=STRING, rank=8), None, _SEED),
    "sample_from_datasets": (None, None, _SEED),
    "TextLineDataset": (_FILES, _KIND, _BUFFER, _READS),
    "TFRecordDataset": (_FILES, _KIND, _BUFFER, _READS),
}


def with_scalars(name: str, model: Model) -> Model:
    """A model whose scalars are held against what they become. Raises OpError for what is none."""
    taken = _TAKEN.get(name.rpartition(".")[2])
    if taken is None:
        return model

    def run(interpreter: Interpreter, call: Call) -> Value:
        one = name == "range" and len(call.args) == 1
        for place, scalar in enumerate(taken[1:] if one else taken):
            if scalar is not None and call.given(place, scalar.name):
                code = argument_of(call.node, place, scalar.name)
                _check(scalar, resolve(call.get(place, scalar.name)), code)
        if name == "shard":
            _check_shard(call)
        return model(interpreter, call)

    return run


def _check_shard(call: Call) -> None:
    """Shards are counted from 0. Raises OpError for an index that none has."""
    count, index = (
        known_count(call.get(i, name)) for i, name in enumerate(("num_shards", "index"))
    )
    if count is not None and index is not None and 0 < count <= index:
        words = f"expected 0 to {count - 1}, one of {count} shards, got {index}"
        raise OpError("tf-value", words, "index")


#: What values of each dtype are called.
_WORDS: Final = {"int64": "an integer", "bool": "a bool", "string": "a text"}


def _check(scalar: _Scalar, value: Value, code: ast.expr | None) -> None:
    name, expected = scalar.name, f"expected {_WORDS[str(scalar.dtype)]}"
    if value is TOP or value is None and scalar.none:
        return
    number, least = known_count(value), scalar.least
    if number is not None and least is not None and number < least and number != scalar.other:
        hint = "buffer_size=1000 draws from so many elements" if scalar.other == -2 else None
        raise OpError("tf-value", f"expected {least} or more, got {number}", name, hint)
    if value is None:
        raise OpError("tf-value", f"{expected}, got None", name, exception="builtins.ValueError")
    kind, shown = python_type(value), describe(to_rule(value))
    if kind is not None:
        is_sure = not isinstance(value, PyValue) or value.sure
        if is_sure and scalar.dtype.names.isdisjoint(HOLDS[_KINDS.get(kind, kind)]):
            hint, exception = _like(value, scalar.dtype, code), "builtins.TypeError"
            if kind == "str" and scalar.other == -1:
                hint = hint or f"{name}=tf.data.AUTOTUNE lets TensorFlow choose"
            raise OpError("tf-dtype", f"{expected}, got {shown}", name, hint, exception)
        return
    try:
        rank = as_tensor(to_rule(value), scalar.dtype, argument=name).shape.rank
    except Unsure:
        return
    if rank is not None and rank > scalar.rank:
        given = to_rule(value)
        is_single = isinstance(given, (list, tuple)) and len(given) == 1
        one = describe(given[0]) if is_single else f"{name}[0]"
        raise OpError("tf-rank", f"{expected}, got {shown}", name, f"{one} is one")


_KINDS: Final = {"bytes": "str"}


def _like(value: Value, dtype: DType, code: ast.expr | None) -> str | None:
    """The value that is meant, where it is written as another kind of Python's."""
    if dtype == BOOL:
        return f"{bool(value)} is one" if isinstance(value, (int, float)) else None
    is_whole = value.is_integer() if isinstance(value, float) else isinstance(value, str)
    if is_whole and dtype == INT64 and isinstance(code, ast.Constant):
        with suppress(ValueError):
            return f"{int(value)} is one"
    if python_type(value) != "float":
        return None
    return "int() makes one" if code is None else f"int({ast.unparse(code)}) is one"
