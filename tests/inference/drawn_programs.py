"""Small programs of numbers, lists, dicts, functions, classes, loops and exceptions, drawn at random.

Each runs to its end: what it raises, it catches. `probe(x)` marks what is compared.
"""

from __future__ import annotations

from random import Random

_NAMES = ("a", "b", "c", "d")
_LISTS = ("xs", "ys")
_DICTS = ("m", "n")
_KEYS = ('"k"', '"z"', "1")


class _Drawing:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.lines: list[str] = []
        self.functions: list[str] = []
        self.depth = 0
        #: Whether things are done that may raise; then no condition is unknown, as only what raises for sure is followed.
        self.risky = random.random() < 0.6
        self.in_function = False

    def line(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    def number(self, deep: int = 2) -> str:
        pick, r = self.random.choice, self.random
        if deep and r.random() < 0.6:
            kind = r.randrange(9)
            if kind in (3, 5, 6) and not self.risky:
                kind = 0
            if kind < 3:
                return f"({self.number(deep - 1)} {pick('+-*')} {self.number(deep - 1)})"
            if kind == 3:
                return f"({self.number(deep - 1)} {pick(('//', '%'))} {pick('0123')})"
            if kind == 4:
                return f"len({pick(_LISTS + _DICTS)})"
            if kind == 5:
                return f"{pick(_LISTS)}[{pick((0, -1, 1, 2))}]"
            if kind == 6:
                return f"{pick(_DICTS)}[{pick(_KEYS)}]"
            if kind == 7 and self.functions and not self.in_function:
                return f"{pick(self.functions)}({self.number(0)}, {self.number(0)})"
            return f"({self.number(0)} if {self.test()} else {self.number(0)})"
        return pick((*_NAMES, str(r.randrange(5)), "box.n"))

    def test(self) -> str:
        pick = self.random.choice
        kind = self.random.randrange(7)
        if kind == 0 and not self.risky:
            return f"outside() {pick('<>')} 0.5"
        if kind == 1:
            return f"{pick(_KEYS)} in {pick(_DICTS)}"
        if kind == 2:
            return f"{pick(_LISTS)}"
        if kind == 3:
            return f"not {pick(_NAMES)}"
        if kind == 4:
            return f"{self.number(0)} {pick(('and', 'or'))} {self.number(0)}"
        return f"{self.number(0)} {pick(('<', '==', '!=', '>='))} {self.number(0)}"

    def statements(self, count: int, inside: bool = False) -> None:
        for _ in range(count):
            self.statement(inside)

    def block(self, inside: bool) -> None:
        self.depth += 1
        self.statements(self.random.randint(1, 3), inside)
        self.depth -= 1

    def statement(self, inside: bool) -> None:
        r, pick = self.random, self.random.choice
        kind = r.randrange(20)
        deep = self.depth > 3
        if kind < 4:
            self.line(f"{pick(_NAMES)} = {self.number()}")
        elif kind == 4:
            self.line(f"{pick(_NAMES)} {pick('+-')}= {self.number(1)}")
        elif kind == 5:
            method = pick((f"append({self.number(1)})", "reverse()", "sort()", "clear()", "pop()"))
            method = "copy()" if method == "pop()" and not self.risky else method
            self.line(f"{pick(_LISTS)}.{method}")
        elif kind == 6:
            self.line(
                f"{pick(_LISTS)} = {pick((f'[{self.number(1)}, {self.number(0)}]', *_LISTS))}"
            )
        elif kind == 7:
            self.line(f"{pick(_DICTS)}[{pick((*_KEYS, self.number(0)))}] = {self.number(1)}")
        elif kind == 8 and self.risky:
            self.line(f"{pick(_LISTS)}[{pick((0, -1, 1))}] = {self.number(1)}")
        elif kind == 9:
            self.line(f"box.{pick(('put', 'items.append'))}({self.number(0)})")
        elif kind == 10:
            self.line(f"box.n = {self.number(1)}")
        elif kind in (11, 12) and not deep:
            self.line(f"if {self.test()}:")
            self.block(inside)
            if r.random() < 0.6:
                self.line("else:")
                self.block(inside)
        elif kind == 13 and not deep:
            copies = (f"list({pick(_LISTS)})", f"list({pick(_DICTS)}.values())")
            self.line(f"for {pick(_NAMES)} in {pick((f'range({r.randrange(5)})', *copies))}:")
            self.block(True)
        elif kind == 14 and not deep:
            counter = f"t{self.depth}"  # of this loop alone, so that it ends
            self.line(f"{counter} = 0")
            self.line(f"while {counter} < {r.randrange(4)}:")
            self.depth += 1
            self.line(f"{counter} += 1")
            self.depth -= 1
            self.block(True)
        elif kind == 15 and not deep:
            self.line("try:")
            self.block(inside)
            caught = pick(("Exception", "LookupError", "(KeyError, ZeroDivisionError)"))
            self.line(f"except {caught}:")
            self.block(inside)
            if r.random() < 0.4:
                self.line("finally:")
                self.block(False)
        elif kind == 16 and inside:
            self.line(pick(("break", "continue")))
        elif kind == 17:
            raises = self.risky and self.depth and r.random() < 0.3
            self.line(f"raise {pick(('KeyError', 'ValueError'))}()" if raises else "pass")
        else:
            values = (*_NAMES, *_LISTS, *_DICTS, "box.n", "box.items", self.number(1))
            self.line(f"probe({pick(values)})")

    def function(self, name: str) -> None:
        self.line(f"def {name}(a, b, c=1, *, d=2):")
        self.depth, self.in_function = self.depth + 1, True
        self.line("xs, ys, m, n = [a], [b, 3], {'k': a}, {1: b}")
        self.statements(self.random.randint(1, 4))
        self.line(f"return {self.number(1)}")
        self.depth, self.in_function = self.depth - 1, False
        self.functions.append(name)


_BEGINNING = """\
from random import random as outside
class Box:
    items = []
    def __init__(self, n):
        self.n = n
    def put(self, x):
        self.n += x
        self.items.append(x)
        return self.n
box = Box(3)
a, b, c, d = 1, 2, 3, 0
xs, ys = [1, 2], [3]
m, n = {"k": 1}, {1: 5, "z": 0}
"""


def program(random: Random) -> str:
    """The text of a program."""
    drawing = _Drawing(random)
    drawing.function("f")
    drawing.function("g")
    for _ in range(random.randint(4, 8)):
        drawing.line("try:")
        drawing.block(False)
        drawing.line("except Exception:")
        drawing.depth += 1
        drawing.line("probe('raised')")
        drawing.depth -= 1
    for name in (*_NAMES, *_LISTS, *_DICTS, "box.n", "box.items"):
        drawing.line(f"probe({name})")
    return _BEGINNING + "\n".join(drawing.lines) + "\n"
