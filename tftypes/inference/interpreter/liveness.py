"""Which variables of a function are still read after a statement, as AutoGraph decides what a staged branch or loop gives."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from functools import lru_cache

from tftypes.inference.scopes import FunctionNode, scope_of, walk

Names = frozenset[str]


class Liveness:
    """The names that are read after each branch and loop of a function, and before the test of each loop.

    >>> [function] = ast.parse("def f(x):\\n  for y in x:\\n    z = y\\n  return z").body
    >>> live = liveness(function)
    >>> sorted(live.after[function.body[0]]), sorted(live.before[function.body[0]])
    (['z'], ['z'])
    """

    def __init__(self, function: FunctionNode) -> None:
        #: By statement: what is read after it, and at the start of a round of a loop.
        self.after: dict[ast.AST, Names] = {}
        self.before: dict[ast.AST, Names] = {}
        #: What is read after the loops around, and at the start of their next round.
        self._loops: list[tuple[Names, Names]] = []
        if not isinstance(function, ast.Lambda):
            self._block(function.body, frozenset())

    def _block(self, nodes: Sequence[ast.stmt], live: Names) -> Names:
        for each in reversed(nodes):
            live = self._statement(each, live)
        return live

    def _statement(self, node: ast.stmt, live: Names) -> Names:
        self.after[node] = live
        match node:
            case ast.If():
                return (
                    reads(node.test) | self._block(node.body, live) | self._block(node.orelse, live)
                )
            case ast.While():
                return self._loop(node, reads(node.test), frozenset(), live)
            case ast.For() | ast.AsyncFor():
                around = reads(node.iter) | reads(node.target)
                return around | self._loop(node, frozenset(), writes(node.target), live)
            case ast.AnnAssign(value=None):
                return live
            case ast.Return() | ast.Raise():
                return reads(node)
            case ast.Break():
                return self._loops[-1][0] if self._loops else live
            case ast.Continue():
                return self._loops[-1][1] if self._loops else live
            case ast.With() | ast.AsyncWith():
                items = frozenset[str]().union(*(reads(each) for each in node.items))
                return items | self._block(node.body, live)
            case ast.Try():
                return self._try(node, live)
            case ast.Match():
                cases = [reads(each) | self._block(each.body, live) for each in node.cases]
                return reads(node.subject).union(live, *cases)
        return (live - writes(node)) | reads(node)

    def _loop(
        self, node: ast.While | ast.For | ast.AsyncFor, tested: Names, bound: Names, live: Names
    ) -> Names:
        end = self._block(node.orelse, live)
        before = tested | end
        for _ in range(2):
            self._loops.append((live, before))
            before |= self._block(node.body, before) - bound
            self._loops.pop()
        self.before[node] = before
        return before

    def _try(self, node: ast.Try, live: Names) -> Names:
        final = self._block(node.finalbody, live)
        handled = final.union(
            *(reads(each) | self._block(each.body, final) for each in node.handlers)
        )
        return handled | self._block(node.body, self._block(node.orelse, final) | handled)


def reads(node: ast.AST) -> Names:
    """The names that are read anywhere in a node, those of functions in it included."""
    found = {each.id for each in walk(node) if isinstance(each, ast.Name) and _is_read(each)}
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        found.add(node.target.id)
    return frozenset(found)


def _is_read(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Load)


def writes(node: ast.AST) -> Names:
    """The names that a simple statement or a target binds."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return frozenset({node.name})
    return frozenset(
        each.id for each in walk(node) if isinstance(each, ast.Name) and not _is_read(each)
    )


@lru_cache(maxsize=1024)
def liveness(function: FunctionNode) -> Liveness:
    """The liveness of a function's variables."""
    return Liveness(function)


@lru_cache(maxsize=4096)
def unread(function: FunctionNode, loop: ast.AST) -> Names:
    """The variables that neither another round of a loop nor what follows it reads before it binds them.

    >>> [function] = ast.parse("def f(x):\\n  for y in x:\\n    z = y\\n    s = z + s\\n  return s").body
    >>> sorted(unread(function, function.body[0]))
    ['y', 'z']
    """
    live = liveness(function).before.get(loop)
    if live is None:
        return frozenset()
    later = (_read_later(each) for each in walk(function) if each is not function)
    return writes(loop).difference(live, *later)


def _read_later(node: ast.AST) -> Names:
    """The names around a scope of its own that it reads where it is called, not where it stands."""
    if isinstance(node, FunctionNode):
        return reads(node) - scope_of(node).own
    if isinstance(node, ast.GeneratorExp):
        first, *others = node.generators
        parts = (node.elt, *first.ifs, *others)
        return frozenset().union(*map(reads, parts)) - scope_of(node).own
    return reads(node) if isinstance(node, ast.ClassDef) else frozenset()


def walk_own(nodes: Iterable[ast.AST]) -> Iterable[ast.AST]:
    """All nodes of a body but those of functions and classes that are defined there."""
    for node in nodes:
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            yield from walk_own(ast.iter_child_nodes(node))
