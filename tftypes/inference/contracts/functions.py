"""Calls of the program's functions held against their annotations: arguments, results, and runs that nobody calls for."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from tftypes.algebra import DType
from tftypes.inference.annotations.classes import declared_attribute, inherited, variables
from tftypes.inference.annotations.substitution import parameters, substitute
from tftypes.inference.contracts.bindings import Bindings, FixedBindings, Problem
from tftypes.inference.contracts.declared import believed
from tftypes.inference.contracts.holding import hold
from tftypes.inference.contracts.signatures import SIZES, Signature, set_signature, signature_of
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.objects import TOP, Class, Frame, Function, Instance, Value
from tftypes.inference.values import Annotation

#: What the run-time library raises.
_REFUSAL: Final = "tftypes.runtime.ArgumentError"


@dataclass(frozen=True, slots=True)
class Held:
    """What the annotations say of one call."""

    signature: Signature
    bindings: Bindings


@dataclass(frozen=True, slots=True)
class _Site:
    """A call in the text: how messages name what is called, and which node an argument is."""

    function: Function
    node: ast.AST
    #: Arguments that the text does not show come first, as the receiver of a method.
    hidden: int

    @property
    def shown(self) -> str:
        name: str = self.function.code.name
        if isinstance(self.node, ast.Call) and self._is_written and _is_dotted(self.node.func):
            return ast.unparse(self.node.func)
        return name

    @property
    def _is_written(self) -> bool:
        """Whether the node is a call of this function, not of something that calls it."""
        if not isinstance(self.node, ast.Call) or self.hidden < 0:
            return False
        name: str = self.function.code.name
        called = self.node.func
        if isinstance(called, ast.Attribute) and called.attr != name:
            return name in _OF_OBJECTS
        return not any(isinstance(each, ast.Name) and each.id == name for each in self.node.args)

    def argument(self, name: str) -> ast.AST:
        """Where the argument for a parameter stands; the whole node where that is not in the text."""
        node = self.node
        if isinstance(node, ast.BinOp):
            return node.left if self.function.code.name.startswith("__r") else node.right
        if isinstance(node, ast.Subscript):
            return node.slice
        return self._in_call(name) if isinstance(node, ast.Call) and self._is_written else node

    def _in_call(self, name: str) -> ast.AST:
        assert isinstance(self.node, ast.Call)
        given = {each.arg: each.value for each in self.node.keywords}
        if name in given:
            return given[name]
        positional: list[str] = self.function.code.positional
        index = positional.index(name) - self.hidden if name in positional else -1
        for place, each in enumerate(self.node.args):
            if isinstance(each, ast.Starred) and place <= index:
                return each
            if place == index:
                return each
        return given.get(None, self.node)


#: Methods that Python or a library calls when an object is called, or a class.
_OF_OBJECTS: Final = ("__init__", "__new__", "__call__", "call")


def _is_dotted(node: ast.expr) -> bool:
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name) or ast.unparse(node) == "super()"


def hold_arguments(
    interpreter: Interpreter, function: Function, given: dict[str, Value], count: int, node: ast.AST
) -> Held:
    """Hold the `count` arguments of a call against the annotations; `given` is narrowed by them.

    An argument that is refuted is reported and replaced by what is declared.
    """
    receiver = _receiver(function, given)
    signature, bindings = _signature_for(function, receiver), bindings_of(receiver)
    shown = len(node.args) if isinstance(node, ast.Call) else count
    site = _Site(function, node, count - shown)
    for name, annotation in signature.parameters.items():
        if name in given:
            place, value = f"argument '{name}'", given[name]
            given[name], problem = _hold_parameter(
                interpreter, function, name, annotation, value, bindings, place
            )
            if problem is not None:
                words = f"{site.shown}(): {place}: {problem.words}"
                at, code = site.argument(name), problem.code
                if signature.enforced:
                    interpreter.refuse(at, code, words, _REFUSAL, [value])
                else:
                    interpreter.report(at, code, words, operands=[value])
    if receiver is not None and function.code.name == "__init__":
        bind_instance(interpreter, receiver, bindings)
    return Held(signature, bindings)


def _hold_parameter(
    interpreter: Interpreter,
    function: Function,
    name: str,
    annotation: Annotation,
    value: Value,
    bindings: Bindings,
    place: str,
) -> tuple[Value, Problem | None]:
    """A parameter's value; `*args: T` and `**kwargs: T` are many of them."""
    if name == function.code.vararg:
        many = Annotation("sequence", (None, "tuple", annotation))
        return hold(interpreter, many, value, bindings, place)
    if name == function.code.kwarg:
        return hold(interpreter, Annotation("dict", (None, annotation)), value, bindings, place)
    return hold(interpreter, annotation, value, bindings, place)


# -- type variables of classes ------------------------------------------------------------------------------------------


def _receiver(function: Function, given: Mapping[str, Value]) -> Instance | None:
    positional = function.code.positional
    if function.cls is None or not positional:
        return None
    found = given.get(positional[0])
    if (
        isinstance(found, Instance)
        and isinstance(found.cls, Class)
        and function.cls in found.cls.mro
    ):
        return found
    return None


def _signature_for(function: Function, receiver: Instance | None) -> Signature:
    """The signature of a method in terms of the type variables of its receiver's class."""
    signature = signature_of(function)
    if receiver is None or function.cls is None or not isinstance(receiver.cls, Class):
        return signature
    above = inherited(receiver.cls, function.cls)
    if not above:
        return signature
    return replace(
        signature,
        parameters={name: substitute(each, above) for name, each in signature.parameters.items()},
        returns=substitute(signature.returns, above),
    )


def bindings_of(receiver: Instance | None) -> Bindings:
    """What an instance has bound of the type variables of its class."""
    bindings = Bindings()
    if receiver is None or not isinstance(receiver.cls, Class):
        return bindings
    for name, value in receiver.read(SIZES, {}).items():
        (bindings.dtypes if isinstance(value, DType) else bindings.dims)[name] = value
        bindings.by[name] = f"this {receiver.cls.name}"
    return bindings


def bindings_in(frame: Frame) -> Bindings:
    """What the type variables are where a frame runs: those of its function's call, or none."""
    function = frame.function
    if function is None or not function.code.annotated:
        return Bindings()
    return _bindings(function, frame.held)


def bind_instance(interpreter: Interpreter, instance: Instance, bindings: Bindings) -> None:
    """A constructor binds the type variables of its class for the life of the instance."""
    if not isinstance(instance.cls, Class):
        return
    names = {name for each in variables(instance.cls) for name in parameters(each)}
    found = {
        name: value
        for name, value in (*bindings.dims.items(), *bindings.dtypes.items())
        if name in names
    }
    if found:
        interpreter.write(instance, SIZES, {**instance.read(SIZES, {}), **found})


# -- results ------------------------------------------------------------------------------------------------------------


def _bindings(function: Function, held: Held | None) -> Bindings:
    """What the type variables are; without a call, they are fixed and stand for themselves."""
    if held is None:
        return FixedBindings(fixed=signature_of(function).fixed)
    return held.bindings.copy()


def _returns(function: Function, held: Held | None) -> Annotation | None:
    return (signature_of(function) if held is None else held.signature).returns


def hold_return(interpreter: Interpreter, frame: Frame, value: Value, node: ast.Return) -> Value:
    """Hold a returned value against the annotation of the function that is running."""
    function = frame.function
    if function is None or not function.code.annotated or function.code.scope.generator:
        return value
    returns = _returns(function, frame.held)
    if returns is None:
        return value
    bindings = _bindings(function, frame.held)
    result, problem = hold(interpreter, returns, value, bindings, "the result")
    if problem is not None:
        words = f"{function.code.name}() returns: {problem.words}"
        interpreter.report(node.value or node, problem.code, words, operands=[value])
    return result


def hold_result(
    interpreter: Interpreter, function: Function, value: Value, held: Held | None
) -> Value:
    """What the caller gets: what the body says, and what the annotation does where the body says less."""
    if held is None or held.signature.returns is None or function.code.scope.generator:
        return value
    return hold(interpreter, held.signature.returns, value, held.bindings.copy(), "the result")[0]


def declared_result(interpreter: Interpreter, function: Function, held: Held | None) -> Value:
    """What the annotation says of the result, where the body does not."""
    if not function.code.annotated:
        return TOP
    return believed(interpreter, _returns(function, held), _bindings(function, held))


# -- functions that nobody calls ----------------------------------------------------------------------------------------


def runs_for_annotations(function: Function) -> bool:
    """Whether a body is run for what its annotations say, even where it is called."""
    return function.code.annotated and signature_of(function).has_shapes


def free_attribute(interpreter: Interpreter, instance: Instance, name: str) -> Value:
    """What an attribute may be that some method has assigned by now: what its class declares, or anything."""
    return believed(interpreter, declared_attribute(interpreter, instance, name))


def enforce(function: Value) -> None:
    """The run-time library holds the calls of a function, or the constructor of a class, to its annotations."""
    if isinstance(function, Class):
        found = function.find("__init__")
        function = None if found is None else found[0]
    if isinstance(function, Function) and function.code.annotated:
        set_signature(function, replace(signature_of(function), enforced=True))
