"""The facts that rules share: what names mean, what is a tensor, what is traced."""

from __future__ import annotations

import ast
import random
import symtable
import sys
import sysconfig
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from tftypes_lint import all_rules
from tftypes_lint.facts import Facts, tensorflow_facts
from tftypes_lint.facts.loops import loop_around
from tftypes_lint.facts.scopes import COMPREHENSIONS, DEFINITIONS, Scopes
from tftypes_lint.source import Source

LIBRARY = sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))
#: The rules that use these facts.
RULES = [
    rule
    for rule in all_rules().values()
    if hasattr(rule, "check") and "tensorflow_facts" in vars(rule)
]


def facts(text: str) -> Facts:
    found = tensorflow_facts(Source("example.py", dedent(text).encode()))
    assert found
    return found


def marked(text: str, mark: str = "here") -> tuple[Facts, ast.expr]:
    """The facts of a text, and the argument of its call `here(...)`."""
    found = facts(text)
    calls = [call for call in found.scopes.each(ast.Call) if ast.unparse(call.func) == mark]
    return found, calls[-1].args[0]


def tables(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    yield table
    for inner in table.get_children():
        yield from tables(inner)


@pytest.mark.parametrize("path", random.Random(3).sample(LIBRARY, 25), ids=lambda path: path.stem)
def test_names_belong_to_the_scopes_that_python_says(path: Path) -> None:
    text = path.read_text("utf-8")
    scopes = Scopes(ast.parse(text))
    mine = {(node.name, node.lineno): node for node in scopes.each(*DEFINITIONS)}
    compared = 0
    for table in tables(symtable.symtable(text, path.name, "exec")):
        node = mine.get((table.get_name(), table.get_lineno()))
        if node is None or table.get_type() != "function":
            continue
        scope = scopes.own_scope(node)
        # From Python 3.12 on the function's own table has the names of its comprehensions.
        inlined = {
            name
            for each in scopes.each(*COMPREHENSIONS)
            if scopes.scope(each).function is scope
            for name in scopes.own_scope(each).bindings
        }
        for symbol in table.get_symbols():
            if symbol.get_name() in inlined | {"__class__"}:  # the cell that `super()` reads
                continue
            owner = scope.owner(symbol.get_name())
            where = f"{table.get_name()}:{table.get_lineno()} {symbol.get_name()}"
            if symbol.is_local() and symbol.is_assigned() | symbol.is_parameter():
                assert owner is scope, where
            elif symbol.is_global():
                assert owner in (None, scopes.module), where
            elif symbol.is_free():
                assert owner not in (None, scope, scopes.module), where
            compared += 1
    assert compared or not mine


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("import tensorflow as tf\nhere(tf.function)", "tensorflow.function"),
        ("from tensorflow import function as f\nhere(f)", "tensorflow.function"),
        ("import tensorflow as tf\njit = tf.function\nhere(jit)", "tensorflow.function"),
        ("import tensorflow.compat.v2 as tf\nhere(tf.abs)", "tensorflow.abs"),
        ("import tensorflow.compat.v1 as tf\nhere(tf.abs)", "tensorflow.compat.v1.abs"),
        ("from tensorflow import keras\nhere(keras.Model)", "keras.Model"),
        ("import tensorflow.keras.layers\nhere(tensorflow.keras.layers.Dense)", "keras.layers.Dense"),
        ("import tensorflow\nhere(print)", "builtins.print"),
        ("import tensorflow as tf\ndef f(tf):\n    here(tf.abs)", None),
        ("import tensorflow as tf\nprint = log()\nhere(print)", None),
        ("from tensorflow import *\nhere(print)", None),
        ("try:\n    import tensorflow.compat.v2 as tf\nexcept ImportError:\n    import tensorflow as tf\nhere(tf.abs)", "tensorflow.abs"),
        ("if NEW:\n    import tensorflow as tf\nelse:\n    import numpy as tf\nhere(tf.abs)", None),
        ("import tensorflow as tf\nclass A:\n    tf = None\n    def f(self):\n        here(tf.abs)", "tensorflow.abs"),
        ("import tensorflow as tf\n[here(tf.abs) for tf in ()]", None),
        ("import tensorflow as tf\na = b\nb = a\nhere(a.x)", None),
    ],
)  # fmt: skip
def test_the_full_name_of_an_expression(text: str, name: str | None) -> None:
    found, expr = marked(text)

    assert found.names.full_name(expr) == name


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("x = tf.zeros([3])\nhere(x)", "tensor"),
        ("x = tf.zeros([3]) * 2 - 1\nhere(-x[0] > 3)", "tensor"),
        ("x = tf.zeros([3])\nfor _ in range(3):\n    x = x + 1\nhere(x)", "tensor"),
        ("x = tf.zeros([3])\nx += 1\nhere(x)", "tensor"),
        ("x, y = tf.zeros([3]), 1\nhere(x)", "tensor"),
        ("x, y = tf.zeros([3]), 1\nhere(y)", None),
        ("x = tf.zeros([3])\nx = x.numpy()\nhere(x)", None),
        ("x = x + 1\nhere(x)", None),
        ("def f(x: tf.Tensor):\n    here(x)", "tensor"),
        ("def f(x: tf.Tensor = None):\n    here(x)", None),
        ("def f(*x: tf.Tensor):\n    here(x)", None),
        ("@tf.function(input_signature=[tf.TensorSpec([])])\ndef f(x):\n    here(x)", "tensor"),
        ("def f(x):\n    here(x)", None),
        ("v = tf.Variable(1)\nhere(v)", "variable"),
        ("here(tf.data.Dataset.range(3).map(f).batch(2))", "dataset"),
        ("class A:\n    def __init__(self):\n        self.v = tf.Variable(1)\n    def f(self):\n        here(self.v)", "variable"),
        ("with tf.GradientTape() as t:\n    here(t)", "tape"),
        ("for x in tf.range(3):\n    here(x)", "tensor"),
        ("for x in tf.data.Dataset.range(3):\n    here(x)", None),
        ("x = tf.zeros([3])\nhere('%s' % x)", None),
        ("x = tf.zeros([3])\nhere(x == None)", None),
        ("x = tf.zeros([3])\nhere(x is None)", None),
        ("x = tf.zeros([3])\ndel x\nhere(x)", None),
    ],
)  # fmt: skip
def test_the_kind_of_an_expression(body: str, kind: str | None) -> None:
    found, expr = marked(f"import tensorflow as tf\n{body}")

    assert found.kinds.kind(expr) == kind


@pytest.mark.parametrize(
    ("body", "by"),
    [
        ("@tf.function\ndef f(x): here(x)", "tf.function"),
        ("@tf.function(jit_compile=True)\ndef f(x): here(x)", "tf.function"),
        ("@functools.partial(tf.function, jit_compile=True)\ndef f(x): here(x)", "tf.function"),
        ("def f(x): here(x)\ng = tf.function(f)", "tf.function"),
        ("g = tf.function(lambda x: here(x))", "tf.function"),
        ("class A:\n    def f(self, x): here(x)\n    def g(self): return tf.function(self.f)", "tf.function"),
        ("def f(x): here(x)\ntf.data.Dataset.range(3).shuffle(2).map(f)", "Dataset.map"),
        ("def f(x): here(x)\n@tf.function\ndef g(x): f(x)", "tf.function"),
        ("def f(x): here(x)\n@tf.function\ndef g(x): return tf.map_fn(f, x)", "tf.function"),
        ("def d(f):\n    @functools.wraps(f)\n    def g(x): here(x)\n    return g\n@tf.function\n@d\ndef h(x): pass", "tf.function"),
        ("def d(n):\n    def e(f):\n        def g(x): here(x)\n        return g\n    return e\n@tf.function()\n@d(1)\ndef h(x): pass", "tf.function"),
        ("def d(f):\n    def g(x): here(x)\n    return g\n@d\n@tf.function\ndef h(x): pass", None),
        ("def f(x): here(x)", None),
        ("@cache\ndef f(x): here(x)\n@tf.function\ndef g(x): f(x)", None),
        ("def f(x): here(x)\n@tf.function\ndef g(x): return tf.py_function(f, [x], tf.int32)", None),
        ("@tf.function\ndef g(x):\n    with tf.init_scope():\n        here(x)", None),
        ("@tf.function\ndef g(x):\n    if tf.executing_eagerly():\n        here(x)", None),
        ("@tf.function\ndef g(x):\n    def callback(y): here(y)\n    return register(callback)", None),
        ("def f(x): here(x)\nother.map(f)", None),
    ],
)  # fmt: skip
def test_what_is_traced(body: str, by: str | None) -> None:
    found, expr = marked(f"import functools\nimport tensorflow as tf\n{body}")

    trace = found.trace_at(expr)
    assert (trace and trace.by) == by


@pytest.mark.parametrize(
    ("body", "looped"),
    [
        ("for x in y:\n    here(x)", True),
        ("while here(x): pass", True),
        ("[here(x) for x in y]", True),
        ("for x in here(y): pass", False),
        ("[x for x in here(y)]", False),
        ("for x in y:\n    pass\nelse:\n    here(x)", False),
        ("for x in y:\n    def f(): here(x)", False),
        ("for x in y:\n    @here(x)\n    def f(): pass", True),
    ],
)
def test_what_a_loop_repeats(body: str, looped: bool) -> None:
    found, expr = marked(f"import tensorflow as tf\n{body}")

    assert bool(loop_around(found.names, expr)) is looped


def steps(text: str) -> int:
    """How many functions of Python's the rules call for a program."""
    source = Source("example.py", f"import tensorflow as tf\n{text}\n".encode())
    calls: Counter[str] = Counter()
    sys.setprofile(lambda frame, event, arg: calls.update([event]))
    try:
        for rule in RULES:
            options = [rule.OPTIONS] if hasattr(rule, "OPTIONS") else []
            list(rule.check(source, *options))
    finally:
        sys.setprofile(None)
    return calls["call"]


@pytest.mark.parametrize(
    "program",
    [
        lambda size: "x = " + " + ".join(["tf.abs(y)"] * size),
        lambda size: "x = " + "-" * (size // 4) + "tf.abs(y)",
        lambda size: "x = tf" + ".a" * size,
        lambda size: (
            "x0 = tf.zeros([1])\n" + "\n".join(f"x{n + 1} = x{n} + x{n}" for n in range(size))
        ),
        lambda size: (
            "@tf.function\ndef f(x):\n"
            + "\n".join(f"    x = g(x) + x if x else h{n}" for n in range(size // 3))
        ),
        lambda size: (
            "def f(): return f()\nf = tf.function(f)\n"
            + "for x in range(9): "
            + "f(x - " * (size // 4)
            + "x"
            + ")" * (size // 4)
        ),
        lambda size: (
            "def f(x):\n" + "    x = g(x)\n" * size + "    if x: tf.map_fn(f, x, dtype=tf.float32)"
        ),
    ],
    ids=["sum", "minus", "chain", "doubling", "rebound", "recursive", "asked"],
)
def test_twice_an_odd_program_takes_about_twice_the_steps(program: Callable[[int], str]) -> None:
    """What is followed twice at each step would not end at all; with the square of them it would be four times."""
    steps(program(150))  # what is made once is made
    small, large = steps(program(150)), steps(program(300))

    assert 1 < large / small < 2.5


def test_no_library_module_stops_a_rule() -> None:
    drawn = random.Random(5)
    for path in drawn.sample(LIBRARY, 25):
        lines = path.read_text("utf-8").splitlines()
        for _ in range(4):
            del lines[drawn.randrange(len(lines))]
        source = Source("example.py", "\n".join(["import tensorflow as tf", *lines]).encode())
        try:
            assert source.tree
        except SyntaxError:
            continue
        for rule in RULES:
            options = [rule.OPTIONS] if hasattr(rule, "OPTIONS") else []
            list(rule.check(source, *options))
