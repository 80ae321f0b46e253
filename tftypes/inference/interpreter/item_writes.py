"""Assignments to items, and their deletion: of containers, of the program's objects, of arrays and tensors."""

from __future__ import annotations

import ast
from typing import Any, Final

from tftypes.algebra import Shape, TensorType, equal
from tftypes.inference.interpreter import arrays, keys, symbols
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.hashing import key_in
from tftypes.inference.interpreter.namespaces import set_some
from tftypes.inference.interpreter.protocols import lacks, shown
from tftypes.inference.interpreter.rules import tensor_of, to_rule
from tftypes.inference.interpreter.tables import Raised
from tftypes.inference.lattice import all_items, join, join_all
from tftypes.inference.models.numpy import contents
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.ops.values import is_number
from tftypes.inference.objects import (
    OWNER,
    TOP,
    Class,
    Container,
    Instance,
    Value,
    held,
    python_type,
    resolve,
)
from tftypes.inference.state import ABSENT, Memory
from tftypes.inference.values import Mapped, OneOf, Seq, is_symbol, may_have_more


def _set_item(
    interpreter: Interpreter, value: Container, key: Value, new: Value, node: ast.AST
) -> None:
    if value.kind == "dict":
        keys.check_key(interpreter, key, node)
        set_contents(interpreter, value, with_item(value.contents, key, new))
    elif value.kind in ("list", "deque"):
        interpreter.write(value, "contents", _replaced(interpreter, value.contents, key, new))


def set_contents(interpreter: Interpreter, value: Container, new: Value) -> None:
    """A container gets other contents; those of the dict `vars(x)` are the attributes of x, past its descriptors."""
    owner, old = value.read(OWNER), value.contents
    interpreter.write(value, "contents", new)
    if owner is not ABSENT and isinstance(old, Mapped):
        for key in (*new.known, *(old.known.keys() - new.known.keys())):
            each = new.known.get(key, ABSENT)
            if isinstance(key, str) and old.known.get(key, ABSENT) is not each:
                interpreter.write(owner, key, each)
        if new.rest is not old.rest and isinstance(owner, Instance):
            set_some(interpreter, owner, new.rest)


def with_item(contents: Mapped, key: Value, new: Value) -> Mapped:
    """A dict's contents after `d[key] = new`, or `del d[key]` where `new` is ABSENT."""
    if not isinstance(contents, Mapped):
        return contents  # of which nothing is known
    known, key = dict(contents.known), key_in(contents.known, key)
    if key is not ABSENT:
        if new is ABSENT:
            known.pop(key, None)
        else:
            known[key] = new
        return Mapped(known, contents.optional - {key}, contents.rest)
    if new is ABSENT:
        return Mapped(known, frozenset(known), contents.rest)
    # It may be any of the keys that are there, or another.
    return Mapped(
        {each: join(old, new) for each, old in known.items()},
        contents.optional,
        join(contents.rest, new),
    )


def _replaced(interpreter: Interpreter, items: Value, key: Value, new: Value) -> Value:
    if isinstance(key, slice):
        return _with_slice(interpreter, items, key, new)
    if isinstance(items, tuple) and isinstance(key, int):
        if not -len(items) <= key < len(items):
            raise Raised("builtins.IndexError")
        changed: list[Any] = list(items)
        if new is ABSENT:
            del changed[key]
        else:
            changed[key] = new
        return tuple(changed)
    prefix, rest = (items, ABSENT) if isinstance(items, tuple) else (items.prefix, items.rest)
    if new is ABSENT:
        return Seq((), join_all((*prefix, *([] if rest is ABSENT else [rest]))))
    if isinstance(key, int) and 0 <= key < len(prefix):
        return Seq((*prefix[:key], new, *prefix[key + 1 :]), rest)
    prefix = tuple(join(each, new) for each in prefix)
    return prefix if rest is ABSENT else Seq(prefix, join(rest, new))


def _with_slice(interpreter: Interpreter, items: Value, key: slice, new: Value) -> Value:
    more = () if new is ABSENT else interpreter.some_items(new)
    parts = (key.start, key.stop, key.step)
    if (
        isinstance(items, tuple)
        and isinstance(more, tuple)
        and all(each is None or isinstance(each, int) for each in parts)
    ):
        changed = list(items)
        try:
            if new is ABSENT:
                del changed[key]
            else:
                changed[key] = more
        except ValueError:
            raise Raised("builtins.ValueError") from None
        return tuple(changed)
    return Seq((), join_all((*all_items(items), *all_items(more))))


def _set_on_instance(
    interpreter: Interpreter, value: Instance, key: Value, new: Value, node: ast.AST
) -> None:
    name, args = ("__delitem__", [key]) if new is ABSENT else ("__setitem__", [key, new])
    inside = held(value)
    own = isinstance(value.cls, Class) and value.cls.find(name) is not None
    if inside is not ABSENT and not own:
        interpreter.set_item(inside, key, new, node)
    elif interpreter.has_method(value, name):
        interpreter.method(value, name, args, node)
    elif name == "__setitem__" and lacks(interpreter, value, name):
        words, hint = f"a {shown(value)} does not support item assignment", ""
        if interpreter.has_method(value, "insert") and isinstance(node, ast.Subscript):
            hint = f"; {ast.unparse(node.value)}.insert({ast.unparse(node.slice)}, value)"
        interpreter.refuse(node, "tf-value", words + hint, "builtins.TypeError")


_NAMES: Final = {"ragged": "ragged tensor", "sparse": "sparse tensor"}
_DENSE: Final = {"ragged": "{}.to_tensor()", "sparse": "tf.sparse.to_dense({})"}


def _instead(value: TensorType, key: Value, node: ast.AST) -> str | None:
    """What does the work of an assignment to an item of a tensor, by the kind of the tensor and of the index."""
    owner, index = ("x", "i") if not isinstance(node, ast.Subscript) else _texts(node)
    key = resolve(key)
    if value.kind == "variable":
        return f"{owner}[{index}].assign(value)"
    if value.kind == "tensor" and isinstance(key, TensorType) and key.dtype.is_bool:
        mask = index + (key.shape.rank == 1 < (value.shape.rank or 0)) * "[:, None]"
        return f"{owner} = tf.where({mask}, value, {owner})"
    if value.kind == "ragged" and python_type(key) == "int" and index != "-1":
        after = str(int(index) + 1) if index.isdigit() else f"{index} + 1"
        return f"{owner} = tf.concat([{owner}[:{index}], [value], {owner}[{after}:]], 0)"
    if value.kind in _DENSE:
        return f"{owner} = {_DENSE[value.kind].format(owner)}, of which tf.where makes another"
    if value.kind == "tensor" and isinstance(key, TensorType) and key.shape.rank == 1:
        return f"{owner} = tf.tensor_scatter_nd_update({owner}, {index}[:, None], values)"
    indices = [tensor_of(each) for each in (key if isinstance(key, tuple) else (key,))]
    if value.kind == "tensor" and any(each and each.shape.rank != 0 for each in indices):
        if all(each and each.dtype.is_integer and each.shape.rank == 1 for each in indices):
            return f"{owner} = tf.tensor_scatter_nd_update({owner}, tf.stack([{index}], axis=1), values)"
        return "tf.tensor_scatter_nd_update() makes another one"
    if value.kind == "tensor" and ":" in index:
        return f"{owner} = keras.ops.slice_update({owner}, starts, part)"
    if value.kind == "tensor":
        return f"{owner} = tf.tensor_scatter_nd_update({owner}, [[{index}]], [value])"
    return "keras.ops.slice_update()" if value.kind == "symbol" else None


def _texts(node: ast.Subscript) -> tuple[str, str]:
    """What is indexed, and the index."""
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    return ast.unparse(node.value), ", ".join(map(ast.unparse, parts))


def _set_on_array(interpreter: Interpreter, value: TensorType, key: Value, new: Value) -> None:
    """The array holds what it is given beside the rest; nobody knows what a part of it holds then."""
    memory = getattr(value, "history", None)
    if isinstance(memory, Memory) and value.value is memory.first:
        given = to_rule(key)
        part = contents.cast(contents.of(to_rule(new)), value.dtype)
        now = contents.each_of(memory.contents, value.shape)
        made = contents.replaced(now, given if isinstance(given, tuple) else (given,), part)
        interpreter.write(memory, "contents", TOP if made is None else made)
    else:
        arrays.written(interpreter, value)


def _check_part(part: object, given: TensorType) -> None:
    """What a part of an array is given has its sizes, or 1. Raises OpError where it has others."""
    wanted = part.shape.dims if isinstance(part, TensorType) else None
    dims = given.shape.dims
    if wanted is None or dims is None:
        return
    beyond = dims[: max(len(dims) - len(wanted), 0)]
    pairs = zip(reversed(dims), reversed(wanted))
    is_other = any(is_number(each) and each > 1 for each in beyond)
    if is_other or any(equal(a, b) is False and equal(a, 1) is False for a, b in pairs):
        words = f"an array of {given.shape} does not go into {Shape.of(*wanted)}"
        raise OpError("tf-shape", words, exception="builtins.ValueError")


def _set_on_tensor(
    interpreter: Interpreter, value: TensorType, key: Value, new: Value, node: ast.AST
) -> None:
    if value.kind == "array" and value.dtype.is_known and (given := tensor_of(new)) is not None:
        interpreter.certain(_check_part, [interpreter.item(value, key, node), given], node)
    _set_on_array(interpreter, value, key, new)
    if value.kind == "array" and is_symbol(resolve(new)):
        symbols.refuse(interpreter, resolve(new), "NumPy takes the value of", node, "ValueError")
    remedy = _instead(value, key, node)
    if remedy is not None and not may_have_more(value):
        words = f"a {_NAMES.get(value.kind, value.kind)} does not support item assignment: {TensorType(value.dtype, value.shape)}; {remedy}"
        interpreter.refuse(node, "tf-value", words, "builtins.TypeError")


def _set_on_each(
    interpreter: Interpreter, value: OneOf, key: Value, new: Value, node: ast.AST
) -> None:
    """One of them gets it, and nobody knows which."""
    interpreter.each(lambda each: interpreter.set_item(each, key, new, node), value)


ITEM_WRITES: Final = {
    OneOf: _set_on_each,
    Container: _set_item,
    Instance: _set_on_instance,
    TensorType: _set_on_tensor,
}
