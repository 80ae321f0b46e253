"""Graphs drawn at random: components, paths and cuts against their definitions."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tftypes_lint.imports.cycles import components, feedback_arcs, shortest_path

NODES = "abcdefg"
graphs = st.dictionaries(
    st.sampled_from(NODES), st.sets(st.sampled_from(NODES)), min_size=len(NODES)
).map(lambda graph: {node: sorted(graph.get(node, set()) - {node}) for node in NODES})
costs = st.dictionaries(
    st.tuples(st.sampled_from(NODES), st.sampled_from(NODES)), st.integers(1, 9)
)


def reachable(graph: dict[str, list[str]], start: str) -> set[str]:
    """The nodes at the end of some path of at least one arc."""
    found: set[str] = set()
    todo = [start]
    while todo:
        for successor in graph[todo.pop()]:
            if successor not in found:
                found.add(successor)
                todo.append(successor)
    return found


def first_path(graph: dict[str, list[str]], start: str, end: str) -> list[str] | None:
    """The path that a search in the order of the graph finds first."""
    paths = [[start]]
    seen = {start}
    for path in paths:
        if path[-1] == end:
            return path
        for successor in graph[path[-1]]:
            if successor not in seen:
                seen.add(successor)
                paths.append([*path, successor])
    return None


@given(graphs)
def test_a_component_is_what_reaches_itself_and_each_other(graph: dict[str, list[str]]) -> None:
    reach = {node: reachable(graph, node) for node in graph}
    expected = {
        frozenset(other for other in graph if other in reach[node] and node in reach[other])
        for node in graph
        if node in reach[node]
    }

    assert {frozenset(component) for component in components(graph)} == expected


@given(graphs, st.sampled_from(NODES), st.sampled_from(NODES))
def test_a_shortest_path_is_one_and_none_is_shorter(
    graph: dict[str, list[str]], start: str, end: str
) -> None:
    back = {node: [each for each in graph if node in graph[each]] for node in graph}
    path = shortest_path(graph, back, start, end)
    assert path == first_path(graph, start, end)
    near = {start}
    steps = 0
    while end not in near and steps < len(graph):
        near |= {successor for node in near for successor in graph[node]}
        steps += 1

    if end not in near:
        assert path is None
    else:
        assert path is not None
        assert (path[0], path[-1], len(path)) == (start, end, steps + 1)
        assert all(after in graph[node] for node, after in zip(path, path[1:]))


@given(graphs, costs)
def test_without_the_feedback_arcs_there_is_no_cycle_and_each_of_them_closes_one(
    graph: dict[str, list[str]], costs: dict[tuple[str, str], int]
) -> None:
    cost = {
        (node, after): float(costs.get((node, after), 5)) for node in graph for after in graph[node]
    }
    cut = feedback_arcs(graph, cost)
    left = {node: [after for after in graph[node] if (node, after) not in cut] for node in graph}

    assert all(node not in reachable(left, node) for node in graph)
    assert all(first_path(left, after, node) for node, after in cut)
    assert [cost[arc] for arc in cut] == sorted(cost[arc] for arc in cut)


def test_of_two_arcs_the_cheap_one_goes() -> None:
    graph = {"a": ["b"], "b": ["a"]}

    assert feedback_arcs(graph, {("a", "b"): 1, ("b", "a"): 9}) == [("a", "b")]
    assert feedback_arcs(graph, {("a", "b"): 9, ("b", "a"): 1}) == [("b", "a")]


def test_long_chains_do_not_exhaust_the_stack() -> None:
    ring = {str(number): [str((number + 1) % 5000)] for number in range(5000)}

    assert len(components(ring)[0]) == 5000
    assert len(feedback_arcs(ring, {(node, after[0]): 1.0 for node, after in ring.items()})) == 1
