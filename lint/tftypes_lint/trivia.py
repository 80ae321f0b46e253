"""Comments, blank lines and commas around nodes, as libcst has them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

import libcst as cst
import libcst.matchers as m

#: Comments that speak to a tool about the code before them: they go when it goes.
PRAGMA: Final = re.compile(
    r"#\s*(?:type:\s*ignore|noqa|pylint:|pyright:|mypy:|pyre-|nosec|tftypes:)"
)


def comments_of(node: cst.CSTNode) -> list[str]:
    """The comments in a node, in their order."""
    return [each.value for each in m.findall(node, m.Comment()) if isinstance(each, cst.Comment)]


def as_lines(comments: Iterable[str]) -> list[cst.EmptyLine]:
    """Comments as lines of their own."""
    return [cst.EmptyLine(comment=cst.Comment(each)) for each in comments]


def with_comments(lines: Iterable[cst.EmptyLine]) -> list[cst.EmptyLine]:
    """The lines that have a comment."""
    return [line for line in lines if line.comment]


def plain(trailing: cst.TrailingWhitespace) -> cst.TrailingWhitespace:
    """What ends a line, without a comment for tools."""
    if trailing.comment and PRAGMA.match(trailing.comment.value):
        return trailing.with_changes(comment=None, whitespace=cst.SimpleWhitespace(""))
    return trailing


def remains(gone: Any) -> list[cst.EmptyLine]:
    """What is left of a statement that went: the lines above it, and the comment behind it."""
    comment = gone.trailing_whitespace.comment
    return [*gone.leading_lines, *as_lines([comment.value] if comment else [])]


def joined(above: Sequence[cst.EmptyLine], below: Sequence[cst.EmptyLine]) -> list[cst.EmptyLine]:
    """Lines above a gap and below it: blank ones on both sides are not added up."""
    blank = bool(above) and not above[-1].comment
    return [*above, *below[blanks(below) if blank else 0 :]]


def blanks(lines: Sequence[cst.EmptyLine]) -> int:
    """How many blank lines come first."""
    return next((n for n, line in enumerate(lines) if line.comment), len(lines))


def ends_with_text(header: Sequence[cst.EmptyLine]) -> bool:
    """Whether the last line is a comment."""
    return bool(header) and header[-1].comment is not None


def with_parameters(parameters: cst.Parameters, names: Iterable[str]) -> cst.Parameters:
    """The parameters, with more behind the positional ones that default to None."""
    equal = cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace(""))
    new = [cst.Param(cst.Name(name), equal=equal, default=cst.Name("None")) for name in names]
    old = list(parameters.params)
    if old and isinstance(old[-1].comma, cst.Comma):
        # A comma and the line end behind it stay at the end.
        last = old[-1].comma
        old[-1] = old[-1].with_changes(comma=cst.Comma(whitespace_after=cst.SimpleWhitespace(" ")))
        new[-1] = new[-1].with_changes(comma=last)
    return parameters.with_changes(params=[*old, *new])
