"""Beam search over a toy language model, greedy decoding and sampling beside it."""

import tensorflow as tf

BATCH = 3
BEAMS = 4
VOCABULARY = 11
STEPS = 5
END = 1
WIDTH = 8

embedding = tf.Variable(tf.random.normal([VOCABULARY, WIDTH]))
transition = tf.Variable(tf.random.normal([WIDTH, WIDTH], stddev=0.5))


def step_logits(tokens, state):
    x = tf.nn.embedding_lookup(embedding, tokens)
    state = tf.tanh(tf.einsum("...d,de->...e", state, transition) + x)
    logits = tf.einsum("...d,vd->...v", state, embedding)
    return logits, state


def gather_beams(nested, beams):
    return tf.nest.map_structure(lambda t: tf.gather(t, beams, axis=1, batch_dims=1), nested)


def beam_search():
    tokens = tf.zeros([BATCH, BEAMS], tf.int32)
    state = tf.zeros([BATCH, BEAMS, WIDTH])
    scores = tf.tile(tf.constant([[0.0] + [-1e9] * (BEAMS - 1)]), [BATCH, 1])
    sequences = tf.zeros([BATCH, BEAMS, 0], tf.int32)
    finished = tf.zeros([BATCH, BEAMS], tf.bool)
    only_end = tf.one_hot(END, VOCABULARY, on_value=0.0, off_value=-1e9)
    for _ in range(STEPS):
        logits, state = step_logits(tokens, state)
        log_probability = tf.nn.log_softmax(logits)
        log_probability = tf.where(finished[..., tf.newaxis], only_end, log_probability)
        total = scores[..., tf.newaxis] + log_probability
        flat = tf.reshape(total, [BATCH, BEAMS * VOCABULARY])
        scores, index = tf.math.top_k(flat, k=BEAMS)
        beams = index // VOCABULARY
        tokens = index % VOCABULARY
        sequences, state, finished = gather_beams((sequences, state, finished), beams)
        sequences = tf.concat([sequences, tokens[..., tf.newaxis]], axis=-1)
        finished = tf.logical_or(finished, tf.equal(tokens, END))
    return sequences, scores


def greedy():
    tokens = tf.zeros([BATCH], tf.int32)
    state = tf.zeros([BATCH, WIDTH])
    output = []
    for _ in range(STEPS):
        logits, state = step_logits(tokens, state)
        tokens = tf.argmax(logits, axis=-1, output_type=tf.int32)
        output.append(tokens)
    return tf.stack(output, axis=1)


def sample(temperature=0.8, top_k=3):
    tokens = tf.zeros([BATCH], tf.int32)
    state = tf.zeros([BATCH, WIDTH])
    ids = tf.TensorArray(tf.int32, STEPS)
    for i in range(STEPS):
        logits, state = step_logits(tokens, state)
        values, _ = tf.math.top_k(logits, top_k)
        smallest = values[:, -1:]
        logits = tf.where(logits < smallest, -1e9, logits) / temperature
        tokens = tf.squeeze(tf.random.categorical(logits, 1, dtype=tf.int32), axis=1)
        ids = ids.write(i, tokens)
    return tf.transpose(ids.stack())


def length_penalty(sequences, scores, alpha=0.6):
    ended = tf.cast(tf.equal(sequences, END), tf.int32)
    lengths = STEPS - tf.reduce_sum(tf.cumsum(ended, axis=-1), axis=-1) + 1
    penalty = ((5.0 + tf.cast(lengths, tf.float32)) / 6.0) ** alpha
    return scores / penalty


def main():
    sequences, scores = beam_search()
    penalized = length_penalty(sequences, scores)
    best = tf.argmax(penalized, axis=1)
    winners = tf.gather(sequences, best, axis=1, batch_dims=1)
    greedily = greedy()
    agreement = tf.reduce_mean(tf.cast(winners == greedily, tf.float32))
    sampled = sample()
    distinct, _ = tf.unique(tf.reshape(sampled, [-1]))
    counts = tf.math.bincount(sampled, minlength=VOCABULARY)
    print(winners.shape, agreement, tf.size(distinct) > 0, tf.reduce_sum(counts))


if __name__ == "__main__":
    main()
