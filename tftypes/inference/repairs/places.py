"""Edits of names of a library that stand elsewhere now: all of their uses, and the import."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes.inference.repairs.context import Context
from tftypes.inference.repairs.edits import Edit, statements, together, with_fields
from tftypes.inference.repairs.fragments import filled, holes
from tftypes.inference.repairs.sites import Outline


def replaced(context: Context, code: ast.expr) -> Iterator[tuple[float, Edit]]:
    """The code for whatever the program reads through a module that is gone, or members of the module that the code is."""
    node = context.node
    gone = node.attr if isinstance(node, ast.Attribute) else ""
    uses, home = list(_uses(context.outline, node)) if gone else [], context.library_name(code)
    swaps: dict[ast.AST, ast.expr] = {}
    for each in uses:
        made = ast.Attribute(code, each.attr, ast.Load())
        if context.declared.find(f"{home}.{each.attr}") is not None:
            swaps[each] = made
        elif ast.unparse(code).rpartition(".")[2] == each.attr:
            swaps[each] = code
    if swaps and len(swaps) == len(uses):
        yield 0.3, together(context.outline, swaps)


def renewed(context: Context, code: ast.expr) -> Iterator[tuple[float, Edit]]:
    """The code for all uses of a name that a library has no more; around what they are given, where it calls something."""
    node = context.node
    if context.finding.code != "tf-attribute" or not isinstance(node, ast.Attribute):
        return
    if not context.finding.cause or isinstance(code, ast.Constant):
        return
    whole: ast.AST = node
    while isinstance(context.outline.parents.get(whole), ast.Attribute):
        whole = context.outline.parents[whole]
    uses = [each for each in context.outline.nodes if isinstance(each, ast.Attribute)]
    same = [each for each in uses if ast.dump(each) == ast.dump(whole)]
    swaps: dict[ast.AST, ast.expr] = {}
    for each in same:
        call, names = context.outline.parents.get(each), holes(context, code)
        if not isinstance(code, ast.Call):
            swaps[each] = code
        elif isinstance(call, ast.Call) and len(call.args) == len(names) == 1:
            swaps[call] = filled(code, {names[0]: call.args[0]})
    parents = map(context.outline.parents.get, swaps)
    if swaps and not any(isinstance(each, ast.ClassDef) for each in parents):
        yield 0.3, together(context.outline, swaps)


def rehomed(context: Context) -> Iterator[tuple[float, Edit]]:
    """The module of TensorFlow's Keras that has all which the program reads of one that Keras alone has."""
    node, outline = context.node, context.outline
    bound = node.value if isinstance(node, ast.Attribute) else None
    home = f"tensorflow.{outline.imports.get(getattr(bound, 'id', ''), '')}"
    if not isinstance(bound, ast.Name) or not home.startswith("tensorflow.keras."):
        return
    read = (each for each in outline.nodes if isinstance(each, ast.Attribute))
    names = {each.attr for each in read if ast.dump(each.value) == ast.dump(bound)}
    if any(context.declared.find(f"{home}.{each}") is None for each in names):
        return
    package, _, module = home.rpartition(".")
    made = ast.ImportFrom(package, [ast.alias(module, bound.id if bound.id != module else None)], 0)
    for each in outline.tree.body:
        names_of = each.names if isinstance(each, (ast.Import, ast.ImportFrom)) else []
        if [alias.asname or alias.name for alias in names_of] == [bound.id]:
            yield 0.2, Edit(each, (made,))


def in_texts(context: Context, keyword: ast.keyword) -> Iterator[tuple[float, Edit]]:
    """Texts for the members of an enumeration that a library has no more, as the keyword has one for one of them."""
    uses = list(_uses(context.outline, context.node)) if context.finding.cause else []
    swaps = {each: ast.Constant(each.attr.lower()) for each in uses}
    if ast.dump(keyword.value) in map(ast.dump, swaps.values()):
        yield 0.3, together(context.outline, swaps)


#: What a program has that runs graphs itself.
_OF_GRAPHS: Final = frozenset(("Session", "InteractiveSession", "placeholder"))


def legacy(context: Context) -> Iterator[tuple[float, Edit]]:
    """Graphs and sessions as in TensorFlow 1, where a program has them: with its names, or without running eagerly."""
    call, name = context.call, ast.unparse(context.node).partition(".")[2]
    if context.finding.code == "tf-state" and call is not None:
        if context.library_name(call.func) == "tensorflow.compat.v1.placeholder":
            yield from _not_eagerly(context)
    is_gone = context.finding.code == "tf-attribute" and bool(context.finding.cause)
    if not is_gone or context.declared.find(f"tensorflow.compat.v1.{name}") is None:
        return
    for each in context.outline.tree.body:
        is_plain = isinstance(each, ast.Import) and len(each.names) == 1
        if is_plain and isinstance(each, ast.Import) and each.names[0].name == "tensorflow":
            bound = each.names[0].asname or "tensorflow"
            made = ast.Import([ast.alias("tensorflow.compat.v1", bound)])
            off = statements(f"{bound}.disable_v2_behavior()")
            inside = (one.attr for one in context.outline.nodes if isinstance(one, ast.Attribute))
            yield 1.5 if _OF_GRAPHS.isdisjoint(inside) else 0.3, Edit(each, (made, *off))


def _not_eagerly(context: Context) -> Iterator[tuple[float, Edit]]:
    kinds = (ast.Import, ast.ImportFrom)
    imports = [each for each in context.outline.tree.body if isinstance(each, kinds)]
    off = context.spelled("tf.compat.v1.disable_eager_execution")
    if off is not None and imports:
        yield 0.6, Edit(imports[-1], (imports[-1], ast.Expr(ast.Call(off, [], []))))


def _uses(outline: Outline, gone: ast.AST) -> Iterator[ast.Attribute]:
    """The longest names that begin as what is gone does."""
    written = ast.unparse(gone)
    for each in outline.nodes:
        parent = outline.parents.get(each)
        if isinstance(each, ast.Attribute) and not isinstance(parent, ast.Attribute):
            if ast.unparse(each).startswith(f"{written}."):
                yield each


def reimported(context: Context, code: ast.expr) -> Iterator[tuple[float, Edit]]:
    """An import of the function that does the work of a module that is gone, and its uses."""
    node = context.outline.statement(context.node)
    if not isinstance(node, ast.ImportFrom) or not isinstance(code, ast.Attribute):
        return
    name = code.attr
    for alias in node.names:
        bound = ast.Name(alias.asname or alias.name, ast.Load())
        uses = list(_uses(context.outline, bound))
        if not uses or any(each.attr != name for each in uses):
            continue
        kept = [each for each in node.names if each is not alias]
        made = with_fields(node, {"names": [*kept, ast.alias(name)]})
        if f"{node.module}.{name}".endswith(ast.unparse(code).partition(".")[2]):
            swaps = dict.fromkeys(uses, ast.Name(name, ast.Load()))
            yield 0.3, Edit(node, (made,), together(context.outline, swaps).parts)
