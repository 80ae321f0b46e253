"""Edits of the axes of operands: new ones where they lack, pairs for them, the order of what batches."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import combinations
from typing import Final

from tftypes.inference.objects import Instance
from tftypes.inference.repairs.calls import callee, given_for, with_argument
from tftypes.inference.repairs.context import Context
from tftypes.inference.repairs.edits import Edit, expression, substituted, together, with_fields
from tftypes.inference.repairs.fragments import name_of
from tftypes.inference.values import Dataset

#: How many channels an image has.
_CHANNELS: Final = (1, 3, 4)
#: What `tf.split` is of, how many parts it makes, and along which axis.
_OF_SPLIT: Final = ("value", "num_or_size_splits", "axis")


def aligned(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """New axes where those of one operand are others of the other one: a mask of keys for all heads and queries."""
    if context.finding.code != "tf-shape" or node not in (*context.operands, context.subject):
        return
    small = context.dims(node)
    for big in context.told.shapes:
        if not small or not len(small) < len(big):
            continue
        ways = [
            places
            for places in combinations(range(len(big)), len(small))
            if all(
                size == big[place] or not isinstance(size, int) and place == 0
                for size, place in zip(small, places)
            )
        ]
        if len(small) == 1 and len(ways) > 1:
            continue  # a vector may be of any of them
        if len(small) == len(big) - 1 and len(ways) < 2:
            continue  # the message says where
        for places in sorted(ways, key=lambda each: (each[0], -each[-1]))[:1]:
            items: list[ast.expr] = [
                ast.Slice(None, None, None) if place in places else ast.Constant(None)
                for place in range(len(big))
            ]
            index = ast.Tuple(items, ast.Load())
            alike = {each: ast.Subscript(each, index, ast.Load()) for each in _alike(context, node)}
            yield 0.6, Edit(node, ast.Subscript(node, index, ast.Load()))
            if len(alike) > 1:
                yield 0.7, together(context.outline, alike)


def _alike(context: Context, node: ast.expr) -> list[ast.expr]:
    """The sides of operators in the statement of one that have its shape."""
    inside = ast.walk(context.outline.statement(node) or node)
    sides = [
        one for each in inside if isinstance(each, ast.BinOp) for one in (each.left, each.right)
    ]
    shape = str(context.tensor(node))
    return [
        each
        for each in sides
        if str(context.tensor(each)) == shape and not isinstance(each, ast.BinOp)
    ]


def one_column(context: Context, node: ast.Subscript) -> Iterator[tuple[float, Edit]]:
    """A frame of one column in the place of the column, where rows of features are taken: `frame[["price"]]`."""
    name = node.slice
    is_column = isinstance(name, ast.Constant) and isinstance(name.value, str)
    is_column &= isinstance(context.value(node.value), Instance)
    if is_column and node in context.operands and context.finding.code == "tf-rank":
        yield 0.1, Edit(node, with_fields(node, {"slice": ast.List([name], ast.Load())}))


def rows_first(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """The last axis of an array first, which has as many rows as what is given with it: images of a `.mat` file."""
    dims, moved = context.dims(node), context.spelled("np.moveaxis")
    tensor, counts = context.tensor(node), context.told.numbers
    if tensor is None or tensor.kind != "array" or node not in context.operands or moved is None:
        return
    if len(dims) > 2 and {*dims[:1], *dims[-1:]} <= counts and dims[0] != dims[-1]:
        yield 0.6, Edit(node, expression("moved(x, -1, 0)", moved=moved, x=node))


def for_each_row(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """One row for each of a batch, which is joined with others: a token before the patches of each image."""
    row = context.outline.parents.get(node)
    repeat, shape = context.spelled("tf.repeat"), context.spelled("tf.shape")
    if repeat is None or shape is None or context.finding.code != "tf-shape":
        return
    if not isinstance(row, (ast.List, ast.Tuple)) or node not in context.operands:
        return
    for other in row.elts:
        own, theirs = context.dims(node), context.dims(other)
        if own and len(own) == len(theirs) and own[0] == 1 != theirs[0]:
            text = "repeat(x, shape(other)[0], axis=0)"
            yield 0.5, Edit(node, expression(text, repeat=repeat, x=node, shape=shape, other=other))


def kept_axes(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """Reductions that keep their axis, all along one in a function: means and deviations beside what they are of."""
    function = context.outline.function(context.node)
    if context.finding.code != "tf-shape" or not isinstance(context.node, ast.BinOp):
        return
    if context.outline.function(node) is not function or "keepdims" not in context.parameters(node):
        return
    reductions = {
        each: ast.unparse(axis)
        for each in context.outline.calls
        if context.outline.function(each) is function and "keepdims" in context.parameters(each)
        if (axis := given_for(context, each, "axis")) is not None
        if given_for(context, each, "keepdims") is None
    }
    alike = [each for each in reductions if reductions[each] == reductions.get(node)]
    if alike[:1] == [node]:
        yes = ast.Constant(True)
        kept = {each: with_argument(context, each, "keepdims", yes) for each in alike}
        yield 0.5, together(context.outline, kept)


def rejoined(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """Parts that the program puts behind each other, in their own places again: the heads of attention."""
    rank = len(context.dims(node))
    shapes = context.told.shapes if context.finding.code == "tf-shape" else ()
    pairs = [each for each in combinations(shapes, 2) if {*map(len, each)} == {rank}]
    others = [[i for i in range(rank) if one[i] != other[i]] for one, other in pairs]
    for call in context.outline.calls if others else ():
        part, join = call.args[0] if call.args else call, given_for(context, call, "axis")
        if (callee(call), callee(part)) != ("concat", "split") or not isinstance(part, ast.Call):
            continue
        whole, number, split = (given_for(context, part, each) for each in _OF_SPLIT)
        if whole is None or number is None or split is None or join is None:
            continue
        axes = [each % rank for each in map(context.value, (split, join)) if isinstance(each, int)]
        if len(axes) == 2 and sorted(axes) in others and not context.outline.lacks(number, node):
            swaps: dict[ast.AST, ast.expr] = {whole: node, split: join, join: split}
            yield 0.3, Edit(node, substituted(call, swaps.get))


def at_the_end(context: Context, node: ast.Subscript) -> Iterator[tuple[float, Edit]]:
    """An index of the last axis in the place of one of the second: `x[..., :n]` for `x[:, :n]`."""
    items = node.slice.elts if isinstance(node.slice, ast.Tuple) else []
    if context.finding.code != "tf-shape" or len(items) != 2:
        return
    if ast.unparse(items[0]) == ":":
        index = ast.Tuple([ast.Constant(...), items[1]], ast.Load())
        yield 1.2, Edit(node, with_fields(node, {"slice": index}))


def before_batches(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """`map` before `batch`, where the function takes one element."""
    inner = node.func.value if isinstance(node.func, ast.Attribute) else None
    if not isinstance(inner, ast.Call):
        return
    if (callee(node), callee(inner)) != ("map", "batch") or not isinstance(
        inner.func, ast.Attribute
    ):
        return
    if isinstance(context.value(inner.func.value), Dataset):
        first = with_fields(node, {"func": with_fields(node.func, {"value": inner.func.value})})
        yield (
            0.4,
            Edit(node, with_fields(inner, {"func": with_fields(inner.func, {"value": first})})),
        )


def other_pairs(context: Context, node: ast.List | ast.Tuple) -> Iterator[tuple[float, Edit]]:
    """A pair more or less, as of paddings: of the channels of an image, which are last; one that does nothing goes first."""
    call = context.call
    items = node.elts
    if context.finding.code != "tf-rank" or not items or call is None:
        return
    if not all(isinstance(each, (ast.List, ast.Tuple)) and len(each.elts) == 2 for each in items):
        return
    nothing = expression("[0, 0]")
    tensors = [each for each in map(context.tensor, call.args) if each is not None]
    dims = tensors[0].shape.dims if tensors else None
    is_image = dims is not None and dims[-1:] and dims[-1] in _CHANNELS
    for made, is_last in (([*items, nothing], True), ([nothing, *items], False)):
        if node in context.operands:
            yield (
                0.3 if is_last == bool(is_image) else 0.6,
                Edit(node, with_fields(node, {"elts": made})),
            )
    for index, each in enumerate(items if len(items) > 1 else ()):
        late = 0.4 * (ast.unparse(each) not in ("[0, 0]", "(0, 0)"))
        kept = [*items[:index], *items[index + 1 :]]
        yield 1.2 + late, Edit(node, with_fields(node, {"elts": kept}))


def as_several(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """A dtype for each of the tensors that a Python function gives a graph."""
    if name_of(getattr(node, "func", node)) not in ("numpy_function", "py_function"):
        return
    target = context.outline.target(node)
    count = len(target.elts) if isinstance(target, ast.Tuple) else 0
    if count < 2:
        return
    given = [*node.args[2:3], *(each.value for each in node.keywords if each.arg == "Tout")]
    made = [*context.outline.returned(name_of(node.args[0]))] if node.args else []
    tensors = [context.tensor(each) for one in made[:1] for each in getattr(one, "elts", ())]
    own = [each and context.spelled(f"tf.{each.dtype.name}") for each in tensors]
    for each in given:
        if not isinstance(each, (ast.List, ast.Tuple)):
            dtypes = [made or each for made in own] if len(own) == count else [each] * count
            yield 0.1, Edit(each, ast.List(dtypes, ast.Load()))


def of_written(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """A TensorArray of the floats that are written to it, in place of one of ints, in which they lose their fractions."""
    dtype = given_for(context, node, "dtype")
    written = context.call.args[1:] if context.call else []
    if callee(node) != "TensorArray" or dtype is None or context.finding.code != "tf-dtype":
        return
    for each in map(context.tensor, written):
        made = context.spelled(f"tf.{each.dtype.name}") if each is not None else None
        if made is not None and each is not None and each.dtype.is_floating:
            yield -1.0, Edit(dtype, made)


def one_item(context: Context, node: ast.Subscript) -> Iterator[tuple[float, Edit]]:
    """An item in the place of a slice of one, which keeps its axis: `fields[-1]` for `fields[-1:]`."""
    span = node.slice
    if context.finding.code in ("tf-rank", "tf-shape") and isinstance(span, ast.Slice):
        if ast.unparse(span) == "-1:" and span.lower is not None:
            yield 0.8, Edit(node, with_fields(node, {"slice": span.lower}))


def within_rank(context: Context, node: ast.List | ast.Tuple) -> Iterator[tuple[float, Edit]]:
    """The axes that there are, wherever the function names one more: `axis=[1, 2]` for masks without channels."""
    items = [context.value(each) for each in node.elts]
    axes = [each for each in items if type(each) is int]
    is_last = (
        len(axes) == len(items) > 1 and axes[-1] == max(axes) and axes[-1] in context.told.numbers
    )
    if context.finding.code == "tf-axis" and is_last:
        inside = ast.walk(context.outline.function(node))
        same = [each for each in inside if ast.dump(each) == ast.dump(node)]
        less = with_fields(node, {"elts": node.elts[:-1]})
        yield 0.6, together(context.outline, dict.fromkeys(same, less))


OF_AXES: Final = (
    one_item, within_rank, aligned, rows_first, one_column, for_each_row, kept_axes, rejoined, at_the_end, before_batches, other_pairs,
    as_several, of_written,
)  # fmt: skip
