"""The import graph as SVG: a box for each package, cycles and layers in colour.

What an arrow stands for, the import lines, is its tooltip.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tftypes_lint.escaping import for_xml, visible_path
from tftypes_lint.imports.draw.layout import TITLE, Box, Layout, label, layout
from tftypes_lint.imports.draw.picture import Arrow, Node, Picture

#: Of cycles, one after the other; dark enough for white letters.
CYCLE_COLOURS: Final = ("#c62828", "#ad5a00", "#7b1fa2", "#00707c", "#a3185f", "#4a6b00", "#5d4037")
#: Of layers from high to low, light enough for black letters.
LAYER_COLOURS: Final = ("#d7e8fb", "#cdeedd", "#fdf0c4", "#f6dcef", "#e2dcf8", "#d6f1f4", "#ecebdd")

STYLE: Final = """
svg { background: #ffffff; font: 12px system-ui, "Segoe UI", "DejaVu Sans", Helvetica, sans-serif; }
.group rect { fill: #f6f7f9; stroke: #c9ced6; }
.group text { font-weight: 600; fill: #414b59; }
.module rect { fill: #ffffff; stroke: #8b95a3; }
.module text { fill: #1c2430; text-anchor: middle; }
.arrow { fill: none; stroke: #5a6675; stroke-width: 1; opacity: .28; marker-end: url(#head); }
.deferred { stroke-dasharray: 6 3; }
.type-only { stroke-dasharray: 1 3; }
.cycle { opacity: .9; stroke-width: 1.6; marker-end: url(#cycle-head); }
.cut { stroke-width: 3; }
.breach { stroke: #d500f9; opacity: 1; stroke-width: 3; marker-end: url(#cycle-head); }
"""


def to_svg(picture: Picture) -> str:
    """The picture as one SVG file."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{svg_element(picture)}\n'


def svg_element(picture: Picture) -> str:
    """The picture as an `svg` element, with its style and its legend."""
    places = layout(picture)
    legend = list(_legend(picture))
    height = places.height + 24 * len(legend)
    width = max(places.width, 520)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}">',
        f"<style>{STYLE}</style>",
        "<defs>",
        _marker("head", "#5a6675"),
        _marker("cycle-head", "context-stroke"),
        "</defs>",
        '<g id="picture">',
        *_groups(picture, places),
        # What is wrong is drawn last, so that nothing hides it.
        *(_arrow(arrow, places) for arrow in sorted(picture.arrows, key=_weight)),
        *(_module(node, places.nodes[node.name]) for node in picture.nodes),
        "</g>",
        '<g class="legend">',
        *(
            f'<g transform="translate(36 {places.height + 24 * number:.0f})">{entry}</g>'
            for number, entry in enumerate(legend)
        ),
        "</g>",
        "</svg>",
    ]
    return "\n".join(lines)


def cycle_colour(number: int) -> str:
    """The colour of a cycle."""
    return CYCLE_COLOURS[number % len(CYCLE_COLOURS)]


def layer_colour(number: int) -> str:
    """The colour of a layer."""
    return LAYER_COLOURS[number % len(LAYER_COLOURS)]


def described(arrow: Arrow) -> str:
    """An arrow in words: which modules, which lines."""
    notes = [
        note
        for note, holds in (
            ("part of a cycle", arrow.cycle is not None),
            ("the import to cut", arrow.cut and arrow.cycle is not None),
            ("breaks the layers", arrow.breach),
        )
        if holds
    ]
    head = f"{arrow.source} imports {arrow.target}" + (f" ({', '.join(notes)})" if notes else "")
    lines = [visible_path(f"{line.path}:{line.line}: {line.text}") for line in arrow.lines[:12]]
    more = len(arrow.lines) - len(lines)
    return "\n".join([visible_path(head), *lines, *([f"and {more} more"] if more > 0 else [])])


def _weight(arrow: Arrow) -> tuple[bool, bool, bool]:
    return (arrow.breach, arrow.cycle is not None, arrow.cut)


def _marker(name: str, colour: str) -> str:
    return (
        f'<marker id="{name}" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" '
        f'markerHeight="7" markerUnits="userSpaceOnUse" orient="auto">'
        f'<path d="M0 0 8 4 0 8z" fill="{colour}"/></marker>'
    )


def _groups(picture: Picture, places: Layout) -> Iterator[str]:
    for name, box in places.groups.items():
        title = for_xml(name or "(top level)")
        yield (
            f'<g class="group" data-name="{for_xml(name)}">{_rect(box, 8)}'
            f'<text x="{box.x + 12:.1f}" y="{box.y + TITLE - 6:.1f}">{title}</text></g>'
        )


def _module(node: Node, box: Box) -> str:
    fill, ink = "", ""
    if node.cycle is not None:
        fill, ink = f"fill:{cycle_colour(node.cycle)}", ' style="fill:#ffffff"'
    elif node.layer is not None:
        fill = f"fill:{layer_colour(node.layer)}"
    style = f' style="{fill}"' if fill else ""
    return (
        f'<g class="module" data-name="{for_xml(node.name)}">'
        f"<title>{for_xml(node.name)}&#10;{for_xml(visible_path(node.path))}</title>{_rect(box, 4, style)}"
        f'<text x="{box.x + box.width / 2:.1f}" y="{box.y + 15:.1f}"{ink}>{for_xml(label(node))}'
        "</text></g>"
    )


def _rect(box: Box, radius: int, style: str = "") -> str:
    return (
        f'<rect x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" '
        f'height="{box.height:.1f}" rx="{radius}"{style}/>'
    )


def _arrow(arrow: Arrow, places: Layout) -> str:
    classes = ["arrow", arrow.kind]
    style = ""
    if arrow.cycle is not None:
        classes.append("cycle")
        style = f' style="stroke:{cycle_colour(arrow.cycle)}"'
        if arrow.cut:
            classes.append("cut")
    if arrow.breach:
        classes.append("breach")
        style = ""
    path = _path(places.nodes[arrow.source], places.nodes[arrow.target])
    return (
        f'<path class="{" ".join(classes)}" data-from="{for_xml(arrow.source)}" '
        f'data-to="{for_xml(arrow.target)}"{style} '
        f'd="{path}"><title>{for_xml(described(arrow), lines=True)}</title></path>'
    )


def _path(source: Box, target: Box) -> str:
    """A curve from one module to the other: down from the bottom, up from the top, or round the side."""
    x1, x2 = source.x + source.width / 2, target.x + target.width / 2
    if abs(source.y - target.y) < source.height:
        side = 1 if x2 > x1 else -1
        x1, x2 = x1 + side * source.width / 2, x2 - side * target.width / 2
        y1, y2 = source.y + source.height / 2, target.y + target.height / 2
        bow = 14 + abs(x2 - x1) * 0.08
        middle = (x1 + x2) / 2
        return f"M{x1:.1f} {y1:.1f}Q{middle:.1f} {min(y1, y2) - bow:.1f} {x2:.1f} {y2:.1f}"
    down = target.y > source.y
    y1 = source.y + source.height if down else source.y
    y2 = target.y if down else target.y + target.height
    pull = max(20.0, abs(y2 - y1) * 0.4) * (1 if down else -1)
    return f"M{x1:.1f} {y1:.1f}C{x1:.1f} {y1 + pull:.1f} {x2:.1f} {y2 - pull:.1f} {x2:.1f} {y2:.1f}"


def _legend(picture: Picture) -> Iterator[str]:
    for number, component in enumerate(picture.components):
        yield _entry(cycle_colour(number), f"cycle of {len(component)}: {_some(component)}")
    for number, names in enumerate(picture.layers):
        yield _entry(layer_colour(number), f"layer {number + 1}: {names}")
    kinds = {arrow.kind for arrow in picture.arrows}
    for kind, meaning in (
        ("deferred", "imported when a function is called"),
        ("type-only", "imported by type checkers alone"),
    ):
        if kind in kinds:
            yield (
                f'<path class="arrow {kind}" style="opacity:1" d="M0 8H28"/>'
                f'<text x="36" y="13">{meaning}</text>'
            )
    if any(arrow.cut and arrow.cycle is not None for arrow in picture.arrows):
        yield (
            f'<path class="arrow cycle cut" style="stroke:{cycle_colour(0)}" d="M0 8H28"/>'
            '<text x="36" y="13">thick: without these imports there is no cycle</text>'
        )
    if any(arrow.breach for arrow in picture.arrows):
        yield '<path class="arrow breach" d="M0 8H28"/><text x="36" y="13">breaks the layers</text>'


def _some(names: tuple[str, ...]) -> str:
    listed = ", ".join(names[:5])
    return listed + (f" and {len(names) - 5} more" if len(names) > 5 else "")


def _entry(colour: str, text: str) -> str:
    return (
        f'<rect width="28" height="16" rx="4" style="fill:{colour};stroke:#8b95a3"/>'
        f'<text x="36" y="13">{for_xml(text)}</text>'
    )
