"""Runs mypy with the plugin over the files and reads what it reports.

mypy runs as a process of its own in the project's folder, with the project's configuration, so
that it says what it says everywhere else.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from tftypes.cli import mypy_config, untyped
from tftypes.cli.config import Config, shown
from tftypes.cli.failure import Failure
from tftypes.cli.options import REVEALED
from tftypes.cli.unparsed import problem_of, problems_of
from tftypes.inference.modules import module_name
from tftypes_lint.findings import Finding, by_place
from tftypes_lint.source import INTERNAL, SYNTAX, UNREADABLE

#: Runs mypy on arguments from stdin: there may be more of them than a command line takes, and mypy
#: splits what it reads from a file (`@FILE`) at line ends, which names of files may have. The
#: current folder is no place to import from, as for the command `mypy`: it may hold a `types.py`.
_START: Final = (
    "import sys; sys.path[:] = filter(None, sys.path); import json; from mypy.main import main; "
    "main(args=json.load(sys.stdin))"
)
#: In the place of a file that does not parse: whatever is imported from it is unknown.
_SHADOW: Final = "from typing import Any\ndef __getattr__(name: str) -> Any: ...\n"

_UNDECODABLE: Final = re.compile(r"(?P<file>.+?): error: Cannot decode file: (?P<message>.*)")
_INTERNAL: Final = re.compile(r"(?:(?P<place>.+?:\d+): )?error: INTERNAL ERROR")
#: Lines of a failing mypy that are not the reason for it.
_NOISE: Final = re.compile(r"usage: |\s|https?://|version: |If this |Please |note: ")
_OPTIONS: Final = ("--no-error-summary", "--hide-error-context", "--show-traceback")
_DAMAGED: Final = (
    "mypy stopped with an internal error that it has with its cache only; it was run without, "
    "and is fast again once the cache is removed"
)
#: A file that mypy was given, as it says under `-v`.
_GIVEN: Final = re.compile(r"BuildSource\(path='(?P<path>.*?)', module='(?P<module>[^']*)'")
#: The modules that mypy begins to check and those that it is done with, as it says under `-v`.
_BEGUN: Final = re.compile(
    r"LOG: +Scheduling SCC (?:singleton \((?P<one>.+)\)|of size \d+ \((?P<all>.+)\)) "
)
_DONE: Final = re.compile(r"LOG: +(?:Writing|Cached module) (?P<module>\S+) ")
#: What a process is ended by when it goes wrong; other signals come from whoever wants it ended.
_CRASHES: Final = frozenset({"SIGSEGV", "SIGABRT", "SIGBUS", "SIGILL", "SIGFPE", "SIGKILL"})
_TRACEBACK: Final = "Traceback (most recent call last):"
_TRACEBACK_OPTIONS: Final = frozenset({"--show-traceback", "--tb", "--pdb"})


@dataclass(frozen=True)
class TypeReport:
    """What mypy found, about which files, which of them it could not parse, what it warned of."""

    findings: list[Finding]
    unparsed: frozenset[str]
    checked: frozenset[str]
    warnings: list[str]


class _Place(NamedTuple):
    """The folder in which mypy runs, those in which it looks for modules besides, and a cache that is not its usual one."""

    root: Path
    folders: Sequence[str] = ()
    cache: str | None = None


@dataclass(frozen=True)
class _Run:
    """One finished mypy process."""

    code: int
    findings: list[Finding]
    text: list[str]


def check_types(files: Sequence[Path], named: Collection[Path], config: Config) -> TypeReport:
    """mypy's findings about the files; what mypy excludes is left out, unless it is `named`.

    mypy takes no two files for one module, such as tests of the same name in folders that are no
    packages: it then runs once for each part of the files that it takes. Each part has a cache of
    its own, since mypy knows a module in its cache by the name, the size and the second.

    Raises:
        Failure: mypy cannot do it, for whatever reason.
    """
    try:
        return _check_together(files, named, config, _Place(config.root))
    except Failure:
        parts = apart(files)
        if len(parts) < 2:
            raise
    folders = dict.fromkeys(module_name(str(file))[1] for file in files)
    cache = mypy_config.cache_folder(config)
    caches = [None, *(os.path.join(cache, f"part-{number}") for number in range(2, len(parts) + 1))]
    reports = [
        _check_together(part, named, config, _Place(config.root, [*folders], own))
        for part, own in zip(parts, caches, strict=True)
    ]
    return TypeReport(
        by_place([finding for each in reports for finding in each.findings]),
        frozenset().union(*(each.unparsed for each in reports)),
        frozenset().union(*(each.checked for each in reports)),
        [*dict.fromkeys(warning for each in reports for warning in each.warnings)],
    )


def apart(files: Iterable[Path]) -> list[list[Path]]:
    """The files in as few parts as can be, in none of which two files are the same module."""
    parts: list[list[Path]] = []
    seen: Counter[tuple[str, str]] = Counter()
    for file in files:
        # A stub beside its module is no second one.
        module = module_name(str(file))[0], file.suffix
        if seen[module] == len(parts):
            parts.append([])
        parts[seen[module]].append(file)
        seen[module] += 1
    return parts


def _check_together(
    files: Sequence[Path], named: Collection[Path], config: Config, place: _Place
) -> TypeReport:
    """What one run of mypy finds.

    mypy stops at a file that does not parse. Such a file is one finding; a module of which
    nothing is known stands in for it, and the others are checked.
    """
    arguments = config.mypy_args
    settings = mypy_config.find(config, arguments)
    regexes = [*settings.exclude, *mypy_config.options("--exclude", arguments)]
    paths = {file: _from(config.root, file) for file in files}
    asked = [
        file
        for file, path in paths.items()
        if file in named or not mypy_config.excluded(path, regexes)
    ]
    wanted = [file for file in asked if _is_text(file)]
    unnamed = [_unnameable(file) for file in asked if not _is_text(file)]
    checked = _preferring_stubs([paths[file] for file in wanted])
    with tempfile.TemporaryDirectory(prefix="tftypes-") as name:
        folder = Path(name)
        copy = None if settings.has_plugin else mypy_config.with_plugin(settings, folder)
        version = mypy_config.target(config, settings, arguments)
        given = _arguments(config, copy or settings.file, version)
        misread = problems_of(wanted, misread=True)
        unparsed = misread
        while True:
            shadowed = [*given, *_shadows(unparsed, folder)]
            run = _run_through(shadowed, checked, place)
            if _signal(run) in _CRASHES:
                told = _run([*shadowed, "-v"], checked, place)
                found = dict(_killed(run, told, config.root))
            else:
                found = dict(_unparsed(run))
                if (
                    found
                    and unparsed is misread
                    and mypy_config.runs_on_target(config, settings, arguments)
                ):
                    found.update(problems_of(wanted))
            if found.keys() <= unparsed.keys():
                break
            unparsed = {**found, **unparsed}
    original = shown(settings.file) if settings.file else mypy_config.PLUGIN

    def named_right(text: str) -> str:
        return text.replace(str(copy), original) if copy else text

    # Python shows the line of source that warns below its warning.
    warnings = [named_right(line) for line in run.text if not line[:1].isspace()]
    if copy is None or settings.file:
        warnings += untyped.told(wanted, settings, arguments)
    if run.code not in (0, 1) or _crashed(run):
        raise Failure(named_right(_reason(run, arguments)))
    findings = by_place([*run.findings, *unparsed.values(), *unnamed])
    return TypeReport(findings, frozenset(unparsed), frozenset(map(shown, wanted)), warnings)


def _arguments(config: Config, settings: Path | None, version: str | None) -> list[str]:
    arguments = [*_OPTIONS]
    if version:
        arguments += ["--python-version", version]
    arguments += config.mypy_args
    if settings:
        arguments += ["--config-file", os.path.abspath(settings)]
    return [*arguments, "--output=json"]


def _preferring_stubs(places: Sequence[str]) -> list[str]:
    """Without the modules whose stub is there too: mypy takes the stub for both."""
    stubs = {place for place in places if place.endswith(".pyi")}
    return [place for place in places if f"{place}i" not in stubs]


def _from(root: Path, file: Path) -> str:
    absolute = os.path.abspath(file)
    inside = os.path.join(os.path.abspath(root), "")
    return absolute[len(inside) :] if absolute.startswith(inside) else absolute


def _shadows(unparsed: Mapping[str, Finding], folder: Path) -> list[str]:
    if not unparsed:
        return []
    shadow = folder / "unknown.py"
    shadow.write_text(_SHADOW, encoding="utf-8")
    return [
        part for path in unparsed for part in ("--shadow-file", os.path.abspath(path), str(shadow))
    ]


def _run(arguments: list[str], files: list[str], place: _Place) -> _Run:
    if not files:
        return _Run(0, [], [])
    cache = [] if place.cache is None else [f"--cache-dir={place.cache}"]
    try:
        done = subprocess.run(
            [sys.executable, "-c", _START],
            cwd=place.root,
            env=_environment(place),
            input=json.dumps([*arguments, *cache, *map(_plain, files)]).encode(),
            capture_output=True,
            check=False,
        )
    except OSError as error:
        raise Failure(f"mypy cannot be started: {error}") from None
    output = (done.stderr + done.stdout).decode(errors="surrogateescape").split("\n")
    findings = [_finding(json.loads(line), place.root) for line in output if line.startswith("{")]
    text = [line for line in output if line.strip() and not line.startswith("{")]
    return _Run(done.returncode, findings, text)


def _run_through(arguments: list[str], files: list[str], place: _Place) -> _Run:
    """Runs it again without the cache where that alone, damaged as it may be, lets mypy fail."""
    run = _run(arguments, files, place)
    if not _crashed(run):
        return run
    without = _run(arguments, files, place._replace(cache=os.devnull))
    if _crashed(without):
        return run
    cause = _exception(run.text)
    refused = cause.startswith(("PermissionError", "OSError"))
    warning = f"mypy cannot use its cache and was run without: {cause}" if refused else _DAMAGED
    return replace(without, text=[warning, *without.text])


def _crashed(run: _Run) -> bool:
    """Whether mypy met a mistake of its own. One that nothing catches ends Python with code 1."""
    internal = run.code not in (0, 1) and any(map(_INTERNAL.match, run.text))
    return internal or _TRACEBACK in run.text


def _is_text(file: Path) -> bool:
    """Whether a name is UTF-8: mypy keeps names in a database that takes no others."""
    return os.fsencode(file).decode(errors="ignore") == str(file)


def _unnameable(file: Path) -> Finding:
    message = "the name is not UTF-8, so mypy cannot check the file"
    return Finding(shown(file), 1, 1, 1, 1, UNREADABLE, "error", message, source="mypy")


def _plain(file: str) -> str:
    """A name that the argument parser cannot take for an option or a list."""
    return os.path.join(os.curdir, file) if file.startswith(("-", "@")) else file


def _environment(place: _Place) -> dict[str, str]:
    dropped = ["MYPY_FORCE_COLOR", "FORCE_COLOR"]
    if place.cache is not None:
        dropped.append("MYPY_CACHE_DIR")  # which counts for more than the option
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    # As the command `mypy` has it: a `types.py` in the project must not replace Python's own.
    # A name that is not UTF-8 comes back as it was given.
    if place.folders:
        kept["MYPYPATH"] = os.pathsep.join(filter(None, [kept.get("MYPYPATH"), *place.folders]))
    return {**kept, "PYTHONSAFEPATH": "1", "PYTHONIOENCODING": "utf-8:surrogateescape"}


def _finding(entry: Mapping[str, Any], root: Path) -> Finding:
    """One line of `--output=json`. mypy counts columns from 0, but those of syntax errors from 1."""
    first = 0 if entry["code"] == SYNTAX else 1
    line, column = max(entry["line"], 1), max(entry["column"] + first, 1)
    end_line, end_column = max(entry["end_line"], line), entry["end_column"] + first
    is_note = entry["severity"] == "note"
    if end_line == line:
        end_column = max(end_column, column)
    return Finding(
        path=shown(root / entry["file"]),
        line=line,
        column=column,
        end_line=end_line,
        end_column=max(end_column, 1),
        code=REVEALED if is_note and entry["code"] == "misc" else entry["code"] or "mypy",
        severity="note" if is_note else "error",
        message=entry["message"],
        hint=entry["hint"],
        source="mypy",
    )


def _unparsed(run: _Run) -> Iterator[tuple[str, Finding]]:
    """The files at which this run stopped, each with the one finding that says why."""
    if run.code in (0, 1):
        return
    for finding in run.findings:
        if finding.code == SYNTAX:
            # Python's own message is the clearer one, where Python rejects the file, too.
            yield finding.path, problem_of(finding.path) or finding
    for match in filter(None, map(_UNDECODABLE.match, run.text)):
        path = shown(match["file"])
        message = f"cannot be decoded: {match['message']}"
        yield path, Finding(path, 1, 1, 1, 1, SYNTAX, "error", message, source="mypy")


def _killed(run: _Run, told: _Run, root: Path) -> Iterator[tuple[str, Finding]]:
    """The file at which a signal ended a run of mypy, by a second run that tells what it does.

    Of modules that import each other in a cycle all are named: mypy checks them together.
    """
    paths: dict[str, str] = {}
    begun: dict[str, list[str]] = {}
    for line in told.text:
        if given := _GIVEN.search(line):
            paths[given["module"]] = given["path"]
        elif start := _BEGUN.match(line):
            names = (start["one"] or start["all"]).split()
            begun.update(dict.fromkeys(names, names))
        elif end := _DONE.match(line):
            begun.pop(end["module"], None)
    for module in next(iter(begun.values()), []):
        if module in paths:
            path = shown(root / paths[module])
            message = f"mypy was ended by {_signal(run)} while it checked this file"
            yield path, Finding(path, 1, 1, 1, 1, INTERNAL, "error", message, source="mypy")


def _signal(run: _Run) -> str | None:
    """The name of the signal that ended mypy, if one did."""
    try:
        return signal.Signals(-run.code).name if run.code < 0 else None
    except ValueError:
        return f"signal {-run.code}"


def _reason(run: _Run, arguments: Sequence[str]) -> str:
    """One line for why mypy gave up."""
    if _TRACEBACK_OPTIONS & set(arguments):
        return "mypy failed:\n" + "\n".join(run.text)
    for line in run.text:
        internal = _INTERNAL.match(line)
        if internal:
            place = f" at {shown(internal['place'])}" if internal["place"] else ""
            cause = f": {_exception(run.text)}; `-- --show-traceback` shows where"
            return f"mypy stopped with an internal error{place}{cause}"
    if _crashed(run):
        return f"mypy stopped with an internal error: {_exception(run.text)}"
    if _signal(run):
        return f"mypy was ended by {_signal(run)}, and which file it checked cannot be told"
    if run.findings:
        first = by_place(run.findings)[0]
        return f"mypy failed: {first.path}: {first.message}"
    reasons = [line for line in run.text if not _NOISE.match(line)]
    if reasons:
        return f"mypy failed: {reasons[0].removeprefix('mypy: error: ')}"
    return f"mypy ended with exit code {run.code} and said nothing"


def _exception(lines: Sequence[str]) -> str:
    """The exception at the end of a traceback."""
    traceback = iter(lines)
    for line in traceback:
        if line.startswith("Traceback"):
            break
    return next((line for line in traceback if not line[:1].isspace()), "unknown")
