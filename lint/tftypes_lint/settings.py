"""What a project wants of the lints: which run, how grave they are, with which options, where."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property, lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

from tftypes_lint.files import Exclusions
from tftypes_lint.findings import Severity
from tftypes_lint.rule import OptionError, all_rules, default_options

SEVERITIES: Final = ("error", "warning", "note")
OFF: Final = "off"
#: Keys of `[tool.tftypes.lint]` that are no rule's.
GENERAL: Final = (
    "enabled",
    "disable",
    "baseline",
    "cache",
    "cache_dir",
    "generated",
    "overrides",
)

Tables = Mapping[str, Mapping[str, object]]


class SettingsError(ValueError):
    """A setting that is wrong: the message names it, what was expected and what came.

    Attributes:
        key: Where it stands in `[tool.tftypes.lint]`, as `overrides[0].tensor-hash.severity`.
    """

    def __init__(self, message: str, key: str) -> None:
        super().__init__(message)
        self.key = key

    @property
    def path(self) -> tuple[str | int, ...]:
        """The keys and indices that lead to it."""
        parts = re.findall(r"\[(\d+)\]|([^.\[\]]+)", self.key)
        return tuple(int(index) if index else name for index, name in parts)


class Active(NamedTuple):
    """A rule as it applies to a file."""

    #: What the project says; None leaves it to the rule.
    severity: Severity | None
    options: Mapping[str, object]


@dataclass(frozen=True)
class Override:
    """Other settings for some paths: `[[tool.tftypes.lint.overrides]]`."""

    paths: tuple[str, ...]
    disable: tuple[str, ...] = ()
    tables: Tables = field(default_factory=dict)


@dataclass(frozen=True)
class Settings:
    """The lints of a project. `select` None means all; paths and globs are relative to `root`.

    Raises:
        SettingsError: a code that is selected is no rule's.

    >>> settings = Settings(disable=("private-import",))
    >>> "private-import" in settings.active("net.py")
    False
    >>> Settings(tables={"tensor-hash": {"severity": "note"}}).active("net.py")["tensor-hash"].severity
    'note'
    """

    root: Path = Path()
    select: tuple[str, ...] | None = None
    disable: tuple[str, ...] = ()
    tables: Tables = field(default_factory=dict)
    overrides: tuple[Override, ...] = ()
    #: Whether files that say that they are generated are looked at like others.
    generated: bool = False
    #: Codes of what checks beside the lints: comments may silence them, too.
    others: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _require_rules(self.select or (), "select")

    def active(self, path: str) -> Mapping[str, Active]:
        """The rules that apply to a file, by code."""
        matching = tuple(globs.match(Path(path)) for globs in self._places)
        if matching not in self._active:
            self._active[matching] = dict(self._resolve(matching))
        return self._active[matching]

    def options(self, code: str) -> Mapping[str, object]:
        """The options of a rule, whatever the path."""
        return _options(code, [self.tables])

    @property
    def codes(self) -> list[str]:
        """The rules that run on some file."""
        return [code for code in all_rules() if self._runs(code)]

    @cached_property
    def _places(self) -> list[Exclusions]:
        return [Exclusions(override.paths, self.root) for override in self.overrides]

    @cached_property
    def _active(self) -> dict[tuple[bool, ...], Mapping[str, Active]]:
        return {}

    def _runs(self, code: str) -> bool:
        return code not in self.disable and (self.select is None or code in self.select)

    def _resolve(self, matching: Sequence[bool]) -> Iterator[tuple[str, Active]]:
        overrides = [each for each, match in zip(self.overrides, matching, strict=True) if match]
        tables = [self.tables, *(override.tables for override in overrides)]
        disabled = {code for override in overrides for code in override.disable}
        for code in self.codes:
            severity: object = None
            for table in tables:
                severity = table.get(code, {}).get("severity", severity)
            if severity != OFF and code not in disabled:
                yield code, Active(cast("Severity | None", severity), _options(code, tables))


def read_settings(
    table: Mapping[str, Any],
    root: Path,
    select: Sequence[str] | None = None,
    disable: Sequence[str] = (),
) -> Settings:
    """The settings that `[tool.tftypes.lint]` stands for.

    Raises:
        SettingsError: a key, a code, a type or a value that cannot be.

    >>> read_settings({"private-import": {"severity": "grave"}}, Path())
    Traceback (most recent call last):
        ...
    tftypes_lint.settings.SettingsError: private-import.severity: expected one of error, warning, note, off, got "grave"
    """
    overrides = table.get("overrides", [])
    if not isinstance(overrides, list) or not all(isinstance(each, dict) for each in overrides):
        raise SettingsError(
            f"overrides: expected tables with `paths`, got {literal(overrides)}", "overrides"
        )
    return Settings(
        root=root,
        select=None if select is None else tuple(select),
        disable=(*disable, *_codes(table, "disable", "")),
        tables=_tables(table, GENERAL, ""),
        overrides=tuple(_override(each, f"overrides[{n}].") for n, each in enumerate(overrides)),
        generated=_typed(table, "generated", False, ""),
    )


def project_settings(file: Path) -> Settings:
    """The settings of the project that a file lies in, or the defaults.

    The project is the nearest folder above whose pyproject.toml has `[tool.tftypes]`; nobody looks
    above a work tree. A pyproject.toml that is no TOML is somebody else's to report.

    Raises:
        SettingsError: `[tool.tftypes.lint]` says something that cannot be.
    """
    return _settings_above(file.absolute().parent)


@lru_cache(maxsize=256)
def _settings_above(folder: Path) -> Settings:
    try:
        tools = _toml().loads((folder / "pyproject.toml").read_text("utf-8")).get("tool", {})
    except (OSError, ValueError, RecursionError, ImportError):
        tools = {}
    ours = tools.get("tftypes") if isinstance(tools, dict) else None
    if isinstance(ours, dict):
        table = ours.get("lint", {})
        disable = [code for code in _strings(ours, "disable", "") if code in all_rules()]
        return read_settings(table if isinstance(table, dict) else {}, folder, None, disable)
    if folder == folder.parent or os.path.exists(folder / ".git"):
        return Settings()
    return _settings_above(folder.parent)


def _toml() -> Any:
    """Python's reader of TOML; before Python 3.11 the package that it comes from."""
    return import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")


def literal(value: object) -> str:
    """A value as TOML writes it, near enough to be found in the file."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, dict):
        pairs = (f"{key} = {literal(each)}" for key, each in value.items())
        return f"{{ {', '.join(pairs)} }}" if value else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(literal, value))}]"
    return str(value)


def _override(table: Mapping[str, Any], where: str) -> Override:
    paths = _strings(table, "paths", where)
    if not paths:
        raise SettingsError(
            f"{where}paths: expected at least one file, folder or glob", f"{where}paths"
        )
    return Override(
        paths, _codes(table, "disable", where), _tables(table, ("paths", "disable"), where)
    )


def _tables(table: Mapping[str, Any], general: Sequence[str], where: str) -> Tables:
    rules = {key: value for key, value in table.items() if key not in general}
    for code, options in rules.items():
        if code not in all_rules():
            raise SettingsError(
                f"there is no '{where}{code}'{_near(code, [*general, *all_rules()])}",
                f"{where}{code}",
            )
        if not isinstance(options, dict):
            raise SettingsError(
                f"{where}{code}: expected a table, got {literal(options)}", f"{where}{code}"
            )
        for key, value in options.items():
            _check_option(code, key, value, f"{where}{code}.")
        try:
            getattr(all_rules()[code], "check_options", dict)(_options(code, [rules]))
        except OptionError as error:
            raise SettingsError(f"{where}{code}.{error}", f"{where}{code}") from None
    return rules


def _check_option(code: str, key: str, value: object, where: str) -> None:
    defaults = default_options(all_rules()[code])
    if key == "severity":
        if value not in (*SEVERITIES, OFF):
            expected = ", ".join((*SEVERITIES, OFF))
            raise SettingsError(
                f"{where}{key}: expected one of {expected}, got {literal(value)}", f"{where}{key}"
            )
    elif key not in defaults:
        known = ["severity", *defaults]
        raise SettingsError(
            f"there is no '{where}{key}'{_near(key, known) or _one_of(known)}", f"{where}{key}"
        )
    else:
        _typed({key: value}, key, defaults[key], where)


_EXPECTED: Final = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a string",
    list: "a list",
    tuple: "a list",
    dict: "a table",
}


def _typed(table: Mapping[str, Any], key: str, default: Any, where: str) -> Any:
    """The value at a key, of the type of its default."""
    value = table.get(key, default)
    expected = list if isinstance(default, (list, tuple)) else type(default)
    fits = isinstance(value, (list, tuple) if expected is list else expected)
    if isinstance(value, bool) and expected is not bool:
        fits = False
    if not fits:
        raise SettingsError(
            f"{where}{key}: expected {_EXPECTED[expected]}, got {literal(value)}", f"{where}{key}"
        )
    return value


def _strings(table: Mapping[str, Any], key: str, where: str) -> tuple[str, ...]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise SettingsError(
            f"{where}{key}: expected a list of strings, got {literal(value)}", f"{where}{key}"
        )
    return tuple(value)


def _codes(table: Mapping[str, Any], key: str, where: str) -> tuple[str, ...]:
    codes = _strings(table, key, where)
    _require_rules(codes, f"{where}{key}")
    return codes


def _require_rules(codes: Sequence[str], where: str) -> None:
    for code in codes:
        if code not in all_rules():
            raise SettingsError(
                f"{where}: there is no lint '{code}'{_near(code, all_rules())}", where
            )


def _options(code: str, tables: Sequence[Tables]) -> Mapping[str, object]:
    options = dict(default_options(all_rules()[code]))
    for table in tables:
        options.update(table.get(code, {}))
    options.pop("severity", None)
    return options


def _near(word: str, known: Sequence[str] | Mapping[str, object]) -> str:
    near = get_close_matches(word, list(known), n=1)
    return f"; did you mean '{near[0]}'?" if near else ""


def _one_of(known: Sequence[str]) -> str:
    return f"; expected one of {', '.join(known)}"
