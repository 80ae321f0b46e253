"""How grave findings are, their codes, and what each code means: one table for mypy's adapter, the command and the documentation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

#: A warning runs, and does not do what its author thinks.
Severity = Literal["error", "warning", "note"]
#: The parent of all codes: who disables it disables them all.
PARENT: Final = "tftypes"

#: By code, its first sentence is the summary.
CODES: Final[Mapping[str, str]] = {
    "tf-shape": """
        Sizes that do not fit: the inner dims of a matmul differ, two shapes do not broadcast, a
        reshape changes the number of elements, or a tensor does not have the shape that an
        annotation asks for. Only sizes that are known on both sides are compared; an unknown
        dim fits everything.
        """,
    "tf-rank": """
        A tensor with too many or too few dims for the function or the annotation: a convolution
        of a tensor without a batch dim, a matmul of vectors, a matrix where a scalar is wanted.
        """,
    "tf-axis": """
        An axis that the tensor does not have, or one given twice: `tf.reduce_sum(x, axis=2)` of
        a matrix. Axes of a tensor of rank n go from -n to n - 1.
        """,
    "tf-dtype": """
        A dtype that the function does not take, or two that differ: TensorFlow does not convert
        between dtypes by itself, so `int32 + float32` is an error. `tf.cast` converts.
        """,
    "tf-value": """
        A Python value that the function rejects whatever the tensors are: an unknown padding, a
        negative number of classes, an einsum equation that does not parse.
        """,
    "tf-field": """
        A field that a struct does not have, with the nearest of those that it has: in
        `st["titel"]`, `st.without("titel")` or a path.
        """,
    "tf-signature": """
        An `input_signature` that contradicts the annotations: a spec has another dtype, rank or
        size than the parameter, or there are more specs than parameters, or fewer.
        `tftypes.runtime.function` derives the signature from the annotations, so that there is
        only one of them.
        """,
    "tf-annotation": """
        An invalid annotation: a dtype in the place of the shape, a negative size, a
        dim that does not parse, a name bound to two sizes.
        """,
    "tf-trace": """
        An error while a function is traced, or a tensor that leaks out of its graph: `.numpy()` of a
        symbolic tensor, a Python condition on one where AutoGraph does not convert the code, a
        tensor of one graph that another one uses.
        """,
    "tf-state": """
        An invalid use of a variable, a layer or an iterator: a variable that is made in a second call of
        a `tf.function`, a layer that is called before it is built.
        """,
    "tf-gradient": """
        A gradient that does not exist: a tape that has been used up, a target that was not
        recorded, a source that the tape does not watch.
        """,
    "tf-unpack": """
        A tensor or a sequence that is unpacked into the wrong number of names.
        """,
    "tf-truth": """
        A tensor of more than one element as a condition: its truth is not defined.
        `tf.reduce_any` and `tf.reduce_all` make one of many.
        """,
    "tf-call": """
        A call that does not fit what is called: an argument that it does not take, or one that
        is missing.
        """,
    "tf-attribute": """
        An attribute or a method that a tensor, or another object of TensorFlow's or Keras', does
        not have.
        """,
    "tf-assert": """
        An `assert_type` that does not hold: the tensor is of another dtype or shape.
        """,
}
