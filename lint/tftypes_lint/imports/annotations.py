"""Which names stand in annotations only, and which annotations are looked at while a program runs."""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tftypes_lint.imports.conditions import dotted
from tftypes_lint.source import own_statements

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


def annotations_of(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.expr]:
    """The annotations of a function's parameters and result."""
    arguments = node.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    every += [argument for argument in (arguments.vararg, arguments.kwarg) if argument]
    yield from (argument.annotation for argument in every if argument.annotation)
    if node.returns:
        yield node.returns


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
    elif isinstance(node, ast.Subscript) and (dotted(node.value) or "").endswith("Literal"):
        yield from names_in_annotation(node.value)
    else:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                yield from names_in_annotation(child)


def names_outside(tree: ast.Module, lines: Sequence[int]) -> set[str]:
    """The names that a module uses outside of annotations, on some of its lines and near them.

    Only statements are looked at that have one of the lines, which are sorted.
    """
    found: set[str] = set()

    def visit(node: ast.AST) -> None:
        if isinstance(node, ast.stmt):
            place = bisect_left(lines, _first_line(node))
            if place == len(lines) or lines[place] > (node.end_lineno or node.lineno):
                return
        if isinstance(node, ast.Name):
            if not isinstance(node.ctx, ast.Store):
                found.add(node.id)
            return
        hidden: set[int] = set()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            hidden = {id(annotation) for annotation in annotations_of(node)}
            for default in (*node.args.defaults, *node.args.kw_defaults):
                if default:
                    visit(default)
            hidden.add(id(node.args))
        elif isinstance(node, ast.AnnAssign):
            hidden = {id(node.annotation)}
        for child in ast.iter_child_nodes(node):
            if id(child) not in hidden:
                visit(child)

    for statement in tree.body:
        visit(statement)
    return found


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


def _first_line(statement: ast.stmt) -> int:
    decorators: Sequence[ast.expr] = getattr(statement, "decorator_list", ())
    return min([statement.lineno, *(decorator.lineno for decorator in decorators)])


def _sees(node: ast.expr, blind: frozenset[str]) -> bool:
    """Whether a decorator or a base class may look at annotations."""
    while isinstance(node, (ast.Call, ast.Subscript)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return (dotted(node) or "").rpartition(".")[2] not in blind
