"""What classes of the program declare: the annotated attributes, and the type variables that each instance binds."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from tftypes.algebra import UNKNOWN, Shape
from tftypes.inference.annotations.named import ANY, origin
from tftypes.inference.annotations.reading import Read, reader
from tftypes.inference.annotations.substitution import parameters, substitute
from tftypes.inference.annotations.tensors import as_dim
from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.names import DECLARED
from tftypes.inference.objects import Class, External, Instance, Value, resolve
from tftypes.inference.values import Annotation, TypeVariable

_GENERIC: Final = ("typing.Generic", "typing.Protocol", "typing_extensions.Generic", "typing_extensions.Protocol")  # fmt: skip


def declarations_in(compiler: Compiler, body: Sequence[ast.stmt]) -> Mapping[str, Read]:
    """How the annotations of the attributes that a class's body declares are read."""
    return {
        each.target.id: reader(compiler, each.annotation, is_run=False)  # the body has run it
        for each in body
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
    }


def fields_of(interpreter: Interpreter, cls: Class) -> Mapping[str, Annotation]:
    """The annotations of a class's attributes, those of its bases first, in terms of its type variables."""
    found: Mapping[str, Annotation] | None = cls.facts.get("declared")
    if found is None:
        found = dict(_fields(interpreter, cls))
        cls.facts["declared"] = found  # it says the same whenever it is read
    return found


def _fields(interpreter: Interpreter, cls: Class) -> Iterator[tuple[str, Annotation]]:
    for base in reversed(cls.facts.get("written bases", ())):
        of = origin(base)
        if isinstance(of, Class):
            arguments = base.args[1:] if isinstance(base, Annotation) else ()
            for name, annotation in fields_of(interpreter, of).items():
                yield name, in_terms_of(of, arguments, annotation)
    for name, read in cls.facts.get("declarations", {}).items():
        yield name, read(cls.facts["frame"])


def declared_attribute(
    interpreter: Interpreter, instance: Instance, name: str
) -> Annotation | None:
    """What a method, the class or the nearest base that does, declares of an attribute."""
    own, cls = instance.read(DECLARED + name), instance.cls
    if isinstance(own, Annotation):
        return own
    if not isinstance(cls, Class):
        return None
    for each in cls.mro:
        if isinstance(each, Class) and name in each.facts.get("declarations", ()):
            return fields_of(interpreter, cls).get(name)
    return None


# -- type variables -----------------------------------------------------------------------------------------------------


def variables(cls: Class) -> tuple[Value, ...]:
    """The type variables of a class, in order."""
    bases = [each for each in cls.facts.get("written bases", ()) if isinstance(each, Annotation)]
    for each in bases:
        if isinstance(each.args[0], External) and each.args[0].name in _GENERIC:
            return each.args[1:]
    own: tuple[Value, ...] = cls.facts.get("type parameters", ())
    return own or tuple(
        TypeVariable(name) for name in dict.fromkeys(n for each in bases for n in parameters(each))
    )


def arguments_by_name(cls: Class, arguments: Sequence[Value]) -> dict[str, Value]:
    """What the type variables of a class stand for in `cls[arguments]`; anything where they are left out."""
    found: dict[str, Value] = {}
    left = list(arguments)
    for each in variables(cls):
        variable = each.args[0] if isinstance(each, Annotation) else each
        variable = resolve(variable)
        if not isinstance(variable, TypeVariable):
            continue
        if variable.many:
            sizes = [as_dim(resolve(size)) for size in left]
            found[variable.name] = (
                Shape.of(*(UNKNOWN if size is None else size for size in sizes)) if left else ANY
            )
            left = []
        else:
            found[variable.name] = left.pop(0) if left else ANY
    return found


def in_terms_of(cls: Class, arguments: Sequence[Value], annotation: Annotation) -> Annotation:
    """An annotation inside a class, where the class has these type arguments."""
    found: Annotation = substitute(annotation, arguments_by_name(cls, arguments))
    return found


def inherited(cls: Class, owner: Class) -> Mapping[str, Value]:
    """What the type variables of a base stand for, in terms of those of a class that derives from it."""
    if cls is owner:
        return {}
    for base in cls.facts.get("written bases", ()):
        of = origin(base)
        if isinstance(of, Class) and owner in of.mro:
            own = arguments_by_name(of, base.args[1:]) if isinstance(base, Annotation) else {}
            above = inherited(of, owner)
            return {name: substitute(each, own) for name, each in above.items()} or own
    return {}
