"""An argument that functions of TensorFlow 2.16 to 2.21 do not take, or call deprecated.

Many functions of TensorFlow 2 have the names that they had in TensorFlow 1, and other names for
their arguments: `keep_dims` is `keepdims`, `dim` and `reduction_indices` are `axis`. An old name
is a TypeError where the call runs. A deprecated one works, with a warning, until some next
release, and only graphs show the warning.

The names come from the signatures of both generations and from TensorFlow's own deprecation
decorators. A new name is given where TensorFlow takes the old argument for the new one as it is,
or its upgrade script does no more than rename it; `keep_prob` of `dropout` is none, since the
rate is `1 - keep_prob`. Arguments by position, calls with `**` and calls within `try` are not
looked at. With the option `compat-v1` the functions in `tf.compat.v1` are, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from tftypes_lint.changes import Keyword
from tftypes_lint.data import old_arguments
from tftypes_lint.facts import tensorflow_facts
from tftypes_lint.facts.guards import is_asked_for
from tftypes_lint.findings import Severity
from tftypes_lint.rule import Fix, Problem
from tftypes_lint.source import Source

CODE: Final = "deprecated-argument"
SEVERITY: Final[Severity] = "warning"
MESSAGE: Final = "`{argument}` of `{function}` {state}"
PREFILTER: Final = (b"tensorflow",)
TENSORFLOW: Final = True
OPTIONS: Final[Mapping[str, object]] = {"compat-v1": False}

VALID: Final = {
    "names of today": """
        import tensorflow as tf
        x = tf.reduce_sum(tf.ones([2, 3]), axis=1, keepdims=True)
        """,
    "TensorFlow 1, on purpose": """
        import tensorflow.compat.v1 as tf
        x = tf.reduce_sum(tf.ones([2, 3]), axis=1, keep_dims=True)
        """,
    "one release or the other": """
        import tensorflow as tf
        try:
            x = tf.reduce_sum(tf.ones([2, 3]), keepdims=True)
        except TypeError:
            x = tf.reduce_sum(tf.ones([2, 3]), keep_dims=True)
        """,
    "another function's argument": """
        import tensorflow as tf
        def reduce_sum(x, keep_dims=False):
            return x
        x = reduce_sum(tf.ones([2, 3]), keep_dims=True)
        """,
}
INVALID: Final = {
    "an old name": """
        import tensorflow as tf
        x = tf.reduce_sum(
            tf.ones([2, 3]),
            reduction_indices=1,  # error: "`reduction_indices` of `tf.reduce_sum` is gone since TensorFlow 2.0"
            keep_dims=True,  # error: "`keep_dims` of `tf.reduce_sum` is gone"
        )
        """,
    "by another name of the function": """
        from tensorflow import nn
        x = nn.softmax([[1.0, 2.0]], dim=1)  # error: "`dim` of `tf.nn.softmax` is gone since TensorFlow 2.0"
        """,
    "a name that still works": """
        import tensorflow as tf
        @tf.function(experimental_compile=True)  # error: "`experimental_compile` of `tf.function` is deprecated"
        def step(x):
            return tf.map_fn(tf.abs, x, dtype=tf.int32)  # error: "`dtype` of `tf.map_fn` is deprecated"
        """,
    "nothing takes its place": """
        import tensorflow as tf
        x = tf.nn.dropout(tf.ones([3]), keep_prob=0.9)  # error: "`keep_prob` of `tf.nn.dropout` is gone"
        """,
}
FIXED: Final = {
    "an old name": """
        import tensorflow as tf
        x = tf.reduce_sum(
            tf.ones([2, 3]),
            axis=1,  # error: "`reduction_indices` of `tf.reduce_sum` is gone since TensorFlow 2.0"
            keepdims=True,  # error: "`keep_dims` of `tf.reduce_sum` is gone"
        )
        """,
    "a name that still works": """
        import tensorflow as tf
        @tf.function(jit_compile=True)  # error: "`experimental_compile` of `tf.function` is deprecated"
        def step(x):
            return tf.map_fn(tf.abs, x, fn_output_signature=tf.int32)  # error: "`dtype` of `tf.map_fn` is deprecated"
        """,
}


def check(source: Source, options: Mapping[str, Any]) -> Iterator[Problem]:
    """Each keyword argument that is gone or deprecated."""
    facts = tensorflow_facts(source)
    if facts is None:
        return
    for full_name, call in facts.calls:
        name = f"tf.{full_name.removeprefix('tensorflow.')}"
        known = old_arguments().get(name) if name[3:] != full_name else None
        if known is None or (name.startswith("tf.compat.v1.") and not options["compat-v1"]):
            continue
        given = {keyword.arg for keyword in call.keywords}
        if None in given or is_asked_for(facts.names, call):
            continue
        for keyword in call.keywords:
            found = known.get(keyword.arg or "")
            if found:
                state = f"is gone since TensorFlow {found.gone}" if found.gone else "is deprecated"
                values = {"argument": keyword.arg or "", "function": name, "state": state}
                hint = f"use `{found.instead}`" if found.instead else None
                data = (keyword, found) if found.instead and found.instead not in given else None
                yield Problem(source.span(keyword), values, hint, data)


def fix(source: Source, problem: Problem) -> Fix | None:
    """The new name of an argument."""
    if problem.data is None:
        return None
    keyword, found = problem.data
    change = Keyword(source.span(keyword), found.instead)
    # What is gone raised an error so far, and somebody may count on that.
    return Fix("unsafe" if found.gone else "safe", f"call it `{found.instead}`", (change,))
