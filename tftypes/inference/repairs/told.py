"""What a message tells the search, by its notation alone: quoted names, shapes, dtypes, numbers, what is left out.

Messages are written for people. The search reads what they set off as values, and no word: which edit is tried is for
the code of the finding and for the program.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Final

_SHAPE: Final = re.compile(r"\[([\w?*+ -]+(?:, [\w?*+ -]+)*)\]")
_NUMBER: Final = re.compile(r"(?<![\w.])\d+(?![\w.]\w)")
_DTYPE: Final = re.compile(r"\b(?:u?int(?:8|16|32|64)|b?float(?:16|32|64)|bool|string|complex64)\b")
_ROW: Final = re.compile(r"\((\d+(?:, \d+)+)\)")
_TENSOR: Final = re.compile(rf"{_DTYPE.pattern}\[[^\]]*\]")
_QUOTED: Final = re.compile(r"'([^']*)'")
_CALLED: Final = re.compile(r"(\w+)\(\)")
_ARGUMENT: Final = re.compile(r"argument '(\w+)': ")
#: The one remedy that is no piece of code: `leave out .numpy()`, `leave it out`.
_LEFT_OUT: Final = re.compile(r"\bleave out (?:the )?(?:\w+\.)*\.?(\w+)")
_LEFT_OUT_ITSELF: Final = re.compile(r"\bleave it out\b")


@dataclass(frozen=True)
class Told:
    """The values in one message.

    >>> told = Told("layers.Dense(): argument 'units': got int32[3, ?]; leave out .numpy()")
    >>> told.argument, told.dtypes, told.shapes, told.left_out
    ('units', ('int32',), ((3, None),), frozenset({'numpy'}))
    """

    text: str

    @cached_property
    def names(self) -> frozenset[str]:
        """What the message quotes."""
        return frozenset(_QUOTED.findall(self.text))

    @cached_property
    def words(self) -> frozenset[str]:
        """All words, among them the names of the program's classes."""
        return frozenset(re.findall(r"\w+", self.text))

    @cached_property
    def called(self) -> frozenset[str]:
        """The functions, methods and layers that the message calls."""
        return frozenset(_CALLED.findall(self.text))

    @cached_property
    def argument(self) -> str:
        """The argument at fault, or no text."""
        found = _ARGUMENT.search(self.text)
        return found[1] if found else ""

    @cached_property
    def tensors(self) -> frozenset[str]:
        """The tensors, as they are shown."""
        return frozenset(_TENSOR.findall(self.text))

    @cached_property
    def dtypes(self) -> tuple[str, ...]:
        """The dtypes in their order."""
        return tuple(dict.fromkeys(_DTYPE.findall(self.text)))

    @cached_property
    def numbers(self) -> frozenset[int]:
        """The sizes and other numbers."""
        return frozenset(map(int, _NUMBER.findall(self.text)))

    @cached_property
    def shapes(self) -> tuple[tuple[int | None, ...], ...]:
        """The shapes in their order; None is a size that the message does not know."""
        found = (each.split(", ") for each in _SHAPE.findall(self.text))
        made = (tuple(int(size) if size.isdigit() else None for size in each) for each in found)
        return tuple(dict.fromkeys(made))

    @cached_property
    def rows(self) -> Sequence[list[int]]:
        """The tuples of numbers, as code has them."""
        return [[*map(int, each.split(", "))] for each in _ROW.findall(self.text)]

    @cached_property
    def sizes(self) -> frozenset[int]:
        """The sizes in the shapes."""
        return frozenset(each for shape in self.shapes for each in shape if each is not None)

    @cached_property
    def counts(self) -> frozenset[int]:
        """The sizes, and how many numbers a row of these shapes has."""
        known = ([each for each in shape[1:] if each is not None] for shape in self.shapes)
        whole = (
            row for row, shape in zip(known, self.shapes) if row and len(row) == len(shape) - 1
        )
        return self.sizes | {*map(prod, whole)}

    @cached_property
    def left_out(self) -> frozenset[str]:
        """The functions, layers and arguments that the message leaves out as a remedy."""
        return frozenset(_LEFT_OUT.findall(self.text))

    @cached_property
    def is_left_out(self) -> bool:
        """Whether it leaves out what it is about."""
        return bool(_LEFT_OUT_ITSELF.search(self.text))

    @cached_property
    def about(self) -> str:
        """The function or layer that is refused."""
        return self.text.partition("()")[0].rpartition(".")[2]
