"""All facts about one file."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cached_property
from typing import Final

from tftypes_lint.facts.kinds import Kinds
from tftypes_lint.facts.names import Names
from tftypes_lint.facts.scopes import Function, Scopes
from tftypes_lint.facts.traced import Trace, runs_eagerly, traced_functions
from tftypes_lint.source import Source

#: Signs of a program that builds graphs in the way of TensorFlow 1.
_GRAPHS: Final = re.compile(
    rb"[sS]ession\(|\.as_default\(|disable_eager|disable_v2|disable_tensor_eq|feed_dict|compat\.v1"
)

#: A program that says so runs its functions without tracing them.
_EAGER: Final = re.compile(rb"run_functions_eagerly\(\s*True|run_eagerly\s*=\s*True")


class Facts:
    """Scopes, names, kinds and traced functions of a file that uses TensorFlow."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.scopes = Scopes(source.tree)
        self.names = Names(self.scopes)
        self.kinds = Kinds(self.names)
        #: The functions whose bodies TensorFlow certainly traces.
        self.traced: dict[Function, Trace] = {}
        if not _EAGER.search(source.content):
            self.traced = traced_functions(self.kinds)

    @cached_property
    def builds_graphs(self) -> bool:
        """Whether the file may run in graphs of TensorFlow 1, where tensors have a hash."""
        return bool(_GRAPHS.search(self.source.content))

    @cached_property
    def calls(self) -> list[tuple[str, ast.Call]]:
        """Each call of something that has a full name, with the name."""
        named = ((self.names.full_name(call.func), call) for call in self.scopes.each(ast.Call))
        return [(name, call) for name, call in named if name]

    def calls_of(self, *names: str) -> Iterator[ast.Call]:
        """Each call of one of these full names."""
        return (call for name, call in self.calls if name in names)

    def trace_at(self, node: ast.AST) -> Trace | None:
        """How the code at a node comes to be traced; None where it may run eagerly."""
        function = self.scopes.function_around(node)
        trace = self.traced.get(function) if function else None
        return None if trace is None or runs_eagerly(self.names, node) else trace

    def function_name(self, node: ast.AST) -> str:
        """What to call the function whose body a node is in."""
        function = self.scopes.function_around(node)
        return getattr(function, "name", "lambda")
