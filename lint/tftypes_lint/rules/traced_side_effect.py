"""Python code in a traced function that runs once, where each call was meant.

`tf.function` and the functions of a `tf.data` pipeline run the Python code to build a graph,
and from then on run the graph. Whatever is not a TensorFlow op happens while tracing only: a
`print` prints once, a list gets one symbolic tensor, a random number or a time is a constant of
the graph, the same in each call. It happens again, out of step, when a new shape or a new Python
value makes TensorFlow trace again. What a `global` is set to is the symbolic tensor of the graph:
used outside, it raises an error.

Use what is part of the graph: `tf.print`, `tf.random`, `tf.timestamp`, a `tf.Variable`, a
`tf.TensorArray`, a returned value; or `tf.py_function` for what must be Python.

A message about the tracing itself, and printing what is known while tracing, such as
`x.shape`, is as meant and not reported; nor is what a `tf.init_scope` holds, or a guard such as
`if tf.executing_eagerly()`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes_lint.data import words
from tftypes_lint.facts import Facts, tensorflow_facts
from tftypes_lint.facts.outer import is_outer_container, is_outer_number, is_outer_result
from tftypes_lint.facts.traced import given
from tftypes_lint.findings import Severity
from tftypes_lint.rule import Problem
from tftypes_lint.source import Source

CODE: Final = "traced-side-effect"
SEVERITY: Final[Severity] = "warning"
MESSAGE: Final = "{what} while `{function}` is traced, not on each call"
PREFILTER: Final = (b"tf.function", b"tf.data", b"tensorflow", b"keras")
TENSORFLOW: Final = True

VALID: Final = {
    "ops of TensorFlow": """
        import tensorflow as tf
        total = tf.Variable(0.0)
        @tf.function
        def f(x):
            tf.print("x is", x)
            total.assign_add(x)
            return x + tf.random.normal([])
        """,
    "messages about the tracing": """
        import tensorflow as tf
        traces = []
        @tf.function
        def f(x):
            print("Tracing with", x)
            print("f:", x.shape, x.dtype)
            traces.append(x.shape)
            return x
        """,
    "a list of its own": """
        import tensorflow as tf
        @tf.function
        def f(x):
            parts = []
            for n in range(3):
                parts.append(x * n)
            return tf.stack(parts)
        """,
    "Python that TensorFlow calls each time": """
        import random
        import tensorflow as tf
        @tf.function
        def f(x):
            return tf.py_function(lambda: random.random(), [], tf.float32)
        """,
    "code that is not traced": """
        import random
        import tensorflow as tf
        def step(x):
            print(x)
            return x * random.random()
        y = step(tf.ones([]))
        """,
    "where it runs eagerly": """
        import tensorflow as tf
        @tf.function
        def f(x):
            if tf.executing_eagerly():
                print(x)
            with tf.init_scope():
                print(x)
            return x
        """,
    "once is what is meant": """
        import numpy as np
        import tensorflow as tf
        class Scale(tf.Module):
            def __init__(self):
                self.scale = None
            @tf.function
            def __call__(self, x):
                if self.scale is None:
                    self.scale = tf.Variable(np.random.normal())
                return x * self.scale
        """,
    "a cache": """
        import tensorflow as tf
        masks = {}
        @tf.function
        def f(x):
            if x.shape not in masks:
                with tf.init_scope():
                    masks[x.shape] = tf.zeros(x.shape)
                masks["last"] = 1
            return x * masks[x.shape]
        """,
    "globals that say what was traced, or are set once": """
        import tensorflow as tf
        width = None
        scale = None
        ready = False
        @tf.function
        def f(x):
            global width, scale, ready
            width = x.shape[-1] + 1
            ready = True
            if scale is None:
                scale = tf.Variable(2.0)
            return x * scale
        """,
    "a variable of a traced function, set in one within": """
        import tensorflow as tf
        @tf.function
        def f(x):
            total = x
            def add(y):
                nonlocal total
                total = total + y
            add(x)
            return total
        """,
    "functions that run eagerly": """
        import tensorflow as tf
        tf.config.run_functions_eagerly(True)
        @tf.function
        def f(x):
            print(x)
            return x
        """,
    "a generator of random numbers that has a seed": """
        import numpy as np
        import tensorflow as tf
        @tf.function
        def f(x):
            return x + np.random.RandomState(7).normal(size=3)
        """,
}
INVALID: Final = {
    "in a step of training that Keras traces": """
        import keras
        class Model(keras.Model):
            def train_step(self, data):
                print("step")  # error: "print"
                return super().train_step(data)
        """,
    "print": """
        import tensorflow as tf
        @tf.function
        def f(x):
            print("x is", x)  # error: "print() runs while `f` is traced"
            return x * 2
        """,
    "a list outside": """
        import tensorflow as tf
        seen = []
        @tf.function
        def f(x):
            seen.append(x)  # error: "`seen` is changed while `f` is traced"
            return x * 2
        """,
    "a dict outside": """
        import tensorflow as tf
        last = {}
        @tf.function
        def f(x):
            last["x"] = x  # error: "`last` is changed while `f` is traced"
            return x * 2
        """,
    "a counter": """
        import tensorflow as tf
        calls = 0
        @tf.function
        def f(x):
            global calls
            calls += 1  # error: "`calls` is set while `f` is traced"
            return x * 2
        """,
    "a global that is to keep a result": """
        import tensorflow as tf
        last = None
        @tf.function
        def f(x):
            global last
            last = x + 1  # error: "`last` is set while `f` is traced"
            return x * 2
        """,
    "a variable of the function around": """
        import tensorflow as tf
        def keeper():
            total = tf.zeros([])
            count = 0
            @tf.function
            def add(x):
                nonlocal total, count
                total = tf.reduce_sum(x)  # error: "`total` is set while `add` is traced"
                count = count + 1  # error: "`count` is set while `add` is traced"
                return x
            return add, lambda: (total, count)
        """,
    "a counter in an object": """
        import tensorflow as tf
        class Model:
            def __init__(self):
                self.step = 0
            @tf.function
            def train(self, x):
                self.step += 1  # error: "`self.step` is set while `train` is traced"
                return x * 2
        """,
    "random numbers of Python and of NumPy": """
        import random
        import numpy as np
        import tensorflow as tf
        @tf.function
        def f(x):
            return x + random.random()  # error: "random.random() gives one value"
        @tf.function
        def g(x):
            return x + np.random.normal()  # error: "numpy.random.normal() gives one value"
        """,
    "the time": """
        import time
        import tensorflow as tf
        @tf.function
        def f(x):
            return x + time.perf_counter()  # error: "time.perf_counter() gives one value"
        """,
    "in a function that a traced one calls": """
        import tensorflow as tf
        def shown(x):
            print("shown:", x)  # error: "print() runs while `shown` is traced"
            return x
        @tf.function
        def f(x):
            return shown(x) * 2
        """,
    "in the function of a dataset": """
        import random
        import tensorflow as tf
        def augment(x):
            return x + random.randint(1, 1_000_000)  # error: "random.randint() gives one value"
        data = tf.data.Dataset.from_tensors(0).repeat(3).map(augment)
        """,
}

_INSTEAD: Final = {
    "print": "use `tf.print`",
    "random": "use `tf.random`",
    "time": "use `tf.timestamp()`, or take the time outside",
    "state": "return it, or keep it in a `tf.Variable` or `tf.TensorArray`",
    "input": "use `tf.py_function`, or do it outside",
}
_RANDOM: Final = words(
    "betavariate choice choices expovariate gauss getrandbits normalvariate randint random "
    "randrange sample shuffle triangular uniform"
)
_NUMPY_RANDOM: Final = words(
    "beta binomial bytes choice exponential gamma geometric gumbel laplace lognormal multinomial "
    "multivariate_normal normal permutation poisson rand randint randn random random_integers "
    "random_sample ranf sample shuffle standard_normal uniform"
)
#: What gives another value each time, and the kind of advice for it.
VARYING: Final = {
    **{f"random.{name}": "random" for name in _RANDOM},
    **{f"numpy.random.{name}": "random" for name in _NUMPY_RANDOM},
    **dict.fromkeys(
        (
            "datetime.date.today",
            "datetime.datetime.now",
            "datetime.datetime.today",
            "datetime.datetime.utcnow",
            "time.monotonic",
            "time.perf_counter",
            "time.process_time",
            "time.time",
            "time.time_ns",
        ),
        "time",
    ),
    **dict.fromkeys(("os.urandom", "uuid.uuid1", "uuid.uuid4"), "random"),
}
_MUTATORS: Final = words(
    "add append appendleft clear discard extend insert pop popitem remove setdefault update"
)
#: What a tensor tells while it is traced.
_STATIC: Final = frozenset({"dtype", "name", "ndim", "op", "rank", "shape", "__name__"})

Found = tuple[ast.stmt | ast.expr, str, str]


def check(source: Source) -> Iterator[Problem]:
    """Each side effect or changing value in traced Python code."""
    facts = tensorflow_facts(source)
    if facts is None or not facts.traced:
        return
    found = [*_calls(facts), *_stores(facts)]
    for node, what, advice in sorted(found, key=lambda each: (each[0].lineno, each[0].col_offset)):
        trace = facts.trace_at(node)
        if trace and not _is_once(facts, node):
            via = f"; it is {trace.description}" if trace.caller else ""
            values = {"what": what, "function": facts.function_name(node)}
            yield Problem(source.span(node), values, _INSTEAD[advice] + via)


def _calls(facts: Facts) -> Iterator[Found]:
    for name, call in facts.calls:
        if name == "builtins.print":
            if not _is_about_tracing(call):
                yield call, "print() runs", "print"
        elif name in VARYING:
            yield call, f"{name}() gives one value", VARYING[name]
        elif name == "builtins.input" or (name == "builtins.open" and _writes(call)):
            yield call, f"{name.rpartition('.')[2]}() runs", "input"
    for call in facts.scopes.each(ast.Call):
        function = call.func
        if isinstance(function, ast.Attribute) and function.attr in _MUTATORS:
            if is_outer_container(facts, function.value) and not _is_about_tracing(call):
                yield call, f"`{ast.unparse(function.value)}` is changed", "state"


def _stores(facts: Facts) -> Iterator[Found]:
    assigned: list[ast.Assign | ast.AugAssign] = [*facts.scopes.each(ast.Assign)]
    for assignment in (*assigned, *facts.scopes.each(ast.AugAssign)):
        targets = assignment.targets if isinstance(assignment, ast.Assign) else [assignment.target]
        for target in targets:
            text = ast.unparse(target)
            if "trac" in text.lower() or _is_static(assignment.value):
                continue
            if isinstance(target, ast.Subscript) and is_outer_container(facts, target.value):
                yield assignment, f"`{ast.unparse(target.value)}` is changed", "state"
            elif is_outer_number(facts, target, assignment) or is_outer_result(
                facts, target, assignment
            ):
                yield assignment, f"`{text}` is set", "state"


def _writes(call: ast.Call) -> bool:
    """Whether `open` opens a file to write; what is read once may be meant as a constant."""
    mode = given(call, 1, "mode")
    return isinstance(mode, ast.Constant) and bool(set(str(mode.value)) & set("wax+"))


def _is_about_tracing(call: ast.Call) -> bool:
    """Whether a call shows what is known while tracing, or says that it is about it."""
    text = ast.unparse(call).lower()
    parts = [*call.args, *(each.value for each in call.keywords)]
    shown = [each for each in parts if not isinstance(each, ast.Constant)]
    return "trac" in text or (bool(shown) and all(_is_static(each) for each in shown))


def _is_static(expr: ast.expr) -> bool:
    """Whether an expression is a shape, dtype or name, or a text of those and constants."""
    if isinstance(expr, ast.JoinedStr):
        values = [each.value for each in expr.values if isinstance(each, ast.FormattedValue)]
        return bool(values) and all(_is_static(each) for each in values)
    while isinstance(expr, (ast.Subscript, ast.Call)):
        expr = expr.value if isinstance(expr, ast.Subscript) else expr.func
    if isinstance(expr, ast.Attribute) and expr.attr in {"as_list", "rank", "num_elements"}:
        expr = expr.value
    return isinstance(expr, ast.Attribute) and expr.attr in _STATIC


def _container(node: ast.Assign | ast.Call) -> str:
    """What a statement changes; a text that is in no test where it is something else."""
    target = node.targets[0] if isinstance(node, ast.Assign) else node.func
    changed = isinstance(target, (ast.Subscript, ast.Attribute))
    return ast.unparse(target.value) if changed else "\0"  # type: ignore[attr-defined]


def _is_once(facts: Facts, node: ast.AST) -> bool:
    """Whether a guard such as `if self.v is None` says that once is what is meant."""
    for parent in facts.scopes.around(node):
        if isinstance(parent, (ast.If, ast.IfExp)):
            test = ast.unparse(parent.test)
            if any(word in test.lower() for word in (" none", "hasattr(", "built", "trac")):
                return True
            # A cache: `if key not in cache: cache[key] = ...`.
            if isinstance(node, (ast.Assign, ast.Call)) and _container(node) in test:
                return True
        elif isinstance(parent, ast.ExceptHandler):
            return True
    return False
