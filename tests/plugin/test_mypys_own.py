"""What mypy knows of Python's own library by itself, it knows with the plugin too: it asks the first plugin that has a hook."""

from __future__ import annotations

from pathlib import Path

from tests.checks import Case, check

LIBRARY = """\
import ctypes
import enum
from dataclasses import dataclass, replace
from functools import partial, singledispatch
from typing import TypedDict

class Color(enum.Enum):
    RED = 1

class Flag(enum.IntFlag):
    ON = 1

reveal_type(Color.RED.value)  # revealed: Literal[1]?
reveal_type(Color.RED.name)  # revealed: Literal['RED']?
reveal_type(Flag.ON.value)  # revealed: int

pairs: tuple[tuple[float, str], tuple[float, str]] = ((1.0, "a"),) * 2
reveal_type(("a", 1) * 2)  # revealed: tuple[Literal['a']?, Literal[1]?, Literal['a']?, Literal[1]?]

def scaled(x: int, by: str) -> float: return 1.0

partial(scaled, 1)(2)  # error: [arg-type] "expected "str""
partial(scaled, "a")  # error: [arg-type] "expected "int""

@singledispatch
def shown(x: object) -> int: return 1

shown(1, 2)  # error: [call-arg] "Too many arguments"

class Options(TypedDict, total=False):
    size: int

options: Options = {"size": 1}
reveal_type(options.get("size", "a"))  # revealed: int | Literal['a']?
options.pop("sizes")  # error: [typeddict-item] "sizes"

numbers = (ctypes.c_int * 3)(1, 2, 3)
reveal_type(numbers[0])  # revealed: int

@dataclass
class Point:
    x: int

replace(Point(1), x="a")  # error: [arg-type] "expected "int""
reveal_type(2 ** 3)  # revealed: int
reveal_type(2 ** -3)  # revealed: float
"""


def test_the_library_is_known(tmp_path: Path) -> None:
    case = Case("library", LIBRARY, 1)
    check([case], tmp_path)
    assert not case.problems(), "\n".join(case.problems())
