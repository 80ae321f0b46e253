"""What is found in a module depends on what it reaches alone, though the modules that many import are run once."""

from __future__ import annotations

import ast
import itertools
from contextlib import closing
from pathlib import Path

import pytest

from tftypes.inference.interpreter import imports, module_code
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.modules import Sources
from tftypes.inference.objects import Module
from tftypes.inference.program import Program
from tftypes.inference.reach import Reach
from tftypes.inference.runs import Runs

#: By its name, the files of a program.
PROGRAMS: dict[str, dict[str, str]] = {
    "a library that many import": {
        "lib.py": "import tensorflow as tf\n\ndef double(x):\n    return tf.concat([x, x], 0)\n",
        "one.py": "import tensorflow as tf\nimport lib\nreveal_type(lib.double(tf.zeros([2, 3])))\n",
        "two.py": "import tensorflow as tf\nimport lib\ntf.zeros([3, 3]) + lib.double(tf.zeros([2, 3]))\n",
    },
    "a module that changes another": {
        "sizes.py": "import tensorflow as tf\nSIZE = 3\n\ndef make():\n    return tf.zeros([SIZE])\n",
        "larger.py": "import sizes\nsizes.SIZE = 5\n",
        "changed.py": "import larger\nfrom sizes import make\nreveal_type(make())\n",
        "plain.py": "from sizes import make\nreveal_type(make())\n",
    },
    "a program that changes a module before another reads it": {
        "sizes.py": "import tensorflow as tf\nSIZE = 3\n",
        "reader.py": "import tensorflow as tf\nimport sizes\nX = tf.zeros([sizes.SIZE])\n",
        "changed.py": "import sizes\nsizes.SIZE = 5\nfrom reader import X\nreveal_type(X)\n",
        "plain.py": "from reader import X\nreveal_type(X)\n",
    },
    "a registry that modules add to": {
        "registry.py": "import tensorflow as tf\nMADE = []\n",
        "adds.py": "import tensorflow as tf\nimport registry\nregistry.MADE.append(tf.zeros([4]))\n",
        "also.py": "import tensorflow as tf\nimport registry\nregistry.MADE.append(tf.zeros([7]))\n",
        "both.py": "import adds, also, registry\nfor each in registry.MADE:\n    reveal_type(each)\n",
        "none.py": (
            "import tensorflow as tf\nimport registry\nreveal_type(tf.zeros([len(registry.MADE)]))\n"
        ),
    },
    "a setting that an import changes": {
        "numpy_like.py": (
            "import tensorflow as tf\ntf.experimental.numpy.experimental_enable_numpy_behavior()\n"
        ),
        "maker.py": "import tensorflow as tf\nX = tf.zeros([2, 3])\n",
        "on.py": "import numpy_like\nfrom maker import X\nimport tensorflow as tf\nreveal_type(X + tf.zeros([2, 3], tf.float64))\n",
        "off.py": "import tensorflow as tf\nfrom maker import X\nX + tf.zeros([2, 3], tf.float64)\n",
    },
    "a package whose modules import each other": {
        "net/__init__.py": "from net.layers import Layer\nfrom net.model import Model\n",
        "net/layers.py": (
            "import tensorflow as tf\n\n"
            "class Layer:\n    def __call__(self, x):\n        return tf.matmul(x, tf.zeros([3, 4]))\n\n"
            "tf.zeros([2]) + tf.zeros([3])\n"
        ),
        "net/model.py": (
            "import tensorflow as tf\nimport net\n\n"
            "class Model:\n    def __init__(self):\n        self.layer = net.Layer()\n\n"
            "    def __call__(self, x):\n        assert isinstance(self.layer, net.Layer)\n"
            "        return self.layer(x)\n\n"
            "    def wrong(self):\n        return self(tf.zeros([2, 2]))\n"
        ),
        "use.py": "import tensorflow as tf\nimport net\nreveal_type(net.Model()(tf.zeros([2, 3])))\n",
    },
    "a module that is a script as well": {
        "script.py": (
            "import tensorflow as tf\nimport helper\n\nX = tf.zeros([2])\n\n"
            "if __name__ == '__main__':\n    X + tf.zeros([3])\n"
        ),
        "helper.py": "import tensorflow as tf\n\ndef x():\n    import script\n    return script.X\n\nreveal_type(tf.zeros([]))\n",
        "use.py": "import helper\nreveal_type(helper.x())\n",
    },
    "classes that derive from those of another module": {
        "base.py": (
            "import tensorflow as tf\n\nclass Base:\n    def __call__(self, x):\n        return tf.matmul(x, tf.zeros([3, 4]))\n"
        ),
        "left.py": "from base import Base\n\nclass Left(Base):\n    pass\n",
        "right.py": "from base import Base\n\nclass Right(Base):\n    pass\n",
        "both.py": (
            "import tensorflow as tf\nimport left, right\nfrom base import Base\n"
            "reveal_type(right.Right()(tf.zeros([len(Base.__subclasses__()), 3])))\n"
        ),
        "one.py": (
            "import tensorflow as tf\nimport left\nfrom base import Base\n"
            "reveal_type(left.Left()(tf.zeros([len(Base.__subclasses__()), 3])))\n"
        ),
    },
    "a module that counts the classes that derive from one": {
        "base.py": "import tensorflow as tf\n\nclass Base:\n    pass\n",
        "left.py": "from base import Base\n\nclass Left(Base):\n    pass\n",
        "counts.py": "import tensorflow as tf\nfrom base import Base\nX = tf.zeros([len(Base.__subclasses__())])\n",
        "late.py": "import left\nimport counts\nreveal_type(counts.X)\n",
    },
    "modules that import each other, without a package": {
        "a.py": "import tensorflow as tf\nimport b\nX = tf.zeros([2])\n",
        "b.py": "import tensorflow as tf\nimport a\n\ndef x():\n    return a.X + tf.zeros([3])\n",
        "use.py": "import b\nb.x()\n",
    },
    "a circle of modules that only one of them can begin": {
        "ends.py": "import tensorflow as tf\nfrom begins import SIZE\nX = tf.zeros([SIZE])\n",
        "begins.py": "import tensorflow as tf\nSIZE = 3\nfrom ends import X\nreveal_type(X)\n",
        "use.py": "import begins\nreveal_type(begins.X)\n",
    },
}


def write(folder: Path, files: dict[str, str]) -> list[str]:
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return [str(folder / name) for name in files]


def told(program: Program, path: str) -> tuple[object, ...]:
    report = program.report(path)
    assert not report.faults
    return report.messages, report.revealed


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_found_does_not_depend_on_what_was_asked_before(name: str, tmp_path: Path) -> None:
    paths = write(tmp_path, PROGRAMS[name])
    alone = {path: told(Program(), path) for path in paths}
    assert any(messages or revealed for messages, revealed in alone.values())
    for order in itertools.permutations(paths):
        program = Program()
        assert {path: told(program, path) for path in order} == alone


def shown(name: str, file: str, folder: Path) -> list[str]:
    write(folder, PROGRAMS[name])
    report = Program().report(str(folder / file))
    return [text for _, text in report.revealed] + [each.text for each in report.messages]


@pytest.mark.parametrize(
    ("name", "file", "expected"),
    [
        ("a library that many import", "one.py", "Shape[4, 3]"),
        ("a module that changes another", "changed.py", "Shape[5]"),
        ("a module that changes another", "plain.py", "Shape[3]"),
        ("a program that changes a module before another reads it", "changed.py", "Shape[5]"),
        ("a program that changes a module before another reads it", "plain.py", "Shape[3]"),
        ("a registry that modules add to", "both.py", "Shape[4]"),
        ("a registry that modules add to", "none.py", "Shape[0]"),
        ("a setting that an import changes", "off.py", "float64"),
        ("a setting that an import changes", "on.py", "float64"),
        ("a package whose modules import each other", "use.py", "Shape[2, 4]"),
        ("a module that is a script as well", "use.py", "Shape[2]"),
        ("classes that derive from those of another module", "both.py", "Shape[2, 4]"),
        ("classes that derive from those of another module", "one.py", "Shape[1, 4]"),
        ("a module that counts the classes that derive from one", "late.py", "Shape[1]"),
        ("a circle of modules that only one of them can begin", "use.py", "Shape[3]"),
    ],
)
def test_what_a_program_sees(name: str, file: str, expected: str, tmp_path: Path) -> None:
    assert expected in " ".join(shown(name, file, tmp_path))


def runs(files: dict[str, str], folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The modules that are run when each file is asked for."""
    run: list[str] = []
    whole = imports.run_module

    def run_module(interpreter: Interpreter, name: str, path: str) -> Module:
        run.append(name)
        return whole(interpreter, name, path)

    paths = write(folder, files)
    monkeypatch.setattr(imports, "run_module", run_module)
    program = Program((), [str(folder)])
    for path in paths:
        program.report(path)
    return sorted(run)


def test_each_module_is_run_once_for_all_that_import_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {f"m{i}.py": f"import m{i + 1}\n" for i in range(9)} | {
        "m9.py": "import tensorflow as tf\n"
    }
    assert runs(files, tmp_path, monkeypatch) == [f"m{i}" for i in range(1, 10)]


def test_scripts_of_many_folders_share_the_modules_above_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {
        "lib.py": "import tensorflow as tf\n",
        "one/train.py": "import lib\n",
        "two/train.py": "import lib\n",
        "three/train.py": "import lib, sizes\n",
        "three/sizes.py": "SIZE = 3\n",
    }
    assert runs(files, tmp_path, monkeypatch) == ["lib", "lib", "sizes"]


def test_modules_that_import_each_other_are_run_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {f"m{i}.py": f"import tensorflow as tf\nimport m{(i + 1) % 9}\n" for i in range(9)}
    assert runs(files, tmp_path, monkeypatch) == [f"m{i}" for i in range(9)]


def test_the_search_for_a_fix_runs_the_module_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {f"m{i}.py": f"import tensorflow as tf\nimport m{(i + 1) % 9}\n" for i in range(9)}
    files["m4.py"] += "tf.matmul(tf.zeros([2, 3]), tf.zeros([2, 3]))\n"

    assert runs(files, tmp_path, monkeypatch) == [f"m{i}" for i in range(9)]
    [message] = Program((), [str(tmp_path)]).report(str(tmp_path / "m4.py")).messages
    assert message.notes[-1].startswith("suggested fix, line 3: tf.matmul(")


def test_a_module_that_derives_from_the_classes_of_another_is_run_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {
        "base.py": "import tensorflow as tf\n\nclass Base:\n    pass\n",
        "derived.py": "from base import Base\n\nclass Derived(Base):\n    pass\n",
        **{f"use{i}.py": "from derived import Derived\n" for i in range(9)},
    }
    assert runs(files, tmp_path, monkeypatch) == ["base", "derived"]


def test_a_module_that_changes_another_is_run_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {
        "registry.py": "import tensorflow as tf\nMADE = []\n",
        "adds.py": "import registry\nregistry.MADE.append(1)\n",
        "a.py": "import adds, b\n",
        "b.py": "import adds, a\n",
        **{f"use{i}.py": "import adds, a\n" for i in range(9)},
    }
    assert runs(files, tmp_path, monkeypatch) == ["a", "adds", "b", "registry"]


def test_what_one_module_changes_is_nothing_to_those_that_do_not_import_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {
        "registry.py": "import tensorflow as tf\nMADE = []\n",
        "adds.py": "import registry\nregistry.MADE.append(1)\n",
        "apart.py": "import tensorflow as tf\n",
        "reads.py": "import registry\nSIZE = len(registry.MADE)\n",
        **{f"use{i}.py": "import adds, apart, reads\n" for i in range(3)},
    }
    # Once to see what it leaves, and once in each program in which another has added something before.
    again = ["reads"] * 3
    assert runs(files, tmp_path, monkeypatch) == ["adds", "apart", "reads", *again, "registry"]


def test_a_setting_that_one_module_changes_is_nothing_to_those_that_do_not_read_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {
        "quiet.py": "import os\nos.environ['TF_CPP_MIN_LOG_LEVEL'] = '3'\n",
        "apart.py": "import tensorflow as tf\n\ndef double(x):\n    return x + x\n",
        "reads.py": "import os\nimport tensorflow as tf\nSIZE = len(os.environ['TF_CPP_MIN_LOG_LEVEL'])\n",
        **{f"use{i}.py": "import quiet, apart, reads\n" for i in range(3)},
    }
    again = ["reads"] * 3
    assert runs(files, tmp_path, monkeypatch) == ["apart", "quiet", "reads", *again]


def test_a_module_that_runs_again_is_compiled_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled: list[str] = []
    whole = module_code.ModuleCode

    def compile_module(interpreter: Interpreter, tree: ast.Module) -> module_code.ModuleCode:
        compiled.append(ast.unparse(tree))
        return whole(interpreter, tree)

    monkeypatch.setattr(module_code, "ModuleCode", compile_module)
    files = {
        "registry.py": "import tensorflow as tf\nMADE = []\n",
        "adds.py": "import registry\nregistry.MADE.append(1)\n",
        "reads.py": "import registry\nSIZE = len(registry.MADE)\n",
        **{f"use{i}.py": "import adds, reads\n" for i in range(3)},
    }
    assert runs(files, tmp_path, monkeypatch).count("reads") == 4
    # Once for the others, and once as the main program.
    assert compiled.count("import registry\nSIZE = len(registry.MADE)") == 2


def test_modules_below_mere_folders_are_run_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {
        "lib/__init__.py": "import tensorflow as tf\n",
        "lib/proto/made/__init__.py": "SIZE = 3\n",
        "lib/one.py": "from lib.proto.made import SIZE\n",
        "lib/two.py": "import lib.proto.made\n",
        **{f"use{i}.py": "import lib.one, lib.two\n" for i in range(3)},
    }
    names = ["lib", "lib.one", "lib.proto", "lib.proto.made", "lib.two"]
    assert runs(files, tmp_path, monkeypatch) == names


def test_a_name_that_is_asked_for_too_early_concerns_the_cycle_of_its_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {
        "a.py": "import tensorflow as tf\nfrom b import Y\nX = 1\n",
        "b.py": "from a import X\nY = 2\n",
        "c.py": "import a, d\n",
        "d.py": "import a, c\n",
    }
    # Which of a and b is imported first makes a difference to both, but none to c and d.
    assert runs(files, tmp_path, monkeypatch) == ["a", "a", "b", "b", "c", "d"]


def test_the_rest_of_a_cycle_is_not_tried_where_its_first_import_changes_another_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {
        "registry.py": "import tensorflow as tf\nMADE = []\n",
        **{
            f"m{i}.py": f"import registry, m{(i + 1) % 9}\nregistry.MADE.append({i})\n"
            for i in range(9)
        },
        "use.py": "import m0\n",
    }
    tried = runs(files, tmp_path, monkeypatch)
    # Once to see what it leaves, and once each for the main program and for those of the cycle themselves.
    assert [tried.count(f"m{i}") for i in range(9)] == [11] * 9


def test_the_state_is_taken_back_after_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = write(tmp_path, PROGRAMS["a library that many import"])
    program = Program()
    whole = Runs._module
    with monkeypatch.context() as patched:
        patched.setattr(Runs, "_module", lambda *args: [whole(*args), 1 / 0])
        assert all(program.report(path).faults for path in paths)
    program.forget()
    assert [told(program, path) for path in paths] == [told(Program(), path) for path in paths]


def test_code_that_was_observed_first_is_not_observed_for_good(tmp_path: Path) -> None:
    """A fix that is tried may be the first to call a function of another module, which then runs for others."""
    for name, text in {
        "lib.py": "import tensorflow as tf\n\ndef double(x):\n    return x + x\n",
        "one.py": "import lib\nlib.double\n",
        "two.py": "import lib\nlib.double(2)\n",
    }.items():
        (tmp_path / name).write_text(text)
    runs = Runs(Reach(Sources((), roots=[str(tmp_path)])))
    seen: list[object] = []
    runs.analyze(str(tmp_path / "one.py"))
    tree = ast.parse("import lib\nlib.double(1)\n")
    with closing(runs.attempts(str(tmp_path / "one.py"))) as attempts:
        attempts.run(tree, lambda *each: seen.append(each))
    count = len(seen)
    assert count
    runs.analyze(str(tmp_path / "two.py"))
    assert len(seen) == count
