"""The simulator against real packages: who meets which module half initialised.

Each package is imported by a fresh interpreter, with `__import__` watched.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.lint.imports import truth
from tests.lint.imports.truth import Truth
from tftypes_lint import Exclusions, discover
from tftypes_lint.imports.analysis import Analysis
from tftypes_lint.imports.collect import collect
from tftypes_lint.imports.outcome import Outcome
from tftypes_lint.imports.project import Project
from tftypes_lint.imports.simulate import simulate
from tftypes_lint.source import Source, parse_problem

#: Packages with cycles, and some without, for false alarms. keras imports TensorFlow.
PACKAGES = ("tensorflow", "keras", "numpy", "hypothesis", "libcst", "rich", "click", "_pytest")
#: Packages whose modules are imported one by one, each by itself, in copies of one process.
ONE_BY_ONE = ("tensorflow", "keras", "numpy", "sqlalchemy", "django")
#: How many of them are, besides all those that something is foretold of.
SAMPLE = 30

Hits = set[tuple[str, str]]


def folder_of(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    assert spec and spec.origin
    return Path(spec.origin).parent


def imported(package: str, *modules: str) -> list[Truth]:
    """What happens when the package is imported, and then each of its modules by itself."""
    run = subprocess.run(
        [sys.executable, truth.__file__, package, *modules],
        env={
            **os.environ,
            "TF_CPP_MIN_LOG_LEVEL": "3",
            "KERAS_BACKEND": "tensorflow",
            "DJANGO_SETTINGS_MODULE": "django.conf.global_settings",
        },
        capture_output=True,
        text=True,
        check=True,
    )
    told = [json.loads(line) for line in run.stdout.splitlines()[-1 - len(modules) :]]
    return [
        Truth({(importer, target) for importer, target in hits}, set(loaded), error)
        for hits, loaded, error in told
    ]


@cache
def foretold(package: str) -> tuple[Project, Outcome]:
    """What is foretold of it; to read all of TensorFlow takes longer than to import it."""
    folder = folder_of(package)
    facts = {}
    for file in discover([folder], Exclusions(("tests",), folder)):
        if file.suffix == ".py":
            source = Source(str(file), file.read_bytes())
            if not parse_problem(source):
                facts[str(file)] = collect(source)
    project = Project(facts)
    return project, simulate(project, package)


@pytest.fixture(scope="module")
def results() -> dict[str, tuple[Hits, Hits]]:
    """By package: the hits that happen, and those that are foretold and could happen.

    Python takes one of several branches, such as one of keras' backends; what is foretold of
    a module that this run did not load is neither right nor wrong.
    """
    found = {}
    for package in PACKAGES:
        [happened] = imported(package)
        assert happened.error is None
        project, outcome = foretold(package)
        assert outcome.unbound is None, f"import {package} does not fail"
        found[package] = (
            {hit for hit in happened.hits if hit[1] in project},
            foretold_of(outcome, happened),
        )
    return found


def foretold_of(outcome: Outcome, happened: Truth) -> Hits:
    """The hits that are foretold among the modules that were loaded."""
    hits = (hit for each in (*outcome.earlier, outcome) for hit in each.hits)
    pairs = {(hit.module, hit.target) for hit in hits if not hit.implicit}
    return {pair for pair in pairs if happened.modules >= {*pair}}


def test_at_least_95_of_100_hits_are_foretold(
    results: dict[str, tuple[Hits, Hits]],
) -> None:
    happened = {hit for hits, _ in results.values() for hit in hits}
    told = {hit for _, hits in results.values() for hit in hits}

    assert len(happened) >= 80, "these packages have many cycles"
    assert len(happened & told) >= 0.95 * len(happened), sorted(happened - told)
    assert len(happened & told) >= 0.95 * len(told), sorted(told - happened)


@pytest.mark.parametrize("package", ["tensorflow", "numpy"])
def test_of_these_every_one_and_nothing_else(
    package: str, results: dict[str, tuple[Hits, Hits]]
) -> None:
    happened, told = results[package]

    assert told == happened


@pytest.mark.parametrize("package", ONE_BY_ONE)
def test_modules_imported_by_themselves(package: str) -> None:
    """`import django` alone meets nothing half initialised, and some of its modules do."""
    if importlib.util.find_spec(package) is None:
        pytest.skip(f"{package} is not installed: it is no dependency, and proves more where it is")
    project, first = foretold(package)
    analysis = Analysis(project)
    outcomes = {
        name: analysis.outcome_of(name)
        for name in sorted(project.modules)
        if name not in first.states and not name.endswith("__main__")
    }
    entries = [name for name, outcome in outcomes.items() if outcome.hits]
    others = [name for name in outcomes if name not in entries]
    entries += others[:: len(others) // SAMPLE + 1]

    happened: Hits = set()
    told: Hits = set()
    for entry, truth_of in zip(entries, imported(package, *entries)[1:], strict=True):
        assert not truth_of.is_circular or outcomes[entry].unbound, f"import {entry} fails"
        happened |= {hit for hit in truth_of.hits if is_written(project, hit)}
        told |= foretold_of(outcomes[entry], truth_of)
    happened, told = happened - told_before(first), told - told_before(first)

    assert len(happened & told) >= 0.95 * len(happened), sorted(happened - told)
    assert len(happened & told) >= 0.95 * len(told), sorted(told - happened)


def told_before(first: Outcome) -> Hits:
    """What is foretold of the package itself, which another test is about."""
    return {(hit.module, hit.target) for hit in first.hits}


def is_written(project: Project, hit: tuple[str, str]) -> bool:
    """Whether an import in the module says the name; nobody can foretell one that is worked out."""
    importer, target = hit
    if importer not in project or target not in project:
        return False
    module = project.modules[importer]
    named = {
        each
        for record, needed in zip(module.facts.imports, project.needed(module))
        if record.context != "type-only"
        for name in needed
        for each in project.chain(name)
    }
    return target in named
