"""Displays: tuples, lists, sets, dicts, slices, and formatted text."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Final

from tftypes.inference.interpreter import formats, keys, symbols, texts
from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.comprehensions import distinct, mapping_of
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.hashing import first_equal
from tftypes.inference.interpreter.sequences import concatenated, merged
from tftypes.inference.interpreter.tables import Evaluate
from tftypes.inference.lattice import join
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.objects import TOP, Frame, Value, resolve
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Mapped, Seq, has_no_value

_KINDS: Final = {ast.List: "list", ast.Set: "set"}


def _sequence(compiler: Compiler, node: ast.Tuple | ast.List | ast.Set) -> Evaluate:
    interpreter, kind = compiler.interpreter, _KINDS.get(type(node))
    items = _items(compiler, node.elts)
    if kind is None:
        return items
    if kind == "list":
        return lambda frame: interpreter.list(items(frame), kind)

    def run(frame: Frame) -> Value:
        found = items(frame)
        is_each = isinstance(found, tuple) and len(found) == len(node.elts)
        for each, item in zip(found, node.elts) if is_each else ():
            keys.check_key(interpreter, resolve(each), item)
        return interpreter.list(distinct(found), kind)

    return run


def _items(compiler: Compiler, nodes: Sequence[ast.expr]) -> Evaluate:
    if not any(isinstance(each, ast.Starred) for each in nodes):
        parts = [compiler.expression(each) for each in nodes]
        return lambda frame: tuple([each(frame) for each in parts])
    starred = [
        (
            isinstance(each, ast.Starred),
            compiler.expression(each.value if isinstance(each, ast.Starred) else each),
            each,
        )
        for each in nodes
    ]

    def run(frame: Frame) -> Value:
        found: Value = ()
        for star, each, node in starred:
            value = each(frame)
            more = _spread(compiler.interpreter, value, node) if star else (value,)
            found = concatenated(found, more)
        return found

    return run


def _spread(interpreter: Interpreter, value: Value, node: ast.AST) -> Value:
    items = interpreter.taken(value, node)
    return Seq((), TOP) if items is None else items


def _dict(compiler: Compiler, node: ast.Dict) -> Evaluate:
    interpreter = compiler.interpreter
    pairs = [
        (None if key is None else compiler.expression(key), compiler.expression(value), key or node)
        for key, value in zip(node.keys, node.values)
    ]

    def run(frame: Frame) -> Value:
        contents = Mapped({})
        known: dict[Value, Value] = {}
        seen: dict[Value, Value] = {}
        rest: Value = ABSENT
        for key, value, place in pairs:
            if key is None:
                other = mapping_of(interpreter, value(frame))
                contents = merged(merged(contents, Mapped(known, frozenset(), rest)), other)
                known, seen, rest = {}, {}, ABSENT
                continue
            name = key(frame)
            keys.check_key(interpreter, resolve(name), place)
            if (name := first_equal(seen, name)) is not ABSENT:
                known[name] = value(frame)
            else:
                rest = join(rest, value(frame))
        return interpreter.list(merged(contents, Mapped(known, frozenset(), rest)), "dict")

    return run


def _slice(compiler: Compiler, node: ast.Slice) -> Evaluate:
    lower, upper, step = (compiler.optional(each) for each in (node.lower, node.upper, node.step))
    return lambda frame: slice(lower(frame), upper(frame), step(frame))


def _formatted(compiler: Compiler, node: ast.JoinedStr) -> Evaluate:
    parts = [
        _formatted_value(compiler, each, node.values)
        if isinstance(each, ast.FormattedValue)
        else compiler.expression(each)
        for each in node.values
    ]

    def run(frame: Frame) -> Value:
        return texts.joined([each(frame) for each in parts])

    return run


def _formatted_value(
    compiler: Compiler, node: ast.FormattedValue, parts: Sequence[ast.expr]
) -> Evaluate:
    value = compiler.expression(node.value)
    conversion = {114: "repr", 115: "str", 97: "ascii"}.get(node.conversion, "")
    spec = None if node.format_spec is None else compiler.expression(node.format_spec)
    interpreter = compiler.interpreter

    def run(frame: Frame) -> Value:
        found = resolve(value(frame))
        if has_no_value(found):
            if node.format_spec is not None and node.conversion == -1:
                formats.refuse_symbol(interpreter, found, node)
            else:
                symbols.warn_of_text(interpreter, found, parts, node)
            return PyValue("str")
        if conversion or spec is None:
            found = texts.text_of(interpreter, found, conversion or "str", node)
        how = "" if spec is None else spec(frame)
        if how == "":
            return found if spec is None or conversion else texts.formatted(found, "")
        if isinstance(how, str):
            formats.check(interpreter, found, how, node.value, node)
            return texts.formatted(found, how)
        return PyValue("str")

    return run


EXPRESSIONS: Final = {
    ast.Tuple: _sequence,
    ast.List: _sequence,
    ast.Set: _sequence,
    ast.Dict: _dict,
    ast.Slice: _slice,
    ast.Starred: lambda compiler, node: compiler.expression(node.value),
    ast.JoinedStr: _formatted,
}
