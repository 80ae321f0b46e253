"""Cycles of a directed graph: components, shortest ways round, and what to cut."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence

from tftypes_lint.imports.graph import Adjacency

Arc = tuple[str, str]


def components(graph: Adjacency) -> list[list[str]]:
    """The strongly connected components of more than one node, each sorted, the largest first.

    Tarjan's algorithm, without recursion.

    >>> components({"a": ["b"], "b": ["c"], "c": ["a", "d"], "d": []})
    [['a', 'b', 'c']]
    """
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    on_stack: set[str] = set()
    found = []
    for root in graph:
        if root in index:
            continue
        work: list[tuple[str, Iterator[str]]] = []
        _open(root, graph, index, low, stack, on_stack, work)
        while work:
            node, successors = work[-1]
            for successor in successors:
                if successor not in index:
                    _open(successor, graph, index, low, stack, on_stack, work)
                    break
                if successor in on_stack:
                    low[node] = min(low[node], index[successor])
            else:
                work.pop()
                if work:
                    parent = work[-1][0]
                    low[parent] = min(low[parent], low[node])
                if low[node] == index[node]:
                    cut = stack.index(node)
                    component, stack[cut:] = stack[cut:], []
                    on_stack.difference_update(component)
                    if len(component) > 1:
                        found.append(sorted(component))
    return sorted(found, key=lambda component: (-len(component), component))


def _open(
    node: str,
    graph: Adjacency,
    index: dict[str, int],
    low: dict[str, int],
    stack: list[str],
    on_stack: set[str],
    work: list[tuple[str, Iterator[str]]],
) -> None:
    index[node] = low[node] = len(index)
    stack.append(node)
    on_stack.add(node)
    work.append((node, iter(graph.get(node, ()))))


def shortest_path(
    graph: Adjacency, start: str, end: str, within: Collection[str] | None = None
) -> list[str] | None:
    """The nodes of a shortest path, the first in the order of the graph; None when there is none.

    >>> shortest_path({"a": ["b", "c"], "b": ["c"], "c": ["d"]}, "a", "d")
    ['a', 'c', 'd']
    """
    came: dict[str, str | None] = {start: None}
    todo = deque([start])
    while todo:
        node = todo.popleft()
        if node == end:
            path = [node]
            while (before := came[path[-1]]) is not None:
                path.append(before)
            return path[::-1]
        for successor in graph.get(node, ()):
            if successor not in came and (within is None or successor in within):
                came[successor] = node
                todo.append(successor)
    return None


def feedback_arcs(graph: Adjacency, cost: Mapping[Arc, float]) -> list[Arc]:
    """Arcs without which the graph has no cycle, cheap ones first; none of them could stay.

    The order of nodes is that of Eades, Lin and Smyth (1993), with weights; arcs that point
    back in it are cut, and those whose absence changes nothing are put back, the dearest first.
    """
    place = {node: number for number, node in enumerate(_sequence(graph, cost))}
    arcs = [(node, successor) for node in graph for successor in graph[node]]
    back = [arc for arc in arcs if place[arc[0]] >= place[arc[1]]]
    kept = {node: set(graph[node]) for node in graph}
    for node, successor in back:
        kept[node].discard(successor)
    cut = []
    for arc in sorted(back, key=lambda arc: (-cost[arc], arc)):
        if shortest_path(kept, arc[1], arc[0]) is None:
            kept[arc[0]].add(arc[1])
        else:
            cut.append(arc)
    return sorted(cut, key=lambda arc: (cost[arc], arc))


def _sequence(graph: Adjacency, cost: Mapping[Arc, float]) -> Sequence[str]:
    """The nodes in an order in which cheap arcs point back: sources first, sinks last."""
    into: dict[str, dict[str, float]] = {node: {} for node in graph}
    out: dict[str, dict[str, float]] = {node: {} for node in graph}
    for node in graph:
        for successor in graph[node]:
            into[successor][node] = out[node][successor] = cost[node, successor]
    left: list[str] = []
    right: list[str] = []

    def score(node: str) -> float:
        if not out[node]:
            return float("-inf")  # a sink; it goes to the other end
        return sum(into[node].values()) - sum(out[node].values()) if into[node] else -1e18

    heap = [(score(node), node) for node in graph]
    heapq.heapify(heap)
    done: set[str] = set()
    while heap:
        value, node = heapq.heappop(heap)
        if node in done or value != score(node):
            continue  # an outdated entry; a newer one is there
        (left if out[node] else right).append(node)
        done.add(node)
        touched = {*into[node], *out[node]}
        for before in into.pop(node):
            out[before].pop(node, None)
        for after in out.pop(node):
            into[after].pop(node, None)
        for other in touched - done:
            heapq.heappush(heap, (score(other), other))
    return [*left, *reversed(right)]
