"""The baseline: only what is new fails, wherever the lines have moved."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tftypes_lint import Settings, discover, lint
from tftypes_lint.baseline import Baseline, BaselineError

SETTINGS = Settings(select=("private-import",))
LINE = "import tensorflow.python.{}\n"


def new(folder: Path, baseline: Baseline) -> list[int]:
    """The lines of what is new."""
    return [finding.line for finding in baseline.new(lint(discover([folder]), SETTINGS))]


def of(folder: Path) -> Baseline:
    return Baseline.of(lint(discover([folder]), SETTINGS), folder)


def test_what_is_known_is_not_new_and_what_moves_stays_known(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text(LINE.format("a") + LINE.format("b"))
    baseline = of(tmp_path)

    assert new(tmp_path, baseline) == []

    file.write_text(f"x = 1\n\n{LINE.format('c')}if x:\n    {LINE.format('b')}{LINE.format('a')}")
    assert new(tmp_path, baseline) == [3]


def test_one_more_of_the_same_is_new(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text(LINE.format("a") * 2)
    baseline = of(tmp_path)
    file.write_text(LINE.format("a") * 3)

    assert new(tmp_path, baseline) == [3]


def test_in_another_file_it_is_new(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(LINE.format("a"))
    baseline = of(tmp_path)
    (tmp_path / "a.py").rename(tmp_path / "b.py")

    assert new(tmp_path, baseline) == [1]


@given(st.lists(st.sampled_from("abc"), max_size=8), st.lists(st.sampled_from("abcx"), max_size=12))
def test_as_many_are_new_as_came_to_it(before: list[str], after: list[str]) -> None:
    from collections import Counter

    from tftypes_lint import Finding

    def findings(codes: list[str]) -> list[Finding]:
        return [
            Finding("gone.py", line, 1, line, 2, code, "error", "m")
            for line, code in enumerate(codes, 1)
        ]

    baseline = Baseline.of(findings(before), Path())
    found = Counter(finding.code for finding in baseline.new(findings(after)))

    assert found == Counter(after) - Counter(before)
    assert baseline.gone(findings(after)) == sum((Counter(before) - Counter(after)).values())


def test_a_file_that_does_not_parse_is_never_known(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def f(:\n")
    baseline = of(tmp_path)

    assert new(tmp_path, baseline) == [1]


def test_the_file_is_the_same_wherever_one_stands_and_reads_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.py").write_text("é = 1; " + LINE.format("a") * 2)
    file = tmp_path / "baseline.json"
    of(tmp_path).write(file)

    assert file.read_text("utf-8").count("\n") == 4
    assert json.loads(file.read_text("utf-8"))["findings"][0] == {
        "path": "src/a.py",
        "code": "private-import",
        "message": "`tensorflow.python.a` is private to TensorFlow and may change in any release",
        "text": "import tensorflow.python.a",
    }
    assert Baseline.read(file, tmp_path) == of(tmp_path)
    monkeypatch.chdir(tmp_path / "src")
    assert Baseline.read(file, tmp_path).new(lint(discover([Path()]), SETTINGS)) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not JSON: "),
        ("[]", "not a baseline of version 1"),
        ('{"version": 2, "findings": []}', "not a baseline of version 1"),
        ('{"version": 1}', "findings[0] is not a finding"),
        ('{"version": 1, "findings": [{"path": "a.py"}]}', "findings[0] is not a finding"),
    ],
)
def test_what_is_no_baseline_is_an_error(text: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "baseline.json"
    file.write_text(text)

    with pytest.raises(BaselineError) as caught:
        Baseline.read(file, tmp_path)
    assert str(caught.value).startswith(message)
