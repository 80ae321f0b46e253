"""Classes of the program: definitions, instances, and attributes along the MRO with descriptors."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from tftypes.inference.annotations.classes import declarations_in
from tftypes.inference.annotations.named import origin
from tftypes.inference.contracts.assignments import hold_attribute
from tftypes.inference.interpreter import arrays, library
from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.functions import decorated
from tftypes.inference.interpreter.names import store
from tftypes.inference.interpreter.tables import Execute
from tftypes.inference.scopes import scope_of
from tftypes.inference.state import ABSENT
from tftypes.inference.values import (
    TOP,
    Bound,
    Class,
    Descriptor,
    External,
    Frame,
    Function,
    Instance,
    Module,
    Native,
    Super,
    TracedFunction,
    Value,
    resolve,
)


def _definition(compiler: Compiler, node: ast.ClassDef) -> Execute:
    interpreter, assign, scope = compiler.interpreter, store(compiler, node.name), scope_of(node)
    bases = [compiler.expression(each) for each in node.bases]
    keywords = [(each.arg, compiler.expression(each.value)) for each in node.keywords if each.arg]
    decorators = [(each, compiler.expression(each)) for each in reversed(node.decorator_list)]
    inside = compiler.within(scope, "class")
    body, declarations = inside.block(node.body), declarations_in(inside, node.body)

    def define(frame: Frame) -> None:
        written = tuple(resolve(each(frame)) for each in bases)
        cls = Class(
            interpreter.trail,
            node.name,
            tuple(map(_base, written)),
            node,
            frame.module,
        )
        cls.mro = linearized(interpreter, cls)
        inner = Frame(interpreter.trail, scope, frame, frame.module)
        inner.cls = cls
        body(inner)
        for name in inner.written():
            interpreter.write(cls, name, inner.read(name))
        cls.facts.update({"frame": inner, "written bases": written, "declarations": declarations})
        cls.facts["keywords"] = {name: value(frame) for name, value in keywords}
        library.define(interpreter, cls)
        value: Value = cls
        for decorator, evaluate in decorators:
            value = decorated(interpreter, evaluate(frame), value, decorator)
        assign(frame, value)

    return define


def _base(value: Value) -> Value:
    """The class that a base stands for."""
    value = origin(value)
    return value if isinstance(value, (Class, External)) else TOP


def linearized(interpreter: Interpreter, cls: Class) -> tuple[Value, ...]:
    """The method resolution order (C3) over the program's classes and those of libraries."""
    lines = [list(_line(interpreter, each)) for each in cls.bases]
    lines.append(list(cls.bases))
    merged: list[Value] = [cls]
    while lines := [line for line in lines if line]:
        for line in lines:
            head = line[0]
            if not any(head in other[1:] for other in lines):
                break
        else:  # Python refuses such bases; the first of them is as good as any
            head = lines[0][0]
        merged.append(head)
        lines = [[each for each in line if each != head] for line in lines]
    return tuple(merged)


def _line(interpreter: Interpreter, base: Value) -> Sequence[Value]:
    if isinstance(base, Class):
        return base.mro
    if isinstance(base, External):
        return [External(name) for name in interpreter.declared.mro(base.name)] or [base]
    return [base]


def class_of(value: Value) -> Value:
    """The class of the program's that a value is an instance of."""
    return value.cls if isinstance(value, Instance) else value


# -- instances --------------------------------------------------------------------------------------------------------


def construct(
    interpreter: Interpreter,
    cls: Class,
    args: Sequence[Value],
    kwargs: Mapping[str, Value],
    node: ast.AST,
) -> Value:
    """A call of a class of the program. AutoGraph leaves constructors alone."""
    if interpreter.converted:
        with interpreter.tracing(interpreter.trace, False):
            return construct(interpreter, cls, args, kwargs, node)
    made = library.constructed(interpreter, cls, args, kwargs, node)
    if made is not None:
        return made
    new = cls.find("__new__")
    instance: Value
    if new is None:
        instance = Instance(interpreter.trail, cls)
    else:
        function = new[0].get if isinstance(new[0], Descriptor) else new[0]
        instance = resolve(interpreter.call(function, [cls, *args], kwargs, node))
        if not isinstance(instance, Instance) or instance.cls is not cls:
            return instance
    if cls.find("__init__") is not None:
        interpreter.method(instance, "__init__", args, node, kwargs)
    else:
        library.initialize(interpreter, instance, args, kwargs, node)
    return instance


@lru_cache(maxsize=4096)
def assigned_later(node: ast.ClassDef) -> frozenset[str]:
    """The attributes of `self` that methods other than `__init__` assign."""
    return frozenset(
        each.attr
        for method in node.body
        if isinstance(method, (ast.FunctionDef, ast.AsyncFunctionDef)) and method.name != "__init__"
        for each in ast.walk(method)
        if isinstance(each, ast.Attribute)
        and isinstance(each.ctx, ast.Store)
        and isinstance(each.value, ast.Name)
        and each.value.id == "self"
    )


def escape(interpreter: Interpreter, value: Value) -> None:
    """A callable of which nothing is known gets a value: it may call the methods of an instance."""
    arrays.written(interpreter, value)
    if not isinstance(value, Instance) or not isinstance(value.cls, Class):
        return
    for cls in value.cls.mro:
        if isinstance(cls, Class) and cls.node is not None:
            for name in assigned_later(cls.node):
                if value.read(name) is not ABSENT:
                    interpreter.write(value, name, TOP)


# -- attributes -------------------------------------------------------------------------------------------------------


def find_attribute(interpreter: Interpreter, value: Value, name: str, node: ast.AST) -> Value:
    """An attribute of an instance or class of the program: ABSENT where there is none for sure, TOP where unknown."""
    cls = value.cls if isinstance(value, Instance) else value
    own = value.read(name)
    if own is not ABSENT and isinstance(value, Instance):
        return own
    if not isinstance(cls, Class):
        return library.find_attribute(interpreter, value, name, node)
    found = cls.find(name)
    if found is not None:
        return bound(interpreter, found[0], value, node)
    if isinstance(value, Instance) and (getter := cls.find("__getattr__")) is not None:
        return interpreter.call(getter[0], [value, name], {}, node)
    return library.find_attribute(interpreter, value, name, node)


def bound(interpreter: Interpreter, attribute: Value, receiver: Value, node: ast.AST) -> Value:
    """What reading a class's attribute through an instance, or the class, gives."""
    attribute = resolve(attribute)
    instance = receiver if isinstance(receiver, Instance) else None
    if isinstance(attribute, Descriptor):
        if attribute.kind == "staticmethod":
            return attribute.get
        if attribute.kind == "classmethod":
            return Bound(attribute.get, class_of(receiver))
        return (
            attribute if instance is None else interpreter.call(attribute.get, [instance], {}, node)
        )
    if isinstance(attribute, (Function, TracedFunction)):
        return attribute if instance is None else Bound(attribute, instance)
    if isinstance(attribute, Native) and attribute.name.startswith("method "):
        return attribute if instance is None else Bound(attribute, instance)
    if (
        isinstance(attribute, Instance)
        and isinstance(attribute.cls, Class)
        and attribute.cls.find("__get__")
    ):
        return interpreter.method(attribute, "__get__", [instance, class_of(receiver)], node)
    return attribute


def _attribute(interpreter: Interpreter, value: Value, name: str, node: ast.AST) -> Value:
    special = _special(value, name)
    if special is not ABSENT:
        return special
    found = find_attribute(interpreter, value, name, node)
    return library.missing(interpreter, value, name, node) if found is ABSENT else found


def _special(value: Value, name: str) -> Value:
    if name == "__class__" and isinstance(value, Instance):
        return value.cls
    if isinstance(value, Class):
        if name in ("__name__", "__qualname__"):
            return value.name
        if name == "__mro__":
            return value.mro
        if name == "__bases__":
            return value.bases
    return ABSENT


def _super_attribute(interpreter: Interpreter, value: Super, name: str, node: ast.AST) -> Value:
    receiver = value.receiver
    cls = class_of(receiver)
    line = cls.mro if isinstance(cls, Class) else ()
    after = line[line.index(value.after) + 1 :] if value.after in line else ()
    for each in after:
        if isinstance(each, Class):
            if (found := each.read(name)) is not ABSENT:
                return (
                    Bound(found, receiver)
                    if name == "__new__"
                    else bound(interpreter, found, receiver, node)
                )
        elif each is TOP:
            return TOP
    return library.super_attribute(interpreter, receiver, name, node)


def _set_attribute(
    interpreter: Interpreter, value: Value, name: str, new: Value, node: ast.AST
) -> None:
    if isinstance(value, Instance):
        cls = value.cls
        found = cls.find(name) if isinstance(cls, Class) else None
        if found is not None and isinstance(found[0], Descriptor) and found[0].set is not None:
            interpreter.call(found[0].set, [value, new], {}, node)
            return
        if (
            found is not None
            and isinstance(found[0], Instance)
            and interpreter.has_method(found[0], "__set__")
        ):
            interpreter.method(found[0], "__set__", [value, new], node)
            return
        if isinstance(cls, Class) and (setter := cls.find("__setattr__")) is not None:
            interpreter.call(setter[0], [value, name, new], {}, node)
            return
        new = hold_attribute(interpreter, value, name, new, node)
        library.on_attribute_write(interpreter, value, name, new, node)
    interpreter.write(value, name, new)


def has_method(interpreter: Interpreter, value: Value, name: str) -> bool:
    """Whether an instance, or the metaclass of a class, has a method."""
    if not isinstance(value, Instance):
        return False
    if isinstance(value.cls, Class) and value.cls.find(name) is not None:
        return True
    return library.has_method(interpreter, value, name)


def _function_attribute(
    interpreter: Interpreter, value: Function, name: str, node: ast.AST
) -> Value:
    found = value.read(name)
    if found is not ABSENT:
        return found
    if name in ("__name__", "__qualname__"):
        return value.code.name
    if name == "__doc__":
        return (
            ast.get_docstring(value.code.node)
            if not isinstance(value.code.node, ast.Lambda)
            else None
        )
    if name in ("__call__", "__wrapped__"):
        return value
    if name == "__get__":
        return Native("__get__", lambda interpreter, call: Bound(value, call.args[0]))
    return TOP


def _bound_attribute(interpreter: Interpreter, value: Bound, name: str, node: ast.AST) -> Value:
    if name == "__self__":
        return value.receiver
    if name == "__func__":
        return value.function
    if isinstance(value.function, str):
        return value.function if name == "__name__" else TOP
    found = interpreter.attribute(value.function, name, node)
    return (
        Bound(found.function, value)
        if isinstance(found, Bound) and found.receiver is value.function
        else found
    )


def _module_attribute(interpreter: Interpreter, value: Module, name: str, node: ast.AST) -> Value:
    found = value.read(name)
    if found is ABSENT:
        submodule = interpreter.submodule(value, name)
        if submodule is not None:
            return submodule
        getter: Any = value.read("__getattr__")
        return TOP if getter is ABSENT else interpreter.call(getter, [name], {}, node)
    return found


def _set_descriptor_part(
    interpreter: Interpreter, value: Descriptor, name: str, node: ast.AST
) -> Value:
    """`@x.setter`: the property with a setter."""
    if name in ("setter", "deleter", "getter"):
        if name == "setter":
            return Native(
                name, lambda interpreter, call: Descriptor(value.kind, value.get, call.args[0])
            )
        return Native(name, lambda interpreter, call: value)
    return value.get if name in ("__func__", "fget") else TOP


ATTRIBUTES: Final = {
    Instance: _attribute,
    Class: _attribute,
    Super: _super_attribute,
    Function: _function_attribute,
    Bound: _bound_attribute,
    Module: _module_attribute,
    Descriptor: _set_descriptor_part,
}
ATTRIBUTE_WRITES: Final = {
    Instance: _set_attribute,
    Class: _set_attribute,
    Module: _set_attribute,
    Function: _set_attribute,
}
CALLS: Final = {Class: construct}
STATEMENTS: Final = {ast.ClassDef: _definition}
