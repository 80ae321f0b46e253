"""Dtypes, each a DType generic in the class of tftypes that names it."""

import builtins
from typing import Any, Final, Generic

import tensorflow as tf
import tftypes
from tensorflow._typing import CastTarget, DT_co, DTypeLike

class DType(tf.types.experimental.TraceType, CastTarget[Tensor[DT_co, Any]], tftypes.DType, Generic[DT_co]):
    @property
    def name(self) -> str: ...
    @property
    def base_dtype(self) -> DType[DT_co]: ...
    @property
    def real_dtype(self) -> DType[Any]: ...
    @property
    def as_datatype_enum(self) -> int: ...
    @property
    def as_numpy_dtype(self) -> type[Any]: ...
    @property
    def is_bool(self) -> builtins.bool: ...
    @property
    def is_complex(self) -> builtins.bool: ...
    @property
    def is_floating(self) -> builtins.bool: ...
    @property
    def is_integer(self) -> builtins.bool: ...
    @property
    def is_numeric(self) -> builtins.bool: ...
    @property
    def is_numpy_compatible(self) -> builtins.bool: ...
    @property
    def is_quantized(self) -> builtins.bool: ...
    @property
    def is_unsigned(self) -> builtins.bool: ...
    @property
    def limits(self) -> builtins.tuple[Any, Any]: ...
    @property
    def max(self) -> Any: ...
    @property
    def min(self) -> Any: ...
    @property
    def size(self) -> int: ...
    def is_compatible_with(self, other: DTypeLike) -> builtins.bool: ...
    def __int__(self) -> int: ...
    def __eq__(self, other: object) -> builtins.bool: ...
    def __ne__(self, other: object) -> builtins.bool: ...
    def __hash__(self) -> int: ...
    # and the rest

bfloat16: Final[DType[tftypes.bfloat16]]
bool: Final[DType[tftypes.bool]]
complex64: Final[DType[tftypes.complex64]]
complex128: Final[DType[tftypes.complex128]]
float16: Final[DType[tftypes.float16]]
float32: Final[DType[tftypes.float32]]
float64: Final[DType[tftypes.float64]]
int8: Final[DType[tftypes.int8]]
int16: Final[DType[tftypes.int16]]
int32: Final[DType[tftypes.int32]]
int64: Final[DType[tftypes.int64]]
qint8: Final[DType[tftypes.qint8]]
qint16: Final[DType[tftypes.qint16]]
qint32: Final[DType[tftypes.qint32]]
quint8: Final[DType[tftypes.quint8]]
quint16: Final[DType[tftypes.quint16]]
resource: Final[DType[tftypes.resource]]
string: Final[DType[tftypes.string]]
uint8: Final[DType[tftypes.uint8]]
uint16: Final[DType[tftypes.uint16]]
uint32: Final[DType[tftypes.uint32]]
uint64: Final[DType[tftypes.uint64]]
variant: Final[DType[tftypes.variant]]
