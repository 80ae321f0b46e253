"""What mypy is to be told about the text of a module: where tensors are annotated, and where nobody annotates."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tftypes.inference.reach import PACKAGES

#: A line and a column, as `ast` counts them.
Place = tuple[int, int]
#: Dims made of dims.
_ARITHMETIC: Final = frozenset(("Add", "Sub", "Mul", "FloorDiv"))
_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)
#: What asks whether a library has something, or which version it is.
_ASKING: Final = frozenset({"hasattr", "getattr", "find_spec"})
_VERSION: Final = re.compile("version", re.IGNORECASE)
_QUOTE: Final = re.compile(rb"[\"']")
#: What a name or an argument that a version lacks raises.
_RAISED: Final = frozenset(
    {"AttributeError", "ImportError", "ModuleNotFoundError", "NameError", "TypeError"}
)
_TRIES: Final = (ast.Try, ast.TryStar) if sys.version_info >= (3, 11) else (ast.Try,)
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
    #: The lines of statements that use TensorFlow where the program has asked what this version has: they may be for
    #: another.
    asked: set[int]


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
    found = Outline(set(), set(), set(), set(), set())
    for node in _statements(tree):
        if _asks(node):
            found.asked.update(_lines_that_use(node, names))
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


def outline_of_unread(source: bytes) -> Outline:
    """The outline of a module in syntax that is too new for the Python that runs: any type or text may be about dims.

    >>> found = outline_of_unread(b"type A = Tensor[float32, Shape['N', 3]]")
    >>> (1, 31) in found.dims, (1, 36) in found.arguments, (1, 36) in found.dims
    (True, True, False)
    """
    lines = enumerate(source.split(b"\n"), 1)
    found = Outline(set(), set(), set(), set(), set())
    for number, line in lines:
        found.arguments.update((number, column) for column in range(len(line)))
        found.dims.update((number, each.start()) for each in _QUOTE.finditer(line))
    return found


def _asks(node: ast.AST) -> bool:
    """Whether a statement asks what a version has before it goes on, or catches what one raises that has not."""
    if isinstance(node, (ast.If, ast.While)):
        return any(
            _VERSION.search(_last_name(each)) or _last_name(each) in _ASKING
            for each in ast.walk(node.test)
        )
    if isinstance(node, _TRIES):
        caught = (each.type for each in node.handlers if each.type is not None)
        return any(_last_name(each) in _RAISED for kind in caught for each in ast.walk(kind))
    return False


def _lines_that_use(node: ast.AST, names: frozenset[str]) -> Iterator[int]:
    """The lines of the statements within a statement that mention one of the names, or bind one by an import."""
    for each in _statements(node):
        if isinstance(each, (ast.Import, ast.ImportFrom)):
            bound = {alias.asname or alias.name.partition(".")[0] for alias in each.names}
            uses = not bound.isdisjoint(names)
        else:
            uses = not any(getattr(each, body, None) for body in _BODIES) and _mentions(each, names)
        if uses and isinstance(each, ast.stmt):
            yield from range(each.lineno, (each.end_lineno or each.lineno) + 1)


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


def _last_name(node: ast.AST) -> str:
    """The name itself, or that of the attribute."""
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")


def _first_name(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _is_shape(name: str) -> bool:
    """Whether a name of tftypes' is a shape or arithmetic in one."""
    return name.startswith("Shape") or name in _ARITHMETIC


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
