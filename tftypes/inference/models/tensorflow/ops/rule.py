"""What an op rule is: a function over abstract values, its examples, and the one line its errors become.

A rule says what TensorFlow would make of a call, knowing only what can be known before the program runs: dtypes,
shapes and some Python values. It returns the abstract result, raises `OpError` when TensorFlow is sure to refuse the
call, eagerly and inside a tf.function alike, or raises `Unsure` when nothing can be said.
"""

from __future__ import annotations

import inspect
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from types import CodeType, MappingProxyType
from typing import Any, Final, TypeVar

from tftypes.algebra import UNKNOWN, Shape, TensorType, Unknown
from tftypes.algebra.tensors import OPERATORS

from .describe import describe
from .values import ListOf

F = TypeVar("F", bound=Callable[..., Any])

#: Every rule, by the full name of the function in the stubs: its canonical public name.
RULES: dict[str, Rule] = {}


class OpError(Exception):
    """A call that TensorFlow is sure to refuse.

    Rules raise it with what they know: a code of the checker's (`tf-shape`, `tf-dtype`, `tf-axis`, `tf-rank` or
    `tf-value`), what is wrong, the argument at fault and, where there is one, a remedy. `Rule.apply` completes it with
    the op's name and what was passed.

    >>> str(OpError("tf-axis", "axis 2 is out of range for rank 2", "axis").complete("tf.reduce_sum()", {}))
    "tf.reduce_sum(): argument 'axis': axis 2 is out of range for rank 2"
    """

    #: The class of the exception by its full name, where it is always the same.
    exception: str | None = None
    #: Whether a graph alone refuses it: eagerly the kernel gives an empty result.
    in_graph: bool = False
    #: Whether the kernel alone refuses it: a graph leaves out an op whose result nobody uses.
    at_run: bool = False

    def __init__(
        self,
        code: str,
        message: str,
        argument: str | None = None,
        hint: str | None = None,
        exception: str | None = None,
    ) -> None:
        super().__init__(message)
        self.exception = exception or self.exception
        self.code, self.message, self.argument, self.hint = code, message, argument, hint
        self.line: str | None = None

    def complete(self, shown: str, arguments: Mapping[str, object], every: bool = False) -> OpError:
        """The same error as one line that names the op and shows its operands; done once, by the outermost rule.

        Of the arguments, the tensors are shown and the one at fault, or every one.
        """
        if self.line is None:
            place = f"argument '{self.argument}': " if self.argument else ""
            operands = ", ".join(
                f"{name} is {describe(value, contents=True)}"
                for name, value in arguments.items()
                if every or name == self.argument or _has_tensor(value)
            )
            hint = f"; {self.hint}" if self.hint else ""
            self.line = f"{shown}: {place}{self.message}{': ' if operands else ''}{operands}{hint}"
        return self

    def __str__(self) -> str:
        return self.line or self.message


@contextmanager
def completed(shown: str, arguments: Mapping[str, object] = MappingProxyType({})) -> Iterator[None]:
    """What is refused here is told of the function that is shown so. See `OpError.complete`."""
    try:
        yield
    except OpError as error:
        raise error.complete(shown, arguments) from None


class Unsure(Exception):
    """Raised by a rule that can say nothing about its result; the call's value is then UNKNOWN."""


def _has_tensor(value: object) -> bool:
    if isinstance(value, (list, tuple)):
        return any(_has_tensor(item) for item in value)
    return isinstance(value, TensorType)


@dataclass(frozen=True)
class Example:
    """One documented call: its text, and the text of its result or of what its error says."""

    call: str
    result: str | None = None
    error: str | None = None

    @classmethod
    def parse(cls, text: str) -> Example:
        """
        >>> Example.parse("tf.exp(f32[2]) -> f32[2]").result
        'f32[2]'
        >>> Example.parse("tf.exp(i32[2]) !! int32").error
        'int32'
        """
        if " !! " in text:
            call, error = text.split(" !! ")
            return cls(call.strip(), error=error.strip())
        call, arrow, result = text.rpartition(" -> ")
        if not arrow:
            raise ValueError(f"an example is 'call -> result' or 'call !! error', not {text!r}")
        return cls(call.strip(), result=result.strip())

    def __str__(self) -> str:
        told = f"-> {self.result}" if self.error is None else f"!! {self.error}"
        return f"{self.call} {told}"


class Rule:
    """A rule under its full name, with examples.

    >>> from tftypes.inference.models.tensorflow.ops import RULES, TensorType
    >>> matmul = RULES["tensorflow.linalg.matmul"]
    >>> str(matmul.apply([TensorType.parse("float32[2, 3]"), TensorType.parse("float32[3, 4]")]))
    'float32[2, 4]'
    """

    def __init__(
        self, fullname: str, function: Callable[..., Any], examples: Sequence[str]
    ) -> None:
        self.fullname = fullname
        self.function = function
        #: What the op does instead when an operand is ragged, see `on_ragged`.
        self.on_ragged: Callable[..., Any] | None = None
        #: What it does instead when an operand is a linear operator, see `on_operator`.
        self.on_operator: Callable[..., Any] | None = None
        #: The operands whose raggedness the result has, see `untold`.
        self.passed_on: frozenset[str] = frozenset()
        #: Whether the result is a tensor whatever these are.
        self.is_tensor = True
        #: Raises OpError for arguments that are not accepted, see `accepted`.
        self.accepts: Callable[[Mapping[str, object]], None] | None = None
        self.texts = tuple(examples)

    def __repr__(self) -> str:
        return f"<rule {self.shown}>"

    @property
    def shown(self) -> str:
        """The public name in messages when the caller does not give the one the user wrote."""
        return "tf." + self.fullname.removeprefix("tensorflow.")

    @cached_property
    def signature(self) -> inspect.Signature:
        return signature_of(self.function)

    @cached_property
    def of_class(self) -> bool:
        """Whether it is the rule of a class method, such as `tf.RaggedTensor.from_row_splits`."""
        return next(iter(self.signature.parameters), None) == "cls"

    @cached_property
    def variadic(self) -> str | None:
        """The parameter that takes any number of operands, as einsum's `*inputs`."""
        for name, parameter in self.signature.parameters.items():
            if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
                return name
        return None

    @cached_property
    def leading(self) -> tuple[str, ...]:
        """The parameters before `variadic`."""
        names = list(self.signature.parameters)
        return tuple(names[: names.index(self.variadic)]) if self.variadic is not None else ()

    @cached_property
    def examples(self) -> tuple[Example, ...]:
        return tuple(Example.parse(text) for text in self.texts)

    @cached_property
    def _defaults(self) -> dict[str, Any]:
        """The parameters in their order, with their defaults."""
        return {name: each.default for name, each in self.signature.parameters.items()}

    @cached_property
    def _required(self) -> frozenset[str]:
        empty = inspect.Parameter.empty
        return frozenset(name for name, value in self._defaults.items() if value is empty)

    @cached_property
    def _takes_positions(self) -> bool:
        """Whether its parameters are positions, see `with_parameters`: none may be missing."""
        return hasattr(self.function, "positions")

    def apply(
        self,
        args: Sequence[object] = (),
        kwargs: Mapping[str, object] | None = None,
        shown: Callable[[], str] | None = None,
    ) -> Any:
        """The abstract result of a call.

        `shown` says the op's name as the user wrote it. Arguments that do not fit the signature are not the rule's
        concern (the stub's signature says it better), so the result is then UNKNOWN.

        Raises OpError, completed to one line, when TensorFlow would refuse the call.
        """
        given = self.bound(args, kwargs or {})
        if given is None:
            return UNKNOWN
        try:
            result = self._known(given)
            if self.accepts is not None:
                self.accepts(given)
        except OpError as error:
            text = shown() if shown else self.shown
            called = text if text.startswith("operator ") else f"{text}()"
            raise error.complete(called, given) from None
        return result

    def call(self, /, **given: object) -> Any:
        """The result for another rule, which names the error.

        Raises OpError as the rule does, Unsure for arguments that do not fit.
        """
        bound = self.bound((), given)
        if bound is None:
            raise Unsure
        return self._result(bound)

    def bound(self, args: Sequence[object], kwargs: Mapping[str, object]) -> dict[str, Any] | None:
        """The arguments by the names of the parameters, in their order; None where they do not fit.

        As `inspect.Signature.bind` does it, several times as fast.
        """
        if self.variadic is not None:
            try:
                return dict(self.signature.bind(*args, **kwargs).arguments)
            except TypeError:
                return None
        names, given = self._defaults, kwargs
        if args:
            positions = dict(zip(names, args))
            if len(positions) < len(args) or not positions.keys().isdisjoint(kwargs):
                return None
            given = {**positions, **kwargs}
        found = {name: given[name] for name in names if name in given}
        fits = len(found) == len(given) and self._required <= found.keys()
        return found if fits else None

    def _known(self, given: dict[str, Any]) -> Any:
        try:
            return self._result(given)
        except Unsure:
            return UNKNOWN

    def _result(self, given: dict[str, Any]) -> Any:
        if self.on_ragged is not None and _has_ragged(given.values()):
            return self.on_ragged(**given)
        if self.on_operator is not None and any(map(is_operator, given.values())):
            return self.on_operator(**given)
        for name in self.passed_on:
            if name in given and _is_untold(given[name]):
                return self._of_any_kind(given)
        return self._on_dense(given)

    def _of_any_kind(self, given: dict[str, Any]) -> Any:
        """The dtype, which is the same whatever kind of tensor an operand is; what is wrong with the dtype asked for."""
        if not self.is_tensor:
            return UNKNOWN
        try:
            found = self._on_dense(given)
        except OpError as error:
            if error.argument in _DTYPES:
                raise
            return UNKNOWN
        if not isinstance(found, TensorType) or found.kind != "tensor" or not found.dtype.is_known:
            return UNKNOWN
        return TensorType(found.dtype, Shape.unknown())

    def _on_dense(self, given: dict[str, Any]) -> Any:
        if self._takes_positions:
            return self.function(*({**self._defaults, **given}.values()))
        if self.variadic is not None:
            bound = inspect.BoundArguments(self.signature, OrderedDict(given))
            return self.function(*bound.args, **bound.kwargs)
        return self.function(**given)


def rule(fullname: str, *examples: str) -> Callable[[F], F]:
    """Register a function as the rule of one TensorFlow function; the function itself stays as it was.

    An example is `"tf.exp(f32[2]) -> f32[2]"` or, for a call that must fail, `"tf.exp(i32[2]) !! int32"`, where the
    second part is text of the error.
    """

    def register(function: F) -> F:
        if fullname in RULES:
            raise ValueError(f"{fullname} has two rules")
        RULES[fullname] = Rule(fullname, function, examples)
        return function

    return register


def on_ragged(fullname: str, *examples: str) -> Callable[[F], F]:
    """Register what an op that has a rule does when an operand, or an item of a list of them, is ragged.

    The function takes what was passed by the names of the rule's parameters.
    """
    return _instead("on_ragged", fullname, examples)


def on_operator(fullname: str, *examples: str) -> Callable[[F], F]:
    """Register what an op that has a rule does when an operand is a linear operator."""
    return _instead("on_operator", fullname, examples)


def _instead(kind: str, fullname: str, examples: tuple[str, ...]) -> Callable[[F], F]:
    def register(function: F) -> F:
        found = RULES[fullname]
        setattr(found, kind, function)
        found.texts += examples
        return function

    return register


#: Parameters that say a dtype.
_DTYPES: Final = ("dtype", "out_type", "output_type")


def is_operator(value: object) -> bool:
    return isinstance(value, TensorType) and value.kind in OPERATORS


def _is_untold(value: object) -> bool:
    """Whether a ragged tensor may be meant, alone or in a list."""
    if isinstance(value, (list, tuple)):
        return any(map(_is_untold, value))
    return _is_untold(value.item) if isinstance(value, ListOf) else isinstance(value, Unknown)


def _has_ragged(values: Iterable[object]) -> bool:
    return any(
        value.kind == "ragged"
        if isinstance(value, TensorType)
        else isinstance(value, (list, tuple)) and _has_ragged(value)
        for value in values
    )


def with_parameters(function: F, **parameters: Any) -> F:
    """A function made in a loop, with the parameters of TensorFlow's: their defaults, `...` where there is none.

    The function gets them all by position.

    >>> print(signature_of(with_parameters(lambda *args: None, x=..., name=None)))
    (x, name=None)
    """
    function.positions = parameters  # type: ignore[attr-defined]
    return function


def signature_of(function: Callable[..., Any]) -> inspect.Signature:
    """What a rule's function is called with."""
    positions: Mapping[str, object] | None = getattr(function, "positions", None)
    if positions is None:
        return inspect.signature(function)
    empty, kind = inspect.Parameter.empty, inspect.Parameter.POSITIONAL_OR_KEYWORD
    return inspect.Signature(
        [
            inspect.Parameter(name, kind, default=empty if value is ... else value)
            for name, value in positions.items()
        ]
    )


def names_of(function: Callable[..., Any]) -> tuple[str, ...]:
    """The parameters that take one argument, of a function of Python's: known sooner than its signature.

    >>> names_of(lambda x, *, axis=None: None)
    ('x', 'axis')
    """
    if (positions := getattr(function, "positions", None)) is not None:
        return tuple(positions)
    code: CodeType = inspect.unwrap(function).__code__
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
