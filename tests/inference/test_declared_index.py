"""The index says what the stubs say."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

from tests.inference.declared import function, parameter
from tftypes.inference.declarations import Declarations, Parameter
from tftypes.inference.declarations.index import FOLDER

ROOT = Path(__file__).parents[2]
STUBS = ROOT / "stubs" / "tensorflow-stubs"


def test_it_is_what_the_generator_makes_of_the_stubs(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "generator.declarations", str(tmp_path / "index")]
    run = subprocess.run(command, cwd=ROOT / "stubs", capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    written, checked_in = files(tmp_path / "index"), files(FOLDER)
    assert written.keys() == checked_in.keys()
    changed = [name for name in written if written[name] != checked_in[name]]
    assert changed == [], "run `make index`"
    digest = FOLDER.with_name("index.sha256").read_text("utf-8")
    assert (tmp_path / "index.sha256").read_text("utf-8") == digest, "run `make index`"


def test_it_has_the_parameters_that_python_reads_in_the_stubs() -> None:
    checked = 0
    for file in STUBS.rglob("*.pyi"):
        path = ".".join(("tensorflow", *file.relative_to(STUBS).with_suffix("").parts))
        module = path.removesuffix(".__init__")
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef) and not node.decorator_list:
                [ours] = function(f"{module}.{node.name}").overloads
                python = map(parameter, evaluated(node).parameters.values())
                assert list(map(shape, ours.parameters)) == list(map(shape, python))
                checked += 1
    assert checked > 3000


def test_making_declarations_reads_nothing(tmp_path: Path) -> None:
    declared = Declarations(tmp_path / "nowhere")
    with pytest.raises(FileNotFoundError, match="nowhere"):
        declared.canonical("tensorflow.matmul")


def shape(each: Parameter) -> tuple[str, str, bool]:
    return each.name, each.kind.description, each.required


def files(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text("utf-8") for path in folder.iterdir()}


def evaluated(node: ast.FunctionDef) -> inspect.Signature:
    """The signature that Python makes of a function, without its annotations."""
    plain = ast.parse(f"def {node.name}(): ...").body[0]
    assert isinstance(plain, ast.FunctionDef)
    for each in ast.walk(node.args):
        if isinstance(each, ast.arg):
            each.annotation = None
    plain.args = node.args
    plain.args.defaults = [ast.Constant(None) for _ in node.args.defaults]
    plain.args.kw_defaults = [each and ast.Constant(None) for each in node.args.kw_defaults]
    module = ast.fix_missing_locations(ast.Module([plain], []))
    names: dict[str, object] = {}
    exec(compile(module, "stub", "exec"), names)
    return inspect.signature(names[node.name])  # type: ignore[arg-type]
