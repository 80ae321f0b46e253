"""Edits of what a model or a layer is told of its inputs: the sizes of the data, the order of the axes, the states."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes.inference.interpreter.object_arrays import of_objects
from tftypes.inference.models.tensorflow.ops.keras_ranks import RECURRENT
from tftypes.inference.models.tensorflow.ops.values import STRING
from tftypes.inference.objects import Instance
from tftypes.inference.repairs.calls import callee, given_for, parameter_of
from tftypes.inference.repairs.context import Context
from tftypes.inference.repairs.edits import Edit, expression, with_fields
from tftypes.inference.repairs.fragments import ROWS, name_of

#: Methods of a model that are given data.
_FED: Final = ("fit", "evaluate", "predict", "train_on_batch", "test_on_batch")


def as_data(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """An Input with all sizes of the data, where a later layer needs the one that it lacks: `Input((20, 1))`."""
    shape = given_for(context, node, "shape") if callee(node) == "Input" else None
    is_of_data = context.call is not None and callee(context.call) in _FED
    if context.finding.code != "tf-rank" or not isinstance(shape, ROWS) or is_of_data:
        return
    sizes = (*map(context.value, shape.elts),)
    for x in _fed(context):
        first, *rest = context.dims(x)[1:] or (None,)
        *others, last = context.dims(x)[1:] or (None,)
        if type(first) is int and (*rest,) == sizes:
            yield -0.3, _with_items(shape, [ast.Constant(first), *shape.elts])
        elif type(last) is int and (*others,) == sizes:
            yield -0.3, _with_items(shape, [*shape.elts, ast.Constant(last)])


def as_told(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """An Input with the sizes of the data, where more than one of them is another: `Input((180, 180, 3))`."""
    shape = given_for(context, node, "shape") if callee(node) == "Input" else None
    if context.finding.code != "tf-shape" or not context.is_fed or not isinstance(shape, ROWS):
        return
    sizes = (*map(context.value, shape.elts),)
    for _, *told in context.told.shapes if None not in sizes else ():
        differ = [a != b for a, b in zip(told, sizes)]
        if len(told) == len(sizes) and sum(differ) > 1 and None not in told:
            pairs = zip(told, shape.elts, differ)
            made = [ast.Constant(size) if other else each for size, each, other in pairs]
            yield 0.4, _with_items(shape, made)


def with_dummies(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """Columns of numbers in the place of those of texts, of a frame that has both: `pd.get_dummies(frame, dtype=float)`.

    There are more of them: a model that is told how many asks for the number behind that.
    """
    value, dummies = context.value(node), context.spelled("pandas.get_dummies")
    array = value.read("_array", None) if isinstance(value, Instance) else None
    if context.finding.code != "tf-dtype" or dummies is None or of_objects(array) != "mixed":
        return
    sizes = [*_last_sizes(context)]
    is_late = any(each is context.call for each in context.outline.around(node))
    if not any(isinstance(each, ast.Constant) or is_late for each in sizes):
        number = ast.keyword("dtype", ast.Name("float", ast.Load()))
        yield 0.4, Edit(node, ast.Call(dummies, [node], [number]))


def of_categories(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """The numbers of categories in the place of their names: `layers.StringLookup(vocabulary=np.unique(x))(x)`."""
    tensor, lookup = context.tensor(node), context.spelled("layers.StringLookup")
    unique = context.spelled("np.unique")
    is_given = context.is_fed and node in _fed(context) and context.finding.code == "tf-dtype"
    is_given = is_given and tensor is not None and tensor.dtype == STRING and len(tensor.shape) > 1
    inside = (each for made in context.outline.defining(node) for each in ast.walk(made))
    items = (one for each in inside if isinstance(each, ROWS) for one in map(name_of, each.elts))
    if is_given and lookup and unique and any(each[:1].isalpha() for each in items):
        made = expression("lookup(vocabulary=unique(x))(x)", lookup=lookup, unique=unique, x=node)
        yield 2.0, Edit(node, made)


def turned(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """The features last, whose number is known, and behind the steps, whose number is not; the data as well."""
    shape = given_for(context, node, "shape") if callee(node) == "Input" else None
    sizes = [*map(context.value, shape.elts)] if isinstance(shape, ROWS) else []
    if context.finding.code != "tf-shape" or len(sizes) != 2 or sizes[1] is not None:
        return
    made = {
        each: Edit(each, expression("x.swapaxes(1, 2)", x=each))
        for x in _fed(context)
        for each in context.outline.defining(x)
        if isinstance(each, ast.expr) and getattr(context.tensor(each), "kind", "") == "array"
        if len(context.dims(each)) == 3 and context.dims(each)[1] == sizes[0]
    }
    if isinstance(shape, ROWS) and type(sizes[0]) is int:
        turned_shape = _with_items(shape, shape.elts[::-1])
        yield 0.3, Edit(shape, turned_shape.new, (*made.values(),))


def both_states(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """Twice the units of a recurrent layer that begins with the states of both directions: `LSTM(units * 2)`."""
    units = given_for(context, node, "units") if name_of(node.func) in RECURRENT else None
    size = context.value(units) if units is not None else None
    is_told = context.told.argument == "initial_state" and context.finding.code == "tf-shape"
    if (
        is_told
        and units is not None
        and type(size) is int
        and {size, 2 * size} <= context.told.numbers
    ):
        is_number = isinstance(units, ast.Constant)
        twice = ast.BinOp(units, ast.Mult(), ast.Constant(2))
        yield -0.3, Edit(units, ast.Constant(2 * size) if is_number else twice)


def enough_states(context: Context, node: ast.List) -> Iterator[tuple[float, Edit]]:
    """The one state for each of the two that an LSTM begins with: `initial_state=[features, features]`."""
    given = given_for(context, context.call, "initial_state") if context.call else None
    own = [] if given is None else [given, *context.outline.defining(given)]
    if node in own and len(node.elts) == 1 and context.finding.code == "tf-value":
        yield 0.8, _with_items(node, node.elts * 2)


def one_step(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """Rows as sequences of one step, where a model takes sequences of any length: `model.fit(x[:, None], y)`."""
    if not context.is_fed or context.finding.code != "tf-rank" or node not in _fed(context):
        return
    rows = context.dims(node)
    if len(rows) == 2 and any(each[1:] == (None, rows[1]) for each in context.told.shapes):
        yield 2.0, Edit(node, expression("x[:, None]", x=node))


def without_batch(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """The shape of a sample, where a layer is told that of a batch: `Flatten(input_shape=x.shape[1:])`."""
    around = context.outline.parents.get(node)
    is_given = isinstance(around, ast.keyword) and around.arg in ("shape", "input_shape")
    is_given = is_given or isinstance(around, ast.Call) and parameter_of(context, node) == "shape"
    if context.finding.code not in ("tf-rank", "tf-shape") or not is_given:
        return
    for each in (node, *context.outline.defining(node)):
        tensor = context.tensor(each.value) if isinstance(each, ast.Attribute) else None
        if tensor is None or getattr(each, "attr", "") != "shape":
            continue
        if tensor.kind == "symbol":
            yield -0.8, Edit(node, expression("shape[1:]", shape=node))
        elif tensor.kind == "array" and tensor.shape.rank:  # that of all samples
            yield 0.2, Edit(node, expression("shape[1:]", shape=node))
            if tensor.shape.rank == 2:  # Keras adds the axis to the data
                yield 0.4, Edit(node, expression("(shape[1], 1)", shape=node))


def _last_sizes(context: Context) -> Iterator[ast.expr]:
    """The last sizes of inputs, as the program writes them."""
    for call in context.outline.calls:
        is_told = callee(call) == "Input" or context.is_layer_class(callee(call))
        for name in ("shape", "input_shape", "input_dim") if is_told else ():
            given = given_for(context, call, name)
            yield from given.elts[-1:] if isinstance(given, ROWS) else [given] if given else []


def _fed(context: Context) -> Iterator[ast.expr]:
    """The data that models are given."""
    calls = (each for each in context.outline.calls if callee(each) in _FED)
    return (x for each in calls if (x := given_for(context, each, "x")) is not None)


def _with_items(shape: ast.List | ast.Tuple, items: list[ast.expr]) -> Edit:
    return Edit(shape, with_fields(shape, {"elts": items}))


OF_INPUTS: Final = (
    as_data,
    as_told,
    with_dummies,
    of_categories,
    turned,
    one_step,
    both_states,
    enough_states,
    without_batch,
)
