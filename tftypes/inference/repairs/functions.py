"""Edits of how functions of the program are called, named and given to others."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes.inference.declarations import Property
from tftypes.inference.objects import resolve
from tftypes.inference.repairs.calls import LAYER, given_for, parameter_of
from tftypes.inference.repairs.context import Context, class_of
from tftypes.inference.repairs.edits import Edit, expression, substituted, together, with_fields
from tftypes.inference.repairs.fragments import filled, name_of
from tftypes.inference.values import Dataset

_VARIABLE: Final = "tensorflow.keras.Variable"
_FUNCTIONS: Final = (ast.FunctionDef, ast.Lambda)
#: How the names of parameters end that take a function.
_TAKES_FUNCTION: Final = "_fn"
#: What Keras hands to `call`, with the default that it has there.
_OF_CALL: Final = {"training": False, "mask": None}


def as_functions(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """Functions in place of results for all parameters of a call that take one: `tf.cond(p, a(), b())`."""
    if node is not context.call:
        return
    swaps = {}
    for each in (*node.args, *(keyword.value for keyword in node.keywords)):
        name = parameter_of(context, each) or ""
        if name.endswith(_TAKES_FUNCTION) and context.tensor(each) is not None:
            is_bare = isinstance(each, ast.Call) and not (each.args or each.keywords)
            whole = expression("lambda: x", x=each)
            swaps[each] = each.func if isinstance(each, ast.Call) and is_bare else whole
    if swaps:
        yield 0.2, together(context.outline, swaps)


def uncalled(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """A function, a layer or a value in place of what a call of it gives: `activation=relu()`, `map(double(x))`, `step(1)`."""
    parent = context.outline.parents.get(node)
    around = name_of(parent.func) if isinstance(parent, ast.Call) else getattr(parent, "arg", "")
    is_layer = isinstance(node.func, ast.Call) and around == "add"
    is_activation = around == "activation" and node is context.node
    is_refused = node is context.node and context.finding.code == "tf-call"
    is_value = context.tensor(node.func) is not None and not node.args
    cls, is_again = class_of(context.value(node.func)), getattr(parent, "func", None) is node
    is_value = is_value or cls == _VARIABLE or bool(cls) and is_again and not node.args
    if is_layer or is_activation or _is_for_function(context, node):
        yield 0.5, Edit(node, node.func)
    elif is_refused and (is_value or _is_property(context, node.func)):
        yield 1.0, Edit(node, node.func)


def of_labels(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """A function of labels and predictions with the arguments that it has besides: `loss=lambda y_true, y_pred: focal(y_true, y_pred, gamma=2)`."""
    own, place = context.outline.named.get(name_of(node.func)), context.outline.parents.get(node)
    while isinstance(place, (ast.List, ast.Dict)):
        place = context.outline.parents.get(place)
    is_scored = isinstance(place, ast.keyword) and place.arg in ("loss", "metrics")
    if node is not context.node or context.finding.code != "tf-call" or not is_scored:
        return
    names = [each.arg for each in own.args.args[:2]] if isinstance(own, ast.FunctionDef) else []
    if len(names) == 2 and all(each.arg not in names for each in node.keywords):
        labels = [ast.Name(each, ast.Load()) for each in names]
        made = with_fields(node, {"args": [*labels, *node.args]})
        yield 0.3, Edit(node, expression(f"lambda {', '.join(names)}: _made", _made=made))


def _is_for_function(context: Context, node: ast.Call) -> bool:
    """Whether the program calls a function of its own in the place of an argument that takes a function."""
    is_own = isinstance(context.outline.named.get(name_of(node.func)), ast.FunctionDef)
    around = context.outline.parents.get(node)
    call = context.outline.parents.get(around) if isinstance(around, ast.keyword) else around
    if not is_own or not isinstance(call, ast.Call):
        return False
    kind = context.annotations(call).get(parameter_of(context, node) or "", "")
    return "Callable" in kind


def _is_property(context: Context, node: ast.expr) -> bool:
    """Whether an object gives a value by a name, which is no method."""
    cls = class_of(context.value(node.value)) if isinstance(node, ast.Attribute) else ""
    member = context.declared.member(cls, name_of(node)) if cls else None
    return member is not None and isinstance(member.entry, Property)


def as_elsewhere(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """The constants that another call of the same function of the program is given."""
    name = name_of(getattr(node, "func", node))
    if name not in context.outline.named:
        return
    own = {*map(ast.dump, (*node.args, *node.keywords))}
    for other in context.outline.mentions.get(name, ()):
        if ast.dump(other.func) != ast.dump(node.func):
            continue
        theirs = {ast.dump(each): each for each in (*other.args, *other.keywords)}
        more = [getattr(each, "value", each) for key, each in theirs.items() if key not in own]
        if more and all(isinstance(getattr(each, "value", each), (int, float)) for each in more):
            made = with_fields(node, {"args": other.args, "keywords": other.keywords})
            yield 0.0 if own < {*theirs} else 0.9, Edit(node, made)


def as_call(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """`call` in place of the `__call__` of a layer of the program: that of Keras hands on what it is given."""
    if node is not context.node or context.call is None or context.finding.code != "tf-call":
        return
    for owner in context.outline.named.values():
        methods = [each for each in getattr(owner, "body", ()) if isinstance(each, ast.FunctionDef)]
        names = {each.name: each for each in methods}
        bases = [context.library_name(each) for each in getattr(owner, "bases", ())]
        is_layer = any(each and context.declared.subclass(each, LAYER) for each in bases)
        old = names.get("__call__")
        if old is None or "call" in names or not is_layer:
            continue
        known = {each.arg for each in old.args.args}
        lacking = [each.arg for each in context.call.keywords if each.arg in _OF_CALL]
        more = [each for each in lacking if each is not None and each not in known]
        args = [*old.args.args, *map(ast.arg, more)]
        defaults = [*old.args.defaults, *(ast.Constant(_OF_CALL[each]) for each in more)]
        made = with_fields(old.args, {"args": args, "defaults": defaults})
        yield 0.7, Edit(old, (with_fields(old, {"name": "call", "args": made}),))


def regrouped(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """Parameters as the elements come: several as one, and the parts of one for a function of the program."""
    own = _callback(context, node)
    if own is None or context.told.argument == "func":
        return  # nobody knows what Python's function gets in a graph
    names = [each.arg for each in own.args.args if each.arg != "self"]
    for count in context.told.numbers & {*range(1, len(names))}:
        kept, group = names[: count - 1], names[count - 1 :]
        one = ("_" if max(map(len, group)) > 1 else "").join(group)
        head = ast.arguments([], [*map(ast.arg, (*kept, one))], None, [], [], None, [])
        whole = ast.Name(one, ast.Load())
        numbers = [*map(ast.Constant, range(len(group)))]
        for rank, keys in enumerate((numbers, [*map(ast.Constant, group)])):
            items = [ast.Subscript(whole, each, ast.Load()) for each in keys]
            if isinstance(node, ast.Lambda):
                made, late = filled(node.body, dict(zip(group, items))), rank
            else:  # a star takes the keys of a dict
                rest = items if rank else [ast.Starred(whole, ast.Load())]
                taken = [*(ast.Name(each, ast.Load()) for each in kept), *rest]
                made, late = ast.Call(node, taken, []), 1 - rank
            yield 0.4 + late / 50, Edit(node, ast.Lambda(head, made))


def _callback(context: Context, node: ast.expr) -> ast.FunctionDef | ast.Lambda | None:
    """The function of the program that an expression is, which is refused for its parameters."""
    own = node if isinstance(node, ast.Lambda) else context.outline.named.get(name_of(node))
    told = context.told.argument if context.finding.code == "tf-signature" else ""
    is_refused = bool(told) and parameter_of(context, node) == told
    return own if is_refused and isinstance(own, _FUNCTIONS) else None


def apart(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """A parameter for each part of the elements: for each key that is read, or for each of several datasets, as one of pairs."""
    own = _callback(context, node)
    args = [each for each in own.args.args if each.arg != "self"] if own is not None else []
    if own is None or len(args) != 1 or own.args.defaults:
        return
    inside = [*ast.walk(own)]
    read = [each for each in inside if isinstance(each, ast.Name)]
    uses = [each for each in read if each.id == args[0].arg]
    items = {
        each: each.slice.value
        for each in inside
        if isinstance(each, ast.Subscript) and each.value in uses
        if isinstance(each.slice, ast.Constant) and isinstance(each.slice.value, str)
    }
    in_order = sorted(items, key=lambda each: (each.lineno, each.col_offset))
    keys = [*dict.fromkeys(items[each] for each in in_order)]
    free = all(each.isidentifier() for each in keys) and {each.id for each in read}.isdisjoint(keys)
    swaps: dict[ast.AST, ast.expr] = {}
    if len(items) == len(uses) and free and len(keys) in context.told.numbers - {1}:
        swaps = {each: ast.Name(key, ast.Load()) for each, key in items.items()}
    elif len(uses) == 1 and (made := _zipped(context, node, own, uses[0])) is not None:
        keys, swaps = made
    kept = [each for each in own.args.args if each not in args]
    head = with_fields(own.args, {"args": [*kept, *map(ast.arg, keys)]})
    if swaps and isinstance(own, ast.Lambda):
        yield 0.2, Edit(own, ast.Lambda(head, substituted(own.body, swaps.get)))
    elif swaps:
        yield 0.2, Edit(own.args, head, together(context.outline, swaps).parts)


def _zipped(
    context: Context, node: ast.expr, own: ast.FunctionDef | ast.Lambda, use: ast.Name
) -> tuple[list[str], dict[ast.AST, ast.expr]] | None:
    """The names of several datasets that a function of one is given, and its result as one dataset of all."""
    returns = [each.value for each in ast.walk(own) if isinstance(each, ast.Return)]
    results = [own.body] if isinstance(own, ast.Lambda) else returns
    call, zipped = context.outline.parents.get(node), context.spelled("tf.data.Dataset.zip")
    owner = getattr(getattr(call, "func", None), "value", None)
    data = context.value(owner) if owner is not None else None
    element = data.element if isinstance(data, Dataset) else None
    parts = element if isinstance(element, tuple) else ()
    result = results[0] if len(results) == 1 else None
    if result is None or zipped is None or use not in ast.walk(result):
        return None
    if len(parts) < 2 or not all(isinstance(resolve(each), Dataset) for each in parts):
        return None
    names = list("xyzuvw"[: len(parts)])
    each = [filled(result, {use.id: ast.Name(name, ast.Load())}) for name in names]
    return names, {result: ast.Call(zipped, [ast.Tuple(each, ast.Load())], [])}


def carried(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """The other variables of a loop, as they are, behind those that its body returns."""
    call = context.call
    body = given_for(context, call, "body") if call and node is context.node else None
    own = context.outline.named.get(name_of(body)) if body is not None else None
    if not isinstance(own, ast.FunctionDef) or context.finding.code != "tf-trace":
        return
    names = [ast.Name(each.arg, ast.Load()) for each in own.args.args]
    for each in ast.walk(own):
        value = each.value if isinstance(each, ast.Return) else None
        items = value.elts if isinstance(value, ast.Tuple) else [value] if value else []
        if value is not None and len(items) < len(names):
            yield 0.5, Edit(value, ast.Tuple([*items, *names[len(items) :]], ast.Load()))


OF_FUNCTIONS: Final = (
    of_labels, uncalled, as_functions, as_elsewhere, as_call, regrouped, apart, carried,
)  # fmt: skip
