"""Makes the changes of fixes: one libcst transformer for all of a file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

import libcst as cst
import libcst.matchers as m
from libcst.codemod import CodemodContext
from libcst.codemod.visitors import AddImportsVisitor
from libcst.metadata import MetadataWrapper, PositionProvider

from tftypes_lint.changes import (
    EXACT,
    STARTING,
    AddParameters,
    Append,
    Change,
    ForTypeCheckers,
    Import,
    Keyword,
    NoPlace,
    Place,
    Prepend,
    Remove,
    RemoveDecorator,
    Replace,
    ReplaceStatement,
)
from tftypes_lint.findings import Span
from tftypes_lint.trivia import (
    PRAGMA,
    as_lines,
    blanks,
    comments_of,
    ends_with_text,
    joined,
    plain,
    remains,
    with_comments,
    with_parameters,
)

_TYPE_CHECKING: Final = m.Name("TYPE_CHECKING") | m.Attribute(attr=m.Name("TYPE_CHECKING"))
_IMPORT: Final = m.SimpleStatementLine(
    body=[m.ZeroOrMore(), m.Import() | m.ImportFrom(), m.ZeroOrMore()]
)
_EMPTY: Final = m.Pass() | m.Expr(m.Ellipsis())
_DOCSTRING: Final = m.Expr(m.SimpleString() | m.ConcatenatedString())
_STEP: Final = "    "


def transformed(text: str, changes: Iterable[Change]) -> str:
    """The text of a file with the changes made.

    Raises:
        NoPlace: there is nothing to change where a change wants it.
        libcst.ParserSyntaxError: the file, or the code of a change, is not Python.

    >>> transformed("x = (f(1),  # one\\n     2)\\n", [Replace(Span(1, 6, 1, 10), "g()")])
    'x = (g(),  # one\\n     2)\\n'
    """
    module = cst.parse_module(text)
    transformer = Transformer(changes, module)
    module = MetadataWrapper(module, unsafe_skip_copy=True).visit(transformer)
    if transformer.left:
        raise NoPlace(f"nothing to change: {sorted(map(str, transformer.left))}")
    if not transformer.imports:
        return module.code
    context = CodemodContext()
    for each in transformer.imports:
        AddImportsVisitor.add_needed_import(context, each.module, each.name, each.alias)
    return AddImportsVisitor(context).transform_module(module).code


def code_of(text: str, span: Span, changes: Iterable[Replace]) -> str:
    """The code of one expression of a file with the changes made in it."""
    module = cst.parse_module(text)
    transformer = Transformer(changes, module, wanted=_place(span))
    MetadataWrapper(module, unsafe_skip_copy=True).visit(transformer)
    if transformer.found is None:
        raise NoPlace(f"no expression at {span}")
    return module.code_for_node(transformer.found)


class Transformer(cst.CSTTransformer):
    """Makes changes. What replaces a node with comments leaves those above its statement."""

    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(
        self, changes: Iterable[Change], module: cst.Module, wanted: Place | None = None
    ) -> None:
        super().__init__()
        given = list(dict.fromkeys(changes))
        self.imports = [each for each in given if isinstance(each, Import)]
        #: What has not been made yet.
        self.left = {each for each in given if not isinstance(each, Import)}
        #: The expression that was wanted, once it is found.
        self.found: cst.BaseExpression | None = None
        self._wanted = wanted
        self._module = module
        self._exact = {_place(each.span): each for each in given if isinstance(each, EXACT)}
        self._starting: dict[tuple[int, int], list[Change]] = {}
        for each in given:
            if isinstance(each, STARTING):
                self._starting.setdefault(_place(each.span)[:2], []).append(each)
        #: Comments of what was replaced, until a statement can take them.
        self._lost: list[str] = []
        #: Lines of which nothing is left but comments.
        self._gone: set[cst.BaseStatement] = set()
        self._written = Counter(
            comment for each in given for comment in re.findall(r"#.*", getattr(each, "code", ""))
        )

    def on_leave(self, original_node: Any, updated_node: Any) -> Any:
        """Changes a node of any kind, when what is in it has been changed."""
        updated: Any = super().on_leave(original_node, updated_node)
        if isinstance(original_node, cst.BaseExpression):
            return self._expression(original_node, updated)
        if isinstance(original_node, cst.Arg):
            return self._argument(original_node, updated)
        if isinstance(original_node, (cst.SimpleStatementLine, cst.SimpleStatementSuite)):
            return self._simple(original_node, updated)
        if isinstance(original_node, (cst.FunctionDef, cst.ClassDef)):
            updated = self._definition(original_node, updated)
        elif isinstance(original_node, cst.IndentedBlock):
            return self._block(updated)
        elif isinstance(original_node, cst.Module):
            return self._top(updated)
        if isinstance(original_node, (cst.BaseCompoundStatement, cst.Decorator)):
            return self._with_lost(updated)
        return updated

    # Expressions

    def _expression(self, original: cst.BaseExpression, updated: Any) -> Any:
        place = self._position(original)
        change = self._exact.get(place)
        if isinstance(original, cst.Lambda):
            for each in self._take(original, AddParameters):
                updated = updated.with_changes(params=with_parameters(updated.params, each.names))
        if isinstance(change, Replace):
            self.left.discard(change)
            new: Any = cst.parse_expression(f"({self._native(change.code)})", self._config)
            new = new.with_changes(
                lpar=[*updated.lpar, *new.lpar[1:]], rpar=[*new.rpar[:-1], *updated.rpar]
            )
            self._lose(Counter(comments_of(updated)) - Counter(comments_of(new)))
            updated = new
        if place == self._wanted:
            self.found = updated
        return updated

    def _argument(self, original: cst.Arg, updated: Any) -> Any:
        change = self._exact.get(self._position(original))
        if not isinstance(change, Keyword):
            return updated
        self.left.discard(change)
        if updated.keyword:
            return updated.with_changes(keyword=updated.keyword.with_changes(value=change.name))
        equal = cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace(""))
        return updated.with_changes(keyword=cst.Name(change.name), equal=equal)

    # Statements

    def _simple(self, original: Any, updated: Any) -> Any:
        """A line of simple statements, some of which go or are replaced."""
        is_line = isinstance(original, cst.SimpleStatementLine)
        parts: list[Sequence[cst.BaseSmallStatement]] = []
        lines: list[cst.SimpleStatementLine] | None = None
        for before, after in zip(original.body, updated.body, strict=True):
            changes = self._take(before, Remove, ReplaceStatement)
            if not changes:
                parts.append([after])
                continue
            code = getattr(changes[0], "code", "")
            new = self._lines(code)
            self._lose(
                Counter(comments_of(after))
                - Counter(each for line in new for each in comments_of(line))
            )
            lines = new if code else lines
            parts.append([small for line in new for small in line.body])
        if all(len(part) == 1 and part[0] in updated.body for part in parts):
            return self._with_lost(updated) if is_line else updated
        body = [small for part in parts for small in part]
        if not body:
            return self._emptied(updated, is_line=is_line)
        if is_line and lines and len(original.body) == 1:
            return self._spread(updated, lines)
        if body[-1] is not updated.body[-1]:
            body[-1] = body[-1].with_changes(semicolon=cst.MaybeSentinel.DEFAULT)
        return (
            self._with_lost(updated.with_changes(body=body))
            if is_line
            else updated.with_changes(body=body)
        )

    def _emptied(self, updated: Any, *, is_line: bool) -> Any:
        updated = updated.with_changes(
            body=[cst.Pass()], trailing_whitespace=plain(updated.trailing_whitespace)
        )
        if not is_line:
            return updated
        updated = self._with_lost(updated)
        self._gone.add(updated)
        return updated

    def _spread(self, updated: Any, lines: list[cst.SimpleStatementLine]) -> Any:
        """Statements on lines of their own, in the place of one."""
        last = lines[-1].with_changes(trailing_whitespace=updated.trailing_whitespace)
        lines = [*lines[:-1], last]
        first = lines[0].with_changes(leading_lines=updated.leading_lines)
        return cst.FlattenSentinel([self._with_lost(first), *lines[1:]])

    def _definition(self, original: Any, updated: Any) -> Any:
        kept: list[cst.Decorator] = []
        carried: list[cst.EmptyLine] = []
        for before, after in zip(original.decorators, updated.decorators, strict=True):
            change = self._exact.get(self._position(before.decorator))
            if isinstance(change, RemoveDecorator):
                self.left.discard(change)
                own = [
                    each
                    for each in comments_of(after.with_changes(leading_lines=[]))
                    if not PRAGMA.match(each)
                ]
                carried += [*with_comments(after.leading_lines), *as_lines(own)]
            else:
                kept.append(after.with_changes(leading_lines=[*carried, *after.leading_lines]))
                carried = []
        below = [*carried, *updated.lines_after_decorators]
        updated = updated.with_changes(decorators=kept, lines_after_decorators=below)
        if not kept and original.decorators:
            # Without a decorator the two places are one.
            above = [*updated.leading_lines, *below]
            updated = updated.with_changes(leading_lines=above, lines_after_decorators=[])
        for append in self._take(original, Append):
            updated = self._appended(updated, append.code)
        for prepend in self._take(original, Prepend):
            updated = self._prepended(updated, prepend.code)
        for added in self._take(original, AddParameters):
            updated = updated.with_changes(params=with_parameters(updated.params, added.names))
        return updated

    def _appended(self, owner: Any, code: str, blank: int = 1) -> Any:
        new = self._lines(code)
        suite = owner.body
        body = list(suite.body)
        empty = len(body) == 1 and m.matches(
            body[0].body[0]
            if isinstance(body[0], cst.SimpleStatementLine) and len(body[0].body) == 1
            else body[0],
            _EMPTY,
        )
        if not empty:
            new[0] = new[0].with_changes(leading_lines=[cst.EmptyLine(indent=False)] * blank)
        if isinstance(suite, cst.SimpleStatementSuite):
            header = cst.TrailingWhitespace(comment=suite.trailing_whitespace.comment)
            if header.comment:
                header = header.with_changes(whitespace=cst.SimpleWhitespace("  "))
            before = [] if empty else [cst.SimpleStatementLine(body)]
            return owner.with_changes(body=cst.IndentedBlock([*before, *new], header=header))
        if empty:
            comment = plain(body[0].trailing_whitespace).comment
            lines = [*body[0].leading_lines, *as_lines([comment.value] if comment else [])]
            new[0] = new[0].with_changes(leading_lines=lines)
            body = []
        return owner.with_changes(body=suite.with_changes(body=[*body, *new]))

    def _prepended(self, function: Any, code: str) -> Any:
        new = self._lines(code)
        suite = function.body
        body = list(suite.body)
        if isinstance(suite, cst.SimpleStatementSuite):
            small = [each for line in new for each in line.body]
            return function.with_changes(body=suite.with_changes(body=[*small, *body]))
        documented = len(body) > 1 and m.matches(body[0], m.SimpleStatementLine([_DOCSTRING]))
        at = 1 if documented else 0
        above = body[at].leading_lines
        blank = blanks(above)
        new[0] = new[0].with_changes(leading_lines=above[:blank])
        body[at] = body[at].with_changes(leading_lines=above[blank:])
        return function.with_changes(body=suite.with_changes(body=[*body[:at], *new, *body[at:]]))

    # Blocks

    def _block(self, updated: cst.IndentedBlock) -> cst.IndentedBlock:
        body = list(updated.body)
        if body and all(each in self._gone for each in body):
            first: Any = body[0]
            rest = with_comments(line for each in body[1:] for line in remains(each))
            first = first.with_changes(leading_lines=[*first.leading_lines, *rest])
            return updated.with_changes(body=[first])
        body, below = self._closed_up(body, top=False)
        return updated.with_changes(body=body, footer=[*below, *updated.footer])

    def _top(self, updated: cst.Module) -> cst.Module:
        body = list(updated.body)
        for change in [each for each in self.left if isinstance(each, ForTypeCheckers)]:
            self.left.discard(change)
            body = self._for_type_checkers(body, change.code)
        body, below = self._closed_up(body, top=not ends_with_text(updated.header))
        return updated.with_changes(body=body, footer=[*below, *updated.footer])

    def _closed_up(self, body: list[Any], *, top: bool) -> tuple[list[Any], list[cst.EmptyLine]]:
        """The statements that are left, and the comments that stand behind the last of them.

        The blank lines around a gap are not added up.
        """
        kept: list[Any] = []
        carried: list[cst.EmptyLine] | None = None
        for each in body:
            if each in self._gone:
                carried = joined(carried or [], remains(each))
                continue
            if carried is not None:
                first = top and not kept and not carried
                lines = [*each.leading_lines][blanks(each.leading_lines) if first else 0 :]
                each = each.with_changes(leading_lines=joined(carried, lines))
                carried = None
            kept.append(each)
        below = carried or []
        return kept, below if any(line.comment for line in below) else []

    def _for_type_checkers(self, body: list[Any], code: str) -> list[Any]:
        for number, each in enumerate(body):
            if m.matches(each, m.If(test=_TYPE_CHECKING)):
                return [*body[:number], self._appended(each, code, blank=0), *body[number + 1 :]]
        imports = [
            number
            for number, each in enumerate(body)
            if m.matches(each, _IMPORT) or each in self._gone
        ]
        documented = bool(body) and m.matches(body[0], m.SimpleStatementLine([_DOCSTRING]))
        at = imports[-1] + 1 if imports else int(documented)
        block = cst.If(
            cst.Name("TYPE_CHECKING"),
            cst.IndentedBlock(self._lines(code)),
            leading_lines=[cst.EmptyLine(indent=False)],
        )
        below = body[at:]
        if below and below[0] not in self._gone and not below[0].leading_lines:
            below[0] = below[0].with_changes(leading_lines=[cst.EmptyLine(indent=False)])
        return [*body[:at], block, *below]

    # Comments

    def _lose(self, comments: Counter[str]) -> None:
        """Takes comments down that stand nowhere else; what they say to tools went with the code."""
        left = comments - self._written
        self._lost += [each for each in left.elements() if not PRAGMA.match(each)]

    def _with_lost(self, updated: Any) -> Any:
        """The statement with the comments above it that something in it has lost."""
        if not self._lost:
            return updated
        lines = [*updated.leading_lines, *as_lines(self._lost)]
        self._lost = []
        return updated.with_changes(leading_lines=lines)

    # Places and code

    @property
    def _config(self) -> Any:
        return self._module.config_for_parsing

    def _lines(self, code: str) -> list[Any]:
        return list(cst.parse_module(self._native(code), self._config).body)

    def _native(self, code: str) -> str:
        """Code indented as the file is, with its line ends."""
        lines = []
        for line in code.split("\n"):
            inner = line.lstrip(" ")
            steps = (len(line) - len(inner)) // len(_STEP)
            lines.append(self._module.default_indent * steps + inner)
        return self._module.default_newline.join(lines)

    def _position(self, node: cst.CSTNode) -> Place:
        found = self.get_metadata(PositionProvider, node)
        return found.start.line, found.start.column, found.end.line, found.end.column

    def _take(self, node: cst.CSTNode, *kinds: Any) -> list[Any]:
        """The changes of these kinds that are meant for the node; they count as made."""
        starting = self._starting.get(self._position(node)[:2], []) if self._starting else []
        found = [each for each in starting if isinstance(each, kinds) and each in self.left]
        self.left.difference_update(found)
        return found


def _place(span: Span) -> Place:
    return span.line, span.column - 1, span.end_line, span.end_column - 1
