"""What one line, in whichever module, changes for a whole program: tensors that behave as NumPy's arrays, untraced
functions, Keras without TensorFlow or of an older version.

mypy sees modules one by one, some in other processes, and not at all those in its cache. So the sources are asked: those
of the project, which is the folder that mypy runs in.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from mypy_extensions import mypyc_attr

from tftypes_mypy.lazy import lazy
from tftypes_mypy.reach import INSTALLED, Reach, is_program, root_of

#: With `experimental_` in front or, in TensorFlow's own modules, without.
PROMOTING: Final = "enable_numpy_behavior"
#: Lets traced functions run as they are, and get arrays for arrays.
EAGERLY: Final = "run_functions_eagerly"
#: Keras itself is imported, of which mypy alone knows nothing.
KERAS: Final = "keras"
#: Keras may compute with something else than TensorFlow.
OTHER_BACKEND: Final = "backend"
#: A loss may be left as it is for each example.
REDUCTION: Final = "reduction"
#: `tf.keras` may be the Keras before the third, whose symbols TensorFlow's functions take, or the program asks which it is.
LEGACY_KERAS: Final = "legacy_keras"
#: The variable that brings it back, here or where the program runs.
_LEGACY_VARIABLE: Final = "TF_USE_LEGACY_KERAS"


@dataclass(frozen=True)
class _Line:
    """What turns a switch on: a line of this form, which has one of the words."""

    words: tuple[bytes, ...]
    form: re.Pattern[bytes]

    @classmethod
    def of(cls, form: bytes, *words: bytes) -> _Line:
        return cls(words, re.compile(form, re.M))

    def is_in(self, content: bytes) -> bool:
        starts = (start for word in self.words for start in _lines_with(word, content))
        return any(self.form.match(content, start) is not None for start in starts)


def _lines_with(word: bytes, content: bytes) -> Iterator[int]:
    """Where the lines begin that have a word."""
    place = content.find(word)
    while place >= 0:
        yield content.rfind(b"\n", 0, place) + 1
        end = content.find(b"\n", place)
        place = content.find(word, end) if end >= 0 else -1


_LINES: Final = {
    **{
        name: _Line.of(rb"^[^#\n]*" + name.encode() + rb"\s*\(", name.encode())
        for name in (PROMOTING, EAGERLY)
    },
    REDUCTION: _Line.of(rb"^[^#\n]*\breduction\b", b"reduction"),
    KERAS: _Line.of(rb"^[ \t]*(?:import|from)[ \t]+keras\b", b"keras"),
    LEGACY_KERAS: _Line.of(
        rb"^[^#\n]*(?:TF_USE_LEGACY_KERAS|\bis_keras_tensor\b"
        rb"|(?:=|\b(?:if|elif|and|or|not|return|assert)\b)[^#\n]*\.(?:__version__|VERSION)\b)",
        *(_LEGACY_VARIABLE.encode(), b"is_keras_tensor", b"__version__", b"VERSION"),
    ),
    OTHER_BACKEND: _Line.of(
        rb"^[ \t]*(?:import|from)[ \t]+(?:jax|torch)\b"
        rb"|^[^#\n]*KERAS_BACKEND(?![\"'\])=,:\s]*[\"']tensorflow\b)",
        *(b"KERAS_BACKEND", b"jax", b"torch"),
    ),
}
#: A folder with more is no project, and what is far down in it is not looked at.
_MOST: Final = 5_000


@mypyc_attr(native_class=False)
@dataclass(frozen=True)
class _Project:
    """The files of a folder that have each of the lines, and which files all import."""

    calling: Mapping[str, frozenset[str]]
    imported: Mapping[str, set[str]]
    importing: Mapping[str, set[str]]

    def together(self, files: Iterable[str]) -> frozenset[str]:
        """What may be in one program with some of the files: what imports both."""
        return _closed(_closed(files, self.importing), self.imported)

    @lazy
    def reached(self) -> Mapping[str, frozenset[str]]:
        return {word: self.together(files) for word, files in self.calling.items()}


class Switches:
    """For which modules some program may have such a line."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach
        self._projects: dict[str, _Project] = {}
        #: By the path of a module, what `_place` found: each body that is checked asks.
        self._places: dict[str, tuple[str, _Project]] = {}

    def forget(self) -> None:
        """Looks at all files anew: a build is over."""
        self._projects.clear()
        self._places.clear()

    def are_on(self, module: str, path: str) -> str:
        """The switches that are on for a module, as one word."""
        return " ".join(word for word in _LINES if self.is_on(word, module, path))

    def is_on(self, switch: str, module: str, path: str) -> bool:
        """Whether a module may run in a program that switches it on: one that imports what does, and the module too."""
        if not is_program(path):
            return False
        if switch == LEGACY_KERAS and os.environ.get(_LEGACY_VARIABLE):
            return True
        file, project = self._place(module, path)
        return file in project.reached[switch]

    def is_alone(self, switch: str, module: str, path: str) -> bool:
        """Whether it is on for a module, and nothing but the module itself switches it on."""
        if not self.is_on(switch, module, path):
            return False
        file, project = self._place(module, path)
        return project.together([file]) & project.calling[switch] == {file}

    def imports(self, package: str, module: str, path: str) -> bool:
        """Whether a module imports a package itself."""
        return package in self._reach.imports(module, path)

    def _place(self, module: str, path: str) -> tuple[str, _Project]:
        """The file of a module, and its project."""
        if path in self._places:
            return self._places[path]
        file, folder = os.path.abspath(path), os.getcwd()
        if os.path.commonpath([folder, file]) != folder:
            folder = os.path.abspath(root_of(module, path))
        if folder not in self._projects:
            self._projects[folder] = self._find(folder)
        self._places[path] = file, self._projects[folder]
        return self._places[path]

    def _find(self, folder: str) -> _Project:
        files = list(_sources(folder))
        found = [(file, _switches(file)) for file in files]
        calling = {word: frozenset(f for f, words in found if word in words) for word in _LINES}
        if not any(calling.values()):
            return _Project(calling, {}, {})
        imported = self._imported(files, folder)
        importing: defaultdict[str, set[str]] = defaultdict(set)
        for file, others in imported.items():
            for other in others:
                importing[other].add(file)
        return _Project(calling, imported, importing)

    def _imported(self, files: Iterable[str], folder: str) -> Mapping[str, set[str]]:
        """The files that each may import: all whose path ends as the name of the module does."""
        names = {file: _name(os.path.relpath(file, folder)) for file in files}
        ends: defaultdict[str, set[str]] = defaultdict(set)
        for file, name in names.items():
            parts = name.split(".")
            for count in range(len(parts)):
                ends[".".join(parts[count:])].add(file)
        return {
            file: {other for each in self._reach.imports(name, file) for other in ends[each]}
            for file, name in names.items()
        }


def _name(path: str) -> str:
    """The name of a module, as its path has it from some folder on.

    >>> _name("src/net/__init__.py"), _name("src/net/layers.py")
    ('src.net', 'src.net.layers')
    """
    name = os.path.splitext(path)[0].replace(os.sep, ".")
    return name.removesuffix(".__init__")


def _closed(start: Iterable[str], edges: Mapping[str, set[str]]) -> frozenset[str]:
    """What can be reached along the edges."""
    found: set[str] = set()
    pending = list(start)
    while pending:
        each = pending.pop()
        if each not in found:
            found.add(each)
            pending += edges.get(each, ())
    return frozenset(found)


def _sources(project: str) -> Iterator[str]:
    """Python's files in a folder and below, the nearest first, without what is installed or hidden."""
    folders, left = [project], _MOST
    while folders and left > 0:
        below: list[str] = []
        for folder in folders:
            try:
                entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
            except OSError:
                continue
            left -= 1
            if any(entry.name == "pyvenv.cfg" for entry in entries):
                continue
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    if not entry.name.startswith((".", "__")) and entry.name not in INSTALLED:
                        below.append(entry.path)
                elif entry.name.endswith(".py") and entry.is_file():  # a pipe would be waited for
                    left -= 1
                    yield entry.path
            if left <= 0:
                return
        folders = below


def _switches(file: str) -> Sequence[str]:
    """The switches that a file turns on."""
    try:
        with open(file, "rb") as stream:
            content = stream.read()
    except OSError:
        return ()
    return [switch for switch, line in _LINES.items() if line.is_in(content)]
