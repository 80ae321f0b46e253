"""Types for TensorFlow programs: annotations that are checked before the program runs, and interfaces.

    def logits(x: Tensor[float32, Shape[N, 784]], w: Tensor[float32, Shape[784, 10]]) -> ...

Importing this loads no TensorFlow; its objects are instances of these classes all the same:
`isinstance(tf.constant(1), tftypes.Tensor)`. Some names are Python's or typing's too (`bool`,
`Optional`, `List`, `Iterable`, `Iterator`): prefer `import tftypes` where you use both.

Sources: RFC 208 (canonical types), RFC 269 (extension types), RFC 437 (trace types).
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tftypes.containers import Composite, Dataset, Iterable, Iterator, List, Module, Optional
    from tftypes.conversion import SupportsTensor, TensorLike
    from tftypes.dispatch import DispatchableType
    from tftypes.distribution import DistributedDataset, DistributedIterator
    from tftypes.dtypes import (
        Complex,
        DType,
        Floating,
        Inexact,
        Integer,
        Numeric,
        Quantized,
        Real,
        Signed,
        Unsigned,
        bfloat16,
        bool,
        complex64,
        complex128,
        double,
        float4_e2m1fn,
        float8_e4m3b11fnuz,
        float8_e4m3fn,
        float8_e4m3fnuz,
        float8_e5m2,
        float8_e5m2fnuz,
        float16,
        float32,
        float64,
        half,
        int2,
        int4,
        int8,
        int16,
        int32,
        int64,
        qint8,
        qint16,
        qint32,
        quint8,
        quint16,
        resource,
        string,
        uint2,
        uint4,
        uint8,
        uint16,
        uint32,
        uint64,
        variant,
    )
    from tftypes.extension import ExtensionType, StackableTypeSpec, TypeSpec
    from tftypes.functions import ConcreteFunction, Error, Function, FunctionGraph, Graph
    from tftypes.shapes import (
        Add,
        Dim,
        Dimension,
        FloorDiv,
        Mul,
        Shape,
        Shape0D,
        Shape1D,
        Shape2D,
        Shape3D,
        Shape4D,
        Shape5D,
        Shape6D,
        Sub,
    )
    from tftypes.tensors import (
        IndexedSlices,
        RaggedTensor,
        SparseTensor,
        Symbol,
        Tensor,
        Value,
        Variable,
    )
    from tftypes.tracing import CastContext, PlaceholderContext, TraceType

__all__ = [
    "DType",
    "Numeric",
    "Real",
    "Inexact",
    "Integer",
    "Signed",
    "Unsigned",
    "Floating",
    "Complex",
    "Quantized",
    "float16",
    "float32",
    "float64",
    "bfloat16",
    "float8_e4m3fn",
    "float8_e4m3fnuz",
    "float8_e4m3b11fnuz",
    "float8_e5m2",
    "float8_e5m2fnuz",
    "float4_e2m1fn",
    "complex64",
    "complex128",
    "int2",
    "int4",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint2",
    "uint4",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "qint8",
    "quint8",
    "qint16",
    "quint16",
    "qint32",
    "string",
    "resource",
    "variant",
    "bool",
    "half",
    "double",
    "Dim",
    "Dimension",
    "Add",
    "Sub",
    "Mul",
    "FloorDiv",
    "Shape",
    "Shape0D",
    "Shape1D",
    "Shape2D",
    "Shape3D",
    "Shape4D",
    "Shape5D",
    "Shape6D",
    "Tensor",
    "Symbol",
    "Value",
    "Variable",
    "RaggedTensor",
    "SparseTensor",
    "IndexedSlices",
    "SupportsTensor",
    "TensorLike",
    "TypeSpec",
    "StackableTypeSpec",
    "ExtensionType",
    "DispatchableType",
    "TraceType",
    "PlaceholderContext",
    "CastContext",
    "Composite",
    "Module",
    "Optional",
    "List",
    "Iterable",
    "Iterator",
    "Dataset",
    "Function",
    "ConcreteFunction",
    "Error",
    "Graph",
    "FunctionGraph",
    "DistributedDataset",
    "DistributedIterator",
]

#: The modules with the interfaces. Some have names of Python's or typing's too: the first of these that has a name defines it.
_FAMILIES = (
    "containers", "conversion", "dispatch", "distribution", "dtypes", "extension", "functions",
    "shapes", "tensors", "tracing",
)  # fmt: skip

if not TYPE_CHECKING:  # to a type checker, a module with this function has every name

    def __getattr__(name):
        """A name of the interfaces. The first use loads them all: the packages inside this one need none of them."""
        if name not in __all__ and name not in _FAMILIES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        loaded = [import_module(f"{__name__}.{family}") for family in _FAMILIES]
        for family in reversed(loaded):
            globals().update({each: vars(family)[each] for each in __all__ if each in vars(family)})
        return globals()[name]

    def __dir__():
        return sorted({*globals(), *__all__})
