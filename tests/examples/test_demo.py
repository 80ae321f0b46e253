"""What ``make demo`` promises: all planted bugs, no false alarm, and mypy alone sees nothing."""

import demo
import pytest

BUGS = [bug for twin in demo.TWINS for bug in demo.planted(twin)]


@pytest.fixture(scope="module")
def twins_checked():
    return demo.check(demo.TWINS)


def test_the_programs_are_clean():
    assert demo.check(demo.PROGRAMS) == (0, [])


def test_the_twins_are_not(twins_checked):
    code, _ = twins_checked
    assert code == 1


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: f"{bug.path.name}:{bug.line} {bug.source}")
def test_a_planted_bug_is_found(bug, twins_checked):
    _, findings = twins_checked
    there = [
        finding for finding in findings if (finding.path, finding.line) == (bug.path, bug.line)
    ]
    assert [finding for finding in there if bug.is_found_by(finding)], there


def test_nothing_else_is_reported(twins_checked):
    _, findings = twins_checked
    _, false_alarms = demo.matched(BUGS, findings)
    assert false_alarms == []


def test_mypy_alone_finds_none_of_them():
    assert demo.plain_mypy(demo.TWINS).startswith("Success: no issues found in 4 source files")


def test_mypy_alone_does_look_at_the_twins(tmp_path):
    """Were the twins skipped, the test above would prove nothing: an ordinary mistake is found."""
    text = demo.TWINS[0].read_text().replace("tf.random.set_seed(1)", "tf.random.set_seed(len(1))")
    (tmp_path / "mlp.py").write_text(text)
    assert 'incompatible type "int"; expected "Sized"' in demo.plain_mypy([tmp_path / "mlp.py"])
