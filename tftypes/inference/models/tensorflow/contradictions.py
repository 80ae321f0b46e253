"""Specs of an `input_signature` that contradict the annotations of the parameters that they stand for.

What is not known on one side contradicts nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Final

from tftypes.algebra import DType, Shape, TensorType, UnifyError, dims, dtypes, shapes
from tftypes.inference.annotations.classes import fields_of, in_terms_of
from tftypes.inference.annotations.tensors import TENSORS
from tftypes.inference.contracts.bindings import Bindings
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.models.tensorflow import spec_structures as structures
from tftypes.inference.models.tensorflow import specs
from tftypes.inference.models.tensorflow.spec_structures import Spec, Wrong
from tftypes.inference.models.tensorflow.structures import is_open
from tftypes.inference.objects import Class, Instance, resolve
from tftypes.inference.values import Annotation


def _words(got: object, declared: object, place: str) -> str:
    return f"{got} in input_signature, {declared} in the annotation of '{place}'"


def contradictions(
    interpreter: Interpreter, spec: Spec, annotation: Annotation, place: str, bindings: Bindings
) -> Iterator[Wrong]:
    """What an annotation says of a place that cannot be, given the spec; its names are bound along the way."""
    if annotation.kind == "union":
        yield from _alternatives(interpreter, spec, annotation, place, bindings)
    elif annotation.kind == "variable":
        bound = resolve(annotation.args[0].bound)
        if isinstance(bound, Annotation):
            yield from contradictions(interpreter, spec, bound, place, bindings)
    elif specs.is_spec(resolve(spec.value)):
        if annotation.kind == "tensor":
            yield from _leaf(spec, annotation.args[0], place, bindings)
        elif (shown := _container(annotation)) and _mentions_tensor(interpreter, annotation):
            yield Wrong(spec.node, _words(structures.shown(spec), shown, place))
    elif structures.shown(spec) is not None and not is_open(spec.value):
        yield from _structure(interpreter, spec, annotation, place, bindings)


def _alternatives(
    interpreter: Interpreter, spec: Spec, annotation: Annotation, place: str, bindings: Bindings
) -> Iterator[Wrong]:
    """One of several types: refuted where every one of them is. A spec is never None."""
    refuted: list[list[Wrong]] = []
    fitting: list[Bindings] = []
    for part in annotation.args:
        if part.kind == "none":
            continue
        trial = bindings.copy()
        found = list(contradictions(interpreter, spec, part, place, trial))
        if found:
            refuted.append(found)
        else:
            fitting.append(trial)
    if len(fitting) == 1:
        bindings.adopt(fitting[0])
    elif not fitting and refuted:
        yield from refuted[0]


def _leaf(spec: Spec, declared: TensorType, place: str, bindings: Bindings) -> Iterator[Wrong]:
    got: TensorType = resolve(spec.value)
    kind = specs.spec_kind(got)
    if declared.kind == "array":
        return
    if kind != declared.kind:
        # A RaggedTensorSpec without a ragged dim stands for a plain tensor.
        if kind != "ragged" or specs.is_ragged(got):
            shown = next(
                name for name, each in TENSORS.items() if each == declared.kind
            ).rpartition(".")[2]
            yield Wrong(spec.node, _words(structures.spec_name(got), shown, place))
        return
    for words, of_shape in (
        (_dtype(got, declared.dtype, place, bindings), False),
        (_shape(got.shape, declared.shape, place, bindings), True),
    ):
        if words is not None:
            yield Wrong(spec.node, words, of_shape)


def _dtype(got: TensorType, declared: DType, place: str, bindings: Bindings) -> str | None:
    symbol = declared.symbol
    hint = ""
    if specs.is_dtype_left_out(got):
        hint = f"; a {structures.spec_name(got)} without a dtype is {got.dtype}"
    if dtypes.compatible(got.dtype, DType(declared.names)) is False:
        return _words(f"dtype is {got.dtype}", declared, place) + hint
    if symbol is None:
        return None
    known = bindings.dtypes.get(symbol.key)
    if known is not None and dtypes.same(got.dtype, known) is False:
        words = _words(f"dtype is {got.dtype}", symbol.name, place)
        return words + _told(bindings, symbol.name, symbol.key, known) + hint
    if known is None or not known.is_known:
        bindings.dtypes[symbol.key] = got.dtype
        bindings.by[symbol.key] = place
    return None


def _told(bindings: Bindings, name: str, key: object, value: object) -> str:
    """`, and N is 3 in 'x'`."""
    return f", and {name} is {value} in '{bindings.by[key]}'" if key in bindings.by else ""


def _shape(got: Shape, declared: Shape, place: str, bindings: Bindings) -> str | None:
    try:
        found = shapes.unify(declared, got, bindings.dims)
    except UnifyError as error:
        return _refuted(error, got, declared, place, bindings)
    for key in found.keys() - bindings.dims.keys():
        bindings.by[key] = place
    bindings.dims = found
    return None


def _refuted(error: UnifyError, got: Shape, declared: Shape, place: str, bindings: Bindings) -> str:
    symbol = error.symbol
    if error.axis is None and symbol is None:
        return _words(f"rank is {_rank(got)}", _rank(declared), place)
    if error.axis is None:
        assert symbol is not None
        words = _words(f"dims are {error.found}", symbol, place)
        return words + _told(bindings, str(symbol), symbol.key, error.bound)
    dim = declared[error.axis]
    words = _words(
        f"dim {error.axis} is {dims.describe(got[error.axis])}", dims.describe(dim), place
    )
    if symbol is not None and symbol.key not in bindings.by:
        return f"{words}, where {symbol} is {error.bound} already"
    return words + "".join(
        _told(bindings, str(each), each.key, bindings.dims.get(each.key))
        for each in dims.symbols(dim)
    )


def _rank(shape: Shape) -> str:
    return str(shape.rank) if shape.rank is not None else f"{shape.min_rank} or more"


# -- structures ---------------------------------------------------------------------------------------------------------


def _structure(
    interpreter: Interpreter, spec: Spec, annotation: Annotation, place: str, bindings: Bindings
) -> Iterator[Wrong]:
    """A list, tuple, dict or NamedTuple of specs: TensorFlow takes a list for a list only, and so on."""
    parts = structures.parts(spec) or {}
    said: Mapping[str, Annotation] | None = None
    match annotation.kind, structures.sort(spec):
        case "tuple", "tuple" if len(parts) == len(annotation.args):
            said = dict(zip(parts, annotation.args))
        case "sequence", sort if annotation.args[1] in ("", sort):
            said = {} if sort == "dict" else dict.fromkeys(parts, annotation.args[2])
        case "dict", "dict":
            said = dict.fromkeys(parts, annotation.args[1])
        case "class", _ if isinstance(annotation.args[0], Class):
            found = _record(interpreter, spec, annotation, place)
            if isinstance(found, Wrong):
                yield found
                return
            said = found
        case kind, _ if kind not in _STRUCTURES:
            return
    if said is None:
        yield Wrong(spec.node, _words(structures.shown(spec), _container(annotation), place))
        return
    for at, each in said.items():
        yield from contradictions(interpreter, parts[at], each, place + at, bindings)


#: The annotations that admit one structure.
_STRUCTURES: Final = ("tensor", "tuple", "sequence", "dict")


def _record(
    interpreter: Interpreter, spec: Spec, annotation: Annotation, place: str
) -> Mapping[str, Annotation] | Wrong | None:
    """What a NamedTuple or a TypedDict says of each place; None where the structure is another."""
    cls: Class = annotation.args[0]
    declared = {
        name: in_terms_of(cls, annotation.args[1:], each)
        for name, each in fields_of(interpreter, cls).items()
    }
    value = resolve(spec.value)
    if any("TypedDict" in name for name in cls.externals):
        if structures.sort(spec) != "dict":
            return None
        known = value.contents.known
        for name in declared:
            if name not in known and _is_total(cls):
                return Wrong(spec.node, _words(f"no key {name!r}", "one", place))
        for key in known:
            if key not in declared:
                return Wrong(spec.node, _words(f"key {key!r}", "none", place))
        return {f'["{name}"]': each for name, each in declared.items() if name in known}
    if not _is_named_tuple(cls):
        return {}
    is_one = isinstance(value, Instance) and isinstance(value.cls, Class) and cls in value.cls.mro
    return {f".{name}": each for name, each in declared.items()} if is_one else None


def _is_named_tuple(cls: Class) -> bool:
    return "typing.NamedTuple" in cls.externals


def _is_total(cls: Class) -> bool:
    text = "" if cls.node is None else ast.unparse(cls.node)
    return "NotRequired" not in text and "total=" not in text


def _container(annotation: Annotation) -> str:
    """The word for what an annotation says; none for what is no container, or can be several things."""
    match annotation.kind:
        case "tensor":
            kind = annotation.args[0].kind
            name = next(name for name, each in TENSORS.items() if each == kind)
            return f"a {name.rpartition('.')[2]}"
        case "tuple":
            return f"a tuple of {len(annotation.args)}"
        case "sequence" if annotation.args[1]:
            return f"a {annotation.args[1]}"
        case "dict":
            return "a dict"
        case "class" if isinstance(annotation.args[0], Class):
            cls = annotation.args[0]
            record = _is_named_tuple(cls) or any("TypedDict" in name for name in cls.externals)
            return f"a {cls.name}" if record else ""
    return ""


def _mentions_tensor(interpreter: Interpreter, value: object) -> bool:
    if isinstance(value, TensorType):
        return True
    if isinstance(value, Annotation):
        return any(_mentions_tensor(interpreter, each) for each in value.args)
    if isinstance(value, Class):
        return any(
            _mentions_tensor(interpreter, each) for each in fields_of(interpreter, value).values()
        )
    return False
