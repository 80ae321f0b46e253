"""Subscripts: items of containers, tensors, shapes, text and the program's own classes; iteration over them."""

from __future__ import annotations

import ast
from functools import partial
from typing import Final

from tftypes.algebra import UNKNOWN, DType, Expr, Shape, TensorType
from tftypes.inference.interpreter import arrays, protocols, provenance, refusals, scalars, symbols
from tftypes.inference.interpreter.comparisons import contains
from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.hashing import is_constant, is_key
from tftypes.inference.interpreter.item_writes import with_item
from tftypes.inference.interpreter.iteration import IS_RAGGED, range_items, size_of, size_or_none
from tftypes.inference.interpreter.keys import check_key
from tftypes.inference.interpreter.mixed_texts import check_kind
from tftypes.inference.interpreter.object_operators import by_class
from tftypes.inference.interpreter.picking import at, blur, of_mapping, one_of
from tftypes.inference.interpreter.rules import as_read, from_rule, to_rule
from tftypes.inference.interpreter.sequences import sliced
from tftypes.inference.interpreter.tables import Call, Evaluate, Raised
from tftypes.inference.lattice import join
from tftypes.inference.models.tensorflow.composites import holds_tensors
from tftypes.inference.models.tensorflow.ops import PyValue, getitem
from tftypes.inference.models.tensorflow.ops.arrays import getitem as array_item
from tftypes.inference.objects import (
    CLASS,
    DEFAULT,
    EXPLAINED,
    TOP,
    Class,
    Container,
    External,
    Frame,
    Instance,
    Unknown,
    Value,
    held,
    is_unknown,
    plain,
    resolve,
)
from tftypes.inference.spelling import nearest
from tftypes.inference.state import ABSENT
from tftypes.inference.values import (
    OUTPUTS,
    RAGGED,
    Annotation,
    Dataset,
    Descriptor,
    Mapped,
    OneOf,
    Part,
    Range,
    Seq,
    ShapeOf,
    Tensor,
    contents_of,
    is_symbol,
    may_have_more,
)


def _subscript(compiler: Compiler, node: ast.Subscript) -> Evaluate:
    interpreter = compiler.interpreter
    value, key = compiler.expression(node.value), compiler.expression(node.slice)
    subscribed = interpreter.tables.subscription(compiler, node)

    def run(frame: Frame) -> Value:
        of = resolve(value(frame))
        found = _of_class(interpreter, of, node, key, frame) if isinstance(of, Class) else ABSENT
        if found is not ABSENT:
            return found
        if isinstance(of, (External, Class, Annotation)):
            if not compiler.is_lazy:
                protocols.check_generic(interpreter, of, node)
            return subscribed(of, frame)
        at = key(frame)
        return interpreter.guarded(lambda: interpreter.item(of, at, node), node)

    return run


def _of_class(
    interpreter: Interpreter, cls: Class, node: ast.Subscript, key: Evaluate, frame: Frame
) -> Value:
    """`Color["RED"]`, and what a class or its metaclass makes of `cls[key]`; ABSENT for a generic class."""
    members = cls.facts.get("members")
    if members is not None:
        name = resolve(key(frame))
        if name in members:
            return members[name]
        return interpreter.guarded(lambda: of_mapping(Mapped(members), name), node)
    if interpreter.has_method(cls, "__getitem__"):
        return interpreter.method(cls, "__getitem__", [key(frame)], node)
    hook = cls.find("__class_getitem__")
    if hook is None:
        return ABSENT
    function = hook[0].get if isinstance(hook[0], Descriptor) else hook[0]
    return interpreter.call(function, [cls, key(frame)], {}, node)


# -- reading ----------------------------------------------------------------------------------------------------------


def _of_tensor(interpreter: Interpreter, value: TensorType, key: Value, node: ast.AST) -> Value:
    key = tuple(map(_scalar, key)) if isinstance(key, tuple) else _scalar(key)
    parts = key if isinstance(key, tuple) else (key,)
    if any(type(each) is OneOf for each in parts):
        is_one = not isinstance(key, tuple)
        run = partial(_of_tensor, interpreter, value, node=node)
        return interpreter.each(lambda *ways: run(ways[0] if is_one else ways), *parts)
    if value.kind == "sparse":
        return protocols.no_item_of_sparse(interpreter, value, node)
    if value.kind == "array":
        return arrays.item(interpreter, value, key, node)
    if value.dtype == DType.any() and any(isinstance(each, str) for each in parts):
        return TOP  # an op made it of something unknown, which may have fields, too
    if value.kind == "symbol":
        return interpreter.tables.symbolic(interpreter, "getitem", Call([value, key], {}, node))
    like_numpy = interpreter.switches.read("numpy_behavior", None) is not None
    many = like_numpy and any(map(_is_many, parts))
    if many or any(map(_is_vague, parts)):
        if value.kind not in ("tensor", "variable"):
            return TOP
        shape = _shape_as_numpy(value, parts) if many else Shape.unknown()
        return _item(interpreter, value, TensorType(value.dtype, shape))
    given = [as_read(interpreter, value), to_rule(key)]
    may_be_array = may_have_more(value)
    is_either = may_be_array and any(map(_is_many, parts))
    items = partial(getitem, hint=provenance.of_branch(interpreter.trace, value))
    picked = arrays.item_of_either if is_either else items
    result = interpreter.certain(picked, given, node, TensorType.unknown())
    is_dense = value.kind != "ragged" and not may_be_array
    if result is UNKNOWN and value.dtype.is_known and is_dense:
        result = TensorType(value.dtype, Shape.unknown())  # an item or a mask, nobody knows
    return _item(interpreter, value, result)


def _item(interpreter: Interpreter, value: TensorType, result: Value) -> Value:
    """What an index picks; a part of a variable can be assigned to."""
    made = from_rule(interpreter, result, [value])
    is_part = value.kind == "variable" and isinstance(made, TensorType)
    return Tensor.of(made, history=Part(value)) if is_part else made


def _is_many(value: Value) -> bool:
    """Whether an index picks several rows, where NumPy's behaviour takes it."""
    return isinstance(value, (Container, TensorType, tuple))


def _shape_as_numpy(value: TensorType, parts: tuple[Value, ...]) -> Shape:
    keys = tuple(to_rule(each) for each in parts)
    listed = tuple(list(each) if isinstance(each, tuple) else each for each in keys)
    made = array_item(TensorType(value.dtype, value.shape, "array"), listed)
    return Shape.unknown() if made is None else made.shape


def _scalar(key: Value) -> Value:
    """An index into a tensor; a scalar of NumPy's is the number that it holds."""
    key = resolve(key)
    if isinstance(key, slice):
        return slice(*(_scalar(each) for each in (key.start, key.stop, key.step)))
    if isinstance(key, TensorType) and key.kind == "array" and key.shape.rank == 0:
        found = to_rule(key).value
        return found if isinstance(found, int) else PyValue("int") if key.dtype.is_integer else key
    return key


def _is_vague(value: Value) -> bool:
    """Whether an index may be a number, a mask or anything else."""
    return (
        is_unknown(value)
        or isinstance(value, (Instance, Seq))
        or to_rule(value) is UNKNOWN
        and not isinstance(value, Expr)
    )


def _of_items(interpreter: Interpreter, value: Value, key: Value, node: ast.AST) -> Value:
    """An item or a slice of a tuple or list."""
    key = index(interpreter, key, node)
    items = contents_of(value)
    kind = value.kind if isinstance(value, Container) else "tuple"
    if isinstance(key, slice):
        for each in (key.start, key.stop, key.step):
            protocols.check_place(interpreter, value, each, node)
        found = sliced(items, key)
        if isinstance(found, Seq):
            blur(interpreter, items)
        return found if kind == "tuple" else interpreter.list(found, kind)
    if isinstance(key, (bool, int)):
        if isinstance(value, tuple) and not -len(value) <= key < len(value):
            refusals.beyond(interpreter, value, key, node)
        return at(items, key)
    protocols.check_place(interpreter, value, key, node)
    ways = key.values if isinstance(key, OneOf) else (key,)
    may_be_slice = any(each is TOP or isinstance(each, slice) for each in ways)
    if may_be_slice:
        blur(interpreter, items)
    return TOP if may_be_slice else one_of(interpreter, items)


def index(interpreter: Interpreter, key: Value, node: ast.AST) -> Value:
    """The number that an index is to a sequence: of a scalar tensor its contents, of an object what `__index__` says."""
    key = plain(key)
    if isinstance(key, slice):
        parts = (index(interpreter, each, node) for each in (key.start, key.stop, key.step))
        return slice(*parts)
    if is_symbol(key):
        symbols.refuse(interpreter, key, "Python takes an item by the value of", node)
    scalars.check_index(interpreter, key, "an item is taken by", node)
    if isinstance(key, TensorType) and key.shape.rank == 0:
        found = to_rule(key).value
        return found if isinstance(found, int) else PyValue("int")
    if isinstance(key, Instance) and interpreter.has_method(key, "__index__"):
        return resolve(interpreter.method(key, "__index__", [], node))
    return key


def _of_container(interpreter: Interpreter, value: Container, key: Value, node: ast.AST) -> Value:
    """An item. Where there is none, it is Python's business, unless a library has put the container together."""
    try:
        return _in_container(interpreter, value, key, node)
    except Raised as error:
        if (words := value.read(EXPLAINED)) is not ABSENT:
            told = refusals.explained(interpreter, words, to_rule(key), value.contents)
            interpreter.refuse(node, "tf-value", told, error.exception)
            return TOP  # the keys that come behind it may be wrong, too
        raise


def _in_container(interpreter: Interpreter, value: Container, key: Value, node: ast.AST) -> Value:
    if value.kind == "dict":
        check_key(interpreter, key, node, value.contents.known)
        return _of_dict(interpreter, value, key, node)
    if value.kind in ("list", "deque"):
        return _of_items(interpreter, value, key, node)
    return protocols.item_of_python(interpreter, value, key, node)


def _of_dict(interpreter: Interpreter, value: Container, key: Value, node: ast.AST) -> Value:
    """An item of a dict; one with a default makes what is missing."""
    factory, cls = value.read(DEFAULT), value.read(CLASS)
    if factory is ABSENT and cls != "collections.Counter":
        _check_key(interpreter, value, plain(key), node)
        made = of_mapping(value.contents, key)
        if made is TOP:
            blur(interpreter, tuple(value.contents.known.values()))
        return made
    found = contains(interpreter, value, key, node)
    if found:
        return of_mapping(value.contents, key)
    made = 0 if factory is ABSENT else interpreter.call(factory, [], {}, node)
    if found is None:
        made = _made_or_held(interpreter, value.contents, key, made)
    if factory is not ABSENT:
        interpreter.write(value, "contents", with_item(value.contents, key, made))
    return made


def _made_or_held(interpreter: Interpreter, contents: Mapped, key: Value, made: Value) -> Value:
    """What stands under a key that may be missing, where it is made then; one object stands for all that are made."""
    held = contents.rest
    both = isinstance(held, Container) and isinstance(made, Container)
    if not both or held.kind != made.kind:
        rest = made if held is ABSENT else join(held, made)
        return join(of_mapping(Mapped(contents.known, rest=rest), key), made)
    interpreter.write(held, "contents", join(held.contents, made.contents))
    return of_mapping(contents, key)


def _check_key(interpreter: Interpreter, value: Container, key: Value, node: ast.AST) -> None:
    """A structure of tensors has the keys that it has: an element of a dataset, what a signature gives."""
    contents, known = value.contents, value.contents.known
    if contents.rest is ABSENT:
        check_kind(interpreter, key, node, known)
    if key in known if is_key(key) else not is_constant(key):
        return
    told = contents.rest is ABSENT and all(map(is_constant, (key, *known)))
    if told and any(map(holds_tensors, known.values())):
        if not interpreter.is_caught("builtins.KeyError"):
            keys = ", ".join(map(repr, known))
            near = nearest(key, known) if isinstance(key, str) else None
            if len(known) == 1 and value.read(OUTPUTS) is True:
                near = next(iter(known))
            hint = f"; did you mean {near!r}?" if near else ""
            interpreter.report(node, "tf-value", f"there is no {key!r}: the keys are {keys}{hint}")


def _is_of_numbers(key: slice) -> bool:
    """Whether the ends and the step of a slice are known."""
    return all(each is None or isinstance(each, int) for each in (key.start, key.stop, key.step))


def _of_shape(interpreter: Interpreter, value: Shape, key: Value, node: ast.AST) -> Value:
    key = index(interpreter, key, node)
    if isinstance(key, slice):
        dims, is_known = value.dims, _is_of_numbers(key)
        if dims is not None and is_known:
            return Shape.of(*dims[key])
        if is_known and key.step is None:
            return value.slice(key.start, key.stop)
        return Shape.unknown()
    if not isinstance(key, int):
        return PyValue("int")
    rank = value.rank
    if rank is not None and not -rank <= key < rank:
        words = f"index {key} is out of range for shape {value}"
        interpreter.refuse(node, "tf-rank", words, "builtins.IndexError")
        return TOP
    try:
        size = value[key]
    except IndexError:
        return size_or_none(interpreter)
    if size == RAGGED:
        interpreter.tell_nothing(node, IS_RAGGED)
    return size_of(interpreter, size)


def _of_range(interpreter: Interpreter, value: Range, key: Value, node: ast.AST) -> Value:
    items = range_items(interpreter, value)
    if isinstance(items, tuple):
        return _of_items(interpreter, items, key, node)
    return Seq((), PyValue("int")) if isinstance(key, slice) else PyValue("int")


def _of_text(interpreter: Interpreter, value: Value, key: Value, node: ast.AST) -> Value:
    if isinstance(key, int) or isinstance(key, slice) and _is_of_numbers(key):
        try:
            return value[key]
        except IndexError:
            raise Raised("builtins.IndexError") from None
    return protocols.item_of_python(interpreter, value, key, node)


def _of_instance(interpreter: Interpreter, value: Instance, key: Value, node: ast.AST) -> Value:
    inside = held(value)
    own = isinstance(value.cls, Class) and value.cls.find("__getitem__") is not None
    if inside is not ABSENT and not own:
        missing = isinstance(value.cls, Class) and value.cls.find("__missing__")
        if missing and contains(interpreter, inside, key, node) is not True:
            return interpreter.call(missing[0], [value, key], {}, node)
        return interpreter.item(inside, key, node)
    if interpreter.has_method(value, "__getitem__"):
        return interpreter.method(value, "__getitem__", [key], node)
    protocols.no_items(interpreter, value, node)
    return TOP


def _of_one(interpreter: Interpreter, value: OneOf, key: Value, node: ast.AST) -> Value:
    return interpreter.each(lambda each: interpreter.item(each, key, node), value)


def _of_unknown_shape(interpreter: Interpreter, value: ShapeOf, key: Value, node: ast.AST) -> Value:
    return TOP if isinstance(key, slice) else size_or_none(interpreter)


def _of_unknown(interpreter: Interpreter, value: Value, key: Value, node: ast.AST) -> Value:
    made = by_class(interpreter, value, "__getitem__", [key], node)
    return TOP if made is ABSENT else made


ITEMS: Final = {
    Dataset: protocols.no_item_of_dataset,
    DType: protocols.no_item_of_dtype,
    Unknown: _of_unknown,
    TensorType: _of_tensor,
    tuple: _of_items,
    Seq: _of_items,
    Container: _of_container,
    Shape: _of_shape,
    Range: _of_range,
    str: _of_text,
    bytes: _of_text,
    **dict.fromkeys(protocols.OF_PYTHON, protocols.item_of_python),
    Instance: _of_instance,
    OneOf: _of_one,
    ShapeOf: _of_unknown_shape,
}
EXPRESSIONS: Final = {ast.Subscript: _subscript}
