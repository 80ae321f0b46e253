"""Dispatch of the API to implementations for other types, and switches."""

from collections.abc import Callable
from typing import Any

from typing_extensions import TypeVar

_F = TypeVar("_F", bound=Callable[..., Any])

def dispatch_for_api() -> Callable[[_F], _F]: ...  # and the rest
def dispatch_for_binary_elementwise_apis() -> Callable[[_F], _F]: ...  # and the rest
def dispatch_for_binary_elementwise_assert_apis() -> Callable[[_F], _F]: ...  # and the rest
def dispatch_for_unary_elementwise_apis() -> Callable[[_F], _F]: ...  # and the rest
def async_clear_error() -> None: ...  # and the rest
def enable_strict_mode() -> None: ...  # and the rest
def register_filesystem_plugin() -> None: ...  # and the rest
def unregister_dispatch_for() -> None: ...  # and the rest
