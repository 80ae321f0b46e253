"""JSON lines with oddities beside plain ones: each is read at most 1.5 times as slowly.

And what Python's `json` reads where pyarrow is not installed, beside `json` itself.
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


def rows() -> list[Row]:
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    from tftypes import struct
    from tftypes.struct.formats import json_text

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
        slow, floor = best(calls[0], lambda: [json.loads(line) for line in lines], seconds=1.0)
    return [
        *measured,
        ("without pyarrow, against json.loads", slow * 1e3, floor * 1e3, "ms"),
        ("without pyarrow, against with it", slow * 1e3, plain * 1e3, "ms"),
    ]
