"""A text pipeline: strings to words to ids to an average of embeddings to a verdict.

Reviews are put together from words that praise, words that blame and words that do neither.
"""

from __future__ import annotations

import random
from typing import NamedTuple, TypeVar

import tensorflow as tf

from tftypes import Dataset, Dimension, Integer, RaggedTensor, Shape, Tensor, Variable
from tftypes import float32, int64, string
from tftypes.runtime import function, signature_of

N = TypeVar("N")  # reviews
L = TypeVar("L")  # words of the longest one
I = TypeVar("I", bound=Integer)


class Words(Dimension):
    value = 24


class Width(Dimension):
    value = 8


PRAISE = ["good", "great", "fine", "superb", "lovely", "bright", "witty"]
BLAME = ["bad", "poor", "dull", "awful", "weak", "slow", "silly"]
NEITHER = ["the", "film", "and", "its", "plot", "cast", "was", "very", "often"]
VOCABULARY = NEITHER + PRAISE + BLAME


class Parameters(NamedTuple):
    embeddings: Variable[float32, Shape[Words, Width]]
    weights: Variable[float32, Shape[Width]]
    bias: Variable[float32, Shape[()]]


def reviews(n: int) -> tuple[list[str], list[int]]:
    texts, labels = [], []
    for _ in range(n):
        label = random.randrange(2)
        most, least = (PRAISE, BLAME) if label else (BLAME, PRAISE)
        words = random.sample(most, 2) + random.sample(least, 1)
        words += random.choices(NEITHER, k=random.randrange(3, 9))
        random.shuffle(words)
        texts.append(" ".join(words).capitalize() + random.choice(["!", ".", " ..."]))
        labels.append(label)
    return texts, labels


def cleaned(text: Tensor[string]) -> Tensor[string]:
    """Lower case, no punctuation; a tensor of any rank."""
    return tf.strings.regex_replace(tf.strings.lowercase(text), r"[^a-z ]", "")  # bug: [tf-attribute] has no attribute 'lowercase'


def vocabulary_table() -> tf.lookup.StaticHashTable:
    """Ids from 1; 0 is for words that are not known."""
    ids = tf.range(1, len(VOCABULARY) + 1, dtype=tf.int64)
    entries = tf.lookup.KeyValueTensorInitializer(tf.constant(VOCABULARY), ids)
    return tf.lookup.StaticHashTable(entries, default_value=0)


TABLE = vocabulary_table()


def word_ids(text: Tensor[string, Shape[N]]) -> RaggedTensor[int64, Shape[N, None]]:
    words = tf.strings.split(cleaned(text))
    return tf.ragged.map_flat_values(TABLE.lookup, words)


def word_mask(
    lengths: Tensor[I, Shape[N]], longest: Tensor[I, Shape[()]]
) -> Tensor[tf.bool, Shape[N, None]]:
    """True where a padded line has a word."""
    return tf.range(longest)[tf.newaxis, :] < tf.expand_dims(lengths, axis=2)  # bug: [tf-axis] axis 2 is out of range


def average(
    embedded: Tensor[float32, Shape[N, L, Width]], mask: Tensor[tf.bool, Shape[N, L]]
) -> Tensor[float32, Shape[N, Width]]:
    keep = tf.cast(mask, tf.float32)
    total = tf.einsum("nlw,nl->nw", embedded, mask)  # bug: [tf-dtype] different dtypes float32 and bool
    return total / tf.maximum(tf.reduce_sum(keep, axis=1, keepdims=True), 1.0)


def scores(
    p: Parameters, ids: Tensor[int64, Shape[N, L]], lengths: Tensor[int64, Shape[N]]
) -> Tensor[float32, Shape[N]]:
    embedded = tf.gather(p.embeddings, tf.cast(ids, tf.float32))  # bug: [tf-dtype] 'indices': float32 is not supported
    mask = word_mask(lengths, tf.shape(ids, out_type=tf.int64)[1])
    return tf.matmul(average(embedded, mask), p.weights) + p.bias  # bug: [tf-rank] expected rank 2 or more, got rank 1


@function
def train_step(
    p: Parameters, text: Tensor[string, Shape[N]], label: Tensor[float32, Shape[N]]
) -> Tensor[float32, Shape[()]]:
    words = word_ids(text)
    with tf.GradientTape() as tape:
        logits = scores(p, words.to_tensor(), tf.cast(words.row_lengths(), tf.int32))  # bug: [tf-dtype] 'lengths': expected int64[N], got int32
        loss = tf.reduce_mean(
            tf.nn.sigmoid_cross_entropy_with_logits(labels=label, logits=logits)
        )
    variables = list(p)
    for variable, gradient in zip(variables, tape.gradient(loss, variables)):
        variable.assign_sub(2.0 * tf.convert_to_tensor(gradient))
    return loss


@tf.function(input_signature=(tf.TensorSpec(shape=[None]),))  # bug: [tf-signature] no spec for 'label'
def accuracy(
    logits: Tensor[float32, Shape[N]], label: Tensor[float32, Shape[N]]
) -> Tensor[float32, Shape[()]]:
    return tf.reduce_mean(tf.cast((logits > 0.0) == (label > 0.5), tf.float32))


def pipeline(
    texts: list[str], labels: list[int], batch: int
) -> Dataset[tuple[Tensor[string, Shape[None]], Tensor[float32, Shape[None]]]]:
    both = tf.data.Dataset.from_tensor_slices((texts, tf.cast(labels, tf.float32)))
    return both.shuffle(len(texts)).batch(batch)


def verdict(p: Parameters, text: Tensor[string, Shape[N]]) -> Tensor[float32, Shape[N]]:
    words = word_ids(text)
    return tf.sigmoid(scores(p, words.to_tensor(), words.row_lengths()))


def main() -> None:
    tf.random.set_seed(4)
    random.seed(4)
    texts, labels = reviews(600)
    p = Parameters(
        embeddings=tf.Variable(tf.random.normal([Width.value, Words.value], stddev=0.1)),  # bug: [tf-shape] 'embeddings': expected
        weights=tf.Variable(tf.random.normal([Width.value], stddev=0.1)),
        bias=tf.Variable(0),  # bug: [tf-dtype] 'bias': expected float32[], got int32[]
    )
    batches = pipeline(texts, labels, 64)
    for epoch in range(15):
        losses = [float(train_step(p, label, text)) for text, label in batches]  # bug: [tf-dtype] 'text': expected string[N], got float32
        if epoch in (0, 14):
            print(f"epoch {epoch + 1:2d}  loss {sum(losses) / len(losses):.3f}")
    logits = verdict(p, tf.constant(texts)) - 0.5
    print(f"accuracy {float(accuracy(logits, tf.cast(labels, tf.float32))):.3f}")
    for text in ("Very witty and lovely.", "The plot was dull!"):
        print(f"{float(verdict(p, tf.constant(text))[0]):.2f}     {text}")  # bug: [tf-rank] 'text': expected string[N], got string[]
    print(f"signature of {signature_of(train_step)}")
    print(f"traces   train_step {train_step.experimental_get_tracing_count()}, "
          f"accuracy {accuracy.experimental_get_tracing_count()}")


if __name__ == "__main__":
    main()
