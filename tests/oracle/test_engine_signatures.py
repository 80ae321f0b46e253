"""What the engine says of an `input_signature`, TensorFlow confirms: the drawn functions of `test_signatures`."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tftypes.inference.analysis import analyze

from .signature_cases import PRELUDE
from .signature_verdicts import verdict_of_tensorflow
from .test_signatures import functions


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("drawn") / "program.py"


@settings(
    max_examples=150,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(text=functions())
def test_the_engine_and_tensorflow_agree_on_any_signature(text: str, program: Path) -> None:
    program.write_text(PRELUDE + text)
    found = analyze([str(program)])
    with pytest.MonkeyPatch.context() as patch:
        verdict = verdict_of_tensorflow(text, patch)
    assert not found.failures, found.failures
    assert bool(found.findings) == bool(verdict), (
        f"{text}TensorFlow: {verdict}\nthe engine: {found.findings}"
    )
