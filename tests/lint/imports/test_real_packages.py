"""The simulator against real packages: who meets which module half initialised.

Each package is imported by a fresh interpreter, with `__import__` watched.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.lint.imports import truth
from tests.lint.imports.truth import Truth
from tftypes_lint import Exclusions, discover
from tftypes_lint.imports.collect import collect
from tftypes_lint.imports.outcome import Outcome
from tftypes_lint.imports.project import Project
from tftypes_lint.imports.simulate import simulate
from tftypes_lint.source import Source, parse_problem

#: Packages with cycles, and some without, for false alarms. keras imports TensorFlow.
PACKAGES = ("tensorflow", "keras", "numpy", "hypothesis", "libcst", "rich", "click", "_pytest")


def folder_of(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    assert spec and spec.origin
    return Path(spec.origin).parent


def imported(package: str) -> Truth:
    """What happens when the package is imported."""
    run = subprocess.run(
        [sys.executable, truth.__file__, package],
        env={**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "KERAS_BACKEND": "tensorflow"},
        capture_output=True,
        text=True,
        check=True,
    )
    hits, modules, error = json.loads(run.stdout.splitlines()[-1])
    return Truth({(importer, target) for importer, target in hits}, set(modules), error)


def foretold(package: str) -> tuple[Project, Outcome]:
    """What is foretold of it."""
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
def results() -> dict[str, tuple[set[tuple[str, str]], set[tuple[str, str]]]]:
    """By package: the hits that happen, and those that are foretold and could happen.

    Python takes one of several branches, such as one of keras' backends; what is foretold of
    a module that this run did not load is neither right nor wrong.
    """
    found = {}
    for package in PACKAGES:
        happened = imported(package)
        assert happened.error is None
        project, outcome = foretold(package)
        assert outcome.unbound is None, f"import {package} does not fail"
        told = {
            (hit.module, hit.target)
            for hit in outcome.hits
            if not hit.implicit and {hit.module, hit.target} <= happened.modules
        }
        found[package] = ({hit for hit in happened.hits if hit[1] in project}, told)
    return found


def test_at_least_95_of_100_hits_are_foretold(
    results: dict[str, tuple[set[tuple[str, str]], set[tuple[str, str]]]],
) -> None:
    happened = {hit for hits, _ in results.values() for hit in hits}
    told = {hit for _, hits in results.values() for hit in hits}

    assert len(happened) >= 80, "these packages have many cycles"
    assert len(happened & told) >= 0.95 * len(happened), sorted(happened - told)
    assert len(happened & told) >= 0.95 * len(told), sorted(told - happened)


@pytest.mark.parametrize("package", ["tensorflow", "numpy"])
def test_of_these_every_one_and_nothing_else(
    package: str, results: dict[str, tuple[set[tuple[str, str]], set[tuple[str, str]]]]
) -> None:
    happened, told = results[package]

    assert told == happened
