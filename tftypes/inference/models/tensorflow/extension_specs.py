"""Specs of extension types: which tensors a value is made of, what is static, and the way from one to the other.

`M.Spec` of a `tf.experimental.ExtensionType` has the fields of `M`. The spec of a class that follows the protocol of
RFC 269 says itself how a value is taken apart and put together: its methods are run.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.classes import linearized
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.synthesized import Field, initializer
from tftypes.inference.interpreter.tables import Execute
from tftypes.inference.models.tensorflow.composites import COMPOSITE, is_composite
from tftypes.inference.models.tensorflow.structures import map_leaves
from tftypes.inference.objects import TOP, Class, External, Instance, Value, resolve
from tftypes.inference.state import ABSENT

TYPE_SPEC: Final = "tensorflow.TypeSpec"
#: The fact of the class of an extension type's specs: the class of the values.
_OF: Final = "spec of"
_NODE: Final = ast.Constant(None, lineno=1, col_offset=0)


def spec_class(
    interpreter: Interpreter, cls: Class, fields: Sequence[Field], keep: Execute
) -> Class:
    """`M.Spec`, with the fields of `M`; what the program writes as `class Spec` in `M` is a base of it."""
    written = resolve(cls.read("Spec"))
    own = (written,) if isinstance(written, Class) else ()
    made = Class(
        interpreter.trail, f"{cls.name}.Spec", (*own, External(TYPE_SPEC)), None, cls.module
    )
    made.mro = linearized(interpreter, made)
    kept = {name: cls.facts[name] for name in ("frame", "compiler", "keywords")}
    made.facts.update(kept, fields=tuple(fields))
    made.facts[_OF], made.facts[COMPOSITE] = cls, False
    if not own or own[0].find("__init__") is None:
        init = initializer(interpreter, made, fields, keep, "__init__")
        interpreter.write(made, "__init__", init)
    return made


def is_type_spec(value: Value) -> bool:
    """Whether it is a spec that the program's classes say, not one of TensorFlow's own tensors."""
    return (
        isinstance(value, Instance)
        and isinstance(value.cls, Class)
        and TYPE_SPEC in value.cls.externals
    )


def value_class(spec: Instance) -> Class | None:
    """The class of the values of an extension type's spec."""
    cls = spec.cls
    found = cls.facts.get(_OF) if isinstance(cls, Class) else None
    return found if isinstance(found, Class) else None


def _fields(spec: Instance) -> tuple[str, ...] | None:
    """The names of the fields of an extension type's spec; None for the spec of another class."""
    cls = spec.cls
    if not isinstance(cls, Class) or _OF not in cls.facts:
        return None
    return tuple(each.name for each in cls.facts["fields"])


def value_from(interpreter: Interpreter, spec: Instance, leaf: Callable[[Value], Value]) -> Value:
    """A value of a spec, with what a function makes of the spec of each of its tensors; TOP where nobody knows."""
    components = components_of(interpreter, spec)
    if components is ABSENT:
        return TOP
    made = map_leaves(interpreter, lambda each: _inner(interpreter, each, leaf), components)
    return from_components(interpreter, spec, made)


def _inner(interpreter: Interpreter, spec: Value, leaf: Callable[[Value], Value]) -> Value:
    return value_from(interpreter, spec, leaf) if is_type_spec(spec) else leaf(spec)


def components_of(interpreter: Interpreter, spec: Instance) -> Value:
    """The specs of a value's components; ABSENT where nobody knows."""
    fields = _fields(spec)
    if fields is not None:
        return tuple(map(spec.read, fields))
    names = _protocol(spec)
    return ABSENT if names is None else interpreter.attribute(spec, names[0], _NODE)


#: How a spec of RFC 269, and a trace type of RFC 437, takes a value apart: the specs of the parts, to them, from them.
_PROTOCOLS: Final = (
    ("component_specs", "to_components", "from_components"),
    ("parts", "to_parts", "from_parts"),
)


def _protocol(spec: Instance) -> tuple[str, str, str] | None:
    cls = spec.cls
    if not isinstance(cls, Class):
        return None
    return next((each for each in _PROTOCOLS if cls.find(each[2]) is not None), None)


def to_components(interpreter: Interpreter, spec: Instance, value: Instance) -> Value:
    """The components of a value of a spec."""
    fields = _fields(spec)
    if fields is not None:
        return tuple(map(value.read, fields))
    names = _protocol(spec)
    return TOP if names is None else interpreter.method(spec, names[1], [value], _NODE)


def from_components(interpreter: Interpreter, spec: Instance, components: Value) -> Value:
    """The value that consists of such components."""
    cls = value_class(spec)
    if cls is None:
        names = _protocol(spec)
        return TOP if names is None else interpreter.method(spec, names[2], [components], _NODE)
    made = Instance(interpreter.trail, cls)
    for name, each in zip(_fields(spec) or (), components):
        interpreter.write(made, name, each)
    return made


def spec_from(
    interpreter: Interpreter, value: Instance, leaf: Callable[[TensorType], Value]
) -> Value:
    """The spec of a composite value; a function says those of its tensors."""
    cls = resolve(value.cls.read("Spec")) if isinstance(value.cls, Class) else None
    if not isinstance(cls, Class) or _OF not in cls.facts:
        return interpreter.method(value, "__tf_type_spec__", [], _NODE)

    def inner(each: Value) -> Value:
        if isinstance(each, TensorType):
            return leaf(each)
        return spec_from(interpreter, each, leaf) if is_composite(each) else each

    made = Instance(interpreter.trail, cls)
    for field in cls.facts["fields"]:
        part = map_leaves(interpreter, inner, value.read(field.name), composites=False)
        interpreter.write(made, field.name, part)
    return made
