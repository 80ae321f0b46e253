"""What belongs to libraries: names by their canonical path, calls by models, rules and declarations, members of objects.

A library's function is looked up in this order: a model, an op rule, a class to make an instance of, and last what the
stubs declare that it returns. A member of an object is looked up along the MRO that the stubs declare, never by its
bare name.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from tftypes.algebra import TensorType
from tftypes.inference import declarations as declared
from tftypes.inference.declarations import standard
from tftypes.inference.interpreter import compiled, effects, keys, open_modules, provenance, symbols
from tftypes.inference.interpreter.arguments import check_accepted, refused
from tftypes.inference.interpreter.declared_values import (
    declared_value,
    instance_like,
    instance_of,
    returned,
)
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.library_classes import (
    CLASS_NAMES,
    HOLDING,
    PART,
    line,
    model_for,
    models,
)
from tftypes.inference.interpreter.library_names import named, put_on, rebind, rebound
from tftypes.inference.interpreter.missing import missing
from tftypes.inference.interpreter.op_calls import apply_rule
from tftypes.inference.interpreter.protocols import call_module, check_arguments
from tftypes.inference.interpreter.python_values import kind_of
from tftypes.inference.interpreter.refusals import lacks
from tftypes.inference.interpreter.rules import from_rule, is_for_object, named_rule, to_rule
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.objects import (
    HELD,
    OPEN,
    TOP,
    Class,
    Container,
    External,
    Instance,
    Value,
    held,
    may_be_derived,
    plain,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.structs import Struct
from tftypes.inference.values import Bound, Named, Spread

# -- names ------------------------------------------------------------------------------------------------------------


def attribute(interpreter: Interpreter, value: External, name: str, node: ast.AST) -> Value:
    """A member of a library's module or class, or what the program has put in its place."""
    full = f"{value.name}.{name}"
    if (own := rebound(interpreter, full)) is not ABSENT:
        return own
    if name in ("__name__", "__qualname__") and is_class(interpreter, value.name):
        return value.name.rpartition(".")[2]
    if name[0] != "_" and not value.legacy and open_modules.lacks(interpreter, full):
        return lacks(interpreter, value.name, name, node, "builtins.AttributeError")
    return named(interpreter, full, value.legacy)


# -- calls ------------------------------------------------------------------------------------------------------------


def call(interpreter: Interpreter, function: External, call: Call) -> Value:
    """A call of a library's function or class."""
    name, tables = function.name, interpreter.tables
    if interpreter.trace is not None:
        compiled.check_op(interpreter, name, call.values)
    entry = None if function.legacy else interpreter.declared.find(name)
    bound = not isinstance(entry, declared.Function) or entry.kind != "method"
    if refused(interpreter, entry, call, bound=bound) or is_for_object(name, call.values):
        return TOP
    if interpreter.trace is not None and effects.is_changing(name):
        effects.note(
            interpreter,
            call.node,
            f"{name}() is called once, while the function is traced: its result is a constant of the graph",
        )
    keys.check_name(interpreter, name, call.args, call.node)
    check_arguments(interpreter, name, call)
    if interpreter.graphs and (name in symbols.OF_TENSORS or name.startswith(_VALUED)):
        symbols.check_call(interpreter, name, call)
        if (
            interpreter.converted
            and (made := symbols.replaced(interpreter, name, call.args)) is not None
        ):
            return from_rule(interpreter, made, call.args)
    if name.startswith("tensorflow."):
        taken = interpreter.guarded(lambda: tables.dispatched(interpreter, name, call), call.node)
        if taken is not ABSENT:
            return taken
    model = tables.functions.get(name)
    if model is not None:
        made = interpreter.modelled(model, call.of(name))
        if name in _DRAINING or name.startswith("itertools.") and name != "itertools.islice":
            for each in call.args:
                if name in _WHOLLY:
                    interpreter.check_items(each, call.node, True)
                interpreter.drain(each, partly=name not in _WHOLLY)
        return made
    rule = named_rule(name)
    if rule is not None:
        if call.is_open:
            return from_declaration(interpreter, name)
        return apply_rule(interpreter, rule, call)
    if is_class(interpreter, name):
        return make(interpreter, name, call)
    owner, _, method = name.rpartition(".")
    if is_class(interpreter, owner):
        return _of_class(interpreter, owner, method, call)
    if not function.legacy and interpreter.declared.is_module(name):
        return call_module(interpreter, name, call.node)
    fallback = tables.functions.get(name.partition(".")[0] + ".*")
    if fallback is not None:
        return interpreter.modelled(fallback, call.of(name))
    interpreter.escape(call.values)
    if interpreter.graphs and name.startswith("tensorflow."):
        provenance.check_scope(interpreter, [*map(to_rule, call.values)], call.node, name)
    if entry is not None:
        check_accepted(interpreter, name, call)
    return from_declaration(interpreter, name)


#: Where functions are that may take the value of a tensor.
_VALUED: Final = ("builtins.", "numpy.", "math.", "random.", "itertools.", "functools.reduce")
#: Functions that go through the iterables that they are given, at once or as their own items are asked for.
_WHOLLY: Final = frozenset(
    f"builtins.{name}"
    for name in ("list", "tuple", "set", "frozenset", "dict", "sum", "min", "max", "sorted")
) | {"functools.reduce", "collections.deque", "collections.Counter", "math.prod"}
_DRAINING: Final = _WHOLLY | {
    f"builtins.{name}" for name in ("zip", "enumerate", "reversed", "any", "all")
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


def make(interpreter: Interpreter, name: str, call: Call) -> Value:
    """An instance of a library's class."""
    instance = interpreter.instance(name)
    for model in models(interpreter, instance):
        if model.construct is not None:
            construct = model.construct
            made = interpreter.modelled(construct, call.of(name, instance))
            return instance if made is None else made
    if is_exception(interpreter, name):
        interpreter.write(instance, "args", tuple(call.args))
    return instance_of(interpreter, name, instance)


def _of_class(interpreter: Interpreter, owner: str, method: str, call: Call) -> Value:
    """`Class.method(...)`: of a class method, or of a method with its receiver."""
    member = interpreter.declared.member(owner, method)
    entry = None if member is None else member.entry
    if isinstance(entry, declared.Function) and entry.kind in ("classmethod", "staticmethod"):
        return returned(interpreter, entry, instance_like(interpreter, owner))
    if call.args and not isinstance(call.args[0], Spread):
        receiver = plain(call.args[0]) if owner in HOLDING else resolve(call.args[0])
        if method == "__init__" and isinstance(receiver, Instance):
            behind = interpreter.declared.mro(owner)
            initialize(interpreter, receiver, call.without_first(), behind)
            return None
        return call_method(interpreter, receiver, method, call.without_first())
    return TOP


def initialize(
    interpreter: Interpreter, instance: Value, call: Call, names: Sequence[str] | None = None
) -> None:
    """`__init__` of the library classes that a program's instance derives from, or of some of them."""
    if not isinstance(instance, Instance):
        return
    inside = resolve(instance.read(HELD))
    for name in line(interpreter, instance) if names is None else names:
        if is_exception(interpreter, name):
            interpreter.write(instance, "args", tuple(call.args))
            return
        if HOLDING.get(name) and isinstance(inside, Container):
            made = resolve(interpreter.dispatch(External(name), call))
            if _puts(instance, name, made):
                for key, value in made.contents.known.items():
                    interpreter.method(instance, "__setitem__", [key, value], call.node)
                return
            for slot in made.written() if isinstance(made, Container) else ():
                interpreter.write(inside, slot, made.read(slot))
            return
        if (model := interpreter.tables.classes.get(name)) is not None and model.construct:
            construct = partial(model.construct, interpreter, call.of(name, instance))
            run = partial(interpreter.guarded, construct, call.node)
            if interpreter.attempted(run)[1]:
                interpreter.write(instance, OPEN, True)  # one cause, one finding
            return


def _puts(instance: Instance, base: str, made: Value) -> bool:
    """Whether what is given goes through the class's own `__setitem__`, which `dict` does not ask."""
    own = isinstance(instance.cls, Class) and instance.cls.find("__setitem__")
    return bool(own) and base == "collections.UserDict" and made.contents.is_whole


def _declared(interpreter: Interpreter, receiver: Value, name: str) -> declared.Entry | None:
    """What the nearest class that does declares of a method."""
    found = (interpreter.declared.member(cls, name) for cls in line(interpreter, receiver))
    return next((each.entry for each in found if each is not None), None)


def call_method(interpreter: Interpreter, receiver: Value, name: str, call: Call) -> Value:
    """A library's method on a value."""
    # What is annotated with Mapping is a dict here, as os.environ is: their methods take keywords that those of dicts do not.
    is_open = bool(call.kwargs) and isinstance(receiver, Container) and kind_of(receiver) is None
    if not is_open and refused(interpreter, _declared(interpreter, receiver, name), call):
        return TOP
    for cls in line(interpreter, receiver):
        model = model_for(interpreter, cls, receiver)
        found = None if model is None else model.methods.get(name)
        if found is not None:
            method, before = found, effects.size(receiver)
            made = interpreter.modelled(method, call.of(f"{cls}.{name}", receiver))
            is_nothing = made is None and cls.startswith("tensorflow.")
            why = f"{name}() returns None" if is_nothing and not may_be_derived(receiver) else None
            entry = _declared(interpreter, receiver, name) if why is not None else None
            if isinstance(entry, declared.Function) and entry.overloads[0].returns == "None":
                why = f"{why}; it stands in a statement of its own"
            if not cls.startswith("builtins."):
                interpreter.tell_nothing(call.node, why)
            if interpreter.trace is not None:
                new = effects.added(before, effects.size(receiver))
                if new is not None:
                    effects.note_change(interpreter, receiver, new, call.node)
            return made
        rule = named_rule(f"{cls}.{name}")
        if rule is not None:
            return apply_rule(interpreter, rule, call.with_first(receiver))
    interpreter.escape((receiver, *call.values))
    for cls in line(interpreter, receiver):
        member = interpreter.declared.member(cls, name)
        if member is not None and isinstance(member.entry, declared.Function):
            return returned(interpreter, member.entry, receiver)
    return TOP


# -- members of objects -----------------------------------------------------------------------------------------------


def find_attribute(interpreter: Interpreter, value: Value, name: str, node: ast.AST) -> Value:
    """A member that a library gives to a value: ABSENT where there is none for sure, TOP where it is not known."""
    cls = value.cls if isinstance(value, Instance) else value
    is_free = value is not cls and value.read(OPEN) is not ABSENT
    if isinstance(cls, Class) and (cls.is_open or is_free and cls.may_assign(name)):
        return TOP
    if (inner := held(value)) is not ABSENT and name in _methods(interpreter, inner):
        return interpreter.attribute(inner, name, node)
    known = named_alone = False
    for each in line(interpreter, value):
        if (own := put_on(interpreter, each, name, value)) is not ABSENT:
            return own
        model = model_for(interpreter, each, value)
        if model is not None:
            if name in model.attributes:
                read = model.attributes[name]
                return interpreter.guarded(lambda: read(interpreter, value), node)  # noqa: B023
            if name in model.methods:
                return _method(interpreter, each, value, name)
            if model.gone is not None and model.gone(interpreter, name) is not None:
                return ABSENT
        if named_rule(f"{each}.{name}") is not None:
            return _method(interpreter, each, value, name)
        entry = interpreter.declared.find(each)
        known = known or not interpreter.declared.open(each)
        if isinstance(entry, declared.Class) and name in entry.members:
            member = interpreter.declared.member(each, name)
            return TOP if member is None else _declared_member(interpreter, member, value, name)
        if interpreter.declared.open(each) and each != PART:
            return TOP
        # Of Python's own classes names alone are known, unless a model of a class above knows more.
        named_alone |= entry is None and interpreter.declared.member(each, name) is not None
    if named_alone:
        return TOP
    if isinstance(cls, Class):
        return ABSENT if is_closed(interpreter, cls) else TOP
    return ABSENT if known and not (isinstance(value, Struct) and value.layout is None) else TOP


def _methods(interpreter: Interpreter, value: Value) -> set[str]:
    """The names of the methods that models give to a builtin value."""
    return {name for model in models(interpreter, value) for name in model.methods}


def _method(interpreter: Interpreter, owner: str, value: Value, name: str) -> Value:
    """A method of a library's class as a value has it; read from a class of the program, it takes an instance first."""
    member = interpreter.declared.member(owner, name)
    entry = None if member is None else member.entry
    if isinstance(entry, declared.Function):
        is_unbound = entry.kind == "method"
    else:  # of Python's own classes names alone are declared
        is_unbound = owner.startswith("builtins.") and name != "fromkeys"
    if isinstance(value, Class) and is_unbound:
        return External(f"{owner}.{name}")
    return Bound(name, value)


def _declared_member(
    interpreter: Interpreter, member: declared.Member, value: Value, name: str
) -> Value:
    entry = member.entry
    if isinstance(entry, declared.Function):
        return _method(interpreter, member.owner, value, name)
    if isinstance(entry, (declared.Property, declared.Attribute)):
        return declared_value(interpreter, entry.annotation)
    return TOP


def is_closed(interpreter: Interpreter, cls: Class) -> bool:
    """Whether all bases of a class of the program are known, so that what no class has is not there."""
    return not cls.is_open and all(is_class(interpreter, name) for name in cls.externals)


def _result(interpreter: Interpreter, value: Named, name: str, node: ast.AST) -> Value:
    """One of several results by its name."""
    if name in value.names:
        return value[value.names.index(name)]
    return TOP if name[0] == "_" else library_attribute(interpreter, value, name, node)


def library_attribute(interpreter: Interpreter, value: Value, name: str, node: ast.AST) -> Value:
    """A member of a value of a library's class."""
    found = find_attribute(interpreter, value, name, node)
    return missing(interpreter, value, name, node) if found is ABSENT else found


def has_method(interpreter: Interpreter, value: Instance | TensorType, name: str) -> bool:
    return any(
        (model := interpreter.tables.classes.get(each)) is not None
        and name in model.methods
        or (member := interpreter.declared.member(each, name)) is not None
        and member.owner != "builtins.object"
        for each in line(interpreter, value)
    )


# -- classes of the program that derive from a library's ----------------------------------------------------------------


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


_BUILTIN: Final = (Container, PyValue, bool, int, float, str, bytes)
ATTRIBUTES: Final[dict[type, Any]] = {
    External: attribute,
    **dict.fromkeys((*CLASS_NAMES, TensorType, *_BUILTIN), library_attribute),
    Named: _result,
}
ATTRIBUTE_WRITES: Final = {External: rebind}
