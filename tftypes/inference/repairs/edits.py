"""Edits of a program: a node of its tree gives place to another, in the tree and in the text."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final, TypeAlias, TypeVar

from tftypes.inference.messages import Change
from tftypes.inference.repairs.sites import Outline

#: What a node gives place to: an expression to one, a statement to any number, parameters to others.
Old: TypeAlias = "ast.expr | ast.stmt | ast.arguments"
New: TypeAlias = "ast.expr | ast.arguments | tuple[ast.stmt, ...]"
Node = TypeVar("Node", bound=ast.AST)
_KINDS: Final = (ast.expr, ast.stmt)
#: Names that are assigned, which Python 3.10 writes in parentheses.
_TARGETS: Final = re.compile(r"(^ *|\bfor )\(([\w, *.]+)\)( = | in )", re.MULTILINE)
#: Expressions that stand anywhere without parentheses.
_ATOMS: Final = (
    ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Constant, ast.List, ast.Dict, ast.ListComp, ast.JoinedStr,
)  # fmt: skip
#: A longer statement is told by the expression that is new alone.
_MOST_CHARACTERS: Final = 140


@dataclass(frozen=True, slots=True)
class Edit:
    """`new` stands where `old` was. It may hold nodes of the tree, and keeps its place in the file."""

    old: Old
    new: New
    #: What changes with it, on other lines.
    also: tuple[Edit, ...] = ()

    @property
    def parts(self) -> tuple[Edit, ...]:
        """All single edits."""
        return (self, *self.also)

    @property
    def made(self) -> tuple[ast.AST, ...]:
        """The new nodes."""
        return self.new if isinstance(self.new, tuple) else (self.new,)


class Editor:
    """Applies edits to one tree, which stays as it is."""

    def __init__(self, outline: Outline) -> None:
        self._outline = outline
        self._own = {*map(id, outline.nodes)}

    def applied(self, edit: Edit) -> ast.Module:
        """The tree with the edit. Only what is around the edit is made anew."""
        made: dict[int, object] = {}
        for part in edit.parts:
            nodes = tuple(self._placed(each, part.old) for each in part.made)
            made[id(part.old)] = nodes if isinstance(part.new, tuple) else nodes[0]
        around = {id(each) for part in edit.parts for each in self._outline.around(part.old)}
        return rebuilt(
            self._outline.tree,
            lambda node: made.get(id(node), None if id(node) in around else node),
        )

    def _placed(self, node: Node, at: ast.AST) -> Node:
        """Code that is not of the tree, in the place of what was there."""
        if id(node) in self._own:
            return node
        made = rebuilt(node, lambda each: self._placed(each, at))
        return ast.copy_location(copy.copy(made), at)


def told(edit: Edit, outline: Outline, statement: ast.stmt, source: Sequence[str]) -> str:
    """The line of the statement that changes as the program would have it, or the new expression where that is long.

    `source` has the lines of the file.
    """
    old, made = edit.old, _written(edit, outline, statement, source)
    if isinstance(old, ast.arguments) or isinstance(edit.new, tuple):
        made = re.sub(r":\n\s*", ": ", made)
        gone = Written(outline, statement, source).text(old)
        return re.sub(r"\n *", "; ", made) or f"leave out {gone}"
    first = old.lineno
    if first != old.end_lineno:
        before = source[first - 1].encode()[statement.col_offset : old.col_offset].decode()
        is_whole = statement.lineno == first and statement.end_col_offset == old.end_col_offset
        return (before * is_whole + made).replace("\n", "; ")
    line = source[first - 1].encode()
    begin = statement.col_offset if statement.lineno == first else 0
    end = statement.end_col_offset if statement.end_lineno == first else len(line)
    before, after = line[begin : old.col_offset], line[old.end_col_offset : end]
    whole = f"{before.decode()}{made}{after.decode()}".strip()
    return whole if len(whole) <= _MOST_CHARACTERS else made


def change(edit: Edit, outline: Outline, statement: ast.stmt, source: Sequence[str]) -> Change:
    """The lines of the file that the edit changes."""
    old, made = edit.old, _written(edit, outline, statement, source) or "pass"
    if isinstance(old, ast.arguments) or _is_head(edit):
        return _head_changed(statement, made, source)
    last = old.end_lineno or old.lineno
    before = source[old.lineno - 1].encode()[: old.col_offset].decode()
    after = source[last - 1].encode()[old.end_col_offset :].decode()
    if before.strip() and isinstance(edit.new, tuple):  # behind the colon of a `with` in one line
        made = made.replace("\n", "; ")
    new = re.sub(r"\n(?!\n)", f"\n{_indent(old, source)}", f"{before}{made}{after}")
    return Change(old.lineno, last, new)


def changed(parts: Sequence[Change], source: Sequence[str]) -> Change | None:
    """Several changes as one, and the lines between them; None where two change the same line."""
    lines: list[str] = []
    at = parts[0].line
    for each in parts:
        if each.line < at:
            return None
        lines += [*source[at - 1 : each.line - 1], *([each.text] if each.text else ())]
        at = each.end_line + 1
    return Change(parts[0].line, at - 1, "\n".join(lines))


def _is_head(edit: Edit) -> bool:
    """Whether a class or a function has another head and the same body."""
    is_definition = isinstance(edit.old, (ast.ClassDef, ast.FunctionDef)) and len(edit.made) == 1
    return is_definition and getattr(edit.made[0], "body", None) is getattr(edit.old, "body", ())


def _indent(node: ast.expr | ast.stmt, source: Sequence[str]) -> str:
    """What stands before lines that begin where a node does: tabs where the file has tabs."""
    before = source[node.lineno - 1].encode()[: node.col_offset].decode()
    own = before[: len(before) - len(before.lstrip())]
    return own + " " * (node.col_offset - len(own))


def _head_changed(statement: ast.stmt, made: str, source: Sequence[str]) -> Change:
    """The lines of a `def` or `class` up to its colon."""
    first = getattr(statement, "body")[0]  # noqa: B009
    indent = _indent(statement, source)
    if first.lineno == statement.lineno:
        rest = source[first.lineno - 1].encode()[first.col_offset :].decode()
        return Change(statement.lineno, statement.lineno, f"{indent}{made} {rest}")
    numbers = range(statement.lineno, first.lineno)
    ends = (each for each in numbers if source[each - 1].partition("#")[0].rstrip().endswith(":"))
    return Change(statement.lineno, next(ends, statement.lineno), f"{indent}{made}")


def _written(edit: Edit, outline: Outline, statement: ast.stmt, source: Sequence[str]) -> str:
    """The new code. Of a `def` or a `class`, what stands under it is left out."""
    nodes = edit.made
    if isinstance(edit.old, ast.arguments):
        nodes = (with_fields(statement, {"args": edit.new}),)
    elif not _is_head(edit):
        written = Written(outline, statement, source)
        text = "\n".join(_as_it_stands(each, edit, source) or written.text(each) for each in nodes)
        first = edit.old.elts[0] if isinstance(edit.old, ast.Tuple) and edit.old.elts else None
        is_bare = first is not None and first.col_offset == edit.old.col_offset
        is_bare |= _is_in_parentheses(edit.old, source)
        is_bare |= isinstance(statement, ast.Return) and statement.value is edit.old
        is_bare |= isinstance(getattr(edit.new, "ctx", None), ast.Store)  # names that are assigned
        if isinstance(edit.old, ast.GeneratorExp) and _is_sole(edit.old, source):
            return f"({text})"
        return text[1:-1] if is_bare and isinstance(edit.new, ast.Tuple) else text
    bare = with_fields(nodes[0], {"body": [ast.Pass()], "decorator_list": []})
    return ast.unparse(bare).rpartition("\n")[0]


def _as_it_stands(node: ast.AST, edit: Edit, source: Sequence[str]) -> str:
    """The lines of a definition that stays, with its comments; no text for other nodes."""
    kinds = (ast.FunctionDef, ast.ClassDef)
    if node is not edit.old or not isinstance(node, kinds) or node.decorator_list:
        return ""
    lines, indent = source[node.lineno - 1 : node.end_lineno], _indent(node, source)
    is_plain = all(each.startswith(indent) for each in lines if each)
    return "\n".join(each[len(indent) :] for each in lines) if is_plain else ""


def _is_in_parentheses(node: ast.expr | ast.stmt, source: Sequence[str]) -> bool:
    """Whether a node stands in parentheses that are no call's: `shape=(784)`."""
    line = source[node.lineno - 1].encode()
    before, after = line[: node.col_offset], line[node.end_col_offset :]
    is_within = before.endswith(b"(") and after.startswith(b")")
    return is_within and not re.search(rb"[\w)\]]\($", before)


def _is_sole(node: ast.GeneratorExp, source: Sequence[str]) -> bool:
    """Whether a generator is all that a call is given: their parentheses are the same."""
    before = source[node.lineno - 1].encode()[: node.col_offset]
    return bool(re.search(rb"[\w)\]]$", before))


class Written:
    """Writes nodes, those of the program as they stand there."""

    def __init__(self, outline: Outline, statement: ast.stmt, source: Sequence[str]) -> None:
        self._outline, self._statement, self._source = outline, statement, source

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

        code = ast.unparse(swap(node) or rebuilt(node, swap))
        made = _TARGETS.sub(r"\1\2\3", code.replace("lambda :", "lambda:"))  # of Python 3.10
        for name, segment in kept.items():
            made = made.replace(name, segment)
        return made

    def _segment(self, node: ast.AST) -> str | None:
        if node not in self._outline.parents:
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
        is_inside = any(isinstance(each, ast.JoinedStr) for each in ast.walk(self._statement))
        if is_inside and not text.startswith("f"):
            outer = any(re.search(r"\b[fF]'", each) for each in lines)  # it has the other quotes
            return text.replace("'", '"') if outer and '"' not in text else text
        if not any(each in line for line in lines for each in "'\""):
            lines = self._source  # the statement has none
        marks = "".join(lines)
        has_double = marks.count('"') > marks.count("'") if lines is self._source else '"' in marks
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


def expression(text: str, **parts: ast.expr) -> ast.expr:
    """The code of a text, with nodes for the names that stand for them: `expression("f(x)[0]", f=function, x=node)`."""
    (made,) = statements(text, **parts)
    assert isinstance(made, ast.Expr)
    return made.value


def statements(text: str, **parts: ast.expr) -> list[ast.stmt]:
    """The statements of a text, with nodes for the names that stand for them."""
    found = ast.parse(text)
    return rebuilt(found, lambda each: parts.get(getattr(each, "id", ""))).body


def parsed(text: str) -> list[ast.stmt]:
    """The statements of a text; none where it is no code."""
    try:
        return statements(text)
    except (SyntaxError, ValueError):
        return []


def substituted(code: ast.expr, swap: Callable[[ast.AST], ast.expr | None]) -> ast.expr:
    """An expression in which others stand for its parts, or for itself, where `swap` says so."""
    return rebuilt(ast.Expr(code), swap).value


def together(outline: Outline, swaps: Mapping[Node, ast.expr]) -> Edit:
    """Several expressions give place to others: one edit for each line, since no two edits share one."""
    made: dict[ast.AST, ast.expr] = dict(swaps.items())
    by_line: dict[object, list[ast.AST]] = {}
    for each in made:
        by_line.setdefault(getattr(each, "lineno", 0), []).append(each)
    return all_of([each for olds in by_line.values() for each in _of_line(outline, olds, made)])


def all_of(edits: Sequence[Edit]) -> Edit:
    """Several edits as one."""
    return Edit(edits[0].old, edits[0].new, (*edits[1:],))


def _of_line(
    outline: Outline, olds: Sequence[ast.AST], swaps: Mapping[ast.AST, ast.expr]
) -> Iterator[Edit]:
    """The change of the smallest expression that has all of these, or of each where they are of several statements."""
    around = [each for each in (olds[0], *outline.around(olds[0])) if isinstance(each, _KINDS)]
    whole = next((each for each in around if {*olds} <= {*ast.walk(each)}), None)
    if whole is None and len(olds) > 1:
        yield from (one for each in olds for one in _of_line(outline, [each], swaps))
    elif whole is not None:
        made = swaps.get(whole) or rebuilt(whole, swaps.get)
        yield Edit(whole, (made,) if isinstance(made, ast.stmt) else made)


def between(before: Sequence[str], after: Sequence[str]) -> tuple[str, Change]:
    """The lines in which two texts of a file differ, as they are told and as one change."""
    count = min(len(before), len(after))
    first = next(i for i in range(count) if before[i] != after[i])
    last = next((i for i in range(1, count - first) if before[-i] != after[-i]), count - first)
    made = after[first : len(after) - last + 1]
    parts = [
        f"line {i + 1}: {_shown(kind, before[i:j], after[k : m + (kind == 'insert')])}"
        for kind, i, j, k, m in SequenceMatcher(None, before, after).get_opcodes()
        if kind != "equal"
    ]
    text = "; ".join(parts).partition(": ")[2]
    return text, Change(first + 1, len(before) - last + 1, "\n".join(made))


def _shown(kind: str, before: Sequence[str], after: Sequence[str]) -> str:
    """Lines that take the place of others; with those that come before a line, that one stands, too."""
    text = "; ".join(each.strip() for each in (before if kind == "delete" else after))
    return f"leave out {text}" if kind == "delete" else text


def is_left_open(edit: Edit) -> bool:
    """Whether new code has the dots of a message for an argument: `layer(...)`."""
    calls = (each for new in edit.made for each in ast.walk(new) if isinstance(each, ast.Call))
    given = (each for call in calls for each in call.args)
    return any(isinstance(each, ast.Constant) and each.value is ... for each in given)


def are_apart(one: Edit, other: Edit) -> bool:
    """Whether two edits are of expressions neither of which is a part of the other."""
    are_plain = not (one.also or other.also) and all(
        isinstance(each, ast.expr) for each in (one.old, one.new, other.old, other.new)
    )
    are_within = other.old in ast.walk(one.old) or one.old in ast.walk(other.old)
    return are_plain and not are_within


def key_of(edit: Edit) -> object:
    """What tells edits apart: what is new, and where. The imports that they need do not matter."""
    kinds = (ast.Import, ast.ImportFrom)
    made = (
        ast.unparse(each)
        for part in edit.parts
        for each in part.made
        if not isinstance(part.old, kinds)
    )
    return id(edit.old), tuple(made)
