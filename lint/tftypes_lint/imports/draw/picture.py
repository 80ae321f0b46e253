"""What a drawing of the import graph shows, whatever its form: modules, imports, cycles, layers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from tftypes_lint.imports.analysis import Analysis, Cycle
from tftypes_lint.imports.cycles import components
from tftypes_lint.imports.facts import Import
from tftypes_lint.imports.graph import AT_IMPORT, Edge, Kind
from tftypes_lint.imports.layers import Layers, breaches
from tftypes_lint.imports.outcome import Unbound

#: From here on modules are put together by package, so that a picture can be read.
READABLE: Final = 400


class Node(NamedTuple):
    """A module, or a package with all that lies in it."""

    name: str
    #: The package whose box it stands in.
    group: str
    path: str
    #: The number of modules that it stands for.
    modules: int
    #: The cycle that it is part of, counted from 0.
    cycle: int | None
    #: Its layer, counted from the highest.
    layer: int | None


class Line(NamedTuple):
    """An import statement."""

    path: str
    line: int
    text: str
    kind: Kind


@dataclass(frozen=True)
class Arrow:
    """All imports of one node by another."""

    source: str
    target: str
    kind: Kind
    lines: tuple[Line, ...]
    #: The cycle that it closes, counted from 0.
    cycle: int | None = None
    #: It is one of the imports that have to go.
    cut: bool = False
    #: It breaks the layers.
    breach: bool = False


@dataclass(frozen=True)
class Picture:
    """The nodes and the arrows between them."""

    nodes: tuple[Node, ...]
    arrows: tuple[Arrow, ...]
    cycles: tuple[Cycle, ...]
    failures: tuple[Unbound, ...]
    layers: tuple[str, ...]
    #: The nodes of each cycle: of modules as analysed, of packages as they are drawn.
    components: tuple[tuple[str, ...], ...]
    #: How many modules there are.
    modules: int
    analysis: Analysis

    @property
    def groups(self) -> tuple[str, ...]:
        """The boxes, by the name of the package."""
        return tuple(sorted({node.group for node in self.nodes}))


def picture(
    analysis: Analysis,
    layers: Layers | None = None,
    *,
    kinds: Collection[Kind] = (*AT_IMPORT, "deferred"),
    depth: int | None = None,
    cycles_only: bool = False,
) -> Picture:
    """What there is to draw.

    Args:
        analysis: The imports of the project.
        layers: The layers that it declares.
        kinds: The imports that are drawn.
        depth: Modules that lie deeper than this count as their package: 1 shows the topmost
            packages alone. By default as deep as leaves at most 400 nodes.
        cycles_only: Only the modules that are part of a cycle.
    """
    layers = layers or Layers()
    names = set(analysis.project.modules)
    if cycles_only:
        names = {name for component in analysis.components for name in component}
    depth = depth or _readable_depth(names)
    shown = {name: _cut_off(name, depth) for name in names}
    arrows = _arrows(analysis, layers, shown, set(kinds))
    found = _components(analysis, shown, arrows, whole=depth >= _deepest(names))
    cycle_of = {name: number for number, component in enumerate(found) for name in component}
    arrows = [_with_cycle(arrow, cycle_of) for arrow in arrows]
    return Picture(
        tuple(_nodes(analysis, layers, shown, cycle_of)),
        tuple(sorted(arrows, key=lambda arrow: (arrow.source, arrow.target))),
        analysis.cycles,
        analysis.failures,
        tuple(" | ".join(siblings) for siblings in layers.layers),
        found,
        len(names),
        analysis,
    )


def _cut_off(name: str, depth: int) -> str:
    return ".".join(name.split(".")[:depth])


def _deepest(names: Collection[str]) -> int:
    return max((name.count(".") + 1 for name in names), default=1)


def _readable_depth(names: Collection[str]) -> int:
    deepest = _deepest(names)
    for depth in range(deepest, 1, -1):
        if len({_cut_off(name, depth) for name in names}) <= READABLE:
            return depth
    return 1 if deepest > 1 else deepest


def _arrows(
    analysis: Analysis, layers: Layers, shown: dict[str, str], kinds: Collection[Kind]
) -> list[Arrow]:
    broken = (
        {(breach.module.name, breach.record.span) for breach in breaches(analysis.project, layers)}
        if layers
        else set()
    )
    cut = {(cycle.edge.importer.name, cycle.edge.target) for cycle in analysis.cycles}
    edges: dict[tuple[str, str], list[Edge]] = defaultdict(list)
    for edge in analysis.graph:
        source, target = shown.get(edge.importer.name), shown.get(edge.target)
        if source and target and source != target and not edge.importer.facts.stub:
            if any(site.kind in kinds for site in edge.sites):
                edges[source, target].append(edge)
    found = []
    for (source, target), together in edges.items():
        lines = [line for edge in together for line in _lines(edge, kinds)]
        order: tuple[Kind, ...] = ("eager", "called", "implicit", "deferred", "type-only")
        kind = min((line.kind for line in lines), key=order.index)
        found.append(
            Arrow(
                source,
                target,
                kind,
                tuple(lines),
                cut=any((edge.importer.name, edge.target) in cut for edge in together),
                breach=any(
                    (edge.importer.name, edge.record(site).span) in broken
                    for edge in together
                    for site in edge.sites
                ),
            )
        )
    return found


def _lines(edge: Edge, kinds: Collection[Kind]) -> Iterator[Line]:
    for site in edge.sites:
        if site.kind in kinds:
            record: Import = edge.record(site)
            yield Line(edge.importer.path, record.span.line, record.text, site.kind)


def _components(
    analysis: Analysis, shown: dict[str, str], arrows: list[Arrow], *, whole: bool
) -> tuple[tuple[str, ...], ...]:
    """The cycles: among modules as analysed, among packages as drawn."""
    if whole:
        return analysis.components
    graph: dict[str, list[str]] = {node: [] for node in sorted(set(shown.values()))}
    for arrow in arrows:
        if arrow.kind in AT_IMPORT:
            graph[arrow.source].append(arrow.target)
    return tuple(map(tuple, components(graph)))


def _with_cycle(arrow: Arrow, cycle_of: dict[str, int]) -> Arrow:
    cycle = cycle_of.get(arrow.source)
    if cycle is None or cycle != cycle_of.get(arrow.target) or arrow.kind not in AT_IMPORT:
        return arrow
    return Arrow(
        arrow.source, arrow.target, arrow.kind, arrow.lines, cycle, arrow.cut, arrow.breach
    )


def _nodes(
    analysis: Analysis, layers: Layers, shown: dict[str, str], cycle_of: dict[str, int]
) -> Iterator[Node]:
    behind: dict[str, list[str]] = defaultdict(list)
    for name, node in shown.items():
        behind[node].append(name)
    inner = {node.rpartition(".")[0] for node in behind}
    for node in sorted(behind):
        module = analysis.project.modules.get(node)
        group = node if node in inner else node.rpartition(".")[0]
        path = module.path if module else analysis.project.modules[min(behind[node])].path
        layer = layers.layer_of(node)
        yield Node(
            node, group, path, len(behind[node]), cycle_of.get(node), layer[0] if layer else None
        )
