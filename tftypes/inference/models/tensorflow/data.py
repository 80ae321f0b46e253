"""tf.data: datasets as values, their sources, their transformations."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType
from tftypes.inference.interpreter import arrays
from tftypes.inference.interpreter.arguments import argument_of, written_argument
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.missing import is_plain
from tftypes.inference.interpreter.open_modules import is_mentioned
from tftypes.inference.interpreter.rules import as_array, tensor_of, to_rule
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model, giving
from tftypes.inference.lattice import map_items
from tftypes.inference.models.tensorflow import dataset_firsts, specs
from tftypes.inference.models.tensorflow.composites import is_composite
from tftypes.inference.models.tensorflow.dataset_batches import (
    INT64_SCALAR,
    group_by_window,
    ragged_batch,
    rebatch,
    sparse_batch,
    stacked_batches,
    unbatch,
    window,
)
from tftypes.inference.models.tensorflow.dataset_counts import carrying, length
from tftypes.inference.models.tensorflow.dataset_elements import (
    as_run,
    call_on,
    component,
    element,
    from_spec,
    from_types,
    items,
    known_count,
    row,
    settled,
    with_batch,
)
from tftypes.inference.models.tensorflow.dataset_folds import reduce, scan
from tftypes.inference.models.tensorflow.dataset_generators import (
    arguments,
    first_tensors,
    unlike,
    yielded,
)
from tftypes.inference.models.tensorflow.dataset_iterators import OF_ARRAYS, OF_TENSORS, iterator
from tftypes.inference.models.tensorflow.dataset_joined import choose, concatenate, flat_map, zipped
from tftypes.inference.models.tensorflow.dataset_padding import bucketed, padded_batch
from tftypes.inference.models.tensorflow.dataset_scalars import with_scalars
from tftypes.inference.models.tensorflow.dataset_sizes import entered
from tftypes.inference.models.tensorflow.element_specs import spec_of_struct
from tftypes.inference.models.tensorflow.extension_specs import spec_from
from tftypes.inference.models.tensorflow.generated_specs import check_specs, code_given
from tftypes.inference.models.tensorflow.legacy_names import INSTEAD
from tftypes.inference.models.tensorflow.ops import OpError, PyValue, Unsure, completed, passes
from tftypes.inference.models.tensorflow.ops import data as components
from tftypes.inference.models.tensorflow.ops.conversion import as_tensor
from tftypes.inference.models.tensorflow.ops.passes import Pass
from tftypes.inference.models.tensorflow.shown_structures import shown
from tftypes.inference.models.tensorflow.stacking import agreed, unstacked
from tftypes.inference.models.tensorflow.structures import is_list, leaves, map_leaves, map_tensors
from tftypes.inference.objects import TOP, Container, Instance, Value, resolve
from tftypes.inference.state import ABSENT
from tftypes.inference.structs import Struct, proxies
from tftypes.inference.values import Dataset, Range, Seq, Tensor

_STRING: Final = TensorType(DType.of("string"), Shape.scalar())
_DATASET: Final = "tensorflow.data.Dataset"
_OF_SCALARS: Final = ({(0, True)}, {(0, False)})


def _source(name: str, call: Call, value: Value) -> Dataset:
    """A dataset that a function of TensorFlow's makes."""
    arguments = {
        "args": [to_rule(each) for each in call.args],
        "tensors": to_rule(call.get(0, "tensors")),
    }
    return Dataset(value, passes.source(name, arguments) if name in passes.SOURCES else Pass())


def _whole(interpreter: Interpreter, call: Call) -> Value:
    """What the components of a dataset are made of: a list is one tensor."""
    given = map_leaves(interpreter, as_array, call.get(0, "tensors"), lists=False)

    def convert(value: Value) -> None:
        with suppress(Unsure), completed(f"{call.name.replace('tensorflow.', 'tf.', 1)}()"):
            as_tensor(value, argument="tensors")

    def check(value: Value) -> Value:
        if is_list(value):
            interpreter.certain(convert, [to_rule(value)], call.node)
        return value

    map_leaves(interpreter, check, given, lists=False)
    return element(interpreter, given)


def _from_tensor_slices(interpreter: Interpreter, call: Call) -> Value:
    whole = _whole(interpreter, call)
    found = leaves(interpreter, whole)
    if any(isinstance(each, Dataset) for each in found):
        words = "expected tensors, got a tf.data.Dataset"
        raise OpError("tf-value", words, "tensors", "tf.data.Dataset.zip((a, b)) pairs two")
    found = [proxies(each)[0] if isinstance(each, Struct) else each for each in found]
    tensors = [each for each in found if isinstance(each, TensorType)]
    is_tuple = isinstance(resolve(call.get(0, "tensors")), tuple) and len(tensors) == len(found) > 0
    if is_tuple and {(each.shape.rank, each.dtype.is_string) for each in tensors} in _OF_SCALARS:
        words = f"expected rank 1 or more, got a tuple of scalars: the first is {tensors[0]}"
        written = argument_of(call.node, 0, "tensors")
        code = f"list({ast.unparse(written)})" if written else "list(x)"
        if isinstance(written, ast.Tuple):
            code = ast.unparse(ast.List(written.elts, ast.Load()))
        raise OpError("tf-rank", words, "tensors", f"{code} is one tensor")
    sizes = [components.first_dim(each.shape) for each in tensors]
    rows = unstacked(interpreter, row, whole, components.sliced)
    size = agreed(sizes)
    firsts = dataset_firsts.sliced(interpreter, call.get(0, "tensors"))
    return Dataset(rows, Pass(size, size) if isinstance(size, int) else Pass(), firsts=firsts)


def _counted(name: str, interpreter: Interpreter, call: Call) -> Value:
    dtype = to_rule(call.kwargs.get("output_type"))
    return _source(
        name, call, TensorType(dtype, Shape.scalar()) if isinstance(dtype, DType) else INT64_SCALAR
    )


def _from_generator(interpreter: Interpreter, call: Call) -> Value:
    spec = call.get(4, "output_signature")
    check_specs(interpreter, call, spec)
    generator, args = call.get(0, "generator"), call.get(3, "args")
    function = resolve(generator)
    is_object = isinstance(function, Instance) and is_plain(function)
    if isinstance(function, (Container, tuple, Seq, Range, TensorType)) or (
        is_object and not interpreter.has_method(function, "__call__")
    ):
        words = "expected a function that gives an iterable, got what it gives"
        given = written_argument(call.node, 0, "generator")
        raise OpError("tf-value", words, "generator", given and f"lambda: {given} is one")
    types, told = call.get(1, "output_types"), "output_signature"
    if spec is None:
        sizes = call.get(2, "output_shapes")
        told = "output_types" if sizes is None else "output_shapes"
        spec = TOP if types is None else from_types(interpreter, types, sizes)
    known, given, is_whole = arguments(interpreter, args), (), False
    if known is not None:
        given, is_whole = yielded(interpreter, generator, known, call.node)
    once = Pass(len(given), len(given)) if is_whole else Pass()
    faults = (unlike(each, spec, told, code_given(generator)) for each in given)
    fault, later = next(faults, None), next(filter(None, faults), None)
    if later is not None and later[0] == "tf-shape":  # what fits that one does not fit the others
        words = f"a later element of the generator has another shape than {told} says"
        later = "tf-shape", f"{words}; None stands for a size that changes"
    firsts = () if fault else first_tensors(given, spec)
    element = from_spec(interpreter, spec) if told == "output_signature" else spec
    is_told = told == "output_signature" and all(map(specs.is_sure, leaves(interpreter, spec)))
    return Dataset(element, once, fault, later, uncounted=True, firsts=firsts, told=is_told)


# -- transformations ----------------------------------------------------------------------------------------------------


def _kept(name: str, interpreter: Interpreter, call: Call) -> Value:
    """The same elements, in another order or number."""
    given: Dataset = call.receiver
    count = resolve(call.get(0, "count"))
    known = known_count(count)
    arguments = {"count": TOP if known is None and count is not None else known}
    if name in ("filter", "take_while"):
        _check_predicate(interpreter, call, given)
    once = (
        passes.changed(given.once, name, arguments)
        if name in passes.METHODS
        else _unchanged(name, given.once)
    )
    firsts = dataset_firsts.kept(name, given, known)
    return Dataset(given.element, once, firsts=firsts, told=given.told)


def _unchanged(name: str, once: Pass) -> Pass:
    is_same = name in ("prefetch", "cache", "with_options", "snapshot", "ignore_errors")
    return once if is_same else Pass()


def _check_predicate(interpreter: Interpreter, call: Call, given: Dataset) -> None:
    made = resolve(
        call_on(
            interpreter,
            call.get(0, "predicate"),
            entered(interpreter, given),
            call.node,
            "predicate",
        )
    )
    found = tensor_of(made)
    if found is None:
        return
    if found.dtype.name not in (None, "bool") or found.shape.rank:
        raise OpError(
            "tf-rank" if found.dtype.name == "bool" else "tf-dtype",
            f"expected a bool scalar, got {component(made)}",
            "predicate",
            "tf.reduce_all(condition) or tf.reduce_any(condition) is one",
        )


def _map(interpreter: Interpreter, call: Call) -> Value:
    given: Dataset = call.receiver
    element = entered(interpreter, given)
    run = partial(call_on, interpreter, call.get(0, "map_func"), element, call.node)
    made, is_refused = interpreter.attempted(run)
    firsts, faults = dataset_firsts.mapped(interpreter, call, given, is_refused)
    once = replace(given.once, parts=())
    return Dataset(dataset_firsts.made(interpreter, made), once, *faults, firsts=firsts)


def _enumerate(interpreter: Interpreter, call: Call) -> Value:
    given: Dataset = call.receiver
    return Dataset((INT64_SCALAR, given.element), passes.changed(given.once, "enumerate", {}))


def _apply(interpreter: Interpreter, call: Call) -> Value:
    made = interpreter.call(call.get(0, "transformation_func"), [call.receiver], {}, call.node)
    if (found := resolve(made)) is None or isinstance(found, TensorType):
        words = f"returns {shown(found)}, expected a Dataset"
        hint = "dataset.map(function) calls one on each element"
        raise OpError("tf-value", words, "transformation_func", hint)
    return made


def _as_arrays(interpreter: Interpreter, call: Call) -> Value:
    found, as_array = items(interpreter, call.receiver), partial(arrays.of_tensor, interpreter)
    made = map_items(lambda each: map_tensors(interpreter, as_array, each, TOP), found)
    return iterator(interpreter, made, OF_ARRAYS)


def _given(call: Call) -> Value:
    """The dataset of a method, or of a function that takes one."""
    return call.receiver if isinstance(call.receiver, Dataset) else resolve(call.get(0, "dataset"))


def _single(interpreter: Interpreter, call: Call) -> Value:
    dataset = _given(call)
    if not isinstance(dataset, Dataset):
        return TOP
    run = as_run(interpreter, dataset) if interpreter.trace is None else dataset
    return settled(interpreter, run)


def _cardinality(interpreter: Interpreter, call: Call) -> Value:
    dataset = _given(call)
    is_counted = isinstance(dataset, Dataset) and not dataset.uncounted
    size = dataset.size if is_counted else None
    value = int(size) if isinstance(size, int) else -1 if size == passes.ENDLESS else None
    return interpreter.made(TensorType(INT64_SCALAR.dtype, INT64_SCALAR.shape, "tensor", value))


def _element_spec(interpreter: Interpreter, dataset: Value) -> Value:
    if not isinstance(dataset, Dataset):
        raise Unsure

    def spec(each: Value) -> Value:
        if is_composite(each):
            return spec_from(interpreter, each, spec)
        if isinstance(each, Struct):
            return spec_of_struct(interpreter, each)
        if not isinstance(each, TensorType) or each.kind != "tensor":
            return TOP
        made = with_batch(interpreter, each, UNKNOWN)
        sizes = zip(range(each.shape.rank or 0), each.shape.dims or (), made.shape.dims or ())
        unsure = frozenset(axis for axis, one, other in sizes if one == other)
        history = specs.SpecOf("tensor", None, unsure=unsure)
        return Tensor.of(TensorType(each.dtype, made.shape, "spec"), history=history)

    return map_leaves(interpreter, spec, dataset.element, composites=False)


_KEPT: Final = (
    "shuffle", "repeat", "prefetch", "take", "skip", "cache", "filter", "with_options", "snapshot", "shard",
    "take_while", "ignore_errors", "unique",
)  # fmt: skip


def _texts(name: str, interpreter: Interpreter, dataset: Value) -> Value:
    is_written = any(is_mentioned(interpreter, each.format(name)) for each in _WRITTEN)
    if isinstance(dataset, Dataset) and dataset.named is False and not is_written:
        return ABSENT
    return interpreter.list(Seq((), PyValue("str")))


#: What Keras puts on a dataset that it reads from folders, and how a program would do that.
_OF_FOLDERS: Final = {each: partial(_texts, each) for each in ("class_names", "file_paths")}
_WRITTEN: Final = (".{} =", ".{}=", "'{}'", '"{}"')


_METHODS: Final[dict[str, Model]] = {
    **{name: partial(_kept, name) for name in _KEPT},
    "map": _map,
    "flat_map": flat_map,
    "interleave": flat_map,
    "batch": partial(stacked_batches, components.batched, 1),
    "padded_batch": padded_batch,
    "ragged_batch": partial(stacked_batches, ragged_batch, 1),
    "sparse_batch": lambda interpreter, call: stacked_batches(sparse_batch, 2, interpreter, call),
    "unbatch": unbatch,
    "rebatch": rebatch,
    "window": window,
    "group_by_window": group_by_window,
    "bucket_by_sequence_length": bucketed,
    "enumerate": _enumerate,
    "concatenate": concatenate,
    "reduce": reduce,
    "scan": scan,
    "apply": _apply,
    "as_numpy_iterator": _as_arrays,
    "get_single_element": _single,
    "cardinality": _cardinality,
    "__iter__": lambda interpreter, call: iterator(
        interpreter, items(interpreter, call.receiver), OF_TENSORS
    ),
    "__len__": length,
}
METHODS: Final = {
    name: with_scalars(name, carrying(name, model)) for name, model in _METHODS.items()
}
CLASSES: Final = {
    _DATASET: LibraryClass(
        methods=METHODS,
        attributes={"element_spec": _element_spec, **_OF_FOLDERS},
        gone=lambda _, name: INSTEAD.get(name),
    )
}
_SOURCES: Final[Mapping[str, Model]] = {
    "from_tensor_slices": _from_tensor_slices,
    "from_tensors": lambda interpreter, call: Dataset(_whole(interpreter, call), Pass(1, 1)),
    "range": partial(_counted, "range"),
    "counter": partial(_counted, "counter"),
    "random": partial(_counted, "random"),
    "from_generator": _from_generator,
    "zip": zipped,
    "sample_from_datasets": choose,
    "choose_from_datasets": choose,
    "list_files": giving(Dataset(_STRING)),
}
SOURCES: Final = {name: with_scalars(name, model) for name, model in _SOURCES.items()}
_LINES: Final = giving(Dataset(_STRING, uncounted=True))
FUNCTIONS: Final[dict[str, Model]] = {
    **{f"{_DATASET}.{name}": model for name, model in SOURCES.items()},
    "tensorflow.data.TextLineDataset": with_scalars("TextLineDataset", _LINES),
    "tensorflow.data.FixedLengthRecordDataset": _LINES,
    "tensorflow.data.experimental.sample_from_datasets": choose,
    "tensorflow.data.experimental.choose_from_datasets": choose,
    "tensorflow.data.experimental.cardinality": _cardinality,
    "tensorflow.data.experimental.get_single_element": _single,
    "tensorflow.data.experimental.Counter": partial(_counted, "counter"),
}
ITERABLES: Final[dict[type, Any]] = {Dataset: items}
