"""`Annotated[T, predicate]`: what else must hold of a value, said by a function.

    def even_rows(x): return x.shape[0] % 2 == 0

    Rows = Annotated[Tensor[float32, Shape[None, 3]], even_rows]

Source: PEP 593; RFC 208, type annotations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import tensorflow as tf

from tftypes.runtime.describe import describe
from tftypes.runtime.errors import Mismatch, Path
from tftypes.runtime.leaves import Key, Node
from tftypes.runtime.patterns import Call
from tftypes.runtime.records import restored

Predicate = Callable[[Any], Any]


class PredicateNode(Node):
    """A part of an annotation with functions that are true of its values.

    A predicate is given what the function's body sees. It returns a truth value, or a boolean
    scalar tensor, which the graph compares when it runs; None says that it cannot tell yet.
    """

    def __init__(self, node: Node, predicates: tuple[Predicate, ...]) -> None:
        self.node = node
        self.predicates = predicates
        self.text = f"{node.text} with {', '.join(map(_name, predicates))}"
        self.spec = node.spec
        self.typed = node.typed
        self.raw = node.raw
        self.symbolic = True

    def check(self, value: Any, path: Path, call: Call) -> Key:
        start = len(call.leaves)
        key = self.node.check(value, path, call)
        leaves = call.leaves[start:]
        if not call.traced and not any(isinstance(leaf, tf.TypeSpec) for leaf in leaves):
            seen = value if self.raw else restored(self.node.build(key, iter(leaves)))
            for predicate in self.predicates:
                self._require(predicate, seen, value, path, call)
        return key

    def _require(self, predicate: Predicate, seen: Any, value: Any, path: Path, call: Call) -> None:
        answer = predicate(seen)
        refusal = Mismatch(path, self.text, describe(value), f"{_name(predicate)} is not true")
        if isinstance(answer, tf.Tensor) and not isinstance(answer, tf.__internal__.EagerTensor):
            call.deferred.append((answer, refusal))
        elif answer is not None and not answer:
            raise refusal

    def build(self, key: Key, leaves: Iterator[Any]) -> Any:
        return self.node.build(key, leaves)

    def types(self, key: Key) -> Iterator[Any]:
        return self.node.types(key)

    def names(self, key: Key, path: str) -> Iterator[str]:
        return self.node.names(key, path)


def predicates_among(metadata: tuple[Any, ...]) -> tuple[Predicate, ...]:
    """What is called among the metadata of `Annotated`: functions, and objects with `__call__`."""
    return tuple(item for item in metadata if callable(item) and not isinstance(item, type))


def _name(predicate: Predicate) -> str:
    return getattr(predicate, "__name__", None) or repr(predicate)
