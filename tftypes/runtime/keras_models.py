"""Keras models and layers that take extension types, saved to `.keras` files and loaded again.

Keras builds a loaded model by calling it with tensors of the shapes that it was built with. A model
that takes another type fails there, and gets new weights in place of its own.

Source: RFC 269, "Keras"; `keras.Model.get_build_config`, `keras.Model.build_from_config`.
"""

from __future__ import annotations

import base64
from typing import Any

import tensorflow as tf

from tftypes.runtime.private import input_lib, struct_pb2, structure_coder
from tftypes.runtime.type_specs import type_spec_of

_KEY = "tftypes_inputs"


class SavedWithInputs:
    """A mixin, before `keras.Model` or `keras.Layer`: a file keeps the types of its inputs.

    The specs must be registered with `tftypes.runtime.register_type_spec`, and their module imported
    where the file is loaded.

        @keras.saving.register_keras_serializable()
        class Net(SavedWithInputs, keras.Model):
            def call(self, masked): ...
    """

    #: Keras would make a signature of tensors with the shapes of the inputs.
    _default_save_signature = None
    #: The types of the arguments of the first call, as text.
    _inputs_as_text: str | None = None

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Calls the model, and remembers the types of the first arguments."""
        result = super().__call__(*args, **kwargs)  # type: ignore[misc]
        if self._inputs_as_text is None:
            self._inputs_as_text = _encoded((args, kwargs))
        return result

    def get_build_config(self) -> dict[str, Any] | None:
        """What a file keeps in order to build the model: the types of its inputs."""
        if self._inputs_as_text is None:
            return None
        return {_KEY: self._inputs_as_text}

    def build_from_config(self, config: dict[str, Any]) -> None:
        """Makes the variables of a model that is loaded, by calling it with zeros.

        Raises:
          ValueError: if a spec of its inputs is not registered.
        """
        if config and _KEY in config:
            args, kwargs = _zeros(_decoded(config[_KEY]))
            self(*args, **kwargs)

    def export(self, filepath: Any, *args: Any, **kwargs: Any) -> Any:
        """As Keras exports a model whose inputs are tensors.

        Raises:
          TypeError: if they are of other types, which Keras does not export.
        """
        specs = [] if self._inputs_as_text is None else _flat(_decoded(self._inputs_as_text))
        others = [spec for spec in specs if not isinstance(spec, tf.TensorSpec)]
        if others:
            raise TypeError(
                f"{type(self).__name__}.export(): Keras exports models of tensors only, and an "
                f"input is {others[0]!r}; use tftypes.runtime.save(model, folder, function) with a "
                "function that calls the model and has an input signature"
            )
        return super().export(filepath, *args, **kwargs)  # type: ignore[misc]


def _flat(structure: Any) -> list[Any]:
    return [spec for spec in tf.nest.flatten(structure) if isinstance(spec, tf.TypeSpec)]


def _encoded(structure: Any) -> str:
    proto = structure_coder.encode_structure(tf.nest.map_structure(_spec, structure))
    return base64.b64encode(proto.SerializeToString()).decode()


def _spec(value: Any) -> Any:
    return value if isinstance(value, (bool, int, float, str, type(None))) else type_spec_of(value)


def _decoded(text: str) -> Any:
    proto = struct_pb2.StructuredValue()
    proto.ParseFromString(base64.b64decode(text))
    return structure_coder.decode_proto(proto)


def _zeros(structure: Any) -> Any:
    return tf.nest.map_structure(
        lambda spec: _value(spec) if isinstance(spec, tf.TypeSpec) else spec, structure
    )


def _value(spec: Any) -> Any:
    """A value of the spec: zeros, one of each size that is not known."""
    if isinstance(spec, tf.TensorSpec):
        sizes = [size or 1 for size in spec.shape] if spec.shape.rank is not None else []
        return tf.zeros(sizes, spec.dtype)
    if isinstance(spec, (tf.RaggedTensorSpec, tf.SparseTensorSpec)):
        return input_lib._dummy_tensor_fn(spec)
    return spec._from_components(tf.nest.map_structure(_value, spec._component_specs))
