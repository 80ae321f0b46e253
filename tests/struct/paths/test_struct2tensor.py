"""What struct2tensor's own tests expect of paths holds here: the same facts, on structs of ours.

An optional value is a list of at most one. A parent index is a row id; `by_row` lists values with it.

Source: struct2tensor, the tests of `expression_impl`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import tensorflow as tf

from tests.struct.ops.drawn import MODES, run
from tftypes import struct

MEETING = {"met": [tf.string]}
BOOK = {"words": [tf.string], "kept": [tf.bool]}
#: Three readers, with books and meetings; the third one has no books.
READERS = struct.constant(
    [
        {
            "age": 9, "marks": [9],
            "books": [{"words": ["a"], "kept": [False]}],
            "meetings": [{"met": ["a"]}],
        },
        {
            "age": 8, "marks": [8, 7],
            "books": [{"words": ["b", "c"], "kept": [True]}, {"words": ["d"], "kept": []}],
            "meetings": [{"met": ["b", "c"]}, {"met": ["d"]}],
        },
        {"age": 7, "marks": [6], "books": [], "meetings": [{"met": ["e"]}]},
    ],
    {"age": tf.int32, "marks": [tf.int32], "books": [BOOK], "meetings": [MEETING]},
)  # fmt: skip
#: The same, with each reader's books on shelves, one shelf each.
SHELVES = READERS.with_updates(
    shelves=struct.RaggedStructTensor.from_row_lengths(
        struct.DenseStructTensor([3], {"books": READERS["books"]}), [1, 1, 1]
    )
).without("books")
#: And the books of a shelf in boxes; the second shelf has an empty box besides.
BOXES = struct.constant(
    [
        {"shelves": [{"boxes": [{"books": [{"words": ["a"], "kept": [False]}]}]}]},
        {
            "shelves": [
                {
                    "boxes": [
                        {"books": [{"words": ["b", "c"], "kept": [True]}, {"words": ["d"], "kept": []}]},
                        {"books": [{"words": [], "kept": []}]},
                    ]
                }
            ]
        },
        {"shelves": [{"boxes": []}]},
    ],
    {"shelves": [{"boxes": [{"books": [BOOK]}]}]},
)  # fmt: skip
#: Names that are no identifiers.
ODD = struct.constant(
    [
        {"doc": [{"bar.baz": [1], "keep/x": [False]}], "user": [{"friends!:)": [1]}]},
        {
            "doc": [{"bar.baz": [2, 3], "keep/x": [True]}, {"bar.baz": [4], "keep/x": []}],
            "user": [{"friends!:)": [2, 3]}, {"friends!:)": [4]}],
        },
        {"doc": [], "user": [{"friends!:)": [5]}]},
    ],
    {"doc": [{"bar.baz": [tf.int64], "keep/x": [tf.bool]}], "user": [{"friends!:)": [tf.int64]}]},
)
WORDS = [[[b"a"]], [[b"b", b"c"], [b"d"]], []]
KEPT = [[[False]], [[True], []], []]
MET = [[[b"a"]], [[b"b", b"c"], [b"d"]], [[b"e"]]]


def positions(values: Any) -> Any:
    """The position of each value in its list."""
    return values.with_values(tf.ragged.range(values.values.row_lengths()))


def from_end(values: Any) -> Any:
    return values.with_values(tf.ragged.range(-values.values.row_lengths(), 0))


def between(begin: int | None, end: int | None) -> Callable[[Any], Any]:
    """Which positions of each list are in a slice."""

    def mask(books: Any) -> Any:
        own = tf.ragged.range(books.row_lengths())
        back = tf.ragged.range(-books.row_lengths(), 0)
        inside = tf.ones_like(own, tf.bool)
        if begin is not None:
            inside &= (own if begin >= 0 else back) >= begin
        if end is not None:
            inside &= (own if end >= 0 else back) < end
        return inside

    return mask


def sliced(begin: int | None, end: int | None) -> Callable[[Any], Any]:
    return lambda st: struct.apply(st, "books", lambda books: books[:, begin:end], "some")


def masked(begin: int | None, end: int | None) -> Callable[[Any], Any]:
    return lambda st: struct.apply(st, "books", between(begin, end), "mask")


#: What is done, on what, the field looked at, and what is in it.
CASES: dict[str, tuple[Callable[[Any], Any], Any, Any, Any]] = {
    # broadcast
    "a number to each meeting": (
        lambda st: struct.broadcast(st, "age", "meetings.age"),
        READERS, ("meetings", "age"), [[9], [8, 8], [7]],
    ),
    "a number to each meeting, by its new name": (
        lambda st: struct.broadcast(st, "age", sibling_field="meetings", new_field_name="new"),
        READERS, ("meetings", "new"), [[9], [8, 8], [7]],
    ),
    "structs to each book": (
        lambda st: struct.broadcast(st, "meetings", "books.meetings"),
        READERS, ("books", "meetings", "met"), [[[[b"a"]]], [[[b"b", b"c"], [b"d"]]] * 2, []],
    ),
    "deep structs to each meeting": (
        lambda st: struct.broadcast(st, "shelves", "meetings.shelves"),
        SHELVES, ("meetings", "shelves", "books", "words"),
        [[[[[b"a"]]]], [[[[b"b", b"c"], [b"d"]]]] * 2, [[[]]]],
    ),
    "an optional value of them": (
        lambda st: struct.broadcast(st, "shelves", "meetings.shelves"),
        SHELVES, ("meetings", "shelves", "books", "kept"),
        [[[[[False]]]], [[[[True], []]]] * 2, [[[]]]],
    ),
    "structs with odd names": (
        lambda st: struct.broadcast(st, "doc", "user.doc"),
        ODD, ("user", "doc", "bar.baz"), [[[[1]]], [[[2, 3], [4]]] * 2, [[]]],
    ),
    # promote
    "values of meetings": (
        lambda st: struct.promote(st, "meetings.met", "met"),
        READERS, "met", [[b"a"], [b"b", b"c", b"d"], [b"e"]],
    ),
    "values of meetings, by the new name": (
        lambda st: struct.promote(st, "meetings.met", new_field_name="new"),
        READERS, "new", [[b"a"], [b"b", b"c", b"d"], [b"e"]],
    ),
    "optional values, which become many": (
        lambda st: struct.promote(st, "books.kept", "kept"),
        READERS, "kept", [[False], [True], []],
    ),
    "structs": (
        lambda st: struct.promote(st, "shelves.books", "books"),
        SHELVES, ("books", "words"), WORDS,
    ),
    "the optional values of structs": (
        lambda st: struct.promote(st, "shelves.books", "books"), SHELVES, ("books", "kept"), KEPT,
    ),
    "structs, then their values": (
        lambda st: struct.promote(
            struct.promote(st, "shelves.books", "books"), "books.words", "words"
        ),
        SHELVES, "words", [[b"a"], [b"b", b"c", b"d"], []],
    ),
    "structs from four levels below": (
        lambda st: struct.promote(st, "shelves.boxes.books", "shelves.books"),
        BOXES, ("shelves", "books", "words"), [[[[b"a"]]], [[[b"b", b"c"], [b"d"], []]], [[]]],
    ),
    "the optional values of deep structs": (
        lambda st: struct.promote(st, "shelves.boxes.books", "shelves.books"),
        BOXES, ("shelves", "books", "kept"), [[[[False]]], [[[True], [], []]], [[]]],
    ),
    "structs from there, then their values": (
        lambda st: struct.promote(
            struct.promote(st, "shelves.boxes.books", "shelves.books"),
            "shelves.books.words", "shelves.words",
        ),
        BOXES, ("shelves", "words"), [[[b"a"]], [[b"b", b"c", b"d"]], [[]]],
    ),
    "values, then the structs with them": (
        lambda st: struct.promote(
            struct.promote(st, "shelves.boxes.books.words", "shelves.boxes.words"),
            "shelves.boxes", "boxes",
        ),
        BOXES, ("boxes", "words"), [[[b"a"]], [[b"b", b"c", b"d"], []], []],
    ),
    "what was below the structs": (
        lambda st: struct.promote(
            struct.promote(st, "shelves.boxes.books.words", "shelves.boxes.words"),
            "shelves.boxes", "boxes",
        ),
        BOXES, ("boxes", "books", "kept"), [[[[False]]], [[[True], []], [[]]], []],
    ),
    "values with odd names": (
        lambda st: struct.promote(st, ("doc", "bar.baz"), ("new.name",)),
        ODD, ("new.name",), [[1], [2, 3, 4], []],
    ),
    # promote_and_broadcast
    "values of meetings to each book": (
        lambda st: struct.promote_and_broadcast(st, {"met": "meetings.met"}, "books"),
        READERS, ("books", "met"), [[[b"a"]], [[b"b", b"c", b"d"]] * 2, []],
    ),
    # reroot
    "books alone": (
        lambda st: struct.reroot(st, "books"), READERS, "words", [[b"a"], [b"b", b"c"], [b"d"]],
    ),
    "whose they were": (
        lambda st: struct.reroot(st, "books", index="reader"), READERS, "reader", [0, 1, 1],
    ),
    "deep books alone": (
        lambda st: struct.reroot(st, "shelves.books"), SHELVES, "words", [[b"a"], [b"b", b"c"], [b"d"]],
    ),
    "whose the deep ones were": (
        lambda st: struct.reroot(st, "shelves.books", index="reader"), SHELVES, "reader", [0, 1, 1],
    ),
    "whose they were, with odd names": (
        lambda st: struct.reroot(st, "doc", index="at"), ODD, "at", [0, 1, 1],
    ),
    # size, has
    "how many words": (
        lambda st: struct.size(st, "books.words", "books.size"), READERS, ("books", "size"), [[1], [2, 1], []],
    ),
    "how many words, by the new name": (
        lambda st: struct.size(st, "books.words", new_field_name="n"), READERS, ("books", "n"), [[1], [2, 1], []],
    ),
    "how many of an optional value": (
        lambda st: struct.size(st, "books.kept", "books.n"), READERS, ("books", "n"), [[1], [1, 0], []],
    ),
    "whether there is one": (
        lambda st: struct.has(st, "books.kept", "books.has"), READERS, ("books", "has"),
        [[True], [True, False], []],
    ),
    # project
    "paths that are kept": (
        lambda st: struct.project(st, ["meetings.met", "books.kept"]), READERS, ("meetings", "met"), MET,
    ),
    "a path with an odd name": (
        lambda st: struct.project(st, [("doc", "keep/x")]), ODD, ("doc", "keep/x"), KEPT,
    ),
    # positions
    "the position of each": (
        lambda st: struct.apply(st, "meetings.met", positions, "meetings.at"),
        READERS, ("meetings", "at"), [[[0]], [[0, 1], [0]], [[0]]],
    ),
    "the position from the end": (
        lambda st: struct.apply(st, "meetings.met", from_end, "meetings.at"),
        READERS, ("meetings", "at"), [[[-1]], [[-2, -1], [-1]], [[-1]]],
    ),
    # map_values
    "a number twice": (
        lambda st: struct.map_values(st, "age", lambda age: age * 2), READERS, "age", [18, 16, 14],
    ),
    "a number twice, beside it": (
        lambda st: struct.map_values(st, "age", lambda age: age * 2, "twice"), READERS, "twice", [18, 16, 14],
    ),
    "values of lists": (
        lambda st: struct.map_values(st, "marks", lambda x: x * 2, "twice"), READERS, "twice",
        [[18], [16, 14], [12]],
    ),
    "two fields, with what is missing in both": (
        lambda st: struct.map_values(st, ["a", "b"], tf.add, "sum"),
        struct.constant(
            [{"a": [9], "b": [10]}, {"a": [], "b": []}, {"a": [8], "b": [20]}],
            {"a": [tf.int64], "b": [tf.int64]},
        ),
        "sum", [[19], [], [28]],
    ),
    "one value in all": (
        lambda st: struct.map_values(st, "a", lambda x: x * 2, "twice"),
        struct.constant([{"a": []}, {"a": [8]}, {"a": []}], {"a": [tf.int32]}),
        "twice", [[], [16], []],
    ),
    # slice
    "the first of each": (sliced(None, 1), READERS, ("some", "words"), [[[b"a"]], [[b"b", b"c"]], []]),
    "its optional value": (sliced(None, 1), READERS, ("some", "kept"), [[[False]], [[True]], []]),
    "all but the first": (sliced(1, None), READERS, ("some", "words"), [[], [[b"d"]], []]),
    "their optional values": (sliced(1, None), READERS, ("some", "kept"), [[], [[]], []]),
    "which are first": (masked(None, 1), READERS, "mask", [[True], [True, False], []]),
    "which are not last": (masked(None, -1), READERS, "mask", [[False], [True, False], []]),
    "which are not first": (masked(1, None), READERS, "mask", [[False], [False, True], []]),
    "which are last": (masked(-1, None), READERS, "mask", [[True], [False, True], []]),
    "the first of each, with odd names": (
        lambda st: struct.apply(st, "doc", lambda doc: doc[:, :1], ("new/doc",)),
        ODD, ("new/doc", "bar.baz"), [[[1]], [[2, 3]], []],
    ),
    # filter
    "those whose optional child is true": (
        lambda st: struct.filter(st, "books", "books.kept", "some"),
        READERS, ("some", "words"), [[], [[b"b", b"c"]], []],
    ),
    "where others have no such child": (
        lambda st: struct.filter(st, "books", "books.kept"),
        struct.constant(
            [{"books": [{"words": ["a"], "kept": []}]}, {"books": [{"words": ["b"], "kept": [True]}, {"words": ["d"], "kept": []}]}],
            {"books": [BOOK]},
        ),
        ("books", "words"), [[], [[b"b"]]],
    ),
    "those whose sibling is true": (
        lambda st: struct.filter(
            struct.apply(st, "books.kept", lambda kept: tf.reduce_any(kept, axis=2), "keep"),
            "books", "keep", "some",
        ),
        READERS, ("some", "words"), [[], [[b"b", b"c"]], []],
    ),
    "those whose sibling of a deep path is true": (
        lambda st: struct.filter(st, "events.acts", "events.mask"),
        struct.constant(
            [
                {"events": [{"acts": ["a", "b"], "mask": [False, True]}, {"acts": ["c", ""], "mask": [False, True]}]},
                {"events": [{"acts": ["g"], "mask": [False]}, {"acts": ["h", "i"], "mask": [True, True]}]},
            ],
            {"events": [{"acts": [tf.string], "mask": [tf.bool]}]},
        ),
        ("events", "acts"), [[[b"b"], [b""]], [[], [b"h", b"i"]]],
    ),
    # a function of a struct, and of fewer levels
    "a struct with other names": (
        lambda st: struct.apply(
            st, "books",
            lambda books: books.with_only("words").with_updates(all=books["words"]), "books",
        ),
        READERS, ("books", "all"), WORDS,
    ),
    "two levels": (
        lambda st: st.without(("shelves", "books", "words"), ("shelves", "books", "kept")),
        SHELVES, ("meetings", "met"), MET,
    ),
    "one level": (
        lambda st: st.without(("shelves", "books"), ("meetings", "met")), SHELVES, "marks", [[9], [8, 7], [6]],
    ),
}  # fmt: skip


def listed(value: Any) -> Any:
    return value.to_list() if isinstance(value, tf.RaggedTensor) else value.numpy().tolist()


@pytest.mark.parametrize("what", CASES)
def test_it_is_as_in_struct2tensor(what: str) -> None:
    function, given, field, expected = CASES[what]
    for mode in MODES:
        assert listed(run(function, [given], mode)[field]) == expected, mode


def test_dtypes_stay_and_counts_and_indices_are_int64() -> None:
    st = struct.broadcast(READERS, "age", "meetings.age")
    st = struct.size(struct.promote(st, "meetings.met", "met"), "met", "n")
    assert st["meetings", "age"].dtype == tf.int32
    assert st["met"].dtype == tf.string
    assert st["n"].dtype == tf.int64
    assert struct.reroot(READERS, "books", index="at")["at"].dtype == tf.int64


def test_only_what_a_path_names_is_kept() -> None:
    kept = struct.project(READERS, ["meetings.met", "books.kept"])
    assert kept.field_names() == ("books", "meetings")
    assert kept["books"].field_names() == ("kept",)
    assert READERS.without("books", ("meetings", "met"))["meetings"].field_names() == ()


def test_the_struct_that_a_field_is_put_in_keeps_its_own() -> None:
    st = struct.promote(BOXES, "shelves.boxes.books.words", "shelves.boxes.words")
    assert st["shelves", "boxes"].field_names() == ("books", "words")
    assert BOXES["shelves", "boxes"].field_names() == ("books",)


def test_actions_know_their_session() -> None:
    sessions = [[2, 0, 1], [], [0, 2, 0]]  # how many actions each event has
    rows = [{"events": [{"acts": [{"id": 0}] * n} for n in events]} for events in sessions]
    st = struct.constant(rows, {"events": [{"acts": [{"id": tf.int64}]}]})
    assert listed(struct.reroot(st, "events.acts", index="session")["session"]) == [0, 0, 0, 2, 2]


def test_a_result_with_another_number_of_rows_is_refused() -> None:
    with pytest.raises(ValueError, match="apply..: .*'twice'"):
        struct.apply(READERS, "age", lambda age: tf.concat([age, age], 0), "twice")
    with pytest.raises(ValueError, match="map_values..: .*'marks'"):
        struct.map_values(READERS, "marks", lambda marks: tf.concat([marks, marks], 0), "twice")
