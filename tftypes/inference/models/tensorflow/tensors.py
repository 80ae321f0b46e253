"""Attributes and methods that all tensors have; what a graph's tensors have not."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from typing import Final

from tftypes.algebra import DType, Shape, ShapeMismatch, TensorType, merge
from tftypes.algebra.tensors import OPERATORS
from tftypes.inference.interpreter import arrays
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.open_modules import runs_alone
from tftypes.inference.interpreter.rules import from_rule, to_rule
from tftypes.inference.interpreter.symbols import in_graph
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model, giving
from tftypes.inference.models.tensorflow.ops import OpError, PyValue, Unsure
from tftypes.inference.models.tensorflow.ops.attributes import ATTRIBUTES
from tftypes.inference.models.tensorflow.ops.attributes import attribute as rule_attribute
from tftypes.inference.models.tensorflow.ops.values import is_number
from tftypes.inference.models.tensorflow.ragged_shapes import static_shape
from tftypes.inference.models.tensorflow.specs import as_shape
from tftypes.inference.models.tensorflow.structures import leaves
from tftypes.inference.objects import (
    TOP,
    Container,
    Instance,
    Value,
    is_unknown,
    python_type,
    resolve,
)
from tftypes.inference.values import Changed, OneOf, Tensor, has_no_value, is_symbol, may_have_more


def shape_of(interpreter: Interpreter, value: TensorType) -> Value:
    return value.shape


def dtype_of(interpreter: Interpreter, value: TensorType) -> Value:
    return value.dtype


def rank_of(interpreter: Interpreter, value: TensorType) -> Value:
    return PyValue("int") if value.shape.rank is None else value.shape.rank


def of_known(
    read: Callable[[Interpreter, TensorType], Value],
) -> Callable[[Interpreter, Value], Value]:
    """Of what is declared to be a variable, and no more is known of it, an attribute is not known."""
    return lambda interpreter, value: (
        read(interpreter, value) if isinstance(value, TensorType) else TOP
    )


#: What the type of a tensor or variable says.
OF_TYPE: Final = {"shape": of_known(shape_of), "dtype": of_known(dtype_of)}


def _composite(name: str, interpreter: Interpreter, value: TensorType) -> Value:
    """A part of a ragged or sparse tensor, of slices or of a linear operator, by the rules."""
    return from_rule(interpreter, rule_attribute(value.kind, name, value), [value], name)


def _with_values(interpreter: Interpreter, value: TensorType) -> str:
    """What does without the value of a tensor in the graph that is traced, or gives it outside of that."""
    ended = value.trace if isinstance(value, Tensor) else None
    gives = None if ended is None else ended.root.kind.gives
    if interpreter.trace is None and gives is not None:
        return gives
    other = None if interpreter.trace is None else interpreter.trace.root.kind.with_values
    return _WITHOUT if other is None else f"{_WITHOUT}, and {other}"


_WITHOUT: Final = "leave out .numpy(): TensorFlow's functions take the tensor itself"


def _numpy(interpreter: Interpreter, call: Call) -> Value:
    value: TensorType = in_graph(interpreter, call.receiver)
    is_of_session = value.kind == "variable" and interpreter.session_graph is not None
    if is_of_session or has_no_value(value):
        hint = (
            _with_values(interpreter, value) if is_symbol(value) else f"{_run(call)} is its value"
        )
        interpreter.refuse(
            call.node,
            "tf-trace",
            f"a symbolic tensor has no .numpy(): {TensorType(value.dtype, value.shape)} gets its value when the graph"
            f" runs; {hint}",
            "builtins.AttributeError",
        )
        return TOP
    if value.kind not in ("tensor", "variable"):
        raise Unsure
    return arrays.of_tensor(interpreter, value)


def _run(call: Call) -> str:
    """The call of a session that gives the value of what a method is called on."""
    function = call.node.func if isinstance(call.node, ast.Call) else None
    return (
        f"sess.run({ast.unparse(function.value) if isinstance(function, ast.Attribute) else 'x'})"
    )


def _eval(interpreter: Interpreter, call: Call) -> Value:
    """`x.eval()`: only a session gives the value of a tensor so. Raises OpError where there is none for sure."""
    value: TensorType = call.receiver
    function = call.node.func if isinstance(call.node, ast.Call) else None
    is_sure = interpreter.is_eager and not may_have_more(value) and runs_alone(interpreter)
    if is_sure and isinstance(function, ast.Attribute):
        name = ast.unparse(function.value)
        words, hint = "the program runs eagerly, so the tensor has its value", f"{name}.numpy()"
        raise OpError("tf-attribute", words, hint=hint, exception="builtins.RuntimeError")
    return TOP


def _refuse_symbols(interpreter: Interpreter, given: Value) -> None:
    """A size that is told is a number: a tensor of a graph has none yet."""
    told = leaves(interpreter, given)
    if not any(_is_of_graph(interpreter, each) for each in told):
        return
    size = told[0].shape[0] if len(told) == 1 and told[0].shape.rank == 1 else None
    sizes = told if len(told) > 1 else [None] * size if is_number(size) else []
    shown = [str(each) if is_number(each) else "None" for each in sizes]
    words = "expected ints and None, got a tensor of the graph, which has no value yet"
    hint = f".set_shape([{', '.join(shown)}]) tells the rank" if shown else None
    raise OpError("tf-trace", words, hint=hint, exception="builtins.TypeError")


def _is_of_graph(interpreter: Interpreter, value: Value) -> bool:
    if type(value) is not Tensor:
        return False
    is_variable = value.kind == "variable" and interpreter.trace is not None
    return is_variable or value.kind == "tensor" and is_symbol(value)


def _set_shape(interpreter: Interpreter, call: Call) -> Value:
    """The tensor is the same, with more known of it."""
    value: TensorType = call.receiver
    _refuse_symbols(interpreter, call.get(0, "shape"))
    shape = as_shape(call.get(0, "shape"))

    def merged(of: TensorType, told: Shape) -> Shape:
        try:
            return merge(of.shape, told)
        except ShapeMismatch as error:
            raise OpError("tf-shape", f"set_shape(): {error}: the tensor is {of}") from None

    known = interpreter.certain(merged, [value, shape], call.node, op="set_shape")
    if not isinstance(known, Shape):
        return None
    trace, sources = (value.trace, value.sources) if isinstance(value, Tensor) else (None, None)
    made = Tensor(value.dtype, known, value.kind, value.value, trace=trace, sources=sources)
    return Changed(made, call.node)


def _identity(interpreter: Interpreter, call: Call) -> Value:
    value: TensorType = call.receiver
    return interpreter.made(value, [value], "identity")


def _is_tensor(interpreter: Interpreter, call: Call) -> Value:
    value = resolve(call.get(0, "x"))
    if isinstance(value, TensorType):
        return value.kind not in ("array", "spec")
    if is_unknown(value) or isinstance(value, (Instance, OneOf)):
        return PyValue("bool")
    known = value is None or python_type(value) is not None or isinstance(value, (tuple, Container))
    return False if known else PyValue("bool")


def _is_sparse(interpreter: Interpreter, call: Call) -> Value:
    value = resolve(call.get(0, "tensor"))
    return value.kind == "sparse" if isinstance(value, TensorType) else PyValue("bool")


def _print(interpreter: Interpreter, call: Call) -> Value:
    """`tf.print()`: an operation of the graph that is made, nothing eagerly."""
    interpreter.certain(lambda *_: None, call.args, call.node, op="tensorflow.print")
    if interpreter.trace is None and not interpreter.is_eager:
        return TOP
    return None if interpreter.is_eager else interpreter.instance("tensorflow.Operation")


FUNCTIONS: Final[dict[str, Model]] = {
    "tensorflow.is_tensor": _is_tensor,
    "tensorflow.print": _print,
    "tensorflow.keras.backend.is_sparse": _is_sparse,
}
#: What arrays, variables and the tensors of other libraries have, with what does its work on a tensor.
_ELSEWHERE: Final = {
    **{name: f"tf.reduce_{name}(x) does it" for name in ("all", "any", "max", "mean", "min", "prod", "sum")},
    **{name: f"tf.{name}(x) does it" for name in ("round", "size", "squeeze", "transpose")},
    **{name: f"tf.{name}(x, axis) does it" for name in ("argmax", "argmin", "cumsum")},
    **{name: f"tf.math.reduce_{full}(x) does it" for name, full in (("std", "std"), ("var", "variance"))},
    **dict.fromkeys(("assign", "assign_add", "assign_sub"), "a tf.Variable has it: tf.Variable(x)"),
    **dict.fromkeys(("concat", "gather", "stack", "unstack"), "a tf.TensorArray has it; a tf.function returns array.stack(), not the array"),
    **{name: f"tf.strings.{name}(x) does it" for name in ("lower", "upper", "strip")},
    "replace": "tf.strings.regex_replace(x, pattern, rewrite) does it",
    "T": "tf.transpose(x) is it",
    "append": "tf.concat([x, [item]], 0) does it",
    "astype": "tf.cast(x, dtype) does it",
    "clip": "tf.clip_by_value(x, low, high) does it",
    "copy": "tf.identity(x) does it",
    "detach": "tf.stop_gradient(x) does it",
    "expand_dims": "tf.expand_dims(x, axis) does it",
    "flatten": "tf.reshape(x, [-1]) does it",
    "item": "x.numpy().item() is the number",
    "permute": "tf.transpose(x, perm) does it",
    "repeat": "tf.repeat(x, count) does it",
    "reshape": "tf.reshape(x, shape) does it",
    **dict.fromkeys(("to_list", "tolist"), "x.numpy().tolist() does it"),
    "to_sparse": "tf.sparse.from_dense(x) does it",
    "to_tensor": "it is one, leave out .to_tensor()",
    "split": "tf.strings.split(x, sep) does it for texts, tf.split(x, count) for numbers",
    "unsqueeze": "tf.expand_dims(x, axis) does it",
    "view": "tf.reshape(x, shape) does it",
}  # fmt: skip


_DENSE: Final = LibraryClass(
    methods={
        "numpy": _numpy,
        "eval": _eval,
        "get_shape": lambda _, call: call.receiver.shape,
        "set_shape": _set_shape,
        "cpu": _identity,
        "gpu": _identity,
    },
    attributes={
        **OF_TYPE,
        "ndim": rank_of,
        "name": giving(PyValue("str")),
        "device": giving(PyValue("str")),
        "op": giving(TOP),
        "graph": giving(TOP),
    },
    gone=lambda _, name: _ELSEWHERE.get(name),
)
_COMPOSITES: Final[dict[str, str]] = {
    "ragged": "tensorflow.RaggedTensor",
    "sparse": "tensorflow.SparseTensor",
    "indexed_slices": "tensorflow.IndexedSlices",
    **{name: f"tensorflow.linalg.{name}" for name in OPERATORS},
}


def _of_composite(kind: str) -> LibraryClass:
    parts = {name: partial(_composite, name) for one, name in ATTRIBUTES if one == kind}
    if kind in OPERATORS:
        return LibraryClass(attributes={"dtype": dtype_of, **parts})
    shape = static_shape if kind == "ragged" else shape_of
    return LibraryClass(
        methods={"get_shape": lambda interpreter, call: shape(interpreter, call.receiver)},
        attributes={"shape": shape, "dtype": dtype_of, **parts},
    )


#: Attributes to which nobody can assign, and what makes a tensor with what is assigned.
_ASSIGNED: Final = {
    "shape": "tf.reshape({}, {})",
    "dtype": "tf.cast({}, {})",
    "name": "tf.identity({}, {})",
    **dict.fromkeys(("device", "graph", "ndim", "op"), ""),
}


def _set_attribute(
    interpreter: Interpreter, value: TensorType, name: str, new: Value, node: ast.AST
) -> None:
    """A tensor says its shape and dtype, and nobody can say them otherwise; other attributes are the program's."""
    if value.kind in ("array", "symbol", "spec") or name not in _ASSIGNED or may_have_more(value):
        return
    words, told = f"the attribute {name!r} of a {value.kind} cannot be set", to_rule(new)
    is_told = value.kind == "tensor" and isinstance(told, (tuple, list, DType, str))
    if is_told and _ASSIGNED[name] and isinstance(node, ast.Attribute):
        shown = f"tf.{told}" if isinstance(told, DType) else repr(told)
        x = ast.unparse(node.value)
        words += f"; {x} = {_ASSIGNED[name].format(x, shown)}"
    interpreter.refuse(node, "tf-attribute", words, "builtins.AttributeError")


ATTRIBUTE_WRITES: Final = {TensorType: _set_attribute}
CLASSES: Final = {
    "tensorflow.Tensor": _DENSE,
    "tensorflow._bases.Dense": _DENSE,
    **{name: _of_composite(kind) for kind, name in _COMPOSITES.items()},
}
