"""The options of a project: `[tool.tftypes]` in its pyproject.toml."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from tftypes.cli.failure import Failure
from tftypes.cli.options import LINT, OPTIONS, TOOL, options

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

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


def load(paths: Sequence[Path], file: Path | None = None) -> Config:
    """The configuration for these paths: of `file`, or else of the project that they lie in.

    The project is the nearest folder, at or above all the paths, whose pyproject.toml has
    `[tool.tftypes]`; or else the nearest that configures mypy; or else the current one. What a
    `file` says is relative to the current folder, wherever it lies.

    Raises:
        Failure: the file cannot be read, or holds a key or a value that it should not.
    """
    if file is not None:
        return _parse(read_toml(file), file, Path.cwd())
    folders = list(_upwards(_common_folder(paths)))
    newer: str | None = None
    for folder in folders:
        candidate = folder / PYPROJECT
        if candidate.is_file():
            data = read_toml(candidate)
            if "tftypes" in _tools(data, candidate):
                return _parse(data, candidate, folder)
            newer = newer or _newer_python(data, candidate)
    return Config(root=next(filter(mypy_file, folders), Path.cwd()), newer_python=newer)


def mypy_file(folder: Path) -> Path | None:
    """The file in this folder that configures mypy, if one does."""
    for name in MYPY_FILES:
        candidate = folder / name
        if candidate.is_file() and (name.endswith("mypy.ini") or _speaks_of_mypy(candidate)):
            return candidate
    return None


def mypy_file_from(folder: Path) -> Path | None:
    """The file that configures mypy when it runs in this folder: there, or above."""
    return next(filter(None, map(mypy_file, _upwards(folder))), None)


def read_toml(file: Path) -> dict[str, Any]:
    """The contents of a TOML file; one clear line when there are none."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise Failure(f"{shown(file)}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise Failure(f"{shown(file)}: not UTF-8: byte {error.start}") from None
    except tomllib.TOMLDecodeError as error:
        raise Failure(f"{shown(file)}: not valid TOML: {error}") from None


def shown(path: Path | str) -> str:
    """A path as people read it: relative when it lies below the current folder, else absolute."""
    absolute = os.path.abspath(path)
    here = os.path.join(os.getcwd(), "")
    return absolute[len(here) :] if absolute.startswith(here) else absolute


def top() -> Path:
    """The top of the work tree around the current folder; the folder itself where there is none."""
    here = Path.cwd()
    found = next((each for each in _upwards(here) if any((each / t).exists() for t in TOPS)), None)
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
    table = dict(_table(_tools(data, file), "tftypes", "[tool]", file))
    lint = table.pop("lint", {})
    if not isinstance(lint, dict):
        raise Failure(f"{shown(file)}: [{TOOL}] lint: expected a table, got {_literal(lint)}")
    _check(table, TOOL, file)
    # The rest of the table of the lints is theirs to check.
    _check({key: value for key, value in lint.items() if key in options(LINT)}, LINT, file)
    values: dict[str, Any] = {}
    for option in OPTIONS:
        given = table if option.table == TOOL else lint
        if option.field and option.name in given:
            value = given[option.name]
            values[option.field] = tuple(value) if isinstance(value, list) else value
    ours = {option.name for option in OPTIONS if option.table == LINT and option.field}
    rest = {key: value for key, value in lint.items() if key not in ours}
    return Config(
        root=root, file=file, lint_table=rest, newer_python=_newer_python(data, file), **values
    )


def _newer_python(data: Mapping[str, Any], file: Path) -> str | None:
    """The lower bound of `requires-python`, where this Python is below it."""
    required = _table(data, "project", "the file", file).get("requires-python", "")
    bounds = [(int(major), int(minor)) for major, minor in _BOUND.findall(str(required))]
    lowest = max(bounds, default=(0, 0))
    return f"{lowest[0]}.{lowest[1]}" if lowest > sys.version_info[:2] else None


def _check(given: Mapping[str, object], table: str, file: Path) -> None:
    known = options(table)
    for key, value in given.items():
        if key not in known:
            names = [*known, *(["lint"] if table == TOOL else [])]
            elsewhere = next((each.table for each in OPTIONS if each.name == key), None)
            near = suggestion(key, names) or f"; expected one of {', '.join(names)}"
            if elsewhere:
                near = f"; it belongs in [{elsewhere}]"
            raise Failure(f"{shown(file)}: [{table}] has no key '{key}'{near}")
        if not known[key].kind.fits(value):
            expected = known[key].kind.expected
            raise Failure(
                f"{shown(file)}: [{table}] {key}: expected {expected}, got {_literal(value)}"
            )


def _literal(value: object) -> str:
    """A value as TOML writes it, near enough to be found in the file."""
    from tftypes_lint.settings import literal

    return literal(value)


def _tools(data: Mapping[str, Any], file: Path) -> Mapping[str, Any]:
    return _table(data, "tool", "the file", file)


def _table(data: Mapping[str, Any], key: str, where: str, file: Path) -> Mapping[str, Any]:
    value = data.get(key, {})
    if not isinstance(value, dict):
        raise Failure(f"{shown(file)}: {where} {key}: expected a table, got {_literal(value)}")
    return value


def _speaks_of_mypy(file: Path) -> bool:
    if file.suffix == ".toml":
        return "mypy" in _tools(read_toml(file), file)
    return re.search(r"^\[mypy\]", file.read_text("utf-8", errors="replace"), re.M) is not None


def _common_folder(paths: Sequence[Path]) -> Path:
    folders = [path if path.is_dir() else path.parent for path in map(_absolute, paths)]
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
        if any((candidate / top).exists() for top in TOPS):
            return
