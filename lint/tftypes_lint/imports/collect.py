"""Reads one file: its imports, and the programs of what may run while it is imported."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from tftypes_lint.imports import facts as f
from tftypes_lint.imports.annotations import (
    annotations_read,
    names_in_annotation,
    only_in_annotations,
)
from tftypes_lint.imports.facts import Facts, Program, flat
from tftypes_lint.imports.program import Builder
from tftypes_lint.source import Source, has_line, own_statements

#: What a function that imports something has on some line, lazy loaders too. Two searches are
#: faster than one for either word.
_IMPORTING: Final = (re.compile(rb"import"), re.compile(rb"azy"))
_CALLS: Final = frozenset({f.CALL, f.RESULT, f.RETURN})
_CLASS_ATTRIBUTE: Final = re.compile(rb"\.([A-Z]\w*)")
_FUTURE: Final = ("__future__", "annotations")


@lru_cache(maxsize=1)
def collect(source: Source) -> Facts:
    """The facts of one file.

    >>> facts = collect(Source("a.py", b"from .b import c\\nif TYPE_CHECKING:\\n    import d\\n"))
    >>> [(each.text, each.context) for each in facts.imports]
    [('from .b import c', 'eager'), ('import d', 'type-only')]
    """
    tree = source.tree
    postponed = any(_is_future(statement) for statement in tree.body)
    builder = Builder(source, postponed=postponed)
    program = builder.module(tree.body)
    if source.path.endswith(".pyi"):
        imports = tuple(each._replace(context="type-only") for each in builder.imports)
        return Facts(imports, stub=True)
    functions = _functions(source, builder, program)
    exported = _exported(tree.body) if source.holds(b"__all__") else None
    names = builder.imported - builder.standard
    used = frozenset(names & builder.used_at_import)
    only = names & builder.annotation_names - used - set(exported or ())
    type_only, read = _type_only(source, only) if only else (frozenset(), None)
    return Facts(
        tuple(builder.imports),
        program,
        functions,
        {name: bases for name, bases in builder.classes.items() if bases},
        used,
        type_only,
        frozenset(type_only & read) if read else frozenset(),
        _attributes(source),
        exported,
        builder.dynamic,
        postponed,
        read is not None,
    )


def _type_only(source: Source, names: set[str]) -> tuple[frozenset[str], set[str] | None]:
    """Those of the names that stand in annotations alone, and the names in annotations that
    are read at run time; None when none are read."""
    lines = _lines_with(source, names)
    only = only_in_annotations(names, source.tree, lines)
    if not only:
        return only, None
    read = list(annotations_read(source.statements))
    return only, {name for each in read for name in names_in_annotation(each)} if read else None


def _lines_with(source: Source, names: set[str]) -> Sequence[int]:
    """The lines that may use one of the names, in order."""
    if not source.content.isascii():  # a name may be spelled in several ways
        return range(1, len(source.lines) + 1)
    # One by one, and within other words as well: that is found ten times faster.
    each = (re.compile(re.escape(name.encode())) for name in names)
    return sorted(line for pattern in each for line in source.lines_with(pattern))


def _functions(source: Source, builder: Builder, program: Program) -> dict[str, Program]:
    """The programs of the functions that import something, or lead there, or are called."""
    programs: dict[str, Program] = {}
    start = source.content.find(b"def ")
    lines = sorted(line for each in _IMPORTING for line in source.lines_with(each, start))
    _add_those_on(lines, builder, programs)
    importing = {each.scope.rpartition(".")[2] for each in builder.imports if each.scope}
    for name in _called(program, builder):
        _add(name, builder, programs)
    if importing:
        names = b"|".join(name.encode() for name in sorted(importing))
        calling = re.compile(rb"\b(?:" + names + rb")\(")
        _add_those_on(source.lines_with(calling), builder, programs)
    return {name: steps for name, steps in programs.items() if steps}


def _add(name: str, builder: Builder, programs: dict[str, Program]) -> None:
    """The program of a function, and of those that it calls."""
    if name not in programs and name in builder.definitions:
        programs[name] = ()  # a function may call itself
        programs[name] = builder.function(name)
        for called in _called(programs[name], builder):
            _add(called, builder, programs)


def _add_those_on(lines: list[int], builder: Builder, programs: dict[str, Program]) -> None:
    """The programs of the functions that have one of the lines."""
    known = 0
    while lines and known != len(builder.definitions):  # functions in functions turn up on the way
        known = len(builder.definitions)
        for name, (node, _) in list(builder.definitions.items()):
            if has_line(lines, node.lineno + 1, node.end_lineno or node.lineno):
                _add(name, builder, programs)


def _called(program: Program, builder: Builder) -> Iterator[str]:
    """The functions of the same file that a program calls, however it spells them."""
    for event in flat(program):
        code = event[0]
        if code in _CALLS or (code == f.BIND and event[3]):
            name = event[3] if code == f.BIND else event[1]
            yield name
            if name in builder.classes:
                yield from (f"{name}.{method}" for method in ("__init__", "__new__", "__call__"))
        elif code == f.CLASS:
            yield from (f"{base}.__init_subclass__" for base in event[1])


def _attributes(source: Source) -> frozenset[str]:
    found = set(_CLASS_ATTRIBUTE.findall(source.content))
    return frozenset(name.decode(errors="replace") for name in found)


def _is_future(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.ImportFrom)
        and statement.module == _FUTURE[0]
        and any(alias.name == _FUTURE[1] for alias in statement.names)
    )


def _exported(body: list[ast.stmt]) -> tuple[str, ...] | None:
    """`__all__`, as far as lists of constants make it up."""
    names: list[str] | None = None
    for statement in own_statements(body):
        if isinstance(statement, ast.Assign):
            targets: list[ast.expr] = statement.targets
        elif isinstance(statement, (ast.AugAssign, ast.AnnAssign)):
            targets = [statement.target]
        else:
            continue
        if any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets):
            value = statement.value
            if not isinstance(value, (ast.List, ast.Tuple)):
                return None
            constants = [each.value for each in value.elts if isinstance(each, ast.Constant)]
            if len(constants) < len(value.elts):
                return None
            names = [*(names or ()), *(str(each) for each in constants)]
    return None if names is None else tuple(names)
