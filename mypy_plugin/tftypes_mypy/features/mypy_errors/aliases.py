"""mypy's messages with the stubs' aliases as they are called: mypy writes out what they stand for.

An argument of an op takes nine kinds of things, and a union of nine types says to nobody that a
tensor is expected, or what converts to one.
"""

from __future__ import annotations

from typing import Final

from tftypes_mypy.patterns import Pattern

_VALUES: Final = frozenset(
    {"complex", "str", "bytes", "Sequence", "SupportsArray", "SupportsAnyArray", "SupportsTensor"}
)
_TENSORS: Final = frozenset(
    {"Operand", "Dense", "Composite", "SupportsDispatch", "CompositeInterface"}
)
#: Each alias: what only it has among its members, and all the members that it may have. Python's own
#: and NumPy's signatures have SupportsIndex and EllipsisType too: those alone tell nothing.
_ALIASES: Final = (
    ("DTypeLike", {"SupportsNumpyDType"}, {"DType", "str", "type", "int", "SupportsArray"}),
    ("Index", {"EllipsisType", "SupportsTensor"}, {
        "None", "slice", "tuple", "list", "SupportsIndex", "Dense", *_VALUES,
    }),
    ("ShapeLike", {"SupportsIndex", "TensorShape"}, {"None", "TensorShape", "Dense", *_VALUES}),
    ("Structure", {"HasDataclassFields"}, {
        "None", "SupportsTypeSpec", "Mapping", "HasAttrs", "CompositeTensor", "Dataset", "Optional",
        "TensorArray", *_TENSORS, *_VALUES,
    }),
    ("TensorLike", {"SupportsTensor"}, {
        "IndexedSlices", "LinearOperator", "TensorShape", *_TENSORS, *_VALUES,
    }),
)  # fmt: skip

_BRACKETS: Final = r"(?:\[(?:[^\[\]]|\[(?:[^\[\]]|\[[^\[\]]*\])*\])*\])"
_ITEM: Final = rf"[\w.]+{_BRACKETS}?"
_UNION: Final = Pattern(rf"{_ITEM}(?: \| {_ITEM})+")
_PART: Final = Pattern(_ITEM)


def named(message: str) -> str:
    """The message with the names of the stubs' aliases.

    Examples:
      >>> named('expected "DType[Any] | str | type[Any] | SupportsNumpyDType | int | SupportsArray"')
      'expected "DTypeLike"'
      >>> named('has type "int | None"')
      'has type "int | None"'
      >>> named('Argument 1 to "int"; expected "str | Buffer | SupportsInt | SupportsIndex"')
      'Argument 1 to "int"; expected "str | Buffer | SupportsInt | SupportsIndex"'
    """
    return _UNION.sub(lambda match: _named(match[0]), message) if " | " in message else message


def _named(union: str) -> str:
    parts = _PART.findall(union)
    short = [part.partition("[")[0].rpartition(".")[2] for part in parts]
    for name, markers, members in _ALIASES:
        if markers <= set(short):
            rest = [part for part, key in zip(parts, short) if key not in markers | members]
            return " | ".join([name, *rest])
    return union
