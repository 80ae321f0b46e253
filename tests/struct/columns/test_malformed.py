"""Malformed data gives an error, in whatever way it is malformed; tried in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from tftypes import struct

PROGRAM = r"""
import random, sys
import pyarrow as pa, tensorflow as tf
from tftypes import struct

kind, rounds = sys.argv[1], int(sys.argv[2])
rows = struct.from_arrow(pa.record_batch({
    "id": list(range(20)),
    "text": [f"text {i}" * (i % 3) for i in range(20)],
    "lists": [[{"x": float(i), "on": True}] * (i % 4) for i in range(20)],
    "fixed": pa.array([[i, i] for i in range(20)], pa.list_(pa.int16(), 2)),
}))
if kind == "parquet":
    sink = pa.BufferOutputStream()
    struct.to_parquet(rows, sink)
    whole, read = sink.getvalue().to_pybytes(), struct.from_parquet
elif kind == "json":
    whole, read = struct.to_json_lines(rows).encode(), struct.from_json_lines
else:
    whole, read = struct.to_arrow_ipc(rows, stream=kind == "stream"), struct.from_arrow_ipc

rng, outcomes = random.Random(0), {"value": 0, "error": 0}
for _ in range(rounds):
    data = bytearray(whole)
    for _ in range(rng.choice([1, 1, 2, 8])):
        data[rng.randrange(len(data))] = rng.randrange(256)
    if rng.random() < 0.2:
        del data[rng.randrange(len(data)):]
    try:
        value = read(bytes(data))
        tf.nest.map_structure(tf.identity, tf.nest.flatten(value, expand_composites=True))
        value.to_py()
        outcomes["value"] += 1
    except (ValueError, TypeError) as error:
        assert str(error), repr(error)
        outcomes["error"] += 1
print(outcomes["value"] > 0, outcomes["error"] > 0)
"""


@pytest.mark.parametrize("kind", ["file", "stream", "parquet", "json"])
def test_bytes_changed_at_random(kind: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, kind, "400"],
        cwd=Path(__file__).parents[3], env={**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3"},
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr[-2000:]
    assert run.stdout.split() == ["True", "True"]


@pytest.mark.parametrize("offsets", [[0, 3, 1, 3], [0, 9, 1, 3], [0, -5, 1, 3]])
def test_offsets_that_go_backwards_or_out_of_bounds(offsets: list[int]) -> None:
    """Arrow itself writes and reads such lists; only a full validation finds them."""
    memory = pa.py_buffer(np.array(offsets, np.int32))
    items = pa.array([1, 2, 3], pa.int8())
    array = pa.Array.from_buffers(pa.list_(pa.int8()), 3, [None, memory], children=[items])
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, pa.schema([("x", array.type)])) as writer:
        writer.write_batch(pa.record_batch({"x": array}))
    with pytest.raises(ValueError, match="argument 'source': no valid Arrow IPC: .*[Oo]ffset"):
        struct.from_arrow_ipc(sink.getvalue())
