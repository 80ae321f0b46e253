"""A custom tensor from scratch: no TensorFlow base, no type spec, only its trace type."""

import collections

import numpy as np
import pytest
import tensorflow as tf

from tftypes import Shape, Tensor, TypeSpec, float32
from tftypes import TraceType as Protocol
from tftypes.runtime import function, register_type_spec, save, structured_signatures, type_spec_of
from tftypes.runtime.tracing import (
    CastContext,
    PlaceholderContext,
    TraceType,
    trace_type_of,
    traceable,
)


@register_type_spec("tests.QuantizedType")
class QuantizedType(TraceType):
    """Bytes, and the scale they were divided by, which is static."""

    def __init__(self, data, scale):
        self.data, self.scale = data, scale

    @property
    def value_type(self):
        return Quantized

    @property
    def parts(self):
        return {"data": self.data}

    @property
    def key(self):
        return self.scale

    def to_parts(self, value):
        return {"data": value.data}

    def from_parts(self, parts):
        return Quantized(parts["data"], self.scale)

    def with_parts(self, parts):
        return QuantizedType(parts["data"], self.scale)


@traceable
class Quantized:
    def __init__(self, data, scale):
        self.data, self.scale = data, scale

    def __tf_tracing_type__(self, context):
        return QuantizedType(trace_type_of(self.data, context), self.scale)


@traceable
class Pair:
    """A custom tensor made of custom tensors."""

    def __init__(self, first, second):
        self.first, self.second = first, second

    def __tf_tracing_type__(self, context):
        return PairType(trace_type_of(self.first, context), trace_type_of(self.second, context))


class PairType(TraceType):
    value_type = Pair
    key = None

    def __init__(self, first, second):
        self.both = first, second

    @property
    def parts(self):
        return self.both

    def to_parts(self, value):
        return value.first, value.second

    def from_parts(self, parts):
        return Pair(*parts)

    def with_parts(self, parts):
        return PairType(*parts)


def quantized(*numbers, scale=8):
    return Quantized(tf.constant(numbers, tf.int32), scale)


def test_it_is_the_interface():
    assert isinstance(trace_type_of(quantized(1)), Protocol)
    assert isinstance(trace_type_of(tf.constant(1)), Protocol)


def test_argument_and_result():
    double = tf.function(lambda x: Quantized(2 * x.data, x.scale))
    result = double(quantized(1, 2))
    assert type(result) is Quantized and result.scale == 8
    assert result.data.numpy().tolist() == [2, 4]
    assert Quantized.__mro__ == (Quantized, object)


def test_nested_in_one_another():
    swap = tf.function(lambda p: Pair(p.second, p.first))
    result = swap(Pair(quantized(1), quantized(2, 3, scale=4)))
    assert (result.first.scale, result.first.data.numpy().tolist()) == (4, [2, 3])


def test_one_trace_for_each_key():
    traces = []

    @tf.function(reduce_retracing=True)
    def f(x):
        traces.append(x.data.shape.as_list())
        return x.data

    for value in (quantized(1), quantized(2), quantized(1, scale=4)):
        f(value)
    assert traces == [[1], [1]], "the numbers are not static, the scale is"
    f(quantized(1, 2))
    f(quantized(1, 2, 3))
    assert traces[2:] == [[None]], "the supertype of both sizes"


def test_supertypes():
    one, two = trace_type_of(quantized(1)), trace_type_of(quantized(1, 2))
    both = one.most_specific_common_supertype([two])
    assert both == QuantizedType(tf.TensorSpec([None], tf.int32), 8)
    assert one.is_subtype_of(both) and two.is_subtype_of(both) and not both.is_subtype_of(one)
    assert one.most_specific_common_supertype([trace_type_of(quantized(1, scale=4))]) is None
    assert repr(one) == (
        "QuantizedType({'data': TensorSpec(shape=(1,), dtype=tf.int32, name=None)}, 8)"
    )


def test_control_flow():
    @tf.function
    def f(x, n):
        while n > 0:
            x = Quantized(x.data + 1, x.scale)
            n -= 1
        return x

    assert f(quantized(1), tf.constant(3)).data.numpy().tolist() == [4]


def test_graph_inputs_and_outputs():
    kind = trace_type_of(Pair(quantized(1), quantized(2)))
    tensors = kind.to_graph_io(Pair(quantized(1), quantized(2)))
    assert [t.numpy().tolist() for t in tensors] == [[1], [2]]
    assert kind.flatten() == [tf.TensorSpec([1], tf.int32)] * 2
    assert kind.from_graph_io(iter(tensors)).second.data is tensors[1]


def test_code_that_traces_needs_no_isinstance():
    """Tensors, numbers, structures, variables and custom tensors: a tracer of a few lines."""

    def inputs_of(*values):
        with tf.__internal__.FuncGraph("trace").as_default() as graph:
            context = PlaceholderContext(graph)
            kinds = trace_type_of(values)
            placeholders = kinds.placeholder_value(context)
            return [tensor.shape.as_list() for tensor in kinds.to_tensors(placeholders)]

    assert inputs_of(tf.constant([1]), 2, [quantized(1, 2)], {"a": quantized(1)}) == [[1], [2], [1]]


@pytest.mark.parametrize(
    "new_graph", [tf.Graph, lambda: tf.__internal__.FuncGraph("trace")], ids=["graph", "function"]
)
def test_one_variable_twice_has_one_placeholder(new_graph):
    variable = tf.Variable(1.0)
    f = tf.function(lambda a, b: a is b)
    kind = trace_type_of([variable, variable])
    with new_graph().as_default() as graph:
        first, second = kind.placeholder_value(PlaceholderContext(graph))
    assert first is second
    assert len([op for op in graph.get_operations() if op.type == "Placeholder"]) == 1
    assert bool(f(variable, variable)) is True


def test_casting():
    kind = QuantizedType(tf.TensorSpec([None], tf.int32), 8)
    context = CastContext(
        rules={list: lambda value, kind: Quantized(tf.constant(value), kind.scale)}
    )
    assert kind.cast([1, 2], context).data.numpy().tolist() == [1, 2]
    assert kind.cast(quantized(1), CastContext()).scale == 8
    with pytest.raises(
        TypeError, match=r"expected QuantizedType\(.*, 8\), got QuantizedType\(.*, 4\)"
    ):
        kind.cast(quantized(1, scale=4), CastContext())
    with pytest.raises(TypeError, match="expected QuantizedType.*, got List"):
        kind.cast([1, 2], CastContext())
    assert kind.cast(trace_type_of(quantized(1)), CastContext(allow_specs=True)) is kind


def test_a_class_without_the_method():
    with pytest.raises(TypeError, match="Plain has no method __tf_tracing_type__"):
        traceable(type("Plain", (), {}))


# --- it is a type spec ----------------------------------------------------------------

ANY_SIZE = QuantizedType(tf.TensorSpec([None], tf.int32), 8)


def double(x):
    return Quantized(2 * x.data, x.scale)


def numbers(x):
    return x.data.numpy().tolist()


def test_it_is_a_spec_that_a_user_can_name():
    assert isinstance(ANY_SIZE, tf.TypeSpec) and isinstance(ANY_SIZE, TypeSpec)
    assert type_spec_of(quantized(1)) == QuantizedType(tf.TensorSpec([1], tf.int32), 8)
    assert ANY_SIZE.is_compatible_with(quantized(1, 2))
    assert not ANY_SIZE.is_compatible_with(quantized(1, scale=4))
    assert not ANY_SIZE.is_compatible_with(3)
    assert QuantizedType.deserialize(ANY_SIZE.serialize()) == ANY_SIZE


def test_input_signature():
    f = tf.function(double, input_signature=[ANY_SIZE])
    assert numbers(f(quantized(1, 2))) == [2, 4]
    assert numbers(f(quantized(1))) == [2]
    with pytest.raises(TypeError, match=r"expected QuantizedType\(.*, 8\), got Quant.*, 4\)"):
        f(quantized(1, scale=4))
    concrete = tf.function(double).get_concrete_function(ANY_SIZE)
    assert numbers(concrete(quantized(1, 2, 3))) == [2, 4, 6]


def test_datasets():
    rows = tf.data.Dataset.from_tensor_slices(quantized(1, 2, 3))
    assert [x.data.numpy().item() for x in rows.map(double)] == [2, 4, 6]
    assert [numbers(x) for x in rows.batch(2)] == [[1, 2], [3]]
    made = tf.data.Dataset.from_generator(lambda: iter([quantized(7)]), output_signature=ANY_SIZE)
    assert [numbers(x) for x in made] == [[7]]
    assert made.element_spec == ANY_SIZE


def test_mapping_and_loops():
    assert numbers(tf.map_fn(double, quantized(1, 2))) == [2, 4]

    @tf.function
    def grow(x):
        return tf.while_loop(
            lambda x: tf.size(x.data) < 4,
            lambda x: [Quantized(tf.concat([x.data, x.data], 0), x.scale)],
            [x],
            [tf.TensorShape([None])],
        )[0]

    assert numbers(grow(quantized(1))) == [1, 1, 1, 1]


@pytest.mark.filterwarnings("ignore:Encoding a StructuredValue")
def test_saved_models(tmp_path):
    class Model(tf.Module):
        @tf.function(input_signature=[ANY_SIZE])
        def double(self, x):
            return double(x)

    save(Model(), str(tmp_path))
    loaded = tf.saved_model.load(str(tmp_path))
    assert numbers(loaded.double(quantized(1, 2))) == [2, 4]
    serve = structured_signatures(loaded)["serving_default"]
    assert numbers(serve(quantized(3))) == [6]


def test_one_that_is_not_registered_says_so(tmp_path):
    module = tf.Module()
    module.f = tf.function(lambda p: p)
    module.f(Pair(quantized(1), quantized(2)))
    with pytest.raises(
        TypeError, match=r"PairType has no name .* @tftypes.runtime.register_type_spe"
    ):
        tf.saved_model.save(module, str(tmp_path))


def test_as_an_annotation():
    @function
    def f(x: Quantized, by: Tensor[float32, Shape[()]]) -> Quantized:
        return double(x)

    assert numbers(f(quantized(1), 1.0)) == [2]
    with pytest.raises(TypeError, match=r"f\(\) argument 'x': expected Quantized, got 1 \(int\)"):
        f(1, 1.0)


def test_too_few_tensors():
    with pytest.raises(ValueError, match=r"QuantizedType\(.*: expected 1 tensors, got fewer"):
        ANY_SIZE.from_graph_io(iter([]))


Corners = collections.namedtuple("Corners", "low high")
ONE, TWO = tf.constant([1.0]), tf.constant([2.0])
STRUCTURES = {
    "a dict": {"a": ONE, "b": (ONE, TWO)},
    "an ordered dict": collections.OrderedDict(b=ONE, a=TWO),
    "a list": [ONE, TWO],
    "a NamedTuple": Corners(ONE, TWO),
    "a custom tensor": Quantized([ONE], 4),
    "an array": np.ones([2], np.float32),
    "static and not": (1, ONE, "a", None),
}


def flat(value):
    data = value.data.data if isinstance(value.data, Quantized) else value.data
    return [np.asarray(part).tolist() for part in tf.nest.flatten(data)]


@pytest.mark.parametrize("data", STRUCTURES.values(), ids=STRUCTURES)
def test_a_part_may_be_any_structure(data):
    value = Quantized(data, 8)
    same = tf.function(lambda x: x)
    for moved in (
        same(value),
        same(value),
        function(lambda x: x)(value),
        tf.function(lambda x: tf.while_loop(lambda i, x: i < 2, lambda i, x: (i + 1, x), (0, x)))(
            value
        )[1],
        next(iter(tf.data.Dataset.from_tensors(value).map(lambda x: x))),
    ):
        assert isinstance(moved, Quantized)
        assert flat(moved) == flat(value)
        assert type(moved.data) is type(data) or isinstance(data, np.ndarray)
    assert same.experimental_get_tracing_count() == 1
    assert trace_type_of(value) == trace_type_of(Quantized(data, 8))


def test_a_structure_of_another_static_value_is_another_type():
    one, two = (Quantized((number, ONE), 8) for number in (1, 2))
    assert trace_type_of(one) != trace_type_of(two)
    f = tf.function(lambda x: x.data[1] * x.data[0])
    assert [f(one).numpy().tolist(), f(two).numpy().tolist()] == [[1.0], [2.0]]


@pytest.mark.filterwarnings("ignore:Encoding a StructuredValue")
def test_structures_in_saved_models(tmp_path):
    module = tf.Module()
    module.f = tf.function(lambda x: x)
    value = Quantized({"a": ONE, "b": (TWO, ONE)}, 8)
    module.f(value)
    tf.saved_model.save(module, str(tmp_path))
    assert flat(tf.saved_model.load(str(tmp_path)).f(value)) == flat(value)
