"""Classes of the program: definitions and instances."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Final

from tftypes.inference.annotations.classes import declarations_in
from tftypes.inference.annotations.named import origin
from tftypes.inference.annotations.type_parameters import with_type_parameters
from tftypes.inference.interpreter import derived, library
from tftypes.inference.interpreter.binding import bind
from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.functions import decorated
from tftypes.inference.interpreter.names import store
from tftypes.inference.interpreter.sequences import concatenated
from tftypes.inference.interpreter.tables import Call, Execute, Raised
from tftypes.inference.objects import (
    ABSTRACT,
    SUBCLASSES,
    TOP,
    Class,
    Container,
    External,
    Frame,
    Function,
    Instance,
    Value,
    resolve,
)
from tftypes.inference.scopes import assigned, scope_of, walk
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Descriptor, Mapped, OneOf

#: The slot of a class's namespace that holds the class which `type.__new__` makes of it.
CLASS: Final = "<class of the namespace>"
_ABC_META: Final = External("abc.ABCMeta")
_CHECKED: Final = frozenset({"abc.ABC", "typing.Protocol", "typing_extensions.Protocol"})
_BARE: Final = _CHECKED | {"builtins.object", "typing.Generic"}


def _definition(compiler: Compiler, node: ast.ClassDef) -> Execute:
    interpreter, assign, scope = compiler.interpreter, store(compiler, node.name), scope_of(node)
    generic, enter = with_type_parameters(compiler, node)
    bases = [generic.expression(each) for each in node.bases]
    keywords = [(each.arg, compiler.expression(each.value)) for each in node.keywords if each.arg]
    decorators = [(each, compiler.expression(each)) for each in reversed(node.decorator_list)]
    inside = generic.within(scope, "class")
    body, declarations = inside.block(node.body), declarations_in(inside, node.body)

    def define(frame: Frame) -> None:
        outside = enter(frame)
        written = tuple(resolve(each(outside)) for each in bases)
        cls = Class(interpreter.trail, node.name, tuple(map(base, written)), node, frame.module)
        cls.mro = linearized(interpreter, cls)
        named = {name: value(frame) for name, value in keywords}
        inner = Frame(interpreter.trail, scope, outside, frame.module)
        inner.cls = cls
        cls.facts.update(frame=inner, compiler=generic, keywords=named, declarations=declarations)
        cls.facts["written bases"] = written
        if outside is not frame:
            cls.facts["type parameters"] = tuple(map(outside.read, outside.written()))
        body(inner)
        for name in inner.written():
            interpreter.write(cls, name, inner.read(name))
        if cls.read("__eq__") is not ABSENT and cls.read("__hash__") is ABSENT:
            interpreter.write(cls, "__hash__", None)
        value = finish(interpreter, cls, named, node)
        for decorator, evaluate in decorators:
            value = decorated(interpreter, evaluate(frame), value, decorator)
        assign(frame, value)

    return define


def finish(
    interpreter: Interpreter, cls: Class, keywords: Mapping[str, Value], node: ast.AST
) -> Value:
    """What Python does with a class whose body has run: names its descriptors, tells its bases and its metaclass."""
    options = {name: value for name, value in keywords.items() if name != "metaclass"}
    if "metaclass" in keywords:
        cls.facts["metaclass"] = resolve(keywords["metaclass"])
    for name in cls.written():
        attribute = resolve(cls.read(name))
        if isinstance(attribute, Instance) and interpreter.has_method(attribute, "__set_name__"):
            interpreter.method(attribute, "__set_name__", [cls, name], node)
    derived.define(interpreter, cls)
    cls.facts["abstract"] = _leaves_abstract(cls)
    for each in cls.bases:
        if isinstance(each, Class):
            known = concatenated(each.read(SUBCLASSES, ()), (cls,))
            interpreter.write(each, SUBCLASSES, known)
    made: Value = cls
    meta = cls.metaclass
    if meta is not None:
        names = {name: cls.read(name) for name in cls.written()}
        space = Container(interpreter.trail, "dict", Mapped(names))
        args = [cls.name, cls.bases, space]
        if (new := meta.find("__new__")) is not None:
            interpreter.write(space, CLASS, cls)
            made = resolve(interpreter.call(_static(new[0]), [meta, *args], options, node))
        if (init := meta.find("__init__")) is not None and made is cls:
            interpreter.call(init[0], [cls, *args], options, node)
    hook = next(
        (
            each.read("__init_subclass__")
            for each in cls.mro[1:]
            if isinstance(each, Class) and each.read("__init_subclass__") is not ABSENT
        ),
        None,
    )
    if hook is not None:
        interpreter.call(_static(hook), [cls], options, node)
    return made


def _leaves_abstract(cls: Class) -> bool:
    """Whether Python refuses instances of a class: one of `ABCMeta` with an abstract method left, and all bases known."""
    own = [each for each in cls.mro if isinstance(each, Class)]
    is_checked = any(each.facts.get("metaclass") == _ABC_META for each in own)
    if not (is_checked or _CHECKED & set(cls.externals)) or set(cls.externals) - _BARE:
        return False
    return any(_is_left(cls.find(name)) for each in own for name in each.written())


def _is_left(found: tuple[Value, Class] | None) -> bool:
    value = None if found is None else _static(found[0])
    return isinstance(value, Function) and value.read(ABSTRACT, False) is True


def _static(value: Value) -> Value:
    """The function of a method that Python makes static or a class method by its name."""
    value = resolve(value)
    return value.get if isinstance(value, Descriptor) else value


def base(value: Value) -> Value:
    """The class that a base stands for."""
    value = origin(value)
    return value if isinstance(value, (Class, External)) else TOP


def linearized(interpreter: Interpreter, cls: Class) -> tuple[Value, ...]:
    """The method resolution order (C3) over the program's classes and those of libraries."""
    lines = [list(_line(interpreter, each)) for each in cls.bases]
    lines.append(list(cls.bases))
    merged: list[Value] = [cls]
    while lines := [line for line in lines if line]:
        heads = [line[0] for line in lines if not any(line[0] in other[1:] for other in lines)]
        # Python refuses bases without such a head; the first of them is as good as any
        head = heads[0] if heads else lines[0][0]
        if isinstance(head, External):  # a class that is not known may derive from it
            head = next((each for each in heads if _is_unknown(interpreter, each)), head)
        merged.append(head)
        lines = [[each for each in line if each != head] for line in lines]
    return tuple(merged)


def _is_unknown(interpreter: Interpreter, base: Value) -> bool:
    return base is TOP or isinstance(base, External) and interpreter.declared.open(base.name)


def _line(interpreter: Interpreter, base: Value) -> Sequence[Value]:
    if isinstance(base, Class):
        return base.mro
    if isinstance(base, External):
        return [External(name) for name in interpreter.declared.mro(base.name)] or [base]
    return [base]


# -- instances --------------------------------------------------------------------------------------------------------


def construct(interpreter: Interpreter, cls: Class, call: Call) -> Value:
    """A call of a class of the program. AutoGraph leaves constructors alone."""
    if interpreter.converted:
        with interpreter.tracing(interpreter.trace, False):
            return construct(interpreter, cls, call)
    meta = cls.metaclass
    if meta is not None and (own := meta.find("__call__")) is not None:
        return interpreter.dispatch(own[0], call.with_first(cls))
    return instantiate(interpreter, cls, call)


def instantiate(interpreter: Interpreter, cls: Class, call: Call) -> Value:
    """What `type.__call__` does: `__new__`, then `__init__` of what it has made."""
    if cls.facts.get("abstract"):
        interpreter.throw(Raised("builtins.TypeError"), call.node)
    made = derived.constructed(interpreter, cls, call)
    if made is not None:
        return made
    new = cls.find("__new__")
    if new is None:
        return _initialized(interpreter, cls, call, derived.blank(interpreter, cls, call))
    given = resolve(interpreter.dispatch(_static(new[0]), call.with_first(cls)))
    if isinstance(given, OneOf):
        return interpreter.each(partial(_initialized, interpreter, cls, call), given)
    return _initialized(interpreter, cls, call, given)


def _initialized(interpreter: Interpreter, cls: Class, call: Call, instance: Value) -> Value:
    """What a class has made, after its `__init__`: only an instance of the class gets it."""
    instance = resolve(instance)
    if not isinstance(instance, Instance) or not isinstance(instance.cls, Class):
        return instance
    if cls not in instance.cls.mro:
        return instance
    init = cls.find("__init__")
    before = () if init is None else cls.mro[: cls.mro.index(init[1])]
    libraries = (each.name for each in before if isinstance(each, External))
    if any(derived.answers(interpreter, each, "__init__") for each in libraries):
        interpreter.dispatch(derived.handing_on(instance), call)
    elif init is not None and _may_get_others(interpreter, init[0], call.with_first(instance)):
        interpreter.escape(call.values)
    elif init is not None:
        interpreter.method(instance, "__init__", call.args, call.node, call.kwargs)
    else:
        library.initialize(interpreter, instance, call)
    return instance


def _may_get_others(interpreter: Interpreter, init: Value, call: Call) -> bool:
    """Whether a constructor does not take these arguments, and an unknown metaclass may hand on others."""
    cls, init = getattr(call.args[0], "cls", None), resolve(init)
    if not isinstance(cls, Class) or not isinstance(init, Function):
        return False
    return not library.is_closed(interpreter, cls) and bind(interpreter, init, call) is None


def is_for_others(cls: Class) -> bool:
    """Whether a class is there for others to derive from: its module does, or it has left methods to them."""
    tree = cls.module.tree
    return cls.node is not None and (
        _is_abstract(cls.node) or tree is not None and cls.name in _bases_in(tree)
    )


def assigned_below(cls: Class) -> frozenset[str]:
    """The attributes of `self` that the classes assign that derive from a class, in its module."""
    tree = cls.module.tree
    below: frozenset[str] = frozenset()
    found = {cls.name}
    for name, bases, names in () if tree is None else _classes_in(tree):
        if bases & found:
            found.add(name)
            below |= names
    return below


def _bases_in(tree: ast.Module) -> frozenset[str]:
    """The names of all classes of its own that a module derives from."""
    return frozenset().union(*(bases for _, bases, _ in _classes_in(tree)))


@lru_cache(maxsize=256)
def _classes_in(tree: ast.Module) -> list[tuple[str, frozenset[str], frozenset[str]]]:
    """The classes of a module in their order: the names, the bases and the attributes of `self` that they assign."""
    nodes = [node for node in walk(tree) if isinstance(node, ast.ClassDef)]
    return [
        (
            node.name,
            frozenset(ast.unparse(each).partition("[")[0] for each in node.bases),
            frozenset(name for _, name in assigned(node)),
        )
        for node in sorted(nodes, key=lambda each: each.lineno)
    ]


@lru_cache(maxsize=4096)
def _is_abstract(node: ast.ClassDef) -> bool:
    return any(
        isinstance(method, (ast.FunctionDef, ast.AsyncFunctionDef))
        and (
            any("abstract" in ast.unparse(each) for each in method.decorator_list)
            or isinstance(last := method.body[-1], ast.Raise)
            and last.exc is not None
            and "NotImplemented" in ast.unparse(last.exc)
        )
        for method in node.body
    )


CALLS: Final = {Class: construct}
STATEMENTS: Final = {ast.ClassDef: _definition}
