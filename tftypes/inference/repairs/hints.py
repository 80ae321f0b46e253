"""Edits that a message names: the pieces of code in it are put where they may belong."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeGuard

from tftypes.algebra import TensorType
from tftypes.inference.models.tensorflow.ops.keras_keywords import TAKEN
from tftypes.inference.objects import Top
from tftypes.inference.repairs.calls import (
    callee,
    given_at_calls,
    given_for,
    have_same_args,
    inserted,
    is_layer,
    is_method,
    is_of_loop,
    is_one_more,
    merged,
    parameter_of,
    where_made,
    with_args,
    with_argument,
)
from tftypes.inference.repairs.context import Context
from tftypes.inference.repairs.definitions import traced, under
from tftypes.inference.repairs.edits import Edit, together, with_fields
from tftypes.inference.repairs.filling import WORD, for_call, is_kin, of_receiver, put_around
from tftypes.inference.repairs.fragments import (
    ROWS,
    Fragment,
    filled,
    fragments,
    holes,
    is_alike,
    is_of_form,
    is_size,
    looks_alike,
    name_of,
    spelled,
)
from tftypes.inference.repairs.instead import WITHOUT_RESULT, corresponding
from tftypes.inference.repairs.layers import prepared, wrapped
from tftypes.inference.repairs.models import in_model
from tftypes.inference.repairs.places import in_texts, reimported, renewed, replaced
from tftypes.inference.repairs.renaming import called, renamed
from tftypes.inference.repairs.texts import exchanged, respelled, suffixed, throughout

#: What a message has in the place of a folder that nobody knows.
_FOLDER: Final = "..."
#: Fragments go no farther from the finding than this, and where they are put around an operand, than that.
_FAR: Final = 6.0
_NEAR: Final = 2.5


def hinted(context: Context) -> Iterator[tuple[float, Edit]]:
    """Edits with what the message names, each with its cost."""
    finding = context.finding
    text = finding.remedy or finding.message.partition("such as ")[2]
    found = fragments(text or finding.message.rpartition(": ")[2] * (": " in finding.message))
    if not text:  # the lists that tell what is wrong are shapes
        found = tuple(each for each in found if not isinstance(each, ROWS))
        names = [*map(name_of, filter(_is_text, found))]
        others = context.told.names - {*names}
        if len(names) > 1:  # no other than one that looks like what is refused
            found = tuple(
                each
                for each in found
                if not _is_text(each) or any(looks_alike(name_of(each), one) for one in others)
            )
    yield from (*exchanged(context, text), *_of_several(context, found))
    for rank, fragment in enumerate(found):
        for cost, edit in _placed(context, fragment):
            yield cost + rank / 4, edit


def _is_text(fragment: Fragment) -> TypeGuard[ast.Constant]:
    return isinstance(fragment, ast.Constant) and bool(name_of(fragment))


def _of_several(context: Context, found: Sequence[Fragment]) -> Iterator[tuple[float, Edit]]:
    """The code around several arguments of the refused call: `[indices]` and `[updates]`."""
    swaps: dict[ast.AST, ast.expr] = {}
    for each in found:
        code = each if isinstance(each, ast.expr) else each.value
        names = holes(context, code)
        operand = given_for(context, context.call, names[0]) if context.call and names else None
        if len(names) == 1 and operand is not None and not isinstance(code, ast.Name):
            swaps[operand] = filled(code, {names[0]: operand})
    if len(swaps) > 1:
        yield 0.5, together(context.outline, swaps)
        yield from _where_made(context, swaps)
    keywords = [each for each in found if isinstance(each, ast.keyword) and each.arg]
    own = [each.arg for each in context.call.keywords] if context.call else []
    if keywords and context.call and not any(each.arg in own for each in keywords):
        written = [ast.dump(each.value) for each in keywords]
        kept = [each for each in context.call.keywords if ast.dump(each.value) not in written]
        made = with_fields(context.call, {"keywords": [*kept, *keywords]})
        begin = len(made.args) - len(keywords)
        if [*map(ast.dump, made.args[begin:])] == written:  # which stand by position now
            yield 0.4, Edit(context.call, with_args(made, made.args[:begin]))


def _where_made(
    context: Context, swaps: Mapping[ast.AST, ast.expr]
) -> Iterator[tuple[float, Edit]]:
    """The code around what makes these operands, where each has a name that is bound once."""
    made: dict[ast.AST, ast.expr] = {}
    for operand, code in swaps.items():
        sources = [*context.outline.defining(operand)] if isinstance(operand, ast.Name) else []
        if len(sources) != 1 or not isinstance(sources[0], ast.expr):
            return
        made[sources[0]] = filled(code, {ast.unparse(operand): sources[0]})
    if len(made) == len(swaps):
        names = (each for each in swaps if isinstance(each, ast.Name))
        is_shared = any(map(context.outline.is_shared, names))  # one is used again
        yield 0.4 if is_shared else 0.6, together(context.outline, made)


def _of_items(context: Context, code: ast.expr) -> Iterator[tuple[float, Edit]]:
    """The items of a display that differ, in one of the program: the last of `[1, h // 2, w // 2, 3]`."""
    wanted = [getattr(each, "value", None) for each in getattr(code, "elts", ())]
    for node, distance in context.near(_FAR) if isinstance(code, ROWS) else ():
        own = node.elts if isinstance(node, ROWS) and len(node.elts) == len(wanted) else []
        are_same = [context.value(a) == b and b is not None for a, b in zip(own, wanted)]
        if 1 < sum(are_same) < len(are_same) and isinstance(code, ROWS):
            items = [a if same else b for a, b, same in zip(own, code.elts, are_same)]
            yield 0.5 + distance / 2, Edit(node, with_fields(node, {"elts": items}))


def _placed(context: Context, fragment: ast.expr | ast.keyword) -> Iterator[tuple[float, Edit]]:
    yield from _of_items(context, fragment.value if isinstance(fragment, ast.keyword) else fragment)
    if isinstance(fragment, ast.keyword):
        yield from _keyword(context, fragment)
        return
    code = spelled(context, fragment)
    if name := name_of(fragment) if isinstance(fragment, ast.Constant) else "":
        yield from suffixed(context, name.removeprefix(_FOLDER))
        yield from respelled(context, name)
        if name.startswith(_FOLDER):
            return
    yield from throughout(context, code)
    yield from (*replaced(context, code), *renewed(context, code))
    if isinstance(context.node, ast.Call) and ast.dump(context.node.func) == ast.dump(code):
        yield 0.1, Edit(context.node, code)  # it is no function
    yield from reimported(context, fragment)
    if isinstance(fragment, ast.Name) and not context.outline.lacks(fragment, context.node):
        pass  # what the program has is no name for something else
    elif isinstance(fragment, (ast.Name, ast.Attribute)) or name_of(fragment):
        yield from renamed(context, fragment, code)
    elif isinstance(fragment, ast.Call) and not fragment.args and not fragment.keywords:
        function = code.func if isinstance(code, ast.Call) else code
        edits = renamed(context, fragment.func, function)
        yield from (each for each in edits if context.is_called(each[1].old))
        yield from called(context, fragment)
        is_full = isinstance(fragment.func, ast.Attribute) and context.library_name(function)
        is_full = is_full and name_of(function)[:1].islower()
        if (
            isinstance(context.node, ast.Call)
            and is_full
            and not is_method(context, context.node.func)
        ):
            yield 0.5, Edit(context.node.func, function)
    if isinstance(code, ast.Call) and name_of(code.func) in ("watch", "set_loop_options"):
        yield from under(context, code)
    yield from (*_ahead(context, code), *of_receiver(context, code))
    yield from corresponding(context, code)
    yield from (*wrapped(context, code), *prepared(context, code))
    names = holes(context, code)
    if names:
        yield from for_call(context, code, names)
    in_place = is_kin(context, code) or isinstance(code, ast.Lambda)
    if len(names) == 1 and not is_size(code) and not in_place:
        yield from _around(context, code, names[0])
    if not isinstance(code, ast.Name):
        is_told = not isinstance(code, ast.Call) or code.args or code.keywords
        yield from _in_place(context, code, bool(names)) if is_told else ()
        if isinstance(code, ast.Call) and name_of(code.func)[:1].isupper():
            yield from _as_layer(context, code)


# -- a keyword: of the call that takes it ---------------------------------------------------------------------------------


def _keyword(context: Context, fragment: ast.keyword) -> Iterator[tuple[float, Edit]]:
    code, names = spelled(context, fragment.value), holes(context, fragment.value)
    if fragment.arg is None:
        return
    yield from (*traced(context, fragment), *in_texts(context, fragment))
    for node, distance in context.near(_FAR):
        given = [each.arg for each in node.keywords] if isinstance(node, ast.Call) else []
        if not isinstance(node, ast.Call):
            continue
        known = context.parameters(node)
        is_open = not known and node is context.node and bool(context.library_name(node.func))
        if fragment.arg in [*known, *given] or is_open:
            if is_of_loop(context, given_for(context, node, fragment.arg)):
                continue  # what the loop goes over says it
            operands = {each: given_for(context, node, each) for each in names}
            value = filled(code, operands)
            if None in operands.values() and context.outline.lacks(value, node):
                continue
            cost = 0.5 + distance / 2
            old = given_for(context, node, fragment.arg)
            at_calls = [*given_at_calls(context, old, value)]
            yield from at_calls
            cost += bool(at_calls)  # other callers of the function give something else
            known_all = (
                None,
                *known,
                *(TAKEN["Layer"] if context.is_layer_class(callee(node)) else ()),
            )
            kept = [each for each in node.keywords if each.arg in known_all]
            if len(kept) < len(node.keywords) and known:  # it does the work of another
                less = with_fields(node, {"keywords": kept})
                yield cost - 0.1, Edit(node, with_argument(context, less, fragment.arg, value))
            if context.told.argument in names:  # its value is in the code
                new, gone = ast.keyword(fragment.arg, value), context.told.argument
                moved = [new if each.arg == gone else each for each in node.keywords]
                yield cost - 0.1, Edit(node, with_fields(node, {"keywords": moved}))
            if old is not None and is_one_more(context, old, value):
                more = ast.BinOp(old, ast.Add(), ast.Constant(1))
                yield cost - 0.1, Edit(node, with_argument(context, node, fragment.arg, more))
            yield cost, Edit(node, with_argument(context, node, fragment.arg, value))
            items = value.elts if isinstance(value, (ast.Tuple, ast.List)) else []
            if 1 < len(items) < len(node.args):  # which stand by position now
                numbers = [each.value for each in items if isinstance(each, ast.Constant)]
                written = [*map(ast.dump, items)]
                stands = [
                    each
                    for each in node.args
                    if ast.dump(each) in written or context.value(each) in numbers
                ]
                others = [one for one in node.args if one not in stands]
                if len(stands) == len(items):
                    value = with_fields(value, {"elts": stands})
                if known[len(others) : len(others) + 1] == (fragment.arg,):
                    made = with_args(node, [*others, value])
                else:
                    made = with_argument(context, with_args(node, others), fragment.arg, value)
                yield cost + 0.1, Edit(node, made)
            if node.args:  # the last one may be meant for it
                less = with_args(node, node.args[:-1])
                yield cost + 0.2, Edit(node, with_argument(context, less, fragment.arg, value))


# -- an expression with names that stand for operands ------------------------------------------------------------------


def _around(context: Context, code: ast.expr, hole: str) -> Iterator[tuple[float, Edit]]:
    """The code around an operand, in the place of the operand."""
    if callee(code) in WITHOUT_RESULT or isinstance(code, ast.Name):
        return
    is_any = len(hole) < WORD or hole == "operand"
    side = getattr(context.node, hole, None) if hole in ("left", "right") else None
    sides = [side, *context.outline.defining(side)] if isinstance(side, ast.Name) else [side]
    given = given_for(context, context.call, hole) if context.call else None
    written = (each for each in context.operands if isinstance(each, ast.Name) and each.id == hole)
    given = given or next(written, None)
    sources = [*context.outline.defining(given)] if isinstance(given, ast.Name) else []
    is_layered = isinstance(code, ast.Call) and isinstance(code.func, ast.Call)
    yield from in_model(context, code, hole) if is_layered else ()
    for node, distance in context.near(_NEAR):
        if context.is_called(node) and not isinstance(node, ast.Call):
            continue  # a function
        if isinstance(side, ast.expr):
            if node in sides:  # what is used elsewhere, too, is mended where it is made
                late = 1.0 if node is side and context.outline.is_shared(side) else 0.0
                yield 0.3 + late + distance / 2, put_around(context, code, hole, node)
            continue
        own = ast.unparse(node)
        is_named = own == hole or isinstance(node, ast.Name) and own.endswith(f"_{hole}")
        fits = is_named and not context.is_taken_apart(node)
        fits = fits or parameter_of(context, node) == hole or _is_shown(context, node, hole)
        fits = fits or node in sources
        fits = fits or hole == context.told.argument and [node] == getattr(context.call, "args", 0)
        if isinstance(node, (ast.Dict, ast.Tuple)) and context.tensor(node) is None and fits:
            items = node.values if isinstance(node, ast.Dict) else node.elts
            inside = [each for each in items if context.tensor(each) is not None]
            yield from (
                (0.3 + distance / 2, Edit(each, filled(code, {hole: each}))) for each in inside
            )
            continue
        if callee(code) and callee(code) == _callee_around(context, node):
            continue  # the code is a call in the place of that one
        if is_layered and not isinstance(context.value(node), (TensorType, Top)):
            continue  # a layer takes tensors, and no data
        if is_layered and context.is_fed and isinstance(node, ast.Call):
            continue  # data that are made there, which may be others each time
        is_display = isinstance(node, (ast.List, ast.Dict, ast.Constant))
        is_operand = node is context.subject or node in context.operands and not is_display
        is_operand = is_operand or node in context.returned
        if "[" in hole and not is_named:  # an item of a list
            parent = context.outline.parents.get(node)
            items = parent.elts if isinstance(parent, ast.List) else []
            fits = node in items and f"[{items.index(node)}]" in hole
            is_operand = False
        if fits or is_operand and is_any:
            cost = (0.3 if fits else 1.0) + distance / 2
            yield cost, put_around(context, code, hole, node)


def _callee_around(context: Context, node: ast.expr) -> str:
    parent = context.outline.parents.get(node)
    return callee(parent) if isinstance(parent, ast.Call) and node in parent.args else ""


def _is_shown(context: Context, node: ast.expr, hole: str) -> bool:
    """Whether the message shows what an expression is, and the program has nothing else of the name that stands for it."""
    is_free = context.outline.lacks(ast.Name(hole.partition("[")[0], ast.Load()), context.node)
    tensor = context.tensor(node) if is_free else None
    if tensor is not None and tensor.kind == "array":
        tensor = TensorType(tensor.dtype, tensor.shape)
    return tensor is not None and str(tensor) in context.told.tensors


def _ahead(context: Context, code: ast.expr) -> Iterator[tuple[float, Edit]]:
    """Another call of what is refused, in a statement before it: `session.run(initializer)`."""
    node, statement = context.node, context.outline.statement(context.node)
    if not isinstance(code, ast.Call) or not isinstance(node, ast.Call) or statement is None:
        return
    is_same = ast.dump(code.func) == ast.dump(node.func)
    inside = {*map(ast.dump, ast.walk(code))}
    if is_same and code.args and inside.isdisjoint(map(ast.dump, node.args)):
        yield 0.1, Edit(statement, (ast.Expr(code), statement))


# -- an expression that stands for itself ----------------------------------------------------------------------------------


def _in_place(context: Context, code: ast.expr, is_named: bool) -> Iterator[tuple[float, Edit]]:
    """The code in place of what is of its kind; code with names of its own for a call alone that gives the same."""
    for node, distance in context.near(_FAR):
        cost = 0.6 + distance / 2
        if isinstance(code, ast.Call) and _wraps(code, node):
            yield cost - 0.1, Edit(node, with_args(code, [node]))
        elif isinstance(code, ast.Call) and is_named:
            if isinstance(node, ast.Call) and code.args and have_same_args(node, code):
                yield cost - 0.1, Edit(node, code)
            elif isinstance(node, ast.Call) and name_of(node.func) == name_of(code.func):
                is_bound = not any(context.outline.lacks(each, node) for each in code.args)
                if not node.args and is_bound:
                    yield cost, Edit(node, with_fields(node, {"args": code.args}))
                if not code.args:
                    made = with_fields(node, {"args": [], "keywords": code.keywords})
                    yield cost, Edit(node, made)
        elif isinstance(code, ast.Call):
            is_wrapper = any(isinstance(each, ast.Call) for each in code.args)
            is_same = isinstance(node, ast.Call) and name_of(node.func) == name_of(code.func)
            if isinstance(node, ast.Call) and is_same and not (is_wrapper and node.args):
                whole = with_fields(node, {"args": code.args, "keywords": code.keywords})
                late = 0.1 if code.args else 0.0
                yield from ((cost - 0.2, edit) for edit in where_made(context, node, code))
                yield cost + 0.1 - late, Edit(node, merged(context, node, code))
                yield cost + late, Edit(node, whole)
        elif ast.dump(node) in map(ast.dump, _inside(code)):
            # what is used elsewhere is mended where it is made
            is_item = isinstance(code, ast.Subscript) and context.outline.is_shared(node)
            yield cost + is_item, Edit(node, code)
        elif isinstance(code, ast.Constant) and isinstance(node, ast.Constant):
            if node.value == code.value and type(node.value) is not type(code.value):
                yield cost, Edit(node, code)
        elif is_named and isinstance(code, ast.Subscript):
            continue  # of an operand
        elif is_alike(node, code) or parameter_of(context, node) in context.told.names:
            if not isinstance(code, (ast.Attribute, ast.Constant)) and is_of_form(node, code):
                yield cost, Edit(node, code)


def _wraps(code: ast.Call, node: ast.expr) -> bool:
    """Whether the code is a call of what an expression calls, around another call: `int(np.ceil(a / b))`."""
    inner = code.args[0] if len(code.args) == 1 else None
    if not isinstance(inner, ast.Call) or not isinstance(node, ast.Call):
        return False
    return ast.dump(inner.func) == ast.dump(node.func)


def _inside(code: ast.expr) -> list[ast.expr]:
    """What a tuple or an item is made of: the code takes its place."""
    if isinstance(code, ast.Subscript):
        return [code.value]
    is_row = isinstance(code, ast.Tuple) or isinstance(code, ast.List) and len(code.elts) == 1
    return getattr(code, "elts", []) if is_row else []


def _as_layer(context: Context, code: ast.Call) -> Iterator[tuple[float, Edit]]:
    """A layer before or behind another one, or on an operand of a layer or operator."""
    node, around = context.node, [*context.outline.around(context.node)]
    is_on_tensors = is_layer(context, node.func) if isinstance(node, ast.Call) else True
    is_on_tensors = is_on_tensors and not any(isinstance(each, ast.ClassDef) for each in around)
    in_function = any(isinstance(each, ast.FunctionDef) for each in around)
    for place, distance in context.near(_FAR):
        cost = 0.9 + distance / 2
        yield from ((cost + extra, edit) for extra, edit in inserted(context, place, code))
        tensor = context.tensor(place) if place in context.operands else None
        if is_on_tensors and tensor is not None and (tensor.kind == "symbol" or not in_function):
            yield cost, Edit(place, ast.Call(code, [place], []))
