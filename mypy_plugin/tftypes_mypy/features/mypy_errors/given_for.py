"""What mypy's errors say is given, and for what: `metrics["loss"] = np.mean(x)`, `return mean, deviation`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tftypes_mypy.patterns import Pattern

_SAID: Final = Pattern(
    r"(?:(?:Argument .*|List item \d+) has incompatible type|Incompatible return value type \(got"
    r'|Incompatible types in assignment \(expression has type) "(?P<got>[^"]+)"[;,] '
    r'(?:expected|variable has type|target has type) "(?P<expected>[^"]+)"'
    r'|Dict entry \d+ has incompatible type "(?P<key>[^"]+)": "(?P<value>[^"]+)"; '
    r'expected "(?P=key)": "(?P<values>[^"]+)"'
    r'|Incompatible types in string interpolation \(expression has type "(?P<formatted>[^"]+)", '
    r'placeholder has type "(?P<format>int \| float[^"]*|int)"\)'
    r"|List comprehension has incompatible type List\[(?P<item>.+)\]; expected List\[(?P<items>.+)\]"
)
_NAMES: Final = (
    ("got", "expected"),
    ("value", "values"),
    ("formatted", "format"),
    ("item", "items"),
)
#: What is put into a list, of which mypy does not say what is in it.
_PUT: Final = Pattern(
    r'No overload variant of "__setitem__" of "list" matches argument types "int", "(?P<got>[^"]+)"'
)
_NAMED: Final = "**dict[str, "
#: The innermost arguments of a class.
_ARGUMENTS: Final = Pattern(r"\[[^][]*\]")
#: Arrays that may be numbers, as `x @ x` is to NumPy's stubs.
_PRODUCTS: Final = Pattern(r"ndarray\[tuple\[(?:(?:Any|int), \.\.\.|\(\))\], ")


def differing(message: str) -> Sequence[tuple[Sequence[str], Sequence[str]]]:
    """The classes of what is given, and of what it is given for, by their short names; a product is maybe a number."""
    return [
        (_members(_PRODUCTS.sub("product[", got)), _members(expected))
        for got, expected in _pairs(message)
        if got != expected
    ]


def _pairs(message: str) -> Iterator[tuple[str, str]]:
    put = _PUT.match(message)
    if put is not None:
        yield put["got"], "float"
    said = _SAID.match(message)
    if said is None:
        return
    got, expected = next((said[g], said[e]) for g, e in _NAMES if said[g] is not None)
    if got.startswith(_NAMED):
        got = got[len(_NAMED) : -1]
    yield from _items(got, expected)


def _items(got: str, expected: str) -> Iterator[tuple[str, str]]:
    """What each item of a tuple is given for."""
    parts, wanted = _split(got), _split(expected)
    if len(parts) == len(wanted) and got.startswith("tuple[") and expected.startswith("tuple["):
        for part, want in zip(parts, wanted):
            yield from _items(part, want)
    else:
        yield got, expected


def _split(text: str) -> list[str]:
    """The arguments of a class."""
    parts, depth = [""], 0
    for sign in text[text.find("[") + 1 : -1]:
        depth += (sign == "[") - (sign == "]")
        if sign == "," and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts]


def _members(text: str) -> Sequence[str]:
    """The classes of a union, or the one class, by their short names."""
    text = text.replace("numpy.bool[", "bool_[")
    while (less := _ARGUMENTS.sub("", text)) != text:
        text = less
    return [member.rpartition(".")[2] for member in text.split(" | ")]
