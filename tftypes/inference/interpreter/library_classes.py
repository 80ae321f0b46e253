"""Which classes of libraries a value is of, and the models that these have."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from tftypes.algebra import DType, Shape, TensorType
from tftypes.algebra.tensors import OPERATORS, Kind
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import LibraryClass
from tftypes.inference.objects import (
    CLASS,
    Class,
    Container,
    External,
    Function,
    Instance,
    Module,
    Top,
    TracedFunction,
    Unknown,
    Value,
    python_type,
)
from tftypes.inference.structs import Struct
from tftypes.inference.values import Bound, Dataset, Named, Part, Range, Seq, Tensor

#: The kinds of tensors of which an instance of a class is one.
TENSOR_CLASSES: Final[Mapping[str, Kind]] = {
    "tensorflow.Tensor": "tensor",
    "tensorflow.Variable": "variable",
    "tensorflow.RaggedTensor": "ragged",
    "tensorflow.SparseTensor": "sparse",
    "tensorflow.IndexedSlices": "indexed_slices",
    "tensorflow.TensorSpec": "spec",
    "numpy.ndarray": "array",
}
_KINDS: Final[dict[str, str]] = {
    **{kind: name for name, kind in TENSOR_CLASSES.items()},
    "symbol": "tensorflow.keras.KerasTensor",
    **{name: f"tensorflow.linalg.{name}" for name in OPERATORS},
}


#: What a part of a variable has beside what a tensor has: TensorFlow puts it on the tensor itself.
PART: Final = "tensorflow.Variable[]"


_KINDS_OF_CONTAINERS: Final = {
    "deque": "collections.deque",
    "iterator": "collections.abc.Iterator",
    "generator": "collections.abc.Generator",
}


CLASS_NAMES: Final[dict[type, str]] = {
    Dataset: "tensorflow.data.Dataset",
    DType: "tensorflow.DType",
    Shape: "tensorflow.TensorShape",
    tuple: "builtins.tuple",
    Named: "builtins.tuple",
    Seq: "builtins.tuple",
    Range: "builtins.range",
    slice: "builtins.slice",
    TracedFunction: "tensorflow.types.experimental.PolymorphicFunction",
}
#: Those of which every value has the one name, or none.
_BY_TYPE: Final[dict[type, str | None]] = {
    **dict.fromkeys((Top, External, Unknown, Class, Function, Module)),
    **{each: name for each, name in CLASS_NAMES.items() if each is not Dataset},
    **{
        each: f"builtins.{each.__name__}"
        for each in (bool, int, float, complex, str, bytes, type(None))
    },
}


def class_name(value: Value) -> str | None:
    """The canonical name of the library class of a value; None for values of the program and unknown ones."""
    kind = type(value)
    if kind in _BY_TYPE:
        return _BY_TYPE[kind]
    if isinstance(value, Instance):
        return value.cls.name if isinstance(value.cls, External) else None
    if isinstance(value, TensorType):
        own = getattr(value.history, "cls", None) if isinstance(value, Tensor) else None
        return own or _KINDS.get(value.kind)
    if isinstance(value, Bound) and isinstance(value.function, TracedFunction):
        return CLASS_NAMES[TracedFunction]
    if isinstance(value, Dataset):
        return "tensorflow.compat.v1.data.Dataset" if value.legacy else CLASS_NAMES[Dataset]
    if isinstance(value, Struct):
        return value.class_name
    if isinstance(value, Container):
        name = _KINDS_OF_CONTAINERS.get(value.kind, f"builtins.{value.kind}")
        own = str(value.read(CLASS, name))
        return own if value.kind == "dict" or own.startswith("tensorflow.") else name
    python = python_type(value)
    return None if python is None else f"builtins.{python}"


#: The builtin classes, and those of collections, of which an instance of a subclass holds a value: whether it changes.
HOLDING: Final = {
    **dict.fromkeys(("builtins.list", "builtins.dict", "builtins.set", "collections.deque"), True),
    **{
        f"collections.{name}": True
        for name in ("OrderedDict", "defaultdict", "Counter", "UserDict", "UserList")
    },
    **{
        f"builtins.{name}": False
        for name in ("tuple", "str", "bytes", "int", "float", "frozenset", "complex")
    },
}

#: What tensors are, too, once a program has asked for NumPy's behavior.
NUMPY_LIKE: Final = "tensorflow.experimental.numpy.ndarray"


def line(interpreter: Interpreter, value: Value) -> Sequence[str]:
    """The names of the library classes of a value, in the order in which members are looked up."""
    cls = value.cls if isinstance(value, Instance) else value
    if isinstance(cls, Class):
        return cls.externals
    name = class_name(value)
    if name is None:
        return ()
    names = interpreter.declared.mro(name) or (name,)
    if (
        name == "tensorflow.Tensor"
        and interpreter.switches.read("numpy_behavior", None) is not None
    ):
        names = (NUMPY_LIKE, *names)
    is_part = isinstance(value, Tensor) and isinstance(value.history, Part)
    return (PART, *names) if is_part else names


#: Classes whose instances are values to the engine, no objects.
_OF_VALUES: Final = frozenset(
    (
        *_KINDS.values(),
        *(f"tensorflow.{kind}Spec" for kind in ("RaggedTensor", "SparseTensor", "IndexedSlices")),
        *(name for name in CLASS_NAMES.values() if name.startswith("tensorflow.")),
    )
)


def model_for(interpreter: Interpreter, name: str, value: Value) -> LibraryClass | None:
    """The model of a class; one of values knows nothing of an object of a class that derives from it."""
    if name in _OF_VALUES and isinstance(value, Instance):
        return None
    return interpreter.tables.classes.get(name)


def models(interpreter: Interpreter, value: Value) -> Iterator[LibraryClass]:
    for name in line(interpreter, value):
        model = model_for(interpreter, name, value)
        if model is not None:
            yield model


def scope_of(interpreter: Interpreter, value: Value) -> Callable[..., Any] | None:
    """What a `with` over a library's object does to the state of the process while its body runs."""
    if not isinstance(value, Instance):
        return None
    return next((each.scope for each in models(interpreter, value) if each.scope is not None), None)


def _kept(node: ast.AST) -> str:
    """The statement that keeps what a method of a variable has made."""
    call = node.value if isinstance(node, ast.Expr) else node
    function = call.func if isinstance(call, ast.Call) else None
    if not isinstance(function, ast.Attribute) or not isinstance(function.value, ast.Name):
        return ""
    return f"; {function.value.id} = {ast.unparse(call)}"


def dropped(interpreter: Interpreter, value: Instance, method: str, node: ast.AST) -> None:
    """A statement of a graph does nothing with what a method has made."""
    for model in models(interpreter, value):
        if method in model.pure:
            words = f"in a graph .{method}() gives another object, and this statement drops it{_kept(node)}"
            interpreter.report(node, "tf-state", words, severity="warning")
