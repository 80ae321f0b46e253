"""Calls drawn at random, as text, by family."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st

from . import (
    drawn_arrays,
    drawn_io,
    drawn_layers,
    drawn_maths,
    drawn_operators,
    drawn_ragged,
    drawn_sparse,
)

FAMILIES: dict[str, Callable[[], st.SearchStrategy[str]]] = {
    "elementwise, one operand": drawn_maths.unary,
    "elementwise, two operands": drawn_maths.binary,
    "reductions": drawn_maths.reduction,
    "along an axis": drawn_maths.along_axis,
    "reshape": drawn_arrays.reshape,
    "transpose": drawn_arrays.transpose,
    "matmul": drawn_maths.matmul,
    "concat, stack": drawn_arrays.joined,
    "split, unstack": drawn_arrays.taken_apart,
    "gather": drawn_arrays.gather,
    "gather_nd": drawn_arrays.gather_nd,
    "indexing": drawn_arrays.indexing,
    "masks": drawn_arrays.mask,
    "convolutions": drawn_layers.convolution,
    "pools": drawn_layers.pooling,
    "pad, tile, slice, repeat": drawn_arrays.resized,
    "where": drawn_arrays.where,
    "einsum": drawn_maths.einsum,
    "tensordot": drawn_maths.tensordot,
    "matrices": drawn_maths.matrices,
    "systems of equations": drawn_maths.equations,
    "linear operators, applied": drawn_operators.applied,
    "linear operators, read": drawn_operators.read,
    "losses, normalisation": drawn_layers.losses,
    "scatter, segments": drawn_arrays.scattered,
    "transposed convolutions": drawn_layers.transposed_convolution,
    "random numbers": drawn_arrays.drawn_numbers,
    "images": drawn_layers.pictures,
    "creation": drawn_arrays.created,
    "constants": drawn_arrays.constant,
    "rows of ragged tensors": drawn_ragged.partitioned,
    "ragged concat, stack": drawn_ragged.joined,
    "ragged reductions": drawn_ragged.reduced,
    "ragged indexing": drawn_ragged.indexed,
    "ragged gather": drawn_ragged.gathered,
    "ragged expand_dims, tile": drawn_ragged.resized,
    "sparse tensors": drawn_sparse.made,
    "sparse reshape, slice": drawn_sparse.reshaped,
    "sparse add, concat, matmul": drawn_sparse.together,
    "sparse reductions": drawn_sparse.reduced,
    "sets": drawn_sparse.sets,
    "parsed examples": drawn_io.parsed,
    "decoded lines, bytes": drawn_io.decoded,
    "space and batch": drawn_io.blocks,
    "bits": drawn_io.bits,
}
