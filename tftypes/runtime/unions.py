"""`A | B` in annotations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tftypes.runtime import convert
from tftypes.runtime.describe import describe
from tftypes.runtime.errors import Mismatch, Path
from tftypes.runtime.leaves import Key, Node, TensorNode
from tftypes.runtime.patterns import Call, Policy
from tftypes.runtime.statics import StaticNode


class UnionNode(Node):
    """`A | B`: the first alternative that admits the value, if possible without conversion."""

    def __init__(self, options: tuple[Node, ...]) -> None:
        self.options = options
        self.text = " | ".join(option.text for option in options)
        self.typed = any(option.typed for option in options)
        self.symbolic = any(option.symbolic for option in options)

    def check(self, value: Any, path: Path, call: Call) -> Key:
        outer, call.policy = call.policy, Policy.EXACT
        mark = call.mark()
        try:
            order: Any = range(len(self.options))
            if call.traced:  # a tensor stands for a Python value only where there is none for it
                order = sorted(order, key=lambda index: not self.options[index].typed)
            found = self._first(value, path, call, mark, order)
            if found is None and outer is not Policy.EXACT:
                call.policy = outer
                found = self._first(value, path, call, mark, self._likeliest(value))
        finally:
            call.policy = outer
        if found is None:
            raise self._mismatch(value, path, call)
        return found

    def _first(
        self, value: Any, path: Path, call: Call, mark: tuple[Any, ...], order: Any
    ) -> tuple[int, Key] | None:
        for index in order:
            try:
                return index, self.options[index].check(value, path, call)
            except Mismatch:
                call.reset(mark)
        return None

    def _likeliest(self, value: Any) -> list[int]:
        """The alternatives, those of the value's own dtype first: `[1, 2]` is int32."""
        order = range(len(self.options))
        if sum(isinstance(option, TensorNode) for option in self.options) < 2:
            return list(order)
        try:
            code = convert.to_tensor(value).dtype.as_datatype_enum
        except convert.Refused:
            code = None
        return sorted(order, key=lambda index: getattr(self.options[index], "code", None) != code)

    def _mismatch(self, value: Any, path: Path, call: Call) -> Mismatch:
        """The only typed alternative's own words, if there is one: it is what was meant."""
        typed = [option for option in self.options if option.typed]
        if len(typed) == 1 and value is not None:
            mark = call.mark()
            try:
                typed[0].check(value, path, call)
            except Mismatch as mismatch:
                expected = self.text if mismatch.path == path else mismatch.expected
                return Mismatch(mismatch.path, expected, mismatch.got, mismatch.because)
            finally:
                call.reset(mark)
        return Mismatch(path, self.text, describe(value))

    def build(self, key: Any, leaves: Iterator[Any]) -> Any:
        return self._option(key).build(key[1], leaves)

    def types(self, key: Any) -> Iterator[Any]:
        return self._option(key).types(key[1])

    def names(self, key: Any, path: str) -> Iterator[str]:
        return self._option(key).names(key[1], path)

    def _option(self, key: Any) -> Node:
        option: Node = self.options[key[0]]
        return option


def is_static(node: Node) -> bool:
    """Whether all that a node admits are Python values, of which a key holds what they are."""
    if isinstance(node, UnionNode):
        return all(map(is_static, node.options))
    return isinstance(node, StaticNode)
