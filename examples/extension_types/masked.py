"""A masked tensor: values, and which of them count. TensorFlow's ops keep the mask.

The class is plain: `__tf_type_spec__` makes it an extension type, `__tf_dispatch__` says what ops
make of it (RFC 269's example, with reductions that leave out what is masked).

    python examples/extension_types/masked.py
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import reduce
from typing import Any

import keras
import tensorflow as tf

from tftypes.runtime import (
    StackableTypeSpec,
    dispatch,
    extension_type,
    register_type_spec,
)


@extension_type
class Masked(dispatch.Operators):
    """`values` where `mask` is true; elsewhere there is no value."""

    def __init__(self, values: Any, mask: Any = None) -> None:
        self.values = tf.convert_to_tensor(values)
        shape = tf.shape(self.values)
        self.mask = tf.ones(shape, tf.bool) if mask is None else tf.convert_to_tensor(mask, tf.bool)
        self.values.shape.assert_is_compatible_with(self.mask.shape)

    @property
    def shape(self) -> Any:
        return self.values.shape

    @property
    def dtype(self) -> Any:
        return self.values.dtype

    def filled(self, value: Any = 0) -> Any:
        """A tensor, with `value` where there is none."""
        return tf.where(self.mask, self.values, tf.cast(value, self.dtype))

    def __tf_type_spec__(self) -> MaskedSpec:
        return MaskedSpec(self.shape, self.dtype)

    @classmethod
    def __tf_dispatch__(cls, op: Any, args: tuple[Any, ...], kwargs: Any) -> Masked:
        result: Masked = _answer(op, args, kwargs)
        return result

    def __repr__(self) -> str:
        if not isinstance(self.values, tf.__internal__.EagerTensor):
            return f"Masked({self.values!r})"
        return f"Masked({_shown(self.values.numpy().tolist(), self.mask.numpy().tolist())})"


def _answer(op: Any, args: tuple[Any, ...], kwargs: Any) -> Any:
    """What an op makes of masked tensors."""
    if dispatch.is_unary_elementwise_op(op):
        return Masked(op(args[0].values, *args[1:], **kwargs), args[0].mask)
    if dispatch.is_binary_elementwise_op(op):
        return _binary(op, args, kwargs)
    if op in REDUCTIONS:
        return _reduced(op, *args)
    if op in OF_ONE:
        return _of_one(op, args, kwargs)
    if op in OF_MANY:
        values, masks = zip(*(_parts(item) for item in args[0]))
        return Masked(op(list(values), *args[1:]), op(list(masks), *args[1:]))
    if op in OF_VALUES:
        return op(args[0].values, *args[1:], **kwargs)
    return NotImplemented


#: What moves values about does the same to the mask.
OF_ONE: set[Callable[..., Any]] = {
    tf.__operators__.getitem, tf.boolean_mask, tf.broadcast_to, tf.expand_dims, tf.gather,
    tf.gather_nd, tf.identity, tf.repeat, tf.reshape, tf.reverse, tf.roll, tf.slice, tf.split,
    tf.squeeze, tf.tile, tf.transpose, tf.unstack,
}  # fmt: skip
OF_MANY: set[Callable[..., Any]] = {tf.concat, tf.stack}
#: What asks about the shape or the dtype only.
OF_VALUES: set[Callable[..., Any]] = {tf.rank, tf.shape, tf.size}

#: Reductions, each with what stands in for a value that does not count.
REDUCTIONS: dict[Callable[..., Any], Callable[[Any], Any]] = {
    tf.reduce_sum: lambda dtype: 0,
    tf.reduce_prod: lambda dtype: 1,
    tf.reduce_max: lambda dtype: dtype.min,
    tf.reduce_min: lambda dtype: dtype.max,
    tf.reduce_all: lambda dtype: True,
    tf.reduce_any: lambda dtype: False,
    tf.reduce_mean: lambda dtype: 0,
}


def _parts(value: Any) -> tuple[Any, Any]:
    """Values and mask of a masked tensor, or of one whose values all count."""
    whole = value if isinstance(value, Masked) else Masked(value)
    return whole.values, whole.mask


def _binary(op: Any, args: tuple[Any, ...], kwargs: Any) -> Masked:
    """Where both operands have a value there is one."""
    masks = [arg.mask for arg in args[:2] if isinstance(arg, Masked)]
    values = op(*[a.values if isinstance(a, Masked) else a for a in args[:2]], *args[2:], **kwargs)
    return Masked(values, tf.broadcast_to(reduce(tf.logical_and, masks), tf.shape(values)))


def _reduced(op: Any, masked: Masked, axis: Any = None, keepdims: bool = False, *_: Any) -> Masked:
    """Over the values that count; where there is none, there is no result."""
    values = op(masked.filled(REDUCTIONS[op](masked.dtype)), axis, keepdims)
    if op is tf.reduce_mean:
        total = tf.reduce_sum(masked.filled(), axis, keepdims)
        count = tf.reduce_sum(tf.cast(masked.mask, masked.dtype), axis, keepdims)
        values = tf.math.divide_no_nan(total, count)
    return Masked(values, tf.reduce_any(masked.mask, axis, keepdims))


def _of_one(op: Any, args: tuple[Any, ...], kwargs: Any) -> Any:
    if not isinstance(args[0], Masked):
        return NotImplemented  # an index or a size that is masked means nothing
    values, masks = (op(part, *args[1:], **kwargs) for part in (args[0].values, args[0].mask))
    if isinstance(values, list):
        return [Masked(value, mask) for value, mask in zip(values, masks)]
    return Masked(values, masks)


def _shown(value: Any, mask: Any) -> str:
    if isinstance(mask, list):
        return f"[{', '.join(_shown(v, m) for v, m in zip(value, mask))}]"
    return str(value) if mask else "_"


@register_type_spec("tftypes_examples.MaskedSpec")
class MaskedSpec(StackableTypeSpec):
    """The shape and dtype of a masked tensor; those of its mask follow."""

    def __init__(self, shape: Any, dtype: Any = tf.float32) -> None:
        self.shape = tf.TensorShape(shape)
        self.dtype = tf.as_dtype(dtype)

    def serialize(self) -> tuple[Any, ...]:
        return self.shape, self.dtype

    def to_components(self, value: Any) -> Any:
        return value.values, value.mask

    def from_components(self, components: Any) -> Any:
        made = Masked.__new__(Masked)  # as it is: no op may be called here
        made.values, made.mask = components
        return made

    @property
    def component_specs(self) -> Any:
        return tf.TensorSpec(self.shape, self.dtype), tf.TensorSpec(self.shape, tf.bool)

    @property
    def value_type(self) -> type:
        return Masked


class Regression(keras.Model):
    """A linear model of what is known of each row."""

    def __init__(self) -> None:
        super().__init__()
        self.dense = keras.layers.Dense(1)

    def call(self, rows: Any) -> Any:
        mean = tf.reduce_mean(rows, axis=1, keepdims=True).filled()
        return self.dense(tf.concat([rows.filled(), mean], axis=1))


class Server(tf.Module):
    """The model as it is saved: it takes masked rows, of any number.

    It holds the variables, not the Keras model, for which Keras would save a function that takes
    tensors only.
    """

    def __init__(self, model: Regression) -> None:
        super().__init__()
        self.kept = [weight.value for weight in model.weights]
        self.predict = tf.function(
            lambda rows: model(rows), input_signature=[MaskedSpec([None, 3])]
        )


def main() -> None:
    keras.utils.set_random_seed(1)
    rows = Masked([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], [[True, False, True], [True, True, False]])
    print("rows         ", rows)
    print("rows + 10    ", rows + 10.0)
    print("mean of rows ", tf.reduce_mean(rows, axis=1))
    print("transposed   ", tf.transpose(rows))

    values = tf.random.stateless_uniform([256, 3], [1, 2])
    mask = tf.random.stateless_uniform([256, 3], [3, 4]) > 0.2
    targets = tf.reduce_sum(Masked(values, mask).filled(), axis=1, keepdims=True)
    data = tf.data.Dataset.from_tensor_slices((Masked(values, mask), targets)).batch(32)
    model = Regression()
    model.compile(keras.optimizers.Adam(0.05), "mse")
    losses = model.fit(data, epochs=5, verbose=0, shuffle=False).history["loss"]
    print(f"loss          {losses[0]:.4f} -> {losses[-1]:.4f}")

    with tempfile.TemporaryDirectory() as folder:
        tf.saved_model.save(Server(model), folder)
        loaded = tf.saved_model.load(folder)
        served = loaded.predict(rows)
    print("saved, loaded", bool(tf.reduce_all(tf.abs(served - model(rows)) < 1e-5)))


if __name__ == "__main__":
    main()
