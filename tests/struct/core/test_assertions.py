"""What is checked when a graph runs holds back what relies on it: in graphs of both versions.

In a TensorFlow 1 graph, and in a pruned function, only what is asked for runs. So each part of each
result is asked for alone.
"""

from __future__ import annotations

import ast
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import tensorflow as tf

import tftypes.struct
from tests.struct.graphs import VERSIONS, needed
from tests.struct.rows.messages import proto2
from tftypes import struct
from tftypes.struct import DenseStructTensor, RaggedStructTensor

PACKAGE = Path(tftypes.struct.__file__).parent
INTS = tf.TensorSpec([None], tf.int32)
LONGS = tf.TensorSpec([None], tf.int64)
SCALAR = tf.TensorSpec([], tf.int32)
TEXTS = tf.TensorSpec([None], tf.string)
BOOLS = tf.TensorSpec([None], tf.bool)


class Case(NamedTuple):
    """What is traced; arguments for which it is right, and some for which nothing is.

    `free` names the parts of the result that do not rely on what is wrong.
    """

    function: Callable[..., Any]
    specs: list[tf.TensorSpec]
    right: list[Any]
    wrong: list[Any]
    free: tuple[str, ...] = ()


def dense(**fields: Any) -> Any:
    return DenseStructTensor([None], fields)


def ragged(x: Any, splits: Any) -> Any:
    return tf.RaggedTensor.from_row_splits(x, splits, validate=False)


def rows(x: Any, splits: Any) -> Any:
    return RaggedStructTensor.from_row_splits(dense(x=x), splits, validate=False)


def both(rows: Any) -> Any:
    """All that the fields of a ragged struct show: its values alone may be right without its rows."""
    return {name: rows[name] for name in rows.field_names()}


def example(**features: Any) -> bytes:
    made = tf.train.Example()
    for name, values in features.items():
        made.features.feature[name].int64_list.value.extend(values)
    return made.SerializeToString()


def steps(*values: list[int]) -> bytes:
    made = tf.train.SequenceExample()
    for each in values:
        made.feature_lists.feature_list["s"].feature.add().int64_list.value.extend(each)
    return made.SerializeToString()


MESSAGE = proto2(M="required int64 a = 1; repeated int64 b = 2")
OPTIONAL = proto2(M="optional int64 a = 1")
STEPS = {"feature_lists": {"s": [tf.TensorSpec([2], tf.int64)]}}

CASES = {
    "fields of other sizes": Case(
        lambda x, y: dense(x=x, y=y), [INTS, INTS], [[1, 2], [3, 4]], [[1, 2, 3], [1]]
    ),
    "an op on fields of other sizes": Case(
        lambda x, y: tf.gather(dense(x=x, y=y), [0]), [INTS, INTS], [[1], [2]], [[1, 2, 3], [1]]
    ),
    "fields of fields": Case(
        lambda x, y: dense(x=x, inner=dense(y=y)), [INTS, INTS], [[1], [2]], [[1, 2, 3], [1]]
    ),
    "ragged and sparse fields": Case(
        lambda x, y, s: dense(x=x, r=ragged(y, s), s=tf.sparse.from_dense(tf.stack([x, x], 1))),
        [INTS, INTS, LONGS],
        [[1, 2], [3, 4], [0, 1, 2]],
        [[1, 2], [3, 4], [0, 2]],
    ),
    "an update of another size": Case(
        lambda x, y: dense(x=x).with_updates(y=y),
        [INTS, INTS],
        [[1, 2], [3, 4]],
        [[1, 2], [3]],
        free=("x",),
    ),
    "splits past the end": Case(
        lambda x, s: both(RaggedStructTensor.from_row_splits(dense(x=x), s)),
        [INTS, LONGS],
        [[1, 2], [0, 1, 2]],
        [[1, 2], [0, 5, 9]],
        free=("x.flat_values",),
    ),
    "lengths of fewer values": Case(
        lambda x, n: both(RaggedStructTensor.from_row_lengths(dense(x=x), n)),
        [INTS, LONGS],
        [[1, 2], [2, 0]],
        [[1, 2], [1]],
        free=("x.flat_values",),
    ),
    "row ids that fall": Case(
        lambda x, n: both(RaggedStructTensor.from_value_rowids(dense(x=x), n, 3)),
        [INTS, LONGS],
        [[1, 2], [0, 2]],
        [[1, 2], [1, 0]],
        free=("x.flat_values",),
    ),
    "a uniform length of other values": Case(
        lambda x, n: both(RaggedStructTensor.from_uniform_row_length(dense(x=x), n)),
        [INTS, SCALAR],
        [[1, 2], 2],
        [[1, 2, 3], 2],
        free=("x.flat_values",),
    ),
    "an update with other rows": Case(
        lambda x, s, y, t: both(rows(x, s).with_updates(y=ragged(y, t))),
        [INTS, LONGS, INTS, LONGS],
        [[1, 2], [0, 2], [3, 4], [0, 2]],
        [[1, 2], [0, 2], [3, 4], [0, 1, 2]],
        free=("x.flat_values", "x.row_splits", "y.row_splits"),
    ),
    "an index past the end of a row": Case(
        lambda x, s, at: rows(x, s)[:, at],
        [INTS, LONGS, SCALAR],
        [[1, 2, 3], [0, 1, 3], 0],
        [[1, 2, 3], [0, 1, 3], 1],
    ),
    "a mask of other rows": Case(
        lambda x, s, m, t: both(rows(x, s)[ragged(m, t)]),
        [INTS, LONGS, BOOLS, LONGS],
        [[1, 2], [0, 2], [True, False], [0, 2]],
        [[1, 2], [0, 2], [True, False], [0, 1, 2]],
    ),
    "a squeezed first dim": Case(
        lambda x, s: tf.squeeze(rows(x, s), [0]),
        [INTS, LONGS],
        [[1, 2], [0, 2]],
        [[1, 2], [0, 1, 2]],
    ),
    "squeezed rows": Case(
        lambda x, s: tf.squeeze(rows(x, s), [1]),
        [INTS, LONGS],
        [[1, 2], [0, 1, 2]],
        [[1, 2], [0, 2]],
    ),
    "stacked structs of other sizes": Case(
        lambda x, y, s, t: tf.stack([dense(x=x, r=ragged(x, s)), dense(x=y, r=ragged(y, t))]),
        [INTS, INTS, LONGS, LONGS],
        [[1], [2], [0, 1], [0, 1]],
        [[1, 2], [3], [0, 1, 2], [0, 1]],
    ),
    "a filter of other rows": Case(
        lambda x, s, m, t: both(struct.filter(rows(x, s), (), lambda _: ragged(m, t))),
        [INTS, LONGS, BOOLS, LONGS],
        [[1, 2], [0, 2], [True, False], [0, 2]],
        [[1, 2], [0, 2], [True, False], [0, 1, 2]],
    ),
    "a dense filter of other rows": Case(
        lambda x, s, m: both(struct.filter(rows(x, s), (), lambda _: tf.reshape(m, [1, -1]))),
        [INTS, LONGS, BOOLS],
        [[1, 2], [0, 2], [True, False]],
        [[1, 2], [0, 2], [True, False, True]],
    ),
    "mapped values of other rows": Case(
        lambda x, s, y, t: (
            struct.map_values(
                dense(x=ragged(x, s), y=ragged(y, t)), ["x", "y"], lambda x, y: y, "z"
            )["z"].flat_values
        ),
        [INTS, LONGS, INTS, LONGS],
        [[1, 2], [0, 2, 2], [3, 4], [0, 2, 2]],
        [[1, 2], [0, 2, 2], [3, 4], [0, 1, 2]],
    ),
    "a message without a required field": Case(
        lambda m: struct.from_protos(m, MESSAGE),
        [TEXTS],
        [[MESSAGE(a=1).SerializeToString()]],
        [[MESSAGE(b=[1]).SerializePartialToString()]],
    ),
    "several values of a field of one": Case(
        lambda x, s: struct.to_protos(dense(a=ragged(tf.cast(x, tf.int64), s)), OPTIONAL),
        [INTS, LONGS],
        [[1], [0, 1, 1]],
        [[1, 2], [0, 2]],
    ),
    "an Example's value out of range": Case(
        lambda e: struct.from_examples(e, {"a": tf.int8}),
        [TEXTS],
        [[example(a=[1])]],
        [[example(a=[300])]],
    ),
    "an Example's several values where one is masked": Case(
        lambda e: struct.from_examples(e, {"a": tf.int64}, nulls="mask"),
        [TEXTS],
        [[example(a=[1]), example()]],
        [[example(a=[1, 2])]],
    ),
    "an Example's several values where one is optional": Case(
        lambda e: struct.from_examples(e, {"a": tf.int64}, nulls="ragged"),
        [TEXTS],
        [[example(a=[1]), example()]],
        [[example(a=[1, 2])]],
    ),
    "an Example's rows that do not add up": Case(
        lambda e: struct.from_examples(e, {"a": [[tf.int64]]}),
        [TEXTS],
        [[example(a=[1, 2, 3], **{"a/lengths1": [1, 2]})]],
        [[example(a=[1, 2, 3], **{"a/lengths1": [1, 5]})]],
    ),
    "an Example's lists of other lengths": Case(
        lambda e: both(struct.from_examples(e, {"s": [{"a": tf.int64, "b": tf.int64}]})["s"]),
        [TEXTS],
        [[example(**{"s/a": [1], "s/b": [2]})]],
        [[example(**{"s/a": [1, 2], "s/b": [3]})]],
    ),
    "a step of another size": Case(
        lambda e: struct.from_sequence_examples(e, STEPS)["feature_lists"],
        [TEXTS],
        [[steps([1, 2])]],
        [[steps([1, 2], [3])]],
    ),
}


def parts(value: Any, path: str = "") -> dict[str, Any]:
    """The tensors of a value, by where they are."""
    if isinstance(value, dict):
        return {k: v for name, each in value.items() for k, v in parts(each, name).items()}
    if isinstance(value, RaggedStructTensor):
        found = {f"{path}.row_splits": value.row_splits}
        return {**found, **parts(value.values, f"{path}.values")}
    if isinstance(value, DenseStructTensor):
        names = value.field_names()
        fields = {name: value.field_value(name) for name in names}
        return {
            k: v
            for name in names
            for k, v in parts(fields[name], f"{path}.{name}".strip(".")).items()
        }
    if isinstance(value, tf.RaggedTensor):
        return {f"{path}.flat_values": value.flat_values, f"{path}.row_splits": value.row_splits}
    if isinstance(value, tf.SparseTensor):
        return {f"{path}.indices": value.indices, f"{path}.values": value.values}
    return {path: value}


@pytest.mark.parametrize("version", VERSIONS, ids=lambda version: version.__name__)
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_what_relies_on_a_check_fails_with_it(case: Case, version: Any) -> None:
    made = version(case.function, case.specs)
    for name, part in parts(made.result).items():
        made.run(part, case.right)
        if name in case.free:
            made.run(part, case.wrong)
            continue
        with pytest.raises(tf.errors.InvalidArgumentError, match="assertion failed"):
            made.run(part, case.wrong)


@pytest.mark.parametrize("version", VERSIONS, ids=lambda version: version.__name__)
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_no_assertion_is_without_what_relies_on_it(case: Case, version: Any) -> None:
    made = version(case.function, case.specs)
    operations = made.graph.get_operations()
    # A check of rows is in a call, without which it does not run.
    asserted = {
        op
        for op in operations
        if op.type in ("Assert", "PartitionedCall") or op.name.endswith("AssertGuard")
    }
    assert asserted
    assert asserted <= needed([part.op for part in made.parts])


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_result_is_the_eager_one(case: Case) -> None:
    args = [tf.constant(value, spec.dtype) for value, spec in zip(case.right, case.specs)]
    expected = parts(case.function(*args))
    for version in VERSIONS:
        made = version(case.function, case.specs)
        for name, part in parts(made.result).items():
            assert made.run(part, case.right).tolist() == expected[name].numpy().tolist()


def test_every_check_of_the_package_is_among_these_cases(monkeypatch: Any) -> None:
    made: set[tuple[str, int]] = set()
    make = tf.debugging.Assert

    def noted(*args: Any, **kwargs: Any) -> Any:
        frames = traceback.extract_stack()
        own = [frame for frame in frames if Path(frame.filename).is_relative_to(PACKAGE)]
        made.update((frame.filename, frame.lineno or 0) for frame in own)
        return make(*args, **kwargs)

    monkeypatch.setattr(tf.debugging, "Assert", noted)
    for case in CASES.values():
        VERSIONS[0](case.function, case.specs)
    for path, first, last in calls({"require", "without_faults"}):
        assert any(file == path and first <= line <= last for file, line in made), (path, first)


def test_only_one_module_makes_assertions() -> None:
    found = calls({"Assert", "control_dependencies"}, prefix="assert_")
    assert {Path(path).name for path, _, _ in found} == {"assertions.py"}


def calls(names: set[str], prefix: str | None = None) -> list[tuple[str, int, int]]:
    """Where the package calls functions of these names: the file, the first and the last line."""
    found = []
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call):
                function = node.func
                name = getattr(function, "attr", getattr(function, "id", ""))
                debugging = prefix is not None and name.startswith(prefix)
                if name in names or (debugging and "debugging" in ast.unparse(function)):
                    found.append((str(path), node.lineno, node.end_lineno or 0))
    return found


def test_splits_that_fields_share_remain_one_tensor() -> None:
    @tf.function(input_signature=[INTS, INTS, LONGS])
    def run(x: Any, y: Any, splits: Any) -> Any:
        first, second = ragged(x, splits), ragged(y, splits)
        st = DenseStructTensor([None], {"a": first, "b": second})
        assert st["a"].row_splits is st["b"].row_splits
        made = RaggedStructTensor.from_row_splits(dense(x=x), splits).with_updates(y=first)
        operations = tf.compat.v1.get_default_graph().get_operations()
        texts = [op.get_attr("value").string_val for op in operations if op.type == "Const"]
        said = b"".join(text for each in texts for text in each)
        assert b"same for all" in said and b"rows of the struct" not in said
        return st, made

    run([1, 2], [3, 4], [0, 2])
