"""Compiles the modules of the plugin in which time goes, into a wheel for one platform.

``HATCH_BUILD_HOOKS_ENABLE=1 pip wheel --no-deps .`` makes such a wheel; without it, a wheel is of Python
alone. `tool.hatch.build.targets.wheel.hooks.custom` lists the modules; MYPYC_OPT_LEVEL is the C
compiler's level of optimization, as in mypyc.
"""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

#: Where the package stands in the sources.
FOLDER = "mypy_plugin"


class CompilingHook(BuildHookInterface[Any]):
    """hatch-mypyc does this too, for projects whose packages stand in one folder."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds an extension module beside each of the modules."""
        if version == "editable":  # what is compiled would go on standing before what is edited
            return
        self._made = TemporaryDirectory()
        made = Path(self._made.name)
        sources = [str(Path(self.root, FOLDER, name)) for name in self.config["modules"]]
        folder = _compile(sources, made)
        for path in folder.rglob("*.*"):
            build_data["force_include"][str(path)] = str(path.relative_to(folder))
        build_data.update(infer_tag=True, pure_python=False)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Removes what is in the wheel by now."""
        if version != "editable":
            self._made.cleanup()


def _compile(sources: list[str], made: Path) -> Path:
    """Compiles modules into one library inside one folder, and gives the folder with what is to be installed.

    One library for all of them takes longer to compile than one for each, which would call the others
    through tables and hold all of mypyc's own functions once more: a call would take a sixth longer.
    """
    from setuptools import Distribution  # before mypyc, which looks for it
    from mypyc.build import mypycify  # isort: skip

    # As the project is checked, but for what its settings name that is not installed here.
    flags = ["--config-file=", "--allow-redefinition", f"--cache-dir={made / 'cache'}"]
    modules = mypycify(
        [*flags, *sources],
        opt_level=os.environ.get("MYPYC_OPT_LEVEL", "2"), debug_level="0",
        group_name="tftypes_mypy", target_dir=str(made / "c"),
    )  # fmt: skip
    command = Distribution({"ext_modules": modules}).get_command_obj("build_ext")
    command.build_lib, command.build_temp = str(made / "lib"), str(made / "objects")
    command.ensure_finalized()
    command.run()
    return made / "lib"
