"""The programs do what they say under TensorFlow, each annotated function traced once."""

import os
import re
import subprocess
import sys

import demo
import pytest

pytest.importorskip("tensorflow")


@pytest.fixture(scope="module", params=demo.PROGRAMS, ids=lambda path: path.name)
def said(request):
    quiet = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3"}
    command = [sys.executable, str(request.param)]
    return subprocess.run(command, capture_output=True, text=True, env=quiet, check=True).stdout


def test_training_brings_the_loss_down(said):
    first, *_, last = [
        float(number) for number in re.findall(r"^(?:epoch|step) .*?([\d.]+)$", said, re.M)
    ]
    assert last < first / 4


def test_an_annotated_function_is_traced_once_for_all_batch_sizes(said):
    (traces,) = re.findall(r"^traces +(.*)$", said, re.M)
    assert all(re.fullmatch(r"\w+ 1", one) for one in traces.split(", ")), traces


def test_what_was_learned_is_right(said):
    for accuracy in re.findall(r"^accuracy ([\d.]+)$", said, re.M):
        assert float(accuracy) > 0.95
