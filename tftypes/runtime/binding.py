"""One call: arguments to parameters, checked, and as tf.function takes them."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

import tensorflow as tf

from tftypes.runtime.errors import Path
from tftypes.runtime.leaves import EagerTensor, Key, Node
from tftypes.runtime.patterns import Call
from tftypes.runtime.signature import Parameter, Signature
from tftypes.runtime.statics import static_key
from tftypes.runtime.structures import OptionsNode
from tftypes.runtime.trace_types import Argument

_P = inspect.Parameter


class Binder:
    """Binds the arguments of calls to the parameters of a signature.

    Attributes: ``simple``, node and path of each parameter if all are positional and all are
    tensors, static values or structures of these, so that a call with as many positional arguments
    needs no binding.
    """

    def __init__(self, signature: Signature) -> None:
        self.signature = signature
        by_kind: dict[Any, list[Parameter]] = {}
        for parameter in signature.parameters:
            by_kind.setdefault(parameter.kind, []).append(parameter)
        positional_only = by_kind.get(_P.POSITIONAL_ONLY, [])
        self.positional = positional_only + by_kind.get(_P.POSITIONAL_OR_KEYWORD, [])
        self.unnamed = len(positional_only)
        self.rest = next(iter(by_kind.get(_P.VAR_POSITIONAL, [])), None)
        self.keywords = {p.name: p for p in by_kind.get(_P.KEYWORD_ONLY, [])}
        self.others = next(iter(by_kind.get(_P.VAR_KEYWORD, [])), None)
        self.simple: tuple[tuple[Any, Path], ...] | None = None
        checks = tuple(
            (p.node.check, p.path) for p in self.positional if p.node is not None and not p.node.raw
        )
        if len(checks) == len(signature.parameters):
            self.simple = checks

    def bind(
        self, args: tuple[Any, ...], kwargs: Mapping[str, Any], fill: bool = False
    ) -> BoundCall:
        """Arguments by position and by name, defaults filled in.

        Args:
          fill: whether a missing argument is filled with the spec of its parameter.

        Raises:
          TypeError: for missing and surplus arguments.
        """
        given = dict(kwargs)
        positional = list(zip(self.positional, args))
        for index in range(len(positional), len(self.positional)):
            parameter = self.positional[index]
            named = index >= self.unnamed and parameter.name in given
            value = given.pop(parameter.name) if named else self._missing(parameter, fill, given)
            positional.append((parameter, value))
        surplus = args[len(self.positional) :]
        if surplus and self.rest is None:
            raise self._error(args, kwargs)
        slots = [(p.name, p.node, p.path, value) for p, value in positional]
        for index, value in enumerate(surplus):
            path: Path = (self.rest.path, f"[{index}]")  # type: ignore[union-attr]
            slots.append((f"{self.rest.name}_{index}", self.rest.node, path, value))  # type: ignore[union-attr]
        named_slots = []
        for parameter in self.keywords.values():
            named = parameter.name in given
            value = given.pop(parameter.name) if named else self._missing(parameter, fill, given)
            named_slots.append((parameter.name, parameter.node, parameter.path, value))
        if given and self.others is None:
            raise self._error(args, kwargs)
        for name, value in given.items():
            named_slots.append((name, self._node_of(name), (None, name), value))
        self._require(given)
        # TensorFlow's order of keyword arguments among the inputs of the graph.
        named_slots.sort(key=lambda slot: slot[0])
        return BoundCall(slots, named_slots)

    def _missing(self, parameter: Parameter, fill: bool, given: Mapping[str, Any]) -> Any:
        """What stands for an argument that is not given: the default, or a spec."""
        if parameter.default is not _P.empty:
            return parameter.default
        if fill and parameter.node is not None and parameter.node.spec is not None:
            return parameter.node.spec
        name = self.signature.name
        if parameter.name in given and self.others is None:
            raise TypeError(
                f"{name}() '{parameter.name}' parameter is positional only, but was passed as a "
                "keyword"
            )
        raise TypeError(f"{name}() missing a required argument: '{parameter.name}'")

    def _node_of(self, name: str) -> Node | None:
        """The node of an argument that goes to `**k`."""
        node = None if self.others is None else self.others.node
        if not isinstance(node, OptionsNode):
            return node
        if name not in node.fields:
            raise TypeError(f"{self.signature.name}() got an unexpected keyword argument '{name}'")
        return node.fields[name]

    def _require(self, given: Mapping[str, Any]) -> None:
        """Raises a TypeError for a key of `**k: Unpack[Options]` that is not given."""
        node = None if self.others is None else self.others.node
        if isinstance(node, OptionsNode):
            for name in sorted(node.required - given.keys()):
                raise TypeError(f"{self.signature.name}() missing a required argument: '{name}'")

    def _error(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> TypeError:
        """Python's own error for surplus arguments."""
        parameters = [_P(p.name, p.kind, default=p.default) for p in self.signature.parameters]
        try:
            inspect.Signature(parameters).bind(*args, **kwargs)
        except TypeError as error:
            return TypeError(f"{self.signature.name}() {error}")
        raise AssertionError("bound by Python, not by us")


def _key_of_raw(value: Any, path: Path, node: Node | None, call: Call) -> Key:
    """The key of an argument that TensorFlow is given as it is, where it is plain what it traces.

    Raises:
      Mismatch: if the annotation does not admit the value.
    """
    if node is not None:
        opaque, count = call.opaque, len(call.leaves)
        node.check(value, path, call)
        call.opaque = opaque
        del call.leaves[count:]
    if type(value) is EagerTensor and value.dtype not in (tf.resource, tf.variant):
        call.leaves.append(value)
        return value._datatype_enum(), value._shape_tuple()
    if value is None or type(value) in (bool, int, float, str):
        return static_key(value)
    call.opaque = True
    return None


_Slot = tuple[str, "Node | None", Path, Any]


class BoundCall:
    """The arguments of one call, each with the node that checks it.

    Attributes: ``positional`` and ``named``, slots of name, node, path and value.
    """

    def __init__(self, positional: list[_Slot], named: list[_Slot]) -> None:
        self.positional = positional
        self.named = named
        self.keys: list[Key] = []
        self.ends: list[int] = []

    def check(self, call: Call) -> Key:
        """The key of the whole call; leaves go to `call`.

        Raises:
          Mismatch: for the first argument that does not fit.
        """
        for _, node, path, value in self.positional + self.named:
            if node is None or node.raw:
                self.keys.append(_key_of_raw(value, path, node, call))
            else:
                self.keys.append(node.check(value, path, call))
            self.ends.append(len(call.leaves))
        keys = tuple(self.keys)
        names = tuple([slot[0] for slot in self.named])
        return call.finish((keys, names) if names else keys)

    def wrapped(self, call: Call) -> tuple[list[Any], dict[str, Any]]:
        """Arguments for tf.function: an `Argument` for each that is annotated."""
        return self._assembled(call, Argument)

    def specs(self) -> tuple[list[Any], dict[str, Any]]:
        """Specs, for a function of which TensorFlow makes tensors of all arguments."""
        return self._assembled(
            Call(), lambda name, node, key, leaves: node.build(key, node.types(key))
        )

    def values(self, call: Call) -> tuple[list[Any], dict[str, Any]]:
        """Arguments for the function itself, converted."""
        return self._assembled(call, lambda name, node, key, leaves: node.build(key, iter(leaves)))

    def _assembled(self, call: Call, make: Any) -> tuple[list[Any], dict[str, Any]]:
        made = []
        start = 0
        for (name, node, _, value), key, end in zip(
            self.positional + self.named, self.keys, self.ends
        ):
            raw = node is None or node.raw
            made.append(value if raw else make(name, node, key, call.leaves[start:end]))
            start = end
        names = [slot[0] for slot in self.named]
        count = len(self.positional)
        return made[:count], dict(zip(names, made[count:]))
