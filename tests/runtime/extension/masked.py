"""An extension type as a user writes it: no base class, nothing of TensorFlow's but its spec."""

import tensorflow as tf

from tftypes.runtime import StackableTypeSpec, TypeSpec, extension_type, register_type_spec


@extension_type
class Masked:
    """Values, which of them count, and in what unit they are: that is static."""

    def __init__(self, values, mask=None, unit="m"):
        self.values = tf.convert_to_tensor(values)
        self.mask = tf.ones_like(self.values, tf.bool) if mask is None else mask
        self.unit = unit

    def __tf_type_spec__(self):
        return MaskedSpec(self.values.shape, self.values.dtype, self.unit)

    # Keras looks at these before it calls a model, and `fit` asks for the shape besides.
    shape = property(lambda self: self.values.shape)
    dtype = property(lambda self: self.values.dtype)

    @classmethod
    def __tf_dispatch__(cls, op, args, kwargs):
        return tf.shape(args[0].values) if op is tf.shape else NotImplemented

    def __repr__(self):
        values = self.values.numpy().tolist() if tf.executing_eagerly() else self.values
        return f"Masked({values})"


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
        made.unit = self.unit
        return made

    @property
    def component_specs(self):
        return tf.TensorSpec(self.shape, self.dtype), tf.TensorSpec(self.shape, tf.bool)

    @property
    def value_type(self):
        return Masked


class Unstackable(Masked):
    """The same, of which nobody knows how to stack it."""

    def __tf_type_spec__(self):
        return UnstackableSpec(self.values.shape, self.values.dtype, self.unit)


@register_type_spec
class UnstackableSpec(TypeSpec):
    __init__ = MaskedSpec.__init__
    serialize = MaskedSpec.serialize
    to_components = MaskedSpec.to_components
    component_specs = MaskedSpec.component_specs
    value_type = Unstackable

    def from_components(self, components):
        made = Unstackable.__new__(Unstackable)
        made.values, made.mask = components
        made.unit = self.unit
        return made


#: By the base of the spec, a type and its spec.
KINDS = {
    "StackableTypeSpec": (Masked, MaskedSpec),
    "TypeSpec": (Unstackable, UnstackableSpec),
}
