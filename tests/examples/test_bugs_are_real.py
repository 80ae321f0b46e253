"""Every bug planted in examples/broken/ is one: TensorFlow fails on it too, when the line runs.

Each case names the program and the code of its marked line, does the smallest thing that goes
wrong in the same way, and quotes what TensorFlow says. Where the line itself runs through (a
wrong result is returned), the case goes on to the next line that uses the result.
"""

import os
from collections.abc import Callable
from typing import NamedTuple

import demo
import pytest

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
tf = pytest.importorskip("tensorflow")


class Case(NamedTuple):
    program: str
    code: str
    says: str
    run: Callable[[], object]


CASES: list[Case] = []


def bug(program: str, code: str, says: str) -> Callable[[Callable[[], object]], None]:
    return lambda run: CASES.append(Case(program, code, says, run))


# ---------------------------------------------------------------- mlp

points, labels = tf.zeros([5, 2]), tf.zeros([5], tf.int32)


@bug("mlp", "tf.redcue_mean(x, axis=0)", says="no attribute 'redcue_mean'")
def _():
    return tf.redcue_mean(points, axis=0)


@bug("mlp", "radius * tf.sin(angle)], axis=3)", says=r"axis. = 3 not in range")
def _():
    return tf.stack([tf.zeros([5]), tf.zeros([5])], axis=3)


@bug("mlp", "tf.concat([x, -x], axis=1)", says="Matrix size-incompatible")
def _():
    mirrored = tf.concat([points, -points], axis=1)  # [5, 4], not [10, 2]
    return tf.matmul(mirrored, tf.zeros([2, 32]))  # logits() multiplies it by w1


@bug("mlp", "tf.matmul(h, p.w1)", says="Matrix size-incompatible")
def _():
    return tf.matmul(tf.zeros([5, 32]), tf.zeros([2, 32]))


@bug("mlp", "tf.nn.log_softmax(scores), axis=2)", says="reduction dimension")
def _():
    return tf.reduce_sum(tf.zeros([5, 3]), axis=2)


@bug("mlp", "tf.TensorSpec([None, 4], tf.float32)", says="Can not cast")
def _():
    @tf.function(input_signature=[tf.TensorSpec([None, 4], tf.float32)])
    def accuracy(scores):
        return scores

    return accuracy(tf.zeros([5, 3]))  # what the annotation promises to take


@bug("mlp", "tf.argmax(scores, axis=1), y)", says="expected to be a int64 tensor but is a int32")
def _():
    return tf.equal(tf.argmax(tf.zeros([5, 3]), axis=1), labels)


@bug("mlp", "bx, by, tf.constant(1)", says="expected to be a int32 tensor but is a float")
def _():
    return tf.constant(1) * tf.zeros([2, 32])  # the rate times a gradient


@bug("mlp", "tf.constant([0, 1]))", says="Incompatible shapes")
def _():
    return tf.one_hot(tf.constant([0, 1]), depth=3) * tf.zeros([3, 3])


# ---------------------------------------------------------------- transformer

hidden = tf.zeros([2, 7, 32])


@bug("transformer", "position[:, 0] >=", says="Index out of range using input dim 1")
def _():
    return tf.range(7)[:, 0]


@bug("transformer", "tf.transpose(x, [0, 2, 1])", says="transpose expects a vector of size 4")
def _():
    return tf.transpose(tf.reshape(hidden, [2, 7, 4, 8]), [0, 2, 1])


@bug("transformer", "tf.shape(x)[1], 64])", says="Input to reshape")
def _():
    return tf.reshape(hidden, [2, 7, 64])


@bug(
    "transformer",
    "tf.where(tf.cast(mask, tf.int32), scores",
    says="expected to be a bool tensor but is a int32",
)
def _():
    return tf.where(tf.ones([7, 7], tf.int32), tf.zeros([2, 4, 7, 7]), -1e9)


@bug("transformer", "x + merge_heads(seen) @ self.widen", says="Incompatible shapes")
def _():
    return hidden + hidden @ tf.zeros([32, 64])


@bug("transformer", 'tf.einsum("bhtd,hsd->bhts"', says="to have rank 3 but got: 4")
def _():
    return tf.einsum("bhtd,hsd->bhts", tf.zeros([2, 4, 7, 8]), tf.zeros([2, 4, 7, 8]))


@bug("transformer", "tf.matmul(self.norm(x), self.tokens)", says="Matrix size-incompatible")
def _():
    return tf.matmul(hidden, tf.zeros([12, 32]))


@bug("transformer", "tf.TensorSpec([None, None], tf.int64)", says="Can not cast")
def _():
    @tf.function(input_signature=[tf.TensorSpec([None, None], tf.int64)])
    def lines(first):
        return first

    return lines(tf.zeros([64, 6], tf.int32))


@bug("transformer", "trainer.step(first[0])", says="out of valid range")
def _():
    first = tf.zeros([64, 6], tf.int32)[0]  # rank 1
    return tf.concat([first, tf.reverse(first, axis=[1])], axis=1)  # lines() of it


# ---------------------------------------------------------------- autoencoder

pictures = tf.zeros([2, 16, 16, 1])


@bug("autoencoder", 'padding="SAMEE"', says="not in the list of allowed values")
def _():
    return tf.nn.conv2d(pictures, tf.zeros([3, 3, 1, 8]), strides=2, padding="SAMEE")


@bug("autoencoder", "[n, 2 * h, 2 * w], 2", says="requires input_sizes to contain 4 values")
def _():
    @tf.function  # run eagerly, this call aborts the whole process
    def up(x, kernel):
        return tf.nn.conv2d_transpose(x, kernel, [2, 16, 16], 2, padding="SAME")

    return up(tf.zeros([2, 8, 8, 8]), tf.zeros([3, 3, 1, 8]))


@bug("autoencoder", "down(h, p.conv1)", says="Incompatible shapes")
def _():
    # One input channel divides eight: TensorFlow convolves in eight groups and says nothing.
    # Four pictures then have the codes of two, and only the comparison with them fails.
    four_half_done = tf.zeros([4, 8, 8, 8])
    h = tf.nn.conv2d(four_half_done, tf.zeros([3, 3, 1, 8]), strides=2, padding="SAME")
    codes = tf.reshape(h, [-1, 4 * 4 * 16])
    decoded = tf.reshape(codes, [-1, 16, 16, 1])
    return tf.math.squared_difference(decoded, tf.zeros([4, 16, 16, 1]))


@bug("autoencoder", "[-1, 4 * 4 * 16]), p.unsqueeze)", says="Matrix size-incompatible")
def _():
    return tf.matmul(tf.zeros([2, 256]), tf.zeros([8, 256]))


@bug("autoencoder", "axis=[1, 2, 4])", says="reduction dimension")
def _():
    return tf.reduce_sum(pictures, axis=[1, 2, 4])


@bug("autoencoder", "tf.clip_by_globalnorm(", says="no attribute 'clip_by_globalnorm'")
def _():
    return tf.clip_by_globalnorm([pictures], 5.0)


@bug("autoencoder", "tf.TensorSpec([None, 16, 16], tf.float64)", says="Can not cast")
def _():
    @tf.function(input_signature=[tf.TensorSpec([None, 16, 16], tf.float64)])
    def to_float(pixels):
        return pixels

    return to_float(tf.cast(pictures, tf.float64))


@bug(
    "autoencoder",
    "return tf.clip_by_value(pixels / 255.0, 0.0, 1.0)",
    says="expected to be a double tensor but is a float",
)
def _():
    still_double = tf.clip_by_value(tf.cast(pictures, tf.float64) / 255.0, 0.0, 1.0)
    return tf.nn.conv2d(still_double, tf.zeros([3, 3, 1, 8]), strides=2, padding="SAME")


@bug("autoencoder", "< 0.5, lying, at)", says="expected to be a float tensor but is a int32")
def _():
    coin = tf.random.uniform([2, 1, 1]) < 0.5
    return tf.where(coin, tf.zeros([2, 16, 16]), tf.zeros([2, 1], tf.int32))


@bug(
    "autoencoder", "tf.reshape(image, [16, 15])", says="256 values, but the requested shape has 240"
)
def _():
    return tf.reshape(pictures[0], [16, 15])


# ---------------------------------------------------------------- text

embeddings, ids = tf.zeros([24, 8]), tf.zeros([5, 6], tf.int64)
mask, lengths = tf.ones([5, 6], tf.bool), tf.zeros([5], tf.int64)


@bug("text", "tf.strings.lowercase(text)", says="no attribute 'lowercase'")
def _():
    return tf.strings.lowercase(tf.constant("A fine film"))


@bug(
    "text",
    "tf.expand_dims(lengths, axis=2)",
    says="expand dim index 2 for tensor with 1 dimensions",
)
def _():
    return tf.expand_dims(lengths, axis=2)


@bug("text", '"nlw,nl->nw", embedded, mask)', says="expected to be a float tensor but is a bool")
def _():
    return tf.einsum("nlw,nl->nw", tf.zeros([5, 6, 8]), mask)


@bug("text", "tf.gather(p.embeddings, tf.cast(ids, tf.float32))", says="Tindices")
def _():
    return tf.gather(embeddings, tf.cast(ids, tf.float32))


@bug("text", "tf.matmul(average(embedded, mask), p.weights)", says="ndims")
def _():
    return tf.matmul(tf.zeros([5, 8]), tf.zeros([8]))


@bug(
    "text",
    "tf.cast(words.row_lengths(), tf.int32)",
    says="expected to be a int64 tensor but is a int32",
)
def _():
    return tf.range(tf.constant(6, tf.int64))[tf.newaxis, :] < tf.zeros([5, 1], tf.int32)


@bug(
    "text",
    "input_signature=(tf.TensorSpec(shape=[None]),)",
    says="missing type constraint for label",
)
def _():
    @tf.function(input_signature=(tf.TensorSpec(shape=[None]),))
    def accuracy(logits, label):
        return logits + label

    return accuracy(tf.zeros([5]), tf.zeros([5]))


@bug("text", "[Width.value, Words.value]", says="Matrix size-incompatible")
def _():
    averages = tf.reduce_mean(tf.gather(tf.zeros([8, 24]), tf.zeros([5, 6], tf.int64)), axis=1)
    return tf.linalg.matvec(averages, tf.zeros([8]))


@bug("text", "bias=tf.Variable(0)", says="expected to be a float tensor but is a int32")
def _():
    return tf.zeros([5]) + tf.Variable(0)


@bug("text", "train_step(p, label, text)", says="expected to be a string tensor but is a float")
def _():
    return tf.strings.lower(tf.zeros([5]))


@bug("text", "verdict(p, tf.constant(text))", says="no attribute 'to_tensor'")
def _():
    return tf.strings.split(tf.constant("the plot was dull")).to_tensor()


# ---------------------------------------------------------------- the tests

FAILURES = (
    AttributeError,
    TypeError,
    ValueError,
    tf.errors.InvalidArgumentError,
    tf.errors.UnimplementedError,
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.program}: {case.code}")
def test_tensorflow_fails_on_it_too(case):
    with pytest.raises(FAILURES, match=f"(?s){case.says}"):
        case.run()


def test_every_planted_bug_has_its_case():
    marked = {(bug.path.stem, bug.source) for twin in demo.TWINS for bug in demo.planted(twin)}
    without = {
        (program, source)
        for program, source in marked
        if sum(case.program == program and case.code in source for case in CASES) != 1
    }
    assert not without
    assert len(CASES) == len(marked)
