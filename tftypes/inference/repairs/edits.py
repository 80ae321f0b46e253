"""Edits of a program: a node of its tree gives place to another, in the tree and in the text."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, TypeVar

from tftypes.inference.messages import Change

#: What a node gives place to: an expression to one, a statement to any number.
New: TypeAlias = "ast.expr | tuple[ast.stmt, ...]"
Node = TypeVar("Node", bound=ast.AST)
#: Expressions that stand anywhere without parentheses.
_ATOMS: Final = (
    ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Constant, ast.List, ast.Dict, ast.ListComp, ast.JoinedStr,
)  # fmt: skip
#: A longer statement is told by the expression that is new alone.
_MOST_CHARACTERS: Final = 140


@dataclass(frozen=True, slots=True)
class Edit:
    """`new` stands where `old` was. It may hold nodes of the tree, and keeps its place in the file."""

    old: ast.expr | ast.stmt
    new: New


class Editor:
    """Applies edits to one tree, which stays as it is."""

    def __init__(self, tree: ast.Module) -> None:
        self._tree = tree
        self._own = {id(each) for each in ast.walk(tree)}

    def applied(self, edit: Edit) -> ast.Module:
        """The tree with the edit. Only what is around the edit is made anew."""
        new: New
        if isinstance(edit.new, tuple):
            new = tuple(self._placed(each, edit.old) for each in edit.new)
        else:
            new = self._placed(edit.new, edit.old)
        return rebuilt(self._tree, lambda node: new if node is edit.old else None)

    def _placed(self, node: Node, at: ast.AST) -> Node:
        """Code that is not of the tree, in the place of what was there."""
        if id(node) in self._own:
            return node
        made = rebuilt(node, lambda each: self._placed(each, at))
        return ast.copy_location(copy.copy(made), at)


def told(edit: Edit, statement: ast.stmt, source: Sequence[str]) -> str:
    """The line of the statement that changes as the program would have it, or the new expression where that is long.

    `source` has the lines of the file.
    """
    made = _written(edit, statement, source)
    first = edit.old.lineno
    if isinstance(edit.new, tuple) or first != edit.old.end_lineno:
        return made.replace("\n", "; ") or f"leave out {ast.unparse(edit.old)}"
    line = source[first - 1].encode()
    begin = statement.col_offset if statement.lineno == first else 0
    end = statement.end_col_offset if statement.end_lineno == first else len(line)
    before, after = line[begin : edit.old.col_offset], line[edit.old.end_col_offset : end]
    whole = f"{before.decode()}{made}{after.decode()}".strip()
    return whole if len(whole) <= _MOST_CHARACTERS else made


def change(edit: Edit, statement: ast.stmt, source: Sequence[str]) -> Change:
    """The lines of the file that the edit changes."""
    old, last = edit.old, edit.old.end_lineno or edit.old.lineno
    before = source[old.lineno - 1].encode()[: old.col_offset].decode()
    after = source[last - 1].encode()[old.end_col_offset :].decode()
    made = _written(edit, statement, source) or "pass"
    if before.strip() and isinstance(edit.new, tuple):  # behind the colon of a `with` in one line
        made = made.replace("\n", "; ")
    new = f"{before}{made}{after}".replace("\n", f"\n{' ' * old.col_offset}")
    return Change(old.lineno, last, new)


def _written(edit: Edit, statement: ast.stmt, source: Sequence[str]) -> str:
    nodes = edit.new if isinstance(edit.new, tuple) else (edit.new,)
    return "\n".join(map(Written(statement, source).text, nodes))


class Written:
    """Writes nodes, those of the program as they stand there."""

    def __init__(self, statement: ast.stmt, source: Sequence[str]) -> None:
        self._own = {id(each) for each in ast.walk(statement)}
        self._statement, self._source = statement, source

    def text(self, node: ast.AST) -> str:
        """The source text of a node."""
        kept: dict[str, str] = {}

        def swap(each: ast.AST) -> ast.expr | None:
            found = self._segment(each)
            if found is None:
                return None
            name = f"__{len(kept)}__"
            kept[name] = found
            return ast.Name(name, ast.Load())

        made = ast.unparse(swap(node) or rebuilt(node, swap))
        for name, segment in kept.items():
            made = made.replace(name, segment)
        return made

    def _segment(self, node: ast.AST) -> str | None:
        if id(node) not in self._own:
            is_text = isinstance(getattr(node, "value", None), str) or isinstance(
                node, ast.JoinedStr
            )
            return self._quoted(ast.unparse(node)) if is_text else None
        if not isinstance(node, _ATOMS) or node.lineno != node.end_lineno:
            return None
        line = self._source[node.lineno - 1].encode()
        return line[node.col_offset : node.end_col_offset].decode()

    def _quoted(self, text: str) -> str:
        """A text in the quotes that the statement has."""
        lines = self._source[self._statement.lineno - 1 : self._statement.end_lineno]
        has_double = any('"' in each for each in lines)
        is_plain = text.count("'") == 2 and text[-1] == "'"
        return text.replace("'", '"') if has_double and '"' not in text and is_plain else text


def with_fields(node: Node, changes: Mapping[str, object]) -> Node:
    """A copy of a node with other fields."""
    made = copy.copy(node)
    for name, value in changes.items():
        setattr(made, name, value)
    return made


def rebuilt(node: Node, swap: Callable[[ast.AST], object]) -> Node:
    """A node in which others stand for those of which `swap` says so; the others are shared."""
    changes: dict[str, object] = {}
    for name, value in ast.iter_fields(node):
        parts = value if isinstance(value, list) else [value]
        made: list[object] = []
        for part in parts:
            new = swap(part) if isinstance(part, ast.AST) else None
            if new is None and isinstance(part, ast.AST):
                made.append(rebuilt(part, swap))
            elif isinstance(new, tuple):
                made += new
            else:
                made.append(part if new is None else new)
        if len(made) != len(parts) or any(a is not b for a, b in zip(made, parts)):
            changes[name] = made if isinstance(value, list) else made[0]
    return with_fields(node, changes) if changes else node
