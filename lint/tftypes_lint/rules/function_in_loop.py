"""A `tf.function` that is made again and again, and traced each time.

A `tf.function` keeps its graphs in the object that `tf.function` returns. One that is made in a
loop, or in a function that a loop calls, starts without any: each round traces the Python code,
builds a graph, and throws both away. It is slower than no `tf.function` at all, by a factor of
ten to a thousand, and the memory of a graph is held until it is collected.

Make it once: at module level, in `__init__`, or before the loop. What changes from round to
round is passed as an argument.

A function that uses something of its round, such as the model that the loop goes through, is a
different function in each, and is not reported.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes_lint.facts import Facts, tensorflow_facts
from tftypes_lint.facts.kinds import FUNCTION_MAKERS
from tftypes_lint.facts.loops import called_in_loop, depends_on, loop_around, names_read
from tftypes_lint.facts.scopes import DEFINITIONS, Function
from tftypes_lint.findings import Severity
from tftypes_lint.rule import Problem
from tftypes_lint.source import Source

CODE: Final = "function-in-loop"
SEVERITY: Final[Severity] = "warning"
MESSAGE: Final = "a new tf.function is made {when}, and traced each time"
PREFILTER: Final = (b"function",)
TENSORFLOW: Final = True

HINT: Final = "make it once, {where}, and call that"

VALID: Final = {
    "made once": """
        import tensorflow as tf
        @tf.function
        def double(x):
            return x * 2
        for step in range(10):
            double(tf.ones([3]))
        """,
    "another function in each round": """
        import tensorflow as tf
        def compiled(models):
            steps = []
            for model in models:
                steps.append(tf.function(model.step))
                @tf.function
                def train(x):
                    return model(x)
                steps.append(train)
            return steps
        """,
    "what the function calls differs": """
        import tensorflow as tf
        def report(layers, x):
            for layer in layers:
                def run(x):
                    return layer(x)
                print(tf.function(run)(x))
        """,
    "a function that makes one is not called in a loop": """
        import tensorflow as tf
        def make(step):
            return tf.function(step)
        def main(x):
            return tf.function(abs)(x)
        main(tf.constant(-1))
        """,
    "what it uses differs from call to call": """
        import tensorflow as tf
        def apply(layer, x):
            @tf.function
            def run(x):
                return layer(x)
            return run(x)
        def all(layers, x):
            for layer in layers:
                x = apply(layer, x)
            return x
        """,
    "defined, and not called there": """
        import tensorflow as tf
        def make():
            @tf.function
            def double(x):
                return x * 2
            return double
        def never():
            @tf.function
            def double(x):
                return x * 2
        for _ in range(3):
            y = make(), never()
        """,
    "kept after the first round": """
        import tensorflow as tf
        class Net:
            compiled = None
            def __call__(self, x):
                if self.compiled is None:
                    self.compiled = tf.function(self.forward)
                return self.compiled(x)
        """,
    "a traced function makes one while it is traced, once": """
        import tensorflow as tf
        def twice(x):
            return x * 2
        @tf.function
        def f(x):
            for _ in range(3):
                x = tf.function(twice)(x)
            return x
        """,
}
INVALID: Final = {
    "in a loop": """
        import tensorflow as tf
        def double(x):
            return x * 2
        for step in range(3):
            y = tf.function(double)(tf.ones([3]))  # error: "in each round of the loop"
        """,
    "decorated in a loop": """
        import tensorflow as tf
        for step in range(3):
            @tf.function  # error: "in each round of the loop"
            def double(x):
                return x * 2
            y = double(tf.ones([3]))
        """,
    "a lambda in a comprehension": """
        import tensorflow as tf
        ys = [tf.function(lambda x: x * 2)(tf.constant(n)) for n in range(3)]  # error: "in each round of the loop"
        """,
    "in a function that a loop calls": """
        import tensorflow as tf
        def double(x):
            return x * 2
        def step(x):
            return tf.function(double)(x)  # error: "on each call of step(), which a loop calls"
        for _ in range(3):
            y = step(tf.ones([3]))
        """,
    "defined in a function that a loop calls": """
        import tensorflow as tf
        def step(x):
            @tf.function  # error: "on each call of step(), which a loop calls"
            def double(x):
                return x * 2
            return double(x)
        for _ in range(3):
            y = step(tf.ones([3]))
        """,
    "on each call of an object": """
        import tensorflow as tf
        class Net:
            def forward(self, x):
                return x * 2
            def __call__(self, x):
                return tf.function(self.forward)(x)  # error: "on each call of __call__()"
        net = Net()
        """,
}

#: Methods that are there to be called over and over.
_REPEATED: Final = frozenset({"__call__", "__getitem__", "__iter__", "__next__"})


def check(source: Source) -> Iterator[Problem]:
    """Each place that makes a tf.function more than once."""
    facts = tensorflow_facts(source)
    if facts is None:
        return
    for place, made, calls in _made(facts):
        found = None if facts.trace_at(place) else _when(facts, place, made, calls)
        if found:
            when, where = found
            yield Problem(source.span(place), {"when": when}, HINT.format(where=where))


def _made(facts: Facts) -> Iterator[tuple[ast.expr, ast.AST, bool]]:
    """Each decorator or call that makes a tf.function, its code, and whether it is called at once."""
    scopes, names = facts.scopes, facts.names
    for definition in scopes.definitions:
        for decorator in definition.decorator_list:
            maker = decorator.func if isinstance(decorator, ast.Call) else decorator
            if names.full_name(maker) in FUNCTION_MAKERS:
                yield decorator, definition, _is_called(facts, definition)
    for call in facts.calls_of(*FUNCTION_MAKERS):
        parent = scopes.parents.get(call)
        if call.args and not (isinstance(parent, DEFINITIONS) and call in parent.decorator_list):
            yield call, call, isinstance(parent, ast.Call) and parent.func is call


def _when(facts: Facts, place: ast.expr, made: ast.AST, calls: bool) -> tuple[str, str] | None:
    loop = loop_around(facts.names, place)
    if loop:
        return (
            None
            if depends_on(facts.names, made, loop)
            else ("in each round of the loop", "before the loop")
        )
    function = facts.scopes.function_around(place)
    if not calls or not isinstance(function, DEFINITIONS) or _is_conditional(facts, place):
        return None
    if _uses_locals(facts, made, function):
        return None
    if called_in_loop(facts.names, function):
        return (
            f"on each call of {function.name}(), which a loop calls",
            f"outside {function.name}()",
        )
    method = isinstance(facts.scopes.scope(function).node, ast.ClassDef)
    if method and function.name in _REPEATED:
        return f"on each call of {function.name}()", "in `__init__`"
    return None


def _uses_locals(facts: Facts, made: ast.AST, function: Function) -> bool:
    """Whether the traced code differs with the call that it is made in (`self` does not count)."""
    methods = facts.scopes.scope(function)
    own = function.args.args[0].arg if methods.is_class and function.args.args else None
    read = names_read(facts.names, _code(made))
    return any(owner.node is function and name != own for owner, name in read)


def _code(made: ast.AST) -> ast.AST:
    """What is traced: the argument of a call of tf.function."""
    return made.args[0] if isinstance(made, ast.Call) else made


def _is_called(facts: Facts, definition: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a nested function is called where it is defined, and goes nowhere else."""
    uses = [
        node
        for node in ast.walk(facts.scopes.scope(definition).node)
        if isinstance(node, ast.Name)
        and node.id == definition.name
        and isinstance(node.ctx, ast.Load)
    ]
    parents = [(facts.scopes.parents[use], use) for use in uses]
    return bool(uses) and all(
        isinstance(call, ast.Call) and call.func is use for call, use in parents
    )


def _is_conditional(facts: Facts, place: ast.expr) -> bool:
    return any(
        isinstance(each, (ast.If, ast.IfExp, ast.Try)) for each in facts.scopes.around(place)
    )
