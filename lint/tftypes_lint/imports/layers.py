"""The layers that a project declares, and the imports that break them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tftypes_lint.imports.facts import Import
from tftypes_lint.imports.project import Module, Project, is_ancestor
from tftypes_lint.imports.standard import STANDARD


@dataclass(frozen=True)
class Layers:
    """What may import what. A name stands for a module with all that lies in it.

    Where several names hold a module, the most specific one counts: with `interfaces` of `net`
    and `layers` of `net.models`, `net.types` is an interface and `net.models.mlp` is not.
    """

    #: From high to low: a layer may import those below it. Siblings in one are independent.
    layers: tuple[tuple[str, ...], ...] = ()
    #: Groups of which no member may import another; `net.plugins.*` is what lies in a package.
    independent: tuple[tuple[str, ...], ...] = ()
    #: These may import nothing of the project but each other.
    interfaces: tuple[str, ...] = ()
    #: What a module may not import, of the project or of others.
    forbidden: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    #: The only third parties that a module may import, beside the standard library.
    allowed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    #: The layers inside packages, each a declaration of its own.
    within: tuple[Layers, ...] = ()
    #: Whether imports under TYPE_CHECKING count.
    type_checking: bool = False

    def __bool__(self) -> bool:
        return bool(
            self.layers
            or self.independent
            or self.interfaces
            or self.forbidden
            or self.allowed
            or self.within
        )

    def layer_of(self, name: str) -> tuple[int, str] | None:
        """The layer of a module, counted from the highest, and the name in it that holds it.

        >>> Layers(layers=(("net.cli",), ("net.models", "net.data"))).layer_of("net.data.csv")
        (1, 'net.data')
        """
        held = _holder(name, self._names)
        for number, siblings in enumerate(self.layers):
            if held in siblings:
                return number, held or ""
        return None

    @property
    def _names(self) -> tuple[str, ...]:
        return (*(name for siblings in self.layers for name in siblings), *self.interfaces)

    def is_interface(self, name: str) -> bool:
        """Whether a module is one of the interfaces."""
        return _holder(name, self._names) in self.interfaces


class Breach(NamedTuple):
    """An import that the layers do not allow, and why."""

    module: Module
    record: Import
    reason: str
    hint: str


class _Wanted(NamedTuple):
    """What an import asks for, by its most specific name."""

    record: Import
    name: str


def breaches(project: Project, layers: Layers) -> Iterator[Breach]:
    """Every import that breaks the layers, in the order of files and lines.

    An import that leads into a higher layer by way of modules of no layer is one, too.
    """
    for declared in (layers, *layers.within):
        yield from _breaches(project, declared)


def _breaches(project: Project, layers: Layers) -> Iterator[Breach]:
    ways = _Ways(project, layers)
    ours = {*project.roots}
    for module in (*project.modules.values(), *project.stubs):
        seen = set()
        for wanted in _wanted(project, module, layers):
            root = wanted.name.partition(".")[0]
            own = root in ours
            told = (
                (_of_project(project, ways, layers, module.name, wanted.name) if own else None)
                or _forbidden(layers, module.name, wanted.name)
                or (None if own else _third_party(layers, module.name, root))
            )
            if told and (wanted.record.span, told) not in seen:
                seen.add((wanted.record.span, told))
                yield Breach(module, wanted.record, *told)


def _of_project(
    project: Project, ways: _Ways, layers: Layers, name: str, target: str
) -> tuple[str, str] | None:
    """What is wrong with an import between two modules of the project, and what to do."""
    if layers.is_interface(name) and not layers.is_interface(target):
        known = project.nearest(target)
        return (
            f"{name} is an interface and imports {known} of the project",
            "interfaces may import each other and nothing else of the project",
        )
    for group in layers.independent:
        one, other = _member(name, group), _member(target, group)
        if one and other and one != other:
            return (
                f"{name} imports {project.nearest(target)}, and {one} and {other} are independent",
                ("move what both need into a module below them"),
            )
    own = layers.layer_of(name)
    if own is None:
        return None
    for chain in ways.from_(target):
        there = layers.layer_of(chain[-1])
        if there is None or not (there[0] < own[0] or (there[0] == own[0] and there[1] != own[1])):
            continue
        last = project.nearest(chain[-1])
        by = "".join(f", by way of {each}" for each in chain[:-1])
        if there[0] == own[0]:
            return f"{name} imports {last}{by}, and {own[1]} and {there[1]} are independent", (
                "move what both need into a layer below"
            )
        return f"{name} imports {last}{by}, and {own[1]} lies below {there[1]}", (
            "move what is needed down, or let the higher layer hand it over"
        )
    return None


class _Ways:
    """How modules of no layer lead to those that are in one."""

    def __init__(self, project: Project, layers: Layers) -> None:
        self.project = project
        self.layers = layers
        self.known: dict[str, list[tuple[str, ...]]] = {}

    def from_(self, target: str) -> list[tuple[str, ...]]:
        """The target itself when it is in a layer; or else the shortest ways into each layer."""
        if self.layers.layer_of(target) or self.layers.is_interface(target):
            return [(target,)]
        start = self.project.nearest(target)
        if start not in self.known:
            self.known[start] = list(self._search(start))
        return self.known[start]

    def _search(self, start: str) -> Iterator[tuple[str, ...]]:
        todo: list[tuple[str, ...]] = [(start,)]
        seen = {start}
        for chain in todo:  # it grows
            module = self.project.modules.get(chain[-1])
            if module is None:
                continue
            for wanted in _wanted(self.project, module, self.layers):
                if self.layers.layer_of(wanted.name):
                    yield (*chain, wanted.name)
                    continue
                name = self.project.nearest(wanted.name)
                if name not in seen and not self.layers.is_interface(name):
                    seen.add(name)
                    todo.append((*chain, name))


def _forbidden(layers: Layers, name: str, target: str) -> tuple[str, str] | None:
    for source, banned in layers.forbidden.items():
        if is_ancestor(source, name):
            for each in banned:
                if is_ancestor(each, target):
                    return f"{name} imports {each}, which is forbidden for {source}", (
                        f"[tool.tftypes.lint.import-layers] forbids {', '.join(banned)} there"
                    )
    return None


def _third_party(layers: Layers, name: str, root: str) -> tuple[str, str] | None:
    holder = _holder(name, layers.allowed)
    if holder is None or root in STANDARD:
        return None
    allowed = layers.allowed[holder]
    if root in {each.partition(".")[0] for each in allowed}:
        return None
    listed = ", ".join(allowed) or "none"
    return (
        f"{name} imports {root}, which is not allowed for {holder}",
        f"third parties allowed: {listed}",
    )


def _wanted(project: Project, module: Module, layers: Layers) -> Iterator[_Wanted]:
    for record in module.facts.imports:
        if record.context == "type-only" and not layers.type_checking:
            continue
        base = project.base(module, record)
        if not base:
            continue
        for name, _ in record.names or ():
            submodule = f"{base}.{name}"
            held = submodule in project or _is_named(submodule, layers)
            yield _Wanted(record, submodule if held else base)
        if record.names is None:
            yield _Wanted(record, base)


def _is_named(name: str, layers: Layers) -> bool:
    forbidden = (each for banned in layers.forbidden.values() for each in banned)
    return name in {*layers._names, *forbidden}


def _member(name: str, group: Sequence[str]) -> str | None:
    """The member of a group of independent modules that holds a module."""
    for each in group:
        package = each.removesuffix(".*")
        if package == each and is_ancestor(each, name):
            return each
        if package != each and name.startswith(f"{package}."):
            return f"{package}.{name[len(package) + 1 :].partition('.')[0]}"
    return None


def _holder(name: str, candidates: Iterable[str]) -> str | None:
    """The most specific of the names that hold a module."""
    return max((each for each in candidates if is_ancestor(each, name)), key=len, default=None)


def parse_layers(options: Mapping[str, Any]) -> Layers:
    """The layers that the options of the rule declare.

    Raises:
        ValueError: an option is not of the form that its documentation gives; it says which.

    >>> parse_layers({"layers": ["net.cli", "net.models | net.data"]}).layers
    (('net.cli',), ('net.models', 'net.data'))
    """
    type_checking = bool(options.get("type_checking", False))
    within = options.get("within", {})
    if not isinstance(within, dict):
        raise ValueError(f"within: expected a table, got {within!r}")
    return Layers(
        layers=tuple(_siblings(each, "layers") for each in options.get("layers", ())),
        within=tuple(
            Layers(_inside(package, inner), type_checking=type_checking)
            for package, inner in within.items()
        ),
        independent=tuple(
            _siblings(each, "independent") for each in options.get("independent", ())
        ),
        interfaces=_strings(options.get("interfaces", []), "interfaces"),
        forbidden=_table(options.get("forbidden", {}), "forbidden"),
        allowed=_table(options.get("allowed", {}), "allowed"),
        type_checking=type_checking,
    )


def _inside(package: str, layers: object) -> tuple[tuple[str, ...], ...]:
    """The layers of a package, whose names are relative to it."""
    option = f"within.{package}"
    if not isinstance(layers, list):
        raise ValueError(f"{option}: expected a list of layers, got {layers!r}")
    return tuple(tuple(f"{package}.{name}" for name in _siblings(each, option)) for each in layers)


def _siblings(value: object, option: str) -> tuple[str, ...]:
    names = value.split("|") if isinstance(value, str) else value
    return tuple(name.strip() for name in _strings(names, option))


def _strings(value: object, option: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(
        isinstance(each, str) and each.strip() for each in value
    ):
        raise ValueError(f"{option}: expected names of modules, got {value!r}")
    return tuple(value)


def _table(value: object, option: str) -> dict[str, tuple[str, ...]]:
    if not isinstance(value, dict):
        raise ValueError(f"{option}: expected a table, got {value!r}")
    return {name: _strings(banned, f"{option}.{name}") for name, banned in value.items()}
