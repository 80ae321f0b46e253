"""Which edits have a module checked again: those of sources whose functions it may call, as Python itself finds them."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tftypes_mypy.reach import Reach, is_program

LAYERS = {
    "net/__init__.py": "from net.layers import Dense, Conv as Convolution\nfrom . import layers, tools\n",
    "net/layers/__init__.py": '"""Layers."""\nfrom .core import *\nfrom .conv import Conv\n__all__ = ["Conv"]\n',
    "net/layers/core.py": "from net.tools import scale\n\nclass Dense:\n    size = scale(2)\n",
    "net/layers/conv.py": "import net.tools as tools\n\nclass Conv: ...\n",
    "net/blocks/__init__.py": "from net.layers import Conv\n\ndef block(): return Conv()\n",
    "net/tools.py": "SIZE = 3\n\ndef scale(x): ...\n",
    "net/other.py": "import net\n\ndef more(): return net.layers.Conv()\n",
}
CORE, CONV, TOOLS, OTHER = "layers/core", "layers/conv", "tools", "other"
PACKAGES = {"__init__", "layers/__init__"}


@pytest.mark.parametrize(
    ("program", "used"),
    [
        ("from net.layers import Dense\nDense()", {"layers/__init__", CORE, TOOLS}),
        ("from net.layers import Conv\nmade = Conv", {"layers/__init__", CONV}),
        ("from net import Convolution\nConvolution()", {*PACKAGES, CONV}),
        ("from net import tools\ntools.scale(2)", {"__init__", TOOLS}),
        ("from net import layers\nlayers.Conv()", {*PACKAGES, CONV}),
        ("from net import layers as parts\nparts.core.Dense()", {*PACKAGES, CORE, TOOLS}),
        ("import net\nnet.layers.Conv()", {*PACKAGES, CONV}),
        ("import net\nfind(net)", {*PACKAGES, CORE, CONV, TOOLS}),
        ("import net.layers.conv\nnet.layers.conv.Conv()", {*PACKAGES, CORE, CONV, TOOLS}),
        ("import net.layers.conv as conv\nconv.Conv()", {CONV}),
        ("from net import other\nother.more()", {"__init__", OTHER, "layers/__init__", CONV}),
        ("from net.blocks import block\nblock()", {"blocks/__init__", "layers/__init__", CONV}),
        ("from net.layers import *", {"layers/__init__", CORE, CONV, TOOLS}),
        (
            "from net.layers import Dense, \\\n    Conv\nDense(), Conv()",
            {"layers/__init__", CORE, CONV, TOOLS},
        ),
        ("if True: from net.layers import Conv\nConv()", {"layers/__init__", CONV}),
        ("import os; from net.layers import Conv\nConv()", {"layers/__init__", CONV}),
        ("from net.layers import Dense", set()),
        ("from os import path\npath.join()", set()),
    ],
)
def test_what_a_module_uses(program: str, used: set[str], tmp_path: Path) -> None:
    write({**LAYERS, "main.py": program}, tmp_path)
    changing = {
        name.removeprefix("net/").removesuffix(".py")
        for name in LAYERS
        if changes("main", name, tmp_path)
    }
    assert changing == used


def test_what_matters_wherever_it_stands(tmp_path: Path) -> None:
    write({**LAYERS, "main.py": "from net.layers import Conv"}, tmp_path)
    assert not changes("main", "net/tools.py", tmp_path, "# a comment")
    assert changes("main", "net/tools.py", tmp_path, "layer.trainable = False")
    assert changes("main", "net/layers/core.py", tmp_path, "model.compile()")
    assert changes("main", "net/tools.py", tmp_path, "tf.register_tensor_conversion_function(A, b)")


WORDS = st.one_of(
    st.sampled_from(["import", "from", "as", "a", "b.c", "x", ".."]),
    st.sampled_from('.*(),;\\#"\n\0 '),
)


@given(st.lists(WORDS).map(" ".join))
def test_whatever_a_source_says_it_has_a_digest(text: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write({"main/__init__.py": text, "use.py": f"import main\n{text}"}, folder)
        assert digest("use", folder)


def test_a_package_with_an_odd_text_makes_no_warning(
    tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    write(
        {"main/__init__.py": 'PATTERN = "\\d"\n', "use.py": "import main\nmain.PATTERN"}, tmp_path
    )
    assert digest("use", tmp_path) and not recwarn.list


def test_installed_packages_are_left_alone() -> None:
    assert is_program("/home/me/project/net.py")
    assert not is_program("/usr/lib/python3/site-packages/keras/net.py")
    assert not is_program("/home/me/project/net.pyi")


def write(sources: Mapping[str, str], folder: Path) -> None:
    for name, text in sources.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def digest(module: str, folder: Path) -> str:
    path = folder / f"{module.replace('.', '/')}.py"
    return Reach().digest(module, str(path))


def changes(module: str, name: str, folder: Path, line: str = "# a comment") -> bool:
    """Whether another line in a file changes the digest of a module."""
    before, text = digest(module, folder), (folder / name).read_text()
    (folder / name).write_text(f"{text}\n{line}\n")
    after = digest(module, folder)
    (folder / name).write_text(text)
    return before != after


# --- drawn programs: Python tells which functions are called --------------------------

MODULES = ("main", "top", "p.a", "p.b", "p.q.c", "p.q.d")
PACKAGES_OF_MODULES = ("p", "p.q")
FUNCTION = """
def f():
    if "{file}" in SEEN:
        return
    SEEN.append("{file}")
    for call in [{calls}]:
        try:
            call()
        except (NameError, AttributeError, TypeError):
            pass
"""
RUN = """\
import builtins, importlib, json, sys
builtins.SEEN = seen = []
found = {}
for name in sys.argv[1:]:
    module = importlib.import_module(name)
    del seen[:]
    module.f()
    found[name] = list(seen)
print(json.dumps(found))
"""
aliases = st.sampled_from(["x", "y", "z", "f", "q"])


def file_of(module: str) -> str:
    folder = module.replace(".", "/")
    return f"{folder}/__init__.py" if module in PACKAGES_OF_MODULES else f"{folder}.py"


@st.composite
def imports(draw: st.DrawFn, module: str, names: str) -> tuple[str, str]:
    """An import of a module in which a function has names, and its names where that stands."""
    parent, _, last = module.rpartition(".")
    first, dot, rest = names.partition(".")
    new = draw(aliases)
    return draw(
        st.sampled_from(
            [
                (f"import {module}", f"{module}.{names}"),
                (f"import {module} as {new}", f"{new}.{names}"),
                (f"from {module} import {first}", names),
                (f"from {module} import {first} as {new}", new + dot + rest),
                (f"from {module} import *", names),
                (f"from {parent or module} import {last} as {new}", f"{new}.{names}"),
                (f"from {parent or module} import (\n    {last},\n)", f"{last}.{names}"),
            ]
        )
    )


@st.composite
def programs(draw: st.DrawFn) -> dict[str, str]:
    lines: dict[str, list[str]] = {name: [] for name in (*MODULES, *PACKAGES_OF_MODULES)}
    calls: dict[str, list[str]] = {name: [] for name in MODULES}
    for caller in MODULES:
        for target in draw(st.lists(st.sampled_from(MODULES[1:]), max_size=2)):
            names, module = "f", target
            passing = draw(st.lists(st.sampled_from(list(lines)), max_size=2))
            for at in [*passing, caller]:
                line, names = draw(imports(module, names))
                lines[at].append(f"try:\n    {line}\nexcept ImportError:\n    pass")
                module = at
            holder, dot, name = names.rpartition(".")
            called = f"getattr({holder}, {name!r})" if dot and draw(st.booleans()) else names
            calls[caller].append(f"lambda: {called}()")
    for package in PACKAGES_OF_MODULES:
        lines[package] += draw(
            st.sampled_from([[], ["SIZE = 3"], ["SIZE = len('abc')"], ["x = y = None"]])
        )
    function = {
        name: FUNCTION.format(file=file_of(name), calls=", ".join(calls[name])) for name in MODULES
    }
    return {file_of(name): "\n".join([*lines[name], function.get(name, "")]) for name in lines}


@settings(max_examples=100)
@given(programs())
def test_what_python_calls_is_used(sources: dict[str, str]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write(sources, folder)
        command = [sys.executable, "-S", "-B", "-c", RUN, *MODULES]
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
        for module, seen in json.loads(run.stdout).items():
            missed = {file for file in seen if not changes(module, file, folder)}
            assert not missed, f"{module} calls functions of {sorted(missed)}"


# --- what mypy makes of it --------------------------------------------------------------

KIT = {
    "kit/__init__.py": "from kit.rows import rows\nfrom kit.columns import columns\n",
    "kit/rows.py": "import tensorflow as tf\n\ndef rows(x):\n    return tf.reshape(x, [2, 3])\n",
    "kit/columns.py": "import tensorflow as tf\n\ndef columns(x):\n    return tf.transpose(x)\n",
    "first.py": "import tensorflow as tf\nfrom kit import rows\n\nreveal_type(rows(tf.zeros([6])))\n",
    "second.py": "import tensorflow as tf\nimport kit\n\nreveal_type(kit.columns(tf.zeros([6, 2])))\n",
}


def test_an_edit_has_those_checked_again_that_use_it(tmp_path: Path) -> None:
    write({**KIT, "mypy.ini": "[mypy]\nplugins = tftypes_mypy\n"}, tmp_path)
    assert "Shape[2, 3]" in mypy(tmp_path)
    write({"kit/rows.py": KIT["kit/rows.py"].replace("[2, 3]", "[3, 2]")}, tmp_path)
    said = mypy(tmp_path)
    assert "Shape[3, 2]" in said
    assert {name for name in ("first", "second") if f"Metadata fresh for {name}:" in said} == {
        "second"
    }


def mypy(folder: Path) -> str:
    command = [sys.executable, "-m", "mypy", "-v", "first.py", "second.py"]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout
    return run.stdout + run.stderr
