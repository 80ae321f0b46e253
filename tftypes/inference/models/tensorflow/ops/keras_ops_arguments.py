"""keras.ops: the arguments that its functions refuse whatever the others are, by function and parameter.

They are checked of tensors that are there: of symbols Keras looks at few of them. Of the functions at the end nothing else
is known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from tftypes.algebra import TensorType

from . import keras_names
from .keras_checks import Check, at_least, none_of, one_of
from .keras_ops import has_symbols, keras_rule
from .keras_ops_dtypes import DTYPES, REFUSED
from .keras_ops_related import RELATIONS
from .keras_ops_relations import Relation
from .keras_repairs import repair
from .rule import RULES, OpError, Unsure, with_parameters
from .values import DENSE, is_number


def _ranked(*ranks: int) -> Check:
    """A tensor of one of these ranks."""

    def check(value: Any) -> str | None:
        is_dense = isinstance(value, TensorType) and value.kind in DENSE
        bad = is_dense and value.shape.rank is not None and value.shape.rank not in ranks
        return f"rank {' or '.join(map(str, ranks))}" if bad else None

    return check


def _dtype(value: Any) -> str | None:
    """The name of a dtype as Keras writes it; "float" is none."""
    is_name = not isinstance(value, str) or value in keras_names.NAMES["dtype"]
    return None if is_name else "the name of a dtype, such as 'float32'"


def _order(value: Any) -> str | None:
    bad = isinstance(value, str) and value not in ("euclidean", "fro", "nuc")
    return "a number, 'fro' or 'nuc'" if bad else None


def _size(value: Any) -> str | None:
    return "an integer or a tuple of them" if isinstance(value, (str, float)) else None


def _rate(value: Any) -> str | None:
    bad = isinstance(value, (int, float)) and not 0 <= value < 1 or isinstance(value, str)
    return "a number from 0 to below 1" if bad else None


def _length(value: Any) -> str | None:
    return "an integer" if isinstance(value, (str, float)) else None


def _tensor(value: Any) -> str | None:
    """A Python value has no dtype."""
    bad = value is None or is_number(value) or isinstance(value, (str, float, list, tuple))
    return "a tensor" if bad else None


def _sizes(value: Any) -> str | None:
    return "two integers" if is_number(value) else None


_padding: Final = partial(one_of, options=("valid", "same"), lower=True)
_interpolation: Final = partial(one_of, options=("nearest", "bilinear"))
_fill: Final = partial(one_of, options=("constant", "nearest", "wrap", "reflect"))
_filled: Final = partial(one_of, options=("constant", "nearest", "wrap", "mirror", "reflect"))
_ways: Final = ("bilinear", "nearest", "lanczos3", "lanczos5", "bicubic", "area")
_methods: Final = (
    "lanczos3", "lanczos5", "bilinear", "linear", "cubic", "trilinear", "bicubic", "tricubic",
)  # fmt: skip
_IMAGES: Final[Mapping[str, Check]] = {"images": _ranked(3, 4)}
_SPATIAL: Final[Mapping[str, Check]] = {"inputs": _ranked(3, 4, 5), "padding": _padding}
_WARPED: Final[Mapping[str, Check]] = {
    **_IMAGES,
    "interpolation": _interpolation,
    "fill_mode": _fill,
}
#: The calls that name a dtype, and what they are given before.
_DTYPES: Final = {
    "arange": "3", "cast": "f32[3]", "convert_to_tensor": "f32[3]", "cumprod": "f32[3]", "cumsum": "f32[3]",
    "full": "[2], 1", "full_like": "f32[3], 1", "linspace": "0, 1", "one_hot": "i32[3], 3", "ones_like": "f32[3]",
    "prod": "f32[3]", "saturate_cast": "f32[3]", "tri": "3", "zeros_like": "f32[3]",
}  # fmt: skip
#: What functions with a rule refuse besides, each with an example.
_CHECKS: Final[dict[str, tuple[Mapping[str, Check], tuple[str, ...]]]] = {
    "conv": (
        _SPATIAL,
        (
            "f32[6, 3], f32[3, 3, 2]) !! expected rank 3 or 4 or 5",
            "f32[6, 8, 8, 3], f32[3, 3, 3, 2], padding='sam') !! expected one of 'valid', 'same'",
        ),
    ),
    **dict.fromkeys(
        ("max_pool", "average_pool"), (_SPATIAL, ("f32[6, 3], 2) !! expected rank 3 or 4 or 5",))
    ),
    **{
        name: ({"dtype": _dtype}, (f"{given}, dtype='foo') !! expected the name of a dtype",))
        for name, given in _DTYPES.items()
    },
    "normalize": (
        {"order": partial(at_least, least=1)},
        ("f32[6, 3], order=0) !! expected an integer of 1 or more",),
    ),
    "norm": ({"ord": _order}, ("f32[6, 3], ord='x') !! expected a number, 'fro' or 'nuc'",)),
    "image.resize": (
        {
            "interpolation": partial(one_of, options=_ways),
            "fill_mode": partial(one_of, options=("constant",)),
        },
        ("f32[6, 8, 8, 3], (4, 4), interpolation='x') !! expected one of 'bilinear', 'nearest'",),
    ),
    "image.affine_transform": (
        _WARPED,
        ("f32[6, 8, 8, 3], f32[6, 8], 'x') !! expected one of 'nearest', 'bilinear'",),
    ),
    "random.dropout": (
        {"rate": _rate},
        ("f32[6, 3], 1.5) !! expected a number from 0 to below 1",),
    ),
    "image.rgb_to_grayscale": (_IMAGES, ("f32[6, 3]) !! expected rank 3 or 4",)),
    "image.map_coordinates": (
        {"fill_mode": _filled},
        ("f32[6, 3], f32[2, 5], 1, fill_mode='x') !! expected one of 'constant', 'nearest'",),
    ),
    **dict.fromkeys(
        ("segment_sum", "segment_max"),
        (
            {"num_segments": partial(at_least, least=0)},
            ("f32[6, 3], i32[6], num_segments=-1) !! expected an integer of 0 or more",),
        ),
    ),
    "rfft": (
        {"fft_length": _length},
        ("f32[6, 8], fft_length=2.5) !! expected an integer",),
    ),
    "irfft": (
        {"fft_length": _length},
        ("(f32[6, 8], f32[6, 8]), fft_length=2.5) !! expected an integer",),
    ),
    "image.extract_patches": (
        {"size": _size, "padding": _padding},
        ("f32[6, 8, 8, 3], 'a') !! expected an integer or a tuple of them",),
    ),
}
#: What is known of functions without a rule: their parameters, what those take, an example, and one that is refused.
_ALONE: Final[dict[str, tuple[dict[str, Any], Mapping[str, Check], tuple[str, ...]]]] = {
    "unfold": (
        {"x": ..., "kernel_size": ..., "dilation": 1, "padding": 0, "stride": 1},
        {"x": _ranked(4)},
        ("f32[6, 8, 8, 3], 2) -> anything", "f32[6, 3], 2) !! expected rank 4"),
    ),
    "ctc_decode": (
        {
            "inputs": ..., "sequence_lengths": ..., "strategy": "greedy", "beam_width": 100, "top_paths": 1,
            "merge_repeated": True, "mask_index": 0,
        },
        {"strategy": partial(one_of, options=("greedy", "beam_search")), "inputs": _ranked(3)},
        (
            "f32[6, 5, 3], i32[6]) -> anything",
            "f32[6, 5, 3], i32[6], strategy='best') !! expected one of 'greedy', 'beam_search'",
        ),
    ),
    "stft": (
        {
            "x": ..., "sequence_length": ..., "sequence_stride": ..., "fft_length": ..., "window": "hann", "center": True,
        },
        {"window": partial(one_of, options=("hann", "hamming"), optional=True)},
        (
            "f32[6, 9], 2, 1, 4) -> anything",
            "f32[6, 9], 2, 1, 4, window='x') !! expected one of 'hann', 'hamming'",
        ),
    ),
    "extract_sequences": (
        {"x": ..., "sequence_length": ..., "sequence_stride": ...},
        {"sequence_stride": partial(at_least, least=1)},
        ("f32[6, 9], 2, 1) -> anything", "f32[6, 9], 2, 0) !! expected an integer of 1 or more"),
    ),
    "dtype": ({"x": ...}, {"x": _tensor}, ("f32[3]) -> anything", "3) !! expected a tensor")),
    "istft": (
        {
            "x": ..., "sequence_length": ..., "sequence_stride": ..., "fft_length": ..., "length": None,
            "window": "hann", "center": True,
        },
        {"length": _length},
        (
            "(f32[6, 3], f32[6, 3]), 2, 1, 4) -> anything",
            "(f32[6, 3], f32[6, 3]), 2, 1, 4, length='a') !! expected an integer",
            "f32[6, 3], 2, 1, 4) !! expected a tuple (real, imaginary)",
        ),
    ),
    "lstsq": (
        {"a": ..., "b": ..., "rcond": None},
        {},
        ("f32[6, 3], f32[6]) -> anything", "f32[6, 3], f32[5]) !! 5 rows, and 6 in a"),
    ),
    "polar": (
        {"abs_": ..., "angle": ...},
        {},
        ("f32[6, 3], f32[3]) -> anything", "f32[6, 3], f32[6, 2]) !! do not broadcast"),
    ),
    "psnr": (
        {"x1": ..., "x2": ..., "max_val": ...},
        {},
        ("f32[6, 3], f32[6, 3], 1.0) -> anything", "f32[6, 3], f32[3], 1.0) !! expected the shape of x1"),
    ),
    "image.gaussian_blur": (
        {"images": ..., "kernel_size": (3, 3), "sigma": (1.0, 1.0), "data_format": None},
        {**_IMAGES, "kernel_size": _sizes},
        (
            "f32[6, 8, 8, 3]) -> anything",
            "f32[6, 8, 8, 3], 3) !! expected two integers",
            "f32[6, 3]) !! expected rank 3 or 4",
        ),
    ),
    "image.elastic_transform": (
        {
            "images": ..., "alpha": 20.0, "sigma": 5.0, "interpolation": "bilinear", "fill_mode": "reflect",
            "fill_value": 0.0, "seed": None, "data_format": None,
        },
        _WARPED,
        ("f32[6, 8, 8, 3]) -> anything", "f32[6, 8, 8, 3], fill_mode='x') !! expected one of 'constant'"),
    ),
    "image.perspective_transform": (
        {
            "images": ..., "start_points": ..., "end_points": ..., "interpolation": "bilinear", "fill_value": 0,
            "data_format": None,
        },
        {**_WARPED, "start_points": _ranked(2, 3), "end_points": _ranked(2, 3)},
        ("f32[8, 8, 3], f32[4, 2], f32[4, 2]) -> anything", "f32[6, 3], f32[4, 2], f32[4, 2]) !! expected rank 3 or 4"),
    ),
    "image.scale_and_translate": (
        {
            "images": ..., "output_shape": ..., "scale": ..., "translation": ..., "spatial_dims": ..., "method": ...,
            "antialias": True,
        },
        {"method": partial(one_of, options=_methods)},
        (
            "f32[8, 8, 3], (4, 4, 3), f32[2], f32[2], (0, 1), 'linear') -> anything",
            "f32[8, 8, 3], (4, 4, 3), f32[2], f32[2], (0, 1), 'x') !! expected one of 'lanczos3'",
        ),
    ),
}  # fmt: skip


def _unsure(*given: Any) -> Any:
    raise Unsure


for _name, (_parameters, _checks, _texts) in _ALONE.items():
    keras_rule(_name, *_texts)(with_parameters(partial(_unsure), **_parameters))
    _CHECKS[_name] = (_checks, ())


def _check(
    before: Callable[[Mapping[str, object]], None] | None,
    checks: Mapping[str, Check],
    relations: tuple[tuple[str, Relation], ...],
    given: Mapping[str, Any],
) -> None:
    if before is not None:
        before(given)
    if has_symbols():
        return
    none_of(checks, given)
    for code, relation in relations:
        problem = relation(given)
        if problem is not None:
            words, name = problem
            hint = repair(name, given.get(name), partial(_unmended, relation, given, name))
            raise OpError(code, words, name, hint)


def _unmended(relation: Relation, given: Mapping[str, Any], name: str, value: Any) -> str | None:
    """What is wrong still with another value for one of the arguments."""
    problem = relation({**given, name: value})
    return None if problem is None else problem[0]


def _of_dtype(text: str, dtype: str) -> str:
    """An example with all its tensors of a dtype that is refused."""
    call = re.sub(r"\b[a-z]+\d*\[(?=[^\]]*\])", f"{dtype}[", text.partition(" -> ")[0])
    return f"{call} !! expected"


for _name in {**_CHECKS, **RELATIONS, **DTYPES}:
    _full = _name if _name.startswith("random.") else f"ops.{_name}"
    _rule = RULES[f"tensorflow.keras.{_full}"]
    _checks, _texts = _CHECKS.get(_name, ({}, ()))
    _relations, _text = RELATIONS.get(_name, ((), ""))
    if _name in REFUSED:
        _rule.texts += (_of_dtype(_rule.texts[0], REFUSED[_name]),)
    _rule.texts += tuple(f"tf.keras.{_full}({each}" for each in (*_texts, _text) if each)
    _coded = [("tf-value", each) for each in _relations]
    _coded[:0] = [("tf-dtype", each) for each in DTYPES.get(_name, ())]
    _rule.accepts = partial(_check, _rule.accepts, _checks, tuple(_coded))
