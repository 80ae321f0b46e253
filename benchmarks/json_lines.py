"""JSON lines with oddities beside plain ones: each is read at most 1.5 times as slowly.

And what Python's `json` reads where pyarrow is not installed: beside `json` itself, and beside a reader that is
kept here for that, which asks of each number whether it is in the range of its dtype.
"""

from __future__ import annotations

import json
import os
from typing import Any
from unittest import mock

from benchmarks.struct_formats import Row, best

ROWS = 20_000
ROW = (
    '{"id": %d, "tags": ["a"], "items": [{"i": 1, "r": 2.5}, {"i": 2, "r": 0.5}], '
    '"day": "x020-01-01", "rest": [3.5]}\n'
)


def oddities(count: int) -> dict[str, Any]:
    """The plain text, and what may stand in its place."""
    lines = [ROW % number for number in range(count)]
    text, half = "".join(lines), count // 2
    first, second = "".join(lines[:half]), "".join(lines[half:])
    return {
        "plain": text,
        "two sources that end with a line": [first, second],
        "a blank line": f"{first}\n{second}",
        "spaces around lines": "".join(f"  {line[:-1]} \n" for line in lines),
        "lines that end as on Windows": text.replace("\n", "\r\n"),
        "ISO dates": text.replace("x020", "2020"),
        "ISO dates in the second half": first + second.replace("x020", "2020"),
        "lists that are always empty": text.replace("[3.5]", "[]"),
        "floats of 2**53 and more": text.replace("[3.5]", "[9007199254740994.0]"),
        "floats of 1e20": text.replace("[3.5]", "[1e20]"),
    }


def number_by_number(reader: Any, column: Any, dtype: Any) -> Any:
    """What the reader of Python's rows did before it looked at a column once."""
    import tensorflow as tf

    kinds = {bool: "b", str: "s", int: "i", float: "f"}
    known = [kinds[type(value)] in "fi" for value in column.values if value is not None]
    assert all(known)
    if dtype.is_integer:
        assert all(dtype.min <= int(value) <= dtype.max for value in list(column.values))
    return tf.constant(column.values, dtype).numpy()


def rows() -> list[Row]:
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    from tftypes import struct
    from tftypes.struct.formats import json_text, python_rows

    texts = oddities(ROWS)
    calls = [lambda text=text: struct.from_json_lines(text) for text in texts.values()]
    schema = struct.from_json_lines(ROW % 0).schema
    calls.append(lambda: struct.from_json_lines(texts["plain"], schema))
    plain, *others = best(*calls, seconds=1.0)
    measured: list[Row] = [
        (f"JSON lines: {name}, against plain ones", odd * 1e3, plain * 1e3, "ms")
        for name, odd in zip([*list(texts)[1:], "with a schema"], others)
    ]
    lines = texts["plain"].splitlines()
    with mock.patch.object(json_text, "find_spec", return_value=None):

        def naive() -> None:
            with mock.patch.object(python_rows.Reader, "_array", number_by_number):
                calls[0]()

        floor, slow, by_number = best(
            lambda: [json.loads(line) for line in lines], calls[0], naive, seconds=1.0
        )
    return [
        *measured,
        ("without pyarrow, against number by number", slow * 1e3, by_number * 1e3, "ms"),
        ("without pyarrow, against json.loads", slow * 1e3, floor * 1e3, "ms"),
        ("without pyarrow, against with it", slow * 1e3, plain * 1e3, "ms"),
    ]
