"""The text of a dimension: ``2*N + 1``, ``(H - K)//2 + 1``, ``?``.

    sum     = ["-"] product { ("+" | "-") product }
    product = factor { ("*" | "//" | "%") factor }
    factor  = integer | name | "?" | "None" | "(" sum ")" | "-" factor

Names may be dotted. Precedence and floor semantics are Python's.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tftypes.algebra.expressions import Expr, Symbol
from tftypes.algebra.values import UNKNOWN, Dim

_TOKEN = re.compile(r"\s*(?:([0-9]+)|([^\W\d]\w*(?:\.[^\W\d]\w*)*)|(//|[-+*%()?]))")
_MAX_DEPTH = 50


class DimSyntaxError(ValueError):
    """Text that is not a dimension.

    Attributes: ``text``; ``position``, the offset of the first character that
    does not fit; ``reason``.
    """

    def __init__(self, text: str, position: int, reason: str) -> None:
        super().__init__(f"{reason} at position {position} of {text!r}")
        self.text = text
        self.position = position
        self.reason = reason

    def __reduce__(self) -> tuple[object, ...]:
        return DimSyntaxError, (self.text, self.position, self.reason)


def parse(text: str, resolve: Callable[[str], Dim] = Symbol) -> Dim:
    """The dimension that a text says; ``resolve`` gives the dim of a name.

    By default a name is a symbol of that name. `DimSyntaxError`, a ValueError
    with ``position``, when the text does not follow the grammar or divides by 0.

    >>> parse("2*N + 1")
    2*N + 1
    >>> parse("H // 2", {"H": 9}.__getitem__)
    4
    >>> parse("2*N +")
    Traceback (most recent call last):
    tftypes.algebra.grammar.DimSyntaxError: expected a size or a name at position 5 of '2*N +'
    """
    parser = _Parser(text, resolve)
    value = parser.sum(0)
    if parser.kind != "end":
        raise parser.error(f"unexpected {parser.token!r}")
    return value


class _Parser:
    """Recursive descent over one token at a time."""

    def __init__(self, text: str, resolve: Callable[[str], Dim]) -> None:
        self.text = text
        self.resolve = resolve
        self.end = 0
        self.advance()

    def advance(self) -> None:
        match = _TOKEN.match(self.text, self.end)
        if match is None:
            rest = self.text[self.end :].lstrip()
            self.start = len(self.text) - len(rest)
            if rest:
                raise self.error(f"unexpected {rest[0]!r}")
            self.kind, self.token = "end", "end"
            return
        kind = match.lastindex or 0
        self.start, self.end = match.span(kind)
        self.kind = ("", "number", "name", "sign")[kind]
        self.token = match.group(kind)

    def error(self, reason: str, position: int | None = None) -> DimSyntaxError:
        return DimSyntaxError(self.text, self.start if position is None else position, reason)

    def sum(self, depth: int) -> Dim:
        value = self.product(depth)
        while self.kind == "sign" and self.token in "+-":
            sign = self.token
            self.advance()
            right = self.product(depth)
            value = value + right if sign == "+" else value - right
        return value

    def product(self, depth: int) -> Dim:
        value = self.factor(depth)
        while self.kind == "sign" and self.token in ("*", "//", "%"):
            sign, position = self.token, self.start
            self.advance()
            right = self.factor(depth)
            if sign == "*":
                value = value * right
            elif not isinstance(right, Expr) and right == 0:
                raise self.error("division by zero", position)
            else:
                value = value // right if sign == "//" else value % right
        return value

    def factor(self, depth: int) -> Dim:
        if depth > _MAX_DEPTH:
            raise self.error("too deeply nested")
        kind, token = self.kind, self.token
        if kind == "number":
            self.advance()
            return int(token)
        if kind == "name":
            self.advance()
            return UNKNOWN if token == "None" else self.resolve(token)
        if token == "?":
            self.advance()
            return UNKNOWN
        if token == "-":
            self.advance()
            return -self.factor(depth + 1)
        if token == "(":
            self.advance()
            value = self.sum(depth + 1)
            if self.token != ")":
                raise self.error("expected ')'")
            self.advance()
            return value
        raise self.error("expected a size or a name")
