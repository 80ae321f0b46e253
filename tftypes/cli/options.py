"""Every key of `[tool.tftypes]` in one table: what reads the configuration, documents it, writes it and describes it to editors has it from here."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

#: The code of what mypy notes without one.
REVEALED: Final = "reveal"
FORMATS: Final = ("text", "json", "github", "sarif", "junit")
TOOL: Final = "tool.tftypes"
LINT: Final = "tool.tftypes.lint"


class Kind(NamedTuple):
    """What a value must be: for people, for the machine, and as a JSON schema."""

    expected: str
    fits: Callable[[object], bool]
    schema: Mapping[str, Any]


def _is_strings(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _is_version(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(_VERSION_PATTERN, value) is not None


_VERSION_PATTERN: Final = r"3\.\d+"
STRINGS: Final = Kind(
    "a list of strings", _is_strings, {"type": "array", "items": {"type": "string"}}
)
BOOLEAN: Final = Kind("true or false", lambda value: isinstance(value, bool), {"type": "boolean"})
STRING: Final = Kind("a string", lambda value: isinstance(value, str), {"type": "string"})
FORMAT: Final = Kind(
    "one of " + ", ".join(FORMATS), lambda value: value in FORMATS, {"enum": list(FORMATS)}
)
VERSION: Final = Kind(
    'a version such as "3.11"', _is_version, {"type": "string", "pattern": f"^{_VERSION_PATTERN}$"}
)
TABLE: Final = Kind("a table", lambda value: isinstance(value, dict), {"type": "object"})


@dataclass(frozen=True)
class Option:
    """One key: where it stands, what it takes, and what it does."""

    table: str
    name: str
    kind: Kind
    #: A value as TOML writes it, for the documentation.
    example: str
    help: str
    #: The field of `Config` that holds it; None where others read it: the lints, the plugin.
    field: str | None = None


OPTIONS: Final = (
    Option(TOOL, "paths", STRINGS, '["src", "tests"]', "what `tftypes check` looks at", "paths"),
    Option(
        TOOL,
        "exclude",
        STRINGS,
        '["src/generated"]',
        "files, folders, or patterns to leave out",
        "exclude",
    ),
    Option(TOOL, "format", FORMAT, '"text"', "how to report", "format"),
    Option(TOOL, "select", STRINGS, "[]", "only these codes", "select"),
    Option(TOOL, "disable", STRINGS, '["private-import"]', "not these codes", "disable"),
    Option(TOOL, "mypy_args", STRINGS, '["--strict"]', "options for mypy", "mypy_args"),
    Option(
        TOOL,
        "python_version",
        VERSION,
        '"3.11"',
        "the Python that the program is for",
        "python_version",
    ),
    Option(LINT, "enabled", BOOLEAN, "true", "whether `tftypes check` runs the lints", "lint"),
    Option(LINT, "disable", STRINGS, '["tensor-hash"]', "lints that do not run"),
    Option(
        LINT,
        "baseline",
        STRING,
        '"known.json"',
        "findings that are known, in this file",
        "baseline",
    ),
    Option(LINT, "cache", BOOLEAN, "true", "whether results are kept for the next run", "cache"),
    Option(
        LINT, "cache_dir", STRING, '".tftypes_cache"', "the folder that keeps them", "cache_dir"
    ),
    Option(LINT, "generated", BOOLEAN, "false", "whether generated code is looked at"),
)


def options(table: str) -> dict[str, Option]:
    """The options of a table by name."""
    return {each.name: each for each in OPTIONS if each.table == table}


def example() -> str:
    """A configuration with every option and what it does, as TOML."""
    parts = []
    for table in (TOOL, LINT):
        pairs = [(f"{each.name} = {each.example}", each.help) for each in options(table).values()]
        width = max(len(pair) for pair, _ in pairs)
        lines = [f"{pair:{width}}  # {text}" for pair, text in pairs]
        parts.append("\n".join([f"[{table}]", *lines]))
    return "\n\n".join(parts) + "\n"


def schema() -> dict[str, Any]:
    """The JSON schema of `[tool.tftypes]`, for editors of TOML."""
    from tftypes_lint import all_rules
    from tftypes_lint.rule import default_options
    from tftypes_lint.settings import OFF, SEVERITIES

    rules = {
        code: {
            "type": "object",
            "properties": {
                "severity": {"enum": [*SEVERITIES, OFF]},
                **{name: _schema_of(value) for name, value in default_options(rule).items()},
            },
            "additionalProperties": False,
        }
        for code, rule in sorted(all_rules().items())
    }
    override = {
        "type": "object",
        "properties": {"paths": STRINGS.schema, "disable": STRINGS.schema, **rules},
        "required": ["paths"],
    }
    lint = {
        "type": "object",
        "properties": {
            **_properties(LINT),
            **rules,
            "overrides": {"type": "array", "items": override},
        },
        "additionalProperties": False,
    }
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "tftypes",
        "type": "object",
        "properties": {**_properties(TOOL), "lint": lint},
        "additionalProperties": False,
    }


def _properties(table: str) -> dict[str, Any]:
    return {
        each.name: {**each.kind.schema, "description": each.help}
        for each in options(table).values()
    }


def _schema_of(default: object) -> dict[str, Any]:
    """The schema of an option of a lint, by its default."""
    kinds: list[tuple[Any, str]] = [
        (bool, "boolean"),
        (int, "integer"),
        (float, "number"),
        (str, "string"),
        ((list, tuple), "array"),
        (dict, "object"),
    ]
    return {"type": next(name for kind, name in kinds if isinstance(default, kind))}
