"""What Keras calls by itself: `model.fit(images, labels)` reaches `call` of the model with batches of the images.

The batches are of any size, in a graph; floats come in the dtype that Keras computes in.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, MemberExpr
from mypy.plugin import MethodContext
from mypy.types import Instance, TupleType, Type, get_proper_type

from tftypes.algebra import UNKNOWN, Shape, TensorType
from tftypes.inference.models.tensorflow.ops import data
from tftypes.inference.models.tensorflow.ops.values import FLOAT32
from tftypes_mypy import convert
from tftypes_mypy.features.bodies import arguments as body_arguments
from tftypes_mypy.features.bodies.model import Actual, Outcome
from tftypes_mypy.features.bodies.results import is_exact
from tftypes_mypy.features.bodies.values import BodyValues
from tftypes_mypy.features.data.elements import element_of
from tftypes_mypy.features.keras import program_layers as layers
from tftypes_mypy.features.keras import symbols
from tftypes_mypy.features.objects import assigned
from tftypes_mypy.features.structures import nests
from tftypes_mypy.values import of_type

if TYPE_CHECKING:
    from tftypes_mypy.features.bodies.inference import Bodies

_MODEL: Final = "tensorflow.keras.Model"
_LOSS: Final = "compute_loss"
#: By the method, that which a class may have instead of Keras' own to make one step.
_STEPS: Final = {"fit": "train_step", "evaluate": "test_step", "predict": "predict_step"}


def is_step(callee: Expression, owner: Type) -> bool:
    """Whether it is `fit`, `evaluate` or `predict` of a model, and Keras' own."""
    return isinstance(callee, MemberExpr) and callee.name in _STEPS and _is_keras(callee, owner)


def is_loss(callee: Expression, owner: Type) -> bool:
    """Whether it is the `compute_loss` of a model, and Keras' own."""
    return isinstance(callee, MemberExpr) and callee.name == _LOSS and _is_keras(callee, owner)


def _is_keras(method: MemberExpr, owner: Type) -> bool:
    proper = get_proper_type(owner)
    symbol = proper.type.get(method.name) if isinstance(proper, Instance) else None
    return symbol is not None and symbol.fullname == f"{_MODEL}.{method.name}"


def loss(context: MethodContext, values: BodyValues, bodies: Bodies) -> Type:
    """`self.compute_loss(y=y, y_pred=y_pred)`: one number of Keras' default float, where no loss is left as it is."""
    checker = context.api
    assert isinstance(checker, TypeChecker)
    is_usual = layers.compute_dtype(bodies, checker) == FLOAT32
    if not is_usual or bodies.may_keep_losses(checker.tree):
        return context.default_return_type
    return convert.type_of_tensor(TensorType(FLOAT32, Shape.of()), values.types)


def fit(context: MethodContext, values: BodyValues, bodies: Bodies) -> Type:
    """`model.fit(x, y)`: checks what the class of the model does with a batch."""
    result, at, checker = context.default_return_type, context.context, context.api
    receiver = get_proper_type(context.type)
    assert isinstance(checker, TypeChecker)
    if not isinstance(at, CallExpr) or not isinstance(at.callee, MemberExpr):
        return result
    if not isinstance(receiver, Instance) or not is_exact(receiver):
        return result
    written = body_arguments.spelled_out(at, values)
    if written is None:
        return result
    given = {**dict(zip(("x", "y"), written[0])), **written[1]}
    outcome = _step(receiver, at.callee.name, given, values, bodies, checker)
    if outcome is not None:
        body_arguments.finish(
            replace(outcome, result=None, value=UNKNOWN), at, values, bodies, checker, result
        )
    if at.callee.name == "predict" and _is_plain(receiver, bodies, checker):
        values.results[at] = _predicted(receiver, at, given, values, bodies, checker)
    return result


def _is_plain(receiver: Instance, bodies: Bodies, checker: TypeChecker) -> bool:
    """Whether Keras itself puts together what a model predicts, in its usual dtype."""
    step = assigned.own_method(receiver.type, _STEPS["predict"], bodies, checker)
    return step is None and layers.compute_dtype(bodies, checker) == FLOAT32


def _predicted(
    receiver: Instance,
    at: CallExpr,
    given: dict[str, body_arguments.Given],
    values: BodyValues,
    bodies: Bodies,
    checker: TypeChecker,
) -> Any:
    """`model.predict(x)`: an array with a row for each of `x`, whatever the size of the batches."""
    from tftypes_mypy.features.keras import own_layers

    x = _whole(given.get("x"), values)
    if x is None or not given.keys() <= {"x", "batch_size", "verbose", "callbacks"}:
        return UNKNOWN
    rows = symbols.named("rows")
    dtype = FLOAT32 if x.dtype.is_floating else x.dtype
    batch = TensorType(dtype, Shape.of(rows) + data.rest(x.shape))
    made = own_layers.predicted(receiver, at, batch, values, bodies, checker)
    if (
        not isinstance(made, TensorType)
        or made.shape.dims is None
        or made.shape.dims[:1] != (rows,)
    ):
        return UNKNOWN
    return TensorType(made.dtype, Shape.of(x.shape[0]) + data.rest(made.shape), "array")


def _whole(given: body_arguments.Given | None, values: BodyValues) -> TensorType | None:
    """What a model is given to predict from, of at least two dims: Keras adds one to fewer."""
    typ = values.type_of(given) if isinstance(given, Expression) else None
    if typ is None or not isinstance(given, Expression):
        return None
    value = values.of(given, typ)
    if not isinstance(value, TensorType):
        value = of_type(typ)
    if not isinstance(value, TensorType) or value.kind not in ("array", "tensor"):
        return None
    return value if value.dtype.is_known and (value.shape.rank or 0) > 1 else None


def _step(
    receiver: Instance,
    name: str,
    given: dict[str, body_arguments.Given],
    values: BodyValues,
    bodies: Bodies,
    checker: TypeChecker,
) -> Outcome | None:
    """What one step makes of a batch; None where nothing of the program is called."""
    x = _batch(given.get("x"), values, bodies, checker)
    if x is None:
        return None
    step = assigned.own_method(receiver.type, _STEPS[name], bodies, checker)
    if step is None:
        proper = get_proper_type(x)
        if isinstance(proper, TupleType) and name != "predict":
            x = proper.items[0]
        if convert.tensor_of(x) is None:
            return None
        return layers.infer(receiver, [Actual(x)], [], {}, values, bodies, checker, True)
    y = _batch(given.get("y"), values, bodies, checker)
    if name != "fit" or ("y" in given and y is None):
        return None
    whole = x if y is None else nests.tuple_of([x, y], values.types)
    bound = body_arguments.bind(step.item, [Actual(receiver), Actual(whole)], [], {}, values)
    return None if bound is None else bodies.infer(step, bound, checker, True)


def _batch(
    given: body_arguments.Given | None, values: BodyValues, bodies: Bodies, checker: TypeChecker
) -> Type | None:
    """A batch of an array, of a tensor or of a dataset; None where it is not known what it is."""
    if not isinstance(given, Expression):
        return None
    typ = values.type_of(given)
    element = None if typ is None else element_of(values.current(given, typ))
    if element is not None:
        return element
    value = UNKNOWN if typ is None else values.of(given, typ)
    if not isinstance(value, TensorType):
        value = UNKNOWN if typ is None else of_type(typ)
    if not isinstance(value, TensorType) or value.kind not in ("array", "tensor"):
        return None
    if not value.shape.prefix:
        return None
    dtype = layers.compute_dtype(bodies, checker) if value.dtype.is_floating else value.dtype
    batch = TensorType(dtype, Shape.of(UNKNOWN) + data.rest(value.shape))
    return convert.type_of_tensor(batch, values.types)
