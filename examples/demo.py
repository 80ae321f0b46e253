"""What ``make demo`` runs: the checker and the run-time side on real programs.

1. The programs of this folder are checked: not one error.
2. Their broken twins are checked: every planted bug is found, and nothing else is reported.
3. mypy alone looks at the twins, and sees nothing.
4. The programs run under TensorFlow, with the signatures that their annotations give.

The exit code is 0 when all of that holds.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import textwrap
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.text import Text

HERE = Path(__file__).resolve().parent
PROGRAMS = [HERE / f"{name}.py" for name in ("mlp", "transformer", "autoencoder", "text")]
TWINS = [HERE / "broken" / program.name for program in PROGRAMS]

MARK = re.compile(r"  # bug: \[(?P<code>[\w-]+)\] (?P<fragment>.+)$")

# mypy as it comes: TensorFlow ships no types, and nobody tells mypy what Shape[2, None] means.
PLAIN_MYPY = """\
[mypy]
[mypy-tensorflow.*,tftypes.*]
follow_imports = skip
follow_imports_for_stubs = True
ignore_missing_imports = True
"""


@dataclass(frozen=True)
class Bug:
    """A bug planted in a twin, as its line says: where it is and what must be reported."""

    path: Path
    line: int
    source: str
    code: str
    fragment: str

    def is_told_by(self, finding: Finding) -> bool:
        """Whether it is this line's error; two arguments exchanged are two of them."""
        place = (self.path, self.line, self.code)
        return (finding.path, finding.line, finding.code) == place

    def is_found_by(self, finding: Finding) -> bool:
        """Whether it is told, and in the words expected."""
        return self.is_told_by(finding) and self.fragment in finding.message


@dataclass(frozen=True)
class Finding:
    """An error that the checker reported."""

    path: Path
    line: int
    code: str
    message: str


def planted(path: Path) -> list[Bug]:
    """The bugs marked in a twin, in the order of their lines."""
    bugs = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if match := MARK.search(line):
            source = line[: match.start()].strip()
            bugs.append(Bug(path, number, source, match["code"], match["fragment"]))
    return bugs


def check(paths: list[Path]) -> tuple[int, list[Finding]]:
    """Exit code and errors of ``tftypes check`` on these files."""
    command = [sys.executable, "-m", "tftypes", "check", "--format", "json", *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=HERE.parent)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stderr}")
    findings = [
        Finding((HERE.parent / row["path"]).resolve(), row["line"], row["code"], row["message"])
        for row in json.loads(done.stdout)["findings"]
        if row["severity"] != "note"
    ]
    return done.returncode, findings


def matched(bugs: list[Bug], findings: list[Finding]) -> tuple[dict[Bug, Finding], list[Finding]]:
    """Which finding is which bug's, and the findings that are no bug's: false alarms."""
    found = {bug: one for bug in bugs for one in findings if bug.is_found_by(one)}
    return found, [one for one in findings if not any(bug.is_told_by(one) for bug in bugs)]


def plain_mypy(paths: list[Path]) -> str:
    """What mypy says about these files without the plugin and without the types."""
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder, "mypy.ini")
        config.write_text(PLAIN_MYPY, encoding="utf-8")
        options = ["--config-file", str(config), "--cache-dir", os.devnull]
        command = [sys.executable, "-m", "mypy", *options, *map(str, paths)]
        return subprocess.run(command, capture_output=True, text=True, cwd=HERE.parent).stdout


def show_programs(console: Console) -> bool:
    """The programs are clean."""
    code, findings = check(PROGRAMS)
    for finding in findings:
        show_error(console, f"{finding.path.name}:{finding.line}", finding)
    names = ", ".join(path.name for path in PROGRAMS)
    console.print(f"{names}: {len(findings)} errors", highlight=False)
    return code == 0 and not findings


def show_twins(console: Console) -> bool:
    """Every planted bug is found, and nothing else."""
    bugs = [bug for twin in TWINS for bug in planted(twin)]
    code, findings = check(TWINS)
    found, false_alarms = matched(bugs, findings)
    for twin in TWINS:
        console.print(Text(f"{twin.relative_to(HERE.parent)}", "bold"))
        for bug in planted(twin):
            console.print(Text.assemble((f"{bug.line:>5}  ", "bold"), (bug.source, "cyan")))
            if bug in found:
                console.print(Text(f"       [{bug.code}] {found[bug].message}"))
            else:
                console.print(Text(f"       MISSED: [{bug.code}] ... {bug.fragment} ...", "red"))
    for alarm in false_alarms:
        show_error(console, f"FALSE ALARM broken/{alarm.path.name}:{alarm.line}", alarm)
    right = code == 1 and len(found) == len(bugs) and not false_alarms
    summary = f"{len(found)} of {len(bugs)} planted bugs found, {len(false_alarms)} false alarms"
    console.print(Text(summary, "bold green" if right else "bold red"))
    return right


def show_plain_mypy(console: Console) -> bool:
    """mypy alone sees nothing."""
    said = plain_mypy(TWINS).strip()
    console.print(Text(f"$ mypy examples/broken/*.py    # no plugin, no stubs\n{said}"))
    return said.startswith("Success")


def show_runs(console: Console) -> bool:
    """The programs run, and each annotated function is traced once."""
    right = True
    quiet = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3"}
    for program in PROGRAMS:
        console.print(Text(f"$ python examples/{program.name}", "bold"))
        command = [sys.executable, str(program)]
        done = subprocess.run(command, capture_output=True, text=True, env=quiet)
        said = done.stdout if done.returncode == 0 else done.stdout + done.stderr
        console.print(Text(textwrap.indent(said.rstrip(), "    ")))
        right = right and done.returncode == 0 and traced_once(said)
    return right


def traced_once(said: str) -> bool:
    """Whether the line of traces in a program's output gives 1 for each function."""
    traces = re.search(r"^traces +(.*)$", said, re.M)
    return traces is not None and all(one.endswith(" 1") for one in traces[1].split(", "))


def show_error(console: Console, place: str, finding: Finding) -> None:
    console.print(Text(f"{place}: [{finding.code}] {finding.message}", "red"))


STEPS = {
    "The programs, checked": show_programs,
    "Their broken twins, checked": show_twins,
    "The same twins under mypy alone": show_plain_mypy,
    "The programs, run under TensorFlow": show_runs,
}


def main() -> int:
    console = Console(soft_wrap=True)
    failed = []
    for title, step in STEPS.items():
        console.rule(f"[bold]{title}", align="left")
        if not step(console):
            failed.append(f"not so: {step.__doc__}")
    console.rule()
    console.print(Text("\n".join(failed) or "All as it should be.", "bold"))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
