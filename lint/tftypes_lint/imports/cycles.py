"""Cycles of a directed graph: components, shortest ways round, and what to cut."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence

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
                    component = [stack.pop()]
                    while component[-1] != node:
                        component.append(stack.pop())
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


def shortest_path(graph: Adjacency, back: Adjacency, start: str, end: str) -> list[str] | None:
    """The nodes of a shortest path, the first in the order of the graph; None when there is none.

    `back` has the same arcs the other way round. The search goes from both ends at once, from the
    one where there is less to look at: of a graph in which everything is near, that is little.

    >>> graph = {"a": ["b", "c"], "b": ["c"], "c": ["d"]}
    >>> shortest_path(graph, {"b": ["a"], "c": ["a", "b"], "d": ["c"]}, "a", "d")
    ['a', 'c', 'd']
    """
    ahead, behind = {start: 0}, {end: 0}
    first, last = [start], [end]
    while not any(node in behind for node in first):
        if not first or not last:
            return None
        if len(first) <= len(last):
            first = _next(graph, first, ahead)
        else:
            last = _next(back, last, behind)
            if any(node in ahead for node in last):
                break
    length = min(ahead[node] + behind[node] for node in ahead.keys() & behind.keys())
    # How far each node on a shortest path is from the end.
    left = {
        node: far for node, far in behind.items() if ahead.get(node, length - far) + far == length
    }
    todo = [node for node in left if node in ahead]
    for node in todo:
        for before in back.get(node, ()):
            if before not in left and ahead.get(before) == ahead[node] - 1:
                left[before] = left[node] + 1
                todo.append(before)
    path = [start]
    while path[-1] != end:
        wanted = left[path[-1]] - 1
        path.append(next(each for each in graph[path[-1]] if left.get(each) == wanted))
    return path


def _next(graph: Adjacency, nodes: Sequence[str], distances: dict[str, int]) -> list[str]:
    """The nodes one step further, with their distance taken down."""
    found = []
    for node in nodes:
        for successor in graph.get(node, ()):
            if successor not in distances:
                distances[successor] = distances[node] + 1
                found.append(successor)
    return found


def feedback_arcs(graph: Adjacency, cost: Mapping[Arc, float]) -> list[Arc]:
    """Arcs without which the graph has no cycle, cheap ones first; none of them could stay.

    The order of nodes is that of Eades, Lin and Smyth (1993), with weights; arcs that point
    back in it are cut, and those whose absence changes nothing are put back, the dearest first.
    """
    order = _sequence(graph, cost)
    place = {node: number for number, node in enumerate(order)}
    arcs = [(node, successor) for node in graph for successor in graph[node]]
    back = [arc for arc in arcs if place[arc[0]] >= place[arc[1]]]
    # What each node reaches without them, itself included, as a set of bits.
    reached: dict[str, int] = {}
    for node in reversed(order):
        reached[node] = 1 << place[node]
        for successor in graph[node]:
            if place[successor] > place[node]:
                reached[node] |= reached[successor]
    cut = []
    for node, successor in sorted(back, key=lambda arc: (-cost[arc], arc)):
        bit = 1 << place[node]
        if reached[successor] & bit:
            cut.append((node, successor))
            continue
        for before, known in reached.items():
            if known & bit:
                reached[before] = known | reached[successor]
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
