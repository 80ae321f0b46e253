"""Lookup tables: dtypes of keys and values, shapes of what is looked up, tables in graphs and datasets.

What each program does was seen with TensorFlow 2.21.
"""

from __future__ import annotations

from pathlib import Path

from tests.inference.reports import check

HEAD = """\
import tensorflow as tf
from typing_extensions import reveal_type

initializer = tf.lookup.KeyValueTensorInitializer(["a", "b"], [1, 2])
table = tf.lookup.StaticHashTable(initializer, -1)
counts = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
vectors = tf.lookup.experimental.MutableHashTable(tf.string, tf.float32, [0.0, 0.0, 0.0])
"""


def holds(source: str, folder: Path) -> None:
    """The comments of a program are what the engine says of it."""
    check(HEAD + source, folder)


def test_a_static_table_takes_tensors_of_its_dtype(tmp_path: Path) -> None:
    holds(
        """
reveal_type(table.lookup(tf.constant(["a", "c"])))  # revealed: Tensor[int32, Shape[2]]
reveal_type(table[tf.constant("a")])  # revealed: Tensor[int32, Shape[()]]
reveal_type(table.lookup(tf.ragged.constant([["a"], ["b", "c"]])))  # revealed: RaggedTensor[int32, Shape[2, None]]
reveal_type(table.lookup(tf.sparse.from_dense([["a", "b"]])))  # revealed: SparseTensor[int32, Shape[1, 2]]
reveal_type(table.size())  # revealed: Tensor[int64, Shape[()]]
table.lookup(tf.constant([1, 2]))  # error: [tf-dtype] table.lookup(): argument 'keys': the table has keys of string
table.lookup(["a"])  # error: [tf-value] table.lookup(): argument 'keys': expected a tensor, got a list
table.lookup("a")  # error: [tf-value] table.lookup(): argument 'keys': expected a tensor, got str
keys, values = table.export()
reveal_type(keys)  # revealed: Tensor[string, Shape[None]]
reveal_type(values)  # revealed: Tensor[int32, Shape[None]]
""",
        tmp_path,
    )


def test_initializers(tmp_path: Path) -> None:
    holds(
        """
wide = tf.lookup.KeyValueTensorInitializer([1, 2], ["a", "b"], key_dtype=tf.int64)
assert wide.key_dtype == tf.int64
tf.lookup.KeyValueTensorInitializer(tf.constant([1, 2]), ["a", "b"], key_dtype=tf.int64)  # error: [tf-dtype]
tf.lookup.StaticHashTable(initializer, "x")  # error: [tf-dtype]
tf.lookup.StaticHashTable(initializer, [1, 2])  # error: [tf-rank]
pairs = tf.data.Dataset.from_tensor_slices((["a", "b"], [1, 2]))
made = tf.lookup.StaticHashTable(tf.data.experimental.DatasetInitializer(pairs), -1)
reveal_type(made.lookup(tf.constant(["a"])))  # revealed: Tensor[int32, Shape[1]]
lines = tf.lookup.TextFileInitializer(
    __file__, tf.string, tf.lookup.TextFileIndex.WHOLE_LINE, tf.int64, tf.lookup.TextFileIndex.LINE_NUMBER
)
reveal_type(tf.lookup.StaticVocabularyTable(lines, 2).lookup(tf.constant(["a"])))  # revealed: Tensor[int64, Shape[1]]
""",
        tmp_path,
    )


def test_a_vocabulary_numbers_unknown_words(tmp_path: Path) -> None:
    holds(
        """
words = tf.lookup.KeyValueTensorInitializer(["a", "b"], tf.constant([0, 1], tf.int64))
vocabulary = tf.lookup.StaticVocabularyTable(words, 3)
reveal_type(vocabulary.lookup(tf.constant(["a", "z"])))  # revealed: Tensor[int64, Shape[2]]
vocabulary.lookup(tf.constant([1, 2]))  # error: [tf-dtype]
tf.lookup.StaticVocabularyTable(initializer, 3)  # error: [tf-dtype]
tf.lookup.StaticVocabularyTable(words, 0)  # error: [tf-value]
""",
        tmp_path,
    )


def test_a_mutable_table_converts(tmp_path: Path) -> None:
    holds(
        """
counts.insert(["a"], [1])
counts.insert(["a"], [1.5])  # error: [tf-dtype]
counts.insert([1], [1])  # error: [tf-dtype]
counts.insert(tf.constant(["a"]), tf.constant([1]))  # error: [tf-dtype]
counts.insert(["a", "b"], [1])  # error: [tf-shape]
reveal_type(counts.lookup(["a", "q"]))  # revealed: Tensor[int64, Shape[2]]
reveal_type(counts["a"])  # revealed: Tensor[int64, Shape[()]]
counts.lookup(tf.constant([1]))  # error: [tf-dtype]
counts.remove(["a"])  # error: [tf-value] counts.remove(): argument 'keys': expected a tensor, got a list
counts.remove(tf.constant(["a"]))
reveal_type(counts.size())  # revealed: Tensor[int64, Shape[()]]
""",
        tmp_path,
    )


def test_values_have_the_shape_of_the_default(tmp_path: Path) -> None:
    holds(
        """
vectors.insert(["a"], [[1.0, 2.0, 3.0]])
vectors.insert("a", [1.0, 2.0, 3.0])
vectors.insert(["a"], [1.0])  # error: [tf-shape]
vectors.insert(["a"], [[1.0, 2.0]])  # error: [tf-shape]
reveal_type(vectors.lookup([["a"], ["b"]]))  # revealed: Tensor[float32, Shape[2, 1, 3]]
keys, values = vectors.export()
reveal_type(values)  # revealed: Tensor[float32, Shape[None, 3]]
tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, "x")  # error: [tf-dtype]
dense = tf.lookup.experimental.DenseHashTable(tf.int64, tf.int64, default_value=-1, empty_key=0, deleted_key=-1)
dense.insert([1, 2], [3, 4])
reveal_type(dense.lookup(tf.constant([1, 2, 3], tf.int64)))  # revealed: Tensor[int64, Shape[3]]
dense.lookup(tf.constant([1]))  # error: [tf-dtype]
""",
        tmp_path,
    )


def test_tables_in_graphs_and_datasets(tmp_path: Path) -> None:
    holds(
        """
@tf.function
def numbers(words):
    return table.lookup(words)  # error: [tf-dtype] table.lookup(): argument 'keys': the table has keys of string, got int32

reveal_type(numbers(tf.constant([["a"]])))  # revealed: Tensor[int32, Shape[1, 1]]
numbers(tf.constant([1]))

words = tf.data.Dataset.from_tensor_slices(["a", "b"])
reveal_type(words.map(table.lookup))  # revealed: tensorflow.data.Dataset[Tensor[int32, Shape[()]]]
reveal_type(words.map(lambda word: table[word]))  # revealed: tensorflow.data.Dataset[Tensor[int32, Shape[()]]]
tf.data.Dataset.from_tensor_slices([1, 2]).map(table.lookup)  # error: [tf-dtype]
indices = tf.data.experimental.index_table_from_dataset(words, num_oov_buckets=1)
reveal_type(indices.lookup(tf.constant(["a"])))  # revealed: Tensor[int64, Shape[1]]
""",
        tmp_path,
    )


def test_a_key_has_one_value(tmp_path: Path) -> None:
    check(
        '''
        import tensorflow as tf

        TEXT = """the
        old
        the
        """
        words = [each.strip() for each in TEXT.splitlines()]
        lookup, ids = tf.lookup, tf.range(3, dtype=tf.int64)
        made = lookup.KeyValueTensorInitializer
        initializer = made(tf.constant(words), ids)
        lookup.StaticHashTable(initializer, -1)  # error: [tf-value] lookup.StaticHashTable(): argument 'initializer': the key 'the' has the values 0 and 2; list(dict.fromkeys(words)) has each key once
        lookup.StaticVocabularyTable(initializer, 1)  # error: [tf-value] lookup.StaticVocabularyTable(): argument 'initializer': the key 'the' has the values 0 and 2
        lookup.StaticHashTable(made([1, 2, 1], ["a", "b", "c"]), "")  # error: [tf-value] lookup.StaticHashTable(): argument 'initializer': the key 1 has the values 'a' and 'c'
        terms = list(dict.fromkeys(words))
        lookup.StaticHashTable(made(tf.constant(terms), tf.range(len(terms))), -1)
        lookup.StaticHashTable(made(["a", "b", "a"], [0, 1, 0]), -1)
        lookup.StaticVocabularyTable(made(["a", "b", "a"], tf.constant([0, 1, 0], tf.int64)), 1)
        counts = lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
        counts.insert(["a", "a"], [1, 2])
        ''',
        tmp_path,
    )


def test_a_saved_function_uses_tables_that_the_object_holds(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        lookup, spec = tf.lookup, tf.TensorSpec([None], tf.string)
        table = lookup.StaticHashTable(lookup.KeyValueTensorInitializer(["a", "b"], [0, 1]), -1)
        counts = lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)

        class Bare(tf.Module):
            @tf.function(input_signature=[spec])
            def find(self, words):
                return table.lookup(words)

        class Holding(Bare):
            def __init__(self, kept=None):
                super().__init__()
                self.kept = kept

        class Counting(tf.Module):
            @tf.function(input_signature=[spec])
            def size(self, words):
                return counts.size()

        class Named(tf.Module):
            @tf.function(input_signature=[spec])
            def find(self, words):
                return tf.constant(table.name)

        tf.saved_model.save(Bare(), "a")  # error: [tf-state] find() uses a lookup table that the saved object does not hold: self.table = table in __init__() makes it an attribute
        tf.saved_model.save(Holding(counts), "b")  # error: [tf-state] find() uses a lookup table that the saved object does not hold
        tf.saved_model.save(Counting(), "c")  # error: [tf-state] size() uses a lookup table that the saved object does not hold: self.counts = counts in __init__()
        tf.saved_model.save(Holding(table), "d")
        tf.saved_model.save(Holding([table]), "d")
        tf.saved_model.save(Holding({"table": table}), "d")
        tf.saved_model.save(Holding((table,)), "d")
        tf.saved_model.save(Holding(Holding(table)), "d")
        tf.saved_model.save(Named(), "e")
        """,
        tmp_path,
    )
