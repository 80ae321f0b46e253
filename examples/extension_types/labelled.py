"""A tensor whose axes have names: ops take names for axes, and align operands by them.

The names are static, part of the type: a traced function, a dataset and a SavedModel all know them,
and a value whose axes have other names is refused.

    python examples/extension_types/labelled.py
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import keras
import tensorflow as tf

from tftypes.runtime import StackableTypeSpec, dispatch, extension_type, register_type_spec

Op = Callable[..., Any]


@extension_type
class Labelled(dispatch.Operators):
    """`values`, with a name for each of their axes.

    >>> Labelled([[1, 2], [3, 4]], "time sensor")
    Labelled(time=2, sensor=2)

    Args:
      values: a tensor, or what converts to one.
      axes: the names, in a string or a sequence.

    Raises:
      ValueError: if a name is given twice, or there are not as many as axes.
    """

    def __init__(self, values: Any, axes: str | Sequence[str]) -> None:
        self.values = tf.convert_to_tensor(values)
        self.axes = tuple(axes.split() if isinstance(axes, str) else axes)
        if len(set(self.axes)) < len(self.axes):
            raise ValueError(f"an axis is named twice: {' '.join(self.axes)}")
        if self.shape.rank != len(self.axes):
            raise ValueError(f"{len(self.axes)} names for axes, of values of shape {self.shape}")

    @property
    def shape(self) -> Any:
        return self.values.shape

    @property
    def dtype(self) -> Any:
        return self.values.dtype

    def axis(self, name: Any) -> int:
        """The number of the axis of this name; a number is itself."""
        if isinstance(name, str):
            if name not in self.axes:
                raise ValueError(f"no axis {name!r} in {self!r}")
            return self.axes.index(name)
        return int(name) % len(self.axes)

    def in_order(self, axes: Sequence[str]) -> Any:
        """The values as a tensor with these axes, of size 1 where there is none of the name.

        Raises:
          ValueError: if an axis would be lost.
        """
        lost = [name for name in self.axes if name not in axes]
        if lost:
            raise ValueError(f"axis {lost[0]!r} of {self!r} is not among {' '.join(axes)}")
        present = [self.axes.index(name) for name in axes if name in self.axes]
        values = tf.transpose(self.values, present)
        return values[tuple(slice(None) if name in self.axes else None for name in axes)]

    def __tf_type_spec__(self) -> LabelledSpec:
        return LabelledSpec(self.shape, self.dtype, self.axes)

    @classmethod
    def __tf_dispatch__(cls, op: Any, args: tuple[Any, ...], kwargs: Any) -> Labelled:
        result: Labelled = _implementation(op)(*args, **kwargs)
        return result

    def __repr__(self) -> str:
        sizes = (f"{name}={size}" for name, size in zip(self.axes, self.shape))
        return f"Labelled({', '.join(sizes)})"


def _implementation(op: Op) -> Op:
    """What an op does, with the parameters of the op."""
    if dispatch.is_unary_elementwise_op(op):
        return partial(_unary, op)
    if dispatch.is_binary_elementwise_op(op):
        return partial(_binary, op)
    if dispatch.is_reduction_op(op):
        return partial(_reduced, op)
    return IMPLEMENTATIONS.get(op, lambda *_, **__: NotImplemented)


def _unary(op: Op, x: Any, *rest: Any, **kwargs: Any) -> Any:
    return Labelled(op(x.values, *rest, **kwargs), x.axes)


def _binary(op: Op, x: Any, y: Any, *rest: Any, **kwargs: Any) -> Any:
    """Axes of one name are one axis; those of `y` alone come last. A tensor has the last axes."""
    if isinstance(x, Labelled) and isinstance(y, Labelled):
        axes = tuple(dict.fromkeys(x.axes + y.axes))
        x, y = x.in_order(axes), y.in_order(axes)
    else:
        axes = x.axes if isinstance(x, Labelled) else y.axes
        x, y = (each.values if isinstance(each, Labelled) else each for each in (x, y))
    return Labelled(op(x, y, *rest, **kwargs), axes)


def _reduced(op: Op, x: Any, axis: Any = None, *rest: Any, **kwargs: Any) -> Any:
    """Over the axes that are named."""
    if axis is None and op in (tf.argmax, tf.argmin):
        axis = 0
    several = isinstance(axis, (list, tuple))
    named: Any = axis if several else x.axes if axis is None else [axis]
    gone = [x.axis(name) for name in named]
    values = op(x.values, gone if several or axis is None else gone[0], *rest, **kwargs)
    kept = values.shape.rank == len(x.axes)  # as `keepdims` wants
    return Labelled(values, [n for i, n in enumerate(x.axes) if kept or i not in gone])


def _along(op: Op, default: int) -> Op:
    """An op that works along an axis and keeps it."""

    def along(x: Any, axis: Any = default, *rest: Any, **kwargs: Any) -> Any:
        axis = default if axis is None else axis
        return Labelled(op(x.values, x.axis(axis), *rest, **kwargs), x.axes)

    return along


def _transpose(a: Any, perm: Any = None, *_: Any) -> Any:
    """Names in any order; those that are left out come last."""
    axes = a.axes[::-1] if perm is None else [a.axes[a.axis(item)] for item in perm]
    axes = tuple(dict.fromkeys([*axes, *a.axes]))
    return Labelled(a.in_order(axes), axes)


def _matmul(a: Any, b: Any, *flags: Any, **_: Any) -> Any:
    """The sum over the last axis of `a`, of which `b` has one too: wherever."""
    if any(flags[:4]) or not (isinstance(a, Labelled) and isinstance(b, Labelled)):
        return NotImplemented
    over = a.axes[-1]
    if over not in b.axes:
        raise ValueError(f"tf.matmul(): no axis {over!r} in {b!r}")
    axes = [name for name in dict.fromkeys(a.axes + b.axes) if name != over]
    letters = {name: chr(ord("a") + i) for i, name in enumerate([*axes, over])}
    left, right, result = ("".join(letters[n] for n in names) for names in (a.axes, b.axes, axes))
    return Labelled(tf.einsum(f"{left},{right}->{result}", a.values, b.values), axes)


def _concat(values: Any, axis: Any, *_: Any) -> Any:
    axes = _axes_of(values)
    number = Labelled(values[0].in_order(axes), axes).axis(axis)
    return Labelled(tf.concat([value.in_order(axes) for value in values], number), axes)


def _expand_dims(input: Any, axis: Any, *_: Any) -> Any:
    """A new axis of this name, the first one; along it tensors are stacked by `tf.concat`."""
    if not isinstance(axis, str):
        return NotImplemented
    return Labelled(input.values[tf.newaxis], (axis, *input.axes))


def _axes_of(values: Any) -> tuple[str, ...]:
    """The axes of all of these, in the order of the first."""
    for value in values:
        if not isinstance(value, Labelled) or set(value.axes) != set(values[0].axes):
            raise ValueError(f"{values[0]!r} and {value!r} have different axes")
    return tuple(values[0].axes)


def _gather(params: Any, indices: Any, validate: Any, axis: Any, batch_dims: int, name: Any) -> Any:
    """One index, or a vector of them, on the axis of the name."""
    if not isinstance(params, Labelled) or isinstance(indices, Labelled) or batch_dims:
        return NotImplemented
    number = params.axis(0 if axis is None else axis)
    indices = tf.convert_to_tensor(indices)
    kept = params.axes[number : number + 1] * (indices.shape.rank or 0)
    axes = (*params.axes[:number], *kept, *params.axes[number + 1 :])
    return Labelled(tf.gather(params.values, indices, axis=number), axes)


def _getitem(x: Any, key: Any, name: Any = None) -> Any:
    """Numbers and slices, one for each axis from the left."""
    keys = key if isinstance(key, tuple) else (key,)
    if not all(isinstance(k, (int, slice)) for k in keys):
        return NotImplemented
    rest = [name for name, k in zip(x.axes, keys) if isinstance(k, slice)]
    return Labelled(x.values[key], (*rest, *x.axes[len(keys) :]))


#: The ops that are of no family.
IMPLEMENTATIONS: dict[Op, Op] = {
    tf.transpose: _transpose,
    tf.matmul: _matmul,
    tf.concat: _concat,
    tf.expand_dims: _expand_dims,
    tf.gather: _gather,
    tf.__operators__.getitem: _getitem,
    tf.cumsum: _along(tf.cumsum, 0),
    tf.math.cumprod: _along(tf.math.cumprod, 0),
    tf.nn.softmax: _along(tf.nn.softmax, -1),
    tf.nn.log_softmax: _along(tf.nn.log_softmax, -1),
    tf.shape: lambda input, *rest: tf.shape(input.values, *rest),
    tf.rank: lambda input, *_: tf.rank(input.values),
    tf.size: lambda input, *rest: tf.size(input.values, *rest),
}


@register_type_spec("tftypes_examples.LabelledSpec")
class LabelledSpec(StackableTypeSpec):
    """Shape, dtype and names of axes. Batches have one more axis, `batch`."""

    def __init__(self, shape: Any, dtype: Any, axes: Sequence[str]) -> None:
        self.shape = tf.TensorShape(shape)
        self.dtype = tf.as_dtype(dtype)
        self.axes = tuple(axes)

    def serialize(self) -> tuple[Any, ...]:
        return self.shape, self.dtype, self.axes

    def to_components(self, value: Any) -> Any:
        return value.values

    def from_components(self, components: Any) -> Any:
        made = Labelled.__new__(Labelled)  # as it is: no op may be called here
        made.values, made.axes = components, self.axes
        return made

    @property
    def component_specs(self) -> Any:
        return tf.TensorSpec(self.shape, self.dtype)

    @property
    def value_type(self) -> type:
        return Labelled

    def stacked(self, num: int | None) -> LabelledSpec:
        shape = tf.TensorShape([num]).concatenate(self.shape)
        return LabelledSpec(shape, self.dtype, ("batch", *self.axes))

    def unstacked(self) -> LabelledSpec:
        return LabelledSpec(self.shape[1:], self.dtype, self.axes[1:])


class Forecast(keras.Model):
    """The next hour from the mean and the last of some hours, however their axes are ordered."""

    def __init__(self) -> None:
        super().__init__()
        self.dense = keras.layers.Dense(1)

    def call(self, hours: Any) -> Any:
        mean = tf.reduce_mean(hours, axis=["time", "sensor"])
        last = tf.reduce_mean(
            tf.gather(hours, hours.shape[hours.axis("time")] - 1, axis="time"), "sensor"
        )
        return self.dense(tf.stack([mean.values, last.values], axis=1))


class Server(tf.Module):
    """The model as it is saved: it takes hours of any number of batches."""

    def __init__(self, model: Forecast) -> None:
        super().__init__()
        self.kept = [weight.value for weight in model.weights]
        spec = LabelledSpec([None, 24, 3], tf.float32, ["batch", "time", "sensor"])
        self.predict = tf.function(lambda hours: model(hours), input_signature=[spec])


def main() -> None:
    keras.utils.set_random_seed(1)
    hours = Labelled(tf.reshape(tf.range(12.0), [4, 3]), "time sensor")
    weights = Labelled([0.5, 0.25, 0.25], "sensor")
    print("hours         ", hours)
    print("mean of time  ", tf.reduce_mean(hours, axis="time").values.numpy().tolist())
    print("by sensor     ", hours * weights)
    print("weighted      ", (hours @ weights).values.numpy().tolist())
    print("by name       ", weights + tf.transpose(hours, ["sensor", "time"]))
    try:
        tf.reduce_sum(hours, axis="day")
    except ValueError as error:
        print("no such axis  ", error)

    values = tf.cumsum(tf.random.stateless_normal([512, 25, 3], [1, 2]) * 0.1, axis=1)
    series = Labelled(values, "day time sensor")
    targets = tf.reduce_mean(series[:, 24].values, axis=1, keepdims=True)
    data = tf.data.Dataset.from_tensor_slices((series[:, :24], targets)).batch(32)
    print("a batch       ", data.element_spec[0])
    model = Forecast()
    model.compile(keras.optimizers.Adam(0.05), "mse")
    losses = model.fit(data, epochs=10, verbose=0, shuffle=False).history["loss"]
    print(f"loss           {losses[0]:.4f} -> {losses[-1]:.4f}")
    print("predicted     ", model.predict(data, verbose=0).shape)

    some: Labelled = next(iter(data))[0]
    with tempfile.TemporaryDirectory() as folder:
        tf.saved_model.save(Server(model), folder)
        loaded = tf.saved_model.load(folder)
        served = loaded.predict(some)
        print("saved, loaded ", bool(tf.reduce_all(tf.abs(served - model(some)) < 1e-5)))
        try:
            loaded.predict(tf.transpose(some, ["batch", "sensor"]))
        except TypeError as error:
            print(
                "other axes    ",
                str(error)[len("Binding inputs to tf.function failed due to ") :][:60],
            )


if __name__ == "__main__":
    main()
