"""Lookup tables: the dtypes of keys and values, and what a table takes for keys.

A static table takes tensors of its dtype, and nothing that it would have to convert; a mutable one converts.
Source: `tf.lookup`, `tf.lookup.experimental`.
"""

from __future__ import annotations

import ast
from typing import Any, Final

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType
from tftypes.algebra.matching import mismatch
from tftypes.inference.interpreter import compiled, provenance
from tftypes.inference.interpreter.arguments import argument_of
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.hashing import is_constant
from tftypes.inference.interpreter.rules import as_dtype, to_rule
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model, reading
from tftypes.inference.models.tensorflow.dataset_elements import known_count
from tftypes.inference.models.tensorflow.ops import OpError, Unsure
from tftypes.inference.models.tensorflow.ops.conversion import as_tensor
from tftypes.inference.models.tensorflow.ops.values import contents
from tftypes.inference.objects import Container, External, Instance, Value, python_type, resolve
from tftypes.inference.values import Dataset
from tftypes.inference.widening import soften

_KEY: Final = "<key dtype>"
_VALUE: Final = "<value dtype>"
#: The shape of the value of one key.
_ROW: Final = "<value shape>"
#: The key of an initializer that has two values, with them and what the keys are called.
_REPEATED: Final = "<repeated key>"
_LOOKUP: Final = "tensorflow.lookup."
_INT64: Final = DType.of("int64")
_STRING: Final = DType.of("string")
_KINDS: Final = ("tensor", "variable", "ragged", "sparse")
#: The dtypes of values for which TensorFlow has a static table, by that of the keys; these are all that it was asked for.
_NUMBERS: Final = frozenset(("int32", "float32", "float64"))
_KERNELS: Final = {
    "int32": _NUMBERS | {"string"},
    "int64": _NUMBERS | {"int64", "string"},
    "string": _NUMBERS | {"int64", "string", "bool"},
    **dict.fromkeys(("float32", "float64", "bool"), frozenset[str]()),
}


def _made(
    interpreter: Interpreter,
    target: Instance,
    key: DType | None,
    value: DType | None,
    row: Shape | None = None,
) -> Instance:
    interpreter.write(target, _KEY, key or DType.any())
    interpreter.write(target, _VALUE, value or DType.any())
    interpreter.write(target, _ROW, Shape.unknown() if row is None else row)
    return target


def _told(table: Instance, slot: str) -> Value:
    """What is known of a table, of one that nobody here has made too."""
    return table.read(slot, Shape.unknown() if slot is _ROW else DType.any())


def _converted(value: Value, dtype: DType | None, argument: str) -> TensorType | None:
    """An argument as the tensor of a dtype that it becomes; None where it is not known. Raises OpError."""
    told = dtype if dtype is not None and dtype.name else None
    try:
        return as_tensor(to_rule(value), told, argument=argument)
    except Unsure:
        return None


def value_dtype(initializer: Value) -> DType | None:
    """The dtype of the values that an initializer has."""
    found = resolve(initializer)
    return found.read(_VALUE, None) if isinstance(found, Instance) else None


# -- initializers -------------------------------------------------------------------------------------------------------


def _key_values(interpreter: Interpreter, call: Call) -> Value:
    parts = [
        _converted(call.get(i, f"{name}s"), as_dtype(call.get(i + 2, f"{name}_dtype")), f"{name}s")
        for i, name in ((0, "key"), (1, "value"))
    ]
    keys, values = parts
    if keys is not None and values is not None:
        wrong = mismatch(soften(values).shape, soften(keys).shape)
        if wrong is not None:
            raise OpError("tf-shape", f"one value for each key: {wrong}: keys are {keys}", "values")
        found = _repeated(contents(keys), contents(values))
        written = argument_of(call.node, 0, "keys")
        if isinstance(written, ast.Call) and len(written.args) == 1:  # tf.constant(words)
            written = written.args[0]
        code = ast.unparse(written) if isinstance(written, ast.Name) else "keys"
        interpreter.write(call.receiver, _REPEATED, found and (*found, code))
    key, value = (None if each is None else each.dtype for each in parts)
    return _made(interpreter, call.receiver, key, value)


def _repeated(keys: Any, values: Any) -> tuple[Any, Any, Any] | None:
    """The first key that has two values, with them.

    >>> _repeated(("a", "b", "a"), (0, 1, 2)), _repeated(("a", "a"), (0, 0)), _repeated((1, 2), UNKNOWN)
    (('a', 0, 2), None, None)
    """
    seen: dict[Any, Any] = {}
    if isinstance(keys, tuple) and isinstance(values, tuple):
        for key, value in zip(keys, values):
            if isinstance(key, tuple) or not is_constant(key) or not is_constant(value):
                continue
            if seen.setdefault(key, value) != value:
                return key, seen[key], value
    return None


def _check_repeated(initializer: Value) -> None:
    """A table has one value for each key. Raises OpError for the initializer of one that has two."""
    found = initializer.read(_REPEATED, None) if isinstance(initializer, Instance) else None
    if found is not None:
        key, one, other, code = found
        words = f"the key {key!r} has the values {one!r} and {other!r}"
        hint = f"list(dict.fromkeys({code})) has each key once"
        raise OpError("tf-value", words, "initializer", hint)


def _text_file(interpreter: Interpreter, call: Call) -> Value:
    key, value = as_dtype(call.get(1, "key_dtype")), as_dtype(call.get(3, "value_dtype"))
    return _made(interpreter, call.receiver, key, value)


def _of_dataset(interpreter: Interpreter, call: Call) -> Value:
    key, value = _pair(call.get(0, "dataset"))
    return _made(interpreter, call.receiver, key, value)


def _pair(dataset: Value) -> tuple[DType | None, DType | None]:
    """The dtypes of a dataset of keys and values."""
    found = resolve(dataset)
    element = found.element if isinstance(found, Dataset) else None
    if not isinstance(element, tuple) or len(element) != 2:
        return None, None
    key, value = (each.dtype if isinstance(each, TensorType) else None for each in element)
    return key, value


# -- tables -------------------------------------------------------------------------------------------------------------


def _static(interpreter: Interpreter, call: Call) -> Value:
    given = resolve(call.get(0, "initializer"))
    if isinstance(given, (Container, tuple)) or python_type(given) is not None:
        raise OpError("tf-value", "expected an initializer", "initializer")
    _check_repeated(given)
    known = isinstance(given, Instance)
    key, value = (given.read(each, None) if known else None for each in (_KEY, _VALUE))
    _check_kernel(key, value)
    default = _converted(call.get(1, "default_value"), value, "default_value")
    if default is not None and default.shape.rank:
        raise OpError("tf-rank", f"one value for all keys, got {default}", "default_value")
    return _made(interpreter, call.receiver, key, value, Shape.scalar())


def _check_kernel(key: DType | None, value: DType | None) -> None:
    """TensorFlow has tables of some dtypes alone. Raises OpError for others."""
    kinds = _KERNELS.get((key.name if key else None) or "")
    if kinds is None or value is None or value.name not in {*_KERNELS} - kinds:
        return
    words = f"TensorFlow has no table of {key} keys and {value} values"
    hint = "tf.cast(values, tf.int32)" if kinds else "tf.strings.as_string(keys)"
    error = OpError("tf-dtype", words, "initializer", f"{hint} in it has one")
    error.at_run = True
    raise error


def _vocabulary(interpreter: Interpreter, call: Call) -> Value:
    """Keys that it does not know share some numbers after those of the others."""
    given = resolve(call.get(0, "initializer"))
    key: DType | None = None
    if isinstance(given, Instance):
        key, value = given.read(_KEY, None), given.read(_VALUE, None)
        if value is not None and value.name not in (None, "int64"):
            raise OpError("tf-dtype", f"its values must be int64, got {value}", "initializer")
    _check_repeated(given)
    buckets = known_count(call.get(1, "num_oov_buckets"))
    if buckets is not None and buckets < 1:
        text = f"expected 1 or more, got {buckets}; a tf.lookup.StaticHashTable has none"
        raise OpError("tf-value", text, "num_oov_buckets")
    told = as_dtype(call.get(2, "lookup_key_dtype"))
    if given is None and told is None:
        key = _STRING
    return _made(interpreter, call.receiver, told or key, _INT64, Shape.scalar())


def _mutable(interpreter: Interpreter, call: Call) -> Value:
    key, value = as_dtype(call.get(0, "key_dtype")), as_dtype(call.get(1, "value_dtype"))
    default = _converted(call.get(2, "default_value"), value, "default_value")
    row = Shape.unknown() if default is None else default.shape
    return _made(interpreter, call.receiver, key, value, row)


def _indexed(interpreter: Interpreter, call: Call) -> Value:
    """`index_table_from_dataset`: the number of each element."""
    found = resolve(call.get(0, "dataset"))
    element = found.element if isinstance(found, Dataset) else None
    key = element.dtype if isinstance(element, TensorType) else None
    return _table(interpreter, key, _INT64)


def _from_dataset(interpreter: Interpreter, call: Call) -> Value:
    return _table(interpreter, *_pair(call.get(0, "dataset")))


def _table(interpreter: Interpreter, key: DType | None, value: DType | None) -> Instance:
    made = interpreter.instance(f"{_LOOKUP}StaticHashTable")
    return _made(interpreter, made, key, value, Shape.scalar())


# -- methods ------------------------------------------------------------------------------------------------------------


def _looked_up(interpreter: Interpreter, call: Call) -> Value:
    """In a static table: tensors, ragged and sparse ones too, of the dtype of its keys."""
    _note_in_graph(interpreter)
    keys = _checked_keys(call)
    value: DType = _told(call.receiver, _VALUE)
    if keys is None:
        return interpreter.made(TensorType(value, Shape.unknown()), [])
    kind = keys.kind if keys.kind in ("ragged", "sparse") else "tensor"
    return interpreter.made(TensorType(value, keys.shape, kind), [], "lookup")


def _note_in_graph(interpreter: Interpreter) -> None:
    compiled.note(interpreter, ("tf-trace", "XLA has no kernel for lookup tables"))


def _as_keys(dtype: DType, key: DType, value: DType) -> str:
    """What makes keys of another dtype, or a table that takes them."""
    if dtype.is_string and value.is_string:
        return f"its values are {value}: swap keys and values in its initializer, with a default that fits"
    if key.is_string:
        return "tf.strings.as_string(keys) makes them"
    reads = f"tf.strings.to_number(keys, tf.{key}) reads them"
    return reads if dtype.is_string else f"tf.cast(keys, tf.{key}) makes them"


def _checked_keys(call: Call) -> TensorType | None:
    """Keys that are not converted: a tensor of the dtype of the table's keys. Raises OpError for others."""
    keys = resolve(call.get(0, "keys", call.get(0, "key")))
    if isinstance(keys, Container) or python_type(keys) is not None or keys is None:
        got = "None" if keys is None else python_type(keys) or f"a {keys.kind}"
        node = call.node  # `table[key]` names no argument
        written = ast.unparse(node.slice) if isinstance(node, ast.Subscript) else "keys"
        raise OpError(
            "tf-value", f"expected a tensor, got {got}", "keys", f"tf.constant({written})"
        )
    if not isinstance(keys, TensorType) or keys.kind not in _KINDS:
        return None
    key: DType = _told(call.receiver, _KEY)
    if keys.dtype.name and key.name and keys.dtype != key:
        words = f"the table has keys of {key}, got {keys.dtype}: {keys}"
        hint = _as_keys(keys.dtype, key, _told(call.receiver, _VALUE))
        raise OpError("tf-dtype", words, "keys", hint)
    return keys


def _found(interpreter: Interpreter, call: Call) -> Value:
    """In a mutable table, which converts its keys: a value of the shape of the default for each."""
    _note_in_graph(interpreter)
    keys = _converted(call.get(0, "keys", call.get(0, "key")), _told(call.receiver, _KEY), "keys")
    shape, value = Shape.unknown(), _told(call.receiver, _VALUE)
    if keys is not None:
        shape = keys.shape + _told(call.receiver, _ROW)
    return interpreter.made(TensorType(value, shape), [], "lookup")


def _insert(interpreter: Interpreter, call: Call) -> Value:
    keys = _converted(call.get(0, "keys"), _told(call.receiver, _KEY), "keys")
    values = _converted(call.get(1, "values"), _told(call.receiver, _VALUE), "values")
    if keys is not None and values is not None:
        expected = soften(keys).shape + _told(call.receiver, _ROW)
        wrong = mismatch(soften(values).shape, expected)
        if wrong is not None:
            raise OpError("tf-shape", f"one value for each key: {wrong}: keys are {keys}", "values")
    return None


def _removed(interpreter: Interpreter, call: Call) -> Value:
    _checked_keys(call)
    return None


def _size(interpreter: Interpreter, call: Call) -> Value:
    return interpreter.made(TensorType(_INT64, Shape.scalar()), [])


def _exported(interpreter: Interpreter, call: Call) -> Value:
    """All keys, and a value for each, in any order."""
    key, value, row = (_told(call.receiver, each) for each in (_KEY, _VALUE, _ROW))
    count = Shape.of(UNKNOWN)
    return tuple(
        interpreter.made(each, [])
        for each in (TensorType(key, count), TensorType(value, count + row))
    )


def _dense_exported(interpreter: Interpreter, call: Call) -> Value:
    """The buckets, of which some are empty: their number, and that of the dims of a key, are not known."""
    dtypes = (_told(call.receiver, each) for each in (_KEY, _VALUE))
    return tuple(interpreter.made(TensorType(each, Shape.unknown()), []) for each in dtypes)


_ATTRIBUTES: Final = {
    "key_dtype": reading(_KEY, DType.any()), "value_dtype": reading(_VALUE, DType.any()),
}  # fmt: skip
_STATIC: Final[dict[str, Model]] = {"lookup": _looked_up, "__getitem__": _looked_up, "size": _size}
_MUTABLE: Final[dict[str, Model]] = {
    "lookup": _found,
    "__getitem__": _found,
    "insert": _insert,
    "insert_or_assign": _insert,
    "remove": _removed,
    "erase": _removed,
    "size": _size,
    "export": _exported,
}


#: What a table has in place of what a dict has.
_INSTEAD: Final = {
    **dict.fromkeys(("get", "find", "look_up", "map"), "'lookup' does it"),
    **dict.fromkeys(("keys", "values", "items"), "'export' gives keys and values"),
    **dict.fromkeys(("update", "setdefault", "add"), "'insert' does it, in a tf.lookup.experimental.MutableHashTable"),
    "insert": "tf.lookup.experimental.MutableHashTable has it",
    "pop": "'remove' does it",
}  # fmt: skip


def is_table(value: Instance) -> bool:
    """Whether it is a table, and nothing else that may hold one."""
    return isinstance(value.cls, External) and value.cls.name in _TABLES


def _using(model: Model) -> Model:
    """A method of a table: the graph that calls it captures the table."""

    def run(interpreter: Interpreter, call: Call) -> Value:
        provenance.note_captured(interpreter, call.receiver)
        return model(interpreter, call)

    return run


def _class(construct: Model, methods: dict[str, Model] | None = None) -> LibraryClass:
    return LibraryClass(
        construct=construct,
        methods={name: _using(each) for name, each in (methods or {}).items()},
        attributes=_ATTRIBUTES,
        gone=lambda _, name: None if name in (methods or {}) else _INSTEAD.get(name),
    )


_TABLES: Final = {
    f"{_LOOKUP}StaticHashTable": _class(_static, {**_STATIC, "export": _exported}),
    f"{_LOOKUP}StaticVocabularyTable": _class(_vocabulary, _STATIC),
    f"{_LOOKUP}experimental.MutableHashTable": _class(_mutable, _MUTABLE),
    f"{_LOOKUP}experimental.DenseHashTable": _class(
        _mutable, {**_MUTABLE, "export": _dense_exported}
    ),
}
CLASSES: Final = {
    f"{_LOOKUP}KeyValueTensorInitializer": _class(_key_values),
    f"{_LOOKUP}TextFileInitializer": _class(_text_file),
    "tensorflow.data.experimental.DatasetInitializer": _class(_of_dataset),
    **_TABLES,
}
FUNCTIONS: Final[dict[str, Model]] = {
    "tensorflow.data.experimental.index_table_from_dataset": _indexed,
    "tensorflow.data.experimental.table_from_dataset": _from_dataset,
}
