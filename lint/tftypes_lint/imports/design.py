"""Cycles of modules that need each other's names, whenever that is: of design, not of a run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from tftypes_lint.imports.analysis import Analysis
from tftypes_lint.imports.cycles import Arc, components, feedback_arcs, shortest_path
from tftypes_lint.imports.graph import AT_IMPORT, Edge, Kind

#: What counts as needing another module.
KINDS: Final[tuple[Kind, ...]] = (*AT_IMPORT, "deferred", "type-only")
#: What is cut first: the import that somebody has put out of the way already.
_COST: Final = {
    "type-only": 1.0,
    "deferred": 2.0,
    "called": 100.0,
    "eager": 100.0,
    "implicit": 100.0,
}


class DesignCycle(NamedTuple):
    """A cycle by the import to take out of it; `path` leads from its module back to it."""

    edge: Edge
    path: tuple[str, ...]
    #: The imports on the way, the one of `edge` first.
    edges: tuple[Edge, ...]


def design_cycles(analysis: Analysis) -> Iterator[DesignCycle]:
    """The cycles that are left without the imports that cycles at import time are cut at."""
    graph = analysis.graph
    told = {(cycle.edge.importer.name, cycle.edge.target) for cycle in analysis.cycles}
    arcs = {
        name: [each for each in targets if (name, each) not in told]
        for name, targets in graph.successors(KINDS).items()
    }
    for component in components(arcs):
        inside = set(component)
        within = {node: [each for each in arcs[node] if each in inside] for node in component}
        back: dict[str, list[str]] = {node: [] for node in component}
        cost: dict[Arc, float] = {}
        for node in component:
            for target in within[node]:
                back[target].append(node)
                cost[node, target] = _COST[graph.edges[node][target].kind]
        for node, target in feedback_arcs(within, cost):
            way = shortest_path(within, back, target, node)
            assert way is not None, "a cut closes a cycle"
            path = (node, *way)
            edges = tuple(graph.edges[one][other] for one, other in zip(path, path[1:]))
            yield DesignCycle(edges[0], path, edges)
