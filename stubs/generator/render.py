"""Writes a module's stub: the overlay's definitions, and the generated ones for every other public name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import replace

from . import api, order
from .overlay import PARAMETERS_REST, REST, Overlay, own_members
from .shorten import shortened

HEADER = (
    "# Written by stubs/generator from {source}. Edit the overlay or the generator, not this file."
)
#: What of the names of _typing needs nothing of TensorFlow.
TYPING, BASES = "tensorflow._typing", "tensorflow._bases"
#: What all other modules need: read before them.
FIRST = (BASES, "tensorflow.types.experimental", "tensorflow")
STANDARD = {
    "Any": "from typing import Any",
    "builtins.": "import builtins",
    "enum.": "import enum",
    "abc.": "import abc",
    "collections.abc.": "import collections.abc",
    "typing.": "import typing",
    "contextlib.": "import contextlib",
    "threading.": "import threading",
    "tf.": "import tensorflow as tf",
    "tftypes.": "import tftypes",
    "Self": "from typing_extensions import Self",
} | {
    name: f"from tensorflow._typing import {name}"
    for name in [
        "DT",
        "DTypeLike",
        "DU",
        "Element",
        "Flag",
        "Message",
        "MessageMap",
        "NamedDType",
        "PrivateMessage",
        "Repeated",
        "ShapeLike",
        "TensorLike",
    ]
}


def parameter_list(parameters: tuple[api.Parameter, ...]) -> str:
    parts: list[str] = []
    for i, p in enumerate(parameters):
        if p.kind == "keyword" and not any(q.kind in ("*", "keyword") for q in parameters[:i]):
            parts.append("*")
        parts.append(one_parameter(p))
        if p.kind == "positional" and (
            i + 1 == len(parameters) or parameters[i + 1].kind != "positional"
        ):
            parts.append("/")
    return ", ".join(parts)


def one_parameter(p: api.Parameter) -> str:
    star = p.kind if p.kind in ("*", "**") else ""
    text = f"{star}{p.name}" + (f": {p.annotation}" if p.annotation else "")
    if p.default is None:
        return text
    return f"{text} = {p.default}" if p.annotation else f"{text}={p.default}"


def function_lines(function: api.Function) -> Iterator[str]:
    if function.decorator == "setter":
        yield f"@{function.name}.setter"
    elif function.decorator:
        yield f"@{function.decorator}"
    if function.abstract:
        yield "@abc.abstractmethod"
    yield f"def {function.name}({parameter_list(function.parameters)}) -> {function.returns}: ..."


def class_lines(cls: api.Class) -> Iterator[str]:
    yield from cls.decorators
    bases = f"({', '.join(cls.bases)})" if cls.bases else ""
    if not cls.members:
        yield f"class {cls.name}{bases}: ..."
        return
    yield f"class {cls.name}{bases}:"
    for member in cls.members:
        yield from indented(lines(member))


def indented(text: Iterable[str]) -> Iterator[str]:
    return (f"    {line}" if line else "" for line in text)


def lines(definition: api.Definition) -> Iterator[str]:
    if isinstance(definition, api.Function):
        yield from function_lines(definition)
    elif isinstance(definition, api.Class):
        yield from class_lines(definition)
    elif isinstance(definition, api.Constant):
        annotation = f": {definition.annotation}" if definition.annotation else ""
        value = f" = {definition.value}" if definition.value else ""
        ignore = f"  # type: ignore[{definition.ignore}]" if definition.ignore else ""
        yield definition.name + annotation + value + ignore


def overlay_text(block: str, generated: api.Definition | None) -> str:
    """An overlay block, with what it leaves out filled in where it asks for that."""
    members = generated.members if isinstance(generated, api.Class) else (generated,)
    functions = {m.name: m for m in members if isinstance(m, api.Function)}
    block = PARAMETERS_REST.sub(
        lambda asked: asked[1] + completed(asked[2], functions[asked[3]]), block
    )
    asked = REST.search(block)
    if asked is None or not isinstance(generated, api.Class):
        return block
    left_out = own_members(block) | set((asked[1] or "").split())
    rest = [
        line for m in generated.members if m.name not in left_out for line in indented(lines(m))
    ]
    return block[: asked.start()] + "\n".join(rest) + block[asked.end() :]


def completed(source: str, generated: api.Function) -> str:
    """The source of a function with the generated parameters, typed as the source says where it does."""
    written = ast.parse(source).body[0]
    assert isinstance(written, ast.FunctionDef)
    arguments = written.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    every += [a for a in (arguments.vararg, arguments.kwarg) if a]
    given = {a.arg: ast.unparse(a.annotation) for a in every if a.annotation}
    unknown = given.keys() - {p.name for p in generated.parameters}
    assert not unknown, f"{written.name}() has no parameters {sorted(unknown)}"
    parameters = tuple(
        replace(p, annotation=given.get(p.name, p.annotation)) for p in generated.parameters
    )
    returns = ast.unparse(written.returns) if written.returns else generated.returns
    return f"def {written.name}({parameter_list(parameters)}) -> {returns}: ..."


def is_import(definition: api.Definition) -> bool:
    return isinstance(definition, (api.Alias, api.Submodule))


def body(module: api.Module, overlay: Overlay) -> str:
    """The definitions of a module's stub."""
    generated = {name: d for name, d in module.definitions.items() if name not in overlay.names}
    written = [
        overlay_text(block, next((module.definitions.get(n) for n in sorted(names)), None))
        for names, block in overlay.blocks
    ]
    written += ["\n".join(lines(d)) for d in generated.values() if not is_import(d)]
    return "\n".join(order.needed_first(written, module.path))


def module_text(
    module: api.Module, overlay: Overlay, source: str, basic: Set[str], bases: order.Bases
) -> str:
    """The whole stub of a module; `basic` are the names of _bases."""
    imported = [
        d
        for name, d in module.definitions.items()
        if isinstance(d, (api.Alias, api.Submodule)) and name not in overlay.names
    ]
    if module.copy_of:
        more = reexports([d for d in imported if isinstance(d, api.Alias)])
        return (
            "\n".join([HEADER.format(source=source), f"from {module.copy_of} import *", *more])
            + "\n"
        )
    offered = {d.name: (d.module, d.target) for d in imported if isinstance(d, api.Alias)}
    text, by_name = bases.by_name(module.path, offered)
    text, short = shortened(text, {d.name for d in imported})
    written = [*overlay.imports, *module.imports, *by_name, *short]
    later = bases.derive_from(module.path)
    if module.path in FIRST[1:] or any(module_of(line) in later for line in reexports(imported)):
        written.append("from typing import TYPE_CHECKING")
    needed = imports(text, written, module.path, basic)
    first, last = in_order([*needed, *reexports(imported)], module.path, later)
    header = [HEADER.format(source=source), *first, *exports(imported, module)]
    return "\n".join(["\n".join([*header, "", text]).rstrip(), *last]) + "\n"


def in_order(written: list[str], path: str, later: Set[str]) -> tuple[list[str], list[str]]:
    """The imports that stand above the definitions, and those that stand below them.

    `later` are the modules that are read after this one; what is read first waits for all but what is before it.
    """
    if path not in FIRST:
        below = [line for line in written if module_of(line) in later]
        own = [line for line in written if module_of(line) == path]
    else:
        before = FIRST[: FIRST.index(path)]
        below = [
            i
            for i in written
            if module_of(i).startswith("tensorflow") and module_of(i) not in before
        ]
        own = []
    first = [line for line in written if line not in below and line not in own]
    if not below:
        return first, own
    block = "\n".join(indented("\n".join(below).splitlines()))
    return first, [*own, f"if TYPE_CHECKING:\n{block}"]


def module_of(line: str) -> str:
    """The module of an import `from` it."""
    return line.split()[1] if line.startswith("from ") else ""


def reexports(definitions: list[api.Alias | api.Submodule]) -> list[str]:
    """One import for each module."""
    names: dict[str, list[str]] = {}
    for d in definitions:
        module, target = (d.module, d.target) if isinstance(d, api.Alias) else split(d.path)
        names.setdefault(module, []).append(f"{target} as {d.name}")
    return [wrapped_import(module, sorted(names[module])) for module in sorted(names)]


def exports(imported: list[api.Alias | api.Submodule], module: api.Module) -> list[str]:
    """`__all__`, needed where an import renames: only `a as a` exports by itself."""
    if all(
        d.name == (d.target if isinstance(d, api.Alias) else split(d.path)[1]) for d in imported
    ):
        return []
    return ["__all__ = [", *(f'    "{name}",' for name in sorted(module.definitions)), "]"]


def split(path: str) -> tuple[str, str]:
    parent, _, child = path.rpartition(".")
    return parent, child


def wrapped_import(module: str, names: list[str]) -> str:
    if len(names) == 1:
        return f"from {module} import {names[0]}"
    return "\n".join([f"from {module} import (", *(f"    {name}," for name in names), ")"])


def imports(text: str, written: list[str], path: str, basic: Set[str]) -> list[str]:
    """The import lines that the text needs: one a module, names sorted."""
    needed = [
        line
        for mark, line in STANDARD.items()
        if not line.startswith(f"from {path} ")
        and path != BASES
        and f"\n{mark}: TypeAlias" not in text
        and re.search(
            rf"(?<![\w.])(?<!def )(?<!class ){re.escape(mark)}" + r"\b" * mark[-1].isalpha(), text
        )
    ]
    plain: set[str] = set()
    names: dict[str, set[str]] = {}
    for node in ast.parse("\n".join([*needed, *written])).body:
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                module = BASES if node.module == TYPING and alias.name in basic else node.module
                names.setdefault(module or ".", set()).add(ast.unparse(alias))
        else:
            plain.add(ast.unparse(node))
    return sorted(plain) + [
        f"from {module} import {', '.join(sorted(names[module]))}" for module in sorted(names)
    ]
