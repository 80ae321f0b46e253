"""What TensorFlow itself keeps private is what the rule calls private."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lint.examples import found
from tftypes_lint import discover, lint


@pytest.mark.filterwarnings("ignore")
def test_tensorflow_does_not_export_the_package() -> None:
    tf = pytest.importorskip("tensorflow")

    assert not hasattr(tf, "python")
    assert tf.add.__module__.startswith("tensorflow.python")


def test_tensorflow_may_import_its_own(tmp_path: Path) -> None:
    own = tmp_path / "tensorflow" / "lite"
    own.mkdir(parents=True)
    for folder in (own.parent, own):
        (folder / "__init__.py").touch()
    (own / "a.py").write_text("from tensorflow.python.framework import ops\n")
    (tmp_path / "a.py").write_text("from tensorflow.python.framework import ops\n")

    assert [finding.path for finding in lint(discover([tmp_path]))] == [str(tmp_path / "a.py")]


def test_one_import_of_several_names_is_one_finding() -> None:
    source = "from tensorflow.python.framework import (\n    ops,\n    dtypes,\n)\n"

    assert [line for line, _ in found("private-import", source)] == [1]


def test_columns_count_characters() -> None:
    from tftypes_lint import Settings
    from tftypes_lint.engine import lint_source
    from tftypes_lint.source import Source

    source = Source("a.py", "é = 'é'; import os, tensorflow.python\n".encode())
    (finding,) = lint_source(source, Settings(select=("private-import",)))

    assert (finding.column, finding.end_column) == (21, 38)
