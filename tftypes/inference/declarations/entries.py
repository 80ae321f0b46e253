"""What can be declared: modules, functions, classes, their members and constants, as values.

Every annotation, base and default is text in which each name stands in full (`tensorflow.Tensor[typing.Any,
typing.Any]`, `builtins.int`), but for type variables, which stand alone (`DT`).
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Literal, TypeAlias

FunctionKind: TypeAlias = Literal["function", "method", "classmethod", "staticmethod"]
ParameterKind: TypeAlias = "inspect._ParameterKind"


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a function.

    `kind` is one of the five of `inspect.Parameter`. `default` is the text of the default, `...` where the stub does
    not say it, and None for a parameter that a call must give. `annotation` is None where nobody says a type.
    """

    name: str
    kind: ParameterKind
    default: str | None = None
    annotation: str | None = None

    @property
    def required(self) -> bool:
        """Whether a call must give it."""
        return self.default is None and self.kind not in (
            self.kind.VAR_POSITIONAL,
            self.kind.VAR_KEYWORD,
        )

    def __str__(self) -> str:
        stars = {self.kind.VAR_POSITIONAL: "*", self.kind.VAR_KEYWORD: "**"}.get(self.kind, "")
        annotation = f": {self.annotation}" if self.annotation else ""
        return f"{stars}{self.name}{annotation}{f' = {self.default}' if self.default else ''}"


@dataclass(frozen=True, slots=True)
class Signature:
    """The parameters, in order, and the annotation of the result, None where nobody says one."""

    parameters: tuple[Parameter, ...]
    returns: str | None = None


@dataclass(frozen=True, slots=True)
class Function:
    """A function or a method, under its canonical full name, with one signature for each overload.

    The first parameter of a method is its `self`, that of a class method its `cls`.
    """

    name: str
    kind: FunctionKind
    overloads: tuple[Signature, ...]


@dataclass(frozen=True, slots=True)
class Property:
    """A property, with the annotation of its value."""

    name: str
    annotation: str | None = None
    settable: bool = False


@dataclass(frozen=True, slots=True)
class Attribute:
    """A variable of a class or of its instances; `value` is the text of its value, where the stub says one."""

    name: str
    annotation: str | None = None
    value: str | None = None


@dataclass(frozen=True, slots=True)
class Constant:
    """A variable of a module.

    An alias of a type has the annotation `typing.TypeAlias` and what it stands for as its value; a type variable has
    `typing.TypeVar`, `typing.ParamSpec` or `typing.TypeVarTuple` and the call that makes it.
    """

    name: str
    annotation: str | None = None
    value: str | None = None


@dataclass(frozen=True, slots=True)
class Class:
    """A class: its bases as they are written, its own members by name, and its type parameters."""

    name: str
    bases: tuple[str, ...] = ()
    members: tuple[str, ...] = ()
    type_parameters: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Module:
    """A module; an open one may have other names than those declared."""

    name: str
    open: bool = False


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a class, with the canonical name of the class along the MRO that declares it."""

    owner: str
    entry: Function | Property | Attribute | Class


Entry: TypeAlias = Function | Class | Constant | Module | Property | Attribute
