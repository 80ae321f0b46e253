"""Each format of the report, from findings made up for it."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.conftest import Project
from tftypes.cli.check import Report
from tftypes.cli.formats.github import to_github
from tftypes.cli.formats.json import to_json
from tftypes.cli.formats.sarif import replacements, to_sarif
from tftypes.cli.formats.text import write_text
from tftypes_lint import Finding
from tftypes_lint.escaping import visible

SHAPE = Finding(
    "src/net.py", 3, 5, 3, 9, "tf-shape", "error", "dim 0 is 2, not 3", "transpose it", "mypy"
)
PRIVATE = Finding("a b.py", 1, 1, 2, 4, "private-import", "warning", "it is 100% private")
NOTE = Finding("/else/where.py", 1, 1, 1, 1, "misc", "note", "revealed", None, "mypy")
REPORT = Report([PRIVATE, NOTE, SHAPE], 7)


def text_of(source: str, finding: Finding, path: Path) -> str:
    """The report on one finding in a file with this content."""
    path.write_text(source, encoding="utf-8", newline="")
    stream = io.StringIO()
    write_text(Report([finding], 1), stream)
    return stream.getvalue().replace(str(path), "a.py")


def at(path: Path, line: int, column: int, end_line: int, end_column: int) -> Finding:
    return Finding(str(path), line, column, end_line, end_column, "code", "error", "message")


class Terminal(io.StringIO):
    """A stream that a person reads."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("columns", "shown"),
    [
        (
            60,
            """\
a.py:2:60: error: tf.matmul(): argument 'b': inner dims
    3 and 2 differ  [tf-shape]
   2 | … 9, 10, 11, 12, 13, 14]; tf.matmul(first_argument,…
     |                           ^~~~~~~~~~~~~~~~~~~~~~~~~
     = use `transpose_b=True`, or the transpose of the
       second argument
""",
        ),
        (
            30,
            """\
a.py:2:60: error:
    tf.matmul(): argument 'b':
    inner dims 3 and 2 differ
    [tf-shape]
   2 | … 13, 14]; tf.matmul(…
     |            ^~~~~~~~~~
     = use `transpose_b=True`,
       or the transpose of the
       second argument
""",
        ),
    ],
)
def test_lines_of_a_terminal_end_between_words(
    columns: int, shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.chdir(tmp_path)
    before = "numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]; "
    call = "tf.matmul(first_argument, second_argument)"
    Path("a.py").write_text(f"\n{before}{call}  # the end\n")
    place = ("a.py", 2, len(before) + 1, 2, len(before + call) + 1)
    message = "tf.matmul(): argument 'b': inner dims 3 and 2 differ"
    hint = "use `transpose_b=True`, or the transpose of the second argument"
    stream = Terminal()

    write_text(Report([Finding(*place, "tf-shape", "error", message, hint)], 1), stream)

    text = re.sub(r"\x1b\[[\d;]*m", "", stream.getvalue())
    assert text.partition("\n\n")[0] + "\n" == shown
    assert max(map(len, text.splitlines())) <= columns


class TestText:
    @pytest.mark.parametrize(
        ("source", "place", "shown"),
        [
            pytest.param(
                "\tx = [1,\t2]\n",
                (1, 6, 1, 12),
                "   1 |     x = [1, 2]\n     |         ^~~~~~\n",
                id="a tab is as wide as it is shown",
            ),
            pytest.param(
                "数 = 'abc'\n",
                (1, 5, 1, 10),
                "   1 | 数 = 'abc'\n     |      ^~~~~\n",
                id="a wide character takes two cells",
            ),
            pytest.param(
                "f(\n  1,\n  2)  \n",
                (1, 1, 3, 5),
                "   1 | f(\n     | ^~\n",
                id="of several lines the first is shown, to its end",
            ),
            pytest.param(
                "x = 1\n",
                (1, 6, 1, 6),
                "   1 | x = 1\n     |      ^\n",
                id="an empty stretch, at the end of a line",
            ),
            pytest.param("\n\n", (2, 1, 2, 1), "", id="an empty line has nothing to show"),
            pytest.param("x = 1\n", (9, 1, 9, 1), "", id="nor has one behind the end of the file"),
            pytest.param(
                "x = '\x1b[31m'\n",
                (1, 5, 1, 12),
                "   1 | x = '\\x1b[31m'\n     |     ^~~~~~~~~~\n",
                id="no escape sequence reaches the terminal",
            ),
            pytest.param(
                f"x = [{'1, ' * 300}]\n",
                (1, 606, 1, 607),
                f"   1 | …, {'1, ' * 26}1{', 1' * 26},…\n     | {' ' * 81}^\n",
                id="of a long line the part around the caret is shown",
            ),
        ],
    )
    def test_source_and_caret(
        self, tmp_path: Path, source: str, place: tuple[int, int, int, int], shown: str
    ) -> None:
        path = tmp_path / "a.py"
        head = f"a.py:{place[0]}:{place[1]}: error: message  [code]\n"
        tail = "\nfound 1 error in 1 file (1 checked)\n"

        assert text_of(source, at(path, *place), path) == head + shown + tail

    def test_a_file_that_went_away_shows_no_source(self) -> None:
        stream = io.StringIO()
        write_text(Report([PRIVATE], 1), stream)

        assert stream.getvalue().startswith(
            "a b.py:1:1: warning: it is 100% private  [private-import]\n\n"
        )

    def test_the_summary_counts_what_there_is(self) -> None:
        stream = io.StringIO()
        write_text(REPORT, stream)

        assert stream.getvalue().endswith(
            "\nfound 1 error, 1 warning, 1 note in 3 files (7 checked)\n"
        )

    @given(
        st.text(st.characters(exclude_categories=["Cs"]), max_size=200),
        st.integers(1, 300),
        st.integers(1, 300),
        st.integers(0, 1),
    )
    def test_whatever_the_line_the_caret_stands_under_something(
        self, tmp_path_factory: pytest.TempPathFactory, line: str, start: int, end: int, more: int
    ) -> None:
        path = tmp_path_factory.getbasetemp() / "line.py"
        shown = text_of(line, at(path, 1, start, 1 + more, end), path).split("\n")

        assert shown[0] == f"a.py:1:{start}: error: message  [code]"
        if shown[1]:
            assert set(shown[2].removeprefix("     | ")) <= {" ", "^", "~"}
            assert shown[2].count("^") == 1


class TestJson:
    def test_it_is_one_object_that_tells_all(self) -> None:
        document = json.loads(to_json(REPORT))

        assert (document["version"], document["files"]) == (1, 7)
        assert document["findings"][2] == {
            "path": "src/net.py",
            "line": 3,
            "column": 5,
            "end_line": 3,
            "end_column": 9,
            "code": "tf-shape",
            "severity": "error",
            "message": "dim 0 is 2, not 3",
            "hint": "transpose it",
            "source": "mypy",
            "related": [],
        }

    def test_nothing_found(self) -> None:
        assert json.loads(to_json(Report([], 2))) == {"version": 1, "files": 2, "findings": []}


class TestGithub:
    def test_one_command_a_line(self) -> None:
        assert to_github(REPORT) == (
            "::warning file=a b.py,line=1,col=1,endLine=2,title=tftypes private-import"
            "::it is 100%25 private\n"
            "::notice file=/else/where.py,line=1,col=1,endLine=1,title=tftypes misc::revealed\n"
            "::error file=src/net.py,line=3,col=5,endLine=3,title=tftypes tf-shape"
            "::dim 0 is 2, not 3%0Atranspose it\n"
        )

    @given(st.text(), st.text())
    def test_nothing_in_a_message_or_a_path_ends_the_command(self, path: str, message: str) -> None:
        finding = Finding(path, 1, 1, 1, 1, "code", "error", message)
        command = to_github(Report([finding], 1))

        assert command.count("\n") == 1 and "\r" not in command
        properties, _, data = command.removeprefix("::error ").removesuffix("\n").partition("::")
        listed = dict(part.split("=", 1) for part in properties.split(","))
        assert unescaped(listed["file"]) == visible(path.replace("\\", "/"), lines=True)
        assert unescaped(data) == visible(message, lines=True)


def unescaped(text: str) -> str:
    """What GitHub's runner makes of an escaped text."""
    for escape, character in (
        ("%0D", "\r"),
        ("%0A", "\n"),
        ("%3A", ":"),
        ("%2C", ","),
        ("%25", "%"),
    ):
        text = text.replace(escape, character)
    return text


class TestSarif:
    def run(self) -> dict[str, Any]:
        log = json.loads(to_sarif(REPORT))
        assert log["version"] == "2.1.0"
        assert log["$schema"].endswith("/sarif-schema-2.1.0.json")
        (run,) = log["runs"]
        assert isinstance(run, dict)
        return run

    def test_the_driver_names_the_rules_that_the_results_point_to(self) -> None:
        run = self.run()
        driver = run["tool"]["driver"]

        assert driver["name"] == "tftypes" and driver["version"]
        assert [rule["id"] for rule in driver["rules"]] == ["misc", "private-import", "tf-shape"]
        for result in run["results"]:
            assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        described = [rule.get("shortDescription", {}).get("text") for rule in driver["rules"]]
        assert described == [
            None,
            "An import of `tensorflow.python` or something in it",
            "Sizes that do not fit",
        ]

    def test_results(self) -> None:
        run = self.run()

        assert [result["level"] for result in run["results"]] == ["warning", "note", "error"]
        assert run["results"][2]["message"] == {"text": "dim 0 is 2, not 3\ntranspose it"}
        (location,) = run["results"][2]["locations"]
        assert location["physicalLocation"]["region"] == {
            "startLine": 3,
            "startColumn": 5,
            "endLine": 3,
            "endColumn": 9,
        }
        assert run["columnKind"] == "unicodeCodePoints"
        assert run["invocations"] == [{"executionSuccessful": True}]

    def test_paths_are_uris_relative_to_the_current_folder(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        folder = tmp_path / "a b"
        folder.mkdir()
        monkeypatch.chdir(folder)
        run = self.run()

        artifacts = [
            result["locations"][0]["physicalLocation"]["artifactLocation"]
            for result in run["results"]
        ]
        assert artifacts == [
            {"uri": "a%20b.py", "uriBaseId": "%SRCROOT%"},
            {"uri": "file:///else/where.py"},
            {"uri": "src/net.py", "uriBaseId": "%SRCROOT%"},
        ]
        assert run["originalUriBaseIds"] == {"%SRCROOT%": {"uri": f"{folder.as_uri()}/"}}

    def test_a_finding_that_moves_keeps_its_fingerprint_and_a_twin_has_its_own(self) -> None:
        def prints(*lines: int) -> list[str]:
            findings = [Finding("a.py", line, 1, line, 1, "c", "error", "m") for line in lines]
            (run,) = json.loads(to_sarif(Report(findings, 1)))["runs"]
            return [result["partialFingerprints"]["tftypes/v1"] for result in run["results"]]

        assert prints(1, 2) == prints(11, 40)
        assert len(set(prints(1, 2))) == 2


texts = st.lists(
    st.sampled_from(["a\n", "b\r\n", "\n", "\x0c\n", "c\u2028\n", "\N{GRINNING FACE}\n"]),
    max_size=6,
).flatmap(lambda lines: st.sampled_from(["", "end"]).map(lambda end: "".join(lines) + end))


def applied(changes: list[dict[str, Any]], text: str) -> str:
    """A text with replacements made, the last first, as a viewer of SARIF makes them."""
    lines = io.StringIO(text, newline="").readlines()

    def offset(line: int, column: int) -> int:
        return sum(map(len, lines[: line - 1])) + column - 1

    for change in reversed(changes):
        region = change["deletedRegion"]
        start = offset(region["startLine"], region["startColumn"])
        end = offset(region["endLine"], region["endColumn"])
        text = text[:start] + change["insertedContent"]["text"] + text[end:]
    return text


@given(texts, texts)
def test_replacements_turn_one_text_into_the_other(before: str, after: str) -> None:
    assert applied(replacements(before, after), before) == after


def test_sarif_has_the_calls_that_lead_to_a_finding_and_the_fixes(project: Project) -> None:
    program = """\
import tensorflow as tf
from lib.layers import dense
dense(tf.zeros([2, 3]))
print(tf.zeros([2]) is True)
"""
    layers = "import tensorflow as tf\ndef dense(x):\n    return tf.matmul(x, tf.zeros([5, 5]))\n"
    project.write({"a.py": program, "lib/__init__.py": "", "lib/layers.py": layers})

    log = json.loads(project.run("check", "--no-mypy", "--format", "sarif", "a.py").out)

    wrong, identity = log["runs"][0]["results"]
    [call] = wrong["relatedLocations"]
    assert call["message"]["text"] == "in dense(), which is called at a.py:3"
    assert call["physicalLocation"] == {
        "artifactLocation": {"uri": "a.py", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 3},
    }
    [fix] = identity["fixes"]
    assert fix["description"]["text"].endswith("the condition is no longer constant (unsafe)")
    [change] = fix["artifactChanges"]
    assert change["artifactLocation"]["uri"] == "a.py"
    assert applied(change["replacements"], program) == program.replace(" is True", "")
