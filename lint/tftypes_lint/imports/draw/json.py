"""The import graph for programs."""

from __future__ import annotations

import json
from typing import Any, Final

from tftypes_lint.imports.analysis import Cycle
from tftypes_lint.imports.draw.picture import Arrow, Picture
from tftypes_lint.imports.outcome import Unbound

VERSION: Final = 1


def to_json(picture: Picture) -> str:
    """The picture as a JSON object; `version` changes when the form does."""
    data = {
        "version": VERSION,
        "modules": [node._asdict() for node in picture.nodes],
        "imports": list(map(_arrow, picture.arrows)),
        "cycles": list(map(_cycle, picture.cycles)),
        "components": list(map(list, picture.analysis.components)),
        "failures": [_failure(picture, failure) for failure in picture.failures],
        "layers": list(picture.layers),
        "untried": len(picture.analysis.untried),
    }
    return json.dumps(data, indent=2) + "\n"


def _arrow(arrow: Arrow) -> dict[str, Any]:
    return {
        "from": arrow.source,
        "to": arrow.target,
        "kind": arrow.kind,
        "cycle": arrow.cycle,
        "cut": arrow.cut,
        "breach": arrow.breach,
        "lines": [line._asdict() for line in arrow.lines],
    }


def _cycle(cycle: Cycle) -> dict[str, Any]:
    record = cycle.edge.first()
    return {
        "path": list(cycle.path),
        "cut": {
            "from": cycle.edge.importer.name,
            "to": cycle.edge.target,
            "path": cycle.edge.importer.path,
            "line": record.span.line,
            "text": record.text,
            "way": cycle.way,
        },
        "met_half_initialised": cycle.hit is not None,
    }


def _failure(picture: Picture, failure: Unbound) -> dict[str, Any]:
    return {
        "entry": failure.entry,
        "module": failure.module,
        "path": picture.analysis.project.modules[failure.module].path,
        "line": failure.place[0],
        "target": failure.target,
        "name": failure.name,
        "bound_on_line": failure.bound_at,
    }
