"""The runner: one broken file never ends the run, comments silence, processes agree."""

from __future__ import annotations

import gc
import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tftypes_lint import Finding, Settings, SettingsError, all_rules, discover, lint, processes
from tftypes_lint.analysis import analyse, parsing
from tftypes_lint.engine import lint_source
from tftypes_lint.source import Source, split_lines

PRIVATE = "from tensorflow.python.framework import ops"


def findings(text: str | bytes, *codes: str) -> list[Finding]:
    content = text.encode() if isinstance(text, str) else text
    select = codes or ("private-import", "tf-tensor-signature")
    return lint_source(Source("a.py", content), Settings(select=select))


def told(found: list[Finding]) -> list[tuple[int, str]]:
    return [(finding.line, finding.code) for finding in found]


def test_no_tensorflow_is_imported_and_nothing_else_of_the_project() -> None:
    program = (
        "import sys, tftypes_lint; tftypes_lint.all_rules(); "
        "print([m for m in ('tensorflow', 'numpy', 'mypy', 'tftypes', 'libcst') if m in sys.modules])"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    assert run.stdout == "[]\n"


def test_a_file_that_does_not_parse_is_one_finding_and_the_others_are_checked(
    tmp_path: Path,
) -> None:
    (tmp_path / "a.py").write_text("def f(:\n    pass\n")
    (tmp_path / "b.py").write_text(PRIVATE)

    first, second = lint(discover([tmp_path]))

    assert (first.path, first.line, first.column, first.code) == (
        str(tmp_path / "a.py"),
        1,
        7,
        "syntax",
    )
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    assert first.message == f"not valid Python {version}: invalid syntax"
    assert (second.path, second.code) == (str(tmp_path / "b.py"), "private-import")


def test_a_file_that_cannot_be_read_is_one_finding(tmp_path: Path) -> None:
    (tmp_path / "a.py").symlink_to(tmp_path / "gone.py")

    (finding,) = lint(discover([tmp_path]))

    assert finding.code == "unreadable"
    assert finding.message == "cannot be read: No such file or directory"


@pytest.mark.parametrize(
    "content",
    [
        b"x = '\xff'\n",
        b"x = 1\0\n",
        b"# coding: nonsense\nx = 1\n",
        b"x = (" * 5000,
        b"x = '''\n\n\n",
        b"if x:\n",
        b"\xef\xbb\xbfdef f(:\n",
        b"\r\n\r\n )",
    ],
)
def test_whatever_is_wrong_with_a_file_it_is_one_finding_within_the_file(content: bytes) -> None:
    (finding,) = findings(content)

    assert finding.code == "syntax"
    assert 1 <= finding.line <= len(Source("a.py", content).lines)
    assert finding.column >= 1


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_no_bytes_crash_it(content: bytes) -> None:
    assert len(findings(content)) <= 1


def test_other_encodings_are_read_as_python_reads_them() -> None:
    assert told(findings(f"# coding: latin-1\nx = 'é'; {PRIVATE}\n".encode("latin-1"))) == [
        (2, "private-import")
    ]


def test_lines_are_counted_as_python_counts_them() -> None:
    assert told(findings(f"x = 1\r\n\x0c\ry = '\u2028'\n{PRIVATE}\n")) == [(4, "private-import")]
    assert split_lines("a\x0bb\x1cc\u2028d") == ["a\x0bb\x1cc\u2028d"]


def test_warnings_of_the_parser_are_the_programs_own_business(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = '\\d' is 1\n")

    assert lint(discover([tmp_path])) == []


class TestSuppressions:
    def test_a_comment_silences_its_code_on_its_line(self) -> None:
        assert findings(f"{PRIVATE}  # tftypes: ignore[private-import]\n") == []

    def test_without_codes_it_silences_everything(self) -> None:
        assert findings(f"{PRIVATE}  # noqa\n")
        assert findings(f"{PRIVATE}  # tftypes: ignore\n") == []

    def test_it_may_stand_on_any_line_of_what_is_reported(self) -> None:
        assert (
            findings(
                "from tensorflow.python.framework import (\n"
                "    ops,  # tftypes: ignore[private-import]\n"
                ")\n"
            )
            == []
        )

    def test_in_a_string_it_is_no_comment(self) -> None:
        assert told(findings(f"{PRIVATE}; x = '# tftypes: ignore'\n")) == [(1, "private-import")]

    def test_of_another_code_it_silences_nothing_and_is_reported_itself(self) -> None:
        (private, unused) = findings(f"{PRIVATE}  # tftypes: ignore[tf-tensor-signature]\n")

        assert private.code == "private-import"
        assert (unused.code, unused.column) == ("unused-ignore", len(PRIVATE) + 3)
        assert unused.message == "unused ignore: no tf-tensor-signature finding on this line"

    def test_without_anything_to_silence_it_is_reported(self, tmp_path: Path) -> None:
        (tmp_path / "a.py").write_text("x = 1  # tftypes: ignore\n")
        (unused,) = lint(discover([tmp_path]))

        assert (unused.code, unused.severity) == ("unused-ignore", "warning")
        assert unused.message == "unused ignore: nothing is found on this line"

    def test_of_a_code_that_is_mypys_it_says_what_to_write(self) -> None:
        (unused,) = findings("x = 1  # tftypes: ignore[tf-shape]\n")

        assert unused.message == "there is no lint tf-shape"
        assert unused.hint == "for findings of mypy, use `# type: ignore[tf-shape]`"

    def test_of_a_rule_that_did_not_run_it_cannot_be_called_unused(self) -> None:
        text = f"{PRIVATE}  # tftypes: ignore[private-import]\nx = 1  # tftypes: ignore\n"

        assert findings(text, "tf-tensor-signature") == []


def test_an_unknown_code_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")

    with pytest.raises(SettingsError, match="there is no lint 'no-such-rule'"):
        lint(discover([tmp_path]), Settings(select=("no-such-rule",)))


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_several_processes_find_what_one_finds(tmp_path: Path, method: str) -> None:
    for number in range(100):
        (tmp_path / f"m{number:02}.py").write_text(f"{PRIVATE}\n")
    (tmp_path / "m50.py").write_text("def f(:\n")
    program = (
        "import sys; from pathlib import Path\n"
        "from tftypes_lint import discover, lint, processes\n"
        "if __name__ == '__main__':\n"
        "    processes._PARALLEL_FROM, processes._BYTES_A_PART = {sys.argv[2]: 0}, 1000\n"
        "    assert sys.platform != 'linux' or processes._method() == 'fork', 'there is no thread'\n"
        "    processes._method = lambda: sys.argv[2]\n"
        "    files = discover([Path(sys.argv[1])])\n"
        "    told = []\n"
        "    one, two = lint(files), lint(files, jobs=2, progress=lambda *each: told.append(each))\n"
        "    print(len(one), one == two, told == sorted(told), told[-1])\n"
    )
    script = tmp_path / "script.txt"
    script.write_text(program)
    run = subprocess.run(
        [sys.executable, script, tmp_path, method], capture_output=True, text=True, check=True
    )

    assert run.stdout == "100 True True (100, 100)\n"


def test_a_process_with_threads_is_not_copied() -> None:
    """The locks of the threads would stay locked in the copy."""
    stop = threading.Event()
    thread = threading.Thread(target=stop.wait)
    thread.start()
    try:
        assert processes._method() == "spawn"
    finally:
        stop.set()
        thread.join()


def test_a_mistake_in_a_rule_is_one_finding_and_the_other_rules_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(source: Source) -> None:
        raise RuntimeError("never thought of that")

    monkeypatch.setattr(all_rules()["tensor-hash"], "check", fail)
    monkeypatch.delenv("TFTYPES_DEBUG")
    (tmp_path / "a.py").write_text(f"import tensorflow as tf\n{PRIVATE}\n")

    first, second = lint(discover([tmp_path]))

    assert (first.code, second.code) == ("internal-error", "private-import")
    assert first.message == "the lint tensor-hash failed: RuntimeError: never thought of that"


def test_where_it_happened_can_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(facts: object, options: object) -> None:
        raise RuntimeError("never thought of that")

    monkeypatch.setattr(all_rules()["tensor-conversion-registration"], "check_project", fail)
    (tmp_path / "a.py").write_text("x = 1\n")

    with pytest.raises(RuntimeError, match="never thought of that"):
        lint(discover([tmp_path]))


def test_generated_code_is_nobodys_to_put_right(tmp_path: Path) -> None:
    (tmp_path / "a_pb2.py").write_text(
        f"# Generated by the protocol buffer compiler.  DO NOT EDIT!\n{PRIVATE}\n"
    )

    assert lint(discover([tmp_path])) == []
    assert len(lint(discover([tmp_path]), Settings(generated=True))) == 1


def test_what_is_worked_out_goes_when_it_is_no_longer_needed() -> None:
    """The collector is switched off: what holds itself would pile up to gigabytes."""
    texts = [
        example if isinstance(example, str) else "\n".join(example.values())
        for rule in all_rules().values()
        for example in rule.INVALID.values()
    ]
    with parsing():
        gc.collect()
        gc.freeze()
        for text in [*texts, ""]:  # what was looked at last is kept at hand
            analyse(Settings(), Source("a.py", textwrap.dedent(text).encode()))
        left = gc.collect()
        gc.unfreeze()

    assert left == 0


def test_progress_counts_every_file_once(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / f"m{number}.py").write_text("x = 1\n")
    seen: list[tuple[int, int]] = []

    lint(discover([tmp_path]), progress=lambda done, total: seen.append((done, total)))

    assert seen[-1] == (5, 5)
    assert seen == sorted(seen)
