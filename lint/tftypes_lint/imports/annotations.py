"""Which names stand in annotations only, and which annotations are looked at while a program runs."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from tftypes_lint.facts.scopes import children
from tftypes_lint.imports.conditions import dotted
from tftypes_lint.source import has_line, lines_of, own_statements

#: Decorators that leave annotations alone, by the last part of their name.
_BLIND_DECORATORS: Final = frozenset(
    [
        "abstractmethod",
        "asynccontextmanager",
        "cache",
        "cached_property",
        "classmethod",
        "contextmanager",
        "dataclass",
        "deleter",
        "final",
        "getter",
        "lru_cache",
        "overload",
        "override",
        "property",
        "runtime_checkable",
        "setter",
        "staticmethod",
        "total_ordering",
        "unique",
        "wraps",
    ]
)
#: Bases that leave the annotations of their fields alone.
_BLIND_BASES: Final = frozenset(
    [
        "ABC",
        "BaseException",
        "Enum",
        "Exception",
        "Flag",
        "Generic",
        "IntEnum",
        "NamedTuple",
        "Protocol",
        "RuntimeError",
        "StrEnum",
        "TypedDict",
        "ValueError",
        "dict",
        "list",
        "object",
        "str",
        "tuple",
        "type",
    ]
)


def annotations_of(node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.expr]:
    """The annotations of a function's parameters and result."""
    given = node.args
    every = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
    found = [each.annotation for each in every if each and each.annotation]
    return [*found, node.returns] if node.returns else found


def names_in_annotation(node: ast.expr) -> Iterator[str]:
    """The names that an annotation uses, also in quotes.

    >>> sorted(names_in_annotation(ast.parse("dict['Key', Literal['x']]", mode="eval").body))
    ['Key', 'Literal', 'dict']
    """
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        try:
            quoted = ast.parse(node.value.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return
        if not isinstance(quoted, ast.Constant):
            yield from names_in_annotation(quoted)
    elif isinstance(node, ast.Subscript) and is_literal(node):
        yield from names_in_annotation(node.value)
    else:
        for child in children(node):
            if isinstance(child, ast.expr):
                yield from names_in_annotation(child)


def is_literal(node: ast.Subscript) -> bool:
    """Whether this is `Literal[...]`, whose strings are no annotations."""
    return (dotted(node.value) or "").endswith("Literal")


def only_in_annotations(
    names: Collection[str], tree: ast.Module, lines: Sequence[int]
) -> frozenset[str]:
    """Those of the names that a module uses nowhere but in annotations.

    `lines` are those that the names are on, sorted; no other statements are looked at.
    """
    left = set(names)
    todo: list[ast.AST] = [*tree.body]
    while todo and left:
        node = todo.pop()
        if isinstance(node, ast.Name):
            if not isinstance(node.ctx, ast.Store):
                left.discard(node.id)
        elif not isinstance(node, ast.stmt) or has_line(lines, *lines_of(node)):
            todo += _outside_annotations(node)
    return frozenset(left)


def _outside_annotations(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes directly below a node, annotations left out."""
    hidden: set[int] = set()
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        hidden = {id(node.args), *(id(annotation) for annotation in annotations_of(node))}
        yield from node.args.defaults
        yield from (default for default in node.args.kw_defaults if default)
    elif isinstance(node, ast.AnnAssign):
        hidden = {id(node.annotation)}
    for child in children(node):
        if id(child) not in hidden:
            yield child


def annotations_read(statements: Iterable[ast.stmt]) -> Iterator[ast.expr]:
    """The annotations that a decorator or a base class may look up at run time."""
    for statement in statements:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
            if any(_sees(each, _BLIND_DECORATORS) for each in statement.decorator_list):
                yield from annotations_of(statement)
        elif isinstance(statement, ast.ClassDef):
            seen = any(_sees(each, _BLIND_DECORATORS) for each in statement.decorator_list)
            if seen or any(_sees(base, _BLIND_BASES) for base in statement.bases):
                for member in own_statements(statement.body):
                    if isinstance(member, ast.AnnAssign):
                        yield member.annotation


def _sees(node: ast.expr, blind: frozenset[str]) -> bool:
    """Whether a decorator or a base class may look at annotations."""
    while isinstance(node, (ast.Call, ast.Subscript)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return (dotted(node) or "").rpartition(".")[2] not in blind
