"""What the stubs say of a call is what TensorFlow returns, and they accept every call that TensorFlow accepts."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Any

import pytest
from mypy import api

from tests.stubs.conftest import HERE, QUIET

Call = tuple[str, list[Any]]

PROGRAM = """\
from typing import Any
import tensorflow as tf
import tftypes

class Array:
    size: int
    def __array__(self) -> Any: ...

def program(
    floats: tf.Tensor[tftypes.float32, Any],
    doubles: tf.Tensor[tftypes.float64, Any],
    images: tf.Tensor[tftypes.float32, Any],
    ints: tf.Tensor[tftypes.int32, Any],
    longs: tf.Tensor[tftypes.int64, Any],
    complexes: tf.Tensor[tftypes.complex64, Any],
    bools: tf.Tensor[tftypes.bool, Any],
    strings: tf.Tensor[tftypes.string, Any],
    variable: tf.Variable[tftypes.float32, Any],
    ragged: tf.RaggedTensor[tftypes.float32, Any],
    words: tf.RaggedTensor[tftypes.string, Any],
    sparse: tf.SparseTensor[tftypes.float32, Any],
    slices: tf.IndexedSlices[tftypes.float32, Any],
    array: Array,
    nested: list[list[float]],
    number: int,
    dtype: tf.DType[tftypes.float16],
) -> None:
"""
TYPE = re.compile(r"tensorflow\.(\w+)\[(?:tftypes\.dtypes\.(\w+)|Any)[],]")
PLAIN = {"None": "NoneType", "bool": "bool", "int": "int", "str": "str"}
REPORT = re.compile(r'^.*?:(\d+): (error|note): (?:Revealed type is "(.*)"|(.*))$')

#: Accepted because a DType has a truth value and a number.
ACCIDENTS = {
    "tf.Assert(dtype, dtype)",
    "tf.assert_equal(dtype, dtype)",
    "tf.strings.to_hash_bucket(strings, dtype)",
    "tf.strings.to_hash_bucket_fast(strings, dtype)",
}
#: A variable that has the dtype already (1 is the number of float32) comes back itself.
UNSAID = {"tf.cast(variable, number)", "tf.dtypes.cast(variable, number)"}


def items(text: str) -> list[str]:
    """The parts of `A[x, y], B`, split at the commas outside brackets."""
    parts, depth = [""], 0
    for character in text:
        depth += {"[": 1, "]": -1}.get(character, 0)
        if character == "," and not depth:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if not part.strip().startswith("fallback=")]


def contradicts(said: str, got: list[Any]) -> bool:
    """Whether the type that mypy reveals excludes the value, described by its class, dtype and items."""
    union = said.split(" | ")
    if len(union) > 1:
        return all(contradicts(part, got) for part in union)
    if said.startswith(("tuple[", "list[")):
        kind, inside = said[:-1].split("[", 1)
        return got[0] != kind or any_item_contradicts(kind, items(inside), got[1:])
    match = TYPE.match(said)
    if match is None:
        return said in PLAIN and PLAIN[said] != got[0]
    return got[0] != match[1] or (match[2] is not None and len(got) > 1 and got[1] != match[2])


def any_item_contradicts(kind: str, said: list[str], got: list[Any]) -> bool:
    if kind == "list":
        return any(contradicts(said[0], item) for item in got)
    return len(said) != len(got) or any(map(contradicts, said, got))


@pytest.fixture(scope="module")
def calls() -> list[Call]:
    """Calls that TensorFlow accepts, with a description of the result."""
    run = subprocess.run(
        [sys.executable, HERE / "calls.py"], env=QUIET, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    return [(call, described) for call, described in json.loads(run.stdout)]


@pytest.fixture(scope="module")
def reports(
    calls: list[Call], tmp_path_factory: pytest.TempPathFactory
) -> list[tuple[Call, str, str]]:
    """What mypy says of each call: an error with its text, or a note with the type that it reveals."""
    folder = tmp_path_factory.mktemp("agreement")
    program = folder / "program.py"
    program.write_text(PROGRAM + "".join(f"    reveal_type({call})\n" for call, _ in calls))
    options = ["--config-file=", "--no-error-summary", "--disable-error-code=empty-body"]
    output, errors, _ = api.run([*options, "--cache-dir", str(folder / "cache"), str(program)])
    assert not errors
    first = PROGRAM.count("\n") + 1
    matches = filter(None, map(REPORT.match, output.splitlines()))
    return [
        (calls[int(match[1]) - first], match[2], match[3] or match[4])
        for match in matches
        if match[2] == "error" or match[3]
    ]


def test_the_calls_are_many(calls: list[Call], reports: list[tuple[Call, str, str]]) -> None:
    assert len(calls) > 3000
    assert len({call.partition("(")[0] for call, _ in calls}) > 400
    assert len([said for _, kind, said in reports if kind == "note"]) == len(calls)


def test_every_call_that_tensorflow_accepts_type_checks(
    reports: list[tuple[Call, str, str]],
) -> None:
    alarms = {call: said for (call, _), kind, said in reports if kind == "error"}
    assert {call: alarms[call] for call in alarms if call not in ACCIDENTS} == {}


def test_what_is_revealed_is_what_comes(reports: list[tuple[Call, str, str]]) -> None:
    wrong = {
        call: (said, got)
        for (call, got), kind, said in reports
        if kind == "note" and contradicts(said, got)
    }
    assert {call: wrong[call] for call in wrong if call not in UNSAID} == {}


@pytest.mark.parametrize(
    ("said", "got", "wrong"),
    [
        ("Any", ["Tensor", "int32"], False),
        ("tensorflow.Tensor[Any, Any]", ["Tensor", "int32"], False),
        ("tensorflow.Tensor[tftypes.dtypes.int32, Any]", ["Tensor", "int64"], True),
        ("tensorflow.Tensor[Any, Any]", ["RaggedTensor", "int32"], True),
        ("list[tensorflow.Tensor[Any, Any]]", ["list", ["Tensor", "int32"]], False),
        ("tuple[Any, Any, Any]", ["tuple", ["Tensor", "int32"], ["NoneType"]], True),
        ("tuple[Any, int]", ["tuple", ["Tensor", "int32"], ["str"]], True),
        ("tensorflow.Operation | None", ["NoneType"], False),
    ],
)
def test_a_contradiction_is_seen(said: str, got: list[Any], wrong: bool) -> None:
    assert contradicts(said, got) is wrong
