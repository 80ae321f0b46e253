"""What the engine says of a Tokenizer's words and numbers is what Keras' Tokenizer makes of the same texts."""

from __future__ import annotations

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .python_oracle import mistakes, unknown
from .reports import check

_TEXTS = st.lists(
    st.text("ab B,!", max_size=9) | st.lists(st.sampled_from("aBc"), max_size=3), max_size=4
)
_SETTINGS = st.fixed_dictionaries(
    {},
    optional={
        "num_words": st.integers(0, 5),
        "oov_token": st.sampled_from(["<OOV>", "a"]),
        "lower": st.booleans(),
        "char_level": st.booleans(),
        "split": st.sampled_from([" ", ","]),
        "filters": st.sampled_from(["", "!,"]),
    },
)


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(_SETTINGS, _TEXTS, _TEXTS, _TEXTS)
def test_words_are_numbered_as_tensorflow_does(
    tmp_path: Path, config: dict[str, object], first: object, second: object, asked: object
) -> None:
    source = f"""
from tensorflow.keras.preprocessing.text import Tokenizer
tokenizer = Tokenizer(**{config!r})
tokenizer.fit_on_texts({first!r})
tokenizer.fit_on_texts({second!r})
probe(dict(tokenizer.word_counts))
probe(tokenizer.word_index)
probe(tokenizer.index_word)
probe(tokenizer.texts_to_sequences({asked!r}))
"""
    assert not mistakes(source, tmp_path), source
    assert not unknown(source, tmp_path), source


def test_ids_of_a_tokenizer_begin_at_one(tmp_path: Path) -> None:
    check(
        """
import tensorflow as tf
texts = ["the cat sat", "the dog ran"]
tokenizer = tf.keras.preprocessing.text.Tokenizer()
tokenizer.fit_on_texts(texts)
rows = tf.keras.utils.pad_sequences(tokenizer.texts_to_sequences(texts))
reveal_type(rows)  # revealed: ndarray[int32, Shape[2, 3]]
reveal_type(tokenizer.texts_to_matrix(texts))  # revealed: ndarray[float64, Shape[2, 6]]
embedding = tf.keras.layers.Embedding(len(tokenizer.word_index), 8)
embedding(rows)  # error: [tf-value] tf.keras.layers.Embedding(): the embedding has 5 rows, 0 to 4, and none for 5
""",
        tmp_path,
    )


def test_a_text_that_is_none(tmp_path: Path) -> None:
    check(
        """
import tensorflow as tf
tokenizer = tf.keras.preprocessing.text.Tokenizer()
tokenizer.fit_on_texts(["the cat", None])  # error: [tf-value] tokenizer.fit_on_texts(): argument 'texts': expected texts, got None
""",
        tmp_path,
    )
