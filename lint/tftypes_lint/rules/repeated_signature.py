"""An `input_signature` that repeats what the annotations say.

`tf.function(input_signature=[...])` and the annotations of the parameters are two copies of one
statement. When one is changed and the other forgotten, the checker trusts the annotation and the
program obeys the signature.

`tftypes.runtime.function` makes the signature of the annotations. It checks more: it does not
silently turn a float64 array into int32, as `input_signature` does.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes_lint.changes import Import, replace
from tftypes_lint.facts import Facts, tensorflow_facts
from tftypes_lint.findings import Severity
from tftypes_lint.rule import Fix, Problem
from tftypes_lint.source import Source

CODE: Final = "repeated-signature"
SEVERITY: Final[Severity] = "warning"
MESSAGE: Final = "`input_signature` repeats the annotations of `{function}`"
PREFILTER: Final = (b"input_signature",)
TENSORFLOW: Final = True

HINT: Final = "use `tftypes.runtime.function`, which makes it of the annotations"

VALID: Final = {
    "the annotations are the signature": """
        from tftypes import Shape, Tensor, float32
        from tftypes.runtime import function
        @function
        def double(x: Tensor[float32, Shape[None, 3]]):
            return x * 2
        """,
    "annotations that say less": """
        import tensorflow as tf
        from tftypes import Shape, Tensor, float32
        @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
        def double(x: tf.Tensor):
            return x * 2
        @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
        def triple(x: Tensor[float32]):
            return x * 3
        """,
    "annotations that say something else": """
        import tensorflow as tf
        from tftypes import Shape, Tensor, float32
        @tf.function(input_signature=[tf.TensorSpec([4, 3], tf.float32)])
        def double(x: Tensor[float32, Shape[None, 3]]):
            return x * 2
        """,
    "names for a signature or a shape": """
        import tensorflow as tf
        from tftypes import Shape, Tensor, float32
        Row = Shape[3]
        SIGNATURE = [tf.TensorSpec([3], tf.float32)]
        @tf.function(input_signature=SIGNATURE)
        def double(x: Tensor[float32, Shape[3]]):
            return x * 2
        @tf.function(input_signature=[tf.TensorSpec([3], tf.float32)])
        def triple(x: Tensor[float32, Row]):
            return x * 3
        """,
    "no parameters": """
        import tensorflow as tf
        @tf.function(input_signature=[])
        def one():
            return tf.ones([])
        """,
}
INVALID: Final = {
    "the same twice": """
        import tensorflow as tf
        from tftypes import Shape, Tensor, float32
        @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])  # error: "repeats the annotations of `double`"
        def double(x: Tensor[float32, Shape[None, 3]]):
            return x * 2
        """,
    "with other options": """
        import tensorflow as tf
        import tftypes as tt
        class Net(tf.Module):
            @tf.function(jit_compile=False, input_signature=(tf.TensorSpec(shape=[3]), tf.TensorSpec([], "int32")))  # error: "repeats the annotations of `step`"
            def step(self, x: tt.Tensor[tt.float32, tt.Shape[3]], n: tt.Tensor[tf.int32, tt.Shape[()]]):
                return x
        """,
}
FIXED: Final = {
    "the same twice": """
        import tensorflow as tf
        from tftypes import Shape, Tensor, float32
        from tftypes.runtime import function

        @function  # error: "repeats the annotations of `double`"
        def double(x: Tensor[float32, Shape[None, 3]]):
            return x * 2
        """,
}

#: A dtype by name, and the size of each dim; None where it is open.
Spec = tuple[str, tuple[int | None, ...]]


def check(source: Source) -> Iterator[Problem]:
    """Each tf.function whose signature is that of its annotations."""
    facts = tensorflow_facts(source)
    if facts is None:
        return
    for definition in facts.scopes.definitions:
        for decorator in definition.decorator_list:
            if not isinstance(decorator, ast.Call):
                continue
            if facts.names.full_name(decorator.func) == "tensorflow.function":
                signature = next(
                    (each.value for each in decorator.keywords if each.arg == "input_signature"),
                    None,
                )
                if _is_same(facts, definition, signature):
                    problem = Problem(source.span(decorator), {"function": definition.name}, HINT)
                    yield Problem(problem.span, problem.values, HINT, (decorator, facts))


def fix(source: Source, problem: Problem) -> Fix | None:
    """Leaves the annotations as the only signature."""
    decorator, facts = problem.data
    taken = facts.scopes.module.bindings.get("function")
    if len(decorator.keywords) != 1 or decorator.args or taken:
        return None
    changes = (Import("tftypes.runtime", "function"), replace(source, decorator, "function"))
    return Fix(
        "unsafe", "make the signature of the annotations; arguments are checked, not cast", changes
    )


def _is_same(
    facts: Facts, definition: ast.FunctionDef | ast.AsyncFunctionDef, signature: ast.expr | None
) -> bool:
    if not isinstance(signature, (ast.List, ast.Tuple)) or not signature.elts:
        return False
    parameters = [*definition.args.posonlyargs, *definition.args.args]
    if facts.scopes.scope(definition).is_class:
        parameters = parameters[1:]
    if len(parameters) != len(signature.elts):
        return False
    said = [_annotated(facts, each.annotation) for each in parameters]
    return None not in said and said == [_spec(facts, each) for each in signature.elts]


def _annotated(facts: Facts, annotation: ast.expr | None) -> Spec | None:
    """What `Tensor[float32, Shape[None, 3]]` says."""
    if not isinstance(annotation, ast.Subscript) or not isinstance(annotation.slice, ast.Tuple):
        return None
    if (
        facts.names.full_name(annotation.value) != "tftypes.Tensor"
        or len(annotation.slice.elts) != 2
    ):
        return None
    dtype, shape = annotation.slice.elts
    if (
        not isinstance(shape, ast.Subscript)
        or facts.names.full_name(shape.value) != "tftypes.Shape"
    ):
        return None
    dims = shape.slice.elts if isinstance(shape.slice, ast.Tuple) else [shape.slice]
    return _put(_dtype(facts, dtype), _dims(dims))


def _spec(facts: Facts, spec: ast.expr) -> Spec | None:
    """What `tf.TensorSpec([None, 3], tf.float32)` says."""
    if (
        not isinstance(spec, ast.Call)
        or facts.names.full_name(spec.func) != "tensorflow.TensorSpec"
    ):
        return None
    given = dict(zip(("shape", "dtype", "name"), spec.args))
    given.update({each.arg: each.value for each in spec.keywords if each.arg})
    shape, dtype = given.get("shape"), given.get("dtype")
    if not isinstance(shape, (ast.List, ast.Tuple)) or "name" in given:
        return None
    return _put(_dtype(facts, dtype) if dtype else "float32", _dims(shape.elts))


def _put(dtype: str | None, dims: tuple[int | None, ...] | None) -> Spec | None:
    return None if dtype is None or dims is None else (dtype, dims)


def _dtype(facts: Facts, expr: ast.expr) -> str | None:
    if isinstance(expr, ast.Constant):
        return expr.value if isinstance(expr.value, str) else None
    module, _, name = (facts.names.full_name(expr) or "").rpartition(".")
    return name if module in ("tensorflow", "tftypes") else None


def _dims(dims: list[ast.expr]) -> tuple[int | None, ...] | None:
    values = [each.value if isinstance(each, ast.Constant) else ... for each in dims]
    if all(value is None or type(value) is int for value in values):
        return tuple(values)  # type: ignore[arg-type]
    return None
