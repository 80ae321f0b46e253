"""Imports that new code needs, as parts of its edit."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from tftypes.inference.repairs.context import PACKAGES, SHORT, Context, stripped
from tftypes.inference.repairs.edits import Edit, with_fields
from tftypes.inference.repairs.sites import bound


def with_imports(context: Context, edit: Edit) -> Edit | None:
    """The edit with the imports of the names that nothing binds; None where one is of nothing that is known."""
    own = frozenset().union(*(bound(each) for part in edit.parts for each in part.made))
    lacking: set[str] = set()
    for part in edit.parts:
        for each in part.made:
            lacking |= context.outline.lacking(each, part.old, own)
    more = [_import_of(context, each) for each in sorted(lacking) if not _is_starred(context, each)]
    found = [each for each in more if each is not None]
    if len(found) < len(more) or len({*map(_place, found)}) < len(found):
        return None
    return replace(edit, also=(*edit.also, *found)) if found else edit


def _import_of(context: Context, name: str) -> Edit | None:
    """The statement that imports a name: one of those that import from its module, or a new one before them."""
    for each in _importing(context, name):
        more = [*each.names, ast.alias(name)]
        return Edit(each, (with_fields(each, {"names": more}),))
    if name not in SHORT:
        return None
    kinds = (ast.Import, ast.ImportFrom)
    body = [each for each in context.outline.tree.body if isinstance(each, kinds)]
    first = next((each for each in body if getattr(each, "module", "") != "__future__"), None)
    package = PACKAGES[name]
    made = ast.Import([ast.alias(package, name if name != package else None)])
    return None if first is None else Edit(first, (made, first))


def _importing(context: Context, name: str) -> Iterator[ast.ImportFrom]:
    """The statements that import from a module which has a name."""
    for each in context.outline.imports_from:
        home = stripped(each.module or "")
        if "." not in home:
            continue  # a package has names of all kinds
        home = f"tensorflow.{home}" if home.startswith("keras") else home
        if context.declared.find(f"{home}.{name}") is not None:
            yield each


def _is_starred(context: Context, name: str) -> bool:
    """Whether `import *` binds a name."""
    return any(one.name == "*" for each in _importing(context, name) for one in each.names)


def _place(edit: Edit) -> int:
    return id(edit.old)
