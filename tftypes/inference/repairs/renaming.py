"""Edits of a message that names what is meant: in the place of a name that looks like it."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from typing import Final

from tftypes.inference.repairs.calls import attribute
from tftypes.inference.repairs.context import Context
from tftypes.inference.repairs.edits import Edit, together, with_fields
from tftypes.inference.repairs.fragments import holes, looks_alike, name_of
from tftypes.inference.values import Dataset

#: Names go no farther from the finding than this.
_FAR: Final = 6.0


def renamed(context: Context, fragment: ast.expr, code: ast.expr) -> Iterator[tuple[float, Edit]]:
    """The name that a message has, in the place of one that it may stand for."""
    name, lacked = name_of(fragment), getattr(context.node, "attr", None)
    for node, distance in context.near(_FAR):
        cost = 0.5 + distance / 2
        if lacked is not None and isinstance(node, ast.Attribute) and node.attr != lacked:
            continue  # the message is about that one alone
        if isinstance(node, ast.Call):
            yield from ((cost, edit) for edit in _renamed_keywords(context, node, name))
        elif (
            (own := name_of(node))
            and _is_meant(context, own, name)
            and _may_be(context, node, name)
        ):
            is_full = isinstance(code, ast.Attribute) and not holes(context, code)
            if own == name == lacked and hasattr(builtins, name):
                yield cost, Edit(node, ast.Name(name, ast.Load()))
            if own == name and not is_full or _is_part(context, node):
                continue
            if own.islower() and _is_of_other(context, node):
                continue  # another function than the one that is refused
            if not is_full or isinstance(node, ast.Constant) or context.library_name(node):
                yield cost, Edit(node, _with_name(context, node, name, code))
            if isinstance(node, ast.Constant) and own in context.told.names:
                inside = context.outline.nodes
                constants = (each for each in inside if isinstance(each, ast.Constant))
                same = [each for each in constants if each.value == node.value]
                if len(same) > 1:  # a key that is read elsewhere, too
                    swaps = dict.fromkeys(same, ast.Constant(name))
                    is_file = "." in name and not isinstance(code, ast.Attribute)
                    yield cost - 0.1 if is_file else cost + 0.1, together(context.outline, swaps)


def _is_part(context: Context, node: ast.expr) -> bool:
    """Whether a call puts a text together with others: `"{}.h5".format(i)`, `os.path.join("models", "first")`."""
    around = context.outline.parents.get(node)
    if isinstance(around, ast.Attribute):
        around = context.outline.parents.get(around)
    if not isinstance(node, ast.Constant) or not isinstance(around, ast.Call):
        return False
    return isinstance(context.value(around), str)


def _is_of_other(context: Context, node: ast.expr) -> bool:
    """Whether a method is called elsewhere than where something is refused; a dataset is refused where it is used."""
    if not isinstance(node, ast.Attribute) or context.is_near(node):
        return False
    return not isinstance(context.value(node.value), Dataset)


def called(context: Context, code: ast.Call) -> Iterator[tuple[float, Edit]]:
    """A call of a function in the place of the function."""
    for node, distance in context.near(_FAR):
        if ast.dump(node) == ast.dump(code.func) and not context.is_taken_apart(node):
            yield 0.5 + distance / 2, Edit(node, code)
        is_owner = node is getattr(context.node, "value", None)  # `metric.result.numpy()`
        if is_owner and name_of(node) == name_of(code.func):
            yield 0.3, Edit(node, ast.Call(node, [], []))


def _renamed_keywords(context: Context, call: ast.Call, name: str) -> Iterator[Edit]:
    given = call.keywords
    for index, each in enumerate(given):
        if each.arg and _is_meant(context, each.arg, name):
            new = [*given[:index], ast.keyword(name, each.value), *given[index + 1 :]]
            yield Edit(call, with_fields(call, {"keywords": new}))


def _rest(context: Context, node: ast.Constant, text: str) -> str:
    """What stands for the last part of a text that the program puts together, where another text is meant."""
    parent = context.outline.parents.get(node)
    whole = context.value(parent) if isinstance(parent, ast.BinOp) else None
    if not isinstance(whole, str) or not isinstance(node.value, str):
        return text
    return text.removeprefix(whole.removesuffix(node.value))


def _with_name(context: Context, node: ast.expr, name: str, code: ast.expr) -> ast.expr:
    """A text, an attribute or a name of another name: the code that has it, or what this is of."""
    if isinstance(node, ast.Constant):
        return ast.Constant(_rest(context, node, name))
    if isinstance(node, ast.Attribute) and not isinstance(code, ast.Attribute):
        return attribute(node.value, name)
    return code if isinstance(code, ast.Attribute) else ast.Name(name, ast.Load())


def _may_be(context: Context, node: ast.expr, name: str) -> bool:
    """Whether a name is no module's, which has dots, and no parameter of the refused call, of which a message tells too."""
    parameters = context.parameters(context.call) if context.call else ()
    parent = context.outline.parents.get(node)
    if isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Mod):
        return False  # it is a pattern
    return isinstance(node, ast.Constant) or name.isidentifier() and name not in parameters


def _is_meant(context: Context, name: str, other: str) -> bool:
    """Whether another name is meant: the message quotes the one, or they look alike."""
    if name == other:  # of another module, `tf.ragged.constant`
        return True
    if name.startswith("__"):
        return False
    if name in context.told.names and name[:1].isupper() is other[:1].isupper():
        return True
    return looks_alike(name, other)
