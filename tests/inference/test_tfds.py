"""tensorflow_datasets: the elements of data that the catalogue is sure of, and the structure of the rest."""

from __future__ import annotations

from pathlib import Path

from .reports import check


def test_elements_by_the_name_of_the_data(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        import tensorflow_datasets as tfds

        (train, test), info = tfds.load("mnist", split=["train", "test"], as_supervised=True, with_info=True)
        for image, label in train.batch(32):
            reveal_type(image)  # revealed: Tensor[uint8, Shape[None, 28, 28, 1]]
            reveal_type(label)  # revealed: Tensor[int64, Shape[None]]

        for row in tfds.load("cifar10")["train"]:
            reveal_type(row["image"])  # revealed: Tensor[uint8, Shape[32, 32, 3]]
            reveal_type(row["id"])  # revealed: Any

        reviews = tfds.load("imdb_reviews", split=tfds.Split.TRAIN, batch_size=8, as_supervised=True)
        texts, _ = next(iter(reviews))
        reveal_type(texts)  # revealed: Tensor[string, Shape[None]]

        pets = tfds.builder("oxford_iiit_pet")
        pets.download_and_prepare()
        reveal_type(next(iter(pets.as_dataset(split="train")))["image"])  # revealed: Tensor[uint8, Shape[None, None, 3]]
        """,
        tmp_path,
    )


def test_functions_run_over_data_of_which_nothing_is_known(tmp_path: Path) -> None:
    check(
        """
        from functools import partial

        import tensorflow as tf
        import tensorflow_datasets as tfds

        def prepare(row, size):
            return tf.ensure_shape(tf.image.resize(row["image"], size[:2]), size), row["label"]

        size = [24, 24, 3]
        names, info = tfds.load("imdb_reviews/subwords8k", with_info=True, as_supervised=True)
        reveal_type(names["train"])  # revealed: tensorflow.data.Dataset[Any]
        rows = tfds.load("some_private_data", split="train").map(partial(prepare, size=size)).batch(4)
        for image, label in rows:
            reveal_type(image)  # revealed: Tensor[float32, Shape[None, 24, 24, 3]]
        reveal_type(tf.keras.Input(size))  # revealed: KerasTensor[float32, Shape[batch, 24, 24, 3]]
        """,
        tmp_path,
    )
