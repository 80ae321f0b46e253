"""Modules that import each other while they are being imported.

A module that is imported a second time before its first import is done comes as it is: half
initialised, with the names that its first lines have bound. Whether that goes well depends on
the order of statements in files that know nothing of each other, and on which of them the
program imports first.

What happens is worked out by following the imports, without running anything: statements in
order, packages before what lies in them, functions that are called on the way, `try` and
`TYPE_CHECKING` as they are. Reported are

- as an error, an import that fails: the name is bound further down in a module that is still
  being imported, and the message says which import to begin with to see it fail;
- as a warning, a cycle on which some module is met half initialised, and whose imports succeed
  only because of their order;
- as a note, a cycle that nothing runs into yet.

There is one report for each import that has to go, and without these imports no cycle is left:
first come imports that only annotations use, then those that only functions use, with the
fewest names. Imports under `TYPE_CHECKING` and in functions make no cycle, unless such a function
is called while modules are imported; nor does the import of a package by what lies in it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from tftypes_lint.findings import Severity, Span
from tftypes_lint.imports import cuts
from tftypes_lint.imports.analysis import Analysis, Cycle, Way
from tftypes_lint.imports.collect import collect as collect_facts
from tftypes_lint.imports.facts import Facts, Import
from tftypes_lint.imports.graph import AT_IMPORT, Edge
from tftypes_lint.imports.outcome import Unbound
from tftypes_lint.rule import Fix, Problem
from tftypes_lint.source import Source

CODE: Final = "import-cycle"
SEVERITY: Final[Severity] = "warning"
MESSAGE: Final = "{message}"
PREFILTER: Final = ()

VALID: Final = {
    "imports that point one way": {
        "net/__init__.py": "from net.layers import dense\n",
        "net/layers.py": "from net.types import Weights\n",
        "net/types.py": "class Weights: ...\n",
    },
    "a package that imports what lies in it, which imports the package": {
        "net/__init__.py": "VERSION = 1\nfrom net.layers import dense\n",
        "net/layers.py": "from net import VERSION\ndef dense(): ...\n",
    },
    "an import for type checkers, and one in a function that is called later": {
        "layers.py": """
            from typing import TYPE_CHECKING
            if TYPE_CHECKING:
                from models import Model
            def dense(model: "Model"): ...
            """,
        "models.py": """
            import layers
            def save(model):
                import layers
            """,
    },
}
INVALID: Final = {
    "a name that is bound too late, whichever comes first": {
        "layers.py": """
            from models import Model  # error: "`import models` fails here: models has no `Model` yet"
            def dense(model):
                return Model(model)
            """,
        "models.py": """
            from layers import dense  # error: "`import layers` fails here: layers has no `dense` yet"
            class Model: ...
            base = dense(None)
            """,
    },
    "an attribute that is not there yet": {
        "net/__init__.py": "",
        "net/layers.py": """
            from net import models
            class Dense: ...
            """,
        "net/models.py": """
            from net import layers
            class Model(layers.Dense): ...  # error: "net.layers has no `Dense` yet, which it binds on line 2"
            """,
    },
    "what a package binds below its imports": {
        "net/__init__.py": """
            from net.layers import dense
            VERSION = 1
            """,
        "net/layers.py": """
            from net import VERSION  # error: "`import net` fails here: net has no `VERSION` yet"
            """,
    },
    "a function that imports, called while modules are imported": {
        "config.py": """
            def read():
                import layers
                return layers.SIZE  # error: "`import layers` fails here: layers has no `SIZE` yet"
            size = read()
            """,
        "layers.py": """
            from config import size  # error: "`import config` fails here: config has no `size` yet"
            SIZE = 3
            """,
    },
    "modules that meet half initialised, and need each other only later": {
        "layers.py": """
            import models
            def dense():
                return models.Model()
            """,
        "models.py": """
            import layers  # error: "import cycle: models -> layers -> models"
            import json
            def build():
                return layers.dense(), json
            class Model: ...
            """,
    },
    "an import for annotations": {
        "graph.py": """
            from node import Node  # error: "`import node` fails here"
            def walk(start: Node) -> None: ...
            """,
        "node.py": """
            import graph
            class Node:
                def run(self):
                    graph.walk(self)
            """,
    },
}
FIXED: Final = {
    "modules that meet half initialised, and need each other only later": {
        "models.py": """
            # error: "import cycle: models -> layers -> models"
            import json
            def build():
                import layers
                return layers.dense(), json
            class Model: ...
            """,
    },
    "an import for annotations": {
        "graph.py": """
            from __future__ import annotations
            from typing import TYPE_CHECKING

            # error: "`import node` fails here"

            if TYPE_CHECKING:
                from node import Node

            def walk(start: Node) -> None: ...
            """,
    },
}


class Cut(NamedTuple):
    """The imports to take out of a cycle, and how."""

    way: Way
    safe: bool
    records: tuple[Import, ...]


def collect(source: Source) -> Facts:
    """What the file imports, and what runs when it is imported."""
    return collect_facts(source)


def check_project(
    facts: Mapping[str, Facts], options: Mapping[str, Any]
) -> Iterator[tuple[str, Problem]]:
    """Each import that fails, and each that has to go so that no cycle is left."""
    analysis = Analysis.of(facts)
    failing = set()
    for failure in analysis.failures:
        failing.add((failure.module, failure.target))
        yield _failure(analysis, failure)
    for cycle in analysis.cycles:
        arcs = set(zip(cycle.path, cycle.path[1:]))
        if not arcs & failing:
            yield _cycle(analysis, cycle)


def fix(source: Source, problem: Problem) -> Fix | None:
    """Moves the import under TYPE_CHECKING, or into the functions that use it."""
    cut = problem.data
    if not isinstance(cut, Cut) or cut.way == "extract":
        return None
    names = ", ".join(f"`{name}`" for record in cut.records for name in record.bound)
    if cut.way == "type-only":
        title = f"import {names} for type checkers only"
        changes = cuts.under_type_checking(source, cut.records)
        return Fix("safe" if cut.safe else "unsafe", title, changes)
    title = f"import {names} in the functions that use it"
    return Fix("unsafe", title, cuts.into_functions(source, cut.records))


def _failure(analysis: Analysis, failure: Unbound) -> tuple[str, Problem]:
    module = analysis.project.modules[failure.module]
    line, column, end_column = failure.place
    when = f"it binds on line {failure.bound_at}" if failure.bound_at else "is still being imported"
    message = (
        f"`import {failure.entry}` fails here: {failure.target} has no `{failure.name}` yet, "
        f"which {when}"
    )
    steps = [
        (step.module, analysis.project.modules[step.module].facts.imports[step.number])
        for step in failure.chain
    ]
    hint = f"on the way: {_told(analysis, steps)}" if steps else None
    edge = analysis.tangles.edges.get(failure.module, {}).get(failure.target)
    if edge:
        hint = "\n".join(filter(None, [hint, _advice(edge, analysis.way(edge))]))
    span = Span(line, column, line, end_column)
    data = _cut(analysis, edge) if edge else None
    return module.path, Problem(span, {"message": message}, hint, data, severity="error")


def _cycle(analysis: Analysis, cycle: Cycle) -> tuple[str, Problem]:
    edge = cycle.edge
    message = f"import cycle: {' -> '.join(cycle.path)}"
    if cycle.hit:
        where = analysis.project.modules[cycle.hit.module]
        line = where.facts.imports[cycle.hit.number].span.line
        message += (
            f"; on `import {cycle.entry}`, line {line} of {cycle.hit.module} "
            f"meets {cycle.hit.target} half initialised"
        )
    edges = [analysis.tangles.edges[one][other] for one, other in zip(cycle.path, cycle.path[1:])]
    told = _told(analysis, [(each.importer.name, each.first()) for each in edges])
    hint = f"{told}\n{_advice(edge, cycle.way)}"
    severity: Severity = "warning" if cycle.hit else "note"
    problem = Problem(edge.first().span, {"message": message}, hint, _cut(analysis, edge), severity)
    return edge.importer.path, problem


def _told(analysis: Analysis, steps: Iterable[tuple[str, Import]]) -> str:
    """The way round, as lines of files."""
    modules = analysis.project.modules
    places = [
        f"{os.path.basename(modules[name].path)}:{record.span.line} `{record.text}`"
        for name, record in steps
    ]
    return ", ".join(places)


def _advice(edge: Edge, way: Way) -> str:
    """How to cut the cycle at this import."""
    names = sorted({name for site in edge.sites for name in site.names})
    listed = ", ".join(f"`{name}`" for name in names) or f"`{edge.target}`"
    advice = {
        "type-only": f"only annotations use {listed}: import it under `if TYPE_CHECKING:`",
        "defer": f"only functions use {listed}: import it there",
        "extract": f"{listed} is used while the module is imported: move what both modules need "
        "into a module of its own, which imports neither",
    }[way]
    rest = len(edge.sites_of(AT_IMPORT)) - 1
    return advice + (f"; this goes for {rest} more imports of {edge.target} here" if rest else "")


def _cut(analysis: Analysis, edge: Edge) -> Cut:
    return Cut(analysis.way(edge), analysis.is_safe(edge), tuple(_records(edge)))


def _records(edge: Edge) -> Iterator[Import]:
    """The imports of an edge, without what they import of other modules."""
    for site in edge.sites_of(AT_IMPORT):
        record = edge.record(site)
        if record.names is not None:
            names = (pair for pair in record.names if (pair[1] or pair[0]) in site.names)
            record = record._replace(names=tuple(names))
        yield record
