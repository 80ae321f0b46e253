"""What a module defines, as entries of the index: functions, classes with their members, constants."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from .qualified import Scope
from .sources import Binding, Imported, alias, bound, dotted, statements

#: What is defined, as JSON, or the full name of what it is; of `*`, the modules whose names a module has too.
Entry = dict[str, Any] | str | list[str]
Function = ast.FunctionDef | ast.AsyncFunctionDef

#: Decorators that leave a signature as it is.
TRANSPARENT = frozenset(
    {
        "abc.abstractmethod", "functools.cache", "functools.lru_cache", "tftypes.struct.refusals.named", "typing.final",
        "typing.overload", "typing.override",
    }
)  # fmt: skip
#: Decorators that say what kind of method it is.
KINDS = {"builtins.classmethod": "classmethod", "builtins.staticmethod": "staticmethod"}
#: Methods that Python makes class methods or static methods by their names.
BY_NAME = {
    "__new__": "staticmethod",
    "__init_subclass__": "classmethod",
    "__class_getitem__": "classmethod",
}
PROPERTIES = frozenset({"builtins.property", "functools.cached_property"})
SETTERS = ("setter", "deleter")
CONTEXT_MANAGER = "contextlib.contextmanager"
#: The bases that list the type variables of a class.
GENERIC = ("typing.Generic[", "typing.Protocol[")
#: Where the classes are that make a type of what they are subscribed with.
SUBSCRIBED = ("builtins.", "collections.abc.", "typing.")
DATACLASS, NAMED_TUPLE = "dataclasses.dataclass", "typing.NamedTuple"
#: Bases from which a dataclass has no fields.
WITHOUT_FIELDS = {"abc.ABC", "typing.Generic", "typing.Protocol"}
TYPE_ALIAS = "typing.TypeAlias"


def entries(name: str, binding: Binding, scope: Scope) -> Iterator[tuple[str, Entry]]:
    """What a name is, and after it the members of a class, each by its path in the module."""
    if isinstance(binding, Imported) or (other := alias(binding)) is not None:
        written = binding.target if isinstance(binding, Imported) else other
        yield name, scope.full(written)
        return
    last = binding[-1]
    if isinstance(last, (ast.FunctionDef, ast.AsyncFunctionDef)):
        functions = [
            each for each in binding if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef))
        ]
        yield name, _callable(functions, scope)
    elif isinstance(last, ast.ClassDef):
        yield from _class(name, last, scope)
    else:
        yield name, _constant(last, f"{scope.module.name}.{name}", scope)


def _callable(nodes: list[Function], scope: Scope) -> Entry:
    """A function, a method or a property, from all its definitions."""
    used = {name for node in nodes for name in _decorators(node, scope)}
    if used & PROPERTIES:
        getter = next(node for node in nodes if PROPERTIES & set(_decorators(node, scope)))
        settable = {"settable": True} if any(_is_setter(node) for node in nodes) else {}
        return {"property": scope.annotation(getter.returns), **settable}
    kind = next((KINDS[name] for name in sorted(used) if name in KINDS), None)
    if used - TRANSPARENT - KINDS.keys() - {CONTEXT_MANAGER}:
        return {"attribute": None}  # what an unknown decorator makes of it, nobody says
    overloads = [each for each in nodes if "typing.overload" in _decorators(each, scope)]
    inside = "method" if scope.inside else "function"
    kind = kind or BY_NAME.get(nodes[0].name, inside)
    manages = CONTEXT_MANAGER in used
    return {kind: [signature(each, scope, manages) for each in overloads or nodes[-1:]]}


def _decorators(node: Function, scope: Scope) -> list[str]:
    """The full names of the decorators; of a setter, none."""
    if _is_setter(node):
        return []
    return [_full(each, scope) or ast.unparse(each) for each in node.decorator_list]


def _is_setter(node: Function) -> bool:
    names = (dotted(each) or "" for each in node.decorator_list)
    return any(name.rpartition(".")[2] in SETTERS for name in names)


def signature(node: Function, scope: Scope, manages: bool = False) -> list[Any]:
    """The parameters and the result.

    A parameter is its name, annotation and default, as far as it has them. Those of one kind end as in Python: with
    "/" the positional-only ones, with "*" or "*args" the positional ones.
    """
    arguments = node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    missing = [None] * (len(positional) - len(arguments.defaults))
    parameters: list[Any] = []
    for place, (each, default) in enumerate(zip(positional, [*missing, *arguments.defaults]), 1):
        parameters.append(_parameter(each.arg, each.annotation, default, scope))
        if place == len(arguments.posonlyargs):
            parameters.append("/")
    if arguments.vararg:
        parameters.append(
            _parameter(f"*{arguments.vararg.arg}", arguments.vararg.annotation, None, scope)
        )
    elif arguments.kwonlyargs:
        parameters.append("*")
    for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults):
        parameters.append(_parameter(each.arg, each.annotation, default, scope))
    if arguments.kwarg:
        parameters.append(
            _parameter(f"**{arguments.kwarg.arg}", arguments.kwarg.annotation, None, scope)
        )
    returns = scope.annotation(node.returns)
    if manages and returns:
        returns = f"contextlib.AbstractContextManager[{returns.partition('[')[2]}"
    return [parameters, returns]


def _parameter(
    name: str, annotation: ast.expr | None, default: ast.expr | None, scope: Scope
) -> Any:
    found = [name, scope.annotation(annotation), scope.value(default)]
    while found[-1] is None:
        found.pop()
    return found


def _constant(node: ast.stmt, full: str, scope: Scope) -> Entry:
    """A variable of a module or of a class, an alias of a type, or a type variable."""
    if isinstance(node, ast.AnnAssign):
        annotation = scope.annotation(node.annotation)
        is_alias = annotation == TYPE_ALIAS
        value = scope.annotation(node.value) if is_alias else scope.value(node.value)
    elif isinstance(node, ast.Assign) and scope.sources.is_type_variable(full):
        value = scope.call(node.value)
        annotation = value.partition("(")[0]
    elif isinstance(node, ast.Assign) and _is_type(node.value, scope):
        annotation, value = TYPE_ALIAS, scope.annotation(node.value)
    elif isinstance(node, ast.Assign):
        annotation, value = None, scope.value(node.value)
    else:
        raise ValueError(f"{full}: {ast.unparse(node)!r} defines nothing that the index knows")
    return {"attribute": annotation, **({} if value is None else {"value": value})}


def _is_type(node: ast.expr, scope: Scope) -> bool:
    """Whether a value is a subscribed class, or a union with one: `Callable[[], Any]`, `Sequence[int] | None`."""
    if isinstance(node, ast.BinOp):
        return _is_type(node.left, scope) or _is_type(node.right, scope)
    name = dotted(node.value) if isinstance(node, ast.Subscript) else None
    return name is not None and scope.full(name).startswith(SUBSCRIBED)


def _class(name: str, node: ast.ClassDef, scope: Scope) -> Iterator[tuple[str, Entry]]:
    bases = [scope.annotation(each) or "" for each in node.bases]
    parameters = type_parameters(node, scope)
    yield name, {"class": bases, **({"parameters": parameters} if parameters else {})}
    inner = scope.within(node)
    members = body(node)
    for member, binding in members.items():
        if member == "__slots__":
            continue
        path = f"{name}.{member}"
        other = alias(binding)
        if other in members:  # `__radd__ = __add__`
            yield path, f"{scope.module.name}.{name}.{other}"
        else:
            yield from entries(path, binding, inner)
    yield from (
        (f"{name}.{each}", {"attribute": found})
        for each, found in assigned(node, inner)
        if each not in members
    )
    if (made := constructor(node, inner)) and made[0] not in members:
        yield f"{name}.{made[0]}", made[1]


def body(node: ast.ClassDef) -> dict[str, list[ast.stmt]]:
    """The members of a class, each with the statements that define it."""
    found: dict[str, list[ast.stmt]] = {}
    for each in statements(node.body):
        for name in bound(each):
            found.setdefault(name, []).append(each)
    return found


def type_parameters(node: ast.ClassDef, scope: Scope) -> list[str]:
    """The type variables of a class: those of its Generic or Protocol, or all of its bases, as they come."""
    bases = [(each, scope.annotation(each) or "") for each in node.bases]
    listed = [each for each, text in bases if text.startswith(GENERIC)]
    found: dict[str, None] = {}
    for base in listed or node.bases:
        found.update(dict.fromkeys(scope.type_variables(base)))
    return list(found)


def assigned(node: ast.ClassDef, scope: Scope) -> Iterator[tuple[str, str | None]]:
    """The attributes that the methods give their instance, with the types that they are declared with."""
    found: dict[str, str | None] = {}
    for method in statements(node.body):
        if not isinstance(method, (ast.FunctionDef, ast.AsyncFunctionDef)) or not method.args.args:
            continue
        own = method.args.args[0].arg
        for each in ast.walk(method):
            if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store):
                if isinstance(each.value, ast.Name) and each.value.id == own:
                    found.setdefault(each.attr, None)
            if isinstance(each, ast.AnnAssign) and (dotted(each.target) or "").startswith(
                f"{own}."
            ):
                found[dotted(each.target).partition(".")[2]] = scope.annotation(each.annotation)
    yield from found.items()


def constructor(node: ast.ClassDef, scope: Scope) -> tuple[str, Entry] | None:
    """The constructor that a NamedTuple or a dataclass has from its fields; none where options or bases change it."""
    bases = {(scope.annotation(base) or "").partition("[")[0] for base in node.bases}
    decorators = [each for each in node.decorator_list if _full(each, scope) == DATACLASS]
    fields = _fields(node, scope)
    if NAMED_TUPLE in bases and fields is not None:
        return "__new__", {"staticmethod": [[[["cls"], *fields], "typing.Self"]]}
    has_options = any(_options(each) & {"init", "kw_only"} for each in decorators)
    if not decorators or fields is None or has_options or bases - WITHOUT_FIELDS:
        return None
    return "__init__", {"method": [[[["self"], *fields], "None"]]}


def _fields(node: ast.ClassDef, scope: Scope) -> list[Any] | None:
    """The fields as parameters, None where one of them is made by `field` or is a pseudo-field."""
    found = []
    for each in statements(node.body):
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            annotation = scope.annotation(each.annotation) or ""
            if annotation.startswith("typing.ClassVar"):
                continue
            if annotation.startswith("dataclasses.") or isinstance(each.value, ast.Call):
                return None
            found.append(_parameter(each.target.id, each.annotation, each.value, scope))
    return found


def _full(decorator: ast.expr, scope: Scope) -> str | None:
    name = dotted(decorator.func if isinstance(decorator, ast.Call) else decorator)
    return scope.full(name) if name else None


def _options(decorator: ast.expr) -> set[str | None]:
    return {each.arg for each in decorator.keywords} if isinstance(decorator, ast.Call) else set()
