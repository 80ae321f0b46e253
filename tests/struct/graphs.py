"""Functions of tensors as graphs of both versions, of which any part of the result can be asked for.

A TensorFlow 1 graph in a session, and a pruned `tf.function`, run what is asked for and nothing
else: an assertion that nothing depends on does not run.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tensorflow as tf


class Graph:
    """A function of tensors, traced with `specs`; its result taken apart into tensors."""

    def __init__(self, graph: Any, inputs: list[Any], result: Any) -> None:
        self.graph = graph
        self.inputs = inputs
        self.result = result
        self.parts = tf.nest.flatten(result, expand_composites=True)

    def run(self, part: Any, arrays: list[Any]) -> Any:
        """The value of one tensor, or of a structure of them, as NumPy has it."""
        raise NotImplementedError

    def whole(self, arrays: list[Any]) -> Any:
        """The result, as it is eagerly."""
        found = self.run(self.parts, arrays)
        made = [tf.constant(value, part.dtype) for value, part in zip(found, self.parts)]
        return tf.nest.pack_sequence_as(self.result, made, expand_composites=True)


class Version1(Graph):
    """A TensorFlow 1 graph."""

    def __init__(self, function: Callable[..., Any], specs: list[tf.TensorSpec]) -> None:
        graph = tf.Graph()
        with graph.as_default():
            inputs = [tf.compat.v1.placeholder(spec.dtype, spec.shape) for spec in specs]
            super().__init__(graph, inputs, function(*inputs))

    def run(self, part: Any, arrays: list[Any]) -> Any:
        with tf.compat.v1.Session(graph=self.graph) as session:
            return session.run(part, dict(zip(self.inputs, arrays)))


class Version2(Graph):
    """The graph of a function, of which what is not asked for is pruned."""

    def __init__(self, function: Callable[..., Any], specs: list[tf.TensorSpec]) -> None:
        self._function = tf.compat.v1.wrap_function(function, specs)
        inputs = list(self._function.inputs)[: len(specs)]
        super().__init__(self._function.graph, inputs, self._function.structured_outputs)

    def run(self, part: Any, arrays: list[Any]) -> Any:
        wanted = needed([each.op for each in tf.nest.flatten(part)])
        pairs = [(i, value) for i, value in zip(self.inputs, arrays) if i.op in wanted]
        run = self._function.prune([each for each, _ in pairs], part)
        args = [tf.constant(value, each.dtype) for each, value in pairs]
        return tf.nest.map_structure(lambda value: value.numpy(), run(*args))


VERSIONS = (Version1, Version2)


def needed(operations: list[Any]) -> set[Any]:
    """All operations that these wait for."""
    found: set[Any] = set()
    while operations:
        operation = operations.pop()
        if operation not in found:
            found.add(operation)
            operations += [tensor.op for tensor in operation.inputs]
            operations += operation.control_inputs
    return found
