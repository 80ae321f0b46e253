"""Where everything stands: a box for each package, who imports above what is imported."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from tftypes_lint.imports.cycles import feedback_arcs
from tftypes_lint.imports.draw.picture import Node, Picture
from tftypes_lint.imports.graph import AT_IMPORT

# Sizes in pixels, for 12 px sans serif.
CHARACTER: Final = 6.7
LINE: Final = 22
GAP: Final = 8
#: Between the rows of a box, where the arrows are seen.
ROW: Final = 16
PADDING: Final = 12
TITLE: Final = 24
BOX_GAP: Final = 36
ROW_GAP: Final = 56
#: How much higher than wide a picture may be.
TALLEST: Final = 1.2
#: What fits a screen may be as narrow as it likes.
SCREEN: Final = 1000


class Box(NamedTuple):
    """A rectangle, from its upper left corner."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Layout:
    """The places of modules and packages, and the size of it all."""

    nodes: Mapping[str, Box]
    groups: Mapping[str, Box]
    width: float
    height: float


def layout(picture: Picture) -> Layout:
    """Places every package in a row below those that import it, and the modules inside it."""
    inside: dict[str, list[Node]] = defaultdict(list)
    for node in picture.nodes:
        inside[node.group].append(node)
    ranks = _ranks(_module_graph(picture, {node.name: node.name for node in picture.nodes}))
    places = {
        group: _inside(sorted(nodes, key=lambda node: (ranks[node.name], node.name)))
        for group, nodes in inside.items()
    }
    group_of = {node.name: node.group for node in picture.nodes}
    graph = _module_graph(picture, group_of)
    area = sum((size[0] + BOX_GAP) * (size[1] + ROW_GAP) for size, _ in places.values())
    widest = max([math.sqrt(area * 2.2), *(size[0] for size, _ in places.values())], default=0)
    rows = _rows(
        _ordered(graph, _ranks(graph)), {g: size for g, (size, _) in places.items()}, widest
    )
    return _placed(rows, places)


def _placed(
    rows: Sequence[Sequence[str]],
    places: Mapping[str, tuple[tuple[float, float], Mapping[str, Box]]],
) -> Layout:
    width = max(
        (sum(places[group][0][0] for group in row) + BOX_GAP * (len(row) - 1) for row in rows),
        default=0,
    )
    nodes: dict[str, Box] = {}
    groups: dict[str, Box] = {}
    y: float = BOX_GAP
    for row in rows:
        needed = sum(places[group][0][0] for group in row) + BOX_GAP * (len(row) - 1)
        x = BOX_GAP + (width - needed) / 2
        for group in row:
            (box_width, box_height), inner = places[group]
            groups[group] = Box(x, y, box_width, box_height)
            for name, box in inner.items():
                nodes[name] = box._replace(x=box.x + x, y=box.y + y)
            x += box_width + BOX_GAP
        y += max(places[group][0][1] for group in row) + ROW_GAP
    return Layout(nodes, groups, width + 2 * BOX_GAP, y - ROW_GAP + BOX_GAP)


def _inside(nodes: Sequence[Node]) -> tuple[tuple[float, float], dict[str, Box]]:
    """The size of a package's box, and the places of its modules in it, row by row."""
    widths = {node.name: label_width(node) for node in nodes}
    cell = max(widths.values())
    # Labels are wide and low: this makes the box about twice as wide as high.
    columns = max(1, round(math.sqrt(len(nodes) * 2 * (LINE + ROW) / (cell + GAP))))
    boxes = {
        node.name: Box(
            PADDING + (place % columns) * (cell + GAP),
            TITLE + PADDING + (place // columns) * (LINE + ROW),
            cell,
            LINE,
        )
        for place, node in enumerate(nodes)
    }
    columns = min(columns, len(nodes))
    width = 2 * PADDING + columns * (cell + GAP) - GAP
    title = 2 * PADDING + len(nodes[0].group) * (CHARACTER + 0.6)
    height = TITLE + 2 * PADDING + math.ceil(len(nodes) / columns) * (LINE + ROW) - ROW
    return (max(width, title), height), boxes


def label(node: Node) -> str:
    """What stands on a module: the last part of its name."""
    if node.name == node.group:
        return "__init__"
    last = node.name.rpartition(".")[2]
    return f"{last} ({node.modules})" if node.modules > 1 else last


def label_width(node: Node) -> float:
    """How wide a module is."""
    return max(len(label(node)) * CHARACTER + 2 * GAP, 48)


def _module_graph(picture: Picture, name_of: Mapping[str, str]) -> dict[str, dict[str, int]]:
    """Who imports whom while modules are imported, and how often."""
    graph: dict[str, dict[str, int]] = {name: {} for name in sorted(set(name_of.values()))}
    for arrow in picture.arrows:
        source, target = name_of[arrow.source], name_of[arrow.target]
        if source != target and arrow.kind in AT_IMPORT:
            graph[source][target] = graph[source].get(target, 0) + len(arrow.lines)
    return graph


def _ranks(graph: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    """How far below the top each node stands: below all that import it, cycles cut."""
    cost = {
        (one, other): float(n) for one, targets in graph.items() for other, n in targets.items()
    }
    cut = set(feedback_arcs(graph, cost))
    above: dict[str, set[str]] = {name: set() for name in graph}
    for one, targets in graph.items():
        for other in targets:
            if (one, other) not in cut:
                above[other].add(one)
    ranks: dict[str, int] = {}
    waiting = {name: len(importers) for name, importers in above.items()}
    ready = [name for name, number in waiting.items() if not number]
    for name in ready:  # it grows
        ranks[name] = 1 + max((ranks[importer] for importer in above[name]), default=-1)
        for other in graph[name]:
            if (name, other) not in cut:
                waiting[other] -= 1
                if not waiting[other]:
                    ready.append(other)
    return ranks


def _ordered(graph: Mapping[str, Mapping[str, int]], ranks: Mapping[str, int]) -> list[list[str]]:
    """The nodes of each rank, each near those that it has to do with."""
    rows: list[list[str]] = [[] for _ in range(1 + max(ranks.values(), default=-1))]
    for name, rank in ranks.items():
        rows[rank].append(name)
    near: dict[str, set[str]] = {name: set() for name in graph}
    for one, targets in graph.items():
        for other in targets:
            near[one].add(other)
            near[other].add(one)
    for _ in range(4):
        place = {name: index / len(row) for row in rows for index, name in enumerate(row)}
        for row in rows:
            row.sort(key=lambda name: (_mean([place[each] for each in near[name]]), name))
    return rows


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.5


def _rows(
    ranked: Sequence[Sequence[str]], sizes: Mapping[str, tuple[float, float]], widest: float
) -> list[list[str]]:
    """The ranks as rows that fit the width: each begins a new one, unless that makes a tower."""
    rows = [row for rank in ranked for row in _broken(rank, sizes, widest)]
    height = sum(max(sizes[name][1] for name in row) + ROW_GAP for row in rows)
    width = max((sum(sizes[name][0] + BOX_GAP for name in row) for row in rows), default=0)
    if height > max(TALLEST * width, SCREEN):
        rows = _broken([name for rank in ranked for name in rank], sizes, widest)
    return rows


def _broken(
    names: Sequence[str], sizes: Mapping[str, tuple[float, float]], widest: float
) -> list[list[str]]:
    """Boxes as rows of no more than this width."""
    rows: list[list[str]] = []
    used = widest + 1
    for name in names:
        if used + sizes[name][0] > widest:
            rows.append([])
            used = 0
        rows[-1].append(name)
        used += sizes[name][0] + BOX_GAP
    return rows
