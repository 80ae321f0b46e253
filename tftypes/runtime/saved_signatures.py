"""SavedModel signatures that keep their structure.

TensorFlow flattens the arguments and results of a signature to tensors with made-up names. `save`
writes the structure beside the signatures, `structured_signatures` gives it back: nested dicts,
tuples and NamedTuples, ragged and sparse tensors, extension types.

Source: RFC 269, the review's question on exported signatures; `tf.saved_model.save`.
"""

from __future__ import annotations

import inspect
import json
from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import tensorflow as tf

from tftypes.runtime.records import Fields, bare_holder_of, held
from tftypes.runtime.saved_classes import SavedClasses, place_of
from tftypes.runtime.structure_texts import UNREADABLE, decoded, encoded
from tftypes.runtime.structured_values import NotAlike, conformed, leaf_names, packed, specs_of

#: The attribute of the saved object that holds the structures.
_ATTRIBUTE = "tftypes_structures"
#: The name of a signature that is not given one.
_DEFAULT = tf.saved_model.DEFAULT_SERVING_SIGNATURE_DEF_KEY
_FUNCTIONS: Any = (
    tf.types.experimental.PolymorphicFunction,
    tf.types.experimental.ConcreteFunction,
)


def save(obj: Any, export_dir: str, signatures: Any = None, options: Any = None) -> None:
    """Saves `obj` as `tf.saved_model.save` does, and beside each signature its structure.

    Args:
      obj: the object, such as a `tf.Module`.
      export_dir: the folder.
      signatures: by name, functions with an input signature (`runtime.function`, `tf.function`), or
        concrete functions. Their arguments and results may be nested in any way. One function
        alone becomes "serving_default". None takes the only function of `obj` that has an input
        signature, and saves no signature where there are none or several.
      options: a `tf.saved_model.SaveOptions`.

    Raises:
      ValueError: if a function has no input signature.
      TypeError: if a signature is no function.

    Any loader can call the signatures flat; the names tell the place: `batch_image`.

    Source: `tf.saved_model.save`.
    """
    flat = {name: _Flat(name, function) for name, function in _named_signatures(obj, signatures)}
    texts = {name: made.text() for name, made in flat.items()}
    holder: Any = tf.Module()
    holder.text = tf.Variable(json.dumps(texts), trainable=False, dtype=tf.string)
    setattr(obj, _ATTRIBUTE, holder)
    try:
        functions = {name: made.function for name, made in flat.items()}
        tf.saved_model.save(obj, export_dir, functions, options)
    finally:
        delattr(obj, _ATTRIBUTE)


def _named_signatures(obj: Any, signatures: Any) -> Iterable[tuple[str, Any]]:
    """The signatures by name, as `tf.saved_model.save` understands them."""
    if isinstance(signatures, Mapping):
        return signatures.items()
    if signatures is not None:
        return [(_DEFAULT, signatures)]
    found = {}
    for name in dir(type(obj)) + list(vars(obj)):
        function = getattr(obj, name, None)
        if isinstance(function, _FUNCTIONS) and _has_signature(function):
            if name == "_default_save_signature":  # with this one, an object chooses itself
                return [(_DEFAULT, function)]
            found[name] = function
    return [(_DEFAULT, function) for function in found.values()] if len(found) == 1 else []


def _has_signature(function: Any) -> bool:
    return isinstance(function, tf.types.experimental.ConcreteFunction) or bool(
        function.input_signature
    )


def structured_signatures(
    loaded: Any, classes: Iterable[type] = ()
) -> dict[str, StructuredSignature]:
    """The signatures of a model that `save` wrote, with their structure.

    Loading runs no code that the model names. NamedTuples, dataclasses and attrs classes come back
    where the program has imported them, as it must have imported those of the registered type
    specs; otherwise a named tuple with the same fields stands for them. Their objects are put
    together field by field: neither `__init__` nor `__new__` nor `__post_init__` is called.

    Args:
      loaded: what `tf.saved_model.load` returned.
      classes: classes to use for those of the same names, wherever they are defined now.

    Raises:
      ValueError: if the model was not written by `save`, if what it says is broken, if a type spec
        in it is not registered (the module that defines it must be imported first), or if one of
        its classes has other fields in the program.
      TypeError: if one of `classes` is no NamedTuple, dataclass or attrs class.
    """
    holder = getattr(loaded, _ATTRIBUTE, None)
    if holder is None:
        raise ValueError(
            "structured_signatures() argument 'loaded': the model keeps no structures; save it "
            "with tftypes.runtime.save"
        )
    try:
        texts = dict(json.loads(holder.text.numpy()))
        read = {name: _Saved(text) for name, text in texts.items()}
    except UNREADABLE as error:
        raise ValueError(
            "structured_signatures() argument 'loaded': the structures in the model cannot be "
            f"read: {type(error).__name__}: {error}"
        ) from error
    given = list(classes)
    return {name: StructuredSignature(loaded, name, saved, given) for name, saved in read.items()}


class _Saved:
    """What the model says of one signature, of plain values only."""

    def __init__(self, text: Mapping[str, Any]) -> None:
        self.classes = dict(text["classes"])
        _texts(self.classes.values())
        self.parameters = _texts(text["parameters"])
        self.input_names = _texts(text["input_names"])
        self.output_names = _texts(text["output_names"])
        self.inputs = _specs(text["inputs"])
        self.outputs = _specs(text["outputs"])
        if len(self.inputs) != len(self.parameters):
            raise ValueError(f"{len(self.parameters)} parameters, {len(self.inputs)} inputs")

    def function_in(self, functions: Mapping[str, Any], name: str) -> Any:
        """The function of this name in the model.

        Raises:
          ValueError: if there is none, or its tensors are not those of the structures.
        """
        if name not in functions:
            raise ValueError("the model has no signature of this name")
        function = functions[name]
        for what, structure, names, own in (
            ("input", self.inputs, self.input_names, function.function_type.parameters),
            ("output", self.outputs, self.output_names, function.structured_outputs),
        ):
            count = len(tf.nest.flatten(structure, expand_composites=True))
            if len(names) != count or set(names) != set(own):
                raise ValueError(
                    f"its {what}s are {', '.join(own)} in the model, and the structure has {count} "
                    f"tensors, named {', '.join(names)}"
                )
        return function


def _texts(values: Iterable[Any]) -> list[str]:
    """The values in a list, if all are strings."""
    listed = list(values)
    for value in listed:
        if not isinstance(value, str):
            raise ValueError(f"expected a string, got {value!r:.40}")
    return listed


class StructuredSignature:
    """One signature of a loaded model: called with the structures it was written for.

    Attributes: ``inputs``, by parameter the structure of specs; ``outputs``, that of the result.
    """

    def __init__(self, loaded: Any, name: str, saved: _Saved, given: Iterable[type]) -> None:
        self.name = name
        try:
            classes = SavedClasses(saved.classes, given)
            specs = _restored(saved.inputs, classes)
            self.outputs: Any = _restored(saved.outputs, classes)
            self._function = saved.function_in(loaded.signatures, name)
        except (TypeError, ValueError) as error:
            raise type(error)(f"structured_signatures(), signature {name!r}: {error}") from None
        self.inputs: dict[str, Any] = dict(zip(saved.parameters, specs))
        self._input_names: list[str] = saved.input_names
        self._output_names: list[str] = saved.output_names

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
        return packed(self.outputs, iter([results[name] for name in self._output_names]))

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
            "inputs": encoded(_named(list(self.inputs.values()))),
            "outputs": encoded(_named(self.outputs)),
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


def _specs(text: str) -> Any:
    """The structure in a text, if its leaves are specs."""
    structure = decoded(text)
    for leaf in tf.nest.flatten(structure):
        if leaf is not None and not isinstance(leaf, tf.TypeSpec):
            raise ValueError(f"expected a tf.TypeSpec, got {leaf!r:.40}")
    return structure


def _classes(structure: Any) -> Iterator[tuple[str, str]]:
    """The named tuples and dataclasses in a structure: by name, where they are defined."""
    if isinstance(structure, Mapping):
        if isinstance(structure, Fields) and not structure.static:
            yield structure.kind.__name__, place_of(structure.kind)
        for value in structure.values():
            yield from _classes(value)
    elif isinstance(structure, (tuple, list)):
        cls = type(structure)
        if hasattr(structure, "_fields"):
            yield cls.__name__, place_of(cls)
        for value in structure:
            yield from _classes(value)


def _restored(structure: Any, classes: SavedClasses) -> Any:
    """The structure of specs with the program's own classes, where it has them."""
    if isinstance(structure, Mapping):
        # A proto keeps no order; `tf.nest` flattens by key.
        return {name: _restored(structure[name], classes) for name in sorted(structure)}
    if isinstance(structure, tuple) and hasattr(structure, "_fields"):
        parts = [_restored(value, classes) for value in structure]
        made = classes.find(type(structure).__name__, structure._fields)
        if made is None:
            return tuple.__new__(type(structure), parts)
        if issubclass(made, tuple):
            return tuple.__new__(made, parts)
        return bare_holder_of(made)(zip(structure._fields, parts))
    if isinstance(structure, (tuple, list)):
        return type(structure)(_restored(value, classes) for value in structure)
    return structure
