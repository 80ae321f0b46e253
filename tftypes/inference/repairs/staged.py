"""Edits of what Python does with values of a graph: loops, comprehensions and conditions that the graph runs."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes.inference.repairs.context import Context
from tftypes.inference.repairs.edits import Edit, with_fields
from tftypes.inference.repairs.fragments import name_of
from tftypes.inference.repairs.sites import Site


def python_rounds(context: Context, site: Site) -> Iterator[tuple[float, Edit]]:
    """Python's `range` where nothing of the graph says how far a loop goes: its variable has a value then."""
    node = site.node
    if context.finding.code != "tf-trace" or not isinstance(node, ast.Call):
        return
    counts = [type(context.value(each)) is int for each in node.args]
    is_of_loop = isinstance(context.outline.parents.get(node), ast.For)
    if is_of_loop and all(counts) and context.library_name(node.func) == "tensorflow.range":
        yield 0.9, Edit(node, with_fields(node, {"func": ast.Name("range", ast.Load())}))


def mapped(context: Context, site: Site) -> Iterator[tuple[float, Edit]]:
    """`tf.map_fn` in the place of a comprehension over a tensor, or over its indices."""
    node, map_fn = site.node, context.spelled("tf.map_fn")
    comprehension = context.outline.parents.get(context.node)
    made = context.outline.parents.get(comprehension) if comprehension is not None else None
    if site.node is not context.node or map_fn is None or not isinstance(made, ast.ListComp):
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


def chosen(context: Context, site: Site) -> Iterator[tuple[float, Edit]]:
    """`tf.cond` in the place of `a if test else b`, where the graph has the test."""
    node, around = site.node, context.outline.parents.get(context.node)
    cond, where = context.spelled("tf.cond"), context.spelled("tf.where")
    tensor = context.tensor(node)
    if node is not context.node or tensor is None or context.finding.code != "tf-trace":
        return
    if not isinstance(around, ast.IfExp) or around.test is not node or not cond or not where:
        return
    if tensor.shape.rank == 0:
        ways = [ast.Lambda(_NO_ARGUMENTS, each) for each in (around.body, around.orelse)]
        yield 0.3, Edit(around, ast.Call(cond, [node, *ways], []))
    yield 0.4, Edit(around, ast.Call(where, [node, around.body, around.orelse], []))


def specified(context: Context, site: Site) -> Iterator[tuple[float, Edit]]:
    """A spec more for each parameter of which an `input_signature` says nothing, as a call of the function gives it."""
    node, spec = site.node, context.spelled("tf.TensorSpec")
    if context.finding.code != "tf-signature" or node is not context.node or spec is None:
        return
    functions = (each for each in context.outline.named.values() if node in ast.walk(each))
    function = next((each for each in functions if isinstance(each, ast.FunctionDef)), None)
    if function is None or not isinstance(node, (ast.List, ast.Tuple)):
        return
    names = [each.arg for each in function.args.args if each.arg != "self"]
    calls = (each for each in context.outline.nodes if isinstance(each, ast.Call))
    for call in calls:
        given = call.args[len(node.elts) :]
        if name_of(call.func) == function.name and len(call.args) == len(names) and given:
            specs = [_spec_of(context, each, spec) for each in given]
            if None not in specs:
                more = [*node.elts, *(each for each in specs if each is not None)]
                yield 0.3, Edit(node, with_fields(node, {"elts": more}))


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


def grouped(context: Context, site: Site) -> Iterator[tuple[float, Edit]]:
    """Names of a tuple in a tuple of their own: `for (x, y), z in pairs`."""
    node = context.node
    if context.finding.code != "tf-unpack" or site.node is not context.subject:
        return
    if not isinstance(node, ast.Tuple) or not all(isinstance(each, ast.Name) for each in node.elts):
        return
    count = len(node.elts)
    for size in range(2, count):
        for first in range(count - size + 1):
            inner = ast.Tuple(node.elts[first : first + size], ast.Store())
            made = [*node.elts[:first], inner, *node.elts[first + size :]]
            yield 0.4 + first / 10, Edit(node, with_fields(node, {"elts": made}))


#: What a graph makes of Python's numbers.
_NUMBERS: Final = {int: "int32", float: "float32", bool: "bool"}
_NO_ARGUMENTS: Final = ast.arguments([], [], None, [], [], None, [])
OF_GRAPHS: Final = (python_rounds, mapped, chosen, specified, grouped)
