"""Extension types by protocol: a plain class with `__tf_type_spec__` and no TensorFlow base.

TensorFlow asks `isinstance(x, CompositeTensor)` (an abstract base class) in Python and C++, and
`isinstance(x, SupportsTracingProtocol)` before it traces; Keras asks `tf.is_tensor(x)`. From the
import of this module on all of these answer for the protocol; the first time that a class is asked
about, it is given the private attributes that TensorFlow looks for.

Source: RFC 269, "The tf.ExtensionType Protocol".
"""

from __future__ import annotations

import inspect
from abc import ABCMeta
from typing import Any, TypeVar

import tensorflow as tf

from tftypes.runtime import serializations
from tftypes.runtime.private import autograph_builtins, composite_tensor, tensor_util, trace
from tftypes.runtime.type_specs import own_spec_of

_Class = TypeVar("_Class", bound=type)

_PROTOCOL = "__tf_type_spec__"
_composite = composite_tensor.CompositeTensor


def extension_type(cls: _Class) -> _Class:
    """Checks that a class follows the protocol, where it is defined. A class decorator.

    Nothing depends on it: a class that has `__tf_type_spec__` is an extension type with or without.

    >>> @extension_type
    ... class Empty:
    ...     pass
    Traceback (most recent call last):
    TypeError: Empty is no extension type: it has no method __tf_type_spec__(self)

    Raises:
      TypeError: naming what is missing or in the way.
    """
    problem = _problem(cls)
    if problem:
        raise TypeError(f"{cls.__qualname__} is no extension type: {problem}")
    adopt(cls)
    return cls


def is_extension_type(value: Any) -> bool:
    """Whether TensorFlow takes a value apart into components: it has `__tf_type_spec__`, or is one
    of TensorFlow's own composites.

    >>> is_extension_type(tf.ragged.constant([[1], []])), is_extension_type(tf.constant(1))
    (True, False)

    Source: RFC 269; `CompositeTensor`.
    """
    return isinstance(value, _composite)


def is_by_protocol(value: Any) -> bool:
    """Whether a value is an extension type of the program's own, and none of TensorFlow's composites.

    >>> is_by_protocol(tf.ragged.constant([[1], []]))
    False
    """
    return hasattr(type(value), _PROTOCOL) and is_extension_type(value)


def _problem(cls: type) -> str | None:
    method = getattr(cls, _PROTOCOL, None)
    if method is None:
        return f"it has no method {_PROTOCOL}(self)"
    if not inspect.isfunction(method):
        return f"{_PROTOCOL} is no method; write `def {_PROTOCOL}(self)`"
    required = [
        parameter.name
        for parameter in inspect.signature(method).parameters.values()
        if parameter.default is parameter.empty
        and parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    ]
    if len(required) != 1:
        return f"{_PROTOCOL} is called without arguments; it takes ({', '.join(required)})"
    if "_type_spec" in vars(cls) and vars(cls)["_type_spec"] is not _MEMBERS["_type_spec"]:
        return "its `_type_spec` is in the way: TensorFlow reads the spec under that name"
    return None


class _Gradient:
    """Gradients of and with respect to a value: those of its floating and complex components.

    `__composite_gradient__` of every extension type that defines none.
    """

    def get_gradient_components(self, value: Any) -> Any:
        spec = own_spec_of(value)
        parts = tf.nest.flatten(spec.to_components(value))
        return [part for part in parts if _is_differentiable(part)]

    def replace_gradient_components(self, value: Any, component_grads: Any) -> Any:
        if all(grad is None for grad in component_grads):
            return None
        spec = own_spec_of(value)
        components = spec.to_components(value)
        grads = iter(component_grads)
        parts = [
            _gradient(part, next(grads)) if _is_differentiable(part) else _here(part)
            for part in tf.nest.flatten(components)
        ]
        return spec.from_components(tf.nest.pack_sequence_as(components, parts))


def _is_differentiable(part: Any) -> bool:
    if isinstance(part, _composite):
        tensors = tf.nest.flatten(part, expand_composites=True)
        return hasattr(part, "__composite_gradient__") and any(map(_is_differentiable, tensors))
    dtype = getattr(part, "dtype", None)
    return isinstance(dtype, tf.DType) and (dtype.is_floating or dtype.is_complex)


def _gradient(part: Any, grad: Any) -> Any:
    """The gradient as a tensor: zeros where the component has no part in the target."""
    if isinstance(grad, tf.IndexedSlices):
        return tf.convert_to_tensor(grad)
    if grad is None:
        return tf.nest.map_structure(tf.zeros_like, part, expand_composites=True)
    return grad


def zeros_like(value: Any) -> Any:
    """A value with zeros in place of the components that gradients have.

    It is the gradient of what does not depend on `value`, with `tf.UnconnectedGradients.ZERO`.
    """
    gradient = value.__composite_gradient__
    parts = gradient.get_gradient_components(value)
    zeros = tf.nest.map_structure(tf.zeros_like, parts, expand_composites=True)
    return gradient.replace_gradient_components(value, zeros)


def _here(part: Any) -> Any:
    """A component in the graph that is being built, as parallel loops ask for their results."""
    if tf.executing_eagerly():
        return part
    return tf.nest.map_structure(tf.identity, part, expand_composites=True)


def _type_spec(self: Any) -> Any:
    return own_spec_of(self)


def _tracing_type(self: Any, context: Any) -> Any:
    return own_spec_of(self).__tf_tracing_type__(context)


def _with_invariant(self: Any, shape: tf.TensorShape) -> Any:
    """The spec of a loop variable for which `tf.while_loop` was given a shape as invariant."""
    spec = own_spec_of(self)
    serialization = spec._serialize()
    shapes: list[Any] = []
    serializations.mapped(shapes.append, serialization)
    if len(shapes) != 1 or not isinstance(shapes[0], (tf.TensorShape, tf.TensorSpec)):
        raise NotImplementedError(  # at which `tf.map_fn` takes the spec of the value
            f"shape_invariants: a shape does not tell what varies in {spec!r}; pass a spec instead"
        )

    def varied(part: Any) -> Any:
        return tf.TensorSpec(shape, part.dtype) if isinstance(part, tf.TensorSpec) else shape

    return type(spec)._deserialize(serializations.mapped(varied, serialization))


#: What TensorFlow's `CompositeTensor` asks for. Members that a class defines itself stay.
_MEMBERS: dict[str, Any] = {
    "_type_spec": property(_type_spec),
    "__tf_tracing_type__": _tracing_type,
    "_consumers": _composite._consumers,
    "_convert_variables_to_tensors": _composite._convert_variables_to_tensors,
    "_shape_invariant_to_type_spec": _with_invariant,
    "__composite_gradient__": _Gradient(),
    "is_tensor_like": True,  # Keras passes on as it is what says so
}


def adopt(cls: type) -> None:
    """Gives a class the members that TensorFlow looks for; those it has stay."""
    for name, member in _MEMBERS.items():
        if not hasattr(cls, name):
            setattr(cls, name, member)


#: What TensorFlow asks about a value, each an abstract base class.
_ASKED = (composite_tensor.CompositeTensor, trace.SupportsTracingProtocol, tensor_util.IsTensorLike)


def _adopting(default: Any) -> Any:
    """A `__subclasshook__` that knows the protocol, and otherwise answers as before."""

    def hook(base: type, cls: type) -> Any:
        if base in _ASKED and _is_plain(cls):
            adopt(cls)
            return True
        return default(cls)

    return classmethod(hook)


def _is_plain(cls: type) -> bool:
    """Whether a class follows the protocol and is none of TensorFlow's composites anyway."""
    return inspect.isfunction(getattr(cls, _PROTOCOL, None)) and _composite not in cls.__mro__


for _base in _ASKED:
    _base.__subclasshook__ = _adopting(_base.__subclasshook__)


class ByProtocol(metaclass=ABCMeta):  # noqa: B024  # `__subclasshook__` is all it has
    """The virtual base of the classes that follow the protocol."""

    @classmethod
    def __subclasshook__(cls, other: type) -> Any:
        return _is_plain(other) or NotImplemented


class _Measured(metaclass=ABCMeta):  # noqa: B024  # as above
    """The virtual base of the classes that follow the protocol and have no other `len()`."""

    @classmethod
    def __subclasshook__(cls, other: type) -> Any:
        others = (kind for kind in autograph_builtins.len_registry._registry if kind is not cls)
        return (_is_plain(other) and not issubclass(other, tuple(others))) or NotImplemented


def _len(value: Any) -> Any:
    """`len(value)` in code that AutoGraph has converted; a loop over a value asks it too."""
    if hasattr(type(value), "__len__"):
        return len(value)
    shape = getattr(value, "shape", None)
    if not isinstance(shape, tf.TensorShape) or shape.rank == 0:
        raise TypeError(
            "len(), or a loop over it: expected a value with `__len__`, or with a `shape` of rank 1 "
            f"at least, got {type(value).__qualname__}"
            + ("" if shape is None else f" of shape {shape}")
        )
    if shape.rank is not None and shape[0] is not None:
        return tf.constant(shape[0])
    return tf.shape(value)[0]


autograph_builtins.len_registry.register(_Measured, _len)
