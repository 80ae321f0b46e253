"""Changes of code that stands on several lines: what stays keeps its layout and its comments."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple, TypeAlias, TypeGuard

from tftypes.inference.messages import Change
from tftypes.inference.repairs.edits import Edit, Written

#: A node with a place of its own.
Placed: TypeAlias = "ast.expr | ast.stmt | ast.keyword | ast.arg"


class Unlike(Exception):
    """There is no place for a part that is new."""


class _Piece(NamedTuple):
    """A text in the place of a stretch of the source, in bytes from its begin."""

    begin: int
    end: int
    text: str


def laid_out(edit: Edit, written: Written, source: Sequence[str]) -> Change | None:
    """The lines that an edit of several lines changes; None where nothing of them stays, or an edit has one line."""
    old = edit.old
    if isinstance(old, ast.arguments) or old.lineno == old.end_lineno or not edit.made:
        return None
    layout = _Layout(written, source)
    try:
        if isinstance(edit.new, tuple):
            texts = [layout.statement(old, each) for each in edit.made]
            pieces = [_Piece(*layout.stretch(old), layout.joined(old, texts))]
        else:
            pieces = layout.pieces(old, edit.new)
    except Unlike:
        return None
    if not isinstance(edit.new, tuple) and [each[:2] for each in pieces] == [layout.stretch(old)]:
        return None
    last = old.end_lineno or old.lineno
    text = layout.text(layout.begin(old.lineno), layout.begin(last + 1) - 1, pieces)
    return Change(old.lineno, last, text)


class _Layout:
    """The source of a file, and the pieces of it that change."""

    def __init__(self, written: Written, source: Sequence[str]) -> None:
        self._written = written
        self._bytes = "\n".join(source).encode()
        self._begins = [0]
        for line in source:
            self._begins.append(self._begins[-1] + len(line.encode()) + 1)

    def begin(self, line: int) -> int:
        return self._begins[line - 1]

    def stretch(self, node: Placed) -> tuple[int, int]:
        """Where a node begins and ends."""
        last, column = node.end_lineno or node.lineno, node.end_col_offset or 0
        return self.begin(node.lineno) + node.col_offset, self.begin(last) + column

    def text(self, begin: int, end: int, pieces: Sequence[_Piece]) -> str:
        """A stretch of the source with other pieces in it."""
        made, at = [], begin
        for each in sorted(pieces, key=lambda piece: piece[:2]):
            made += [self._bytes[at : each.begin].decode(), each.text]
            at = each.end
        return "".join((*made, self._bytes[at:end].decode()))

    def statement(self, old: Placed, new: ast.AST) -> str:
        """One of the statements that take the place of another, which may be that one, with changes."""
        if new is not old and type(new) is not type(old):
            return self._new(new, old)
        return self.text(*self.stretch(old), self.pieces(old, new))

    def joined(self, old: Placed, texts: Sequence[str]) -> str:
        return f"\n{self._indent(old)}".join(texts)

    def _new(self, node: ast.AST, at: Placed) -> str:
        return self._written.text(node).replace("\n", f"\n{self._indent(at)}")

    def _indent(self, node: Placed) -> str:
        """What stands before a line that begins where the line of a node does."""
        line = self._bytes[self.begin(node.lineno) :]
        return line[: len(line) - len(line.lstrip(b" \t"))].decode()

    def pieces(self, old: ast.AST, new: ast.AST) -> list[_Piece]:
        """What differs between a node of the program and a new one. Raises Unlike."""
        if old is new:
            return []
        has_lines = not _is_placed(old) or old.lineno != old.end_lineno
        if type(old) is type(new) and has_lines:
            found = self._inside(old, new)
            if found is not None:
                return found
        if not _is_placed(old):
            raise Unlike
        return [_Piece(*self.stretch(old), self._new(new, old))]

    def _inside(self, old: ast.AST, new: ast.AST) -> list[_Piece] | None:
        """The pieces of the parts of two nodes of one kind; None where they differ in more than these."""
        found: list[_Piece] = []
        for (name, before), (_, after) in zip(_fields(old), _fields(new)):
            if isinstance(before, list) and isinstance(after, list) and name != "decorator_list":
                found += self._items(before, after, getattr(old, "lineno", 0))
            elif isinstance(before, ast.AST) and isinstance(after, ast.AST):
                found += self.pieces(before, after)
            elif before is not after and before != after:
                return None
        return found

    def _items(self, old: list[object], new: list[object], line: int) -> Iterator[_Piece]:
        """The pieces of a list of nodes, the items of which that stay are the same objects."""
        same = SequenceMatcher(None, [*map(id, old)], [*map(id, new)], autojunk=False)
        for kind, i, j, k, m in same.get_opcodes():
            before = [each for each in old[i:j] if isinstance(each, ast.AST)]
            after = [each for each in new[k:m] if isinstance(each, ast.AST)]
            if kind == "equal":
                continue
            if len(before) != j - i or len(after) != m - k:
                raise Unlike
            for a, b in zip(before, after):
                yield from self.pieces(a, b)
            count = min(len(before), len(after))
            if len(before) > count:
                yield self._without(old, i + count, j)
            elif len(after) > count:
                yield self._with(old, i + count, after[count:], line)

    def _without(self, items: Sequence[object], first: int, end: int) -> _Piece:
        """The items of a list from one to another left out, with the comma that belongs to them."""
        places = [each for each in items if _is_placed(each)]
        if len(places) != len(items) or end - first == len(items):
            raise Unlike
        if end < len(items):
            return _Piece(self.stretch(places[first])[0], self.stretch(places[end])[0], "")
        return _Piece(self.stretch(places[first - 1])[1], self.stretch(places[-1])[1], "")

    def _with(
        self, items: Sequence[object], index: int, more: Sequence[ast.AST], line: int
    ) -> _Piece:
        """New items before the one of an index, or behind all: each on a line of its own where the others are."""
        at = items[min(index, len(items) - 1)] if items else None
        if not _is_placed(at):
            raise Unlike
        mark = "" if isinstance(at, ast.stmt) else ","
        is_alone = isinstance(at, ast.stmt) or at.lineno != line
        between = f"{mark}\n{self._indent(at)}" if is_alone else f"{mark} "
        texts = [self._new(each, at) for each in more]
        begin, end = self.stretch(at)
        if index < len(items):
            return _Piece(begin, begin, "".join(f"{each}{between}" for each in texts))
        return _Piece(end, end, "".join(f"{between}{each}" for each in texts))


def _fields(node: ast.AST) -> list[tuple[str, object]]:
    """The fields of a node in the order of the source: the arguments of a call are one list."""
    if isinstance(node, ast.Call):
        given: list[object] = [*node.args, *node.keywords]
        return [("func", node.func), ("given", given)]
    return [*ast.iter_fields(node)]


def _is_placed(node: object) -> TypeGuard[Placed]:
    return isinstance(node, (ast.expr, ast.stmt, ast.keyword, ast.arg))
