"""Edits that people make: each operator says for a place which edits may mend it, with their costs."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, TypeAlias, get_type_hints

from tftypes.algebra import DType, TensorType
from tftypes.inference.models.tensorflow.ops.keras_keywords import RENAMED
from tftypes.inference.models.tensorflow.ops.values import is_number
from tftypes.inference.objects import External, Value, resolve
from tftypes.inference.repairs.arguments import OF_ARGUMENTS
from tftypes.inference.repairs.axes import OF_AXES
from tftypes.inference.repairs.builds import OF_BUILDS
from tftypes.inference.repairs.calls import (
    KIN,
    attribute,
    callee,
    given_for,
    parameter_of,
    with_args,
    with_argument,
)
from tftypes.inference.repairs.context import Context, class_of
from tftypes.inference.repairs.counterparts import OF_COUNTERPARTS
from tftypes.inference.repairs.displays import OF_DISPLAYS
from tftypes.inference.repairs.edits import Edit, expression, rebuilt, together, with_fields
from tftypes.inference.repairs.fragments import looks_alike, name_of
from tftypes.inference.repairs.functional import (
    in_keras,
    more_inputs,
    named_sizes,
    own_inputs,
    own_names,
    plain_names,
)
from tftypes.inference.repairs.functions import OF_FUNCTIONS
from tftypes.inference.repairs.inputs import OF_INPUTS
from tftypes.inference.repairs.layers import OF_LAYERS
from tftypes.inference.repairs.models import OF_MODELS
from tftypes.inference.repairs.numbers import OF_NUMBERS
from tftypes.inference.repairs.removals import OF_REMOVALS
from tftypes.inference.repairs.results import OF_RESULTS, items_of
from tftypes.inference.repairs.rewrites import assigned, in_graphs, parameters, rows
from tftypes.inference.repairs.shortcuts import OF_SHORTCUTS
from tftypes.inference.repairs.sizes import OF_SIZES
from tftypes.inference.repairs.sources import OF_SOURCES
from tftypes.inference.repairs.staged import OF_GRAPHS
from tftypes.inference.repairs.statements import OF_STATEMENTS
from tftypes.inference.repairs.tapes import OF_TAPES
from tftypes.inference.repairs.training import OF_TRAINING
from tftypes.inference.repairs.uncalled import OF_UNCALLED
from tftypes.inference.repairs.variables import OF_VARIABLES
from tftypes.inference.values import Dataset, Mapped, contents_of

#: It is asked about the expressions of the type that its second parameter has.
Operator: TypeAlias = Callable[[Context, Any], Iterator[tuple[float, Edit]]]

#: Values of keywords that mend many mistakes, as the program writes them.
_KEYWORDS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "return_sequences": ("True", "False"),
        "padding": ("'same'",),
        "sparse_y_pred": ("False",),
        "axis": ("-1", "0", "1"),
        "keepdims": ("True",),
        "transpose_b": ("True",),
        "transpose_a": ("True",),
        "persistent": ("True",),
        "drop_remainder": ("True",),
    }
)


#: The annotation of a parameter that may be None, too.
_ANYTHING: Final = "typing.Any"
#: Functions that make whole numbers of a quotient.
_ROUNDED: Final = ("ceil", "floor", "round", "rint", "int")
#: How the names of layers for one, two and three dims end.
_DIMS: Final = ("1D", "2D", "3D")
#: Functions whose operands may be the wrong way round.
_PRODUCTS: Final = frozenset(["matmul", "matvec", "dot", "tensordot", "einsum", "solve", "lstsq"])


def _keywords(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """A keyword that the call takes, none of those that it gives, or another name of one that it has not."""
    given = {each.arg: ast.unparse(each.value) for each in node.keywords}
    names = context.parameters(node)
    own = context.outline.named.get(name_of(node.func))
    if isinstance(own, ast.FunctionDef):  # a function of the program hands it on
        names = (*names, *(each.arg for each in own.args.args))
    for name, values in _KEYWORDS.items():
        if name == "axis" and callee(node.args[0] if node.args else node) == "split":
            continue  # the program has split it for something
        written = given_for(context, node, name)
        if isinstance(written, ast.List) and all(
            isinstance(each, ast.Name | ast.Call) for each in written.elts
        ):
            continue  # objects that are meant for another place
        is_first = name == "axis" and name not in given and node is context.node
        kinds = context.required(node).get(name) if is_first else None
        if is_first and (kinds is None or written is not None):
            continue  # what it does along its first axis is refused there: along another one it does something else
        values = values if kinds is None else ("0", "-1", "1")
        values = ("None", *values) if kinds == _ANYTHING else values
        for value in values if name in (*names, *given) else ():
            if given.get(name) != value:
                new = expression(value)
                yield 2.3, Edit(node, with_argument(context, node, name, new))
    yield from _renamed(context, node, names)
    known = [each for each in node.keywords if each.arg is None or each.arg in names]
    is_told = context.told.is_left_out and node is context.call and bool(names)
    if is_told and len(known) < len(node.keywords) - 1:
        yield 2.9, Edit(node, with_fields(node, {"keywords": known}))  # others are gone, too
    for index, each in enumerate(node.keywords):
        before, after = node.keywords[:index], node.keywords[index + 1 :]
        if each.arg is None or each.arg not in context.told.names:
            continue
        is_refused = bool(context.library_name(node.func)) and each.arg not in names
        is_alone = is_refused and not context.finding.remedy
        if is_alone or context.told.is_left_out or each.arg in context.told.left_out:
            cost = 0.5 if is_refused and context.told.is_left_out else 2.8  # it is the keyword
            yield cost, Edit(node, with_fields(node, {"keywords": before + after}))
        if each.arg not in names:
            for name in names[len(node.args) :]:
                if name not in given and looks_alike(each.arg, name):
                    new_keywords = [*before, ast.keyword(name, each.value), *after]
                    yield 2.9, Edit(node, with_fields(node, {"keywords": new_keywords}))


def _of_neighbour(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """Keywords for the call around that takes them, or for the one that is given: `compile(SGD(0.1, metrics=["mae"]))`."""
    around = [each for each in context.outline.around(node) if isinstance(each, ast.Call)]
    inside = [each for each in (node.func, *node.args) if isinstance(each, ast.Call)]
    refused = [each for each in node.keywords if each.arg not in context.parameters(node)]
    is_told = node is context.call and any(each.arg in context.told.names for each in refused)
    less = with_fields(node, {"keywords": [each for each in node.keywords if each not in refused]})
    for call in (*inside, *around) if is_told else ():
        free = {*context.parameters(call)} - {each.arg for each in call.keywords}
        if all(each.arg in free and not given_for(context, call, each.arg) for each in refused):
            more = with_fields(call, {"keywords": [*call.keywords, *refused]})
            swaps: dict[ast.AST, ast.expr] = {call: more} if call in inside else {node: less}
            made = rebuilt(less if call in inside else more, swaps.get)
            yield 0.3, Edit(node if call in inside else call, made)


def _renamed(
    context: Context, node: ast.Call, names: Sequence[str]
) -> Iterator[tuple[float, Edit]]:
    """Keywords that the call has not, each by its name of today, or several by one that looks like it: `Model(input=x, output=y)`."""
    refused = [each for each in node.keywords if each.arg and each.arg not in names]
    like = {
        each: RENAMED.get(each.arg or "")
        if {*names} <= {"args", "kwargs"} or RENAMED.get(each.arg or "") in names
        else next((name for name in names if looks_alike(each.arg or "", name)), None)
        for each in refused
    }
    is_old = any(name and name == RENAMED.get(each.arg or "") for each, name in like.items())
    if (len(refused) > 1 or is_old) and None not in like.values():
        made = [ast.keyword(like.get(each, each.arg), each.value) for each in node.keywords]
        yield 0.6, Edit(node, with_fields(node, {"keywords": made}))


def _kin(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """The name of another loss, metric, layer or op that is taken for this one."""
    name = name_of(node)
    if name.islower() and isinstance(node, ast.Attribute) and not context.is_within(node):
        return  # what makes an operand is right as it is
    if name[-2:] in _DIMS and context.finding.code != "tf-rank":
        return  # it goes with the rank of what it is given
    for other in (each for group in KIN if name in group for each in group if each != name):
        if isinstance(node, ast.Constant):
            yield 2.0, Edit(node, ast.Constant(other))
        elif isinstance(node, ast.Attribute):
            yield 2.0, Edit(node, attribute(node.value, other))
        elif (spelled := context.spelled(f"layers.{other}")) is not None:
            yield 2.2, Edit(node, spelled)


def _operands(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """An operand in another form: cast, with an axis more or less, transposed."""
    tensor = context.tensor(node)
    if tensor is None or node not in context.operands or isinstance(node, ast.Constant):
        return
    around = context.outline.parents.get(node)
    if callee(node) == "Input" or isinstance(around, ast.Dict) and node in around.keys:
        return  # a model, or what is fed, takes it as it is
    known = {each.dtype.name for one in context.sites if (each := context.tensor(one.node))}
    for dtype in context.told.dtypes if context.finding.code != "tf-shape" else ():
        if str(tensor.dtype) != dtype and (cast := context.spelled("tf.cast")) is not None:
            if not _is_rounded(context, tensor, dtype):
                yield (
                    2.0 + (dtype not in known) / 50,
                    Edit(node, ast.Call(cast, [node, ast.Constant(dtype)], [])),
                )
    if context.finding.code in ("tf-dtype", "tf-trace", "tf-value") or context.is_ragged:
        return
    dims = context.dims(node)
    if isinstance(node, ast.Compare) and not dims:
        return  # its operands do not go together
    call = context.node if isinstance(context.node, ast.Call) else None
    is_product = isinstance(getattr(context.node, "op", None), ast.MatMult)
    is_of_library = call is not None and bool(context.library_name(call.func))
    if not (context.finding.code == "tf-shape" and is_of_library or is_product and len(dims) > 1):
        yield 3.0, Edit(node, expression("x[None]", x=node))
        either = (*dims, *dims[-1:])  # a mask of steps, for scores of steps by steps
        if len(dims) < 2 or either not in context.told.shapes:
            yield 3.0, Edit(node, expression("x[..., None]", x=node))
    if len(dims) > 1 and dims[-1] == 1:
        yield 3.0, Edit(node, expression("x[..., 0]", x=node))
    is_turned = callee(context.node) in _PRODUCTS if isinstance(context.node, ast.Call) else True
    if len(dims) == 2 and is_turned and (transpose := context.spelled("tf.transpose")) is not None:
        is_left = node is getattr(context.node, "left", None)  # of two, the right one
        yield 3.3 + is_left / 20, Edit(node, ast.Call(transpose, [node], []))


def _is_rounded(context: Context, tensor: TensorType, dtype: str) -> bool:
    """Whether a cast drops the fractions of one operand for the sake of ints that are another."""
    if not tensor.dtype.is_floating or not DType.of(dtype).is_integer:
        return False
    if isinstance(context.node, ast.AugAssign):
        return True
    others = map(context.tensor, context.operands)
    return any(each is not None and each.dtype.is_integer for each in others)


def _objects(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """An object of a class, batches of a dataset."""
    value = context.value(node)
    parent = context.outline.parents.get(node)
    if context.is_taken_apart(node) or node is context.node or isinstance(parent, ast.ClassDef):
        return
    if value is None and isinstance(node, (ast.Name, ast.Attribute)):
        is_class = context.library_name(node).rpartition(".")[2][:1].isupper()
    else:
        is_class = isinstance(value, External) and value.name.rpartition(".")[2][:1].isupper()
    if is_class:
        yield 2.5, Edit(node, ast.Call(node, [], []))
    elif isinstance(value, Dataset) and value.once.size is None:
        batch = "batch" if _is_even(value.element) else "padded_batch"
        yield 2.6, Edit(node, ast.Call(attribute(node, batch), [ast.Constant(32)], []))


def _is_even(element: Value) -> bool:
    """Whether no tensor in an element has a size that is not known: elements of other sizes make no batch."""
    value = resolve(element)
    if isinstance(value, TensorType):
        return all(map(is_number, value.shape.dims or ()))
    contents = contents_of(value)
    items = contents.known.values() if isinstance(contents, Mapped) else items_of(value)
    return all(map(_is_even, items))


def _arranged(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """The arguments of the refused call in another order, or without one that the message names."""
    args, home = node.args, context.library_name(node.func)
    is_led = node is context.call or node in context.led
    for index, each in enumerate(args if is_led and home else ()):
        if isinstance(each, ast.List) and len(each.elts) == 1:
            item = each.elts[0]
            yield 3.1, Edit(node, with_args(node, [*args[:index], item, *args[index + 1 :]]))
    if node is not context.call:
        return
    for index, each in enumerate(args):
        before, after = args[:index], args[index + 1 :]
        is_other = "conv" in callee(node)  # an image is no window
        is_other |= any(
            name_of(one) and isinstance(one, ast.Constant) for one in (each, *after[:1])
        )
        is_other |= home.partition(".")[0] in sys.stdlib_module_names  # nothing checks it
        if after and not is_other and context.finding.code not in ("tf-gradient", "tf-state"):
            cost = 0.1 if not before and _are_swapped(context, node) else 3.5
            yield cost, Edit(node, with_args(node, [*before, after[0], each, *after[1:]]))
        parameter = parameter_of(context, each)
        is_needed = parameter in context.required(node) or name_of(each) in context.outline.named
        is_needed |= context.tensor(each) is not None  # data are there for something
        if parameter in context.told.names and not is_needed:
            # `Dense(784, 10)`: other libraries take the size of the input first
            is_size = context.parameters(node)[:index] == ("units",)
            is_size &= type(context.value(each)) is type(context.value(args[0])) is int
            kept = args[1:] if is_size else before + after
            yield 0.2 if is_size else 2.9, Edit(node, with_args(node, kept))


def _are_swapped(context: Context, call: ast.Call) -> bool:
    """Whether a loss gets numbers of classes for the scores, and scores for them."""
    name = class_of(context.value(call.func)) or context.library_name(call.func)
    dtypes = [each.dtype for each in map(context.tensor, call.args[:2]) if each is not None]
    is_turned = len(dtypes) == 2 and dtypes[0].is_floating and dtypes[1].is_integer
    return ".losses." in name and is_turned is True


def _arithmetic(context: Context, node: ast.BinOp) -> Iterator[tuple[float, Edit]]:
    """Division to an int; a product of matrices."""
    around = context.outline.parents.get(node)
    is_rounded = isinstance(around, ast.Call) and callee(around) in _ROUNDED
    if isinstance(node.op, ast.Div) and not is_rounded:
        whole = with_fields(node, {"op": ast.FloorDiv()})
        yield 2.0, Edit(node, whole)
        for each in ast.walk(context.outline.statement(node) or node):
            if isinstance(each, ast.BinOp) and isinstance(each.op, ast.Div) and each is not node:
                other = with_fields(each, {"op": ast.FloorDiv()})
                yield 2.1, together(context.outline, {node: whole, each: other})
    elif isinstance(node.op, ast.Mult) and node is context.node and _are_matrices(context, node):
        cost = 0.4 if _is_summand(context, node, around) else 3.0
        yield cost, Edit(node, with_fields(node, {"op": ast.MatMult()}))


def _is_summand(context: Context, node: ast.BinOp, around: ast.AST | None) -> bool:
    """Whether something of the shape that the product of two matrices has is added to it: a bias."""
    (rows, inner), (other, columns) = map(context.dims, (node.left, node.right))
    if not isinstance(around, ast.BinOp) or not isinstance(around.op, (ast.Add, ast.Sub)):
        return False
    rest = context.dims(around.right if around.left is node else around.left)
    is_bias = bool(rest) and all(a in (b, 1) for a, b in zip(rest[::-1], (columns, rows)))
    return inner == other and is_bias and len(rest) < 3


def _are_matrices(context: Context, node: ast.BinOp) -> bool:
    return all(len(context.dims(each)) == 2 for each in (node.left, node.right))


_OPERATORS: Final[tuple[Operator, ...]] = (
    _keywords, _of_neighbour, _kin, _operands, _objects, _arranged, in_graphs, assigned, rows, _arithmetic, parameters,
    own_names, plain_names, own_inputs, more_inputs, named_sizes, in_keras, *OF_ARGUMENTS, *OF_AXES, *OF_DISPLAYS, *OF_FUNCTIONS, *OF_REMOVALS, *OF_SIZES, *OF_LAYERS, *OF_UNCALLED, *OF_SHORTCUTS, *OF_MODELS, *OF_NUMBERS, *OF_STATEMENTS, *OF_GRAPHS, *OF_TAPES, *OF_TRAINING, *OF_COUNTERPARTS, *OF_RESULTS, *OF_SOURCES, *OF_BUILDS, *OF_VARIABLES, *OF_INPUTS,
)  # fmt: skip
#: All of them, whose edits are tried in the order of their costs, by the expressions that they are asked about.
OPERATORS: Final = tuple((each, [*get_type_hints(each).values()][1]) for each in _OPERATORS)
