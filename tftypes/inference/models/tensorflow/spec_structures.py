"""The specs of an `input_signature` as a structure: lists, tuples, dicts and NamedTuples of them, and what is no spec."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tftypes.algebra import DType, Shape, TensorType
from tftypes.inference.interpreter.rules import as_dtype
from tftypes.inference.models.tensorflow import specs
from tftypes.inference.models.tensorflow.extension_specs import is_type_spec
from tftypes.inference.models.tensorflow.structures import is_open, members, record_fields
from tftypes.inference.objects import (
    Class,
    Container,
    External,
    Instance,
    Value,
    python_type,
    resolve,
)
from tftypes.inference.values import Mapped


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


def parts(spec: Spec) -> dict[str, Spec] | None:
    """The parts of a list, a tuple, a dict or a NamedTuple of specs by their places; None for anything else."""
    found = members(spec.value, composites=False)
    if found is None:
        return None
    nodes: Sequence[ast.AST] = [spec.node] * len(found)
    if isinstance(spec.node, (ast.List, ast.Tuple)) and len(spec.node.elts) == len(found):
        starred = any(isinstance(each, ast.Starred) for each in spec.node.elts)
        nodes = nodes if starred else spec.node.elts
    return {place: Spec(each, node) for (place, each), node in zip(found.items(), nodes)}


def no_signature(spec: Spec) -> Wrong | None:
    value = resolve(spec.value)
    if is_open(value):
        return None
    words = shown(spec) or no_spec(value)
    hint = "; put it in a list" if specs.is_spec(value) else ""
    if words is None:
        return None
    return Wrong(spec.node, f"input_signature is a list or a tuple of specs, got {words}{hint}")


def bad_parts(spec: Spec) -> Iterator[Wrong]:
    """What is no spec, in a structure of specs."""
    inside = parts(spec)
    for each in (inside or {}).values():
        yield from bad_parts(each)
    words = no_spec(resolve(spec.value)) if inside is None else None
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
    found = parts(spec)
    if found is None:
        return None
    return f"a {'tuple' if isinstance(value, tuple) else 'list'} of {len(found)}"


def spec_name(spec: TensorType) -> str:
    return specs.CLASS_NAMES.get(specs.spec_kind(spec), "TypeSpec")


def sort(spec: Spec) -> str:
    """Which of Python's containers the body gets; a NamedTuple is a tuple."""
    value = resolve(spec.value)
    if isinstance(value, Container):
        return "dict" if isinstance(value.contents, Mapped) else "list"
    return "tuple"
