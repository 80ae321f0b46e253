"""The specs of an `input_signature` as a structure: lists, tuples, dicts and NamedTuples of them, and what is no spec."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tftypes.algebra import DType, Shape, TensorType
from tftypes.inference.interpreter.rules import as_dtype
from tftypes.inference.models.tensorflow import specs
from tftypes.inference.models.tensorflow.extension_specs import is_type_spec
from tftypes.inference.models.tensorflow.structures import record_fields
from tftypes.inference.objects import (
    Class,
    Container,
    External,
    Instance,
    Value,
    python_type,
    resolve,
)
from tftypes.inference.values import Mapped, Seq


@dataclass(frozen=True, slots=True)
class Spec:
    """One part of a signature: its value, and the node to blame for it."""

    value: Value
    node: ast.AST


@dataclass(frozen=True, slots=True)
class Wrong:
    """What is wrong with a signature, and the node to blame."""

    node: ast.AST
    words: str
    #: Whether a shape is wrong, and the dtype beside it is not.
    of_shape: bool = False


def written(node: ast.AST) -> ast.AST:
    """The expression of the signature in a call of tf.function."""
    if not isinstance(node, ast.Call):
        return node
    for keyword in node.keywords:
        if keyword.arg == "input_signature":
            return keyword.value
    if isinstance(node.func, ast.Call):  # what another call has made is called
        return written(node.func)
    return node.args[1] if len(node.args) > 1 else node


def items(spec: Spec) -> list[Spec] | None:
    """The parts of a list, a tuple or a NamedTuple of specs, in order; None for anything else."""
    value = resolve(spec.value)
    names = record_fields(value) if isinstance(value, Instance) else None
    if names is not None:
        return [Spec(value.read(name), spec.node) for name in names]
    contents = value.contents if isinstance(value, Container) and value.kind == "list" else value
    if not isinstance(contents, tuple):
        return None
    nodes: Sequence[ast.AST] = [spec.node] * len(contents)
    if isinstance(spec.node, (ast.List, ast.Tuple)) and len(spec.node.elts) == len(contents):
        starred = any(isinstance(each, ast.Starred) for each in spec.node.elts)
        nodes = nodes if starred else spec.node.elts
    return [Spec(each, node) for each, node in zip(contents, nodes)]


def entries(spec: Spec) -> dict[Any, Spec] | None:
    """The values of a dict of specs by their keys."""
    value = resolve(spec.value)
    if not isinstance(value, Container) or not isinstance(value.contents, Mapped):
        return None
    return {key: Spec(each, spec.node) for key, each in value.contents.known.items()}


def is_open(spec: Spec) -> bool:
    """Whether more may be in a structure than is known."""
    value = resolve(spec.value)
    contents = value.contents if isinstance(value, Container) else value
    return isinstance(contents, Seq) or isinstance(contents, Mapped) and bool(contents.optional)


def no_signature(spec: Spec) -> Wrong | None:
    value = resolve(spec.value)
    if is_open(spec):
        return None
    words = shown(spec) or no_spec(value)
    hint = "; put it in a list" if specs.is_spec(value) else ""
    if words is None:
        return None
    return Wrong(spec.node, f"input_signature is a list or a tuple of specs, got {words}{hint}")


def bad_parts(spec: Spec) -> Iterator[Wrong]:
    """What is no spec, in a structure of specs."""
    parts = items(spec)
    by_key = entries(spec)
    inside = parts if parts is not None else list((by_key or {}).values())
    for each in inside:
        yield from bad_parts(each)
    words = no_spec(resolve(spec.value)) if parts is None and by_key is None else None
    if words is not None:
        yield Wrong(spec.node, f"input_signature takes specs, got {words}")


def no_spec(value: Value) -> str | None:
    """What a value is called that is no spec for sure."""
    if value is None:
        return "None"
    if is_type_spec(value):
        return None
    if isinstance(value, TensorType):
        if value.kind == "spec":
            return None
        return "an ndarray" if value.kind == "array" else "a Tensor"
    found = python_type(value)
    if found is not None:
        return f"a{'n' * (found == 'int')} {found}"
    if isinstance(value, DType) or isinstance(value, External) and as_dtype(value) is not None:
        return "a dtype"
    if isinstance(value, Shape):
        return "a TensorShape"
    if isinstance(value, External) and value.name.rpartition(".")[2].endswith("Spec"):
        return f"the class {value.name.rpartition('.')[2]}"
    if isinstance(value, Container) and value.kind == "set":
        return "a set"
    if isinstance(value, Instance) and isinstance(value.cls, Class) and "fields" in value.cls.facts:
        return f"the dataclass {value.cls.name}"
    return None


def shown(spec: Spec) -> str | None:
    """A structure or a spec in a message."""
    value = resolve(spec.value)
    if specs.is_spec(value):
        return f"a {spec_name(value)}"
    if isinstance(value, Instance) and isinstance(value.cls, Class):
        return f"a {value.cls.name}" if record_fields(value) is not None else None
    if isinstance(value, Container) and isinstance(value.contents, Mapped):
        return "a dict"
    parts = items(spec)
    if parts is None:
        return None
    return f"a {'tuple' if isinstance(value, tuple) else 'list'} of {len(parts)}"


def spec_name(spec: TensorType) -> str:
    return specs.CLASS_NAMES.get(specs.spec_kind(spec), "TypeSpec")


def sort(spec: Spec) -> str:
    """Which of Python's containers the body gets; a NamedTuple is a tuple."""
    value = resolve(spec.value)
    if isinstance(value, Container):
        return "dict" if isinstance(value.contents, Mapped) else "list"
    return "tuple"


def placed(spec: Spec, place: str) -> list[tuple[Spec, str]]:
    by_key = entries(spec)
    if by_key is not None:
        return [(one, at_key(place, key)) for key, one in by_key.items()]
    value = resolve(spec.value)
    parts = items(spec) or []
    names = record_fields(value) if isinstance(value, Instance) else None
    if names is not None:
        return [(one, f"{place}.{name}") for one, name in zip(parts, names)]
    return [(one, f"{place}[{i}]") for i, one in enumerate(parts)]


def at_key(place: str, key: object) -> str:
    # Places are shown in single quotes.
    return f'{place}["{key}"]' if isinstance(key, str) else f"{place}[{key}]"
