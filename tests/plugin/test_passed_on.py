"""What a function without annotations returns, passed on through Python's own: mypy alone knows nothing of it there either.

The class sets attributes whose names are not written, so that none is proven to be missing.
"""

from __future__ import annotations

from pathlib import Path

from tests.checks import CONFIG
from tests.plugin.test_incremental import mypy

HEAD = """\
import collections
import copy
import functools
import itertools
from concurrent.futures import ThreadPoolExecutor

import tensorflow as tf


class Settings:
    def __init__(self, **named):
        for name, value in named.items():
            setattr(self, name, value)
        self.scale = tf.zeros([2])


def settings(*parts):
    return Settings(**dict(parts))


one = settings(("rate", 0.1))
pool = ThreadPoolExecutor()
named = collections.OrderedDict([("a", one)])
"""
#: Expressions that stand for settings.
PASSED_ON = """\
one
settings()
copy.copy(one)
copy.deepcopy(settings())
max(one, one, key=id)
next(iter([one]))
next(each for each in [one])
sorted([one, one], key=id)[0]
functools.reduce(lambda first, second: first, [one])
pool.submit(settings, ("rate", 0.1)).result()
collections.deque([one]).pop()
named["a"]
list(named.values())[0]
dict(a=one)["a"]
{"a": one}["a"]
{key: value for key, value in named.items()}["a"]
[each for each in [one]][0]
(one if named else settings())
(another := one)
"""
#: Loops over such.
LOOPS = """\
list((one, one))
itertools.chain([one], [one])
map(lambda key: settings(), named)
map(settings, named)
pool.map(settings, named)
reversed([one])
named.values()
"""


def errors(statements: list[str], folder: Path) -> list[str]:
    body = [f"    {line}" for statement in statements for line in statement.splitlines()]
    (folder / "mypy.ini").write_text(CONFIG)
    (folder / "program.py").write_text("\n".join([HEAD, "def run():", *body, ""]))
    source = (folder / "program.py").read_text().splitlines()
    return [source[int(line.split(":")[1]) - 1].strip() for line in mypy(folder, "program.py")]


def test_what_is_passed_on_is_unknown(tmp_path: Path) -> None:
    statements = [f"print({each}.rate)" for each in PASSED_ON.splitlines()]
    for number, each in enumerate(PASSED_ON.splitlines()):
        statements += [f"kept{number} = {each}", f"kept{number}.rate = 1", f"kept{number}.late()"]
    statements += [f"for each in {each}:\n    print(each.rate)" for each in LOOPS.splitlines()]
    statements += ["first, *rest = [one, one]", "print(first.rate, rest[0].rate)"]
    assert errors(statements, tmp_path) == []


def test_what_mypy_knows_by_itself_is_an_error(tmp_path: Path) -> None:
    known = ["print(copy.deepcopy(Settings()).rate)", "print([Settings()][0].rate)"]
    assert errors(known, tmp_path) == known
