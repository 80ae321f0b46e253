"""Names of spec classes, under which SavedModels and saved datasets store them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, overload

import tensorflow as tf

from tftypes.runtime.private import structure_coder, type_spec_registry
from tftypes.runtime.type_specs import TypeSpec

_Spec = TypeVar("_Spec", bound=type[tf.TypeSpec])


@overload
def register_type_spec(spec: _Spec, name: str | None = None) -> _Spec: ...
@overload
def register_type_spec(spec: str | None = None) -> Callable[[_Spec], _Spec]: ...
def register_type_spec(spec: Any = None, name: str | None = None) -> Any:
    """Gives a spec class a unique name, under which SavedModels and saved datasets store it.

    A class decorator: `@register_type_spec` or `@register_type_spec("my_package.MaskedSpec")`. The
    name is by default that of the module and the class. Whoever loads what was saved must have
    imported the module.

    Raises:
      TypeError: if it is no class of specs.
      ValueError: if the name, or the class, is already registered otherwise, or if the name is
        not of the form `package.Name`.

    Source: RFC 269, "TypeSpec Registry".
    """
    if spec is None or isinstance(spec, str):
        return lambda cls: register_type_spec(cls, spec)
    if not (isinstance(spec, type) and issubclass(spec, tf.TypeSpec)):
        raise TypeError(
            f"register_type_spec() argument 'spec': expected a class of specs, got {spec!r}"
        )
    if name is None:
        name = f"{spec.__module__.strip('_')}.{spec.__qualname__}".replace("<locals>.", "")
    _register(spec, name)
    return spec


def _register(spec: type, name: str) -> None:
    """Registers once; a module that is loaded again replaces its own class."""
    names, classes = type_spec_registry._TYPE_SPEC_TO_NAME, type_spec_registry._NAME_TO_TYPE_SPEC
    known = classes.get(name)
    if known is spec:
        return
    if known is not None and _origin(known) == _origin(spec):
        del names[known], classes[name]
    type_spec_registry.register(name)(spec)


def _origin(cls: type) -> tuple[str, str]:
    return cls.__module__, cls.__qualname__


class UnregisteredSpec(structure_coder.NotEncodableError, TypeError):  # type: ignore[misc]
    """A spec that has no name to be saved under."""


class _Unregistered:
    """The codec of the specs that TensorFlow has no codec for: it says what is missing."""

    def can_encode(self, pyobj: Any) -> bool:
        names = type_spec_registry._TYPE_SPEC_TO_NAME
        return isinstance(pyobj, TypeSpec) and type(pyobj) not in names

    def do_encode(self, spec: Any, encode_fn: Any) -> Any:
        raise UnregisteredSpec(
            f"{type(spec).__qualname__} has no name to be saved under: decorate the class with "
            "@tftypes.runtime.register_type_spec"
        )

    def can_decode(self, value: Any) -> bool:
        return False

    def do_decode(self, value: Any, decode_fn: Any) -> Any:
        raise AssertionError("asked for what it says it cannot decode")


structure_coder.register_codec(_Unregistered())
