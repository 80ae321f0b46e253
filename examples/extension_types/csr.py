"""A sparse matrix by rows (CSR): values, and the columns that they are in. Ops stay sparse.

Both are ragged tensors, so that the rows of a matrix can be the elements of a dataset, and batches of
them matrices again: what a spec says of its components, and nothing else, makes that so. Gradients
are those of the ops below.

    python examples/extension_types/csr.py
"""

from __future__ import annotations

import tempfile
from typing import Any, Literal, overload

import keras
import tensorflow as tf

from tftypes.runtime import StackableTypeSpec, dispatch, extension_type, register_type_spec


@extension_type
class Csr(dispatch.Operators):
    """A matrix, or one row of it: what is not among its values is 0.

    Attributes: `values`, and `columns` (int64, in each row ascending), ragged of shape [rows, None],
    or tensors for one row; `width`, the number of columns.
    """

    def __init__(self, values: Any, columns: Any, width: int) -> None:
        self.values = values
        self.columns = columns
        self.width = width

    @classmethod
    def from_dense(cls, dense: Any) -> Csr:
        """The matrix that has the values of a dense one that are not 0.

        >>> Csr.from_dense([[0.0, 2.0], [0.0, 0.0]])
        Csr([[0.0, 2.0], [0.0, 0.0]])
        """
        dense = tf.convert_to_tensor(dense)
        where = tf.where(dense != 0)
        return cls.from_entries(where[:, 0], where[:, 1], tf.gather_nd(dense, where), dense.shape)

    @classmethod
    def from_entries(cls, rows: Any, columns: Any, values: Any, shape: Any) -> Csr:
        """The matrix with these values at these places, in any order; those at one place are added."""
        height, width = shape
        places, index = tf.unique(tf.cast(rows, tf.int64) * width + tf.cast(columns, tf.int64))
        added = tf.math.unsorted_segment_sum(values, index, tf.size(places))
        order = tf.argsort(places, stable=True)
        places = tf.gather(places, order)
        rows, columns = places // width, places % width
        values = tf.RaggedTensor.from_value_rowids(
            tf.gather(added, order), rows, height, validate=False
        )
        return cls(values, values.with_values(columns), int(width))

    @property
    def shape(self) -> Any:
        return tf.TensorShape([*self.values.shape[:-1], self.width])

    @property
    def dtype(self) -> Any:
        return self.values.dtype

    @property
    def height(self) -> Any:
        """The number of rows, as a number where it is known."""
        return self.shape[0] if self.shape[0] is not None else self.values.nrows()

    def to_dense(self) -> Any:
        """The matrix as a tensor."""
        if self.shape.rank == 1:
            return tf.scatter_nd(self.columns[:, None], self.values, [self.width])
        rows, columns, values = self.entries()
        places = tf.stack([rows, columns], 1)
        return tf.scatter_nd(places, values, tf.cast([self.height, self.width], tf.int64))

    def entries(self) -> tuple[Any, Any, Any]:
        """Row, column and value of each entry."""
        return self.values.value_rowids(), self.columns.flat_values, self.values.flat_values

    def with_values(self, values: Any) -> Csr:
        """The matrix with other values at the same places."""
        if isinstance(self.values, tf.RaggedTensor):
            values = self.values.with_flat_values(values)
        return Csr(values, self.columns, self.width)

    def __tf_type_spec__(self) -> CsrSpec:
        return CsrSpec(self.shape, self.dtype)

    @overload
    @classmethod
    def __tf_dispatch__(
        cls,
        op: dispatch.Op[Literal["tf.matmul", "tf.add", "tf.subtract"]],
        args: tuple[Csr, Csr],
        kwargs: Any,
    ) -> Csr: ...
    @overload
    @classmethod
    def __tf_dispatch__(
        cls,
        op: dispatch.Op[
            Literal[
                "tf.matmul", "tf.add", "tf.subtract", "tf.linalg.matvec", "tf.reduce_sum",
                "tf.shape", "tf.rank",
            ]
        ],
        args: Any,
        kwargs: Any,
    ) -> tf.Tensor: ...
    @overload
    @classmethod
    def __tf_dispatch__(cls, op: Any, args: Any, kwargs: Any) -> Csr: ...
    @classmethod
    def __tf_dispatch__(cls, op: Any, args: Any, kwargs: Any) -> Any:
        implementation = IMPLEMENTATIONS.get(op)
        if op in ZERO_AT_ZERO:
            return args[0].with_values(op(_flat(args[0]), *args[1:], **kwargs))
        return NotImplemented if implementation is None else implementation(*args, **kwargs)

    def __repr__(self) -> str:
        if not tf.executing_eagerly():
            return f"Csr(shape={self.shape}, dtype={self.dtype.name})"
        return f"Csr({self.to_dense().numpy().tolist()})"


#: Ops that make 0 of 0, so that they need to look at the values only.
ZERO_AT_ZERO = {
    tf.abs, tf.negative, tf.sign, tf.square, tf.sqrt, tf.sin, tf.tan, tf.sinh, tf.tanh, tf.asin,
    tf.atan, tf.asinh, tf.atanh, tf.floor, tf.round, tf.math.ceil, tf.math.expm1, tf.math.log1p,
    tf.math.erf, tf.nn.relu, tf.nn.elu, tf.cast, tf.identity, tf.stop_gradient, tf.zeros_like,
}  # fmt: skip


def _flat(matrix: Csr) -> Any:
    values = matrix.values
    return values.flat_values if isinstance(values, tf.RaggedTensor) else values


def _matmul(
    a: Any,
    b: Any,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    *_: Any,
) -> Any:
    """Of each entry of `a`, its value times the row of `b` that its column names."""
    if adjoint_a or adjoint_b:
        return NotImplemented
    if not isinstance(a, Csr):
        return tf.transpose(_matmul(b, a, not transpose_b, not transpose_a))
    a = tf.transpose(a) if transpose_a else a
    b = tf.transpose(b) if transpose_b else b
    _check_inner(a.width, b.shape[0])
    rows, columns, values = a.entries()
    if not isinstance(b, Csr):
        products = values[:, None] * tf.gather(b, columns)
        return tf.math.unsorted_segment_sum(products, rows, a.height)
    chosen = tf.gather(b, columns)
    products = chosen.values * values[:, None]
    return Csr.from_entries(
        tf.repeat(rows, products.row_lengths()),
        chosen.columns.flat_values,
        products.flat_values,
        (a.height, b.width),
    )


def _check_inner(width: int, height: Any) -> None:
    if height not in (None, width):
        raise ValueError(f"tf.matmul(): inner dims {width} and {height} differ")


def _matvec(a: Any, b: Any, transpose_a: bool, adjoint_a: bool, *_: Any) -> Any:
    if not isinstance(a, Csr) or adjoint_a:
        return NotImplemented
    return _matmul(a, tf.expand_dims(b, 1), transpose_a)[:, 0]


def _transpose(a: Any, perm: Any = None, *_: Any) -> Any:
    if perm is not None and list(perm) != [1, 0]:
        return a if list(perm) == [0, 1] else NotImplemented
    rows, columns, values = a.entries()
    if a.shape[0] is None:
        raise ValueError("tf.transpose(): the number of rows must be known: it is static in a Csr")
    return Csr.from_entries(columns, rows, values, (a.width, a.shape[0]))


def _scaled(op: Any) -> Any:
    """The product or quotient by a number, or element by element by what is dense."""

    def scaled(x: Any, y: Any, name: Any = None) -> Any:
        if not isinstance(x, Csr) and op is tf.multiply:
            x, y = y, x
        if not isinstance(x, Csr) or isinstance(y, Csr):
            return NotImplemented
        y = tf.cast(y, x.dtype)
        if y.shape.rank != 0:
            rows, columns, _ = x.entries()
            y = tf.gather_nd(tf.broadcast_to(y, [x.height, x.width]), tf.stack([rows, columns], 1))
        return x.with_values(op(_flat(x), y))

    return scaled


def _added(x: Any, y: Any, name: Any = None) -> Any:
    """A sparse sum of two sparse matrices; with what is dense, a dense one."""
    if not (isinstance(x, Csr) and isinstance(y, Csr)):
        return tf.add(*(each.to_dense() if isinstance(each, Csr) else each for each in (x, y)))
    if not x.shape.is_compatible_with(y.shape):
        raise ValueError(f"tf.add(): shapes {x.shape} and {y.shape} differ")
    rows, columns, values = (tf.concat(both, 0) for both in zip(x.entries(), y.entries()))
    return Csr.from_entries(rows, columns, values, (x.height, x.width))


def _sum(x: Any, axis: Any = None, keepdims: bool = False, name: Any = None) -> Any:
    if axis is None:
        total = tf.reduce_sum(_flat(x))
        return tf.reshape(total, [1] * x.shape.rank) if keepdims else total
    rows, columns, values = x.entries()
    along, index, size = (0, columns, x.width) if axis in (0, -2) else (1, rows, x.height)
    total = tf.math.unsorted_segment_sum(values, index, size)
    return tf.expand_dims(total, along) if keepdims else total


def _rows(params: Any, indices: Any, validate: Any, axis: Any, batch_dims: int, name: Any) -> Any:
    """The rows of these numbers."""
    if not isinstance(params, Csr) or axis not in (None, 0) or batch_dims:
        return NotImplemented
    return Csr(tf.gather(params.values, indices), tf.gather(params.columns, indices), params.width)


def _getitem(x: Any, key: Any, name: Any = None) -> Any:
    """Rows only: `x[2]`, `x[1:]`."""
    return NotImplemented if isinstance(key, tuple) else Csr(x.values[key], x.columns[key], x.width)


def _stacked(values: Any, axis: Any, name: Any = None) -> Any:
    """One below the other."""
    if axis != 0 or not all(isinstance(each, Csr) for each in values):
        return NotImplemented
    columns = tf.concat([each.columns for each in values], 0)
    return Csr(tf.concat([each.values for each in values], 0), columns, values[0].width)


#: What each op does, with the parameters of the op.
IMPLEMENTATIONS: dict[Any, Any] = {
    tf.matmul: _matmul,
    tf.linalg.matvec: _matvec,
    tf.transpose: _transpose,
    tf.multiply: _scaled(tf.multiply),
    tf.divide: _scaled(tf.divide),
    tf.truediv: _scaled(tf.truediv),
    tf.add: _added,
    tf.subtract: lambda x, y, name=None: _added(x, -y),
    tf.reduce_sum: _sum,
    tf.gather: _rows,
    tf.__operators__.getitem: _getitem,
    tf.concat: _stacked,
    tf.shape: lambda input, *_: tf.stack([input.values.nrows(out_type=tf.int32), input.width]),
    tf.rank: lambda input, *_: tf.constant(input.shape.rank),
}


@register_type_spec("tftypes_examples.CsrSpec")
class CsrSpec(StackableTypeSpec):
    """The shape and dtype of a matrix, or of a row. How many values there are is not part of it."""

    def __init__(self, shape: Any, dtype: Any = tf.float32) -> None:
        self.shape = tf.TensorShape(shape)
        self.dtype = tf.as_dtype(dtype)

    def serialize(self) -> tuple[Any, ...]:
        return self.shape, self.dtype

    def to_components(self, value: Any) -> Any:
        return value.values, value.columns

    def from_components(self, components: Any) -> Any:
        values, columns = components
        return Csr(values, columns, self.shape[-1])

    @property
    def component_specs(self) -> Any:
        """Ragged, and of rank 1 too: so boxed, rows of different lengths make a batch."""
        shape, depth = [*self.shape[:-1], None], self.shape.rank - 1
        return (
            tf.RaggedTensorSpec(shape, self.dtype, depth),
            tf.RaggedTensorSpec(shape, tf.int64, depth),
        )

    @property
    def value_type(self) -> type:
        return Csr


class Regression(keras.Model):
    """A linear model of rows that are mostly 0."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.kernel = self.add_weight(shape=(width, 1), initializer="zeros")

    def call(self, rows: Any) -> Any:
        return tf.matmul(rows, self.kernel)


class Server(tf.Module):
    """The model as it is saved: it takes sparse rows, of any number."""

    def __init__(self, model: Regression) -> None:
        super().__init__()
        self.kept = [weight.value for weight in model.weights]
        spec = CsrSpec([None, model.kernel.shape[0]])
        self.predict = tf.function(lambda rows: model(rows), input_signature=[spec])


def main() -> None:
    keras.utils.set_random_seed(1)
    matrix = Csr.from_dense([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]])
    print("matrix       ", matrix)
    print("times dense  ", (matrix @ tf.constant([[1.0], [10.0], [100.0]])).numpy().tolist())
    print("times itself ", matrix @ tf.transpose(matrix))
    print("second row   ", matrix[1])

    dense = tf.random.stateless_uniform([512, 20], [1, 2])
    rows = Csr.from_dense(tf.where(dense > 0.9, dense, 0.0))
    targets = rows @ tf.random.stateless_normal([20, 1], [3, 4])
    data = tf.data.Dataset.from_tensor_slices((rows, targets)).batch(32)
    model = Regression(20)
    model.compile(keras.optimizers.Adam(0.1), "mse")
    losses = model.fit(data, epochs=10, verbose=0, shuffle=False).history["loss"]
    print(f"loss          {losses[0]:.4f} -> {losses[-1]:.4f}")
    print("predicted    ", model.predict(data, verbose=0).shape)

    with tempfile.TemporaryDirectory() as folder:
        tf.saved_model.save(Server(model), folder)
        loaded = tf.saved_model.load(folder)
        served = loaded.predict(rows)
    print("saved, loaded", bool(tf.reduce_all(tf.abs(served - model(rows)) < 1e-5)))


if __name__ == "__main__":
    main()
