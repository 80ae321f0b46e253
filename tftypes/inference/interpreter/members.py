"""Attributes of the program's objects: along the MRO, with descriptors, `super()`, and the hooks that classes define."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any, Final

from tftypes.algebra import TensorType
from tftypes.inference.contracts.assignments import hold_attribute
from tftypes.inference.interpreter import derived, library, protocols
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.library_classes import HOLDING
from tftypes.inference.interpreter.missing import missing
from tftypes.inference.interpreter.namespaces import namespace, set_namespace
from tftypes.inference.interpreter.tables import Raised
from tftypes.inference.objects import (
    DERIVED,
    OPEN,
    SUBCLASSES,
    TOP,
    Class,
    External,
    Function,
    Instance,
    Module,
    TracedFunction,
    Value,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Bound, Descriptor, Mapped, Native, OneOf, Super

#: The name of a model's callable that is a method: read through an instance, it is bound to it.
METHOD: Final = "method "
_ROOT: Final = External("builtins.object")


def class_of(value: Value) -> Value:
    """The class of the program's that a value is an instance of: the one that was assigned to `__class__`, if any."""
    if not isinstance(value, Instance):
        return value
    assigned = value.read(DERIVED)
    return assigned if isinstance(assigned, Class) else value.cls


#: What instances share with their class: no constructor gives them another.
_SHARED: Final = (Function, TracedFunction, Descriptor, Native, Bound, Class, External)


# -- reading ----------------------------------------------------------------------------------------------------------


def find_attribute(
    interpreter: Interpreter, value: Value, name: str, node: ast.AST, *, hooks: bool = True
) -> Value:
    """An attribute of an instance or class of the program: ABSENT where there is none for sure, TOP where unknown."""
    cls = class_of(value)
    own = value.read(name)
    if not isinstance(cls, Class):
        return own if own is not ABSENT else library.find_attribute(interpreter, value, name, node)
    if isinstance(value, Class):
        return _of_class(interpreter, value, name, node)
    found = cls.find(name)
    is_implicit = found is not None and name[:2] == "__" == name[-2:]  # Python asks the class alone
    if hooks and not is_implicit and (reader := cls.find("__getattribute__")) is not None:
        return interpreter.call(reader[0], [value, name], {}, node)
    if own is not ABSENT and (found is None or not _is_data(interpreter, found[0])):
        return TOP if own is None and derived.may_be_set(value, cls, name) else own
    if found is not None:
        is_free = value.read(DERIVED) is not ABSENT
        if isinstance(resolve(found[0]), _SHARED):
            is_other = is_free and derived.may_be_replaced(cls, name, found[0])
        else:
            is_other = is_free or not library.is_closed(interpreter, cls)
        if is_other:
            return TOP  # a class below, or the constructor of a base, may have given the instance another
        return bound(interpreter, found[0], value, node)
    if hooks and (getter := cls.find("__getattr__")) is not None:
        inherited = library.find_attribute(interpreter, value, name, node)
        if inherited is not ABSENT and inherited is not TOP:
            return inherited
        return interpreter.call(getter[0], [value, name], {}, node)
    return library.find_attribute(interpreter, value, name, node)


def _of_class(interpreter: Interpreter, cls: Class, name: str, node: ast.AST) -> Value:
    """An attribute of a class: along its MRO, last what its metaclass gives it as to an instance."""
    found = cls.find(name)
    if found is not None:
        return bound(interpreter, found[0], cls, node)
    inherited = library.find_attribute(interpreter, cls, name, node)
    if inherited is ABSENT or inherited is TOP:
        if name in ("mro", "__subclasses__"):
            interpreter.lists_subclasses |= name != "mro"
            read = (
                special(interpreter, cls, "__mro__") if name == "mro" else cls.read(SUBCLASSES, ())
            )
            return Native(name, lambda interpreter, call: interpreter.list(read))
        if (root := f"builtins.object.{name}") in interpreter.tables.functions:
            return External(root)
        meta = cls.metaclass
        if meta is not None and (shared := meta.find(name)) is not None:
            return _bound_to(interpreter, shared[0], cls, meta, node)
    return inherited


def _is_data(interpreter: Interpreter, attribute: Value) -> bool:
    """Whether a class's attribute goes before the instance's own: a property or another data descriptor."""
    attribute = resolve(attribute)
    if isinstance(attribute, Descriptor):
        return attribute.kind == "property"
    return isinstance(attribute, Instance) and interpreter.has_method(attribute, "__set__")


def bound(interpreter: Interpreter, attribute: Value, receiver: Value, node: ast.AST) -> Value:
    """What reading a class's attribute through an instance, or the class, gives."""
    attribute = resolve(attribute)
    if isinstance(attribute, OneOf):
        return interpreter.each(lambda each: bound(interpreter, each, receiver, node), attribute)
    if isinstance(receiver, Instance):
        return _bound_to(interpreter, attribute, receiver, class_of(receiver), node)
    if isinstance(attribute, Descriptor):
        if attribute.kind == "staticmethod":
            return attribute.get
        return Bound(attribute.get, receiver) if attribute.kind == "classmethod" else attribute
    if isinstance(attribute, Instance) and interpreter.has_method(attribute, "__get__"):
        return interpreter.method(attribute, "__get__", [None, receiver], node)
    return attribute


def _bound_to(
    interpreter: Interpreter, attribute: Value, receiver: Value, cls: Value, node: ast.AST
) -> Value:
    """What an attribute of its class is to an instance, or to a class that is one of its metaclass."""
    attribute = resolve(attribute)
    if isinstance(attribute, Descriptor):
        if attribute.kind == "staticmethod":
            return attribute.get
        if attribute.kind == "classmethod":
            return Bound(attribute.get, cls)
        with interpreter.tracing(interpreter.trace, False):  # AutoGraph leaves properties alone
            value = interpreter.call(attribute.get, [receiver], {}, node)
        if attribute.kind == "cached_property" and isinstance(attribute.set, str):
            interpreter.write(receiver, attribute.set, value)
        return value
    if isinstance(attribute, (Function, TracedFunction)):
        return Bound(attribute, receiver)
    if isinstance(attribute, Native) and attribute.name.startswith(METHOD):
        return Bound(attribute, receiver)
    if isinstance(attribute, Instance) and interpreter.has_method(attribute, "__get__"):
        return interpreter.method(attribute, "__get__", [receiver, cls], node)
    return attribute


def _attribute(interpreter: Interpreter, value: Value, name: str, node: ast.AST) -> Value:
    found = special(interpreter, value, name)
    if found is not ABSENT:
        return found
    found = find_attribute(interpreter, value, name, node)
    return missing(interpreter, value, name, node) if found is ABSENT else found


def special(interpreter: Interpreter, value: Value, name: str) -> Value:
    """The attributes that every object, and every class, has."""
    if not name.startswith("__"):
        return ABSENT
    if name == "__class__" and isinstance(value, Instance):
        of_a_subclass = isinstance(value.cls, External) and value.read(OPEN) is not ABSENT
        return TOP if of_a_subclass else class_of(value)
    if name == "__dict__":
        return namespace(interpreter, value)
    if isinstance(value, Class):
        if name in ("__name__", "__qualname__"):
            return derived.name_of(interpreter, value, name)
        if name == "__module__":
            return value.module.read("__name__", TOP)
        if name in ("__bases__", "__base__"):
            bases = value.bases or (_ROOT,)
            return bases if name == "__bases__" else bases[0]
        if name == "__mro__":
            return value.mro if _ROOT in value.mro else (*value.mro, _ROOT)
        if name == "__doc__" and value.node is not None:
            return ast.get_docstring(value.node)
        if name == "__new__" and value.find(name) is None and not _is_builtin(value):
            return External("builtins.object.__new__")
    return ABSENT


def _is_builtin(cls: Class) -> bool:
    """Whether the instances of a class may be made by a builtin class, or by one that nobody knows."""
    return cls.is_open or any(name in HOLDING for name in cls.externals)


def _super_attribute(interpreter: Interpreter, value: Super, name: str, node: ast.AST) -> Value:
    receiver = value.receiver
    cls = class_of(receiver)
    line = cls.mro if isinstance(cls, Class) else ()
    if value.after not in line and isinstance(receiver, Class) and receiver.metaclass is not None:
        line = receiver.metaclass.mro
    after = line[line.index(value.after) + 1 :] if value.after in line else ()
    for each in after:
        if isinstance(each, Class):
            if (found := each.read(name)) is not ABSENT:
                return _through_super(interpreter, found, receiver, name, node)
        elif each is TOP or interpreter.declared.open(each.name):
            return TOP
        elif derived.answers(interpreter, each.name, name):
            break
    if isinstance(value.after, External):
        behind = [each.name for each in after if isinstance(each, External)]
        return derived.behind(receiver, behind, name) if value.after in line else TOP
    return derived.super_attribute(interpreter, receiver, after, name, node)


def _through_super(
    interpreter: Interpreter, found: Value, receiver: Value, name: str, node: ast.AST
) -> Value:
    if name == "__new__":
        return resolve(found).get if isinstance(resolve(found), Descriptor) else found
    if isinstance(found, Function) and (
        name in ("__init_subclass__", "__class_getitem__") or isinstance(receiver, Class)
    ):
        return Bound(found, receiver)
    return bound(interpreter, found, receiver, node)


# -- writing ----------------------------------------------------------------------------------------------------------


def _set_attribute(
    interpreter: Interpreter, value: Value, name: str, new: Value, node: ast.AST
) -> None:
    if isinstance(value, Instance) and isinstance(value.cls, Class):
        hook = "__setattr__" if new is not ABSENT else "__delattr__"
        if (setter := value.cls.find(hook)) is not None:
            args = [value, name] if new is ABSENT else [value, name, new]
            interpreter.call(setter[0], args, {}, node)
            return
    set_plainly(interpreter, value, name, new, node)


def _has_place(interpreter: Interpreter, value: Instance, name: str) -> bool:
    """Whether an instance may have an attribute: one of classes that all have `__slots__` has no others."""
    for each in value.cls.mro if isinstance(value.cls, Class) else (TOP,):
        if isinstance(each, Class):
            if (slots := each.read("__slots__")) is ABSENT:
                return True
            names = (slots,) if isinstance(slots, str) else interpreter.known_items(slots)
            if names is None or name in names or "__dict__" in names:
                return True
        elif each != _ROOT:
            return True
    return False


def set_plainly(
    interpreter: Interpreter, value: Value, name: str, new: Value, node: ast.AST
) -> None:
    """What `object.__setattr__` does: asks a data descriptor, or writes the instance's own attribute."""
    if isinstance(value, Instance) and name == "__dict__":
        set_namespace(interpreter, value, resolve(new))
        return
    if isinstance(value, Instance) and name == "__class__":
        known = isinstance(new, Class)
        interpreter.write(
            value, DERIVED, new if known else True
        )  # what its class said may be another's
        return
    if isinstance(value, Instance):
        found = value.cls.find(name) if isinstance(value.cls, Class) else None
        attribute = None if found is None else resolve(found[0])
        if isinstance(attribute, Descriptor) and attribute.kind == "property":
            if new is ABSENT and attribute.delete is not None:
                interpreter.call(attribute.delete, [value], {}, node)
            elif new is not ABSENT and attribute.set is not None:
                interpreter.call(attribute.set, [value, new], {}, node)
            return
        hook = "__set__" if new is not ABSENT else "__delete__"
        if isinstance(attribute, Instance) and interpreter.has_method(attribute, hook):
            args = [value] if new is ABSENT else [value, new]
            interpreter.method(attribute, hook, args, node)
            return
        if found is None and not _has_place(interpreter, value, name):
            interpreter.throw(Raised("builtins.AttributeError", name), node)
        if new is not ABSENT:
            new = hold_attribute(interpreter, value, name, new, node)
            new = library.on_attribute_write(interpreter, value, name, new, node)
    interpreter.write(value, name, new)


def has_method(interpreter: Interpreter, value: Value, name: str) -> bool:
    """Whether an instance, the metaclass of a class, or a variable has a method."""
    if isinstance(value, Class):
        meta = value.metaclass
        return meta is not None and meta.find(name) is not None
    if isinstance(value, TensorType) and value.kind == "variable":
        return library.has_method(interpreter, value, name)
    if not isinstance(value, Instance):
        return False
    if isinstance(cls := class_of(value), Class) and (found := cls.find(name)) is not None:
        return found[0] is not None
    return library.has_method(interpreter, value, name)


# -- functions, methods, modules, properties --------------------------------------------------------------------------


def _function_attribute(
    interpreter: Interpreter, value: Function, name: str, node: ast.AST
) -> Value:
    found = value.read(name)
    if found is not ABSENT:
        return found
    if name in ("__name__", "__qualname__"):
        return value.code.name
    if name == "__doc__":
        is_lambda = isinstance(value.code.node, ast.Lambda)
        return None if is_lambda else ast.get_docstring(value.code.node)
    if name == "__module__":
        return value.module.read("__name__", TOP)
    if name == "__call__":
        return value
    if name in ("__defaults__", "__kwdefaults__"):
        only = {each.arg for each in value.code.node.args.kwonlyargs}
        named = {key: each for key, each in value.defaults.items() if key in only}
        if name == "__kwdefaults__":
            return interpreter.list(Mapped(named), "dict") if named else None
        return tuple(value.defaults.values())[: len(value.defaults) - len(named)] or None
    if name == "__get__":
        return Native("__get__", lambda interpreter, call: Bound(value, call.args[0]))
    return TOP


def _bound_attribute(interpreter: Interpreter, value: Bound, name: str, node: ast.AST) -> Value:
    if name == "__self__":
        return value.receiver
    if name == "__func__":
        return value.function
    if name == "__call__":
        return value
    if isinstance(value.function, str):
        if name == "__name__":
            return value.function
        protocols.check_called(interpreter, value, name, node)
        return TOP
    found = interpreter.attribute(value.function, name, node)
    return (
        Bound(found.function, value)
        if isinstance(found, Bound) and found.receiver is value.function
        else found
    )


def _module_attribute(interpreter: Interpreter, value: Module, name: str, node: ast.AST) -> Value:
    found = value.read(name)
    if found is not ABSENT:
        return found
    submodule = interpreter.modules.get(f"{value.name}.{name}")
    if submodule is not None:
        return submodule
    getter: Any = value.read("__getattr__")
    if getter is not ABSENT:
        return interpreter.call(getter, [name], {}, node)
    if name == "__dict__":
        return namespace(interpreter, value)
    if name == "__doc__" and value.tree is not None:
        return ast.get_docstring(value.tree)
    if interpreter.sources.locate(f"{value.name}.{name}") is not None:
        return TOP  # a submodule, which whoever imports this one may have imported before
    return missing(interpreter, value, name, node)


def _descriptor_part(
    interpreter: Interpreter, value: Descriptor, name: str, node: ast.AST
) -> Value:
    """`@x.setter`: the property with a setter."""
    part = {"getter": "get", "setter": "set", "deleter": "delete"}.get(name)
    if part is not None:
        return Native(name, lambda interpreter, call: replace(value, **{part: call.args[0]}))
    read = {"fset": value.set, "fdel": value.delete}
    return value.get if name in ("__func__", "fget", "func") else read.get(name, TOP)


ATTRIBUTES: Final = {
    Instance: _attribute,
    Class: _attribute,
    Super: _super_attribute,
    Function: _function_attribute,
    Bound: _bound_attribute,
    Module: _module_attribute,
    Descriptor: _descriptor_part,
}
ATTRIBUTE_WRITES: Final = {
    Instance: _set_attribute,
    Class: _set_attribute,
    Module: _set_attribute,
    Function: _set_attribute,
}
