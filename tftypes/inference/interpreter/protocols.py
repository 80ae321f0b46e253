"""What is not callable, not subscriptable or not iterable, and is called, asked for an item or iterated all the same.

Said of what TensorFlow and Keras make, and of Python's own values.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from types import FunctionType
from typing import Final

from tftypes.algebra import DType, Shape, TensorType
from tftypes.inference import declarations as declared
from tftypes.inference.interpreter import loop_names, mixed_texts, python_values, scalars, untaken
from tftypes.inference.interpreter.arguments import argument_of
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.hashing import key_in
from tftypes.inference.interpreter.library_classes import class_name, line
from tftypes.inference.interpreter.missing import is_known, is_of_keras
from tftypes.inference.interpreter.open_modules import is_legacy
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.objects import (
    DERIVED,
    TOP,
    Class,
    Container,
    External,
    Function,
    Instance,
    Value,
    may_be_derived,
    python_type,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Bound, Dataset, Mapped, Seq, contents_of, may_have_more

_TRACED: Final = "tensorflow.types.experimental.PolymorphicFunction"
_TYPE_ERROR: Final = "builtins.TypeError"
_TENSORS: Final = ("tensor", "variable", "symbol", "array")
#: Builtin classes that take no type in brackets.
_NOT_GENERIC: Final = frozenset(
    f"builtins.{name}"
    for name in ("bool", "int", "float", "complex", "str", "bytes", "bytearray", "range", "object")
)
#: What has the items, where the object itself has none.
_HOLDS: Final = {"tensorflow.keras.callbacks.History": "its .history has them"}


def shown(value: Value) -> str | None:
    """How a value of a library's is called in a message; None for others."""
    name = class_name(value)
    if name is None or name.startswith("builtins."):
        return None
    return name.replace("tensorflow.", "tf.", 1)


def lacks(interpreter: Interpreter, value: Value, method: str) -> bool:
    """Whether an object of a library's class has no such method for sure."""
    return (
        isinstance(value, Instance)
        and isinstance(value.cls, External)
        and value.cls.name.startswith("tensorflow.")
        and isinstance(interpreter.declared.find(value.cls.name), declared.Class)
        and not any(interpreter.declared.open(each) for each in line(interpreter, value))
        and is_known(interpreter, value)
        and not interpreter.has_method(value, method)
        and not (is_of_keras(value) and is_legacy(interpreter))
    )


def _held(value: Value) -> Iterable[Value]:
    items = contents_of(value)
    if isinstance(items, Mapped):
        return () if items.rest is not ABSENT else items.known.values()
    return (*items.prefix, items.rest) if isinstance(items, Seq) else items


def _kind_of_objects(value: Value) -> str | None:
    """The class of a builtin container that holds nothing but tensors and objects of libraries; None for others."""
    if not isinstance(value, (Container, tuple)):
        return None
    found = [resolve(each) for each in _held(value)]
    kind = value.kind if isinstance(value, Container) else "tuple"
    return kind if found and all(map(_is_of_library, found)) else None


def _is_of_library(value: Value) -> bool:
    if isinstance(value, Instance):
        return isinstance(value.cls, External) and value.cls.name.startswith("tensorflow.")
    return isinstance(value, (TensorType, Dataset)) and not may_have_more(value)


# -- calls ------------------------------------------------------------------------------------------------------------


def call_object(interpreter: Interpreter, value: Value, call: Call) -> Value:
    """A call of what is none: Python raises TypeError."""
    interpreter.escape(call.values)
    name = shown(value)
    kind = python_values.lacks(value, "__call__") or _kind_of_objects(value)
    if kind is not None:
        hint = ""
        if isinstance(value, tuple) and len(value) == 1:
            first = shown(resolve(value[0]))
            hint = (
                f": a comma after {first} has made it, without it there is no tuple"
                if first
                else ""
            )
        elif isinstance(function := getattr(call.node, "func", None), ast.Attribute):
            hint = f"; {ast.unparse(function)} is one"
        words = f"a value of type '{kind}' is not callable{hint}"
    elif (
        name is None
        or isinstance(value, TensorType)
        and (may_have_more(value) or value.kind not in _TENSORS)
    ):
        return TOP
    else:
        words = f"{name} is not callable"
        if isinstance(value, DType):
            words += f"; tf.cast(x, tf.{value}) makes a tensor of it"
    interpreter.refuse(call.node, "tf-call", words, _TYPE_ERROR)
    return TOP


#: What the classes of other libraries call the method that a call of their objects runs.
_CALLED: Final = ("call", "forward")
#: What makes objects stand for others.
STANDING: Final = ("__get__", "__getattribute__", "__class__", "__wrapped__")
#: Bases that give objects no call.
_UNCALLED: Final = ("builtins.object", "tensorflow.Module", "tftypes.Module")


def check_callable(interpreter: Interpreter, value: Instance, call: Call) -> None:
    """A call of an object of the program's: its class, and those that it derives from, say whether there is one."""
    cls = value.cls
    is_told = isinstance(cls, Class) and not cls.is_open and not may_be_derived(value)
    if not isinstance(cls, Class) or not is_told or cls.metaclass is not None:
        return
    others = [each for each in cls.externals if each not in _UNCALLED]
    if others or value.read(DERIVED) is not ABSENT or any(map(cls.find, STANDING)):
        return
    words = f"'{cls.name}' object is not callable"
    own = next((each for each in map(cls.find, _CALLED) if each is not None), None)
    method = resolve(own[0]) if own is not None else None
    if isinstance(method, Function):
        takes = ", ".join(method.code.positional)
        words += f"; def __call__({takes}) in place of {method.code.name}() makes it so"
    interpreter.refuse(call.node, "tf-call", words, _TYPE_ERROR)


def check_arguments(interpreter: Interpreter, name: str, call: Call) -> None:
    """A call of a function of Python's with a value that it never takes."""
    scalars.check_python(interpreter, name, call)
    mixed_texts.check_call(interpreter, name, call.args, call.node)
    untaken.check(interpreter, name, call)
    short = name.removeprefix("builtins.")
    for place, each in enumerate(call.args if short == "range" else call.args[:1]):
        kind = python_values.kind_of(resolve(each)) if name != short else None
        code = argument_of(call.node, place, "")
        if resolve(each) is None and short in python_values.TAKING and name != short:
            interpreter.refuse_nothing(code, "tf-value", f"{short}() takes no None")
        if kind is not None and (short, kind) in python_values.UNTAKEN:
            single = code.elts if isinstance(code, (ast.List, ast.Tuple)) else ()
            hint = f"; {ast.unparse(single[0])} is one" if len(single) == 1 else ""
            words = f"{short}() takes no {kind}{hint}"
            interpreter.refuse(call.node, "tf-value", words, _TYPE_ERROR)


def call_module(interpreter: Interpreter, name: str, node: ast.AST) -> Value:
    """`keras.layers(...)`: a module is not callable."""
    words = f"{name.replace('tensorflow.', 'tf.', 1)} is a module, and not callable"
    interpreter.refuse(node, "tf-call", words, _TYPE_ERROR)
    return TOP


# -- attributes ------------------------------------------------------------------------------------------------------


def check_called(interpreter: Interpreter, value: Bound, name: str, node: ast.AST) -> None:
    """A method of a tensor, a dataset or an object of Keras' is asked for what its result has: it was not called."""
    is_known = isinstance(value.receiver, (Dataset, TensorType)) and not may_have_more(
        value.receiver
    )
    is_keras = isinstance(value.receiver, Instance) and value.function != "__call__"
    is_keras = is_keras and str(class_name(value.receiver)).startswith("tensorflow.keras.")
    # A method may be a function of Python's, or one that is traced.
    is_own = name in dir(FunctionType) or interpreter.declared.member(_TRACED, name) is not None
    if (is_known or is_keras) and not is_own:
        words = (
            f"the method {value.function!r} has no attribute '{name}': {value.function}() calls it"
        )
        interpreter.refuse(node, "tf-attribute", words, "builtins.AttributeError")


# -- items ------------------------------------------------------------------------------------------------------------


def _has_item(value: Value, key: Value) -> bool:
    """Whether the elements of a dataset have an item under a key."""
    contents = contents_of(resolve(value.element)) if isinstance(value, Dataset) else None
    if isinstance(contents, Mapped):
        return key_in(contents.known, key) is not ABSENT
    return isinstance(contents, tuple) and isinstance(key, int) and -1 <= key < len(contents)


def _part_of_dataset(node: ast.Subscript) -> str:
    """What has the elements that an item or a slice of a dataset is meant to have."""
    key, data = node.slice, "dataset"
    if isinstance(node.value, (ast.Name, ast.Attribute)):
        data = ast.unparse(node.value)
    if not isinstance(key, ast.Slice):
        is_number = isinstance(key, ast.Constant) and isinstance(key.value, int) and key.value > 0
        more = f".skip({ast.unparse(key)})" if is_number else ""
        return f"next(iter({data}{more})) is {'that' if more else 'the first'} one"
    begin, end = key.lower, key.upper
    if begin is None and end is not None:
        return f"{data}.take({ast.unparse(end)}) has these"
    return f"{data}.skip({ast.unparse(begin)}) has the rest" if begin else f"{data} has them all"


def no_item_of_dataset(interpreter: Interpreter, value: Value, key: Value, node: ast.AST) -> Value:
    """A dataset is not subscriptable; in a function of `map` it is a window."""
    if value == Dataset(TOP):  # an annotation says so: people call lists of datasets so, too
        return TOP
    hint = "next(iter(dataset)) is the first one"
    scope, name = interpreter.current_scope, None
    if isinstance(node, ast.Subscript) and scope is not None and _has_item(value, resolve(key)):
        name = loop_names.element(scope, node.value, node)
    if name is not None and isinstance(node, ast.Subscript):
        hint = f"{name}[{ast.unparse(node.slice)}] is that of its element"
    elif interpreter.trace is not None:
        hint = "flat_map(lambda window: window.batch(size)) before it makes tensors of windows"
    elif isinstance(node, ast.Subscript):
        hint = _part_of_dataset(node)
    words = f"a Dataset has no items; {hint}"
    interpreter.refuse(node, "tf-value", words, "builtins.TypeError")
    return TOP


def no_item_of_dtype(interpreter: Interpreter, value: DType, key: Value, node: ast.AST) -> Value:
    """`tf.float32[2]`: a dtype has no items."""
    words = "a tf.DType is not subscriptable; tf.TensorSpec([2], tf.float32) is a spec of a shape"
    interpreter.refuse(node, "tf-value", words, _TYPE_ERROR)
    return TOP


def no_item_of_sparse(interpreter: Interpreter, value: TensorType, node: ast.AST) -> Value:
    """A sparse tensor is not subscriptable: `tf.sparse.slice` takes rows of it."""
    hint = None
    if isinstance(node, ast.Subscript):
        hint = _rows_of_sparse(value, node) or f"tf.sparse.to_dense(x)[{ast.unparse(node.slice)}]"
    words = "a SparseTensor is not subscriptable"
    interpreter.refuse(node, "tf-value", f"{words}; {hint}" if hint else words, _TYPE_ERROR)
    return TensorType(value.dtype, Shape.unknown())


def _rows_of_sparse(value: TensorType, node: ast.Subscript) -> str | None:
    """The call that takes the rows from one to another; None for other indices."""
    name, index, rank = ast.unparse(node.value), node.slice, value.shape.rank
    if not isinstance(index, ast.Slice) or index.step or index.upper is None or not rank:
        return None
    first, last = index.lower or ast.Constant(0), index.upper
    if isinstance(first, ast.UnaryOp) or isinstance(last, ast.UnaryOp):  # from the end
        return None
    ends = [getattr(each, "value", None) for each in (first, last)]
    known = [each for each in ends if isinstance(each, int)]
    if len(known) == 2:
        size = str(known[1] - known[0])
    elif isinstance(last, ast.BinOp) and isinstance(last.op, ast.Add) and _same(last.left, first):
        size = ast.unparse(last.right)
    else:
        size = ast.unparse(last if known == [0] else ast.BinOp(last, ast.Sub(), first))
    dims = [
        str(dim) if isinstance(dim, int) else f"{name}.shape[{axis}]"
        for axis, dim in enumerate(value.shape)
    ]
    starts = ", ".join([ast.unparse(first), *["0"] * (rank - 1)])
    return f"tf.sparse.slice({name}, [{starts}], [{', '.join([size, *dims[1:]])}])"


def _same(one: ast.AST, other: ast.AST) -> bool:
    return ast.dump(one) == ast.dump(other)


def no_items(interpreter: Interpreter, value: Instance, node: ast.AST) -> None:
    """Refuses `history["loss"]` where the class is not subscriptable, one of the program's, too."""
    if isinstance(value.cls, Class):
        if is_known(interpreter, value) and not interpreter.failures:
            words = f"'{value.cls.name}' object is not subscriptable"
            interpreter.refuse(node, "tf-value", words, _TYPE_ERROR)
    elif lacks(interpreter, value, "__getitem__"):
        interpreter.refuse(node, "tf-value", is_not("subscriptable", value), _TYPE_ERROR)


def check_generic(interpreter: Interpreter, cls: Value, node: ast.AST) -> None:
    """Refuses `float[32, 3]`: a builtin class that is not generic is not subscriptable."""
    if isinstance(cls, External) and cls.name in _NOT_GENERIC:
        words = f"the class {cls.name.removeprefix('builtins.')} is not subscriptable"
        interpreter.refuse(node, "tf-value", words, _TYPE_ERROR)


#: The values of Python's that have no items, but for a text.
OF_PYTHON: Final = (PyValue, bool, int, float, complex, Bound, Function)


def item_of_python(interpreter: Interpreter, value: Value, key: Value, node: ast.AST) -> Value:
    """An item of a value of Python's. Refuses `3[0]`."""
    kind, cls = python_values.lacks(value, "__getitem__"), str(class_name(value))
    if cls.startswith("tensorflow.") and isinstance(node, ast.Subscript):
        words = f"a {cls.replace('tensorflow.', 'tf.', 1)} is not subscriptable"
        hint = f"next({ast.unparse(node.value)}) is the next element"
        interpreter.refuse(node, "tf-value", f"{words}; {hint}", _TYPE_ERROR)
    if kind is not None:
        words = f"a value of type '{kind}' is not subscriptable"
        if kind == "method" and isinstance(node, ast.Subscript):
            words += f"; {ast.unparse(node.value)}() calls it"
        interpreter.refuse(node, "tf-value", words, _TYPE_ERROR)
    found = python_type(value)
    if isinstance(value, PyValue) and found == "float" and value.sure:
        interpreter.refuse(node, "tf-value", "a float is not subscriptable", _TYPE_ERROR)
    return PyValue(found) if found == "str" or found == "bytes" and isinstance(key, slice) else TOP


def check_place(interpreter: Interpreter, value: Value, key: Value, node: ast.AST) -> None:
    """Refuses a name where a list is asked for an item: its items have places."""
    kind = python_values.kind_of(value) or _kind_of_objects(value)
    if kind is None:
        return
    if isinstance(key, (str, float)):
        words = f"the indices of a {kind} are integers, got {key!r}"
        interpreter.refuse(node, "tf-value", words, _TYPE_ERROR)
    if isinstance(node, ast.Subscript) and _is_of_arrays(node.slice):
        words = f"the indices of a {kind} are integers, got {ast.unparse(node.slice)}"
        words += f"; {_of_items(value, node)}"
        interpreter.refuse(node, "tf-value", words, _TYPE_ERROR)
    if isinstance(key, tuple):
        words = f"the indices of a {kind} are integers, got {len(key)} together"
        words += f"; {_of_items(value, node)}" if isinstance(node, ast.Subscript) else ""
        interpreter.refuse(node, "tf-value", words, _TYPE_ERROR)


def _of_items(value: Value, node: ast.Subscript) -> str:
    """What takes items of the items of a list: of one array that has them all, or one after the other."""
    items, owner = getattr(value, "contents", value), ast.unparse(node.value)
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if not any(isinstance(each, ast.Slice) or _is_of_arrays(each) for each in parts):
        return "".join([owner, *(f"[{ast.unparse(each)}]" for each in parts)])
    shapes = [each.shape for each in items or () if isinstance(each, TensorType)]
    ranks = {each.rank for each in shapes}
    is_of_columns = len({each.dims for each in shapes}) > 1 == len(ranks) and None not in ranks
    array = f"np.concatenate({owner}, axis=-1)" if is_of_columns else f"np.array({owner})"
    return f"{array}[{', '.join(map(ast.unparse, parts))}]"


def _is_of_arrays(index: ast.expr) -> bool:
    """Whether no list takes an index: `...`, None, `np.newaxis`."""
    is_constant = isinstance(index, ast.Constant) and index.value in (..., None)
    return is_constant or getattr(index, "attr", None) == "newaxis"


def is_not(what: str, value: Instance) -> str:
    hint = _HOLDS.get(str(class_name(value)))
    return f"{shown(value)} is not {what}{f': {hint}' if hint else ''}"


CALLS: Final = dict.fromkeys(
    (Container, tuple, TensorType, Dataset, DType, Shape, bool, int, float, complex), call_object
)
