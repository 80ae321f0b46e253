"""`isinstance` and the checker agree: a class is one of an interface to both, or to none.

All public classes of TensorFlow and Keras that implement an interface are held against all
interfaces, and classes of a user's own that implement them by their methods.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest

import tftypes
from tests.checks import Case, check
from tests.stubs.public_api import walk
from tftypes._interface import Interface

CONFIG: Final = "[mypy]\ndisable_error_code = empty-body\n"
CHECKERS: Final = {"stubs alone": CONFIG, "engine": CONFIG + "plugins = tftypes_mypy\n"}
INTERFACES: Final = {
    name: value
    for name, value in vars(tftypes).items()
    if isinstance(value, Interface)
    and (value is tftypes.DType or not issubclass(value, tftypes.DType))
}

#: Classes with the methods of the protocols, and some that lack one.
OWN: Final = '''
import tensorflow as tf
from typing import Any
from typing_extensions import Self
import tftypes, tftypes.runtime

class Convertible:
    def __tf_tensor__(self, dtype: Any = None, name: Any = None) -> tf.Tensor: return tf.constant(1)
class Dispatching:
    @classmethod
    def __tf_dispatch__(cls, op: Any, args: Any, kwargs: Any) -> Any: return 1
class Extension:
    def __tf_type_spec__(self) -> tf.TypeSpec: return tf.TensorSpec([1])
class Context:
    def has_placeholder(self, alias_id: Any) -> bool: return True
    def get_placeholder(self, alias_id: Any) -> Any: return 1
    def add_placeholder(self, alias_id: Any, placeholder: Any) -> None: ...
class Casting:
    allow_specs = True
class SpecWithoutComponents:
    value_type = Extension
    def serialize(self) -> tuple[Any, ...]: return ()
    @classmethod
    def deserialize(cls, serialization: Any) -> Self: return cls()
    def is_compatible_with(self, spec_or_value: Any) -> bool: return True
    def most_specific_compatible_type(self, other: Any) -> Self: return self
class Spec(SpecWithoutComponents):
    component_specs = ()
    def to_components(self, value: Any) -> Any: return ()
    def from_components(self, components: Any) -> Any: return Extension()
class Stackable(Spec):
    def to_boxed_tensor(self, value: Any, minimum_rank: int = 0) -> Any: return []
    def from_boxed_tensor(self, boxed_tensor: Any) -> Any: return Extension()
    def boxed_tensor_spec(self, minimum_rank: int = 0) -> Any: return []
    def stacked(self, num: int | None) -> Self: return self
    def unstacked(self) -> Self: return self
class DerivedSpec(tftypes.runtime.TypeSpec): ...
class DerivedStackable(tftypes.runtime.StackableTypeSpec): ...
class OwnSpec(tf.TypeSpec): ...
class OwnComposite(tf.experimental.ExtensionType): ...
class OwnModule(tf.Module): ...
class Nothing: ...
'''  # fmt: skip

#: A class of TensorFlow's may be no implementation where all its instances are.
ONLY_STATIC: Final = {
    (path, interface)
    for path in ("tensorflow.Variable", "tensorflow.distribute.DistributedDataset",
                 "tensorflow.distribute.DistributedIterator")
    for interface in ("Composite", "ExtensionType")
}  # fmt: skip
#: What is annotated tf.Tensor may be eager.
ONLY_AT_RUN_TIME: Final = {("tensorflow.Tensor", "Symbol")}
#: The engine reads what is annotated Shape, and mypy hears nothing of it.
ERASED: Final = ("engine", "Shape")
#: Keras's own stubs leave open what a KerasTensor is.
OPEN: Final = {"tensorflow.keras.KerasTensor"}


@dataclass(frozen=True)
class Class:
    """A class, and how a program writes it."""

    path: str
    cls: type

    def implements(self, interface: str) -> bool:
        return issubclass(self.cls, INTERFACES[interface])


def classes(tf: ModuleType) -> Iterator[Class]:
    """All that implement an interface, and the user's."""
    found: dict[str, object] = {}
    walk(tf, "tensorflow", found)
    public: dict[type, str] = {}
    for path, value in sorted(found.items(), key=lambda item: (item[0].count("."), item[0])):
        if isinstance(value, type) and path not in OPEN:
            public.setdefault(value, path)
    for cls, path in public.items():
        if any(issubclass(cls, interface) for interface in INTERFACES.values()):
            yield Class(path, cls)
    own: dict[str, object] = {"__name__": "own"}
    exec(OWN, own)
    for name, value in own.items():
        if isinstance(value, type) and value.__module__ == "own":
            yield Class(name, value)


@pytest.fixture(scope="module")
def every(tf: ModuleType) -> list[Class]:
    return list(classes(tf))


@pytest.fixture(scope="module")
def accepted(
    every: list[Class], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, set[tuple[str, str]]]:
    """By checker, path and interface of each assignment that it lets pass."""
    pairs = [(one.path, interface) for one in every for interface in INTERFACES]
    lines = [
        f"def f{i}(x: {path}) -> tftypes.{one}: return x" for i, (path, one) in enumerate(pairs)
    ]
    text = OWN + "import tensorflow\n"
    first = text.count("\n") + 1
    found = {}
    for checker, config in CHECKERS.items():
        case = Case("agreement", text + "\n".join(lines) + "\n", 1)
        folder: Path = tmp_path_factory.mktemp("agreement")
        check([case], folder, config)
        assert {report[1:3] for report in case.reported} == {("error", "return-value")}
        found[checker] = set(pairs) - {pairs[line - first] for line, *_ in case.reported}
    return found


@pytest.mark.parametrize(
    ("checker", "interface"),
    [(c, i) for c in CHECKERS for i in INTERFACES if (c, i) != ERASED],
)
def test_both_say_the_same(
    every: list[Class], accepted: dict[str, set[tuple[str, str]]], checker: str, interface: str
) -> None:
    at_run_time = {one.path for one in every if one.implements(interface)}
    at_run_time |= {path for path, name in ONLY_STATIC if name == interface}
    at_run_time -= {path for path, name in ONLY_AT_RUN_TIME if name == interface}
    assert {path for path, name in accepted[checker] if name == interface} == at_run_time


def test_no_interface_is_without_an_implementation(every: list[Class]) -> None:
    assert {i for i in INTERFACES if not any(one.implements(i) for one in every)} == {
        "FunctionGraph", "Value",  # TensorFlow's classes of these have no public name
    }  # fmt: skip


def test_the_exceptions_are_exceptions(every: list[Class]) -> None:
    by_path = {one.path: one for one in every}
    assert not any(by_path[path].implements(interface) for path, interface in ONLY_STATIC)
    assert all(by_path[path].implements(interface) for path, interface in ONLY_AT_RUN_TIME)
