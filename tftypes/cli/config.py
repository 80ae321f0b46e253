"""The options of a project: `[tool.tftypes]` in its pyproject.toml."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

import tomli

from tftypes.cli.failure import Failure
from tftypes.cli.options import LINT, OPTIONS, TOOL, options
from tftypes.cli.toml_lines import line_of, not_toml

PYPROJECT: Final = "pyproject.toml"

#: Where mypy looks in each folder, in its order; the last two only when they speak of mypy.
MYPY_FILES: Final = ("mypy.ini", ".mypy.ini", PYPROJECT, "setup.cfg")
#: The lower bounds in a specifier of versions, such as `>=3.12, <4`.
_BOUND: Final = re.compile(r"(?:>=|>|===?|~=)\s*(\d+)\.(\d+)")
#: A folder that holds one of these is the top of a project: nobody looks above it.
TOPS: Final = (".git", ".hg")


@dataclass(frozen=True)
class Config:
    """What `[tool.tftypes]` says, or its defaults. Paths and globs are relative to `root`."""

    root: Path = field(default_factory=Path.cwd)
    file: Path | None = None
    paths: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    format: str = "text"
    select: tuple[str, ...] = ()
    disable: tuple[str, ...] = ()
    mypy_args: tuple[str, ...] = ()
    python_version: str | None = None
    #: The oldest Python that the project takes, where it is newer than the one that runs here.
    newer_python: str | None = None
    lint: bool = True
    #: `[tool.tftypes.lint]` as it stands; the lints know what may be in it.
    lint_table: Mapping[str, Any] = field(default_factory=dict)
    baseline: str | None = None
    cache: bool = True
    #: Where the cache of the lints lies.
    cache_dir: str = ".tftypes_cache"
    #: Processes; 0 is one for each processor.
    jobs: int = 0
    #: What is wrong with the file; what is right in it counts.
    problems: tuple[str, ...] = ()


def load(paths: Sequence[Path], file: Path | None = None) -> Config:
    """The configuration for these paths: of `file`, or else of the project that they lie in.

    The project is the nearest folder, at or above all the paths, whose pyproject.toml has
    `[tool.tftypes]`; or else the nearest that configures mypy; or else the current one. What a
    `file` says is relative to the current folder, wherever it lies.

    A file that is not TOML says nothing, and is one of the problems of what is returned.

    Raises:
        Failure: `file` cannot be read.
    """
    if file is not None:
        return _parse(read_toml(file), file, Path.cwd())
    folders = list(_upwards(_common_folder(paths)))
    found: Config | None = None
    newer: str | None = None
    problems: list[str] = []
    for candidate in (folder / PYPROJECT for folder in folders):
        try:
            data = read_toml(candidate) if os.path.isfile(candidate) else {}
            ours = "tftypes" in table(data, "tool", (), candidate)
        except Failure as error:
            problems.append(str(error))
            continue
        if found is None and ours:
            found = _parse(data, candidate, candidate.parent)
            problems += found.problems
        newer = newer or _newer_python(data)
    root = next(filter(mypy_file, folders), Path.cwd())
    found = found or Config(root=root, newer_python=newer)
    return replace(found, problems=tuple(problems))


def require_sound(config: Config) -> None:
    """Refuses a configuration with problems, for what is more than a report.

    Raises:
        Failure: it has some.
    """
    if config.problems:
        raise Failure("\n".join(config.problems))


def mypy_file(folder: Path) -> Path | None:
    """The file in this folder that configures mypy, if one does."""
    for name in MYPY_FILES:
        candidate = folder / name
        if os.path.isfile(candidate) and (name.endswith("mypy.ini") or _speaks_of_mypy(candidate)):
            return candidate
    return None


def mypy_file_from(folder: Path) -> Path | None:
    """The file that configures mypy when it runs in this folder: there, or above."""
    return next(filter(None, map(mypy_file, _upwards(folder))), None)


def read_toml(file: Path) -> dict[str, Any]:
    """The contents of a TOML file; one clear line when there are none."""
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise Failure(f"{shown(file)}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        found = f"byte 0x{error.object[error.start]:02x}"
        raise Failure(f"{shown(file)}:{line}: not UTF-8: {found}") from None
    if text.startswith("\ufeff"):
        reason = "it begins with a byte order mark; save it as UTF-8 without one"
        raise Failure(f"{shown(file)}:1: not valid TOML: {reason}")
    try:
        return tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        raise not_toml(shown(file), error) from None
    except (RecursionError, ValueError) as error:
        raise Failure(f"{shown(file)}: cannot be read: {error}") from None


def place(file: Path, path: Sequence[str | int]) -> str:
    """A file, and the line of it where what has this path stands, where that can be told."""
    try:
        line = line_of(file.read_text(encoding="utf-8"), path)
    except (OSError, UnicodeDecodeError):  # it was another a moment ago
        line = None
    return f"{shown(file)}:{line}" if line else shown(file)


def shown(path: Path | str) -> str:
    """A path as people read it: relative when it lies below the current folder, else absolute."""
    absolute = os.path.abspath(path)
    here = os.path.join(os.getcwd(), "")
    return absolute[len(here) :] if absolute.startswith(here) else absolute


def top() -> Path:
    """The top of the work tree around the current folder; the folder itself where there is none."""
    here = Path.cwd()
    found = next(
        (each for each in _upwards(here) if any(os.path.exists(each / t) for t in TOPS)), None
    )
    return found or here


def from_top(path: str) -> str:
    """A path as `shown` gives it, relative to the top of the work tree where it lies there.

    Servers that show a report know where the work tree is, and not where the command ran.
    """
    above = os.path.relpath(Path.cwd(), top())
    if above == os.curdir and not os.path.isabs(path):
        return path
    absolute, start = os.path.abspath(path), os.path.join(top(), "")
    return absolute.removeprefix(start)


def suggestion(word: str, known: Sequence[str]) -> str:
    """`; did you mean 'word'?`, or nothing when no known word is near."""
    near = get_close_matches(word, known, n=1)
    return f"; did you mean '{near[0]}'?" if near else ""


def _parse(data: Mapping[str, Any], file: Path, root: Path) -> Config:
    problems: list[str] = []

    def inner(within: Mapping[str, Any], key: str, above: tuple[str, ...]) -> Mapping[str, Any]:
        try:
            return table(within, key, above, file)
        except Failure as error:
            problems.append(str(error))
            return {}

    tool = inner(inner(data, "tool", ()), "tftypes", ("tool",))
    lint = inner(tool, "lint", ("tool", "tftypes"))
    values: dict[str, Any] = {}
    rest: dict[str, Any] = {}
    for name, key, value in (
        *((TOOL, key, value) for key, value in tool.items() if key != "lint"),
        *((LINT, key, value) for key, value in lint.items()),
    ):
        option = options(name).get(key)
        # The rest of the table of the lints is theirs to check.
        problem = None if option is None and name == LINT else _problem(key, value, name)
        if problem:
            problems.append(f"{place(file, [*name.split('.'), key])}: [{name}] {problem}")
        elif option and option.field:
            values[option.field] = tuple(value) if isinstance(value, list) else value
        else:
            rest[key] = value
    newer = _newer_python(data)
    return Config(root, file, lint_table=rest, newer_python=newer, problems=(*problems,), **values)


def _newer_python(data: Mapping[str, Any]) -> str | None:
    """The lower bound of `requires-python`, where this Python is below it."""
    project = data.get("project")
    required = project.get("requires-python", "") if isinstance(project, dict) else ""
    bounds = [(int(major), int(minor)) for major, minor in _BOUND.findall(str(required))]
    lowest = max(bounds, default=(0, 0))
    return f"{lowest[0]}.{lowest[1]}" if lowest > sys.version_info[:2] else None


def _problem(key: str, value: object, table: str) -> str | None:
    """What is wrong with a key of a table, or with its value."""
    known = options(table)
    if key not in known:
        names = [*known, *(["lint"] if table == TOOL else [])]
        elsewhere = next((each.table for each in OPTIONS if each.name == key), None)
        near = suggestion(key, names) or f"; expected one of {', '.join(names)}"
        if elsewhere:
            near = f"; it belongs in [{elsewhere}]"
        return f"has no key '{key}'{near}"
    if not known[key].kind.fits(value):
        return f"{key}: expected {known[key].kind.expected}, got {_literal(value)}"
    return None


def _literal(value: object) -> str:
    """A value as TOML writes it, near enough to be found in the file."""
    from tftypes_lint.settings import literal

    return literal(value)


def table(
    data: Mapping[str, Any], key: str, above: tuple[str, ...], file: Path
) -> Mapping[str, Any]:
    """The table at a key of the one `above`; empty where there is none.

    Raises:
        Failure: it is no table.
    """
    value = data.get(key, {})
    if not isinstance(value, dict):
        where = f"[{'.'.join(above)}] " if above else ""
        told = f"{where}{key}: expected a table, got {_literal(value)}"
        raise Failure(f"{place(file, [*above, key])}: {told}")
    return value


def _speaks_of_mypy(file: Path) -> bool:
    if file.suffix == ".toml":
        try:
            return "mypy" in table(read_toml(file), "tool", (), file)
        except Failure:  # which is one of the problems of the configuration
            return False
    return re.search(r"^\[mypy\]", file.read_text("utf-8", errors="replace"), re.M) is not None


def _common_folder(paths: Sequence[Path]) -> Path:
    folders = [path if os.path.isdir(path) else path.parent for path in map(_absolute, paths)]
    if not folders:
        return Path.cwd()
    try:
        return Path(os.path.commonpath(folders))
    except ValueError:  # on different drives
        return Path.cwd()


def _absolute(path: Path) -> Path:
    return Path(os.path.abspath(path))


def _upwards(folder: Path) -> Iterator[Path]:
    """The folder and those above it, up to the top of the project."""
    for candidate in (folder, *folder.parents):
        yield candidate
        if any(os.path.exists(candidate / top) for top in TOPS):
            return
