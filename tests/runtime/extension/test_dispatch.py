"""Ops that are called with values of classes that say what to make of them."""

import inspect

import numpy as np
import pytest
import tensorflow as tf
from hypothesis import given, settings
from hypothesis import strategies as st

from tftypes.runtime import dispatch
from tftypes.runtime.dispatch.names import innermost
from tftypes.runtime.dispatch.precedence import Call


class Told(dispatch.Operators):
    """Answers every op with the op and its arguments."""

    @classmethod
    def __tf_dispatch__(cls, op, args, kwargs):
        return cls.__name__, op, args, kwargs

    def __repr__(self):
        return type(self).__name__


class Sub(Told):
    @classmethod
    def __tf_dispatch__(cls, op, args, kwargs):
        return "Sub's own", op, args, kwargs


class Silent:
    """Knows no op."""

    @classmethod
    def __tf_dispatch__(cls, op, args, kwargs):
        return NotImplemented


class Other:
    @classmethod
    def __tf_dispatch__(cls, op, args, kwargs):
        return "Other", op, args, kwargs


a = Told()
x = tf.constant([1.0, 2.0])

CALLS = {
    "positional": (lambda: tf.abs(a), tf.math.abs, (a, None)),
    "keyword": (lambda: tf.reduce_sum(input_tensor=a), tf.reduce_sum, (a, None, False, None)),
    "both": (lambda: tf.reduce_sum(a, keepdims=True), tf.reduce_sum, (a, None, True, None)),
    "second argument": (lambda: tf.add(x, a), tf.math.add, (x, a, None)),
    "an alias": (
        lambda: tf.linalg.matmul(a, b=a),
        tf.matmul,
        (a, a, *[False] * 6, None, False, False, None),
    ),
    "a list": (lambda: tf.concat([x, a], 0), tf.concat, ([x, a], 0, "concat")),
    "a tuple": (lambda: tf.stack((a, x)), tf.stack, ((a, x), 0, "stack")),
    "a nested list": (lambda: tf.stack([[a], [x]]), tf.stack, ([[a], [x]], 0, "stack")),
    "+": (lambda: x + a, tf.math.add, (x, a, None)),
    "+ from the right": (lambda: 1 + a, tf.math.add, (1, a, None)),
    "-": (lambda: x - a, tf.math.subtract, (x, a, None)),
    "*": (lambda: x * a, tf.math.multiply, (x, a, None)),
    "@": (lambda: (x @ a)[:2], tf.linalg.matmul, None),
    "/": (lambda: x / a, tf.math.divide, None),
    "unary -": (lambda: -a, tf.math.negative, (a, None)),
    "==": (lambda: x == a, tf.math.equal, (x, a)),
    "!=": (lambda: x != a, tf.math.not_equal, (x, a)),
    "<": (lambda: x < a, tf.math.less, (x, a, None)),
    "an index": (lambda: a[0], tf.__operators__.getitem, (a, 0, None)),
    "compat.v1": (lambda: tf.compat.v1.reduce_sum(a), tf.compat.v1.reduce_sum, (a, *[None] * 5)),
    "*args": (lambda: tf.meshgrid(a, a), tf.meshgrid, (a, a)),
}


@pytest.mark.parametrize("call", CALLS)
def test_the_op_is_the_public_one_and_the_arguments_are_canonical(call):
    program, op, arguments = CALLS[call]
    answer = program()
    if call == "/":
        assert answer[1] in (tf.math.divide, tf.math.truediv)
        return
    if call == "@":
        assert answer == ("Told", tf.linalg.matmul)
        return
    name, told, args, kwargs = answer
    assert (name, told, kwargs) == ("Told", op, {})
    assert len(args) == len(arguments)
    assert all(ours is theirs or _same(ours, theirs) for ours, theirs in zip(args, arguments))


def _same(ours, theirs):
    if isinstance(theirs, (list, tuple)):
        return type(ours) is type(theirs) and all(map(_same, ours, theirs))
    return ours is theirs or (not isinstance(theirs, tf.Tensor) and ours == theirs)


class Shaped(Told):
    """As values of most types, with a shape, at which ops of `*args` look first."""

    shape = tf.TensorShape([2])


VARYING = {
    "einsum": (
        lambda x, y: tf.einsum("i,i->", x, y, name="n"),
        tf.einsum,
        lambda x, y: (("i,i->", x, y), {"name": "n"}),
    ),
    "meshgrid": (
        lambda x, y: tf.meshgrid(x, y, indexing="ij"),
        tf.meshgrid,
        lambda x, y: ((x, y), {"indexing": "ij"}),
    ),
    "ragged.cross": (
        lambda x, y: tf.ragged.cross([x, y]),
        tf.ragged.cross,
        lambda x, y: (([x, y], None), {}),
    ),
}


@pytest.mark.parametrize("call", VARYING)
@pytest.mark.parametrize("operands", [(Shaped(), x), (x, Shaped()), (Shaped(), Shaped())])
def test_ops_that_take_any_number_ask_after_they_have_failed(call, operands):
    program, op, arguments = VARYING[call]
    name, told, args, kwargs = program(*operands)
    assert (name, told) == ("Shaped", op)
    assert _same(args, arguments(*operands)[0]) and kwargs == arguments(*operands)[1]
    assert dispatch.supports_dispatch(op)


def test_map_flat_values_leaves_it_to_the_op_that_it_calls():
    assert tf.ragged.map_flat_values(tf.abs, a)[:2] == ("Told", tf.math.abs)
    assert dispatch.supports_dispatch(tf.ragged.map_flat_values)


def test_ops_that_take_any_number_do_not_ask_what_converts_to_tensors():
    class Converts(Silent):
        shape = tf.TensorShape([2])

        def __tf_tensor__(self, dtype=None, name=None):
            return tf.constant([3.0, 4.0], dtype)

    assert float(tf.einsum("i,i->", x, Converts())) == 11.0
    assert tf.meshgrid(x, Converts())[1].numpy().tolist() == [[3.0, 3.0], [4.0, 4.0]]


def test_in_a_traced_function_too():
    seen = []

    class Seen:
        @classmethod
        def __tf_dispatch__(cls, op, args, kwargs):
            seen.append(op)
            return tf.constant(1)

    tf.function(lambda: tf.abs(Seen()))()
    assert seen == [tf.math.abs]


@pytest.mark.parametrize(
    ("values", "first"),
    [
        ([Told(), Other()], "Told"),
        ([Other(), Told()], "Other"),
        ([Told(), Sub()], "Sub's own"),
        ([Sub(), Told()], "Sub's own"),
        ([Silent(), Told()], "Told"),
        ([x, Other(), Sub()], "Other"),
    ],
    ids=range(6),
)
def test_subclasses_first_then_left_to_right(values, first):
    assert tf.concat(values, 0)[0] == first


@st.composite
def hierarchies(draw):
    """Classes that derive from one another, each of which notes when it is asked."""
    asked, made = [], []
    for number in range(draw(st.integers(1, 5))):
        bases = tuple(
            draw(st.lists(st.sampled_from(made), unique=True, max_size=2)) if made else ()
        )

        def note(*args, number=number):
            if not args or args[1] is tf.concat:  # and not the ops that it tries then
                asked.append(number)
            return NotImplemented

        members = {
            "__tf_dispatch__": classmethod(note),
            "__array_function__": lambda self, *args, note=note: note(),
        }
        try:
            made.append(type(f"Class{number}", bases, members))
        except TypeError:  # Python finds no order of methods
            made.append(type(f"Class{number}", bases[:1], members))
    return asked, [cls() for cls in draw(st.permutations(made))]


@settings(max_examples=200, deadline=None)
@given(hierarchies())
def test_the_order_is_that_of_numpys_protocol(hierarchy):
    asked, values = hierarchy
    with pytest.raises(TypeError, match="no implementation found"):
        np.concatenate(values)
    numpys = asked.copy()
    asked.clear()
    with pytest.raises(TypeError, match="is not implemented for Class"):
        tf.concat(values, 0)
    assert asked == numpys


def test_nobody_answers():
    with pytest.raises(
        TypeError,
        match=r"tf\.math\.add\(\) is not implemented for Silent: no __tf_dispatch__ of these took the "
        r"call, and the op itself failed: Attempt to convert a value \(<.*Silent object",
    ):
        tf.add(x, Silent())


@pytest.mark.parametrize(
    "program", [lambda value: tf.einsum("i->i", value), lambda value: tf.meshgrid(x, value)]
)
def test_nobody_answers_an_op_that_takes_any_number(program):
    class Vector(Silent):
        shape = tf.TensorShape([2])

    with pytest.raises(TypeError, match=r"\(\) is not implemented for Vector: no __tf_dispatch__"):
        program(Vector())


def test_nobody_answers_for_what_converts_to_a_tensor():
    class Convertible(Silent):
        def __tf_tensor__(self, dtype=None, name=None):
            return tf.constant([1.0, 1.0], dtype)

    assert (x + Convertible()).numpy().tolist() == [2.0, 3.0]


def test_the_types_that_a_class_is_asked_about():
    class Limited:
        @classmethod
        def __tf_dispatch__(cls, op, args, kwargs):
            return "asked"

    Limited.__tf_dispatch_types__ = (tf.Tensor, Limited)
    asked = Limited()
    assert tf.add(x, asked) == "asked"
    assert tf.add(1, asked) == "asked", "numbers become tensors"
    assert tf.add(tf.Variable([1.0]), asked) == "asked"
    assert tf.concat([x, asked], 0) == "asked"
    with pytest.raises(TypeError, match="is not implemented for Limited"):
        tf.add(tf.ragged.constant([[1.0]]), asked)
    assert tf.add(Other(), asked)[0] == "Other"


def test_what_takes_no_tensor_is_not_asked():
    with pytest.raises((TypeError, ValueError)):
        tf.cast(x, dtype=Told())
    with pytest.raises((TypeError, ValueError)):
        tf.convert_to_tensor(Told())


def test_the_body_of_a_condition_is_not_asked():
    assert tf.cond(tf.constant(True), lambda: a, lambda: a) is a


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_arguments_are_bound_as_python_binds_them(data):
    def op(x, y, axis=None, name="n"): ...

    names = ["x", "y", "axis", "name", "unknown"]
    args = tuple(range(data.draw(st.integers(0, 5))))
    kwargs = {name: f"{name}!" for name in data.draw(st.sets(st.sampled_from(names)))}
    signature = inspect.signature(op)
    try:
        bound = signature.bind(*args, **kwargs)
    except TypeError as error:
        with pytest.raises(TypeError) as ours:
            Call(signature).canonical(args, kwargs)
        assert str(ours.value) == str(error)
    else:
        bound.apply_defaults()
        assert Call(signature).canonical(args, kwargs) == (bound.args, bound.kwargs)


# What is known of ops.


def test_tensorflows_lists_are_found_under_public_names():
    for ops in (dispatch.unary_elementwise_ops(), dispatch.binary_elementwise_ops()):
        assert all(innermost(op) is not op or op.__module__ for op in ops)
        assert len(ops) > 30
    assert tf.math.abs in dispatch.unary_elementwise_ops()
    assert tf.math.add in dispatch.binary_elementwise_ops()


@pytest.mark.parametrize("op", dispatch.reduction_ops(), ids=lambda op: op.__name__)
def test_a_reduction_has_an_axis_and_removes_it(op):
    assert dispatch.is_reduction_op(op)
    assert "axis" in inspect.signature(op).parameters
    values = [["a"] * 3] * 2 if "join" in op.__name__ else np.ones([2, 3])
    if "reduce_all" in op.__name__ or "reduce_any" in op.__name__:
        values = np.ones([2, 3], bool)
    operand = tf.sparse.from_dense(values) if "sparse" in op.__name__ else tf.constant(values)
    assert op(operand, axis=1).shape.rank == 1


@pytest.mark.parametrize("op", dispatch.unary_elementwise_ops(), ids=lambda op: op.__name__)
def test_an_elementwise_op_dispatches(op):
    assert dispatch.supports_dispatch(op)
    parameters = list(inspect.signature(op).parameters.values())[1:]
    others = {p.name: None for p in parameters if p.default is p.empty}
    assert op(a, **others)[:2] == ("Told", op)


@pytest.mark.parametrize(
    "op", [tf.identity, tf.stop_gradient, tf.nn.relu], ids=lambda op: op.__name__
)
def test_an_elementwise_op_makes_each_element_of_its_own(op):
    values = tf.constant([[-1.0, 2.0], [3.0, -4.0]])
    assert dispatch.is_unary_elementwise_op(op)
    assert np.array_equal(op(values), [[op(element) for element in row] for row in values])


def test_which_ops_dispatch():
    assert dispatch.supports_dispatch(tf.einsum)
    assert not dispatch.supports_dispatch(tf.constant)
    assert not dispatch.supports_dispatch(len)


# Functions of others.


def test_a_function_of_ones_own():
    @dispatch.dispatchable
    def twice(value, times=2):
        return value * times

    assert twice(3) == 6
    assert twice(times=3, value=a) == ("Told", twice, (a, 3), {})
    assert dispatch.supports_dispatch(twice)


def test_a_method_asks_self_too():
    class Operator:
        @classmethod
        def __tf_dispatch__(cls, op, args, kwargs):
            return "asked" if len(args) == 2 else NotImplemented

        @dispatch.dispatchable
        def matmul(self, other):
            return "not asked"

    assert Operator().matmul(1) == "asked"


def test_methods_of_a_linear_operator():
    class Operator(tf.linalg.LinearOperatorFullMatrix):
        matmul = dispatch.dispatchable(tf.linalg.LinearOperatorFullMatrix.matmul)

    operator = Operator(tf.eye(2))
    assert operator.matmul(tf.ones([2, 1])).numpy().tolist() == [[1.0], [1.0]]
    name, op, args, kwargs = operator.matmul(a)
    assert (name, op, kwargs) == ("Told", Operator.matmul, {})
    assert args == (operator, a, False, False, "matmul")
    assert op.__module__.startswith("tensorflow") and op.__name__ == "matmul"


def test_a_linear_operator_as_argument():
    operator = tf.linalg.LinearOperatorIdentity(2)
    assert tf.matmul(operator, a)[:2] == ("Told", tf.matmul)


def test_subclasses_of_operators_give_way_to_numpy_nowhere():
    assert (np.ones(2) + a)[1] is tf.math.add
    assert (np.ones([2, 2]) @ a)[1] is tf.linalg.matmul


def test_flags_words_and_dtypes_are_not_asked():
    with pytest.raises((TypeError, ValueError)):
        tf.matmul(tf.ones([1, 1]), tf.ones([1, 1]), transpose_a=a)
    with pytest.raises((TypeError, ValueError)):
        tf.strings.substr("abc", 0, 1, unit=a)
