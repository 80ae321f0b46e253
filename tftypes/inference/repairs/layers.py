"""Edits of programs around layers and models: arguments on the other call, results that lack, what a model is given."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from tftypes.inference.models.tensorflow.ops.keras_calls import OF_SEVERAL
from tftypes.inference.models.tensorflow.ops.keras_ranks import RECURRENT
from tftypes.inference.objects import Container, resolve
from tftypes.inference.repairs.calls import (
    LAYER,
    callee,
    given_for,
    inserted,
    is_layer,
    parameter_of,
    with_args,
    with_argument,
    with_more,
)
from tftypes.inference.repairs.context import Context
from tftypes.inference.repairs.edits import Edit, expression, with_fields
from tftypes.inference.repairs.fragments import ROWS, name_of
from tftypes.inference.values import Dataset

#: Parameters of all layers.
_OF_ALL: Final = ("input_shape", "name", "dtype", "trainable")
#: A layer that a message names is made no farther from the finding than this.
_NEAR: Final = 2.5


def moved(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """A keyword that a layer takes where it is called, given where it is made, or the other way round."""
    cls = context.library_name(node.func)
    if not context.declared.subclass(cls, LAYER):
        return
    whole = context.outline.parents.get(node)
    call = whole if isinstance(whole, ast.Call) and whole.func is node else None
    of_call, of_class = context.parameters_of(cls), context.parameters(node)
    for each in node.keywords:
        if each.arg in of_call and each.arg not in of_class:
            made = _without(node, each)
            if call is not None:
                yield 0.5, Edit(call, with_more(with_fields(call, {"func": made}), each))
            else:
                edits = tuple(Edit(use, with_more(use, each)) for use in uses(context, node))
                yield 0.5, Edit(node, made, edits)
    if call is not None:
        for each in call.keywords:
            if each.arg in of_class and each.arg not in of_call:
                made = with_more(node, each)
                yield 0.5, Edit(call, with_fields(_without(call, each), {"func": made}))


def handed_over(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """A keyword that the refused call has not, for the call that takes it: of an argument, or of the same object."""
    if node is not context.call or not context.parameters(node):
        return
    owner = ast.unparse(node.func.value) if isinstance(node.func, ast.Attribute) else ""
    others = [*context.parameters(node), "name"]
    for each in [one for one in node.keywords if one.arg not in others]:
        for inner in node.args:
            if isinstance(inner, ast.Call) and each.arg in _taken(context, inner):
                made = with_fields(
                    _without(node, each),
                    {"args": [with_more(a, each) if a is inner else a for a in node.args]},
                )
                yield 0.5, Edit(node, made)
        for other in context.outline.calls:
            function = other.func if other is not node else None
            is_of_same = (
                isinstance(function, ast.Attribute) and ast.unparse(function.value) == owner
            )
            if is_of_same and each.arg in context.parameters(other):
                yield 0.6, Edit(node, _without(node, each), (Edit(other, with_more(other, each)),))


def _taken(context: Context, call: ast.Call) -> tuple[str, ...]:
    """The parameters of a class of layers, those of all layers among them."""
    return (*context.parameters(call), *_OF_ALL) if context.is_layer_class(callee(call)) else ()


def _without(call: ast.Call, keyword: ast.keyword) -> ast.Call:
    return with_fields(call, {"keywords": [each for each in call.keywords if each is not keyword]})


def uses(context: Context, node: ast.AST) -> list[ast.Call]:
    """The calls of what has the name that an expression is given."""
    statement = context.outline.parents.get(node)
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    names = {ast.unparse(each) for each in targets}
    return [each for each in context.outline.calls if ast.unparse(each.func) in names]


def unpacked(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """As many names as there are values: the first one of them, where one name has them all; a rest in a list."""
    statement = context.outline.parents.get(node)
    if not isinstance(statement, ast.Assign):
        return
    (target, *_), count = statement.targets, count_of(context, node)
    if isinstance(target, ast.Name) and isinstance(node, ast.Call) and count > 1:
        rest: ast.expr = ast.Name("_", ast.Store())
        rest = ast.Starred(rest, ast.Store()) if count > 2 else rest
        yield 2.4, Edit(target, ast.Tuple([target, rest], ast.Store()))
    elif isinstance(target, ast.Tuple) and len(target.elts) < count:
        *first, last = target.elts
        flat = [x for each in target.elts for x in getattr(each, "elts", [each])]
        if len(flat) == count:
            yield 0.4, Edit(target, ast.Tuple(flat, ast.Store()))
        if not any(isinstance(each, ast.Starred) for each in target.elts):
            rest = ast.Starred(last, ast.Store())
            yield 0.5, Edit(target, ast.Tuple([*first, rest], ast.Store()))
    elif isinstance(target, ast.Tuple) and 1 < count < len(target.elts):
        yield from ((0.3, Edit(target, each)) for each in _fewer(context, node, target.elts))


def _fewer(context: Context, node: ast.expr, names: Sequence[ast.expr]) -> Iterator[ast.Tuple]:
    """Names for fewer values: in groups, for the parts that each has, or without the last ones, which nobody reads."""
    value = context.value(node)
    items = [*map(resolve, value)] if isinstance(value, tuple) else []
    parts = [len(each) if isinstance(each, tuple) else 0 for each in items]
    if sum(parts) == len(names) and all(parts):
        ends = [sum(parts[: i + 1]) for i in range(len(parts))]
        groups = [names[end - size : end] for end, size in zip(ends, parts)]
        yield ast.Tuple([ast.Tuple([*each], ast.Store()) for each in groups], ast.Store())
    left = {ast.unparse(each) for each in names[len(parts) :]}
    read = (each for each in context.outline.nodes if isinstance(each, ast.Name))
    if not any(each.id in left for each in read if isinstance(each.ctx, ast.Load)):
        yield ast.Tuple([*names[: len(parts)]], ast.Store())


def count_of(context: Context, node: ast.expr) -> int:
    """How many values a tuple has, or what a layer gives, as far as that is known."""
    value = context.value(node)
    if isinstance(value, Container) and isinstance(node, ast.Call) and is_layer(context, node.func):
        value = resolve(value.contents)
    return len(value) if isinstance(value, tuple) else 0


def single(context: Context, node: ast.Tuple) -> Iterator[tuple[float, Edit]]:
    """What a comma has made a tuple of."""
    is_assigned = isinstance(context.outline.parents.get(node), ast.Assign)
    if is_assigned and len(node.elts) == 1:
        yield 1.2, Edit(node, node.elts[0])


def chosen(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """`where` in place of an `if` that assigns one name: the graph chooses."""
    branch = context.outline.parents.get(node)
    where = context.spelled("keras.ops.where")
    tensor = context.tensor(node)
    is_symbol = tensor is not None and tensor.kind == "symbol"
    if not isinstance(branch, ast.If) or branch.test is not node or where is None or not is_symbol:
        return
    sides = [branch.body, branch.orelse]
    assigned = [each[0] for each in sides if len(each) == 1 and isinstance(each[0], ast.Assign)]
    names = {ast.unparse(each.targets[0]) for each in assigned}
    if len(names) == 1 and len(assigned) == sum(map(bool, sides)):
        target = assigned[0].targets[0]
        own = expression(ast.unparse(target))
        values = [each.value for each in assigned]
        chosen_one = ast.Call(where, [node, *values, *([own] if len(values) == 1 else [])], [])
        yield 1.0, Edit(branch, (ast.Assign([target], chosen_one, lineno=1),))


def in_branches(context: Context, node: ast.Name) -> Iterator[tuple[float, Edit]]:
    """All that another branch is given, where a branch of a graph gives one of these alone."""
    branch = context.outline.parents.get(node)
    if context.finding.code != "tf-trace" or context.call is None:
        return
    given = [each for each in context.call.args if isinstance(each, ast.Lambda)]
    for other in given if branch in given else ():
        names = other.body.args if isinstance(other.body, ast.Call) else []
        if len(names) > 1 and any(ast.dump(each) == ast.dump(node) for each in names):
            yield 0.8, Edit(node, ast.Tuple(names, ast.Load()))


def listed(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """Several arguments in one list for a model, and those of a list the other way round."""
    if node is not context.call:
        return
    for each in node.args:
        if context.is_fed and isinstance(each, ast.List) and len(each.elts) > 1:
            turned = with_fields(each, {"elts": each.elts[::-1]})
            yield 0.2, Edit(each, turned)
    tensors = [each for each in node.args if context.tensor(each) is not None]
    if context.is_fed and len(node.args) > 2 and tensors == node.args:
        first, rest = (ast.List(each, ast.Load()) for each in (node.args[:-1], node.args[1:]))
        yield 2.0, Edit(node, with_args(node, [first, node.args[-1]]))
        yield 2.1, Edit(node, with_args(node, [node.args[0], rest]))


def in_tuple(context: Context, node: ast.List) -> Iterator[tuple[float, Edit]]:
    """A tuple in place of a list that the refused call is given."""
    parent = context.outline.parents.get(node)
    call = context.outline.parents.get(parent) if isinstance(parent, ast.keyword) else parent
    is_given = call is not None and (call is context.call or isinstance(call, ast.Yield))
    if is_given:
        yield 2.9, Edit(node, ast.Tuple(node.elts, ast.Load()))


def wrapped(context: Context, code: ast.expr) -> Iterator[tuple[float, Edit]]:
    """A layer in one that is made with it: `layers.TimeDistributed(Conv2D(...))`."""
    inner = code.args[0] if isinstance(code, ast.Call) and len(code.args) == 1 else None
    if not isinstance(inner, ast.Call) or [*map(ast.unparse, inner.args)] != ["..."]:
        return
    for node, distance in context.near(_NEAR):
        is_meant = isinstance(node, ast.Call) and name_of(node.func) == name_of(inner.func)
        if is_meant and is_layer(context, node) and isinstance(code, ast.Call):
            yield 0.4 + distance / 2, Edit(node, with_args(code, [node]))


def as_layer(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """A layer that calls a function, where a layer or a model takes layers: `TimeDistributed(layers.Lambda(tf.square))`."""
    around, make = context.outline.parents.get(node), context.spelled("layers.Lambda")
    owner = around if isinstance(around, ast.List) else node
    is_own = isinstance(node, ast.Lambda) or name_of(node) in context.outline.functions
    is_function = is_own or context.library_name(node).rpartition(".")[2].islower()
    if is_function and make and parameter_of(context, owner) in ("layer", "layers"):
        yield 0.4, Edit(node, ast.Call(make, [node], []))


def of_sample(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """The shape of a sample, where a model is told that of all samples."""
    parent = context.outline.parents.get(node)
    is_told = isinstance(parent, ast.keyword) and "shape" in str(parent.arg)
    is_told = is_told or isinstance(parent, ast.Call) and not context.library_name(parent.func)
    is_told = is_told or isinstance(parent, ast.Call) and name_of(parent.func) == "Input"
    if isinstance(node, (ast.Tuple, ast.List)) and is_told and context.finding.code == "tf-rank":
        rows = [[*context.dims(each)] for each in context.operands if _is_array(context, each)]
        if len(node.elts) == 1 and [context.value(node.elts[0])] in rows:  # a number is a sample
            yield 0.3, Edit(node, with_fields(node, {"elts": [ast.Constant(1)]}))
    is_about_data = any(_is_array(context, each) for each in context.operands)
    if context.finding.code != "tf-rank" or not is_told or is_about_data:
        return
    if isinstance(node, ast.Attribute) and node.attr == "shape" and _is_array(context, node.value):
        rest = ast.Slice(ast.Constant(1), None, None)
        yield -0.8, Edit(node, ast.Subscript(node, rest, ast.Load()))
    elif isinstance(node, (ast.Tuple, ast.List)) and len(node.elts) > 1:
        sizes = [context.value(each) for each in node.elts]
        arrays = (each for each in context.values if _is_array(context, each))
        if any([*context.dims(each)] == sizes for each in arrays):
            yield -0.8, Edit(node, with_fields(node, {"elts": node.elts[1:]}))


def _is_array(context: Context, node: ast.AST) -> bool:
    tensor = context.tensor(node)
    return tensor is not None and tensor.kind != "symbol"


def resized(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """The smaller one of two images as large as the other, which `Resizing` takes from its shape, where a layer has rounded."""
    resizing = context.spelled("layers.Resizing")
    if node is not context.node or len(node.args) != 1:
        return
    pair = node.args[0].elts if isinstance(node.args[0], (ast.List, ast.Tuple)) else []
    rows = [each[1] for each in context.told.shapes[:2] if len(each) == 4 and each[1] is not None]
    if any(each[2] == 1 for each in context.told.shapes if len(each) == 4):
        return  # it is one for all columns
    if (
        resizing is not None
        and len(pair) == len(rows) == 2
        and min(rows) < max(rows) < 2 * min(rows)
    ):
        one, other = pair if rows < rows[::-1] else pair[::-1]
        text = f"_resizing(*{ast.unparse(other)}.shape[1:3])(_x)"
        yield 0.9, Edit(one, expression(text, _resizing=resizing, _x=one))


def exchanged(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """Two arguments of the refused call by the other's keyword."""
    if node is context.call and context.library_name(node.func):
        given = node.keywords
        for a, b in combinations([each for each in given if context.tensor(each.value)], 2):
            values = {a: b.value, b: a.value}
            made = [ast.keyword(each.arg, values.get(each, each.value)) for each in given]
            yield 3.0, Edit(node, with_fields(node, {"keywords": made}))


def in_array(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """An array of the rows in a list that a model is given."""
    array = context.spelled("np.array")
    value = context.value(node)
    is_list = isinstance(value, Container) and value.kind == "list"
    if context.is_fed and node in context.operands and array is not None and is_list:
        has_models = any(is_layer(context, each) for each in getattr(node, "elts", ()))
        if not has_models and not context.is_taken_apart(node):
            yield 1.5, Edit(node, ast.Call(array, [node], []))


def in_list(context: Context, node: ast.Name | ast.Attribute) -> Iterator[tuple[float, Edit]]:
    """The arrays that one has, for a model with as many inputs."""
    dims = context.dims(node)
    is_given = context.is_fed and node in context.operands and _is_array(context, node)
    if is_given and len(dims) > 2 and dims[0] in context.told.numbers:
        yield 1.2, Edit(node, expression("list(_x)", _x=node))


def added(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """A call of add() for each layer of a list."""
    statement = context.outline.parents.get(node)
    given = node.args[0] if len(node.args) == 1 else None
    if isinstance(statement, ast.Expr) and name_of(node.func) == "add":
        if context.is_fed and isinstance(given, (ast.List, ast.Tuple)):
            calls = [with_args(node, [each]) for each in given.elts]
            yield 0.5, Edit(statement, tuple(map(ast.Expr, calls)))


def prepared(context: Context, code: ast.expr) -> Iterator[tuple[float, Edit]]:
    """A data set that another method makes ready for the refused one: `data.map(...)` before it."""
    functions = [each.func for each in (context.node, code) if isinstance(each, ast.Call)]
    owners = [each.value for each in functions if isinstance(each, ast.Attribute)]
    if len(owners) == 2 and isinstance(context.value(owners[0]), Dataset):
        if ast.unparse(owners[0]) == ast.unparse(owners[1]):
            yield 0.5, Edit(owners[0], code)


def stateful(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """A recurrent layer that gives its states, too, where the program has names for them."""
    target = context.outline.target(node)
    if node is not context.subject or not isinstance(target, ast.Tuple):
        return
    *first, last = target.elts
    rest = ast.Tuple([*first, ast.Starred(last, ast.Store())], ast.Store())
    for each in (node.func, *context.outline.defining(node.func)):
        if isinstance(each, ast.Call) and name_of(each.func) in RECURRENT:
            made = with_argument(context, each, "return_state", ast.Constant(True))
            several = name_of(each.func) not in ("GRU", "SimpleRNN")
            yield 0.5 + several / 5, Edit(each, made)
            yield 0.6, Edit(each, made, (Edit(target, rest),))


def repeated(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """The features in each step, before a recurrent layer that gives all steps, as many as the labels have."""
    repeat, keywords = context.spelled("layers.RepeatVector"), {each.arg for each in node.keywords}
    is_meant = name_of(node.func) in RECURRENT and "return_sequences" in keywords
    if context.finding.code != "tf-rank" or not is_meant or repeat is None:
        return
    fits = (each for each in context.outline.calls if callee(each) == "fit")
    given = (given_for(context, each, "y") for each in fits)
    for steps in (dims[1] for dims in map(context.dims, filter(None, given)) if len(dims) == 3):
        if isinstance(steps, int) and steps not in context.told.sizes:  # which may be the steps
            layer = ast.Call(repeat, [ast.Constant(steps)], [])
            for each in (node, context.outline.parents.get(node)):
                if isinstance(each, ast.expr):
                    edits = inserted(context, each, layer)
                    yield from ((cost - 0.5, edit) for cost, edit in edits)


def by_name(context: Context, node: ast.Constant) -> Iterator[tuple[float, Edit]]:
    """The function of the program in the place of its name, which Keras does not know."""
    name = name_of(node)
    is_meant = name in context.told.names and parameter_of(context, node) != "name"
    if is_meant and isinstance(context.outline.named.get(name), ast.FunctionDef):
        yield 0.5, Edit(node, ast.Name(name, ast.Load()))


def on_list(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """A layer called on the tensors that it is made with: `layers.Concatenate(a, b)`, `layers.Flatten(x)`."""
    is_led = isinstance(context.outline.named.get(callee(node)), ast.ClassDef)
    is_made = is_layer(context, node) and context.is_layer_class(callee(node))
    if not node.args or not (node is context.node or is_led or is_made):
        return
    items = [each.elts if isinstance(each, ROWS) else [each] for each in node.args]
    tensors = [context.tensor(each) for part in items for each in part]
    are_tensors, is_call = None not in tensors, context.finding.code == "tf-call"
    is_loss = context.finding.code == "tf-value" and len(node.args) > 1
    made = ast.Call(with_args(node, []), node.args, [])
    if is_made and all(each is not None and each.kind == "symbol" for each in tensors):
        yield 0.1, Edit(node, made)  # nothing is refused where it is made
    elif are_tensors and (is_loss or is_led and is_call):
        yield 0.9, Edit(node, made)
    is_of_several = name_of(node.func) in OF_SEVERAL
    if is_call and are_tensors and is_of_several == (len(tensors) > 1):
        several: list[ast.expr] = [ast.List(node.args, ast.Load())]
        given = several if len(node.args) > 1 else node.args
        yield 0.3, Edit(node, with_fields(made, {"args": given}))


OF_LAYERS: Final = (
    moved, handed_over, unpacked, single, chosen, in_branches, listed, of_sample, resized, in_tuple, exchanged, in_array, in_list,
    added, by_name, on_list, repeated, stateful, as_layer,
)  # fmt: skip
