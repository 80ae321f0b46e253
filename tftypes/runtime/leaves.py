"""The parts of an annotation that are not made of others: tensors, variables, static values.

A `Node` is one part of an annotation. Looking at a value it gives a *key*, all that a trace
depends on besides the tensors, and leaves the tensors in the `Call`; from a key and as many
placeholders it builds what the function's body sees. Keys and leaves are what a call is.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Hashable, Iterator
from typing import Any

import tensorflow as tf

from tftypes.algebra.dims import Unknown
from tftypes.runtime import convert
from tftypes.runtime.describe import describe, sizes_of
from tftypes.runtime.errors import Mismatch, Path
from tftypes.runtime.patterns import Call, DTypePattern, Policy, ShapePattern, Sizes

Key = Hashable
EagerTensor: Any = tf.__internal__.EagerTensor


class Node:
    """One part of an annotation.

    Attributes: ``text``, as messages show it; ``spec``, what stands for every value that it
    admits in an `input_signature`, None if one spec cannot; ``typed``, whether there are tensors
    in it, so that the library has something to say about a value.
    """

    text: str
    spec: Any = None
    typed: bool = True

    def check(self, value: Any, path: Path, call: Call) -> Key:
        """The key of `value`, whose leaves go to `call`.

        Raises:
          Mismatch: if the annotation does not admit the value.
        """
        raise NotImplementedError

    def build(self, key: Key, leaves: Iterator[Any]) -> Any:
        """A value with this key, made of these leaves."""
        raise NotImplementedError

    def types(self, key: Key) -> Iterator[Any]:
        """The trace types of the leaves; None where the value itself decides."""
        raise NotImplementedError

    def names(self, key: Key, path: str) -> Iterator[str]:
        """A name for each leaf, for the inputs of the graph."""
        yield path

    def __repr__(self) -> str:
        return self.text


class TensorNode(Node):
    """`Tensor[dtype, shape]`: a tensor, or what converts to one without change."""

    def __init__(self, dtype: DTypePattern, shape: ShapePattern) -> None:
        self.dtype = dtype
        self.shape = shape
        self.text = f"{dtype.text}{shape}"
        self.code = dtype.code
        self.any_rank = shape.rank is None and not shape.least and isinstance(shape.middle, Unknown)
        self._specs: dict[int, Any] = {}
        self.spec = None if self.code is None else self.spec_of(self.code)

    def check(self, value: Any, path: Path, call: Call) -> Key:
        if type(value) is EagerTensor:
            tensor = value
            code: int = value._datatype_enum()
            sizes: Sizes | None = value._shape_tuple()
        else:
            tensor, code, sizes = self._read(value, path, call)
            call.converted |= tensor is not value
        reason = None
        if code != self.code or self.dtype.variable is not None:
            reason = self.dtype.bind(code, path, call)
        if reason is None and not self.any_rank:
            reason = self.shape.bind(sizes, path, call, self.text, value)
        if reason is not None:
            raise Mismatch(path, self.text, describe(value), reason)
        call.leaves.append(tensor)
        return None if self.code is not None else code

    def _read(self, value: Any, path: Path, call: Call) -> tuple[Any, int, Sizes | None]:
        """The tensor, or spec of one, that `value` is or becomes, with its dtype and sizes."""
        if not isinstance(value, tf.Tensor) and not (
            call.specs and isinstance(value, tf.TensorSpec)
        ):
            if call.policy is Policy.EXACT:
                raise Mismatch(path, self.text, describe(value))
            try:
                value = self._convert(value, call)
            except convert.Refused as refused:
                raise Mismatch(path, self.text, describe(value), str(refused)) from None
        return value, value.dtype.base_dtype.as_datatype_enum, sizes_of(value.shape)

    def _convert(self, value: Any, call: Call) -> Any:
        if call.policy is Policy.NATURAL:
            if isinstance(value, (list, tuple, dict)):
                raise convert.Refused("")  # a structure of tensors
            return convert.to_tensor(value)
        if self.code is not None:
            return convert.to_tensor(value, self.dtype.dtype)
        bound = call.dtypes.get(self.dtype.variable)
        if bound is not None:
            return convert.to_tensor(value, tf.as_dtype(bound[0]))
        tensor = convert.to_tensor(value)
        code = tensor.dtype.as_datatype_enum
        if self.dtype.codes is None or code in self.dtype.codes:
            return tensor
        for candidate in _DEFAULTS:
            if candidate.as_datatype_enum in self.dtype.codes:
                return convert.to_tensor(value, candidate)
        return tensor

    def spec_of(self, code: int) -> Any:
        """The `tf.TensorSpec` of all tensors of this dtype that the annotation admits."""
        if code not in self._specs:
            self._specs[code] = tf.TensorSpec(self.shape.tensor_shape, tf.as_dtype(code))
        return self._specs[code]

    def build(self, key: Key, leaves: Iterator[Any]) -> Any:
        return next(leaves)

    def types(self, key: Key) -> Iterator[Any]:
        yield self.spec_of(self.code if key is None else key)  # type: ignore[arg-type]


#: What a Python number becomes where several dtypes are admitted and its own is not.
_DEFAULTS = (tf.float32, tf.int32, tf.complex64, tf.float64)


class CompositeNode(Node):
    """`RaggedTensor[dtype, shape]` and `SparseTensor[dtype, shape]`."""

    def __init__(self, kind: type, dtype: DTypePattern, shape: ShapePattern) -> None:
        self.kind = kind
        self.dtype = dtype
        self.shape = shape
        self.text = f"{kind.__name__} {dtype.text}{shape}"
        self.sparse = kind is tf.SparseTensor
        if self.sparse and dtype.code is not None:
            self.spec = tf.SparseTensorSpec(shape.tensor_shape, dtype.dtype)

    def check(self, value: Any, path: Path, call: Call) -> Key:
        spec = value if call.specs and isinstance(value, tf.TypeSpec) else None
        if not isinstance(value, self.kind) and not (spec and spec.value_type is self.kind):
            raise Mismatch(path, self.text, describe(value))
        code: int = value.dtype.as_datatype_enum
        reason = self.dtype.bind(code, path, call)
        if reason is None:
            reason = self.shape.bind(sizes_of(value.shape), path, call, self.text, value)
        if reason is not None:
            raise Mismatch(path, self.text, describe(value), reason)
        call.leaves.append(value)
        if self.sparse:
            return code
        splits = value.row_splits_dtype if spec else value.row_splits.dtype
        return code, value.ragged_rank, splits.as_datatype_enum

    def types(self, key: Any) -> Iterator[Any]:
        shape = self.shape.tensor_shape
        if self.sparse:
            yield tf.SparseTensorSpec(shape, tf.as_dtype(key))
        else:
            code, ragged_rank, splits = key
            yield tf.RaggedTensorSpec(shape, tf.as_dtype(code), ragged_rank, tf.as_dtype(splits))

    def build(self, key: Key, leaves: Iterator[Any]) -> Any:
        return next(leaves)


class OpaqueNode(Node):
    """What only TensorFlow understands: passed through as it is."""

    typed = False

    def __init__(self, text: str = "Any") -> None:
        self.text = text

    def check(self, value: Any, path: Path, call: Call) -> Key:
        call.leaves.append(value)
        call.opaque = True
        return None

    def build(self, key: Key, leaves: Iterator[Any]) -> Any:
        return next(leaves)

    def types(self, key: Key) -> Iterator[Any]:
        yield None


class VariableNode(OpaqueNode):
    """`Variable[dtype, shape]`: passed through, dtype and shape compared."""

    typed = True

    def __init__(self, dtype: DTypePattern, shape: ShapePattern) -> None:
        super().__init__(f"Variable {dtype.text}{shape}")
        self.dtype = dtype
        self.shape = shape

    def check(self, value: Any, path: Path, call: Call) -> Key:
        spec = call.specs and type(value).__name__ == "VariableSpec"
        if not isinstance(value, tf.Variable) and not spec:
            raise Mismatch(path, self.text, describe(value))
        code = value.dtype.base_dtype.as_datatype_enum
        sizes = sizes_of(value.shape)
        reason = self.dtype.bind(code, path, call)
        if reason is None:
            reason = self.shape.bind(sizes, path, call, self.text, value)
        if reason is not None:
            raise Mismatch(path, self.text, describe(value), reason)
        if type(value).__name__ != "ResourceVariable":
            return super().check(value, path, call)  # one that a strategy distributes
        call.leaves.append(value)
        call.variables.append(id(value))
        return code, sizes, value.trainable


class StaticNode(Node):
    """int, float, bool, str, ...: part of the trace, one trace for each value.

    A key holds the type too: for TensorFlow 1, 1.0 and True are the same argument, and a function
    called with one after the other gets the first one's trace.
    """

    typed = False

    def __init__(self, text: str, admits: Callable[[Any], bool]) -> None:
        self.text = text
        self.admits = admits

    def check(self, value: Any, path: Path, call: Call) -> Key:
        if not self.admits(value):
            raise Mismatch(path, self.text, describe(value))
        return static_key(value)

    def build(self, key: Any, leaves: Iterator[Any]) -> Any:
        return static_value(key)

    def types(self, key: Key) -> Iterator[Any]:
        return iter(())

    def names(self, key: Key, path: str) -> Iterator[str]:
        return iter(())


def static_key(value: Any) -> Key:
    """What tells a static value from others, its type included.

    >>> static_key(1) == static_key(True), static_key(float("nan")) == static_key(float("nan"))
    (False, True)
    """
    if isinstance(value, float):
        return float, value.hex()  # -0.0 is not 0.0, and nan is nan
    if isinstance(value, complex):
        return complex, value.real.hex(), value.imag.hex()
    return type(value), value


def static_value(key: Any) -> Any:
    """The value that has this key."""
    if key[0] is float:
        return float.fromhex(key[1])
    if key[0] is complex:
        return complex(float.fromhex(key[1]), float.fromhex(key[2]))
    return key[1]


def static_node(kind: type) -> StaticNode:
    """The node of a static type, with Python's promotions: a bool is an int, an int is a float."""
    admitted: tuple[type, ...] = {float: (float, int), complex: (complex, float, int)}.get(
        kind, (kind,)
    )
    text = "None" if kind is type(None) else kind.__name__
    return StaticNode(text, lambda value: isinstance(value, admitted))


class SizeNode(StaticNode):
    """`Dim[N]`: a Python int that is a size, and binds one."""

    def __init__(self, size: ShapePattern) -> None:
        super().__init__(f"Dim{size}", lambda value: type(value) is int and value >= 0)
        self.size = size

    def check(self, value: Any, path: Path, call: Call) -> Key:
        key = super().check(value, path, call)
        reason = self.size.bind((value,), path, call, self.text, value)
        if reason is not None:
            raise Mismatch(path, self.text, describe(value), reason)
        return key


def literal_node(values: tuple[Any, ...]) -> StaticNode:
    """The node of `Literal[...]`."""
    keys = {static_key(value) for value in values}
    text = f"Literal[{', '.join(map(repr, values))}]"
    return StaticNode(text, lambda value: _is_hashable(value) and static_key(value) in keys)


def _is_hashable(value: object) -> bool:
    return isinstance(value, (int, float, complex, str, bytes, enum.Enum, type(None)))


class UnionNode(Node):
    """`A | B`: the first alternative that admits the value, if possible without conversion."""

    def __init__(self, options: tuple[Node, ...]) -> None:
        self.options = options
        self.text = " | ".join(option.text for option in options)
        self.typed = any(option.typed for option in options)

    def check(self, value: Any, path: Path, call: Call) -> Key:
        outer, call.policy = call.policy, Policy.EXACT
        mark = call.mark()
        try:
            found = self._first(value, path, call, mark, range(len(self.options)))
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
