"""What a module reaches: the sources that decide what is found in it, and one digest for them all.

The imports are read off the text, without parsing it: a warm run asks for every module of a program. What may be an
import counts as one.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Final

from tftypes.inference.modules import UNREADABLE, Sources, absolute, module_name

#: Who does not import any of these has no tensors.
PACKAGES: Final = frozenset({"tensorflow", "keras", "tftypes"})

#: How a line ends that goes on in the next one.
_GOES_ON: Final = ("\\\n", "\\\r\n")
_APART: Final = str.maketrans({each: f" {each} " for each in ".,*"} | dict.fromkeys("()\\", " "))


def imports_in(text: str) -> Iterator[tuple[str, str, int]]:
    """The imports of a source: a module, a name in it or "", and how many dots stand before the module.

    >>> list(imports_in("import a.b as c, d\\ntry: from .e import (f as g,  # why\\n  h)\\nexcept: pass"))
    [('a.b', '', 0), ('d', '', 0), ('e', 'f', 1), ('e', 'h', 1)]
    """
    place = text.find("import")
    while place >= 0:
        end = _line_end(text, place)
        yield from _imported(_logical_line(text, place, end))
        place = text.find("import", end)


def _logical_line(text: str, place: int, end: int) -> str:
    """The line that a place is in, with those that it goes on from, and those that it goes on in."""
    start = text.rfind("\n", 0, place) + 1
    while start and text.endswith(_GOES_ON, 0, start):
        start = text.rfind("\n", 0, start - 1) + 1
    line, code = text[start : end + 1], text[place:end].partition("#")[0]
    is_open = "(" in code and ")" not in code
    while end < len(text) and (is_open or line.endswith(_GOES_ON)):
        start, end = end + 1, _line_end(text, end + 1)
        line = f"{line.partition('#')[0] if is_open else line} {text[start : end + 1]}"
        is_open = is_open and ")" not in text[start:end].partition("#")[0]
    return line


def _line_end(text: str, place: int) -> int:
    end = text.find("\n", place)
    return len(text) if end < 0 else end


@lru_cache(maxsize=20_000)
def _imported(line: str) -> tuple[tuple[str, str, int], ...]:
    """The imports of a line. Modules of a program begin with the same ones."""
    found: list[tuple[str, str, int]] = []
    for part in line.replace(":", ";").split(";"):
        words = part.partition("#")[0].translate(_APART).split()
        if "import" not in words or words[0] not in ("from", "import"):
            continue
        place = words.index("import")
        base, named = "".join(words[1:place]), " ".join(words[place + 1 :]).split(",")
        names = ["".join(each.split(" as ")[0].split()) for each in named if each.strip()]
        if words[0] == "import":
            found += ((name, "", 0) for name in names)
        else:
            level = len(base) - len(base.lstrip("."))
            found += ((base[level:], name.strip("*"), level) for name in names or ("",))
    return tuple(found)


class Reach:
    """What each module of a program reaches, over the folders in which its sources look for modules.

    The files are looked at once: who may have changed them makes another one.
    """

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self._texts: dict[str, bytes] = {}
        self._digests: dict[str, bytes] = {}
        self._closed: dict[str, frozenset[str]] = {}
        #: Files that import one of the packages themselves, as far as they were looked at.
        self._with_tensors: set[str] = set()
        #: Files that reach none of the packages.
        self._without_tensors: set[str] = set()
        self._places: dict[str, tuple[str, ...]] = {}
        self._inside: dict[str, frozenset[str]] = {}
        #: By file, the packages without `__init__.py` that it imports itself.
        self._packages: dict[str, set[str]] = {}

    def reached(self, path: str) -> frozenset[str]:
        """The files of the program that a file imports, at any remove, and itself."""
        close(path, self.inside, self._closed)
        return self._closed[path]

    def has_tensors(self, path: str) -> bool:
        """Whether a file, or one that it reaches, imports TensorFlow, Keras or tftypes."""
        if path not in self._closed and self._is_without(path):
            return False
        return not self._with_tensors.isdisjoint(self.reached(path))

    def _is_without(self, path: str) -> bool:
        """Whether a file reaches none of the packages: faster than what it reaches, and most programs have no others."""
        found, pending = {path}, [path]
        while pending:
            each = pending.pop()
            if each not in self._without_tensors:
                more = self.inside(each) - found
                if each in self._with_tensors:
                    return False
                found |= more
                pending += more
        self._without_tensors |= found
        return True

    def digest(self, path: str) -> str:
        """One word for the sources of a file and of all that it reaches, wherever the program lies."""
        root = module_name(path)[1]
        found = hashlib.sha256()
        for place, source in sorted(
            (_place(each, root), self._digest(each)) for each in self.reached(path)
        ):
            found.update(place.encode(errors="surrogateescape") + b"\0" + source)
        return found.hexdigest()

    def own_digest(self, path: str) -> str:
        """One word for the source of a file."""
        return self._digest(path).hex()

    def inside(self, path: str) -> frozenset[str]:
        """The files of the program that a file imports itself."""
        if path not in self._inside:
            self._inside[path] = self._look_inside(path)
        return self._inside[path]

    def _look_inside(self, path: str) -> frozenset[str]:
        inside: set[str] = set()
        for full, found in self._places_in(path):
            inside.update(each for each in found if each.endswith(".py"))  # some are folders
            if not found and full.partition(".")[0] in PACKAGES:
                self._with_tensors.add(path)
        return frozenset(inside)

    def folders(self, path: str) -> set[str]:
        """The packages without `__init__.py` that a file imports itself."""
        if path not in self._packages:
            places = (each for _, found in self._places_in(path) for each in found)
            self._packages[path] = {each for each in places if not each.endswith(".py")}
        return self._packages[path]

    def _places_in(self, path: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The modules from which a file imports, with the places of what it imports."""
        for base, name, level in _imports(self._text(path)):
            full = absolute(self.sources.name_of(path), path, base, level) if level else base
            yield full, self._located(f"{full}.{name}" if name else full)

    def _located(self, name: str) -> tuple[str, ...]:
        """The files of the packages that a module is in, and its own, as far as they are of the program."""
        found = self._places.get(name)
        if found is None:
            package, _, _ = name.rpartition(".")
            found = self._located(package) if package else ()
            if not package or found and not _is_module(found[-1]):
                place = self.sources.locate(name)
                found = found if place is None else (*found, place)
            self._places[name] = found
        return found

    def _text(self, path: str) -> bytes:
        """The text of a file, read once; none where it cannot be read."""
        if path not in self._texts:
            try:
                self._texts[path] = self.sources.read(path)
            except UNREADABLE:
                self._texts[path] = b""
        return self._texts[path]

    def _digest(self, path: str) -> bytes:
        if path not in self._digests:
            self._digests[path] = hashlib.sha256(self._text(path)).digest()
        return self._digests[path]


def _place(path: str, root: str) -> str:
    """`os.path.relpath`, which takes longer than the digest of what most files reach."""
    inside = os.path.join(root, "")
    return path[len(inside) :] if path.startswith(inside) else os.path.relpath(path, root)


def _is_module(place: str) -> bool:
    """Whether a place is a module that has none in it, and no package."""
    return place.endswith(".py") and not place.endswith(f"{os.sep}__init__.py")


@lru_cache(maxsize=20_000)
def _imports(content: bytes) -> tuple[tuple[str, str, int], ...]:
    return tuple(dict.fromkeys(imports_in(content.decode("utf-8", "replace"))))


def close(
    start: str, following: Callable[[str], Iterable[str]], known: dict[str, frozenset[str]]
) -> None:
    """Adds to `known` what each node that `start` leads to leads to, itself included: Tarjan's algorithm, in a loop.

    >>> known = {}
    >>> close("a", {"a": "b", "b": "ac", "c": ""}.__getitem__, known)
    >>> [(each, sorted(known[each])) for each in sorted(known)]
    [('a', ['a', 'b', 'c']), ('b', ['a', 'b', 'c']), ('c', ['c'])]
    """
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    edges: dict[str, list[str]] = {}
    component: list[str] = []
    stack: list[tuple[str, Iterator[str]]] = []

    def enter(node: str) -> None:
        number[node] = lowest[node] = len(number)
        edges[node] = sorted(following(node))
        component.append(node)
        stack.append((node, iter(edges[node])))

    if start not in known:
        enter(start)
    while stack:
        node, left = stack[-1]
        for other in left:
            if other in known:
                continue
            if other not in number:
                enter(other)
                break
            lowest[node] = min(lowest[node], number[other])
        else:
            stack.pop()
            if stack:
                above = stack[-1][0]
                lowest[above] = min(lowest[above], lowest[node])
            if lowest[node] == number[node]:
                cut = component.index(node)
                members, component[cut:] = component[cut:], []
                inside = frozenset(members)
                beyond = {other for each in members for other in edges[each]} - inside
                closed = inside.union(*(known[other] for other in beyond))
                known.update(dict.fromkeys(members, closed))
