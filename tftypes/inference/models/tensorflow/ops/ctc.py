"""tf.nn.ctc_* and those of keras.backend: losses and decoders of sequences that are not aligned."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import UNKNOWN, DType, TensorType, equal

from .arguments import allow, attribute, defaulted, rank_is
from .conversion import as_tensor
from .groups import FLOATS, REALS
from .rule import OpError, Unsure, rule
from .values import FLOAT32, INT32, INT64, is_number, is_sparse, known_bool, of

_SCORES = FLOATS & {"float32", "float64"}


def _lengths(value: Any, batch: Any, argument: str) -> Any:
    """The batch size after a vector of lengths."""
    count = rank_is(as_tensor(value, argument=argument), 1, argument).shape[0]
    if equal(count, batch) is False:
        raise OpError("tf-shape", f"{count} lengths for a batch of {batch}", argument)
    return count if batch is UNKNOWN else batch


@rule(
    "tensorflow.nn.ctc_loss",
    "tf.nn.ctc_loss(i32[8, 5], f32[20, 8, 10], i32[8], i32[8]) -> f32[8]",
    "tf.nn.ctc_loss(i32[N, 5], f32[N, 20, 10], i32[N], i32[N], logits_time_major=False) -> f32[N]",
    "tf.nn.ctc_loss(sparse(i32[8, None]), f32[20, 8, 10], None, i32[8], blank_index=-1) -> f32[8]",
    "tf.nn.ctc_loss(i32[8, 5], f32[8, 10], i32[8], i32[8]) !! expected rank 3, got rank 2",
    "tf.nn.ctc_loss(i32[8, 5], i32[20, 8, 10], i32[8], i32[8]) !! int32 is not supported",
    "tf.nn.ctc_loss(s[8, 5], f32[20, 8, 10], i32[8], i32[8]) !! string is not supported",
    "tf.nn.ctc_loss(i32[8, 5], f32[20, 8, 10], i32[8], 20) !! [20] * 8 has one for each",
)
def ctc_loss(
    labels: Any,
    logits: Any,
    label_length: Any,
    logit_length: Any,
    logits_time_major: Any = True,
    unique: Any = None,
    blank_index: Any = None,
    name: Any = None,
) -> TensorType:
    x = rank_is(allow(as_tensor(logits, argument="logits"), FLOATS, "logits"), 3, "logits")
    first = known_bool(logits_time_major)
    if first is None:
        return TensorType(x.dtype, of(UNKNOWN))
    batch = x.shape[1 if first else 0]
    if not is_sparse(labels):
        rank_is(allow(as_tensor(labels, argument="labels"), REALS, "labels"), 2, "labels")
        for name, given in (("label_length", label_length), ("logit_length", logit_length)):
            if as_tensor(given, argument=name).shape.rank == 0:
                one = f"[{given}] * {batch} has one for each" if is_number(given) else None
                raise OpError("tf-rank", "expected a vector of lengths, got a scalar", name, one)
    return TensorType(x.dtype, of(batch))


def _decoder(inputs: Any, sequence_length: Any) -> tuple[TensorType, Any]:
    x = rank_is(defaulted(inputs, _SCORES, "float32", "inputs"), 3, "inputs")
    as_tensor(sequence_length, INT32, argument="sequence_length")
    return x, _lengths(sequence_length, x.shape[1], "sequence_length")


@rule(
    "tensorflow.nn.ctc_greedy_decoder",
    "tf.nn.ctc_greedy_decoder(f32[20, 8, 10], i32[8]) -> ([sparse(i64[None, None])], f32[8, 1])",
    "tf.nn.ctc_greedy_decoder(f32[20, 8], i32[8]) !! expected rank 3, got rank 2",
    "tf.nn.ctc_greedy_decoder(f32[20, 8, 10], i32[7]) !! 7 lengths for a batch of 8",
)
def ctc_greedy_decoder(
    inputs: Any, sequence_length: Any, merge_repeated: Any = True, blank_index: Any = None
) -> tuple[list[TensorType], TensorType]:
    x, batch = _decoder(inputs, sequence_length)
    return [TensorType(INT64, of(UNKNOWN, UNKNOWN), "sparse")], TensorType(x.dtype, of(batch, 1))


@rule(
    "tensorflow.nn.ctc_beam_search_decoder",
    "tf.nn.ctc_beam_search_decoder(f32[20, 8, 10], i32[8], top_paths=2) "
    "-> ([sparse(i64[None, None]), sparse(i64[None, None])], f32[8, 2])",
    "tf.nn.ctc_beam_search_decoder(f32[20, 8], i32[8]) !! expected rank 3, got rank 2",
)
def ctc_beam_search_decoder(
    inputs: Any, sequence_length: Any, beam_width: Any = 100, top_paths: Any = 1
) -> tuple[list[TensorType], TensorType]:
    x, batch = _decoder(inputs, sequence_length)
    paths = attribute(top_paths, "top_paths")
    if paths is None or not 0 < paths < 100:
        raise Unsure
    path = TensorType(INT64, of(UNKNOWN, UNKNOWN), "sparse")
    return [path] * paths, TensorType(x.dtype, of(batch, paths))


@rule(
    "tensorflow.nn.ctc_unique_labels",
    "tf.nn.ctc_unique_labels(i32[8, 5]) -> (index[8, None], i32[8, 5])",
    "tf.nn.ctc_unique_labels(i32[8]) !! expected rank 2, got rank 1",
)
def ctc_unique_labels(labels: Any, name: Any = None) -> tuple[TensorType, TensorType]:
    x = rank_is(as_tensor(labels, argument="labels"), 2, "labels")
    return TensorType(DType.of("int32", "int64"), of(x.shape[0], UNKNOWN)), TensorType(
        INT32, x.shape
    )


@rule(
    "tensorflow.nn.collapse_repeated",
    "tf.nn.collapse_repeated(i32[8, 5], i32[8]) -> (i32[8, None], i32[8])",
    "tf.nn.collapse_repeated(i32[8], i32[8]) !! expected rank 2, got rank 1",
)
def collapse_repeated(
    labels: Any, seq_length: Any, name: Any = None
) -> tuple[TensorType, TensorType]:
    x = rank_is(as_tensor(labels, argument="labels"), 2, "labels")
    lengths = as_tensor(seq_length, argument="seq_length")
    rows = x.shape[0]
    return TensorType(x.dtype, of(rows, UNKNOWN)), TensorType(lengths.dtype, of(rows))


@rule(
    "tensorflow.keras.backend.ctc_batch_cost",
    "tf.keras.backend.ctc_batch_cost(i32[8, 5], f32[8, 20, 10], i32[8, 1], i32[8, 1]) -> f32[8, 1]",
    "tf.keras.backend.ctc_batch_cost(f32[8, 5], f32[8, 20, 10], f32[8, 1], f32[8, 1]) -> f32[8, 1]",
    "tf.keras.backend.ctc_batch_cost(i32[8, 5], f32[8, 20, 10], i32[8], i32[8, 1]) "
    "!! expected a column of lengths, got int32[8]",
    "tf.keras.backend.ctc_batch_cost(i32[8, 5], f32[8, 20, 10], i32[8, 1], i32[8]) !! a column",
)
def ctc_batch_cost(y_true: Any, y_pred: Any, input_length: Any, label_length: Any) -> TensorType:
    given = {"label_length": label_length, "input_length": input_length}
    lengths = {name: as_tensor(each, argument=name) for name, each in given.items()}
    rows = [name for name, each in lengths.items() if each.shape.rank == 1]
    for argument, each in lengths.items():
        if each.shape.rank and equal(each.shape[-1], 1) is False:
            hint = " and ".join(f"{name}[:, None]" for name in rows) if argument in rows else None
            raise OpError("tf-shape", f"expected a column of lengths, got {each}", argument, hint)
    x = as_tensor(y_pred, argument="y_pred")
    if x.shape.rank != 3:
        raise Unsure
    return TensorType(FLOAT32, of(x.shape[0], 1))


@rule(
    "tensorflow.keras.backend.ctc_decode",
    "tf.keras.backend.ctc_decode(f32[8, 20, 10], i32[8]) -> ([i64[8, 20]], f32[8, 1])",
    "tf.keras.backend.ctc_decode(f32[8, 20, 10], f32[8], False, top_paths=2) "
    "-> ([i64[8, 20], i64[8, 20]], f32[8, 2])",
    "tf.keras.backend.ctc_decode(f32[8, 20], i32[8]) !! expected rank 3, got rank 2",
)
def ctc_decode(
    y_pred: Any, input_length: Any, greedy: Any = True, beam_width: Any = 100, top_paths: Any = 1
) -> tuple[list[TensorType], TensorType]:
    x = rank_is(as_tensor(y_pred, argument="y_pred"), 3, "y_pred")
    is_greedy = known_bool(greedy)
    paths = 1 if is_greedy else attribute(top_paths, "top_paths")
    if is_greedy is None or not is_number(paths):
        raise Unsure
    path = TensorType(INT64, x.shape.slice(0, 2))
    return [path] * paths, TensorType(FLOAT32, of(x.shape[0], paths))
