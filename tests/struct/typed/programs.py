"""Structs of every kind, and what a program does to them: run by TensorFlow, typed by the checker."""

from __future__ import annotations

from typing import Any

#: The annotation of each input.
INPUTS = {
    "one": "StructTensor[Recipe, Shape[()]]",
    "many": "StructTensor[Recipe, Shape[None]]",
    "three": "StructTensor[Recipe, Shape[3]]",
    "grid": "DenseStructTensor[Recipe, Shape[2, 3]]",
    "rag": "RaggedStructTensor[Recipe, Shape[2, None]]",
    "user": "StructTensor[User, Shape[()]]",
    "users": "StructTensor[User, Shape[2]]",
    "leaf": "RaggedStructTensor[Ingredient, Shape[None, None]]",
}


def ingredient(number: int) -> dict[str, Any]:
    return {"amount": number / 2, "name": f"n{number}", "tags": ["t"] * (number % 3)}


def recipe(number: int) -> dict[str, Any]:
    return {
        "title": f"r{number}",
        "embedding": [1.0, float(number)],
        "tags": ["a", "b", "c"][: number % 4],
        "pairs": [[1.0, 2.0]] * (number % 3),
        "ingredients": [ingredient(i) for i in range(number % 3 + 1)],
    }


def user(number: int) -> dict[str, Any]:
    return {
        "id": number,
        "place": {"city": "c"},
        "recipes": [recipe(i) for i in range(number % 2 + 1)],
        "three": [ingredient(i) for i in range(3)],
        "words": [["a"], ["b", "c"]][: number + 1],
    }


#: The values, as Python has them.
VALUES: dict[str, Any] = {
    "one": recipe(2),
    "many": [recipe(i) for i in range(3)],
    "three": [recipe(i) for i in range(3)],
    "grid": [[recipe(i) for i in range(3)], [recipe(i) for i in range(3, 6)]],
    "rag": [[recipe(0)], [recipe(1), recipe(2)]],
    "user": user(1),
    "users": [user(0), user(1)],
    "leaf": [[ingredient(0), ingredient(1)], [ingredient(2)]],
}

#: What is done to each of them, as far as it can be.
STEPS = """\
{x}
{x}[0]
{x}[-1]
{x}[5]
{x}[1:]
{x}[:2]
{x}[::2]
{x}[::-1]
{x}[...]
{x}[0, ...]
{x}[..., 0]
{x}[tf.newaxis]
{x}[..., tf.newaxis]
{x}[:, 0]
{x}[:, 1:]
{x}[0, 0]
{x}[tf.constant(1)]
{x}["title"]
{x}["titles"]
{x}["tags", 0]
{x}[0, "tags"]
{x}[0, "title", 0]
{x}[:, "embedding", 1]
{x}["ingredients", 0]
{x}["ingredients", 0, "name"]
{x}["ingredients", :, "name"]
{x}["ingredients", ..., "name"]
{x}[0]["ingredients"][0]["name"]
{x}["recipes", "ingredients"]
{x}["recipes", 0, "ingredients", 0, "tags"]
{x}["place", "city"]
{x}["three", ..., "tags"]
{x}["words"]
{x}.field_value("tags")
{x}.field_value("nothing")
{x}.without("title")
{x}.without("title", "nothing")
{x}.with_only("tags", "ingredients")
{x}.without("title")[0]
{x}.without("id")[0]
{x}.with_updates(a=[1, 2, 3])
{x}.with_updates(a=[1, 2], b=[1.5, 2.5])
{x}.with_updates(a=7, title="t")
{x}.with_updates({{"a b": tf.zeros([3, 4])}})
{x}.with_updates(copy={x})
{x}.with_updates(copy={x}["tags"])["copy"]
{x}.with_updates(words=tf.ragged.constant([[1], [2, 3], []]))
tf.identity({x})
tf.rank({x})
tf.shape({x})
tf.size({x})
tf.gather({x}, [1, 0])
tf.gather({x}, [[1, 0], [0, 1]])
tf.gather({x}, 1)
tf.gather({x}, [0], axis=1)
tf.gather({x}, [[0], [0]], batch_dims=1)
tf.gather_nd({x}, [[1], [0]])
tf.gather_nd({x}, [[1, 0]])
tf.boolean_mask({x}, [True, False, True])
tf.boolean_mask({x}, [True, False])
tf.concat([{x}, {x}], 0)
tf.concat([{x}, {x}], 1)
tf.concat([{x}, {x}[:1]], 0)
tf.concat([{x}, {x}.without("title")], 0)
tf.stack([{x}, {x}])
tf.stack([{x}, {x}], 1)
tf.expand_dims({x}, 0)
tf.expand_dims({x}, 1)
tf.expand_dims({x}, -1)
tf.expand_dims({x}, 5)
tf.squeeze(tf.expand_dims({x}, 0), 0)
tf.squeeze(tf.expand_dims({x}, 0))
tf.squeeze({x}, 0)
tf.tile({x}, [2])
tf.tile({x}, [2, 1])
tf.unstack({x})
tf.unstack({x})[0]
tf.unstack({x}, axis=1)
tf.split({x}, 3)
tf.split({x}, [1, 2])
tf.split({x}, 2)[1]
tf.where([True, False, True], {x}, {x})
tf.where(True, {x}, {x})
tf.reshape({x}, [-1])
tf.reshape({x}, [3, 1])
tf.reshape({x}, [3, 2])
tf.reverse({x}, [0])
tf.reverse({x}, [1])
tf.repeat({x}, 2, axis=0)
tf.repeat({x}, [1, 2, 0], axis=0)
tf.repeat({x}, 2, axis=1)
tf.expand_dims({x}, 0)[0]
tf.expand_dims({x}.without("title"), 0)[0]
tf.stack([{x}[0], {x}[1]])
tf.stack([{x}, {x}])[0]
{x}.values
{x}.flat_values
{x}.values["ingredients"]
RaggedStructTensor.from_row_splits({x}, [0, 1, 3])
RaggedStructTensor.from_row_splits({x}, [0, 1, 3])[0]
RaggedStructTensor.from_row_lengths({x}, [2, 0, 1])["tags"]
RaggedStructTensor.from_uniform_row_length({x}, 1)
struct.project({x}, ["title", "ingredients.name"])
struct.project({x}, ["recipes.ingredients.name"])
struct.promote({x}, "ingredients.name", "names")
struct.promote({x}, "ingredients.tags", "all")
struct.promote({x}, "ingredients.tags", "all", join=False)
struct.promote({x}, "recipes.ingredients.name", "names")
struct.promote({x}, "recipes.ingredients", "flat")
struct.promote({x}, "recipes.ingredients.name", "recipes.names")
struct.promote({x}, "three.name", "names")
struct.promote({x}, "place.city", "city")
struct.broadcast({x}, "title", "ingredients.title")
struct.broadcast({x}, "tags", "ingredients.above")
struct.broadcast({x}, "id", "recipes.ingredients.id")
struct.broadcast({x}, "place", "recipes.place")
struct.apply({x}, "title", tf.strings.length, "length")
struct.apply({x}, "ingredients.amount", lambda a: a * 2.0, "ingredients.double")
struct.apply({x}, "ingredients.amount", lambda a: tf.reduce_sum(a, -1), "total")
struct.apply({x}, ["recipes.title", "recipes.title"], lambda a, b: a + b, "recipes.twice")
struct.map_values({x}, "ingredients.name", tf.strings.length, "ingredients.length")
struct.map_values({x}, "tags", tf.strings.upper)
struct.reroot({x}, "ingredients")
struct.reroot({x}, "recipes.ingredients", index="row")
struct.filter({x}, "ingredients", lambda i: i["amount"] > 0.2)
struct.filter({x}, "recipes.ingredients", lambda i: i["amount"] > 0.2)
struct.filter({x}, "tags", lambda t: t == "a")
tf.transpose({x})
tf.transpose({x}, [1, 0])
tf.roll({x}, 1, 0)
tf.slice({x}, [1], [2])
tf.slice({x}, [0, 1], [2, 1])
tf.broadcast_to({x}, [2, 3])
tf.zeros_like({x}.with_only("embedding"))
tf.stop_gradient({x})
tf.random.shuffle({x})
tf.ragged.stack([{x}[0], {x}[1]])
tf.ragged.boolean_mask({x}, [True, False, True])
struct.sort({x}, "title")
struct.sort({x}, "amount", direction="DESCENDING")
struct.sort({x}, "titles")
struct.sort({x}, "amount", at="ingredients")
struct.argsort({x}, "title")
struct.argsort({x}, "ingredients")
struct.unique({x}, "title")
struct.unique({x}, ["amount", "name"], at="ingredients")
struct.group_by({x}, "title").keys
struct.group_by({x}, "title").values
struct.group_by({x}, "nothing")
""".splitlines()


#: New structs, whose schema is that of the values.
MADE = """\
struct.constant({"a": 1, "b": 2.5, "c": "x", "d": True, "e": [1, 2], "f": [[1], [2, 3]]})
struct.constant([{"a": 1, "b": [1.0]}, {"a": 2, "b": [2.0]}])
struct.constant([{"a": 1, "b": [1.0]}, {"a": 2, "b": [2.0, 3.0]}])
struct.constant([{"a": 1, "b": [[1], [2]]}, {"a": 2, "b": [[2, 3], [4, 5]]}])
struct.constant([{"a": {"b": [{"c": 1}]}}, {"a": {"b": [{"c": 2}]}}])
struct.constant([{"a": {"b": [{"c": [1]}]}}, {"a": {"b": [{"c": [2, 3]}, {"c": []}]}}])
struct.constant([[{"a": 1}], [{"a": 2}]])
struct.constant([[{"a": 1}], [{"a": 2}, {"a": 3}]])
struct.constant([[{"a": [1]}], [{"a": [2]}, {"a": [3]}]])
struct.constant([])
struct.constant([{"a": 1}, {"b": 2}])
struct.constant([{"a": 5000000000}, {"a": 1}])
struct.constant([{"a": 1}, {"a": 2.5}])
struct.constant({"title": "x", "embedding": [1, 2], "tags": [], "pairs": [], "ingredients": []}, Recipe)
struct.constant([{"amount": 1.0, "name": "n", "tags": []}] * 2, Ingredient)
DenseStructTensor([2], {"a": [1, 2], "b": tf.zeros([2, 3]), "c": tf.ragged.constant([[1], [2, 3]])})
DenseStructTensor([None], {"a": tf.zeros([2]), "b": struct.constant([{"c": 1}, {"c": 2}])})
DenseStructTensor([], {"a": 1, "b": [1.0, 2.0], "c": tf.ragged.constant([[1], [2, 3]])})
DenseStructTensor([2, 2], {"a": [[1, 2], [3, 4]]})
DenseStructTensor([2], {"a": [1, 2, 3]})
DenseStructTensor([2], {"a": 1})
tf.expand_dims(DenseStructTensor([2], {"c": tf.ragged.constant([[1], [2, 3]])})[0], 0)
""".splitlines()


def expressions() -> list[str]:
    """Every step on every input, and what is made of values."""
    return [step.format(x=name) for name in INPUTS for step in STEPS] + MADE
