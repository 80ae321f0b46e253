"""Calls of ops that have a rule."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import partial
from typing import Final

from tftypes.algebra import UNKNOWN, DType, TensorType
from tftypes.algebra.tensors import Kind
from tftypes.inference import declarations as declared
from tftypes.inference.graphs import LAYER, STEPS
from tftypes.inference.interpreter import compiled
from tftypes.inference.interpreter.arguments import argument_of, items_of
from tftypes.inference.interpreter.declared_values import returned
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.library_classes import class_name, line
from tftypes.inference.interpreter.operands import operands
from tftypes.inference.interpreter.rules import from_rule, named_rule, tensor_of
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.tensorflow.ops import OpError, Rule, Unsure, keras_ops, operators
from tftypes.inference.models.tensorflow.ops.accepted import Other, refuse_others
from tftypes.inference.models.tensorflow.ops.tnp import Behavior, assumed, is_assumed
from tftypes.inference.models.tensorflow.ops.values import FLOAT32, differ
from tftypes.inference.objects import (
    TOP,
    Class,
    Container,
    External,
    Function,
    Instance,
    Module,
    Trace,
    Value,
    is_iterator,
    resolve,
)
from tftypes.inference.structs import Struct
from tftypes.inference.values import (
    OF_RAGGED,
    Bound,
    Dataset,
    Mapped,
    Named,
    OneOf,
    Seq,
    Tensor,
    is_mixed,
    may_be_ragged,
    may_have_more,
)


def by_rule(interpreter: Interpreter, call: Call) -> Value:
    """What the rule of the op that is called makes of its arguments."""
    rule = named_rule(call.name)
    assert rule is not None
    return apply_rule(interpreter, rule, call)


def apply_rule(interpreter: Interpreter, rule: Rule, call: Call) -> Value:
    """What an op makes of its arguments."""
    values = call.values
    if any(type(each) is OneOf for each in map(resolve, values)):
        return interpreter.each(
            lambda *ways: apply_rule(interpreter, rule, call.with_values(ways)),
            *map(resolve, values),
        )
    if interpreter.trace is not None:
        compiled.check_op(interpreter, rule.fullname, values)
    if any(holds(Struct, each) for each in values):
        return interpreter.tables.structural(interpreter, rule, call)
    given, named = operands(interpreter, rule, call)
    if _has_symbol((*given, *named.values())):
        return interpreter.tables.symbolic(interpreter, rule.fullname, call)
    if any(other_than_tensor(interpreter, each) is not None for each in values):
        if _refuses(interpreter, rule, call) or any(holds(Dataset, each) for each in values):
            return TOP
    if rule.of_class:
        given.insert(0, None)
    count, names = len(given), list(call.kwargs)
    switched = _switched(interpreter)

    def apply(*parts: Value) -> Value:
        def made(parts: Sequence[Value]) -> Value:
            named = dict(zip(names, parts[count:]))
            return rule.apply(parts[:count], named, lambda: written(call.node, rule))

        with switched():
            try:
                return made(parts)
            except OpError:
                found = _of_another_kind(made, parts) if any(map(may_be_ragged, parts)) else UNKNOWN
                if found is UNKNOWN:
                    raise
                return found

    failed = TensorType.unknown()
    result = interpreter.certain(
        apply, [*given, *named.values()], call.node, failed=failed, op=rule.fullname
    )
    if result is failed:
        return _declared_result(interpreter, rule.fullname, failed)
    dtypes = {each.dtype for each in values if isinstance(each, TensorType)}
    if len(dtypes) > 1 and interpreter.switches.read("dtypes convert", False):
        result = _of_some_dtype(result)
    made = from_rule(interpreter, result, values, rule.fullname)
    if rule.passed_on:
        made = of_ragged(made, (*given, *named.values()))
    return with_names(interpreter, rule.fullname, made) if type(made) is tuple else made


def _declared_result(interpreter: Interpreter, op: str, otherwise: Value) -> Value:
    """What an op would give that is refused: a list of tensors is no tensor to iterate over."""
    entry = interpreter.declared.find(op)
    found = returned(interpreter, entry) if isinstance(entry, declared.Function) else TOP
    return otherwise if found is TOP else found


def of_ragged(made: Value, operands: Sequence[Value]) -> Value:
    """What an op makes that passes raggedness on."""
    is_dense = isinstance(made, TensorType) and made.kind == "tensor"
    is_told = is_dense and not may_have_more(made) and not is_mixed(made)  # it may be anything
    return Tensor.of(made, history=OF_RAGGED) if is_told and _has_ragged(operands) else made


def _has_ragged(operand: Value) -> bool:
    """Whether an operand, or one of a list, may be ragged."""
    if isinstance(operand, (list, tuple)):
        return any(map(_has_ragged, operand))
    return may_be_ragged(operand)


def _of_another_kind(made: Callable[[Sequence[Value]], Value], parts: Sequence[Value]) -> Value:
    """What an op makes of its operands if they are ragged or sparse where that is not known; UNKNOWN if it takes none.

    Raises Unsure where it takes both.
    """
    found = UNKNOWN
    for kind in _OTHER_KINDS:
        others = [
            TensorType(each.dtype, each.shape, kind) if may_be_ragged(each) else each
            for each in parts
        ]
        with suppress(OpError):
            result = made(others)
            if found is not UNKNOWN and result is not UNKNOWN:
                raise Unsure
            found = found if result is UNKNOWN else result
    return found


_OTHER_KINDS: Final[tuple[Kind, ...]] = ("ragged", "sparse")


#: The switch of the process with Keras' default float.
FLOATX: Final = "keras floatx"
#: The one that says where images have their channels.
FORMAT: Final = "keras data format"


def _switched(interpreter: Interpreter) -> Callable[[], AbstractContextManager[None]]:
    """The rules under the present switches of the process."""
    behavior = interpreter.switches.read("numpy_behavior", Behavior.OFF)
    floatx = interpreter.switches.read(FLOATX, None)
    data_format = interpreter.switches.read(FORMAT, None)
    if floatx is None and data_format is None:
        return nullcontext if is_assumed(behavior) else partial(assumed, (behavior,))
    return partial(
        _configured, behavior, floatx or FLOAT32, data_format or keras_ops.default_format()
    )


@contextmanager
def _configured(behavior: Behavior, floatx: DType, data_format: Value) -> Iterator[None]:
    with assumed((behavior,)), keras_ops.assumed(floatx, data_format=data_format):
        yield


def holds(kind: type, value: Value) -> bool:
    """Whether it is one of a kind, a struct or a data set, or a list or tuple with one."""
    value = resolve(value)
    if isinstance(value, Container):
        value = value.contents if value.kind == "list" else None
    if isinstance(value, Seq):
        value = (*value.prefix, value.rest)
    if isinstance(value, tuple):
        return any(type(resolve(each)) is kind for each in value)
    return type(value) is kind


#: What gives an object a tensor, in the program's own classes.
_CONVERTING: Final = ("__array__", "__tf_tensor__", "__array_interface__", "__len__")


def other_than_tensor(
    interpreter: Interpreter, value: Value, written: ast.AST | None = None
) -> Other | None:
    """What is no tensor, or what is none in a list or tuple."""
    value = resolve(value)
    if isinstance(value, (TensorType, int, str)):
        return None
    if isinstance(value, Container) and value.kind == "dict":
        return Other("dict", "a dict", items_of(value, written))
    is_view = isinstance(value, Container) and value.kind.startswith("dict_")
    if is_view or is_iterator(value):
        listed = "list(x)" if written is None else f"list({ast.unparse(written)})"
        if isinstance(written, ast.GeneratorExp):
            listed = ast.unparse(ast.ListComp(written.elt, written.generators))
        kind, told = ("view", "a view of a dict") if is_view else ("iterator", "an iterator")
        return Other(kind, told, f"{listed} has its items")
    if isinstance(value, Container):
        value = value.contents if value.kind == "list" else None
    if isinstance(value, tuple):
        found = (
            other_than_tensor(interpreter, each) for each in value if not _is_row(each, value[0])
        )
        return next(filter(None, found), None)
    if isinstance(value, Dataset):
        hint = "dataset.map(function) does it to each element"
        return Other("dataset", "a tf.data.Dataset", hint)
    if isinstance(value, Module):
        return Other("object", f"the module {value.name}")
    if isinstance(value, External) and interpreter.declared.is_module(value.name):
        return Other("object", f"the module {value.name.replace('tensorflow', 'tf', 1)}")
    if isinstance(value, Function):
        name = "a lambda" if value.code.name == "<lambda>" else f"the function {value.code.name}"
        return Other("object", name, None if written is None else "a call of it may give one")
    if isinstance(value, Bound):
        code = "x.method" if written is None else ast.unparse(written)
        return Other("object", f"the method {code}", f"{code}() calls it")
    return _layer(interpreter, value, written)


def _is_row(value: Value, first: Value) -> bool:
    """Whether a dict in a list may be read as a row of its keys, as many as the first item has parts."""
    value, first = resolve(value), resolve(first)
    if value is first or not isinstance(value, Container) or value.kind != "dict":
        return False
    made, keys = tensor_of(first), value.contents
    if made is None or not made.shape.rank:
        return made is None or made.shape.rank is None
    is_told = isinstance(keys, Mapped) and keys.is_whole
    return not (is_told and differ(made.shape[0], len(keys.known)))


def _layer(interpreter: Interpreter, value: Value, written: ast.AST | None) -> Other | None:
    """A layer or a model."""
    if not isinstance(value, Instance) or "tensorflow.keras.Layer" not in line(interpreter, value):
        return None
    own = value.cls if isinstance(value.cls, Class) else None
    if own is not None and any(map(own.find, _CONVERTING)):
        return None
    name = str(class_name(value)).rpartition(".")[2] if own is None else own.name
    code = "layer" if written is None else ast.unparse(written)
    return Other("object", f"the layer {name}", f"{code}(...) is what it makes of a tensor")


def _refuses(interpreter: Interpreter, rule: Rule, call: Call) -> bool:
    """Whether an op is given what it makes no tensor of, which is reported."""
    others = {}
    for place, (name, each) in enumerate((rule.bound(call.args, call.kwargs) or {}).items()):
        other = other_than_tensor(interpreter, each, argument_of(call.node, place, name))
        if other is not None:
            others[name] = other
    try:
        refuse_others(rule, others)
    except OpError as error:
        found = error.complete(f"{written(call.node, rule)}()", {})
        interpreter.refuse(call.node, found.code, str(found))
        return True
    return False


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


#: Ops whose results have names that no stub says.
_NAMED: Final = {
    "tensorflow.nn.isotonic_regression": ("output", "segments"),
    "tensorflow.keras.ops.qr": ("q", "r"),
    "tensorflow.keras.ops.top_k": ("values", "indices"),
}


def _result_names(interpreter: Interpreter, op: str) -> tuple[str, ...]:
    entry = interpreter.declared.find(op)
    returns = entry.overloads[0].returns if isinstance(entry, declared.Function) else None
    cls = interpreter.declared.find((returns or "").partition("[")[0])
    names = _NAMED.get(op, cls.members if isinstance(cls, declared.Class) else ())
    return tuple(each for each in names if not each.startswith("__"))


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


def is_of_layer(trace: Trace | None) -> bool:
    """Whether a layer is called on symbols: there a layer can be what mends an operand."""
    return trace is not None and trace.kind is LAYER


def is_of_step(trace: Trace | None) -> bool:
    """Whether a model is run: symbols have no values there."""
    return trace is not None and trace.root.kind in STEPS.values()


def of_operator(trace: Trace | None, sign: str, left: Value, right: Value) -> Value:
    """What an operator makes of tensors. Of shapes that do not fit, a kernel raises one exception, a graph another."""
    try:
        return operators.binary(sign, left, right, is_of_layer(trace))
    except OpError as error:
        if error.code in ("tf-shape", "tf-rank") and error.exception is None:
            name = (
                "tensorflow.errors.InvalidArgumentError" if trace is None else "builtins.ValueError"
            )
            error.exception = name
        raise
