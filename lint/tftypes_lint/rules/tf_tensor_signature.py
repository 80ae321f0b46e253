"""A `__tf_tensor__` that TensorFlow cannot call, or that does not give a tensor.

TensorFlow converts an object that has the method with `value.__tf_tensor__(dtype, name)`, both
by position (`tensorflow.convert_to_tensor`, and so every op that takes a tensor). A method that
does not take two arguments raises TypeError there.

What comes back is taken for the tensor as it is: TensorFlow neither checks it nor tries another
conversion. NotImplemented, None, an array, a list or a variable fails later, inside some op, with
a message that says nothing of the method; so does a coroutine or a generator.

A method under a decorator that may change its signature is left alone.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

from tftypes_lint.changes import AddParameters, Keyword
from tftypes_lint.facts.names import Names
from tftypes_lint.facts.returned import misplaced_name, no_tensor, returned, runs_out
from tftypes_lint.facts.scopes import Scopes
from tftypes_lint.findings import Severity
from tftypes_lint.rule import Fix, Problem
from tftypes_lint.source import Source, own_statements

CODE: Final = "tf-tensor-signature"
SEVERITY: Final[Severity] = "error"
MESSAGE: Final = "TensorFlow {does}: {reason}"
PREFILTER: Final = (b"__tf_tensor__",)

METHOD: Final = "__tf_tensor__"
_MARK: Final = re.compile(METHOD.encode())
#: What TensorFlow passes, by position.
PASSED: Final = ("dtype", "name")
HINT: Final = "write `def __tf_tensor__(self, dtype=None, name=None)`"
CALLS: Final = "calls `value.__tf_tensor__(dtype, name)`"
TAKES: Final = "takes what `__tf_tensor__` returns for the tensor"
CONVERT: Final = "return `tf.convert_to_tensor(value, dtype, name=name)`"
DECLINE: Final = "raise TypeError where there is no conversion"


#: Decorators that leave the signature as it is written, by the last part of their name.
TRANSPARENT: Final = frozenset({"abstractmethod", "final", "override"})

VALID: Final = {
    "a method that is called numpy, and takes something": """
        class Celsius:
            def __tf_tensor__(self, dtype=None, name=None):
                return self.table.numpy(dtype)
        class Kelvin:
            def __tf_tensor__(self, dtype=None, name=None):
                return self.table.numpy(name=name)
        """,
    "as TensorFlow's own protocol has it": """
        class Celsius:
            def __tf_tensor__(self, dtype=None, name=None):
                return tf.convert_to_tensor(self.degrees, dtype, name=name)
        """,
    "names and defaults do not matter, the call is by position": """
        class A:
            def __tf_tensor__(self, wanted, label, /): ...
        class B:
            def __tf_tensor__(self, *args): ...
        class C:
            def __tf_tensor__(self, dtype, name, as_ref=False, *, copy=True): ...
        """,
    "a static method, a class method, a lambda": """
        class A:
            @staticmethod
            def __tf_tensor__(dtype=None, name=None): ...
        class B:
            @classmethod
            def __tf_tensor__(cls, dtype=None, name=None): ...
        class C:
            __tf_tensor__ = lambda self, dtype=None, name=None: tf.constant(1)
        """,
    "None says that there is no conversion": """
        class A:
            __tf_tensor__ = None
        """,
    "a decorator may change the signature": """
        class A:
            @adapt
            def __tf_tensor__(self): ...
        class B:
            @property
            def __tf_tensor__(self):
                return self.convert
        """,
    "every way out gives a tensor, raises, or cannot be seen": """
        class A:
            def __tf_tensor__(self, dtype=None, name=None):
                if self.tensor is None:
                    raise TypeError("empty")
                elif dtype is None:
                    return self.tensor
                else:
                    return tf.cast(self.tensor, dtype)
        class B:
            def __tf_tensor__(self, dtype=None, name=None):
                def inner():
                    return None
                with tf.name_scope("b"):
                    return self.convert(inner)
        class C:
            def __tf_tensor__(self, dtype=None, name=None):
                self.complain()
        class D:
            def __tf_tensor__(self, dtype=None, name=None):
                raise TypeError("not now")
        class E:
            def __tf_tensor__(self, dtype=None, name=None):
                if dtype:
                    return self.cast()
                return numpy()
        """,
    "a function that only has the name": """
        def __tf_tensor__(value): ...
        """,
}
INVALID: Final = {
    "arguments are not accepted": """
        class A:
            def __tf_tensor__(self): ...  # error: "dtype and name are not accepted"
        class B:
            def __tf_tensor__(self, dtype=None): ...  # error: "name is not accepted"
        class C:
            def __tf_tensor__(): ...  # error: "not even self is accepted"
        class D:
            __tf_tensor__ = lambda self: tf.constant(1)  # error: "dtype and name are not accepted"
        """,
    "keyword-only parameters cannot be passed by position": """
        class A:
            def __tf_tensor__(self, *, dtype=None, name=None): ...  # error: "dtype and name are not accepted by position"
        class B:
            def __tf_tensor__(self, dtype=None, *, name=None): ...  # error: "name is not accepted by position"
        """,
    "parameters that are never given": """
        class A:
            def __tf_tensor__(self, dtype, name, as_ref): ...  # error: "nothing is given for as_ref"
        class B:
            def __tf_tensor__(self, dtype, name, *, copy, cast): ...  # error: "nothing is given for copy and cast"
        class C:
            @staticmethod
            def __tf_tensor__(self, dtype, name): ...  # error: "nothing is given for name"
        """,
    "no tensor comes back": """
        class A:
            async def __tf_tensor__(self, dtype=None, name=None): ...  # error: "a coroutine comes back"
        class B:
            def __tf_tensor__(self, dtype=None, name=None):  # error: "a generator comes back"
                yield tf.constant(1)
        """,
    "what is no tensor": """
        import numpy as np
        import tensorflow as tf
        class A:
            def __tf_tensor__(self, dtype=None, name=None):
                if dtype == tf.string:
                    return NotImplemented  # error: "NotImplemented, after which it tries nothing else"
                if dtype is None:
                    return None  # error: "None"
                if dtype == tf.int32:
                    return  # error: "None"
                if dtype == tf.float32:
                    return np.asarray(self.values)  # error: "a NumPy array"
                if dtype == tf.float64:
                    return self.tensor.numpy()  # error: "a NumPy array"
                if dtype == tf.int64:
                    return tf.Variable(1)  # error: "a variable"
                return [1, 2]  # error: "a list"
        class B:
            __tf_tensor__ = lambda self, dtype=None, name=None: 1.0  # error: "a number"
        """,
    "the end without a return": """
        import tensorflow as tf
        class A:
            def __tf_tensor__(self, dtype=None, name=None):  # error: "None, where it ends without a return"
                tf.convert_to_tensor(self.values, dtype)
        class B:
            def __tf_tensor__(self, dtype=None, name=None):  # error: "None, where it ends without a return"
                if dtype is None:
                    return self.tensor
        """,
    "the name where something else belongs": """
        import tensorflow as tf
        class A:
            def __tf_tensor__(self, dtype=None, name=None):
                return tf.convert_to_tensor(self.values, dtype, name)  # error: "`name` arrives as dtype_hint"
        class B:
            def __tf_tensor__(self, dtype=None, name=None):
                return tf.constant(self.values, dtype, name)  # error: "`name` arrives as shape"
        """,
    "a class method, and a static one, which has no fix": """
        class A:
            @classmethod
            def __tf_tensor__(cls): ...  # error: "dtype and name are not accepted"
        class B:
            @staticmethod
            def __tf_tensor__(dtype=None): ...  # error: "name is not accepted"
        """,
    "in a branch, and under a decorator that keeps the signature": """
        class A:
            if EAGER:
                @abc.abstractmethod
                def __tf_tensor__(self): ...  # error: "dtype and name are not accepted"
        """,
}


FIXED: Final = {
    "arguments are not accepted": """
        class A:
            def __tf_tensor__(self, dtype=None, name=None): ...  # error: "dtype and name are not accepted"
        class B:
            def __tf_tensor__(self, dtype=None, name=None): ...  # error: "name is not accepted"
        class C:
            def __tf_tensor__(): ...  # error: "not even self is accepted"
        class D:
            __tf_tensor__ = lambda self, dtype=None, name=None: tf.constant(1)  # error: "dtype and name are not accepted"
        """,
    "a class method, and a static one, which has no fix": """
        class A:
            @classmethod
            def __tf_tensor__(cls, dtype=None, name=None): ...  # error: "dtype and name are not accepted"
        class B:
            @staticmethod
            def __tf_tensor__(dtype=None): ...  # error: "name is not accepted"
        """,
    "the name where something else belongs": """
        import tensorflow as tf
        class A:
            def __tf_tensor__(self, dtype=None, name=None):
                return tf.convert_to_tensor(self.values, dtype, name=name)  # error: "`name` arrives as dtype_hint"
        class B:
            def __tf_tensor__(self, dtype=None, name=None):
                return tf.constant(self.values, dtype, name=name)  # error: "`name` arrives as shape"
        """,
}


def check(source: Source) -> Iterator[Problem]:
    """Each `__tf_tensor__` of a class that fails when TensorFlow calls it, and what it may give."""
    names: Names | None = None
    for statement in source.statements_on(_MARK):
        if not isinstance(statement, ast.ClassDef):
            continue
        for member in own_statements(statement.body):
            method = _method(member)
            if method is None:
                continue
            reason = _reason(member)
            if reason:
                values = {"does": CALLS, "reason": reason}
                yield Problem(source.span_of_word(METHOD, member), values, HINT, method)
                continue
            names = names or Names(Scopes(source.tree))
            yield from _results(source, names, member, method)


def fix(source: Source, problem: Problem) -> Fix | None:
    """The missing parameters added, or the name passed as the name."""
    node = problem.data
    if isinstance(node, ast.Call):
        return Fix("safe", "pass the name by name", (Keyword(source.span(node.args[2]), "name"),))
    if isinstance(node, (ast.FunctionDef, ast.Lambda)):
        plain = [*node.args.posonlyargs, *node.args.args]
        others = (
            node.args.vararg or node.args.kwarg or node.args.kwonlyargs or node.args.posonlyargs
        )
        missing = PASSED[len(plain) - 1 :] if plain else ()
        static = isinstance(node, ast.FunctionDef) and any(
            _last_name(each) == "staticmethod" for each in node.decorator_list
        )
        if missing and not others and not static:
            change = AddParameters(source.span(node), tuple(missing))
            return Fix("safe", f"add {_listed(missing)}", (change,))
    return None


def _method(member: ast.stmt) -> ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | None:
    """What the class calls `__tf_tensor__` here, where its signature is as it is written."""
    if isinstance(member, (ast.FunctionDef, ast.AsyncFunctionDef)) and member.name == METHOD:
        return member if _bound(member.decorator_list) is not None else None
    if isinstance(member, ast.Assign) and isinstance(member.value, ast.Lambda):
        names = {target.id for target in member.targets if isinstance(target, ast.Name)}
        return member.value if METHOD in names else None
    return None


def _results(
    source: Source,
    names: Names,
    member: ast.stmt,
    method: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda,
) -> Iterator[Problem]:
    """What the method may return that is no tensor."""
    for node, value in returned(names, method):
        told = no_tensor(names, value)
        if told:
            values = {"does": TAKES, "reason": f"this is {told}"}
            hint = DECLINE if told.startswith("N") and "NumPy" not in told else CONVERT
            yield Problem(source.span(node), values, hint)
        third = misplaced_name(names, value)
        if third and isinstance(value, ast.Call):
            values = {"does": TAKES, "reason": f"`name` arrives as {third}"}
            yield Problem(source.span(value.args[2]), values, "write `name=name`", value)
    if isinstance(method, ast.FunctionDef) and runs_out(names, method):
        values = {"does": TAKES, "reason": "it is None, where it ends without a return"}
        yield Problem(source.span_of_word(METHOD, member), values, CONVERT)


def _reason(member: ast.stmt) -> str | None:
    """Why TensorFlow's call of this member fails, where that is certain."""
    if isinstance(member, (ast.FunctionDef, ast.AsyncFunctionDef)) and member.name == METHOD:
        bound = _bound(member.decorator_list)
        if bound is None:
            return None
        return _misfit(member.args, bound) or _wrong_result(member)
    if isinstance(member, ast.Assign) and isinstance(member.value, ast.Lambda):
        names = {target.id for target in member.targets if isinstance(target, ast.Name)}
        return _misfit(member.value.args, 1) if METHOD in names else None
    return None


def _bound(decorators: list[ast.expr]) -> int | None:
    """How many arguments Python puts before those of the call; None when a decorator hides it."""
    names = {_last_name(decorator) for decorator in decorators}
    if not names <= TRANSPARENT | {"staticmethod", "classmethod"}:
        return None
    return 0 if "staticmethod" in names else 1


def _last_name(decorator: ast.expr) -> str | None:
    if isinstance(decorator, ast.Attribute):
        return decorator.attr
    return decorator.id if isinstance(decorator, ast.Name) else None


def _misfit(parameters: ast.arguments, bound: int) -> str | None:
    """What is wrong with the call's arguments for these parameters."""
    positional = [*parameters.posonlyargs, *parameters.args]
    given = bound + len(PASSED)
    if given > len(positional) and parameters.vararg is None:
        refused = PASSED[max(len(positional) - bound, 0) :]
        if len(positional) < bound:
            return "not even self is accepted"
        by_position = " by position" if parameters.kwonlyargs else ""
        return (
            f"{_listed(refused)} {'is' if len(refused) == 1 else 'are'} not accepted{by_position}"
        )
    required = positional[: len(positional) - len(parameters.defaults)]
    missing = [parameter.arg for parameter in required[given:]]
    missing += [
        parameter.arg
        for parameter, default in zip(parameters.kwonlyargs, parameters.kw_defaults, strict=True)
        if default is None
    ]
    return f"nothing is given for {_listed(missing)}" if missing else None


def _wrong_result(method: ast.FunctionDef | ast.AsyncFunctionDef) -> str | None:
    generator = any(_yields(statement) for statement in method.body)
    if isinstance(method, ast.AsyncFunctionDef):
        return f"{'an async generator' if generator else 'a coroutine'} comes back, not a tensor"
    return "a generator comes back, not a tensor" if generator else None


def _yields(node: ast.AST) -> bool:
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
        return False
    if isinstance(node, (ast.Yield, ast.YieldFrom)):
        return True
    return any(_yields(child) for child in ast.iter_child_nodes(node))


def _listed(names: list[str] | tuple[str, ...]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
