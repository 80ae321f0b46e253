"""Edits of tuples, lists and sizes that the program writes: nested, taken apart, in another order, scaled."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Final

from tftypes.algebra import Expr
from tftypes.inference.models.tensorflow.ops.values import PyValue
from tftypes.inference.repairs.calls import callee, given_for, is_layer, with_args
from tftypes.inference.repairs.context import Context, class_of
from tftypes.inference.repairs.edits import Edit, expression, together, with_fields
from tftypes.inference.repairs.fragments import filled, name_of
from tftypes.inference.values import Dataset, is_dict

#: More names are in no order that anybody mixes up.
_MOST_NAMES: Final = 6


def nested(context: Context, node: ast.Tuple) -> Iterator[tuple[float, Edit]]:
    """Several inputs in a tuple of their own, beside the labels: `zip((a, b, y))`."""
    parent = context.outline.parents.get(node)
    if not context.is_fed or len(node.elts) < 3:
        return
    kinds = (ast.Yield, ast.Lambda, ast.Return)
    if isinstance(parent, ast.Call) and [node] == parent.args or isinstance(parent, kinds):
        for rest in (1, 2)[: len(node.elts) - 2]:  # with weights of the samples
            made = [ast.Tuple(node.elts[:-rest], ast.Load()), *node.elts[-rest:]]
            yield 1.4 + rest / 10, Edit(node, with_fields(node, {"elts": made}))


def alike(context: Context, node: ast.List) -> Iterator[tuple[float, Edit]]:
    """The one array that a list has several times, which a model takes once: `model.fit([a, b], [labels, labels])`."""
    names = {*map(name_of, node.elts)}
    if context.is_fed and len(node.elts) > 1 and len(names) == 1 and names != {""}:
        yield 0.6, Edit(node, node.elts[0])


def flattened(context: Context, node: ast.List) -> Iterator[tuple[float, Edit]]:
    """Rows of what has one row for each sample, where a layer joins it with rows: the vector of a word beside numbers."""
    layer, dims = context.spelled("layers.Flatten"), [*map(context.dims, node.elts)]
    if layer is not None and context.finding.code == "tf-rank" and 2 in map(len, dims):
        rows = [
            ast.Call(ast.Call(layer, [], []), [each], []) if len(sizes) == 3 else each
            for each, sizes in zip(node.elts, dims)
        ]
        if all(len(sizes) == 2 or len(sizes) == 3 and sizes[1] == 1 for sizes in dims):
            yield 0.7, Edit(node, with_fields(node, {"elts": rows}))


def unwrapped(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """The list of arrays in place of one array of them, for a model of several inputs."""
    if context.is_fed and node in context.operands:
        is_one = callee(node) in ("array", "stack", "asarray", "concatenate", "vstack")
        if is_one and len(node.args) == 1 and isinstance(node.args[0], (ast.List, ast.Tuple)):
            yield 1.4, Edit(node, node.args[0])


def zipped(context: Context, node: ast.Attribute) -> Iterator[tuple[float, Edit]]:
    """One dataset of a dict of them, before what a dataset has is asked of the dict: the windows of columns."""
    call = context.outline.parents.get(context.node)
    if node is not context.node or not isinstance(call, ast.Call):
        return
    zip_of = context.spelled("tf.data.Dataset.zip")
    is_asked = context.declared.member("tensorflow.data.Dataset", node.attr) is not None
    if is_dict(context.value(node.value)) and is_asked and zip_of is not None:
        one = with_fields(call, {"func": expression(f"part.{node.attr}")})
        text = "zip_of({key: one for key, part in data.items()})"
        yield 0.5, Edit(call, expression(text, zip_of=zip_of, one=one, data=node.value))


def permuted(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """Two of the names that a function's results are given, the other way round."""
    statement = context.outline.parents.get(node)
    if not isinstance(statement, ast.Assign):
        return
    (target, *_) = statement.targets
    rows = (getattr(each, "elts", ()) for each in context.outline.called(node))
    theirs = {each for row in rows for each in enumerate(map(name_of, row))}  # in its `return`
    if isinstance(target, ast.Tuple) and 2 < len(target.elts) <= _MOST_NAMES:
        for a, b in combinations(range(len(target.elts)), 2):
            names = [*target.elts]
            names[a], names[b] = names[b], names[a]
            is_named = bool(theirs) and all(name for _, name in theirs)
            if not is_named or theirs & {(i, name_of(names[i])) for i in (a, b)}:
                yield 1.4 + (b - a) / 10, Edit(target, with_fields(target, {"elts": names}))


def of_batch(context: Context, node: ast.List | ast.Tuple) -> Iterator[tuple[float, Edit]]:
    """Sizes of a whole batch in place of those of one of its rows."""
    call, shape = context.call, context.spelled("tf.shape")
    if node not in context.operands or shape is None:
        return
    for each in call.args[:1] if call else ():
        tensor = context.tensor(each)
        are_sizes = all(isinstance(context.value(one), (int, Expr, PyValue)) for one in node.elts)
        if tensor is not None and tensor.shape.rank == len(node.elts) + 1 and are_sizes:
            count = ast.Subscript(ast.Call(shape, [each], []), ast.Constant(0), ast.Load())
            is_number = all(isinstance(each, ast.Constant) for each in node.elts)
            yield (
                1.6 if is_number else 0.4,
                Edit(node, with_fields(node, {"elts": [count, *node.elts]})),
            )


def scaled(context: Context, node: ast.Constant) -> Iterator[tuple[float, Edit]]:
    """A size from which a refused one is made by factors, wherever its function writes it: 7 * 4 is 28, 8 * 4 is 32."""
    if type(node.value) is not int or node.value < 2:
        return
    owners = (each for each in context.outline.around(node) if isinstance(each, ast.FunctionDef))
    inside = ast.walk(next(owners, context.outline.statement(node) or node))
    numbers = (each for each in inside if isinstance(each, ast.Constant))
    same = [each for each in numbers if type(each.value) is int and each.value == node.value]
    if len(same) < 2 or any(_is_of_data(context, each) for each in same):
        return
    for got, wanted in permutations(sorted(context.told.counts - {0, 1}), 2):
        for power in (1, 2):
            new = _scaled(node.value, got, wanted, power)
            if new and new != node.value:
                yield 2.0, together(context.outline, dict.fromkeys(same, ast.Constant(new)))


def _scaled(size: int, got: int, wanted: int, power: int) -> int:
    """What makes one number in the way in which a size, or its square, makes another; 0 where nothing does."""
    factor, rest = divmod(got, size**power)
    share, more = divmod(wanted, factor) if factor > 1 and not rest else (0, 1)
    root = round(share ** (1 / power))
    return root if not more and root**power == share else 0


def _is_of_data(context: Context, node: ast.AST) -> bool:
    """Whether a size is one of the input of a model, which is as it is."""
    calls = (each for each in context.outline.around(node) if isinstance(each, ast.Call))
    return any(callee(each) in ("Input", "InputLayer") for each in calls)


def same_rows(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """The rows that are taken of another array with as many: `y[:24]` beside `x[:24]`."""
    for other in context.operands - {node} if node in context.operands else ():
        if isinstance(other, ast.Subscript) and isinstance(other.slice, ast.Slice):
            rows = context.dims(node)[:1]
            if rows and rows == context.dims(other.value)[:1] != context.dims(other)[:1]:
                yield 0.3, Edit(node, ast.Subscript(node, other.slice, ast.Load()))


def shortened(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """The rows behind a window for which the program has a name, where there is one less for each of its steps."""
    if node not in context.operands or not context.dims(node):
        return
    names = [each for each in context.outline.nodes if isinstance(each, ast.Name)]
    counts = {each.id: context.value(each) for each in names if isinstance(each.ctx, ast.Load)}
    for other in context.operands - {node}:
        more, less = (next(iter(context.dims(each)), None) for each in (node, other))
        for name, count in counts.items():
            is_window = isinstance(more, int) and isinstance(less, int) and more - less == count
            if is_window and 0 != count < less:  # as many again are data of another kind
                index = ast.Slice(ast.Name(name, ast.Load()), None, None)
                yield 1.6, Edit(node, ast.Subscript(node, index, ast.Load()))


def with_overlap(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """The rows of a window before the rest of an array, which is shorter than one: `values[split - steps:]`."""
    call, span = context.call, getattr(node, "slice", None)
    length = given_for(context, call, context.told.argument) if call is not None else None
    begin = span.lower if isinstance(span, ast.Slice) and span.upper is span.step is None else None
    if length is None or begin is None or context.tensor(node) is None:
        return
    sizes = {context.value(length), *context.dims(node)[:1]}
    if sizes <= context.told.numbers and not context.outline.lacks(length, node):
        yield 0.5, Edit(begin, ast.BinOp(begin, ast.Sub(), length))


def paired(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """One dataset of pairs in place of two datasets."""
    zip_of = context.spelled("tf.data.Dataset.zip")
    if node is not context.call or zip_of is None:
        return
    data = [each for each in node.args[:2] if isinstance(context.value(each), Dataset)]
    if context.is_fed and len(data) == 2:
        both = ast.Call(zip_of, [ast.Tuple(data, ast.Load())], [])
        yield 0.4, Edit(node, with_args(node, [both, *node.args[2:]]))


def apart(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """The items of a list as arguments of their own, where a layer takes them so: `attention([x, x])`, or its function."""
    if node is not context.call or not is_layer(context, node.func):
        return
    if class_of(context.value(node.func)).endswith(".Lambda"):  # it hands on one argument
        for made in (node.func, *context.outline.defining(node.func)):
            function = made.args[0] if isinstance(made, ast.Call) and made.args else None
            names = [each.arg for each in getattr(getattr(function, "args", None), "args", ())]
            if isinstance(function, ast.Lambda) and len(names) > 1:
                items = {each: expression(f"inputs[{i}]") for i, each in enumerate(names)}
                one = expression("lambda inputs: _body", _body=filled(function.body, items))
                yield 0.4, Edit(function, one)
            if isinstance(function, ast.Name):
                whole = expression("lambda tensors: f(*tensors)", f=function)
                yield 0.6, Edit(function, whole)
        return
    for index, each in enumerate(node.args):
        if isinstance(each, (ast.List, ast.Tuple)) and len(each.elts) > 1:
            args = [*node.args[:index], *each.elts, *node.args[index + 1 :]]
            yield 0.8, Edit(node, with_args(node, args))


def gathered(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """Arguments as one, of which a function takes several so: `gradient(loss, [w, b])`, `from_tensor_slices((x, y))`."""
    if context.finding.code != "tf-unpack":
        return
    if not isinstance(node.func, ast.Attribute):
        return  # a function of Python's or of the program's own
    for begin in range(min(len(node.args) - 1, 2)):
        both = ast.Tuple(node.args[begin:], ast.Load())
        yield 0.8 - begin / 5, Edit(node, with_args(node, [*node.args[:begin], both]))


def picked(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """Some items of a list of what no tensor has: `[layers[i] for i in chosen]` for `tf.gather(layers, chosen)`."""
    if node is not context.node or callee(node) != "gather" or context.finding.code != "tf-value":
        return
    values, indices = given_for(context, node, "params"), given_for(context, node, "indices")
    kinds = [getattr(context.value(each), "kind", "") for each in (values, indices) if each]
    if values is not None and indices is not None and kinds == ["list", "list"]:
        yield 0.3, Edit(node, expression("[x[i] for i in chosen]", x=values, chosen=indices))


def ordered(context: Context, node: ast.Set) -> Iterator[tuple[float, Edit]]:
    """A list in place of a set."""
    yield 0.6, Edit(node, ast.List(node.elts, ast.Load()))


def by_names(context: Context, node: ast.List | ast.Tuple) -> Iterator[tuple[float, Edit]]:
    """A dict of what is in a list, by its names, where an item is asked for by one of them."""
    around = context.node
    key = around.slice if isinstance(around, ast.Subscript) else None
    if not isinstance(key, ast.Constant):
        return
    names = [*map(name_of, node.elts)]
    if isinstance(node.ctx, ast.Load) and name_of(key) in names and "" not in names:
        keys: list[ast.expr | None] = [ast.Constant(each) for each in names]
        yield 0.5, Edit(node, ast.Dict(keys, node.elts))


OF_DISPLAYS: Final = (
    by_names, gathered, picked, ordered, nested, alike, flattened, unwrapped, zipped, permuted, of_batch, scaled, same_rows, shortened, with_overlap, paired, apart,
)  # fmt: skip
