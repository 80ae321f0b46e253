"""How much will a user enjoy a recipe? The StructTensor RFC's model, from structured files to served predictions.

Requests hold a user and a recipe with its ingredients, its steps and what others thought of it. They
come as JSON lines, are kept as Parquet, and go into the model as they are: its features are computed
in the graph, from paths, so the saved model takes the same structures that it was trained on.

    python examples/recipes/recipes.py

The same program with mistakes in it is beside it: `tftypes check examples/recipes/broken.py`.
"""

from __future__ import annotations

import json
import math
import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypedDict, TypeVar

import keras
import tensorflow as tf

from tftypes import Dimension, Shape, Tensor, float32, struct
from tftypes.runtime import function
from tftypes.struct import StructTensor

N = TypeVar("N")  # the number of requests


class Taste(Dimension):
    value = 4


class Width(Dimension):
    value = 8


class Ingredient(TypedDict):
    amount: float
    unit: str
    name: str


class Step(TypedDict):
    description: str


class Rating(TypedDict):
    user_embedding: Tensor[float32, Shape[Taste]]
    score: float


class Recipe(TypedDict):
    title: str
    est_time: float
    ingredients: list[Ingredient]
    steps: list[Step]
    user_ratings: list[Rating]


class Request(TypedDict):
    user_embedding: Tensor[float32, Shape[Taste]]
    recipe: Recipe


class Example(Request):
    score: float  # what the user thought of it


# --- features, in the graph --------------------------------------------------------------


def with_words(requests: StructTensor[Request, Shape[N]]) -> StructTensor[Any, Shape[N]]:
    """The words of all steps, and the names of all ingredients, side by side with the recipe."""
    rows = struct.apply(requests, "recipe.steps.description", tf.strings.split, "recipe.steps.words")
    rows = struct.promote(rows, "recipe.steps.words", "words")
    return struct.promote(rows, "recipe.ingredients.name", "names")


def opinion(requests: StructTensor[Request, Shape[N]]) -> Tensor[float32, Shape[N]]:
    """What others thought of the recipe, those most who have the taste of this user."""
    rows = struct.broadcast(requests, "user_embedding", "recipe.user_ratings.asking")
    rows = struct.map_values(
        rows,
        ["recipe.user_ratings.user_embedding", "recipe.user_ratings.asking"],
        lambda theirs, ours: tf.exp(-tf.reduce_sum((theirs - ours) ** 2.0, axis=-1)),
        "recipe.user_ratings.weight",
    )
    seen = rows["recipe", "user_ratings"]
    weight = tf.reduce_sum(seen["weight"], axis=1)
    return tf.math.divide_no_nan(tf.reduce_sum(seen["weight"] * seen["score"], axis=1), weight)


def numbers(requests: StructTensor[Request, Shape[N]]) -> Tensor[float32, Shape[N, 4]]:
    recipe = requests["recipe"]
    counts = recipe["ingredients"]["name"].row_lengths(), recipe["steps"]["description"].row_lengths()
    ingredients, steps = [tf.cast(count, tf.float32) / 10.0 for count in counts]
    return tf.stack([tf.math.log1p(recipe["est_time"]), ingredients, steps, opinion(requests)], axis=1)


# --- the model --------------------------------------------------------------------------


class Model(keras.Model):
    """Embeddings of names and words, the user's own, and numbers; then two dense layers."""

    def __init__(self) -> None:
        super().__init__()
        self.names = keras.layers.Embedding(64, Width.value)
        self.words = keras.layers.Embedding(256, Width.value)
        self.hidden = keras.layers.Dense(32, "relu")
        self.score = keras.layers.Dense(1, "sigmoid")

    def call(self, requests: StructTensor[Request, Shape[N]]) -> Tensor[float32, Shape[N]]:
        rows = with_words(requests)
        parts = [
            self.mean(rows, "names", self.names),
            self.mean(rows, "words", self.words),
            requests["user_embedding"],
            numbers(requests),
        ]
        return tf.squeeze(self.score(self.hidden(tf.concat(parts, axis=1))), axis=1)

    def mean(
        self, rows: StructTensor[Any, Shape[N]], path: str, embedding: Any
    ) -> Tensor[float32, Shape[N, Width]]:
        """The mean embedding of the strings in a list, of each request."""
        size = embedding.input_dim
        found = struct.map_values(
            rows, path, lambda text: embedding(tf.strings.to_hash_bucket_fast(text, size))
        )
        return tf.reduce_mean(found[path], axis=1)


class Server(tf.Module):
    """The model as it is saved: it takes requests, any number of them, and nothing but requests.

    It holds the variables, not the Keras model, for which Keras would save a function that takes
    tensors only.
    """

    def __init__(self, model: Model) -> None:
        super().__init__()
        self.kept = [weight.value for weight in model.weights]
        self.score: Callable[[Any], Any] = lambda requests: model(requests)

    @function
    def predict(self, requests: StructTensor[Request, Shape[N]]) -> Tensor[float32, Shape[N]]:
        return self.score(requests)


# --- data -------------------------------------------------------------------------------

PANTRY = {
    "flour": [1.0, 0.0, 0.2, 0.0], "sugar": [0.9, 0.1, 0.0, 0.0], "butter": [0.7, 0.3, 0.0, 0.1],
    "cinnamon": [0.6, 0.0, 0.0, 0.6], "chili": [0.0, 0.2, 0.9, 0.8], "beans": [0.0, 0.6, 0.7, 0.0],
    "rice": [0.1, 0.7, 0.4, 0.0], "lime": [0.2, 0.4, 0.4, 0.9], "fish": [0.0, 1.0, 0.1, 0.3],
}  # fmt: skip
STEPS = ["Preheat the oven", "Whisk until smooth", "Chop and fry", "Simmer and stir", "Serve hot"]


def taste(random_: random.Random) -> list[float]:
    return [round(random_.random(), 3) for _ in range(Taste.value)]


def liking(user: list[float], names: list[str]) -> float:
    """The truth, of which the model sees the examples: tastes that meet."""
    match = sum(u * PANTRY[name][i] for name in names for i, u in enumerate(user)) / len(names)
    return round(1.0 / (1.0 + math.exp(6.0 - 8.0 * match)), 4)


def example(random_: random.Random) -> dict[str, Any]:
    names = random_.sample(list(PANTRY), random_.randint(2, 5))
    user = taste(random_)
    others = [taste(random_) for _ in range(random_.randint(0, 4))]
    return {
        "user_embedding": user,
        "recipe": {
            "title": f"{names[0]} with {names[1]}",
            "est_time": float(random_.randint(10, 90)),
            "ingredients": [
                {"amount": random_.randint(1, 8) / 2, "unit": "cup", "name": name} for name in names
            ],
            "steps": [
                {"description": text} for text in random_.sample(STEPS, random_.randint(1, 4))
            ],
            "user_ratings": [
                {"user_embedding": other, "score": liking(other, names)} for other in others
            ],
        },
        "score": liking(user, names),
    }


def prepare(folder: Path, count: int) -> Path:
    """Writes examples as JSON lines, and from these as Parquet."""
    random_ = random.Random(1)
    lines = "\n".join(json.dumps(example(random_)) for _ in range(count))
    (folder / "examples.jsonl").write_text(lines)
    examples = struct.from_json_lines(folder / "examples.jsonl", schema=Example)
    struct.to_parquet(examples, folder / "examples.parquet", row_group_size=128)
    return folder / "examples.parquet"


def main() -> None:
    keras.utils.set_random_seed(1)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = prepare(folder, 512)
        print(struct.from_parquet(path, schema=Example).schema)

        batches = struct.parquet_dataset(path, 32, schema=Example, shuffle="rows", seed=1)
        data = batches.map(lambda rows: (rows.without("score"), rows["score"]))
        model = Model()
        model.compile(keras.optimizers.Adam(0.01), "mse")
        losses = model.fit(data, epochs=8, verbose=0, shuffle=False).history["loss"]
        print(f"loss       {losses[0]:.4f} -> {losses[-1]:.4f}")

        server = Server(model)
        tf.saved_model.save(server, str(folder / "model"))
        loaded = tf.saved_model.load(str(folder / "model"))

        request = example(random.Random(7))
        truth = request.pop("score")
        requests = struct.from_json_lines(json.dumps(request), schema=Request)
        print("title     ", requests["recipe", "title"].numpy()[0].decode())
        print(f"predicted  {float(loaded.predict(requests)[0]):.2f}, truth {truth:.2f}")
        print("saved, loaded", bool(abs(loaded.predict(requests) - model(requests))[0] < 1e-5))
        anonymous: Any = requests.without("user_embedding")
        try:
            server.predict(anonymous)
        except TypeError as error:
            print("refused   ", str(error).partition(", got")[0])


if __name__ == "__main__":
    main()
