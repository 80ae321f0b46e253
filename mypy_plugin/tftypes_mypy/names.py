"""Full names of what the plugin knows, as mypy sees them in the stubs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tftypes.algebra.tensors import OPERATORS

if TYPE_CHECKING:
    from tftypes.algebra.tensors import Kind

TF: Final = "tensorflow"
KERAS: Final = "keras"

SHAPE: Final = "tftypes.shapes.Shape"
DIMENSION: Final = "tftypes.shapes.Dimension"
#: `Shape0D` to `Shape6D` of RFC 208, by the number of their dims.
SHAPES_OF_RANK: Final = {f"tftypes.shapes.Shape{rank}D": rank for rank in range(7)}

#: Dim arithmetic in its portable spelling, by the operator that it stands for.
ARITHMETIC: Final = {
    "tftypes.shapes.Add": "+",
    "tftypes.shapes.Sub": "-",
    "tftypes.shapes.Mul": "*",
    "tftypes.shapes.FloorDiv": "//",
}

DTYPES: Final = "tftypes.dtypes."
DTYPE: Final = "tftypes.dtypes.DType"

#: The interfaces that are generic in dtype and shape, and TensorFlow's class for each.
INTERFACES: Final = {
    "tftypes.tensors.Tensor": "tensorflow.Tensor",
    "tftypes.tensors.Variable": "tensorflow.Variable",
    "tftypes.tensors.RaggedTensor": "tensorflow.RaggedTensor",
    "tftypes.tensors.SparseTensor": "tensorflow.SparseTensor",
    "tftypes.tensors.IndexedSlices": "tensorflow.IndexedSlices",
}

#: What a variable is when it is indexed: a tensor that can be assigned.
VARIABLE_SLICE: Final = "tensorflow._VariableSlice"

#: Classes generic in dtype and shape, by full name, with the algebra's word for their kind.
KINDS: Final[dict[str, Kind]] = {
    VARIABLE_SLICE: "tensor",
    "tensorflow.Tensor": "tensor",
    "tensorflow.Variable": "variable",
    "tensorflow.RaggedTensor": "ragged",
    "tensorflow.SparseTensor": "sparse",
    "tensorflow.IndexedSlices": "indexed_slices",
    "tftypes.tensors.Tensor": "tensor",
    "tftypes.tensors.Symbol": "tensor",
    "tftypes.tensors.Value": "tensor",
    "tftypes.tensors.Variable": "variable",
    "tftypes.tensors.RaggedTensor": "ragged",
    "tftypes.tensors.SparseTensor": "sparse",
    "tftypes.tensors.IndexedSlices": "indexed_slices",
    **{f"tensorflow.linalg.{kind}": kind for kind in OPERATORS},
}
#: Tensors and numbers, which do not dispatch. A list may hold something that does.
PLAIN: Final = frozenset(
    {*KINDS, *(f"builtins.{name}" for name in ("int", "float", "bool", "str"))}
)
#: Back from the algebra's kind to TensorFlow's class.
CLASSES: Final[dict[str, str]] = {
    kind: name for name, kind in KINDS.items() if name.startswith("tensorflow.")
}

#: NumPy's class of arrays.
ARRAY: Final = "numpy.ndarray"
NUMPY_DTYPE: Final = "numpy.dtype"

TENSOR: Final = "tensorflow.Tensor"
VARIABLE: Final = "tensorflow.Variable"
#: The variables of graphs, which do what others do.
VARIABLE_V1: Final = "tensorflow.compat.v1.Variable"
RAGGED: Final = "tensorflow.RaggedTensor"
SPARSE: Final = "tensorflow.SparseTensor"
LINEAR_OPERATOR: Final = "tensorflow.linalg.LinearOperator"
#: Classes of which no object is of two, nor of one and a list, a dict or a number.
APART: Final = (TENSOR, VARIABLE, RAGGED, ARRAY)
TYPE_SPEC: Final = "tensorflow.TypeSpec"
#: Specs that are generic in dtype and shape, by the kind of tensor that they stand for.
SPECS: Final[dict[str, Kind]] = {
    "tensorflow.TensorSpec": "tensor",
    "tensorflow.RaggedTensorSpec": "ragged",
    "tensorflow.SparseTensorSpec": "sparse",
}
#: The progress bars of tqdm, which go through what they are given, and those of a `range`; where its types are not
#: installed they have the names under which they are imported.
PROGRESS: Final = frozenset(
    f"tqdm.{name}"
    for name in (
        *("tqdm", "std.tqdm", "asyncio.tqdm_asyncio", "gui.tqdm_gui", "rich.tqdm_rich"),
        *("notebook.tqdm_notebook", "notebook.tqdm", "auto.tqdm", "autonotebook.tqdm"),
    )
)
PROGRESS_RANGES: Final = frozenset(
    f"tqdm.{name}"
    for name in ("trange", "std.trange", "asyncio.tarange", "asyncio.trange", "auto.trange")
)
#: What stands for a tensor while a functional model of Keras is made.
SYMBOL: Final = "tensorflow.keras.KerasTensor"
#: The sizes of a tensor, or of what stands for one.
INT_SHAPE: Final = "tensorflow.keras.backend.int_shape"
TENSOR_SHAPE: Final = "tensorflow.TensorShape"
TF_DTYPE: Final = "tensorflow.DType"

#: The functions that make a traced function, and the calls of what they make.
TRACERS: Final = ("tensorflow.function", "tftypes.runtime.function.function")
TRACED_CALLS: Final = frozenset(
    {
        "tensorflow.types.experimental.PolymorphicFunction.__call__",
        "tensorflow.types.experimental.ConcreteFunction.__call__",
        "tftypes.runtime.function.Function.__call__",
    }
)
#: The decorator of functions that give a function for the gradient too.
CUSTOM_GRADIENT: Final = "tensorflow.custom_gradient"
#: The types of traced functions.
TRACED: Final = frozenset(name.rpartition(".")[0] for name in TRACED_CALLS)

#: StructTensor and its two classes; each is generic in its schema and its shape.
STRUCT: Final = "tftypes.struct.tensors.StructTensor"
DENSE_STRUCT: Final = "tftypes.struct.dense.DenseStructTensor"
RAGGED_STRUCT: Final = "tftypes.struct.ragged.RaggedStructTensor"
STRUCTS: Final = frozenset({STRUCT, DENSE_STRUCT, RAGGED_STRUCT})

#: How an overload of `__tf_dispatch__` names its ops, and the operators that call them.
OP: Final = "tftypes.runtime.dispatch.names.Op"
DISPATCH_OPERATORS: Final = "tftypes.runtime.dispatch.operators.Operators"

#: Packages whose functions never have an annotation of ours. Of some mypy knows more by itself: it asks the first
#: plugin that has a hook, and asks itself last.
_FOREIGN: Final = frozenset(
    {
        "builtins",
        "typing",
        "typing_extensions",
        "tensorflow",
        "keras",
        "tftypes",
        "numpy",
        "collections",
    }
    | {"attr", "attrs", "ctypes", "_ctypes", "dataclasses", "enum", "functools", "sys"}
)


def of_variable(fullname: str) -> str:
    """The name that a member of a variable of graphs has in other variables."""
    owner, _, name = fullname.rpartition(".")
    return f"{VARIABLE}.{name}" if owner == VARIABLE_V1 else fullname


def is_of_tensorflow(fullname: str) -> bool:
    """Whether it is the name of TensorFlow or Keras, or of something in there."""
    return fullname.partition(".")[0] in (TF, KERAS)


def is_foreign(fullname: str) -> bool:
    """Whether it is the name of something in one of these packages.

    mypy has names such as `<list>` too, for what is no call.
    """
    return fullname.partition(".")[0] in _FOREIGN or fullname.startswith("<")
