"""A `__tf_tensor__` that TensorFlow cannot call.

TensorFlow converts an object that has the method with `value.__tf_tensor__(dtype, name)`, both
by position (`tensorflow.convert_to_tensor`, and so every op that takes a tensor). A method that
does not take two arguments raises TypeError there; one that is async or a generator gives a
coroutine or a generator in place of a tensor, and fails later, inside some op.

A method under a decorator that may change its signature is left alone.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes_lint.findings import Severity
from tftypes_lint.rule import Problem
from tftypes_lint.source import Source, own_statements

CODE: Final = "tf-tensor-signature"
SEVERITY: Final[Severity] = "error"
MESSAGE: Final = "TensorFlow calls `value.__tf_tensor__(dtype, name)`: {reason}"
PREFILTER: Final = (b"__tf_tensor__",)

METHOD: Final = "__tf_tensor__"
#: What TensorFlow passes, by position.
PASSED: Final = ("dtype", "name")
HINT: Final = "write `def __tf_tensor__(self, dtype=None, name=None)`"

#: Decorators that leave the signature as it is written, by the last part of their name.
TRANSPARENT: Final = frozenset({"abstractmethod", "final", "override"})

VALID: Final = {
    "as TensorFlow's own protocol has it": """
        class Celsius:
            def __tf_tensor__(self, dtype=None, name=None):
                return tf.convert_to_tensor(self.degrees, dtype, name)
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
    "in a branch, and under a decorator that keeps the signature": """
        class A:
            if EAGER:
                @abc.abstractmethod
                def __tf_tensor__(self): ...  # error: "dtype and name are not accepted"
        """,
}


def check(source: Source) -> Iterator[Problem]:
    """Each `__tf_tensor__` of a class that fails when TensorFlow calls it."""
    for statement in source.statements:
        if isinstance(statement, ast.ClassDef):
            for member in own_statements(statement.body):
                reason = _reason(member)
                if reason:
                    yield Problem(source.span_of_word(METHOD, member), {"reason": reason}, HINT)


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
