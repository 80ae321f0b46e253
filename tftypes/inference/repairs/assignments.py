"""Edits of whole statements: what a message assigns, or calls, in the place of what the program assigns."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.repairs.calls import is_layer, is_model
from tftypes.inference.repairs.context import Context
from tftypes.inference.repairs.edits import Edit, all_of, expression, parsed, rebuilt, with_fields
from tftypes.inference.repairs.fragments import filled, fragments, spelled
from tftypes.inference.values import Dataset

#: An assignment in the text of a message, up to the words behind it.
_ASSIGNED: Final = re.compile(r"[\w(][\w., *()]* = \w[\w.]*\([^;]*\)")
#: A call in the text of a message that comes before what is refused.
_BEFORE: Final = re.compile(r"^(\w[\w.]*\([^;]*\)) before it")
#: What stands for what the program assigns.
_VALUE: Final = "value"

#: Statements with others inside, which a graph may run.
_BLOCKS: Final = (ast.If, ast.For, ast.While)
#: Statements that run once before what is behind them.
_PLAIN: Final = (ast.Assign, ast.Expr, ast.Return, ast.AugAssign)


def reassigned(context: Context) -> Iterator[tuple[float, Edit]]:
    """Statements with what the message assigns or calls, each with its cost."""
    statement, text = context.outline.statement(context.node), context.finding.remedy
    for code in _BEFORE.findall(text) if statement is not None else ():
        call, *others = fragments(code) or (None,)
        if isinstance(call, ast.Call) and isinstance(statement, ast.stmt) and not others:
            yield 0.2, Edit(statement, (ast.Expr(spelled(context, call)), statement))
    assigned = (each for found in _ASSIGNED.findall(text) for each in parsed(found))
    for made in (each for each in assigned if isinstance(each, ast.Assign)):
        for each in context.outline.nodes:
            if isinstance(each, (ast.Assign, ast.Expr)):
                if ast.dump(each.value) == ast.dump(made.value):
                    yield 0.2, Edit(each, (ast.Assign(made.targets, made.value, lineno=1),))
            elif isinstance(each, ast.Call) and ast.dump(each) == ast.dump(made.value):
                yield from _before(context, each, made)
        if statement is not None and ast.unparse(made.targets[0]) in _owners(statement):
            new = with_fields(made, {"value": _written(context, statement, made.value)})
            yield 0.4, Edit(statement, (new,))
    is_unpacked = isinstance(context.node, (ast.Tuple, ast.List))
    is_target = isinstance(statement, ast.stmt) and context.node in _targets(statement)
    if isinstance(statement, (ast.Assign, ast.AugAssign)) and is_target and not is_unpacked:
        for code in fragments(text):
            if isinstance(code, ast.Call):
                yield 0.4, Edit(statement, (ast.Expr(_written(context, statement, code)),))


def kept(context: Context) -> Iterator[tuple[float, Edit]]:
    """A name for what a call makes of it, where the program drops that: `x = tf.reshape(x, [-1])`, `d = d.batch(8)`."""
    found: dict[tuple[object, str], list[Edit]] = {}
    for each in context.outline.nodes:
        if isinstance(each, ast.Expr) and (name := _dropped(context, each)):
            target = ast.Name(name, ast.Store())
            made = ast.Assign([target], each.value, lineno=1)
            found.setdefault((context.outline.function(each), name), []).append(Edit(each, (made,)))
    for edits in found.values():
        yield 0.2, all_of(edits)


def begun(context: Context) -> Iterator[tuple[float, Edit]]:
    """A value for a name that a condition of the graph assigns on one way only, before the loops and conditions around."""
    block = context.outline.statement(context.node)
    if context.finding.code != "tf-trace" or not isinstance(block, ast.If):
        return
    function = context.outline.function(block)
    around = [each for each in (block, *context.outline.around(block)) if isinstance(each, _BLOCKS)]
    outer = [each for each in around if context.outline.function(each) is function][-1]
    for each in ast.walk(block):
        begin = _begin(context, each.value) if isinstance(each, ast.Assign) else None
        if isinstance(each, ast.Assign) and isinstance(outer, ast.stmt) and begin is not None:
            if {*map(ast.unparse, each.targets)} <= context.told.names:
                yield 0.3, Edit(outer, (ast.Assign(each.targets, begin, lineno=1), outer))
                return


def _begin(context: Context, value: ast.expr) -> ast.expr | None:
    """What has the type of a value and says nothing: 0, an empty text, zeros."""
    found, zeros = context.value(value), context.spelled("tf.zeros")
    if isinstance(found, (int, float, str)):
        return ast.Constant(type(found)())
    tensor = context.tensor(value)
    sizes = [each for each in context.dims(value) if isinstance(each, int)]
    if tensor is None or zeros is None or tensor.shape.rank != len(sizes) or not tensor.dtype.name:
        return None
    dtype = context.spelled(f"tf.{tensor.dtype.name}")
    shape = ast.List([ast.Constant(each) for each in sizes], ast.Load())
    keywords = [ast.keyword("dtype", dtype)] if dtype and tensor.dtype.name != "float32" else []
    return ast.Call(zeros, [shape], keywords)


def _dropped(context: Context, statement: ast.Expr) -> str:
    """The name of what a statement makes another tensor or dataset of, which nothing takes; or no text."""
    call = statement.value
    if (
        not isinstance(call, ast.Call)
        or is_model(context, call.func)
        or not _is_data(context, call)
    ):
        return ""
    is_plain = bool(context.library_name(call.func)) or is_layer(context, call.func)
    given = call.args[:1] if is_plain else []
    if isinstance(call.func, ast.Attribute) and _is_data(context, call.func.value):
        given = [call.func.value]
    names = (each for one in given for each in ast.walk(one) if isinstance(each, ast.Name))
    return next((each.id for each in names if not context.library_name(each)), "")


def _is_data(context: Context, node: ast.expr) -> bool:
    """Whether an expression is a tensor, an array or a dataset."""
    return isinstance(context.value(node), (TensorType, Dataset))


def for_all_uses(context: Context, edit: Edit) -> Iterator[Edit]:
    """What an edit makes of one use of a name, for the uses behind it, too: `x = x[None]` before the statement."""
    old, statement = edit.old, context.outline.statement(edit.old)
    if edit.also or not isinstance(old, ast.Name) or not isinstance(edit.new, ast.expr):
        return
    inside = [each for each in ast.walk(edit.new) if isinstance(each, ast.Name)]
    uses = [each for each in context.outline.nodes if isinstance(each, ast.Name)]
    last = getattr(statement, "end_lineno", 0)
    function = context.outline.function(old)
    are_others = any(
        each.id == old.id and each.lineno > last and context.outline.function(each) is function
        for each in uses
    )
    if are_others and isinstance(statement, _PLAIN) and any(a.id == old.id for a in inside):
        target = ast.Name(old.id, ast.Store())
        yield Edit(statement, (ast.Assign([target], edit.new, lineno=1), statement))


def _before(context: Context, call: ast.Call, made: ast.Assign) -> Iterator[tuple[float, Edit]]:
    """A name for what a part of a statement gives, before the statement."""
    around, name = context.outline.statement(call), made.targets[0]
    if isinstance(around, ast.Expr) and isinstance(name, ast.Name):
        read = ast.Name(name.id, ast.Load())
        rest = rebuilt(around, lambda each: read if each is call else None)
        yield 0.3, Edit(around, (ast.Assign([name], call, lineno=1), rest))


def _targets(statement: ast.stmt) -> list[ast.expr]:
    if isinstance(statement, ast.AugAssign):
        return [statement.target]
    return statement.targets if isinstance(statement, ast.Assign) else []


def _owners(statement: ast.stmt) -> list[str]:
    """What a statement changes a part of: `x` in `x[0] = y`, in `x.shape = s` and in `shuffle(x)`."""
    parts = (ast.Subscript, ast.Attribute)
    owners = [each.value for each in _targets(statement) if isinstance(each, parts)]
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        owners += statement.value.args
    return [*map(ast.unparse, owners)]


def _written(context: Context, statement: ast.stmt, code: ast.expr) -> ast.expr:
    """The code of a message with what the statement assigns."""
    value = getattr(statement, "value", None)
    if isinstance(statement, ast.AugAssign):
        own = expression(ast.unparse(statement.target))
        value = ast.BinOp(own, statement.op, statement.value)
    return filled(spelled(context, code), {_VALUE: value} if _targets(statement) else {})
