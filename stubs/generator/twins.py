"""Modules of compat.v1 in which nothing differs from the same module of today's API."""

from __future__ import annotations

from dataclasses import replace

from . import api

V1 = "tensorflow.compat.v1"


def fold(modules: dict[str, api.Module]) -> dict[str, api.Module]:
    """The API with such modules as copies: type checkers read them only when a program imports them by name."""
    twins: dict[str, str] = {}
    for path in sorted(modules, key=lambda p: -p.count(".")):
        original = path.replace(V1, "tensorflow", 1)
        if (
            path.startswith(V1 + ".")
            and original in modules
            and same(modules[path], modules[original], twins)
        ):
            twins[path] = original
    return {path: folded(module, twins) for path, module in modules.items()}


def same(old: api.Module, new: api.Module, twins: dict[str, str]) -> bool:
    return old.definitions.keys() == new.definitions.keys() and all(
        meaning(d, old.path, twins) == meaning(new.definitions[name], new.path, twins)
        for name, d in old.definitions.items()
    )


def meaning(definition: api.Definition, path: str, twins: dict[str, str]) -> object:
    """What a public name stands for, wherever it is read."""
    if isinstance(definition, api.Alias):
        return definition.module, definition.target
    if isinstance(definition, api.Submodule):
        return twins.get(definition.path, definition.path)
    if isinstance(definition, api.Constant):
        return definition
    return path, definition.name


def folded(module: api.Module, twins: dict[str, str]) -> api.Module:
    if module.path in twins:
        return api.Module(module.path, {}, copy_of=twins[module.path])
    definitions = {
        name: replace(d, path=twins.get(d.path, d.path)) if isinstance(d, api.Submodule) else d
        for name, d in module.definitions.items()
    }
    return replace(module, definitions=definitions)
