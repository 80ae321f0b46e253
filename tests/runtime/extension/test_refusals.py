"""What an extension type is told when it does not keep to its protocol: class, member, what came."""

import re

import pytest
import tensorflow as tf

from tests.runtime.extension.masked import Masked, MaskedSpec, Unstackable
from tftypes.runtime import StackableTypeSpec, TypeSpec, cond, type_spec_of


class NoSpec:
    def __tf_type_spec__(self):
        return 3


class UnlikeSpec(TypeSpec):
    def __init__(self, specs):
        self.specs = specs

    def serialize(self):
        return (self.specs,)

    def to_components(self, value):
        return value.parts

    def from_components(self, components):
        return Unlike(components, self.specs)

    component_specs = property(lambda self: self.specs)
    value_type = property(lambda self: Unlike)


class Unlike:
    def __init__(self, parts, specs):
        self.parts, self.specs = parts, specs

    def __tf_type_spec__(self):
        return UnlikeSpec(self.specs)


class Unnamed(Masked):
    def __tf_type_spec__(self):
        return UnnamedSpec(self.values.shape)


class UnnamedSpec(MaskedSpec):
    pass


class NoClassMethod:
    def __tf_dispatch__(self, op, args, kwargs):
        return NotImplemented


@pytest.mark.parametrize(
    "use",
    [
        type_spec_of,
        tf.function(lambda x: x),
        lambda x: tf.nest.flatten(x, expand_composites=True),
    ],
)
def test_a_spec_that_is_none(use):
    with pytest.raises(
        TypeError,
        match=r"NoSpec.__tf_type_spec__\(\): expected a tf.TypeSpec, got 3 \(int\)",
    ):
        use(NoSpec())


ONE = tf.TensorSpec([])


@pytest.mark.parametrize(
    ("specs", "parts"),
    [(ONE, (1.0, 2.0)), ((ONE, ONE), (1.0,)), ({"a": ONE}, {"b": 1.0}), ((ONE,), 1.0)],
)
def test_components_that_are_not_nested_as_their_specs(specs, parts):
    parts = tf.nest.map_structure(tf.constant, parts)
    with pytest.raises(
        TypeError,
        match=r"UnlikeSpec.to_components\(\): expected components nested as component_specs, which",
    ):
        tf.nest.flatten(Unlike(parts, specs), expand_composites=True)


@pytest.mark.parametrize(
    ("part", "got"),
    [(1, "TensorSpec.*int32.* to .*float32"), ([1.0], r"shape=\(1,\).* to .*shape=\(\)")],
    ids=["dtype", "shape"],
)
def test_components_that_are_not_as_their_specs(part, got):
    with pytest.raises(
        TypeError,
        match=rf"UnlikeSpec.to_components\(\): expected components as in component_specs, which .*: .*{got}",
    ):
        tf.function(lambda x: x)(Unlike(tf.constant(part), ONE))


@pytest.mark.filterwarnings("ignore:Encoding a StructuredValue")
def test_a_spec_without_a_name_where_it_is_saved(tmp_path):
    message = "UnnamedSpec has no name to be saved under: decorate the class with @tftypes.runtime."
    module = tf.Module()
    module.f = tf.function(lambda x: x.values, input_signature=[UnnamedSpec([2])])
    with pytest.raises(TypeError, match=message):
        tf.saved_model.save(module, str(tmp_path))
    with pytest.raises(TypeError, match=message):
        tf.data.Dataset.from_tensors(Unnamed([1.0])).save(str(tmp_path))


def test_a_dispatch_method_that_is_none_of_the_class():
    with pytest.raises(
        TypeError, match=r"NoClassMethod.__tf_dispatch__ is no class method; write @classmethod"
    ):
        tf.add(NoClassMethod(), 1)


@pytest.mark.parametrize(
    ("members", "message"),
    [
        (
            {"from_components": lambda self, components: None},
            "Spec.from_components(): expected a value of value_type, which is Masked, got None",
        ),
        (
            {"component_specs": (3, 4)},
            "Spec.component_specs: expected type specs in a nest, got 3",
        ),
        (
            {"serialize": lambda self: (self.shape, {1})},
            "Spec.serialize()[1] is a builtins.set; it may hold bool, int",
        ),
    ],
    ids=["from_components", "component_specs", "serialize"],
)
def test_a_member_of_a_spec_that_gives_what_it_must_not(members, message):
    spec = type("Spec", (MaskedSpec,), members)
    kind = type("Kind", (Masked,), {"__tf_type_spec__": lambda self: spec(self.values.shape)})
    with pytest.raises(TypeError, match=re.escape(message)):
        tf.function(lambda x: x)(kind([1.0]))


def test_a_branch_of_nothing():
    choose = tf.function(lambda p: cond(p, lambda: None, lambda: tf.constant(1)))
    with pytest.raises(TypeError, match="no common type of what the branches return: None and Ten"):
        choose(tf.constant(True))


def test_branches_without_a_common_type():
    choose = tf.function(lambda p: cond(p, lambda: Masked([1.0]), lambda: tf.constant(1)))
    with pytest.raises(TypeError, match=r"no common type of what the branches return: MaskedSpec"):
        choose(tf.constant(True))


class Plain:
    def __init__(self, a):
        self.a = a

    def __tf_type_spec__(self):
        return PlainSpec(type_spec_of(self.a))


class PlainSpec(TypeSpec):
    def __init__(self, a):
        self.a = a

    def serialize(self):
        return (self.a,)

    def to_components(self, value):
        return value.a

    def from_components(self, components):
        return Plain(components)

    component_specs = property(lambda self: self.a)
    value_type = Plain


class Counted(Plain):
    def __len__(self):
        return 7


def test_len_in_traced_code():
    @tf.function
    def size(x):
        return len(x)

    assert int(size(Masked([1.0, 2.0]))) == 2
    assert int(tf.function(size.python_function, input_signature=[MaskedSpec([None])])(
        Masked([1.0, 2.0, 3.0]))) == 3  # fmt: skip
    with pytest.raises(TypeError, match=r"len\(\), or a loop over it: expected .* got Plain"):
        size(Plain(tf.constant([1.0])))
    with pytest.raises(
        TypeError, match=r"len\(\), or a loop over it: expected .* got Masked of shape \(\)"
    ):
        size(Masked(1.0))
    assert tf.function(lambda: len(Counted(tf.constant(1.0))))() == 7


def test_an_op_that_the_type_does_not_know():
    with pytest.raises(
        TypeError,
        match=r"tf.reshape\(\) is not implemented for Plain: an extension type is no tensor; pass",
    ):
        tf.reshape(Plain(tf.constant([1.0])), [1])
    with pytest.raises(TypeError, match=r"tf.concat\(\) is not implemented for Plain"):
        tf.concat([Plain(tf.constant([1.0]))] * 2, 0)


def forward_mode():
    with tf.autodiff.ForwardAccumulator(Masked([1.0]), Masked([1.0])):
        pass


@pytest.mark.parametrize(
    "program",
    [
        forward_mode,
        lambda: tf.Variable(Masked([1.0])),
        lambda: tf.convert_to_tensor(Masked([1.0])),
        lambda: tf.function(lambda x: tf.Variable(lambda: x))(Masked([1.0])),
    ],
)
def test_a_function_that_takes_tensors_only_and_does_not_dispatch(program):
    with pytest.raises(
        TypeError,
        match="a Masked is an extension type and no tensor: pass its components",
    ):
        program()


def test_a_class_that_converts_stays_so():
    class AsArray(Masked):
        def __array__(self, dtype=None, copy=None):
            return self.values.numpy()

    class Registered(Masked):
        pass

    tf.register_tensor_conversion_function(
        Registered, lambda value, dtype=None, name=None, as_ref=False: value.values
    )
    assert tf.convert_to_tensor(AsArray([1.0, 2.0])).numpy().tolist() == [1.0, 2.0]
    assert tf.convert_to_tensor(Registered([1.0, 2.0])).numpy().tolist() == [1.0, 2.0]


# --- names of component specs ---------------------------------------------------------


def named(name, size=None):
    return PlainSpec(tf.TensorSpec([size], name=name))


def test_names_are_no_part_of_a_type():
    a, b = named("a"), named("b")
    assert a == b and hash(a) == hash(b)
    assert a.is_subtype_of(b) and a.is_compatible_with(b)
    assert a.most_specific_compatible_type(b) == a
    assert named("a", 3).most_specific_compatible_type(named("b", 4)) == a
    values = [Plain(tf.ones([3])), Plain(tf.ones([2]))]
    choose = tf.function(
        lambda x, y: tf.cond(tf.size(x.a) > 2, lambda: x, lambda: y), input_signature=[a, b]
    )
    assert choose(*values).a.shape == 3
    parts = [
        tf.data.Dataset.from_generator(lambda: iter(values), output_signature=spec)
        for spec in (a, b)
    ]
    assert [x.a.shape[0] for x in parts[0].concatenate(parts[1])] == [3, 2, 3, 2]


# --- loops ----------------------------------------------------------------------------


@pytest.mark.parametrize("invariant", [MaskedSpec([None]), tf.TensorShape([None])])
def test_a_loop_variable_with_a_shape_that_grows(invariant):
    @tf.function
    def grow(x, n):
        for _ in tf.range(n):
            tf.autograph.experimental.set_loop_options(shape_invariants=[(x, invariant)])
            x = Masked(tf.concat([x.values, [0.0]], 0))
        return x

    assert grow(Masked([1.0]), tf.constant(3)).values.shape == 4


def test_a_loop_variable_that_grows_without_being_said_to():
    @tf.function
    def grow(x, n):
        for _ in tf.range(n):
            x = Masked(tf.concat([x.values, [0.0]], 0))
        return x

    with pytest.raises(ValueError, match=r"'x' has shape \(1,\) before the loop, but shape \(2,\)"):
        grow(Masked([1.0]), tf.constant(3))


class Weighted(Masked):
    """A value with two shapes, of which none alone says what varies."""

    def __tf_type_spec__(self):
        return WeightedSpec(self.values.shape, self.mask.shape)


class WeightedSpec(StackableTypeSpec):
    def __init__(self, shape, other):
        self.shape, self.other = tf.TensorShape(shape), tf.TensorShape(other)

    def serialize(self):
        return self.shape, self.other

    def to_components(self, value):
        return value.values, value.mask

    def from_components(self, components):
        return Weighted(*components)

    component_specs = property(
        lambda self: (tf.TensorSpec(self.shape), tf.TensorSpec(self.other, tf.bool))
    )
    value_type = property(lambda self: Weighted)


@pytest.mark.parametrize("how", [tf.map_fn, tf.function(tf.map_fn)])
def test_map_fn_of_a_value_with_two_shapes(how):
    doubled = how(lambda x: Weighted(2 * x.values, x.mask), Weighted([1.0, 2.0]))
    assert doubled.values.numpy().tolist() == [2.0, 4.0]


def test_a_shape_does_not_say_what_varies_in_two():
    def run(x):
        shapes = tf.TensorShape([]), tf.TensorShape([None])
        return tf.while_loop(lambda i, x: i < 2, lambda i, x: (i + 1, x), (0, x), shapes)

    with pytest.raises(TypeError, match="use a WeightedSpec instead of a TensorShape"):
        tf.function(run)(Weighted([1.0]))


def test_map_fn_of_what_does_not_stack():
    with pytest.raises(TypeError, match=r"^UnstackableSpec\(.* cannot be unstacked: it is no tf"):
        tf.map_fn(lambda x: x, Unstackable([1.0]))
