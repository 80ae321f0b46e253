"""tf.nn: rows of tables summed by sparse ids, losses over samples of many classes, and how those are drawn."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import UNKNOWN, Dim, TensorType, equal

from .arguments import allow, attribute, choice, rank_is
from .conversion import as_tensor
from .groups import FLOATS, INDICES, NUMBERS
from .rule import OpError, Unsure, rule, with_parameters
from .values import FLOAT32, INT64, is_ragged, is_sparse, of


def _table(value: Any, argument: str) -> TensorType:
    """A table, or one of a list of parts of it."""
    if isinstance(value, (list, tuple)):
        if len(value) != 1:
            raise Unsure
        value = value[0]
    return as_tensor(value, argument=argument)


def _summed(params: Any, ids: Any, combiner: Any, names: tuple[str, str]) -> TensorType:
    table = allow(_table(params, names[0]), NUMBERS, names[0])
    if not (is_sparse(ids) or is_ragged(ids)):
        raise Unsure
    allow(ids, INDICES, names[1])
    if combiner is not None:
        choice(combiner, ("mean", "sqrtn", "sum"), "combiner")
    if table.shape.rank is None or table.shape.rank < 1:
        raise Unsure
    rows: Dim = UNKNOWN
    if ids.shape.rank is not None and ids.shape.rank > 0:
        rows = ids.shape[0]
    # Rows at the end that have no ids are not there.
    return TensorType(
        table.dtype, of(rows if is_ragged(ids) else UNKNOWN) + table.shape.slice(1, None)
    )


@rule(
    "tensorflow.nn.embedding_lookup_sparse",
    "tf.nn.embedding_lookup_sparse(f32[9, 7], sparse(i64[4, 3]), None) -> f32[None, 7]",
    "tf.nn.embedding_lookup_sparse(f32[9, 7], ragged(i64[4, None]), None, combiner='sum') -> f32[4, 7]",
    "tf.nn.embedding_lookup_sparse(f32[9, 7], sparse(i64[4, 3]), None, combiner='max') !! 'max' is none of",
    "tf.nn.embedding_lookup_sparse(f32[9, 7], sparse(f32[4, 3]), None) !! float32 is not supported",
    "tf.nn.embedding_lookup_sparse(b[9, 7], sparse(i64[4, 3]), None) !! bool is not supported",
)
def embedding_lookup_sparse(
    params: Any,
    sp_ids: Any,
    sp_weights: Any,
    combiner: Any = None,
    max_norm: Any = None,
    name: Any = None,
    allow_fast_lookup: Any = False,
) -> TensorType:
    return _summed(params, sp_ids, combiner, ("params", "sp_ids"))


@rule(
    "tensorflow.nn.safe_embedding_lookup_sparse",
    "tf.nn.safe_embedding_lookup_sparse(f32[9, 7], sparse(i64[4, 3])) -> f32[4, 7]",
    "tf.nn.safe_embedding_lookup_sparse(f32[9, 7], sparse(i64[N, 3]), combiner='max') !! 'max' is none of",
)
def safe_embedding_lookup_sparse(
    embedding_weights: Any,
    sparse_ids: Any,
    sparse_weights: Any = None,
    combiner: Any = "mean",
    default_id: Any = None,
    max_norm: Any = None,
    name: Any = None,
    allow_fast_lookup: Any = False,
) -> TensorType:
    summed = _summed(embedding_weights, sparse_ids, combiner, ("embedding_weights", "sparse_ids"))
    if sparse_ids.shape.rank is None or sparse_ids.shape.rank < 1:
        raise Unsure
    rows = sparse_ids.shape.slice(0, -1)
    return TensorType(summed.dtype, rows + summed.shape.slice(1, None))


# --- losses over samples ----------------------------------------------------------------------------------------------


def _register_loss(op: str, **more: Any) -> None:
    def function(weights: Any, biases: Any, labels: Any, inputs: Any, *rest: Any) -> TensorType:
        x = rank_is(allow(as_tensor(inputs, argument="inputs"), FLOATS, "inputs"), 2, "inputs")
        truth = rank_is(as_tensor(labels, argument="labels"), 2, "labels", axis=-1)
        table = _table(weights, "weights")
        if table.shape.rank == 2 and equal(table.shape[1], x.shape[1]) is False:
            raise OpError(
                "tf-shape", f"weights of {table.shape[1]} for inputs of {x.shape[1]}", "weights"
            )
        batch = x.shape[0]
        if equal(batch, truth.shape[0]) is False:
            raise OpError("tf-shape", f"{truth.shape[0]} labels for {batch} inputs", "labels")
        return TensorType(x.dtype, of(batch))

    path = f"tf.nn.{op}"
    rule(
        f"tensorflow.nn.{op}",
        f"{path}(f32[100, 16], f32[100], i64[8, 1], f32[8, 16], 5, 100) -> f32[8]",
        f"{path}(f32[100, 16], f32[100], i64[N, 1], f32[N, 16], 5, 100) -> f32[N]",
        f"{path}(f32[100, 16], f32[100], i64[8], f32[8, 16], 5, 100) !! expected rank 2, got rank 1",
        f"{path}(f32[100, 16], f32[100], i64[8, 1], f32[8, 12], 5, 100) !! weights of 16 for inputs of 12",
    )(
        with_parameters(
            function, weights=..., biases=..., labels=..., inputs=..., num_sampled=...,
            num_classes=..., num_true=1, sampled_values=None, **more,
        )
    )  # fmt: skip


_register_loss("nce_loss", remove_accidental_hits=False, name=None)
_register_loss("sampled_softmax_loss", remove_accidental_hits=True, seed=None, name=None)


# --- samples of classes -----------------------------------------------------------------------------------------------


def _register_sampler(op: str, call: str, *parameters: str) -> None:
    def function(true_classes: Any, num_true: Any, num_sampled: Any, *rest: Any) -> Any:
        given = rank_is(as_tensor(true_classes, INT64, argument="true_classes"), 2, "true_classes")
        drawn = attribute(num_sampled, "num_sampled")
        count = UNKNOWN if drawn is None else drawn
        wanted = attribute(num_true, "num_true")
        columns = given.shape[1] if wanted is None else wanted
        return (
            TensorType(INT64, of(count)),
            TensorType(FLOAT32, of(given.shape[0], columns)),
            TensorType(FLOAT32, of(count)),
        )

    named: dict[str, Any] = dict.fromkeys(parameters)
    rule(
        f"tensorflow.random.{op}",
        f"tf.random.{op}(i64[8, 1], 1, 5, True{call}) -> (i64[5], f32[8, 1], f32[5])",
        f"tf.random.{op}(i64[8], 1, 5, True{call}) !! expected rank 2, got rank 1",
    )(
        with_parameters(
            function, true_classes=..., num_true=..., num_sampled=..., unique=..., **named,
            seed=None, name=None,
        )
    )  # fmt: skip


for _op in ("uniform", "log_uniform", "learned_unigram"):
    _register_sampler(f"{_op}_candidate_sampler", ", 100", "range_max")
_register_sampler("all_candidate_sampler", "")
_register_sampler(
    "fixed_unigram_candidate_sampler", ", 9, unigrams=[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]",
    "range_max", "vocab_file", "distortion", "num_reserved_ids", "num_shards", "shard", "unigrams",
)  # fmt: skip
