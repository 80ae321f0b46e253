"""The import graph for Graphviz: a cluster for each package."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tftypes_lint.escaping import for_dot, visible
from tftypes_lint.imports.draw.layout import label
from tftypes_lint.imports.draw.picture import Arrow, Picture
from tftypes_lint.imports.draw.svg import cycle_colour, described, layer_colour

_STYLES: Final = {"deferred": "dashed", "type-only": "dotted"}


def to_dot(picture: Picture) -> str:
    """The picture in the language of `dot`."""
    return "\n".join(["digraph imports {", *(f"  {line}" for line in _lines(picture)), "}", ""])


def _lines(picture: Picture) -> Iterator[str]:
    yield "rankdir=TB; newrank=true; node [shape=box, style=filled, fillcolor=white];"
    for number, group in enumerate(picture.groups):
        yield f"subgraph cluster_{number} {{"
        yield f"  label={for_dot(group or '(top level)')};"
        for node in picture.nodes:
            if node.group == group:
                attributes = {"label": visible(label(node)), "tooltip": visible(node.path)}
                if node.cycle is not None:
                    attributes |= {"fillcolor": cycle_colour(node.cycle), "fontcolor": "white"}
                elif node.layer is not None:
                    attributes |= {"fillcolor": layer_colour(node.layer)}
                yield f"  {for_dot(node.name)} [{_written(attributes)}];"
        yield "}"
    for arrow in picture.arrows:
        yield f"{for_dot(arrow.source)} -> {for_dot(arrow.target)} [{_written(_attributes(arrow))}];"


def _attributes(arrow: Arrow) -> dict[str, str]:
    attributes = {"tooltip": described(arrow)}
    if arrow.kind in _STYLES:
        attributes["style"] = _STYLES[arrow.kind]
    if arrow.cycle is not None:
        attributes |= {"color": cycle_colour(arrow.cycle), "penwidth": "3" if arrow.cut else "1.5"}
    if arrow.breach:
        attributes |= {"color": "#d500f9", "penwidth": "3"}
    return attributes


def _written(attributes: dict[str, str]) -> str:
    return ", ".join(f"{name}={for_dot(value, lines=True)}" for name, value in attributes.items())
