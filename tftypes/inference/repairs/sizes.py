"""Edits of sizes and shapes that the program writes: other numbers, one more or less, those that a graph tells."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Set
from itertools import permutations
from typing import Final

from tftypes.algebra import Expr, Shape, num_elements
from tftypes.inference.interpreter.rules import tensor_of
from tftypes.inference.objects import Value
from tftypes.inference.repairs.calls import (
    attribute,
    callee,
    given_for,
    parameter_of,
    with_argument,
)
from tftypes.inference.repairs.context import Context
from tftypes.inference.repairs.edits import Edit, expression, together, with_fields
from tftypes.inference.repairs.fragments import name_of
from tftypes.inference.repairs.sites import place_of
from tftypes.inference.repairs.told import Told

#: Parameters whose numbers mean more than a size that fits: there is an index for each row of an embedding.
_FIXED: Final = (
    "input_dim", "kernel_size", "strides", "pool_size", "dilation_rate", "batch_size", "epochs",
)  # fmt: skip


#: What may say a size.
_SIZED: Final = (ast.Constant, ast.Name, ast.Attribute, ast.Subscript)


def is_outer(node: ast.AST, made: Mapping[tuple[object, ...], Value]) -> bool:
    """Whether an operator holds each element of one operand against each of the other: they were to go together."""
    parts: tuple[ast.expr, ...] = ()
    match node:
        case ast.BinOp(left=left, op=op, right=right) if not isinstance(op, ast.MatMult):
            parts = (node, left, right)
        case ast.Compare(left=left, comparators=[right]):
            parts = (node, left, right)
    tensors = [tensor_of(made.get(place_of(each))) for each in parts]
    sizes = [each and num_elements(each.shape) for each in tensors]
    counts = [each for each in sizes if isinstance(each, int)]
    return len(counts) == 3 and counts[0] > max(counts[1:])


def _sizes(context: Context, node: ast.Constant) -> Iterator[tuple[float, Edit]]:
    """Another number that the message names. A size of 1 goes with all others: that alone says nothing for it."""
    if context.is_ragged:
        return
    if type(node.value) is int and node.value > 0:
        parameter = parameter_of(context, node)
        statement = context.outline.parents.get(node)
        if parameter in _FIXED or isinstance(statement, ast.UnaryOp):
            return  # a place that is counted from the end is no size
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        if isinstance(statement, ast.Tuple):
            targets = _taking(context, statement, node)
        if isinstance(statement, ast.arguments):
            pairs = zip(reversed(statement.args), reversed(statement.defaults))
            targets = [ast.Name(a.arg, ast.Load()) for a, b in pairs if b is node]
        if any(_is_fixed(context, each) for each in targets):
            return
        if (
            targets
            and node.value not in context.told.numbers
            or any(map(context.makes_data, targets))
        ):
            return  # a setting of which the message says nothing, or one of the data
        is_width = parameter in ("units", "filters", "output_dim")
        cost = 3.5 if node.value not in context.told.numbers else 1.0 if is_width else 2.0
        numbers = context.told.sizes if _is_shared(context, node) else context.told.numbers
        if context.finding.code == "tf-axis":  # an index asks for one more
            numbers = (
                frozenset([node.value + 1]) if node.value in context.told.numbers else frozenset()
            )
        for each in sorted(numbers - {node.value, 0, *(() if is_width else (1,))}):
            yield cost, Edit(node, ast.Constant(each))


def _taking(context: Context, values: ast.Tuple, node: ast.expr) -> list[ast.expr]:
    """The names that one of several values is given: `rows, columns = 3, 4`."""
    statement = context.outline.parents.get(values)
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    pairs = (pair for one in targets for pair in zip(getattr(one, "elts", []), values.elts))
    return [name for name, each in pairs if each is node]


def of_own_name(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """What the program calls the other of two sizes, in the place of a size in a function: `tf.zeros([rows, self.size])`."""
    function, told = context.outline.function(node), context.told.shapes
    is_own = isinstance(function, ast.FunctionDef) or context.is_fed
    if context.finding.code != "tf-shape" or not is_own:
        return
    used = {ast.dump(each.node) for each in context.sites}
    pairs = {each for a, b in permutations(told, 2) for each in zip(reversed(a), reversed(b))}
    given = [*node.args, *(each.value for each in node.keywords)]
    items = [item for each in given for item in getattr(each, "elts", [each])]
    for each in (one for one in items if isinstance(one, _SIZED)):
        size = each.value if isinstance(each, ast.Constant) else context.value(each)
        others = {b for a, b in pairs if a == size != b and 1 not in (a, b)}
        for name in map(expression, context.outline.written if others else ()):
            made = [*context.outline.defining(name, node)]
            is_other = bool(made) and all(_is_among(context, one, others) for one in made)
            if is_other and parameter_of(context, each) not in _FIXED:
                yield 0.7 + 0.3 * used.isdisjoint(map(ast.dump, made)), Edit(each, name)


def _is_among(context: Context, node: ast.AST, sizes: Set[int | None]) -> bool:
    size = context.value(node)
    return type(size) is int and size in sizes


def enlarged(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """Strides of a transposed convolution, by which it makes its input larger: `Conv2DTranspose(8, 3, strides=2)`."""
    if not callee(node).endswith("Transpose") or "strides" not in context.parameters(node):
        return
    pairs = (pair for a, b in permutations(context.told.shapes, 2) for pair in zip(a, b))
    ratios = {b // a for a, b in pairs if a and b and a < b and not b % a}
    given = given_for(context, node, "strides")
    for ratio in sorted(ratios) if given is None or context.value(given) == 1 else ():
        made = with_argument(context, node, "strides", ast.Constant(ratio))
        yield -0.4, Edit(node, made)


def as_many_rows(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """The sizes of a tensor, where those that make it flat give it other rows: `tf.reshape(x, [-1, 7 * 7 * 8])`."""
    shape, x = given_for(context, node, "shape"), given_for(context, node, "tensor") or node
    items = getattr(shape, "elts", [])
    sizes = [each for each in context.dims(x)[1:] if isinstance(each, int)]
    is_flat = len(items) == 2 and context.value(items[0]) == -1
    if (
        context.finding.code == "tf-shape"
        and is_flat
        and 1 < len(sizes) == len(context.dims(x)) - 1
    ):
        made = [items[1], *context.outline.defining(items[1])]
        same = [each for each in context.outline.nodes if ast.dump(each) == ast.dump(made[-1])]
        whole = expression(" * ".join(map(str, sizes)))
        if len(same) == 2 or not isinstance(made[-1], ast.Constant):  # a number may be any
            yield 0.3, together(context.outline, dict.fromkeys(same, whole))


def _is_fixed(context: Context, target: ast.expr) -> bool:
    """Whether a name is given for one of these parameters somewhere."""
    names = (each for each in context.outline.nodes if isinstance(each, ast.Name))
    same = (each for each in names if each.id == getattr(target, "id", None))
    return any(parameter_of(context, each) in _FIXED for each in same)


def _is_shared(context: Context, node: ast.Constant) -> bool:
    """Whether a number has a name that the program uses more than once: it is a size there."""
    statement = context.outline.parents.get(node)
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return any(context.outline.is_shared(each) for each in targets)


def _shapes(context: Context, node: ast.Tuple | ast.List) -> Iterator[tuple[float, Edit]]:
    """Another shape that the message names, without the batch; a size more or less."""
    if not _is_shape(context, node):
        return
    if context.is_ragged or context.finding.code == "tf-axis":
        return
    for shape in context.told.shapes:
        for sizes in (shape[1:], shape):
            if sizes and None not in sizes and not _is_other_input(context, node, sizes):
                yield 2.2, Edit(node, _items(node, [ast.Constant(each) for each in sizes]))
    yield 2.6, Edit(node, _items(node, [*node.elts, ast.Constant(1)]))
    whole = [each for each in node.elts if ast.unparse(each) in ("-1", "None")]
    ones = [each for each in node.elts if ast.unparse(each) == "1"]
    rest = [each for each in node.elts if each not in (*whole, *ones)]
    if ones and len(rest) == 1 and node.elts == [*whole, *rest, *ones]:  # `(filters, 1, 1)`
        if context.finding.code == "tf-shape":
            yield 0.5, Edit(node, _items(node, [*whole, *ones, *rest]))
    if len(node.elts) == 2 and context.finding.code == "tf-shape" and context.is_of_weights(node):
        if all(isinstance(each, (ast.Name, ast.Attribute)) for each in node.elts):
            yield 0.5, Edit(node, _items(node, node.elts[::-1]))  # what it is made for is right
    if len(node.elts) > 2 and context.finding.code == "tf-shape":
        yield 1.9, Edit(node, _items(node, [*node.elts[:-2], *node.elts[:-3:-1]]))
    if len(node.elts) > 1:
        yield 2.6, Edit(node, _items(node, node.elts[1:]))


def shared(context: Context, node: ast.Tuple | ast.List) -> Iterator[tuple[float, Edit]]:
    """The share of a size, of which another size beside it says how many there are: `(batch, heads, width // heads)`."""
    sizes = [*map(context.value, node.elts)]
    for shape in context.told.shapes:
        others = [i for i, pair in enumerate(zip(sizes, shape)) if pair[0] != pair[1]]
        if len(shape) != len(sizes) or len(others) != 1:
            continue
        own, size, share = node.elts[others[0]], sizes[others[0]], shape[others[0]]
        for each, count in zip(node.elts, sizes):
            are_named = not isinstance(own, ast.Constant) and not isinstance(each, ast.Constant)
            if each is not own and are_named and share and type(count) is int is type(size):
                if size == share * count:
                    yield 0.1, Edit(own, ast.BinOp(own, ast.FloorDiv(), each))


def _is_other_input(
    context: Context, node: ast.Tuple | ast.List, sizes: tuple[int | None, ...]
) -> bool:
    """Whether an input of a model would be of another kind: more than one of its sizes would change, come or go."""
    call = next((each for each in context.outline.around(node) if isinstance(each, ast.Call)), None)
    if call is None or callee(call) != "Input":
        return False
    small: list[object]
    large: list[object]
    small, large = sorted(([*map(context.value, node.elts)], [*sizes]), key=len)
    if len(small) == len(large):
        return sum(a != b for a, b in zip(small, large)) > 1
    return all([*large[:i], *large[i + 1 :]] != small for i in range(len(large)))


def _is_shape(context: Context, node: ast.Tuple | ast.List) -> bool:
    """Whether the items are sizes, and a call takes them."""
    parent = context.outline.parents.get(node)
    is_given = isinstance(parent, ast.Call) and _is_of_sizes(parameter_of(context, node))
    is_given = is_given or isinstance(parent, ast.keyword) and "shape" in str(parent.arg)
    targets = parent.targets if isinstance(parent, ast.Assign) else []
    is_given = is_given or any("shape" in name_of(each) for each in targets)
    sizes = [context.value(each) for each in node.elts]
    return (
        is_given
        and all(each is None or isinstance(each, (int, Expr)) for each in sizes)
        and bool(sizes)
    )


def _is_of_sizes(parameter: str | None) -> bool:
    """Whether a parameter takes sizes, as far as its name says; that of a function of the program may."""
    return parameter is None or any(each in parameter for each in ("shape", "size", "dim", "args"))


def _items(node: ast.Tuple | ast.List, items: list[ast.expr]) -> ast.expr:
    return with_fields(node, {"elts": items})


def _dynamic(context: Context, node: ast.Subscript | ast.Attribute) -> Iterator[tuple[float, Edit]]:
    """The sizes of a tensor that the graph tells, in place of those that its static shape has not."""
    shape, value = context.spelled("tf.shape"), context.value(node)
    if shape is not None and isinstance(value, Shape) and isinstance(node, ast.Attribute):
        if node in context.operands and not value.is_known:
            yield 0.5, Edit(node, ast.Call(shape, [node.value], []))
    if shape is None or not isinstance(node, ast.Subscript) or not _is_no_size(context, node):
        return
    inside = ast.walk(context.outline.function(node))
    same = [each for each in inside if isinstance(each, ast.Subscript)]
    swaps = {
        each: with_fields(each, {"value": ast.Call(shape, [each.value.value], [])})
        for each in same
        if isinstance(each.value, ast.Attribute) and _is_no_size(context, each)
    }
    yield 1.0, together(context.outline, swaps)


def several_times(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """The units for all parts, where a layer makes as many as each part needs and is split: `Dense(latent * 2)`."""
    units = given_for(context, node, "units") if context.finding.code == "tf-shape" else None
    if units is None or isinstance(units, ast.Constant):
        return
    size = context.value(units)
    lasts = {each[-1] for each in context.told.shapes if each and each[-1]}
    parts = [size // each for each in lasts if type(size) is int and each and each < size in lasts]
    for each in parts:
        yield -0.3, Edit(units, ast.BinOp(units, ast.Mult(), ast.Constant(each)))


def whole(context: Context, node: ast.BinOp) -> Iterator[tuple[float, Edit]]:
    """The units of a layer without the factor that makes them others: `Dense(channels)` for `Dense(channels // 2)`."""
    size, part = context.value(node), context.value(node.left)
    told, is_width = context.told.sizes, parameter_of(context, node) in ("units", "filters")
    if context.finding.code == "tf-shape" and is_width and isinstance(node.left, _SIZED):
        if type(size) is int and type(part) is int and {size, part} <= told and size != part:
            yield 0.9, Edit(node, node.left)


def in_rows(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """As many rows as there are for the sizes behind them, where a reshape is told another number: `x.reshape(-1, 2)`."""
    if context.finding.code != "tf-shape" or callee(node) != "reshape" or node is not context.node:
        return
    told = given_for(context, node, "shape")
    given = told.elts if isinstance(told, (ast.List, ast.Tuple)) else node.args
    sizes = [context.value(each) for each in given]
    for place in (0, len(sizes) - 1) if len(sizes) > 1 and -1 not in sizes else ():
        rest = ast.Constant(-1)
        if isinstance(told, (ast.List, ast.Tuple)):
            made = [*given[:place], rest, *given[place + 1 :]]
            yield 2.4 + (place > 0) / 4, Edit(told, _items(told, made))
        else:
            yield 2.4 + (place > 0) / 4, Edit(given[place], rest)


def left_over(context: Context, node: ast.List | ast.Tuple) -> Iterator[tuple[float, Edit]]:
    """-1 for the one size of a reshape that nobody knows before the graph runs: `tf.reshape(x, (batch * steps, width))`."""
    call = context.outline.parents.get(node)
    sizes = [each for each in node.elts if context.node in ast.walk(each)]
    is_told = any(
        context.is_nothing(each)
        for one in sizes
        for each in ast.walk(one)
        if isinstance(each, ast.expr)
    )
    if len(sizes) == 1 and is_told and isinstance(call, ast.Call) and callee(call) == "reshape":
        items = [ast.Constant(-1) if each in sizes else each for each in node.elts]
        if not any(context.value(each) == -1 for each in node.elts):
            yield 0.2, Edit(node, _items(node, items))


def _is_no_size(context: Context, node: ast.Subscript) -> bool:
    """Whether an item of a static shape is None."""
    is_shape = isinstance(node.value, ast.Attribute) and node.value.attr == "shape"
    return is_shape and node in context.values and context.value(node) is None


def _indices(context: Context, node: ast.Subscript) -> Iterator[tuple[float, Edit]]:
    """Another item of a shape."""
    if not isinstance(context.value(node), (int, Expr)):
        return
    for index in (-1, -2, 1, 2, 0):
        new = with_fields(node, {"slice": expression(str(index))})
        if ast.unparse(new) != ast.unparse(node):
            yield 1.6, Edit(node, new)


def of_last_axis(context: Context, node: ast.Tuple | ast.List) -> Iterator[tuple[float, Edit]]:
    """The last size of a shape that stands among sizes: `shape=(input_shape[-1], units)`."""
    if context.finding.code != "tf-value" or node not in context.operands:
        return
    shapes = [each for each in node.elts if isinstance(context.value(each), (tuple, Shape))]
    if len(shapes) == 1 < len(node.elts) and isinstance(shapes[0], (ast.Name, ast.Attribute)):
        yield 0.9, Edit(shapes[0], expression("shape[-1]", shape=shapes[0]))


def of_each_place(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """Labels that are all one number, in the shape of the output: `np.ones((size, *model.output_shape[1:]))`."""
    call = context.call
    if call is None or callee(node) not in ("ones", "zeros"):
        return
    dims = context.dims(node)
    wanted = [each for each in Told(context.finding.remedy).shapes if len(each) > len(dims)]
    if not dims or {*dims[1:]} - {1} or not wanted:
        return  # they are more than a number for each row
    owner = getattr(call.func, "value", None) if context.is_fed else None
    whole = attribute(owner, "output_shape") if owner is not None else None
    for pred in call.args[1:2] if whole is None else ():  # a loss is called
        whole = attribute(pred, "shape")
    rest = expression(f"[*{ast.unparse(whole)}[1:]]" if whole else "None")
    for shape in (*node.args[:1], *(each.value for each in node.keywords if each.arg == "shape")):
        if isinstance(shape, (ast.Tuple, ast.List)) and isinstance(rest, ast.List):
            if not context.outline.lacks(rest, node):
                yield 0.2, Edit(shape, with_fields(shape, {"elts": [shape.elts[0], *rest.elts]}))


def without_rest(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """The rows that make whole parts, of which a reshape takes as many: `x[: n // steps * steps].reshape(n // steps, steps)`."""
    if node is not context.node or callee(node) != "reshape":
        return
    is_method = isinstance(node.func, ast.Attribute) and context.tensor(node.func.value) is not None
    x = getattr(node.func, "value", node) if is_method else next(iter(node.args), node)
    sizes = [each for each in ast.walk(node) if isinstance(each, ast.expr)]
    for size in sizes if context.dims(x) else ():
        made = [*context.outline.defining(size)] if isinstance(size, ast.Name) else [size]
        for each in made:
            if isinstance(each, ast.BinOp) and isinstance(each.op, ast.FloorDiv):
                if context.value(each.left) == context.dims(x)[0]:
                    rows = ast.Slice(None, ast.BinOp(size, ast.Mult(), each.right), None)
                    yield 0.5, Edit(x, ast.Subscript(x, rows, ast.Load()))


OF_SIZES: Final = (
    of_last_axis,
    of_each_place,
    of_own_name,
    shared,
    enlarged,
    as_many_rows,
    several_times,
    in_rows,
    whole,
    left_over,
    _sizes,
    _shapes,
    _dynamic,
    _indices,
    without_rest,
)
