"""Saved models that are loaded: an object that has the traced functions of the one that was saved."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.missing import is_known, is_of_keras
from tftypes.inference.interpreter.open_modules import is_legacy, is_mentioned
from tftypes.inference.interpreter.rules import tensor_of
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model
from tftypes.inference.models.tensorflow import (
    concrete_functions,
    functions,
    kept_traces,
    signatures,
)
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.saved_models import (
    DEFAULT,
    EXPORTED,
    SERVED,
    functions_of,
    place_of,
)
from tftypes.inference.objects import (
    OPEN,
    TOP,
    Class,
    Function,
    Instance,
    TracedFunction,
    Value,
    noted,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Bound, Mapped, Native

_MODULE: Final = "tensorflow.Module"
_LOADED: Final = "tensorflow.saved_model.UserObject"
#: The slot that says that a tf.Module of the program was saved, of which all is known.
_OWN: Final = "<module>"


def _load(interpreter: Interpreter, call: Call) -> Value:
    place = place_of(resolve(call.get(0, "export_dir")))
    known = noted(interpreter.switches, ("saved", place))
    if interpreter.switches.read((EXPORTED, place), None) is True and not known:
        spec = interpreter.switches.read((SERVED, place), None)
        serve = {} if spec is None else {"serve": Native("serve", partial(_serve, spec))}
        return interpreter.instance(_LOADED, {EXPORTED: True, **serve})
    if len(known) != 1:
        return TOP
    [kept] = known
    saved, found, keys = kept.of, kept.signatures, kept.keys
    loaded = interpreter.instance(_LOADED)
    if is_of_keras(saved):
        interpreter.write(loaded, EXPORTED, False)
    # a program that asks may know what is there
    is_trusting = not any(is_mentioned(interpreter, each) for each in _ASKING)
    if is_trusting and _is_module(saved):
        interpreter.write(loaded, _OWN, True)
    for name in _plain_methods(saved) if is_trusting else ():
        interpreter.write(loaded, name, Native(name, partial(_untraced, name)))
    for name in saved.written():
        if not name.startswith("<"):
            value = saved.read(name)
            is_one = isinstance(value, TracedFunction) and name in keys
            made = kept_traces.loaded(interpreter, value, name, keys[name]) if is_one else value
            interpreter.write(loaded, name, made)
    for name, function in reversed(list(functions_of(saved))):
        is_traced = functions.traces(function) or not is_known(interpreter, saved)
        is_signed = function.settings.get("input_signature") is not None
        untraced = Native(name, partial(_untraced, name))
        own = kept_traces.loaded(interpreter, function, name, keys.get(name, ()))
        interpreter.write(loaded, name, Bound(own, saved) if is_traced or is_signed else untraced)
    contents: Value = Mapped({}, frozenset(), TOP)
    if found is not None:
        made = {
            name: concrete_functions.instance(interpreter, each) for name, each in found.items()
        }
        contents = Mapped(made)
    parts = {_CONTENTS: interpreter.list(contents, "dict"), _SIGNING: kept.signing}
    signatures_ = interpreter.instance(_SIGNATURES, parts)
    interpreter.write(loaded, "signatures", signatures_)
    return loaded


#: What asks an object whether it has something.
_ASKING: Final = ("hasattr", "getattr", "AttributeError")


def _plain_methods(saved: Instance) -> Iterator[str]:
    """The methods of a tf.Module that are no traced functions: they are not saved."""
    cls = saved.cls
    if isinstance(cls, Class) and _is_module(saved):
        for own in cls.mro:
            names = own.written() if isinstance(own, Class) else ()
            yield from (each for each in names if _is_plain(cls, each))


def _is_module(saved: Instance) -> bool:
    """Whether an object is of a class of the program that derives from tf.Module alone, and nobody knows more of it."""
    cls = saved.cls
    is_own = isinstance(cls, Class) and cls.externals[:1] == (_MODULE,)
    return is_own and saved.read(OPEN) is ABSENT


def _is_plain(cls: Class, name: str) -> bool:
    found = cls.find(name)
    return not name.startswith("_") and found is not None and type(resolve(found[0])) is Function


def _of_module(name: str, interpreter: Interpreter, value: Value) -> Value:
    """A member that a tf.Module has and what was read of it has not. Raises OpError."""
    own = [each for each in value.written() if isinstance(each, str) and each.isidentifier()]
    held = [each for each in own if getattr(resolve(value.read(each)), "kind", "") == "variable"]
    if not held or value.read(EXPORTED) is not ABSENT:
        return TOP
    words = (
        f"what tf.saved_model.load() reads has no {name!r}, but the attributes of what was saved"
    )
    hint = f"[{', '.join(f'loaded.{each}' for each in held)}]"
    raise OpError("tf-attribute", words, hint=hint, exception="builtins.AttributeError")


def _serve(spec: TensorType, interpreter: Interpreter, call: Call) -> Value:
    """`serve(x)` of what `export` has written of a model with one input, of which the spec is known."""
    if call.is_open:
        return TOP
    given = [*call.args, *call.kwargs.values()]
    if call.kwargs.keys() - {"args_0"} or len(given) != 1:
        words = f"serve() takes one argument, {spec.dtype}{spec.shape}"
        interpreter.refuse(call.node, "tf-signature", words, "builtins.TypeError")
        return TOP
    signature = signatures.Signature((spec,), 0)
    signatures.held(interpreter, signature, ["args_0"], given, call.node, "serve()")
    return TOP


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
        words = f"the saved model has no signature {name!r}; it has {names}"
        interpreter.refuse(call.node, "tf-signature", words, "builtins.KeyError")
        return TOP
    return interpreter.item(mapping, name, call.node)


def _as_dict(name: str, interpreter: Interpreter, call: Call) -> Value:
    return interpreter.method(call.receiver.read(_CONTENTS), name, call.args, call.node)


_SIGNATURES: Final = "tensorflow.saved_model.SignatureMap"
_CONTENTS: Final = "<signatures>"
#: The slot of the signatures that says how an object is saved with one.
_SIGNING: Final = "<signing>"


#: What a model of Keras' does and what is read of its SavedModel does not.
_OF_MODELS: Final = (
    "add", "compile", "evaluate", "export", "fit", "get_layer", "get_weights", "layers", "load_weights", "predict",
    "predict_on_batch", "save", "save_weights", "set_weights", "summary", "test_on_batch", "to_json", "train_on_batch",
)  # fmt: skip


#: The same of a tf.Module.
_OF_MODULES: Final = (
    "trainable_variables", "variables", "non_trainable_variables", "submodules", "name_scope",
)  # fmt: skip


def _of_model(name: str, interpreter: Interpreter, value: Value) -> Value:
    """A member that the model had, and what was read has not. Raises OpError where it is known that a model was saved."""
    exported = value.read(EXPORTED)
    words = f"what tf.saved_model.load() reads has no {name!r}"
    if value.read(_OWN) is True and value.read("__call__") is not ABSENT:
        hint = f"leave out .{name}: the object itself is called"
        raise OpError("tf-attribute", words, hint=hint, exception="builtins.AttributeError")
    if exported is ABSENT or is_legacy(interpreter):
        return TOP
    serve = "serve(x)" if exported else f"signatures[{DEFAULT!r}](x)"
    hint = f".{serve} calls the model; keras.models.load_model() reads all of a .keras file"
    raise OpError("tf-attribute", words, hint=hint, exception="builtins.AttributeError")


def _call_loaded(interpreter: Interpreter, call: Call) -> Value:
    found = call.receiver.read("__call__")
    exported = call.receiver.read(EXPORTED)
    if exported is not ABSENT and found is ABSENT and not is_legacy(interpreter):
        words = f"what {'export()' if exported else 'tf.saved_model.save()'} has written is not callable"
        serve = "serve(x)" if exported else f"signatures[{DEFAULT!r}](x)"
        raise OpError("tf-call", words, hint=f".{serve} calls the model")
    return TOP if found is ABSENT else interpreter.dispatch(found, call)


FUNCTIONS: Final[dict[str, Model]] = {"tensorflow.saved_model.load": _load}
CLASSES: Final = {
    _LOADED: LibraryClass(
        methods={"__call__": _call_loaded},
        attributes={
            **{name: partial(_of_model, name) for name in _OF_MODELS},
            **{name: partial(_of_module, name) for name in _OF_MODULES},
        },
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
