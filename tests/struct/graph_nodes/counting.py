"""Counts what is computed when a function runs: the nodes that grappler leaves of its graph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import tensorflow as tf
from tensorflow.python.grappler import tf_optimizer

#: What is in a graph but computes nothing.
_FREE = {"Const", "Placeholder", "Identity", "NoOp"}


def compute_nodes(function: Callable[..., Any], *specs: Any) -> Counter[str]:
    """How often each kernel is run by `function`, traced on these specs and optimized."""
    concrete = tf.function(function, autograph=False).get_concrete_function(*specs)
    with concrete.graph.as_default():
        meta_graph = tf.compat.v1.train.export_meta_graph(graph=concrete.graph)
    outputs = meta_graph.collection_def["train_op"].node_list.value
    outputs.extend(tensor.name for tensor in concrete.outputs)
    outputs.extend(op.name for op in concrete.graph.get_operations() if op.type == "Assert")
    config = tf.compat.v1.ConfigProto()
    options = config.graph_options.rewrite_options
    options.min_graph_nodes = -1
    options.meta_optimizer_iterations = options.TWO
    optimized = tf_optimizer.OptimizeGraph(config, meta_graph)
    return Counter(node.op for node in optimized.node if node.op not in _FREE)
