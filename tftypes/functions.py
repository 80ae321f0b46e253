"""What runs: functions and their graphs; and the errors that running raises.

Source: RFC 208, "Potential types for subsequent implementation".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Generic

from typing_extensions import ParamSpec, TypeVar

from tftypes._interface import Interface, implemented_by
from tftypes.tensors import Tensor

P = ParamSpec("P", default=...)
R = TypeVar("R", covariant=True, default=Any)


@implemented_by("tensorflow.python.types.core.PolymorphicFunction")
class Function(Generic[P, R], metaclass=Interface):
    """What `tf.function` makes: a callable that traces one graph for each kind of arguments.

    Source: RFC 208, `Function`, "basic programming construct";
    `tf.types.experimental.PolymorphicFunction`.
    """

    if TYPE_CHECKING:

        def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R: ...
        @property
        def python_function(self) -> Callable[P, R]: ...
        def get_concrete_function(self, *args: Any, **kwargs: Any) -> Any: ...
        def experimental_get_tracing_count(self) -> int: ...


@implemented_by("tensorflow.python.types.core.ConcreteFunction")
class ConcreteFunction(Generic[P, R], metaclass=Interface):
    """A function traced for one kind of arguments: one graph.

    Source: RFC 208, `FunctionGraph`, "IR of a single concrete function";
    `tf.types.experimental.ConcreteFunction`.
    """

    if TYPE_CHECKING:

        def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R: ...
        @property
        def graph(self) -> Any: ...
        @property
        def inputs(self) -> Sequence[Tensor[Any, Any]]: ...
        @property
        def outputs(self) -> Sequence[Tensor[Any, Any]]: ...
        @property
        def structured_input_signature(self) -> Any: ...
        @property
        def structured_outputs(self) -> Any: ...


@implemented_by("tensorflow.python.framework.errors_impl.OpError")
class Error(metaclass=Interface):
    """Any error that an op raises, such as `tf.errors.InvalidArgumentError`.

    For `isinstance`. Python's `except` does not ask interfaces: `except tf.errors.OpError` there,
    or `except Exception as error` and `isinstance(error, Error)`.

    Source: RFC 208, `Error`, "superclass of all TF-specific errors"; `tf.errors.OpError`.
    """

    if TYPE_CHECKING:

        @property
        def message(self) -> str: ...
        @property
        def op(self) -> Any: ...
        @property
        def node_def(self) -> Any: ...
        @property
        def error_code(self) -> int: ...


@implemented_by("tensorflow.python.framework.ops.Graph")
class Graph(metaclass=Interface):
    """A program of ops.

    Source: RFC 208, `Graph`, "GraphDef/IR program"; `tf.Graph`.
    """

    if TYPE_CHECKING:

        def as_default(self) -> AbstractContextManager[Any]: ...
        def as_graph_def(self) -> Any: ...
        def get_operations(self) -> Sequence[Any]: ...


@implemented_by("tensorflow.python.framework.func_graph.FuncGraph")
class FunctionGraph(Graph):
    """The graph of one concrete function, or of a branch or loop body inside it.

    Source: RFC 208, `FunctionGraph`, "IR of a single concrete function".
    """

    if TYPE_CHECKING:

        @property
        def name(self) -> str: ...
        @property
        def inputs(self) -> Sequence[Tensor[Any, Any]]: ...
        @property
        def outputs(self) -> Sequence[Tensor[Any, Any]]: ...
