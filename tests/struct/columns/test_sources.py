"""tf.data over Parquet and Arrow files."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import keras
import numpy as np
import pyarrow as pa
import pytest
import tensorflow as tf
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.struct.columns.arrow_values import arrays
from tftypes import struct
from tftypes.struct.formats import _row_groups, sources

ROWS = 23


def rows(count: int = ROWS) -> Any:
    return struct.from_arrow(
        pa.record_batch(
            {
                "id": np.arange(count),
                "title": [f"t{i}" for i in range(count)],
                "steps": [
                    [{"t": float(i), "tags": ["x"] * (i % 2)}] * (i % 3) for i in range(count)
                ],
            }
        )
    )


@pytest.fixture(scope="module")
def parquet(tmp_path_factory: Any) -> Path:
    """Two files; row groups of 4, 4, 4, and 4, 4, 3 rows."""
    folder: Path = tmp_path_factory.mktemp("parquet")
    whole = rows()
    struct.to_parquet(whole[:12], folder / "1.parquet", row_group_size=4)
    struct.to_parquet(whole[12:], folder / "2.parquet", row_group_size=4)
    return folder


def ids(dataset: Any) -> list[list[int]]:
    return [batch["id"].numpy().tolist() for batch in dataset]


def flat(batches: list[list[int]]) -> list[int]:
    return [i for batch in batches for i in batch]


def test_batches_go_across_row_groups_and_files(parquet: Path) -> None:
    dataset = struct.parquet_dataset(parquet, 5)
    batches = list(dataset)
    assert [batch.shape[0] for batch in batches] == [5, 5, 5, 5, 3]
    assert [row for batch in batches for row in batch.to_py()] == rows().to_py()
    for batch in batches:
        assert dataset.element_spec.is_compatible_with(batch)


def test_the_element_spec_is_known_before_any_row_is_read(parquet: Path) -> None:
    spec = struct.parquet_dataset(parquet, 5, drop_remainder=True).element_spec
    assert spec.shape == [5]
    assert spec.field_names() == ("id", "title", "steps")
    assert spec.field_specs["steps"].shape == [5, None]
    assert struct.parquet_dataset(parquet, 5).element_spec.shape == [None]


def test_and_so_is_the_number_of_batches(parquet: Path) -> None:
    assert len(struct.parquet_dataset(parquet, 5)) == 5
    assert len(struct.parquet_dataset(parquet, 5, drop_remainder=True)) == 4
    assert len(struct.parquet_dataset(parquet, 5, num_shards=6, shard=5)) == 1


@given(
    sizes=st.lists(st.integers(0, 9), max_size=5),
    batch_size=st.integers(1, 12),
    drop=st.booleans(),
)
def test_every_row_comes_once_and_in_order(sizes: list[int], batch_size: int, drop: bool) -> None:
    found: list[Any] = []
    pending: list[Any] = []
    for group in [*enumerate(sizes), (-1, 0)]:
        pending, batches = sources.cut(pending, (*group, -1), batch_size, drop)
        found += [[(g, i) for g, start, stop, _ in b for i in range(start, stop)] for b in batches]
    every = [(g, i) for g, size in enumerate(sizes) for i in range(size)]
    whole = [every[i : i + batch_size] for i in range(0, len(every), batch_size)]
    assert found == [batch for batch in whole if not drop or len(batch) == batch_size]


@settings(max_examples=50)
@given(arrays(structs=True))
def test_the_components_are_those_of_the_spec(array: Any) -> None:
    value = struct.from_arrow(array)
    found = list(_row_groups.components(value))
    expected = tf.nest.flatten(value, expand_composites=True)
    assert len(found) == len(expected)
    assert all(ours is theirs for ours, theirs in zip(found, expected))
    spec = value.__tf_type_spec__()
    assert _row_groups.spec_of(_row_groups.described(spec, "f")) == spec


def test_shuffled_by_row_group_anew_each_epoch_and_the_same_at_each_run(parquet: Path) -> None:
    dataset = struct.parquet_dataset(parquet, 4, shuffle=True, seed=7)
    first, second = ids(dataset), ids(dataset)
    assert first != second and sorted(flat(first)) == sorted(flat(second)) == list(range(ROWS))
    again = struct.parquet_dataset(parquet, 4, shuffle=True, seed=7)
    assert [ids(again), ids(again)] == [first, second]
    groups = [flat(first)[i : i + 2] for i in (0, 2)]
    assert all(pair[1] == pair[0] + 1 for pair in groups)  # rows of a group stay together


def test_the_rows_within_groups_too(parquet: Path) -> None:
    dataset = struct.parquet_dataset(parquet, 4, shuffle="rows", seed=7)
    first, second = flat(ids(dataset)), flat(ids(dataset))
    assert sorted(first) == sorted(second) == list(range(ROWS)) and first != second
    again = struct.parquet_dataset(parquet, 4, shuffle="rows", seed=7)
    assert flat(ids(again)) == first


@pytest.mark.parametrize("num_shards", [2, 3, 7])
def test_workers_share_the_row_groups(parquet: Path, num_shards: int) -> None:
    shares = [
        flat(ids(struct.parquet_dataset(parquet, 3, num_shards=num_shards, shard=shard)))
        for shard in range(num_shards)
    ]
    assert sorted(i for share in shares for i in share) == list(range(ROWS))


def test_only_the_columns_that_are_asked_for(parquet: Path) -> None:
    dataset = struct.parquet_dataset(parquet, 8, columns=["steps.t", "id"])
    assert next(iter(dataset))[1:2].to_py() == [{"steps": [{"t": 1.0}], "id": 1}]
    dataset = struct.parquet_dataset(parquet, 8, {"id": tf.int64})
    assert dataset.element_spec.field_names() == ("id",)


def test_partitions_are_columns(tmp_path: Path) -> None:
    table = struct.from_arrow(pa.record_batch({"x": [1, 2, 3], "k": ["a", "b", "a"]}))
    struct.to_parquet(table, tmp_path, partition_by=["k"])
    (batch,) = struct.parquet_dataset(tmp_path, 8)
    assert batch.to_py() == [{"x": 1, "k": b"a"}, {"x": 3, "k": b"a"}, {"x": 2, "k": b"b"}]


def test_arrow_files(tmp_path: Path) -> None:
    whole = rows()
    for name, part in (("1", whole[:10]), ("2", whole[10:])):
        struct.to_arrow_ipc(part, tmp_path / f"{name}.arrow")
    paths = [tmp_path / "1.arrow", tmp_path / "2.arrow"]
    batches = list(struct.arrow_dataset(paths, 6))
    assert [row for batch in batches for row in batch.to_py()] == whole.to_py()
    struct.to_arrow_ipc(whole.with_only("id"), tmp_path / "3.arrow")
    with pytest.raises(ValueError, match=r"3\.arrow has another schema"):
        struct.arrow_dataset([*paths, tmp_path / "3.arrow"], 6)


def test_the_type_of_a_batch_does_not_depend_on_its_nulls(tmp_path: Path) -> None:
    table = pa.table({"x": [1, 2, None, 4], "y": [[1.0], None, [], [2.0]]})
    pa.parquet.write_table(table, tmp_path / "n.parquet")
    with pytest.raises(
        ValueError, match="with 'mask' the type of a batch would depend on its rows"
    ):
        struct.parquet_dataset(tmp_path / "n.parquet", 2, nulls="mask")
    dataset = struct.parquet_dataset(tmp_path / "n.parquet", 2, nulls={"x": "mask", "y": "ragged"})
    assert [batch.to_py() for batch in dataset] == [
        [{"x": 1, "x_mask": True, "y": [[1.0]]}, {"x": 2, "x_mask": True, "y": []}],
        [{"x": 0, "x_mask": False, "y": [[]]}, {"x": 4, "x_mask": True, "y": [[2.0]]}],
    ]
    fills = {"x": struct.Fill(np.int64(-1)), "y": "fill"}
    dataset = struct.parquet_dataset(tmp_path / "n.parquet", 4, nulls=fills)
    assert next(iter(dataset))["x"].numpy().tolist() == [1, 2, -1, 4]
    schema = {"x": tf.int64, "x_mask": tf.bool}
    dataset = struct.parquet_dataset(tmp_path / "n.parquet", 2, schema, nulls="mask")
    assert [batch["x_mask"].numpy().tolist() for batch in dataset] == [[True, True], [False, True]]
    with pytest.raises(tf.errors.InvalidArgumentError, match="column 'x' has a null in row 0"):
        list(struct.parquet_dataset(tmp_path / "n.parquet", 2, columns=["x"]))


@pytest.mark.parametrize("shuffle", [False, True, "rows"])
@pytest.mark.parametrize("taken", [0, 1, 4])
def test_an_iterator_goes_on_where_a_checkpoint_was_written(
    parquet: Path, tmp_path: Path, shuffle: Any, taken: int
) -> None:
    arrow = tmp_path / "x.arrow"
    struct.to_arrow_ipc(rows(), arrow)
    for dataset in (
        struct.parquet_dataset(parquet, 3, shuffle=shuffle, seed=1),
        struct.arrow_dataset(arrow, 3, shuffle=shuffle, seed=1).map(lambda st: st["id"]),
    ):
        iterator = iter(dataset)
        for _ in range(taken):
            next(iterator)
        saved = tf.train.Checkpoint(iterator=iterator).save(tmp_path / "checkpoint")
        expected = [_ids(batch) for batch in iterator]
        again = iter(dataset)
        tf.train.Checkpoint(iterator=again).restore(saved).assert_consumed()
        assert [_ids(batch) for batch in again] == expected and len(expected) == 8 - taken


def _ids(batch: Any) -> list[int]:
    ids = batch if isinstance(batch, tf.Tensor) else batch["id"]
    return list(ids.numpy())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"batch_size": 0}, "argument 'batch_size': expected 1 or more, got 0"),
        ({"batch_size": 1.5}, "argument 'batch_size': expected an int, got 1.5"),
        ({"batch_size": 2**70}, "argument 'batch_size': expected 1 or more, got 11805"),
        ({"seed": "x"}, "argument 'seed': expected an int, got 'x'"),
        ({"drop_remainder": "no"}, "argument 'drop_remainder': expected a bool, got 'no'"),
        ({"shard": 2, "num_shards": 2}, "argument 'shard': expected 0 to 1, got 2"),
        ({"shuffle": "all"}, "argument 'shuffle': expected a bool or 'rows', got 'all'"),
        ({"columns": ["ids"]}, "there is no column 'ids'.*did you mean 'id'"),
    ],
)
def test_arguments_out_of_range(parquet: Path, arguments: Any, message: str) -> None:
    with pytest.raises((ValueError, TypeError), match=message):
        struct.parquet_dataset(parquet, **{"batch_size": 2, **arguments})


def test_a_keras_model_trains_on_it(tmp_path: Path) -> None:
    x = np.random.default_rng(0).normal(size=(256, 2)).astype(np.float32)
    fields = {"a": x[:, 0], "b": x[:, 1], "y": x @ np.array([2.0, -1.0], np.float32)}
    struct.to_parquet(
        struct.from_arrow(pa.table(fields)), tmp_path / "x.parquet", row_group_size=50
    )
    dataset = struct.parquet_dataset(tmp_path / "x.parquet", 32, shuffle="rows", seed=1)
    pairs = dataset.map(lambda batch: (tf.stack([batch["a"], batch["b"]], axis=1), batch["y"]))
    keras.utils.set_random_seed(0)
    model = keras.Sequential([keras.Input([2]), keras.layers.Dense(1)])
    model.compile(keras.optimizers.Adam(0.1), "mse")
    losses = model.fit(pairs, epochs=4, verbose=0, shuffle=False).history["loss"]
    assert losses[-1] < losses[0] / 10


@pytest.fixture
def service() -> Iterator[str]:
    """A dispatcher and a worker, in processes of their own; the address of the dispatcher."""
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3"}
    command = [sys.executable, "-m", "tests.struct.columns.serving"]
    started: list[subprocess.Popen[str]] = []

    def start(*arguments: str) -> str:
        process = subprocess.Popen(
            [*command, *arguments],
            cwd=Path(__file__).parents[3], env=environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        started.append(process)
        assert process.stdout is not None
        return process.stdout.readline().strip()

    try:
        address = start()
        assert start(address)
        yield f"grpc://{address}"
    finally:
        for process in started:
            process.kill()
            process.communicate(timeout=30)


# TensorFlow remarks that who loads the type of the elements must know it.
@pytest.mark.filterwarnings("ignore:Encoding a StructuredValue")
def test_a_tf_data_service_reads_in_other_processes(parquet: Path, service: str) -> None:
    """The graph goes to a worker that has never seen this dataset: it needs the files only."""
    distributed = struct.parquet_dataset(parquet, 5, sized=False).apply(
        tf.data.experimental.service.distribute(
            processing_mode=tf.data.experimental.service.ShardingPolicy.DYNAMIC,
            service=service,
        )
    )
    batches = list(distributed.take(20))
    got = sorted((row for batch in batches for row in batch.to_py()), key=lambda row: row["id"])
    assert got == rows().to_py()
