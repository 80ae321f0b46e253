"""tf.train.Example and the messages that it consists of: what their fields take, and what records hold."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from tftypes.algebra import Shape, TensorType
from tftypes.inference import declarations as declared
from tftypes.inference.interpreter.arguments import argument_of
from tftypes.inference.interpreter.declared_values import declared_value
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.library_classes import class_name
from tftypes.inference.interpreter.tables import Call, LibraryClass, writing
from tftypes.inference.models.tensorflow.ops import OpError, PyValue
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes.inference.models.tensorflow.ops.values import DENSE, Record, Written
from tftypes.inference.models.tensorflow.structures import is_list
from tftypes.inference.objects import TOP, Container, Instance, Value, python_type, resolve
from tftypes.inference.values import Mapped, Seq, contents_of, is_symbol, whole_dict

_TRAIN: Final = "tensorflow.train."
#: The slot with what is known of a message: `Written` of a list or a feature, by their keys of features, a `Record`.
_HELD: Final = "<record>"


@dataclass(frozen=True)
class _Items:
    """A field that holds a list of numbers or bytes: what they are, the dtype that reads them, and which are refused."""

    name: str
    dtype: str
    refuses: Callable[[Value], bool]


def _no_int(value: Value) -> bool:
    """Whether it is no int; versions of Protocol Buffers before 7 take a bool for one."""
    if isinstance(value, TensorType):
        is_number = value.dtype.is_integer is not False or value.dtype.is_bool
        return _is_nested(value) or not is_number
    return _type(value) in ("None", "float", "complex", "str", "bytes")


def _no_float(value: Value) -> bool:
    if isinstance(value, TensorType):
        return _is_nested(value) or value.dtype.is_complex is True
    return _type(value) in ("None", "complex", "str", "bytes")


def _no_bytes(value: Value) -> bool:
    if isinstance(value, TensorType):
        # An item of an array of strings may be bytes.
        return value.kind != "array" or value.dtype.is_string is False or _is_nested(value)
    return _type(value) not in (None, "bytes")


def _type(value: Value) -> str | None:
    """The name of the class of a value that is no tensor; None where it is not known for sure."""
    if isinstance(value, PyValue) and not value.sure:
        return None
    return "None" if value is None else python_type(value)


def _is_group(value: Value) -> bool:
    """Whether it is a list, or a message."""
    return isinstance(value, (tuple, Seq)) or is_list(value) or is_message(value)


def _is_nested(value: TensorType) -> bool:
    """Whether it is no scalar for sure; a tensor of one element may be taken for one."""
    sizes = value.shape.dims or ()
    return any(isinstance(each, int) and (each > 1 or value.kind == "array") for each in sizes)


_BYTES: Final = _Items("bytes", "string", _no_bytes)
_FLOATS: Final = _Items("numbers", "float32", _no_float)
_INTS: Final = _Items("ints", "int64", _no_int)


@dataclass(frozen=True)
class _Parts:
    """A field that holds messages of a class: one, a list, or a dict of them."""

    cls: str
    kind: str = "one"


#: The fields of the messages.
_FIELDS: Final[Mapping[str, Mapping[str, _Items | _Parts]]] = {
    "BytesList": {"value": _BYTES},
    "FloatList": {"value": _FLOATS},
    "Int64List": {"value": _INTS},
    "Feature": {
        "bytes_list": _Parts("BytesList"),
        "float_list": _Parts("FloatList"),
        "int64_list": _Parts("Int64List"),
    },
    "Features": {"feature": _Parts("Feature", "dict")},
    "Example": {"features": _Parts("Features")},
    "FeatureList": {"feature": _Parts("Feature", "list")},
    "FeatureLists": {"feature_list": _Parts("FeatureList", "dict")},
    "SequenceExample": {"context": _Parts("Features"), "feature_lists": _Parts("FeatureLists")},
}


# -- what fields take -----------------------------------------------------------------------------------------------------


def _message(name: str, interpreter: Interpreter, call: Call) -> Value:
    given = {field: resolve(each) for field, each in call.kwargs.items()}
    for field, takes in _FIELDS[name].items():
        if given.get(field) is not None:
            written = argument_of(call.node, -1, field)
            if isinstance(takes, _Items):
                _check_items(takes, given[field], written)
            else:
                _check_parts(takes, given[field], field, written)
    if not call.is_open:
        interpreter.write(call.receiver, _HELD, _held(interpreter, name, given))
    return call.receiver


def _check_items(takes: _Items, value: Value, written: ast.expr | None) -> None:
    """Raises OpError for what is no list, and for an item that the field does not hold."""
    code = ast.unparse(written) if written else "value"
    is_scalar = is_message(value) or isinstance(value, TensorType) and value.shape.rank == 0
    if is_scalar or python_type(value) in ("int", "float", "bool", "complex"):
        raise unfit(f"a list of {takes.name}", value, "value", f"[{code}]")
    if python_type(value) in ("str", "bytes"):
        if takes is _BYTES:
            one = code if python_type(value) == "bytes" else f"{code}.encode()"
            raise unfit(f"a list of {takes.name}", value, "value", f"[{one}]")
        return
    if isinstance(value, TensorType):
        if _count(value) and value.kind in DENSE:
            item = TensorType(value.dtype, value.shape.slice(1), value.kind)
            if takes.refuses(item):
                raise unfit(f"a list of {takes.name}", value, "value", _flat(takes, value, code))
        return
    for place, item in _items_of(value):
        item = resolve(item)
        if takes is not _BYTES and is_list(item):
            sizes = {_count(resolve(each)) for _, each in _items_of(value)}
            flat = f"np.ravel({code}) is flat" if len(sizes) == 1 else None
            raise unfit(takes.name, item, "value", flat)
        if takes.refuses(item) or _is_group(item) or is_symbol(item):
            raise unfit(takes.name, item, "value", _instead(takes, item, written, place))


def _items_of(value: Value) -> Iterator[tuple[int, Value]]:
    """The items of a list that are known, with their places; -1 for all others."""
    if isinstance(value, Container):
        value = value.contents if is_list(value) else ()
    if isinstance(value, Seq):
        yield from enumerate(value.prefix)
        if value.count is not None and value.count > len(value.prefix):
            yield -1, value.rest
    elif isinstance(value, tuple):
        yield from enumerate(value)


def _item(written: ast.expr | None, place: int) -> str:
    """An item of a list as the program writes it."""
    if isinstance(written, (ast.List, ast.Tuple)) and 0 <= place < len(written.elts):
        return ast.unparse(written.elts[place])
    return ast.unparse(written.elt) if isinstance(written, ast.ListComp) else "value"


def serialized(value: TensorType, code: str) -> str:
    """A tensor or array as bytes."""
    if value.kind == "array":
        return f"{code}.tobytes()"
    is_bytes = value.dtype.is_string and value.shape.rank == 0
    return f"{code}.numpy()" if is_bytes else f"tf.io.serialize_tensor({code}).numpy()"


def _flat(takes: _Items, value: TensorType, code: str) -> str | None:
    """The values of a tensor as a list that a field takes."""
    if takes is _BYTES:
        return f"[{serialized(value, code)}]"
    if takes.refuses(TensorType(value.dtype, Shape.scalar(), value.kind)):
        return _other(value, code)
    return f"{code}.ravel()" if value.kind == "array" else f"tf.reshape({code}, [-1])"


def _instead(takes: _Items, item: Value, written: ast.expr | None, place: int) -> str | None:
    """What an item of a list may be in its place, or the feature that holds such items."""
    code = _item(written, place)
    if is_symbol(item):
        return "a value of a graph is there when it runs, as in tf.py_function"
    if takes is _BYTES and isinstance(item, TensorType):
        return serialized(item, code)
    if takes is _BYTES and python_type(item) == "str":
        return f"{code}.encode()"
    if takes is _INTS and python_type(item) == "bool":
        return f"int({code})"
    return None if written is None else _other(item, ast.unparse(written))


def _other(item: Value, code: str) -> str | None:
    """The feature that holds values of another kind."""
    if isinstance(item, TensorType):
        name = "float" if item.dtype.is_floating else "int" if item.dtype.is_integer else ""
    else:
        name = python_type(item) or ""
    found = {"float": "Float", "int": "Int64", "bytes": "Bytes"}.get(name)
    if found is None:
        return None
    made = f"tf.train.Feature({found.lower()}_list=tf.train.{found}List(value={code}))"
    return f"{made} holds such values"


def _check_parts(takes: _Parts, value: Value, field: str, written: ast.expr | None) -> None:
    """Raises OpError for what is no message of the class that a field takes, or no group of such."""
    code = ast.unparse(written) if written else field
    if takes.kind == "one":
        return _check_part(takes.cls, value, field, code)
    what = f"a {takes.kind} of tf.train.{takes.cls}"
    if is_message(value) or isinstance(value, TensorType) or python_type(value) is not None:
        hint = f"[{code}]" if takes.kind == "list" and _is_a(value, takes.cls) else None
        raise unfit(what, value, field, hint)
    if takes.kind == "list":
        for place, each in _items_of(value):
            _check_part(takes.cls, each, field, _item(written, place))
        return None
    contents = contents_of(value)
    if isinstance(contents, tuple) and contents:
        raise unfit(what, value, field)
    if isinstance(contents, Mapped):
        for key in contents.known.keys() - contents.optional:
            _check_part(takes.cls, contents.known[key], field, _entry(written, key))
    return None


def _entry(written: ast.expr | None, key: str) -> str:
    """A value of a dict as the program writes it."""
    if isinstance(written, ast.Dict):
        for name, each in zip(written.keys, written.values):
            if isinstance(name, ast.Constant) and name.value == key:
                return ast.unparse(each)
    return "value" if written is None else f"{ast.unparse(written)}[{key!r}]"


def _check_part(cls: str, value: Value, field: str, code: str) -> None:
    value, what = resolve(value), f"a tf.train.{cls}"
    if is_message(value):
        if not _is_a(value, cls):
            raise unfit(what, value, field, _wrapped(cls, value, code))
        return
    known = whole_dict(value)
    if known is not None:
        wrong = [each for each in known if isinstance(each, str) and each not in _FIELDS[cls]]
        if wrong:
            only = [name for name, each in _FIELDS[cls].items() if isinstance(each, _Parts)]
            hint = f"tf.train.{cls}({only[0]}={code})" if len(only) == 1 else None
            raise OpError("tf-value", f"{what} has no field {wrong[0]!r}", field, hint, _VALUE)
    elif isinstance(value, TensorType) or _is_group(value) or _type(value) is not None:
        raise unfit(what, value, field, _wrapped(cls, value, code))


def _wrapped(cls: str, value: Value, code: str) -> str | None:
    """A message that holds what is given in its place, where one field of its class does."""
    if is_list(value) and "value" in _FIELDS[cls]:
        return f"tf.train.{cls}(value={code})"
    takes = _FIELDS[cls].items()
    fields = [name for name, each in takes if isinstance(each, _Parts) and _fits(each, value)]
    if len(fields) != 1:
        return None
    return f"tf.train.{cls}({fields[0]}={code})"


def _fits(takes: _Parts, value: Value) -> bool:
    if takes.kind == "list":
        return all(_is_a(resolve(each), takes.cls) for _, each in _items_of(value))
    return takes.kind == "one" and _is_a(value, takes.cls)


def is_message(value: Value) -> bool:
    return (class_name(value) or "").removeprefix(_TRAIN) in _FIELDS


def _is_a(value: Value, cls: str) -> bool:
    return class_name(value) == _TRAIN + cls


_VALUE: Final = "builtins.ValueError"
_TYPE: Final = "builtins.TypeError"


def unfit(expected: str, value: Value, argument: str, hint: str | None = None) -> OpError:
    return OpError("tf-value", f"expected {expected}, got {_shown(value)}", argument, hint, _TYPE)


def _shown(value: Value) -> str:
    if is_message(value):
        return f"a {(class_name(value) or '').replace('tensorflow', 'tf', 1)}"
    return "a list" if _is_group(value) else describe(value)


# -- what is written ------------------------------------------------------------------------------------------------------


def _held(interpreter: Interpreter, name: str, given: Mapping[str, Value]) -> Any:
    """What a message holds that is made with these fields; None where it is not known."""
    [field, *others] = given or [""]
    value, takes = given.get(field), _FIELDS[name].get(field)
    if others or value is None or takes is None:
        return None
    if isinstance(takes, _Items):
        return Written(takes.dtype, _count(value))
    if takes.kind == "one":
        return value.read(_HELD, None) if isinstance(value, Instance) else None
    known = whole_dict(value) if name == "Features" else None
    if known is None or not all(isinstance(key, str) for key in known):
        return None
    parts = {key: resolve(each) for key, each in known.items()}
    held = {
        key: each.read(_HELD, None) if isinstance(each, Instance) else None
        for key, each in parts.items()
    }
    return Record(tuple(held.items()))


def _count(value: Value) -> int | None:
    """How many items a list has."""
    if isinstance(value, TensorType):
        sizes = value.shape.dims or (None,)
        return sizes[0] if isinstance(sizes[0], int) else None
    contents = value.contents if isinstance(value, Container) and is_list(value) else value
    if isinstance(contents, Seq):
        return contents.count
    return len(contents) if isinstance(contents, tuple) else None


def _opened(name: str, field: str, interpreter: Interpreter, value: Instance) -> Value:
    """A field of a message, through which the program may change it."""
    interpreter.write(value, _HELD, None)
    takes = _FIELDS[name][field]
    if isinstance(takes, _Parts) and takes.kind == "one":
        return interpreter.instance(_TRAIN + takes.cls)
    member = interpreter.declared.member(_TRAIN + name, field)
    entry = None if member is None else member.entry
    if not isinstance(entry, declared.Property):
        return TOP
    return declared_value(interpreter, entry.annotation)


def _serialize(interpreter: Interpreter, call: Call) -> Value:
    held = call.receiver.read(_HELD, None)
    return PyValue("bytes", source=held if isinstance(held, Record) else None)


_CHANGING: Final = (
    "Clear", "ClearField", "CopyFrom", "MergeFrom", "MergeFromString", "ParseFromString",
)  # fmt: skip


def _class(name: str) -> LibraryClass:
    return LibraryClass(
        construct=partial(_message, name),
        methods={**dict.fromkeys(_CHANGING, writing(_HELD, None)), "SerializeToString": _serialize},
        attributes={each: partial(_opened, name, each) for each in _FIELDS[name]},
    )


CLASSES: Final = {_TRAIN + name: _class(name) for name in _FIELDS}
