"""Fields moved, computed and selected, at any depth; Python on nested lists is the oracle."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest
import tensorflow as tf
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.struct.ops.drawn import MODES, run
from tests.struct.paths.structs import collections, descend, edited, flatten, lists, paths
from tftypes import struct
from tftypes.struct import transforms

SESSIONS = [
    {"user": 7, "events": [{"id": 1, "tags": ["a", "b"]}, {"id": 2, "tags": ["c"]}]},
    {"user": 8, "events": []},
    {"user": 9, "events": [{"id": 3, "tags": []}]},
]


def sessions():
    return struct.constant(
        SESSIONS, struct.spec_of({"user": int, "events": [{"id": int, "tags": [str]}]}, [3])
    )


def test_promote_lists_what_is_below():
    st = struct.promote(sessions(), "events.id", "ids")
    assert st.field_value("ids").to_list() == [[1, 2], [], [3]]
    st = struct.promote(st, "events.tags", "tags")
    assert st.field_value("tags").to_list() == [[b"a", b"b", b"c"], [], []]
    st = struct.promote(st, "events.tags", "kept", join=False)
    assert st.field_value("kept").to_list() == [[[b"a", b"b"], [b"c"]], [], [[]]]
    assert st.field_names() == ("user", "events", "ids", "tags", "kept")


def test_promote_to_the_parent_beside_as_in_struct2tensor():
    st = struct.promote(sessions(), "events.id", new_field_name="ids")
    assert st.field_value("ids").to_list() == [[1, 2], [], [3]]


def test_what_is_promoted_without_joining_is_shared():
    st = sessions()
    ids = struct.promote(st, "events.id", "ids").field_value("ids")
    assert ids.row_splits is st.field_value("events").row_splits
    assert ids.values is st.field_value("events").values.field_value("id")


def test_broadcast_gives_each_what_is_above_it():
    st = struct.broadcast(sessions(), "user", "events.user")
    assert st.to_py()[0]["events"][1] == {"id": 2, "tags": [b"c"], "user": 7}
    same = struct.broadcast(sessions(), "user", sibling_field="events", new_field_name="user")
    assert same.to_py() == st.to_py()
    assert st.field_value("events").row_splits is not None
    assert st.field_value("user") is not None


def test_apply_to_several_sources_and_reductions():
    st = sessions()
    st = struct.apply(st, ["events.id", "events.id"], tf.add, "events.twice")
    st = struct.apply(st, "events.twice", lambda twice: tf.reduce_sum(twice, -1), "total")
    st = struct.apply(st, "user", lambda user: user * 10)
    assert [row["total"] for row in st.to_py()] == [6, 0, 6]
    assert [row["user"] for row in st.to_py()] == [70, 80, 90]
    assert st.field_names() == ("user", "events", "total")


def test_map_values_sees_all_values_at_once_and_shares_the_partitions():
    st = sessions()
    lengths = struct.map_values(st, "events.tags", tf.strings.length, "events.lengths")
    assert lengths.to_py()[0]["events"][0]["lengths"] == [1, 1]
    before = st.field_value("events").values.field_value("tags")
    after = lengths.field_value("events").values.field_value("lengths")
    assert after.row_splits is before.row_splits
    joined = struct.map_values(st, ["events.tags", "events.tags"], tf.add, "events.both")
    assert joined.to_py()[0]["events"][0]["both"] == [b"aa", b"bb"]


def test_project_keeps_the_order_and_shares_the_rest():
    st = sessions()
    kept = struct.project(st, ["events.tags", "user"])
    assert kept.field_names() == ("user", "events")
    assert kept.field_value("events").field_names() == ("tags",)
    assert kept.field_value("user") is st.field_value("user")
    assert struct.project(st, [()]) is st
    assert struct.project(st, "events").field_value("events").to_py() == (
        st.field_value("events").to_py()
    )


def test_reroot_puts_all_structs_in_one_vector():
    st = struct.reroot(sessions(), "events", index="session")
    assert st.to_py() == [
        {"id": 1, "tags": [b"a", b"b"], "session": 0},
        {"id": 2, "tags": [b"c"], "session": 0},
        {"id": 3, "tags": [], "session": 2},
    ]


def test_filter_by_a_child_a_sibling_or_a_function():
    st = struct.apply(sessions(), "events.id", lambda ids: ids != 2, "events.keep")
    expected = [[1], [], [3]]

    def ids(struct_, name="events"):
        return [[event["id"] for event in row[name]] for row in struct_.to_py()]

    assert ids(struct.filter(st, "events", "events.keep")) == expected
    st = struct.apply(st, "events.keep", tf.identity, "keep")
    assert ids(struct.filter(st, "events", "keep")) == expected
    assert ids(struct.filter(st, "events", lambda events: events["id"] != 2, "some"), "some") == (
        expected
    )
    assert ids(struct.filter(st, "events", "keep", new_field_name="some"), "some") == expected


def test_filter_by_an_optional_child_keeps_those_where_it_is_true():
    rows = [{"docs": [{"ok": [True]}, {"ok": []}, {"ok": [False]}, {"ok": [True]}]}]
    st = struct.constant(rows, struct.spec_of({"docs": [{"ok": [bool]}]}, [1]))
    assert struct.filter(st, "docs", "docs.ok").to_py() == [
        {"docs": [{"ok": [True]}, {"ok": [True]}]}
    ]


def test_filter_the_struct_itself_and_plain_lists():
    assert struct.filter(sessions(), (), lambda st: st["user"] > 7).to_py() == [
        {"user": row["user"], "events": [{**e, "tags": []} for e in row["events"]]}
        for row in SESSIONS[1:]
    ]
    st = struct.filter(sessions(), "events.tags", lambda tags: tags != "b")
    assert st.to_py()[0]["events"][0]["tags"] == [b"a"]


def test_a_name_with_a_dot_is_written_in_a_tuple():
    st = struct.constant({"a.b": {"c": 1}})
    assert struct.apply(st, ("a.b", "c"), lambda c: c + 1).to_py() == {"a.b": {"c": 2}}
    with pytest.raises(KeyError, match=r"a name with dots is written in a tuple: .('a.b',.)"):
        struct.apply(st, "a.b.c", lambda c: c + 1)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (
            lambda st: struct.promote(st, "events.idd", "i"),
            r"(?s)'events.idd': 'events' has no field 'idd'; did you mean 'events.id'.*events.*tags",
        ),
        (lambda st: struct.promote(st, "tags", "i"), "did you mean 'events.tags'"),
        (
            lambda st: struct.promote(st, "user.id", "i"),
            "'user' is no struct, it has no field 'id'",
        ),
        (lambda st: struct.promote(st, "events.id", "events.i"), "'events.i' is not above"),
        (lambda st: struct.promote(st, "events.id"), "expected the path of the new field"),
        (lambda st: struct.broadcast(st, "user", "other"), "'other' is not below"),
        (lambda st: struct.broadcast(st, "user", "evens.user"), "did you mean 'events'"),
        (lambda st: struct.apply(st, "user", tf.identity, "user.x"), "'user' is no struct"),
        (lambda st: struct.apply(st, [], tf.identity, "x"), "got none"),
        (lambda st: struct.apply(st, ["user", "user"], tf.add), "'target' must say"),
        (lambda st: struct.apply(st, "user", tf.identity, ()), "path is empty"),
        (lambda st: struct.apply(st, 5, tf.identity, "x"), "expected a path"),
        (lambda st: struct.apply(st, "user", tf.reduce_sum, "x"), r"'x' has shape \[\]"),
        (lambda st: struct.map_values(st, "user", tf.reduce_sum), "it must make one of each"),
        (lambda st: struct.map_values(st, ["user", "events.id"], tf.add, "x"), "'user' is dense"),
        (lambda st: struct.project(st, "evnts"), "did you mean 'events'"),
        (lambda st: struct.reroot(st, "user"), "there is no struct at 'user'"),
        (lambda st: struct.reroot(st, "events", index="id"), "has a field 'id' already"),
        (lambda st: struct.filter(st, "events", "events.id"), "expected booleans"),
        (lambda st: struct.filter(st, "user", lambda u: u > 7), "there is no list at 'user'"),
        (lambda st: struct.filter(st, "events", lambda e: [True]), "not how"),
    ],
)
def test_errors_show_the_schema_and_a_suggestion(call, error):
    with pytest.raises((ValueError, KeyError, TypeError), match=error):
        call(sessions())


def check(function: Any, value: Any, expected: Any) -> None:
    for mode in MODES:
        assert run(function, [value], mode).to_py() == expected


LEAVES = st.sampled_from(["x", "v", "w"])
SLOW = settings(max_examples=15)


@given(collections(), st.data(), LEAVES, st.booleans())
@SLOW
def test_promote_is_flattening(drawn, data, leaf, join):
    values, value, schema = drawn
    below = data.draw(st.sampled_from(list(paths(schema))))
    if not below:
        return
    above = below[: data.draw(st.integers(0, len(below) - 1))]
    between = below[len(above) :]
    levels = lists(between)
    own = {"x": 0, "v": 1, "w": 2}[leaf]

    def edit(node: Any) -> None:
        found = descend(node, (*between, leaf))
        merged = levels if own and join else levels - 1
        node["new"] = flatten(found, merged) if levels else found

    check(
        lambda st: struct.promote(st, (*below, leaf), (*above, "new"), join=join),
        value,
        edited(values, above, edit),
    )


@given(collections(), st.data())
@SLOW
def test_promote_of_structs(drawn, data):
    values, value, schema = drawn
    below = data.draw(st.sampled_from([p for p in paths(schema) if len(p) > 1] or [()]))
    if not below:
        return

    def edit(node: Any) -> None:
        found = copy.deepcopy(descend(node, below))
        levels, own = lists(below[:-1]), lists(below[-1:])
        node["new"] = flatten(found, levels - (not own)) if levels else found

    check(lambda st: struct.promote(st, below, "new"), value, edited(values, (), edit))


@given(collections(), st.data(), LEAVES)
@SLOW
def test_broadcast_is_a_copy_in_each(drawn, data, leaf):
    values, value, schema = drawn
    below = data.draw(st.sampled_from(list(paths(schema))))
    if not below:
        return
    above = below[: data.draw(st.integers(0, len(below) - 1))]

    def edit(node: Any) -> None:
        found = copy.deepcopy(node[leaf])

        def give(child: Any) -> None:
            child["new"] = found

        node.update(edited(node, below[len(above) :], give))

    check(
        lambda st: struct.broadcast(st, (*above, leaf), (*below, "new")),
        value,
        edited(values, above, edit),
    )


@given(collections(), st.data())
@SLOW
def test_broadcast_of_structs(drawn, data):
    values, value, schema = drawn
    pairs = [(a, b) for a in paths(schema) for b in paths(schema) if len(a) == 1 and b and b != a]
    pairs = [(a, b) for a, b in pairs if b[: len(a)] != a]
    if not pairs:
        return
    source, below = data.draw(st.sampled_from(pairs))

    def edit(node: Any) -> None:
        found = copy.deepcopy(node[source[0]])

        def give(child: Any) -> None:
            child["new"] = copy.deepcopy(found)

        node.update(edited(node, below, give))

    check(lambda st: struct.broadcast(st, source, (*below, "new")), value, edited(values, (), edit))


@given(collections(), st.data())
@SLOW
def test_apply_and_map_values_compute_in_place(drawn, data):
    values, value, schema = drawn
    where = data.draw(st.sampled_from(list(paths(schema))))

    def edit(node: Any) -> None:
        node["sum"] = node["x"] * 2
        node["v"] = [each + 1 for each in node["v"]]

    def compute(st: Any) -> Any:
        st = struct.apply(st, [(*where, "x"), (*where, "x")], tf.add, (*where, "sum"))
        return struct.map_values(st, (*where, "v"), lambda v: v + 1)

    check(compute, value, edited(values, where, edit))


@given(collections(), st.data())
@SLOW
def test_filter_is_a_comprehension(drawn, data):
    values, value, schema = drawn
    found = [path for path in paths(schema) if path and lists(path[-1:])]
    if not found:
        return
    where = data.draw(st.sampled_from(found))

    def keep(items: Any, depth: int) -> Any:
        if depth > 1:
            return [keep(each, depth - 1) for each in items]
        return [each for each in items if each["x"] % 2]

    def edit(node: Any) -> None:
        node[where[-1]] = keep(node[where[-1]], lists(where[-1:]))

    def compute(st: Any) -> Any:
        return struct.filter(st, where, lambda found: tf.equal(found["x"] % 2, 1))

    check(compute, value, edited(values, where[:-1], edit))


@given(collections(), st.data())
@SLOW
def test_reroot_is_flattening(drawn, data):
    values, value, schema = drawn
    where = data.draw(st.sampled_from(list(paths(schema))))
    found = descend(values, where)
    depth = value.rank + lists(where)
    expected = flatten(found, depth - 1) if depth else [found]
    check(lambda st: struct.reroot(st, where), value, expected)


@given(collections(), st.data())
@SLOW
def test_project_is_a_smaller_dict(drawn, data):
    values, value, schema = drawn
    where = data.draw(st.sampled_from(list(paths(schema))))

    def smaller(node: Any, rest: tuple[str, ...]) -> Any:
        if isinstance(node, list):
            return [smaller(each, rest) for each in node]
        if not rest:
            return {"v": node["v"]}
        return {rest[0]: smaller(node[rest[0]], rest[1:])}

    check(lambda st: struct.project(st, [(*where, "v")]), value, smaller(values, where))


#: Calls of each function that it refuses: on no struct, by no path, at a path that is not there.
REFUSED = {
    struct.apply: lambda st, path: struct.apply(st, path, tf.identity),
    struct.broadcast: lambda st, path: struct.broadcast(st, path, "events.new"),
    struct.filter: lambda st, path: struct.filter(st, path, lambda found: found),
    struct.has: lambda st, path: struct.has(st, path, "new"),
    struct.map_values: lambda st, path: struct.map_values(st, path, tf.identity),
    struct.project: struct.project,
    struct.promote: lambda st, path: struct.promote(st, path, "new"),
    struct.promote_and_broadcast: lambda st, path: struct.promote_and_broadcast(
        st, {"new": path}, "events"
    ),
    struct.reroot: struct.reroot,
    struct.size: lambda st, path: struct.size(st, path, "new"),
}


def test_every_function_on_paths_is_among_them() -> None:
    assert {function.__name__ for function in REFUSED} == set(transforms.__all__)


@pytest.mark.parametrize("function", REFUSED, ids=lambda function: function.__name__)
def test_refusals_name_the_function_and_the_path(function: Any) -> None:
    call, name = REFUSED[function], re.escape(f"{function.__name__}()")
    with pytest.raises(TypeError, match=f"^{name} argument 'struct': expected a StructTensor"):
        call([1, 2], "user")
    with pytest.raises(TypeError, match=f"^{name}: expected a path .*, got 5"):
        call(sessions(), 5)
    with pytest.raises(KeyError, match=f"^{name}: no field at path 'events.idd'"):
        call(sessions(), "events.idd")


def test_what_a_callback_raises_stays_as_it_is() -> None:
    def refuse(user: Any) -> Any:
        raise ValueError("no users today")

    with pytest.raises(ValueError, match="no users today") as caught:
        struct.apply(sessions(), "user", refuse)
    assert "apply()" not in str(caught.value)
    with pytest.raises(ValueError, match="^apply..: .*'new' has shape .6."):
        struct.apply(sessions(), "user", lambda user: tf.repeat(user, 2), "new")
