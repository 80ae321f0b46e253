"""An extension type as a user writes it: no base class, nothing of TensorFlow's but its spec."""

import tensorflow as tf

from tftypes.runtime import StackableTypeSpec, extension_type, register_type_spec


@extension_type
class Masked:
    """Values, and which of them count."""

    def __init__(self, values, mask=None):
        self.values = tf.convert_to_tensor(values)
        self.mask = tf.ones_like(self.values, tf.bool) if mask is None else mask

    def __tf_type_spec__(self):
        return MaskedSpec(self.values.shape, self.values.dtype)

    # Keras looks at these before it calls a model.
    shape = property(lambda self: self.values.shape)
    dtype = property(lambda self: self.values.dtype)

    def __repr__(self):
        return f"Masked({self.values.numpy().tolist()})"


@register_type_spec
class MaskedSpec(StackableTypeSpec):
    def __init__(self, shape, dtype=tf.float32, unit="m"):
        self.shape, self.dtype, self.unit = tf.TensorShape(shape), tf.as_dtype(dtype), unit

    def serialize(self):
        return self.shape, self.dtype, self.unit

    def to_components(self, value):
        return value.values, value.mask

    def from_components(self, components):
        made = Masked.__new__(Masked)
        made.values, made.mask = components
        return made

    @property
    def component_specs(self):
        return tf.TensorSpec(self.shape, self.dtype), tf.TensorSpec(self.shape, tf.bool)

    @property
    def value_type(self):
        return Masked
