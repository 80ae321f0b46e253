"""Structs from Arrow and back, beside Awkward, TensorFlow's StructuredTensor, and the raw tensors.

A record batch of a million rows: int64, float32, list<float32>, list<struct{2}>. The time must not
depend on the rows where memory is shared, and be that of a copy where it is not.
"""

from __future__ import annotations

import gc
import os
import time
import timeit
from collections.abc import Callable
from typing import Any

ROWS = 1_000_000
Row = tuple[str, float, float, str]


def best(*calls: Callable[[], Any], seconds: float = 0.3, rounds: int = 7) -> list[float]:
    """The least processor time of each call, in seconds; the calls take turns."""

    def timed(call: Callable[[], Any], count: int) -> float:
        return timeit.timeit(call, number=count, timer=time.process_time) / count

    counts = [max(1, int(seconds / rounds / max(timed(call, 1), 1e-6))) for call in calls]
    times = [float("inf")] * len(calls)
    for _ in range(rounds):
        gc.collect()
        for i, (call, count) in enumerate(zip(calls, counts)):
            times[i] = min(times[i], timed(call, count))
    return times


def own(array: Any) -> Any:
    """The same array in memory of Arrow's own, which is aligned."""
    import pyarrow as pa

    return pa.concat_arrays([array.slice(0, 1), array.slice(1)])


def batch(rows: int) -> Any:
    import numpy as np
    import pyarrow as pa

    offsets = own(pa.array(np.arange(rows + 1, dtype=np.int32) * 2))
    numbers = own(pa.array(np.arange(2 * rows, dtype=np.float32)))
    structs = pa.StructArray.from_arrays([numbers, own(pa.array(np.arange(2 * rows)))], ["x", "y"])
    return pa.record_batch(
        {
            "id": own(pa.array(np.arange(rows))),
            "score": own(pa.array(np.ones(rows, np.float32))),
            "list": pa.ListArray.from_arrays(offsets, numbers),
            "structs": pa.ListArray.from_arrays(offsets, structs),
        }
    )


def raw(data: Any) -> Any:
    """What a person would write for this one schema, and no other."""
    import tensorflow as tf

    def tensor(array: Any) -> Any:
        memory = array.buffers()[1]
        from tftypes.struct.formats._buffers import tensor_at

        return tensor_at(memory.address, (len(array),), typestrs[str(array.type)], memory)

    typestrs = {"int64": "<i8", "int32": "<i4", "float": "<f4"}
    splits = tf.RaggedTensor.from_row_splits
    lists, structs = data.column(2), data.column(3)
    return (
        tensor(data.column(0)),
        tensor(data.column(1)),
        splits(tensor(lists.values), tensor(lists.offsets), validate=False),
        splits(tensor(structs.values.field(0)), tensor(structs.offsets), validate=False),
        splits(tensor(structs.values.field(1)), tensor(structs.offsets), validate=False),
    )


def structured(parts: Any) -> Any:
    """TensorFlow's own struct of tensors that are there already."""
    import tensorflow as tf

    ident, score, lists, x, y = parts
    rows = ident.shape[0]
    make = tf.experimental.StructuredTensor.from_fields
    nested = make({"x": x, "y": y}, [rows, None], validate=False)
    fields = {"id": ident, "score": score, "list": lists, "structs": nested}
    return make(fields, [rows], validate=False)


def rows() -> list[Row]:
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    return [*_batches(), *_copies(), *_strings(), *_frames(), *_sources()]


def _batches() -> list[Row]:
    import awkward as ak

    from tftypes import struct

    large, small = batch(ROWS), batch(ROWS // 100)
    st = struct.from_arrow(large)
    parts, array = raw(large), ak.from_arrow(large)
    into, few, floor, theirs, awkward, back, awkward_back = best(
        lambda: struct.from_arrow(large),
        lambda: struct.from_arrow(small),
        lambda: raw(large),
        lambda: structured(parts),
        lambda: ak.from_arrow(large),
        lambda: struct.to_arrow(st),
        lambda: ak.to_arrow_table(array),
    )
    return [
        ("Arrow batch of 1e6 rows in, against 0.3 ms", into * 1e3, 0.3, "ms"),
        ("the same, against awkward", into * 1e3, awkward * 1e3, "ms"),
        ("against StructuredTensor of tensors that are there", into * 1e3, theirs * 1e3, "ms"),
        ("against the raw tensors by hand", into * 1e3, floor * 1e3, "ms"),
        ("against 1e4 rows", into * 1e3, few * 1e3, "ms"),
        ("back to Arrow, against 0.2 ms", back * 1e3, 0.2, "ms"),
        ("the same, against awkward", back * 1e3, awkward_back * 1e3, "ms"),
    ]


def _copies() -> list[Row]:
    import numpy as np
    import pyarrow as pa

    from tftypes import struct
    from tftypes.struct.formats import _buffers

    floats = own(pa.array(np.ones(50_000_000, np.float32)))
    shifted = floats.slice(1)
    bools = pa.array(np.random.default_rng(0).random(50_000_000) < 0.5)
    tensor = struct.from_arrow(bools)
    source, bytes_ = shifted.to_numpy(), _buffers.array_of(tensor).view(np.uint8)
    copied, memcpy, unpacked, memcpy_bools, packed = best(
        lambda: struct.from_arrow(shifted),
        source.copy,
        lambda: struct.from_arrow(bools),
        bytes_.copy,
        lambda: struct.to_arrow(tensor),
        seconds=1.5,
    )
    return [
        ("misaligned floats in, 200 MB, against memcpy", copied * 1e3, memcpy * 1e3, "ms"),
        ("bools in, 50 MB, against memcpy", unpacked * 1e3, memcpy_bools * 1e3, "ms"),
        ("bools out", packed * 1e3, memcpy_bools * 1e3, "ms"),
    ]


def _strings() -> list[Row]:
    import pyarrow as pa
    import tensorflow as tf

    from tftypes import struct

    made = []
    for length, count in ((8, 1_000_000), (20, 1_000_000), (200, 100_000)):
        array = pa.array([f"{i:0{length}d}" for i in range(count)])
        tensor = struct.from_arrow(array)
        into, listed = best(
            lambda: struct.from_arrow(array),  # noqa: B023
            lambda: tf.constant(array.to_pylist()),  # noqa: B023
        )
        back, objects = best(
            lambda: struct.to_arrow(tensor),  # noqa: B023
            lambda: pa.array(tensor.numpy()),  # noqa: B023
        )
        into, listed, back, objects = (1e9 * t / count for t in (into, listed, back, objects))
        made += [
            (f"strings of {length} bytes in, against to_pylist", into, listed, "ns each"),
            (f"strings of {length} bytes out, against numpy()", back, objects, "ns each"),
        ]
        if length == 8:
            made += [
                ("in, against 35 ns", into, 35, "ns each"),
                ("out, against 20 ns", back, 20, "ns each"),
            ]
    return made


def _frames() -> list[Row]:
    import awkward as ak
    import numpy as np
    import pandas as pd

    from tftypes import struct

    frame = pd.DataFrame({"a": np.arange(ROWS), "b": np.ones(ROWS), "c": np.ones(ROWS, np.float32)})
    records = frame.to_records(index=False)
    array = ak.from_arrow(batch(ROWS))
    from_frame, copied, from_records, copied_records, from_ak = best(
        lambda: struct.from_pandas(frame),
        lambda: [frame[name].to_numpy().copy() for name in frame],
        lambda: struct.from_numpy(records),
        lambda: [np.ascontiguousarray(records[name]) for name in records.dtype.names],
        lambda: struct.from_awkward(array, nulls="fill"),
    )
    return [
        (
            "pandas of 1e6 rows in, against copies of the columns",
            from_frame * 1e3,
            copied * 1e3,
            "ms",
        ),
        ("NumPy records in, against copies", from_records * 1e3, copied_records * 1e3, "ms"),
        ("awkward in, against pandas in", from_ak * 1e3, from_frame * 1e3, "ms"),
    ]


def _sources() -> list[Row]:
    """A file of a million rows in batches of 1024, beside pyarrow's batches, and a generator's."""
    import tempfile
    from pathlib import Path

    import pyarrow.parquet as parquet
    import tensorflow as tf

    from tftypes import struct

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.parquet"
        struct.to_parquet(struct.from_arrow(batch(ROWS)), path, row_group_size=100_000)
        dataset = struct.parquet_dataset(path, 1024)
        spec = dataset.element_spec

        def converted() -> Any:
            with parquet.ParquetFile(path) as file:
                for each in file.iter_batches(1024):
                    yield struct.from_arrow(each, spec)

        generated = tf.data.Dataset.from_generator(converted, output_signature=spec)

        def in_graph(source: Any) -> Any:
            return source.reduce(0, lambda count, _: count + 1)

        ours, generator, alone = best(
            lambda: in_graph(dataset),
            lambda: in_graph(generated),
            lambda: sum(1 for _ in converted()),
            seconds=0.1,
            rounds=3,
        )
    return [
        ("parquet_dataset, 1e6 rows, against from_generator", ours * 1e3, generator * 1e3, "ms"),
        ("the same, against the batches without tf.data", ours * 1e3, alone * 1e3, "ms"),
    ]
