"""Edits for fixes: each leaves the comments and the formatting around it as they are."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tftypes_lint.rule import Edit
from tftypes_lint.source import Source

#: One step of indentation where a file shows none.
_STEP: Final = "    "
_BLANK_LINE: Final = re.compile(r"[ \t\f]*(?:\r\n|\n|\r)")
_Import = ast.Import | ast.ImportFrom


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """The text with the edits made. Equal edits count once.

    Raises:
        ValueError: two edits overlap, or put different things at one place.

    >>> apply_edits("a = b + c", [Edit(8, 9, "d"), Edit(4, 5, "x")])
    'a = x + d'
    """
    parts, position, last = [], 0, Edit(-1, -1, "")
    for edit in sorted(set(edits)):
        if edit.start < position or edit[:2] == last[:2]:
            raise ValueError(f"edits overlap: {last} and {edit}")
        parts += [text[position : edit.start], edit.text]
        position, last = edit.end, edit
    return "".join([*parts, text[position:]])


def replace(source: Source, node: ast.stmt | ast.expr | ast.alias | ast.arg, text: str) -> Edit:
    """The node written differently."""
    return Edit(*source.range(node), text)


def insert_before(source: Source, statement: ast.stmt, text: str) -> Edit:
    """Lines put above a statement and its decorators, indented as it is.

    On a line with other statements they are put before it on that line.
    """
    start = source.range(statement)[0]
    indent = _indent(source, start)
    if indent is None:
        return Edit(start, start, "".join(f"{line}; " for line in text.split("\n")))
    return Edit(start, start, _indented(source, text, indent).lstrip() + source.newline + indent)


def append_to_body(source: Source, block: ast.stmt, text: str, blank_lines: int = 0) -> Edit:
    """Lines put at the end of the body of a class, function, `if` ..., indented as it is.

    Where the body is a lone `pass` or `...`, they take its place.
    """
    body: Sequence[ast.stmt] = getattr(block, "body", ())
    start, end = source.range(body[0])[0], source.range(body[-1])[1]
    empty = len(body) == 1 and _is_empty(body[0])
    gap = source.newline * (1 + blank_lines)
    indent = _indent(source, start)
    if indent is not None and empty:
        return Edit(start, end, _indented(source, text, indent).lstrip())
    if indent is not None:
        end = source.line_range(end)[1]
        return Edit(end, end, gap + _indented(source, text, indent))
    # class A: x = 1
    indent = (_indent(source, source.range(block)[0]) or "") + indentation(source)
    kept = "" if empty else source.newline + indent + source.text[start:end]
    before = len(source.text[:start].rstrip(" \t"))
    gap = source.newline if empty else gap
    return Edit(before, end, kept + gap + _indented(source, text, indent))


def remove(source: Source, *statements: ast.stmt) -> tuple[Edit, ...]:
    """Statements taken out, with the comments behind them; `pass` where a block would be empty.

    Comments on lines of their own stay. The blank lines around a gap are not added up.
    """
    gone = set(statements)
    edits: list[Edit] = []
    for block in _blocks(source.tree):
        emptied = block is not source.tree.body and gone.issuperset(block)
        for line in _by_line(block):
            taken = [statement for statement in line if statement in gone]
            whole = (
                len(taken) == len(line) and _indent(source, source.range(line[0])[0]) is not None
            )
            if whole and not emptied:
                start, end = source.range(line[0])[0], source.range(line[-1])[1]
                edits.append(Edit(*_whole_lines(source, start, end), ""))
                continue
            for statement in taken:
                first = emptied and statement is block[0]
                edits.append(_removal(source, statement, "pass" if first else ""))
    return tuple(_merged(edits))


def remove_decorator(source: Source, decorator: ast.expr) -> Edit:
    """A decorator taken out, with its line."""
    start, end = source.range(decorator)
    return Edit(*_whole_lines(source, source.text.rindex("@", 0, start), end), "")


def insert_import(source: Source, module: str, name: str | None = None) -> tuple[Edit, ...]:
    """`import module`, or `from module import name`, put behind the imports at the top.

    Either may have ` as alias`. Nothing where the file has that very import at its top level.
    """
    wanted = f"from {module} import {name}" if name else f"import {module}"
    body = source.tree.body
    if any(wanted in _spellings(node) for node in body if isinstance(node, _Import)):
        return ()
    anchor, gap = _import_anchor(body, future=module == "__future__")
    if anchor is None:
        start = _first_line_of_code(source)
        above_code = bool(body) and not isinstance(body[0], _Import)
        return (Edit(start, start, wanted + source.newline * (2 if above_code else 1)),)
    end = source.line_range(source.range(anchor)[1])[1]
    return (Edit(end, end, source.newline * gap + wanted),)


def indentation(source: Source) -> str:
    """One step of indentation, as the file has it."""
    for statement in source.tree.body:
        for inner in getattr(statement, "body", ())[:1]:
            indent = _indent(source, source.range(inner)[0])
            if indent:
                return indent
    return _STEP


def _removal(source: Source, statement: ast.stmt, instead: str) -> Edit:
    start, end = source.range(statement)
    if instead:
        return Edit(start, end, instead)
    line_start, line_end = source.line_range(start)[0], source.line_range(end)[1]
    before = source.text[line_start:start]
    after = re.match(r"[ \t]*;[ \t]*(?=[^\s#])", source.text[end:line_end])
    if after:  # gone; x = 1
        return Edit(start, end + after.end(), "")
    if before.strip():  # x = 1; gone
        semicolon = re.search(r"[ \t]*;[ \t]*$", before)
        return Edit(line_start + semicolon.start() if semicolon else start, end, "")
    return Edit(*_whole_lines(source, start, end), "")


def _whole_lines(source: Source, start: int, end: int) -> tuple[int, int]:
    """The lines from `start` to `end`, and the blank lines below where there are some above."""
    text = source.text
    first, last = source.line_range(start)[0], source.line_range(end)[1]
    last += text.startswith("\r\n", last) + (last < len(text))
    above = first
    while above and _BLANK_LINE.fullmatch(text, source.line_range(above - 1)[0], above):
        above = source.line_range(above - 1)[0]
    if above < first or first == 0:
        while blank := _BLANK_LINE.match(text, last):
            last = blank.end()
    return (above if last == len(text) else first), last


def _merged(edits: list[Edit]) -> Iterator[Edit]:
    """Deletions that reach into each other, as one: `a; b; c` without `b` and `c`."""
    current: Edit | None = None
    for edit in sorted(edits):
        if current and edit.start < current.end and not edit.text:
            current = Edit(current.start, max(current.end, edit.end), current.text)
            continue
        if current:
            yield current
        current = edit
    if current:
        yield current


def _by_line(block: Sequence[ast.stmt]) -> Iterator[list[ast.stmt]]:
    """The statements of a block, those together that `;` joins."""
    line: list[ast.stmt] = []
    for statement in block:
        if line and statement.lineno != line[-1].end_lineno:
            yield line
            line = []
        line.append(statement)
    yield line


def _blocks(tree: ast.Module) -> Iterator[list[ast.stmt]]:
    """Every list of statements of the file."""
    stack: list[ast.AST] = [tree]
    while stack:
        node = stack.pop()
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            inner = getattr(node, name, None)
            if isinstance(inner, list) and inner:
                stack += inner
                if isinstance(inner[0], ast.stmt):
                    yield inner


def _indent(source: Source, start: int) -> str | None:
    """The white space before `start` on its line; None when something else stands there."""
    before = source.text[source.line_range(start)[0] : start]
    return None if before.strip() else before


def _indented(source: Source, text: str, indent: str) -> str:
    lines = (indent + line if line else "" for line in text.split("\n"))
    return source.newline.join(lines)


def _import_anchor(body: Sequence[ast.stmt], *, future: bool) -> tuple[ast.stmt | None, int]:
    """The statement behind which an import goes, and after how many line ends."""
    docstring = body[0] if body and _is_docstring(body[0]) else None
    imports = [each for each in body if isinstance(each, _Import)]
    futures = [each for each in imports if _is_future(each)]
    leading = list(_leading_imports(body[1:] if docstring else body))
    if future and futures:
        return futures[-1], 1
    if not future and leading:
        return leading[-1], 2 if _is_future(leading[-1]) else 1
    return docstring, 2


def _leading_imports(body: Sequence[ast.stmt]) -> Iterator[_Import]:
    """The imports that the module begins with; constants and conditions end them."""
    for statement in body:
        if not isinstance(statement, _Import):
            return
        yield statement


def _first_line_of_code(source: Source) -> int:
    """Behind the comments that a file begins with: `#!`, the coding, the licence."""
    header = re.match(r"(?:#[^\r\n]*(?:\r\n|\n|\r|$))*", source.text)
    end = header.end() if header else 0
    blank = _BLANK_LINE.match(source.text, end)
    return blank.end() if end and blank else end


def _spellings(node: _Import) -> Iterator[str]:
    for alias in node.names:
        name = f"{alias.name} as {alias.asname}" if alias.asname else alias.name
        module = "." * getattr(node, "level", 0) + (getattr(node, "module", "") or "")
        yield (
            f"from {module} import {name}" if isinstance(node, ast.ImportFrom) else f"import {name}"
        )


def _is_future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def _is_docstring(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def _is_empty(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Pass) or (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and statement.value.value is ...
    )
