"""What the tests of the worked types have in common: a program as a module, and as a process."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[3] / "examples" / "extension_types"


def load(name):
    """The program as a module."""
    specification = importlib.util.spec_from_file_location(f"{name}_example", FOLDER / f"{name}.py")
    module = importlib.util.module_from_spec(specification)
    sys.modules[specification.name] = module
    specification.loader.exec_module(module)
    return module


def output(name):
    """The lines that the program prints."""
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3"}
    run = subprocess.run(
        [sys.executable, str(FOLDER / f"{name}.py")],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
    )
    return run.stdout.splitlines()
