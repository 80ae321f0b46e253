"""Where a call is made: scopes in which a trace means something else than elsewhere.

Keras builds a model by running it once in a graph of its own, with variables that are not there
yet: what is traced there has their initial values in place of reading them. In
`keras.StatelessScope` values that the caller gives stand for the variables. TensorFlow knows
nothing of either, and would keep such a trace for all later calls.
"""

from __future__ import annotations

import sys
from typing import Any

import tensorflow as tf

#: Keras has no public way to ask; it is asked only where the program has imported it.
_KERAS = "keras.src.backend.common.stateless_scope"


def in_foreign_scope(eager: bool) -> bool:
    """Whether a trace made here serves no other call.

    Args:
      eager: whether TensorFlow executes eagerly here.

    >>> in_foreign_scope(tf.executing_eagerly())
    False
    """
    keras: Any = sys.modules.get(_KERAS)
    if keras is not None and keras.in_stateless_scope():
        return True
    return not eager and _is_scratch(tf.compat.v1.get_default_graph())


def _is_scratch(graph: Any) -> bool:
    """Whether the graph, or one around it, is a function's that no function is traced into."""
    while isinstance(graph, tf.__internal__.FuncGraph):
        if graph.structured_input_signature is None:
            return True
        graph = graph.outer_graph
    return False
