"""`input_signature` held against the function: specs for its parameters, and what their annotations say.

The body of a traced function gets what its specs say: an annotation that says otherwise is false whatever is passed.
Sources: `tf.function`, argument `input_signature`; RFC 208, "Support for tf.function's input_signature".
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tftypes.algebra import UNKNOWN, Expr, Shape, TensorType
from tftypes.inference.contracts import structs
from tftypes.inference.contracts.bindings import Bindings
from tftypes.inference.contracts.functions import hold_arguments
from tftypes.inference.contracts.signatures import set_signature, signature_of
from tftypes.inference.interpreter.binding import bind
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import tensor_of
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.tensorflow import spec_structures as structures
from tftypes.inference.models.tensorflow import specs
from tftypes.inference.models.tensorflow.contradictions import contradictions
from tftypes.inference.models.tensorflow.spec_structures import Spec, Wrong
from tftypes.inference.objects import (
    Class,
    Container,
    Function,
    Instance,
    TracedFunction,
    Value,
    is_unknown,
    python_type,
    resolve,
)
from tftypes.inference.structs import Struct
from tftypes.inference.values import Annotation, Bound, Descriptor

_CODE: Final = "tf-signature"
_CLASSMETHOD: Final = (
    "under @classmethod an input_signature counts 'cls' as a parameter, "
    "and every call fails; a @staticmethod works"
)


@dataclass(frozen=True, slots=True)
class Target:
    """The function that is traced: its name, and its parameters without a receiver that is given."""

    name: str
    function: Function
    parameters: tuple[Parameter, ...]


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    kind: str
    annotation: Annotation | None
    optional: bool


def check(
    interpreter: Interpreter, function: Value, given: Value, node: ast.AST
) -> Sequence[Wrong]:
    """Report what TensorFlow refuses of a signature, and where it contradicts annotations."""
    name, wrong = _wrong(interpreter, function, resolve(given), node)
    for each in wrong:
        interpreter.report(each.node, _CODE, f"{name}(): {each.words}")
    return wrong


def _wrong(
    interpreter: Interpreter, function: Value, given: Value, node: ast.AST
) -> tuple[str, Sequence[Wrong]]:
    """The name of the function, and what is wrong with its signature."""
    if given is None or is_unknown(given):
        return "", ()
    if isinstance(function, Descriptor):
        kind = function.kind
        return kind, [Wrong(node, f"tf.function cannot trace a {kind}; put it above")]
    target = _target(interpreter, function)
    if target is None:
        return "", ()
    whole = Spec(given, structures.written(node))
    items = structures.parts(whole)
    if items is None or structures.sort(whole) == "dict":
        problem = structures.no_signature(whole)
        return target.name, () if problem is None else [problem]
    return target.name, list(_problems(interpreter, target, whole, [*items.values()]))


def without_refuted(interpreter: Interpreter, function: Value, wrong: Sequence[Wrong]) -> Value:
    """The same function without its annotations; where shapes alone are wrong, with the dtypes in them."""
    if isinstance(function, Bound):
        return Bound(without_refuted(interpreter, function.function, wrong), function.receiver)
    if not isinstance(function, Function) or not function.code.annotated:
        return function
    copy = Function(
        interpreter.trail, function.code, function.parent, function.module, function.defaults
    )
    signature = signature_of(function)
    kept: dict[str, Annotation] = {}
    if all(each.of_shape for each in wrong):
        said = {**signature.parameters, _RESULT: signature.returns}
        kept = {
            name: _of_any_shape(each)
            for name, each in said.items()
            if each is not None and each.kind == "tensor"
        }
    returns = kept.pop(_RESULT, None)
    copy.cls = function.cls
    set_signature(copy, replace(signature, parameters=kept, returns=returns))
    return copy


#: The key of the result among the parameters, as in `__annotations__`.
_RESULT: Final = "return"


def _of_any_shape(annotation: Annotation) -> Annotation:
    tensor: TensorType = annotation.args[0]
    shapeless = TensorType(tensor.dtype, Shape.unknown(), tensor.kind)
    return Annotation("tensor", (shapeless, *annotation.args[1:]))


def held(interpreter: Interpreter, traced: TracedFunction, call: Call) -> Call:
    """The arguments of a call held against the annotations, which a trace that there is already does not look at."""
    function, receiver = resolve(traced.function), []
    if isinstance(function, Bound):
        function, receiver = resolve(function.function), [function.receiver]
    if not isinstance(function, Function) or not function.code.annotated:
        return call
    given = bind(interpreter, function, Call([*receiver, *call.args], call.kwargs, call.node))
    if given is None:
        return call
    if traced.settings.get(DERIVED):
        _convert(function, given)
    held = hold_arguments(interpreter, function, given, len(receiver) + len(call.args), call.node)
    if traced.settings.get(DERIVED):
        for name, annotation in signature_of(function).parameters.items():
            value = given.get(name)
            if annotation.kind == "struct" and isinstance(value, Struct):
                given[name] = structs.converted(interpreter, annotation, value, held.bindings)
    names = function.code.positional[len(receiver) :]
    positional = [given[name] for name, _ in zip(names, call.args)]
    named = [given.get(name, value) for name, value in call.kwargs.items()]
    return call.with_values([*positional, *call.args[len(positional) :], *named])


# -- signatures that are derived from annotations -----------------------------------------------------------------------

#: The setting of a traced function whose signature its annotations give.
DERIVED: Final = "derived"


def _convert(function: Function, given: dict[str, Value]) -> None:
    """Lists, numbers and arrays become the tensors that the annotations declare."""
    for name, annotation in signature_of(function).parameters.items():
        value = resolve(given.get(name))
        is_data = python_type(value) is not None or isinstance(value, (Container, tuple))
        is_array = isinstance(value, TensorType) and value.kind == "array"
        if annotation.kind != "tensor" or not (is_data or is_array):
            continue
        declared: TensorType = annotation.args[0]
        dtype = declared.dtype if declared.dtype.is_known else None
        made = tensor_of(value)
        if made is None:
            continue
        if dtype is not None and not (dtype.is_integer and made.dtype.is_floating):
            made = TensorType(dtype, made.shape, value=made.value)
        given[name] = made


def derived(interpreter: Interpreter, function: Value) -> Value:
    """The `input_signature` of a function all of whose parameters are annotated as tensors; None for any other."""
    target = _target(interpreter, function)
    if target is None or not target.parameters:
        return None
    found = []
    for each in target.parameters:
        if each.kind == "many" or each.annotation is None or each.annotation.kind != "tensor":
            return None
        declared: TensorType = each.annotation.args[0]
        if declared.kind == "variable" or not declared.dtype.is_known:
            return None
        shape = declared.shape
        sizes = {i: str(d) for i, d in enumerate(shape.dims or ()) if isinstance(d, Expr)}
        if shape.dims is not None:
            shape = Shape.of(*(UNKNOWN if isinstance(d, Expr) else d for d in shape.dims))
        elif shape.symbols:
            shape = Shape.unknown()
        found.append(specs.spec_of(TensorType(declared.dtype, shape, declared.kind), sizes))
    return tuple(found)


def _problems(
    interpreter: Interpreter, target: Target, whole: Spec, items: Sequence[Spec]
) -> Iterator[Wrong]:
    node = target.function.code.node
    above = [] if isinstance(node, ast.Lambda) else node.decorator_list
    if any(isinstance(each, ast.Name) and each.id == "classmethod" for each in above):
        yield Wrong(whole.node, _CLASSMETHOD)
        return
    bad = [each for item in items for each in structures.bad_parts(item)]
    yield from bad
    assigned, problems = _assigned(target.parameters, items, whole)
    yield from problems
    bindings = Bindings()
    for spec, annotation, place in assigned:
        if annotation is not None:
            yield from contradictions(interpreter, spec, annotation, place, bindings)


# -- the function and its parameters ------------------------------------------------------------------------------------


def _target(interpreter: Interpreter, function: Value) -> Target | None:
    """The function of the program's that a callable runs; None where that is not known."""
    name, hidden = None, 0
    if isinstance(function, Instance) and isinstance(function.cls, Class):
        found = function.cls.find("__call__")
        if found is None:
            return None
        name, hidden, function = function.cls.name, 1, resolve(found[0])
    if isinstance(function, Bound):
        hidden, function = 1, resolve(function.function)
    if not isinstance(function, Function):
        return None
    code = function.code
    said: Mapping[str, Annotation] = signature_of(function).parameters if code.annotated else {}

    def parameter(each: str, kind: str) -> Parameter:
        return Parameter(each, kind, said.get(each), each in function.defaults)

    found_ones = [parameter(each, "positional") for each in code.positional[hidden:]]
    if code.vararg is not None:
        found_ones.append(parameter(code.vararg, "many"))
    found_ones += [parameter(each, "keyword") for each in code.keyword_only]
    # TensorFlow leaves out what is called self, and nothing else.
    kept = tuple(each for each in found_ones if each.name != "self")
    shown = name or (code.name if code.name != "<lambda>" else "lambda")
    return Target(shown, function, kept)


#: A spec, the annotation of its parameter, and the name of the place: `x`, `rest[1]`.
Assigned = tuple[Spec, "Annotation | None", str]


def _assigned(
    parameters: Sequence[Parameter], items: Sequence[Spec], whole: Spec
) -> tuple[list[Assigned], list[Wrong]]:
    """Hands out the specs as `tf.function` does, in order; what does not come out even."""
    found: list[Assigned] = []
    problems: list[Wrong] = []
    left, missing, optional = list(items), [], ""
    for each in parameters:
        if each.kind == "many":
            found += [(one, each.annotation, f"{each.name}[{i}]") for i, one in enumerate(left)]
            if optional and left:
                words = f"a spec for *{each.name} follows '{optional}', which has a default"
                problems.append(Wrong(left[0].node, words))
            left = []
        elif each.kind == "keyword" and not each.optional:
            words = f"keyword-only parameter '{each.name}' needs a default under an input_signature"
            problems.append(Wrong(whole.node, words))
            left = left[1:]
        elif not left:
            if not each.optional:
                missing.append(f"'{each.name}'")
        else:
            one = left.pop(0)
            found.append((one, each.annotation, each.name))
            optional = each.name if each.optional else optional
            if each.kind == "keyword":
                words = f"keyword-only parameter '{each.name}' cannot have a spec: every call would fail"
                problems.append(Wrong(one.node, words))
    if missing:
        words = f"input_signature has no spec for {' and '.join(missing)}"
        problems.append(Wrong(whole.node, words))
    if left:
        taken = len(items) - len(left)
        words = f"input_signature has {len(items)} specs for {taken} parameter{'s' * (taken != 1)}"
        problems.append(Wrong(left[0].node, words))
    return found, problems
