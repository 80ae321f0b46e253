"""TensorFlow's opt-in promotion of dtypes, as measured on `x + y`.

The modes are those of tf.experimental.numpy.experimental_enable_numpy_behavior.
Rows and columns are dtypes of tensors; the last three columns are a Python int,
float and complex next to a tensor. ``-`` is an error.
"""

from __future__ import annotations

from functools import cache

_LEGACY = """
        b   u8  u16  u32  u64   i8  i16  i32  i64 bf16  f16  f32  f64  c64 c128  int float complex
   b    b   u8  u16  u32  u64   i8  i16  i32  i64 bf16  f16  f32  f64  c64 c128  i64  f64 c128
  u8   u8   u8  u16  u32  u64  i16  i16  i32  i64 bf16  f16  f32  f64  c64 c128   u8  f64 c128
 u16  u16  u16  u16  u32  u64  i32  i32  i32  i64    -  f32  f32  f64  c64 c128  u16  f64 c128
 u32  u32  u32  u32  u32  u64  i64  i64  i64  i64    -  f64  f64  f64 c128 c128  u32  f64 c128
 u64  u64  u64  u64  u64  u64  f64  f64  f64  f64    -  f64  f64  f64 c128 c128  u64  f64 c128
  i8   i8  i16  i32  i64  f64   i8  i16  i32  i64 bf16  f16  f32  f64  c64 c128   i8  f64 c128
 i16  i16  i16  i32  i64  f64  i16  i16  i32  i64    -  f32  f32  f64  c64 c128  i16  f64 c128
 i32  i32  i32  i32  i64  f64  i32  i32  i32  i64    -  f64  f64  f64 c128 c128  i32  f64 c128
 i64  i64  i64  i64  i64  f64  i64  i64  i64  i64    -  f64  f64  f64 c128 c128  i64  f64 c128
bf16 bf16 bf16    -    -    - bf16    -    -    - bf16    -  f32  f64  c64 c128 bf16  f64  c64
 f16  f16  f16  f32  f64  f64  f16  f32  f64  f64    -  f16  f32  f64  c64 c128  f16  f16  c64
 f32  f32  f32  f32  f64  f64  f32  f32  f64  f64  f32  f32  f32  f64  c64 c128  f32  f32  c64
 f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64 c128 c128  f64  f64 c128
 c64  c64  c64  c64 c128 c128  c64  c64 c128 c128  c64  c64  c64 c128  c64 c128  c64  c64  c64
c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128
"""

_SAFE = """
        b   u8  u16  u32  u64   i8  i16  i32  i64 bf16  f16  f32  f64  c64 c128  int float complex
   b    b   u8  u16  u32  u64   i8  i16  i32  i64 bf16  f16  f32  f64  c64 c128  i32  f32 c128
  u8   u8   u8  u16  u32  u64    -  i16  i32  i64 bf16  f16  f32  f64  c64 c128   u8    - c128
 u16  u16  u16  u16  u32  u64    -    -  i32  i64    -    -  f32  f64  c64 c128  u16    - c128
 u32  u32  u32  u32  u32  u64    -    -    -  i64    -    -    -  f64    - c128  u32    - c128
 u64  u64  u64  u64  u64  u64    -    -    -    -    -    -    -    -    -    -  u64    -    -
  i8   i8    -    -    -    -   i8  i16  i32  i64 bf16  f16  f32  f64  c64 c128   i8    - c128
 i16  i16  i16    -    -    -  i16  i16  i32  i64    -    -  f32  f64  c64 c128  i16    - c128
 i32  i32  i32  i32    -    -  i32  i32  i32  i64    -    -    -  f64    - c128  i32    - c128
 i64  i64  i64  i64  i64    -  i64  i64  i64  i64    -    -    -    -    -    -  i64    -    -
bf16 bf16 bf16    -    -    - bf16    -    -    - bf16    -  f32  f64  c64 c128 bf16 bf16    -
 f16  f16  f16    -    -    -  f16    -    -    -    -  f16  f32  f64  c64 c128  f16  f16    -
 f32  f32  f32  f32    -    -  f32  f32    -    -  f32  f32  f32  f64  c64 c128  f32  f32    -
 f64  f64  f64  f64  f64    -  f64  f64  f64    -  f64  f64  f64  f64    - c128  f64  f64 c128
 c64  c64  c64  c64    -    -  c64  c64    -    -  c64  c64  c64    -  c64 c128  c64  c64  c64
c128 c128 c128 c128 c128    - c128 c128 c128    - c128 c128 c128 c128 c128 c128 c128 c128 c128
"""

_ALL = """
        b   u8  u16  u32  u64   i8  i16  i32  i64 bf16  f16  f32  f64  c64 c128  int float complex
   b    b   u8  u16  u32  u64   i8  i16  i32  i64 bf16  f16  f32  f64  c64 c128  i32  f32 c128
  u8   u8   u8  u16  u32  u64  i16  i16  i32  i64 bf16  f16  f32  f64  c64 c128   u8  f64 c128
 u16  u16  u16  u16  u32  u64  i32  i32  i32  i64 bf16  f16  f32  f64  c64 c128  u16  f64 c128
 u32  u32  u32  u32  u32  u64  i64  i64  i64  i64 bf16  f16  f32  f64  c64 c128  u32  f64 c128
 u64  u64  u64  u64  u64  u64  f64  f64  f64  f64 bf16  f16  f32  f64  c64 c128  u64  f64 c128
  i8   i8  i16  i32  i64  f64   i8  i16  i32  i64 bf16  f16  f32  f64  c64 c128   i8  f64 c128
 i16  i16  i16  i32  i64  f64  i16  i16  i32  i64 bf16  f16  f32  f64  c64 c128  i16  f64 c128
 i32  i32  i32  i32  i64  f64  i32  i32  i32  i64 bf16  f16  f32  f64  c64 c128  i32  f64 c128
 i64  i64  i64  i64  i64  f64  i64  i64  i64  i64 bf16  f16  f32  f64  c64 c128  i64  f64 c128
bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16  f32  f32  f64  c64 c128 bf16 bf16  c64
 f16  f16  f16  f16  f16  f16  f16  f16  f16  f16  f32  f16  f32  f64  c64 c128  f16  f16  c64
 f32  f32  f32  f32  f32  f32  f32  f32  f32  f32  f32  f32  f32  f64  c64 c128  f32  f32  c64
 f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64 c128 c128  f64  f64 c128
 c64  c64  c64  c64  c64  c64  c64  c64  c64  c64  c64  c64  c64 c128  c64 c128  c64  c64  c64
c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128
"""

_TEXTS = {"legacy": _LEGACY, "safe": _SAFE, "all": _ALL}
_LETTERS = {"bf": "bfloat", "b": "bool", "f": "float", "u": "uint", "i": "int", "c": "complex"}


@cache
def table(mode: str) -> dict[tuple[str, str], str | None]:
    """Result by dtype of the tensor and dtype, or Python type's name, of the other operand.

    None is an error. The mode is one of "legacy", "safe", "all".

    >>> table("safe")["int32", "int64"], table("safe")["int32", "float"]
    ('int64', None)
    """
    header, *rows = _TEXTS[mode].strip("\n").splitlines()
    columns = header.split()
    others = [*map(_name, columns[:-3]), *columns[-3:]]
    results: dict[tuple[str, str], str | None] = {}
    for row in rows:
        label, *cells = row.split()
        for other, cell in zip(others, cells):
            results[_name(label), other] = None if cell == "-" else _name(cell)
    return results


def _name(code: str) -> str:
    """``u16`` is uint16."""
    letters = code.rstrip("0123456789")
    return _LETTERS[letters] + code[len(letters) :]
