"""New calls, attributes and layers of a program, as edits are made of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from math import inf
from types import MappingProxyType
from typing import Final

from tftypes.inference.objects import Instance
from tftypes.inference.repairs.context import Context, class_of
from tftypes.inference.repairs.edits import Edit, rebuilt, with_fields
from tftypes.inference.repairs.fragments import fragments, holes, name_of

#: The calls of a function that are mended are no farther than this.
_FAR: Final = 6.0
#: Layers that come before the one that gives the scores.
_NO_ENDS: Final = ("Flatten", "Global", "Dropout", "UpSampling")
#: Layers that make rows of what they get, and those that are the head of a model: the former come before all of these.
_OF_ROWS: Final = ("Flatten", "Global")
_OF_HEAD: Final = ("Dense", "Dropout")
_FLAT: Final = "[-1]"
_NAMES: Final = (ast.Name, ast.Attribute)
#: The losses that go with an activation.
LOSSES: Final = MappingProxyType(
    {
        "softmax": ("sparse_categorical_crossentropy", "categorical_crossentropy"),
        "sigmoid": ("binary_crossentropy",),
    }
)
LAYER: Final = "tensorflow.keras.layers.Layer"
MODEL: Final = "tensorflow.keras.Model"
#: Names of which one is taken for another.
KIN: Final = (
    ("sparse_categorical_crossentropy", "categorical_crossentropy", "binary_crossentropy"),
    ("SparseCategoricalCrossentropy", "CategoricalCrossentropy", "BinaryCrossentropy"),
    ("sparse_categorical_accuracy", "categorical_accuracy", "accuracy"),
    ("SparseCategoricalAccuracy", "CategoricalAccuracy", "Accuracy"),
    ("Conv1D", "Conv2D", "Conv3D"),
    ("MaxPooling1D", "MaxPooling2D", "MaxPooling3D"),
    ("AveragePooling1D", "AveragePooling2D", "AveragePooling3D"),
    ("GlobalAveragePooling1D", "GlobalAveragePooling2D"),
    ("GlobalMaxPooling1D", "GlobalMaxPooling2D"),
    ("vstack", "hstack"),
    ("stack", "concat"),
)


def with_argument(context: Context, call: ast.Call, name: str, value: ast.expr) -> ast.Call:
    """The call with another value for a parameter, given as it is given now, or by keyword."""
    names = context.parameters(call)
    index = names.index(name) if name in names else len(call.args)
    if index < len(call.args):
        return with_args(call, [*call.args[:index], value, *call.args[index + 1 :]])
    new = ast.keyword(name, value)
    keywords = [new if each.arg == name else each for each in call.keywords]
    is_given = name in [each.arg for each in call.keywords]
    return with_fields(call, {"keywords": keywords if is_given else [*keywords, new]})


def with_keyword(context: Context, code: ast.expr | None, keyword: ast.keyword) -> ast.expr | None:
    """The code with a keyword for the outermost of its calls that takes it; None where none does."""
    calls = [each for each in ast.walk(code or keyword) if isinstance(each, ast.Call)]
    known = [(each, context.parameters(each)) for each in calls]
    taking = [each for each, names in known if keyword.arg in names]
    rest = [each for each, names in known if not names]  # nobody knows what they take
    owner = getattr(context.node, "value", None)
    taking += sorted(rest, key=lambda each: getattr(each.func, "value", None) is not owner)
    call = next(iter(taking), None)
    if code is None or call is None:
        return None
    new = with_more(call, keyword)
    return new if call is code else rebuilt(code, lambda each: new if each is call else None)


def accepted(context: Context, node: ast.Call) -> ast.Call:
    """The call without the keyword that the message is about."""
    kept = [each for each in node.keywords if each.arg != context.told.argument]
    return with_fields(node, {"keywords": kept})


def merged(context: Context, node: ast.Call, code: ast.Call) -> ast.Call:
    """The call with the arguments that the code gives, and its own others."""
    made = node
    for name, value in zip(context.parameters(node), code.args):
        made = with_argument(context, made, name, value)
    for each in code.keywords:
        if each.arg:
            made = with_argument(context, made, each.arg, each.value)
    return made


def with_more(call: ast.Call, keyword: ast.keyword) -> ast.Call:
    """The call with a keyword more."""
    return with_fields(call, {"keywords": [*call.keywords, keyword]})


def with_args(call: ast.Call, args: list[ast.expr]) -> ast.Call:
    """The call with other arguments by position."""
    return with_fields(call, {"args": args})


def have_same_args(one: ast.Call, other: ast.Call) -> bool:
    """Whether two calls give the same by position, as it is written."""
    return [*map(ast.dump, one.args)] == [*map(ast.dump, other.args)]


def attribute(node: ast.expr, name: str) -> ast.Attribute:
    """An attribute of an expression."""
    return ast.Attribute(node, name, ast.Load())


def callee(node: ast.expr) -> str:
    """The name of what is called first in an expression: a layer's class."""
    while isinstance(node, ast.Call):
        node = node.func
    return name_of(node)


def parameter_of(context: Context, node: ast.expr) -> str | None:
    """The parameter that an argument of a call is given for."""
    call = context.outline.parents.get(node)
    if isinstance(call, ast.keyword):
        return call.arg
    if not isinstance(call, ast.Call) or node not in call.args:
        return None
    names = context.parameters(call)
    index = call.args.index(node)
    return names[index] if index < len(names) else None


def given_for(context: Context, call: ast.Call, name: str) -> ast.expr | None:
    """What a call gives for a parameter."""
    arguments = (*call.args, *(each.value for each in call.keywords))
    return next((each for each in arguments if parameter_of(context, each) == name), None)


def given_at_calls(
    context: Context, node: ast.expr | None, value: ast.expr
) -> Iterator[tuple[float, Edit]]:
    """Another value for a parameter of the function around, in the calls of it that decide about what is refused."""
    function, name = context.outline.function(node or context.node), getattr(node, "id", "")
    given = function.args.args if isinstance(function, ast.FunctionDef) else []
    names = [each.arg for each in given if each.arg != "self"]
    for call, distance in context.near(_FAR) if name in names else ():
        if isinstance(call, ast.Call) and name_of(call.func) == getattr(function, "name", ""):
            own = [each.value for each in call.keywords if each.arg == name]
            own += call.args[names.index(name) :][:1]
            made = with_more(call, ast.keyword(name, value))
            yield 0.2 + distance / 4, Edit(own[0], value) if own else Edit(call, made)


def is_of_loop(context: Context, node: ast.expr | None) -> bool:
    """Whether an expression is the variable of a loop around it, another in each round."""
    around: ast.AST | None = node
    while isinstance(node, ast.Name) and around is not None:
        heads = [around, *getattr(around, "generators", ())]
        targets = [each.target for each in heads if isinstance(each, (ast.For, ast.comprehension))]
        if any(
            getattr(each, "id", "") == node.id for target in targets for each in ast.walk(target)
        ):
            return True
        around = context.outline.parents.get(around)
    return False


def is_one_more(context: Context, old: ast.expr, new: ast.expr) -> bool:
    """Whether a number is one more than what an expression of the program is."""
    count = None if isinstance(old, ast.Constant) else context.value(old)
    return isinstance(count, int) and getattr(new, "value", None) == count + 1


def is_layer(context: Context, node: ast.expr) -> bool:
    """Whether an expression is a layer or a model."""
    cls = class_of(context.value(node))
    return bool(cls) and context.declared.subclass(cls, LAYER)


def is_model(context: Context, node: ast.expr) -> bool:
    """Whether an expression is a model."""
    cls = class_of(context.value(node))
    return bool(cls) and context.declared.subclass(cls, MODEL)


def is_method(context: Context, node: ast.expr) -> bool:
    """Whether an expression is a method of an object."""
    owner = node.value if isinstance(node, ast.Attribute) else node
    return owner is not node and isinstance(context.value(owner), Instance)


def where_made(context: Context, node: ast.Call, code: ast.Call) -> Iterator[Edit]:
    """The numbers that the names in a call stand for, in place of those that the code has."""
    for own, new in zip(node.args, code.args):
        if isinstance(own, (ast.Name, ast.Attribute)) and isinstance(new, ast.Constant):
            if context.makes_data(own):
                continue
            for each in context.outline.defining(own):
                if isinstance(each, ast.Constant) and type(each.value) is int:
                    yield Edit(each, new)


def against(context: Context, edit: Edit) -> float:
    """What an edit costs more that runs and is not meant: a loss for another activation, weights that are left out."""
    new = edit.new if isinstance(edit.new, ast.expr) else None
    name = callee(new).lower() if new is not None else ""
    if name == "valid" or name == "convert_image_dtype" and _is_of_bytes(context):
        return 0.5 if name == "valid" else 2.0
    if name == "cast" and _is_of_mask(context, edit.old):
        return 0.4
    if name == "reshape" and context.led and _FLAT in map(ast.unparse, getattr(new, "args", ())):
        return 1.3  # the rows are lost
    fitting = [each.replace("_", "") for each in LOSSES.get(context.activation, ("",))]
    is_fitting = any(each in name.replace("_", "") for each in fitting)
    if "crossentropy" in name and not is_fitting or _is_always_one(context, edit):
        return 2.0
    if name == "tensorarray" and _is_stacked(context, edit.old) or _is_no_batch(context, edit):
        return inf
    is_lost = any(each.arg == "skip_mismatch" for each in getattr(new, "keywords", ()))
    return is_lost + 0.6 * _is_unnamed(context, edit)


def _is_unnamed(context: Context, edit: Edit) -> bool:
    """Whether a number stands where the program has a name for one: `Input((10,))` for `Input((latent,))`."""
    own, new = {*ast.walk(edit.old)}, [each for made in edit.made for each in ast.walk(made)]
    numbers = (each for each in new if isinstance(each, ast.Constant) and each not in own)
    if not any(type(each.value) is int for each in numbers):
        return False
    left = {ast.unparse(each) for each in new if isinstance(each, _NAMES)}
    gone = (each for each in own if isinstance(each, _NAMES) and ast.unparse(each) not in left)
    return any(type(context.value(each)) is int for each in gone)


def _is_of_mask(context: Context, node: ast.AST) -> bool:
    """Whether an operator of numbers has bools, as the number beside the mask has become one: `mask * -1e9`."""
    tensor = context.tensor(node) if isinstance(node, ast.BinOp) else None
    return tensor is not None and tensor.dtype.name == "bool"


def _is_no_batch(context: Context, edit: Edit) -> bool:
    """Whether something would be a batch of one, and has other sizes than an element: images below each other."""
    dims = context.dims(edit.old) if isinstance(edit.new, ast.Subscript) else ()
    elements = [each[1:] for each in context.told.shapes if len(each) == len(dims) + 1]
    sizes = [pair for each in elements for pair in zip(dims, each) if None not in pair]
    is_one = isinstance(edit.new, ast.Subscript) and ast.unparse(edit.new.slice) == "None"
    return is_one and any(isinstance(a, int) and a != b for a, b in sizes)


def _is_stacked(context: Context, node: ast.AST) -> bool:
    """Whether the program makes one tensor of all elements of an array: they have one shape."""
    statement = context.outline.parents.get(node)
    names = [*map(ast.unparse, getattr(statement, "targets", ()))]
    methods = (each for each in context.outline.nodes if isinstance(each, ast.Attribute))
    return any(each.attr == "stack" and ast.unparse(each.value) in names for each in methods)


def _is_of_bytes(context: Context) -> bool:
    """Whether what is refused has the numbers of bytes still: nobody has divided them."""
    nodes = [each.node for each in context.sites]
    divided = (isinstance(getattr(each, "op", None), ast.Div) for each in nodes)
    tensors = map(context.tensor, nodes)
    return not any(divided) and any(each and each.dtype.name == "uint8" for each in tensors)


def _is_always_one(context: Context, edit: Edit) -> bool:
    """Whether a softmax would be of one number, or a layer of one behind it."""
    inside = [each for made in edit.made for each in ast.walk(made)]
    layers = [each for each in inside if isinstance(each, ast.Call) and callee(each) == "Dense"]
    units = [ast.unparse(each.args[0]) for each in layers if each.args]
    around = context.outline.parents.get(edit.old)
    if isinstance(around, ast.Call) and callee(around) == "Dense":
        units += [*map(ast.unparse, edit.made)]
    return "1" in units and context.activation == "softmax"


def inserted(context: Context, node: ast.expr, layer: ast.expr) -> Iterator[tuple[float, Edit]]:
    """A layer before a layer, or behind the last one: in a list, by add(), around a call of a layer."""
    parent = context.outline.parents.get(node)
    yield from ((-0.1, edit) for edit in _as_told(node, layer))
    ends = not callee(layer).startswith(_NO_ENDS)
    if isinstance(parent, ast.List) and is_layer(context, node):
        index, items = parent.elts.index(node), parent.elts
        is_last = index == len(items) - 1
        cost = 0.0 if _is_subject(context, node) else 0.6 - (is_last and not ends) / 10
        cost += _is_late(layer, items[index - 1 : index])
        more = [*items[:index], layer, *items[index:]]
        if not _is_input(node):
            yield cost, Edit(parent, with_fields(parent, {"elts": more}))
        if is_last and ends:
            yield 0.2, Edit(parent, with_fields(parent, {"elts": [*items, layer]}))
    if not isinstance(node, ast.Call) or len(node.args) != 1:
        return
    if getattr(node.func, "attr", None) == "add" and isinstance(parent, ast.Expr):
        added = ast.Expr(with_args(node, [layer]))
        cost = 0.0 if _is_subject(context, node.args[0]) else 0.6
        cost += _is_late(layer, _added_before(context, parent))
        if not _is_input(node.args[0]):
            yield cost, Edit(parent, (added, parent))
        if ends:
            yield 0.2, Edit(parent, (parent, added))
    elif context.tensor(node.args[0]) is not None and _calls_layer(context, node):
        cost = 0.0 if _is_subject(context, node.func) else 0.4
        cost += _is_late(layer, _layers_of(context, node.args[0]))
        yield cost, Edit(node.args[0], ast.Call(layer, [node.args[0]], []))
        if ends:
            yield 0.2, Edit(node, ast.Call(layer, [node], []))


def _is_late(layer: ast.expr, before: Sequence[ast.AST]) -> float:
    """What it costs more to put a layer that makes rows into the head of a model, and not in front of it."""
    is_head = any(isinstance(each, ast.Call) and callee(each) in _OF_HEAD for each in before)
    return 1.5 * (is_head and callee(layer).startswith(_OF_ROWS))


def _layers_of(context: Context, node: ast.expr) -> list[ast.AST]:
    """The layer that has made a tensor last."""
    made = (node, *context.outline.defining(node))
    calls = [each for each in made if isinstance(each, ast.Call) and each.lineno <= node.lineno]
    return [max(calls, key=lambda each: each.lineno).func] if calls else []


def _added_before(context: Context, statement: ast.stmt) -> list[ast.AST]:
    """What the statement before one adds to a model."""
    body = getattr(context.outline.parents.get(statement), "body", [])
    index = body.index(statement) if statement in body else 0
    before = (getattr(each, "value", None) for each in body[max(index - 1, 0) : index])
    return [one for each in before if isinstance(each, ast.Call) for one in each.args]


def _as_told(node: ast.expr, layer: ast.expr) -> Iterator[Edit]:
    """The shape of an Input for a layer that is told one itself: `GRU(8, input_shape=(24, 1))`."""
    if isinstance(node, ast.Call) and isinstance(layer, ast.Call) and callee(layer) == "Input":
        told = (each.value for each in node.keywords if each.arg == "input_shape")
        yield from (Edit(each, layer.args[0]) for each in told if layer.args)


def _calls_layer(context: Context, call: ast.Call) -> bool:
    """Whether a call is one of a layer, or of an attribute that is made as one."""
    made = context.outline.defining(call.func) if isinstance(call.func, ast.Attribute) else ()
    return any(
        isinstance(each, ast.expr) and is_layer(context, each) for each in (call.func, *made)
    )


def _is_input(node: ast.expr) -> bool:
    """Whether an expression makes the input of a model: no layer comes before it."""
    return isinstance(node, ast.Call) and callee(node) in ("Input", "InputLayer")


def _is_subject(context: Context, node: ast.expr) -> bool:
    """Whether the message is about this layer, as far as its class says."""
    name = class_of(context.value(node)).rpartition(".")[2]
    return name in context.told.called


def named_in(text: str) -> frozenset[str]:
    """The names that the code in a text calls, gives or is."""
    found = fragments(text)
    inside = [each for code in found for each in ast.walk(code)]
    called = {callee(each) for each in inside if isinstance(each, ast.Call)}
    told = {name_of(each) for each in inside if isinstance(each, (ast.Attribute, ast.Constant))}
    given = {each.arg or "" for each in inside if isinstance(each, ast.keyword)}
    alone = {each.id for each in found if isinstance(each, ast.Name)}
    return frozenset(called | told | given | alone) - {""}


def is_whole(context: Context) -> bool:
    """Whether the remedy is code that leaves nothing to the reader: a call with its arguments, a keyword, a display."""
    found = fragments(context.finding.remedy)
    parts = [each.value if isinstance(each, ast.keyword) else each for each in found]
    kinds = (ast.Call, ast.List, ast.Tuple)
    are_whole = (
        isinstance(a, (*kinds, ast.keyword)) and not holes(context, b) for a, b in zip(found, parts)
    )
    return bool(found) and all(are_whole)
