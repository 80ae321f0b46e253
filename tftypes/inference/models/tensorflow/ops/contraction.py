"""tf.einsum, tf.tensordot, tf.linalg.matvec: sums of products over shared dims."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Dim, Shape, ShapeMismatch, TensorType, broadcast, equal, merge

from .arguments import allow, axis_argument, int_argument, ints_argument, rank_at_least
from .broadcasting import matched
from .conversion import as_tensor
from .joining import operands
from .linalg import FACTORS, factors, flipped, mixed, product
from .rule import OpError, Unsure, rule
from .values import is_number

_TERM: Final = re.compile(r"[a-zA-Z]*(\.\.\.)?[a-zA-Z]*")


@rule(
    "tensorflow.einsum",
    "tf.einsum('ij,jk->ik', f32[2, 3], f32[3, 4]) -> f32[2, 4]",
    "tf.einsum('ij,jk', f32[2, 3], f32[3, 4]) -> f32[2, 4]",
    "tf.einsum('bqhd,bkhd->bhqk', f32[N, 7, 8, 64], f32[N, 9, 8, 64]) -> f32[N, 8, 7, 9]",
    "tf.einsum('...ij,...jk->...ik', f32[5, 2, 3], f32[1, 3, 4]) -> f32[5, 2, 4]",
    "tf.einsum('...i->i...', f32[5, None, 3]) -> f32[3, 5, None]",
    "tf.einsum('ii->i', f32[3, None]) -> f32[3]",
    "tf.einsum('i j , j k , k l -> i l', f32[2, 3], f32[3, 4], f32[4, 5]) -> f32[2, 5]",
    "tf.einsum('ij->', i32[2, 3]) -> i32[]",
    "tf.einsum('ij->', [[1, 2]]) !! expected tensors, got a list",
    "tf.einsum('ij,jk->ik', f32[...], f32[3, 4]) -> f32[None, 4]",
    "tf.einsum('bij,jk->bik', f32[..., 3], f32[3, 4]) -> f32[None, None, 4]",
    "tf.einsum('...ij,jk->...ik', f32[...], f32[3, 4]) -> f32[..., None, 4]",
    "tf.einsum('ij,jk->ik', f32[2, 3], f32[4, 4]) !! 'j' is 3 and 4",
    "tf.einsum('ij,jk->ik', f32[2, 3], f32[4]) !! 'jk' needs rank 2, got rank 1",
    "tf.einsum('ij,jk->ik', f32[..., 5], f32[4, 4]) !! 'j' is 5 and 4",
    "tf.einsum('ij,jk->ik', f32[2, 3]) !! 2 operands in 'ij,jk->ik', got 1",
    "tf.einsum('ij,jk->il', f32[2, 3], f32[3, 4]) !! 'l' of the result is in no operand",
    "tf.einsum('ij,jk->ikk', f32[2, 3], f32[3, 4]) !! 'k' twice in the result",
    "tf.einsum('...ij->ij', f32[5, 2, 3]) !! the dims of '...' are missing from the result",
    "tf.einsum('...i,...j->...ij', f32[2, 5], f32[3, 5]) !! the dims of '...' do not broadcast",
    "tf.einsum('1j->j1', f32[2, 3]) !! '1j' is not letters and '...'",
    "tf.einsum('ij,jk->ik', f32[2, 3], i32[3, 4]) !! different dtypes float32 and int32",
)
def einsum(equation: Any, *inputs: Any, **kwargs: Any) -> TensorType:
    if any(isinstance(each, (list, tuple)) for each in inputs):
        words, hint = "expected tensors, got a list", "*inputs passes what is in it"
        raise OpError("tf-value", words, "inputs", hint, "builtins.AttributeError")
    tensors = operands(list(inputs), "inputs")
    if not tensors:
        raise Unsure
    dtype = next((each.dtype for each in tensors if each.dtype.is_known), tensors[0].dtype)
    if not isinstance(equation, str):
        return TensorType(dtype, Shape.unknown())
    terms, output = parse_equation(equation)
    if len(terms) != len(tensors):
        raise OpError(
            "tf-value",
            f"expected {len(terms)} operands in {equation!r}, got {len(tensors)}",
            "inputs",
        )
    sizes: dict[str, Dim] = {}
    ellipsis = Shape.scalar()
    for term, each in zip(terms, tensors):
        try:
            ellipsis = _broadcast(ellipsis, _label(term, each.shape, sizes))
        except OpError as error:
            if (each.shape.rank or 0) > len(term) and "." not in equation:
                wide = ",".join(f"...{one}" if one == term else one for one in terms)
                error.hint = f"'{wide}->...{output}' takes more dims"
            elif error.code == "tf-shape":
                error.hint = _turned(terms, output, tensors)
            raise
    return TensorType(dtype, _labelled(output, sizes, ellipsis))


def _turned(terms: list[str], output: str, tensors: list[TensorType]) -> str | None:
    """The equation with another label in one term, or with its last two exchanged, where the sizes agree then.

    The other label is one that a single term has, and nothing else: it is to be summed over with something.
    """
    counts = Counter("".join(terms) + output)
    alone = [each for each, count in counts.items() if count == 1 and each != "."]
    renamed = [
        (place, term.replace(label, other))
        for place, term in enumerate(terms)
        for label in term.replace(".", "")
        for other in alone
        if counts[label] > 2 and other not in term
    ]
    turned = [(place, term[:-2] + term[:-3:-1]) for place, term in enumerate(terms)]
    for place, other in (*renamed, *turned):
        made = [*terms[:place], other, *terms[place + 1 :]]
        sizes: dict[str, Dim] = {}
        try:
            for one, each in zip(made, tensors):
                _label(one, each.shape, sizes)
        except OpError:
            continue
        return f"'{','.join(made)}->{output}'"
    return None


def parse_equation(equation: str) -> tuple[list[str], str]:
    """The terms of an einsum equation and its result, which is what occurs once when it is not written.

    >>> parse_equation("ij, jk"), parse_equation("...i->i...")
    ((['ij', 'jk'], 'ik'), (['...i'], 'i...'))
    """
    left, arrow, output = equation.replace(" ", "").partition("->")
    terms = left.split(",")
    for term in [*terms, output]:
        if not _TERM.fullmatch(term):
            raise OpError("tf-value", f"{term!r} is not letters and '...'", "equation")
    labels = Counter("".join(terms).replace(".", ""))
    if not arrow:
        once = "".join(sorted(label for label, count in labels.items() if count == 1))
        return terms, "..." + once if left.count("...") == 1 else once
    for label, count in Counter(output.replace(".", "")).items():
        if label not in labels:
            hint = repr(f"{','.join(terms)}->{output.replace(label, '')}") + " leaves it out"
            raise OpError("tf-value", f"{label!r} of the result is in no operand", "equation", hint)
        if count > 1:
            raise OpError("tf-value", f"{label!r} twice in the result", "equation")
    return terms, output


def _label(term: str, shape: Shape, sizes: dict[str, Dim]) -> Shape:
    """Note the size of each label of one term; the dims of its ellipsis are left over."""
    front, dots, back = term.partition("...")
    rank = len(front) + len(back)
    if shape.rank is not None and (shape.rank < rank if dots else shape.rank != rank):
        more = " or more" if dots else ""
        raise OpError(
            "tf-rank", f"{term!r} needs rank {rank}{more}, got rank {shape.rank}", "inputs"
        )
    dims = [shape[place] for place in range(len(front))] + [
        shape[place - len(back)] for place in range(len(back))
    ]
    if not dots and shape.rank is None:
        between = rank - shape.min_rank
        if between < 0:
            raise OpError("tf-rank", f"{term!r} needs rank {rank}, got {shape}", "inputs")
        dims = [*shape.prefix, *[UNKNOWN] * between, *shape.suffix]
    for label, dim in zip(front + back, dims):
        known = sizes.get(label, UNKNOWN)
        if equal(known, dim) is False and 0 not in (known, dim):  # which is let through in places
            raise OpError("tf-shape", f"{label!r} is {known} and {dim}", "inputs")
        sizes[label] = dim if not is_number(known) else known
    return shape.slice(len(front), -len(back) if back else None) if dots else Shape.scalar()


def _broadcast(a: Shape, b: Shape) -> Shape:
    try:
        return broadcast(a, b)
    except ShapeMismatch:
        raise OpError(
            "tf-shape", f"the dims of '...' do not broadcast: {a} and {b}", "inputs"
        ) from None


def _labelled(output: str, sizes: dict[str, Dim], ellipsis: Shape) -> Shape:
    front, dots, back = output.partition("...")
    if not dots and ellipsis.min_rank:
        raise OpError("tf-value", "the dims of '...' are missing from the result", "equation")
    middle = ellipsis if dots else Shape.scalar()
    return (
        Shape.of(*(sizes[label] for label in front))
        + middle
        + Shape.of(*(sizes[label] for label in back))
    )


@rule(
    "tensorflow.tensordot",
    "tf.tensordot(f32[2, 3], f32[3, 4], 1) -> f32[2, 4]",
    "tf.tensordot(f32[2, N], f32[4, N], [[1], [1]]) -> f32[2, 4]",
    "tf.tensordot(f32[2, 3, 4], f32[4, 3, 5], [[1, 2], [1, 0]]) -> f32[2, 5]",
    "tf.tensordot(f32[None, 3], f32[4, 3], axes=[1, -1]) -> f32[None, 4]",
    "tf.tensordot(f32[2, 3], f32[4], 0) -> f32[2, 3, 4]",
    "tf.tensordot(f32[...], f32[3, 4], 1) -> f32[...]",
    "tf.tensordot(bf16[2, 3, 4], f32[4], 1) -> f32[2, 3]",
    "tf.tensordot(f32[2, 3], f32[4, 5], 1) !! dims 3 and 4 differ",
    "tf.tensordot(f32[2, 3], f32[4, 5], [[2], [1]]) !! axis 2 is out of range for rank 2",
    "tf.tensordot(f32[2, 3], f32[4, 5], [[0, 1], [1]]) !! 2 axes of a and 1 of b",
    "tf.tensordot(f32[2, 3], f32[3, 4], 3) !! the last 3 axes of rank 2",
    "tf.tensordot(f32[2, 3], i32[3, 4], 1) !! expected float32 as a has, got int32",
)
def tensordot(a: Any, b: Any, axes: Any, name: Any = None) -> TensorType:
    x = as_tensor(a, argument="a")
    y = as_tensor(b, like=x.dtype, argument="b")
    dtype = mixed(x, y)
    pair = _axes(axes, x.shape, y.shape)
    if pair is None:
        return TensorType(dtype, Shape.unknown())
    left, right = pair
    for one, other in zip(left, right):
        if equal(x.shape[one], y.shape[other]) is False:
            words = f"dims {x.shape[one]} and {y.shape[other]} differ"
            is_turned = len(left) == 1 and equal(x.shape[one], y.shape[-1]) is True
            hint = f"axes=[[{one}], [{(y.shape.rank or 1) - 1}]]" if is_turned else None
            raise OpError("tf-shape", words, "axes", hint)
    kept_x = [dim for place, dim in enumerate(x.shape) if place not in left]
    kept_y = [dim for place, dim in enumerate(y.shape) if place not in right]
    return TensorType(dtype, Shape.of(*kept_x, *kept_y))


def _axes(axes: Any, a: Shape, b: Shape) -> tuple[list[int], list[int]] | None:
    """The axes of both to sum over, or None when they or a rank are not known."""
    if a.rank is None or b.rank is None:
        return None
    count = int_argument(axes, "axes") if not isinstance(axes, (list, tuple)) else None
    if count is not None:
        if not 0 <= count <= min(a.rank, b.rank):
            raise OpError("tf-axis", f"the last {count} axes of rank {min(a.rank, b.rank)}", "axes")
        return list(range(a.rank - count, a.rank)), list(range(count))
    if not isinstance(axes, (list, tuple)) or len(axes) != 2:
        return None
    both = []
    for part, rank in zip(axes, (a.rank, b.rank)):
        dims = (part,) if is_number(part) else ints_argument(part, "axes")
        places = None if dims is None else [axis_argument(dim, rank, "axes") for dim in dims]
        if places is None or None in places:
            return None
        both.append([place for place in places if place is not None])
    if len(both[0]) != len(both[1]):
        raise OpError("tf-value", f"{len(both[0])} axes of a and {len(both[1])} of b", "axes")
    return both[0], both[1]


@rule(
    "tensorflow.linalg.matvec",
    "tf.linalg.matvec(f32[2, 3], f32[3]) -> f32[2]",
    "tf.linalg.matvec(f32[N, 2, 3], f32[N, 3]) -> f32[N, 2]",
    "tf.linalg.matvec(f32[2, 3], f32[2], transpose_a=True) -> f32[3]",
    "tf.linalg.matvec(bf16[2, 3], f32[3]) -> f32[2]",
    "tf.linalg.matvec(f32[2, 3], f32[4]) !! inner dims 3 and 4 differ",
    "tf.linalg.matvec(f32[2], f32[2]) !! expected rank 2 or more, got rank 1",
    "tf.linalg.matvec(s[2, 3], s[3]) !! string is not supported",
)
def matvec(
    a: Any,
    b: Any,
    transpose_a: Any = False,
    adjoint_a: Any = False,
    a_is_sparse: Any = False,
    b_is_sparse: Any = False,
    name: Any = None,
) -> TensorType:
    flip = flipped(transpose_a, adjoint_a, "a")
    y = as_tensor(b, like=as_tensor(a, argument="a").dtype, argument="b")
    rank_at_least(y, 1, "b")
    column = y.shape + Shape.of(1)
    x, _, dtype = factors(a, TensorType(y.dtype, column))
    turned = (y.shape.rank or 0) > 1 and equal(y.shape[-1], x.shape[-1])
    hint = "the matrix comes first: tf.linalg.matvec(b, a)" if turned else None
    rank_at_least(allow(x, FACTORS, "a"), 2, "a", hint)
    return TensorType(dtype, product(x.shape, column, flip, False).slice(0, -1))


@rule(
    "tensorflow.linalg.cross",
    "tf.linalg.cross(f32[N, 3], f32[N, 3]) -> f32[N, 3]",
    "tf.linalg.cross(f32[4], f32[4]) !! vectors of 3 elements, got 4",
    "tf.linalg.cross(f32[2, 3], f32[3]) !! shapes [2, 3] and [3] differ",
    "tf.linalg.cross(f32[], f32[]) !! expected rank 1 or more, got rank 0",
)
def cross(a: Any, b: Any, name: Any = None) -> TensorType:
    x, y, dtype = matched(a, b, ("a", "b"))
    rank_at_least(x, 1, "a")
    rank_at_least(y, 1, "b")
    try:
        shape = merge(x.shape, y.shape)
    except ShapeMismatch:
        raise OpError("tf-shape", f"shapes {x.shape} and {y.shape} differ", "b") from None
    if equal(shape[-1], 3) is False:
        raise OpError("tf-shape", f"expected vectors of 3 elements, got {shape[-1]}", "a")
    return TensorType(dtype, shape)
