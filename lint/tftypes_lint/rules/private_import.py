"""An import of `tensorflow.python` or something in it.

TensorFlow's public interface is `tensorflow` and what it exports. `tensorflow.python` holds
its implementation: modules are moved, renamed and removed there in any release, without
notice, and `import tensorflow as tf` does not even show it as `tf.python`. Most of what is
useful there has a public name.

TensorFlow's own files may import it, and are not reported.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes_lint.findings import Severity
from tftypes_lint.rule import Problem
from tftypes_lint.source import Source

CODE: Final = "private-import"
SEVERITY: Final[Severity] = "warning"
MESSAGE: Final = "`{module}` is private to TensorFlow and may change in any release"
PREFILTER: Final = (b"tensorflow",)

PRIVATE: Final = "tensorflow.python"
HINT: Final = "import the public name from `tensorflow`"

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


def check(source: Source) -> Iterator[Problem]:
    """Each name imported from below `tensorflow.python`."""
    if b"python" not in source.content or source.package == "tensorflow":
        return
    for statement in source.statements:
        if isinstance(statement, ast.Import):
            for alias in statement.names:
                if _is_private(alias.name):
                    yield Problem(source.span(alias), {"module": alias.name}, HINT)
        elif isinstance(statement, ast.ImportFrom) and not statement.level and statement.module:
            yield from _imported_from(source, statement, statement.module)


def _imported_from(source: Source, statement: ast.ImportFrom, module: str) -> Iterator[Problem]:
    if _is_private(module):
        yield Problem(source.span(statement), {"module": module}, HINT)
        return
    for alias in statement.names:
        name = f"{module}.{alias.name}"
        if _is_private(name):
            yield Problem(source.span(alias), {"module": name}, HINT)


def _is_private(module: str) -> bool:
    return module == PRIVATE or module.startswith(f"{PRIVATE}.")
