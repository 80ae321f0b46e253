"""The import graph as one HTML page: the SVG, with zoom, search, and the lines behind each arrow.

The page holds everything that it needs; it loads nothing and works from a file.
"""

from __future__ import annotations

from typing import Final

from tftypes_lint.escaping import for_xml
from tftypes_lint.imports.draw.picture import Picture
from tftypes_lint.imports.draw.svg import svg_element

_STYLE: Final = """
html, body { margin: 0; height: 100%; overflow: hidden; background: #fff; color: #1c2430;
  font: 14px system-ui, "Segoe UI", "DejaVu Sans", Helvetica, sans-serif; }
header { position: absolute; z-index: 1; inset: 0 0 auto 0; padding: 8px 12px; display: flex;
  gap: 12px; align-items: center; flex-wrap: wrap; background: #fffffff0;
  border-bottom: 1px solid #c9ced6; }
header b { font-weight: 600; }
header input[type=search] { padding: 4px 8px; width: 16em; }
header button { padding: 4px 10px; }
#stage { position: absolute; inset: 45px 0 0 0; overflow: hidden; cursor: grab; }
#stage.dragged { cursor: grabbing; }
#stage svg { position: absolute; left: 0; top: 0; transform-origin: 0 0; max-width: none; }
#lines { position: absolute; z-index: 1; right: 12px; bottom: 12px; max-width: min(60em, 90%);
  max-height: 45%; overflow: auto; margin: 0; padding: 10px 12px; background: #1c2430;
  color: #f2f4f7; border-radius: 6px; white-space: pre-wrap; user-select: text;
  font: 12px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
#lines:empty { display: none; }
.module { cursor: pointer; }
.faded .module:not(.near), .faded .arrow:not(.near) { opacity: .07; }
.faded .arrow.near { opacity: 1; stroke-width: 2; }
.off-deferred .arrow.deferred, .off-type-only .arrow.type-only,
.off-others .arrow:not(.cycle):not(.breach) { display: none; }
"""

_SCRIPT: Final = """
"use strict";
const stage = document.getElementById("stage"), svg = stage.querySelector("svg");
const lines = document.getElementById("lines"), search = document.getElementById("search");
const modules = [...svg.querySelectorAll(".module")], arrows = [...svg.querySelectorAll("#picture .arrow")];
const width = svg.viewBox.baseVal.width, height = svg.viewBox.baseVal.height;
// Tooltips of the browser would stand in the way of the panel.
const told = new Map([...modules, ...arrows].map(each => {
  const title = each.querySelector("title"), text = title.textContent;
  title.remove();
  return [each, text];
}));
let scale = 1, left = 0, top_ = 0, chosen = null;

function place() { svg.style.transform = `translate(${left}px, ${top_}px) scale(${scale})`; }
function fit() {
  scale = Math.min(stage.clientWidth / width, stage.clientHeight / height, 1.5);
  left = (stage.clientWidth - width * scale) / 2;
  top_ = Math.max(0, (stage.clientHeight - height * scale) / 2);
  place();
}
function zoom(factor, x, y) {
  const next = Math.min(8, Math.max(0.02, scale * factor));
  left = x - (x - left) * next / scale;
  top_ = y - (y - top_) * next / scale;
  scale = next;
  place();
}
function show(element) {
  svg.classList.toggle("faded", element !== null);
  for (const each of svg.querySelectorAll(".near")) each.classList.remove("near");
  lines.textContent = element ? told.get(element) : "";
  if (!element) return;
  const name = element.dataset.name;
  const touching = name === undefined ? [element]
    : arrows.filter(each => each.dataset.from === name || each.dataset.to === name);
  const names = new Set(name === undefined ? [] : [name]);
  for (const each of touching) {
    each.classList.add("near");
    names.add(each.dataset.from).add(each.dataset.to);
  }
  for (const each of modules) each.classList.toggle("near", names.has(each.dataset.name));
  if (name !== undefined)
    lines.textContent += touching.map(each => "\\n\\n" + told.get(each)).join("");
}
stage.addEventListener("wheel", event => {
  event.preventDefault();
  const box = stage.getBoundingClientRect();
  zoom(Math.exp(-event.deltaY / 500), event.clientX - box.left, event.clientY - box.top);
}, {passive: false});
stage.addEventListener("pointerdown", event => {
  const from = {x: event.clientX - left, y: event.clientY - top_};
  const move = now => { left = now.clientX - from.x; top_ = now.clientY - from.y; place(); };
  stage.classList.add("dragged");
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", () => {
    stage.classList.remove("dragged");
    window.removeEventListener("pointermove", move);
  }, {once: true});
});
svg.addEventListener("pointerover", event => {
  const element = event.target.closest(".module, #picture .arrow");
  if (element && !chosen) show(element);
});
svg.addEventListener("pointerout", () => { if (!chosen) show(null); });
svg.addEventListener("click", event => {
  chosen = event.target.closest(".module, #picture .arrow");
  show(chosen);
});
search.addEventListener("input", () => {
  const words = search.value.toLowerCase();
  const found = words ? modules.filter(each => each.dataset.name.toLowerCase().includes(words)) : [];
  svg.classList.toggle("faded", found.length > 0);
  for (const each of modules) each.classList.toggle("near", found.includes(each));
});
for (const box of document.querySelectorAll("header input[type=checkbox]"))
  box.addEventListener("change", () => svg.classList.toggle("off-" + box.value, !box.checked));
document.getElementById("fit").addEventListener("click", fit);
document.addEventListener("keydown", event => {
  if (event.key === "Escape") { chosen = null; search.value = ""; show(null); }
});
window.addEventListener("resize", fit);
fit();
"""


def to_html(picture: Picture) -> str:
    """The picture as one page."""
    title = f"Imports of {', '.join(picture.analysis.project.roots[:3]) or 'nothing'}"
    number, cycles = picture.modules, len(picture.components)
    summary = f"{number} module{'s' * (number != 1)}, {cycles} cycle{'s' * (cycles != 1)}"
    boxes = "".join(
        f'<label><input type="checkbox" value="{value}" checked> {text}</label>'
        for value, text in (
            ("others", "imports outside cycles"),
            ("deferred", "in functions"),
            ("type-only", "for types"),
        )
        if value == "others" or any(arrow.kind == value for arrow in picture.arrows)
    )
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>{for_xml(title)}</title>
<style>{_STYLE}</style>
</head>
<body>
<header><b>{for_xml(title)}</b><span>{summary}</span>
<input type="search" id="search" placeholder="Find a module" aria-label="Find a module">
{boxes}<button id="fit">Fit</button></header>
<div id="stage">
{svg_element(picture)}
</div>
<pre id="lines"></pre>
<script>{_SCRIPT}</script>
</body>
</html>
"""
