"""The import graph in a few lines: how large it is, and what is wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tftypes_lint.escaping import visible
from tftypes_lint.imports.draw.picture import Picture


def to_text(picture: Picture) -> str:
    """The picture as a summary."""
    return "".join(f"{visible(line)}\n" for line in _lines(picture))


def _lines(picture: Picture) -> Iterator[str]:
    kinds = Counter(edge.kind for edge in picture.analysis.graph)
    counted = ", ".join(f"{number} {kind}" for kind, number in sorted(kinds.items()))
    modules = f"{picture.modules} module{'s' * (picture.modules != 1)}"
    yield f"{modules}; imports between them: {counted or 'none'}"
    known = picture.analysis.project.modules
    for failure in picture.failures:
        yield (
            f"fails: import {failure.entry}: {known[failure.module].path}:{failure.place[0]} "
            f"asks {failure.target} for {failure.name} too early"
        )
    for number, component in enumerate(picture.analysis.components):
        cuts = [cycle for cycle in picture.cycles if cycle.component == component]
        yield f"cycle {number + 1}: {len(component)} modules: {', '.join(component)}"
        for cycle in cuts:
            record = cycle.edge.first()
            place = f"{cycle.edge.importer.path}:{record.span.line}"
            yield f"  cut {place}: {record.text}  ({' -> '.join(cycle.path)})"
    untried = len(picture.analysis.untried)
    if untried:
        yield f"{untried} modules in cycles were not tried as the first import: there are too many"
    if not picture.analysis.components:
        yield "no cycles"
