"""Keras models and layers that take extension types, saved and loaded again.

Keras builds a loaded model by calling it with tensors of the shapes that it was built with. A model
that takes another type fails there, and gets new weights in place of its own. From the import of
this module on, a layer that was first called with extension types keeps their specs: its file has
them, and a loaded model is built by a call with zeros of these.

Source: RFC 269, "Keras"; `keras.Layer.get_build_config`, `keras.Layer.build_from_config`.
"""

from __future__ import annotations

from functools import wraps
from typing import Any

import keras
import tensorflow as tf

from tftypes.runtime.extension_types import is_by_protocol
from tftypes.runtime.private import input_lib
from tftypes.runtime.structure_texts import UNREADABLE, decoded, encoded
from tftypes.runtime.type_specs import type_spec_of

#: The attribute of a layer, and the key of its configuration.
_INPUTS = "tftypes_inputs"
_layer: Any = keras.Layer
_model: Any = keras.Model
_call = _layer.__call__
_get_build_config = _layer.get_build_config
_build_layer = _layer.build_from_config
_build_model = _model.build_from_config
_signature = _layer._default_save_signature
_export = _model.export


@wraps(_call)
def _called(self: Any, *args: Any, **kwargs: Any) -> Any:
    if not self.built:
        _note(self, args, kwargs)
    try:
        return _call(self, *args, **kwargs)
    except AttributeError as error:
        refusal = _refusal(self, error)
        if refusal is None:
            raise
        raise refusal from error


def _refusal(layer: Any, error: AttributeError) -> TypeError | None:
    """What to say where Keras itself asked an extension type for what its class does not have.

    What is raised in `call` comes as another error of Keras's, without the object.
    """
    if error.name not in ("shape", "dtype") or not is_by_protocol(error.obj):
        return None
    return TypeError(
        f"{type(layer).__name__}(): Keras reads 'shape' and 'dtype' of what a layer is called with, "
        f"and {type(error.obj).__qualname__} has no {error.name!r}: give the class a property of "
        "that name"
    )


def _note(layer: Any, *inputs: Any) -> None:
    """Keeps the specs of what a layer is built with, where there is an extension type among it."""
    if any(map(is_by_protocol, tf.nest.flatten(inputs))):
        # Keras would track the containers, were it told.
        object.__setattr__(layer, _INPUTS, tf.nest.map_structure(_spec, inputs))


def _spec(value: Any) -> Any:
    return type_spec_of(value) if tf.is_tensor(value) or is_by_protocol(value) else value


@wraps(_get_build_config)
def _build_config(self: Any) -> Any:
    """What a file keeps in order to build the layer.

    Raises:
      TypeError: if a spec of its inputs is not registered.
    """
    if not hasattr(self, _INPUTS):
        return _get_build_config(self)
    return {_INPUTS: encoded(getattr(self, _INPUTS))}


def _built(build: Any) -> Any:
    """Makes the variables of a loaded layer by a call with zeros.

    Raises:
      ValueError: if a spec of its inputs is not registered, or what the file says of them is broken.
    """

    @wraps(build)
    def build_from_config(self: Any, config: Any) -> None:
        if not config or _INPUTS not in config:
            build(self, config)
            return
        try:
            args, kwargs = tf.nest.map_structure(_zeros, decoded(config[_INPUTS]))
            args, kwargs = tuple(args), dict(kwargs)
        except UNREADABLE as error:
            raise ValueError(
                f"{type(self).__name__}: its inputs in the file cannot be read: "
                f"{type(error).__name__}: {error}"
            ) from error
        self(*args, **kwargs)

    return build_from_config


def _default_save_signature(self: Any) -> Any:
    """None where Keras would make a signature of tensors with the shapes of the inputs."""
    return None if hasattr(self, _INPUTS) else _signature.__get__(self)


@wraps(_export)
def _exported(self: Any, filepath: Any, *args: Any, **kwargs: Any) -> Any:
    inputs = tf.nest.flatten(getattr(self, _INPUTS, ()))
    specs = [spec for spec in inputs if isinstance(spec, tf.TypeSpec)]
    others = [spec for spec in specs if not isinstance(spec, tf.TensorSpec)]
    if others:
        raise TypeError(
            f"{type(self).__name__}.export(): Keras exports models of tensors only, and an "
            f"input is {others[0]!r}; use tftypes.runtime.save(model, folder, function) with a "
            "function that calls the model and has an input signature"
        )
    return _export(self, filepath, *args, **kwargs)


def _zeros(spec: Any) -> Any:
    """A value of the spec: zeros, one of each size that is not known."""
    if not isinstance(spec, tf.TypeSpec):
        return spec
    if isinstance(spec, tf.TensorSpec):
        sizes = [size or 1 for size in spec.shape] if spec.shape.rank is not None else []
        return tf.zeros(sizes, spec.dtype)
    if isinstance(spec, (tf.RaggedTensorSpec, tf.SparseTensorSpec)):
        return input_lib._dummy_tensor_fn(spec)
    return spec._from_components(tf.nest.map_structure(_zeros, spec._component_specs))


def install() -> None:
    """Puts them in the place of Keras's, once."""
    if _layer.__call__ is _call:
        _layer.__call__ = _called
        _layer.get_build_config = _build_config
        _layer.build_from_config = _built(_build_layer)
        _model.build_from_config = _built(_build_model)
        _layer._default_save_signature = property(_default_save_signature)
        _model.export = _exported
