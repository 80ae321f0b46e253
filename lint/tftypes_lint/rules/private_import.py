"""An import of `tensorflow.python` or something in it.

TensorFlow's public interface is `tensorflow` and what it exports. `tensorflow.python` holds
its implementation: modules are moved, renamed and removed there in any release, without
notice, and `import tensorflow as tf` does not even show it as `tf.python`. Most of what is
useful there has a public name.

TensorFlow's own files may import it, and are not reported.

The fix imports the public name, where each name of the statement has one: TensorFlow's `tf_export`
gives the very same object, so nothing else changes.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

from tftypes_lint.changes import Change, Import, Remove, ReplaceStatement, replace
from tftypes_lint.data import private_names
from tftypes_lint.facts import Facts, tensorflow_facts
from tftypes_lint.facts.names import Names
from tftypes_lint.facts.scopes import Scopes
from tftypes_lint.findings import Severity
from tftypes_lint.rule import Fix, Problem
from tftypes_lint.source import Source

CODE: Final = "private-import"
SEVERITY: Final[Severity] = "warning"
MESSAGE: Final = "`{module}` is private to TensorFlow and may change in any release"
PREFILTER: Final = (b"tensorflow",)

PRIVATE: Final = "tensorflow.python"
_NAME: Final = re.compile(rb"tensorflow")
HINT: Final = "import the public name from `tensorflow`"
#: The Keras that TensorFlow keeps for itself, and the public modules with what is in its own.
_KERAS: Final = f"{PRIVATE}.keras"
_MODULES: Final = {"optimizer_v2": "optimizers", "engine": "layers", "saving": "models"}

VALID: Final = {
    "the public interface": """
        import tensorflow as tf
        from tensorflow import keras
        """,
    "a module of the program that has the same name": """
        from .tensorflow.python import ops
        from mytensorflow.python import ops
        from tensorflow.python_extras import ops
        """,
    "a string or a comment": """
        # from tensorflow.python.framework import ops
        NAME = "import tensorflow.python"
        """,
}
INVALID: Final = {
    "every form of import": """
        import tensorflow.python  # error: "`tensorflow.python` is private"
        import tensorflow.python.framework.ops as ops  # error: "`tensorflow.python.framework.ops`"
        from tensorflow.python.framework import ops  # error: "`tensorflow.python.framework`"
        from tensorflow import keras, python  # error: "`tensorflow.python` is private"
        """,
    "several in one statement": """
        import os, tensorflow.python.eager.context  # error: "`tensorflow.python.eager.context`"
        """,
    "names that are public": """
        from tensorflow.python.ops.math_ops import matmul, reduce_sum as total  # error: "`tensorflow.python.ops.math_ops`"
        y = total(matmul([[1.0]], [[2.0]]))
        """,
    "modules": """
        import numpy as np
        from tensorflow.python.framework import tensor_conversion  # error: "`tensorflow.python.framework`"
        from tensorflow.python.ops import math_ops  # error: "`tensorflow.python.ops`"
        y = math_ops.reduce_sum(tensor_conversion.convert_to_tensor_v2_with_dispatch(np.ones(3)))
        """,
    "through the whole package": """
        import tensorflow as tf
        import tensorflow.python.ops.math_ops  # error: "`tensorflow.python.ops.math_ops` is private"
        y = tf.python.ops.math_ops.matmul([[1.0]], [[2.0]])  # error: "`tensorflow.python.ops.math_ops.matmul` is private"
        """,
    "where it is tried, deferred or for types only": """
        from typing import TYPE_CHECKING
        if TYPE_CHECKING:
            from tensorflow.python.types import core  # error: "`tensorflow.python.types` is private"
        try:
            from tensorflow.python.util import nest  # error: "`tensorflow.python.util` is private"
        except ImportError:
            nest = None
        def f():
            from tensorflow.python.ops import math_ops  # error: "`tensorflow.python.ops` is private"
        """,
}
FIXED: Final = {
    "names that are public": """
        from tensorflow.linalg import matmul
        from tensorflow.math import reduce_sum as total  # error: "`tensorflow.python.ops.math_ops`"
        y = total(matmul([[1.0]], [[2.0]]))
        """,
    "modules": """
        import numpy as np
        import tensorflow as tf

        # error: "`tensorflow.python.framework`"
        # error: "`tensorflow.python.ops`"
        y = tf.math.reduce_sum(tf.convert_to_tensor(np.ones(3)))
        """,
}


def check(source: Source) -> Iterator[Problem]:
    """Each name imported from below `tensorflow.python`."""
    if b"python" not in source.content or source.package == "tensorflow":
        return
    for statement in source.statements_on(_NAME):
        if isinstance(statement, ast.Import):
            for alias in statement.names:
                if _is_private(alias.name):
                    yield Problem(source.span(alias), {"module": alias.name}, HINT)
        elif isinstance(statement, ast.ImportFrom) and not statement.level and statement.module:
            yield from _imported_from(source, statement, statement.module)
    facts = tensorflow_facts(source) if b".python." in source.content else None
    if facts:
        yield from _used(facts)


def _used(facts: Facts) -> Iterator[Problem]:
    """Each use of a private name through a module that is imported whole: `tf.python.ops.x`."""
    for attribute in facts.scopes.each(ast.Attribute):
        if isinstance(facts.scopes.parents[attribute], ast.Attribute):
            continue
        name = facts.names.full_name(attribute)
        if name and _is_private(name) and _is_whole(facts, attribute):
            public = private_names().get(name)
            hint = f"use `{public}`" if public else HINT
            yield Problem(facts.source.span(attribute), {"module": name}, hint, (attribute, public))


def _is_whole(facts: Facts, attribute: ast.Attribute) -> bool:
    """Whether a chain of attributes starts at `import tensorflow`, with its private part in it."""
    base: ast.expr = attribute
    while isinstance(base, ast.Attribute):
        base = base.value
    return facts.names.full_name(base) == "tensorflow"


def _imported_from(source: Source, statement: ast.ImportFrom, module: str) -> Iterator[Problem]:
    if _is_private(module):
        yield Problem(
            source.span(statement), {"module": module}, _hint(statement, module), statement
        )
        return
    for alias in statement.names:
        name = f"{module}.{alias.name}"
        if _is_private(name):
            yield Problem(source.span(alias), {"module": name}, HINT)


def _is_private(module: str) -> bool:
    return f"{module}.".startswith(f"{PRIVATE}.")


def _hint(statement: ast.ImportFrom, module: str) -> str:
    """The public names of what is imported, where there are some."""
    names = {alias.name: private_names().get(f"{module}.{alias.name}") for alias in statement.names}
    if f"{module}.".startswith(f"{_KERAS}."):
        inner = module.removeprefix(_KERAS).strip(".").partition(".")[0]
        place = ".".join(filter(None, ("tensorflow.keras", _MODULES.get(inner, inner))))
        return f"import it from `{place}`: {_KERAS} is another Keras, whose objects Keras does not take"
    public = [f"`{name}` is `{instead}`" for name, instead in names.items() if instead]
    return f"{HINT}: {', '.join(public)}" if public else HINT


def fix(source: Source, problem: Problem) -> Fix | None:
    """The public names in place of the private ones; None where one of them has none."""
    if isinstance(problem.data, tuple):
        attribute, public = problem.data
        base = ast.unparse(attribute).partition(".python.")[0]
        if public is None:
            return None
        edit = replace(source, attribute, public.replace("tf", base, 1))
        return Fix("safe", f"use {public}, which is the same object", (edit,))
    statement = problem.data
    if not isinstance(statement, ast.ImportFrom) or not statement.module:
        return None
    changes: list[Change] = []
    lines: list[str] = []
    names = Names(Scopes(source.tree))
    for alias in statement.names:
        private, bound = f"{statement.module}.{alias.name}", alias.asname or alias.name
        public = private_names().get(private)
        if public:
            lines.append(_import_line(public, bound))
            continue
        uses = _public_uses(names, statement, private, bound)
        if uses is None:
            return None
        changes += [replace(source, use, name) for use, name in uses]
    if changes and "tf" not in names.scopes.module.bindings:
        changes.append(Import("tensorflow", alias="tf"))
    span = source.span(statement)
    if lines:
        changes.append(ReplaceStatement(span, "\n".join(dict.fromkeys(lines))))
    else:
        changes.append(Remove(span))
    return Fix("safe", "import the public names, which are the same objects", tuple(changes))


def _import_line(public: str, bound: str) -> str:
    module, _, name = public.replace("tf", "tensorflow", 1).rpartition(".")
    return f"from {module} import {name}" + (f" as {bound}" if bound != name else "")


def _public_uses(
    names: Names, statement: ast.ImportFrom, private: str, bound: str
) -> list[tuple[ast.expr, str]] | None:
    """Each use of a private module as `module.name`, with the public name; None where one has none."""
    found: list[tuple[ast.expr, str]] = []
    taken = names.scopes.module.bindings.get("tf", [])
    top = names.scopes.scope(statement) is names.scopes.module
    if not top or any(each.name != "tensorflow" for each in taken):
        return None
    for name in names.scopes.each(ast.Name):
        if name.id == bound and any(each.node is statement for each in names.bindings(name)):
            parent = names.scopes.parents[name]
            public = isinstance(parent, ast.Attribute) and private_names().get(
                f"{private}.{parent.attr}"
            )
            if not public or names.only(name) is None or not isinstance(parent, ast.Attribute):
                return None
            found.append((parent, public))
    return found or None
