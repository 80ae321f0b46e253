"""Edits of where data come from: directories, sequences of batches, dicts, what a function makes of pairs."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import permutations
from typing import Final

from tftypes.inference.objects import Container, Value, resolve
from tftypes.inference.repairs.calls import (
    attribute,
    callee,
    given_for,
    is_layer,
    parameter_of,
    with_args,
    with_argument,
)
from tftypes.inference.repairs.context import Context, class_of
from tftypes.inference.repairs.edits import Edit, expression, statements, together, with_fields
from tftypes.inference.repairs.fragments import name_of
from tftypes.inference.values import Dataset, Mapped

#: How functions that read images from directories call the sizes, and the channels with their names.
_SIZES: Final = ("target_size", "image_size")
_COLORS: Final = {1: "grayscale", 3: "rgb", 4: "rgba"}
_SEQUENCE: Final = "tensorflow.keras.utils.PyDataset"
#: For so many outputs a program has an expression each.
_OUTPUTS: Final = (2, 3, 4)
#: What the name of an attribute says that has the size of the batches.
_OF_BATCHES: Final = ("batch", "size")


def from_directory(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """Images of another size or with other channels, as the model takes them."""
    names = context.parameters(node) if context.is_fed else ()
    for name in (each for each in _SIZES if each in names):
        for shape in context.told.shapes:
            if len(shape) != 4 or None in shape[1:]:
                continue
            _, *sizes, channels = shape
            size = ast.Tuple([ast.Constant(each) for each in sizes], ast.Load())
            other = with_argument(context, node, name, size)
            yield 0.3, Edit(node, other)
            if channels in _COLORS and "color_mode" in names:
                color = ast.Constant(_COLORS[channels])
                for cost, call in ((0.2, node), (0.4, other)):
                    yield cost, Edit(node, with_argument(context, call, "color_mode", color))


def on_each(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """`map` in place of `apply`, which gives the function the whole dataset."""
    function, is_refused = node.func, node is context.node or node in context.led
    if is_refused and isinstance(function, ast.Attribute) and function.attr == "apply":
        if isinstance(context.value(function.value), Dataset):
            made = attribute(function.value, "map")
            yield 0.1, Edit(node, with_fields(node, {"func": made}))


def rows_of_batch(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """The rows of a batch in place of one row, which a sequence of batches gives for each index: `self.x[index]`."""
    function = context.outline.function(node)
    owner = context.outline.parents.get(function)
    if not isinstance(function, ast.FunctionDef) or function.name != "__getitem__":
        return
    if not isinstance(owner, ast.ClassDef) or len(function.args.args) != 2:
        return
    bases = [context.declared.canonical(context.library_name(each)) for each in owner.bases]
    if not any(each and context.declared.subclass(each, _SEQUENCE) for each in bases):
        return
    index = function.args.args[1].arg
    inside = [each for each in ast.walk(function) if isinstance(each, ast.Subscript)]
    items = [each for each in inside if ast.unparse(each.slice) == index]
    for name in _sizes_of_batches(owner):
        span = expression(f"_[{index} * self.{name}:({index} + 1) * self.{name}]")
        swaps = {each: with_fields(span, {"value": each.value}) for each in items}
        if node in items:
            yield 0.6, together(context.outline, swaps)


def _sizes_of_batches(owner: ast.ClassDef) -> list[str]:
    """The attributes of a class that may have the size of its batches, the likeliest first."""
    attributes = [each for each in ast.walk(owner) if isinstance(each, ast.Attribute)]
    stored = [each.attr for each in attributes if isinstance(each.ctx, ast.Store)]
    found = [each for part in _OF_BATCHES for each in stored if part in each]
    return list(dict.fromkeys(found))


def as_pairs(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """Pairs of data and labels of a dataset of dicts, for a model that takes one input."""
    data = node.args[0] if node.args else node
    value = context.value(data)
    if node is not context.call or not context.is_fed:
        return
    element = resolve(value.element) if isinstance(value, Dataset) else None
    for first, second in permutations(_keys(element), 2):
        pair = expression(f"lambda row: (row[{first!r}], row[{second!r}])")
        made = ast.Call(attribute(data, "map"), [pair], [])
        yield 0.4, Edit(data, made)


def _keys(element: Value) -> list[str]:
    """The names of the two parts of an element."""
    contents = resolve(element.contents) if isinstance(element, Container) else None
    names = [str(each) for each in contents.known] if isinstance(contents, Mapped) else []
    return names if len(names) == 2 else []


def beside_labels(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """The labels beside what a layer makes of the data, which it is given with them: `lambda x, y: (augment(x), y)`."""
    around = context.outline.parents.get(node)
    if node is not context.call or len(node.args) < 2:
        return
    owner = around if isinstance(around, ast.Lambda) else context.outline.function(node)
    names = [each.arg for each in owner.args.args] if hasattr(owner, "args") else []
    if not isinstance(around, (ast.Lambda, ast.Return)) or not is_layer(context, node.func):
        return
    if [*map(ast.unparse, node.args)] == names[-len(node.args) :]:
        first = with_args(node, node.args[:1])
        yield 0.2, Edit(node, ast.Tuple([first, *node.args[1:]], ast.Load()))


def read_before(context: Context, node: ast.Attribute) -> Iterator[tuple[float, Edit]]:
    """What the first dataset of a name has, read before its name gets another: `names = data.class_names` before `cache()`."""
    reading = context.outline.statement(context.node)
    if node is not context.node:
        return
    if not isinstance(reading, ast.Assign) or reading.value is not node:
        return
    if not isinstance(node.value, ast.Name) or not isinstance(context.value(node.value), Dataset):
        return
    for made in context.outline.defining(node.value):
        statement = context.outline.statement(made)
        if not isinstance(statement, ast.Assign) or statement.lineno >= reading.lineno:
            continue
        own = {each.id for each in ast.walk(statement.value) if isinstance(each, ast.Name)}
        if node.value.id in own:
            yield 0.5, Edit(statement, (reading, statement), (Edit(reading, ()),))


def batched_once(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """A dataset that has batches already, without a second `batch`: what reads a directory makes them."""
    data, outline = getattr(node.func, "value", node), context.outline
    if callee(node) != "batch" or not isinstance(context.value(data), Dataset):
        return
    for each in (one.node for one in context.sites if isinstance(context.value(one.node), Dataset)):
        is_after = outline.function(each) is outline.function(node) and each.lineno > node.lineno
        if isinstance(each, ast.Call) and each is not node and not is_after:
            if callee(each) == "batch" or "batch_size" in context.parameters(each):
                line = outline.statement(node) or node
                is_own = ast.unparse(line) == f"{ast.unparse(data)} = {ast.unparse(node)}"
                yield 0.1, Edit(line, ()) if is_own else Edit(node, data)


def for_each_output(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """The parts of labels apart, where a model has an output for each: `(labels[:, 0], labels[:, 1])`; those of inputs."""
    parent, tensor = context.outline.parents.get(node), context.tensor(node)
    is_pair = isinstance(parent, ast.Tuple) and parent.elts[1:] == [node]
    is_pair &= not isinstance(context.outline.parents.get(parent or node), ast.Assign)
    is_input = parameter_of(context, node) == "x"
    is_given = context.is_fed and context.finding.code != "tf-dtype"
    is_given &= is_pair or is_input or parameter_of(context, node) == "y"
    sizes = [*context.dims(node)[1:]]
    for count in _OUTPUTS if is_given and tensor is not None and tensor.kind != "symbol" else ():
        is_apart = sizes[:1] == [count] if is_input else sizes == [count]
        if is_apart and count in context.told.numbers:
            columns = ", ".join(f"y[:, {index}]" for index in range(count))
            yield 0.2, Edit(node, expression(f"({columns})", y=node))


def of_windows(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """Tensors of windows for a function that takes an element, which is a dataset itself."""
    windows = [each for each in context.outline.calls if name_of(each.func) == "window"]
    sizes = [size for each in windows if (size := given_for(context, each, "size")) is not None]
    for call in context.outline.calls if node is context.node and sizes else ():
        owner = call.func.value if isinstance(call.func, ast.Attribute) else call
        data = context.value(owner) if callee(call) == "map" else None
        if isinstance(data, Dataset) and isinstance(resolve(data.element), Dataset):
            batch = f"lambda window: window.batch({ast.unparse(sizes[0])})"
            code = f"{ast.unparse(owner)}.flat_map({batch})"
            yield 0.4, Edit(owner, expression(code))


def taught(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """A tokenizer or a layer that learns the words of the texts before it counts them."""
    statement = context.outline.statement(context.node)
    if node is not context.node or statement is None:
        return
    for owner in (getattr(node.func, "value", None), node.func):
        for method in ("fit_on_texts", "adapt"):
            cls = "" if owner is None else class_of(context.value(owner))
            if owner is not None and context.declared.member(cls, method) is not None:
                call = ast.Call(attribute(owner, method), node.args[:1], [])
                yield 0.5, Edit(statement, (ast.Expr(call), statement))


def train_alone(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """The data without the labels that `fit` hands to a `train_step` beside them."""
    if node is not context.node:
        return
    for step in context.outline.named.values():
        if not isinstance(step, ast.FunctionDef) or step.name != "train_step" or not step.args.args:
            continue
        data = step.args.args[-1].arg
        names = (each for each in ast.walk(step) if isinstance(each, ast.Name))
        values = [context.value(each) for each in names if each.id == data]
        if not any(isinstance(each, tuple) and len(each) == 2 for each in values):
            continue
        first = statements(f"{data} = {data}[0]")
        yield 0.8, Edit(step.body[0], (*first, step.body[0]))
        for call in context.outline.calls:
            if callee(call) == "fit" and name_of(call.func) == "fit" and len(call.args) == 2:
                if ast.dump(call.args[0]) == ast.dump(call.args[1]):
                    yield 0.5, Edit(call, with_args(call, call.args[:1]))


def first_element(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """The first element of a dataset, where the program takes that apart: `x, y = next(iter(data))`."""
    statement = context.outline.parents.get(node)
    target = statement.targets[0] if isinstance(statement, ast.Assign) else None
    if isinstance(target, ast.Tuple) and isinstance(context.value(node), Dataset):
        yield 0.0, Edit(node, expression("next(iter(data))", data=node))


OF_SOURCES: Final = (
    first_element, from_directory, on_each, rows_of_batch, as_pairs, beside_labels, read_before, batched_once, for_each_output, of_windows, taught, train_alone,
)  # fmt: skip
