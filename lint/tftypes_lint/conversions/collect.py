"""The facts of one file: its registrations, its classes, and what it calls things."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from tftypes_lint.conversions.functions import judge
from tftypes_lint.conversions.sites import Call, Module
from tftypes_lint.facts.scopes import COMPREHENSIONS, DEFINITIONS, FUNCTIONS, Function
from tftypes_lint.findings import Span

METHOD: Final = "__tf_tensor__"
_PLAIN_DECORATORS: Final = frozenset(
    {"dataclasses.dataclass", "typing.final", "functools.total_ordering", "attr.s", "attrs.define"}
)
#: Decorators of TensorFlow's own files that only publish what they decorate.
_EXPORTS: Final = ("tf_export", "keras_export")
_PLAIN_METACLASSES: Final = frozenset({"abc.ABCMeta", "enum.EnumMeta", "builtins.type"})


class Target(NamedTuple):
    """A class that is registered: as written, by its full name, and what stands against a method."""

    text: str
    name: str
    report: tuple[str, ...] = ()
    unsafe: tuple[str, ...] = ()


class Site(NamedTuple):
    """A call that may register a conversion, and what is known in its file about moving it."""

    names: tuple[str, ...]
    span: Span
    targets: tuple[Target, ...]
    #: Why nobody but a person can take the registration away.
    stuck: str | None
    report: tuple[str, ...]
    unsafe: tuple[str, ...]


class ClassFact(NamedTuple):
    """The bases by full name, empty where unknown, and whether the class has the method itself."""

    bases: tuple[str, ...]
    #: None when it depends.
    method: bool | None


class ModuleFacts(NamedTuple):
    """What one file contributes."""

    module: str
    #: Full names by the module's own names.
    aliases: Mapping[str, str]
    stars: tuple[str, ...]
    classes: Mapping[str, ClassFact]
    sites: tuple[Site, ...]


def collect_module(module: Module) -> ModuleFacts:
    """The facts of a file."""
    return ModuleFacts(
        module.source.module,
        dict(_aliases(module)),
        module.stars,
        dict(_classes(module)),
        tuple(_site(module, call) for call in module.calls()),
    )


def _aliases(module: Module) -> Iterator[tuple[str, str]]:
    for name, bindings in module.scopes.module.bindings.items():
        meanings = {
            (binding.name or "")
            if binding.kind == "import"
            else (module.names.full_name(binding.value) or "")
            for binding in bindings
        }
        meaning = meanings.pop() if len(meanings) == 1 else ""
        if meaning and not meaning.startswith("builtins."):
            yield name, module.absolute(meaning)


def _classes(module: Module) -> Iterator[tuple[str, ClassFact]]:
    assigned = {
        node.value.id
        for node in module.scopes.each(ast.Attribute)
        if node.attr == METHOD
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
    }
    for name, bindings in module.scopes.module.bindings.items():
        node = bindings[0].node if bindings else None
        if isinstance(node, ast.ClassDef):
            sure = len(bindings) == 1 and name not in assigned
            bases = tuple((module.full_names(base) or ("",))[0] for base in node.bases)
            yield name, ClassFact(bases, _has_method(module, node) if sure else None)


def _has_method(module: Module, owner: ast.ClassDef) -> bool | None:
    bindings = module.scopes.own_scope(owner).bindings.get(METHOD, [])
    if not bindings:
        return False
    if len(bindings) > 1 or module.scopes.parents[bindings[0].node] is not owner:
        return None
    value = bindings[0].value
    return not (isinstance(value, ast.Constant) and value.value is None)


def _site(module: Module, call: Call) -> Site:
    assert call.base_type is not None
    listed = call.base_type.elts if isinstance(call.base_type, ast.Tuple) else [call.base_type]
    owners = [module.class_of(each) for each in listed]
    targets = tuple(_target(module, call, each) for each in listed)
    report, unsafe = _function(module, call, [owner for owner in owners if owner])
    priority = call.priority
    if priority is not None and not (isinstance(priority, ast.Constant) and priority.value == 100):
        unsafe = (
            *unsafe,
            f"with priority {ast.unparse(priority)} it has a place among other conversions, "
            "and a method comes before them all",
        )
    return Site(
        call.names, module.source.span(call.node), targets, stuck(module, call), report, unsafe
    )


def stuck(module: Module, call: Call) -> str | None:
    """Why the registration cannot be taken out, if it cannot."""
    if call.decorated:
        return None
    if isinstance(module.scopes.parents.get(call.node), ast.Expr):
        return None
    return "the call is part of a larger expression"


def _target(module: Module, call: Call, expr: ast.expr) -> Target:
    text = ast.unparse(expr)
    name = (module.full_names(expr) or ("",))[0]
    owner = module.class_of(expr)
    if owner is None:
        binding = module.names.only(expr) if isinstance(expr, ast.Name) else None
        if binding and binding.kind == "parameter":
            reason = f"`{text}` is a parameter, and which class it is shows at run time only"
        elif name.startswith("builtins."):
            reason = f"`{text}` is Python's own, and cannot be given a method"
        else:
            reason = f"`{text}` is not defined in this file"
        return Target(text, name, (reason,))
    return Target(text, name, tuple(_against(module, owner)), tuple(_doubts(module, call, owner)))


def _against(module: Module, owner: ast.ClassDef) -> Iterator[str]:
    for keyword in owner.keywords:
        if keyword.arg == "metaclass" and (
            module.names.full_name(keyword.value) not in _PLAIN_METACLASSES
        ):
            yield f"`{owner.name}` has the metaclass `{ast.unparse(keyword.value)}`, which may treat a method in its own way"
    if not isinstance(module.scopes.scope(owner).node, (ast.Module, *DEFINITIONS)):
        yield f"`{owner.name}` is defined within a class"


def _doubts(module: Module, call: Call, owner: ast.ClassDef) -> Iterator[str]:
    statement = call.decorated or module.scopes.parents.get(call.node, call.node)
    if module.scopes.parents.get(statement) is not module.scopes.parents.get(owner) or (
        _block(module, statement) is not _block(module, owner)
    ):
        scope = module.scopes.scope(statement).function
        if scope is not module.scopes.scope(owner).function and isinstance(scope.node, DEFINITIONS):
            yield f"it is registered only when `{scope.node.name}` is called"
        else:
            yield "it is registered only under a condition"
    for decorator in owner.decorator_list:
        plain = decorator.func if isinstance(decorator, ast.Call) else decorator
        full = module.names.full_name(plain) or ""
        if full not in _PLAIN_DECORATORS and not full.endswith(_EXPORTS):
            yield f"`@{ast.unparse(plain)}` may make another class of it"


def _block(module: Module, statement: ast.AST) -> object:
    """The list of statements that a statement stands in."""
    parent = module.scopes.parents.get(statement)
    for name in ("body", "orelse", "finalbody"):
        block = getattr(parent, name, None)
        if isinstance(block, list) and statement in block:
            return name
    return None


def _function(
    module: Module, call: Call, owners: list[ast.ClassDef]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What stands against calling the function from a method: reasons to report, reasons to doubt."""
    assert call.function is not None
    function = module.function_of(call.function)
    text = (
        call.function.name if isinstance(call.function, DEFINITIONS) else ast.unparse(call.function)
    )
    if function is None:
        return (f"`{text}` is not a function of this file",), ()
    decorators = [] if isinstance(function, ast.Lambda) else list(function.decorator_list)
    others = [each for each in decorators if each is not call.node]
    in_class = isinstance(module.scopes.scope(function).node, ast.ClassDef)
    if in_class:
        others = [
            each for each in others if module.names.full_name(each) != "builtins.staticmethod"
        ]
    if others:
        return (f"`{text}` is decorated, and what it takes then is not known",), ()
    report, unsafe = judge(module.names, function)
    return (*report, *_out_of_place(module, call, function, owners)), unsafe


def _out_of_place(
    module: Module, call: Call, function: Function, owners: list[ast.ClassDef]
) -> Iterator[str]:
    """Why the function, or what it says, means something else within the class."""
    assert call.function is not None
    inlined = isinstance(function, ast.Lambda) and call.function is function
    if inlined:
        nodes = list(ast.walk(function))
        bound = {node.arg for node in nodes if isinstance(node, ast.arg)}
        named = {node.id for node in nodes if isinstance(node, ast.Name)} | bound
        named |= {node.attr for node in nodes if isinstance(node, ast.Attribute)}
        nested = [node for node in nodes if isinstance(node, (*FUNCTIONS, *COMPREHENSIONS))]
        if "self" in named - {function.args.args[0].arg if function.args.args else ""} or (
            len(nested) > 1 and "self" in bound
        ):
            yield "it uses the name self for something else"
    elif isinstance(call.function, DEFINITIONS):
        named = {call.function.name}
    else:
        named = {node.id for node in ast.walk(call.function) if isinstance(node, ast.Name)}
        named |= {node.attr for node in ast.walk(call.function) if isinstance(node, ast.Attribute)}
    if any(name.startswith("__") and not name.endswith("__") for name in named):
        yield "a name that begins with two underscores means another one within a class"
    if not inlined and named & {"self", "dtype", "name", "tensor"}:
        yield f"`{', '.join(sorted(named))}` would be hidden by what is local to the method"
    home = module.scopes.scope(function)
    if not inlined and not isinstance(home.node, ast.ClassDef):
        for owner in owners:
            around = module.scopes.scope(owner)
            while around is not home and around.parent:
                around = around.parent
            if around is not home:
                yield f"the function cannot be seen from `{owner.name}`"
