"""The algebra needs the standard library and nothing else."""

import subprocess
import sys

import pytest

_LOADED = """
import sys
{before}
before = set(sys.modules)
import {module}
print(*sorted({{name.partition(".")[0] for name in set(sys.modules) - before}}))
"""


def _loads(before: str, module: str = "tftypes.algebra") -> set[str]:
    code = _LOADED.format(before=before, module=module)
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return set(run.stdout.split())


def test_importing_it_loads_tftypes_and_the_standard_library_only() -> None:
    loaded = _loads("import typing_extensions")
    assert loaded - set(sys.stdlib_module_names) == {"tftypes"}


def test_the_check_sees_what_is_loaded() -> None:
    assert "typing_extensions" in _loads("", "tftypes.tensors")


@pytest.mark.parametrize("heavy", ["ast", "inspect", "fractions", "decimal"])
def test_no_costly_module_is_loaded(heavy: str) -> None:
    assert heavy not in _loads("import dataclasses")  # which loads them itself
