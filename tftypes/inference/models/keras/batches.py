"""What a step of training gets of the arguments of `fit`, `evaluate` and `predict`: batches of arrays, elements of datasets."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf
from typing import Final

from tftypes.algebra import UNKNOWN, Dim, Expr, Shape, TensorType, equal, symbols
from tftypes.algebra.matching import substitute
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.library_classes import class_name
from tftypes.inference.interpreter.object_arrays import of_objects
from tftypes.inference.interpreter.object_operators import IMAGE
from tftypes.inference.interpreter.rules import as_array, tensor_of, to_rule
from tftypes.inference.models.keras import yields
from tftypes.inference.models.keras.array_checks import check_arrays
from tftypes.inference.models.keras.call_checks import check_defined
from tftypes.inference.models.keras.config import floatx, is_a, is_legacy
from tftypes.inference.models.keras.data_kinds import COMPLETE, check_alone, kind_of
from tftypes.inference.models.keras.symbols import BATCH
from tftypes.inference.models.tensorflow.ops import OpError, PyValue
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes.inference.models.tensorflow.ops.values import FLOAT32, STRING, is_number, with_numbers
from tftypes.inference.models.tensorflow.structures import leaves, map_leaves
from tftypes.inference.objects import (
    TOP,
    Class,
    Container,
    Instance,
    Value,
    is_unknown,
    python_type,
    resolve,
)
from tftypes.inference.values import Dataset, Mapped, contents_of


@dataclass(frozen=True)
class Data:
    """What a step gets, and how many rows there are, where that is known."""

    element: Value
    rows: Dim = UNKNOWN
    #: The sizes of the first batch and of the last one, where a dataset or Python code has made them.
    sizes: tuple[int, int] | None = None
    #: What gives it, where another form may do: a "dataset" or a "generator", or "class_weight" the weights in it.
    giver: str = ""
    #: Whether a dataset gives batches for sure.
    is_batched: bool = False
    #: What the model takes in training, where this is for its validation.
    trained: str = ""
    #: How a generator writes its batches, and the batch with the one row that it may give in place of them.
    written: ast.expr | None = None
    row: Value = None


def data(
    interpreter: Interpreter, x: Value, y: Value, weights: Value, batch: Dim, is_whole: bool
) -> Data:
    """What a step gets of the arguments of `fit`: of arrays batches in the default float, of datasets the elements.

    Where all is used (`is_whole`), what an array holds is in some batch. Raises OpError for what Keras does not take.
    """
    x, y, weights = (as_array(resolve(each)) for each in (x, y, weights))
    if not is_legacy(interpreter):
        check_alone(interpreter, x, y, weights)
    if isinstance(x, Dataset):
        if x.fault is not None:
            raise OpError(*x.fault)
        return _of_batches(interpreter, x)
    if isinstance(x, Instance) and class_name(x) != IMAGE.name:
        return _yielded(interpreter, _item(interpreter, x))
    if isinstance(x, Container) and x.kind in ("generator", "iterator"):
        return _of_generator(interpreter, x)
    if not is_legacy(interpreter):
        check_arrays(interpreter, (x, y, weights))
        _check_weights(interpreter, y, weights)
    rows: list[Dim] = []

    def batched(value: Value) -> Value:
        value = as_array(value)
        made = tensor_of(value) if isinstance(value, TensorType) else None
        if made is None or not made.shape.rank or made.kind != "tensor":
            return TOP
        rows.append(made.shape[0])
        dtype = STRING if of_objects(value) == "texts" else made.dtype
        dtype = floatx(interpreter) if dtype.is_floating else dtype
        shape = Shape.of(batch) + made.shape.slice(1, None)
        return with_numbers(dtype, shape, made.value if is_whole else None)

    given = [as_tuples(interpreter, each) for each in (x, y, weights)]
    made = [each if each is None else map_leaves(interpreter, batched, each) for each in given]
    alone = (made[0],) if isinstance(made[0], tuple) else made[0]
    is_alone = made[1] is None and made[2] is None
    element = alone if is_alone else tuple(made[: 2 if made[2] is None else 3])
    return Data(element, rows[0] if rows else UNKNOWN)


def _of_batches(interpreter: Interpreter, given: Dataset) -> Data:
    """The elements of a dataset, and the sizes of its first batch and its last one."""
    once = given.once
    found = [each for each in leaves(interpreter, given.element) if isinstance(each, TensorType)]
    dims = (dim for each in found for dim in each.shape.dims or () if isinstance(dim, Expr))
    keys = {one.key for dim in dims for one in symbols(dim) if one.kind == "batch"}
    last, is_batched = once.last or once.batch, bool(keys) or once.size is not None
    if len(keys) != 1 or not (once.size and last and once.full):
        return Data(given.element, giver="dataset", is_batched=is_batched)

    def sized(each: Value) -> Value:
        if not isinstance(each, TensorType):
            return each
        return TensorType(each.dtype, substitute(each.shape, dict.fromkeys(keys, BATCH)), each.kind)

    return Data(
        map_leaves(interpreter, sized, given.element),
        UNKNOWN,
        (once.size, last),
        "dataset",
        is_batched,
    )


def _check_weights(interpreter: Interpreter, y: Value, weights: Value) -> None:
    """Labels of several outputs have weights in the same structure, or one for each sample. Raises OpError for others."""
    labels, given = _keys(interpreter, y), _keys(interpreter, weights)
    if labels is None:
        return
    if given is None:
        found = resolve(weights)
        if isinstance(found, TensorType) and (found.shape.rank or 0) > 1:
            if found.shape.rank != 2 or equal(found.shape[1], 1) is False:
                words = f"several outputs take one weight for each sample, got {found}"
                raise OpError("tf-shape", words, "sample_weight", "a list has one array for each")
    elif set(labels) != set(given):
        names = [", ".join(map(str, each)) for each in (given, labels)]
        words = f"weights for the outputs {names[0]}, and labels for {names[1]}"
        raise OpError("tf-value", words, "sample_weight")


def _keys(interpreter: Interpreter, value: Value) -> list[Value] | None:
    """The keys of a dict, or the places of a list; None where it is neither, or not known."""
    contents = contents_of(resolve(value))
    if isinstance(contents, Mapped):
        return list(contents.known) if contents.is_whole else None
    tensors = isinstance(contents, tuple) and all(
        isinstance(resolve(each), TensorType) for each in contents
    )
    return list(range(len(contents))) if tensors else None


def check_options(interpreter: Interpreter, given: Mapping[str, Value]) -> None:
    """Refuses the arguments of `fit` and its kin that do not go with the data, or are no numbers.

    Raises OpError for them.
    """
    if is_legacy(interpreter):
        return
    x, tested = resolve(given.get("x")), resolve(given.get("validation_data"))
    for name in _COUNTS:
        if name == "batch_size" and not isinstance(x, TensorType):
            continue  # of other data Keras does not look at it
        if name.startswith("validation") and (tested is None or is_unknown(tested)):
            continue
        value = resolve(given.get(name))
        is_float = isinstance(value, PyValue) and value.type == "float" and value.sure
        is_array = isinstance(value, TensorType) and bool(value.shape.rank)
        if is_number(value) and value < 0 and name == "batch_size":
            raise OpError("tf-value", f"expected a positive int, got {value}", name)
        if isinstance(value, (float, str)) or is_float or is_array:
            hint = (
                "[x1, x2] is for several inputs, [y1, y2] for several outputs"
                if is_array
                else f"int({name}) is one"
            )
            raise OpError("tf-value", f"expected an int, got {describe(value)}", name, hint)
    kind = kind_of(interpreter, x)
    share = resolve(given.get("validation_split", 0))
    if kind in COMPLETE and isinstance(share, float) and share and tested is None:
        words = f"only arrays are split, x is a {kind}"
        hint = _split(x, share) if isinstance(x, Dataset) else "give validation_data"
        raise OpError("tf-value", words, "validation_split", hint)
    _check_class_weight(interpreter, kind, given)


def _split(x: Dataset, share: float) -> str:
    """How a dataset is split as Keras splits arrays: the last elements are for the validation."""
    if x.size == inf:
        return "give validation_data"
    if x.size and (count := int(x.size * (1 - share))):
        return f"fit(x.take({count}), validation_data=x.skip({count})) does it"
    counted = f"int({1 - share:g} * sum(1 for _ in x))"
    return f"fit(x.take(n), validation_data=x.skip(n)) does it, with n = {counted}"


def _has_items(value: Value) -> bool:
    is_row = isinstance(value, TensorType) and bool(value.shape.rank)
    return is_row or isinstance(value, (tuple, Container))


def _check_class_weight(interpreter: Interpreter, kind: str, given: Mapping[str, Value]) -> None:
    weights = resolve(given.get("class_weight"))
    if weights is None or is_unknown(weights):
        return
    problem = hint = None
    is_dict = isinstance(weights, Container) and isinstance(weights.contents, Mapped)
    is_list = isinstance(weights, (tuple, TensorType, Container))
    y = as_tuples(interpreter, given.get("y"))
    element = x.element if isinstance(x := resolve(given.get("x")), Dataset) else None
    labels, has_weights = y, False
    if isinstance(element, tuple) and len(element) in (2, 3):
        labels, has_weights = as_tuples(interpreter, element[1]), len(element) == 3
    if not is_dict and (is_list or isinstance(weights, str)):
        problem = f"expected a dict from classes to weights, got {describe(to_rule(weights))}"
        hint = "dict(enumerate(class_weight)) is one" if is_list else "{0: 1.0, 1: 2.0} is one"
        if any(map(_has_items, map(resolve, interpreter.known_items(weights) or ()))):
            hint = None  # a class has one weight
    elif kind == "generator":
        problem = (
            "a generator gives (x, y, sample_weight), class weights go with arrays and datasets"
        )
    elif isinstance(y, TensorType) and (y.shape.rank or 0) > 2:
        problem = f"it goes with labels of rank 1 or 2, y is {y}"
        hint = "sample_weight takes a weight for each of them"
        if y.shape[-1] == 1 or y.dtype.is_integer:
            classes = "y[..., 0]" if y.shape[-1] == 1 else "y"
            hint = f"sample_weight=np.vectorize(class_weight.get)({classes}) is one for each label"
    elif resolve(given.get("sample_weight")) is not None or has_weights:
        problem = "sample weights are given, too"
        hint = "leave it out, and multiply the sample weights by those of the classes"
    elif isinstance(labels, (tuple, Container)):
        problem = "a model with several outputs takes none"
        hint = "give sample_weight for each output"
        if kind in COMPLETE:
            hint = f"the {kind} gives (x, y, weights), with weights for each output"
    if problem is not None:
        raise OpError("tf-value", problem, "class_weight", hint)


def weights_of_classes(y: Value, weights: Value) -> Value:
    """The weight that Keras takes for each row: of labels in several columns for the column of the largest."""
    y, weights = resolve(y), resolve(weights)
    is_told = isinstance(weights, Container) and isinstance(y, TensorType) and y.shape.rank == 2
    if not is_told or equal(y.shape[1], 1) is not False:
        return None
    return TensorType(FLOAT32, y.shape.slice(0, 1), "array")


#: The arguments that are counts.
_COUNTS: Final = (
    "batch_size", "epochs", "initial_epoch", "steps", "steps_per_epoch", "validation_batch_size", "validation_freq",
    "validation_steps",
)  # fmt: skip


def as_tuples(interpreter: Interpreter, value: Value) -> Value:
    """Keras makes tuples of lists."""
    value = resolve(value)
    if isinstance(value, Container) and value.kind == "list" and isinstance(value.contents, tuple):
        return tuple(as_tuples(interpreter, each) for each in value.contents)
    return value


def _item(interpreter: Interpreter, value: Instance) -> Value:
    """A batch of a `PyDataset`: Keras makes a tuple of a list."""
    if not is_a(interpreter, value, "utils.PyDataset"):
        return TOP
    is_old = is_legacy(interpreter)
    if not is_old:
        check_defined(value, "__getitem__")
        _check_length(interpreter, value)
    if not interpreter.has_method(value, "__getitem__"):
        return TOP
    found = resolve(interpreter.method(value, "__getitem__", [PyValue("int")], ast.Constant(0)))
    if isinstance(found, Container) and isinstance(found.contents, tuple):
        return found.contents
    is_many = isinstance(found, tuple) and len(found) > 3
    is_tensor = isinstance(found, TensorType) and found.kind == "tensor"
    if not is_old and (is_many or is_tensor or found is None or python_type(found) is not None):
        got = f"{len(found)} values" if is_many else describe(to_rule(found))
        words = f"expected (x,), (x, y) or (x, y, weights) of its __getitem__, got {got}"
        raise OpError("tf-value", words, "x", "return (x,)" if is_tensor else None)
    if not is_old:
        yields.check_batch(interpreter, value, found, yields.written(value))
    return found


def _check_length(interpreter: Interpreter, value: Instance) -> None:
    """A PyDataset says how many batches it has. Raises OpError for a number that is no int."""
    if isinstance(value.cls, Class) and value.cls.find("num_batches") is not None:
        return
    check_defined(value, "__len__")
    if not interpreter.has_method(value, "__len__"):
        return
    count = resolve(interpreter.method(value, "__len__", [], ast.Constant(0)))
    is_float = isinstance(count, PyValue) and count.type == "float" and count.sure
    is_array = isinstance(count, TensorType) and count.dtype.is_floating
    if is_float or is_array or isinstance(count, float):
        words = f"its __len__ gives {describe(to_rule(count))}, expected an int"
        code = yields.written(value, "__len__")
        number = ast.unparse(code) if isinstance(code, ast.Call) else "np.ceil(samples / batch)"
        raise OpError("tf-value", words, "x", f"int({number}) is one")


def _of_generator(interpreter: Interpreter, given: Container) -> Data:
    """A batch of a generator: the first one, as far as that is known."""
    code = yields.written(given)
    first, batch = yields.first(interpreter, given), resolve(interpreter.any_item(given))
    if not is_legacy(interpreter):
        yields.check_batch(interpreter, given, batch, code)
        yields.check_batch(interpreter, given, first, code)
    is_told = all(isinstance(each, TensorType) for each in leaves(interpreter, first))
    made, row = _yielded(interpreter, batch), yields.as_rows(interpreter, first)
    made = replace(made, giver="generator", is_batched=True, written=code, row=row)
    return replace(made, element=_yielded(interpreter, first).element) if is_told else made


def _yielded(interpreter: Interpreter, value: Value) -> Data:
    """Batches of arrays that Python code gives: their first sizes may be others each time."""
    found: set[Dim] = set()

    def tensor(each: Value) -> Value:
        made = tensor_of(each) if isinstance(each, TensorType) else None
        if made is None or not made.shape.rank:
            return TOP
        found.add(made.shape[0])
        return TensorType(made.dtype, Shape.of(BATCH) + made.shape.slice(1, None))

    element = map_leaves(interpreter, tensor, value)
    size = found.pop() if len(found) == 1 else UNKNOWN
    return Data(element, sizes=(size, size) if is_number(size) else None)


def unpacked(element: Value) -> tuple[Value, Value, Value]:
    """Inputs, labels and weights of what a step gets."""
    element = resolve(element)
    if isinstance(element, tuple) and len(element) > 3:
        words = f"expected x, (x, y) or (x, y, weights) of the data, got {len(element)} values"
        raise OpError("tf-value", words, "x", "several inputs stand in a tuple: ((x1, x2), y)")
    if isinstance(element, tuple) and 1 <= len(element) <= 3:
        return (*element, None, None)[:3]
    is_one = isinstance(element, (TensorType, Container))
    return (element, None, None) if is_one else (TOP, TOP, TOP)
