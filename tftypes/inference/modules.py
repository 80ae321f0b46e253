"""Sources: the program's modules by name, where their files are, and their syntax trees."""

from __future__ import annotations

import ast
import codecs
import os
import sys
import warnings
from collections.abc import Iterable, Iterator, Mapping, Set
from contextlib import contextmanager
from typing import Final

#: What `Sources.parse` raises for a file that is no Python program.
UNREADABLE: Final = (SyntaxError, ValueError, OSError, RecursionError, MemoryError)
#: A larger file is generated; it is not run.
_MOST_BYTES: Final = 2_000_000


class TooLarge(ValueError):
    """A file that nobody has written by hand."""


#: Libraries with models: a folder of such a name, of documents say, stands in nobody's way.
_LIBRARIES: Final = frozenset({"tensorflow", "keras", "tftypes", "numpy"})


class Sources:
    """The modules of the given files and of the folders that they are in; then of other folders, the roots.

    `texts` are sources by path that stand before what is on the disk, as an editor has them. `names` are modules' names
    by absolute path where somebody has told them.
    """

    def __init__(
        self,
        paths: Iterable[str],
        texts: Mapping[str, bytes] | None = None,
        roots: Iterable[str] = (),
        names: Mapping[str, str] | None = None,
    ) -> None:
        self._texts = texts or {}
        self._names = {} if names is None else names  # more are told later
        self._paths: dict[str, str | None] = {}
        self._listed: dict[str, frozenset[str]] = {}
        self.roots: list[str] = []
        self._trees: dict[str, ast.Module] = {}
        self._mentioned: dict[bytes, dict[str, bool]] = {}
        #: The tree that another one stands for, and its nodes; and the file that has another one, with what is new there.
        self._edited: tuple[ast.Module, Set[int]] | None = None
        self._added = "", b""
        for path in paths:
            name, root = module_name(path)
            self._paths.setdefault(name, path)
            if root not in self.roots:
                self.roots.append(root)
        self.roots += [each for each in roots if each not in self.roots]

    def name_of(self, path: str) -> str:
        """The dotted name of the module in a file."""
        known = self._names.get(path) or self._names.get(os.path.abspath(path))
        return known or module_name(path)[0]

    def locate(self, name: str) -> str | None:
        """The file of a module, the folder of a package without `__init__.py`, None for what is not of the program."""
        if name not in self._paths:
            self._paths[name] = self._search(name)
        return self._paths[name]

    def _search(self, name: str) -> str | None:
        parts = name.split(".")
        if parts[0] in _LIBRARIES:
            return None
        first = {parts[0], f"{parts[0]}.py"}
        for root in self.roots:
            if not self._texts and first.isdisjoint(self.entries(root)):
                continue  # most names are of libraries, and there may be many roots
            folder = os.path.join(root, *parts[:-1])
            base = os.path.join(folder, parts[-1])
            module, package = base + ".py", os.path.join(base, "__init__.py")
            entries = self.entries(folder)
            if module in self._texts or f"{parts[-1]}.py" in entries and os.path.isfile(module):
                return module
            is_folder = parts[-1] in entries and os.path.isdir(base)
            if package in self._texts or is_folder and "__init__.py" in self.entries(base):
                return package
            if is_folder:
                return base
        return None

    def entries(self, folder: str) -> frozenset[str]:
        """What is in a folder. To list it once is cheaper than to ask for each name that may be in it."""
        if folder not in self._listed:
            try:
                self._listed[folder] = frozenset(os.listdir(folder))
            except OSError:
                self._listed[folder] = frozenset()
        return self._listed[folder]

    def parse(self, path: str) -> ast.Module:
        """The tree of a file; read once.

        Raises OSError where it cannot be read, SyntaxError or ValueError where it is no Python, RecursionError or
        MemoryError where it nests too deeply for Python itself, TooLarge where it is too large to have been written by
        anybody.
        """
        if path not in self._trees:
            source = self.read(path)
            if len(source) > _MOST_BYTES:
                raise TooLarge(f"larger than {_MOST_BYTES:,} bytes")
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # Python tells of them when the program runs
                self._trees[path] = ast.parse(source, path)
        return self._trees[path]

    @contextmanager
    def instead(self, path: str, tree: ast.Module) -> Iterator[None]:
        """While it lasts, a file that was parsed has another tree."""
        own, self._trees[path] = self._trees[path], tree
        if self._edited is None or self._edited[0] is not own:
            self._edited = own, frozenset(map(id, ast.walk(own)))
        self._added = path, "\n".join(_words_of_new(tree, self._edited[1])).encode()
        try:
            yield
        finally:
            self._trees[path] = own
            self._added = "", b""

    def mention(self, paths: Iterable[str], word: bytes) -> bool:
        """Whether a word is anywhere in the text of one of these files, as far as they were parsed."""
        known = self._mentioned.setdefault(word, {})
        edited, added = self._added
        for path in paths:
            if path == edited and word in added:
                return True
            found = known.get(path)
            if found is None and path in self._trees:
                found = known[path] = word in self.read(path)
            if found:
                return True
        return False

    def read(self, path: str) -> bytes:
        """The text of a file as Python takes it: without a byte order mark, each end of a line a newline.

        Raises OSError where it cannot be read.
        """
        text = self._texts.get(path)
        if text is None:
            with open(path, "rb") as stream:
                text = stream.read()
        text = text.removeprefix(codecs.BOM_UTF8)
        return text.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in text else text


def _words_of_new(node: ast.AST, known: Set[int]) -> Iterator[str]:
    """The names and texts in the nodes of a tree that another one does not have."""
    if id(node) in known:
        return
    fields = (getattr(node, each, None) for each in ("id", "attr", "arg", "name", "value"))
    yield from (each for each in fields if isinstance(each, str))
    for child in ast.iter_child_nodes(node):
        yield from _words_of_new(child, known)


def unread(target: str) -> str:
    """What is said of a file that is for a newer Python than the one that runs here, which cannot parse it.

    >>> unread("3.99").partition("; ")[2]
    'run tftypes with Python 3.99'
    """
    running = f"{sys.version_info[0]}.{sys.version_info[1]}"
    return (
        f"Python {running} runs tftypes and cannot read this file, so its tensors and lints are not checked; "
        f"run tftypes with Python {target}"
    )


def module_name(path: str) -> tuple[str, str]:
    """The dotted name of the module in a file, and the folder that its packages start from.

    No name imports a folder such as `my-project`, whatever is in it.
    """
    folder, base = os.path.split(os.path.abspath(path))
    stem = base.removesuffix(".py")
    parts = [] if stem == "__init__" else [stem]
    while os.path.exists(os.path.join(folder, "__init__.py")):
        above, last = os.path.split(folder)
        if not last.isidentifier():
            break
        folder = above
        parts.insert(0, last)
    return ".".join(parts) or stem, folder


def base_of(name: str, path: str) -> str | None:
    """The folder from which a file is the module of a name; None where it is not.

    >>> base_of("package.module", "/src/package/module.py"), base_of("package", "/src/package/__init__.py")
    ('/src', '/src')
    >>> base_of("__main__", "/src/script.py")
    """
    base = path.removesuffix(".py").removesuffix(f"{os.sep}__init__")
    inside = os.sep + name.replace(".", os.sep)
    return base.removesuffix(inside) if base.endswith(inside) else None


def absolute(module: str, path: str, name: str | None, level: int) -> str:
    """The full name that `from ..name import` in a module means."""
    if not level:
        return name or ""
    parts = module.split(".")
    is_package = os.path.basename(path) == "__init__.py"
    kept = parts[: len(parts) - level + (1 if is_package else 0)]
    return ".".join([*kept, *([name] if name else [])])


def imported(tree: ast.Module, module: str, path: str) -> set[str]:
    """The full names of all modules that a module may import; names in them are among these.

    >>> sorted(imported(ast.parse("import a.b\\nfrom .c import d"), "p.m", "p/m.py"))
    ['a', 'a.b', 'p.c', 'p.c.d']
    """
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for each in node.names:
                parts = each.name.split(".")
                found.update(".".join(parts[: i + 1]) for i in range(len(parts)))
        elif isinstance(node, ast.ImportFrom):
            base = absolute(module, path, node.module, node.level)
            found.update((base, *(f"{base}.{each.name}" for each in node.names)))
    return found
