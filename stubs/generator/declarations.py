"""The index of what the stubs and tftypes itself declare: the engine reads it, and parses no stub.

`python -m generator.declarations [FOLDER]` writes it from what is checked in. One file a module, one line an entry: the name,
a tab, and what it is as JSON. `tftypes.inference.declarations` reads it.

- A string is the full name of what the name stands for: `"tensorflow.linalg.matmul"`.
- `{"module": NAME}`, `{"class": BASES, "parameters": TYPE_VARIABLES}`, `{"attribute": TYPE, "value": TEXT}`,
  `{"property": TYPE, "settable": true}`; a function is `{"function": OVERLOADS}`, or `method`, `classmethod`,
  `staticmethod`; `entries.signature` says what an overload is.
- The members of a class follow it, as `Class.member`.
- `*` has the modules whose public names this one has too. With `__getattr__`, a module or a class has any name.
"""

from __future__ import annotations

import json
import re
import sys
from collections import deque
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from . import write
from .entries import Entry, entries
from .qualified import Scope
from .sources import Module, Sources

ROOT = Path(__file__).resolve().parents[2]
STUBS = ("tensorflow", "keras")
OURS = "tftypes"
#: The packages whose names are the public ones of tftypes.
PUBLIC = (OURS, f"{OURS}.runtime", f"{OURS}.struct")
ROOTS = {**{name: ROOT / "stubs" / f"{name}-stubs" for name in STUBS}, OURS: ROOT / OURS}
INDEX = ROOT / OURS / "inference" / "declarations" / "index"
SUFFIX = ".jsonl"
STAR, OPEN = "*", "__getattr__"
ANYTHING: Entry = {"function": [[[["name", "builtins.str"]], "typing.Any"]]}
OUR_NAMES = re.compile(rf"(?<![\w.]){OURS}(?:\.\w+)+")
Table = dict[str, Entry]


def texts(roots: Mapping[str, Path] = ROOTS) -> dict[str, str]:
    """The text of every file of the index, by its name."""
    sources = Sources(roots, public_homes(Sources(roots)))
    stubs = [sources.module(name) for root in STUBS for name in sources.all(root)]
    tables = {module.name: table(sources, module) for module in stubs if module}
    tables |= public_tables(sources)
    return {f"{name}{SUFFIX}": text(tables[name]) for name in sorted(tables)}


def text(entries: Table) -> str:
    """One line an entry."""
    return "".join(f"{name}\t{json.dumps(entry)}\n" for name, entry in entries.items())


def table(sources: Sources, module: Module) -> Table:
    """What a module offers."""
    found: Table = {STAR: module.stars} if module.stars else {}
    for name in module.offered:
        found.update(declared(sources, f"{module.name}.{name}"))
    return found


def declared(sources: Sources, full: str) -> Table:
    """What a public name stands for, and the members if it is a class; nothing if it is not declared."""
    place = sources.places.get(full, full)
    owner, _, original = place.rpartition(".")
    name = full.rpartition(".")[2]
    module = sources.module(owner)
    canonical = sources.canonical(full)
    if sources.is_module(canonical):
        return {name: {"module": canonical}}
    if canonical != full:
        return {name: canonical}
    if module is None or original not in module.names:
        return {}
    return dict(entries(name, module.names[original], Scope(sources, module)))


def public_homes(sources: Sources) -> dict[str, str]:
    """By the place of its definition, the public name of what tftypes offers: the first one if there are two."""
    found: dict[str, str] = {}
    for public in public_names(sources):
        place = sources.canonical(public)
        if place.startswith(f"{OURS}.") and place != public and not sources.is_module(place):
            found.setdefault(place, public)
    return found


def public_names(sources: Sources) -> list[str]:
    """The full names that the public packages of tftypes offer."""
    modules = [module for name in PUBLIC if (module := sources.module(name))]
    return [f"{module.name}.{name}" for module in modules for name in module.public]


def public_tables(sources: Sources) -> dict[str, Table]:
    """The tables of tftypes: its public names, and what their declarations name, wherever that is defined."""
    tables: dict[str, Table] = {name: {} for name in PUBLIC}
    waiting = deque(public_names(sources))
    seen = set(waiting)
    while waiting:
        full = waiting.popleft()
        if found := declared(sources, full):
            tables.setdefault(full.rpartition(".")[0], {}).update(found)
        named = OUR_NAMES.findall(json.dumps(found))
        if sources.is_module(full) and (module := sources.module(full)):
            named += [f"{full}.{name}" for name in module.public]
        waiting.extend(each for each in dict.fromkeys(named) if each not in seen)
        seen.update(named)
    for place, public in sources.homes.items():
        owner, _, name = place.rpartition(".")
        tables.setdefault(owner, {}).setdefault(name, public)
    for name, found in tables.items():
        if name not in PUBLIC:
            found[OPEN] = ANYTHING
            continue
        for each in sources.submodules(name):
            if not each.startswith("_"):
                found.setdefault(each, {"module": f"{name}.{each}"})
    return {name: found for name, found in tables.items() if found}


def main(folder: Path) -> None:
    """Writes the index, and its digest beside it: the engine's own begins with it."""
    found = texts()
    write.put(folder, found)
    digest = sha256()
    for name, text in sorted(found.items()):
        digest.update(f"{name}\0{text}\0".encode())
    folder.with_name(f"{folder.name}.sha256").write_text(f"{digest.hexdigest()}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else INDEX)
