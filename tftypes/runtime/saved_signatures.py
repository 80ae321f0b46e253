"""SavedModel signatures that keep their structure.

TensorFlow flattens the arguments and results of a signature to tensors with made-up names. `save`
writes the structure beside the signatures, `structured_signatures` gives it back: nested dicts,
tuples and NamedTuples, ragged and sparse tensors, extension types.

Source: RFC 269, the review's question on exported signatures; `tf.saved_model.save`.
"""

from __future__ import annotations

import base64
import inspect
import json
from collections import namedtuple
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any

import tensorflow as tf

from tftypes.runtime.private import struct_pb2, structure_coder
from tftypes.runtime.records import Fields, fields_of, held, holder_of, restored
from tftypes.runtime.structured_values import NotAlike, conformed, leaf_names, specs_of

#: The attribute of the saved object that holds the structures.
_ATTRIBUTE = "tftypes_structures"


def save(obj: Any, export_dir: str, signatures: Mapping[str, Any], options: Any = None) -> None:
    """Saves `obj` as `tf.saved_model.save` does, and beside each signature its structure.

    Args:
      obj: the object, such as a `tf.Module`.
      export_dir: the folder.
      signatures: by name, functions with an input signature (`runtime.function`, `tf.function`), or
        concrete functions. Their arguments and results may be nested in any way.
      options: a `tf.saved_model.SaveOptions`.

    Raises:
      ValueError: if a function has no input signature.

    Any loader can call the signatures flat; the names tell the place: `batch_image`.
    """
    flat = {name: _Flat(name, function) for name, function in signatures.items()}
    texts = {name: made.text() for name, made in flat.items()}
    holder: Any = tf.Module()
    holder.text = tf.Variable(json.dumps(texts), trainable=False, dtype=tf.string)
    setattr(obj, _ATTRIBUTE, holder)
    try:
        functions = {name: made.function for name, made in flat.items()}
        tf.saved_model.save(obj, export_dir, functions, options)
    finally:
        delattr(obj, _ATTRIBUTE)


def structured_signatures(loaded: Any) -> dict[str, StructuredSignature]:
    """The signatures of a model that `save` wrote, with their structure.

    Args:
      loaded: what `tf.saved_model.load` returned.

    Raises:
      ValueError: if the model was not written by `save`, or a type in it is not registered: then
        the module that defines it must be imported first.
    """
    holder = getattr(loaded, _ATTRIBUTE, None)
    if holder is None:
        raise ValueError(
            "structured_signatures() argument 'loaded': the model keeps no structures; save it "
            "with tftypes.runtime.saved_signatures.save"
        )
    texts = json.loads(holder.text.numpy())
    return {name: StructuredSignature(loaded, name, text) for name, text in texts.items()}


class StructuredSignature:
    """One signature of a loaded model: called with the structures it was written for.

    Attributes: ``inputs``, by parameter the structure of specs; ``outputs``, that of the result.
    """

    def __init__(self, loaded: Any, name: str, text: Mapping[str, Any]) -> None:
        self.name = name
        classes = text["classes"]
        specs = _restored(_decoded(text["inputs"]), classes)
        self.inputs: dict[str, Any] = dict(zip(text["parameters"], specs))
        self.outputs: Any = _restored(_decoded(text["outputs"]), classes)
        self._function = loaded.signatures[name]
        self._input_names: list[str] = text["input_names"]
        self._output_names: list[str] = text["output_names"]

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The result, with its structure.

        Raises:
          TypeError: naming the argument, what was expected and what came.
        """
        leaves: list[Any] = []
        for name, value in self._bound(args, kwargs).items():
            try:
                leaves += conformed(self.inputs[name], value, name)
            except NotAlike as problem:
                raise TypeError(f"{self.name}() {problem}") from None
        results = self._function(**dict(zip(self._input_names, leaves)))
        flat = [results[name] for name in self._output_names]
        return restored(tf.nest.pack_sequence_as(self.outputs, flat, expand_composites=True))

    def _bound(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> dict[str, Any]:
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        signature = inspect.Signature([inspect.Parameter(name, kind) for name in self.inputs])
        try:
            return signature.bind(*args, **kwargs).arguments
        except TypeError as error:
            raise TypeError(f"{self.name}() {error}; it takes {', '.join(self.inputs)}") from None

    def __repr__(self) -> str:
        inputs = ", ".join(f"{name}: {spec}" for name, spec in self.inputs.items())
        return f"{self.name}({inputs}) -> {self.outputs}"


class _Flat:
    """A signature as TensorFlow saves it: named tensors to named tensors."""

    def __init__(self, name: str, function: Any) -> None:
        self.name = name
        concrete = _concrete(name, function)
        self.inputs = _inputs(concrete)
        self.outputs = specs_of(concrete.structured_outputs)
        self.input_names = [n for part, spec in self.inputs.items() for n in leaf_names(spec, part)]
        self.output_names = list(leaf_names(self.outputs, "output"))
        self.function = self._flattened(function)

    def _flattened(self, function: Callable[..., Any]) -> Any:
        # As a list: of a dict `tf.nest` would sort the parameters by name.
        specs = tf.nest.flatten(list(self.inputs.values()), expand_composites=True)
        named = [
            tf.TensorSpec(spec.shape, spec.dtype, name)
            for spec, name in zip(specs, self.input_names)
        ]

        @tf.function(input_signature=named)
        def flat(*tensors: Any) -> Any:
            arguments = {}
            rest = list(tensors)
            for name, spec in self.inputs.items():
                count = len(tf.nest.flatten(spec, expand_composites=True))
                part, rest = rest[:count], rest[count:]
                arguments[name] = tf.nest.pack_sequence_as(spec, part, expand_composites=True)
            result = held(function(**arguments))
            return dict(zip(self.output_names, tf.nest.flatten(result, expand_composites=True)))

        return flat

    def text(self) -> dict[str, Any]:
        return {
            "parameters": list(self.inputs),
            "inputs": _encoded(list(self.inputs.values())),
            "outputs": _encoded(self.outputs),
            "classes": dict(_classes((self.inputs, self.outputs))),
            "input_names": self.input_names,
            "output_names": self.output_names,
        }


def _concrete(name: str, function: Any) -> Any:
    if isinstance(function, tf.types.experimental.ConcreteFunction):
        return function
    try:
        return function.get_concrete_function()
    except (AttributeError, TypeError, ValueError) as error:
        raise ValueError(
            f"save() argument 'signatures': {name!r} needs an input signature, such as "
            f"annotations and `runtime.function` give; {error}"
        ) from error


def _inputs(concrete: Any) -> dict[str, Any]:
    """By parameter, the structure of specs; parameters with a constant value are left out."""
    args, kwargs = concrete.structured_input_signature
    parameters = list(concrete.function_type.parameters.values())
    positional = [p.name for p in parameters if p.kind is not p.KEYWORD_ONLY and p.name != "self"]
    found = dict(zip(positional, args[len(args) - len(positional) :]))
    found.update(kwargs)
    return {name: specs_of(spec) for name, spec in found.items() if _has_tensors(spec)}


def _has_tensors(spec: Any) -> bool:
    return any(isinstance(leaf, tf.TypeSpec) for leaf in tf.nest.flatten(spec))


def _encoded(structure: Any) -> str:
    proto = structure_coder.encode_structure(_named(structure))
    return base64.b64encode(proto.SerializeToString()).decode()


def _named(structure: Any) -> Any:
    """The structure with named tuples in place of the fields of dataclasses: protos have these."""
    if isinstance(structure, Fields):
        parts = [_named(structure[name]) for name in sorted(structure)]
        return namedtuple(structure.kind.__name__, sorted(structure))(*parts)
    if isinstance(structure, Mapping):
        return {name: _named(value) for name, value in structure.items()}
    if isinstance(structure, tuple) and hasattr(structure, "_fields"):
        return type(structure)(*map(_named, structure))
    if isinstance(structure, (tuple, list)):
        return type(structure)(map(_named, structure))
    return structure


def _decoded(text: str) -> Any:
    proto = struct_pb2.StructuredValue()
    proto.ParseFromString(base64.b64decode(text))
    return structure_coder.decode_proto(proto)


def _classes(structure: Any) -> Iterator[tuple[str, str]]:
    """The named tuples and dataclasses in a structure: by name, where they are defined."""
    if isinstance(structure, Mapping):
        if isinstance(structure, Fields) and not structure.static:
            yield structure.kind.__name__, _place(structure.kind)
        for value in structure.values():
            yield from _classes(value)
    elif isinstance(structure, (tuple, list)):
        cls = type(structure)
        if hasattr(structure, "_fields"):
            yield cls.__name__, _place(cls)
        for value in structure:
            yield from _classes(value)


def _place(cls: type) -> str:
    return f"{cls.__module__}:{cls.__qualname__}"


def _restored(structure: Any, classes: Mapping[str, str]) -> Any:
    """The structure with the program's own classes, where they can be imported."""
    if isinstance(structure, Mapping):
        # A proto keeps no order; `tf.nest` flattens by key.
        return {name: _restored(structure[name], classes) for name in sorted(structure)}
    if isinstance(structure, tuple) and hasattr(structure, "_fields"):
        made = _imported(classes.get(type(structure).__name__, "")) or type(structure)
        parts = [_restored(value, classes) for value in structure]
        if fields_of(made) is not None:
            return holder_of(made)(zip(structure._fields, parts))
        return made(*parts)
    if isinstance(structure, (tuple, list)):
        return type(structure)(_restored(value, classes) for value in structure)
    return structure


def _imported(place: str) -> Any:
    module, _, name = place.partition(":")
    try:
        found: Any = import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError, ValueError):
        return None
    return found
