"""Attributes that a value has not: a finding where all that may give it attributes is known."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable
from typing import Final

from tftypes.algebra import DType, Shape, TensorType
from tftypes.inference import declarations as declared
from tftypes.inference.interpreter import loop_names, open_modules
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.library_classes import class_name, models
from tftypes.inference.interpreter.mixed_texts import decoded
from tftypes.inference.interpreter.python_values import is_vague, kind_of
from tftypes.inference.interpreter.symbols import TWINS
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.objects import (
    OPEN,
    TOP,
    Class,
    Container,
    External,
    Instance,
    Module,
    Value,
    resolve,
)
from tftypes.inference.spelling import misspelt
from tftypes.inference.state import ABSENT
from tftypes.inference.structs import Struct
from tftypes.inference.values import (
    Dataset,
    Mapped,
    contents_of,
    is_mixed,
    may_be_ragged,
    may_have_more,
)


def missing(interpreter: Interpreter, value: Value, name: str, node: ast.AST) -> Value:
    """Python raises AttributeError: a finding where all that can give an object attributes is known."""
    if isinstance(value, PyValue) and not value.given:
        return TOP  # what is declared may be another thing
    if interpreter.is_caught("builtins.AttributeError"):
        interpreter.leave("raise", External("builtins.AttributeError"))
    if name.startswith("__") or interpreter.failures:
        return TOP
    if name[0] == "_" and isinstance(value, Instance) and _has_library_base(value):
        return TOP  # what is private of a library is not declared
    if isinstance(value, Module):
        if not open_modules.may_have_more(interpreter, value):
            words = f"module '{value.name}' has no attribute '{name}'"
            interpreter.report(node, "tf-attribute", words)
    elif (
        is_of_keras(value)
        and open_modules.is_legacy(interpreter)
        or isinstance(value, TensorType)
        and open_modules.has_other_backend(interpreter)
    ):
        return TOP
    elif isinstance(value, Instance):
        _report_of_instance(interpreter, value, name, node)
    elif isinstance(value, _VALUES) or _is_of_dataset(interpreter, value, name):
        _report_missing(interpreter, value, name, node)
    elif isinstance(value, (Container, tuple, PyValue, str, bytes, float, int)):
        _report_of_builtin(interpreter, value, name, node)
    return TOP


_VALUES: Final = (TensorType, Dataset, DType, Shape, Struct)
#: What an iterator of a dataset is taken for. A program may give it other attributes.
_NEAR: Final = ("tensorflow.data.Dataset", "tensorflow.data.Iterator", "tensorflow.Tensor")


def _is_of_dataset(interpreter: Interpreter, value: Value, name: str) -> bool:
    is_iterator = isinstance(value, Container) and str(class_name(value)).startswith("tensorflow.")
    return is_iterator and any(interpreter.declared.member(each, name) for each in _NEAR)


#: Values of Python's that have no other attributes than their class has, where it is sure.
_HOLDING: Final = (Container, tuple, PyValue, str, bytes)
#: What has the attributes that a builtin value is asked for in vain, and how one is made of it.
_INSTEAD: Final = {
    "tensorflow.data.Dataset": "a tf.data.Dataset has it; tf.data.Dataset.zip() makes one of several",
    "numpy.ndarray": "np.array(x).{} is that of an array",
    "tensorflow.Tensor": "a tensor has it",
    "tensorflow.Variable": "a tf.Variable has it; add_weight() makes one in layers and metrics",
    "tensorflow.TensorShape": "a tf.TensorShape has it; the shape of a KerasTensor is a tuple: list(x.shape), len(x.shape)",
    "tensorflow.keras.layers.Layer": "a layer has it",
    "tensorflow.keras.Model": "a model has it",
    "tensorflow.keras.optimizers.Optimizer": "an optimizer has it",
    "tensorflow.keras.metrics.Metric": "a metric has it",
}


def _report_of_builtin(interpreter: Interpreter, value: Value, name: str, node: ast.AST) -> None:
    """A list, a number or a text is taken for what TensorFlow, Keras or NumPy have."""
    contents = contents_of(value)
    if contents == Mapped({}, frozenset(), TOP):
        return  # an annotation says that it is a dict: people call their own classes so, too
    if is_vague(contents) and value.kind != "iterator":
        return
    is_iterator = isinstance(value, Container) and value.kind == "iterator"
    if is_iterator and interpreter.declared.member("tensorflow.data.Iterator", name) is not None:
        return  # it may be that of a dataset
    kind = str(class_name(value)).rpartition(".")[2].lower()
    items = contents if isinstance(contents, tuple) else ()
    found = [resolve(each) for each in items]
    classes = [class_name(each) if isinstance(each, Instance) else None for each in found]
    has_it = [i for i, cls in enumerate(classes) if cls and interpreter.declared.member(cls, name)]
    if len(has_it) == 1:
        of_one = (
            "; a comma after a value makes a tuple" if kind == "tuple" and len(items) == 1 else ""
        )
        words = (
            f"a value of type '{kind}' has no attribute '{name}': item {has_it[0]} has it{of_one}"
        )
        interpreter.report(node, "tf-attribute", words)
        return
    for owner, hint in _INSTEAD.items() if kind not in ("str", "bytes") else ():
        has = owner in interpreter.tables.classes and (
            name in interpreter.tables.classes[owner].methods
            or name in interpreter.tables.classes[owner].attributes
        )
        if has or interpreter.declared.member(owner, name) is not None:
            if hidden := _hidden(interpreter, node):
                hint = f"the loop over {hidden} takes its name; another one there leaves it alone"
            more = _of_tensors(found, name, node) if owner == "numpy.ndarray" else ""
            words = f"a value of type '{kind}' has no attribute '{name}': {hint.format(name)}{more}"
            interpreter.report(node, "tf-attribute", words)
            return
    if type(value) in _HOLDING and kind_of(value) is not None:
        near = misspelt(name, dir(getattr(builtins, kind)), 0.7)
        hint = f"; did you mean '{near}'?" if near else ""
        if kind == "bytes" and hasattr(str, name) and isinstance(node, ast.Attribute):
            hint = f"; {decoded(node.value)} is text, which has it"
        if kind == "str" and hasattr(bytes, name):
            hint = f"; it is text already, leave out .{name}()"
        if isinstance(contents, Mapped) and name in contents.known:
            hint = f"; [{name!r}] has it"
        words = f"a value of type '{kind}' has no attribute '{name}'{hint}"
        interpreter.report(node, "tf-attribute", words)


def _of_tensors(items: Iterable[Value], name: str, node: ast.AST) -> str:
    """What TensorFlow makes of a list of tensors that is asked for a method of arrays."""
    has_tensors = any(isinstance(each, TensorType) and each.kind != "array" for each in items)
    if not has_tensors or name not in TWINS or not isinstance(node, ast.Attribute):
        return ""
    return f"; {TWINS[name]}({ast.unparse(node.value)}) does it"


def _hidden(interpreter: Interpreter, node: ast.AST) -> str | None:
    """What the loop goes over that gives another value to the name of the object that has an attribute."""
    scope = interpreter.current_scope
    if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name) or not scope:
        return None
    return loop_names.hiding(scope, node.value)


def _report_of_instance(
    interpreter: Interpreter, value: Instance, name: str, node: ast.AST
) -> None:
    """An object has no such attribute, or has it no more."""
    remedy = _instead(interpreter, value, name)
    if isinstance(value.cls, Class):
        is_keras = is_of_keras(value)
        if is_known(interpreter, value, handed_on=remedy is not None and not is_keras):
            hint = f"{' any more' if is_keras else ''}; {remedy}" if remedy else ""
            if name in _OF_SYMBOLS and _MODELS[0] in value.cls.externals:
                hint = "; keras.Model(x, model.call(x)) has it, with x = keras.Input(shape)"
            hint = hint or _assigned(interpreter, value, name, node)
            words = f"'{value.cls.name}' object has no attribute '{name}'{hint}"
            interpreter.report(node, "tf-attribute", words)
    elif remedy is not None and value.read(OPEN) is ABSENT:
        shown = str(class_name(value)).replace("tensorflow.", "tf.", 1)
        interpreter.report(node, "tf-attribute", f"{shown} has no attribute {name!r}; {remedy}")
    elif is_known(interpreter, value):
        _report_missing(interpreter, value, name, node)


def _assigned(interpreter: Interpreter, value: Instance, name: str, node: ast.AST) -> str:
    """The attribute of an object of the program's that is meant, what it has that has it, or where it gets one."""
    own = [each for each in value.written() if isinstance(each, str) and each.isidentifier()]
    if (near := misspelt(name, own, 0.7)) not in (None, name):
        return f"; did you mean '{near}'?"
    receiver = node.value if isinstance(node, ast.Attribute) else None
    parts = {each: class_name(resolve(value.read(each))) for each in own}
    has = [each for each, cls in parts.items() if cls and interpreter.declared.member(cls, name)]
    if len(has) == 1 and receiver is not None:
        return f"; {ast.unparse(receiver)}.{has[0]}.{name} is there"
    is_self = isinstance(receiver, ast.Name) and receiver.id == "self"
    return f"; self.{name} = ... in __init__() makes it" if is_self else ""


def _instead(interpreter: Interpreter, value: Value, name: str) -> str | None:
    """What does the work of a member that is gone; None where nobody says that it is."""
    asked = (each.gone for each in models(interpreter, value) if each.gone is not None)
    return next((remedy for gone in asked if (remedy := gone(interpreter, name))), None)


def _has_library_base(value: Instance) -> bool:
    return isinstance(value.cls, Class) and any(
        not name.startswith("builtins.") for name in value.cls.externals
    )


def is_plain(value: Instance) -> bool:
    """Whether the class of an object is the program's, and derives from none of a library."""
    cls = value.cls
    return isinstance(cls, Class) and not cls.is_open and {*cls.externals} <= {"builtins.object"}


def is_of_keras(value: Value) -> bool:
    cls = value.cls if isinstance(value, Instance) else None
    classes = cls.externals if isinstance(cls, Class) else (class_name(value) or "",)
    return any(name.startswith("tensorflow.keras.") for name in classes)


def is_known(interpreter: Interpreter, value: Instance, *, handed_on: bool = False) -> bool:
    """Whether nobody can have given an object other attributes than those that are known.

    A library may have got an object that is `handed_on`: it gives none of the attributes that it has no more.
    """
    own = value.cls if isinstance(value.cls, Class) else None
    classes = (value.cls.name,) if own is None else own.externals
    return (
        value.read(OPEN) is ABSENT
        and not (own is not None and own.is_open)
        and (handed_on or value.birth > interpreter.escaped)
        and all(_is_told(interpreter, each) for each in classes)
    )


#: NumPy's dtypes, which are the same values here, have more attributes than TensorFlow's.
_OF_NUMPY_DTYPES: Final = frozenset(
    ("alignment", "byteorder", "char", "descr", "fields", "flags", "hasobject", "isalignedstruct", "isbuiltin",
     "isnative", "itemsize", "kind", "metadata", "names", "ndim", "newbyteorder", "num", "shape", "str", "subdtype", "type")
)  # fmt: skip


#: What makes dense tensors of these, which have what arrays have, or ops for it.
_DENSE: Final = {
    "tensorflow.SparseTensor": "tf.sparse.to_dense(x)",
    "tensorflow.RaggedTensor": "x.to_tensor()",
}
_ARRAY: Final = "numpy.ndarray"
#: What people ask models for that their optimizers have. A program may give a model such an attribute.
_MODELS: Final = ("tensorflow.keras.Model", "tensorflow.keras.Sequential")
#: What a model has where symbols put it together.
_OF_SYMBOLS: Final = ("input", "output", "inputs", "outputs", "input_shape", "output_shape")
_OF_OPTIMIZERS: Final = {
    "lr": "learning_rate",
    "learning_rate": "learning_rate",
    "iterations": "iterations",
}


def _report_missing(interpreter: Interpreter, value: Value, name: str, node: ast.AST) -> None:
    """A value of a library's class has not this attribute."""
    cls = class_name(value)
    if cls is None or _may_have(interpreter, value, name):
        return
    remedy = _instead(interpreter, value, name)
    if remedy is None and name.startswith("_"):
        return  # what is private is not declared
    if remedy is not None:
        shown = cls.replace("tensorflow.", "tf.", 1)
        interpreter.report(node, "tf-attribute", f"{shown} has no attribute '{name}': {remedy}")
        return
    public = [each for each in interpreter.declared.members(cls) if not each.startswith("_")]
    near = misspelt(name, public, 0.7)
    holder = _holder(value, name)
    hint = f"; did you mean '{near}'?" if near else ""
    hint = hint if holder is None else f"; {holder}[{name!r}] has it"
    if cls in _DENSE and (name == "numpy" or interpreter.declared.member(_ARRAY, name)):
        hint = f"; {_DENSE[cls]} is dense"
    if cls in _MODELS and name in _OF_OPTIMIZERS:
        hint = f"; model.optimizer.{_OF_OPTIMIZERS[name]} is it"
    if cls in _MODELS and name == "history":
        hint = "; fit() sets it, and returns it"
    if cls in _MODELS and name == "add" and isinstance(node, ast.Attribute):
        own = ast.unparse(node.value)
        hint = f", a Sequential has; {own} = keras.Model({own}.input, layer({own}.output)) goes on"
    shown = cls.replace("tensorflow.", "tf.", 1)
    interpreter.report(node, "tf-attribute", f"{shown} has no attribute '{name}'{hint}")


def _holder(value: Value, name: str) -> str | None:
    """The attribute of an object that is a dict with an item of this name."""
    for slot in value.written() if isinstance(value, Instance) else ():
        each = resolve(value.read(slot))
        if isinstance(slot, str) and isinstance(each, Container) and each.kind == "dict":
            if name in each.contents.known:
                return slot
    return None


def _may_have(interpreter: Interpreter, value: Value, name: str) -> bool:
    """Whether a value may have an attribute that its class does not declare."""
    if isinstance(value, DType):
        return name in _OF_NUMPY_DTYPES
    return isinstance(value, TensorType) and (
        interpreter.switches.read("numpy_behavior", None) is not None
        or may_have_more(value)
        or is_mixed(value)
        or value.kind == "variable"
        and name in _OF_PARTS
        and open_modules.is_mentioned(interpreter, "strategy")
        or may_be_ragged(value)
        and any(interpreter.declared.member(each, name) is not None for each in _OTHER_KINDS)
        or value.dtype == DType.any()  # an op made it of something unknown
        or _may_be_called_tensor(interpreter, value, name)
    )


#: What a strategy may have made of a variable has its parts in these.
_OF_PARTS: Final = ("values", "variables")
#: What an op may have made of a ragged or sparse tensor.
_OTHER_KINDS: Final = (
    "tensorflow.RaggedTensor",
    "tensorflow.SparseTensor",
    "tensorflow.IndexedSlices",
)


def _may_be_called_tensor(interpreter: Interpreter, value: TensorType, name: str) -> bool:
    """Whether it may be a dict, a list or an array: programs annotate these as tensors, of which nothing else is known."""
    if value != TensorType.unknown():
        return False
    array = interpreter.tables.classes["numpy.ndarray"]
    others = {*dir(dict), *dir(list), *array.methods, *array.attributes}
    return name in others


def _is_told(interpreter: Interpreter, name: str) -> bool:
    """Whether all that a library's class gives its instances is known."""
    return name.startswith(("builtins.", "abc.")) or isinstance(
        interpreter.declared.find(name), declared.Class
    )
