"""Edits of what models and layers give: states apart from the output, one of several outputs, numbers of metrics."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final

from tftypes.inference.models.tensorflow.ops.keras_names import NAMES
from tftypes.inference.objects import Container, Value, is_unknown, resolve
from tftypes.inference.repairs.calls import callee, is_layer, is_model, with_argument, with_more
from tftypes.inference.repairs.context import Context, class_of
from tftypes.inference.repairs.edits import Edit, expression, rebuilt, together, with_fields
from tftypes.inference.repairs.fragments import name_of
from tftypes.inference.scopes import names_in
from tftypes.inference.values import contents_of

#: Methods of a model that give one number where it has no metrics.
_NUMBERS: Final = ("evaluate", "train_on_batch", "test_on_batch")
#: What gives the numbers is no farther from the finding than this.
_FAR: Final = 6.0
_STATE: Final = "initial_state"
_HISTORY: Final = "tensorflow.keras.callbacks.History"
#: What makes one array of several.
_STACKED: Final = ("array", "asarray", "stack")
#: What puts the rows of several below each other.
_BELOW: Final = ("vstack", "concatenate")
#: What the variables of a comprehension are called.
_NAMES: Final = ("a", "b", "c", "d")


def items_of(value: Value) -> tuple[Value, ...]:
    """The items of a tuple or list."""
    items = resolve(contents_of(resolve(value)))
    return items if isinstance(items, tuple) else ()


def states_apart(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """The states of a cell by their names, behind its output: `_, (h, c) = cell(x, [h, c])`; the state of a layer."""
    target = context.outline.target(node)
    items = items_of(context.value(node))
    rest = ast.Name("_", ast.Store())
    if target is None:
        return
    if isinstance(target, ast.Tuple):
        given = [each.elts for each in node.args[1:2] if isinstance(each, (ast.List, ast.Tuple))]
        if [*map(ast.unparse, target.elts)] in [[*map(ast.unparse, each)] for each in given]:
            inner = ast.Tuple(target.elts, ast.Store())
            yield 0.1, Edit(target, ast.Tuple([rest, inner], ast.Store()))
    if len(items) < 2:
        return
    if isinstance(target, ast.Tuple) and len(items) == 2:
        if len(target.elts) == len(items_of(items[1])):
            inner = ast.Tuple(target.elts, ast.Store())
            yield 0.4, Edit(target, ast.Tuple([rest, inner], ast.Store()))
    elif isinstance(target, ast.Name) and _is_state(context, target):
        last: ast.expr = target if len(items) == 2 else ast.Starred(target, ast.Store())
        yield 1.3, Edit(target, ast.Tuple([rest, last], ast.Store()))


def _is_state(context: Context, target: ast.Name) -> bool:
    """Whether the program begins with what has a name as the states of a layer."""
    given = (each for each in context.outline.nodes if isinstance(each, ast.keyword))
    return any(each.arg == _STATE and name_of(each.value) == target.id for each in given)


def unstarred(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """A list as it is, where a star takes or gives its items: `x, *state = cell(x, state)`, `layer(*[a, b])`."""
    target = context.outline.target(node)
    if isinstance(target, ast.Tuple) and any(isinstance(a, ast.Starred) for a in target.elts):
        items = [each.value if isinstance(each, ast.Starred) else each for each in target.elts]
        yield 0.5, Edit(target, with_fields(target, {"elts": items}))
    if isinstance(node, ast.Call) and is_layer(context, node.func) and len(node.args) == 1:
        if isinstance(node.args[0], ast.Starred):
            yield 0.4, Edit(node, with_fields(node, {"args": [node.args[0].value]}))


def undivided(context: Context, node: ast.Name) -> Iterator[tuple[float, Edit]]:
    """What a function is given as it is, where that reads the first alone of the names for its parts: `x, y = data`."""
    function, target = context.outline.function(node), context.outline.target(node)
    given = [each.arg for each in getattr(getattr(function, "args", None), "args", ())]
    if node is not context.node or node.id not in given or not isinstance(target, ast.Tuple):
        return
    inside = (each for each in ast.walk(function) if isinstance(each, ast.Name))
    read = {each.id for each in inside if isinstance(each.ctx, ast.Load)}
    if context.finding.code == "tf-trace" and read.isdisjoint(map(name_of, target.elts[1:])):
        yield 0.3, Edit(target, target.elts[0])


def all_outputs(context: Context, node: ast.Subscript) -> Iterator[tuple[float, Edit]]:
    """All outputs in place of the first, where the program has a name for each: `a, b = model.predict(x)[0]`."""
    target = context.outline.target(node)
    names = target.elts if isinstance(target, (ast.Tuple, ast.List)) else []
    if len(names) > 1:
        if len(items_of(context.value(node.value))) == len(names):
            yield 0.5, Edit(node, node.value)


def one_of_several(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """One output of a model, where another model takes one: the sample, which stands behind its mean and its variance."""
    if context.finding.code != "tf-value" or node not in context.operands:
        return
    made = [each for each in (node, *context.outline.defining(node)) if isinstance(each, ast.Call)]
    count = len(items_of(context.value(node)))
    for index in reversed(range(count)) if any(is_model(context, a.func) for a in made) else ():
        item = ast.Subscript(node, ast.Constant(index), ast.Load())
        yield 0.4 + (count - index) / 20, Edit(node, item)


def only_item(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """The one there is: of a column of probabilities, of a list of one tensor of which the program asks what that has."""
    zero = ast.Constant(0)
    if node is not context.node:
        return
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        if context.dims(node.value)[:1] == (1,) and node.slice.value == 1:
            yield 0.9, Edit(node, with_fields(node, {"slice": zero}))
    elif isinstance(node, ast.Attribute):
        value = context.value(node.value)
        is_asked = context.declared.member("tensorflow.Tensor", node.attr) is not None
        is_list = isinstance(value, Container) and value.kind == "list"
        if is_asked and is_list and len(items_of(value)) < 2:
            first = ast.Subscript(node.value, zero, ast.Load())
            yield 0.5, Edit(node, with_fields(node, {"value": first}))


def first_number(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """The one number of an array of one, where a text shows it: `"{:.2f}".format(value)`."""
    call = context.node
    dims = context.dims(node)
    is_shown = isinstance(call, ast.Call) and name_of(call.func) == "format" and node in call.args
    if dims and is_shown and not any(isinstance(each, int) and each > 1 for each in dims):
        yield 0.5, Edit(node, expression("x" + "[0]" * len(dims), x=node))


def with_metrics(context: Context, node: ast.Subscript) -> Iterator[tuple[float, Edit]]:
    """Metrics for a model whose numbers the program counts; the one number that it has, where it asks for the first."""
    if node is not context.node:
        return
    calls = (each.node for each in context.near(_FAR) if isinstance(each.node, ast.Call))
    if all(name_of(each.func) not in _NUMBERS for each in calls):
        return
    written = ast.unparse(node.value)
    items = (each for each in context.outline.nodes if isinstance(each, ast.Subscript))
    asked = {ast.unparse(each.slice) for each in items if ast.unparse(each.value) == written}
    if asked == {"0"}:
        yield 0.7, Edit(node, node.value)
    for call in context.outline.calls:
        if name_of(call.func) == "compile" and len(call.args) < 3:
            keywords = {each.arg: each.value for each in call.keywords}
            if "metrics" not in keywords:
                loss = ast.unparse(keywords.get("loss", call)).lower()
                metric = "accuracy" if "crossentropy" in loss else "mae"
                yield 0.8, _with_metrics(call, [metric])


def named_metrics(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """The metrics that names are meant for, where a model that has none gives its loss: `loss, test_mae = ...`."""
    names = [name_of(each) for each in getattr(context.node, "elts", ())]
    is_bare = all(each.arg not in (None, "metrics") for each in node.keywords)
    if context.finding.code != "tf-unpack" or name_of(node.func) != "compile" or not is_bare:
        return
    metrics = [each.rpartition("_")[2].lower() for each in names[1:]]
    if metrics and NAMES["metric"].issuperset(metrics):
        yield 0.1, _with_metrics(node, metrics)


def _with_metrics(call: ast.Call, names: Sequence[str]) -> Edit:
    items = ast.List([*map(ast.Constant, names)], ast.Load())
    return Edit(call, with_more(call, ast.keyword("metrics", items)))


def last_logged(context: Context, node: ast.Subscript) -> Iterator[tuple[float, Edit]]:
    """The last number that `fit` logs, where `evaluate` has it: `history.history["mae"][-1]` for `history[1]`."""
    if class_of(context.value(node.value)) != _HISTORY:
        return
    index, sources = context.value(node.slice), context.outline.defining(node.value)
    given = [one.arg or "" for each in sources for one in getattr(each, "keywords", ())]
    begin = "val_" * any(each.startswith("validation_") for each in given)
    for call in (each for each in context.outline.calls if name_of(each.func) == "compile"):
        metrics = [each.value for each in call.keywords if each.arg == "metrics"]
        items = [name_of(one) for each in metrics for one in getattr(each, "elts", ())]
        for name in ["loss", *items][index:][:1] if type(index) is int and index >= 0 else ():
            code = f"{ast.unparse(node.value)}.history[{begin + name!r}][-1]"
            yield 0.1, Edit(node, expression(code))


def both_states(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """One tensor as both states of an LSTM."""
    for each in node.keywords:
        if each.arg == _STATE and context.tensor(each.value) is not None:
            both = ast.List([each.value, each.value], ast.Load())
            yield 0.5, Edit(node, with_argument(context, node, _STATE, both))


def with_the_rest(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """What a function of pairs leaves out that a dataset is mapped with, where a model is fed: `return image, label`."""
    parent = context.outline.parents.get(node)
    function = parent if isinstance(parent, ast.Lambda) else context.outline.function(node)
    is_result = isinstance(parent, (ast.Lambda, ast.Return)) and not isinstance(node, ast.Tuple)
    if not context.is_fed or not is_result or not _is_mapped(context, function):
        return
    if isinstance(function, (ast.Lambda, ast.FunctionDef)):
        rest = [each.arg for each in function.args.args[1:]]
        if rest and not {*rest} & {*names_in(node)}:
            items = [node, *(ast.Name(each, ast.Load()) for each in rest)]
            yield 0.8, Edit(node, ast.Tuple(items, ast.Load()))


def _is_mapped(context: Context, function: ast.AST) -> bool:
    """Whether a dataset is mapped with a function."""
    given = [each.args[0] for each in context.outline.calls if callee(each) == "map" and each.args]
    name = getattr(function, "name", None)
    return any(each is function or name and name_of(each) == name for each in given)


def joined(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """Rows below each other, where each of the items is a batch of one: `np.vstack` for `np.array`; `np.stack` for rows."""
    stack = context.spelled("np.stack")
    if stack is not None and context.finding.code == "tf-rank" and callee(node) in _BELOW:
        yield 0.0, Edit(node, with_fields(node, {"func": stack}))
    join = context.spelled("np.vstack")
    if join is None or len(node.args) != 1 or node.keywords:
        return
    is_of_several = isinstance(node.args[0], (ast.ListComp, ast.Name, ast.List))
    if callee(node) in _STACKED and is_of_several and 1 in context.dims(node)[1:2]:
        yield 0.5, Edit(node, with_fields(node, {"func": join}))


def each_with_each(context: Context, node: ast.BinOp) -> Iterator[tuple[float, Edit]]:
    """What is computed of lists of arrays, for each of their items: the mean of the weights of two models."""
    around = context.outline.parents.get(node)
    if isinstance(around, ast.BinOp):
        return
    if not context.is_near(node):
        return
    known = [each for each in _leaves(node) if items_of(context.value(each))]
    both = [each for each in _leaves(node) if each in known or is_unknown(context.value(each))]
    for cost, lists in ((0.6, known), (0.7, both)):
        made = _over_items(node, lists) if known else None
        if made is not None:
            yield cost, Edit(node, made)


def _over_items(node: ast.BinOp, lists: Sequence[ast.expr]) -> ast.expr | None:
    """A list of what is computed of the items of lists; None where no names are left for them."""
    same: dict[str, list[ast.expr]] = {}
    for each in lists:
        same.setdefault(ast.unparse(each), []).append(each)
    used = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    fresh = [each for each in _NAMES if each not in used][: len(same)]
    if len(fresh) < len(same):
        return None
    pairs = zip(fresh, same.values())
    swaps: dict[ast.AST, ast.expr] = {
        each: ast.Name(name, ast.Load()) for name, group in pairs for each in group
    }
    sources = [group[0] for group in same.values()]
    over = ast.Call(ast.Name("zip", ast.Load()), sources, []) if len(sources) > 1 else sources[0]
    text = f"[_one for {', '.join(fresh)} in _over]"
    return expression(text, _one=rebuilt(node, swaps.get), _over=over)


def _leaves(node: ast.expr) -> Iterator[ast.expr]:
    """The operands of arithmetic."""
    if isinstance(node, ast.BinOp):
        yield from (*_leaves(node.left), *_leaves(node.right))
    elif isinstance(node, ast.UnaryOp):
        yield from _leaves(node.operand)
    else:
        yield node


def means_of_each(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """The mean of each of the weights of several models, which no one array holds: `np.array([m.get_weights() ...]).mean(axis=0)`."""
    target = context.outline.target(node)
    if node is not context.node or callee(node) not in _STACKED:
        return
    if not isinstance(target, ast.Name) or len(node.args) != 1 or node.keywords:
        return
    inside = [*ast.walk(context.outline.function(node))]
    uses = [
        each
        for each in inside
        if isinstance(each, ast.Name) and each.id == target.id and isinstance(each.ctx, ast.Load)
    ]
    swaps: dict[ast.AST, ast.expr] = {node: node.args[0]}
    for each in uses:
        method = context.outline.parents.get(each)
        call = context.outline.parents.get(method) if isinstance(method, ast.Attribute) else None
        function = (
            context.spelled(f"np.{name_of(method)}") if isinstance(method, ast.expr) else None
        )
        if not isinstance(call, ast.Call) or function is None:
            return
        one = ast.Call(function, [expression("each"), *call.args], call.keywords)
        swaps[call] = expression("[one for each in zip(*rows)]", one=one, rows=each)
    if len(swaps) > 1:
        yield 0.3, together(context.outline, swaps)


OF_RESULTS: Final = (
    states_apart, unstarred, undivided, all_outputs, one_of_several, only_item, first_number, with_metrics, named_metrics, last_logged, both_states, with_the_rest, joined, each_with_each, means_of_each,
)  # fmt: skip
