"""Sets of dtype names that TensorFlow's ops are registered for (the `type` attributes of its op definitions)."""

from __future__ import annotations

from typing import Final

Names = frozenset[str]

FLOATS: Final[Names] = frozenset({"bfloat16", "float16", "float32", "float64"})
COMPLEX: Final[Names] = frozenset({"complex64", "complex128"})
SIGNED: Final[Names] = frozenset({"int8", "int16", "int32", "int64"})
UNSIGNED: Final[Names] = frozenset({"uint8", "uint16", "uint32", "uint64"})
INTS: Final[Names] = SIGNED | UNSIGNED
REALS: Final[Names] = FLOATS | INTS
NUMBERS: Final[Names] = REALS | COMPLEX
INEXACT: Final[Names] = FLOATS | COMPLEX
BOOLS: Final[Names] = frozenset({"bool"})
STRINGS: Final[Names] = frozenset({"string"})
QUANTIZED: Final[Names] = frozenset({"qint8", "quint8", "qint32"})
INDICES: Final[Names] = frozenset({"int32", "int64"})

#: What the linear algebra kernels take: no bfloat16.
MATRICES: Final[Names] = COMPLEX | {"float16", "float32", "float64"}

#: The real dtype of the parts of a complex one.
PARTS: Final = {"complex64": "float32", "complex128": "float64"}

#: The dtype of a true division of ints.
QUOTIENTS: Final = {
    **dict.fromkeys(("int8", "int16", "uint8", "uint16"), "float32"),
    **dict.fromkeys(("int32", "int64", "uint32", "uint64"), "float64"),
}
