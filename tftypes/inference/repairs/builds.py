"""Edits of how programs build models and layers: without a top, with a first Input, weights in `build`, other sizes of factors."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import dropwhile
from typing import Final

from tftypes.inference.objects import Container, is_iterator, resolve
from tftypes.inference.repairs.calls import (
    attribute,
    callee,
    given_for,
    is_layer,
    with_args,
    with_argument,
    with_more,
)
from tftypes.inference.repairs.context import Context, class_of
from tftypes.inference.repairs.edits import (
    Edit,
    all_of,
    expression,
    statements,
    substituted,
    together,
    with_fields,
)
from tftypes.inference.repairs.fragments import name_of
from tftypes.inference.repairs.results import items_of
from tftypes.inference.repairs.sites import bound

_SEQUENTIAL: Final = "tensorflow.keras.Sequential"
#: What makes one number of several along an axis.
_REDUCTIONS: Final = ("sum", "mean", "max", "any", "argmax")


def headless(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """A model of images without its own classes, where the program puts layers on its features."""
    if context.finding.code != "tf-rank":
        return
    if "include_top" in context.parameters(node):
        made = with_argument(context, node, "include_top", ast.Constant(False))
        given = given_for(context, node, "include_top")
        if given is None or context.value(given) is True:
            yield -0.2, Edit(node, made)


def without_keyword(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """A call without the argument by keyword that makes it wrong."""
    given = getattr(node, "keywords", ())
    for each in given:
        harms = _HARMFUL.get(each.arg)
        if harms is not None and harms(context, node, each.value):
            kept = [one for one in given if one is not each]
            yield 0.4, Edit(node, with_fields(node, {"keywords": kept}))


def _is_in_a_row(context: Context, node: ast.expr, value: ast.expr) -> bool:
    """Whether a layer is one of a list, or added to one: no other takes its states."""
    parent = context.outline.parents.get(node)
    is_added = isinstance(parent, ast.Call) and callee(parent) == "add"
    return is_added or isinstance(parent, ast.List)


def _is_of_own_steps(context: Context, node: ast.expr, value: ast.expr) -> bool:
    """Whether attention to other steps has a mask of the own ones, each for each."""
    last = context.dims(value)[-2:] if node is context.call else ()
    return len(last) == 2 and last[0] == last[1]


#: When an argument by keyword is one too many.
_HARMFUL: Final = {"return_state": _is_in_a_row, "attention_mask": _is_of_own_steps}


def fewer_ones(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """Fewer axes of size 1 at the end of a shape that a function makes a tensor of, which are as many as the data have."""
    if node is not context.node or context.finding.code not in ("tf-rank", "tf-shape"):
        return
    for call in context.outline.calls:
        if context.tensor(call) is None or not call.args:
            continue
        shape = call.args[0]
        items = shape.elts if isinstance(shape, (ast.List, ast.Tuple)) else []
        rest = [*dropwhile(lambda each: ast.unparse(each) == "1", reversed(items))]
        is_in_function = context.outline.function(call) is not context.outline.tree
        if is_in_function and all(isinstance(each, ast.Subscript) for each in rest[:1]):
            for count in range(len(items) - 1, len(rest), -1):
                less = with_fields(shape, {"elts": items[:count]})
                yield 1.2 + (len(items) - count) / 100, Edit(shape, less)


def as_siblings(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """A keyword that all other layers of the class are made with: `padding="same"`."""
    if context.finding.code not in ("tf-shape", "tf-rank") or not is_layer(context, node):
        return
    same = [each for each in context.outline.calls if ast.dump(each.func) == ast.dump(node.func)]
    others = [each for each in same if each is not node]
    rows = [[*map(ast.dump, each.keywords)] for each in others]
    own = {each.arg for each in node.keywords}
    for each in others[0].keywords if others else ():
        is_new = isinstance(each.value, ast.Constant) and each.arg not in own
        if is_new and all(ast.dump(each) in row for row in rows):
            yield 0.3, Edit(node, with_more(node, each))


def as_blocks(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """As many feature maps as blocks or parts are made of: `32 * factor ** 2` for `depth_to_space`, `size * 2` for `split`."""
    call, around = context.call, context.outline.parents.get(node)
    size = given_for(context, call, "block_size") if call else None
    parts = given_for(context, call, "num_or_size_splits") if call else None
    filters = getattr(around, "arg", None)
    layer = around if isinstance(around, ast.Call) else context.outline.parents.get(around or node)
    if (size or parts) is None or not isinstance(layer, ast.Call) or not is_layer(context, layer):
        return
    if filters in ("filters", "units") or node in layer.args[:1]:
        text = "filters * size**2" if size else "filters * size"
        made = expression(text, filters=node, size=size or parts or node)
        if not context.outline.lacks(made, node):
            yield 0.5, Edit(node, made)


def added(context: Context, node: ast.Attribute) -> Iterator[tuple[float, Edit]]:
    """The model with the layer behind it, for each call in the function around of the `add` that it has not."""
    edits: list[Edit] = []
    if node is not context.node or node.attr != "add":
        return
    for each in ast.walk(context.outline.function(node)):
        call, model = getattr(each, "value", None), context.spelled("keras.Model")
        if not isinstance(each, ast.Expr) or not isinstance(call, ast.Call) or model is None:
            continue
        if ast.unparse(call.func) == ast.unparse(node) and len(call.args) == 1:
            output = ast.Call(call.args[0], [attribute(node.value, "output")], [])
            whole = ast.Call(model, [attribute(node.value, "input"), output], [])
            edits.append(Edit(each, (ast.Assign([node.value], whole, lineno=1),)))
    if edits:
        yield 0.4, all_of(edits)


def without_more(context: Context, node: ast.BinOp) -> Iterator[tuple[float, Edit]]:
    """A size without what is added to it: `dim` for `dim + 1`; with another factor: `dim`, `dim * 2` for `dim * 4`."""
    size = context.value(node)
    is_size = type(size) is int and context.finding.code == "tf-shape"
    if not is_size:
        return
    is_given = isinstance(context.outline.parents.get(node), (ast.Call, ast.keyword))
    is_number = isinstance(node.right, ast.Constant)
    if is_given and is_number and isinstance(node.op, (ast.Add, ast.Sub)):
        yield 0.4, Edit(node, node.left)
    part, sizes = context.value(node.left), context.told.sizes
    if isinstance(node.op, ast.Mult) and type(part) is int and part > 1:
        for wanted in sizes - {size} if size in sizes else ():
            more = with_fields(node, {"right": ast.Constant(wanted // part)})
            if wanted and not wanted % part:
                yield 0.6, Edit(node, node.left if wanted == part else more)


def unreduced(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """The rows themselves, where the model gives as many numbers as each has: `y` for `y.sum(axis=1)`."""
    if callee(node) not in _REDUCTIONS or not context.is_fed:
        return
    inner = node.func.value if isinstance(node.func, ast.Attribute) else node
    if context.tensor(inner) is None and node.args:
        inner = node.args[0]
    dims = context.dims(inner)
    if dims and any(shape[1:] == dims[1:] for shape in context.told.shapes):
        yield 0.2, Edit(node, inner)


def in_build(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """A weight that `call` makes each time, made once in `build`."""
    statement = context.outline.parents.get(context.node)
    function = context.outline.function(node)
    owner = context.outline.parents.get(function)
    if node is not context.node or not isinstance(statement, ast.Assign):
        return
    if not isinstance(function, ast.FunctionDef) or not isinstance(owner, ast.ClassDef):
        return
    names = [getattr(each, "name", "") for each in owner.body]
    target = statement.targets[0]
    is_made = isinstance(node, ast.Call) and name_of(node.func) == "add_weight"
    if function.name != "call" or "build" in names or not is_made or len(function.args.args) < 2:
        return
    given, shape = function.args.args[1].arg, ast.Name("input_shape", ast.Load())

    def swap(each: ast.AST) -> ast.expr | None:
        is_shape = isinstance(each, ast.Attribute) and each.attr == "shape"
        return shape if is_shape and ast.unparse(each) == f"{given}.shape" else None

    made = substituted(node, swap)
    own = {each.id for each in ast.walk(made) if isinstance(each, ast.Name)}
    if isinstance(target, ast.Name) and not own & ({*bound(function)} - {"self"}):
        weight = expression(f"self.{target.id}")
        build = statements(f"def build(self, input_shape): self.{target.id} = _made", _made=made)
        read = Edit(statement, (with_fields(statement, {"value": weight}),))
        before = owner.body[owner.body.index(function) - 1]
        if before is not function and owner.body.index(function) > 0:
            yield 0.5, Edit(before, (before, *build), (read,))


def with_batch(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """The size of the batches for a model that keeps its states from one to the next."""
    if callee(node) != "Input":
        return
    layers = (each for each in context.outline.nodes if isinstance(each, ast.keyword))
    if not any(each.arg == "stateful" for each in layers):
        return
    shape = given_for(context, node, "shape")
    if not isinstance(shape, (ast.Tuple, ast.List)):
        return
    for size in [
        one.value
        for each in context.outline.calls
        for one in each.keywords
        if one.arg == "batch_size"
    ]:
        if not context.outline.lacks(size, node):
            whole = ast.keyword("batch_shape", with_fields(shape, {"elts": [size, *shape.elts]}))
            args = [each for each in node.args if each is not shape]
            kept = [whole if each.value is shape else each for each in node.keywords]
            keywords = kept if whole in kept else [whole, *kept]
            yield 0.5, Edit(node, with_fields(node, {"args": args, "keywords": keywords}))


def begun(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """An Input before the layers of a Sequential that nobody has built, of the shape of what the program gives."""
    made = context.spelled("keras.Input")
    layers = node.args[0] if node.args else None
    if context.finding.code != "tf-state" or made is None or not isinstance(layers, ast.List):
        return
    if class_of(context.value(node)) != _SEQUENTIAL or callee(layers.elts[0]) == "Input":
        return
    shapes: dict[tuple[int, ...], None] = {}
    for each in context.values:
        dims = context.dims(each.args[0]) if isinstance(each, ast.Call) and each.args else ()
        sizes = tuple(each for each in dims[1:] if isinstance(each, int))
        if len(dims) > 1 and len(sizes) == len(dims) - 1:
            shapes[sizes] = None
    for sizes in shapes:
        first = expression(f"made({sizes})", made=made)
        yield 0.4, Edit(layers, with_fields(layers, {"elts": [first, *layers.elts]}))


def of_each_input(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """The shapes of the inputs one by one, in the `build` of a layer of several: `shape[0][-1]` for `shape[-1]`."""
    if node is not context.node:
        return
    found: list[ast.Subscript] = []
    count = 0
    for each in [*ast.walk(context.node), *(each.node for each in context.near(1.5))]:
        items = items_of(context.value(each.value)) if isinstance(each, ast.Subscript) else ()
        is_size = items and each not in found and not context.is_taken_apart(each)
        if isinstance(each, ast.Subscript) and is_size:
            if all(isinstance(resolve(one), (tuple, Container)) for one in items):
                found.append(each)
                count = len(items)
    ways = [(0.7 + i / 10, [i] * len(found)) for i in range(count)]
    ways += [(0.5, [*range(len(found))])] if len(found) <= count else []
    for cost, places in ways if found else ():
        pairs = [(each, expression(f"x[{i}]", x=each.value)) for i, each in zip(places, found)]
        swaps = {each: with_fields(each, {"value": item}) for each, item in pairs}
        yield cost, together(context.outline, swaps)


def longer(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """A number more in a row of them: values go on in their ratio, weights are as the last one."""
    parent = context.outline.parents.get(node)
    items = [context.value(each) for each in getattr(node, "elts", ())]
    numbers = [each for each in items if isinstance(each, (int, float))]
    is_of_parts = getattr(parent, "arg", "") == "loss_weights"
    if len(numbers) < 2 or len(numbers) < len(items) or context.finding.code != "tf-value":
        return
    more, last = numbers[-1], numbers[-2]
    if not is_of_parts and isinstance(more, int):
        return  # it is one of sizes
    if not is_of_parts and last:
        more = float(f"{more * more / last:g}")
    if isinstance(node, (ast.List, ast.Tuple)):
        whole = with_fields(node, {"elts": [*node.elts, ast.Constant(more)]})
        yield 0.9, Edit(node, whole)


def of_prediction(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """The prediction for a loss that is given labels of its shape alone: `bce(tf.ones_like(fake))`."""
    if node is not context.call or len(node.args) != 1:
        return
    labels = node.args[0]
    if isinstance(labels, ast.Call) and callee(labels) in ("ones_like", "zeros_like"):
        yield 0.3, Edit(node, with_args(node, [labels, *labels.args[:1]]))


def one_hot(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """A column for each class, and the loss for these, where a metric takes no numbers of classes."""
    make = context.spelled("tf.one_hot")
    if node is not context.call or not context.is_fed:
        return
    inside = (each for each in context.outline.nodes if isinstance(each, ast.Constant))
    losses = [each for each in inside if each.value == "sparse_categorical_crossentropy"]
    labels = node.args[1] if len(node.args) > 1 else None
    for count in sorted({each[-1] for each in context.told.shapes if len(each) == 2 and each[-1]}):
        for loss in losses if labels is not None and make is not None else ():
            swaps: dict[ast.AST, ast.expr] = {loss: ast.Constant("categorical_crossentropy")}
            if labels is not None and make is not None:
                swaps[labels] = ast.Call(make, [labels, ast.Constant(count)], [])
            yield 0.4, together(context.outline, swaps)


def listed(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """The items of a view of a dict, or of an iterator, as a list, of which a tensor or an array is made."""
    is_taking = node is context.call and not context.is_fed  # a model takes a generator
    if not is_taking and callee(node) not in ("array", "asarray"):
        return
    roots = [*node.args, *(each.value for each in node.keywords)]
    for given in (each for root in roots for each in (root, *getattr(root, "elts", ()))):
        value = context.value(given)
        is_view = isinstance(value, Container) and value.kind.startswith("dict_")
        if isinstance(given, ast.GeneratorExp):
            yield 0.2, Edit(given, ast.ListComp(given.elt, given.generators))
        elif is_view or is_iterator(value):
            yield 0.2, Edit(given, expression("list(items)", items=given))


OF_BUILDS: Final = (
    of_each_input, longer, of_prediction, one_hot, listed,
    headless, without_keyword, fewer_ones, as_siblings, as_blocks, added, without_more, unreduced, in_build, with_batch, begun,
)  # fmt: skip
