"""The parts of an annotation that are made of others: tuples, lists, dicts, dataclasses.

Leaves come in the order in which TensorFlow flattens the same structure: fields and elements in
theirs, dicts by sorted key.
"""

from __future__ import annotations

import collections
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tftypes.runtime.describe import describe
from tftypes.runtime.errors import Mismatch, Path, show_step
from tftypes.runtime.leaves import Key, Node
from tftypes.runtime.patterns import Call
from tftypes.runtime.records import Fields, holder_of


class FixedNode(Node):
    """A structure whose parts are known: subclasses say what they are in a value.

    Attributes: ``parts``, step and node of each.
    """

    def __init__(self, text: str, parts: tuple[tuple[str, Node], ...]) -> None:
        self.text = text
        self.parts = parts
        self.typed = any(node.typed for _, node in parts)
        self.symbolic = any(node.symbolic for _, node in parts)

    def items(self, value: Any, path: Path) -> Any:
        """The parts of the value, in order; Mismatch if it has others."""
        raise NotImplementedError

    def make(self, parts: list[Any]) -> Any:
        """The value that has these parts."""
        raise NotImplementedError

    def check(self, value: Any, path: Path, call: Call) -> Key:
        return tuple(
            [
                node.check(item, (path, step), call)
                for (step, node), item in zip(self.parts, self.items(value, path))
            ]
        )

    def build(self, key: Any, leaves: Iterator[Any]) -> Any:
        return self.make([node.build(part, leaves) for (_, node), part in zip(self.parts, key)])

    def types(self, key: Any) -> Iterator[Any]:
        for (_, node), part in zip(self.parts, key):
            yield from node.types(part)

    def names(self, key: Any, path: str) -> Iterator[str]:
        for (step, node), part in zip(self.parts, key):
            yield from node.names(part, _joined(path, step))

    def spec_of_parts(self) -> Any:
        """The structure of the parts' specs, None if one has none."""
        specs = [node.spec for _, node in self.parts]
        return None if any(spec is None for spec in specs) else self.make(specs)


def _joined(path: str, step: str) -> str:
    """A name for an input of the graph: letters, digits and underscores."""
    return f"{path}_{''.join(c if c.isalnum() else '_' for c in step).strip('_')}"


class TupleNode(FixedNode):
    """`tuple[A, B]`."""

    def __init__(self, nodes: tuple[Node, ...]) -> None:
        text = ", ".join(node.text for node in nodes) or "()"
        super().__init__(f"tuple[{text}]", tuple((f"[{i}]", n) for i, n in enumerate(nodes)))
        self.spec = self.spec_of_parts()

    def items(self, value: Any, path: Path) -> Any:
        if not isinstance(value, tuple):
            raise Mismatch(path, self.text, describe(value))
        if len(value) != len(self.parts):
            raise Mismatch(path, self.text, f"a tuple of {len(value)}")
        return value

    def make(self, parts: list[Any]) -> Any:
        return tuple(parts)


class ClassNode(FixedNode):
    """A class with annotated fields, and its subclasses, which may have more of them.

    Args:
      kind: the class.
      fields: node of each field, in the order in which TensorFlow flattens them.
      read: gives the node of a subclass.
    """

    def __init__(self, kind: Any, fields: Mapping[str, Node], read: Callable[[type], Node]) -> None:
        super().__init__(kind.__name__, tuple((f".{name}", node) for name, node in fields.items()))
        self.kind = kind
        self.fields = tuple(fields)
        self.read = read
        self.subclasses: dict[type, Node] = {}

    def class_of(self, value: Any) -> Any:
        """The class whose fields the value has."""
        return value.__class__

    def check(self, value: Any, path: Path, call: Call) -> Key:
        kind = self.class_of(value)
        if kind is self.kind:
            return kind, super().check(value, path, call)
        if not issubclass(kind, self.kind):
            raise Mismatch(path, self.text, describe(value))
        if kind not in self.subclasses:
            self.subclasses[kind] = self.read(kind)
        return kind, self.subclasses[kind].check(value, path, call)

    def build(self, key: Any, leaves: Iterator[Any]) -> Any:
        kind, parts = key
        other = self.subclasses.get(kind)
        return other.build(parts, leaves) if other else super().build(parts, leaves)

    def types(self, key: Any) -> Iterator[Any]:
        kind, parts = key
        other = self.subclasses.get(kind)
        return other.types(parts) if other else super().types(parts)

    def names(self, key: Any, path: str) -> Iterator[str]:
        kind, parts = key
        other = self.subclasses.get(kind)
        return other.names(parts, path) if other else super().names(parts, path)


class NamedTupleNode(ClassNode):
    """A `typing.NamedTuple` class."""

    def __init__(self, kind: Any, fields: Mapping[str, Node], read: Callable[[type], Node]) -> None:
        super().__init__(kind, {name: fields[name] for name in kind._fields}, read)
        self.spec = self.spec_of_parts()

    def items(self, value: Any, path: Path) -> Any:
        return value

    def make(self, parts: list[Any]) -> Any:
        return self.kind._make(parts)  # not through a `__new__` that checks them


class RecordNode(ClassNode):
    """A dataclass or attrs class."""

    def __init__(self, kind: Any, fields: Mapping[str, Node], read: Callable[[type], Node]) -> None:
        super().__init__(kind, dict(sorted(fields.items())), read)
        self.holder: Any = holder_of(kind)
        self.spec = self.spec_of_parts()

    def class_of(self, value: Any) -> Any:
        return value.kind if isinstance(value, Fields) else value.__class__

    def items(self, value: Any, path: Path) -> Any:
        if isinstance(value, Fields):
            return [value[name] for name in self.fields]
        return [getattr(value, name) for name in self.fields]

    def make(self, parts: list[Any]) -> Any:
        return self.holder(zip(self.fields, parts))


class TypedDictNode(Node):
    """A `TypedDict`: the keys it requires, and those it allows."""

    def __init__(self, text: str, fields: Mapping[str, Node], required: frozenset[str]) -> None:
        self.text = text
        self.fields = dict(sorted(fields.items()))
        self.required = required
        self.typed = any(node.typed for node in fields.values())
        self.symbolic = any(node.symbolic for node in fields.values())
        specs = {name: node.spec for name, node in self.fields.items()}
        if required == frozenset(fields) and None not in specs.values():
            self.spec = specs

    def check(self, value: Any, path: Path, call: Call) -> Key:
        if not isinstance(value, Mapping):
            raise Mismatch(path, self.text, describe(value))
        missing = sorted(self.required - value.keys())
        unknown = sorted(map(str, value.keys() - self.fields.keys()))
        if missing or unknown:
            because = f"no key {missing[0]!r}" if missing else f"no such key: {unknown[0]!r}"
            raise Mismatch(path, self.text, describe_dict(value), because)
        return tuple(
            [
                (name, node.check(value[name], (path, show_step(name)), call))
                for name, node in self.fields.items()
                if name in value
            ]
        )

    def build(self, key: Any, leaves: Iterator[Any]) -> Any:
        return {name: self.fields[name].build(part, leaves) for name, part in key}

    def types(self, key: Any) -> Iterator[Any]:
        for name, part in key:
            yield from self.fields[name].types(part)

    def names(self, key: Any, path: str) -> Iterator[str]:
        for name, part in key:
            yield from self.fields[name].names(part, _joined(path, name))


class OptionsNode(TypedDictNode):
    """`**options: Unpack[Options]`: a TypedDict whose keys are keyword arguments."""

    def __init__(self, node: TypedDictNode) -> None:
        super().__init__(f"Unpack[{node.text}]", node.fields, node.required)


class SequenceNode(Node):
    """`list[T]`, `tuple[T, ...]`, `Sequence[T]`: any number of the same, one trace a number."""

    def __init__(self, text: str, kinds: tuple[type, ...], item: Node) -> None:
        self.kinds = kinds
        self.item = item
        self.text = text
        self.typed = item.typed
        self.symbolic = item.symbolic

    def check(self, value: Any, path: Path, call: Call) -> Key:
        if not isinstance(value, self.kinds):
            raise Mismatch(path, self.text, describe(value))
        check = self.item.check
        items: Any = value
        kind = list if isinstance(value, list) else tuple
        return kind, tuple([check(item, (path, f"[{i}]"), call) for i, item in enumerate(items)])

    def build(self, key: Any, leaves: Iterator[Any]) -> Any:
        return key[0]([self.item.build(part, leaves) for part in key[1]])

    def types(self, key: Any) -> Iterator[Any]:
        for part in key[1]:
            yield from self.item.types(part)

    def names(self, key: Any, path: str) -> Iterator[str]:
        for index, part in enumerate(key[1]):
            yield from self.item.names(part, f"{path}_{index}")


class DictNode(Node):
    """`dict[K, T]`: any keys, one trace for each set of them.

    Args:
      keys: the node of the keys, if these are Python values.
    """

    def __init__(self, text: str, item: Node, keys: Node | None = None) -> None:
        self.item = item
        self.keys = keys
        self.text = text
        self.typed = item.typed
        self.symbolic = item.symbolic

    def check(self, value: Any, path: Path, call: Call) -> Key:
        if not isinstance(value, Mapping):
            raise Mismatch(path, self.text, describe(value))
        try:
            names = sorted(value)
        except TypeError:
            because = "its keys have no order, and TensorFlow flattens dicts by sorted key"
            raise Mismatch(path, self.text, describe_dict(value), because) from None
        if self.keys is not None:
            self._check_keys(value, path, call)
        check = self.item.check
        kind = collections.OrderedDict if isinstance(value, collections.OrderedDict) else dict
        return (
            kind,
            tuple(value),
            tuple([check(value[name], (path, show_step(name)), call) for name in names]),
        )

    def _check_keys(self, value: Mapping[Any, Any], path: Path, call: Call) -> None:
        for name in value:
            try:
                self.keys.check(name, path, call)  # type: ignore[union-attr]
            except Mismatch as mismatch:
                because = f"its key {name!r} is no {mismatch.expected}"
                raise Mismatch(path, self.text, describe_dict(value), because) from None

    def build(self, key: Any, leaves: Iterator[Any]) -> Any:
        kind, written, parts = key
        items = {n: self.item.build(p, leaves) for n, p in zip(sorted(written), parts)}
        return kind((name, items[name]) for name in written)

    def types(self, key: Any) -> Iterator[Any]:
        for part in key[2]:
            yield from self.item.types(part)

    def names(self, key: Any, path: str) -> Iterator[str]:
        for name, part in zip(sorted(key[1]), key[2]):
            yield from self.item.names(part, _joined(path, str(name)))


def describe_dict(value: Mapping[Any, Any]) -> str:
    """A dict by its keys."""
    return f"a dict of {', '.join(map(repr, value)) or 'nothing'}"
