"""The import graph for Mermaid, which GitHub and others draw in Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tftypes_lint.escaping import for_mermaid
from tftypes_lint.imports.draw.layout import label
from tftypes_lint.imports.draw.picture import Picture
from tftypes_lint.imports.draw.svg import cycle_colour, layer_colour

_ARROWS: Final = {"deferred": "-.->", "type-only": "-.->"}


def to_mermaid(picture: Picture) -> str:
    """The picture as a Mermaid flowchart."""
    return "\n".join(_lines(picture)) + "\n"


def _lines(picture: Picture) -> Iterator[str]:
    ids = {node.name: f"m{number}" for number, node in enumerate(picture.nodes)}
    # Mermaid draws 500 arrows and no more unless it is told.
    yield f'%%{{init: {{"maxEdges": {max(500, len(picture.arrows))}}}}}%%'
    yield "flowchart TB"
    for number, group in enumerate(picture.groups):
        yield f"  subgraph g{number}[{for_mermaid(group or 'top level')}]"
        for node in picture.nodes:
            if node.group == group:
                yield f"    {ids[node.name]}[{for_mermaid(label(node))}]"
        yield "  end"
    for arrow in picture.arrows:
        yield f"  {ids[arrow.source]} {_ARROWS.get(arrow.kind, '-->')} {ids[arrow.target]}"
    for number, arrow in enumerate(picture.arrows):
        if arrow.breach:
            yield f"  linkStyle {number} stroke:#d500f9,stroke-width:4px"
        elif arrow.cycle is not None:
            width = 4 if arrow.cut else 2
            yield f"  linkStyle {number} stroke:{cycle_colour(arrow.cycle)},stroke-width:{width}px"
    for node in picture.nodes:
        if node.cycle is not None:
            yield f"  style {ids[node.name]} fill:{cycle_colour(node.cycle)},color:#ffffff"
        elif node.layer is not None:
            yield f"  style {ids[node.name]} fill:{layer_colour(node.layer)},color:#000000"
