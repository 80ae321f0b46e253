"""Shapes for annotations: `Shape[2, None, N]`, its dimensions, and arithmetic on them.

Source: RFC 208, "Core tensor types", `Shape`, and "Support for tf.function's input_signature".
"""

from __future__ import annotations

import ast  # as re, loaded by typing_extensions
import re
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeAlias, get_args, get_origin

from typing_extensions import TypeVar, TypeVarTuple, Unpack

from tftypes._interface import Interface, implemented_by
from tftypes._subscript import (
    Alias,
    as_tuple,
    is_any,
    is_variable,
    is_variadic,
    show,
    unpacked,
    written,
)
from tftypes.dtypes import DType

Ds = TypeVarTuple("Ds")
A = TypeVar("A")
B = TypeVar("B")


class Dimension:
    """A size with a name: subclass it, and give it a `value` when the size is known.

    A dimension without a value has one size wherever it is named; two different names never match.

    >>> class Batch(Dimension): ...
    >>> class Width(Dimension):
    ...     value = 784
    >>> Shape[Batch, Width]
    Shape[Batch, Width]

    Raises:
      TypeError: when the class is created, if `value` is not an int >= 0.

    Source: RFC 208, "Support for tf.function's input_signature", `Dimension`.
    """

    value: ClassVar[int | None] = None

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.value is not None and (type(cls.value) is not int or cls.value < 0):
            raise TypeError(f"{cls.__name__}.value must be an int >= 0, got {cls.value!r}")


def dimension_value(dimension: type[Dimension]) -> int | None:
    """The known size of a dimension, or None.

    >>> class Width(Dimension):
    ...     value = 784
    >>> dimension_value(Width)
    784
    """
    return dimension.value


class _DimsAlias(Alias, _root=True):  # type: ignore[call-arg]
    """A subscribed `Shape` or arithmetic; a type variable may stand in its text too."""

    def text_with(self, text: str, binding: dict[Any, Any]) -> Any:
        sizes = {name.__name__: size for name, size in binding.items() if is_variable(name)}
        expression = ast.parse(text.strip(), mode="eval").body
        names = {node.id for node in ast.walk(expression) if isinstance(node, ast.Name)}
        return _evaluated(expression, sizes) if names & sizes.keys() else text


class _Arithmetic(Generic[A, B]):
    """Two dimensions joined by an operator."""

    if not TYPE_CHECKING:

        def __class_getitem__(cls, items: Any) -> Any:
            if cls is _Arithmetic:
                return super().__class_getitem__(items)
            dims = checked_dims(cls, as_tuple(items), variadic=False)
            if len(dims) != 2:
                raise TypeError(f"{written(cls, dims)}: takes 2 dimensions, got {len(dims)}")
            return _DimsAlias(cls, dims)


class Add(_Arithmetic[A, B]):
    """The sum of two dimensions: `Shape[Add[N, Literal[1]]]`, short `Shape["N + 1"]`.

    >>> Add[1, Mul[2, 3]]
    Add[1, Mul[2, 3]]
    """


class Sub(_Arithmetic[A, B]):
    """The difference of two dimensions: `Sub[N, M]`, short `"N - M"`."""


class Mul(_Arithmetic[A, B]):
    """The product of two dimensions: `Mul[Literal[2], N]`, short `"2*N"`."""


class FloorDiv(_Arithmetic[A, B]):
    """The quotient of two dimensions, rounded down: `FloorDiv[N, Literal[2]]`, short `"N // 2"`."""


def _evaluated(node: ast.expr, sizes: dict[str, Any]) -> Any:
    """The arithmetic of an expression as classes, with `sizes` in place of their names."""
    if isinstance(node, ast.BinOp):
        left, right = _evaluated(node.left, sizes), _evaluated(node.right, sizes)
        if isinstance(node.op, ast.Mod):  # a % b is a - a // b * b
            sub, mul, div = (_OPERATORS[kind] for kind in (ast.Sub, ast.Mult, ast.FloorDiv))
            return sub[left, mul[div[left, right], right]]
        return _OPERATORS[type(node.op)][left, right]
    if isinstance(node, ast.UnaryOp):
        return _OPERATORS[ast.Sub][0, _evaluated(node.operand, sizes)]
    if isinstance(node, ast.Constant):
        return node.value
    name = ast.unparse(node)
    return sizes.get(name, name)


_OPERATORS: dict[type[ast.operator], Any] = {
    ast.Add: Add,
    ast.Sub: Sub,
    ast.Mult: Mul,
    ast.FloorDiv: FloorDiv,
}


@implemented_by("tensorflow.python.framework.tensor_shape.TensorShape")
class Shape(Generic[Unpack[Ds]], metaclass=Interface):
    """The shape of a tensor, one argument a dimension.

    A dimension is an int, written `Literal[3]` where a type checker without the plugin reads it;
    None, dynamic; a `Dimension` subclass; a TypeVar, one size in each call; `*Ts` or `Unpack[Ts]`,
    any number of dimensions; arithmetic on those, `Add[N, Literal[1]]` or `"N + 1"`; or Any.
    `Shape[()]` is the shape of a scalar. `tf.TensorShape` objects are instances.

    >>> Shape[2, None]
    Shape[2, None]
    >>> get_args(Shape[Literal[2], Any])  # as numbers and None
    (2, None)
    >>> Shape[2, -1]
    Traceback (most recent call last):
    TypeError: Shape[2, -1]: a size is never negative; for an unknown one write None

    Raises:
      TypeError: for any other argument.

    Source: RFC 208, `Shape`; `tf.TensorShape`.
    """

    if not TYPE_CHECKING:

        def __class_getitem__(cls, items: Any) -> Any:
            return _DimsAlias(cls, checked_dims(cls, as_tuple(items)))


if TYPE_CHECKING:

    class _Sized(int, Generic[A]):
        """An int of which a type checker knows which size it is."""

    Dim: TypeAlias = int | _Sized[A]
else:

    class Dim(Generic[A]):
        """An argument that is a size: `def zeros(n: Dim[N]) -> Tensor[float32, Shape[N]]`.

        It takes what `Shape[...]` takes as one dimension. The argument is an int >= 0.

        >>> N = TypeVar("N")
        >>> Dim[N], Dim["2*N"]
        (Dim[N], Dim['2*N'])

        Raises:
          TypeError: when it is subscripted with anything else.
        """

        def __class_getitem__(cls, items: Any) -> Any:
            dims = checked_dims(cls, as_tuple(items), variadic=False)
            if len(dims) != 1:
                raise TypeError(f"{written(cls, dims)}: takes 1 dimension, got {len(dims)}")
            return _DimsAlias(cls, dims)


if TYPE_CHECKING:
    D0 = TypeVar("D0", default=Any)
    D1 = TypeVar("D1", default=Any)
    D2 = TypeVar("D2", default=Any)
    D3 = TypeVar("D3", default=Any)
    D4 = TypeVar("D4", default=Any)
    D5 = TypeVar("D5", default=Any)
    Shape0D: TypeAlias = Shape[()]
    Shape1D: TypeAlias = Shape[D0]
    Shape2D: TypeAlias = Shape[D0, D1]
    Shape3D: TypeAlias = Shape[D0, D1, D2]
    Shape4D: TypeAlias = Shape[D0, D1, D2, D3]
    Shape5D: TypeAlias = Shape[D0, D1, D2, D3, D4]
    Shape6D: TypeAlias = Shape[D0, D1, D2, D3, D4, D5]
else:

    class _RankedShape(Alias, _root=True):
        """`Shape2D`: by itself `Shape[None, None]`; subscribed, `Shape` of exactly two dims."""

        def __init__(self, name: str, rank: int) -> None:
            super().__init__(Shape, (None,) * rank)
            self.__name__ = name

        def __getitem__(self, items: Any) -> Any:
            rank, dims = len(self.__args__), checked_dims(self, as_tuple(items), variadic=False)
            if len(dims) != rank:
                raise TypeError(f"{written(self, dims)}: takes {rank} dimensions, got {len(dims)}")
            return Shape[dims]

        def __repr__(self) -> str:
            return self.__name__

        def __reduce__(self) -> str:
            return self.__name__

    Shape0D = _RankedShape("Shape0D", 0)
    Shape1D = _RankedShape("Shape1D", 1)
    Shape2D = _RankedShape("Shape2D", 2)
    Shape3D = _RankedShape("Shape3D", 3)
    Shape4D = _RankedShape("Shape4D", 4)
    Shape5D = _RankedShape("Shape5D", 5)
    Shape6D = _RankedShape("Shape6D", 6)


def checked_dims(owner: Any, dims: tuple[Any, ...], *, variadic: bool = True) -> tuple[Any, ...]:
    """The arguments of `owner[dims]`, each as it is kept: literals as ints, Any as None.

    Args:
      owner: what is subscribed, for messages.
      dims: its arguments.
      variadic: whether `*Ts` may be among them, once.

    Raises:
      TypeError: says what is wrong and what is allowed.
    """
    result: list[Any] = []
    for given in dims:
        dim = _plain(given)
        inside = unpacked(dim)
        reason = _why_not(dim)
        if inside is not None and not variadic:
            reason = f"{show(dim)} is any number of dimensions, not one"
        if reason:
            raise TypeError(f"{written(owner, dims)}: {reason}")
        if get_origin(inside) is tuple and Ellipsis not in get_args(inside):
            result.extend(checked_dims(owner, get_args(inside)))
        else:
            result.append(dim)
    if sum(unpacked(dim) is not None for dim in result) > 1:
        raise TypeError(f"{written(owner, dims)}: only one *Ts is allowed")
    return tuple(result)


def _plain(dim: Any) -> Any:
    """A literal as its value, `*Ts` as `Unpack[Ts]`, Any as None, all else as it is."""
    literal = get_args(dim) if get_origin(dim) is Literal else ()
    if len(literal) == 1 and not isinstance(literal[0], str):
        return literal[0]
    if unpacked(dim) is not None:
        return Unpack[unpacked(dim)]
    return None if dim is type(None) or is_any(dim) else dim


def _why_not(dim: Any) -> str:
    """What is wrong with a dimension, "" if nothing is."""
    if type(dim) is int:
        return "a size is never negative; for an unknown one write None" if dim < 0 else ""
    if isinstance(dim, str):
        return _why_no_expression(dim)
    if is_variable(dim):
        is_dtype = isinstance(dim.__bound__, type) and issubclass(dim.__bound__, DType)
        return f"{dim.__name__} stands for a dtype (its bound), not for a size" if is_dtype else ""
    if dim is None or get_origin(dim) in ARITHMETIC or unpacked(dim) is not None:
        return ""
    if isinstance(dim, type) and issubclass(dim, Dimension):
        return ""
    return f"{show(dim)} is no dimension{_hint(dim)}; {ALLOWED}"


ARITHMETIC = (Add, Sub, Mul, FloorDiv)
ALLOWED = (
    "allowed are an int >= 0, None, a Dimension subclass, a TypeVar, *Ts, Any, "
    "and arithmetic, Add[N, 1] or 'N + 1'"
)


def _hint(dim: Any) -> str:
    if isinstance(dim, type) and issubclass(dim, DType):
        return f" but a dtype: write Tensor[{show(dim)}, Shape[...]]"
    if isinstance(dim, (tuple, list)):
        return f": write {', '.join(map(show, dim))} without brackets"
    if is_variadic(dim):
        return f": unpack it, *{show(dim)} or Unpack[{show(dim)}]"
    if dim is Ellipsis:
        return ": for an unknown rank leave the Shape out"
    return ""


_TOKENS = r"(\s*(\d+(?![\w.])|[^\W\d]\w*(\.[^\W\d]\w*)*|//|[-+*%()]))+\s*"
_NODES = (
    *(ast.Expression, ast.BinOp, ast.UnaryOp, ast.Name, ast.Attribute, ast.Load),
    *(ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.USub),
)


def _why_no_expression(text: str) -> str:
    """What is wrong with the text of an arithmetic dimension, "" if nothing is."""
    try:
        nodes = ast.walk(ast.parse(text.strip(), mode="eval"))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return f"{text!r} is no expression"
    if re.fullmatch(_TOKENS, text) and all(
        isinstance(node, _NODES) or _is_size(node) for node in nodes
    ):
        return ""
    return f"{text!r} is more than + - * // % on names and ints"


def _is_size(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) in (int, type(None))
