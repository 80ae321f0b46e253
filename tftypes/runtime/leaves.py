"""The parts of an annotation that are not made of others: tensors and variables.

A `Node` is one part of an annotation. Looking at a value it gives a *key*, all that a trace
depends on besides the tensors, and leaves the tensors in the `Call`; from a key and as many
placeholders it builds what the function's body sees. Keys and leaves are what a call is.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

import tensorflow as tf

from tftypes.algebra.dims import Unknown
from tftypes.runtime import convert, replicas
from tftypes.runtime.describe import describe, show_sizes, sizes_of
from tftypes.runtime.errors import Mismatch, Path
from tftypes.runtime.patterns import Call, DTypePattern, Policy, ShapePattern, Sizes

Key = Hashable
EagerTensor: Any = tf.__internal__.EagerTensor


class Node:
    """One part of an annotation.

    Attributes: ``text``, as messages show it; ``spec``, what stands for every value that it
    admits in an `input_signature`, None if one spec cannot; ``typed``, whether there are tensors
    in it; ``symbolic``, whether sizes in it have names, which only a call knows; ``raw``, whether
    TensorFlow is given the value itself, which is only compared.
    """

    text: str
    spec: Any = None
    typed: bool = True
    symbolic: bool = False
    raw: bool = False

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


class LeafNode(Node):
    """What is one leaf, also where a strategy distributes it."""

    def check(self, value: Any, path: Path, call: Call) -> Key:
        parts = replicas.parts_of(value, call)
        if parts is not None:
            return replicas.check(self.check, parts, value, path, call)
        return self.check_one(value, path, call)

    def check_one(self, value: Any, path: Path, call: Call) -> Key:
        """As `check`, of a value that is not distributed."""
        raise NotImplementedError

    def type_of(self, key: Any) -> Any:
        """The trace type of the leaf; None where the value itself decides."""
        raise NotImplementedError

    def types(self, key: Key) -> Iterator[Any]:
        if isinstance(key, replicas.ReplicaKeys):
            yield replicas.spec_of(key, self.type_of)
        else:
            yield self.type_of(key)

    def build(self, key: Key, leaves: Iterator[Any]) -> Any:
        return next(leaves)


class TensorNode(LeafNode):
    """`Tensor[dtype, shape]`: a tensor, or what converts to one without change."""

    def __init__(self, dtype: DTypePattern, shape: ShapePattern) -> None:
        self.dtype = dtype
        self.shape = shape
        self.symbolic = shape.symbolic
        self.text = f"{dtype.text}{shape}"
        self.code = dtype.code
        self.any_rank = shape.rank is None and not shape.least and isinstance(shape.middle, Unknown)
        self._specs: dict[int, Any] = {}
        self.spec = None if self.code is None else self.spec_of(self.code)

    def check(self, value: Any, path: Path, call: Call) -> Key:
        tensor = value
        if type(value) is not EagerTensor:
            parts = replicas.parts_of(value, call)
            if parts is not None:
                return replicas.check(self.check, parts, value, path, call)
            tensor = self._read(value, path, call)
            call.converted |= tensor is not value
        code: int
        sizes: Sizes | None
        if type(tensor) is EagerTensor:
            code, sizes = tensor._datatype_enum(), tensor._shape_tuple()
        else:
            code, sizes = tensor.dtype.base_dtype.as_datatype_enum, sizes_of(tensor.shape)
        reason = None
        if code != self.code or self.dtype.variable is not None:
            reason = self.dtype.bind(code, path, call)
        if reason is None and not self.any_rank:
            reason = self.shape.bind(sizes, path, call, self.text, value)
        if reason is not None:
            raise Mismatch(path, self.text, describe(value), reason)
        call.leaves.append(tensor)
        return None if self.code is not None else code

    def _read(self, value: Any, path: Path, call: Call) -> Any:
        """The tensor, or spec of one, that `value` is or becomes."""
        if not isinstance(value, tf.Tensor) and not (
            call.specs and isinstance(value, tf.TensorSpec)
        ):
            if call.policy is Policy.EXACT:
                raise Mismatch(path, self.text, describe(value))
            try:
                value = self._convert(value, call)
            except convert.Refused as refused:
                raise Mismatch(path, self.text, describe(value), str(refused)) from None
        return value

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

    def type_of(self, key: Any) -> Any:
        return self.spec_of(self.code if key is None else key)  # type: ignore[arg-type]


#: What a Python number becomes where several dtypes are admitted and its own is not.
_DEFAULTS = (tf.float32, tf.int32, tf.complex64, tf.float64)


class CompositeNode(LeafNode):
    """`RaggedTensor[dtype, shape]` and `SparseTensor[dtype, shape]`."""

    def __init__(self, kind: type, dtype: DTypePattern, shape: ShapePattern) -> None:
        self.kind = kind
        self.dtype = dtype
        self.shape = shape
        self.symbolic = shape.symbolic
        self.text = f"{kind.__name__} {dtype.text}{shape}"
        self.sparse = kind is tf.SparseTensor
        if self.sparse and dtype.code is not None:
            self.spec = tf.SparseTensorSpec(shape.tensor_shape, dtype.dtype)

    def check_one(self, value: Any, path: Path, call: Call) -> Key:
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

    def type_of(self, key: Any) -> Any:
        shape = self.shape.tensor_shape
        if self.sparse:
            return tf.SparseTensorSpec(shape, tf.as_dtype(key))
        code, ragged_rank, splits = key
        return tf.RaggedTensorSpec(shape, tf.as_dtype(code), ragged_rank, tf.as_dtype(splits))


class SlicesNode(LeafNode):
    """`IndexedSlices[dtype, shape]`: passed through, dtype and shape compared."""

    def __init__(self, dtype: DTypePattern, shape: ShapePattern) -> None:
        self.dtype = dtype
        self.shape = shape
        self.symbolic = shape.symbolic
        self.text = f"IndexedSlices {dtype.text}{shape}"

    def check_one(self, value: Any, path: Path, call: Call) -> Key:
        spec = call.specs and isinstance(value, tf.IndexedSlicesSpec)
        if not spec and not isinstance(value, tf.IndexedSlices):
            raise Mismatch(path, self.text, describe(value))
        sizes = _sizes_of_slices(value, path, self.text) if not spec else sizes_of(value._shape)
        dtype = value._values_dtype if spec else value.dtype
        reason = self.dtype.bind(dtype.as_datatype_enum, path, call)
        if reason is None:
            reason = self.shape.bind(sizes, path, call, self.text, value)
        if reason is not None:
            got = f"IndexedSlices {dtype.name}{show_sizes(sizes)}"
            raise Mismatch(path, self.text, got, reason)
        call.leaves.append(value)
        call.opaque = True
        return None

    def type_of(self, key: Any) -> Any:
        return None


def _sizes_of_slices(value: Any, path: Path, expected: str) -> Sizes | None:
    """The shape of the whole tensor; only its first size is unknown where nothing tells it."""
    for part in ("values", "indices"):
        if not tf.is_tensor(getattr(value, part)):
            because = f"its {part} are {describe(getattr(value, part))}, no tensor"
            raise Mismatch(path, expected, "IndexedSlices", because)
    if value.dense_shape is not None:
        return sizes_of(value.shape)
    sizes = sizes_of(value.values.shape)
    return None if sizes is None else (None, *sizes[1:])


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
        self.symbolic = shape.symbolic

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
