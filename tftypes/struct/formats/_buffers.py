"""Memory as tensors and tensors as memory, without a copy wherever TensorFlow allows it.

A CPU tensor may lie in anyone's memory that begins on a boundary of 64 bytes.
`tf.experimental.dlpack.from_dlpack` does not check that, and TensorFlow ends the process when it
meets a tensor that lies elsewhere: so it is checked here, and what lies elsewhere is copied, once.
Bits are not bools and Arrow's strings are not TensorFlow's: these are always converted.

Nothing here knows of Arrow: owners of memory are any objects.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import tensorflow as tf

_ALIGNMENT = 64

#: Strings of a longer mean length had better be made one by one: that takes 45 ns each, while to
#: decode them from one buffer takes four passes over the bytes.
LONG = 96
#: Strings up to this length lie in the string tensor itself, which makes moving them cheap.
_INLINE = 22
#: As many bytes at a time are decoded, where the strings are short: they stay in the cache.
_CHUNK = 1 << 20


class _At:
    """Memory at an address, for NumPy; keeps its owner alive as long as an array looks at it."""

    __slots__ = ("__array_interface__", "owner")

    def __init__(self, address: int, shape: tuple[int, ...], typestr: str, owner: Any) -> None:
        self.__array_interface__ = {
            "data": (address, False),
            "shape": shape,
            "typestr": typestr,
            "version": 3,
        }
        self.owner = owner


def array_at(address: int, shape: tuple[int, ...], typestr: str, owner: Any) -> Any:
    """A NumPy array over memory that belongs to `owner`: not to be written to."""
    if 0 in shape:  # memory of no bytes may have no address
        return np.empty(shape, typestr)
    return np.asarray(_At(address, shape, typestr, owner))


def aligned(shape: tuple[int, ...], dtype: Any) -> Any:
    """An uninitialised NumPy array that begins where tensors may."""
    dtype = np.dtype(dtype)
    nbytes = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
    memory = np.empty(nbytes + _ALIGNMENT, np.uint8)
    start = -memory.ctypes.data % _ALIGNMENT
    return memory[start : start + nbytes].view(dtype).reshape(shape)


def tensor_at(address: int, shape: tuple[int, ...], typestr: str, owner: Any) -> tf.Tensor:
    """A tensor over memory that belongs to `owner`; a copy where it does not lie as it must.

    Args:
      address: of the first element, in bytes.
      shape: in elements, which lie one after the other.
      typestr: NumPy's name of the dtype: "<f4".
      owner: kept alive as long as the tensor.
    """
    array = array_at(address, shape, typestr, owner)
    if address % _ALIGNMENT or 0 in shape:
        array = _copy(array)
    return _tensor(array)


def tensor_of(array: Any) -> tf.Tensor:
    """A tensor of a NumPy array of numbers or bools: over its memory if it can be, else a copy."""
    if array.dtype.kind == "V":  # bfloat16 and the like are not NumPy's own
        return tf.constant(array)
    where = array.__array_interface__
    if where["strides"] is not None or where["data"][0] % _ALIGNMENT or not array.dtype.isnative:
        array = _copy(array)
    elif where["data"][1]:  # read-only: NumPy would not lend it
        array = array_at(where["data"][0], array.shape, array.dtype.str, array)
    return _tensor(array)


def _tensor(array: Any) -> tf.Tensor:
    """A tensor over the memory of an array; in a TensorFlow 1 graph, which takes none, a constant."""
    if not tf.executing_eagerly():
        with tf.init_scope():
            in_graph = not tf.executing_eagerly()
        if in_graph:
            return tf.constant(array)
    return tf.experimental.dlpack.from_dlpack(array.__dlpack__())


def _copy(array: Any) -> Any:
    made = aligned(array.shape, array.dtype.newbyteorder("="))
    np.copyto(made, array)
    return made


def array_of(tensor: Any) -> Any:
    """A tensor of numbers or bools as a NumPy array over the same memory, not to be written to."""
    return np.asarray(memoryview(tensor))


# Bits.


def unpacked(bits: Any, start: int, count: int) -> Any:
    """Bools from bits, least significant first: NumPy's, in memory that a tensor may lie in.

    Args:
      bits: a vector of uint8.
      start: the position of the first bit.
      count: how many.
    """
    first, shift = divmod(start, 8)
    bits = bits[first : first + (shift + count + 7) // 8]
    if shift:
        higher = np.append(bits[1:], np.uint8(0))
        bits = (bits >> np.uint8(shift)) | (higher << np.uint8(8 - shift))
    # Unpacking cannot write where it is told to: so that many bits go first that the ones that
    # count come to lie on a boundary, if memory of this size is as it was a moment ago.
    ahead = -np.empty(count + _ALIGNMENT, np.uint8).ctypes.data % _ALIGNMENT // 8
    padded = np.empty(len(bits) + 8, np.uint8)
    padded[ahead : ahead + len(bits)] = bits
    made = np.unpackbits(padded, count=count + _ALIGNMENT, bitorder="little")
    made = made[8 * ahead : 8 * ahead + count].view(np.bool_)
    return made if made.ctypes.data % _ALIGNMENT == 0 else _copy(made)


def packed(bools: Any) -> Any:
    """Bits from a vector of NumPy bools, least significant first."""
    return np.packbits(bools, bitorder="little")


# Strings.


def strings(offsets: Any, data: Any) -> tf.Tensor:
    """A vector of strings that lie one after the other in `data`.

    Args:
      offsets: where each begins and the last ends, in `data`: NumPy integers.
      data: a buffer of bytes.
    """
    count = len(offsets) - 1
    if count <= 0:
        return tf.zeros([0], tf.string)
    total = int(offsets[-1]) - int(offsets[0])
    data = memoryview(data) if data is not None else memoryview(b"")
    if total <= _CHUNK or total > _INLINE * count:
        return _decoded(offsets, data)
    step = max(1, count * _CHUNK // total)
    parts = [_decoded(offsets[i : i + step + 1], data) for i in range(0, count, step)]
    return tf.concat(parts, axis=0)


def _decoded(offsets: Any, data: memoryview) -> tf.Tensor:
    """What TensorFlow makes of a serialized `TensorProto` with all lengths, then all bytes."""
    count = len(offsets) - 1
    lengths = varints(np.diff(offsets))
    content = data[int(offsets[0]) : int(offsets[-1])]
    dim = b"\x08" + varint(count)  # TensorShapeProto.Dim.size
    shape = b"\x12" + varint(len(dim)) + dim  # TensorShapeProto.dim
    head = b"\x08\x07\x12" + varint(len(shape)) + shape  # TensorProto.dtype, tensor_shape
    size = varint(len(lengths) + len(content))  # TensorProto.tensor_content
    made = tf.io.parse_tensor(b"".join((head, b"\x22", size, lengths, content)), tf.string)
    made.set_shape([count])
    return made


def varint(value: int) -> bytes:
    """A number as protocol buffers write it: seven bits a byte, the lowest first."""
    made = bytearray()
    while value > 127:
        made.append(value & 127 | 128)
        value >>= 7
    made.append(value)
    return bytes(made)


def varints(values: Any) -> Any:
    """The same for a vector: a NumPy vector of bytes."""
    if values.max(initial=0) < 128:
        return values.astype(np.uint8)
    digits = values.astype(np.uint64)[:, None] >> np.arange(0, 35, 7, dtype=np.uint64)
    follows = digits >> np.uint64(7) > 0
    present = np.concatenate([np.ones((len(values), 1), np.bool_), follows[:, :-1]], axis=1)
    made = (digits & np.uint64(127)).astype(np.uint8) | (follows.astype(np.uint8) << np.uint8(7))
    return made[present]


def string_parts(tensor: Any) -> tuple[Any, bytes]:
    """The lengths (NumPy int32) and the joined bytes of a vector of strings."""
    lengths = tf.strings.length(tensor).numpy()
    count, total = len(lengths), int(lengths.sum(dtype=np.int64))
    if total <= 8 * _CHUNK:
        return lengths, tf.strings.reduce_join(tensor).numpy()
    step = max(1, 2 * _CHUNK * count // total // 8) * 8  # a slice from there is not copied
    parts = (tensor[i : i + step] for i in range(0, count, step))
    return lengths, b"".join([tf.strings.reduce_join(part).numpy() for part in parts])
