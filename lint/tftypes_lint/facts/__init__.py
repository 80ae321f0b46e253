"""Facts about one file that the rules on TensorFlow share, worked out when first asked for.

`tensorflow_facts` is the way in. A fact is certain or it is not stated: an expression that
might be something else has no name and no kind.
"""

from __future__ import annotations

import ast
import re
from functools import lru_cache
from typing import Final

from tftypes_lint.data import words
from tftypes_lint.facts.keras import PACKAGES
from tftypes_lint.facts.module import Facts
from tftypes_lint.source import Source

__all__ = ["Facts", "may_use_tensorflow", "tensorflow_facts"]

#: What every file that uses the public interface has on a line that imports something. To look
#: for this and then at the line is ten times faster than to look for such lines.
_NAME: Final = re.compile(rb"tensorflow(?!\.python\b)|\b(?:tf_)?keras\b")
#: What a program of Keras says that runs on something else.
_OTHER_BACKEND: Final = re.compile(rb"^\s*(?:import|from) (?:jax|torch|mlx)\b|KERAS_BACKEND", re.M)
#: Modules of TensorFlow that are no part of its public interface.
_INTERNAL: Final = words("_api compiler core dtensor examples include python security tools tsl")


def tensorflow_facts(source: Source) -> Facts | None:
    """The facts about a file; None when it imports neither TensorFlow's public interface nor Keras."""
    return _facts(source)


# One file is looked at by all rules before the next.
@lru_cache(maxsize=1)
def _facts(source: Source) -> Facts | None:
    if not may_use_tensorflow(source):
        return None
    if not any(map(_is_public, source.statements_on(_NAME))):
        return None
    if not source.holds(b"tensorflow") and _OTHER_BACKEND.search(source.content):
        return None
    return Facts(source)


@lru_cache(maxsize=1)
def may_use_tensorflow(source: Source) -> bool:
    """Whether a line says `import`, or `from`, and the name; some docstrings do, too."""
    content = source.content
    for match in _NAME.finditer(content):
        line = content[content.rfind(b"\n", 0, match.start()) + 1 : match.start()]
        if b"import" in line or b"from" in line:
            return True
    return False


def _is_public(statement: ast.stmt) -> bool:
    """Whether a statement imports TensorFlow's public interface."""
    if isinstance(statement, ast.Import):
        return any(_names_public(alias.name) for alias in statement.names)
    if isinstance(statement, ast.ImportFrom) and not statement.level:
        names = [alias.name for alias in statement.names]
        return (
            statement.module == "tensorflow"
            and not _INTERNAL.issuperset(names)
            or (statement.module != "tensorflow" and _names_public(statement.module or ""))
        )
    return False


def _names_public(module: str) -> bool:
    top, _, rest = module.partition(".")
    return top in PACKAGES or (top == "tensorflow" and rest.partition(".")[0] not in _INTERNAL)
