"""Edits of configuration files as text: a setting is added, and every other byte stays.

Each edit is checked by parsing the result: it must differ from what was there by the setting
and nothing else, or else it is not made.
"""

from __future__ import annotations

import configparser
import copy
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import tomli

from tftypes.cli.failure import Failure
from tftypes.cli.mypy_config import (
    IGNORE_MISSING,
    PLUGIN,
    ignoring_missing,
    left_to_plugin,
    modules_of,
)
from tftypes.cli.options import TOOL, options
from tftypes.cli.toml_lines import not_toml

#: Options of mypy's own that may be asked for, and every spelling in which a project may say them itself.
SETTINGS: Final = {
    "allow_redefinition": re.compile(r"allow_redefinition(_new|_old)?"),
    "check_untyped_defs": re.compile(r"check_untyped_defs"),
}
_SECTION: Final = re.compile(r"^\[mypy\]\s*$")
_PLUGINS: Final = re.compile(r"^plugins\s*[=:]")


def with_mypy_toml(text: str, name: str, settings: Sequence[str] = ()) -> str:
    """The text of a pyproject.toml with the plugin in `[tool.mypy]`, and with the settings that it says nothing about.

    >>> print(with_mypy_toml("[tool.mypy]\\nstrict = true  # always\\n", "pyproject.toml"), end="")
    [tool.mypy]
    strict = true  # always
    plugins = ["tftypes_mypy"]
    """
    before = _toml(text, name)
    mypy = before.get("tool", {}).get("mypy")
    if mypy is None:
        wanted = {"plugins": [PLUGIN], **dict.fromkeys(settings, True)}
        switches = [f"{each} = true" for each in settings]
        lines = ["[tool.mypy]", f'plugins = ["{PLUGIN}"]', *switches]
        return _appended(text, lines, before, "mypy", wanted, name)
    wanted = copy.deepcopy(mypy)
    _add_plugin(wanted, name)
    wanted.update(dict.fromkeys(missing(wanted, settings), True))
    if wanted == mypy:
        return text
    expected = copy.deepcopy(before)
    expected["tool"]["mypy"] = wanted
    return _verified(_edited(text, mypy, wanted), expected, name)


def with_tftypes(text: str, paths: Sequence[str], name: str) -> str:
    """The text of a pyproject.toml with a table `[tool.tftypes]`; one that is there stays as it is."""
    before = _toml(text, name)
    if "tftypes" in before.get("tool", {}):
        return text
    listed = ", ".join(f'"{path}"' for path in paths)
    option = options(TOOL)["paths"]
    lines = [f"[{TOOL}]", f"paths = [{listed}]  # {option.help}"]
    return _appended(text, lines, before, "tftypes", {"paths": list(paths)}, name)


def with_mypy_ini(text: str, name: str, settings: Sequence[str] = ()) -> str:
    """The text of a mypy.ini or setup.cfg with the plugin in `[mypy]`, and with the settings that it says nothing about.

    >>> print(with_mypy_ini("[mypy]\\nplugins = mine\\n", "mypy.ini", ["allow_redefinition"]), end="")
    [mypy]
    plugins = mine, tftypes_mypy
    allow_redefinition = True
    """
    before = _ini(text, name)
    expected = copy.deepcopy(before)
    main = expected.setdefault("mypy", {})
    plugins = [part.strip() for part in main.get("plugins", "").split(",") if part.strip()]
    lines = text.splitlines(keepends=True)
    end = "\r\n" if lines and lines[0].endswith("\r\n") else "\n"
    start = next((at for at, line in enumerate(lines) if _SECTION.match(line)), None)
    if start is None:
        lines += [end] * bool(lines) + [f"[mypy]{end}"]
        start = len(lines) - 1
    added = start + 1
    if PLUGIN not in plugins:
        main["plugins"] = ", ".join([*plugins, PLUGIN])
        at = next((at for at in _options(lines, start) if _PLUGINS.match(lines[at])), None)
        if at is None:
            lines.insert(added, f"plugins = {PLUGIN}{end}")
            added += 1
        else:
            added = _append_value(lines, at, ", " if plugins else " ")
    for each in missing(main, settings):
        main[each] = "True"
        lines.insert(added, f"{each} = True{end}")
        added += 1
    new = "".join(lines)
    if _normal(_ini(new, name)) != _normal(expected):
        raise _by_hand(name, f"plugins = {PLUGIN}", "[mypy]")
    return new


def ignoring_missing_toml(text: str, name: str) -> str:
    """The text of a pyproject.toml that leaves to the plugin which of TensorFlow's and Keras' modules are missing.

    A project that has settings for them keeps those alone.

    >>> print(ignoring_missing_toml("[tool.mypy]\\n", "pyproject.toml"), end="")
    [tool.mypy]
    <BLANKLINE>
    [[tool.mypy.overrides]]
    module = ["tensorflow.*", "keras.*"]
    ignore_missing_imports = true
    """
    before = _toml(text, name)
    overrides = before["tool"]["mypy"].get("overrides", [])
    wanted = ignoring_missing(overrides)
    if not wanted:
        return text
    named = ", ".join(f'"{each}"' for each in wanted)
    lines = ["[[tool.mypy.overrides]]", f"module = [{named}]", f"{IGNORE_MISSING} = true"]
    added = {"module": wanted, IGNORE_MISSING: True}
    table = {**before["tool"]["mypy"], "overrides": [*overrides, added]}
    try:
        return _appended(text, lines, before, "mypy", table, name)
    except Failure:
        return text  # in an inline table, say: mypy tells them besides


def ignoring_missing_ini(text: str, name: str) -> str:
    """The same for a mypy.ini or setup.cfg.

    >>> print(ignoring_missing_ini("[mypy]\\n", "mypy.ini"), end="")
    [mypy]
    <BLANKLINE>
    [mypy-tensorflow.*,keras.*]
    ignore_missing_imports = True
    """
    wanted = left_to_plugin(modules_of(_ini(text, name)))
    if not wanted:
        return text
    end = "\r\n" if "\r\n" in text else "\n"
    gap = end if text.endswith("\n") else end * 2
    return f"{text}{gap}[mypy-{','.join(wanted)}]{end}{IGNORE_MISSING} = True{end}"


def missing(mypy: Mapping[str, object], settings: Sequence[str]) -> list[str]:
    """Those of the settings that a configuration of mypy says nothing about; `strict` says `check_untyped_defs`.

    >>> missing({"allow_redefinition_new": False}, [*SETTINGS]), missing({"strict": True}, [*SETTINGS])
    (['check_untyped_defs'], ['allow_redefinition'])
    """
    strict = str(mypy.get("strict", "")).lower() == "true"
    said = [*mypy, *(["check_untyped_defs"] if strict else [])]
    return [each for each in settings if not any(map(SETTINGS[each].fullmatch, said))]


def _add_plugin(mypy: dict[str, Any], name: str) -> None:
    plugins = mypy.get("plugins", [])
    if isinstance(plugins, str):
        listed = [part.strip() for part in plugins.split(",") if part.strip()]
        if PLUGIN not in listed:
            mypy["plugins"] = ", ".join([*listed, PLUGIN])
    elif not isinstance(plugins, list):
        raise Failure(f"{name}: [tool.mypy] plugins: expected a list of strings, got {plugins!r}")
    elif PLUGIN not in plugins:
        mypy["plugins"] = [*plugins, PLUGIN]


def _edited(text: str, mypy: dict[str, Any], wanted: dict[str, Any]) -> str:
    """The text with the changed settings of an existing `[tool.mypy]`, comments kept."""
    import tomlkit

    document: Any = tomlkit.parse(text)
    table = document["tool"]["mypy"]
    for key, value in wanted.items():
        if key not in mypy:
            table[key] = value
        elif value != mypy[key] and isinstance(value, list):
            table[key].append(PLUGIN)
        elif value != mypy[key]:
            table[key] = value
    new = tomlkit.dumps(document)
    # What is added ends its lines as the rest of the file does.
    return re.sub("\r?\n", "\r\n", new) if "\r\n" in text else new


def _appended(
    text: str, lines: list[str], before: dict[str, Any], tool: str, table: dict[str, Any], name: str
) -> str:
    """The text with a table at its end."""
    end = "\r\n" if "\r\n" in text else "\n"
    gap = "" if not text.strip() else end if text.endswith("\n") else end * 2
    new = text + gap + "".join(f"{line}{end}" for line in lines)
    expected = {**before, "tool": {**before.get("tool", {}), tool: table}}
    return _verified(new, expected, name)


def _verified(text: str, expected: dict[str, Any], name: str) -> str:
    try:
        right = tomli.loads(text) == expected
    except tomli.TOMLDecodeError:
        right = False
    if not right:
        raise _by_hand(name, f'plugins = ["{PLUGIN}"]', "[tool.mypy]")
    return text


def _by_hand(name: str, setting: str, table: str) -> Failure:
    return Failure(f"{name}: written in a way that cannot be added to: put {setting} under {table}")


def _toml(text: str, name: str) -> dict[str, Any]:
    try:
        data = tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        raise not_toml(name, error) from None
    tool = data.get("tool", {})
    if not isinstance(tool, dict) or not isinstance(tool.get("mypy", {}), dict):
        raise Failure(f"{name}: tool.mypy: expected a table")
    return data


def _ini(text: str, name: str) -> dict[str, dict[str, str]]:
    parser = configparser.RawConfigParser()
    try:
        parser.read_string(text, name)
    except configparser.Error as error:
        raise Failure(f"{name}: {' '.join(error.message.split())}") from None
    return {section: dict(parser[section]) for section in parser.sections()}


def _options(lines: Sequence[str], start: int) -> range:
    """The lines of the section whose header stands at `start`."""
    end = next((at for at in range(start + 1, len(lines)) if lines[at].startswith("[")), len(lines))
    return range(start + 1, end)


def _append_value(lines: list[str], at: int, separator: str) -> int:
    """Adds the plugin to the value that begins at this line; the line after the value."""
    last = at
    for line in lines[at + 1 :]:
        if not line[:1].isspace() or not line.strip():
            break
        last += 1
    stripped = lines[last].rstrip()
    ending = lines[last][len(stripped) :] or "\n"
    lines[last] = f"{stripped.rstrip(',').rstrip()}{separator}{PLUGIN}{ending}"
    return last + 1


def _normal(sections: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    """Sections with the plugins in one spelling: on one line or on several is the same."""
    normal = copy.deepcopy(sections)
    main = normal.get("mypy", {})
    main["plugins"] = ",".join(part.strip() for part in main.get("plugins", "").split(","))
    return normal
