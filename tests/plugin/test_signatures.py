"""`input_signature` beyond one module: imports, the cache, the daemon, places, switching off.

What is an error and what is none stands in docs/checks/signatures.md, and is held against TensorFlow in
tests/oracle/test_signatures.py.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.checks import Case, check

SPECS = """\
from typing import Final
import tensorflow as tf

IMAGE = tf.TensorSpec([None, {size}], tf.float32)
PAIR: Final = (tf.TensorSpec([{size}]), tf.TensorSpec([], tf.int32))

class Config:
    IMAGE = tf.TensorSpec([None, {size}], tf.float32)

TWICE = tf.TensorSpec([9])
TWICE = tf.TensorSpec([None, 28])
LIST = [IMAGE]
"""
MODEL = """\
import tensorflow as tf
import specs
from specs import IMAGE, LIST, PAIR, TWICE
from tftypes import Shape, Tensor, float32, int32

@tf.function(input_signature=[IMAGE])
def a(x: Tensor[float32, Shape[None, 28]]) -> None: ...

@tf.function(input_signature=[specs.IMAGE])
def b(x: Tensor[float32, Shape[None, 28]]) -> None: ...

@tf.function(input_signature=PAIR)
def c(x: Tensor[float32, Shape[28]], n: Tensor[int32, Shape[()]]) -> None: ...

@tf.function(input_signature=[specs.Config.IMAGE])
def d(x: Tensor[float32, Shape[None, 28]]) -> None: ...

@tf.function(input_signature=[TWICE])
def e(x: Tensor[float32, Shape[None, 28]]) -> None: ...

@tf.function(input_signature=LIST)
def f(x: Tensor[float32, Shape[None, 28]]) -> None: ...
"""
CALLS = """\
import tensorflow as tf
from traced import f, g

f(tf.zeros([4, 3]))
g(tf.zeros([3]), tf.zeros([3]), 1)
"""
TRACED = """\
import tensorflow as tf

@tf.function(input_signature=[tf.TensorSpec([None, {size}])])
def f(x, **options): return x

@tf.function(input_signature=[tf.TensorSpec([3])] * 2)
def g(*args): return args[0]
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    (tmp_path / "mypy.ini").write_text(
        "[mypy]\nplugins = tftypes_mypy\ncheck_untyped_defs = True\n"
    )
    return tmp_path


def mypy(program: Path, *options: str, module: str = "mypy") -> list[str]:
    run = subprocess.run(
        [sys.executable, "-m", module, *options],
        cwd=program,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not run.stderr, run.stderr
    return [line for line in run.stdout.splitlines() if ": error: " in line]


# --- other modules --------------------------------------------------------------------


def wrong_specs() -> list[str]:
    """The errors in MODEL where the specs say 128; what may have been changed says nothing."""
    words = "dim {} is 128 in input_signature, 28 in the annotation of 'x'  [tf-signature]"
    return [
        f"model.py:{line}: error: {name}(): {words.format(axis)}"
        for line, name, axis in [(6, "a", 1), (9, "b", 1), (12, "c", 0), (15, "d", 1)]
    ]


def test_imported_specs_are_known_cold_warm_and_after_an_edit(program: Path) -> None:
    (program / "model.py").write_text(MODEL)
    for size, errors in [(28, []), (128, wrong_specs()), (28, [])]:
        (program / "specs.py").write_text(SPECS.format(size=size))
        assert mypy(program, "model.py") == errors
        assert mypy(program, "model.py") == errors
        (program / "model.py").write_text((program / "model.py").read_text() + "\n")
        assert mypy(program, "model.py") == errors  # specs.py comes from the cache


def test_imported_specs_in_parallel_workers(program: Path) -> None:
    (program / "model.py").write_text(MODEL)
    (program / "specs.py").write_text(SPECS.format(size=128))
    assert mypy(program, "--num-workers", "2", "model.py", "specs.py") == wrong_specs()


def test_imported_specs_in_the_daemon(program: Path) -> None:
    (program / "model.py").write_text(MODEL)
    try:
        for size, errors in [(28, []), (128, wrong_specs()), (28, [])]:
            (program / "specs.py").write_text(SPECS.format(size=size))
            assert mypy(program, "run", "--", "model.py", "specs.py", module="mypy.dmypy") == errors
    finally:
        mypy(program, "kill", module="mypy.dmypy")


def test_an_edited_signature_in_the_daemon(program: Path) -> None:
    start, end = MODEL.split("@tf.function(input_signature=[specs.IMAGE])")
    edited = f"{start}@tf.function(input_signature=[IMAGE, IMAGE])" + end
    (program / "specs.py").write_text(SPECS.format(size=28))
    try:
        for text in (MODEL, edited, MODEL):
            (program / "model.py").write_text(text)
            errors = mypy(program, "run", "--", "model.py", "specs.py", module="mypy.dmypy")
            assert len(errors) == (text is edited), errors
    finally:
        mypy(program, "kill", module="mypy.dmypy")


def test_a_function_is_called_as_its_specs_say_in_other_modules(program: Path) -> None:
    (program / "calls.py").write_text(CALLS)
    shape = (
        "calls.py:4: error: f(): argument 'x': expected float32[?, 4], got float32[4, 3]: "
        "dim 1 is 3, expected 4  [tf-shape]"
    )
    count = (
        'calls.py:5: error: Too many arguments for "__call__" of "PolymorphicFunction"  [call-arg]'
    )
    for size, errors in [(4, [shape, count]), (3, [count])]:
        (program / "traced.py").write_text(TRACED.format(size=size))
        assert mypy(program, "calls.py") == errors
        (program / "calls.py").write_text((program / "calls.py").read_text() + "\n")
        assert mypy(program, "calls.py") == errors  # traced.py comes from the cache


# --- the report -----------------------------------------------------------------------

WRONG = """\
import tensorflow as tf
from tftypes import Shape, Tensor, float32

@tf.function(input_signature=[tf.TensorSpec([3]), tf.TensorSpec([3])])
def f(x: Tensor[float32, Shape[3]], y: Tensor[float32, Shape[4]]) -> None: ...
"""


def test_the_error_stands_at_the_spec(program: Path) -> None:
    (program / "wrong.py").write_text(WRONG)
    (error,) = mypy(program, "--show-column-numbers", "--show-error-end", "wrong.py")
    place = error.partition(" error")[0]
    assert place == "wrong.py:4:51:4:68:"
    assert WRONG.splitlines()[3][50:68] == "tf.TensorSpec([3])"


@pytest.mark.parametrize("code", ["tf-signature", "tftypes"])
def test_it_can_be_ignored(program: Path, code: str) -> None:
    (program / "wrong.py").write_text(WRONG.replace("[3])])", f"[3])])  # type: ignore[{code}]"))
    assert mypy(program, "wrong.py") == []


def test_one_mistake_is_reported_once(program: Path) -> None:
    """However often mypy looks: for an overload, in a loop, in a lambda, in a deferred function."""
    (program / "wrong.py").write_text(
        """\
import tensorflow as tf
from typing import Any, Callable, overload
from tftypes import Shape, Tensor, float32

def f(x: Tensor[float32, Shape[4]]) -> None: ...

@overload
def twice(value: int) -> int: ...
@overload
def twice(value: Callable[..., Any]) -> str: ...
def twice(value: Any) -> Any: ...

class A:
    def run(self) -> None:
        while self.again:
            x: Any = None
            for _ in range(3):
                x = twice(tf.function(f, input_signature=[tf.TensorSpec([3])]))
    def __init__(self) -> None:
        self.again = later(None)
def later(unused: None) -> Any:
    return [tf.function(f, [tf.TensorSpec([3])]) for _ in range(3)]
"""
    )
    words = "error: f(): dim 0 is 3 in input_signature, 4 in the annotation of 'x'  [tf-signature]"
    assert mypy(program, "--strict", "wrong.py") == [
        f"wrong.py:18: {words}",
        f"wrong.py:22: {words}",
    ]


# --- specs are ordinary values --------------------------------------------------------


def test_specs_of_all_kinds_go_into_one_list(tmp_path: Path) -> None:
    """What a spec says is not in its type, so it is never an error to replace it by another."""
    case = Case(
        "",
        """\
import tensorflow as tf

specs = []
specs.append(tf.TensorSpec([3]))
specs.append(tf.TensorSpec([4], tf.int32))
named = {"a": tf.TensorSpec([3])}
named["b"] = tf.TensorSpec([4], tf.int32)

class Base:
    SPEC = tf.TensorSpec([3])
    def __init__(self) -> None:
        self.spec = tf.TensorSpec([3])
    def widen(self) -> None:
        self.spec = tf.TensorSpec([None], tf.int32)

class Other(Base):
    SPEC = tf.TensorSpec([4, 5])

def take(specs: list[tf.TensorSpec]) -> list[tf.DType]:
    return [spec.dtype for spec in specs]

both = [tf.TensorSpec([3]), tf.TensorSpec([4], tf.int32)]
take(both)
take(specs)
for spec in both:
    print(spec.shape)
spec = tf.TensorSpec([3]) if both else tf.TensorSpec([4])
reveal_type(both)  # revealed: list[TensorSpec[Real, Shape[None]]]
reveal_type(both[0].shape)  # revealed: tensorflow.TensorShape[Shape[None]]
reveal_type(tf.TensorSpec([None, 3], tf.int32))  # revealed: TensorSpec[int32, Shape[None, 3]]
reveal_type(tf.RaggedTensorSpec([2, None], tf.string).dtype)  # revealed: tensorflow.DType[tftypes.dtypes.string]
reveal_type(tf.SparseTensorSpec([2, None]))  # revealed: SparseTensorSpec[float32, Shape[2, None]]
reveal_type(tf.OptionalSpec(tf.TensorSpec([2])))  # revealed: tensorflow.OptionalSpec[Tensor[float32, Shape[2]]]
reveal_type(tf.data.DatasetSpec((tf.TensorSpec([]),)))  # revealed: tensorflow.data.DatasetSpec[tuple[Tensor[float32, Shape[()]]]]
""",
        0,
    )
    check([case], tmp_path)
    assert case.problems() == []


def test_a_spec_that_may_have_been_replaced_says_nothing(tmp_path: Path) -> None:
    case = Case(
        "",
        """\
import tensorflow as tf
from tftypes import Shape, Tensor, float32

def f(x: Tensor[float32, Shape[4]]) -> None: ...

class Base:
    SPEC = tf.TensorSpec([3])
    SPECS = [tf.TensorSpec([3])]
    def __init__(self) -> None:
        self.spec = tf.TensorSpec([3])
    def run(self) -> None:
        tf.function(f, input_signature=[self.SPEC])
        tf.function(f, input_signature=[self.spec])
        tf.function(f, input_signature=self.SPECS)

specs = {"f": tf.TensorSpec([3])}
specs["f"] = tf.TensorSpec([4])
tf.function(f, input_signature=[specs["f"]])
both = [tf.TensorSpec([3])]
both[0] = tf.TensorSpec([4])
tf.function(f, input_signature=both)
tf.function(f, input_signature=[both[0]])
for spec in [tf.TensorSpec([3]), tf.TensorSpec([4])]:
    tf.function(f, input_signature=[spec])
chosen = tf.TensorSpec([3])
if specs:
    chosen = tf.TensorSpec([4])
tf.function(f, input_signature=[chosen])
with open("spec") as file:
    tf.function(f, input_signature=[tf.TensorSpec([int(file.read())])])
""",
        0,
    )
    check([case], tmp_path)
    assert case.problems() == []


# --- tftypes.runtime.function ---------------------------------------------------------


def test_a_signature_given_besides_the_derived_one(tmp_path: Path) -> None:
    case = Case(
        "",
        """\
import tensorflow as tf
from tftypes import Shape, Tensor, float32
from tftypes.runtime import function

@function(input_signature=[tf.TensorSpec([3])])  # error: [tf-signature] "f(): dim 0 is 3 in input_signature, 4"
def f(x: Tensor[float32, Shape[4]]) -> None: ...

def g(x: Tensor[float32, Shape[4]]) -> None: ...
function(g, input_signature=[tf.TensorSpec([3])])  # error: [tf-signature] "g(): dim 0 is 3 in input_signature, 4"
function(g, input_signature=[tf.TensorSpec([4])])
""",
        0,
    )
    check([case], tmp_path)
    assert case.problems() == []
