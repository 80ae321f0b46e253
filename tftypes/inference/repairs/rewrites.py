"""Edits that write an assignment, a loop or a function anew."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tftypes.inference.interpreter.symbols import TWINS
from tftypes.inference.repairs.calls import attribute, callee, given_for, with_argument
from tftypes.inference.repairs.context import Context
from tftypes.inference.repairs.edits import (
    Edit,
    expression,
    rebuilt,
    substituted,
    together,
    with_fields,
)
from tftypes.inference.values import Dataset


def assigned(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """A variable that gets another value, in place of its name that gets another meaning: `w = w - x`, `w -= x`."""
    value, statement = node, context.outline.parents.get(node)
    if isinstance(statement, ast.AugAssign):
        target, op, other = statement.target, statement.op, value
    elif isinstance(statement, ast.Assign) and isinstance(value, ast.BinOp):
        target, op, other = statement.targets[0], value.op, value.right
        if ast.unparse(target) != ast.unparse(value.left):
            return
    else:
        return
    owner = expression(ast.unparse(target))
    if statement is context.node and isinstance(target, ast.Name):
        if context.finding.code == "tf-dtype":  # an array keeps its dtype
            anew = ast.Assign([target], ast.BinOp(owner, op, other), lineno=1)
            yield 0.9, Edit(statement, (anew,))
    ways: list[tuple[str, ast.expr]] = [("assign", ast.BinOp(owner, op, other))]
    if isinstance(op, (ast.Add, ast.Sub)):
        ways.insert(0, ("assign_add" if isinstance(op, ast.Add) else "assign_sub", other))
    function = context.outline.function(statement)
    is_left = ast.unparse(target) in context.outline.shared[function]
    is_left &= context.finding.code == "tf-trace" and function not in context.outline.around(
        context.node
    )
    first = -1.0 if is_left else 1.0  # the name is that of a tensor of a graph that has ended
    for rank, (method, given) in enumerate(ways):
        call = ast.Call(attribute(owner, method), [given], [])
        yield first + rank / 10, Edit(statement, (ast.Expr(call),))


def yielded(context: Context) -> Iterator[tuple[float, Edit]]:
    """Elements of another form: tuples for the lists that a generator yields, and one size before they make a batch."""
    if "padded_batch" in context.told.called:
        yield from _mapped_first(context)
    if context.finding.code == "tf-shape":
        yield from _shaped(context)
    if context.finding.code == "tf-signature":
        for each in context.outline.nodes:
            if isinstance(each, ast.Yield) and isinstance(each.value, ast.List):
                yield 0.8, Edit(each.value, ast.Tuple(each.value.elts, ast.Load()))


def _shaped(context: Context) -> Iterator[tuple[float, Edit]]:
    """The shape of what a generator yields, in place of the one in `output_shapes`."""
    shapes = (*context.told.shapes, ())
    for call in context.outline.mentions.get("from_generator", ()):
        said = given_for(context, call, "output_shapes")
        for each in ast.walk(said) if said is not None else ():
            if isinstance(each, (ast.List, ast.Tuple)):
                sizes = (*(getattr(item, "value", item) for item in each.elts),)
                for made in shapes if sizes in shapes else ():
                    items = [*map(ast.Constant, made)]
                    yield 0.5, Edit(each, with_fields(each, {"elts": items}))


def _mapped_first(context: Context) -> Iterator[tuple[float, Edit]]:
    """`map` and the `batch` before it the other way round: `x.map(f).batch(4)` for `x.batch(4).map(f)`."""
    for call in context.outline.calls:
        if not isinstance(call.func, ast.Attribute) or call.func.attr != "map":
            continue
        owner = call.func.value
        made = context.outline.defining(owner) if isinstance(owner, ast.Name) else (owner,)
        for batch in (each for each in made if isinstance(each, ast.Call)):
            if isinstance(batch.func, ast.Attribute) and batch.func.attr == "batch":
                mapped = with_fields(call, {"func": attribute(batch.func.value, "map")})
                data = mapped if batch is owner else owner
                batched = with_fields(batch, {"func": attribute(data, "batch")})
                both: dict[ast.AST, ast.expr] = {call: batched}
                both |= {} if batch is owner else {batch: mapped}
                yield 0.3, together(context.outline, both)


def rows(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """As many tensors as the names that get them; the tensor itself, which has its rows, or those of a ragged one."""
    parent = context.outline.parents.get(node)
    if callee(node) != "unstack":
        return
    value, is_first = given_for(context, node, "value"), given_for(context, node, "axis") is None
    names = getattr(context.outline.target(node), "elts", ())
    dims = context.dims(value) if value is not None and is_first else ()
    if context.finding.code == "tf-unpack" and len(names) in dims:
        axis = ast.Constant(dims.index(len(names)))
        yield -0.2, Edit(node, with_argument(context, node, "axis", axis))
    if node is not context.node:
        return
    targets = parent.targets if isinstance(parent, ast.Assign) else ()
    for each in targets:
        if isinstance(each, (ast.Tuple, ast.List)):
            yield 1.0, Edit(node, with_argument(context, node, "num", ast.Constant(len(each.elts))))
    if value is not None and (not targets or isinstance(targets[0], ast.Name)):
        yield 1.0, Edit(node, value)
    is_named = isinstance(value, (ast.Name, ast.Attribute)) and context.is_ragged
    count = next(iter(context.dims(value)), 0) if value is not None and is_named else 0
    if value is not None and isinstance(count, int) and 0 < count < 9:
        items = [ast.Subscript(value, ast.Constant(i), ast.Load()) for i in range(count)]
        yield 0.1, Edit(node, ast.List([*items], ast.Load()))


def parameters(context: Context, node: ast.Lambda) -> Iterator[tuple[float, Edit]]:
    """A function with a parameter more or less."""
    parent = context.outline.parents.get(node)
    if not isinstance(parent, (ast.Call, ast.keyword)):
        return
    names = [each.arg for each in node.args.args]
    function = parent.func if isinstance(parent, ast.Call) else None
    owner = function.value if isinstance(function, ast.Attribute) else None
    is_of_data = owner is not None and isinstance(context.value(owner), Dataset)
    if is_of_data and len(names) == 1 and "y" not in names:  # a pair stays one
        both = ast.Tuple([node.body, ast.Name("y", ast.Load())], ast.Load())
        made = _lambda(node, [*node.args.args, ast.arg("y")])
        yield 2.4, Edit(node, with_fields(made, {"body": both}))
    for fresh in [each for each in ("y", "z", "w", "_") if each not in names][:1]:
        made = _lambda(node, [*node.args.args, ast.arg(fresh)])
        yield 2.5, Edit(node, made)
    if len(names) == 1:
        yield from _unpacked(node, names[0])
    used = {each.id for each in ast.walk(node.body) if isinstance(each, ast.Name)}
    for name in names:
        if name not in {*used, "self"}:
            kept = [each for each in node.args.args if each.arg != name]
            yield 2.5, Edit(node, _lambda(node, kept))


def _unpacked(node: ast.Lambda, name: str) -> Iterator[tuple[float, Edit]]:
    """A parameter for each item of the one of which the body takes items alone: `lambda p: p[0] + p[1]`."""
    inside = [*ast.walk(node.body)]
    count = sum(isinstance(each, ast.Name) and each.id == name for each in inside)
    items = [
        (each, each.slice.value)
        for each in inside
        if isinstance(each, ast.Subscript)
        and isinstance(each.value, ast.Name)
        and each.value.id == name
        and isinstance(each.slice, ast.Constant)
        and type(each.slice.value) is int
    ]
    taken = {each.id for each in inside if isinstance(each, ast.Name)}
    fresh = [each for each in ("x", "y", "z", "w") if each not in taken - {name}]
    most = max((index for _, index in items), default=0)
    if count == len(items) and 0 < most < len(fresh) and all(index >= 0 for _, index in items):
        swapped = {id(each): ast.Name(fresh[index], ast.Load()) for each, index in items}
        body = substituted(node.body, lambda each: swapped.get(id(each)))
        made = _lambda(node, [ast.arg(each) for each in fresh[: most + 1]])
        yield 2.0, Edit(node, with_fields(made, {"body": body}))


def _lambda(node: ast.Lambda, parameters: list[ast.arg]) -> ast.Lambda:
    return with_fields(node, {"args": with_fields(node.args, {"args": parameters})})


def in_graphs(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """TensorFlow's or Keras' functions for all of NumPy's in an expression, and tensors for their values."""
    parent = context.outline.parents.get(node)
    if context.finding.code != "tf-trace" or not isinstance(parent, ast.stmt):
        return
    if context.node is not node and node not in context.outline.around(context.node):
        return
    for rank, package in enumerate(("tf", "keras.ops", "tf.experimental.numpy")):

        def swap(each: ast.AST) -> ast.expr | None:
            if not isinstance(each, ast.Call) or not isinstance(each.func, ast.Attribute):
                return None
            owner = each.func.value
            is_text = each.func.attr == "decode" and callee(owner) == "numpy"  # of bytes
            if is_text or each.func.attr == "numpy" and not each.args:
                return substituted(owner, swap)  # noqa: B023
            library, _, name = context.library_name(each.func).partition(".")
            inner = each.args[0] if len(each.args) == 1 and not each.keywords else None
            made = inner and substituted(inner, swap)  # noqa: B023
            if (library, name) == ("tensorflow", "constant") and made is not inner:
                return made  # a constant is made of values
            twin = TWINS.get(name) if package == "tf" else f"{package}.{name}"  # noqa: B023
            if package == "tf" and name == "array" and isinstance(inner, ast.List):  # noqa: B023
                twin = "tf.stack"
            function = context.spelled(twin) if library == "numpy" and twin else None
            return function and with_fields(rebuilt(each, swap), {"func": function})  # noqa: B023

        yield 0.1 + rank * 0.6, Edit(node, substituted(node, swap))


def updated(context: Context) -> Iterator[tuple[float, Edit]]:
    """A tensor with other items in place of an assignment to items, which tensors do not have."""
    node, statement = context.node, context.outline.statement(context.node)
    names = ("keras.ops.slice_update", "tf.reshape", "tf.broadcast_to", "tf.shape")
    update, reshape, fill, shape = map(context.spelled, names)
    if not isinstance(node, ast.Subscript) or not update or not reshape or not fill or not shape:
        return
    rank = len(context.dims(node.value))
    yield from _scattered(context, node)
    parts = _spans(node.slice, rank)
    if parts is None or not 0 < len(parts) <= rank or not isinstance(node.value, ast.Name):
        return
    owner = ast.Name(node.value.id, ast.Load())
    if isinstance(statement, ast.AugAssign):
        own = ast.Subscript(owner, node.slice, ast.Load())
        value: ast.expr = ast.BinOp(own, statement.op, statement.value)
    elif isinstance(statement, ast.Assign) and statement.targets == [node]:
        value = statement.value
    else:
        return
    zero: ast.expr = ast.Constant(0)
    starts = [each.lower or zero for each in parts] + [zero] * (rank - len(parts))
    spans: list[ast.expr] = [*parts]
    part = ast.Subscript(
        owner, ast.Tuple(spans, ast.Load()) if len(spans) > 1 else spans[0], ast.Load()
    )
    sizes = ast.Call(shape, [part], [])
    for rank_of, function in enumerate((reshape, fill)):
        items = ast.Call(function, [value, sizes], [])
        made = ast.Call(update, [owner, ast.List(starts, ast.Load()), items], [])
        is_one = isinstance(value, ast.Constant)
        cost = 1.0 + (rank_of != is_one) / 2
        yield cost, Edit(statement, (ast.Assign([node.value], made, lineno=1),))


def _scattered(context: Context, node: ast.Subscript) -> Iterator[tuple[float, Edit]]:
    """A tensor with other numbers at the places that arrays of ints or one of bools name: `x[rows, columns] = 1.0`."""
    statement, whole = context.outline.parents.get(node), node.slice
    parts = whole.elts if isinstance(whole, ast.Tuple) else [whole]
    index, *more = map(context.tensor, parts)
    names = ("tensor_scatter_nd_update", "where", "fill", "shape", "gather", "stack")
    found = {each: context.spelled(f"tf.{each}") for each in names}
    code = {each: made for each, made in found.items() if made is not None}
    if not isinstance(statement, ast.Assign) or index is None or len(code) < len(found):
        return
    if any(each is None or each.dtype.is_bool or each.shape.rank != 1 for each in more):
        return
    is_mask, is_one = index.dtype.name == "bool", not context.dims(statement.value)
    rows = "i" if len(context.dims(node.value)) == len(parts) else "gather(x, i)"
    values = f"fill(shape({rows}), value)" if is_one else "value"
    places = "where(i)" if is_mask else "stack(parts, axis=1)" if more else "i[:, None]"
    text = f"tensor_scatter_nd_update(x, {places}, {values})"
    if (not is_one and not more) if is_mask else index.shape.rank == 1:
        owner, every = expression(ast.unparse(node.value)), ast.List(parts, ast.Load())
        value = statement.value
        made = expression(text, x=owner, i=parts[0], parts=every, value=value, **code)
        yield 0.2, Edit(statement, (ast.Assign([node.value], made, lineno=1),))


def _spans(index: ast.expr, rank: int) -> list[ast.Slice] | None:
    """The parts of an index as spans; None where one counts from the end, or has steps."""
    found: list[ast.Slice] = []
    items = index.elts if isinstance(index, ast.Tuple) else [index]
    for each in items:
        if isinstance(each, ast.Constant) and each.value is ...:
            found += [ast.Slice(None, None, None)] * (rank + 1 - len(items))
            continue
        if isinstance(each, ast.Slice):
            is_plain = each.step is None and not isinstance(each.lower, ast.UnaryOp)
            found.append(each)
        else:
            is_number = isinstance(each, ast.Constant) and type(each.value) is int
            is_plain = is_number or isinstance(each, ast.Name)
            end: ast.expr = ast.BinOp(each, ast.Add(), ast.Constant(1))
            if isinstance(each, ast.Constant) and isinstance(each.value, int):
                end = ast.Constant(each.value + 1)
            found.append(ast.Slice(each, end, None))
        if not is_plain:
            return None
    return found
