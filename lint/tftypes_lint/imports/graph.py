"""Which module imports which, and how: the edges of the import graph."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from tftypes_lint.imports.facts import Import
from tftypes_lint.imports.project import Module, Project, ancestors, is_ancestor

#: `called`: in a function that runs while modules are imported. `implicit`: a package whose
#: `__init__` runs because something inside it is imported.
Kind = Literal["eager", "called", "deferred", "type-only", "implicit"]

#: The kinds that run while modules are imported because somebody wrote them.
AT_IMPORT: Final[tuple[Kind, ...]] = ("eager", "called")

Adjacency = Mapping[str, Collection[str]]


class Site(NamedTuple):
    """One import statement, by its number in the facts, and what it is for this edge."""

    number: int
    kind: Kind
    #: The names that it binds of the target.
    names: tuple[str, ...]


@dataclass
class Edge:
    """All imports of one module by another."""

    importer: Module
    target: str
    sites: list[Site] = field(default_factory=list)

    @property
    def kind(self) -> Kind:
        """The kind that matters most: the first of `Kind` that one of the imports has."""
        return min((site.kind for site in self.sites), key=_ORDER.__getitem__)

    def record(self, site: Site) -> Import:
        """The import statement of a site."""
        return self.importer.facts.imports[site.number]

    def sites_of(self, kinds: Collection[Kind]) -> list[Site]:
        """The imports of these kinds."""
        return [site for site in self.sites if site.kind in kinds]

    def first(self, kinds: Collection[Kind] = AT_IMPORT) -> Import:
        """The first import of one of the kinds, or else the first of all."""
        ranked = sorted(self.sites, key=lambda site: (site.kind not in kinds, site.number))
        return self.record(ranked[0])


#: From what matters most to what matters least.
_ORDER: Final[Mapping[Kind, int]] = {
    "eager": 0,
    "called": 1,
    "implicit": 2,
    "deferred": 3,
    "type-only": 4,
}


@dataclass(frozen=True)
class Graph:
    """The edges between the modules of a project, by importer and target.

    An edge to a package that the importer lies in is none: that package is being imported
    anyway, and TensorFlow would have 1,312 modules in cycles by them.
    """

    project: Project
    edges: Mapping[str, Mapping[str, Edge]]

    def __iter__(self) -> Iterator[Edge]:
        for targets in self.edges.values():
            yield from targets.values()

    def successors(self, kinds: Collection[Kind] = AT_IMPORT) -> dict[str, list[str]]:
        """The targets of each module by edges of these kinds."""
        wanted = frozenset(kinds)
        return {
            name: [
                target
                for target, edge in self.edges.get(name, {}).items()
                if not wanted.isdisjoint([site.kind for site in edge.sites])
            ]
            for name in self.project.modules
        }


def build(
    project: Project,
    called: Collection[tuple[str, str]] = (),
    groups: Mapping[str, int] | None = None,
) -> Graph:
    """The graph of a project; `called` are the functions that run while modules are imported.

    With `groups`, only edges between modules of one group are in it.
    """
    edges: dict[str, dict[str, Edge]] = defaultdict(dict)
    scopes = _by_module(called)
    for module in (*project.modules.values(), *project.stubs):
        if groups is not None and module.name not in groups:
            continue
        out, own = edges[module.name], project.chain(module.name)
        for number, needed in enumerate(project.needed(module)):
            kind = _kind(module.facts.imports[number], scopes.get(module.name, ()))
            for target, names in needed.items():
                if target not in project or target in own:
                    continue
                if groups is not None and groups.get(target) != groups[module.name]:
                    continue
                _edge(out, module, target).sites.append(Site(number, kind, names))
                if kind in AT_IMPORT:
                    for package in _entered(project, module.name, target):
                        _edge(out, module, package).sites.append(Site(number, "implicit", ()))
    return Graph(project, dict(edges))


def _edge(out: dict[str, Edge], module: Module, target: str) -> Edge:
    if target not in out:
        out[target] = Edge(module, target)
    return out[target]


def _entered(project: Project, importer: str, target: str) -> Iterator[str]:
    return (
        package
        for package in ancestors(target)
        if package in project and not is_ancestor(package, importer)
    )


def _by_module(called: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    scopes: dict[str, set[str]] = defaultdict(set)
    for module, function in called:
        scopes[module].add(function)
    return scopes


def _kind(record: Import, called: Collection[str]) -> Kind:
    if record.context == "eager":
        return "eager"
    if record.context == "deferred" and record.scope in called and record.scope:
        return "called"
    return record.context
