"""Saved models: what may be exported. What was saved under a path is state of the program."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter import provenance
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.missing import is_known, is_of_keras, is_plain
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.models.tensorflow import (
    concrete_functions,
    functions,
    signatures,
    specs,
    traced_functions,
)
from tftypes.inference.models.tensorflow.concrete_functions import Concrete
from tftypes.inference.models.tensorflow.ops import OpError, PyValue, Unsure
from tftypes.inference.models.tensorflow.structures import leaves
from tftypes.inference.models.tensorflow.tables import is_table
from tftypes.inference.objects import (
    TOP,
    Class,
    Container,
    Function,
    Instance,
    Log,
    TracedFunction,
    Value,
    noted,
    python_type,
    resolve,
)
from tftypes.inference.values import Bound, Mapped, Native, Seq, Tensor

DEFAULT: Final = "serving_default"
#: The switch, with a path, of what Keras exported there, and the slot of what is read from it.
EXPORTED: Final = "exported"
#: The switch, with a path, of the spec of the one input of what is there.
SERVED: Final = "served"


# -- places -------------------------------------------------------------------------------------------------------------


class _Text:
    """A text of which the end alone is known, told from others by which object it is, or by what it is joined of."""

    def __init__(self, value: PyValue) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Text) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> object:
        return id(self.value) if self.value.source is None else self.value.source


def place_of(path: Value) -> str | _Text | None:
    """What tells a file or folder from others; None where nothing does."""
    is_text = isinstance(path, PyValue) and bool(path.end or path.told)
    return path if isinstance(path, str) else _Text(path) if is_text else None


def end_of(path: Value) -> str:
    """How the name of a file or folder ends, as far as it is known."""
    return path.end if isinstance(path, PyValue) else str(path)


def shown_path(path: Value) -> str:
    return f"'...{path.end}'" if isinstance(path, PyValue) else repr(path)


@dataclass(frozen=True)
class Saved:
    """What a saved model has."""

    of: Instance
    #: The functions that are called by name; None where they are not known.
    signatures: Mapping[str, Concrete] | None
    #: The call that saves it with a signature.
    signing: str
    #: The keys of the traces of each function.
    keys: Mapping[str, tuple[Any, ...]]


# -- saving -------------------------------------------------------------------------------------------------------------


def _save(interpreter: Interpreter, call: Call) -> Value:
    saved, path = resolve(call.get(0, "obj")), resolve(call.get(1, "export_dir"))
    cls = saved.cls if isinstance(saved, Instance) and is_plain(saved) else None
    is_value = isinstance(saved, (Container, tuple, Function, Class)) or saved is None
    if cls is not None or is_value or python_type(saved) is not None:
        hint = f"class {cls.name}(tf.Module) can be" if cls else None
        raise OpError("tf-value", "only a tf.Module or the like can be saved", "obj", hint)
    if not isinstance(saved, Instance):
        raise Unsure
    given = resolve(call.get(2, "signatures"))
    found = _signatures(interpreter, given, call.node)
    if given is None:
        found = _default_signatures(interpreter, saved, call.node)
    _check_captured(interpreter, saved, found or {}, call.node)
    if (place := place_of(path)) is not None:
        interpreter.write(
            interpreter.switches,
            ("saved", place),
            Log((Saved(saved, found, _signing(saved, call.node), _keys(interpreter, saved)),)),
        )
    return None


def _signing(saved: Instance, node: ast.AST) -> str:
    """The call that saves an object with a signature: its first function that has a trace, for the arguments of that."""
    traced = [(name, each) for name, each in functions_of(saved) if functions.traces(each)]
    name, function = traced[0] if traced else ("", None)
    inner = None if function is None else traced_functions.plain(function)
    if function is None or inner is None or not isinstance(node, ast.Call) or not node.args:
        return "signatures= of tf.saved_model.save takes a tf.function with an input_signature"
    made = concrete_functions.with_specs(function, inner.code.positional[1:])
    call = f"{ast.unparse(node.func)}({', '.join(map(ast.unparse, node.args))}"
    return f"{call}, signatures={ast.unparse(node.args[0])}.{name}.{made}) gives it one"


def _signatures(
    interpreter: Interpreter, given: Value, node: ast.AST
) -> dict[str, Concrete] | None:
    """The functions that are called by name; None where they are not known."""
    if given is None:
        return None
    if isinstance(given, Container) and isinstance(given.contents, Mapped):
        contents = given.contents
        if not contents.is_whole:
            return None
        pairs = list(contents.known.items())
    else:
        pairs = [(DEFAULT, given)]
    found: dict[str, Concrete] = {}
    for name, value in pairs:
        made = _signature(interpreter, resolve(value), node)
        if made is None:
            return None
        found[name] = made
    return found


def _default_signatures(
    interpreter: Interpreter, saved: Instance, node: ast.AST
) -> dict[str, Concrete] | None:
    """Without signatures the one traced method that has an input signature is called by name."""
    own = [resolve(saved.read(name)) for name in saved.written()]
    has_other = any(
        each is TOP
        or isinstance(each, (TracedFunction, Bound, Native))
        or concrete_functions.facts(each) is not None
        for each in own
    )
    if is_of_keras(saved) or has_other or not is_known(interpreter, saved):
        return None
    methods = dict(reversed(list(functions_of(saved))))
    signed = [each for each in methods.values() if each.settings.get("input_signature") is not None]
    if len(signed) != 1:
        return {}
    try:
        made = _signature(interpreter, Bound(signed[0], saved), node)
    except OpError:  # its result has no flat names
        return {}
    return None if made is None else {DEFAULT: made}


def _signature(interpreter: Interpreter, value: Value, node: ast.AST) -> Concrete | None:
    """A traced function as one that is called by the names of its tensors."""
    made = concrete_functions.facts(value)
    if made is None:
        function, receiver = (
            (value.function, [value.receiver]) if isinstance(value, Bound) else (value, [])
        )
        if isinstance(function, TracedFunction):
            if signatures.signature_of(interpreter, function) is None:
                if function.settings.get("input_signature") is not None:
                    return None
                raise _not_signed()
            made = concrete_functions.concrete(interpreter, function, Call(receiver, {}, node))
        elif isinstance(function, Function):
            raise _not_signed()
        else:
            return None
    return replace(
        made,
        traced=replace(made.traced, result=_named_outputs(interpreter, made)),
        parameters=_named(made),
        is_signature=True,
    )


def _not_signed() -> OpError:
    return OpError(
        "tf-signature",
        "a signature of a saved model is a tf.function with an input_signature, or a concrete function",
    )


def _named(made: Concrete) -> tuple[tuple[str, Value], ...]:
    """The parameters under the names of their specs."""
    return tuple(
        (name if told is None else told, value)
        for (name, value), told in zip(
            made.parameters, [specs.placeholder_name(value) for _, value in made.parameters]
        )
    )


def _named_outputs(interpreter: Interpreter, made: Concrete) -> Value:
    """The outputs as a dict. Raises OpError for one that is no tensor."""
    result = resolve(made.traced.result)
    if isinstance(result, Container) and isinstance(result.contents, Mapped):
        outputs = dict(result.contents.known)
    else:
        items = (result,) if isinstance(result, TensorType) else interpreter.known_items(result)
        if items is None and isinstance(result, (Container, Seq)):
            raise Unsure  # some number of tensors
        outputs = {
            f"output_{i}": each for i, each in enumerate((result,) if items is None else items)
        }
    for name, each in outputs.items():
        each = resolve(each)
        if each is None or isinstance(each, (Container, tuple)):
            raise OpError(
                "tf-signature",
                f"output {name!r} of a signature of a saved model is no tensor: "
                f"{'None' if each is None else 'a structure'}",
            )
    return interpreter.list(Mapped(outputs), "dict")


def _check_captured(
    interpreter: Interpreter, saved: Instance, signed: Mapping[str, Concrete], node: ast.AST
) -> None:
    """A variable or table that a saved function uses is one that the saved object holds."""
    held: set[Any] = set()
    for each in held_in(interpreter, saved, 6):
        if each is TOP:
            return
        held.add(each)
    made: dict[str, Concrete] = {}
    for name, function in functions_of(saved):
        if signatures.signature_of(interpreter, function) is not None:
            made[f"{name}()"] = concrete_functions.concrete(
                interpreter, function, Call([saved], {}, node)
            )
    made |= {f"the signature {name!r}": each for name, each in signed.items()}
    for name, concrete in made.items():
        used = [
            each for each in noted(concrete.traced.trace, provenance.CAPTURED) if each not in held
        ]
        if used:
            what = "lookup table" if isinstance(used[0], Instance) else "variable"
            words = f"{name} uses a {what} that the saved object does not hold"
            hint = _as_attribute(interpreter, used[0])
            interpreter.refuse(node, "tf-state", f"{words}: {hint}", "builtins.AssertionError")
            return


def _as_attribute(interpreter: Interpreter, used: Any) -> str:
    """What makes a variable or table an attribute, by the name that it has in a module."""
    for module in filter(None, interpreter.modules.values()):
        for name in module.written():
            value = resolve(module.read(name))
            if value is used or isinstance(value, Tensor) and value.identity == used:
                return f"self.{name} = {name} in __init__() makes it an attribute"
    return "make it an attribute"


def held_in(interpreter: Interpreter, value: Value, depth: int) -> Iterator[Any]:
    """The identities of the variables that an object holds, and its tables; TOP where it may hold any."""
    value = resolve(value)
    if isinstance(value, Tensor) and value.kind == "variable":
        yield TOP if value.identity is None else value.identity
    elif isinstance(value, Instance) and is_table(value):
        yield value
    elif isinstance(value, Instance) and isinstance(value.cls, Class) and depth:
        if any(name.startswith("tensorflow.keras") for name in value.cls.externals):
            yield TOP
        for name in value.written():
            yield from held_in(interpreter, value.read(name), depth - 1)
    elif isinstance(value, (Container, tuple)):
        for each in leaves(interpreter, value):
            if each is not value:
                yield from held_in(interpreter, each, depth - 1)
    elif value is TOP or isinstance(value, Instance):
        yield TOP


def functions_of(saved: Instance) -> Iterator[tuple[str, TracedFunction]]:
    """The traced methods of an object."""
    if isinstance(saved.cls, Class):
        for cls in saved.cls.mro:
            if isinstance(cls, Class):
                for name in cls.written():
                    found = cls.read(name)
                    if isinstance(found, TracedFunction):
                        yield name, found


def _keys(interpreter: Interpreter, saved: Instance) -> dict[str, tuple[Any, ...]]:
    """The keys of the traces that the functions of an object have, where nobody else can have made some."""
    if is_of_keras(saved) or not is_known(interpreter, saved):
        return {}
    own = {name: resolve(saved.read(name)) for name in saved.written()}
    found = {**dict(reversed(list(functions_of(saved)))), **own}
    return {
        name: tuple(each.key for each in functions.traces(value))
        for name, value in found.items()
        if isinstance(value, TracedFunction)
    }


FUNCTIONS: Final[dict[str, Model]] = {"tensorflow.saved_model.save": _save}
