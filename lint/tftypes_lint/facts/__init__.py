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
from tftypes_lint.facts.module import Facts
from tftypes_lint.source import Source

__all__ = ["Facts", "tensorflow_facts"]

#: What every file that uses the public interface has, and some docstrings, too.
_MARK: Final = re.compile(rb"(?:import|from)[ \t][^\n]*\btensorflow\b(?!\.python\b)")
#: Modules of TensorFlow that are no part of its public interface.
_INTERNAL: Final = words("_api compiler core dtensor examples include python security tools tsl")


def tensorflow_facts(source: Source) -> Facts | None:
    """The facts about a file; None when it does not import TensorFlow's public interface."""
    return _facts(source)


# One file is looked at by all rules before the next.
@lru_cache(maxsize=1)
def _facts(source: Source) -> Facts | None:
    if not _MARK.search(source.content):
        return None
    return Facts(source) if any(map(_is_public, source.statements)) else None


def _is_public(statement: ast.stmt) -> bool:
    """Whether a statement imports TensorFlow's public interface."""
    if isinstance(statement, ast.Import):
        return any(_names_public(alias.name) for alias in statement.names)
    if isinstance(statement, ast.ImportFrom) and not statement.level:
        names = [alias.name for alias in statement.names]
        return (
            statement.module == "tensorflow"
            and not _INTERNAL.issuperset(names)
            or ("." in (statement.module or "") and _names_public(statement.module or ""))
        )
    return False


def _names_public(module: str) -> bool:
    top, _, rest = module.partition(".")
    return top == "tensorflow" and rest.partition(".")[0] not in _INTERNAL
