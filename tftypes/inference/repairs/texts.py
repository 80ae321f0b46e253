"""Edits of names: the end of a file's name, an attribute throughout a class, the names of several layers."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

from tftypes.inference.repairs.calls import callee, given_for
from tftypes.inference.repairs.context import Context
from tftypes.inference.repairs.edits import Edit, rebuilt, together, with_fields
from tftypes.inference.repairs.fragments import Fragment, fragments, holes, name_of, spelled

#: What tells the format of a file, as `.weights.h5` does.
_SUFFIX: Final = re.compile(r"(?:\.[A-Za-z]\w*)+$")
#: The new code, and the old one.
_IN_PLACE_OF: Final = re.compile(r"(\S(?:.*?\S)?) in place of (\S+(?:\([^()]*\))?)")
_FAR: Final = 6.0
#: What puts a text together.
_PUT_TOGETHER: Final = (ast.BinOp, ast.JoinedStr, ast.Call)


def suffixed(context: Context, name: str) -> Iterator[tuple[float, Edit]]:
    """A file's name that ends as another one does."""
    suffix = _SUFFIX.search(name)
    given = given_for(context, context.call, "filepath") if context.call else None
    if suffix and given is not None and not isinstance(given, (ast.Constant, ast.JoinedStr)):
        made = [each for each in context.outline.defining(given) if isinstance(each, ast.expr)]
        is_shared = len(made) == 1 and context.outline.is_shared(given)  # its name is used again
        path = made[0] if is_shared else given
        yield 1.2, Edit(path, ast.BinOp(path, ast.Add(), ast.Constant(suffix.group())))
    for node, distance in context.near(_FAR) if suffix else ():
        text = node.value if isinstance(node, ast.Constant) else None
        whole = context.outline.parents.get(node)
        parts = whole.values if isinstance(whole, ast.JoinedStr) else [node]
        if not isinstance(text, str) or not suffix or parts[-1] is not node:
            continue
        stem = _SUFFIX.sub("", text)
        if not _SUFFIX.sub("", name).endswith(stem) or stem == text and len(parts) == 1:
            continue
        last = ast.Constant(stem + suffix.group())
        if isinstance(whole, ast.JoinedStr):
            yield (
                0.5 + distance / 2,
                Edit(whole, with_fields(whole, {"values": [*parts[:-1], last]})),
            )
        else:
            texts = [each for each in context.outline.nodes if isinstance(each, ast.Constant)]
            same = [each for each in texts if each.value == text]  # the file is read again
            yield 0.5 + distance / 2, together(context.outline, dict.fromkeys(same, last))


def respelled(context: Context, name: str) -> Iterator[tuple[float, Edit]]:
    """One character for another in a text that the program puts together: `"block%d/conv" % stage`."""
    alike = [each for each in context.told.names if len(each) == len(name)]
    pairs = {pair for each in alike for pair in zip(each, name) if pair[0] != pair[1]}
    old, new = next(iter(pairs)) if len(pairs) == 1 else ("", "")
    for node, distance in context.near(_FAR) if old else ():
        text = context.value(node) if isinstance(node, _PUT_TOGETHER) else None
        if not isinstance(text, str):
            continue
        names = [each for each in ast.walk(node) if isinstance(each, (ast.Name, ast.Attribute))]
        made = [one for each in names for one in context.outline.defining(each)]
        parts: dict[ast.AST, ast.expr] = {
            each: ast.Constant(each.value.replace(old, new))
            for root in (node, *(one for one in made if isinstance(context.value(one), str)))
            for each in ast.walk(root)
            if isinstance(each, ast.Constant) and isinstance(each.value, str) and old in each.value
        }
        swaps: dict[ast.AST, ast.expr] = {}
        for each, part in parts.items():  # a part of an f-string has no place of its own
            whole = context.outline.parents.get(each)
            if isinstance(whole, ast.JoinedStr):
                each, part = whole, rebuilt(whole, parts.get)
            swaps[each] = part
        if swaps:
            yield 0.4 + distance / 2, together(context.outline, swaps)


def throughout(context: Context, code: ast.expr) -> Iterator[tuple[float, Edit]]:
    """Another attribute of the same object wherever its class has the one that cannot be assigned."""
    node = context.node
    if not isinstance(node, ast.Attribute) or not isinstance(code, ast.Attribute):
        return
    if not isinstance(node.ctx, ast.Store):
        return
    if ast.unparse(node.value) != ast.unparse(code.value) or node.attr == code.attr:
        return
    around = context.outline.around(node)
    owner = next((each for each in around if isinstance(each, ast.ClassDef)), context.outline.tree)
    same = [
        each
        for each in ast.walk(owner)
        if isinstance(each, ast.Attribute) and ast.unparse(each) == ast.unparse(node)
    ]
    swaps = {each: with_fields(each, {"attr": code.attr}) for each in same}
    yield 0.4, together(context.outline, swaps)


def exchanged(context: Context, text: str) -> Iterator[tuple[float, Edit]]:
    """What a message has "in place of" something else: for all keywords of that value, or all calls of that name."""
    swaps: dict[ast.AST, ast.expr] = {}
    for made, gone in _IN_PLACE_OF.findall(text):
        pair = [*fragments(made)[-1:], *fragments(gone.rstrip(",;"))[:1]]
        if len(pair) == 2:
            swaps.update(_swapped(context, *pair))
    if swaps:
        yield 0.4, together(context.outline, swaps)


def _swapped(context: Context, new: Fragment, old: Fragment) -> Iterator[tuple[ast.AST, ast.expr]]:
    """Where the old code stands, and what stands there then."""
    inside = context.outline.nodes
    if isinstance(new, ast.keyword):
        same = [each for each in inside if isinstance(each, ast.keyword)]
        yield from ((each.value, new.value) for each in same if ast.dump(each) == ast.dump(old))
    elif isinstance(new, ast.Call) and isinstance(old, ast.Call) and not holes(context, new):
        code = spelled(context, new)
        for each in inside:
            if isinstance(each, ast.Call) and name_of(each.func) == callee(old):
                is_bare = isinstance(code, ast.Call) and not (code.args or code.keywords)
                func = getattr(code, "func", code)
                yield each, with_fields(each, {"func": func}) if is_bare else code
