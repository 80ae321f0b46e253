"""The bridge to the op rules: engine values as rules take them, and back."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import lru_cache, partial
from typing import Final

from tftypes.algebra import UNKNOWN, DType, Expr, Shape, TensorType
from tftypes.algebra import Unknown as UnknownSize
from tftypes.inference import declarations as declared
from tftypes.inference.interpreter import compiled
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.library_classes import class_name
from tftypes.inference.lattice import join_all
from tftypes.inference.models.tensorflow.ops import (
    RULES,
    ListOf,
    OpError,
    PyValue,
    Rule,
    Unsure,
    keras_ops,
)
from tftypes.inference.models.tensorflow.ops.conversion import as_tensor
from tftypes.inference.models.tensorflow.ops.parsing import BadFeature, Feature
from tftypes.inference.models.tensorflow.ops.tnp import Behavior, assumed
from tftypes.inference.models.tensorflow.ops.values import PyType
from tftypes.inference.objects import (
    TOP,
    Container,
    External,
    Instance,
    Unknown,
    Value,
    held,
    resolve,
)
from tftypes.inference.state import ABSENT, Heap
from tftypes.inference.structs import Struct
from tftypes.inference.values import Mapped, Named, OneOf, Range, Seq, Tensor, is_static

#: What a rule takes as it is.
_PLAIN: Final = (
    TensorType,
    bool,
    int,
    float,
    str,
    bytes,
    complex,
    Expr,
    DType,
    Shape,
    PyValue,
    type(None),
    type(...),
    dict,  # of features, which are the rules' own
    Feature,
    BadFeature,
)
_PYTHON_TYPES: Final = {"builtins.bool", "builtins.int", "builtins.float", "builtins.complex"}
#: Modules whose names of dtypes are dtypes.
_DTYPE_MODULES: Final = {
    "numpy",
    "tensorflow",
    "tensorflow.dtypes",
    "tftypes",
    "tensorflow.experimental.numpy",
}
#: Names of dtypes in text, beside their own.
_TEXTS: Final = {"float": "float32", "double": "float64", "half": "float16"}
_DTYPE_NAMES: Final = {
    "half": "float16",
    "double": "float64",
    "single": "float32",
    "str_": "string",
    "bytes_": "string",
}


def to_rule(value: Value) -> Value:
    """A value as the op rules take it; what they do not know is UNKNOWN."""
    value = resolve(value)
    if isinstance(value, _PLAIN):
        return _believed(value) if type(value) is Tensor and value.kind == "array" else value
    if isinstance(value, tuple):
        return tuple(map(to_rule, value))
    if isinstance(value, Container):
        if value.kind in ("list", "deque"):
            found = value.contents
            return (
                [to_rule(each) for each in found] if isinstance(found, tuple) else _list_of(found)
            )
        return UNKNOWN
    if isinstance(value, Seq):
        return _list_of(value)
    if isinstance(value, Instance):
        inside = held(value)
        return UNKNOWN if inside is ABSENT else to_rule(inside)
    if isinstance(value, slice):
        return slice(to_rule(value.start), to_rule(value.stop), to_rule(value.step))
    if isinstance(value, Range):
        return _numbers(value)
    if isinstance(value, External):
        return PyType(value.name[9:]) if value.name in _PYTHON_TYPES else dtype_named(value.name)
    return UNKNOWN


#: The switch with the dtype that Keras reads the weights of floats in, while a layer computes in another one than they have.
AUTOCAST: Final = "keras autocast"


def as_read(interpreter: Interpreter, value: Value) -> Value:
    """A value as an op reads it, with the variables of Keras' in it cast."""
    dtype = interpreter.switches.read(AUTOCAST, None)
    return value if dtype is None else _cast(value, dtype)


def _cast(value: Value, dtype: DType) -> Value:
    if isinstance(value, (tuple, list)):
        return type(value)(_cast(each, dtype) for each in value)
    is_weight = isinstance(value, TensorType) and class_name(value) == "tensorflow.keras.Variable"
    return TensorType(dtype, value.shape) if is_weight and value.dtype.is_floating else value


def to_size(value: Value) -> Value:
    """A value as the op rules take it where a shape is asked for: parameters in it that nobody knows are sizes."""
    value = resolve(value)
    items = value.contents if isinstance(value, Container) and value.kind == "list" else value
    if not isinstance(items, tuple):
        return to_rule(value)
    return [each.size if type(each) is Unknown else to_size(each) for each in map(resolve, items)]


#: Parameters of ops that take shapes and sizes.
_SHAPES: Final = frozenset(
    ("shape", "dims", "size", "output_shape", "dense_shape", "target_shape", "multiples", "begin", "num_or_size_splits")
)  # fmt: skip


@lru_cache(maxsize=2048)
def _shape_parameters(rule: Rule) -> tuple[tuple[int, str], ...]:
    """The parameters of an op that take shapes and sizes, by their place and name."""
    names = [name for name in rule.signature.parameters if name != "cls"]
    return tuple((i, name) for i, name in enumerate(names) if name in _SHAPES)


def _believed(value: Tensor) -> TensorType:
    """An array, without its contents where somebody has written to its memory."""
    memory = value.history
    if isinstance(memory, Heap) and memory.read("written") is not ABSENT:
        return TensorType(value.dtype, value.shape, "array")
    return value


def _list_of(seq: Seq) -> Value:
    item = to_rule(join_all((*seq.prefix, seq.rest)))
    return UNKNOWN if item is UNKNOWN else ListOf(item)


def _numbers(value: Range) -> Value:
    parts = value.start, value.stop, value.step
    if all(isinstance(each, int) for each in parts) and value.step:
        numbers = range(*parts)
        if len(numbers) <= 256:
            return list(numbers)
    return ListOf(PyValue("int"))


def dtype_named(full: str) -> Value:
    """The dtype of a library's name, UNKNOWN where it names something else."""
    module, _, name = full.rpartition(".")
    if module not in _DTYPE_MODULES:
        return UNKNOWN
    try:
        return DType.of(_DTYPE_NAMES.get(name, name.rstrip("_")))
    except ValueError:
        return UNKNOWN


def as_dtype(value: Value) -> DType | None:
    """The dtype that an argument names, None where it is not a dtype that is known."""
    found = to_rule(value)
    if isinstance(found, PyType):
        return DType.of(
            {"bool": "bool", "int": "int32", "float": "float32", "complex": "complex128"}[
                found.name
            ]
        )
    if isinstance(found, str):
        try:
            return DType.of(_TEXTS.get(found, found))
        except ValueError:
            return None
    return found if isinstance(found, DType) else None


def from_rule(
    interpreter: Interpreter, value: Value, args: Sequence[Value] = (), op: str = ""
) -> Value:
    """A rule's result as a value of the engine; tensors belong to the trace that is running."""
    if isinstance(value, TensorType):
        return interpreter.made(value, args, op)
    if isinstance(value, UnknownSize):
        return TOP
    if isinstance(value, list):
        return interpreter.list(tuple(from_rule(interpreter, each, args, op) for each in value))
    if isinstance(value, tuple):
        return tuple(from_rule(interpreter, each, args, op) for each in value)
    if isinstance(value, dict):
        made = {key: from_rule(interpreter, each, args) for key, each in value.items()}
        return interpreter.list(Mapped(made), "dict")
    if isinstance(value, ListOf):
        return interpreter.list(Seq((), from_rule(interpreter, value.item, args, op)))
    return value


#: What makes a tensor of a `TensorShape`, which is refused where a size is open until the graph runs.
_OF_WHOLE_SHAPES: Final = frozenset(
    f"tensorflow.{name}"
    for name in (
        "zeros", "ones", "fill", "reshape", "broadcast_to", "random.normal", "random.uniform",
        "random.truncated_normal", "random.stateless_normal", "random.stateless_uniform",
    )
)  # fmt: skip


def _with_nones(value: Value) -> Value:
    """A shape as Python sees it, where it has open sizes: these are None."""
    dims = value.dims if isinstance(value, Shape) else None
    if dims is None or all(not isinstance(each, Expr) or is_static(each) for each in dims):
        return value
    return [None if isinstance(each, Expr) and not is_static(each) else each for each in dims]


def apply_rule(
    interpreter: Interpreter,
    rule: Rule,
    args: Sequence[Value],
    kwargs: Mapping[str, Value],
    node: ast.AST,
) -> Value:
    """What an op makes of its arguments."""
    values = [*args, *kwargs.values()]
    if any(type(each) is OneOf for each in map(resolve, values)):
        count, names = len(args), list(kwargs)
        return interpreter.each(
            lambda *ways: apply_rule(
                interpreter, rule, ways[:count], dict(zip(names, ways[count:])), node
            ),
            *map(resolve, values),
        )
    if interpreter.trace is not None:
        compiled.check_op(interpreter, rule.fullname, values)
    if any(map(holds_struct, values)):
        return interpreter.tables.structural(interpreter, rule, args, kwargs, node)
    given = [as_read(interpreter, to_rule(each)) for each in args]
    named = {name: as_read(interpreter, to_rule(each)) for name, each in kwargs.items()}
    for place, name in _shape_parameters(rule):
        if place < len(given):
            given[place] = to_size(args[place])
        elif name in named:
            named[name] = to_size(kwargs[name])
    if interpreter.trace is not None and rule.fullname in _OF_WHOLE_SHAPES:
        given = list(map(_with_nones, given))
        named = {name: _with_nones(each) for name, each in named.items()}
    if _has_symbol((*given, *named.values())):
        return interpreter.tables.symbolic(interpreter, rule.fullname, args, kwargs, node)
    if rule.of_class:
        given.insert(0, None)
    count, names = len(given), list(kwargs)
    switched = _switched(interpreter)

    def apply(*parts: Value) -> Value:
        with switched():
            return rule.apply(
                parts[:count], dict(zip(names, parts[count:])), lambda: written(node, rule)
            )

    result = interpreter.certain(
        apply,
        [*given, *named.values()],
        node,
        failed=TensorType.unknown(),
    )
    dtypes = {each.dtype for each in values if isinstance(each, TensorType)}
    if len(dtypes) > 1 and interpreter.switches.read("dtypes convert", False):
        result = _of_some_dtype(result)
    made = from_rule(interpreter, result, values, rule.fullname)
    return with_names(interpreter, rule.fullname, made) if type(made) is tuple else made


#: The switch of the process with Keras' default float.
FLOATX: Final = "keras floatx"


def _switched(interpreter: Interpreter) -> Callable[[], AbstractContextManager[None]]:
    """The rules under the present switches of the process."""
    behavior = interpreter.switches.read("numpy_behavior", Behavior.OFF)
    floatx = interpreter.switches.read(FLOATX, None)

    if floatx is None:
        return partial(assumed, (behavior,))
    return partial(_with_floatx, behavior, floatx)


@contextmanager
def _with_floatx(behavior: Behavior, floatx: DType) -> Iterator[None]:
    with assumed((behavior,)), keras_ops.assumed(floatx):
        yield


def holds_struct(value: Value) -> bool:
    """Whether it is a struct, or a list or tuple with one."""
    value = resolve(value)
    if isinstance(value, Container):
        value = value.contents if value.kind == "list" else None
    if isinstance(value, Seq):
        value = (*value.prefix, value.rest)
    if isinstance(value, tuple):
        return any(type(resolve(each)) is Struct for each in value)
    return type(value) is Struct


def _of_some_dtype(result: Value) -> Value:
    """A result of operands that were converted to a common dtype."""
    if isinstance(result, TensorType):
        return TensorType(DType.any(), result.shape, result.kind)
    return tuple(map(_of_some_dtype, result)) if isinstance(result, tuple) else result


def with_names(interpreter: Interpreter, op: str, results: tuple[Value, ...]) -> Value:
    """Several results of an op, which the stubs may give names: `tf.math.top_k(x).indices`."""
    if op not in interpreter.result_names:
        interpreter.result_names[op] = _result_names(interpreter, op)
    names = interpreter.result_names[op]
    return Named(results, names) if len(names) == len(results) else results


def _result_names(interpreter: Interpreter, op: str) -> tuple[str, ...]:
    entry = interpreter.declared.find(op)
    returns = entry.overloads[0].returns if isinstance(entry, declared.Function) else None
    member = interpreter.declared.member((returns or "").partition("[")[0], "__new__")
    if member is None or not isinstance(member.entry, declared.Function):
        return ()
    return tuple(each.name for each in member.entry.overloads[0].parameters[1:])


def _has_symbol(values: Sequence[Value]) -> bool:
    """Whether one of Keras' symbols is among what a rule gets."""
    for each in values:
        if isinstance(each, TensorType):
            if each.kind == "symbol":
                return True
        elif isinstance(each, (list, tuple)) and _has_symbol(each):
            return True
    return False


def written(node: ast.AST, rule: Rule) -> str:
    """The op's name as the program writes it."""
    if isinstance(node, ast.Call) and isinstance(node.func, (ast.Attribute, ast.Name)):
        text = ast.unparse(node.func)
        if text.rpartition(".")[2] == rule.fullname.rpartition(".")[2] or text.startswith("tf."):
            return text
    return rule.shown


def named_rule(name: str) -> Rule | None:
    return RULES.get(name)


def tensor_of(value: Value) -> TensorType | None:
    """The tensor that TensorFlow converts a value to; None where that is not known."""
    found = to_rule(value)
    if found is UNKNOWN or isinstance(resolve(value), (Instance, OneOf)):
        return None
    try:
        made = as_tensor(found)
    except (OpError, Unsure):
        return None
    if isinstance(found, Tensor) and isinstance(made, TensorType) and made.kind == "tensor":
        return Tensor.of(made, trace=found.trace, sources=found.sources, history=found.history)
    return made
