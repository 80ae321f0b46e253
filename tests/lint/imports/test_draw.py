"""Drawings of the import graph: what each form holds, and what a browser makes of it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path
from textwrap import dedent
from xml.etree import ElementTree

import pytest

from tftypes_lint.imports.analysis import Analysis
from tftypes_lint.imports.collect import collect
from tftypes_lint.imports.draw import FORMS, SUFFIXES
from tftypes_lint.imports.draw.layout import Box, layout
from tftypes_lint.imports.draw.picture import READABLE, Picture, picture
from tftypes_lint.imports.layers import parse_layers
from tftypes_lint.source import Source

BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
SVG = "{http://www.w3.org/2000/svg}"

NET = {
    "net/__init__.py": "from net.models import mlp",
    "net/types.py": "",
    "net/models/__init__.py": "",
    "net/models/mlp.py": "from net import types\nfrom net.models import cnn\ndef f():\n    import net.cli",
    "net/models/cnn.py": "from net.models import mlp\nmlps = mlp",
    "net/cli.py": "from net.models.mlp import f, g",
    'net/odd"<&>.py': "from net.types import A\nfrom net import types",
}
LAYERS = parse_layers({"layers": ["net.cli", "net.models"], "interfaces": ["net.types"]})


def drawn(files: Mapping[str, str], **options: object) -> Picture:
    facts = {path: collect(Source(path, text.encode())) for path, text in files.items()}
    return picture(Analysis.of(facts), LAYERS, **options)  # type: ignore[arg-type]


def large(modules: int) -> dict[str, str]:
    """A project of packages of ten modules, each of which imports a few others."""
    names = [f"big.part{number // 10}.module{number}" for number in range(modules)]
    files = {f"big/part{number}/__init__.py": "" for number in range(1 + (modules - 1) // 10)}
    for number, name in enumerate(names):
        wanted = {names[number // 2], names[number // 3], names[number - 1]} - {name, names[-1]}
        text = "".join(f"import {each}\n" for each in sorted(wanted))
        files[name.replace(".", "/") + ".py"] = text
    return {"big/__init__.py": "", **files}


def overlap(one: Box, other: Box) -> bool:
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )


def contains(outer: Box, inner: Box) -> bool:
    return (
        outer.x <= inner.x
        and outer.y <= inner.y
        and inner.x + inner.width <= outer.x + outer.width
        and inner.y + inner.height <= outer.y + outer.height
    )


@pytest.mark.parametrize("modules", [1, 30, 300])
def test_modules_stand_in_the_boxes_of_their_packages_and_nothing_overlaps(modules: int) -> None:
    shown = drawn(large(modules))
    places = layout(shown)
    boxes = list(places.nodes.values())
    groups = list(places.groups.values())

    assert len(boxes) == len(shown.nodes) > modules
    assert all(contains(places.groups[node.group], places.nodes[node.name]) for node in shown.nodes)
    for kind in (boxes, groups):
        assert not any(
            overlap(one, other) for number, one in enumerate(kind) for other in kind[:number]
        )
    assert 0.3 < places.width / places.height < 6, "neither a strip nor a tower"


def test_what_imports_stands_above_what_is_imported() -> None:
    files = {"a/x.py": "import b.y", "b/y.py": "import c.z", "c/z.py": ""}
    places = layout(drawn({**files, "a/__init__.py": "", "b/__init__.py": "", "c/__init__.py": ""}))

    assert places.groups["a"].y < places.groups["b"].y < places.groups["c"].y


def test_a_large_project_is_shown_by_package() -> None:
    shown = drawn(large(3000))

    assert len(shown.nodes) <= READABLE
    assert sum(node.modules for node in shown.nodes) == shown.modules
    assert {node.name for node in drawn(large(30), depth=1).nodes} == {"big"}


def test_cycles_alone() -> None:
    assert {node.name for node in drawn(NET, cycles_only=True).nodes} == {
        "net.models.mlp",
        "net.models.cnn",
    }


def test_svg_shows_modules_arrows_and_why() -> None:
    root = ElementTree.fromstring(FORMS["svg"](drawn(NET)))
    titles = {title.text for title in root.iter(f"{SVG}title")}
    texts = [text.text for text in root.iter(f"{SVG}text")]
    cut = [path for path in root.iter(f"{SVG}path") if "cut" in path.get("class", "")]

    assert {"mlp", "cnn", "cli", 'odd"<&>', "net.models"} <= set(texts)
    assert "cycle of 2: net.models.cnn, net.models.mlp" in texts
    assert "layer 1: net.cli" in texts
    assert any("net/models/cnn.py:1: from net.models import mlp" in str(each) for each in titles)
    assert [path.get("data-from") for path in cut if path.get("data-from")] == ["net.models.mlp"]
    breach = [path for path in root.iter(f"{SVG}path") if "breach" in path.get("class", "")]
    assert [path.get("data-to") for path in breach if path.get("data-to")] == ["net.cli"]


class Page(HTMLParser):
    """The addresses that a page loads something from."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str | None] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.loaded += [value for name, value in attrs if name in ("src", "href", "srcset")]


def test_the_page_loads_nothing() -> None:
    text = FORMS["html"](drawn(NET))
    page = Page()
    page.feed(text)

    assert page.loaded == []
    assert "default-src 'none'" in text
    assert re.findall(r"(?:https?:)?//(?!www\.w3\.org/2000/svg)\w+\.\w+", text) == []


def test_json_is_for_programs() -> None:
    data = json.loads(FORMS["json"](drawn(NET)))
    (cycle,) = data["cycles"]
    arrows = {(each["from"], each["to"]): each for each in data["imports"]}

    assert cycle["path"] == ["net.models.mlp", "net.models.cnn", "net.models.mlp"]
    assert (cycle["cut"]["path"], cycle["cut"]["line"]) == ("net/models/mlp.py", 2)
    assert arrows["net.models.mlp", "net.cli"]["kind"] == "deferred"
    assert arrows["net.models.mlp", "net.cli"]["breach"] is True
    assert arrows["net.cli", "net.models.mlp"]["lines"] == [
        {
            "path": "net/cli.py",
            "line": 1,
            "text": "from net.models.mlp import f, g",
            "kind": "eager",
        }
    ]


def test_dot_and_mermaid_name_every_module_once_and_every_arrow() -> None:
    shown = drawn(NET)
    dot, mermaid = FORMS["dot"](shown), FORMS["mermaid"](shown)

    assert dot.count(" -> ") >= len(shown.arrows) == len(re.findall(r"m\d+ -.*-?> m\d+", mermaid))
    assert dot.count("subgraph") == mermaid.count("subgraph") == len(shown.groups)
    assert '"net.odd\\"<&>"' in dot
    assert 'odd#34;#60;#38;#62;"' in mermaid


def test_text_says_where_to_cut() -> None:
    text = FORMS["text"](drawn(NET))

    assert "cycle 1: 2 modules: net.models.cnn, net.models.mlp" in text
    assert "cut net/models/mlp.py:2: from net.models import cnn" in text
    assert FORMS["text"](drawn({"a.py": ""})).endswith("no cycles\n")


def test_every_form_draws_nothing_at_all() -> None:
    assert all(form(drawn({})) for form in FORMS.values())
    assert set(SUFFIXES.values()) == set(FORMS)


#: Waits for the page, hovers an arrow and a module, zooms, searches, and says what is to be seen.
PROBE = """
<script>
const text = () => document.getElementById("lines").textContent;
const over = element => element.dispatchEvent(new PointerEvent("pointerover", {bubbles: true}));
const out = {scale: scale, modules: modules.length, arrows: arrows.length};
const box = svg.getBoundingClientRect();
out.fits = box.left >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
over(arrows.find(each => each.classList.contains("cut")).firstChild
     || arrows.find(each => each.classList.contains("cut")));
out.arrow = text();
out.near = svg.querySelectorAll(".module.near").length;
svg.dispatchEvent(new PointerEvent("pointerout", {bubbles: true}));
out.gone = text() === "";
over(modules[0].querySelector("rect"));
out.module = text();
svg.dispatchEvent(new PointerEvent("pointerout", {bubbles: true}));
stage.dispatchEvent(new WheelEvent("wheel", {deltaY: -500, clientX: 200, clientY: 200, cancelable: true}));
out.zoomed = scale / out.scale;
search.value = "CNN";
search.dispatchEvent(new Event("input"));
out.found = [...svg.querySelectorAll(".module.near")].map(each => each.dataset.name);
out.overflow = modules.filter(each => each.querySelector("text").getBBox().width
  > each.querySelector("rect").getBBox().width).map(each => each.dataset.name);
document.title = JSON.stringify(out);
</script>
"""


@pytest.mark.skipif(BROWSER is None, reason="there is no Chromium to look at the page with")
def test_in_a_browser_the_page_fits_zooms_finds_and_tells(tmp_path: Path) -> None:
    page = tmp_path / "imports.html"
    page.write_text(FORMS["html"](drawn(NET)).replace("</body>", f"{PROBE}</body>"))

    out = json.loads(_title(_browsed(page, tmp_path, "--dump-dom")))

    assert out["fits"]
    assert (out["modules"], out["arrows"]) == (len(drawn(NET).nodes), len(drawn(NET).arrows))
    assert (
        "net.models.mlp imports net.models.cnn (part of a cycle, the import to cut)" in out["arrow"]
    )
    assert "net/models/mlp.py:2: from net.models import cnn" in out["arrow"]
    assert out["near"] == 2
    assert out["gone"]
    assert out["module"].startswith("net\n")
    assert out["zoomed"] > 2
    assert out["found"] == ["net.models.cnn"]
    assert out["overflow"] == [], "labels fit their boxes"


@pytest.mark.skipif(BROWSER is None, reason="there is no Chromium to look at the picture with")
@pytest.mark.parametrize("modules", [30, 300])
def test_in_a_browser_a_label_is_no_wider_than_its_box(modules: int, tmp_path: Path) -> None:
    probe = dedent("""
        <script>
        document.title = JSON.stringify(modules.filter(each =>
          each.querySelector("text").getBBox().width > each.querySelector("rect").getBBox().width
        ).length);
        </script>
        """)
    page = tmp_path / "imports.html"
    page.write_text(FORMS["html"](drawn(large(modules))).replace("</body>", f"{probe}</body>"))

    assert _title(_browsed(page, tmp_path, "--dump-dom")) == "0"


def _browsed(page: Path, folder: Path, *options: str) -> str:
    """What a browser without a network gives for a page."""
    assert BROWSER
    command = [
        BROWSER,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-extensions",
        "--host-resolver-rules=MAP * ~NOTFOUND",
        f"--user-data-dir={folder / 'profile'}",
        "--window-size=1400,900",
        *options,
        page.as_uri(),
    ]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    return run.stdout


def _title(dom: str) -> str:
    found = re.search(r"<title>(.*?)</title>", dom, re.S)
    assert found
    return found[1].replace("&gt;", ">").replace("&lt;", "<").replace("&amp;", "&")
