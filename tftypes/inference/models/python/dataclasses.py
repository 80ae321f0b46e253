"""`dataclasses`: the constructor of the fields, copies with changes, and views as dicts and tuples."""

from __future__ import annotations

import ast
from functools import partial
from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.hashing import HASHED, is_key
from tftypes.inference.interpreter.identity import is_same_object
from tftypes.inference.interpreter.members import METHOD
from tftypes.inference.interpreter.operators import binary
from tftypes.inference.interpreter.signs import COMPARISONS
from tftypes.inference.interpreter.synthesized import (
    MISSING,
    Field,
    annotated,
    initializer,
    mentions,
)
from tftypes.inference.interpreter.tables import Call, Model, Raised
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.objects import (
    TOP,
    Class,
    Container,
    External,
    Frame,
    Instance,
    Value,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.values import NOT_IMPLEMENTED, Mapped, Native

_FIELD: Final = "dataclasses.Field"
_OPTIONS: Final = ("default", "default_factory", "init", "kw_only", "compare", "hash", "metadata")


def _field(interpreter: Interpreter, call: Call) -> Value:
    """`field(...)`: what a field's assignment says instead of a default."""
    given = {name: call.kwargs[name] for name in _OPTIONS if name in call.kwargs}
    return interpreter.instance(_FIELD, given)


def _dataclass(interpreter: Interpreter, call: Call) -> Value:
    """`@dataclass`, with or without options."""
    if call.args and call.args[0] is not None:
        return _made(interpreter, resolve(call.args[0]), {})
    options = dict(call.kwargs)
    return Native(
        "dataclass", lambda interpreter, call: _made(interpreter, resolve(call.args[0]), options)
    )


def _made(interpreter: Interpreter, cls: Value, options: dict[str, Value]) -> Value:
    if not isinstance(cls, Class) or _has_unknown_base(interpreter, cls):
        return cls
    own = _own_fields(interpreter, cls, interpreter.truth(options.get("kw_only", False)) is True)
    inherited = _inherited(cls)
    fields = {**{each.name: each for each in inherited}, **{each.name: each for each in own}}
    cls.facts["fields"] = tuple(fields.values())
    for each in own:
        if each.default is ABSENT:
            interpreter.write(cls, each.name, ABSENT)
        else:
            interpreter.write(cls, each.name, each.default)
    if interpreter.truth(options.get("init", True)) is not False and "__init__" not in set(
        cls.written()
    ):
        run = partial(_initialize, interpreter, cls, tuple(fields.values()))
        init = initializer(interpreter, cls, fields.values(), run, "__init__")
        interpreter.write(cls, "__init__", init)
    _hash(interpreter, cls, options)
    signs = ["=="] if interpreter.truth(options.get("eq", True)) is not False else []
    if interpreter.truth(options.get("order", False)) is True:
        signs += ["<", "<=", ">", ">="]
    names = [each.name for each in fields.values() if each.compared and not each.passing]
    for sign in signs:
        name = f"__{COMPARISONS[sign]}__"
        if cls.read(name) is ABSENT:
            interpreter.write(cls, name, Native(METHOD + name, partial(_compared, sign, names)))
    if interpreter.truth(options.get("frozen", False)) is True:
        interpreter.write(cls, "__setattr__", Native(METHOD + "__setattr__", _frozen))
    return cls


def _hash(interpreter: Interpreter, cls: Class, options: dict[str, Value]) -> None:
    """What `@dataclass` makes of the hash: that of the fields, none, or the one that the class has."""
    has_own = cls.read("__hash__") not in (ABSENT, None)
    forced, equal, frozen = (
        interpreter.truth(TOP if "**" in options else options.get(name, default))
        for name, default in (("unsafe_hash", False), ("eq", True), ("frozen", False))
    )
    if None in (forced, equal, frozen):
        interpreter.write(cls, "__hash__", TOP)
    elif forced or equal and frozen and not has_own:
        fields = [each for each in cls.facts["fields"] if not each.passing]
        cls.facts[HASHED] = tuple(
            each.name for each in fields if (each.compared if each.hashed is None else each.hashed)
        )
        interpreter.write(cls, "__hash__", TOP)
    elif equal and not has_own:
        interpreter.write(cls, "__hash__", None)


def _compared(sign: str, names: list[str], interpreter: Interpreter, call: Call) -> Value:
    """Instances of one class compare as the tuples of their fields."""
    both = [resolve(each) for each in call.args]
    if not all(isinstance(each, Instance) for each in both) or both[0].cls is not both[1].cls:
        return NOT_IMPLEMENTED if is_same_object(*both) is False else PyValue("bool")
    rows = [tuple(interpreter.attribute(each, name, call.node) for name in names) for each in both]
    return binary(interpreter, sign, rows[0], rows[1], call.node)


def _has_unknown_base(interpreter: Interpreter, cls: Class) -> bool:
    """Whether it may inherit fields that nobody sees."""
    return cls.is_open or any(interpreter.declared.open(name) for name in cls.externals)


def _frozen(interpreter: Interpreter, call: Call) -> Value:
    raise Raised("dataclasses.FrozenInstanceError")


def _inherited(cls: Class) -> tuple[Field, ...]:
    found: dict[str, Field] = {}
    for base in reversed(cls.mro[1:]):
        if isinstance(base, Class):
            found.update((each.name, each) for each in base.facts.get("fields", ()))
    return tuple(found.values())


def _own_fields(interpreter: Interpreter, cls: Class, keyword: bool) -> list[Field]:
    found: list[Field] = []
    for node in annotated(cls):
        assert isinstance(node.target, ast.Name)
        name = node.target.id
        if mentions(node.annotation, "ClassVar"):
            continue
        if mentions(node.annotation, "KW_ONLY"):
            keyword = True
            continue
        value = resolve(cls.read(name))
        passing = mentions(node.annotation, "InitVar")
        if isinstance(value, Instance) and value.cls == External(_FIELD):
            found.append(
                Field(
                    name,
                    node.annotation,
                    value.read("default"),
                    value.read("default_factory"),
                    interpreter.truth(value.read("init", True)) is not False,
                    interpreter.truth(value.read("kw_only", keyword)) is True,
                    passing,
                    interpreter.truth(value.read("compare", True)) is not False,
                    interpreter.truth(value.read("hash", None))
                    if value.read("hash", None) is not None
                    else None,
                    value.read("metadata", None),
                )
            )
        else:
            found.append(Field(name, node.annotation, value, keyword=keyword, passing=passing))
    return found


def _initialize(
    interpreter: Interpreter, cls: Class, fields: tuple[Field, ...], frame: Frame
) -> None:
    """The body of `__init__`: keeps the fields, then runs `__post_init__`."""
    receiver, node = resolve(frame.read("self")), cls.node or ast.Constant(0)
    for each in fields:
        value = frame.read(each.name) if each.init else each.default
        if value is ABSENT and each.factory is not ABSENT or value == MISSING:
            value = interpreter.call(each.factory, [], {}, node)
        if value is not ABSENT and not each.passing and isinstance(receiver, Instance):
            interpreter.write(receiver, each.name, value)
    if isinstance(receiver, Instance) and interpreter.has_method(receiver, "__post_init__"):
        passed = [frame.read(each.name, TOP) for each in fields if each.passing]
        interpreter.method(receiver, "__post_init__", passed, node)


# -- what works on instances --------------------------------------------------------------------------------------------


def fields_of(value: Value) -> tuple[Field, ...] | None:
    """The fields of a dataclass or of an instance of one."""
    value = resolve(value)
    cls = value.cls if isinstance(value, Instance) else value
    return cls.fact("fields") if isinstance(cls, Class) else None


def _replace(interpreter: Interpreter, call: Call) -> Value:
    value = resolve(call.get(0, "obj"))
    fields = fields_of(value)
    if fields is None or not isinstance(value, Instance) or "**" in call.kwargs:
        return TOP
    kept = {
        each.name: interpreter.attribute(value, each.name, call.node)
        for each in fields
        if each.init and not each.passing and each.name not in call.kwargs
    }
    return interpreter.call(value.cls, [], {**kept, **call.kwargs}, call.node)


def _as(kind: str, interpreter: Interpreter, call: Call) -> Value:
    """`asdict`, `astuple`: deeply, of the instances and containers in the fields."""
    return _deep(interpreter, kind, call.get(0, "obj"), call.node)


def _deep(interpreter: Interpreter, kind: str, value: Value, node: ast.AST) -> Value:
    value = resolve(value)
    fields = fields_of(value) if isinstance(value, Instance) else None
    if fields is not None:
        parts = {
            each.name: _deep(interpreter, kind, interpreter.attribute(value, each.name, node), node)
            for each in fields
            if not each.passing
        }
        return tuple(parts.values()) if kind == "tuple" else interpreter.list(Mapped(parts), "dict")
    if isinstance(value, tuple):
        return tuple(_deep(interpreter, kind, each, node) for each in value)
    if isinstance(value, Container) and isinstance(value.contents, tuple):
        made = tuple(_deep(interpreter, kind, each, node) for each in value.contents)
        return interpreter.list(made, value.kind)
    if isinstance(value, Container) and isinstance(value.contents, Mapped):
        contents = value.contents
        known = {key: _deep(interpreter, kind, each, node) for key, each in contents.known.items()}
        return interpreter.list(Mapped(known, contents.optional, contents.rest), "dict")
    return value


def _fields(interpreter: Interpreter, call: Call) -> Value:
    fields = fields_of(call.get(0, "class_or_instance"))
    if fields is None:
        return TOP
    made = []
    for each in fields:
        if each.passing:
            continue
        metadata = interpreter.list(Mapped({}), "dict") if each.metadata is None else each.metadata
        field = interpreter.instance(_FIELD, {"name": each.name, "type": TOP, "metadata": metadata})
        if is_key(each.default):
            interpreter.write(field, "default", each.default)
        made.append(field)
    return tuple(made)


def _is_dataclass(interpreter: Interpreter, call: Call) -> Value:
    value = resolve(call.get(0, "obj"))
    if fields_of(value) is not None:
        return True
    return False if isinstance(value, (Class, Instance)) else PyValue("bool")


FUNCTIONS: Final[dict[str, Model]] = {
    "dataclasses.dataclass": _dataclass,
    "dataclasses.field": _field,
    "dataclasses.replace": _replace,
    "dataclasses.asdict": partial(_as, "dict"),
    "dataclasses.astuple": partial(_as, "tuple"),
    "dataclasses.fields": _fields,
    "dataclasses.is_dataclass": _is_dataclass,
}
