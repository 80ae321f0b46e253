"""`isinstance` on a runtime-checkable Protocol in a loop.

Python answers `isinstance(x, P)` for a Protocol `P` by looking up each of its members on the
object, every time: 5 to 10 microseconds on Python 3.11, which is a hundred times an ordinary
`isinstance`, and as much as a small op of TensorFlow takes. In a loop over the leaves of a
structure it becomes the cost of the loop. It says nothing about signatures either: a class with a
`shape` of any kind passes.

Ask once, outside the loop, by type; or use an abstract class, or the classes of `tftypes`, which
answer from a cache by type.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes_lint.facts.loops import loop_around
from tftypes_lint.facts.names import Names
from tftypes_lint.facts.scopes import Scopes
from tftypes_lint.findings import Severity
from tftypes_lint.rule import Problem
from tftypes_lint.source import Source

CODE: Final = "protocol-isinstance"
SEVERITY: Final[Severity] = "note"
MESSAGE: Final = (
    "isinstance looks up each member of the Protocol `{protocol}` again, in each round of the loop"
)
PREFILTER: Final = (b"runtime_checkable",)

HINT: Final = "ask once by type, or make `{protocol}` an abstract class"

VALID: Final = {
    "once": """
        from typing import Protocol, runtime_checkable
        @runtime_checkable
        class Shaped(Protocol):
            shape: tuple[int, ...]
        def rank(x):
            return len(x.shape) if isinstance(x, Shaped) else 0
        """,
    "an abstract class": """
        from abc import ABC
        from typing import Protocol, runtime_checkable
        @runtime_checkable
        class Shaped(Protocol):
            shape: tuple[int, ...]
        class Leaf(ABC): ...
        def leaves(values):
            return [value for value in values if isinstance(value, Leaf)]
        """,
}
INVALID: Final = {
    "in a loop": """
        from typing import Protocol, runtime_checkable
        @runtime_checkable
        class Shaped(Protocol):
            shape: tuple[int, ...]
            dtype: str
        def shapes(values):
            for value in values:
                if isinstance(value, Shaped):  # error: "each member of the Protocol `Shaped` again"
                    yield value.shape
        """,
    "in a comprehension, among others": """
        import typing as t
        @t.runtime_checkable
        class Shaped(t.Protocol):
            shape: tuple[int, ...]
        def count(values):
            return sum(isinstance(value, (int, Shaped)) for value in values)  # error: "`Shaped` again"
        """,
}

_CHECKABLE: Final = frozenset(
    {"typing.runtime_checkable", "typing_extensions.runtime_checkable", "typing.runtime"}
)


def check(source: Source) -> Iterator[Problem]:
    """Each isinstance, in a loop, on a Protocol of this file."""
    scopes = Scopes(source.tree)
    names = Names(scopes)
    protocols = {
        node
        for node in scopes.each(ast.ClassDef)
        if any(names.full_name(each) in _CHECKABLE for each in node.decorator_list)
    }
    for call in scopes.each(ast.Call):
        if len(call.args) == 2 and names.full_name(call.func) == "builtins.isinstance":
            asked = call.args[1]
            for kind in asked.elts if isinstance(asked, ast.Tuple) else [asked]:
                binding = names.only(kind)
                if binding and binding.node in protocols and loop_around(names, call):
                    name = ast.unparse(kind)
                    yield Problem(source.span(call), {"protocol": name}, HINT.format(protocol=name))
                    break
