"""Paths: the names that lead from a struct to a field of it, at any depth.

A path is a tuple of names, or one string with dots between them; a name that contains a dot can
be written in a tuple only. The empty tuple is the path of the struct itself.

Source: StructTensor RFC, "Path-Based Manipulation"; struct2tensor's `path.Path`.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from tftypes.struct.fields import FieldError
from tftypes.struct.tensors import StructTensor

#: A tuple of names, or names with dots between them.
Path: TypeAlias = str | tuple[str, ...]


def names_of(path: Path) -> tuple[str, ...]:
    """The names along a path.

    >>> names_of("recipe.ingredients.name"), names_of(("recipe", "a.b"))
    (('recipe', 'ingredients', 'name'), ('recipe', 'a.b'))

    Raises:
      TypeError: if it is no path.
    """
    if isinstance(path, str):
        return tuple(path.split("."))
    if isinstance(path, tuple) and all(isinstance(name, str) for name in path):
        return path
    raise TypeError(f"expected a path (a tuple of names, or names with dots), got {path!r}")


def paths_of(paths: Path | list[Path]) -> list[tuple[str, ...]]:
    """The paths of a list, or the only one.

    >>> paths_of("a.b"), paths_of(["a.b", ("c",)])
    ([('a', 'b')], [('a', 'b'), ('c',)])

    Raises:
      TypeError: if it is neither.
    """
    return [names_of(path) for path in (paths if isinstance(paths, list) else [paths])]


def shown(names: tuple[str, ...]) -> str:
    """A path as it would be written.

    >>> print(shown(("a", "b")), shown(("a.b", "c")), shown(()))
    'a.b' ('a.b', 'c') ()
    """
    dotted = ".".join(names)
    return repr(dotted) if names and names_of(dotted) == names else repr(names)


def get(struct: StructTensor, path: Path) -> Any:
    """The value at a path, with the dims of all the structs that it goes through in front.

    >>> from tftypes import struct
    >>> st = struct.constant([{"docs": [{"title": "a"}, {"title": "b"}]}, {"docs": []}])
    >>> get(st, "docs.title")
    <tf.RaggedTensor [[b'a', b'b'], []]>

    Raises:
      FieldError: (a KeyError) if there is no such field.
      TypeError: if `path` is no path.

    Source: StructTensor RFC, "Path-Based Manipulation".
    """
    names, value = names_of(path), struct
    for depth, name in enumerate(names):
        if not isinstance(value, StructTensor) or name not in value.field_names():
            raise missing(struct, names, depth)
        value = value.field_value(name)
    return value


def put(struct: StructTensor, path: Path, value: Any) -> StructTensor:
    """The struct with `value` at a path; all other fields are shared.

    The parent of the new field must be there.

    >>> from tftypes import struct
    >>> st = struct.constant({"user": {"id": 7}})
    >>> put(st, "user.name", "ann").to_py()
    {'user': {'id': 7, 'name': b'ann'}}

    Args:
      value: its first dims are those of all the structs that the path goes through.

    Raises:
      FieldError: if there is no such parent.
      ValueError: if the path is empty, or if the dims of `value` are others.

    Source: StructTensor RFC, "Path-Based Manipulation".
    """
    names = names_of(path)
    if not names:
        raise ValueError("a field needs a name: the path is empty")
    return _put(struct, names, value, parent_of(struct, names))


def _put(
    struct: StructTensor, names: tuple[str, ...], value: Any, parent: StructTensor
) -> StructTensor:
    if len(names) > 1:
        value = _put(struct.field_value(names[0]), names[1:], value, parent)
    return struct.with_updates({names[0]: value})


def parent_of(struct: StructTensor, names: tuple[str, ...]) -> StructTensor:
    """The struct that holds the field at a path, whether or not the field is there."""
    parent = get(struct, names[:-1])
    if not isinstance(parent, StructTensor):
        raise missing(struct, names, len(names) - 1)
    return parent


def walk(struct: StructTensor) -> Iterator[tuple[str, ...]]:
    """Every path of a struct, parents before children."""
    for name in struct.field_names():
        yield (name,)
        value = struct.field_value(name)
        if isinstance(value, StructTensor):
            yield from ((name, *rest) for rest in walk(value))


def missing(struct: StructTensor, names: tuple[str, ...], depth: int) -> FieldError:
    """The error for a path whose name number `depth` is not there."""
    parent = get(struct, names[:depth])
    where = shown(names[:depth]) if depth else "the struct"
    if isinstance(parent, StructTensor):
        what = f"{where} has no field {names[depth]!r}"
    else:
        what = f"{where} is no struct, it has no field {names[depth]!r}"
    known = list(walk(struct))
    hint = suggestion(names, known)
    return FieldError(f"no field at path {shown(names)}: {what}{hint}\n{struct.schema}")


def suggestion(names: tuple[str, ...], known: list[tuple[str, ...]]) -> str:
    """What may have been meant: the same names in a tuple, the same end elsewhere, a near spelling.

    >>> suggestion(("ingredients", "nam"), [("recipe",), ("recipe", "ingredients", "name")])
    "; did you mean 'recipe.ingredients.name'?"
    """
    dotted: Mapping[str, tuple[str, ...]] = {".".join(path): path for path in reversed(known)}
    wanted = ".".join(names)
    ends = [path for path in known if path[-len(names) :] == names]
    near = difflib.get_close_matches(wanted, dotted, 1, 0.6)
    if wanted in dotted:
        return f"; a name with dots is written in a tuple: {dotted[wanted]!r}"
    if ends:
        return f"; did you mean {shown(ends[0])}?"
    return f"; did you mean {shown(dotted[near[0]])}?" if near else ""
