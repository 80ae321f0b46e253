"""Edits of data that go with other data: the labels of these rows, the same rows of the weights, inputs in another order."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import permutations
from os.path import commonprefix
from typing import Final

from tftypes.inference.repairs.calls import callee, with_args, with_more
from tftypes.inference.repairs.context import Context, class_of
from tftypes.inference.repairs.edits import Edit, with_fields
from tftypes.inference.repairs.fragments import name_of
from tftypes.inference.repairs.results import items_of

#: Methods that take data and labels.
_FED: Final = ("fit", "evaluate", "train_on_batch", "test_on_batch", "flow")
_MODEL: Final = "tensorflow.keras.Model"
#: What makes the number of a class of its scores.
_REDUCED: Final = ("argmax", "argmin")
_COMPARING: Final = ("equal", "not_equal")
_VALIDATION: Final = "validation_data"
#: More inputs are in no order that anybody mixes up.
_MOST_INPUTS: Final = 3


def with_labels(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """The labels that go with the data of a call, as another call has them: `evaluate(x_test)` behind `fit(x_train, y_train)`."""
    if name_of(node.func) not in _FED or not node.args:
        return
    data, rest = node.args[0], node.args[2:]
    own = node.args[1] if len(node.args) > 1 else None
    if own is None and any(each.arg == "y" for each in node.keywords):
        return
    for labels in _labels(context, node, data):
        if own is None or ast.dump(own) != ast.dump(labels):
            yield 0.3, Edit(node, with_args(node, [data, labels, *rest]))


def validated(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """Labels for the data of a validation; the data that the program has for one."""
    if name_of(node.func) != "fit" or not node.args:
        return
    given = [each for each in node.keywords if each.arg == _VALIDATION]
    for keyword in given:
        for labels in _labels(context, node, keyword.value):
            pair = ast.Tuple([keyword.value, labels], ast.Load())
            yield 0.5, Edit(keyword.value, pair)
    if given or node is context.node:
        return
    for name in _alike(context, node.args[0]):
        for labels in _labels(context, node, name):
            pair = ast.Tuple([name, labels], ast.Load())
            yield 0.3, Edit(node, with_more(node, ast.keyword(_VALIDATION, pair)))


def _alike(context: Context, data: ast.expr) -> Iterator[ast.Name]:
    """The names of tensors that begin as that of the data does, and are used nowhere: `x_val` for `x_train`."""
    names = [each for each in context.outline.nodes if isinstance(each, ast.Name)]
    read = {each.id for each in names if isinstance(each.ctx, ast.Load)}
    for each in names:
        if each.id not in read and isinstance(data, ast.Name):
            if commonprefix([each.id, data.id]):
                yield ast.Name(each.id, ast.Load())


def _labels(context: Context, call: ast.Call, data: ast.expr) -> Iterator[ast.expr]:
    """The labels for some data, as those of other data are called."""
    for theirs, labels in _pairs(context, call):
        made = _counterpart(theirs, labels, data)
        if made is not None and not context.outline.lacks(made, call):
            yield made


def _pairs(context: Context, call: ast.Call) -> Iterator[tuple[ast.expr, ast.expr]]:
    """The data and labels that calls are given, those of one call first."""
    for each in (call, *context.outline.calls):
        if name_of(each.func) in _FED and len(each.args) > 1:
            yield each.args[0], each.args[1]


def _counterpart(data: ast.expr, labels: ast.expr, other: ast.expr) -> ast.expr | None:
    """What is to other data as the labels are to the data; None where their names tell nothing."""
    if ast.dump(data) == ast.dump(other):  # labels that a call makes are for that call
        return None if any(isinstance(each, ast.Call) for each in ast.walk(labels)) else labels
    if ast.dump(data) == ast.dump(labels):
        return other
    if isinstance(data, ast.Subscript) and isinstance(labels, ast.Subscript):
        if isinstance(other, ast.Subscript) and ast.dump(data.slice) == ast.dump(labels.slice):
            if ast.dump(data.value) == ast.dump(other.value):
                return with_fields(labels, {"slice": other.slice})
    if isinstance(data, ast.Name) and isinstance(other, ast.Name) and isinstance(labels, ast.Name):
        name = _renamed(data.id, other.id, labels.id)
        return ast.Name(name, ast.Load()) if name else None
    return None


def _renamed(name: str, other: str, labels: str) -> str:
    """The name that is to another as `labels` is to the first: `y_test` for `x_train`, `x_test` and `y_train`."""
    begin = len(commonprefix([name, other]))
    end = len(commonprefix([name[begin:][::-1], other[begin:][::-1]]))
    old, new = name[begin : len(name) - end], other[begin : len(other) - end]
    is_part = bool(begin or end) and bool(old) and old in labels
    return labels.replace(old, new, 1) if is_part else ""


def of_same_part(context: Context, node: ast.Name) -> Iterator[tuple[float, Edit]]:
    """The part of the data that others beside them are of: `y_train` for `y`, beside `x_train`."""
    others = [each for each in context.operands if isinstance(each, ast.Name)]
    for other in others if node in others and context.is_fed else ():
        made = ast.Name(node.id + other.id[other.id.find("_") :], ast.Load())
        if "_" in other.id and not context.outline.lacks(made, node):
            yield 0.2, Edit(node, made)


def as_reduced(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """The classes of one side of a comparison, as of the other one: `predicted == tf.argmax(labels, axis=-1)`."""
    sides = context.call.args if context.call and callee(context.call) in _COMPARING else []
    if isinstance(context.node, ast.Compare):
        sides = [context.node.left, *context.node.comparators]
    for other in sides if node in sides else ():
        for made in (other, *context.outline.defining(other)):
            is_less = len(context.dims(node)) == len(context.dims(other)) + 1
            if isinstance(made, ast.Call) and callee(made) in _REDUCED and made.args and is_less:
                yield 0.2, Edit(node, with_args(made, [node, *made.args[1:]]))


def as_long(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """The rows of one argument that another one has been cut to: `weights[:80]` beside `x_train = x[:80]`."""
    call = context.call
    rows = _rows(context, node)
    if call is None or rows is None or node not in context.operands:
        return
    for other in (*call.args, *(each.value for each in call.keywords)):
        for made in context.outline.defining(other) if isinstance(other, ast.Name) else ():
            is_part = isinstance(made, ast.Subscript) and not isinstance(made.slice, ast.Tuple)
            if is_part and isinstance(made, ast.Subscript) and _rows(context, made.value) == rows:
                if _rows(context, other) != rows:
                    yield 0.8, Edit(node, ast.Subscript(node, made.slice, ast.Load()))


def _rows(context: Context, node: ast.expr) -> object:
    return next(iter(context.dims(node)), None)


def in_other_order(context: Context, node: ast.List | ast.Tuple) -> Iterator[tuple[float, Edit]]:
    """The inputs of a model in another order, each where it fits."""
    items = node.elts
    if not 1 < len(items) <= _MOST_INPUTS or not _is_for_model(context):
        return
    tensors = [context.tensor(each) for each in items]
    known = [each.shape.dims for each in tensors if each is not None]
    if len(known) < len(items) or len({(str(each)) for each in tensors}) < len(items):
        return
    calls = (each for each in context.outline.around(node) if isinstance(each, ast.Call))
    is_made = callee(next(calls, node)) == "Model"
    for order in [*permutations(items)][1:]:
        yield 0.4 + is_made, Edit(node, with_fields(node, {"elts": [*order]}))


def _is_for_model(context: Context) -> bool:
    function = context.call and context.call.func
    owner = function.value if context.is_fed and isinstance(function, ast.Attribute) else function
    cls = class_of(context.value(owner)) if owner is not None else ""
    return bool(cls) and context.declared.subclass(cls, _MODEL)


def unzipped(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """The data and labels themselves, which `zip` has made pairs of rows of, or which one tuple has."""
    if node is not context.call or len(node.args) != 1:
        return
    has_labels = name_of(node.func) not in _FED or any(each.arg == "y" for each in node.keywords)
    if context.is_fed and not has_labels and len(items_of(context.value(node.args[0]))) == 2:
        yield 0.3, Edit(node, with_args(node, [ast.Starred(node.args[0], ast.Load())]))
    sources: Sequence[ast.AST] = [node.args[0], *context.outline.defining(node.args[0])]
    for each in sources if context.is_fed else ():
        if isinstance(each, ast.Call) and name_of(each.func) == "zip" and len(each.args) == 2:
            yield 0.4, Edit(node, with_args(node, each.args))


OF_COUNTERPARTS: Final = (
    with_labels,
    validated,
    of_same_part,
    as_reduced,
    as_long,
    in_other_order,
    unzipped,
)
