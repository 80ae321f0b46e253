"""Edits of what a call is given: arguments that lack, by name, as one, of another kind."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations, pairwise, takewhile
from types import MappingProxyType
from typing import Final

from tftypes.algebra import DType, Expr, TensorType
from tftypes.inference.objects import Class, Container, Value, resolve
from tftypes.inference.repairs.calls import (
    attribute,
    callee,
    given_for,
    is_layer,
    parameter_of,
    with_args,
    with_argument,
    with_more,
)
from tftypes.inference.repairs.context import Context
from tftypes.inference.repairs.edits import Edit, expression, together, with_fields
from tftypes.inference.repairs.fragments import name_of
from tftypes.inference.repairs.results import items_of
from tftypes.inference.values import Bound, Dataset, is_dict, unlisted

#: What programs give for parameters without a default, where nothing else is meant.
_USUAL: Final = MappingProxyType(
    {
        "axes": "[0]",
        "max_to_keep": "5",
        "colors": "None",
        "offset": "None",
        "scale": "None",
        "buffer_size": "1000",
        "key_dim": "64",
        "initializer": "'glorot_uniform'",
        "decay_steps": "1000",
        "decay_rate": "0.96",
    }
)
#: What the name of a number of features has in it.
_WIDTHS: Final = ("dim", "model", "width", "units", "hidden", "embed")
#: What two parameters differ in of which one is for rows and one for columns.
_ACROSS: Final = tuple(map(frozenset, (("height", "width"), ("rows", "columns"), ("y", "x"))))


def unread(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """A name that nothing reads yet, for an argument that is missing: `metric.update_state(y, p)`."""
    if context.finding.code != "tf-call" or node is not context.call or not context.told.names:
        return
    inside = [*ast.walk(context.outline.function(node))]
    names = [each for each in inside if isinstance(each, ast.Name)]
    read = {each.id for each in names if isinstance(each.ctx, ast.Load)}
    bound = [each.arg for each in inside if isinstance(each, ast.arg)]
    bound += [each.id for each in names if each.lineno < node.lineno]
    fresh = [each for each in {*bound} - read - {"self"} if not each.startswith("_")]
    if len(fresh) == 1:
        more = ast.Name(fresh[0], ast.Load())
        is_label = "y_pred" in context.told.names  # what is given is no label
        args = [more, *node.args] if is_label else [*node.args, more]
        yield 0.6, Edit(node, with_args(node, args))


def completed(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """All arguments that the refused call lacks, as programs usually give them."""
    if node is not context.call:
        return
    needed = context.required(node)
    lacking = [each for each in needed if given_for(context, node, each) is None]
    if lacking and all(each in _USUAL for each in lacking):
        made = node
        for each in lacking:
            made = with_more(made, ast.keyword(each, expression(_USUAL[each])))
        yield 0.6, Edit(node, made)
    for layer in context.outline.calls if lacking == ["depth"] else ():  # one for each class
        units, activation = (given_for(context, layer, each) for each in ("units", "activation"))
        if units is not None and getattr(activation, "value", None) == "softmax":
            yield 0.3, Edit(node, with_argument(context, node, "depth", units))
    heads = given_for(context, node, "num_heads") if "key_dim" in lacking else None
    owner = context.outline.function(node) if heads is not None else None
    for each in owner.args.args if isinstance(owner, ast.FunctionDef) and heads else ():
        if heads and any(part in each.arg for part in _WIDTHS):  # each head gets its share
            share = ast.BinOp(ast.Name(each.arg, ast.Load()), ast.FloorDiv(), heads)
            yield 0.4, Edit(node, with_more(node, ast.keyword("key_dim", share)))


def begun_with(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """Zeros that a row-by-row sum begins with, where the first row is no sum: `tf.foldl(add, ids)`."""
    zeros = context.spelled("tf.zeros")
    tensors = [context.tensor(each) for each in ast.walk(context.node)]
    shapes = {each.shape.dims for each in tensors if each is not None and each.dtype.is_floating}
    for call in context.led if node is context.node else ():
        if not isinstance(call, ast.Call) or "initializer" not in context.parameters(call):
            continue
        for dims in shapes if given_for(context, call, "initializer") is None and zeros else ():
            if dims is not None and zeros is not None and all(type(each) is int for each in dims):
                first = ast.keyword("initializer", expression(f"zeros({[*dims]})", zeros=zeros))
                yield 0.2 if dims else 0.5, Edit(call, with_more(call, first))


def begun_with_zero(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """The zero of its elements that the sum of a dataset begins with: `data.reduce(0.0, add)`."""
    data = context.value(node.func.value) if isinstance(node.func, ast.Attribute) else None
    each = resolve(data.element) if isinstance(data, Dataset) else None
    if node is not context.call or name_of(node.func) != "reduce" or len(node.args) != 1:
        return
    if isinstance(each, TensorType) and each.shape.is_known:
        zeros, dtype = map(context.spelled, ("tf.zeros", f"tf.{each.dtype.name}"))
        plain = None if each.shape.dims else {"int32": "0", "float32": "0.0"}.get(str(each.dtype))
        if zeros is not None and dtype is not None:
            text = plain or f"zeros({[*(each.shape.dims or ())]}, dtype)"
            first = expression(text, zeros=zeros, dtype=dtype)
            yield 0.3, Edit(node, with_args(node, [first, *node.args]))


def with_dtype(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """A dtype that the message names, for what makes a tensor of another one."""
    tensor = context.tensor(node)
    if tensor is None or context.finding.code != "tf-dtype":
        return
    is_given = given_for(context, node, "dtype") is not None
    for name in () if is_given or "dtype" not in context.parameters(node) else context.told.dtypes:
        dtype = context.spelled(f"tf.{name}")
        is_kind = tensor.dtype.is_integer and DType.of(name).is_integer
        if dtype is not None and is_kind and str(tensor.dtype) != name:
            yield 1.0, Edit(node, with_more(node, ast.keyword("dtype", dtype)))


def other_dtype(context: Context, node: ast.Attribute) -> Iterator[tuple[float, Edit]]:
    """The dtype that a call is given and the message refuses, as another one of its kind: `tf.int64` for `tf.int32`."""
    names = context.told.dtypes if context.finding.code == "tf-dtype" else ()
    is_given = isinstance(context.outline.parents.get(node), (ast.Call, ast.keyword))
    for name in names[1:] if is_given and [node.attr] == [*names[:1]] else ():
        own, other = DType.of(node.attr), DType.of(name)
        is_kind = (own.is_integer, own.is_floating) == (other.is_integer, other.is_floating)
        if is_kind and isinstance(context.value(node), DType):
            yield 1.6, Edit(node, attribute(node.value, name))


def whole(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """An int in the place of a float that the program computes: `x[: int(len(x) * 0.8)]`."""
    parent = context.outline.parents.get(node)
    is_number = isinstance(context.value(node), float) and not isinstance(node, ast.Constant)
    is_share = isinstance(node, ast.BinOp) and not isinstance(parent, (ast.BinOp, ast.UnaryOp))
    if is_number and is_share and isinstance(context.node, ast.Subscript):
        yield 2.2, Edit(node, ast.Call(ast.Name("int", ast.Load()), [node], []))
    if is_number and node in context.operands and context.finding.code in ("tf-dtype", "tf-value"):
        if isinstance(parent, (ast.Call, ast.keyword)):
            yield 1.2, Edit(node, ast.Call(ast.Name("int", ast.Load()), [node], []))


def as_one(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """Arguments as one list or tuple: the layers of a model, tensors, the sizes of a shape: `tf.reshape(x, 4, -1)`."""
    code = context.finding.code
    args = node.args
    are_layers = callee(node) == "Sequential" and all(map(partial(_is_part, context), args))
    if len(args) < (1 if are_layers else 2):
        return
    names, values = context.parameters(node), [resolve(context.value(each)) for each in args]
    are_sizes = [type(each) is int or isinstance(each, Expr) for each in values]
    tensors = [isinstance(each, TensorType) for each in values]
    begin, end = names.index("shape") if "shape" in names else len(args), len(args)
    is_along = "axis" in names[1:2] and names[0].endswith("s")  # `concat(a, b)`
    found: list[tuple[float, int, int]] = []
    if are_layers:
        found.append((0.0, 0, end))
    is_of_sizes = node is context.call or names[:2] == ("shape", "dtype")  # `tf.ones(n, n)`
    if is_of_sizes and end - begin > 1 and all(are_sizes[begin:]):
        found.append((0.2, begin, end))
    if node is context.call and (code == "tf-call" or is_along):
        alike = [*takewhile(any, zip(are_sizes, tensors))]
        written = [type(getattr(each, "value", None)) is int for each in args]
        sizes = range(2, len(alike) + 1)
        found += [(0.3 if all(written[:size]) else 2.7, 0, size) for size in sizes]
    for cost, first, last in found:
        made = ast.List(args[first:last], ast.Load())
        whole = with_args(node, [*args[:first], made, *args[last:]])
        yield cost, Edit(node, whole)
        if is_along and last == end:
            yield cost, Edit(node, with_argument(context, whole, "axis", ast.Constant(0)))
    is_refused = node is context.node and code in ("tf-call", "tf-signature")
    if is_refused and all(tensors) and not node.keywords:
        yield 1.6, Edit(node, with_args(node, [ast.Tuple(args, ast.Load())]))


def _is_part(context: Context, node: ast.expr) -> bool:
    return is_layer(context, node) or context.tensor(node) is not None


def by_own_names(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """Objects by keywords of their names: `tf.train.Checkpoint(net, optimizer)`."""
    if context.finding.code != "tf-call" or node is not context.node:
        return
    if node.keywords or not context.library_name(node.func):
        return
    names = [each.id for each in node.args if isinstance(each, ast.Name)]
    if len(names) == len(node.args) > 1:
        keywords = [ast.keyword(name, each) for name, each in zip(names, node.args)]
        yield 0.8, Edit(node, with_fields(node, {"args": [], "keywords": keywords}))


def first_of(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """The first of what a function of a library gives together, as `tf.unique` does."""
    parent = context.outline.parents.get(node)
    items, value = items_of(context.value(node)), resolve(context.value(node))
    is_taken = isinstance(parent, (ast.Assign, ast.Call, ast.keyword, ast.BinOp))
    is_several = len(items) > 1 and not (isinstance(value, Container) and value.kind == "list")
    if not context.library_name(node.func) or not is_several or not is_taken:
        return
    target = parent.targets[0] if isinstance(parent, ast.Assign) else None
    if isinstance(target, ast.Name):
        rest = [ast.Name("_", ast.Store()) for _ in items[1:]]
        yield 0.6, Edit(target, ast.Tuple([target, *rest], ast.Store()))
    elif target is None:
        yield 0.6, Edit(node, ast.Subscript(node, ast.Constant(0), ast.Load()))


def of_same_key(context: Context, node: ast.Name) -> Iterator[tuple[float, Edit]]:
    """The item of a dict that is taken of another one beside it: `a[name] + b`."""
    statement = context.outline.statement(node)
    if not is_dict(context.value(node)) or statement is None or context.is_taken_apart(node):
        return
    if not context.is_near(node):
        return
    for each in ast.walk(statement):
        if isinstance(each, ast.Subscript) and isinstance(each.slice, ast.Name):
            yield 0.2, Edit(node, ast.Subscript(node, each.slice, ast.Load()))
            return


def method_called(context: Context, node: ast.Attribute) -> Iterator[tuple[float, Edit]]:
    """A method that is called, in the place of the method: `for row in data.as_numpy_iterator`."""
    if isinstance(context.value(node), Bound):
        if not context.is_taken_apart(node):
            yield 0.8, Edit(node, ast.Call(node, [], []))


def itself(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """A function in the place of a call of it without arguments, where something takes it: `loss=keras.losses.mse()`.

    The class of an object is no such function: what takes it does not make one.
    """
    parent = context.outline.parents.get(node)
    if isinstance(context.value(node.func), Class):
        return
    is_given = isinstance(parent, (ast.keyword, ast.List, ast.Dict)) or (
        isinstance(parent, ast.Call) and node in parent.args
    )
    if node is context.node and context.finding.code == "tf-call":
        if is_given and not node.args and not node.keywords:
            yield 0.5, Edit(node, node.func)


def each_of(context: Context, node: ast.Attribute) -> Iterator[tuple[float, Edit]]:
    """A method of each item of a tuple or list, which has it not: `results.numpy()`."""
    call = context.outline.parents.get(context.node)
    if node is not context.node:
        return
    items = unlisted(context.value(node.value))
    if isinstance(items, tuple) and items and isinstance(call, ast.Call) and call.func is node:
        one = with_fields(call, {"func": expression(f"each.{node.attr}")})
        yield 1.0, Edit(call, expression("[one for each in items]", one=one, items=node.value))


def on_each(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """A call for each item of a list of tensors that make no one tensor: `[tf.clip_by_value(g, -1, 1) for g in gradients]`."""
    rows = [items_of(context.value(each)) for each in node.args]
    are_lists = [len(each) > 1 and _are_tensors(each) for each in rows]
    is_refused = context.finding.code == "tf-shape" and not context.finding.remedy
    if node is not context.node or not is_refused or are_lists[:1] != [True]:
        return
    given = node.args[0]
    if len(rows) == 2 and all(are_lists) and len(rows[0]) == len(rows[1]):
        one = with_args(node, [expression("a"), expression("b")])
        text = "[one for a, b in zip(first, second)]"
        yield 0.5, Edit(node, expression(text, one=one, first=given, second=node.args[1]))
    elif isinstance(given, (ast.Name, ast.Attribute)):
        one = with_args(node, [expression("each"), *node.args[1:]])
        yield 0.6, Edit(node, expression("[one for each in items]", one=one, items=given))


def _are_tensors(items: Sequence[Value]) -> bool:
    return all(isinstance(resolve(each), TensorType) for each in items)


def as_texts(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """The texts of all items of a list that has strings and numbers, where a tensor is made of it."""
    items, call = items_of(context.value(node)), context.call
    rows = items_of(items[0]) if items else ()
    is_mixed = context.finding.code == "tf-dtype" and str in map(type, rows or items)
    if call is None or node not in call.args or not is_mixed or isinstance(node, ast.List):
        return
    of_rows = "[[str(value) for value in row] for row in _items]"
    text = of_rows if rows else "[str(value) for value in _items]"
    made, constant = expression(text, _items=node), context.spelled("tf.constant")
    yield 0.4, Edit(node, made)
    if callee(call) == "as_string" and constant is not None:  # they are texts now
        yield 0.3, Edit(call, ast.Call(constant, [made], []))


def unknown_numbers(context: Context, node: ast.List) -> Iterator[tuple[float, Edit]]:
    """NaN in the place of None among floats."""
    nan = context.spelled("np.nan")
    items = node.elts
    if nan is None or not any(isinstance(getattr(each, "value", 0), float) for each in items):
        return
    made = [nan if getattr(each, "value", 0) is None else each for each in items]
    if made != items:
        yield 0.8, Edit(node, with_fields(node, {"elts": made}))


def crossed(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """Two numbers of the refused call in the place of each other, where one is for rows and one for columns."""
    if node is not context.call:
        return
    for one, other in combinations(node.keywords, 2):
        words = {*(one.arg or "").split("_")} ^ {*(other.arg or "").split("_")}
        are_numbers = all(type(context.value(each.value)) is int for each in (one, other))
        if words in _ACROSS and are_numbers and not isinstance(one.value, ast.Constant):
            swaps = {one.value: other.value, other.value: one.value}
            yield 0.9, together(context.outline, swaps)


def turned(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """Two sizes the other way round, of which a function of the program makes an operand: `positions(length, depth)`."""
    sizes = [context.value(each) for each in node.args]
    is_own = name_of(node.func) in context.outline.functions and node in context.operands
    is_meant = any(name_of(each) == parameter_of(context, each) for each in node.args)
    is_refused = len(sizes) == 2 and sizes == [*context.dims(node)] != sizes[::-1]
    if is_own and is_refused and not is_meant:
        yield 0.9, Edit(node, with_args(node, node.args[::-1]))


def text_and_number(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """A text and a number in the place of each other, in the refused call or in one that leads to it: `make("relu", 8)`."""
    if node is not context.call and node not in context.led:
        return
    for index, pair in enumerate(pairwise(node.args)):
        is_meant = any(name_of(each) == parameter_of(context, each) for each in pair)
        if {type(context.value(each)) for each in pair} == {str, int} and not is_meant:
            args = [*node.args[:index], *reversed(pair), *node.args[index + 2 :]]
            yield -0.2, Edit(node, with_args(node, args))


OF_ARGUMENTS: Final = (
    unread, completed, begun_with, begun_with_zero, crossed, turned, text_and_number, with_dtype, other_dtype, whole, as_one, by_own_names, first_of, of_same_key, method_called, itself, each_of, on_each, as_texts, unknown_numbers,
)  # fmt: skip
