"""The recipe model: it runs, it is typed, and the mistakes in its twin are found, which are real."""

from __future__ import annotations

import importlib.util
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import demo
import pytest
import tensorflow as tf
from mypy import api

from tftypes import struct

FOLDER = Path(__file__).parents[3] / "examples" / "recipes"
PROGRAM, TWIN = FOLDER / "recipes.py", FOLDER / "broken.py"
BUGS = demo.planted(TWIN)

CONFIG = """\
[mypy]
plugins = tftypes_mypy
strict = True
"""


def findings(path: Path, folder: Path) -> list[demo.Finding]:
    (folder / "mypy.ini").write_text(CONFIG)
    options = ["--config-file", str(folder / "mypy.ini"), "--cache-dir", str(folder / "cache")]
    output, errors, _ = api.run([*options, "--output", "json", str(path)])
    assert not errors, errors
    found = []
    for line in output.splitlines():
        if not line.startswith("{"):
            continue  # that it was a success
        entry = demo.json.loads(line)
        if entry["message"].startswith("suggested fix"):
            continue
        place = (FOLDER / Path(entry["file"]).name, entry["line"])
        found.append(demo.Finding(*place, entry["code"], entry["message"]))
    return found


def test_the_program_has_no_errors(tmp_path: Path) -> None:
    assert findings(PROGRAM, tmp_path) == []


def test_every_mistake_is_found_and_nothing_else(tmp_path: Path) -> None:
    found = findings(TWIN, tmp_path)
    assert len(found) == len(BUGS) == 8
    for bug, finding in zip(BUGS, sorted(found, key=lambda each: each.line)):
        assert bug.is_found_by(finding), (bug, finding)


def test_the_twin_differs_in_the_marked_lines_only() -> None:
    marked = {bug.line for bug in BUGS}
    lines = [path.read_text().splitlines() for path in (PROGRAM, TWIN)]
    assert len(lines[0]) == len(lines[1])
    assert {n for n, pair in enumerate(zip(*lines), 1) if pair[0] != pair[1]} == marked


def test_it_trains_and_serves_what_it_was_trained_on() -> None:
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3"}
    run = subprocess.run(
        [sys.executable, str(PROGRAM)], capture_output=True, text=True, env=environment, check=False
    )
    assert run.returncode == 0, run.stderr
    lines = run.stdout.splitlines()
    assert lines[:4] == [
        "StructTensor[None]",
        "├── user_embedding: float32[4]",
        "├── recipe",
        "│   ├── title: string",
    ]
    told = {line[:10].strip(): line[10:].strip() for line in lines[13:]}
    before, after = told["loss"].split(" -> ")
    assert float(after) < 0.6 * float(before)
    predicted, truth = (float(part.split()[-1]) for part in told["predicted"].split(","))
    assert abs(predicted - truth) < 0.3
    assert lines[-2] == "saved, loaded True"
    assert told["refused"] == (
        "Server.predict() argument 'requests': "
        "expected StructTensor[?] with a field 'user_embedding'"
    )


# --- the mistakes, made at run time -------------------------------------------------------


@pytest.fixture(scope="module")
def recipes() -> Any:
    spec = importlib.util.spec_from_file_location("recipes_program", PROGRAM)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def rows(recipes: Any) -> Any:
    made = [recipes.example(random.Random(seed)) for seed in range(3)]
    return struct.constant(made, schema=recipes.Example)


#: By a part of the marked line: what TensorFlow or the library says, and what is done.
REAL: dict[str, tuple[str, Callable[[Any], object]]] = {
    '"recipe.ingredient.name"': (
        "has no field 'ingredient'",
        lambda rows: struct.promote(rows, "recipe.ingredient.name", "names"),
    ),
    "** 2.0, axis=2": (
        "Invalid reduction dimension",
        lambda rows: tf.reduce_sum(rows["user_embedding"] ** 2.0, axis=2),
    ),
    'seen["weights"]': ("weights", lambda rows: rows["recipe", "user_ratings"]["weights"]),
    'log1p(recipe["title"])': ("string", lambda rows: tf.math.log1p(rows["recipe"]["title"])),
    'requests["embedding"]': ("embedding", lambda rows: rows["embedding"]),
    '"ingredients", 0, 0, 0]': (
        "3 positions, but the struct has 2 dims",
        lambda rows: rows["recipe", "ingredients", 0, 0, 0],
    ),
    'without("scores")': ("scores", lambda rows: rows.without("scores")),
    'requests["title"]': ("title", lambda rows: rows["title"]),
}


@pytest.mark.parametrize("part", REAL)
def test_the_mistake_is_one(part: str, rows: Any) -> None:
    assert sum(part in bug.source for bug in BUGS) == 1
    says, run = REAL[part]
    with pytest.raises(
        (KeyError, IndexError, TypeError, ValueError, tf.errors.InvalidArgumentError), match=says
    ):
        run(rows)


def test_all_mistakes_are_tried() -> None:
    assert len(REAL) == len(BUGS)
