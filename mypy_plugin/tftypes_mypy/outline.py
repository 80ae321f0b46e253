"""What mypy is to be told about the text of a module: where tensors are annotated, and where nobody annotates."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tftypes.inference.program import PACKAGES

#: A line and a column, as `ast` counts them.
Place = tuple[int, int]
#: Dims made of dims.
_ARITHMETIC: Final = frozenset(("Add", "Sub", "Mul", "FloorDiv"))
_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)
#: The fields that hold statements, or what holds them.
_BODIES: Final = ("body", "orelse", "finalbody", "handlers", "cases")


@dataclass(frozen=True, slots=True)
class Outline:
    """Facts of a module by place."""

    #: All that stands in brackets behind a name of tftypes' or TensorFlow's: numbers there are no types to mypy.
    arguments: set[Place]
    #: Strings in shapes: a name there may be one that the shape itself gives to a dim.
    dims: set[Place]
    #: Attributes of TensorFlow's modules, in code that nobody has annotated.
    attributes: set[Place]
    #: The `return` statements of functions that are annotated to return something of TensorFlow's.
    returns: set[Place]


def outline(tree: ast.Module) -> Outline:
    """The outline of a module.

    >>> found = outline(ast.parse("import tensorflow as tf\\ntf.zeros\\ndef f() -> tf.Tensor[3]: return 1"))
    >>> [*map(sorted, (found.arguments, found.dims, found.attributes, found.returns))]
    [[(3, 21)], [], [], [(3, 25)]]
    """
    imported = dict(_names(tree))
    names = frozenset(imported)
    aliases = names.union(_aliases(tree, names))
    shapes = frozenset(name for name, original in imported.items() if _is_shape(original))
    shapes = shapes.union(_aliases(tree, shapes))
    found = Outline(set(), set(), set(), set())
    pending: list[tuple[ast.AST, bool, bool]] = [(tree, not is_annotated(tree), False)]
    while pending:
        node, is_plain, returns = pending.pop()
        if isinstance(node, _FUNCTIONS):
            is_plain = not _annotates(node)
            returns = node.returns is not None and _mentions(node.returns, aliases)
        elif isinstance(node, ast.Return) and returns:
            found.returns.add(_place(node))
        elif isinstance(node, ast.Subscript) and _first_name(node.value) in aliases:
            if _first_name(node.value) in names:
                found.arguments.update(map(_place, _expressions(node.slice)))
            if _last_name(node.value) in shapes or _is_shape(_last_name(node.value)):
                found.dims.update(map(_place, filter(_is_text, _expressions(node.slice))))
        elif is_plain and isinstance(node, ast.Attribute) and _first_name(node) in names:
            found.attributes.add(_place(node))
        pending += [(child, is_plain, returns) for child in ast.iter_child_nodes(node)]
    return found


def is_annotated(tree: ast.Module) -> bool:
    """Whether somebody has annotated anything in a module.

    >>> is_annotated(ast.parse("def f(x):\\n  y: int = 3")), is_annotated(ast.parse("def f(x): y = 3"))
    (True, False)
    """
    return any(map(_annotates, _statements(tree)))


def _statements(tree: ast.AST) -> Iterator[ast.AST]:
    """All statements, with what holds them, without a look into expressions."""
    pending = [tree]
    while pending:
        node = pending.pop()
        yield node
        for name in _BODIES:
            pending += getattr(node, name, ())


def _names(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """What the module calls TensorFlow, Keras, tftypes and what it imports from them, and what each is called there."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for each in node.names:
                if each.name.partition(".")[0] in PACKAGES:
                    yield each.asname or each.name.partition(".")[0], each.name
        elif isinstance(node, ast.ImportFrom):
            if (node.module or "").partition(".")[0] in PACKAGES:
                yield from ((each.asname or each.name, each.name) for each in node.names)


def _annotates(node: ast.AST) -> bool:
    """Whether a statement annotates a name, or a function in its head."""
    if not isinstance(node, _FUNCTIONS):
        return isinstance(node, ast.AnnAssign)
    head = node.args
    named = (*head.posonlyargs, *head.args, *head.kwonlyargs, head.vararg, head.kwarg)
    return node.returns is not None or any(each and each.annotation for each in named)


def _aliases(tree: ast.Module, names: frozenset[str]) -> Iterator[str]:
    """The names of the module's own that may stand for types of TensorFlow's."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and _mentions(node.value, names):
            yield from (each.id for each in node.targets if isinstance(each, ast.Name))


def _mentions(node: ast.AST, names: frozenset[str]) -> bool:
    return any(isinstance(each, ast.Name) and each.id in names for each in ast.walk(node))


def _expressions(node: ast.AST) -> Iterator[ast.expr]:
    return (each for each in ast.walk(node) if isinstance(each, ast.expr))


def _place(node: ast.expr | ast.stmt) -> Place:
    return node.lineno, node.col_offset


def _first_name(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _last_name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _is_shape(name: str) -> bool:
    """Whether a name of tftypes' is a shape or arithmetic in one."""
    return name.startswith("Shape") or name in _ARITHMETIC


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
