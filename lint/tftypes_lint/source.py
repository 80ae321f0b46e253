"""One source file and the facts about it that rules share, each worked out when first asked for."""

from __future__ import annotations

import ast
import io
import os
import re
import sys
import tokenize
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from tftypes_lint.findings import Finding, Span
from tftypes_lint.writing import read_regular

SYNTAX: Final = "syntax"
UNREADABLE: Final = "unreadable"
INTERNAL: Final = "internal-error"

#: What ends a line in Python. `str.splitlines` knows more, such as form feeds, and miscounts.
_LINE_END: Final = re.compile(r"\r\n|\r|\n")


#: The comment in one of the first two lines that names the encoding.
_CODING: Final = re.compile(
    rb"(?:[ \t\f]*(?:#[^\r\n]*)?(?:\r\n|\r|\n))?[ \t\f]*#[^\r\n]*?coding[:=][ \t]*([-\w.]+)"
)


@dataclass(frozen=True, eq=False)
class Source:
    """A file: its path as reported, and its bytes. No other is equal: facts are kept by source."""

    path: str
    content: bytes

    def holds(self, mark: bytes) -> bool:
        """Whether the bytes are anywhere in the file; many rules ask for the same."""
        found = self._held.get(mark)
        if found is None:
            found = self._held[mark] = mark in self.content
        return found

    @cached_property
    def _held(self) -> dict[bytes, bool]:
        return {}

    @cached_property
    def encoding(self) -> str:
        """The encoding by the coding comment, UTF-8 where there is none; `utf-8-sig` with a BOM."""
        return encoding(self.content)

    @cached_property
    def text(self) -> str:
        """The text, line ends as they are, without a BOM; what cannot be decoded is replaced."""
        return decode(self.content)

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the text, without their ends."""
        return split_lines(self.text)

    @cached_property
    def newline(self) -> str:
        """What ends the lines of this file: the first that is there."""
        end = _LINE_END.search(self.text)
        return end[0] if end else "\n"

    @cached_property
    def tree(self) -> ast.Module:
        """The module's tree.

        Raises SyntaxError or ValueError where Python would, and RecursionError or MemoryError
        where it cannot tell.
        """
        return ast.parse(self.content, self.path)

    @cached_property
    def statements(self) -> tuple[ast.stmt, ...]:
        """Every statement at any depth, in order. No expression is walked: that costs ten times more."""
        return tuple(_statements(self.tree.body, into_scopes=True))

    def statements_on(self, pattern: re.Pattern[bytes]) -> Iterator[ast.stmt]:
        """The statements at any depth that have the pattern on one of their lines, in order."""
        return _statements(self.tree.body, into_scopes=True, lines=self.lines_with(pattern))

    def lines_with(self, pattern: re.Pattern[bytes], start: int = 0) -> list[int]:
        """The numbers of the lines on which matches of the pattern begin, in order.

        Those that begin before the offset `start` are left out.
        """
        content = self.content
        if b"\r" in content:
            content, start = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n"), 0
        lines, line, position = [], 1, 0
        for match in pattern.finditer(content, max(start, 0)):
            line += content.count(b"\n", position, match.start())
            position = match.start()
            lines.append(line)
        return lines

    @cached_property
    def module(self) -> str:
        """The full name under which the file is imported: that of a package for its `__init__`.

        >>> Source("/nowhere/net.py", b"").module
        'net'
        """
        return module_name(self.path)

    @cached_property
    def package(self) -> str | None:
        """The topmost package that the file belongs to; None when it lies in none."""
        package = _package(os.path.dirname(os.path.abspath(self.path)))
        return package and package.partition(".")[0]

    def span(self, node: ast.stmt | ast.expr | ast.alias | ast.keyword) -> Span:
        """Where a node stands. `ast` counts UTF-8 bytes, people count characters."""
        end_line = node.end_lineno or node.lineno
        end_offset = node.col_offset if node.end_col_offset is None else node.end_col_offset
        return Span(
            node.lineno,
            self._column(node.lineno, node.col_offset),
            end_line,
            self._column(end_line, end_offset),
        )

    def span_of_word(self, word: str, node: ast.stmt) -> Span:
        """Where a word stands on the first line of a statement; the statement when it is not there."""
        line = self.lines[node.lineno - 1]
        start = line.find(word, self._column(node.lineno, node.col_offset) - 1)
        if start < 0:
            return self.span(node)
        return Span(node.lineno, start + 1, node.lineno, start + 1 + len(word))

    def range(
        self, node: ast.stmt | ast.expr | ast.alias | ast.arg | ast.keyword
    ) -> tuple[int, int]:
        """Where in the text a node begins and ends: a definition with its decorators."""
        decorators: Sequence[ast.expr] = getattr(node, "decorator_list", ())
        first = decorators[0] if decorators else node
        start = self._offset(first.lineno, first.col_offset)
        if decorators:
            start = self.text.rindex("@", 0, start)
        return start, self._offset(node.end_lineno or 1, node.end_col_offset or 0)

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(end.end() for end in _LINE_END.finditer(self.text))]

    def _offset(self, line: int, column: int) -> int:
        return self._starts[line - 1] + self._column(line, column) - 1

    def _column(self, line: int, offset: int) -> int:
        text = self.lines[line - 1]
        if text.isascii():
            return offset + 1
        return len(text.encode()[:offset].decode(errors="replace")) + 1


def own_statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of one scope: within `if`, `try`, `with`, ..., not in a nested def or class."""
    return _statements(body, into_scopes=False)


def encoding(content: bytes) -> str:
    """The encoding of a source file by its coding comment or BOM; UTF-8 where it has none.

    >>> encoding(b"# coding: latin-1 \\xe9")
    'latin-1'
    """
    try:
        return tokenize.detect_encoding(io.BytesIO(content).readline)[0]
    except SyntaxError:
        # It wants the line of the coding comment to be UTF-8, and Python does not.
        comment = _CODING.match(content)
        return comment[1].decode() if comment else "utf-8"


def decode(content: bytes) -> str:
    """The text of a source file; what cannot be decoded is replaced.

    Python knows codecs that give no text (rot13, hex), and some that replace nothing (idna). A
    file that names one of them is shown byte by byte.

    >>> decode(b"# coding: hex\\n")
    '# coding: hex\\n'
    """
    try:
        return content.decode(encoding(content), errors="replace")
    except (LookupError, UnicodeError):
        return content.decode("latin-1")


def split_lines(text: str) -> list[str]:
    """Lines as Python counts them.

    >>> split_lines("a\\r\\nb\\x0cc\\n")
    ['a', 'b\\x0cc', '']
    """
    return _LINE_END.split(text)


def parse_problem(source: Source) -> Finding | None:
    """Why the file is not Python, as one finding; None when it is."""
    try:
        _ = source.tree
    except SyntaxError as error:
        return _syntax_finding(source, error)
    except (ValueError, LookupError, RecursionError, MemoryError) as error:
        reason = str(error) or "nested too deeply"
        return Finding(source.path, 1, 1, 1, 1, SYNTAX, "error", _not_python(reason))
    return None


def is_newer_python(path: str) -> bool:
    """Whether a file that Python cannot parse is valid for a newer one, all of whose syntax libcst knows."""
    try:
        import libcst
    except ImportError:
        return False
    try:
        libcst.parse_module(read_regular(path))
    except Exception:  # its parser raises what its tokenizer and the decoder do
        return False
    return True


def unreadable(path: str, error: OSError) -> Finding:
    """A file that cannot be read, as one finding."""
    reason = error.strerror or str(error)
    return Finding(path, 1, 1, 1, 1, UNREADABLE, "error", f"cannot be read: {reason}")


def _syntax_finding(source: Source, error: SyntaxError) -> Finding:
    # An error at the end of the file may lie one line past it; offset 0 or None means "the line".
    line = min(max(error.lineno or 1, 1), len(source.lines))
    column = min(max(error.offset or 1, 1), len(source.lines[line - 1]) + 1)
    end_line, end_column = error.end_lineno or line, error.end_offset or 0
    if end_line != line or end_column <= column:
        end_line, end_column = line, column + 1
    message = _not_python(error.msg)
    return Finding(source.path, line, column, end_line, end_column, SYNTAX, "error", message)


def _not_python(reason: str) -> str:
    return f"not valid Python {sys.version_info[0]}.{sys.version_info[1]}: {reason}"


def has_line(lines: Sequence[int], first: int, last: int) -> bool:
    """Whether one of the lines, which are in order, lies between two."""
    place = bisect_left(lines, first)
    return place < len(lines) and lines[place] <= last


def lines_of(statement: ast.stmt) -> tuple[int, int]:
    """The first line of a statement, decorators counted, and the last."""
    decorators: Sequence[ast.expr] = getattr(statement, "decorator_list", ())
    first = decorators[0].lineno if decorators else statement.lineno
    return first, statement.end_lineno or statement.lineno


def _statements(
    body: Sequence[ast.stmt], *, into_scopes: bool, lines: Sequence[int] | None = None
) -> Iterator[ast.stmt]:
    for statement in body:
        if lines is not None and not has_line(lines, *lines_of(statement)):
            continue
        yield statement
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            if into_scopes:
                yield from _statements(statement.body, into_scopes=True, lines=lines)
        else:
            for block in _blocks(statement):
                yield from _statements(block, into_scopes=into_scopes, lines=lines)


def _blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    for field in ("body", "orelse", "finalbody"):
        yield getattr(statement, field, [])
    for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        yield part.body


def module_name(path: str) -> str:
    """The full name of the module in a file, by the packages (`__init__` files) that it lies in.

    >>> module_name("/nowhere/net.py")
    'net'
    """
    folder, file = os.path.split(os.path.abspath(path))
    package, name = _package(folder), os.path.splitext(file)[0]
    if name == "__init__":
        return package or os.path.basename(folder)
    return f"{package}.{name}" if package else name


def forget_packages() -> None:
    """Looks again which folders are packages: files may have come and gone."""
    _package.cache_clear()


@lru_cache(maxsize=4096)
def _package(folder: str) -> str | None:
    """The full name of the package that a folder is."""
    if not any(os.path.exists(os.path.join(folder, f"__init__{end}")) for end in (".py", ".pyi")):
        return None
    outer, name = os.path.split(folder)
    above = _package(outer)
    return f"{above}.{name}" if above else name
