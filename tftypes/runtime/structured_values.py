"""Nested values and nested specs, side by side: compared, named and taken apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import tensorflow as tf

from tftypes.runtime.records import Fields
from tftypes.runtime.type_specs import type_spec_of


class NotAlike(Exception):
    """A value is not structured as its spec; the text names the place."""


def specs_of(structure: Any) -> Any:
    """The structure with a spec for each value, without names."""
    return tf.nest.map_structure(_spec, structure)


def _spec(value: Any) -> Any:
    if value is None:
        return None
    spec = value if isinstance(value, tf.TypeSpec) else type_spec_of(value)
    return tf.TensorSpec(spec.shape, spec.dtype) if isinstance(spec, tf.TensorSpec) else spec


def leaf_names(spec: Any, name: str) -> Iterator[str]:
    """A name for each tensor of a structure, by its place, in the order of `tf.nest`.

    >>> list(leaf_names({"b": tf.TensorSpec([]), "a": (tf.TensorSpec([]), None)}, "batch"))
    ['batch_a_0', 'batch_a_1', 'batch_b']
    """
    parts = _parts(spec)
    if parts is not None:
        for step, part in parts:
            yield from leaf_names(part, f"{name}_{step}")
        return
    count = len(tf.nest.flatten(spec, expand_composites=True))
    if count == 1:
        yield name
    else:
        yield from (f"{name}_{index}" for index in range(count))


def conformed(spec: Any, value: Any, path: str) -> list[Any]:
    """The tensors of a value that must be structured as the spec, in the order of `tf.nest`.

    >>> [t.numpy().item() for t in conformed({"a": tf.TensorSpec([])}, {"a": 1}, "x")]
    [1.0]
    >>> conformed({"a": tf.TensorSpec([]), "b": tf.TensorSpec([])}, {"a": 1}, "x")
    Traceback (most recent call last):
    tftypes.runtime.structured_values.NotAlike: argument 'x': expected keys a, b; 'b' is missing

    Raises:
      NotAlike: at the first place where it is not.
    """
    if isinstance(spec, Fields):
        given = {f: getattr(value, f) for f in spec if hasattr(value, f)}
        _require("fields", spec, given, value, path)
        return [t for f in sorted(spec) for t in conformed(spec[f], given[f], f"{path}.{f}")]
    if isinstance(spec, Mapping):
        given = value if isinstance(value, Mapping) else {}
        _require("keys", spec, given, value, path)
        return [t for k in sorted(spec) for t in conformed(spec[k], given[k], f'{path}["{k}"]')]
    if isinstance(spec, tuple) and hasattr(spec, "_fields"):
        given = {f: getattr(value, f) for f in spec._fields if hasattr(value, f)}
        _require("fields", dict.fromkeys(spec._fields), given, value, path)
        return [
            t for f, s in zip(spec._fields, spec) for t in conformed(s, given[f], f"{path}.{f}")
        ]
    if isinstance(spec, (tuple, list)):
        if not isinstance(value, (tuple, list)) or len(value) != len(spec):
            raise NotAlike(f"argument '{path}': expected {len(spec)} items, got {_text(value)}")
        return [
            t for i, (s, v) in enumerate(zip(spec, value)) for t in conformed(s, v, f"{path}[{i}]")
        ]
    return _leaf(spec, value, path)


def packed(spec: Any, tensors: Iterator[Any]) -> Any:
    """The value structured as the spec, of the next tensors, in the order of `tf.nest`.

    No constructor of a named tuple is called, as `tf.nest` does: the class may come from a file.

    >>> packed({"a": tf.TensorSpec([]), "b": (tf.TensorSpec([]),)}, iter([1, 2]))
    {'a': 1, 'b': (2,)}
    """
    if isinstance(spec, Mapping):
        parts = {name: packed(spec[name], tensors) for name in sorted(spec)}
        return type(spec)(parts).restore() if isinstance(spec, Fields) else parts
    if isinstance(spec, tuple):
        return tuple.__new__(type(spec), [packed(part, tensors) for part in spec])
    if isinstance(spec, list):
        return [packed(part, tensors) for part in spec]
    own = [next(tensors) for _ in tf.nest.flatten(spec, expand_composites=True)]
    return tf.nest.pack_sequence_as(spec, own, expand_composites=True)


def _parts(spec: Any) -> list[tuple[Any, Any]] | None:
    if isinstance(spec, Mapping):
        return [(key, spec[key]) for key in sorted(spec)]
    if isinstance(spec, tuple) and hasattr(spec, "_fields"):
        return list(zip(spec._fields, spec))
    if isinstance(spec, (tuple, list)):
        return list(enumerate(spec))
    return None


def _require(
    kind: str, expected: Mapping[str, Any], given: Mapping[str, Any], value: Any, path: str
) -> None:
    if given.keys() == expected.keys():
        return
    wanted = ", ".join(expected)
    missing = [name for name in expected if name not in given]
    extra = [name for name in given if name not in expected]
    if len(missing) == len(expected):
        raise NotAlike(f"argument '{path}': expected {kind} {wanted}; got {_text(value)}")
    problem = f"{missing[0]!r} is missing" if missing else f"{extra[0]!r} is not one of them"
    raise NotAlike(f"argument '{path}': expected {kind} {wanted}; {problem}")


def _leaf(spec: Any, value: Any, path: str) -> list[Any]:
    try:
        if isinstance(spec, tf.TensorSpec):
            value = tf.convert_to_tensor(value, spec.dtype)
        own = type_spec_of(value)
    except (TypeError, ValueError):
        raise NotAlike(f"argument '{path}': expected {spec}, got {_text(value)}") from None
    if not spec.is_compatible_with(own):
        raise NotAlike(f"argument '{path}': expected {spec}, got {own}")
    return list(tf.nest.flatten(value, expand_composites=True))


def _text(value: Any) -> str:
    return f"{value!r:.60} ({type(value).__name__})"
