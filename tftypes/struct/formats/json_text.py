"""JSON documents and JSON lines, to structs and back.

Source: StructTensor RFC, "JSON".
"""

from __future__ import annotations

import json
import math
import re
from importlib.util import find_spec
from typing import Any

from tftypes.struct.formats import checks
from tftypes.struct.formats import nulls as _nulls
from tftypes.struct.formats.python_rows import Reader
from tftypes.struct.formats.texts import place, texts
from tftypes.struct.refusals import named
from tftypes.struct.schemas import spec_of
from tftypes.struct.tensors import StructTensor
from tftypes.struct.values import StructTensorValue


@named
def from_json(
    data: Any, schema: Any = None, *, nulls: _nulls.Nulls = "error"
) -> StructTensor[Any, Any]:
    """The struct that a JSON document is: an object, or a list of objects, nested at will.

    >>> from tftypes import struct
    >>> struct.from_json('{"title": "soup", "tags": ["hot", "easy"]}').to_py()
    {'title': b'soup', 'tags': [b'hot', b'easy']}
    >>> struct.from_json('[{"x": 1}, {"x": null}]', nulls="ragged").to_py()
    [{'x': [1]}, {'x': []}]

    A list is a vector, ragged where it is part of several structures. A name that is missing is a
    null. Without a schema numbers have the dtypes that `tf.constant` gives them, and fields the
    order in which they are met.

    Args:
      data: text, as `str` or UTF-8 bytes; a `pathlib.Path` or an open file, which is read.
      schema: what the result must be, as `struct.constant` takes it.
      nulls: what becomes of nulls, see `tftypes.struct.formats.nulls`.

    Raises:
      ValueError: naming the line, for what is no JSON; for a document of other things than objects.
      NullError: (a ValueError) naming the column and the row, for a null where nulls="error".
      SchemaError: (a ValueError) naming the column and the row, if a value is not what the schema,
        or the values before it, have it be.

    Source: StructTensor RFC, "JSON".
    """
    if isinstance(data, (list, tuple)):
        raise TypeError("from_json() argument 'data': expected one document, got several")
    ((name, text),) = texts("from_json", data)
    document = _loaded("from_json", name, 0, text.decode())
    reader = Reader("from_json", _nulls.policies(nulls, "from_json"))
    if isinstance(document, dict):
        spec = None if schema is None else spec_of(schema, ()).stacked(1)
        return reader.vector([document], spec)[0]
    if not isinstance(document, list):
        raise ValueError(
            f"from_json(): expected an object or a list of objects, got {_kind(document)}"
        )
    spec = None if schema is None else spec_of(schema, (None,))
    return _structs("from_json", reader.vector(document, spec))


@named
def from_json_lines(
    data: Any, schema: Any = None, *, nulls: _nulls.Nulls = "error"
) -> StructTensor[Any, Any]:
    """A vector of structs from text with a JSON object on each line.

    >>> from tftypes import struct
    >>> st = struct.from_json_lines('{"id": 1, "tags": ["a"]}\\n{"id": 2, "tags": []}\\n')
    >>> st["id"].numpy().tolist(), st["tags"]
    ([1, 2], <tf.RaggedTensor [[b'a'], []]>)

    What each object becomes is as in `from_json`. Empty lines count for nothing. Where pyarrow is
    installed it reads the lines, wherever that gives the same result.

    Args:
      data: text, as `str` or UTF-8 bytes; a `pathlib.Path` or an open file; a list of these, whose
        rows follow each other.
      schema: what the result must be, as `struct.constant` takes it; the sizes of several files
        differ, but their types never do if it is given.
      nulls: what becomes of nulls, see `tftypes.struct.formats.nulls`.

    Raises:
      ValueError: naming the file and the line, for what is no JSON object.
      NullError: (a ValueError) naming the column and the row, for a null where nulls="error".
      SchemaError: (a ValueError) naming the column and the row, if a value is not what the schema,
        or the values before it, have it be.

    Source: StructTensor RFC, "JSON".
    """
    function = "from_json_lines"
    sources = list(texts(function, data))
    spec = None if schema is None else spec_of(schema, (None,))
    if find_spec("pyarrow") is not None:
        from tftypes.struct.formats import _json_arrow

        read = _json_arrow.read(function, [text for _, text in sources], spec, nulls)
        if read is not None:
            return read
    rows = [row for name, text in sources for row in _rows(function, name, text)]
    reader = Reader(function, _nulls.policies(nulls, function))
    return _structs(function, reader.vector(rows, spec))


def _rows(function: str, name: str, text: bytes) -> list[Any]:
    """The object on each line."""
    decoder, rows = _decoder(text), []
    for number, line in enumerate(text.decode().split("\n")):
        if not line or line.isspace():
            continue
        row = _loaded(function, name, number, line, decoder)
        if not isinstance(row, dict):
            raise ValueError(
                f"{function}(): {place(name, number + 1)}: expected an object, got {_kind(row)}"
            )
        rows.append(row)
    return rows


def _kind(value: Any) -> str:
    """What a value is in JSON that is no object."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    kinds: dict[type, str] = {list: "an array", str: "a string"}
    return kinds.get(type(value), "a number")


def _loaded(
    function: str, name: str, lines: int, text: str, decoder: json.JSONDecoder | None = None
) -> Any:
    """What a text says; `lines` come before it in its file."""
    try:
        return (decoder or _decoder(text.encode())).decode(text)
    except json.JSONDecodeError as error:
        where = place(name, lines + error.lineno)
        hint = ""
        if not lines and _is_path(text):
            hint = "; a str is text: pathlib.Path(...) names a file"
        raise ValueError(
            f"{function}(): {where}, column {error.colno}: no JSON: {error.msg}{hint}"
        ) from None
    except RecursionError:
        where = place(name, lines + 1)
        raise ValueError(f"{function}(): {where}: no JSON that can be read: too deep") from None
    except ValueError as error:  # an integer of thousands of digits, a name that comes twice
        raise ValueError(f"{function}(): {place(name, lines + 1)}: {error}") from None


#: Text with such an exponent may be a number that is too large for float64.
_LARGE = re.compile(rb"[0-9][eE]\+?[0-9]{3}")
#: What looks like the name of a file, and like nothing that is JSON.
_FILE = re.compile(r"[^{\[\"].*([/\\].*|\.\w+)")


def _decoder(text: bytes) -> json.JSONDecoder:
    """What reads a text: numbers are looked at one by one only where one may be too large."""
    number = _float if _LARGE.search(text) else None
    return json.JSONDecoder(object_pairs_hook=_unique, parse_float=number)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object, of which `json` would drop all but the last value of a name."""
    made = dict(pairs)
    if len(made) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"an object has several values of {twice!r}")
    return made


def _float(text: str) -> float:
    found = float(text)
    if math.isinf(found):
        raise ValueError(f"the number {text} is beyond float64")
    return found


def _is_path(text: str) -> bool:
    return len(text) < 1000 and _FILE.fullmatch(text.strip()) is not None


def _structs(function: str, value: Any) -> StructTensor[Any, Any]:
    if not isinstance(value, StructTensor):
        raise ValueError(f"{function}(): expected objects, got a list of other values")
    return value


@named
def to_json(struct: StructTensor[Any, Any], *, indent: int | None = None) -> str:
    """The JSON document that a struct is: an object, or a list of objects.

    >>> from tftypes import struct
    >>> struct.to_json(struct.constant([{"x": 1, "tags": ["a"]}]))
    '[{"x": 1, "tags": ["a"]}]'

    Args:
      struct: of any shape.
      indent: as in `json.dumps`.

    Raises:
      TypeError: naming the field, for complex numbers, which JSON has not.
      ValueError: naming the field, for a string that is not UTF-8; for a symbolic struct.
    """
    _check_is_struct("to_json", struct)
    return _dumped("to_json", struct.to_py(), indent)


@named
def to_json_lines(struct: StructTensor[Any, Any]) -> str:
    """JSON lines: an object, and a line's end, for each structure of a vector.

    >>> from tftypes import struct
    >>> print(struct.to_json_lines(struct.constant([{"x": 1}, {"x": 2}])), end="")
    {"x": 1}
    {"x": 2}

    Raises:
      ValueError: naming the field, for a string that is not UTF-8; if the struct is no vector.
    """
    _check_is_struct("to_json_lines", struct)
    if struct.rank != 1:
        raise ValueError(f"to_json_lines(): expected a vector of structs, got shape {struct.shape}")
    return "".join(f"{_dumped('to_json_lines', row, None)}\n" for row in struct.to_py())


def _check_is_struct(function: str, value: Any) -> None:
    if not isinstance(value, StructTensorValue):
        checks.check_is_struct(value, function)


def _dumped(function: str, value: Any, indent: int | None) -> str:
    try:
        return json.dumps(value, default=_text, ensure_ascii=False, indent=indent)
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{function}(): field '{_culprit(value, '')}' is not UTF-8: {error.reason}"
        ) from None
    except TypeError:
        path = _culprit(value, "")
        raise TypeError(
            f"{function}(): field '{path}' has complex numbers, which JSON has not: "
            "tf.math.real() and tf.math.imag() make two fields of it"
        ) from None


def _text(value: Any) -> Any:
    """What `json` does not know: bytes; what NumPy makes of other numbers."""
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, complex):
        raise TypeError
    return value.item()


def _culprit(value: Any, path: str) -> str | None:
    """The path of the first value that has no JSON; None if all have."""
    if isinstance(value, list):
        found = (_culprit(item, path) for item in value)
    elif isinstance(value, dict):
        found = (_culprit(each, _nulls.child(path, name)) for name, each in value.items())
    else:
        return path if _has_no_json(value) else None
    return next((each for each in found if each is not None), None)


def _has_no_json(value: Any) -> bool:
    if isinstance(value, bytes):
        try:
            value.decode()
        except UnicodeDecodeError:
            return True
    return isinstance(value, complex)
