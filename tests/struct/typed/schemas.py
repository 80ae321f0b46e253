"""Schemas of every kind, imported by the tests and read by the checker: a program begins with this."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypedDict

import tensorflow as tf

from tftypes import RaggedTensor, Shape, Tensor, float32, int64, string, struct
from tftypes.struct import DenseStructTensor, RaggedStructTensor, StructTensor

__all__ = ["DenseStructTensor", "RaggedStructTensor", "struct", "tf"]  # for the expressions


class Ingredient(TypedDict):
    amount: float
    name: str
    tags: list[str]


class Recipe(TypedDict):
    title: str
    embedding: Tensor[float32, Shape[2]]
    tags: Tensor[string, Shape[None]]
    pairs: RaggedTensor[float32, Shape[None, 2]]
    ingredients: list[Ingredient]


class Place(NamedTuple):
    city: str


@dataclass
class User:
    id: Tensor[int64, Shape[()]]
    place: Place
    recipes: list[Recipe]
    three: StructTensor[Ingredient, Shape[3]]
    words: list[list[str]]
