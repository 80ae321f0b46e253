"""Edits of what Python does with values of a graph: loops, comprehensions and conditions that the graph runs."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.truths import of_elements
from tftypes.inference.objects import Value
from tftypes.inference.repairs.calls import callee
from tftypes.inference.repairs.context import Context
from tftypes.inference.repairs.edits import Edit, expression, rebuilt, statements, with_fields
from tftypes.inference.repairs.fragments import name_of
from tftypes.inference.values import Dataset


def python_rounds(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """Python's `range` or bool where nothing of the graph says how far a loop goes, or which way: that has a value then."""
    if context.finding.code != "tf-trace":
        return
    counts = [type(context.value(each)) is int for each in node.args]
    around = context.outline.parents.get(node)
    is_loop, is_clause = isinstance(around, ast.For), isinstance(around, ast.comprehension)
    is_range = all(counts) and context.library_name(node.func) == "tensorflow.range"
    if is_range and (is_loop or is_clause):  # AutoGraph converts no comprehension
        yield (
            0.9 if is_loop else -0.5,
            Edit(node, with_fields(node, {"func": ast.Name("range", ast.Load())})),
        )
    flags = [each for each in node.args if isinstance(getattr(each, "value", None), bool)]
    if flags and context.library_name(node.func) in _MADE:
        yield 0.3, Edit(node, flags[0])


def mapped(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """`tf.map_fn` in the place of a comprehension over a tensor, or over its indices."""
    map_fn = context.spelled("tf.map_fn")
    comprehension = context.outline.parents.get(context.node)
    made = context.outline.parents.get(comprehension) if comprehension is not None else None
    if node is not context.node or map_fn is None or not isinstance(made, ast.ListComp):
        return
    (first, *more) = made.generators
    if more or first.ifs or not isinstance(first.target, ast.Name) or first.iter is not node:
        return
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "range":
        over = context.spelled("tf.range")
        node = node if over is None else with_fields(node, {"func": over})
    args = ast.arguments([], [ast.arg(first.target.id)], None, [], [], None, [])
    call = ast.Call(map_fn, [ast.Lambda(args, made.elt), node], [])
    for rank, name in enumerate(("", "tf.float32", "tf.int32", "tf.string")):
        dtype = context.spelled(name) if name else None
        keywords = [] if dtype is None else [ast.keyword("fn_output_signature", dtype)]
        yield 1.2 + rank / 10, Edit(made, with_fields(call, {"keywords": keywords}))


def of_each_row(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """`tf.map_fn` for a function of one row that is given a batch of them: `tf.map_fn(vote, labels)`."""
    map_fn, owner = context.spelled("tf.map_fn"), context.outline.function(context.node)
    if context.finding.code != "tf-rank" or node not in context.led or map_fn is None:
        return
    given = owner.args.args if isinstance(owner, ast.FunctionDef) else []
    names = [each.arg for each in given if each.arg != "self"]
    rows = [context.tensor(each) for each in context.operands if [name_of(each)] == names]
    if (
        getattr(owner, "name", "") == name_of(node.func)
        and len(node.args) == 1
        and not node.keywords
    ):
        is_row = context.dims(node.args[0])[1:] != (1,)  # a column is no batch
        if context.tensor(node.args[0]) in rows and is_row:
            yield 0.4, Edit(node, ast.Call(map_fn, [node.func, *node.args], []))
            for dtype in map(context.spelled, ("tf.float32", "tf.float64")):
                signature = [ast.keyword("fn_output_signature", dtype)] if dtype else []
                yield 0.5, Edit(node, ast.Call(map_fn, [node.func, *node.args], signature))


def is_uneven(edit: Edit, result: Value) -> bool:
    """Whether an edit calls a function for each row, and nobody knows that all results have one shape."""
    function = edit.old.func if isinstance(edit.old, ast.Call) else None
    dims = result.shape.dims if isinstance(result, TensorType) else None
    made = edit.new if isinstance(edit.new, ast.Call) else None
    is_mapped = made is not None and function in made.args and callee(made) == "map_fn"
    return is_mapped and not (dims and all(isinstance(each, int) for each in dims[1:]))


def chosen(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """`tf.cond` or `tf.where` in the place of `a if test else b`, or of an `if` that chooses one value of a tensor's."""
    tensor, test = context.tensor(context.node), context.node
    around = context.outline.parents.get(test)
    while isinstance(around, _LOGICAL):
        test, around = around, context.outline.parents.get(around)
    package = "keras.ops" if tensor is not None and tensor.kind == "symbol" else "tf"
    cond, where = context.spelled("tf.cond"), context.spelled(f"{package}.where")
    if node is not context.node or context.finding.code not in _CONDITIONS or not where:
        return
    if isinstance(test, _LOGICAL) and not isinstance(around, (ast.If, ast.IfExp)):
        yield 0.3, Edit(test, of_elements(test))
    if getattr(tensor, "kind", "") == "array" or getattr(around, "test", None) is not test:
        return
    if isinstance(around, ast.IfExp):
        if tensor is not None and tensor.shape.rank == 0 and cond and tensor.kind != "symbol":
            ways = [expression("lambda: x", x=each) for each in (around.body, around.orelse)]
            yield 0.3, Edit(around, ast.Call(cond, [around.test, *ways], []))
        parts = [of_elements(around.test), around.body, around.orelse]
        yield 0.4, Edit(around, ast.Call(where, parts, []))
    elif isinstance(around, ast.If):
        block = getattr(context.outline.parents.get(around), "body", [])
        after = block[block.index(around) + 1 :] if around in block else []
        made = _choice(where, [around, *after])
        if made is not None and _has_other(context, around):
            is_end = not around.orelse and isinstance(made, ast.Return)
            ends = [i for i, each in enumerate(after, 1) if isinstance(each, ast.Return)]
            gone = [Edit(each, ()) for each in after[: ends[0] if is_end and ends else 0]]
            late = 0.6 if tensor is not None and tensor.shape.rank == 0 else 0.0
            yield 0.3 + late, Edit(around, (made,), (*gone,))


def _has_other(context: Context, line: ast.If) -> bool:
    """Whether each name that an `if` assigns has a value on its other ways: in their blocks, or before it."""
    inside = [*ast.walk(line)]
    if all(each.orelse for each in inside if isinstance(each, ast.If)):
        return True
    names = [each for each in inside if isinstance(each, ast.Name)]
    around = [*ast.walk(context.outline.function(line))]
    before = {each.arg for each in around if isinstance(each, ast.arg)}
    before |= {
        each.id for each in around if isinstance(each, ast.Name) and each.lineno < line.lineno
    }
    return {each.id for each in names if isinstance(each.ctx, ast.Store)} <= before


def _choice(where: ast.expr, block: list[ast.stmt]) -> ast.Return | ast.Assign | None:
    """The one line that a block is, with `tf.where` for its `if`; None where it is more than one value that it gives."""
    match block:
        case [ast.Return(value=ast.expr()) as line, *_] | [ast.Assign(targets=[_]) as line]:
            return line
        case [ast.AugAssign(target=target, op=op, value=value)]:
            own = expression(ast.unparse(target))
            return ast.Assign([target], ast.BinOp(own, op, value), lineno=1)
        case [ast.If() as line, *rest]:
            one = _choice(where, line.body)
            is_end = isinstance(one, ast.Return)
            other = _choice(where, line.orelse or (rest if is_end else []))
            if isinstance(one, ast.Assign) and not line.orelse:
                own = expression(ast.unparse(one.targets[0]))
                other = with_fields(one, {"value": own})
            names = [[*map(ast.unparse, getattr(each, "targets", ()))] for each in (one, other)]
            if one is None or other is None or names[0] != names[1]:
                return None
            parts = [of_elements(line.test), one.value or line.test, other.value or line.test]
            if any(isinstance(each, (ast.Tuple, ast.List, ast.Dict)) for each in parts):
                return None
            return with_fields(one, {"value": ast.Call(where, parts, [])})
    return None


def specified(context: Context, node: ast.List | ast.Tuple) -> Iterator[tuple[float, Edit]]:
    """A spec more for each parameter of which an `input_signature` says nothing, as a call of the function gives it."""
    spec = context.spelled("tf.TensorSpec")
    if context.finding.code != "tf-signature" or node is not context.node or spec is None:
        return
    functions = (each for each in context.outline.named.values() if node in ast.walk(each))
    function = next((each for each in functions if isinstance(each, ast.FunctionDef)), None)
    if function is None:
        return
    names = [each.arg for each in function.args.args if each.arg != "self"]
    for call in context.outline.calls:
        given = call.args[len(node.elts) :]
        if name_of(call.func) == function.name and len(call.args) == len(names) and given:
            specs = [_spec_of(context, each, spec) for each in given]
            if None not in specs:
                more = [*node.elts, *(each for each in specs if each is not None)]
                yield 0.3, Edit(node, with_fields(node, {"elts": more}))


def respecified(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """The shape in an `input_signature` with as many sizes as the tensor has that a call gives, the batch at least not known."""
    function = context.outline.named.get(name_of(node.func))
    if context.finding.code != "tf-signature" or node is not context.node or function is None:
        return
    for part in (each for one in getattr(function, "decorator_list", ()) for each in ast.walk(one)):
        specs = part.value if isinstance(part, ast.keyword) and part.arg == _SIGNATURE else None
        for spec, given in zip(getattr(specs, "elts", ()), node.args):
            shape = next(iter(getattr(spec, "args", ())), None)
            dims = context.dims(given)
            if not isinstance(shape, (ast.List, ast.Tuple)):
                continue
            rest = shape.elts[1:] if (*map(context.value, shape.elts[1:]),) == dims[1:] else None
            sizes = [ast.Constant(None) for _ in (dims if rest is None else dims[:1])]
            if rest is not None or len(shape.elts) != len(dims):  # another batch, or another rank
                yield 0.5, Edit(shape, with_fields(shape, {"elts": [*sizes, *(rest or ())]}))


def broken_off(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """A loop of the graph that keeps what it found and breaks, where it returns: `result = i; break`."""
    loop = context.node
    if not isinstance(loop, ast.For) or node is not loop.iter:
        return
    block = getattr(context.outline.parents.get(loop), "body", [])
    match [each for each in ast.walk(loop) if isinstance(each, ast.Return)], block[-2:]:
        case [ast.Return(ast.expr() as found) as line], [before, ast.Return(ast.expr() as last)]:
            around = [*context.outline.around(line)]
            loops = [each for each in around if isinstance(each, (ast.For, ast.While))]
            if before is loop and loops[0] is loop:
                kept, begin = statements("result = found; result = last", found=found, last=last)
                swaps: dict[ast.AST, object] = {line: (kept, ast.Break())}
                end = Edit(last, ast.Name("result", ast.Load()))
                yield 0.5, Edit(loop, (begin, rebuilt(loop, swaps.get)), (end,))


def as_python(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """`tf.py_function` for a function of the program's that reads the value of a tensor, where a graph calls it."""
    function = context.outline.function(context.node)
    call, dtype = context.spelled("tf.py_function"), "float32"
    is_read = isinstance(context.node, ast.expr) and callee(context.node) == "numpy"
    is_led = is_read and context.finding.code == "tf-trace" and node in context.led
    is_led = is_led and not node.keywords
    if not is_led or call is None or name_of(node.func) != getattr(function, "name", ""):
        return
    for each in context.outline.returned(name_of(node.func)):
        tensor = context.tensor(each)
        dtype = tensor.dtype.name or dtype if tensor is not None else dtype
    if (made := context.spelled(f"tf.{dtype}")) is not None:
        given = ast.List(node.args, ast.Load())
        yield 0.7, Edit(node, ast.Call(call, [node.func, given, made], []))


def looked_up(context: Context, node: ast.Subscript) -> Iterator[tuple[float, Edit]]:
    """A table of TensorFlow's beside a dict, for a key that is a tensor of the graph."""
    lookup = context.spelled("tf.lookup")
    if lookup is None or node is not context.node or context.finding.code != "tf-trace":
        return
    for made in context.outline.defining(node.value):
        line, keys = context.outline.parents.get(made), ast.unparse(node.value)
        values = {type(context.value(each)) for each in getattr(made, "values", ())}
        other = _OTHER.get(values.pop()) if len(values) == 1 else None
        if isinstance(line, ast.Assign) and isinstance(made, ast.Dict) and other is not None:
            pairs = f"_.KeyValueTensorInitializer(list({keys}), list({keys}.values()))"
            table = statements(f"table = _.StaticHashTable({pairs}, {other})", _=lookup)
            found = expression("table.lookup(key)", key=node.slice)
            yield 0.6, Edit(line, (line, *table), (Edit(node, found),))


def _spec_of(context: Context, node: ast.expr, spec: ast.expr) -> ast.expr | None:
    """The spec of what a call is given."""
    tensor, number = context.tensor(node), context.value(node)
    dims = tensor.shape.dims if tensor is not None else ()
    name = tensor.dtype.name if tensor is not None else _NUMBERS.get(type(number))
    dtype = context.spelled(f"tf.{name}") if name else None
    known = [each for each in dims or () if isinstance(each, int)]
    if dims is None or dtype is None or len(known) < len(dims):
        return None
    sizes = ast.List([*map(ast.Constant, known)], ast.Load())
    return ast.Call(spec, [sizes, dtype], [])


def grouped(context: Context, place: ast.expr) -> Iterator[tuple[float, Edit]]:
    """Names of a tuple in a tuple of their own: `for (x, y), z in pairs`."""
    node = context.node
    if context.finding.code != "tf-unpack" or place is not context.subject:
        return
    if not isinstance(node, ast.Tuple) or not all(isinstance(each, ast.Name) for each in node.elts):
        return
    count = len(node.elts)
    for size in range(2, count):
        for first in range(count - size + 1):
            inner = ast.Tuple(node.elts[first : first + size], ast.Store())
            made = [*node.elts[:first], inner, *node.elts[first + size :]]
            yield 0.4 + first / 10, Edit(node, with_fields(node, {"elts": made}))


def of_keys(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """The values of the dicts of a dataset, for names that get their keys: `for image, label in data`."""
    is_key = isinstance(context.node, ast.Attribute) and node is context.node.value
    for data in context.outline.defining(node) if is_key else ():
        loop, value = context.outline.parents.get(data), context.value(data)
        if not (isinstance(loop, ast.For) and isinstance(value, Dataset) and loop.iter is data):
            continue
        keys = [*getattr(getattr(value.element, "contents", None), "known", ())]
        names = [getattr(each, "id", "") for each in getattr(loop.target, "elts", ())]
        if len(keys) == len(names):
            keys = names if {*names} == {*keys} else keys
            items = ", ".join(f"batch[{each!r}]" for each in keys)
            given = expression(f"_data.map(lambda batch: ({items}))", _data=loop.iter)
            yield 0.4, Edit(loop.iter, given)


def appended(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """What a function of the graph gives a list, appended by those who call it: `losses.append(step(x))`."""
    is_leak = node is context.node and context.finding.code == "tf-trace"
    for line in context.outline.nodes if is_leak else ():
        function = context.outline.function(line)
        match line, function:
            case ast.Expr(ast.Call(ast.Attribute(owner, "append"), [item])), ast.FunctionDef():
                given = [*map(ast.unparse, context.outline.returned(function.name))]
                is_last = not given and line is function.body[-1]
                edits = [*_appending(context, function.name, owner)]
                if edits and None not in edits and (is_last or given == [ast.unparse(item)]):
                    rest = (ast.Return(item),) if is_last else ()
                    yield 0.2, Edit(line, rest, tuple(filter(None, edits)))


def rebound(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """A new list where Python's loop assigns all items of one in a loop of the graph, whose variables are names."""
    is_leak = node is context.node and context.finding.code == "tf-trace"
    for loop in context.outline.nodes if is_leak else ():
        match loop:
            case ast.For(
                target, ast.Call() as rows, [ast.Assign([ast.Subscript() as item], value)]
            ):
                pass
            case ast.For(
                target, ast.Call() as rows, [ast.AugAssign(ast.Subscript() as item, op, more)]
            ):
                value = ast.BinOp(with_fields(item, {"ctx": ast.Load()}), op, more)
            case _:
                continue
        counted = {"range": target, "enumerate": getattr(target, "elts", [None])[0]}
        counter = counted.get(name_of(rows.func))
        is_whole = isinstance(counter, ast.Name) and counter.id == ast.unparse(item.slice)
        inside = [*map(ast.unparse, ast.walk(value))]
        is_whole &= inside.count(ast.unparse(item)) == inside.count(ast.unparse(item.value))
        if is_whole and len(rows.args) == 1 and isinstance(item.value, ast.Name):
            every = ast.ListComp(value, [ast.comprehension(target, rows, [], 0)])
            name = ast.Name(item.value.id, ast.Store())
            yield 0.4, Edit(loop, (ast.Assign([name], every, lineno=1),))


def _appending(context: Context, name: str, owner: ast.expr) -> Iterator[Edit | None]:
    """For each call of a function an edit that appends what it gives; None where something else is done with that."""
    for call in context.outline.mentions.get(name, ()):
        line, there = context.outline.parents.get(call), owner
        if isinstance(owner, ast.Attribute) and isinstance(call.func, ast.Attribute):
            there = with_fields(owner, {"value": call.func.value})
        append = partial(expression, "there.append(item)", there=there)
        if name_of(call.func) != name or context.outline.lacks(there, call):
            yield None
        elif isinstance(line, ast.Expr):
            yield Edit(call, append(item=call))
        elif isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name):
            target = ast.Name(line.targets[0].id, ast.Load())
            yield Edit(line, (line, ast.Expr(append(item=target))))
        else:
            yield None


_SIGNATURE: Final = "input_signature"
#: What a table gives for a key that it has not, by the type of its values.
_OTHER: Final = {int: "-1", float: "-1.0", str: "''"}
#: What a graph makes of Python's numbers.
_MADE: Final = ("tensorflow.constant", "tensorflow.convert_to_tensor")
_NUMBERS: Final = {int: "int32", float: "float32", bool: "bool"}
#: The findings of a condition on a tensor.
_LOGICAL: Final = (ast.BoolOp, ast.UnaryOp, ast.Compare)
_CONDITIONS: Final = ("tf-trace", "tf-shape", "tf-truth")
OF_GRAPHS: Final = (
    python_rounds, appended, rebound, mapped, of_each_row, chosen, specified, respecified, broken_off, as_python, looked_up, grouped, of_keys,
)  # fmt: skip
