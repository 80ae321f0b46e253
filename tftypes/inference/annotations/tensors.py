"""What stands in `Tensor[...]` and `Shape[...]`: dtypes, shapes and sizes, from the values of their expressions."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from tftypes.algebra import (
    UNKNOWN,
    Dim,
    DType,
    Expr,
    NamedInt,
    Shape,
    Symbol,
    TensorType,
    Variadic,
    dims,
)
from tftypes.algebra.tensors import OPERATORS, Kind
from tftypes.inference.interpreter.rules import as_dtype
from tftypes.inference.objects import Class, External, Value, python_type, resolve
from tftypes.inference.values import Annotation, OneOf, TypeVariable

_CLASSES: Final[Mapping[str, Kind]] = {
    "Tensor": "tensor",
    "Variable": "variable",
    "RaggedTensor": "ragged",
    "SparseTensor": "sparse",
    "IndexedSlices": "indexed_slices",
}
#: Classes of tensors by their canonical names.
TENSORS: Final[Mapping[str, Kind]] = {
    **{f"tftypes.{name}": kind for name, kind in _CLASSES.items()},
    **{f"tensorflow.{name}": kind for name, kind in _CLASSES.items()},
    **{f"tensorflow.linalg.{kind}": kind for kind in OPERATORS},
    "tensorflow.compat.v1.Variable": "variable",
    "tftypes.Symbol": "tensor",
    "tftypes.Value": "tensor",
    "numpy.ndarray": "array",
}
ARITHMETIC: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "tftypes.Add": operator.add,
    "tftypes.Sub": operator.sub,
    "tftypes.Mul": operator.mul,
    "tftypes.FloorDiv": operator.floordiv,
}
_DIMS: Final = "a dim is an int, None, a Dimension, a TypeVar, *Ts or arithmetic on those"
_DTYPES: Final = "a dtype such as float32, a group such as Floating, or a TypeVar"

#: One argument of a subscription: its value and its expression.
Argument = tuple[Value, ast.expr]
#: The value of a name in text.
Look = Callable[[str], Value]


class BadAnnotation(Exception):
    """What an annotation says means nothing."""


def tensor(name: str, arguments: Sequence[Argument]) -> Annotation:
    """`Tensor[dtype, Shape[...]]` and its siblings. Raises BadAnnotation."""
    shown = name.rpartition(".")[2]
    if len(arguments) > 2:
        sizes = ", ".join(ast.unparse(each) for _, each in arguments[1:])
        raise BadAnnotation(
            f"{shown} takes a dtype and a shape, not {len(arguments)} arguments; "
            f"write {shown}[float32, Shape[{sizes}]]"
        )
    dtype = dtype_of(arguments[0], shown)
    shape = _shape_argument(arguments[1], shown) if len(arguments) > 1 else Shape.unknown()
    return Annotation("tensor", (TensorType(dtype, shape, TENSORS[name]),))


# -- dtypes -----------------------------------------------------------------------------------------------------------


def dtype_of(argument: Argument, shown: str = "Tensor") -> DType:
    """The dtype that an argument names. Raises BadAnnotation for what is none for sure."""
    value, node = resolve(argument[0]), argument[1]
    found = as_dtype(value) if not isinstance(value, str) else None
    if found is not None and not is_builtin(value):
        return found
    if isinstance(value, TypeVariable):
        return DType.var(value.name, _bound(value))
    if isinstance(value, External) and value.name.startswith("tftypes."):
        try:
            return DType.group(value.name.rpartition(".")[2])
        except ValueError:
            pass
    if isinstance(value, (Annotation, OneOf)) and _alternatives(value):
        names: frozenset[str] = frozenset()
        for each in _alternatives(value):
            names |= dtype_of((each, node), shown).names
        return DType(names)
    if isinstance(node, ast.Constant) and not isinstance(node.value, (str, type(None))):
        raise BadAnnotation(
            f"{shown}[...] begins with its dtype: expected {_DTYPES}, got {ast.unparse(node)}"
        )
    if is_shape(value):
        raise BadAnnotation(f"expected {_DTYPES}, got {_text(node)}; the shape comes second")
    if is_builtin(value):
        raise BadAnnotation(f"expected {_DTYPES}, got {_text(node)}")
    return DType.any()


def _alternatives(value: Value) -> tuple[Value, ...]:
    if isinstance(value, OneOf):
        return value.values
    return value.args if value.kind == "union" else ()


def _bound(variable: TypeVariable) -> DType | None:
    """The dtypes that a TypeVar may stand for."""
    bound = resolve(variable.bound)
    if bound is None:
        return None
    node = ast.Name("bound", ast.Load())
    return dtype_of((bound, node))


def is_builtin(value: Value) -> bool:
    """Whether it is a class of Python's own, such as `float`."""
    return (
        isinstance(value, External)
        and value.name.startswith("builtins.")
        and (value.name != "builtins.object")
    )


def _text(node: ast.expr) -> str:
    """An argument in a message: `Shape[...]`, `float`."""
    if isinstance(node, ast.Subscript):
        return f"{ast.unparse(node.value)}[...]"
    return ast.unparse(node)


# -- shapes -----------------------------------------------------------------------------------------------------------


def is_shape(value: Value) -> bool:
    if isinstance(value, Annotation):
        return value.kind == "shape"
    return isinstance(value, External) and value.name == "tftypes.Shape"


def _shape_argument(argument: Argument, shown: str) -> Shape:
    value, node = resolve(argument[0]), argument[1]
    found = as_shape(value)
    if found is not None:
        return found
    if isinstance(node, ast.Constant) and node.value is not None:
        text = ast.unparse(node)
        raise BadAnnotation(
            f"expected Shape[...] as the shape of {shown}, got {text}; write Shape[{text}]"
        )
    if as_dtype(value) is not None and not isinstance(value, str):
        raise BadAnnotation(
            f"expected Shape[...] as the shape of {shown}, got {_text(node)}; the dtype comes first"
        )
    return Shape.unknown()


def as_shape(value: Value) -> Shape | None:
    """The shape that a value stands for as the second argument of a tensor; None for what is none."""
    if isinstance(value, Annotation) and value.kind == "shape":
        found: Shape = value.args[0]
        return found
    if isinstance(value, TypeVariable):  # any shape, under one name
        return Shape((), Variadic(value.name))
    return None


def shape(arguments: Sequence[Argument], look: Look, name: str = "Shape") -> Annotation:
    """`Shape[...]`, and `Shape2D[...]` with the rank in its name. Raises BadAnnotation."""
    found = [_dim_or_run(each, look) for each in arguments]
    runs = [i for i, each in enumerate(found) if isinstance(each, (Variadic, Shape))]
    if len(runs) > 1:
        raise BadAnnotation("a shape has at most one variadic part such as *Ts")
    rank = re.fullmatch(r"Shape(\d)D", name)
    if rank and (runs or len(found) != int(rank[1])):
        raise BadAnnotation(f"{name} has {rank[1]} dims, got {len(found)}")
    if not runs:
        return Annotation("shape", (Shape.of(*found),))  # type: ignore[arg-type]
    before, run, after = found[: runs[0]], found[runs[0]], found[runs[0] + 1 :]
    middle = Shape((), run) if isinstance(run, Variadic) else run
    made = Shape.of(*before) + middle + Shape.of(*after)  # type: ignore[arg-type, operator]
    if isinstance(run, Variadic):  # a sum forgets the name of a run with dims on both sides
        made = Shape(tuple(before), run, tuple(after))  # type: ignore[arg-type]
    return Annotation("shape", (made,))


def _dim_or_run(argument: Argument, look: Look) -> Dim | Variadic | Shape:
    value = resolve(argument[0])
    if isinstance(value, Annotation) and value.kind == "unpack":
        inside = resolve(value.args[0])
        if isinstance(inside, TypeVariable):
            return Variadic(inside.name)
        return Shape.unknown()
    return dim_of(argument, look)


# -- sizes ------------------------------------------------------------------------------------------------------------


def dim_of(argument: Argument, look: Look) -> Dim:
    """The size that an argument stands for. Raises BadAnnotation for what is none for sure."""
    value, node = resolve(argument[0]), argument[1]
    if isinstance(value, str):
        return _parsed(value, look)
    found = as_dim(value)
    if found is not None:
        return found
    if isinstance(value, int) and not isinstance(value, bool):
        raise BadAnnotation(f"a dim is not negative, got {value}; None is any size")
    known = python_type(value) is not None or as_dtype(value) is not None or is_shape(value)
    if known and not isinstance(value, Expr):
        raise BadAnnotation(f"{_DIMS}, got {_text(node)}")
    return UNKNOWN


def as_dim(value: Value) -> Dim | None:
    """A size where a value is one; None elsewhere."""
    if (
        isinstance(value, Expr)
        or python_type(value) == "int"
        and isinstance(value, int)
        and value >= 0
    ):
        return value
    if value is None:
        return UNKNOWN
    if isinstance(value, TypeVariable) and not value.many:
        return Symbol(value.name)
    if isinstance(value, Annotation):
        if value.kind == "size":
            found: Dim = value.args[0]
            return found
        if value.kind == "literal" and len(value.args) == 1:
            return as_dim(value.args[0])
        return UNKNOWN if value.kind == "any" else None
    if isinstance(value, Class) and is_dimension(value):
        return dimension(value)
    return None


def is_dimension(cls: Class) -> bool:
    return "tftypes.Dimension" in cls.externals


def dimension(cls: Class) -> Dim:
    """The size that a `Dimension` names: known where it has a value."""
    found = cls.find("value")
    size = None if found is None else resolve(found[0])
    if type(size) is int and size >= 0:
        return NamedInt(size, cls.name)
    return Symbol(cls.name, ("dimension", cls.module.name, cls.name), "dimension")


def arithmetic(name: str, arguments: Sequence[Argument], look: Look) -> Annotation:
    """`Add[N, 1]` and its siblings. Raises BadAnnotation."""
    if len(arguments) != 2:
        shown = name.rpartition(".")[2]
        raise BadAnnotation(f"{shown} takes two dims, got {len(arguments)}")
    left, right = (dim_of(each, look) for each in arguments)
    try:
        return Annotation("size", (ARITHMETIC[name](left, right),))
    except ZeroDivisionError:
        raise BadAnnotation("a size is never divided by zero") from None


def _parsed(text: str, look: Look) -> Dim:
    """A size in quotes: arithmetic on names and ints."""

    def named(name: str) -> Dim:
        found = as_dim(resolve(look(name)))
        return UNKNOWN if found is None else found

    try:
        return dims.parse(text, named)
    except (ValueError, ZeroDivisionError) as error:
        raise BadAnnotation(f'bad dim "{text}": {error}') from None


@lru_cache(maxsize=4096)
def parsed(text: str) -> ast.expr | None:
    """The expression of an annotation in quotes; None where it is none."""
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError):
        return None
