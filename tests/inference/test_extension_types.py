"""Extension types: fields, constructors, specs, and their way through graphs, datasets and maps.

What each program does was seen with TensorFlow 2.21.
"""

from __future__ import annotations

from pathlib import Path

from tests.inference.reports import check

HEAD = """\
from typing import List, Mapping, Optional, Tuple, Union
import tensorflow as tf
from typing_extensions import reveal_type

class Masked(tf.experimental.ExtensionType):
    values: tf.Tensor
    mask: tf.Tensor
    unit: str = "m"

    def total(self):
        return tf.reduce_sum(self.values)

class Batched(tf.experimental.BatchableExtensionType):
    values: tf.Tensor
    mask: tf.Tensor
    unit: str = "m"

m = Masked([1.0, 2.0], [True, False])
"""


def holds(source: str, folder: Path) -> None:
    """The comments of a program are what the engine says of it."""
    check(HEAD + source, folder)


# -- values -------------------------------------------------------------------------------------------------------------


def test_fields_are_converted(tmp_path: Path) -> None:
    holds(
        """
class Parts(tf.experimental.ExtensionType):
    items: Tuple[tf.Tensor, ...]
    by_name: Mapping[str, tf.Tensor]
    weight: Optional[tf.Tensor] = None
    count: int = 3
    either: Union[tf.Tensor, tf.RaggedTensor] = 4

class More(Masked):
    more: tf.Tensor = 0.0

parts = Parts([1, 2.5], {"a": 3})
reveal_type(m.values)  # revealed: Tensor[float32, Shape[2]]
reveal_type(m.unit)  # revealed: str
reveal_type(m.total())  # revealed: Tensor[float32, Shape[()]]
reveal_type(parts.items)  # revealed: tuple[Tensor[int32, Shape[()]], Tensor[float32, Shape[()]]]
reveal_type(parts.by_name["a"])  # revealed: Tensor[int32, Shape[()]]
reveal_type(parts.weight)  # revealed: None
reveal_type(parts.either)  # revealed: Tensor[int32, Shape[()]]
reveal_type(More([1.0], [True]).more)  # revealed: Tensor[float32, Shape[()]]
""",
        tmp_path,
    )


def test_a_field_of_another_class_is_refused(tmp_path: Path) -> None:
    holds(
        """
class Outer(tf.experimental.ExtensionType):
    inner: Masked
    scale: float = 1.0

Outer(m)
Outer(3)  # error: [tf-value] Outer(): field 'inner': expected a Masked, got int
Outer(m, 1)  # error: [tf-value] Outer(): field 'scale': expected float, got int
Masked([1.0], [True], 5)  # error: [tf-value] Masked(): field 'unit': expected str, got int
Masked(None, [True])  # error: [tf-value] Masked(): field 'values': expected a tensor, got None
Masked([1.0])  # error: [tf-call] Masked.__init__(): argument 'mask' is missing
Masked([1.0], [True], other=5)  # error: [tf-call] Masked.__init__() has no parameter 'other'
""",
        tmp_path,
    )


def test_a_field_is_immutable_from_its_annotation_on(tmp_path: Path) -> None:
    holds(
        """
class Listed(tf.experimental.ExtensionType):
    items: List[tf.Tensor]  # error: [tf-annotation] field 'items' of the extension type Listed is a list
""",
        tmp_path,
    )


def test_values_do_not_change(tmp_path: Path) -> None:
    holds(
        """
m.values = tf.zeros([3])  # error: [tf-attribute] Masked is an extension type: 'values' cannot be assigned
del m.mask  # error: [tf-attribute] Masked is an extension type: 'mask' cannot be assigned
try:
    m.unit = "km"
except AttributeError:
    pass
reveal_type(m.values)  # revealed: Tensor[float32, Shape[2]]
""",
        tmp_path,
    )


def test_a_constructor_of_its_own_sets_the_fields_alone(tmp_path: Path) -> None:
    holds(
        """
class Scaled(tf.experimental.ExtensionType):
    x: tf.Tensor
    def __init__(self, x, by=2.0):
        self.x = x
        self.x = self.x * by

class Forgetful(tf.experimental.ExtensionType):
    x: tf.Tensor
    def __init__(self, x):
        pass

class Talkative(tf.experimental.ExtensionType):
    x: tf.Tensor
    def __init__(self, x):
        self.x = x
        self.y = 2  # error: [tf-attribute] Talkative is an extension type: 'y' cannot be assigned, since it is no field

reveal_type(Scaled(3.0).x)  # revealed: Tensor[float32, Shape[()]]
Forgetful(3)  # error: [tf-value] Forgetful(): its constructor does not set 'x'
Talkative(3)
""",
        tmp_path,
    )


def test_validate_runs_on_the_converted_fields(tmp_path: Path) -> None:
    holds(
        """
class Alike(tf.experimental.ExtensionType):
    values: tf.Tensor
    mask: tf.Tensor
    def __validate__(self):
        self.values.shape.assert_is_compatible_with(self.mask.shape)  # error: [tf-shape] self.values.shape

Alike([1.0, 2.0], [True, False])
Alike([1.0, 2.0], [True])
""",
        tmp_path,
    )


def test_equality_is_a_tensor_where_types_agree(tmp_path: Path) -> None:
    holds(
        """
reveal_type(m == m)  # revealed: Tensor[bool, Shape[()]]
reveal_type(m == 3)  # revealed: bool
reveal_type(m != 3)  # revealed: bool
""",
        tmp_path,
    )


# -- specs --------------------------------------------------------------------------------------------------------------


def test_a_spec_has_the_fields_of_the_type(tmp_path: Path) -> None:
    holds(
        """
spec = Masked.Spec(tf.TensorSpec([None]), tf.TensorSpec([None], tf.bool), "m")
reveal_type(spec.values)  # revealed: TensorSpec[float32, Shape[None]]
reveal_type(tf.type_spec_from_value(m).values)  # revealed: TensorSpec[float32, Shape[2]]

@tf.function(input_signature=[spec])
def same(m):
    reveal_type(m.values)  # revealed: Tensor[float32, Shape[None]]
    return m

reveal_type(same(m).values)  # revealed: Tensor[float32, Shape[2]]
same(Masked([1, 2], [True, True]))  # error: [tf-signature] same(): argument 'm'[0]: expected float32[?] as input_signature says, got int32[2]
same(3)  # error: [tf-signature] same(): argument 'm': expected a Masked, got another value
""",
        tmp_path,
    )


def test_the_spec_of_a_program_says_how_values_are_taken_apart(tmp_path: Path) -> None:
    holds(
        """
from tftypes.runtime import StackableTypeSpec, extension_type, register_type_spec

@extension_type
class Named:
    def __init__(self, values, axes):
        self.values, self.axes = tf.convert_to_tensor(values), tuple(axes)
    def __tf_type_spec__(self):
        return NamedSpec(self.values.shape, self.values.dtype, self.axes)

@register_type_spec("tests.NamedSpec")
class NamedSpec(StackableTypeSpec):
    def __init__(self, shape, dtype, axes):
        self.shape, self.dtype, self.axes = tf.TensorShape(shape), tf.as_dtype(dtype), tuple(axes)
    def serialize(self):
        return self.shape, self.dtype, self.axes
    def to_components(self, value):
        return value.values
    def from_components(self, components):
        made = Named.__new__(Named)
        made.values, made.axes = components, self.axes
        return made
    @property
    def component_specs(self):
        return tf.TensorSpec(self.shape, self.dtype)
    @property
    def value_type(self):
        return Named
    def stacked(self, num):
        shape = tf.TensorShape([num]).concatenate(self.shape)
        return NamedSpec(shape, self.dtype, ("batch", *self.axes))
    def unstacked(self):
        return NamedSpec(self.shape[1:], self.dtype, self.axes[1:])

rows = tf.data.Dataset.from_tensor_slices(Named(tf.zeros([4, 3]), ["time", "sensor"]))
for row in rows:
    reveal_type(row.values)  # revealed: Tensor[float32, Shape[3]]
    reveal_type(len(row.axes))  # revealed: int
for batch in rows.batch(2, drop_remainder=True):
    reveal_type(batch.values)  # revealed: Tensor[float32, Shape[2, 3]]
    reveal_type(batch.axes)  # revealed: tuple[str, str]

@tf.function(input_signature=[NamedSpec([None, 3], tf.float32, ["x", "y"])])
def total(named):
    reveal_type(named.values)  # revealed: Tensor[float32, Shape[None, 3]]
    return tf.reduce_sum(named.values, 1)

reveal_type(total(Named(tf.zeros([4, 3]), ["x", "y"])))  # revealed: Tensor[float32, Shape[4]]
""",
        tmp_path,
    )


# -- graphs, datasets, maps ---------------------------------------------------------------------------------------------


def test_a_traced_function_gets_tensors_of_the_graph(tmp_path: Path) -> None:
    holds(
        """
@tf.function
def doubled(m):
    reveal_type(m.values)  # revealed: Tensor[float32, Shape[2]] | Tensor[float32, Shape[3]]
    return Masked(m.values * 2.0, m.mask, m.unit)

@tf.function
def leaks(m):
    return m.values.numpy()  # error: [tf-trace]

reveal_type(doubled(m).values)  # revealed: Tensor[float32, Shape[2]]
reveal_type(doubled(Masked([1.0, 2.0, 3.0], [True] * 3)).unit)  # revealed: str
doubled(m).values.numpy()
leaks(m)
""",
        tmp_path,
    )


def test_branches_and_loops_keep_the_class(tmp_path: Path) -> None:
    holds(
        """
@tf.function
def picked(p, m):
    return tf.cond(p, lambda: m, lambda: Masked(m.values[:1], m.mask[:1]))

@tf.function
def mixed(p, m):
    return tf.cond(p, lambda: m, lambda: m.values)  # error: [tf-trace] tf.cond(): in a graph all branches give the same: one branch returns Masked, another float32[2]

@tf.function
def repeated(m):
    for _ in tf.range(3):
        m = Masked(m.values + 1.0, m.mask)
    return m

@tf.function
def grown(m):
    for _ in tf.range(3):  # error: [tf-shape] 'm' is float32[2] before the loop and float32[3] after a round
        m = Masked(tf.concat([m.values, [1.0]], 0), tf.concat([m.mask, [True]], 0))
    return m

p = tf.constant(True)
reveal_type(picked(p, m).values)  # revealed: Tensor[float32, Shape[None]]
mixed(p, m)
reveal_type(repeated(m).values)  # revealed: Tensor[float32, Shape[2]]
repeated(m).values.numpy()
grown(m)
_, last = tf.while_loop(lambda i, m: i < 3, lambda i, m: (i + 1, Masked(m.values + 1.0, m.mask)), (0, m))
reveal_type(last.values)  # revealed: Tensor[float32, Shape[2]]
""",
        tmp_path,
    )


def test_elements_of_datasets_are_values(tmp_path: Path) -> None:
    holds(
        """
b = Batched([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], [[True, False]] * 3)
rows = tf.data.Dataset.from_tensor_slices(b)
for row in rows:
    reveal_type(row.values)  # revealed: Tensor[float32, Shape[2]]
    reveal_type(row.unit)  # revealed: str
for batch in rows.batch(2, drop_remainder=True):
    reveal_type(batch.mask)  # revealed: Tensor[bool, Shape[2, 2]]
reveal_type(rows.batch(2).element_spec.values)  # revealed: TensorSpec[float32, Shape[None, 2]]
reveal_type(rows.batch(2).unbatch().element_spec.values)  # revealed: TensorSpec[float32, Shape[2]]
reveal_type(rows.map(lambda row: row.values))  # revealed: tensorflow.data.Dataset[Tensor[float32, Shape[2]]]
for whole in tf.data.Dataset.from_tensors(m):
    reveal_type(whole.values)  # revealed: Tensor[float32, Shape[2]]
spec = Masked.Spec(tf.TensorSpec([None]), tf.TensorSpec([None], tf.bool), "m")
for made in tf.data.Dataset.from_generator(lambda: iter([m]), output_signature=spec):
    reveal_type(made.values)  # revealed: Tensor[float32, Shape[None]]
""",
        tmp_path,
    )


def test_only_a_batchable_type_is_stacked(tmp_path: Path) -> None:
    holds(
        """
tf.data.Dataset.from_tensor_slices(m)  # error: [tf-value] tf.data.Dataset.from_tensor_slices(): values of Masked cannot
tf.data.Dataset.from_tensors(m).batch(2)  # error: [tf-value] tf.data.Dataset.from_tensors(m).batch(): values of Masked
tf.map_fn(lambda row: row, m)  # error: [tf-value] tf.map_fn(): values of Masked cannot be stacked
""",
        tmp_path,
    )


def test_maps_over_rows(tmp_path: Path) -> None:
    holds(
        """
b = Batched([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], [[True, False]] * 3)
spec = Batched.Spec(tf.TensorSpec([2]), tf.TensorSpec([2], tf.bool), "m")
made = tf.map_fn(lambda row: Batched(row.values * 2.0, row.mask), b)
reveal_type(made.values)  # revealed: Tensor[float32, Shape[3, 2]]
sums = tf.map_fn(lambda row: tf.reduce_sum(row.values), b, fn_output_signature=tf.float32)
reveal_type(sums)  # revealed: Tensor[float32, Shape[3]]
positive = tf.map_fn(lambda x: Batched(x, x > 0.0), tf.zeros([3, 2]), fn_output_signature=spec)
reveal_type(positive.mask)  # revealed: Tensor[bool, Shape[3, 2]]
twice = tf.vectorized_map(lambda row: Batched(row.values * 2.0, row.mask), b)
reveal_type(twice.values)  # revealed: Tensor[float32, Shape[3, 2]]
""",
        tmp_path,
    )


def test_nest_takes_a_value_apart_where_it_is_told_to(tmp_path: Path) -> None:
    holds(
        """
reveal_type(len(tf.nest.flatten(m)))  # revealed: int
only, = tf.nest.flatten(m)
reveal_type(only)  # revealed: Masked
values, mask = tf.nest.flatten(m, expand_composites=True)
reveal_type(mask)  # revealed: Tensor[bool, Shape[2]]
zeros = tf.nest.map_structure(tf.zeros_like, m, expand_composites=True)
reveal_type(zeros.values)  # revealed: Tensor[float32, Shape[2]]
""",
        tmp_path,
    )


def test_a_parameter_has_what_its_constructor_gives_it(tmp_path: Path) -> None:
    """Also under the protocol, where a class need not declare its attributes; one below it may have more."""
    check(
        """
        import tensorflow as tf
        from tftypes import Shape, Tensor, float32
        from tftypes.runtime import dispatch, extension_type

        @extension_type
        class Rows(dispatch.Operators):
            def __init__(self, rows: Tensor[float32, Shape[3, 4]]):
                self.rows = tf.convert_to_tensor(rows)
                self.total = tf.reduce_sum(self.rows, 0)

            def __tf_type_spec__(self): ...

            @classmethod
            def __tf_dispatch__(cls, op, args, kwargs):
                return cls(op(args[0].rows)) if op is tf.abs else NotImplemented

        def nobody_calls_it(x: Rows, others: list[Rows], maybe: Rows | None):
            reveal_type(x.total)  # revealed: Tensor[float32, Shape[4]]
            reveal_type(tf.abs(x).rows)  # revealed: Tensor[float32, Shape[3, 4]]
            tf.reduce_sum(x)
            x.weights
            for each in others:
                reveal_type(each.rows)  # revealed: Tensor[float32, Shape[3, 4]]
            if maybe is not None:
                reveal_type(maybe.rows)  # revealed: Tensor[float32, Shape[3, 4]]

        tf.reduce_sum(Rows(tf.zeros([3, 4])))  # error: [tf-value]
        """,
        tmp_path,
    )
