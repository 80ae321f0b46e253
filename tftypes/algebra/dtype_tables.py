"""TensorFlow's dtypes: names, groups, sizes in bytes, limits."""

from __future__ import annotations

_FLOATING = [
    "float16",
    "float32",
    "float64",
    "bfloat16",
    "float8_e5m2",
    "float8_e4m3fn",
    "float8_e4m3fnuz",
    "float8_e4m3b11fnuz",
    "float8_e5m2fnuz",
    "float4_e2m1fn",
]
_SIGNED = ["int2", "int4", "int8", "int16", "int32", "int64"]
_UNSIGNED = ["uint2", "uint4", "uint8", "uint16", "uint32", "uint64"]
_COMPLEX = ["complex64", "complex128"]
_QUANTIZED = ["qint8", "quint8", "qint16", "quint16", "qint32"]
_OTHER = ["bool", "string", "resource", "variant"]

#: Every dtype of a tensor.
NAMES = (*_FLOATING, *_SIGNED, *_UNSIGNED, *_COMPLEX, *_QUANTIZED, *_OTHER)

ALIASES = {"half": "float16", "double": "float64"}

#: Members by the name of the group, from wide to narrow.
GROUPS: dict[str, frozenset[str]] = {
    "DType": frozenset(NAMES),
    "Numeric": frozenset((*_FLOATING, *_SIGNED, *_UNSIGNED, *_COMPLEX, *_QUANTIZED)),
    "Real": frozenset((*_FLOATING, *_SIGNED, *_UNSIGNED)),
    "Inexact": frozenset((*_FLOATING, *_COMPLEX)),
    "Integer": frozenset((*_SIGNED, *_UNSIGNED)),
    "Signed": frozenset(_SIGNED),
    "Unsigned": frozenset(_UNSIGNED),
    "Floating": frozenset(_FLOATING),
    "Complex": frozenset(_COMPLEX),
    "Quantized": frozenset(_QUANTIZED),
    "Bool": frozenset(("bool",)),
    "String": frozenset(("string",)),
    "Resource": frozenset(("resource",)),
    "Variant": frozenset(("variant",)),
}

_ONE_BYTE = ["int2", "uint2", "int4", "uint4", "int8", "uint8", "bool", "qint8", "quint8"]
SIZES: dict[str, int] = {
    **dict.fromkeys((*_FLOATING[4:], *_ONE_BYTE), 1),
    **dict.fromkeys(["float16", "bfloat16", "int16", "uint16", "qint16", "quint16"], 2),
    **dict.fromkeys(["float32", "int32", "uint32", "qint32"], 4),
    **dict.fromkeys(["float64", "int64", "uint64", "complex64"], 8),
    "complex128": 16,
}

LIMITS: dict[str, tuple[int | float, int | float]] = {
    **{f"int{bits}": (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) for bits in (2, 4, 8, 16, 32, 64)},
    **{f"uint{bits}": (0, 2**bits - 1) for bits in (2, 4, 8, 16, 32, 64)},
    **{
        name: (-highest, highest)
        for name, highest in {
            "float16": 65504.0,
            "float32": (2 - 2.0**-23) * 2.0**127,
            "float64": (2 - 2.0**-52) * 2.0**1023,
            "bfloat16": (2 - 2.0**-7) * 2.0**127,
            "float8_e5m2": 57344.0,
            "float8_e4m3fn": 448.0,
            "float8_e4m3fnuz": 240.0,
            "float8_e4m3b11fnuz": 30.0,
            "float8_e5m2fnuz": 57344.0,
            "float4_e2m1fn": 6.0,
        }.items()
    },
}
