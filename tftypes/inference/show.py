"""Values as `reveal_type` and messages show them."""

from __future__ import annotations

from typing import Final

from tftypes.algebra import Dim, DType, Expr, Shape, Symbol, TensorType, symbols
from tftypes.inference.objects import (
    ELEMENT,
    Container,
    Function,
    Instance,
    TracedFunction,
    Unknown,
    Value,
    python_type,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.structs import Schema, Struct
from tftypes.inference.values import Dataset, OneOf, Seq, contents_of

_KINDS: Final = {
    "tensor": "Tensor",
    "variable": "Variable",
    "ragged": "RaggedTensor",
    "sparse": "SparseTensor",
    "array": "ndarray",
    "spec": "TensorSpec",
    "indexed_slices": "IndexedSlices",
    "symbol": "KerasTensor",
}


#: A list of more kinds of items than these is shown as one of anything.
_MOST_KINDS: Final = 4


def show(value: Value) -> str:
    """A value as `reveal_type` shows it.

    >>> show(TensorType.parse("variable float32[2, ?]")), show(3), show((None, "a"))
    ('Variable[float32, Shape[2, None]]', 'int', 'tuple[None, str]')
    """
    value = resolve(value)
    if isinstance(value, TensorType):
        shape = show_shape(value.shape, named=value.kind == "symbol")
        cls = _KINDS.get(value.kind, value.kind)
        if value.kind == "spec":  # one of a kind of tensor has a class of its own
            cls = (getattr(getattr(value, "history", None), "cls", None) or cls).rpartition(".")[2]
        return f"{cls}[{show_dtype(value.dtype)}, {shape}]"
    if isinstance(value, Struct):
        return f"{_struct_class(value)}[{show_schema(value.schema)}, {show_shape(value.shape)}]"
    if isinstance(value, Shape):
        return f"tensorflow.TensorShape[{show_shape(value)}]"
    if isinstance(value, OneOf):
        return " | ".join(dict.fromkeys(map(show, value.values)))
    if value is None:
        return "None"
    if isinstance(value, tuple):
        return f"tuple[{', '.join(map(show, value)) or '()'}]"
    if isinstance(value, Seq):
        return "tuple[Any, ...]"
    if isinstance(value, Container):
        return _container(value)
    if isinstance(value, Dataset):
        module = "tensorflow.compat.v1.data" if value.legacy else "tensorflow.data"
        return f"{module}.Dataset[{show(value.element)}]"
    if isinstance(value, Instance):
        element = value.read(ELEMENT)
        return value.cls.name + ("" if element is ABSENT else f"[{_admitted(element)}]")
    if isinstance(value, Unknown) and value.cls is not None:
        return value.cls.name
    if isinstance(value, TracedFunction):
        return f"tensorflow.types.experimental.PolymorphicFunction[{_parameters(value)}, Any]"
    return python_type(value) or "Any"


def _parameters(traced: TracedFunction) -> str:
    """What a traced function is called with, where an `input_signature` says it."""
    items = contents_of(resolve(traced.settings.get("input_signature")))
    function = traced.function
    if not isinstance(items, tuple) or not isinstance(function, Function):
        return "..."
    names = function.code.positional[int(function.cls is not None) :]
    return f"[{', '.join(f'{name}: {_admitted(spec)}' for name, spec in zip(names, items))}]"


def _admitted(spec: Value) -> str:
    """What a spec admits, or a structure of specs."""
    spec = resolve(spec)
    if isinstance(spec, tuple):
        return f"tuple[{', '.join(map(_admitted, spec)) or '()'}]"
    if not isinstance(spec, TensorType):
        return show(spec)
    kind = getattr(getattr(spec, "history", None), "kind", "tensor")
    return f"{_KINDS[kind]}[{show_dtype(spec.dtype)}, {show_shape(spec.shape)}]"


def _container(value: Container) -> str:
    contents = value.contents
    if value.kind == "dict":
        items = list(dict.fromkeys(map(show, contents.known.values())))
        keys = {python_type(each) or "Any" for each in contents.known}
        inside = " | ".join(items) if 0 < len(items) <= _MOST_KINDS else "Any"
        return f"dict[{keys.pop() if len(keys) == 1 else 'Any'}, {inside}]"
    if isinstance(contents, tuple):
        items = list(dict.fromkeys(show(each) for each in contents))
        return f"{value.kind}[{' | '.join(items) if 0 < len(items) <= _MOST_KINDS else 'Any'}]"
    return f"{value.kind}[{show(contents.rest)}]"


def _struct_class(struct: Struct) -> str:
    """A struct's class; that of one dim or none is always dense, and not worth a word."""
    told = struct.shape.rank in (0, 1) and not struct.explicit
    return "StructTensor" if told else struct.class_name.rpartition(".")[2]


def show_schema(schema: Schema) -> str:
    """A schema by its name, or as its fields; it ends with `...` where it may have others."""
    if schema.name is not None or not schema.fields and not schema.whole:
        return schema.name or "Any"
    fields = [
        f"{name!r}: {'Any' if field is None else show(field.in_one)}"
        for name, field in schema.fields
    ]
    return f"{{{', '.join(fields if schema.whole else [*fields, '...'])}}}"


def show_dtype(dtype: DType) -> str:
    return dtype.name or (str(dtype) if str(dtype).isidentifier() else "Any")


def show_shape(shape: Shape, named: bool = False) -> str:
    """A shape. `named` is whether the sizes are named that a model leaves open, as in its own symbols."""
    before, after = (
        [show_size(each, named) for each in part] for part in (shape.prefix, shape.suffix)
    )
    if shape.middle is not None:
        if not before and not after:
            return "Any"
        return f"Shape[{', '.join([*before, '...', *after])}]"
    return f"Shape[{', '.join(before) or '()'}]"


def show_size(size: Dim, named: bool = False) -> str:
    """A size: None where it is not known, or, unless these are named, only when a model is called."""
    if isinstance(size, int):
        return str(size)
    if isinstance(size, Expr):
        is_open = any(isinstance(each, Symbol) and each.kind == "batch" for each in symbols(size))
        return "None" if is_open and not named else str(size)
    return "None"
