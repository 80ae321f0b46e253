"""`Function`: a tf.function whose signature is that of its annotations; `function` makes it."""

from __future__ import annotations

import copy
import inspect
import pickle
import sys
import threading
import types
import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic

import tensorflow as tf
from typing_extensions import ParamSpec, TypeVar

from tftypes.runtime import exports
from tftypes.runtime.binding import BoundCall
from tftypes.runtime.derivation import Derivation, Traced, make_decorator
from tftypes.runtime.errors import AnnotationError, Mismatch, ReturnError
from tftypes.runtime.hints import written
from tftypes.runtime.instances import Instances, is_temporary
from tftypes.runtime.patterns import Call
from tftypes.runtime.records import restored
from tftypes.runtime.results import asserted, compared, refusal_in
from tftypes.runtime.scopes import in_foreign_scope
from tftypes.runtime.trace_types import Argument, distinct_tensors

if TYPE_CHECKING:
    from tensorflow.types.experimental import PolymorphicFunction

_P = ParamSpec("_P", default=...)
_R = TypeVar("_R", covariant=True, default=Any)

_executing_eagerly = tf.executing_eagerly
_has_strategy = tf.distribute.has_strategy
_run_eagerly = tf.config.functions_run_eagerly
_BINDING = threading.RLock()


if TYPE_CHECKING:

    class _Base(PolymorphicFunction[_P, _R]):
        """TensorFlow's class, with what is overridden or called here and is not public."""

        _python_function: Any
        _descriptor_cache: Any
        _omit_frequent_tracing_warning: bool
        _is_pure: bool
        _jit_compile: bool | None
        __name__: str
        __qualname__: str

        def __init__(self, python_function: Any, name: str, **options: Any) -> None: ...
        @property
        def name(self) -> str: ...
        def _get_concrete_function_garbage_collected(self, *args: Any, **kwargs: Any) -> Any: ...
        def _list_all_concrete_functions(self) -> Sequence[Any]: ...
        def _list_all_concrete_functions_for_serialization(self) -> Sequence[Any]: ...

else:

    class _Base(tf.__internal__.function.Function, Generic[_P, _R]): ...


class Function(_Base[_P, _R]):
    """A tf.function that takes its signature from annotations; `function` makes it.

    It is a tf.function in every respect: `get_concrete_function`, `input_signature`,
    `experimental_get_tracing_count`, `python_function`, `pretty_printed_concrete_signatures` and
    the others are there, and exporters accept it.
    """

    # AutoGraph does not convert the call of what has this attribute. It is not annotated, since the
    # annotations of this class would be those of every function.
    autograph_info__ = types.MappingProxyType[str, Any]({})

    def __init__(
        self,
        python_function: Callable[..., Any],
        name: str,
        input_signature: Any = None,  # from TensorFlow, which makes the method of an instance
        derivation: Derivation | None = None,
        **options: Any,
    ) -> None:
        # TensorFlow makes the method of an instance without one; `__get__` puts it in.
        self.derivation: Derivation = derivation  # type: ignore[assignment]
        self._original = python_function
        self._options = options
        self._traced = Traced(python_function, self.derivation)
        # By key, a trace, and the types of its leaves if not all of them are tensors.
        self._concrete: dict[Any, tuple[Any, Any]] = {}
        self._keys: set[Any] = set()
        self._called = False
        self._owner: weakref.ref[Any] | None = None
        self._first_call = threading.RLock()
        super().__init__(self._traced, name, **options)
        self.__annotations__ = dict(getattr(written(python_function), "__annotations__", {}))
        self._descriptor_cache = Instances()
        # XLA needs the context that only tf.function's own call sets up; with
        # `experimental_implements`, TensorFlow makes tensors of all arguments.
        self._direct = not options.get("jit_compile") and not self._is_pure

    def __call__(self, *args: _P.args, **kwargs: _P.kwargs) -> _R:
        derivation = self.derivation
        binder = derivation._binder or derivation.binder
        instance = derivation.instance
        call = Call() if instance is None else derivation.call()
        eager = _executing_eagerly()
        foreign = in_foreign_scope(eager)
        direct = (
            self._direct and eager and not foreign and not _run_eagerly() and not _has_strategy()
        )
        if not eager:
            call.unknown = []
        bound = None
        try:
            simple = binder.simple if direct and not kwargs else None
            if simple is not None and len(args) == len(simple):
                keys = [check(value, path, call) for (check, path), value in zip(simple, args)]
                key = call.finish(tuple(keys))
            else:
                bound = binder.bind(args, kwargs)
                key = bound.check(call)
            if call.deferred:
                asserted(call, binder.signature.argument_error)
        except Mismatch as mismatch:
            raise binder.signature.argument_error(mismatch) from None
        found = self._concrete.get(key) if direct and not call.opaque else None
        result: Any
        try:
            if found is None:
                if bound is None:
                    bound, call = self._bound_again(args, kwargs)
                traced = self if not foreign else self._apart()
                result = traced._call_by_tensorflow(key, call, bound, direct)
            else:
                self._omit_frequent_tracing_warning = True  # most calls do not trace
                traced = self
                concrete, types = found
                leaves = call.leaves if types is None else distinct_tensors(types, call.leaves)
                result = concrete._call_flat(leaves, concrete.captured_inputs)
        except tf.errors.InvalidArgumentError as error:
            refusal = refusal_in(error) if eager else None
            if refusal is None:
                raise
            raise ReturnError(refusal) from None
        if instance is not None:
            instance.remember(call)
        if traced._traced.holds:
            result = restored(result)
        returns = binder.signature.returns
        # XLA drops assertions.
        if returns is not None and (returns.symbolic or self._jit_compile):
            result = self._compared(result, call)
        return result  # type: ignore[no-any-return]

    def _bound_again(self, args: Any, kwargs: Any) -> tuple[BoundCall, Call]:
        """The arguments bound with their names, after a call that needed none."""
        bound = self.derivation.binder.bind(args, kwargs)
        call = self.derivation.call()
        bound.check(call)
        return bound, call

    def _compared(self, result: Any, call: Call) -> Any:
        """The result, compared with the sizes that the arguments have shown."""
        signature = self.derivation.signature
        try:
            return compared(signature.returns, result, call, signature.return_error)  # type: ignore[arg-type]
        except Mismatch as mismatch:
            raise signature.return_error(mismatch) from None

    def _call_by_tensorflow(self, key: Any, call: Call, bound: BoundCall, direct: bool) -> Any:
        """A call that tf.function dispatches, and traces if need be; remembers the trace."""
        if self._owner is not None and self._owner() is None:
            raise ReferenceError(
                f"{self.derivation.signature.name}() is a method of an object that is gone: keep "
                "the object in a variable"
            )
        if _run_eagerly():
            positional, named = bound.values(call)
            return self._traced.run(self._original, positional, named)
        if self._is_pure:
            positional, named = bound.specs()
            concrete = self.get_concrete_function(*positional, **named)
            positional, named = bound.values(call)
            return concrete(*positional, **named)
        positional, named = bound.wrapped(call)
        result: Any
        if self._called:
            result = super().__call__(*positional, **named)
        else:
            # TensorFlow lets other threads in before the variables of the first call have values.
            with self._first_call:
                result = super().__call__(*positional, **named)
            self._called = True
        if not call.opaque:
            self._keys.add(key)
            if direct:
                self._omit_frequent_tracing_warning = False
                concrete = self.get_concrete_function(*positional, **named)
                self._concrete[key] = (concrete, _leaf_types(concrete))
        return result

    def _apart(self) -> Function[..., Any]:
        """The same function with traces of its own."""
        return self._clone(self._original)

    def _clone(self, python_function: Any) -> Function[..., Any]:
        """With another Python function, as strategies ask for, that takes the same arguments."""
        return Function(
            self._original if python_function is None else python_function,
            self.name,
            None,
            self.derivation,
            **self._options,
        )

    def _wrapped(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        """Arguments, or specs in place of them, as tf.function takes them."""
        if any(isinstance(value, Argument) for value in (*args, *kwargs.values())):
            return args, kwargs
        binder = self.derivation.binder
        call = Call(specs=True)
        bound = binder.bind(args, kwargs, fill=True)
        try:
            self._keys.add(bound.check(call))
        except Mismatch as mismatch:
            raise binder.signature.argument_error(mismatch) from None
        return bound.specs() if self._is_pure else bound.wrapped(call)

    def _get_concrete_function_garbage_collected(self, *args: Any, **kwargs: Any) -> Any:
        args, kwargs = self._wrapped(args, kwargs)
        return super()._get_concrete_function_garbage_collected(*args, **kwargs)

    def get_initialization_function(self, *args: Any, **kwargs: Any) -> Any:
        """A concrete function that initializes the variables that this function creates."""
        args, kwargs = self._wrapped(args, kwargs)
        return super().get_initialization_function(*args, **kwargs)

    @property
    def python_function(self) -> Any:
        """The function that was decorated."""
        return self._original

    @property
    def input_signature(self) -> tuple[Any, ...] | None:
        """Specs of the leading parameters, if all others have defaults; else None."""
        return self.derivation.signature.input_signature

    @property
    def function_spec(self) -> Any:
        """TensorFlow's description of the parameters, which a saved model keeps."""
        spec = super().function_spec
        if not self.input_signature or len(self._keys) > 1:
            return spec  # a loaded function chooses among the traces
        return type(spec).from_fullargspec_and_signature(
            spec.fullargspec, self.input_signature, name=self.name, jit_compile=spec.jit_compile
        )

    def _list_all_concrete_functions_for_serialization(self) -> list[Any]:
        """The trace of the input signature, and those for other static values."""
        found = list(super()._list_all_concrete_functions_for_serialization())
        if not found and not self.input_signature:
            return [self._exported(*call) for call in exports.calls(self.derivation.binder)]
        if not self.input_signature or len(self._keys) < 2:
            return found
        for concrete in list(self._list_all_concrete_functions()):
            args, kwargs = concrete.structured_input_signature
            if not any(
                (args, kwargs) == (*other.structured_input_signature,) for other in found
            ) and all(_is_saved(leaf) for leaf in tf.nest.flatten((args, kwargs))):
                found.append(self.get_concrete_function(*args, **kwargs))
        return found

    def _exported(self, args: list[Any], kwargs: dict[str, Any]) -> Any:
        try:
            return self.get_concrete_function(*args, **kwargs)
        except Exception as error:
            kinds = ", ".join(map(repr, [*args, *kwargs.values()]))
            raise ValueError(
                f"{self.derivation.signature.name}() was never called, and cannot be saved for "
                f"({kinds}), which its annotations admit: {error}"
            ) from error

    def _decorate(self, decorator: Callable[[Any], Any]) -> None:
        # Without what TensorFlow would derive from the input signature: arguments come wrapped.
        self._python_function: Any = decorator(self._python_function)

    if not TYPE_CHECKING:  # as PolymorphicFunction

        def __get__(self, instance: Any, owner: Any = None) -> Any:
            """The method of an instance: each has its own traces and variables.

            It holds its instance weakly, as TensorFlow's do, but where nothing else holds that.
            """
            if instance is None:
                return self
            if is_temporary(sys.getrefcount(instance)):
                return self._of_temporary(instance)
            found = self._descriptor_cache.get(instance)
            if found is not None and found.derivation is not None:
                return found
            with _BINDING:
                method = super().__get__(instance, owner)
                if isinstance(method, Function) and method.derivation is None:
                    method._traced.derivation = self.derivation.of(instance)
                    method.derivation = method._traced.derivation
                    method._owner = weakref.ref(instance)
            return method

    def _of_temporary(self, instance: Any) -> Function[..., Any]:
        method = types.MethodType(self._original, instance)
        made = Function(method, self.name, None, self.derivation.of(instance), **self._options)
        return make_decorator(method, made, "tftypes.runtime.function")  # type: ignore[no-any-return]

    def __reduce__(self) -> Any:
        """A function is pickled by its name, a method by its instance, as Python's are."""
        instance = None if self._owner is None else self._owner()
        if instance is not None:
            return _method_of, (instance, self.__name__)
        name: str = self.__qualname__
        found: Any = sys.modules.get(self.__module__)
        for part in name.split("."):
            found = getattr(found, part, None)
        if found is not self:
            raise pickle.PicklingError(
                f"{self!r} cannot be pickled: {self.__module__}.{name} is not this function"
            )
        return name

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        """The function itself, as of Python's; of a method that it was made of, that of the copy."""
        original = copy.deepcopy(self._original, memo)
        if original is self._original:
            return self
        derivation = self.derivation
        made = Function(
            original,
            self.name,
            None,
            Derivation(original, derivation.scope, derivation.specs, derivation.bound),
            **self._options,
        )
        return make_decorator(original, made, "tftypes.runtime.function")

    def __repr__(self) -> str:
        try:
            return f"<tftypes.runtime.function {self.derivation.signature!r}>"
        except AnnotationError:  # a name that is not there yet
            return f"<tftypes.runtime.function {self.name}>"


def _method_of(instance: Any, name: str) -> Any:
    """The method of an instance that nothing else holds yet."""
    function: Any = inspect.getattr_static(type(instance), name)
    return function._of_temporary(instance)


def _leaf_types(concrete: Any) -> list[Any] | None:
    """The trace types of all leaves, in the order of the graph's inputs; None if all are dense."""
    parameters = list(concrete.function_type.parameters.values())
    named = sorted((p for p in parameters if p.kind is p.KEYWORD_ONLY), key=lambda p: p.name)
    positional = [p for p in parameters if p.kind is not p.KEYWORD_ONLY]
    kinds = [parameter.type_constraint for parameter in (*positional, *named)]
    types = [t for k in kinds for t in getattr(k, "leaf_types", k.flatten())]
    return None if all(isinstance(leaf, tf.TensorSpec) for leaf in types) else types


def _is_saved(value: Any) -> bool:
    return value is None or isinstance(value, (tf.TypeSpec, int, float, str, bytes))
