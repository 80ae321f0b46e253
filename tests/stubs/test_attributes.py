"""Every public attribute that objects have at run time is in the stubs: no `has no attribute` on what works."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from mypy import api

from tests.stubs.conftest import HERE, QUIET, SAME_KERAS, SAME_TENSORFLOW

pytestmark = pytest.mark.skipif(
    not (SAME_TENSORFLOW and SAME_KERAS), reason="the stubs were written from other versions"
)


def test_what_objects_have_is_in_the_stubs(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, HERE / "attributes.py"],
        env=QUIET,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    (tmp_path / "program.py").write_text(run.stdout)
    assert run.stdout.count("\n") > 4000
    options = ["--config-file=", "--no-error-summary", "--cache-dir", str(tmp_path / "cache")]
    output, errors, _ = api.run([*options, str(tmp_path / "program.py")])
    assert not errors
    missing = re.findall(r'"([^"]*)" has no attribute "(\w+)"', output)
    assert missing == [], output
    assert output == ""
