"""Tracing: what runs in a graph, what AutoGraph makes a part of it, and what leaks out of it.

What each program does was seen with TensorFlow 2.21.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.inference.reports import check
from tftypes.inference.analysis import analyze

HEAD = "import numpy as np\nimport tensorflow as tf\nfrom typing_extensions import reveal_type\n"


def holds(source: str, folder: Path) -> None:
    """The comments of a program are what the engine says of it."""
    check(HEAD + source, folder)


# -- tf.function --------------------------------------------------------------------------------------------------------


def test_a_body_is_traced_for_each_kind_of_arguments(tmp_path: Path) -> None:
    holds(
        """
@tf.function
def scaled(x, training):
    y = x * 2.0 if training else x[0]
    return reveal_type(y)  # revealed: Tensor[float32, Shape[2]] | Tensor[float32, Shape[()]]

reveal_type(scaled(tf.ones([2]), True))  # revealed: Tensor[float32, Shape[2]]
reveal_type(scaled(tf.ones([2]), False))  # revealed: Tensor[float32, Shape[()]]
reveal_type(scaled(tf.ones([2]), True))  # revealed: Tensor[float32, Shape[2]]
""",
        tmp_path,
    )


def test_a_result_is_a_structure_of_tensors(tmp_path: Path) -> None:
    holds(
        """
class Plain: pass

@tf.function
def several(x):
    return x, 3, 2.5, "a", None, {"k": [x]}

x, n, f, s, nothing, d = several(tf.ones([2]))
reveal_type(n)  # revealed: Tensor[int32, Shape[()]]
reveal_type(s)  # revealed: Tensor[string, Shape[()]]
reveal_type(nothing)  # revealed: None
reveal_type(d["k"][0])  # revealed: Tensor[float32, Shape[2]]

@tf.function
def an_object(x):
    return Plain()

an_object(tf.ones([2]))  # error: [tf-trace]
""",
        tmp_path,
    )


def test_a_signature_opens_sizes_inside_and_the_call_gives_them(tmp_path: Path) -> None:
    holds(
        """
@tf.function(input_signature=[tf.TensorSpec([None, 3]), tf.TensorSpec([None, 3])])
def total(a, b):
    reveal_type(a.shape[0])  # revealed: None
    reveal_type(a)  # revealed: Tensor[float32, Shape[None, 3]]
    return a + b

reveal_type(total(tf.ones([2, 3]), tf.ones([2, 3])))  # revealed: Tensor[float32, Shape[2, 3]]
reveal_type(total(np.ones([4, 3]), [[1, 2, 3]] * 4))  # revealed: Tensor[float32, Shape[4, 3]]
total(tf.ones([2, 4]), tf.ones([2, 3]))  # error: [tf-signature]
""",
        tmp_path,
    )


def test_a_signature_holds_structures_and_numbers_of_arguments(tmp_path: Path) -> None:
    holds(
        """
@tf.function(input_signature=[{"a": tf.TensorSpec([None]), "b": (tf.TensorSpec([]),)}])
def net(features):
    return features["a"] * features["b"][0]

net({"a": tf.ones([3]), "b": (tf.constant(1.0),)})
net({"a": tf.ones([3])})  # error: [tf-signature]
net({"a": tf.ones([3]), "b": tf.ones([2])})  # error: [tf-signature]
net({"a": tf.ones([3], tf.int32), "b": (tf.constant(1.0),)})  # error: [tf-signature]
""",
        tmp_path,
    )


def test_reduce_retracing_opens_the_sizes_that_differ(tmp_path: Path) -> None:
    holds(
        """
@tf.function(reduce_retracing=True)
def doubled(x):
    return reveal_type(tf.concat([x, x], 0))  # revealed: Tensor[float32, Shape[2, 3]] | Tensor[float32, Shape[None, 3]]

for n in range(1, 5):
    doubled(tf.ones([n, 3]))
assert doubled.experimental_get_tracing_count() == 2
""",
        tmp_path,
    )


def test_a_concrete_function_takes_what_it_was_traced_for(tmp_path: Path) -> None:
    holds(
        """
@tf.function
def f(x, n):
    return x * float(n)

g = f.get_concrete_function(tf.TensorSpec([None]), 2)
reveal_type(g(tf.ones([3])))  # revealed: Tensor[float32, Shape[3]]
g(tf.ones([3]), 3)  # error: [tf-signature]
g()  # error: [tf-signature]
g(tf.ones([3]), m=1)  # error: [tf-signature]
""",
        tmp_path,
    )


def test_a_concrete_function_is_called_by_all_parameters_or_by_its_tensors(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        @tf.function
        def f(x, order=2, rate=0.5):
            return rate * x

        x = tf.zeros([3])
        g = f.get_concrete_function(x=tf.TensorSpec([3]), order=3)
        g(x)
        g(x, 3, 0.5)
        g(x, rate=0.5, order=3)
        g(x, order=3)  # error: [tf-signature] f() is missing the argument 'rate'
        g(x, order=3, rate=1.0)  # error: [tf-signature] argument 'rate': traced for 0.5, got 1.0
        """,
        tmp_path,
    )


def test_a_loaded_model_has_the_signatures_that_were_saved(tmp_path: Path) -> None:
    holds(
        """
class Net(tf.Module):
    @tf.function(input_signature=[tf.TensorSpec([None, 3], name="images")])
    def serve(self, x):
        return tf.reduce_sum(x, 1)

net = Net()
tf.saved_model.save(net, "saved", signatures={"sums": net.serve})
loaded = tf.saved_model.load("saved")
reveal_type(loaded.signatures["sums"](images=tf.ones([2, 3]))["output_0"])  # revealed: Tensor[float32, Shape[2]]
loaded.signatures["sums"](x=tf.ones([2, 3]))  # error: [tf-signature]
loaded.signatures["others"]  # error: [tf-signature] the saved model has no signature 'others'
""",
        tmp_path,
    )


# -- symbols ------------------------------------------------------------------------------------------------------------

ON_SYMBOLS = {
    "numpy": "x.numpy()",
    "bool": "bool(x[0] > 0)",
    "iteration": "[v for v in x]",
    "unpacking": "x[0] if (lambda p: [*p])(x) else 0",
    "an index of a list": "[1, 2][tf.cast(x[0], tf.int32)]",
    "a key of a dict": "{0: 1}[tf.cast(x[0], tf.int32)]",
    "NumPy": "np.sin(x)",
    "max": "max(x[0], x[1])",
    "a format": 'f"{x[0]:.2f}"',
    "str.format": '"{:.2f}".format(x[0])',
    "percent": '"%d" % x[0]',
    "membership": "x[0] in [1.0, 2.0]",
}


@pytest.mark.parametrize("what", ON_SYMBOLS)
def test_a_symbol_has_no_value_for_python(what: str, tmp_path: Path) -> None:
    holds(
        f"""
@tf.function
def f(x):
    return {ON_SYMBOLS[what]}  # error: [tf-trace]

f(tf.ones([2]))
""",
        tmp_path,
    )


def test_autograph_replaces_some_builtins(tmp_path: Path) -> None:
    holds(
        """
@tf.function
def converted(x):
    reveal_type(int(x[0]))  # revealed: Tensor[int32, Shape[()]]
    reveal_type(len(x))  # revealed: int
    return reveal_type(0.0 < x[0] < 1.0)  # revealed: Tensor[bool, Shape[()]]

converted(tf.ones([2]))

@tf.function(autograph=False)
def plain(x):
    return int(x[0])  # error: [tf-trace]

plain(tf.ones([2]))
""",
        tmp_path,
    )


LEAKS = {
    "a global name": ("kept = None", "global kept\n    kept = x * 2.0", "kept + 1.0"),
    "a list": ("kept = []", "kept.append(x * 2.0)", "tf.stack(kept)"),
    "a dict": ("kept = {}", 'kept["x"] = x * 2.0', 'kept["x"].numpy()'),
    "an attribute": (
        "class K: pass\nkept = K()",
        "kept.x = x * 2.0",
        "tf.print(kept.x)",
    ),
}


@pytest.mark.parametrize("place", LEAKS)
def test_a_symbol_that_leaks_is_found_where_it_is_used(place: str, tmp_path: Path) -> None:
    before, inside, after = LEAKS[place]
    holds(
        f"""
{before}

@tf.function
def f(x):
    {inside}
    return x

f(tf.ones([2]))
{after}  # error: [tf-trace]
""",
        tmp_path,
    )


def test_a_symbol_of_one_trace_fails_at_the_call_that_needs_it_in_another(tmp_path: Path) -> None:
    holds(
        """
cache = {}

@tf.function
def encoded(x):
    if "table" not in cache:
        cache["table"] = tf.random.normal([4, 8])
    return tf.matmul(x, cache["table"])

encoded(tf.ones([2, 4]))
encoded(tf.ones([2, 4]))
encoded(tf.ones([3, 4]))  # error: [tf-trace]
""",
        tmp_path,
    )


def test_init_scope_is_outside_of_the_graph(tmp_path: Path) -> None:
    holds(
        """
@tf.function
def f(x):
    with tf.init_scope():
        table = tf.constant([1.0, 2.0])
        table.numpy()
    return reveal_type(x * table)  # revealed: Tensor[float32, Shape[2]]

f(tf.ones([2]))

@tf.function
def g(x):
    with tf.init_scope():
        return x * 2.0  # error: [tf-trace]

g(tf.ones([2]))
""",
        tmp_path,
    )


# -- AutoGraph ----------------------------------------------------------------------------------------------------------


def test_both_ways_of_a_branch_must_agree(tmp_path: Path) -> None:
    holds(
        """
@tf.function
def f(x, c):
    if c:
        y = x[:1]
    else:
        y = x
    reveal_type(y)  # revealed: Tensor[float32, Shape[None]]
    if c:  # error: [tf-dtype] 'z' is int32
        z = 1
    else:
        z = 2.0
    return y, z

f(tf.ones([2]), tf.constant(True))
""",
        tmp_path,
    )


BRANCHES = {
    "assigned on one way": (
        "if c:\n        y = x\n    return y",
        "'y' is assigned on one way only",
    ),
    "None on one way": (
        "y = None\n    if c:\n        y = x\n    return y",
        "'y' is None at the end",
    ),
    "another structure": (
        "y = x\n    if c:\n        y = (x, x)\n    return y",
        "'y' has another structure",
    ),
    "no result on one way": ("if c:\n        return x", "AutoGraph wants a return on both ways"),
}


@pytest.mark.parametrize("what", BRANCHES)
def test_a_branch_over_a_tensor_gives_one_thing(what: str, tmp_path: Path) -> None:
    body, message = BRANCHES[what]
    body = body.replace("if c:", f"if c:  # error: [tf-trace] {message}")
    holds(
        f"""
@tf.function
def f(x, c):
    {body}

f(tf.ones([2]), tf.constant(True))
""",
        tmp_path,
    )


def test_what_is_not_read_later_may_differ(tmp_path: Path) -> None:
    holds(
        """
@tf.function
def f(x, c):
    if c:
        y = 1
        x = x + 1.0
    else:
        y = "a"
    return reveal_type(x)  # revealed: Tensor[float32, Shape[2]]

f(tf.ones([2]), tf.constant(True))
""",
        tmp_path,
    )


def test_a_loop_over_a_tensor_keeps_dtypes_and_shapes(tmp_path: Path) -> None:
    holds(
        """
@tf.function
def f(x):
    total = 0.0
    for v in x:
        total += v
        if total > 10.0:
            break
    reveal_type(total)  # revealed: Tensor[float32, Shape[()]]
    while tf.reduce_sum(x) < 8.0:  # error: [tf-shape] 'x' is float32[3] before the loop
        x = tf.concat([x, x], 0)
    return total

f(tf.ones([3]))

@tf.function
def g(x):
    n = 0
    for v in x:  # error: [tf-dtype]
        n = v * 2.0
    return n

g(tf.ones([3]))
""",
        tmp_path,
    )


def test_a_record_that_a_loop_makes_anew_leaves_it(tmp_path: Path) -> None:
    holds(
        """
import collections
State = collections.namedtuple("State", ["seeds", "scale"])

@tf.function
def f(state, n):
    while n > 0:
        state = State(state.seeds + 1, state.scale)
        n -= 1
    return state

state = f(State(tf.constant([1, 2]), 0.1), tf.constant(3))
reveal_type(f(state, tf.constant(2)).seeds + 1)  # revealed: Tensor[int32, Shape[2]]
""",
        tmp_path,
    )


def test_a_loop_of_python_is_not_left_on_a_tensor(tmp_path: Path) -> None:
    holds(
        """
@tf.function
def f(x):
    for i in range(3):  # error: [tf-trace]
        if x[i] > 0.0:
            break
    return x

f(tf.ones([3]))

@tf.function
def g(x):
    for v in x:  # error: [tf-trace]
        if v > 0.0:
            return v
    return x[0]

g(tf.ones([3]))
""",
        tmp_path,
    )


def test_generators_are_not_converted(tmp_path: Path) -> None:
    holds(
        """
def parts(x):
    for i in tf.range(3):  # error: [tf-trace]
        yield x[i]

@tf.function
def f(x):
    total = 0.0
    for p in parts(x):
        total += p
    return total

f(tf.ones([3]))
""",
        tmp_path,
    )


# -- state --------------------------------------------------------------------------------------------------------------


def test_a_function_makes_its_variables_once(tmp_path: Path) -> None:
    holds(
        """
class Counter(tf.Module):
    def __init__(self):
        self.n = None

    @tf.function
    def __call__(self, x):
        if self.n is None:
            self.n = tf.Variable(tf.zeros(x.shape))
        return self.n.assign_add(x)

reveal_type(Counter()(tf.ones([2])))  # revealed: Tensor[float32, Shape[2]]

@tf.function
def counted(x):
    n = tf.Variable(0.0)  # error: [tf-state]
    return n + x

counted(tf.ones([2]))
""",
        tmp_path,
    )


def test_a_variable_takes_what_fits_it(tmp_path: Path) -> None:
    holds(
        """
v = tf.Variable(tf.zeros([2, 3]))
reveal_type(v.assign(tf.ones([2, 3])))  # revealed: Variable[float32, Shape[2, 3]]
v.assign(tf.ones([3]))  # error: [tf-shape]
v.assign(tf.ones([2, 3], tf.int32))  # error: [tf-dtype]
open_ = tf.Variable(tf.zeros([0, 3]), shape=[None, 3])
open_.assign(tf.ones([5, 3]))
reveal_type(open_.read_value())  # revealed: Tensor[float32, Shape[None, 3]]
""",
        tmp_path,
    )


def test_what_python_does_once_is_warned_of_where_it_is_missed(tmp_path: Path) -> None:
    program = (
        HEAD
        + """
import random
lines = []

@tf.function
def noisy(x):
    lines.append("traced")
    return x + random.random()

noisy(tf.constant(0.0))
"""
    )
    check(program, tmp_path)  # traced once, and run once
    said = warned(program + "noisy(tf.constant(0.0))\n", tmp_path)
    assert said == [(10, "tf-trace"), (11, "tf-trace")]


def test_calls_that_trace_each_time_are_warned_of(tmp_path: Path) -> None:
    program = (
        HEAD
        + """
@tf.function
def step(x, rate):
    return x * rate

for i in range(4):
    step(tf.ones([2]), float(i))
for i in range(4):
    step(tf.ones([2]), tf.constant(float(i)))
"""
    )
    assert warned(program, tmp_path) == [(10, "tf-trace")]
    program = (
        HEAD
        + """
class Model(tf.Module):
    def __init__(self):
        self.v = tf.Variable(1.0)

    @tf.function
    def loss(self):
        return self.v * 2.0

model = Model()
for _ in range(4):
    with tf.GradientTape() as tape:
        loss = model.loss()
    model.v.assign_sub(tape.gradient(loss, model.v))
"""
    )
    assert warned(program, tmp_path) == []
    program = (
        HEAD
        + """
from typing import NamedTuple

class Pair(NamedTuple):
    a: tf.Tensor
    b: tf.Tensor

class Masked(tf.experimental.ExtensionType):
    values: tf.Tensor

@tf.function
def f(x):
    return x

for _ in range(4):
    f(Pair(tf.ones([2]), tf.ones([1])))
    f(Masked(tf.ones([2])))
"""
    )
    assert warned(program, tmp_path) == []


def warned(program: str, folder: Path) -> list[tuple[int, str]]:
    """The lines and codes of the warnings, where nothing else is found."""
    path = folder / "program.py"
    path.write_text(program)
    found = analyze([str(path)])
    assert not found.failures
    assert {each.severity for each in found.findings} <= {"warning"}
    return [(each.place.line, each.code) for each in found.findings]


def test_a_write_of_a_tensor_array_gives_another(tmp_path: Path) -> None:
    program = (
        HEAD
        + """
@tf.function
def squares(n):
    found = tf.TensorArray(tf.int32, size=3)
    for i in range(3):
        found.write(i, i * i)
    return found.stack()

squares(3)
"""
    )
    assert warned(program, tmp_path) == [(9, "tf-state")]
    holds(
        """
found = tf.TensorArray(tf.float32, size=3)
for i in range(3):
    found = found.write(i, tf.ones([4]))
reveal_type(found.stack())  # revealed: Tensor[float32, Shape[3, 4]]
found.write(0, tf.ones([5]))  # error: [tf-shape]
found.write(1, tf.constant([1, 2, 3, 4]))  # error: [tf-dtype]
""",
        tmp_path,
    )


# -- control flow -------------------------------------------------------------------------------------------------------


def test_branches_and_loops_of_tensorflow(tmp_path: Path) -> None:
    holds(
        """
@tf.function
def f(x, i):
    reveal_type(tf.cond(i > 0, lambda: x, lambda: x[:1]))  # revealed: Tensor[float32, Shape[None]]
    tf.cond(i > 0, lambda: x, lambda: tf.cast(x, tf.int32))  # error: [tf-dtype]
    tf.cond(i > 0, lambda: x, lambda: None)  # error: [tf-trace]
    tf.cond(i > 0, lambda v: v, lambda v: -v)  # error: [tf-signature]
    n, y = tf.while_loop(lambda n, y: n < 3, lambda n, y: (n + 1, y * 2.0), (0, x))
    reveal_type(y)  # revealed: Tensor[float32, Shape[3]]
    tf.while_loop(lambda y: True, lambda y: tf.concat([y, y], 0), [x])  # error: [tf-shape]
    reveal_type(tf.map_fn(lambda v: v[None], x))  # revealed: Tensor[float32, Shape[3, 1]]
    reveal_type(tf.scan(lambda a, v: a + v, x))  # revealed: Tensor[float32, Shape[3]]
    tf.map_fn(lambda v: tf.cast(v, tf.int32), x)  # error: [tf-dtype]
    return x

f(tf.ones([3]), tf.constant(1))
""",
        tmp_path,
    )


# -- gradients ----------------------------------------------------------------------------------------------------------

NO_PATH = {
    "another variable": "tf.reduce_sum(u)",
    "ints": "tf.cast(tf.cast(tf.reduce_sum(w), tf.int32), tf.float32)",
    "argmax": "tf.cast(tf.argmax(w), tf.float32)",
    "a comparison": "tf.reduce_mean(tf.cast(w > 1.0, tf.float32))",
    "round": "tf.reduce_sum(tf.round(w))",
    "stop_gradient": "tf.reduce_sum(tf.stop_gradient(w))",
    "NumPy": "tf.reduce_sum(tf.constant(w.numpy()))",
    "numpy_function": "tf.numpy_function(lambda v: v, [w], tf.float32)",
}
PATH = {
    "a product": "tf.reduce_sum(w * u)",
    "a branch of where": "tf.reduce_sum(tf.where(w > 1.0, w, 0.0))",
    "a map": "tf.reduce_sum(tf.map_fn(lambda v: v * 2.0, w))",
    "py_function": "tf.py_function(lambda v: v * v, [w], tf.float32)",
}


@pytest.mark.parametrize("what", [*NO_PATH, *PATH])
def test_a_gradient_is_none_where_nothing_leads_to_the_source(what: str, tmp_path: Path) -> None:
    program = (
        HEAD
        + f"""
w, u = tf.Variable([1.0, 2.0]), tf.Variable([3.0, 4.0])
with tf.GradientTape() as tape:
    loss = {NO_PATH.get(what) or PATH[what]}
tape.gradient(loss, w)
"""
    )
    assert warned(program, tmp_path) == ([(8, "tf-gradient")] if what in NO_PATH else [])


def test_a_tape_gives_gradients_once_unless_it_is_persistent(tmp_path: Path) -> None:
    holds(
        """
w = tf.Variable(tf.ones([3, 4]))
x = tf.ones([2, 3])
with tf.GradientTape(persistent=True) as tape:
    tape.watch(x)
    y = x @ w
reveal_type(tape.gradient(y, {"w": w})["w"])  # revealed: Tensor[float32, Shape[3, 4]]
reveal_type(tape.jacobian(y, w))  # revealed: Tensor[float32, Shape[2, 4, 3, 4]]
reveal_type(tape.batch_jacobian(y, x))  # revealed: Tensor[float32, Shape[2, 4, 3]]
with tf.GradientTape() as tape:
    y = x @ w
tape.gradient(y, w)
tape.gradient(y, w)  # error: [tf-gradient]
""",
        tmp_path,
    )


def test_a_function_with_its_own_gradient_gives_one_for_each_argument(tmp_path: Path) -> None:
    holds(
        """
@tf.custom_gradient
def product(a, b):
    return a * b, lambda upstream: upstream * b

a, b = tf.Variable([1.0, 2.0]), tf.Variable([2.0, 3.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(product(a, b))
tape.gradient(loss, [a, b])  # error: [tf-gradient]
""",
        tmp_path,
    )


# -- modules, structures and tables -------------------------------------------------------------------------------------


def test_a_module_has_the_variables_that_it_holds(tmp_path: Path) -> None:
    holds(
        """
class Inner(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable(tf.ones([3, 2]))
        self.frozen = tf.Variable(tf.ones([7]), trainable=False)

class Net(tf.Module):
    def __init__(self):
        super().__init__(name="net")
        self.inner = Inner()
        self.b = tf.Variable(tf.zeros([2]))

net = Net()
reveal_type(net.trainable_variables)  # revealed: tuple[Variable[float32, Shape[2]], Variable[float32, Shape[3, 2]]]
assert len(net.variables) == 3
""",
        tmp_path,
    )


def test_structures_that_differ_are_refused(tmp_path: Path) -> None:
    holds(
        """
both = (tf.zeros([2]), tf.zeros([3]))
tf.nest.map_structure(lambda a, b: a, both, both[:1])  # error: [tf-value]
tf.nest.map_structure(lambda a, b: a, both, list(both))  # error: [tf-value]
tf.nest.map_structure(lambda a, b: a, both, list(both), check_types=False)
tf.nest.map_structure(lambda a, b: a, {"a": 1}, {"b": 1})  # error: [tf-value]
tf.nest.pack_sequence_as({"a": 1}, [1, 2])  # error: [tf-value]

def f(x: tf.Tensor, some: list, either):
    tf.nest.map_structure(lambda a, b: a, x, both)  # a nest of tensors is annotated as a tensor, too
    reveal_type(tf.nest.map_structure(lambda a: tf.cast(a, tf.int32), x))  # revealed: Any
    reveal_type(tf.nest.map_structure(lambda a: tf.cast(a, tf.int32), [either] + some))  # revealed: list[Any]
    reveal_type(tf.nest.flatten(some))  # revealed: list[Any]
""",
        tmp_path,
    )


def test_a_function_that_nobody_calls_may_run_in_a_graph(tmp_path: Path) -> None:
    holds(
        """
def slope(y, x):
    return tf.gradients(y, x)

x = tf.ones([3])
tf.gradients(x, x)  # error: [tf-trace]
""",
        tmp_path,
    )


def test_nest_visits_dicts_by_their_sorted_keys(tmp_path: Path) -> None:
    holds(
        """
s = {"b": tf.ones([2]), "a": [tf.zeros([3]), 1]}
flat = tf.nest.flatten(s)
reveal_type(flat[2])  # revealed: Tensor[float32, Shape[2]]
reveal_type(tf.nest.pack_sequence_as(s, flat)["b"])  # revealed: Tensor[float32, Shape[2]]
more = tf.nest.map_structure(lambda v: tf.convert_to_tensor(v)[None], s)
reveal_type(more["a"][1])  # revealed: Tensor[int32, Shape[1]]
""",
        tmp_path,
    )


def test_a_table_has_dtypes_of_keys_and_values(tmp_path: Path) -> None:
    holds(
        """
words = tf.lookup.KeyValueTensorInitializer(["a", "b"], [1, 2])
table = tf.lookup.StaticHashTable(words, -1)
reveal_type(table.lookup(tf.constant(["a", "c"])))  # revealed: Tensor[int32, Shape[2]]
table.lookup(tf.constant([1, 2]))  # error: [tf-dtype]
rows = tf.ragged.constant([["a"], ["b", "c"]])
reveal_type(table.lookup(rows))  # revealed: RaggedTensor[int32, Shape[2, None]]
vocabulary = tf.lookup.StaticVocabularyTable(tf.lookup.TextFileInitializer("words", tf.string, 0, tf.int64, 1), 1)
reveal_type(vocabulary[rows])  # revealed: RaggedTensor[int64, Shape[2, None]]
vectors = tf.lookup.experimental.MutableHashTable(tf.string, tf.float32, [0.0, 0.0])
reveal_type(vectors.lookup(tf.constant(["a", "b", "c"])))  # revealed: Tensor[float32, Shape[3, 2]]
""",
        tmp_path,
    )


def test_ragged_and_sparse_tensors_have_parts(tmp_path: Path) -> None:
    holds(
        """
r = tf.ragged.constant([[1.0], [2.0, 3.0]])
reveal_type(r.values)  # revealed: Tensor[float32, Shape[None]]
s = tf.sparse.from_dense(tf.ones([2, 3]))
reveal_type(s.indices)  # revealed: Tensor[int64, Shape[None, 2]]
reveal_type(s.dense_shape)  # revealed: Tensor[int64, Shape[2]]
""",
        tmp_path,
    )


def test_options_of_autograph_convert_more_than_is_known(tmp_path: Path) -> None:
    holds(
        """
Feature = tf.autograph.experimental.Feature

@tf.function(experimental_autograph_options=(Feature.ASSERT_STATEMENTS, Feature.LISTS))
def converted(x):
    assert x > 0
    found = tf.TensorArray(tf.int32, size=0, dynamic_size=True)
    for i in tf.range(x):
        found.append(i)
    return found.stack()

@tf.function
def plain(x):
    assert x > 0  # error: [tf-trace] Python takes the truth of a symbolic tensor
    return x

converted(tf.constant(3))
plain(tf.constant(3))
""",
        tmp_path,
    )


def test_a_builtin_reads_no_symbol_that_it_only_keeps(tmp_path: Path) -> None:
    holds(
        """
@tf.function(autograph=False)
def kept(x):
    pair = dict({"a": x}, b=x)
    total = sum([1.0], x[0])
    least = min([], default=x)
    dict(x)  # error: [tf-trace] dict() iterates over
    return pair

kept(tf.ones([2]))
""",
        tmp_path,
    )


def test_an_iterator_of_python_goes_through_no_symbol(tmp_path: Path) -> None:
    holds(
        """
import functools
import itertools

@tf.function
def converted(x):
    rows = itertools.repeat(x, 2)
    later = itertools.chain(x)
    pairs = list(itertools.permutations(tf.unstack(x)))
    return len(pairs)

def loss(y_true, y_pred):
    for first, second in itertools.permutations(y_pred, 2):  # error: [tf-trace] permutations() iterates over
        return first - second

def pairs(y_true, y_pred):
    made = itertools.product([1.0, 2.0], tf.transpose(y_pred))  # error: [tf-trace] product() iterates over
    return y_true - y_pred

def added(y_true, y_pred):
    return functools.reduce(tf.add, y_pred)  # error: [tf-trace] reduce() iterates over

converted(tf.ones([3]))
for each in (loss, pairs, added):
    model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(3)])
    model.compile("sgd", each)
    model.fit(tf.zeros([6, 3]), tf.zeros([6, 3]))
""",
        tmp_path,
    )


def test_the_function_of_a_data_set_may_change_its_element(tmp_path: Path) -> None:
    holds(
        """
def changed(element):
    element["b"] = element.pop("a") * 2.0
    return element

for element in tf.data.Dataset.from_tensor_slices({"a": tf.zeros([2, 3])}).map(changed):
    reveal_type(element["b"])  # revealed: Tensor[float32, Shape[3]]
""",
        tmp_path,
    )


def test_a_named_tuple_is_a_structure_to_a_trace_and_to_a_loop(tmp_path: Path) -> None:
    holds(
        """
from collections import namedtuple
from typing import Any, NamedTuple

Noise = namedtuple("Noise", ["seeds", "stddev"])

class State(NamedTuple):
    levels: tf.Tensor
    noise: Any

@tf.function
def updated(state):
    level, noise = 0, state.noise
    while tf.less(level, len(state.levels)):
        noise = Noise(noise.seeds + 1, noise.stddev)
        level += 1
    return State(state.levels, noise)

state = State(tf.constant([0, 2]), Noise(tf.constant([1, 2]), tf.constant(1.0)))
for _ in range(4):
    state = updated(state)
reveal_type(state.noise.seeds + 1)  # revealed: Tensor[int32, Shape[2]]
""",
        tmp_path,
    )


def test_a_structure_has_the_keys_that_it_has(tmp_path: Path) -> None:
    holds(
        """
numbers = tf.data.Dataset.range(3)
rows = tf.data.Dataset.from_tensor_slices({"x": tf.ones([3, 2])})
both = tf.data.Dataset.zip((numbers, rows))
both.map(lambda i, row: row["y"])  # error: [tf-value] there is no 'y': the keys are 'x'

@tf.function
def picked(parts, name):
    try:
        return parts[name]
    except KeyError:
        return parts["x"] * 2.0

reveal_type(picked({"x": tf.ones([2])}, "y"))  # revealed: Tensor[float32, Shape[2]]
""",
        tmp_path,
    )


def test_a_concrete_function_of_a_callable_without_parameters_of_its_own(tmp_path: Path) -> None:
    holds(
        """
def wrapped(function):
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)
    return wrapper

class Sum(tf.Module):
    @wrapped
    def __call__(self, x, y):
        return x + y

spec = tf.TensorSpec([None])
added = tf.function(Sum()).get_concrete_function(spec, spec)
reveal_type(added(tf.zeros([3]), tf.zeros([3])))  # revealed: Tensor[float32, Shape[None]]
""",
        tmp_path,
    )


def test_a_function_over_elements_makes_a_variable_once(tmp_path: Path) -> None:
    holds(
        """
numbers = tf.data.Dataset.range(4)
made = []

def once(i):
    if not made:
        made.append(tf.Variable(1))
    return made[0] + 0

numbers.map(once)
numbers.map(lambda i: tf.Variable(1) + 0)  # error: [tf-state] a variable is made in each trace of a tf.function
numbers.filter(lambda i: tf.Variable(True))  # error: [tf-state]
""",
        tmp_path,
    )


def test_the_dtype_of_a_loop_variable_is_mended_where_it_begins(tmp_path: Path) -> None:
    holds(
        """
@tf.function
def total(xs):
    s = 0
    for x in xs:
        s += x  # error: [tf-dtype] operator +: expected float32 as on the right, got int32: left is int32[], right is float32[]; begin with 0.0: s = 0.0 before the loop
    return s

total(tf.constant([1.0, 2.0]))
""",
        tmp_path,
    )


def test_a_helper_may_return_from_either_branch_of_the_graph(tmp_path: Path) -> None:
    holds(
        """
@tf.function
def padded(x):
    def text(n):
        if tf.strings.length(n) == 1:
            return tf.strings.join(["0", n])
        else:
            return n

    return reveal_type(tf.strings.join([text(x), text(x)]))  # revealed: Tensor[string, Shape[()]]

padded(tf.constant("1"))
""",
        tmp_path,
    )


def test_a_rank_that_nobody_knows(tmp_path: Path) -> None:
    """What Python code gives in a graph has no static shape: layers that are built by it refuse it."""
    holds(
        """
import keras

def parsed(i):
    return tf.py_function(lambda v: np.ones([2, 3]) * v.numpy(), [i], tf.float32)

def shaped(i):
    return tf.ensure_shape(parsed(i), [2, 3])

dense, relu = keras.layers.Dense(2), keras.layers.ReLU()
rows = tf.data.Dataset.range(4).map(parsed)
rows.map(lambda row: dense(row))  # error: [tf-rank] the rank of the input is not known while the graph is made
rows.batch(2).map(lambda row: dense(row))  # error: [tf-rank]
rows.map(lambda row: relu(row))
rows.map(lambda row: tf.matmul(row, row) + 1.0)
tf.data.Dataset.range(4).map(shaped).map(lambda row: dense(row))

step = tf.function(lambda row: dense(row))
for row in rows:
    step(row)  # outside of the graph it has a rank

def of_shape(shape):
    return tf.function(lambda row: dense(row), input_signature=[tf.TensorSpec(shape)])

of_shape(open("shape").read())(tf.zeros([2, 3]))
""",
        tmp_path,
    )


def test_a_concrete_function_takes_its_tensors_alone(tmp_path: Path) -> None:
    holds(
        """
class Scale:
    factor = 2.0

def scaled(model, x):
    return x * model.factor

concrete = tf.function(scaled).get_concrete_function(Scale(), tf.constant(1.0))
reveal_type(concrete(tf.constant(3.0)))  # revealed: Tensor[float32, Shape[()]]
""",
        tmp_path,
    )


def test_gradients_flow_through_functions_with_a_signature_and_concrete_ones(
    tmp_path: Path,
) -> None:
    holds(
        """
w = tf.Variable(tf.zeros([2, 4]))

@tf.function(input_signature=[tf.TensorSpec([None, 4])])
def loss(y):
    return tf.reduce_mean(y * y)

with tf.GradientTape() as tape:
    total = loss(tf.zeros([3, 2]) @ w)
reveal_type(tape.gradient(total, w))  # revealed: Tensor[float32, Shape[2, 4]]

@tf.function
def product(x):
    return x @ w

concrete = product.get_concrete_function(tf.TensorSpec([None, 2]))
with tf.GradientTape() as tape:
    total = concrete(tf.zeros([3, 2]))
reveal_type(tape.gradient(total, w))  # revealed: Tensor[float32, Shape[2, 4]]
""",
        tmp_path,
    )


def test_the_elements_of_a_map_are_a_structure(tmp_path: Path) -> None:
    holds(
        """
from other_library import load

def sum_of(pair):
    x, y = pair
    return x + y

tf.vectorized_map(sum_of, (load(), load()))
tf.map_fn(sum_of, (load(), load()), fn_output_signature=tf.float32)
tf.map_fn(lambda x: x, [1, 2])  # error: [tf-rank] tf.map_fn(): the elements must have rank 1 or more, got a scalar
""",
        tmp_path,
    )


def test_operands_are_converted_where_numpy_behavior_says_so(tmp_path: Path) -> None:
    holds(
        """
import tensorflow.experimental.numpy as tnp

tf.constant(1, tf.int16) + tf.constant(1.0)  # error: [tf-dtype]
tnp.experimental_enable_numpy_behavior(dtype_conversion_mode="all")
tf.constant(1, tf.int16) + tf.constant(1.0)
reveal_type(tf.add(tf.constant(1), np.array(1, np.int8)))  # revealed: Tensor[Any, Shape[()]]
tf.Variable(10).assign_add(tf.constant(5, tf.int16))
""",
        tmp_path,
    )


def test_a_traced_function_that_nobody_calls_is_traced(tmp_path: Path) -> None:
    holds(
        """
@tf.function(input_signature=[tf.TensorSpec([30])])
def picture(flat):
    flat.set_shape([2, 5, 3])  # error: [tf-shape]
    return flat

@tf.function
def product(x, *others, **named):
    y = tf.add_n([x, *others, *named.values()])
    return tf.matmul(tf.ones([2, 3]), tf.ones([2, 3])) + y  # error: [tf-shape]
""",
        tmp_path,
    )


def test_a_few_flags_make_a_few_traces(tmp_path: Path) -> None:
    holds(
        """
@tf.function
def shifted(x, training, centered):
    return x

for training in (True, False):
    for centered in (True, False):
        shifted(tf.ones([2]), training, centered)
""",
        tmp_path,
    )


def test_a_function_of_several_layers_is_traced_for_each(tmp_path: Path) -> None:
    holds(
        """
@tf.function
def scaled(x, kernel):
    return tf.matmul(x, kernel)

class Scale(tf.keras.layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.units = units

    def build(self, shape):
        self.kernel = self.add_weight(shape=(shape[-1], self.units))

    def call(self, x):
        return scaled(x, self.kernel)

first, second, third = Scale(2), Scale(3), Scale(4)
for _ in range(2):
    third(second(first(tf.ones([5, 1]))))
""",
        tmp_path,
    )


def test_whether_code_runs_eagerly(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from tensorflow.keras import layers

        def first(x):
            return x if tf.executing_eagerly() else x[0]

        class First(layers.Layer):
            def call(self, x):
                return first(x)

        x = tf.ones((2, 3))
        reveal_type(first(x))  # revealed: Tensor[float32, Shape[2, 3]]
        reveal_type(tf.function(first)(x))  # revealed: Tensor[float32, Shape[3]]
        reveal_type(First()(layers.Input((3,))))  # revealed: KerasTensor[float32, Shape[3]]
        reveal_type(tf.data.Dataset.from_tensors(x).map(first))  # revealed: tensorflow.data.Dataset[Tensor[float32, Shape[3]]]
        with tf.Graph().as_default():
            reveal_type(tf.executing_eagerly())  # revealed: bool

        @tf.function
        def lifted(x):
            with tf.init_scope():
                reveal_type(first(tf.ones((2, 3))))  # revealed: Tensor[float32, Shape[2, 3]]
            return x

        lifted(x)

        def nobody_calls(y):
            reveal_type(first(tf.ones((2, 3))))  # revealed: Tensor[float32, Any]
        """,
        tmp_path,
    )


def test_a_shape_that_is_told_in_a_graph_is_no_tensor(tmp_path: Path) -> None:
    holds(
        """
size, pair = tf.constant(2), tf.constant([2, 3])
counter = tf.Variable([2, 3])

@tf.function
def runs(x):
    x.set_shape(x.shape)
    x.set_shape([size, 3])
    x.set_shape([None, x.shape[1]])
    return x

@tf.function
def told(x, shape):
    x.set_shape(shape)  # error: [tf-trace]
    x.set_shape([tf.shape(x)[0], 3])  # error: [tf-trace]
    x.set_shape(counter)  # error: [tf-trace]
    return x

x = tf.zeros([2, 3])
runs(x)
told(x, pair)
x.set_shape(pair)
x.set_shape(tf.shape(x))
x.set_shape(counter)
""",
        tmp_path,
    )


def test_rows_of_other_lengths_are_not_added(tmp_path: Path) -> None:
    holds(
        """
Ragged = tf.RaggedTensor
values = tf.constant([1, 2, 3, 4])
a = Ragged.from_row_lengths(values, [3, 1])
Ragged.from_row_lengths(values, [1, 3]) + a  # error: [tf-shape]
Ragged.from_row_splits(values, [0, 1, 4]) + a  # error: [tf-shape]
Ragged.from_row_limits(values, [1, 4]) + a  # error: [tf-shape]
Ragged.from_row_splits(values, [0, 3, 4]) + Ragged.from_row_limits(values, [3, 4]) + a
a + Ragged.from_row_starts(values, [0, 3])
even = Ragged.from_row_lengths(values, [2, 2])
even + Ragged.from_row_lengths(values[:2], [2])
even + Ragged.from_row_lengths(values[:2], [1, 1])  # error: [tf-shape]
even + Ragged.from_row_lengths(values[:1], [1])  # error: [tf-shape]
""",
        tmp_path,
    )
