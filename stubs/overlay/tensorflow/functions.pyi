"""tf.function, gradients, modules."""

import builtins
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any, Literal, overload

import tensorflow as tf
import tftypes
from tensorflow._typing import DT, Sh, TensorLike
from tensorflow.types.experimental import PolymorphicFunction


@overload
def function(
    func: Callable[_P, _R],
    input_signature: Any = None,
    autograph: builtins.bool = True,
    jit_compile: builtins.bool | None = None,
    reduce_retracing: builtins.bool = False,
    experimental_implements: Any = None,
    experimental_autograph_options: Any = None,
    experimental_attributes: Mapping[str, Any] | None = None,
    experimental_relax_shapes: builtins.bool | None = None,
    experimental_compile: builtins.bool | None = None,
    experimental_follow_type_hints: builtins.bool | None = None,
) -> PolymorphicFunction[_P, _R]: ...
@overload
def function(
    func: None = None,
    input_signature: Any = None,
    autograph: builtins.bool = True,
    jit_compile: builtins.bool | None = None,
    reduce_retracing: builtins.bool = False,
    experimental_implements: Any = None,
    experimental_autograph_options: Any = None,
    experimental_attributes: Mapping[str, Any] | None = None,
    experimental_relax_shapes: builtins.bool | None = None,
    experimental_compile: builtins.bool | None = None,
    experimental_follow_type_hints: builtins.bool | None = None,
) -> Callable[[Callable[_P, _R]], PolymorphicFunction[_P, _R]]: ...

class GradientTape:
    def __init__(self, persistent: builtins.bool = False, watch_accessed_variables: builtins.bool = True) -> None: ...
    def __enter__(self) -> GradientTape: ...
    def __exit__(self, typ: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None) -> None: ...
    def watch(self, tensor: Any) -> None: ...
    # The structure of the sources; where a source has no gradient, its place holds None.
    @overload
    def gradient(
        self,
        target: Any,
        sources: Tensor[DT, Sh] | Variable[DT, Sh],
        output_gradients: Any = None,
        unconnected_gradients: UnconnectedGradients | Literal["none", "zero"] = ...,
    ) -> Tensor[DT, Sh]: ...
    @overload
    def gradient(
        self,
        target: Any,
        sources: list[Tensor[DT, Sh]] | list[Variable[DT, Sh]],
        output_gradients: Any = None,
        unconnected_gradients: UnconnectedGradients | Literal["none", "zero"] = ...,
    ) -> list[Tensor[DT, Sh]]: ...
    @overload
    def gradient(
        self,
        target: Any,
        sources: Any,
        output_gradients: Any = None,
        unconnected_gradients: UnconnectedGradients | Literal["none", "zero"] = ...,
    ) -> Any: ...
    def jacobian(
        self,
        target: TensorLike,
        sources: Any,
        unconnected_gradients: UnconnectedGradients | Literal["none", "zero"] = ...,
        parallel_iterations: int | None = None,
        experimental_use_pfor: builtins.bool = True,
    ) -> Any: ...
    def batch_jacobian(
        self,
        target: TensorLike,
        source: TensorLike,
        unconnected_gradients: UnconnectedGradients | Literal["none", "zero"] = ...,
        parallel_iterations: int | None = None,
        experimental_use_pfor: builtins.bool = True,
    ) -> Tensor[Any, Any]: ...
    def reset(self) -> None: ...
    def stop_recording(self) -> AbstractContextManager[None]: ...
    def watched_variables(self) -> builtins.tuple[Variable[Any, Any], ...]: ...

class Module(tftypes.Module):
    def __init__(self, name: str | None = None) -> None: ...
    @property
    def name(self) -> str: ...
    @property
    def name_scope(self) -> tf.name_scope: ...
    # Tuples; subclasses override them with lists.
    @property
    def variables(self) -> builtins.tuple[Variable[Any, Any], ...] | Any: ...
    @property
    def trainable_variables(self) -> builtins.tuple[Variable[Any, Any], ...] | Any: ...
    @property
    def non_trainable_variables(self) -> builtins.tuple[Variable[Any, Any], ...] | Any: ...
    @property
    def submodules(self) -> builtins.tuple[Module, ...] | Any: ...
    @classmethod
    def with_name_scope(cls, method: _F) -> _F: ...
    # Private, though programs use them.
    _TF_MODULE_IGNORED_PROPERTIES: frozenset[str]
    _flatten: Any
    _name: Any
    _no_dependency: Any
    _track_trackable: Any
    _trackable_children: Any

class name_scope:
    def __init__(self, name: str) -> None: ...
    @property
    def name(self) -> str: ...
    def __enter__(self) -> str: ...
    def __exit__(self, type_arg: type[BaseException] | None, value_arg: BaseException | None, traceback_arg: TracebackType | None) -> None: ...
