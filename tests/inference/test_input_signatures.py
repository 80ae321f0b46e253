"""`input_signature` against functions, and the signatures that `tftypes.runtime.function` derives."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.oracle.signature_cases import PRELUDE, TABLES

from .reports import check, said

#: What the engine does not follow: a function that a library has wrapped, and a keyword beside `*args`.
_OPEN = ("do_not_convert", "f(a=x)")
#: Of the programs of which the tables say nothing, the engine knows more: TensorFlow refuses these or breaks the annotation.
_WRONG = ("call(2, x)", "S([size()])", "signature()", "SIGNATURE.append", "lambda *a: g(*a)")


def _cases() -> list[tuple[str, bool]]:
    cases = [
        (text, kind in ("contradicted", "rejected") or any(each in text for each in _WRONG))
        for kind, texts in TABLES.items()
        for text in texts
    ]
    return [each for each in cases if not any(part in each[0] for part in _OPEN)]


@pytest.mark.parametrize(("text", "is_wrong"), _cases())
def test_what_tensorflow_refuses_or_an_annotation_excludes_is_found(
    text: str, is_wrong: bool, tmp_path: Path
) -> None:
    assert bool(said(PRELUDE + text, tmp_path)) == is_wrong


def test_the_spec_to_blame_is_told_with_the_annotation(tmp_path: Path) -> None:
    check(
        """
        from typing import TypeVar
        import tensorflow as tf
        from tftypes import Shape, Tensor, float32

        N = TypeVar("N")

        @tf.function(
            input_signature=[
                tf.TensorSpec([3]),
                tf.TensorSpec([4]),  # error: [tf-signature] f(): dim 0 is 4 in input_signature, N in the annotation of 'y', and N is 3 in 'x'
            ]
        )
        def f(x: Tensor[float32, Shape[N]], y: Tensor[float32, Shape[N]]) -> Tensor[float32, Shape[N]]:
            return x + y

        @tf.function(input_signature=[tf.TensorSpec([None, 3])])
        def g(x: Tensor[float32, Shape[N, 3]]) -> Tensor[float32, Shape[N]]:
            reveal_type(x)  # revealed: Tensor[float32, Shape[None, 3]]
            return tf.reduce_sum(x, axis=1)

        reveal_type(g(tf.zeros([5, 3])))  # revealed: Tensor[float32, Shape[5]]
        """,
        tmp_path,
    )


def test_a_derived_signature_is_open_where_the_annotation_is(tmp_path: Path) -> None:
    check(
        """
        from typing import TypeVar
        import numpy as np
        import tensorflow as tf
        from tftypes import Shape, Tensor, float32, int32
        from tftypes.runtime import ArgumentError, function

        N = TypeVar("N")

        @function
        def mean(x: Tensor[float32, Shape[N, 3]]) -> Tensor[float32, Shape[3]]:
            return tf.reduce_mean(x, axis=0)

        @function
        def doubled(n: Tensor[int32, Shape[()]]) -> Tensor[int32, Shape[()]]:
            return 2 * n

        reveal_type(mean([[1.0, 2.0, 3.0]]))  # revealed: Tensor[float32, Shape[3]]
        reveal_type(doubled(21))  # revealed: Tensor[int32, Shape[()]]
        mean(tf.zeros([5, 4]))  # error: [tf-shape] mean(): argument 'x': expected float32[N, 3], got float32[5, 4]
        doubled(np.float64(1.5))  # error: [tf-dtype] doubled(): argument 'n': expected int32[], got float64[]
        try:
            mean(tf.zeros([5, 4]))
        except ArgumentError:
            pass
        """,
        tmp_path,
    )


def test_a_wrong_shape_is_told_once_and_the_dtypes_are_held_all_the_same(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from tftypes import Shape, Tensor, float32, float64

        @tf.function(input_signature=[tf.TensorSpec([None, 16], tf.float64)])  # error: [tf-signature] f(): rank is 2 in input_signature, 3 in the annotation of 'x'
        def f(x: Tensor[float64, Shape[None, 16, 1]]) -> Tensor[float32, Shape[None, 16, 1]]:
            return x / 255.0  # error: [tf-dtype] f() returns: expected float32[...], got float64[...]

        @tf.function(input_signature=[tf.TensorSpec([None, 16], tf.float64)])  # error: [tf-signature] g(): rank is 2 in input_signature, 3 in the annotation of 'x'
        def g(x: Tensor[float64, Shape[None, 16, 1]]) -> Tensor[float64, Shape[None, 16, 1]]:
            return x / 255.0

        @tf.function(input_signature=[tf.TensorSpec([4], tf.float64)])  # error: [tf-signature] h(): dtype is float64 in input_signature, float32 in the annotation of 'x'
        def h(x: Tensor[float32, Shape[4]]) -> Tensor[float32, Shape[4]]:
            return x / 255.0
        """,
        tmp_path,
    )


def test_a_spec_has_the_attributes_of_its_own_class(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        tf.RaggedTensorSpec([None, None], tf.int32).ragged_rank
        tf.RaggedTensorSpec([None, None], tf.int32).name  # error: [tf-attribute] tf.RaggedTensorSpec has no attribute 'name'
        tf.TensorSpec([2], name="x").name
        tf.TensorSpec([2]).ragged_rank  # error: [tf-attribute] tf.TensorSpec has no attribute 'ragged_rank'
        """,
        tmp_path,
    )
