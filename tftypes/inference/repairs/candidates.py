"""All edits that may mend a finding, the cheapest first."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from math import inf
from typing import Final

from tftypes.inference.repairs.assignments import begun, for_all_uses, kept, reassigned
from tftypes.inference.repairs.calls import against
from tftypes.inference.repairs.context import Context
from tftypes.inference.repairs.definitions import defined, imported
from tftypes.inference.repairs.edits import Edit, is_left_open, key_of
from tftypes.inference.repairs.imports import with_imports
from tftypes.inference.repairs.naming import everywhere, named
from tftypes.inference.repairs.operators import OPERATORS
from tftypes.inference.repairs.places import legacy, rehomed
from tftypes.inference.repairs.rewrites import updated, yielded
from tftypes.inference.repairs.sites import Outline

#: How much of an edit's cost comes from its distance to the finding.
_OF_DISTANCE: Final = 0.4
#: How much more an edit costs that is made for all uses of a name.
_OF_USES: Final = 0.3


def candidates(
    context: Context, hints: Sequence[tuple[float, Edit]]
) -> Iterator[tuple[float, Edit]]:
    """All edits, `hints` among them, the cheapest first, each once."""
    found: list[tuple[float, Edit]] = [
        *hints,
        *((cost + _OF_USES, each) for cost, edit in hints for each in for_all_uses(context, edit)),
        *defined(context),
        *imported(context),
        *reassigned(context),
        *kept(context),
        *begun(context),
        *legacy(context),
        *rehomed(context),
        *updated(context),
        *yielded(context),
    ]
    sites = () if context.is_of_elements else context.sites
    kinds = {type(each.node) for each in sites}
    asked = {kind: [each for each, of in OPERATORS if issubclass(kind, of)] for kind in kinds}
    for site in sites:
        for operator in asked[type(site.node)]:
            for cost, edit in operator(context, site.node):
                found.append((cost + site.distance * _OF_DISTANCE, edit))
    seen: set[object] = set()
    found = [
        (cost, everywhere(context, named(context, edit)))
        for cost, edit in found
        if not is_left_open(edit)
        and not any(_is_no_target(context.outline, part) for part in edit.parts)
    ]
    found = [(cost + against(context, edit), edit) for cost, edit in found]
    for cost, edit in sorted(found, key=lambda each: each[0]):
        key = key_of(edit)
        whole = with_imports(context, edit) if cost < inf and key not in seen else None
        if whole is not None:
            seen.add(key)
            yield cost, whole


def _is_no_target(outline: Outline, part: Edit) -> bool:
    """Whether something is assigned to that is no name, attribute or item then; or a name to itself: `x = x`."""
    assigned = map(ast.unparse, getattr(outline.parents.get(part.old), "targets", ()))
    is_own = isinstance(part.new, ast.Name) and part.new.id in assigned
    is_target = isinstance(getattr(part.old, "ctx", None), ast.Store)
    kinds = (ast.Name, ast.Attribute, ast.Subscript, ast.Tuple, ast.List, ast.Starred)
    return is_own or is_target and not isinstance(part.new, kinds)
