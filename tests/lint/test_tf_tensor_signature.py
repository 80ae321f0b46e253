"""The rule says of a signature what Python says when TensorFlow's call reaches it."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lint.examples import found
from tftypes_lint import all_rules
from tftypes_lint.rules import tf_tensor_signature as rule

all_rules()  # imported here, and not within the time of the first drawn example


@st.composite
def parameter_lists(draw: st.DrawFn) -> str:
    """A legal parameter list: positional ones with and without a default, `*`, keyword-only."""
    count = itertools.count()
    plain = draw(st.integers(0, 4))
    defaulted, keywords = draw(st.integers(0, 3)), draw(st.integers(0, 2))
    parameters: list[str] = [f"p{next(count)}" for _ in range(plain)]
    parameters += [f"p{next(count)}=None" for _ in range(defaulted)]
    if draw(st.booleans()) and parameters:
        parameters.insert(draw(st.integers(1, len(parameters))), "/")
    stars = ["", "*args", "*"] if keywords else ["", "*args"]
    star = draw(st.sampled_from(stars))
    if star:
        parameters.append(star)
        ends = ["=None" if draw(st.booleans()) else "" for _ in range(keywords)]
        parameters += [f"k{next(count)}{end}" for end in ends]
    if draw(st.booleans()):
        parameters.append("**rest")
    return ", ".join(parameters)


@given(parameter_lists(), st.sampled_from(["", "@staticmethod", "@classmethod"]))
def test_a_signature_is_reported_exactly_when_the_call_is_a_type_error(
    parameters: str, decorator: str
) -> None:
    source = f"class A:\n    {decorator}\n    def __tf_tensor__({parameters}): return TENSOR\n"
    namespace: dict[str, Any] = {"TENSOR": "a tensor"}
    exec(source, namespace)

    try:
        accepted = namespace["A"]().__tf_tensor__(None, "name") == "a tensor"
    except TypeError:
        accepted = False

    assert bool(found(rule.CODE, source)) is not accepted


def converts(source: str) -> bool:
    """Whether TensorFlow can use an object of class A in an op."""
    tf = pytest.importorskip("tensorflow")
    namespace: dict[str, Any] = {"tf": tf}
    exec(source, namespace)
    try:
        sum_ = tf.add(namespace["A"](), 1)
        joined = tf.stack([tf.constant(1), namespace["A"]()])
        return bool(sum_ == 2) and joined.shape == [2]
    except (TypeError, AttributeError, ValueError):
        return False


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "method",
    [
        "def __tf_tensor__(self, dtype=None, name=None): return tf.constant(1)",
        "def __tf_tensor__(self, dtype, name, as_ref=False): return tf.constant(1)",
        "def __tf_tensor__(self, *args): return tf.constant(1)",
        "__tf_tensor__ = staticmethod(lambda dtype, name: tf.constant(1))",
        "def __tf_tensor__(self): return tf.constant(1)",
        "def __tf_tensor__(self, dtype=None): return tf.constant(1)",
        "def __tf_tensor__(self, dtype=None, *, name=None): return tf.constant(1)",
        "def __tf_tensor__(self, dtype, name, as_ref): return tf.constant(1)",
        "def __tf_tensor__(self, dtype, name, *, copy): return tf.constant(1)",
        "async def __tf_tensor__(self, dtype=None, name=None): return tf.constant(1)",
        "def __tf_tensor__(self, dtype=None, name=None): yield tf.constant(1)",
        "__tf_tensor__ = lambda self: tf.constant(1)",
        "def __tf_tensor__(self, dtype=None, name=None): return NotImplemented",
        "def __tf_tensor__(self, dtype=None, name=None): return None",
        "def __tf_tensor__(self, dtype=None, name=None): return",
        "def __tf_tensor__(self, dtype=None, name=None): return np.asarray(1, np.int32)",
        "def __tf_tensor__(self, dtype=None, name=None): return tf.constant(1).numpy()",
        "def __tf_tensor__(self, dtype=None, name=None): return tf.Variable(1)",
        "def __tf_tensor__(self, dtype=None, name=None): return [1]",
        "def __tf_tensor__(self, dtype=None, name=None): return 1",
        "def __tf_tensor__(self, dtype=None, name=None): tf.constant(1)",
        "def __tf_tensor__(self, dtype=None, name=None): return tf.constant(1, dtype, name)",
        "def __tf_tensor__(self, dtype=None, name=None): return tf.convert_to_tensor(1, dtype, name)",
        "def __tf_tensor__(self, dtype=None, name=None): return tf.constant(1, dtype, name=name)",
        "def __tf_tensor__(self, dtype=None, name=None): return tf.cast(1.0, dtype or tf.int32)",
    ],
)
def test_what_is_reported_is_what_tensorflow_cannot_use(method: str) -> None:
    source = f"import numpy as np\nimport tensorflow as tf\nclass A:\n    {method}\n"

    assert bool(found(rule.CODE, source)) is not converts(source)


def test_the_caret_stands_under_the_name() -> None:
    from tftypes_lint import Settings
    from tftypes_lint.engine import lint_source
    from tftypes_lint.source import Source

    (finding,) = lint_source(
        Source("a.py", "class É:\n    def __tf_tensor__(self): ...\n".encode()),
        Settings(select=(rule.CODE,)),
    )

    assert (finding.line, finding.column, finding.end_column) == (2, 9, 22)
    assert finding.hint == "write `def __tf_tensor__(self, dtype=None, name=None)`"
