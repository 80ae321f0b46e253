"""What is wrong with the imports of a project: failures, cycles, and where to cut them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from tftypes_lint.imports.cycles import Arc, components, feedback_arcs, shortest_path
from tftypes_lint.imports.facts import Facts
from tftypes_lint.imports.graph import AT_IMPORT, Edge, Graph, Site, build
from tftypes_lint.imports.outcome import Hit, Outcome, Unbound
from tftypes_lint.imports.project import Module, Project, ancestors
from tftypes_lint.imports.simulate import simulate

#: How an import can be taken out of a cycle, the easiest first.
Way = Literal["type-only", "defer", "extract"]

#: What a cut costs: first come imports for types, then few names, then what runs at once.
_COST: Final[Mapping[Way, int]] = {"type-only": 1, "defer": 10, "extract": 1000}


@dataclass(frozen=True)
class Cycle:
    """A cycle of imports, by the import to cut.

    `path` goes from the importer over the target back to the importer, and is a shortest one.
    `hit` is an import of the program that meets a module half initialised because of it.
    """

    edge: Edge
    path: tuple[str, ...]
    component: tuple[str, ...]
    way: Way
    hit: Hit | None = None
    entry: str | None = None


#: How many modules may be loaded for each that there is, in all processes together, and besides.
#: Real programs need less than one: each group of modules in cycles loads what it has once or twice.
_LOADED_AT_MOST: Final = 4
_LOADED_AT_LEAST: Final = 5_000


class Analysis:
    """The imports of a project, followed from every module that can be imported first."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self._apart: dict[str, Outcome] = {}
        #: The modules that were not tried as the first import: there are too many on ways round.
        self.untried: set[str] = set()

    @classmethod
    def of(cls, facts: Mapping[str, Facts]) -> Analysis:
        """The analysis of files by path."""
        return cls(Project(facts))

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """What happens when modules are imported first, those that everybody imports before."""
        done: dict[str, Outcome] = {}
        for root in self.project.roots:
            if root in self.project:
                done[root] = simulate(self.project, root)
        loaded = {name for outcome in done.values() for name in outcome.states}
        left = _LOADED_AT_MOST * len(self.project.modules) + _LOADED_AT_LEAST
        for name in self._entries(loaded):
            if left < 0:
                self.untried.add(name)
                continue
            before = len(done)
            self._enter(name, done)
            left -= sum(len(each.states) for each in [*done.values()][before:])
            if name not in self.project.packages and name in done:
                # Nothing is imported after it, and all states of all of them would be too much.
                done[name].states = {}
        return tuple(done.values())

    def outcome_of(self, name: str) -> Outcome:
        """What happens when a module of the project is imported in a process of its own."""
        outcome = self._enter(name, self._apart)
        assert outcome is not None, "a module that is there can be entered"
        return outcome

    def _enter(self, name: str, done: dict[str, Outcome]) -> Outcome | None:
        """Imports a module after its package, unless that fails or imports it already."""
        if name in done:
            return done[name]
        above = next((each for each in ancestors(name) if each in self.project), None)
        before = self._enter(above, done) if above else None
        if before is not None and (before.unbound or name in before.states):
            return before
        done[name] = simulate(self.project, name, before)
        return done[name]

    def _entries(self, loaded: Collection[str]) -> Iterator[str]:
        """The modules on a way round, packages counted, among those that are not loaded yet."""
        arcs = {
            name: {each for needed in (name, *names) for each in self.project.chain(needed)}
            for name, names in self._arcs.items()
            if name not in loaded
        }
        inside = arcs.keys()
        for component in components({name: out & inside - {name} for name, out in arcs.items()}):
            yield from component

    @cached_property
    def graph(self) -> Graph:
        """The import graph, with the functions that are called at import time known."""
        return build(self.project, self._called)

    @cached_property
    def tangles(self) -> Graph:
        """As much of the graph as cycles are made of: what leads nowhere back is most of it."""
        groups = {
            name: number
            for number, component in enumerate(components(self._arcs))
            for name in component
        }
        return build(self.project, self._called, groups)

    @cached_property
    def _arcs(self) -> Mapping[str, set[str]]:
        """What each module imports at some time, the packages that it lies in left out."""
        return {
            module.name: {
                name
                for record, needed in zip(module.facts.imports, self.project.needed(module))
                if record.context != "type-only"
                for name in needed
            }.difference(self.project.chain(module.name))
            for module in self.project.modules.values()
        }

    @cached_property
    def _called(self) -> set[tuple[str, str]]:
        return {pair for each in self.outcomes for pair in each.called}

    @cached_property
    def failures(self) -> tuple[Unbound, ...]:
        """The names that are provably not there yet, each place once."""
        found: dict[tuple[object, ...], Unbound] = {}
        for outcome in self.outcomes:
            reason = outcome.unbound
            if reason:
                found.setdefault((reason.module, reason.place, reason.name), reason)
        return tuple(found.values())

    @cached_property
    def components(self) -> tuple[tuple[str, ...], ...]:
        """The groups of modules that import each other while they are imported."""
        return tuple(map(tuple, components(self._successors)))

    @cached_property
    def _successors(self) -> Mapping[str, list[str]]:
        return self.tangles.successors()

    @cached_property
    def hits(self) -> Mapping[Arc, tuple[Hit, str]]:
        """By each import on the way: the first that meets a module half initialised, and the entry."""
        found: dict[Arc, tuple[Hit, str]] = {}
        for outcome in self.outcomes:
            for hit in outcome.hits:
                modules = [step.module for step in hit.chain]
                for arc in zip(modules, [*modules[1:], hit.target]):
                    found.setdefault(arc, (hit, outcome.entry))
        return found

    @cached_property
    def cycles(self) -> tuple[Cycle, ...]:
        """One cycle for each import to cut; without these imports there is none."""
        return tuple(cycle for component in self.components for cycle in self._cut(component))

    def _cut(self, component: tuple[str, ...]) -> Iterator[Cycle]:
        inside = set(component)
        successors = self._successors
        arcs = {node: [each for each in successors[node] if each in inside] for node in component}
        back: dict[str, list[str]] = {node: [] for node in component}
        for node in component:
            for target in arcs[node]:
                back[target].append(node)
        cost = {
            (node, target): self._cost(self.tangles.edges[node][target])
            for node in component
            for target in arcs[node]
        }
        for node, target in feedback_arcs(arcs, cost):
            way = shortest_path(arcs, back, target, node)
            assert way is not None
            edge = self.tangles.edges[node][target]
            hit, entry = self.hits.get((node, target), (None, None))
            yield Cycle(edge, (node, *way), component, self.way(edge), hit, entry)

    @cached_property
    def asked(self) -> Mapping[str, set[str]]:
        """The names that other modules import from each module of which the graph knows more."""
        found: dict[str, set[str]] = defaultdict(set)
        for module in (*self.project.modules.values(), *self.project.stubs):
            for origin, record in zip(self.project.origins(module), module.facts.imports):
                if origin and record.names and origin in self.tangles.edges:
                    found[origin].update([name for name, _ in record.names])
        return found

    def _is_attribute(self, name: str, module: Module) -> bool:
        """Whether some other module may use `module.name`."""
        return any(
            name in other.facts.attributes
            for other in self.project.modules.values()
            if other is not module
        )

    def way(self, edge: Edge) -> Way:
        """How an edge can be cut: as its most stubborn import can be."""
        ways = [self._way(edge, site) for site in edge.sites if site.kind in AT_IMPORT]
        return max(ways, key=_COST.__getitem__)

    def is_safe(self, edge: Edge) -> bool:
        """Whether nothing can notice that the imports of an edge are left to type checkers.

        Nothing that runs looks up the annotations, and no module takes the names from this one.
        Of names that are no classes, nobody keeps track of who takes them as attributes.
        """
        facts = edge.importer.facts
        names = {name for site in edge.sites_of(AT_IMPORT) for name in site.names}
        return (
            self.way(edge) == "type-only"
            and (facts.postponed or not facts.annotations_read)
            and not names & facts.read_annotations
            and all(name[:1].isupper() for name in names)
            and not any(self._is_attribute(name, edge.importer) for name in names)
        )

    def _way(self, edge: Edge, site: Site) -> Way:
        module, record = edge.importer, edge.record(site)
        names = set(site.names)
        if record.scope or record.by_call or "*" in names or module.is_package:
            return "extract"
        if names & self.asked.get(module.name, set()):
            return "extract"
        if names <= module.facts.type_only:
            return "type-only"
        exported = set(module.facts.exported or ())
        return "extract" if names & (module.facts.used_at_import | exported) else "defer"

    def _cost(self, edge: Edge) -> float:
        names = sum(max(len(site.names), 1) for site in edge.sites if site.kind in AT_IMPORT)
        return _COST[self.way(edge)] * names
