"""`tf.experimental.ExtensionType`: fields and their conversion, immutable values, equality, and their specs."""

from __future__ import annotations

from functools import partial
from typing import Final

from tftypes.algebra import DType, Shape, TensorType
from tftypes.inference.annotations.classes import fields_of
from tftypes.inference.annotations.named import ANY
from tftypes.inference.interpreter.binding import bind
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.instances import is_instance
from tftypes.inference.interpreter.members import METHOD
from tftypes.inference.interpreter.rules import as_dtype, tensor_of
from tftypes.inference.interpreter.synthesized import Field, annotated, initializer, keep_fields
from tftypes.inference.interpreter.tables import Call, LibraryClass
from tftypes.inference.models.tensorflow.composites import EXTENSION_TYPE
from tftypes.inference.models.tensorflow.extension_specs import spec_class
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.specs import as_shape
from tftypes.inference.models.tensorflow.structures import tensors_in
from tftypes.inference.objects import (
    TOP,
    Class,
    Container,
    External,
    Function,
    Instance,
    Value,
    is_unknown,
    python_type,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Annotation, Mapped, Native

#: The slot of a value whose constructor has run: nothing is assigned any more.
_FROZEN: Final = "<frozen>"
_CODE: Final = "tf-value"


# -- the class ----------------------------------------------------------------------------------------------------------


def _define(interpreter: Interpreter, cls: Class) -> None:
    """The fields of a class and of its bases are the parameters of its constructor, unless it has one of its own."""
    declared = fields_of(interpreter, cls)
    own = {
        each.target.id: Field(each.target.id, None, cls.read(each.target.id))  # type: ignore[union-attr]
        for each in annotated(cls)
    }
    inherited = {
        each.name: each
        for base in reversed(cls.mro[1:])
        if isinstance(base, Class)
        for each in base.facts.get("fields", ())
    }
    fields = tuple({**inherited, **own}.values())
    cls.facts["fields"] = fields
    cls.facts["construct"] = _construct
    _check_annotations(interpreter, cls, {name: declared.get(name, ANY) for name in own})
    keep = partial(keep_fields, interpreter, fields)
    if not any(_writes_constructor(each) for each in cls.mro):
        interpreter.write(cls, "__init__", initializer(interpreter, cls, fields, keep, "__init__"))
    for name in ("__setattr__", "__delattr__"):
        interpreter.write(cls, name, Native(METHOD + name, _set))
    if cls.find("__eq__") is None:
        for name, negated in (("__eq__", False), ("__ne__", True)):
            interpreter.write(cls, name, Native(METHOD + name, partial(_compared, negated)))
    interpreter.write(cls, "Spec", spec_class(interpreter, cls, fields, keep))


def _writes_constructor(cls: Value) -> bool:
    if not isinstance(cls, Class) or cls.node is None:
        return False
    return any(getattr(each, "name", None) == "__init__" for each in cls.node.body)


def _check_annotations(
    interpreter: Interpreter, cls: Class, declared: dict[str, Annotation]
) -> None:
    """TensorFlow takes immutable fields alone."""
    for node in annotated(cls):
        name = node.target.id  # type: ignore[union-attr]
        mutable = _mutable(declared[name])
        if mutable is not None:
            interpreter.refuse(
                node,
                "tf-annotation",
                f"field {name!r} of the extension type {cls.name} is a {mutable}, which can change; "
                f"write {'Mapping[str, ...]' if mutable == 'dict' else 'Tuple[..., ...]'}",
                "builtins.TypeError",
            )


def _mutable(annotation: Annotation) -> str | None:
    if annotation.kind == "sequence" and annotation.args[1] in ("list", "set", "deque"):
        return str(annotation.args[1])
    if annotation.kind == "dict" and annotation.args[0].name.rpartition(".")[2] != "Mapping":
        return "dict"
    inner = annotation.args if annotation.kind in ("union", "tuple") else ()
    return next((found for each in inner if (found := _mutable(each)) is not None), None)


# -- construction -------------------------------------------------------------------------------------------------------


def _construct(interpreter: Interpreter, cls: Class, call: Call) -> Value:
    made = Instance(interpreter.trail, cls)
    interpreter.method(made, "__init__", call.args, call.node, call.kwargs)
    declared = fields_of(interpreter, cls)
    missing = [each.name for each in cls.facts["fields"] if made.read(each.name) is ABSENT]
    if missing and _is_called(interpreter, cls, made, call):
        words = f"{cls.name}(): its constructor does not set {', '.join(map(repr, missing))}"
        interpreter.refuse(call.node, _CODE, words, "builtins.ValueError")
    for each in cls.facts["fields"]:
        value = made.read(each.name)
        if value is not ABSENT:
            place = f"{cls.name}(): field {each.name!r}"
            value = _field(interpreter, value, declared.get(each.name, ANY), place, call)
            interpreter.write(made, each.name, value)
    interpreter.write(made, _FROZEN, True)
    if interpreter.has_method(made, "__validate__"):
        interpreter.method(made, "__validate__", [], call.node)
    return made


def _is_called(interpreter: Interpreter, cls: Class, made: Instance, call: Call) -> bool:
    """Whether the constructor takes the arguments; it is told where it does not."""
    found = cls.find("__init__")
    function = None if found is None else resolve(found[0])
    return isinstance(function, Function) and (
        bind(interpreter, function, call.with_first(made)) is not None
    )


def _field(
    interpreter: Interpreter, value: Value, annotation: Annotation, place: str, call: Call
) -> Value:
    """A field's value as TensorFlow converts it; of one that is refused nothing is known."""
    try:
        return convert(interpreter, value, annotation, place)
    except OpError as error:
        interpreter.refuse(call.node, error.code, str(error), "builtins.TypeError")
        return TOP


def convert(interpreter: Interpreter, value: Value, annotation: Annotation, place: str) -> Value:
    """A value as a field of an annotation holds it. Raises OpError where TensorFlow refuses it."""
    value, args = resolve(value), annotation.args
    if is_unknown(value):
        return value
    match annotation.kind:
        case "tensor" if args[0].kind == "tensor":
            return _tensor(interpreter, value, place)
        case "none" if value is not None:
            raise OpError(_CODE, f"{place}: expected None, got {_shown(value)}")
        case "python":
            return _python(value, args[0], place)
        case "union":
            return _alternative(interpreter, value, args, place)
        case "tuple" | "sequence":
            return _items(interpreter, value, annotation, place)
        case "dict" if isinstance(value, Container) and isinstance(value.contents, Mapped):
            contents = value.contents
            known = {
                key: convert(interpreter, each, args[1], f"{place}, key {key!r}")
                for key, each in contents.known.items()
            }
            return interpreter.list(Mapped(known, contents.optional, contents.rest), "dict")
        case "class":
            return _instance(interpreter, value, args[0], place)
    return value


def _tensor(interpreter: Interpreter, value: Value, place: str) -> Value:
    if isinstance(value, TensorType) and value.kind in ("tensor", "spec"):
        return value
    if value is None:
        raise OpError(_CODE, f"{place}: expected a tensor, got None")
    if isinstance(value, TensorType) and value.kind in ("ragged", "sparse"):
        raise OpError(_CODE, f"{place}: expected a tensor, got {value}")
    try:
        made = tensor_of(value)
    except OpError as error:
        raise OpError(error.code, f"{place}: {error}") from None
    return TOP if made is None else interpreter.made(made, [value], "read")


def _python(value: Value, name: str, place: str) -> Value:
    """Numbers and text are of the class that is declared: an int is no float here, and a bool an int."""
    found = python_type(value)
    fits = found == name or (found, name) == ("bool", "int")
    sure = found is not None or isinstance(value, (TensorType, Container, tuple)) or value is None
    if not fits and sure:
        raise OpError(_CODE, f"{place}: expected {name}, got {_shown(value)}")
    return value


def _alternative(
    interpreter: Interpreter, value: Value, annotations: tuple[Annotation, ...], place: str
) -> Value:
    """The first alternative that takes the value."""
    if value is None and any(each.kind == "none" for each in annotations):
        return None
    words = []
    for each in annotations:
        try:
            return convert(interpreter, value, each, place)
        except OpError as error:
            words.append(str(error).removeprefix(f"{place}: "))
    raise OpError(_CODE, f"{place}: {'; '.join(words)}")


def _items(interpreter: Interpreter, value: Value, annotation: Annotation, place: str) -> Value:
    """A list or tuple becomes a tuple of converted items."""
    items = interpreter.items(value) if isinstance(value, (tuple, Container)) else None
    if not isinstance(items, tuple):
        return value if items is None else items
    kinds = annotation.args
    if annotation.kind == "tuple":
        if len(kinds) != len(items):
            raise OpError(_CODE, f"{place}: expected {len(kinds)} items, got {len(items)}")
    else:
        kinds = (annotation.args[2],) * len(items)
    return tuple(
        convert(interpreter, each, kind, f"{place}[{i}]")
        for i, (each, kind) in enumerate(zip(items, kinds))
    )


def _instance(interpreter: Interpreter, value: Value, cls: Value, place: str) -> Value:
    if isinstance(cls, External) and cls.name.rpartition(".")[2] == "DType":
        return as_dtype(value) or DType.any()
    if isinstance(cls, External) and cls.name == "tensorflow.TensorShape":
        return value if isinstance(value, Shape) else as_shape(value)
    if isinstance(cls, Class) and is_instance(interpreter, value, cls) is False:
        raise OpError(_CODE, f"{place}: expected a {cls.name}, got {_shown(value)}")
    return value


def _shown(value: Value) -> str:
    if value is None:
        return "None"
    if isinstance(value, TensorType):
        return f"a tensor {value}" if value.kind == "tensor" else str(value)
    if isinstance(value, Instance) and isinstance(value.cls, Class):
        return f"a {value.cls.name}"
    return python_type(value) or "another value"


# -- values -------------------------------------------------------------------------------------------------------------


def _set(interpreter: Interpreter, call: Call) -> Value:
    """A value does not change; its constructor sets its fields alone."""
    receiver, name = resolve(call.args[0]), resolve(call.args[1])
    cls = receiver.cls if isinstance(receiver, Instance) else None
    if not isinstance(cls, Class) or not isinstance(name, str):
        return None
    is_field = any(each.name == name for each in cls.facts.get("fields", ()))
    new = call.args[2] if len(call.args) > 2 else ABSENT
    if is_field and new is not ABSENT and receiver.read(_FROZEN) is ABSENT:
        interpreter.write(receiver, name, new)
        return None
    why = "its constructor has run" if is_field else "it is no field"
    words = f"{cls.name} is an extension type: {name!r} cannot be assigned, since {why}"
    interpreter.refuse(call.node, "tf-attribute", words, "builtins.AttributeError")
    return None


def _compared(negated: bool, interpreter: Interpreter, call: Call) -> Value:
    """One bool for all components, False where the types differ."""
    one, other = map(resolve, call.args)
    if is_unknown(other):
        return TOP
    if not isinstance(other, Instance) or other.cls is not one.cls:
        return negated
    a, b = tensors_in(interpreter, one), tensors_in(interpreter, other)
    if any(not x.shape.is_known or x.shape != y.shape or x.dtype != y.dtype for x, y in zip(a, b)):
        return TOP  # a tensor, or False where the static data differs
    made = TensorType(DType.of("bool"), Shape.scalar())
    return interpreter.made(made, [*a, *b], "equal")


CLASSES: Final = {EXTENSION_TYPE: LibraryClass(define=_define)}
