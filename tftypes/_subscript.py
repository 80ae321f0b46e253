"""Subscription at run time: what `Tensor[int32, Shape[2, None]]` evaluates to.

`typing` refuses numbers and strings as arguments of a generic class. The alias here holds them,
checked, and is otherwise one of typing's own, so `get_origin`, `get_args`, `get_type_hints`,
`Optional`, `|`, `Annotated`, copies and pickles treat it as any other.
"""

from __future__ import annotations

import typing
from types import GenericAlias, UnionType
from typing import TYPE_CHECKING, Any, get_args, get_origin

import typing_extensions
from typing_extensions import TypeVarTuple, Unpack

if TYPE_CHECKING:
    _GenericAlias = Any
else:
    from typing import _GenericAlias

# typing_extensions has its own Unpack and TypeVarTuple where typing has none, or an older one.
_UNPACK = (Unpack, getattr(typing, "Unpack", Unpack))
_VARIADIC = (TypeVarTuple, getattr(typing, "TypeVarTuple", TypeVarTuple))


class Alias(_GenericAlias, _root=True):  # type: ignore[misc, call-arg]
    """A subscribed interface: its class in `__origin__`, its checked arguments in `__args__`."""

    def __init__(self, origin: type, args: tuple[Any, ...]) -> None:
        super().__init__(origin, args)
        self.__parameters__ = parameters(args)

    def __getitem__(self, items: Any) -> Any:
        """The alias with its type variables, in order of appearance, replaced by `items`."""
        if not self.__parameters__:
            raise TypeError(f"{self!r} has no type variables to replace")
        return self.copy_with(self._substitute(self._bind(as_tuple(items))))

    def _bind(self, items: tuple[Any, ...]) -> dict[Any, Any]:
        """Which of `items` each type variable stands for."""
        names = self.__parameters__
        variadic = [index for index, name in enumerate(names) if is_variadic(name)]
        if not variadic:
            if len(names) != len(items):
                raise TypeError(
                    f"{self!r} has {len(names)} type variables ({_listed(names)}), "
                    f"got {len(items)} arguments"
                )
            return dict(zip(names, items))
        before, after = variadic[0], len(names) - variadic[0] - 1
        if len(items) < before + after:
            raise TypeError(
                f"{self!r} needs at least {before + after} arguments ({_listed(names)}), "
                f"got {len(items)}"
            )
        middle = len(items) - after
        return {
            **dict(zip(names[:before], items[:before])),
            names[before]: items[before:middle],
            **dict(zip(names[before + 1 :], items[middle:])),
        }

    def _substitute(self, binding: dict[Any, Any]) -> tuple[Any, ...]:
        result: list[Any] = []
        for arg in self.__args__:
            name = unpacked(arg)
            if is_variable(arg):
                result.append(binding[arg])
            elif is_variadic(name):
                result.extend(binding[name])
            elif isinstance(arg, Alias):
                result.append(arg.copy_with(arg._substitute(binding)))
            elif isinstance(arg, str):
                result.append(self.text_with(arg, binding))
            elif parameters((arg,)):
                result.append(arg[tuple(binding[name] for name in arg.__parameters__)])
            else:
                result.append(arg)
        return tuple(result)

    def text_with(self, text: str, binding: dict[Any, Any]) -> Any:
        """What text that names type variables becomes when they are replaced."""
        return text

    def copy_with(self, args: Any) -> Any:
        """The same class with other arguments, checked again; typing calls this."""
        return self.__origin__[tuple(args)]

    def __repr__(self) -> str:
        args = self.__args__
        return written(self.__origin__, args[:-1] if len(args) == 2 and is_any(args[1]) else args)

    def __instancecheck__(self, instance: object) -> bool:
        return self.__subclasscheck__(type(instance))

    def __subclasscheck__(self, cls: type) -> bool:
        name = self.__origin__.__name__
        raise TypeError(
            f"isinstance() and issubclass() look at the class only, not at dtype and shape: "
            f"write {name} instead of {self!r}"
        )


def parameters(args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The type variables among `args` and inside them, each once, in order of appearance."""
    found: dict[Any, None] = {}
    for arg in args:
        if is_variable(arg) or is_variadic(arg):
            found[arg] = None
        elif not isinstance(arg, type):
            found.update(dict.fromkeys(getattr(arg, "__parameters__", ())))
    return tuple(found)


def is_variable(arg: object) -> bool:
    """Whether this is a TypeVar. On Python 3.10 `Unpack[Ts]` too claims to be an instance."""
    return type(arg) is typing.TypeVar


def is_variadic(arg: object) -> bool:
    """Whether this is a TypeVarTuple (not yet unpacked)."""
    return isinstance(arg, _VARIADIC)


def is_union(arg: object) -> bool:
    """Whether this is `Union[X, Y]` or `X | Y`."""
    return get_origin(arg) in (typing.Union, UnionType)


def unpacked(arg: object) -> Any:
    """What `arg` unpacks: `Ts` for `*Ts`, `tuple[X, ...]` for `*tuple[X, ...]`, else None."""
    if get_origin(arg) in _UNPACK:
        return get_args(arg)[0]
    if isinstance(arg, GenericAlias) and getattr(arg, "__unpacked__", False):  # *tuple[X, ...]
        return get_origin(arg)[get_args(arg)]  # type: ignore[index]
    return None


def is_any(arg: object) -> bool:
    """Whether this is `Any`, typing's or typing_extensions' own."""
    return arg is Any or arg is typing_extensions.Any


def as_tuple(items: Any) -> tuple[Any, ...]:
    """Arguments of a subscription as Python passes them, one or several, as a tuple."""
    return items if isinstance(items, tuple) else (items,)


def _listed(args: tuple[Any, ...]) -> str:
    return ", ".join(map(show, args))


def written(owner: Any, args: tuple[Any, ...]) -> str:
    """A subscription as the user wrote it: `Tensor[int32, Shape[2, None]]`, `Shape[()]`."""
    return f"{show(owner)}[{_listed(args) or '()'}]"


def show(arg: object) -> str:
    """An argument as the user wrote it: `int32`, `None`, `N`, `*Ts`, `Shape[2, N]`, `'2*N'`."""
    if is_any(arg):
        return "Any"
    inside = unpacked(arg)
    if inside is not None:
        return f"*{show(inside)}"
    if is_union(arg):
        return " | ".join(map(show, get_args(arg)))
    return getattr(arg, "__name__", repr(arg)) if _is_named(arg) else repr(arg)


def _is_named(arg: object) -> bool:
    return isinstance(arg, type) or is_variable(arg) or is_variadic(arg)
