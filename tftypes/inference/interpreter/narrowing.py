"""Narrowing: what a condition tells of the names in it, on the way where it holds and where it does not."""

from __future__ import annotations

import ast
from collections.abc import Callable

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType
from tftypes.inference.interpreter.bounded_rounds import ordering
from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.instances import instance_as, is_instance
from tftypes.inference.interpreter.names import store
from tftypes.inference.interpreter.tables import Evaluate
from tftypes.inference.lattice import same
from tftypes.inference.objects import TOP, Frame, Unknown, Value, is_unknown, resolve
from tftypes.inference.state import ABSENT, Heap
from tftypes.inference.values import OneOf, Tensor, may_be_ragged

#: (frame, whether the condition holds).
Narrow = Callable[[Frame, bool], None]


def _nothing(frame: Frame, holds: bool) -> None:
    pass


def narrowing(compiler: Compiler, node: ast.expr) -> Narrow:
    """What running `node` as a condition tells."""
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            inner = narrowing(compiler, operand)
            return lambda frame, holds: inner(frame, not holds)
        case ast.BoolOp(op=op, values=values):
            return _all_parts(compiler, values, isinstance(op, ast.And))
        case ast.NamedExpr(target=name):
            return _truth(compiler, name)
        case ast.Name() | ast.Attribute():
            return _truth(compiler, node)
        case ast.Call(func=ast.Name(id="isinstance"), args=[place, classes]):
            return _instance(compiler, place, classes)
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return _comparison(compiler, left, op, right)
    return _nothing


def _all_parts(compiler: Compiler, values: list[ast.expr], holds_where: bool) -> Narrow:
    """`a and b` holds where both do; `a or b` fails where both do."""
    parts = [narrowing(compiler, each) for each in values]

    def narrow(frame: Frame, holds: bool) -> None:
        if holds is holds_where:
            for each in parts:
                each(frame, holds)

    return narrow


def _place(
    compiler: Compiler, node: ast.expr
) -> tuple[Evaluate, Callable[[Frame, Value], None]] | None:
    """How a name or an attribute of one is read and given what is known of it."""
    if isinstance(node, ast.NamedExpr):
        node = node.target
    if not isinstance(node, ast.Name) and not (
        isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    ):
        return None
    if isinstance(node, ast.Attribute):
        return compiler.expression(node), _slot(compiler, node)
    read = compiler.expression(ast.copy_location(ast.Name(node.id, ast.Load()), node))
    return read, store(compiler, node.id)


def _slot(compiler: Compiler, node: ast.Attribute) -> Callable[[Frame, Value], None]:
    """What is known of an attribute is put into its slot. It is no assignment, which a class may see."""
    interpreter, of = compiler.interpreter, compiler.expression(node.value)

    def write(frame: Frame, value: Value) -> None:
        owner = resolve(of(frame))
        if isinstance(owner, Heap) and owner.read(node.attr) is not ABSENT:
            interpreter.write(owner, node.attr, value)

    return write


def _filtered(
    compiler: Compiler, node: ast.expr, keeps: Callable[[Value, bool, Frame], Value | bool | None]
) -> Narrow:
    """Keeps those alternatives of a place for which `keeps` is not False; another value than a bool replaces one."""
    place = _place(compiler, node)
    if place is None:
        return _nothing
    read, write = place

    def narrow(frame: Frame, holds: bool) -> None:
        value = resolve(read(frame))
        if not isinstance(value, OneOf):
            made = keeps(value, holds, frame)
            if made is False:  # the path goes on all the same, with another value
                write(frame, TOP)
            if not isinstance(made, bool) and made is not None and made is not value:
                _refine(compiler.interpreter, read(frame), made, lambda new: write(frame, new))
            return
        kept = []
        for each in value.values:
            made = keeps(each, holds, frame)
            if made is not False:
                kept.append(each if made is True or made is None else made)
        if kept and len(kept) < len(value.values):
            write(frame, kept[0] if len(kept) == 1 else OneOf(tuple(kept)))

    return narrow


def _refine(
    interpreter: Interpreter, old: Value, new: Value, write: Callable[[Value], None]
) -> None:
    if type(old) is Unknown and old.cls is None:
        while type(known := old.read("is")) is Unknown:
            old = known
        interpreter.write(old, "is", new)
    else:
        write(new)


def _truth(compiler: Compiler, node: ast.expr) -> Narrow:
    return _filtered(
        compiler,
        node,
        lambda value, holds, frame: compiler.interpreter.truth(value) in (holds, None),
    )


def _instance(compiler: Compiler, node: ast.expr, classes: ast.expr) -> Narrow:
    cls = compiler.expression(classes)
    interpreter = compiler.interpreter

    def keeps(value: Value, holds: bool, frame: Frame) -> Value | bool | None:
        wanted = cls(frame)
        if is_unknown(value):
            made = instance_as(wanted) if holds else None
            return None if made is TOP else made
        if holds and may_be_ragged(value):
            made = instance_as(wanted)
            if isinstance(made, TensorType) and made.kind != value.kind:
                return TensorType(value.dtype, value.shape, made.kind)
        return is_instance(interpreter, value, wanted) in (holds, None)

    return _filtered(compiler, node, keeps)


def _comparison(compiler: Compiler, left: ast.expr, op: ast.cmpop, right: ast.expr) -> Narrow:
    positive = isinstance(op, (ast.Is, ast.Eq))
    if not positive and not isinstance(op, (ast.IsNot, ast.NotEq)):
        return ordering(compiler, left, op, right) or _nothing
    if isinstance(right, ast.Constant) and right.value is None:
        return _filtered(
            compiler,
            left,
            lambda value, holds, frame: (
                None if is_unknown(value) else (value is None) is (holds is positive)
            ),
        )
    rank = _rank_of(left)
    if rank is not None:
        return _rank(compiler, rank, compiler.expression(right), positive)
    match left:
        case ast.Subscript(value=ast.Attribute(attr="shape", value=tensor), slice=axis):
            return _size(
                compiler, tensor, compiler.expression(axis), compiler.expression(right), positive
            )
    if isinstance(left, ast.Attribute) and left.attr == "dtype":
        return _dtype(compiler, left.value, compiler.expression(right), positive)
    wanted = compiler.expression(right)

    def keeps(value: Value, holds: bool, frame: Frame) -> Value | bool | None:
        constant = wanted(frame)
        if holds is positive and is_unknown(value) and isinstance(constant, (int, str, float)):
            return None
        if isinstance(value, (str, int, float)) and isinstance(constant, (str, int, float)):
            return same(value, constant) is (holds is positive)
        return None

    return _filtered(compiler, left, keeps)


def _rank_of(node: ast.expr) -> ast.expr | None:
    """The tensor in `len(x.shape)`, `x.shape.rank`, `x.shape.ndims` or `x.ndim`."""
    match node:
        case ast.Call(func=ast.Name(id="len"), args=[ast.Attribute(attr="shape", value=tensor)]):
            return tensor
        case ast.Attribute(attr="rank" | "ndims", value=ast.Attribute(attr="shape", value=tensor)):
            return tensor
        case ast.Attribute(attr="ndim", value=tensor):
            return tensor
    return None


def _rank(compiler: Compiler, node: ast.expr, rank: Evaluate, positive: bool) -> Narrow:
    def keeps(value: Value, holds: bool, frame: Frame) -> Value | bool | None:
        wanted = rank(frame)
        if not isinstance(wanted, int) or not isinstance(value, TensorType):
            return None
        known = value.shape.rank
        if known is not None:
            return (known == wanted) is (holds is positive)
        if (
            holds is positive
            and value.shape.middle is not None
            and not value.shape.prefix
            and not value.shape.suffix
        ):
            return TensorType(value.dtype, Shape.of(*[UNKNOWN] * wanted), value.kind)
        return None

    return _filtered(compiler, node, keeps)


def _size(
    compiler: Compiler, node: ast.expr, axis: Evaluate, size: Evaluate, positive: bool
) -> Narrow:
    """`x.shape[i] == n`."""

    def keeps(value: Value, holds: bool, frame: Frame) -> Value | bool | None:
        place, wanted = axis(frame), size(frame)
        dims = value.shape.dims if isinstance(value, TensorType) else None
        if dims is None or not isinstance(place, int) or not isinstance(wanted, int):
            return None
        if not -len(dims) <= place < len(dims):
            return None
        if isinstance(dims[place], int):
            return (dims[place] == wanted) is (holds is positive)
        if holds is not positive:
            return None
        sizes = list(dims)
        sizes[place] = wanted
        return _with_shape(value, Shape.of(*sizes))

    return _filtered(compiler, node, keeps)


def _with_shape(value: TensorType, shape: Shape) -> TensorType:
    if type(value) is not Tensor:
        return TensorType(value.dtype, shape, value.kind)
    return Tensor.of(value, shape)


def _dtype(compiler: Compiler, node: ast.expr, dtype: Evaluate, positive: bool) -> Narrow:
    from tftypes.inference.interpreter.rules import as_dtype

    def keeps(value: Value, holds: bool, frame: Frame) -> Value | bool | None:
        wanted = as_dtype(dtype(frame))
        if (
            not isinstance(wanted, DType)
            or wanted.name is None
            or not isinstance(value, TensorType)
        ):
            return None
        if value.dtype.name is not None:
            return (value.dtype == wanted) is (holds is positive)
        return TensorType(wanted, value.shape, value.kind) if holds is positive else None

    return _filtered(compiler, node, keeps)
