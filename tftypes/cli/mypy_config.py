"""mypy's own configuration of a project, and a copy of it with the plugin where it lacks the plugin.

A project that `tftypes init` has seen names the plugin itself, and mypy reads its file as ever.
For any other, mypy is given a copy with the plugin added: mypy can neither merge two
configurations nor name a plugin on the command line.
"""

from __future__ import annotations

import configparser
import os
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tftypes.cli.config import PYPROJECT, Config, mypy_file_from, read_toml, shown, table
from tftypes.cli.failure import Failure

PLUGIN: Final = "tftypes_mypy"
#: Modules of which mypy need not tell which are missing: the plugin does, and knows those that are private.
OURS: Final = ("tensorflow.*", "keras.*")
#: mypy's option for that.
IGNORE_MISSING: Final = "ignore_missing_imports"
#: What mypy puts in this variable would name the copy's folder.
_FOLDER_VARIABLE: Final = re.compile(r"\$(?:MYPY_CONFIG_FILE_DIR\b|\{MYPY_CONFIG_FILE_DIR\})")
_DEFAULT_CACHE: Final = ".mypy_cache"
#: Kept from the project's own cache, which another set of plugins would empty on every turn.
_OWN_CACHE: Final = "tftypes"

Section = dict[str, Any]


@dataclass(frozen=True)
class MypyConfig:
    """The file that mypy reads, if any, and its sections: `mypy`, `mypy-package.*`."""

    file: Path | None = None
    sections: dict[str, Section] = field(default_factory=dict)

    @property
    def main(self) -> Section:
        """The options for the whole program."""
        return self.sections.get("mypy", {})

    @property
    def plugins(self) -> tuple[str, ...]:
        """The plugins that it names."""
        return tuple(_listed(self.main.get("plugins", ())))

    @property
    def exclude(self) -> tuple[str, ...]:
        """Regular expressions of the files that mypy leaves out of a folder."""
        exclude = self.main.get("exclude", ())
        return (exclude.strip(),) if isinstance(exclude, str) else tuple(_listed(exclude))

    @property
    def path(self) -> tuple[str, ...]:
        """The folders in which it looks for modules, from the folder in which it runs."""
        home = os.path.dirname(os.path.abspath(self.file)) if self.file else os.curdir
        folders = _rehomed(self.main.get("mypy_path", ()), home)
        split = re.split("[,:]", folders) if isinstance(folders, str) else folders
        return tuple(os.path.expandvars(os.path.expanduser(each)) for each in _listed(split))

    @property
    def has_plugin(self) -> bool:
        """Whether the plugin is named already."""
        return any(name.split(":")[0] == PLUGIN for name in self.plugins)


def find(config: Config, arguments: Sequence[str]) -> MypyConfig:
    """The configuration that mypy would use for this project with these arguments of its own.

    Raises:
        Failure: the file is not there or cannot be parsed.
    """
    named = option("--config-file", arguments)
    if named:
        return read(config.root / named)
    if config.file and config.file != config.root / PYPROJECT:
        given = read(config.file)  # `--config FILE` may configure both
        if given.main:
            return given
    file = mypy_file_from(config.root) or _personal_file()
    return read(file) if file else MypyConfig()


def cache_folder(config: Config) -> str:
    """Where mypy keeps its cache for this project, from the project's folder."""
    named = os.environ.get("MYPY_CACHE_DIR", "").strip() or option("--cache-dir", config.mypy_args)
    settings = find(config, config.mypy_args)
    return named or str(settings.main.get("cache_dir", _DEFAULT_CACHE))


def read(file: Path) -> MypyConfig:
    """The sections of one configuration file, TOML or INI."""
    if file.suffix == ".toml":
        tools = table(read_toml(file), "tool", (), file)
        return MypyConfig(file, {"mypy": dict(table(tools, "mypy", ("tool",), file))})
    parser = configparser.RawConfigParser()
    try:
        parser.read_string(file.read_text(encoding="utf-8"), shown(file))
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise Failure(f"{shown(file)}: cannot be read: {reason}") from None
    except configparser.Error as error:
        raise Failure(f"{shown(file)}: {' '.join(error.message.split())}") from None
    names = [name for name in parser.sections() if name == "mypy" or name.startswith("mypy-")]
    return MypyConfig(file, {name: dict(parser[name]) for name in names})


def left_to_plugin(said: Iterable[str]) -> list[str]:
    """Those of our modules that no section of a project's configuration is for: the plugin tells which are missing.

    >>> left_to_plugin([]), left_to_plugin(["tf_keras.*", "numpy, tensorflow.*"])
    (['tensorflow.*', 'keras.*'], ['keras.*'])
    """
    known = {each.strip() for modules in said for each in modules.split(",")}
    return [each for each in OURS if each not in known]


def ignoring_missing(overrides: object) -> list[str]:
    """The modules for which mypy's overrides in TOML need one more; none where there is something else in their place."""
    if not isinstance(overrides, list) or not all(isinstance(each, dict) for each in overrides):
        return []
    named = [each.get("module", ()) for each in overrides]
    lists = [[each] if isinstance(each, str) else each for each in named]
    return left_to_plugin(str(module) for modules in lists for module in modules)


def modules_of(sections: Iterable[str]) -> list[str]:
    """For which modules the sections of an INI file are, as they name them."""
    return [each.removeprefix("mypy-") for each in sections if each.startswith("mypy-")]


def with_plugin(config: MypyConfig, folder: Path) -> Path:
    """Writes a copy with the plugin into `folder`, and with what is set for TensorFlow's modules; its path.

    The copy keeps a cache of its own, so that this and the project's own mypy both stay warm.
    """
    sections = {name: dict(section) for name, section in config.sections.items()}
    main = sections.setdefault("mypy", {})
    if config.file:
        home = os.path.dirname(os.path.abspath(config.file))
        sections = {name: _rehomed(section, home) for name, section in sections.items()}
        main = sections["mypy"]
        main["plugins"] = [*(_absolute(name, home) for name in config.plugins), PLUGIN]
    else:
        main["plugins"] = [PLUGIN]
    cache = str(main.get("cache_dir", _DEFAULT_CACHE))
    if cache != os.devnull:
        main["cache_dir"] = os.path.join(cache, _OWN_CACHE)
    if config.file and config.file.suffix != ".toml":
        for each in left_to_plugin(modules_of(sections)):
            sections[f"mypy-{each}"] = {IGNORE_MISSING: "True"}
    else:
        overrides = main.get("overrides", [])
        if wanted := ignoring_missing(overrides):
            main["overrides"] = [*overrides, {"module": wanted, IGNORE_MISSING: True}]
    return _write(sections, config.file, folder)


def option(name: str, arguments: Sequence[str]) -> str | None:
    """The value of an option in a command line; the last one counts.

    >>> option("--config-file", ["--strict", "--config-file=a.ini", "--config-file", "b.ini"])
    'b.ini'
    """
    return next(reversed(options(name, arguments)), None)


def options(name: str, arguments: Sequence[str]) -> list[str]:
    """The values of an option in a command line, each written with `=` or without."""
    values = []
    for position, argument in enumerate(arguments):
        if argument.startswith(f"{name}="):
            values.append(argument.partition("=")[2])
        elif argument == name:
            values += arguments[position + 1 : position + 2]
    return values


def excluded(place: str, regexes: Sequence[str]) -> bool:
    """Whether mypy leaves out this file, or a folder that it lies in.

    >>> excluded("src/build/a.py", ["/build/"]), excluded("src/build.py", ["/build/"])
    (True, False)
    """
    parts = place.replace(os.sep, "/").split("/")
    prefixes = ["/".join(parts[:count]) + "/" for count in range(1, len(parts))]
    return any(
        _finds(regex, prefix) for regex in regexes for prefix in (*prefixes, "/".join(parts))
    )


def _finds(regex: str, text: str) -> bool:
    try:
        return re.search(regex, text) is not None
    except re.error:
        return False  # mypy says so itself


def _write(sections: dict[str, Section], file: Path | None, folder: Path) -> Path:
    if file and file.suffix != ".toml":
        parser = configparser.RawConfigParser()
        main = sections["mypy"]
        main["plugins"] = ", ".join(main["plugins"])
        parser.read_dict(sections)
        copy = folder / "mypy.ini"
        with copy.open("w", encoding="utf-8") as stream:
            parser.write(stream)
        return copy
    import tomlkit

    copy = folder / "mypy.toml"
    copy.write_text(tomlkit.dumps({"tool": {"mypy": sections["mypy"]}}), encoding="utf-8")
    return copy


def _rehomed(value: Any, home: str) -> Any:
    """The value with mypy's variable for the folder of the configuration filled in."""
    if isinstance(value, str):
        return _FOLDER_VARIABLE.sub(lambda _: home, value)
    if isinstance(value, dict):
        return {key: _rehomed(item, home) for key, item in value.items()}
    return [_rehomed(item, home) for item in value] if isinstance(value, list) else value


def _absolute(plugin: str, home: str) -> str:
    """A plugin given as a file is relative to the configuration that names it."""
    file, colon, function = plugin.rpartition(":") if ".py:" in plugin else (plugin, "", "")
    return f"{os.path.join(home, file)}{colon}{function}" if file.endswith(".py") else plugin


def _listed(plugins: Any) -> list[str]:
    names = plugins.split(",") if isinstance(plugins, str) else plugins
    if not isinstance(names, (list, tuple)):
        return []  # mypy tells what it should be
    return [str(name).strip() for name in names if str(name).strip()]


def _personal_file() -> Path | None:
    """The configuration of the user's own, which mypy reads when the project has none."""
    home = os.environ.get("XDG_CONFIG_HOME")
    candidates = [Path(home, "mypy/config")] if home else []
    candidates += [Path("~/.config/mypy/config"), Path("~/.mypy.ini")]
    return next((file.expanduser() for file in candidates if file.expanduser().is_file()), None)


def target(config: Config, mypy: MypyConfig, arguments: Sequence[str]) -> str | None:
    """The Python that the program is for, where the project says so."""
    chosen = option("--python-version", arguments) or config.python_version
    configured = mypy.main.get("python_version")
    return chosen or (str(configured) if configured else config.newer_python)


def runs_on_target(config: Config, mypy: MypyConfig, arguments: Sequence[str]) -> bool:
    """Whether the program is checked for the Python that runs here, and parses as it does."""
    running = f"{sys.version_info[0]}.{sys.version_info[1]}"
    return (target(config, mypy, arguments) or running) == running
