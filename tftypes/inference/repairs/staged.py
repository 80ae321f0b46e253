"""Edits of what Python does with values of a graph: loops, comprehensions and conditions that the graph runs."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes.inference.repairs.context import Context
from tftypes.inference.repairs.edits import Edit, with_fields
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


_NO_ARGUMENTS: Final = ast.arguments([], [], None, [], [], None, [])
OF_GRAPHS: Final = (python_rounds, mapped, chosen)
