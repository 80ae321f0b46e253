"""Which classes implement an interface, without TensorFlow: by inheriting, registering, or methods."""

import gc
import weakref
from abc import ABC
from typing import Any, Protocol
from unittest import mock

import pytest

import tftypes
from tftypes import (
    DispatchableType,
    ExtensionType,
    Shape,
    StackableTypeSpec,
    SupportsTensor,
    Symbol,
    Tensor,
    TensorLike,
    TraceType,
    TypeSpec,
    Variable,
    float32,
)
from tftypes._interface import Interface

INTERFACES = [
    value
    for value in vars(tftypes).values()
    if isinstance(value, Interface) and not issubclass(value, tftypes.Numeric)
]


@pytest.mark.parametrize("interface", INTERFACES)
def test_ordinary_objects_are_instances_of_nothing(interface: type) -> None:
    for value in (1, "x", None, [1.0], (), {}, int, object(), len):
        assert not isinstance(value, interface)
        assert not issubclass(type(value), interface)


def test_subclasses_of_interfaces_are_ordinary_classes() -> None:
    class Mine(Tensor[float32, Shape[3]]): ...

    class Other(Mine): ...

    assert isinstance(Mine(), Tensor)
    assert isinstance(Other(), Mine)
    assert not isinstance(Mine(), Other)
    assert not isinstance(Mine(), (Symbol, Variable))
    assert issubclass(Symbol, Tensor)
    assert not issubclass(Tensor, Symbol)


def test_a_class_may_have_interfaces_and_protocols_and_abstract_bases() -> None:
    class Sized(Protocol):
        def size(self) -> int: ...

    class Mine(Tensor[float32, Any], SupportsTensor, Sized, ABC):
        def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Any:
            return self

        def size(self) -> int:
            return 3

    assert isinstance(Mine(), Tensor)
    assert isinstance(Mine(), SupportsTensor)


def test_a_registered_class_counts_also_after_it_did_not() -> None:
    class Mine: ...

    assert not isinstance(Mine(), Tensor)
    Symbol.register(Mine)
    assert isinstance(Mine(), Tensor)
    assert isinstance(Mine(), Symbol)


def test_a_class_called_as_tensorflows_is_none_of_them() -> None:
    decoy = type("Tensor", (), {"__module__": "tensorflow.python.framework.tensor"})
    assert not isinstance(decoy(), Tensor)


def test_a_mock_of_a_tensor_passes_for_one() -> None:
    class Mine(Tensor[Any, Any]): ...

    assert isinstance(mock.Mock(spec=Mine), Tensor)
    assert not isinstance(mock.Mock(), Tensor)


def test_types_are_not_kept_alive() -> None:
    class Mine: ...

    class Subclass(Tensor[Any, Any]): ...

    for kind in (Mine, Subclass):
        isinstance(kind(), Tensor), isinstance(kind(), TypeSpec)
    gone = [weakref.ref(Mine), weakref.ref(Subclass)]
    del Mine, Subclass, kind
    gc.collect()
    assert [reference() for reference in gone] == [None, None]


def with_methods(*names: str) -> object:
    return type("Mine", (), dict.fromkeys(names, lambda *args: None))()


SPEC = ("serialize", "to_components", "from_components", "component_specs", "value_type")
BOXING = ("to_boxed_tensor", "from_boxed_tensor", "boxed_tensor_spec", "stacked", "unstacked")
TRACE = ("is_subtype_of", "most_specific_common_supertype", "placeholder_value")
TRACE_IO = ("to_tensors", "from_tensors", "flatten", "cast")


@pytest.mark.parametrize(
    ("protocol", "methods"),
    [
        (SupportsTensor, ("__tf_tensor__",)),
        (ExtensionType, ("__tf_type_spec__",)),
        (tftypes.Composite, ("__tf_type_spec__",)),
        (DispatchableType, ("__tf_dispatch__",)),
        (TypeSpec, SPEC),
        (StackableTypeSpec, SPEC + BOXING),
        (TraceType, TRACE + TRACE_IO),
        (tftypes.PlaceholderContext, ("has_placeholder", "get_placeholder", "add_placeholder")),
        (tftypes.CastContext, ("allow_specs",)),
    ],
)
def test_a_protocol_asks_for_methods(protocol: type, methods: tuple[str, ...]) -> None:
    assert isinstance(with_methods(*methods), protocol)
    for missing in methods:
        left = [method for method in methods if method != missing]
        assert not isinstance(with_methods(*left), protocol)


def test_a_method_set_to_none_is_taken_back() -> None:
    class Celsius:
        def __tf_tensor__(self, dtype: Any = None, name: Any = None) -> Any: ...

    class Unconvertible(Celsius):
        __tf_tensor__ = None  # type: ignore[assignment]

    assert isinstance(Celsius(), SupportsTensor)
    assert not isinstance(Unconvertible(), SupportsTensor)


def test_an_attribute_of_the_object_is_not_a_method_of_its_class() -> None:
    class Mine: ...

    mine = Mine()
    mine.__tf_tensor__ = lambda dtype, name: None  # type: ignore[attr-defined]
    assert not isinstance(mine, SupportsTensor)


@pytest.mark.parametrize("protocol", [TypeSpec, StackableTypeSpec, TraceType, ExtensionType])
def test_a_subclass_of_a_protocol_must_define_what_it_asks_for(protocol: type) -> None:
    class Incomplete(protocol): ...  # type: ignore[misc, valid-type]

    with pytest.raises(TypeError, match="abstract"):
        Incomplete()


def test_what_converts_to_a_tensor() -> None:
    for value in (1, 1.5, 1j, True, "x", b"x", [1, [2]], (1, 2), with_methods("__array__")):
        assert isinstance(value, TensorLike)
    for value in (None, {}, {1}, object(), len):
        assert not isinstance(value, TensorLike)
