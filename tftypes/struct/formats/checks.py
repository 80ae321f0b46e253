"""Data against a schema: what a reader made, or is about to make, must be what was asked for.

All of it works on specs; `tftypes.struct.schemas.spec_of` makes one from any schema.
"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable
from typing import Any

import tensorflow as tf

from tftypes.struct.formats import nulls
from tftypes.struct.refusals import kind_of
from tftypes.struct.tensors import StructTensor


class SchemaError(ValueError):
    """Data that is not what the schema says: it names the field, what was expected, what came."""


def mismatch(function: str, path: str, expected: Any, got: Any) -> SchemaError:
    """The error for one field; `expected` and `got` are specs or text."""
    where = f"field '{path}'" if path else "the data"
    return SchemaError(f"{function}(): {where}: expected {shown(expected)}, got {shown(got)}")


def check(spec: Any, expected: Any, function: str, path: str = "") -> None:
    """Raises SchemaError at the first field at which `spec` is not what is expected.

    Sizes that either leaves open agree with any.
    """
    if is_struct(spec) and is_struct(expected):
        if not spec.shape.is_compatible_with(expected.shape):
            raise mismatch(function, path, expected, spec)
        got, wanted = fields_of(spec), fields_of(expected)
        check_names(got, wanted, function, path)
        for name, each in wanted.items():
            check(got[name], each, function, nulls.child(path, name))
    elif is_struct(spec) or is_struct(expected) or not _agree(spec, expected):
        raise mismatch(function, path, expected, spec)


def check_names(
    got: Collection[str], expected: Iterable[str], function: str, path: str = ""
) -> None:
    """Raises SchemaError if the fields of a struct are not those expected, in whatever order."""
    wanted = list(expected)
    where = f"'{path}'" if path else "the data"
    for name in wanted:
        if name not in got:
            raise SchemaError(f"{function}(): {where}: the schema's field '{name}' is missing; "
                              f"there are {_listed(got)}{_hint(name, got)}")  # fmt: skip
    for name in got:
        if name not in wanted:
            raise SchemaError(f"{function}(): {where}: field '{name}' is not in the schema, "
                              f"which has {_listed(wanted)}{_hint(name, wanted)}")  # fmt: skip


def check_rows(spec: Any, count: int | None, function: str) -> None:
    """Raises SchemaError unless a spec is of a vector of so many structs."""
    if not is_struct(spec) or not spec.shape.is_compatible_with([count]):
        raise mismatch(function, "", spec, "structs" if count is None else f"{count} structs")


def check_is_struct(value: Any, function: str) -> None:
    """Raises TypeError unless it is a struct."""
    if not isinstance(value, StructTensor):
        raise TypeError(f"{function}(): expected a struct, got {kind_of(value)}")


def as_value(value: Any, function: str) -> Any:
    """A struct or ragged tensor as it is, all else as a tensor.

    Raises:
      TypeError: if it is none.
    """
    if isinstance(value, (StructTensor, tf.RaggedTensor)):
        return value
    try:
        return tf.convert_to_tensor(value)
    except (TypeError, ValueError) as error:
        raise TypeError(f"{function}(): expected a struct or a tensor: {error}") from error


def is_struct(spec: Any) -> bool:
    """Whether it is the spec of a struct, dense or ragged."""
    return hasattr(spec, "field_specs") or hasattr(spec, "values_spec")


def fields_of(spec: Any) -> dict[str, Any]:
    """The specs of a struct's fields, the dims of the struct included."""
    return dict(spec.field_specs)


def rows_of(spec: Any) -> Any:
    """The spec of the values of what is ragged, or of a dense one with the first two dims as one."""
    if isinstance(spec, tf.RaggedTensorSpec) and spec.ragged_rank:
        shape = [None, *spec.shape[2:]] if spec.shape.rank is not None else None
        if spec.ragged_rank == 1:
            return tf.TensorSpec(shape, spec.dtype)
        return tf.RaggedTensorSpec(shape, spec.dtype, spec.ragged_rank - 1, spec.row_splits_dtype)
    if hasattr(spec, "values_spec"):
        return spec.values_spec
    if hasattr(spec, "field_specs"):
        fields = {name: rows_of(each) for name, each in spec.field_specs.items()}
        return type(spec)([None, *spec.shape[2:]], fields)
    return tf.TensorSpec([None, *spec.shape[2:]], spec.dtype)


def shown(spec: Any) -> str:
    """A spec for people: `float32[2, None]`, `struct[None] {a, b}`."""
    if isinstance(spec, str):
        return spec
    if is_struct(spec):
        return f"struct{_dims(spec.shape)} {{{', '.join(fields_of(spec))}}}"
    dtype = getattr(spec, "dtype", None)
    if not isinstance(dtype, tf.DType):
        return repr(spec)
    ragged = "ragged " if isinstance(spec, tf.RaggedTensorSpec) else ""
    sparse = "sparse " if isinstance(spec, tf.SparseTensorSpec) else ""
    return f"{ragged}{sparse}{dtype.name}{_dims(spec.shape)}"


def _agree(spec: Any, expected: Any) -> bool:
    """Whether both are of one kind, dtype and shape; the dtype of row splits is another matter."""
    dtype = getattr(expected, "dtype", None)
    if isinstance(dtype, tf.DType):
        same = type(spec) is type(expected) and spec.dtype == dtype
        return bool(same and spec.shape.is_compatible_with(expected.shape))
    return bool(expected.is_compatible_with(spec))


def _dims(shape: Any) -> str:
    return "[...]" if shape.rank is None else str(shape.as_list())


def _listed(names: Iterable[str]) -> str:
    return ", ".join(repr(name) for name in names) or "none"


def _hint(name: str, names: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, list(names), 1)
    return f"; did you mean '{near[0]}'?" if near else ""
