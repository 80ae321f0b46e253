"""Draws the import graph. One module for each form; `picture.py` says what there is to draw."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from tftypes_lint.imports.draw.dot import to_dot
from tftypes_lint.imports.draw.html import to_html
from tftypes_lint.imports.draw.json import to_json
from tftypes_lint.imports.draw.mermaid import to_mermaid
from tftypes_lint.imports.draw.picture import Picture
from tftypes_lint.imports.draw.svg import to_svg
from tftypes_lint.imports.draw.text import to_text

#: What a picture becomes, by the name of the form.
FORMS: Final[Mapping[str, Callable[[Picture], str]]] = {
    "text": to_text,
    "svg": to_svg,
    "html": to_html,
    "dot": to_dot,
    "mermaid": to_mermaid,
    "json": to_json,
}
#: The form by the suffix of a file.
SUFFIXES: Final[Mapping[str, str]] = {
    ".txt": "text",
    ".svg": "svg",
    ".html": "html",
    ".htm": "html",
    ".dot": "dot",
    ".gv": "dot",
    ".mmd": "mermaid",
    ".mermaid": "mermaid",
    ".json": "json",
}

__all__ = ["FORMS", "SUFFIXES", "Picture"]
