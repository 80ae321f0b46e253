"""Patterns of einops: what they make of shapes, as einops 0.8 does it."""

from __future__ import annotations

from pathlib import Path

from .reports import check


def test_patterns_name_the_axes_before_and_after(tmp_path: Path) -> None:
    check(
        """
        import numpy as np
        import tensorflow as tf
        from einops import rearrange, reduce, repeat

        x = tf.ones((4, 6, 8))
        reveal_type(rearrange(x, "b n (h d) -> (b h) n d", h=2))  # revealed: Tensor[float32, Shape[8, 6, 4]]
        reveal_type(rearrange(x, "b ... -> ... b"))  # revealed: Tensor[float32, Shape[6, 8, 4]]
        reveal_type(rearrange(x, "b ... -> b (...)"))  # revealed: Tensor[float32, Shape[4, 48]]
        reveal_type(rearrange(x, "b n d -> b 1 n d"))  # revealed: Tensor[float32, Shape[4, 1, 6, 8]]
        reveal_type(rearrange([x, x, x], "l b n d -> b n (l d)"))  # revealed: Tensor[float32, Shape[4, 6, 24]]
        image = tf.ones((2, 8, 8, 3))
        patches = rearrange(image, "b (h p) (w q) c -> b (h w) (p q c)", p=4, q=4)
        reveal_type(patches)  # revealed: Tensor[float32, Shape[2, 4, 48]]
        reveal_type(repeat(x, "b n d -> b n (d r)", r=2))  # revealed: Tensor[float32, Shape[4, 6, 16]]
        reveal_type(repeat(tf.ones((1, 3)), "() d -> b d", b=5))  # revealed: Tensor[float32, Shape[5, 3]]
        reveal_type(reduce(x, "b n d -> b d", "mean"))  # revealed: Tensor[float32, Shape[4, 8]]
        reveal_type(reduce(x, "b (n two) d -> b n", "max", two=2))  # revealed: Tensor[float32, Shape[4, 3]]
        reveal_type(reduce(x > 0, "b n d -> b", "any"))  # revealed: Tensor[bool, Shape[4]]
        reveal_type(rearrange(np.ones((3, 4)), "a b -> (a b)"))  # revealed: ndarray[float64, Shape[12]]
        reveal_type(reduce(np.ones((3, 4), "int32"), "a b -> a", "sum"))  # revealed: Any

        @tf.function(input_signature=[tf.TensorSpec([None, 6, 8])])
        def heads(x):
            return rearrange(x, "b n (h d) -> b h n d", h=2)

        reveal_type(heads(x))  # revealed: Tensor[float32, Shape[4, 2, 6, 4]]
        """,
        tmp_path,
    )
