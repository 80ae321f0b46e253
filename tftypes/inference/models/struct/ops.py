"""TensorFlow's ops on structs: what one does to a tensor of the struct's shape, it does to the struct.

The rules of the ops are asked about such a tensor. Its dtype is none, so that in what a rule returns the tensors that
were structs can be told from the others.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any, Final

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType, dtypes
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.op_calls import holds, written
from tftypes.inference.interpreter.rules import as_dtype, from_rule, to_rule
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.lattice import any_of
from tftypes.inference.models.tensorflow.ops import RULES, ListOf, OpError, Rule
from tftypes.inference.objects import TOP, Value, resolve
from tftypes.inference.structs import (
    STANDING_IN,
    Field,
    Schema,
    Struct,
    is_proxy,
    mapped,
    of_proxies,
    proxies,
    reshaped,
    together,
)
from tftypes.inference.values import Seq, unlisted

#: The ops that structs implement, of those that have a rule.
OPS: Final = frozenset(
    f"tensorflow.{name}"
    for name in (
        "boolean_mask", "broadcast_to", "concat", "dynamic_partition", "expand_dims", "gather", "gather_nd", "identity",
        "ones_like", "ragged.boolean_mask", "ragged.stack", "ragged.stack_dynamic_partitions", "random.shuffle", "rank",
        "repeat", "reshape", "reverse", "roll", "shape", "size", "slice", "split", "squeeze", "stack", "stop_gradient",
        "tile", "transpose", "unstack", "where", "zeros_like",
        *(f"compat.v1.{name}" for name in (
            "boolean_mask", "expand_dims", "gather", "gather_nd", "ones_like", "shape", "size", "squeeze", "transpose",
            "where", "zeros_like",
        )),
    )
)  # fmt: skip
#: Those that make a list of structs, and those that make none.
_LISTS: Final = ("tensorflow.dynamic_partition", "tensorflow.split", "tensorflow.unstack")
_OTHERS: Final = frozenset(
    f"tensorflow.{module}{name}" for module in ("", "compat.v1.") for name in ("rank", "shape", "size")
)  # fmt: skip
#: Those that take dense structs alone, by the last part of their names.
_DENSE_ALONE: Final = ("broadcast_to", "roll", "slice", "transpose")
#: How many fields messages name.
_SHOWN: Final = 8


def apply(interpreter: Interpreter, rule: Rule, call: Call) -> Value:
    """What an op makes of arguments among which structs are."""
    if rule.fullname not in OPS:
        return TOP
    return interpreter.guarded(lambda: _applied(interpreter, rule, call), call.node)


def _applied(interpreter: Interpreter, rule: Rule, call: Call) -> Value:
    structs: list[Struct] = []
    dense = [_operand(each, 0, structs) for each in call.values]
    if rule.fullname.rpartition(".")[2] in _DENSE_ALONE:
        for each in structs:
            if each.layout == "ragged":
                raise OpError("tf-value", f"expected a dense struct, got one of shape {each.shape}")
    schema = reduce(_common, [each.schema for each in structs])
    choices = 1
    if any(each.layout is None for each in structs):
        dense += [_operand(each, -1, []) for each in call.values]
        choices = 2

    def run(*parts: Any) -> list[Any]:
        size = len(parts) // choices
        ways = [parts[size * i : size * (i + 1)] for i in range(choices)]
        return all_ways(
            lambda way: rule.apply(
                way[: len(call.args)],
                dict(zip(call.kwargs, way[len(call.args) :])),
                lambda: written(call.node, rule),
            ),
            ways,
        )

    made = interpreter.certain(run, dense, call.node)
    if made is TOP:
        return TOP
    changed, whole = _CHANGED.get(rule.fullname), replace(structs[0], schema=schema)
    if UNKNOWN in made and rule.fullname not in _OTHERS:
        some = reshaped(whole, Shape.unknown(), None, interpreter.trace)
        return interpreter.list(Seq((), some)) if rule.fullname in _LISTS else some
    if changed is None:
        return _value(interpreter, made, whole)
    shapes = [TensorType(STANDING_IN, each.shape, each.kind) for each in made]
    dtype = _argument(rule, call.args, call.kwargs, "dtype")
    return replace(of_proxies(whole, shapes, interpreter.trace), schema=changed(whole, dtype))


def _operand(value: Value, choice: int, structs: list[Struct]) -> Any:
    """An argument with tensors in place of structs, the first or the last that they may be; these are added to a list."""
    value = resolve(value)
    if isinstance(value, Struct):
        structs.append(value)
        return proxies(value)[choice]
    items = unlisted(value)
    if not holds(Struct, items):
        return to_rule(value)
    if isinstance(items, Seq):
        return ListOf(_operand(any_of(items), choice, structs))
    return [_operand(each, choice, structs) for each in items]


def all_ways(run: Callable[[Any], Any], ways: Iterable[Any]) -> list[Any]:
    """What comes of each way. Raises OpError where all of them are refused."""
    made: list[Any] = []
    refused: OpError | None = None
    for way in ways:
        try:
            made.append(run(way))
        except OpError as error:
            refused = refused or error
    if refused is not None and not made:
        raise refused
    return made


# -- fields that an op changes ------------------------------------------------------------------------------------------


def _argument(rule: Rule, args: Sequence[Value], kwargs: Mapping[str, Value], name: str) -> Value:
    names = list(rule.signature.parameters)
    position = names.index(name) if name in names else len(args)
    return args[position] if position < len(args) else kwargs.get(name)


def _of_dtype(struct: Struct, dtype: Value) -> Schema:
    """`tf.zeros_like(st, dtype)`: all fields become of one dtype."""
    if resolve(dtype) is None:
        return struct.schema
    found = as_dtype(dtype) or DType.any()

    def cast(field: Field) -> Field:
        return field if isinstance(field.content, Schema) else replace(field, content=found)

    return mapped(struct.schema, cast)


def _in_rows(struct: Struct, dtype: Value) -> Schema:
    """`tf.ragged.stack`: each list of single structures becomes a row."""
    return _rows_of(struct.schema) if struct.shape.rank == 0 else struct.schema


def _rows_of(schema: Schema) -> Schema:
    def in_rows(field: Field | None) -> Field | None:
        if field is None or field.sparse:
            return None
        own = field.shape.rank or 0
        if own:
            return replace(field, ragged=(1, own))
        inner = field.content
        return replace(field, content=_rows_of(inner)) if isinstance(inner, Schema) else field

    return schema.changed({name: in_rows(field) for name, field in schema.fields})


_CHANGED: Final[Mapping[str, Callable[[Struct, Value], Schema]]] = {
    **{
        f"tensorflow.{module}{name}": _of_dtype
        for module in ("", "compat.v1.")
        for name in ("zeros_like", "ones_like")
    },
    "tensorflow.ragged.stack": _in_rows,
}


# -- several structs ----------------------------------------------------------------------------------------------------


def _common(a: Schema, b: Schema) -> Schema:
    """One schema for structs that are put together. Raises OpError where their fields differ."""
    if a == b:
        return a
    one, other = dict(a.fields), dict(b.fields)
    whole = a.whole and b.whole
    if whole and one.keys() != other.keys():
        raise OpError("tf-field", f"fields differ: {_names(one)} and {_names(other)}")
    shared = {name: _same(name, one[name], other[name]) for name in one if name in other}
    return Schema(tuple(shared.items()), a.name if a.name == b.name else None, whole)


def _names(fields: Mapping[str, Any]) -> str:
    shown = ", ".join(list(fields)[:_SHOWN])
    return f"[{shown}, ...]" if len(fields) > _SHOWN else f"[{shown}]"


def _same(name: str, a: Field | None, b: Field | None) -> Field | None:
    """What a field is in structs that are put together. Raises OpError where its dtypes differ."""
    if a is None or b is None:
        return None
    if isinstance(a.content, DType) and isinstance(b.content, DType):
        if dtypes.same(a.content, b.content) is False:
            words = f"field {name!r} is {a.in_one} in one and {b.in_one} in another"
            raise OpError("tf-dtype", words)
    if isinstance(a.content, Schema) and isinstance(b.content, Schema):
        common = _common(a.content, b.content)
        return together(replace(a, content=common), replace(b, content=common))
    return together(a, b)


# -- results ------------------------------------------------------------------------------------------------------------


def _value(interpreter: Interpreter, results: Sequence[Any], struct: Struct) -> Value:
    """What a rule has made of structs as tensors, as a value."""
    first = results[0]
    if all(map(is_proxy, results)):
        return of_proxies(struct, results, interpreter.trace)
    if isinstance(first, (list, tuple)):
        if not all(type(each) is type(first) and len(each) == len(first) for each in results):
            return TOP
        items = tuple(_value(interpreter, parts, struct) for parts in zip(*results))
        return interpreter.list(items) if isinstance(first, list) else items
    if isinstance(first, ListOf):
        if not all(isinstance(each, ListOf) for each in results):
            return TOP
        item = _value(interpreter, [each.item for each in results], struct)
        return interpreter.list(Seq((), item))
    if all(isinstance(each, TensorType) and each == first for each in results):
        return from_rule(interpreter, first)
    return TOP


# -- rows ---------------------------------------------------------------------------------------------------------------


def factory(name: str, interpreter: Interpreter, call: Call) -> Value:
    """`RaggedStructTensor.from_row_splits(values, splits)` and its siblings: as those of RaggedTensor."""
    values = resolve(call.get(0, "values"))
    if not isinstance(values, Struct):
        return TOP
    rule = RULES[f"tensorflow.RaggedTensor.{name}"]
    rest = [to_rule(each) for each in call.args[1:]]
    named = {key: to_rule(each) for key, each in call.kwargs.items() if key != "values"}

    def run(proxy: TensorType) -> Any:
        return rule.apply([None, proxy, *rest], named, lambda: ast.unparse(call.node.func))  # type: ignore[attr-defined]

    made = all_ways(run, proxies(values))
    if not all(map(is_proxy, made)):
        return TOP
    return of_proxies(values, made, interpreter.trace)
