"""Imports from libraries: what is not there is told once, where the program asks for it first."""

from __future__ import annotations

from pathlib import Path

import pytest

from tftypes.inference.analysis import analyze
from tftypes.inference.program import Program

from .reports import check


def test_a_name_that_is_gone_is_told_at_its_import_and_not_where_it_is_used(
    tmp_path: Path,
) -> None:
    check(
        """
        import tensorflow.contrib.slim as slim  # error: [tf-attribute] 'tensorflow' has no attribute 'contrib'
        from tensorflow.keras.layers import CuDNNLSTM, Dense  # error: [tf-attribute] 'tensorflow.keras.layers' has no attribute 'CuDNNLSTM'
        from tensorflow.keras.layers.experimental import preprocessing  # error: [tf-attribute] 'tensorflow.keras.layers' has no attribute 'experimental'

        slim.conv2d(3)
        CuDNNLSTM(3)
        CuDNNLSTM(4)
        preprocessing.Normalization()
        """,
        tmp_path,
    )


def test_a_name_that_is_gone_is_told_where_it_is_used_first(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        tf.contrib.layers.conv2d(3)  # error: [tf-attribute] 'tensorflow' has no attribute 'contrib'
        tf.contrib.layers.flatten(3)

        def build(x):
            return tf.contrib.layers.flatten(x)
        """,
        tmp_path,
    )


def test_an_import_that_is_tried_is_no_mistake(tmp_path: Path) -> None:
    check(
        """
        import unknown

        try:
            from tensorflow.keras.layers import CuDNNLSTM
        except ImportError:
            from tensorflow.keras.layers import LSTM as CuDNNLSTM

        try:
            import tensorflow.contrib.slim
        except (ImportError, AttributeError):
            reveal_type(1)  # revealed: int

        if unknown.has_gpus():
            from tensorflow.keras.utils import multi_gpu_model
        """,
        tmp_path,
    )


def test_private_modules_are_no_mistake(tmp_path: Path) -> None:
    check(
        """
        import tensorflow.python.ops.math_ops
        from keras.src import backend
        from tensorflow.core.framework import graph_pb2
        from tensorflow.python.framework import ops
        """,
        tmp_path,
    )


def test_what_a_module_switches_on_holds_for_who_imports_it(tmp_path: Path) -> None:
    """And for nobody else, whatever else is looked at."""
    settings = """
import tensorflow as tf
import tensorflow.experimental.numpy as tnp

tnp.experimental_enable_numpy_behavior()
tf.config.run_functions_eagerly(True)
tf.keras.mixed_precision.set_global_policy("mixed_float16")
"""
    program = """
import tensorflow as tf
{imports}

@tf.function
def doubled(x):
    return float(x.numpy()) * 2

reveal_type(tf.ones([2]) + tf.ones([2], tf.int32))
reveal_type(tf.keras.layers.Dense(3)(tf.zeros([2, 4])))
doubled(tf.ones([]))
"""
    paths = {name: tmp_path / f"{name}.py" for name in ("through", "settings", "switched", "plain")}
    paths["settings"].write_text(settings)
    paths["through"].write_text("import settings\n")
    paths["switched"].write_text(program.format(imports="import through"))
    paths["plain"].write_text(program.format(imports=""))
    found = analyze([str(each) for each in paths.values()])
    told = {Path(each.place.path).stem for each in found.findings}
    shown = {(Path(at.path).stem, at.line): texts for at, texts in found.revealed.items()}
    assert told == {"plain"}
    assert shown["switched", 9] == ["Tensor[float64, Shape[2]]"]
    assert shown["switched", 10] == ["Tensor[float16, Shape[2, 3]]"]
    assert shown["plain", 10] == ["Tensor[float32, Shape[2, 3]]"]


def test_a_module_that_functions_import_is_whole_in_each_of_them(tmp_path: Path) -> None:
    (tmp_path / "helpers.py").write_text("import tensorflow as tf\n\nSIZE = tf.constant(3)\n")
    program = tmp_path / "program.py"
    program.write_text(
        "def first():\n    import helpers\n    return helpers.SIZE\n\n"
        "def second():\n    import helpers\n    return helpers.SIZE + helpers.MORE\n"
    )
    messages = Program((str(tmp_path),)).report(str(program)).messages
    assert [each.text for each in messages] == ["module 'helpers' has no attribute 'MORE'"]


def test_a_package_that_the_main_module_imports_may_take_all_its_names(tmp_path: Path) -> None:
    package = tmp_path / "package"
    package.mkdir()
    (package / "__init__.py").write_text("from .sizes import *\n")
    program = package / "sizes.py"
    program.write_text(
        "import tensorflow as tf\nimport package\n\n__all__ = ['size']\n\n"
        "def size():\n    return 3\n\n"
        "def zeros():\n    return tf.zeros([package.size()])\n"
    )
    assert Program((str(tmp_path),)).report(str(program)).messages == ()


@pytest.mark.parametrize(
    ("binds", "said"),
    [
        ("setattr(sys.modules[__name__], sys.argv[1], 3)", []),
        ("size = 3", ["module 'backend.jax' has no attribute 'jit'"]),
    ],
)
def test_what_a_package_gives_itself_stands_before_its_modules(
    binds: str, said: list[str], tmp_path: Path
) -> None:
    package = tmp_path / "backend"
    (package / "jax").mkdir(parents=True)
    (package / "__init__.py").write_text(f"import sys\n{binds}\n")
    (package / "jax" / "__init__.py").write_text("size = 3\n")
    program = tmp_path / "program.py"
    program.write_text("import tensorflow as tf\nfrom backend import jax\n\njax.jit(tf.abs)\n")
    messages = Program((str(tmp_path),)).report(str(program)).messages
    assert [each.text for each in messages] == said


def test_a_module_under_another_name_is_what_its_package_has_of_its_name(tmp_path: Path) -> None:
    package = tmp_path / "backend"
    package.mkdir()
    (package / "__init__.py").write_text("from backend.ops import *\n")
    (package / "arrays.py").write_text("size = 3\n")
    (package / "ops.py").write_text(
        "import numpy\nfrom backend.arrays import size\n\nclass Arrays:\n"
        "    def __getattr__(self, name):\n        return getattr(numpy, name)\n\n"
        "arrays = Arrays()\n"
    )
    program = tmp_path / "program.py"
    program.write_text(
        "import tensorflow as tf\nimport backend.arrays as np\n\ntf.constant(np.array([1]))\n"
    )
    assert Program((str(tmp_path),)).report(str(program)).messages == ()


def test_a_folder_that_no_name_imports_is_no_package(tmp_path: Path) -> None:
    project = tmp_path / "my-project"
    (project / "shapes").mkdir(parents=True)
    for folder in (project, project / "shapes"):
        (folder / "__init__.py").write_text("")
    (project / "shapes" / "sizes.py").write_text("SIZE = 3\n")
    program = project / "program.py"
    program.write_text(
        "import tensorflow as tf\nfrom shapes.sizes import SIZE\n\nreveal_type(tf.ones([SIZE]))\n"
    )
    revealed = analyze([str(program)]).revealed
    assert [*revealed.values()] == [["Tensor[float32, Shape[3]]"]]


_USES_UTILS = "import tensorflow as tf\nimport utils\n\nutils.both(tf.zeros([2]))\n"


@pytest.mark.parametrize(
    ("script", "place", "is_seen"),
    [
        ("one/train.py", "two", False),
        ("one/train.py", "one/models", False),
        ("package/train.py", "two", False),
        ("one/scripts/train.py", "one", True),
        ("one/scripts/train.py", "one/src", True),
        ("train.py", "src", True),
    ],
)
def test_a_script_takes_modules_from_folders_above_it_and_of_no_other_project(
    script: str, place: str, is_seen: bool, tmp_path: Path
) -> None:
    files = {f"{place}/utils.py": "def both(x, y): return x\n", script: _USES_UTILS}
    for name, text in {**files, "package/__init__.py": ""}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    bases = [str(tmp_path), str(tmp_path / place), str(tmp_path / script)]
    said = ["both(): argument 'y' is missing"] if is_seen else []
    messages = Program((), bases).report(str(tmp_path / script)).messages
    assert [each.text for each in messages] == said


def test_what_a_statement_binds_that_is_not_run_to_its_end_is_unknown(tmp_path: Path) -> None:
    twice = "".join(f"def f{i}(x): return f{i - 1}(f{i - 1}(x))\n" for i in range(1, 23))
    (tmp_path / "lib.py").write_text(
        f"import tensorflow as tf\n\ndef f0(x): return x\n{twice}\n"
        "class Layer:\n    f22(1)\n    size = 3\n\n"
        "@f22\ndef made():\n    return 3\n\n"
        "for each in range(3):\n    import math\n    f22(each)\n"
    )
    program = tmp_path / "program.py"
    program.write_text("import lib\n\nlib.Layer.size, lib.made(), lib.math\nlib.missing\n")
    messages = Program().report(str(program)).messages
    assert [each.text for each in messages] == ["module 'lib' has no attribute 'missing'"]


def test_a_submodule_may_be_imported_by_whoever_imports_a_module(tmp_path: Path) -> None:
    (tmp_path / "gui").mkdir()
    (tmp_path / "gui" / "__init__.py").write_text("")
    (tmp_path / "gui" / "commands.py").write_text("def run(): ...\n")
    program = tmp_path / "dialog.py"
    program.write_text("import gui\nimport tensorflow\n\nprint(gui.commands)\nprint(gui.command)\n")
    messages = Program().report(str(program)).messages
    assert [each.text for each in messages] == ["module 'gui' has no attribute 'command'"]
