"""What names stand for while modules are imported."""

from __future__ import annotations

from collections.abc import Mapping

from tftypes_lint.imports import facts as f
from tftypes_lint.imports.bindings import Bindings
from tftypes_lint.imports.facts import flat
from tftypes_lint.imports.outcome import State
from tftypes_lint.imports.project import Module, Project

#: What the names of a module or a function are: see `State.names`.
Scope = dict[str, str | None] | Bindings


def resolved(states: Mapping[str, State], state: State, scope: Scope, dotted: str) -> str | None:
    """What a dotted name stands for: `module`, `module:object` or `module:object.member`."""
    root, *rest = dotted.split(".")
    found = scope.get(root, state.names.get(root))
    if found is None and root in state.module.facts.functions:
        found = f"{state.module.name}:{root}"
    for attribute in rest:
        if found is None:
            return None
        source = states.get(found)
        if source is not None:
            found = source.names.get(attribute)
        else:
            found = f"{found.removesuffix('()')}.{attribute}" if ":" in found else None
    return found


def callee(
    project: Project, states: Mapping[str, State], state: State, scope: Scope, dotted: str
) -> tuple[str, str] | None:
    """The module and the function or class that a call by this name reaches."""
    if dotted in state.module.facts.functions:  # a function in a function, a method by `self`
        return state.module.name, dotted
    found = resolved(states, state, scope, dotted)
    module, colon, name = (found or "").partition(":")
    return (module, name.removesuffix("()")) if colon and module in project else None


def bound_at(project: Project, module: Module, name: str) -> int | None:
    """The line on which a module binds a name at its top level, if it does."""
    for event in flat(module.facts.program, classes=False):
        if event[0] == f.BIND and event[1] == name:
            return int(event[2])
        if event[0] == f.IMPORT:
            record = module.facts.imports[event[1]]
            # An import from itself only finds what is there, such as an extension module.
            if name in record.bound and project.base(module, record) != module.name:
                return record.span.line
    return None
