"""The kinds of graphs that programs make: what traces them, and how a value comes out of each."""

from __future__ import annotations

from typing import Final, NamedTuple


class GraphKind(NamedTuple):
    """What makes a graph, as messages name it; what gives its values to others, and what runs its code with values."""

    shown: str
    gives: str | None = None
    with_values: str | None = None


FUNCTION: Final = GraphKind("a tf.function", "the function returns what others use")
LAYER: Final = GraphKind("a Keras layer", "call() returns what others use")
BRANCH: Final = GraphKind(
    "a branch that AutoGraph makes a part of the graph",
    "a variable that is assigned in both branches is there behind them",
)
LOOP: Final = GraphKind(
    "a loop that AutoGraph makes a part of the graph",
    "a name that is assigned before it and in it, or a tf.TensorArray, has what rounds make",
)
#: A callback of an op as tf.cond and tf.while_loop are.
CALLBACK: Final = GraphKind("a loop or branch of the graph")
ROWS: Final = GraphKind("tf.vectorized_map")
#: A callback of a dataset, which runs for each element.
DATASET: Final = GraphKind(
    "a function of a dataset",
    with_values="tf.py_function(function, [x], dtype) calls a function with values",
)
#: The steps of a model that fit, evaluate and predict trace.
STEPS: Final = {
    name: GraphKind(
        f"Model.{name}", with_values="compile(..., run_eagerly=True) runs this with values"
    )
    for name in ("train_step", "test_step", "predict_step")
}
