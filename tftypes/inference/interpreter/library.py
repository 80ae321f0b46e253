"""What belongs to libraries: names by their canonical path, calls by models, rules and declarations, members of objects.

A library's function is looked up in this order: a model, an op rule, a class to make an instance of, and last what the
stubs declare that it returns. A member of an object is looked up along the MRO that the stubs declare, never by its
bare name.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import partial
from typing import Any, Final

from tftypes.algebra import DType, Shape, TensorType
from tftypes.algebra.tensors import OPERATORS
from tftypes.inference import declarations as declared
from tftypes.inference.declarations import standard
from tftypes.inference.interpreter import compiled, effects, open_modules, provenance, symbols
from tftypes.inference.interpreter.arguments import check_accepted, refused
from tftypes.inference.interpreter.declared_values import (
    declared_value,
    instance_like,
    instance_of,
    returned,
)
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.refusals import lacks
from tftypes.inference.interpreter.rules import (
    apply_rule,
    dtype_named,
    from_rule,
    named_rule,
    to_rule,
)
from tftypes.inference.interpreter.tables import Call, LibraryClass
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.state import ABSENT
from tftypes.inference.structs import Struct
from tftypes.inference.values import (
    CLASS,
    OPEN,
    TOP,
    Bound,
    Class,
    Container,
    Dataset,
    External,
    Instance,
    Module,
    Named,
    Part,
    Range,
    Seq,
    Spread,
    Tensor,
    TracedFunction,
    Value,
    held,
    may_have_more,
    plain,
    python_type,
    resolve,
)

_KINDS: Final[dict[str, str]] = {
    "tensor": "tensorflow.Tensor",
    "variable": "tensorflow.Variable",
    "ragged": "tensorflow.RaggedTensor",
    "sparse": "tensorflow.SparseTensor",
    "indexed_slices": "tensorflow.IndexedSlices",
    "spec": "tensorflow.TensorSpec",
    "array": "numpy.ndarray",
    "symbol": "tensorflow.keras.KerasTensor",
    **{name: f"tensorflow.linalg.{name}" for name in OPERATORS},
}
#: What a part of a variable has beside what a tensor has: TensorFlow puts it on the tensor itself.
PART: Final = "tensorflow.Variable[]"
_KINDS_OF_CONTAINERS: Final = {
    "deque": "collections.deque",
    "iterator": "collections.abc.Iterator",
    "generator": "collections.abc.Generator",
}
_CLASSES: Final[dict[type, str]] = {
    Dataset: "tensorflow.data.Dataset",
    DType: "tensorflow.DType",
    Shape: "tensorflow.TensorShape",
    tuple: "builtins.tuple",
    Named: "builtins.tuple",
    Seq: "builtins.tuple",
    Range: "builtins.range",
    slice: "builtins.slice",
    type(None): "builtins.NoneType",
    TracedFunction: "tensorflow.types.experimental.PolymorphicFunction",
}


def class_name(value: Value) -> str | None:
    """The canonical name of the library class of a value; None for values of the program and unknown ones."""
    if isinstance(value, TensorType):
        own = getattr(value.history, "cls", None) if isinstance(value, Tensor) else None
        return own or _KINDS.get(value.kind)
    if isinstance(value, Bound) and isinstance(value.function, TracedFunction):
        return _CLASSES[TracedFunction]
    if isinstance(value, Dataset) and value.legacy:
        return "tensorflow.compat.v1.data.Dataset"
    found = _CLASSES.get(type(value))
    if found is not None:
        return found
    if isinstance(value, Struct):
        return value.class_name
    if isinstance(value, Container):
        if value.kind == "dict":
            return str(value.read(CLASS, "builtins.dict"))
        return _KINDS_OF_CONTAINERS.get(value.kind, f"builtins.{value.kind}")
    if isinstance(value, Instance) and isinstance(value.cls, External):
        return value.cls.name
    python = python_type(value)
    return None if python is None else f"builtins.{python}"


def line(interpreter: Interpreter, value: Value) -> Iterator[str]:
    """The names of the library classes of a value, in the order in which members are looked up."""
    cls = value.cls if isinstance(value, Instance) else value
    if isinstance(cls, Class):
        yield from cls.externals
        return
    if isinstance(value, Tensor) and isinstance(value.history, Part):
        yield PART
    name = class_name(value)
    if name is not None:
        yield from interpreter.declared.mro(name) or (name,)


#: Classes whose instances are values to the engine, no objects.
_OF_VALUES: Final = frozenset(
    (*_KINDS.values(), *(name for name in _CLASSES.values() if name.startswith("tensorflow.")))
)


def _model(interpreter: Interpreter, name: str, value: Value) -> LibraryClass | None:
    """The model of a class; one of values knows nothing of an object of a class that derives from it."""
    if name in _OF_VALUES and isinstance(value, Instance):
        return None
    return interpreter.tables.classes.get(name)


def models(interpreter: Interpreter, value: Value) -> Iterator[LibraryClass]:
    for name in line(interpreter, value):
        model = _model(interpreter, name, value)
        if model is not None:
            yield model


def scope_of(interpreter: Interpreter, value: Value) -> Callable[..., Any] | None:
    """What a `with` over a library's object does to the state of the process while its body runs."""
    if not isinstance(value, Instance):
        return None
    return next((each.scope for each in models(interpreter, value) if each.scope is not None), None)


def dropped(interpreter: Interpreter, value: Instance, method: str, node: ast.AST) -> None:
    """A statement of a graph does nothing with what a method has made."""
    for model in models(interpreter, value):
        if method in model.pure:
            interpreter.report(
                node,
                "tf-state",
                f"in a graph .{method}() gives another object, and this statement drops it",
                severity="warning",
            )


# -- names ------------------------------------------------------------------------------------------------------------


def attribute(interpreter: Interpreter, value: External, name: str, node: ast.AST) -> Value:
    """A member of a library's module or class."""
    if name in ("__name__", "__qualname__") and is_class(interpreter, value.name):
        return value.name.rpartition(".")[2]
    if name[0] != "_" and not value.legacy and interpreter.declared.missing(f"{value.name}.{name}"):
        return lacks(interpreter, value.name, name, node, "builtins.AttributeError")
    return named(interpreter, f"{value.name}.{name}", value.legacy)


def named(interpreter: Interpreter, full: str, legacy: bool = False) -> Value:
    """What a full name of a library's stands for."""
    known = interpreter.names.get(full)
    if known is None or legacy:
        known = _named(interpreter, full, legacy)
        if isinstance(known, (External, DType)) and not legacy:  # others are made anew each time
            interpreter.names[full] = known
    return known


def _named(interpreter: Interpreter, full: str, legacy: bool) -> Value:
    name = interpreter.declared.canonical(full)
    constant = interpreter.tables.constants.get(name) or interpreter.tables.constants.get(full)
    if constant is not None:
        return constant(interpreter)
    entry = interpreter.declared.find(name)
    if (
        isinstance(entry, (declared.Constant, declared.Attribute))
        and name not in interpreter.tables.functions
    ):
        if "tensorflow.DType[" in (entry.annotation or ""):
            dtype = dtype_named(name)
            return dtype if isinstance(dtype, DType) else DType.any()
        if not isinstance(dtype_named(name), DType):
            return declared_value(interpreter, entry.annotation)
    return External(name, legacy)


# -- calls ------------------------------------------------------------------------------------------------------------


def call(
    interpreter: Interpreter,
    function: External,
    args: Sequence[Value],
    kwargs: Mapping[str, Value],
    node: ast.AST,
) -> Value:
    """A call of a library's function or class."""
    name, tables = function.name, interpreter.tables
    if interpreter.trace is not None:
        compiled.check_op(interpreter, name, [*args, *kwargs.values()])
    if not function.legacy and refused(
        interpreter, interpreter.declared.find(name), args, kwargs, node
    ):
        return TOP
    if interpreter.trace is not None and effects.is_changing(name):
        effects.note(
            interpreter,
            node,
            f"{name}() is called once, while the function is traced: its result is a constant of the graph",
        )
    if interpreter.graphs and name.startswith(("builtins.", "numpy.", "math.", "random.")):
        symbols.check_call(interpreter, name, args, kwargs, node)
        if (
            interpreter.converted
            and (made := symbols.replaced(interpreter, name, args)) is not None
        ):
            return from_rule(interpreter, made, args)
    if name.startswith("tensorflow."):
        taken = interpreter.guarded(
            lambda: tables.dispatched(interpreter, name, args, kwargs, node), node
        )
        if taken is not ABSENT:
            return taken
    model = tables.functions.get(name)
    if model is not None:
        made = interpreter.guarded(lambda: model(interpreter, Call(args, kwargs, node, name)), node)
        if name in _DRAINING or name.startswith("itertools.") and name != "itertools.islice":
            for each in args:
                if name in _WHOLLY:
                    interpreter.check_items(each, node)
                interpreter.drain(each, partly=name not in _WHOLLY)
        return made
    rule = named_rule(name)
    if rule is not None:
        if "**" in kwargs or any(isinstance(each, Spread) for each in args):
            return from_declaration(interpreter, name)
        return apply_rule(interpreter, rule, args, kwargs, node)
    if is_class(interpreter, name):
        return make(interpreter, name, args, kwargs, node)
    owner, _, method = name.rpartition(".")
    if is_class(interpreter, owner):
        return _of_class(interpreter, owner, method, args, kwargs, node)
    fallback = tables.functions.get(name.partition(".")[0] + ".*")
    if fallback is not None:
        return interpreter.guarded(
            lambda: fallback(interpreter, Call(args, kwargs, node, name)), node
        )
    interpreter.escape((*args, *kwargs.values()))
    if interpreter.graphs and name.startswith("tensorflow."):
        provenance.check_scope(
            interpreter, [*map(to_rule, args), *map(to_rule, kwargs.values())], node
        )
    if not function.legacy:
        check_accepted(interpreter, name, args, kwargs, node)
    return from_declaration(interpreter, name)


#: Functions that go through the iterables that they are given, at once or as their own items are asked for.
_WHOLLY: Final = frozenset(
    f"builtins.{name}"
    for name in ("list", "tuple", "set", "frozenset", "dict", "sum", "min", "max", "sorted")
) | {"functools.reduce", "collections.deque", "collections.Counter", "math.prod"}
_DRAINING: Final = _WHOLLY | {
    f"builtins.{name}" for name in ("zip", "enumerate", "map", "filter", "reversed", "any", "all")
}


def is_class(interpreter: Interpreter, name: str) -> bool:
    """Whether a library's name is that of a class."""
    return (
        name in interpreter.tables.classes
        or isinstance(interpreter.declared.find(name), declared.Class)
        or standard.find(name) is not None
    )


def is_exception(interpreter: Interpreter, name: str) -> bool:
    return interpreter.declared.subclass(name, "builtins.BaseException")


def from_declaration(interpreter: Interpreter, name: str) -> Value:
    entry = interpreter.declared.find(name)
    return returned(interpreter, entry) if isinstance(entry, declared.Function) else TOP


def make(
    interpreter: Interpreter,
    name: str,
    args: Sequence[Value],
    kwargs: Mapping[str, Value],
    node: ast.AST,
) -> Value:
    """An instance of a library's class."""
    instance = Instance(interpreter.trail, External(name))
    for model in models(interpreter, instance):
        if model.construct is not None:
            construct = model.construct
            made = interpreter.guarded(
                partial(construct, interpreter, Call(args, kwargs, node, name, instance)), node
            )
            return instance if made is None else made
    if is_exception(interpreter, name):
        interpreter.write(instance, "args", tuple(args))
    return instance_of(interpreter, name, instance)


def _of_class(
    interpreter: Interpreter,
    owner: str,
    method: str,
    args: Sequence[Value],
    kwargs: Mapping[str, Value],
    node: ast.AST,
) -> Value:
    """`Class.method(...)`: of a class method, or of a method with its receiver."""
    member = interpreter.declared.member(owner, method)
    entry = None if member is None else member.entry
    if isinstance(entry, declared.Function):
        if entry.kind in ("classmethod", "staticmethod"):
            return returned(interpreter, entry, instance_like(interpreter, owner))
    if args and not isinstance(args[0], Spread):
        receiver = plain(args[0]) if owner in HOLDING else resolve(args[0])
        return call_method(interpreter, receiver, method, args[1:], kwargs, node)
    return TOP


def _declared(interpreter: Interpreter, receiver: Value, name: str) -> declared.Entry | None:
    """What the nearest class that does declares of a method."""
    for cls in line(interpreter, receiver):
        if (member := interpreter.declared.member(cls, name)) is not None:
            return member.entry
    return None


def call_method(
    interpreter: Interpreter,
    receiver: Value,
    name: str,
    args: Sequence[Value],
    kwargs: Mapping[str, Value],
    node: ast.AST,
) -> Value:
    """A library's method on a value."""
    if name == "format" and isinstance(receiver, str) and interpreter.graphs:
        symbols.check_format(interpreter, receiver, args, kwargs, node)
    if refused(interpreter, _declared(interpreter, receiver, name), args, kwargs, node):
        return TOP
    for cls in line(interpreter, receiver):
        model = _model(interpreter, cls, receiver)
        found = None if model is None else model.methods.get(name)
        if found is not None:
            method, before = found, effects.size(receiver)
            made = interpreter.guarded(
                lambda: method(interpreter, Call(args, kwargs, node, f"{cls}.{name}", receiver)),  # noqa: B023
                node,
            )
            if interpreter.trace is not None:
                new = effects.added(before, effects.size(receiver))
                if new is not None:
                    effects.note_change(interpreter, receiver, new, node)
            return made
        rule = named_rule(f"{cls}.{name}")
        if rule is not None:
            return apply_rule(interpreter, rule, [receiver, *args], kwargs, node)
    interpreter.escape((receiver, *args, *kwargs.values()))
    for cls in line(interpreter, receiver):
        member = interpreter.declared.member(cls, name)
        if member is not None and isinstance(member.entry, declared.Function):
            return returned(interpreter, member.entry, receiver)
    return TOP


# -- members of objects -----------------------------------------------------------------------------------------------


def find_attribute(interpreter: Interpreter, value: Value, name: str, node: ast.AST) -> Value:
    """A member that a library gives to a value: ABSENT where there is none for sure, TOP where it is not known."""
    cls = value.cls if isinstance(value, Instance) else value
    if isinstance(cls, Class) and cls.is_open:
        return TOP
    if (inner := held(value)) is not ABSENT and name in _methods(interpreter, inner):
        return interpreter.attribute(inner, name, node)
    known = False
    for each in line(interpreter, value):
        model = _model(interpreter, each, value)
        if model is not None:
            if name in model.attributes:
                read = model.attributes[name]
                return interpreter.guarded(lambda: read(interpreter, value), node)  # noqa: B023
            if name in model.methods:
                return Bound(name, value)
            if model.gone is not None and model.gone(interpreter, name) is not None:
                return ABSENT
        if named_rule(f"{each}.{name}") is not None:
            return Bound(name, value)
        entry = interpreter.declared.find(each)
        known = known or not interpreter.declared.open(each)
        if isinstance(entry, declared.Class) and name in entry.members:
            member = interpreter.declared.member(each, name)
            return (
                TOP if member is None else _declared_member(interpreter, member.entry, value, name)
            )
        if interpreter.declared.open(each):
            return TOP
    if isinstance(cls, Class):
        return ABSENT if is_closed(interpreter, cls) else TOP
    may_be_derived = isinstance(value, Struct) and value.layout is None
    return ABSENT if known and not may_be_derived else TOP


def _methods(interpreter: Interpreter, value: Value) -> set[str]:
    """The names of the methods that models give to a builtin value."""
    return {name for model in models(interpreter, value) for name in model.methods}


def _declared_member(
    interpreter: Interpreter, entry: declared.Entry, value: Value, name: str
) -> Value:
    if isinstance(entry, declared.Function):
        return Bound(name, value)
    if isinstance(entry, declared.Property):
        return declared_value(interpreter, entry.annotation)
    return (
        declared_value(interpreter, entry.annotation)
        if isinstance(entry, declared.Attribute)
        else TOP
    )


def is_closed(interpreter: Interpreter, cls: Class) -> bool:
    """Whether all bases of a class of the program are known, so that what no class has is not there."""
    return not cls.is_open and all(is_class(interpreter, name) for name in cls.externals)


def _result(interpreter: Interpreter, value: Named, name: str, node: ast.AST) -> Value:
    """One of several results by its name."""
    if name in value.names:
        return value[value.names.index(name)]
    return library_attribute(interpreter, value, name, node)


def library_attribute(interpreter: Interpreter, value: Value, name: str, node: ast.AST) -> Value:
    """A member of a value of a library's class."""
    found = find_attribute(interpreter, value, name, node)
    return missing(interpreter, value, name, node) if found is ABSENT else found


def missing(interpreter: Interpreter, value: Value, name: str, node: ast.AST) -> Value:
    """Python raises AttributeError: a finding where all that can give an object attributes is known."""
    if interpreter.is_caught("builtins.AttributeError"):
        interpreter.leave("raise", External("builtins.AttributeError"))
    if name.startswith("__") or interpreter.failures:
        return TOP
    if name[0] == "_" and isinstance(value, Instance) and _has_library_base(value):
        return TOP  # what is private of a library is not declared
    if isinstance(value, Module):
        if not open_modules.may_have_more(interpreter, value):
            interpreter.report(
                node, "tf-attribute", f"module '{value.name}' has no attribute '{name}'"
            )
    elif isinstance(value, Instance):
        _report_of_instance(interpreter, value, name, node)
    elif isinstance(value, (TensorType, Dataset, DType, Shape, Struct)):
        _report_missing(interpreter, value, name, node)
    return TOP


def _report_of_instance(
    interpreter: Interpreter, value: Instance, name: str, node: ast.AST
) -> None:
    """An object has no such attribute, or has it no more."""
    remedy = _instead(interpreter, value, name)
    if isinstance(value.cls, Class):
        if _is_known(interpreter, value):
            hint = f" any more: {remedy}" if remedy else ""
            words = f"'{value.cls.name}' object has no attribute '{name}'{hint}"
            interpreter.report(node, "tf-attribute", words)
    elif remedy is not None and value.read(OPEN) is ABSENT:
        shown = str(class_name(value)).replace("tensorflow.", "tf.", 1)
        interpreter.report(node, "tf-attribute", f"{shown} has no {name!r} any more: {remedy}")
    elif _is_known(interpreter, value):
        _report_missing(interpreter, value, name, node)


def _instead(interpreter: Interpreter, value: Instance, name: str) -> str | None:
    """What does the work of a member that is gone; None where nobody says that it is."""
    asked = (each.gone for each in models(interpreter, value) if each.gone is not None)
    return next((remedy for gone in asked if (remedy := gone(interpreter, name))), None)


def _has_library_base(value: Instance) -> bool:
    return isinstance(value.cls, Class) and any(
        not name.startswith("builtins.") for name in value.cls.externals
    )


def _is_known(interpreter: Interpreter, value: Instance) -> bool:
    """Whether nobody can have given an object other attributes than those that are known."""
    classes = value.cls.externals if isinstance(value.cls, Class) else (value.cls.name,)
    return (
        value.read(OPEN) is ABSENT
        and value.birth > interpreter.escaped
        and all(_is_told(interpreter, each) for each in classes)
    )


#: NumPy's dtypes, which are the same values here, have more attributes than TensorFlow's.
OF_NUMPY_DTYPES: Final = frozenset(
    ("alignment", "byteorder", "char", "descr", "fields", "flags", "hasobject", "isalignedstruct", "isbuiltin",
     "isnative", "itemsize", "kind", "metadata", "names", "ndim", "newbyteorder", "num", "shape", "str", "subdtype", "type")
)  # fmt: skip


def _report_missing(interpreter: Interpreter, value: Value, name: str, node: ast.AST) -> None:
    """A value of a library's class has not this attribute."""
    cls = class_name(value)
    open_ = isinstance(value, TensorType) and (
        interpreter.switches.read("numpy_behavior", None) is not None
        or may_have_more(value)
        or value.dtype == DType.any()  # an op made it of something unknown
    )
    open_ = open_ or isinstance(value, DType) and name in OF_NUMPY_DTYPES
    open_ = open_ or _may_be_called_tensor(interpreter, value, name)
    if cls is None or name.startswith("_") or open_:
        return
    near = get_close_matches(name, interpreter.declared.members(cls), 1)
    hint = f"; did you mean '{near[0]}'?" if near else ""
    shown = cls.replace("tensorflow.", "tf.", 1)
    interpreter.report(node, "tf-attribute", f"{shown} has no attribute '{name}'{hint}")


def _may_be_called_tensor(interpreter: Interpreter, value: Value, name: str) -> bool:
    """Whether it may be a dict, a list or an array: programs annotate these as tensors, of which nothing else is known."""
    if not isinstance(value, TensorType) or value != TensorType.unknown():
        return False
    array = interpreter.tables.classes["numpy.ndarray"]
    others = {*dir(dict), *dir(list), *array.methods, *array.attributes}
    return name in others


def _is_told(interpreter: Interpreter, name: str) -> bool:
    """Whether all that a library's class gives its instances is known."""
    return name.startswith(("builtins.", "abc.")) or isinstance(
        interpreter.declared.find(name), declared.Class
    )


def has_method(interpreter: Interpreter, value: Instance, name: str) -> bool:
    return any(
        (model := interpreter.tables.classes.get(each)) is not None
        and name in model.methods
        or (member := interpreter.declared.member(each, name)) is not None
        and member.owner != "builtins.object"
        for each in line(interpreter, value)
    )


# -- classes of the program that derive from a library's ----------------------------------------------------------------

#: The builtin classes, and those of collections, of which an instance of a subclass holds a value: whether it changes.
HOLDING: Final = {
    **dict.fromkeys(("builtins.list", "builtins.dict", "builtins.set", "collections.deque"), True),
    **{
        f"collections.{name}": True
        for name in ("OrderedDict", "defaultdict", "Counter", "UserDict", "UserList")
    },
    **{
        f"builtins.{name}": False
        for name in ("tuple", "str", "bytes", "int", "float", "frozenset", "complex")
    },
}


def on_attribute_write(
    interpreter: Interpreter, instance: Value, name: str, new: Value, node: ast.AST
) -> Value:
    """What an instance keeps: a library's class may watch what is put on its instances, as Keras does, or convert it."""
    if isinstance(instance, Instance):
        for model in models(interpreter, instance):
            call = Call((name, new), {}, node, receiver=instance)
            if model.kept is not None:
                return model.kept(interpreter, call)
            if model.on_write is not None:
                model.on_write(interpreter, call)
                break
    return new


ATTRIBUTES: Final[dict[type, Any]] = {
    External: attribute,
    **dict.fromkeys(
        (*_CLASSES, TensorType, Container, PyValue, bool, int, float, str, bytes), library_attribute
    ),
    Named: _result,
}
