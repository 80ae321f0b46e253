"""Saved models: what may be exported, and what loading it again gives.

What was saved under a path is state of the program. A loaded object has the traced functions of the one that was saved.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter import provenance
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.missing import is_known, is_of_keras, is_plain
from tftypes.inference.interpreter.open_modules import is_legacy
from tftypes.inference.interpreter.rules import tensor_of
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model
from tftypes.inference.models.tensorflow import concrete_functions, functions, signatures, specs
from tftypes.inference.models.tensorflow.concrete_functions import Concrete
from tftypes.inference.models.tensorflow.ops import OpError, PyValue, Unsure
from tftypes.inference.models.tensorflow.structures import leaves
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
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Bound, Mapped, Native, Seq, Tensor

_LOADED: Final = "tensorflow.saved_model.UserObject"
_DEFAULT: Final = "serving_default"


# -- places -------------------------------------------------------------------------------------------------------------


class _Text:
    """A text of which the end alone is known, told from others by which object it is."""

    def __init__(self, value: PyValue) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Text) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


def place_of(path: Value) -> str | _Text | None:
    """What tells a file or folder from others; None where nothing does."""
    is_text = isinstance(path, PyValue) and bool(path.end or path.told)
    return path if isinstance(path, str) else _Text(path) if is_text else None


def end_of(path: Value) -> str:
    """How the name of a file or folder ends, as far as it is known."""
    return path.end if isinstance(path, PyValue) else str(path)


def shown_path(path: Value) -> str:
    return f"'...{path.end}'" if isinstance(path, PyValue) else repr(path)


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
    _check_captured(interpreter, saved, call.node)
    if (place := place_of(path)) is not None:
        interpreter.write(
            interpreter.switches,
            ("saved", place),
            Log(((saved, found, _signing(saved, call.node)),)),
        )
    return None


def _signing(saved: Instance, node: ast.AST) -> str:
    """The call that saves an object with a signature: its first function that has a trace, for the arguments of that."""
    traced = [(name, each) for name, each in _functions(saved) if functions.traces(each)]
    name, function = traced[0] if traced else ("", None)
    inner = None if function is None else functions.plain(function)
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
        pairs = [(_DEFAULT, given)]
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
        each is TOP or isinstance(each, (TracedFunction, Bound, Native)) or _is_concrete(each)
        for each in own
    )
    if is_of_keras(saved) or has_other or not is_known(interpreter, saved):
        return None
    methods = dict(reversed(list(_functions(saved))))
    signed = [each for each in methods.values() if each.settings.get("input_signature") is not None]
    if len(signed) != 1:
        return {}
    try:
        made = _signature(interpreter, Bound(signed[0], saved), node)
    except OpError:  # its result has no flat names
        return {}
    return None if made is None else {_DEFAULT: made}


def _is_concrete(value: Value) -> bool:
    return concrete_functions.facts(value) is not None


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


def _check_captured(interpreter: Interpreter, saved: Instance, node: ast.AST) -> None:
    """A variable that a saved function uses is one that the saved object holds."""
    held: set[int] = set()
    for each in held_in(interpreter, saved, 6):
        if each is TOP:
            return
        held.add(each)
    for name, function in _functions(saved):
        if signatures.signature_of(interpreter, function) is None:
            continue
        made = concrete_functions.concrete(interpreter, function, Call([saved], {}, node))
        if set(noted(made.traced.trace, provenance.CAPTURED)) - held:
            interpreter.refuse(
                node,
                "tf-state",
                f"{name}() uses a variable that the saved object does not hold: make it an attribute",
                "builtins.AssertionError",
            )
            return


def held_in(interpreter: Interpreter, value: Value, depth: int) -> Iterator[Any]:
    """The identities of the variables that an object holds; TOP where it may hold any."""
    value = resolve(value)
    if isinstance(value, Tensor) and value.kind == "variable":
        yield TOP if value.identity is None else value.identity
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


def _functions(saved: Instance) -> Iterator[tuple[str, TracedFunction]]:
    """The traced methods of an object."""
    if isinstance(saved.cls, Class):
        for cls in saved.cls.mro:
            if isinstance(cls, Class):
                for name in cls.written():
                    found = cls.read(name)
                    if isinstance(found, TracedFunction):
                        yield name, found


# -- loading ------------------------------------------------------------------------------------------------------------


def _load(interpreter: Interpreter, call: Call) -> Value:
    place = place_of(resolve(call.get(0, "export_dir")))
    known = noted(interpreter.switches, ("saved", place))
    if interpreter.switches.read((EXPORTED, place), None) is True and not known:
        return interpreter.instance(_LOADED, {EXPORTED: True})
    if len(known) != 1:
        return TOP
    [(saved, found, signing)] = known
    loaded = interpreter.instance(_LOADED)
    if is_of_keras(saved):
        interpreter.write(loaded, EXPORTED, False)
    for name in saved.written():
        if not name.startswith("<"):
            interpreter.write(loaded, name, saved.read(name))
    for name, function in reversed(list(_functions(saved))):
        is_traced = functions.traces(function) or not is_known(interpreter, saved)
        is_signed = function.settings.get("input_signature") is not None
        untraced = Native(name, partial(_untraced, name))
        kept = Bound(function, saved) if is_traced or is_signed else untraced
        interpreter.write(loaded, name, kept)
    contents: Value = Mapped({}, frozenset(), TOP)
    if found is not None:
        made = {
            name: concrete_functions.instance(interpreter, each) for name, each in found.items()
        }
        contents = Mapped(made)
    parts = {_CONTENTS: interpreter.list(contents, "dict"), _SIGNING: signing}
    signatures_ = interpreter.instance(_SIGNATURES, parts)
    interpreter.write(loaded, "signatures", signatures_)
    return loaded


def _untraced(name: str, interpreter: Interpreter, call: Call) -> Value:
    """A call of a function that had no trace when it was saved. Raises OpError."""
    given = [tensor_of(each) for each in call.args]
    specs_ = [f"tf.TensorSpec({each.shape}, tf.{each.dtype})" for each in given if each is not None]
    words = f"a saved model keeps what was traced before, and {name}() was not"
    hint = f"@tf.function(input_signature=[{', '.join(specs_)}])" if None not in given else None
    raise OpError("tf-signature", words, hint=hint, exception="builtins.ValueError")


def _signature_of(interpreter: Interpreter, call: Call) -> Value:
    """`loaded.signatures[name]`."""
    mapping, name = call.receiver.read(_CONTENTS), resolve(call.get(0, "key"))
    contents: Mapped = mapping.contents
    if isinstance(name, str) and contents.rest is ABSENT and name not in contents.known:
        names = ", ".join(map(repr, contents.known))
        names = names or f"none; {call.receiver.read(_SIGNING)}"
        interpreter.refuse(
            call.node,
            "tf-signature",
            f"the saved model has no signature {name!r}; it has {names}",
            "builtins.KeyError",
        )
        return TOP
    return interpreter.item(mapping, name, call.node)


def _as_dict(name: str, interpreter: Interpreter, call: Call) -> Value:
    return interpreter.method(call.receiver.read(_CONTENTS), name, call.args, call.node)


#: The switch, with a path, of what Keras exported there, and the slot of what is read from it.
EXPORTED: Final = "exported"
_SIGNATURES: Final = "tensorflow.saved_model.SignatureMap"
_CONTENTS: Final = "<signatures>"
#: The slot of the signatures that says how an object is saved with one.
_SIGNING: Final = "<signing>"


#: What a model of Keras' does and what is read of its SavedModel does not.
_OF_MODELS: Final = (
    "add", "compile", "evaluate", "export", "fit", "get_layer", "get_weights", "layers", "load_weights", "predict",
    "predict_on_batch", "save", "save_weights", "set_weights", "summary", "test_on_batch", "to_json", "train_on_batch",
)  # fmt: skip


def _of_model(name: str, interpreter: Interpreter, value: Value) -> Value:
    """A member that the model had, and what was read has not. Raises OpError where it is known that a model was saved."""
    exported = value.read(EXPORTED)
    if exported is ABSENT or is_legacy(interpreter):
        return TOP
    words = f"what tf.saved_model.load() reads has no {name!r}"
    serve = "serve(x)" if exported else f"signatures[{_DEFAULT!r}](x)"
    hint = f".{serve} calls the model; keras.models.load_model() reads all of a .keras file"
    raise OpError("tf-attribute", words, hint=hint, exception="builtins.AttributeError")


def _call_loaded(interpreter: Interpreter, call: Call) -> Value:
    found = call.receiver.read("__call__")
    exported = call.receiver.read(EXPORTED)
    if exported is not ABSENT and found is ABSENT and not is_legacy(interpreter):
        words = f"what {'export()' if exported else 'tf.saved_model.save()'} has written is not callable"
        serve = "serve(x)" if exported else f"signatures[{_DEFAULT!r}](x)"
        raise OpError("tf-call", words, hint=f".{serve} calls the model")
    return TOP if found is ABSENT else interpreter.dispatch(found, call)


FUNCTIONS: Final[dict[str, Model]] = {
    "tensorflow.saved_model.save": _save,
    "tensorflow.saved_model.load": _load,
}
CLASSES: Final = {
    _LOADED: LibraryClass(
        methods={"__call__": _call_loaded},
        attributes={name: partial(_of_model, name) for name in _OF_MODELS},
    ),
    _SIGNATURES: LibraryClass(
        methods={
            "__getitem__": _signature_of,
            **{
                name: partial(_as_dict, name)
                for name in ("keys", "values", "items", "__iter__", "__len__", "__contains__")
            },
        }
    ),
}
