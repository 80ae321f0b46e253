"""What an op with a rule is given: held to the stub as mypy holds it there without the plugin, and said in its words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from mypy import api

from tests.checks import Case, check

HEAD = """\
from array import array
from collections import deque
from typing import Any
import numpy as np
import tensorflow as tf

class OfArray:
    size = 2
    def __array__(self) -> Any: ...

class OfTensor:
    def __tf_tensor__(self, dtype: None = None, name: str = "", /) -> Any: ...

class Plain: ...

class Derived(tf.Tensor): ...

anything: Any
x = tf.zeros([2, 3])
v = tf.Variable(x)
maybe: tf.Tensor | None
one_of: tf.Tensor | int
plain_or: tf.Tensor | Plain
names: list[str]
table: dict[str, int]
"""

VALUES = """\
1; 1.5; True; "a"; b"a"; None; ...; object(); 1j
[1, 2]; [1.5]; ["a"]; [[1, 2], [3]]; []; [x, x]; [None]; [Plain()]; (1, 2); (x, 1); (); {1, 2}; {"a": 1}; {}; {"a": x}
range(3); deque([1]); array("i", [1]); iter([1]); (n for n in [1]); slice(1); map(str, [1]); memoryview(b"a")
np.zeros([2]); np.float32(1); np.arange(3); [np.zeros([2])]; np.float32; np.dtype("float32")
x; x[0]; tf.Variable(x); tf.ragged.constant([[1.0]]); tf.sparse.eye(2); tf.IndexedSlices(x, [1]); tf.TensorShape([2])
tf.float32; tf.constant("a"); tf.constant(1); tf.data.Dataset.range(2); tf.shape(x); x.shape; x.shape[0]; tf.TensorSpec([2])
OfArray(); OfTensor(); Plain(); Plain; [OfTensor()]; Derived(); int; str; lambda: x; lambda n: n; print; np; tf
anything; maybe; one_of; plain_or; names; table; [maybe]; names[0]; table.keys(); table["a"]
"""

CALLS = """\
tf.exp({}); tf.cast({}, tf.float32); tf.reshape(x, {}); tf.reshape({}, [-1]); tf.gather(x, {})
tf.reduce_sum(x, {}); tf.where({}); tf.where(x > 0, {}, x); tf.matmul({}, x); tf.zeros({}); tf.fill([2], {}); tf.one_hot([1], {})
tf.expand_dims(x, {}); tf.math.add(x, {}); tf.nn.conv2d({}, x, 1, "SAME"); tf.range({}); tf.pad(x, {}); tf.tile(x, multiples={})
tf.Variable({}); tf.SparseTensor([[0]], {}, [1]); tf.constant({}); tf.squeeze(x, axis={})
tf.concat({}, 0); tf.concat([x], {}); tf.stack({}); tf.stack([x], {}); tf.unstack({}); tf.unstack(x, axis={})
x + ({}); ({}) - x; v * ({}); ({}) / v; x @ ({}); x == ({}); ({}) != v; x < ({}); ({}) > x; x ** ({}); ({}) % x; ({}) & x
x[{}]; v[{}]; v[0, {}]; x[{}, 1:]; tf.data.Dataset.from_tensor_slices({}); tf.data.Dataset.from_tensors({})
"""


def _items(text: str) -> list[str]:
    return [item for line in text.splitlines() for item in line.split("; ")]


def _refused(
    text: str, folder: Path, config: str, codes: Sequence[str]
) -> tuple[set[str], set[str]]:
    """The lines that have an error, and those of them that have one of these codes."""
    (folder / "program.py").write_text(text)
    (folder / "mypy.ini").write_text(f"[mypy]\n{config}")
    options = ["--config-file", str(folder / "mypy.ini"), "--cache-dir", str(folder / "cache")]
    output, errors, _ = api.run([*options, str(folder / "program.py")])
    assert not errors, errors
    lines = text.splitlines()
    found = re.findall(r"py:(\d+): error: .*  \[([\w-]+)\]", output)
    refused = {lines[int(number) - 1] for number, code in found if code in codes}
    return {lines[int(number) - 1] for number, _ in found}, refused


def test_the_same_arguments_are_refused_as_without_the_plugin(tmp_path: Path) -> None:
    """What the op itself refuses is said by its rule, and mypy says no second thing."""
    lines = [call.format(value) for value in _items(VALUES) for call in _items(CALLS)]
    text = HEAD + "\n".join(lines)
    arguments = ("arg-type", "call-overload", "index")
    _, plain = _refused(text, tmp_path, "", (*arguments, "operator"))
    wrong, refused = _refused(text, tmp_path, "plugins = tftypes_mypy\n", arguments)
    assert len(plain) > 1000
    # An operand of which mypy knows that it is an object may be anything.
    missed = {line for line in plain - wrong if "object()" not in line}
    assert (sorted(missed), sorted(refused - plain)) == ([], [])


WORDS = """\
import tensorflow as tf

def asked(maybe: tf.Tensor | None, names: list[str], table: dict[str, int], both: list[tf.Tensor] | int) -> None:
    tf.exp(maybe)  # error: [arg-type] "Argument 1 to "exp" has incompatible type "Tensor[Any, Any] | None"; expected "TensorLike""
    tf.reshape(tf.zeros([2]), object())  # error: [arg-type] "Argument 2 to "reshape" has incompatible type "object""
    tf.reshape(tf.exp(print), shape=[2])  # error: [arg-type] "Argument 1 to "exp""
    tf.SparseTensor(object(), [1], [2])  # error: [arg-type] "Argument 1 to "SparseTensor" has incompatible type "object""
    tf.Variable(object())  # error: [arg-type] "Argument 1 to "Variable" has incompatible type "object""
    tf.exp(names)  # error: [tf-dtype] "string is not supported"
    tf.reduce_sum(both)
    tf.Variable(1.0, dtype=tf.exp(1.0))  # error: [tf-dtype] "float32[] is no dtype; did you mean its dtype?"
    tf.cast([1], tf.zeros([2]))  # error: [tf-dtype] "float32[2] is no dtype"
    tf.exp(*[object()])  # error: [arg-type] "Argument 1 to "exp" has incompatible type "*list[object]"; expected "TensorLike""
"""

VARIABLES = """\
from typing import Any
import tensorflow as tf

anything: Any
reveal_type(tf.Variable(anything))  # revealed: Variable[Any, Any]
reveal_type(tf.Variable(anything, dtype=tf.int32))  # revealed: Variable[int32, Any]
reveal_type(tf.Variable(anything, dtype="int32", shape=[2, None]))  # revealed: Variable[int32, Shape[2, None]]
reveal_type(tf.Variable(lambda: tf.zeros([2]), dtype=tf.float32))  # revealed: Variable[float32, Any]
reveal_type(tf.Variable(tf.zeros([2, 3]), shape=tf.TensorShape([2, None])))  # revealed: Variable[float32, Shape[2, None]]
reveal_type(tf.Variable([1, 2], name="v"))  # revealed: Variable[int32, Shape[2]]
"""

OPERANDS = """\
import numpy as np
import tensorflow as tf

class Scale(tf.Variable): ...

def used(maybe: tf.Tensor | None, names: dict[str, int], one_of: tf.Tensor | float) -> None:
    x = tf.zeros([2, 3])
    scale = Scale(1.0)
    reveal_type(scale * x)  # revealed: Tensor[Any, Any]
    reveal_type(x * scale)  # revealed: Tensor[float32, Shape[..., 2, 3]]
    scale * names  # error: [operator] "No overload variant of "__mul__" of "Variable" matches argument type "dict[str, int]""
    reveal_type(x + one_of)  # revealed: Tensor[float32, Shape[..., 2, 3]]
    reveal_type(x == tf.ragged.constant([[1.0]]))  # revealed: RaggedTensor[bool, Any]
    reveal_type(np.ones([3], np.float32) + x)  # revealed: Tensor[float32, Shape[2, 3]]
    x + maybe  # error: [operator] "No overload variant of "__add__" of "Tensor" matches argument type "None""
    tf.concat((1, 2), 0)  # error: [tf-rank] "did you mean tf.stack?"
    tf.stack([x], axis="a")  # error: [tf-value] "argument 'axis': expected an int, got 'a'"
    tf.stack([x], axis=maybe)  # error: [arg-type] "Argument "axis" to "stack" has incompatible type "Tensor[Any, Any] | None""
"""


def test_it_is_said_once_and_by_name(tmp_path: Path) -> None:
    cases = [
        Case("words", WORDS, 1),
        Case("variables", VARIABLES, 1),
        Case("operands", OPERANDS, 1),
    ]
    check(cases, tmp_path)
    problems = [problem for case in cases for problem in case.problems()]
    assert not problems, "\n".join(problems)
