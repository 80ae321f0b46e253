"""The examples in TensorFlow's own docstrings type-check: each function called as its documentation calls it."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest
from mypy import api

from tests.stubs.conftest import HERE, QUIET, SAME_KERAS, SAME_TENSORFLOW

HEAD = """\
import collections, functools, itertools, math, os, re, sys, tempfile
from typing import *
import numpy as np
import tensorflow as tf

"""
#: What excerpts must be forgiven: names from the text around them, the same name again.
EXCERPTS = [
    "name-defined",
    "no-redef",
    "var-annotated",
    "import-not-found",
    "import-untyped",
    "has-type",
    "used-before-def",
]
REPORT = re.compile(r"^.*?example(\d+)\.py:(\d+): error: (.*)$")

NUMPY = "NumPy's, not ours."
#: Examples with an error, and why it is one.
RIGHTLY = {
    "Attributes that the class does not declare.": [
        "tensorflow.Module.submodules",
        "tensorflow.Variable",
        "tensorflow.saved_model.save",
        "tensorflow.train.CheckpointView",
        "tensorflow.train.CheckpointView.diff",
        "tensorflow.train.CheckpointView.match",
        "tensorflow.train.TrackableView",
    ],
    "A function of the same name, defined before, has other parameters.": [
        "tensorflow.autograph.to_code",
        "tensorflow.distribute.Strategy.gather",
        "tensorflow.function",
        "tensorflow.gradients",
    ],
    "A variable takes `trainable` there, and a dtype is true.": [
        "tensorflow.nest.assert_same_structure"
    ],
    "tf.keras has no such layer any more.": ["tensorflow.feature_column.numeric_column"],
    "The parameter is annotated as an array, and is bytes.": ["tensorflow.data.Dataset.map"],
    NUMPY: ["tensorflow.keras.losses.categorical_hinge"],
    "A named tuple under two names.": [
        "tensorflow.keras.tree.assert_same_structure",
    ],
    "A union that only the example knows how to narrow.": [
        "tensorflow.distribute.MirroredStrategy"
    ],
    "The wrapped function, which functools has and no type tells.": ["tensorflow.recompute_grad"],
}


@pytest.fixture(scope="module")
def programs() -> dict[str, str]:
    run = subprocess.run(
        [sys.executable, HERE / "docstrings.py"],
        env=QUIET,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    found: dict[str, str] = json.loads(run.stdout)
    return found


@pytest.fixture(scope="module")
def errors(
    programs: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, list[str]]:
    folder = tmp_path_factory.mktemp("docstrings")
    files = [folder / f"example{number}.py" for number in range(len(programs))]
    for file, source in zip(files, programs.values()):
        file.write_text(HEAD + source)
    options = [
        "--config-file=",
        "--check-untyped-defs",
        "--allow-redefinition",
        "--no-error-summary",
    ]
    options += [f"--disable-error-code={code}" for code in EXCERPTS]
    output, crash, _ = api.run([*options, f"--cache-dir={folder / 'cache'}", *map(str, files)])
    assert not crash
    paths = list(programs)
    found: dict[str, list[str]] = {}
    for match in filter(None, map(REPORT.match, output.splitlines())):
        path = paths[int(match[1])]
        line = (HEAD + programs[path]).splitlines()[int(match[2]) - 1]
        found.setdefault(path, []).append(f"{line.strip()}  # {match[3]}")
    return found


def test_the_examples_are_many(programs: dict[str, str]) -> None:
    assert len(programs) > 800
    assert sum(source.count("tf.") for source in programs.values()) > 2500


@pytest.mark.skipif(not SAME_TENSORFLOW, reason="the stubs were written from another TensorFlow")
@pytest.mark.skipif(not SAME_KERAS, reason="the stubs were written from another Keras")
def test_they_type_check(errors: dict[str, list[str]]) -> None:
    known = {path for paths in RIGHTLY.values() for path in paths}
    assert {path: errors[path] for path in errors if path not in known} == {}
    needed = known - set(RIGHTLY[NUMPY])  # which says it in some versions
    assert sorted(needed - errors.keys()) == [], "nothing is forgiven that need not be"
