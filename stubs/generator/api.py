"""The public API of TensorFlow as plain data: what `walk` reads and `render` writes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Parameter:
    name: str
    kind: str  # "positional", "both", "*", "keyword", "**"
    annotation: str = "Any"
    default: str | None = None


@dataclass(frozen=True)
class Function:
    name: str
    parameters: tuple[Parameter, ...]
    returns: str = "Any"
    decorator: str | None = None  # "staticmethod", "classmethod", "property" or "setter"
    abstract: bool = False


@dataclass(frozen=True)
class Constant:
    name: str
    annotation: str
    value: str | None = None
    ignore: str | None = None  # the code of an error of mypy's that TensorFlow gives cause for


@dataclass(frozen=True)
class Class:
    name: str
    bases: tuple[str, ...]
    members: tuple[Function | Constant | Class | Alias, ...]
    decorators: tuple[str, ...] = ()


@dataclass(frozen=True)
class Alias:
    """A public name whose definition stands elsewhere: in another module, or in this one under another name."""

    name: str
    module: str
    target: str


@dataclass(frozen=True)
class Submodule:
    """A public name that is a module: `path` is where its stub stands."""

    name: str
    path: str


Definition = Function | Constant | Class | Alias | Submodule


@dataclass(frozen=True)
class Module:
    path: str  # "tensorflow.linalg"
    definitions: dict[str, Definition]
    imports: tuple[str, ...] = ()
    copy_of: str | None = None  # a module whose every name this one has too
