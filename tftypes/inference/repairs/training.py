"""Edits of programs that train a model: it is compiled, has another loss, more outputs or names for its inputs."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes.inference.repairs.calls import (
    LOSSES,
    attribute,
    callee,
    given_for,
    is_layer,
    parameter_of,
    with_argument,
    with_more,
)
from tftypes.inference.repairs.context import Context
from tftypes.inference.repairs.edits import Edit, expression, statements, together, with_fields
from tftypes.inference.repairs.fragments import name_of
from tftypes.inference.values import Dataset

#: Methods of a model that give its numbers.
_NUMBERS: Final = ("evaluate", "train_on_batch", "test_on_batch")
#: Optimizers by the names that `compile` takes.
_OPTIMIZERS: Final = {
    each.lower(): each
    for each in ("SGD", "Adam", "AdamW", "RMSprop", "Adagrad", "Adadelta", "Nadam")
}
#: The loss of labels that are rows, as a word.
_OF_ROWS: Final = "categoricalcrossentropy"
_NAMED: Final = (ast.Name, ast.Attribute, ast.Constant)
#: Methods of a model that need a loss.
_TRAINING: Final = ("fit", "evaluate", "train_on_batch", "test_on_batch")


#: What sets the rate of each epoch by a function.
_SCHEDULER: Final = "LearningRateScheduler"


def compiled(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """`compile` behind what makes a model that is trained without it."""
    call = context.call
    if node is not context.node or context.finding.code != "tf-state" or call is None:
        return
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in _TRAINING:
        return
    for made in context.outline.defining(call.func.value):
        statement = context.outline.parents.get(made)
        if not isinstance(statement, ast.Assign) or statement.value is not made:
            continue
        owner = ast.unparse(statement.targets[0])
        for rank, loss in enumerate(_losses(context)):
            compile_ = statements(f"{owner}.compile(optimizer='adam', loss={loss!r})")
            yield 0.6 + rank / 10, Edit(statement, (statement, *compile_))


def with_loss(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """A loss for a model that is compiled without one, as its last activation has it."""
    if name_of(node.func) != "compile" or len(node.args) > 1:
        return
    if not is_layer(context, getattr(node.func, "value", node)) or node is context.node:
        return
    if all(each.arg not in (None, "loss") for each in node.keywords):
        for rank, loss in enumerate(_losses(context)):
            keyword = ast.keyword("loss", ast.Constant(loss))
            yield 0.8 + rank / 10, Edit(node, with_more(node, keyword))


def _losses(context: Context) -> tuple[str, ...]:
    return LOSSES.get(context.activation, ("mse",))


def one_hot(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """Rows of labels, where the program counts their columns for a loss of such; the number of classes for another one."""
    asked, outline = context.node, context.outline
    shape = asked.value if isinstance(asked, ast.Subscript) else asked
    if getattr(shape, "attr", "") != "shape" or not _are_classes(context, node):
        return
    inside = [each for each in outline.nodes if isinstance(each, _NAMED)]
    losses = {name_of(each).lower().replace("_", "") for each in inside}
    labels = {name_of(each) for each in inside if _are_classes(context, each)}
    made, most = context.spelled("keras.utils.to_categorical"), context.spelled("np.max")
    is_asked, statement = node is getattr(shape, "value", None), outline.statement(asked)
    if is_asked and f"sparse{_OF_ROWS}" in losses and most and isinstance(asked, ast.Subscript):
        yield 0.1, Edit(asked, expression("int(most(y)) + 1", most=most, y=node))
    if made is None or statement is None or _OF_ROWS not in losses:
        return
    if not is_asked and isinstance(outline.parents.get(node), (ast.Call, ast.Assign, ast.Tuple)):
        yield -0.5, Edit(node, ast.Call(made, [node], []))
    for each in outline.defining(node) if is_asked else ():
        stored = [*ast.walk(outline.statement(each) or each)]
        names = [name_of(one) for one in inside if one in stored and name_of(one) in labels]
        lines = [statements(f"{name} = made({name})", made=made)[0] for name in names]
        yield 0.9, Edit(statement, (*lines, statement))


def _are_classes(context: Context, node: ast.expr) -> bool:
    """Whether an expression has one int for each row."""
    tensor = context.tensor(node)
    return tensor is not None and tensor.dtype.is_integer is True and tensor.shape.rank == 1


def more_outputs(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """The symbols that nothing uses as outputs, too, of a model that is given labels for several."""
    if not context.is_fed or callee(node) != "Model":
        return
    given = [each for each in node.keywords if each.arg == "outputs"]
    inside = [*ast.walk(context.outline.function(node))]
    names = [each for each in inside if isinstance(each, ast.Name)]
    read = {each.id for each in names if isinstance(each.ctx, ast.Load)}
    targets = [each for each in inside if isinstance(each, ast.Assign)]
    unused = [
        ast.Name(each.targets[0].id, ast.Load())
        for each in targets
        if isinstance(each.targets[0], ast.Name)
        and each.targets[0].id not in read
        and getattr(context.tensor(each.value), "kind", "") == "symbol"
    ]
    for each in given if unused else ():
        several: list[ast.expr] = [each.value, *unused]
        keywords = [
            ast.keyword("outputs", ast.List(several, ast.Load())) if one is each else one
            for one in node.keywords
        ]
        yield 0.8, Edit(node, with_fields(node, {"keywords": keywords}))


def with_key(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """The names of the Inputs of a model that is given a dict: the key that a loop goes over, or those of the dict in turn."""
    if not context.is_fed or not _is_nameless_input(node):
        return
    for around in context.outline.around(node):
        target = around.target if isinstance(around, ast.For) else None
        for each in ast.walk(target) if target is not None else ():
            if isinstance(each, ast.Name):
                name = ast.keyword("name", ast.Name(each.id, ast.Load()))
                yield 0.8, Edit(node, with_more(node, name))
    inside = context.outline.nodes
    inputs = [each for each in inside if isinstance(each, ast.Call) and _is_nameless_input(each)]
    inputs.sort(key=lambda each: (each.lineno, each.col_offset))
    given = context.call.args[0] if context.call and context.call.args else node
    for made in (given, *context.outline.defining(given)):
        keys = made.keys if isinstance(made, ast.Dict) else []
        if node is inputs[0] and 1 < len(keys) == len(inputs) and None not in keys:
            names = [ast.keyword("name", each) for each in keys if each is not None]
            swaps = {each: with_more(each, name) for each, name in zip(inputs, names)}
            yield 0.8, together(context.outline, swaps)


def _is_nameless_input(node: ast.expr) -> bool:
    is_input = isinstance(node, ast.Call) and callee(node) == "Input"
    return is_input and all(each.arg != "name" for each in getattr(node, "keywords", ()))


def whole_batches(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """Batches of one size alone, where the rest of the data does not go with that size."""
    sizes = context.told.sizes
    if name_of(node.func) != "batch" or not node.args:
        return
    size = context.value(node.args[0])
    is_of_data = isinstance(context.value(node), Dataset) and len(node.args) == 1
    if (
        is_of_data
        and isinstance(size, int)
        and size in sizes
        and any(1 < each < size for each in sizes)
    ):
        keyword = ast.keyword("drop_remainder", ast.Constant(True))
        yield -0.5, Edit(node, with_more(node, keyword))


def with_names(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """The numbers of a model by name, where the program asks for one by its name."""
    is_asked = isinstance(context.node, ast.Subscript) and isinstance(
        context.value(context.node.slice), str
    )
    if is_asked and name_of(node.func) in _NUMBERS:
        if all(each.arg != "return_dict" for each in node.keywords):
            keyword = ast.keyword("return_dict", ast.Constant(True))
            yield 0.4, Edit(node, with_more(node, keyword))


def layer_by_name(context: Context, node: ast.Subscript) -> Iterator[tuple[float, Edit]]:
    """A layer by its name: `model.layers["code"]`."""
    layers = node.value if node is context.node else None
    if isinstance(layers, ast.Attribute) and layers.attr == "layers":
        if isinstance(context.value(node.slice), str):
            yield 0.4, Edit(node, ast.Call(attribute(layers.value, "get_layer"), [node.slice], []))


def with_options(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """The optimizer or the loss of a name as an object, with the arguments for it that `compile` is given."""
    if node is not context.call or callee(node) != "compile":
        return
    for role, classes in (("optimizer", "optimizers"), ("loss", "losses")):
        name = str(getattr(given_for(context, node, role), "value", None))
        own = _OPTIMIZERS.get(name.lower(), name.title().replace("_", ""))
        made = context.spelled(f"keras.{classes}.{own}")
        taken = () if made is None else context.parameters(ast.Call(made, [], []))
        more = [each for each in node.keywords if each.arg in taken and each.arg != "name"]
        if made is not None and more:
            kept = [each for each in node.keywords if each not in more]
            less = with_fields(node, {"keywords": kept})
            made = ast.Call(made, [], more)
            yield 0.4, Edit(node, with_argument(context, less, role, made))


def unscheduled(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """The rate that a schedule starts with, for an optimizer whose rate something else sets."""
    if node is not context.sites[0].node or context.finding.code != "tf-state":
        return
    for call in context.outline.calls:
        rate = given_for(context, call, "learning_rate")
        for made in () if rate is None else (rate, *context.outline.defining(rate)):
            name = "initial_learning_rate"
            first = given_for(context, made, name) if isinstance(made, ast.Call) else None
            if rate is not None and first is not None:
                yield 0.5, Edit(rate, first)


def of_pair(context: Context, node: ast.Name | ast.Attribute) -> Iterator[tuple[float, Edit]]:
    """A function of the first of each pair of a dataset, which keeps the other one."""
    call = context.outline.parents.get(node)
    if not isinstance(call, ast.Call) or callee(call) != "map" or node not in call.args:
        return
    yield 0.8, Edit(node, expression("lambda x, y: (f(x), y)", f=node))


def of_logs(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """The logs of an event for the names of metrics, which the parameters of callbacks have no more."""
    function = context.outline.function(node)
    match node:
        case ast.Subscript(
            ast.Attribute(attr="params") | ast.Name("params"), ast.Constant("metrics")
        ):
            is_refused = node is context.node
        case _:
            return
    if is_refused and isinstance(function, ast.FunctionDef) and function.name.endswith("_end"):
        logs = ast.Name(function.args.args[-1].arg, ast.Load())  # others have none
        yield 0.3, Edit(node, ast.Call(ast.Name("list", ast.Load()), [logs], []))


def as_rate(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """Floats for the tensors that a function gives which sets the rate of each epoch: `return float(rate * tf.exp(-0.1))`."""
    if callee(node) != _SCHEDULER or context.finding.code != "tf-value" or not node.args:
        return
    rates: dict[ast.AST, ast.expr] = {
        each: expression("float(rate)", rate=each)
        for each in context.outline.returned(name_of(node.args[0]))
        if isinstance(each, ast.expr) and context.tensor(each) is not None
    }
    if rates:
        yield 0.5, together(context.outline, rates)


def for_one_output(context: Context, node: ast.List) -> Iterator[tuple[float, Edit]]:
    """The metrics of one of several outputs, each of which Keras 3 has a list for: `metrics=[["mae"], []]`."""
    if context.told.argument != "metrics" or parameter_of(context, node) != "metrics":
        return
    is_flat = bool(node.elts) and not any(
        isinstance(each, (ast.List, ast.Dict)) for each in node.elts
    )
    counts = sorted(each for each in context.told.numbers if each > 1)
    for place in range(counts[-1]) if is_flat and counts else ():
        lists = [ast.List(node.elts * (place == each), ast.Load()) for each in range(counts[-1])]
        yield 0.9 + place / 10, Edit(node, with_fields(node, {"elts": lists}))


OF_TRAINING: Final = (
    for_one_output,
    as_rate,
    one_hot,
    of_logs,
    with_names,
    layer_by_name,
    with_options,
    unscheduled,
    of_pair,
    whole_batches,
    compiled,
    with_loss,
    more_outputs,
    with_key,
)
