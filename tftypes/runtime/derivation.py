"""The signature of a function in use: derived in time, for an instance, and around its body."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import tensorflow as tf

from tftypes.runtime.binding import Binder
from tftypes.runtime.errors import AnnotationError, Mismatch
from tftypes.runtime.hints import Scope
from tftypes.runtime.instances import Bound, bound_of
from tftypes.runtime.patterns import Call
from tftypes.runtime.records import held, restored
from tftypes.runtime.results import checked
from tftypes.runtime.signature import Signature, derive

make_decorator = tf.__internal__.decorator.make_decorator


class Derivation:
    """The signature of a function, derived when first needed: names may come after the function.

    Args:
      function: the function.
      scope: the names that its annotations use.
      specs: an `input_signature` that the user gives too.
      bound: whether it is a method with its instance bound.
      instance: the type variables of that instance.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        scope: Scope,
        specs: Sequence[Any] | None = None,
        bound: bool = False,
        instance: Bound | None = None,
    ) -> None:
        self.function = function
        self.scope = scope
        self.specs = specs
        self.bound = bound
        self.instance = instance
        self._binder: Binder | None = None

    def try_now(self) -> None:
        """Derives the signature unless a name in it is not there yet.

        Raises:
          AnnotationError: if an annotation means nothing at run time.
        """
        try:
            self._binder = self.binder
        except AnnotationError as error:
            if not isinstance(error.__cause__, NameError):
                raise

    @property
    def signature(self) -> Signature:
        """The signature, without `self` for a bound method.

        Raises:
          AnnotationError: if an annotation means nothing at run time.
        """
        return self.binder.signature

    @property
    def binder(self) -> Binder:
        """What binds calls to the signature."""
        if self._binder is None:
            try:
                signature = derive(self.function, self.scope)
            except NameError as error:
                raise AnnotationError(str(error)) from error
            if self.specs is not None:
                signature = signature.narrowed(self.specs)
            self._binder = Binder(signature.bound() if self.bound else signature)
        return self._binder

    def call(self) -> Call:
        """A call that knows the sizes of the instance."""
        return Call() if self.instance is None else Call(sizes=self.instance.sizes)

    def of(self, instance: Any) -> Derivation:
        """That of the method of an instance."""
        found = Derivation(self.function, self.scope, self.specs, True, bound_of(instance))
        if self._binder is not None:  # the same nodes for all instances
            found._binder = Binder(self._binder.signature.bound())
        return found


class Traced:
    """What TensorFlow traces: the function, its dataclasses restored and its result checked.

    An object, not a closure, so that it does not hold itself in a cycle. TensorFlow puts the
    function that AutoGraph has converted in place of ``__wrapped__``.
    """

    def __init__(self, function: Callable[..., Any], derivation: Derivation) -> None:
        self.derivation = derivation
        #: Whether a result had dataclasses, which TensorFlow holds as dicts.
        self.holds = False
        make_decorator(function, self, "tftypes.runtime.function")

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.run(self.__wrapped__, args, kwargs)  # type: ignore[attr-defined]

    def run(
        self, function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> Any:
        """Calls `function` with arguments as TensorFlow holds them, and holds the result so."""
        result = self._checked(function, args, kwargs)
        made = held(result)
        self.holds |= made is not result
        return made

    def _checked(
        self, function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> Any:
        result = function(
            *[restored(value) for value in args],
            **{name: restored(value) for name, value in kwargs.items()},
        )
        signature = self.derivation.signature
        if signature.returns is None:
            return result
        call = self.derivation.call()
        call.traced = True
        self.derivation.binder.bind(tuple(args), kwargs).check(call)
        try:
            return checked(signature.returns, result, call, signature.return_error)
        except Mismatch as mismatch:
            raise signature.return_error(mismatch) from None
