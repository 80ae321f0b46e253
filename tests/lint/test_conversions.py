"""Registered conversions: TensorFlow does with the fixed program what it did with the other."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from tftypes_lint import Finding, Settings, discover, lint
from tftypes_lint.fixes import find_fixes

CODE = "tensor-conversion-registration"
SETTINGS = Settings(select=(CODE,))


def findings(folder: Path) -> list[Finding]:
    return lint(discover([folder]), SETTINGS)


def fixed(text: str, folder: Path, *, unsafe: bool = False) -> str:
    """What fixing makes of a program."""
    file = folder / "program.py"
    file.write_text(dedent(text).lstrip("\n"))
    for change in find_fixes([file], SETTINGS, unsafe=unsafe).files:
        assert change.write()
    return file.read_text()


def hint_of(text: str, folder: Path) -> str:
    """What is said about the one registration of a program."""
    (folder / "program.py").write_text(dedent(text).lstrip("\n"))
    (finding,) = findings(folder)
    return finding.hint or ""


#: Programs with a class `A`, made of anything that it can hold.
SAFE = {
    "a function that hands dtype and name on": """
        def convert(value, dtype=None, name=None, as_ref=False):
            return tf.convert_to_tensor(value.held, dtype, name=name)

        tf.register_tensor_conversion_function(A, convert)
        """,
    "a function that ignores dtype": """
        def convert(value, dtype=None, name=None, as_ref=False):
            del dtype, name, as_ref
            return tf.identity(value.held)

        tf.register_tensor_conversion_function(A, convert)
        """,
    "a function that checks dtype": """
        def convert(value, dtype=None, name=None, as_ref=False):
            _ = as_ref
            tensor = tf.identity(value.held)
            if dtype is not None and not dtype.is_compatible_with(tensor.dtype):
                raise ValueError("another dtype")
            return tensor

        tf.register_tensor_conversion_function(A, convert, priority=100)
        """,
    "every parameter required": """
        def convert(value, dtype, name, as_ref):
            return tf.convert_to_tensor(value.held, dtype, name=name)

        tf.register_tensor_conversion_function(base_type=A, conversion_func=convert)
        """,
    "a lambda": """
        tf.register_tensor_conversion_function(
            A, lambda v, dtype=None, name=None, as_ref=False: tf.convert_to_tensor(
                v.held,  # what it holds
                dtype=dtype,
            )
        )
        """,
    "a lambda that takes anything and a comprehension": """
        tf.register_tensor_conversion_function(A, lambda v, *a, **k: tf.stack([v.held for _ in "ab"])[0])
        """,
    "a lambda with a name": """
        convert = lambda v, dtype=None, name=None, as_ref=False: tf.identity(v.held)
        tf.register_tensor_conversion_function(A, convert)
        """,
    "a method of the class itself": """
        def also(self, dtype=None, name=None, as_ref=False):
            return tf.convert_to_tensor(self.held, dtype)

        class A(A):
            def _convert(self, dtype=None, name=None, as_ref=False):
                return also(self, dtype)

        class B:
            def __init__(self, held):
                self.held = held

            @staticmethod
            def _convert(value, dtype=None, name=None, as_ref=False):
                return tf.convert_to_tensor(value.held, dtype)

        tf.register_tensor_conversion_function(B, B._convert)
        A = B
        """,
    "a partial that decorates": """
        import functools

        class B:
            def __init__(self, held):
                self.held = held

        @functools.partial(tf.register_tensor_conversion_function, B)
        def convert(value, dtype=None, name=None, as_ref=False):
            return tf.convert_to_tensor(value.held, dtype)

        A = B
        """,
    "two classes at once": """
        class B(tf.Module):
            def __init__(self, held):
                self.held = held

        class C: ...

        def convert(value, dtype=None, name=None, as_ref=False):
            return tf.convert_to_tensor(value.held, dtype)

        tf.register_tensor_conversion_function((B, C), convert)
        A = B
        """,
    "in a function, with its class": """
        def make():
            class B:
                def __init__(self, held):
                    self.held = held

            def convert(value, dtype=None, name=None, as_ref=False):
                return tf.convert_to_tensor(value.held, dtype)

            tf.register_tensor_conversion_function(B, convert)
            return B

        A = make()
        """,
    "dead": """
        class B:
            def __init__(self, held):
                self.held = held

            def __tf_tensor__(self, dtype=None, name=None):
                return tf.convert_to_tensor(self.held, dtype)

        class C(B): ...

        def convert(value, dtype=None, name=None, as_ref=False):
            raise AssertionError

        tf.register_tensor_conversion_function(B, convert, priority=0)
        tf.register_tensor_conversion_function(C, convert)
        A = C
        """,
}
CLASS = """\
import tensorflow as tf

class A:
    def __init__(self, held):
        self.held = held

"""


def _uses(tf: Any) -> dict[str, Callable[[Any], Any]]:
    """What a program does with an object that is as good as a tensor of two float32."""
    one = tf.constant([1.0, 2.0])
    return {
        "an op": lambda x: tf.abs(x),
        "first operand": lambda x: tf.add(x, one),
        "second operand": lambda x: one * x,
        "in a list": lambda x: tf.concat([one, x], 0),
        "converted": lambda x: tf.convert_to_tensor(x),
        "its dtype asked for": lambda x: tf.convert_to_tensor(x, tf.float32),
        "another dtype asked for": lambda x: tf.convert_to_tensor(x, tf.int32),
        "with another dtype": lambda x: tf.concat([tf.constant([1, 2]), x], 0),
        "in a graph": lambda x: tf.function(lambda: tf.square(x))(),
        "named, in a graph": lambda x: tf.function(lambda: tf.convert_to_tensor(x, name="n"))(),
        "in a dataset": lambda x: list(tf.data.Dataset.from_tensors(one).map(lambda y: y + x))[0],
    }


def _outcome(call: Callable[[Any], Any], value: Any) -> object:
    """A dtype and numbers, or that it is an error."""
    try:
        result = call(value)
    except Exception:
        return "an error"
    return result.dtype.name, result.numpy().tolist()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", SAFE)
def test_a_safe_fix_keeps_what_tensorflow_does(case: str, tmp_path: Path) -> None:
    tf = pytest.importorskip("tensorflow")
    before = CLASS + dedent(SAFE[case])

    after = fixed(before, tmp_path)

    assert "register_tensor_conversion_function" not in after
    assert findings(tmp_path) == []
    for held in (tf.constant([3.0, 4.0]), tf.Variable([3.0, 4.0])):
        programs: list[dict[str, Any]] = [{"__name__": "old"}, {"__name__": "new"}]
        for namespace, text in zip(programs, (before, after), strict=True):
            exec(text, namespace)
        for name, call in _uses(tf).items():
            old, new = (_outcome(call, namespace["A"](held)) for namespace in programs)
            assert old == new, name


@pytest.mark.filterwarnings("ignore")
def test_the_uses_tell_a_wrong_fix_from_a_right_one() -> None:
    tf = pytest.importorskip("tensorflow")

    class Wrong:
        def __tf_tensor__(self, dtype: object = None, name: object = None) -> object:
            return tf.constant([3.0, 4.0])  # whatever dtype is asked for

    assert _outcome(_uses(tf)["another dtype asked for"], Wrong()) != "an error"


UNSAFE = {
    "it casts to dtype": """
        def convert(value, dtype=None, name=None, as_ref=False):
            return tf.cast(value.held, dtype)
        tf.register_tensor_conversion_function(A, convert)
        """,
    "it uses as_ref": """
        def convert(value, dtype=None, name=None, as_ref=False):
            return value.read(as_ref)
        tf.register_tensor_conversion_function(A, convert)
        """,
    "it uses **kwargs": """
        tf.register_tensor_conversion_function(A, lambda v, **kwargs: tf.identity(v.held, **kwargs))
        """,
    "it may return NotImplemented": """
        def convert(value, dtype=None, name=None, as_ref=False):
            if dtype == tf.string:
                return NotImplemented
            return tf.identity(value.held)
        tf.register_tensor_conversion_function(A, convert)
        """,
    "it may return None": """
        def convert(value, dtype=None, name=None, as_ref=False):
            if dtype is None:
                return None
            return value.held
        tf.register_tensor_conversion_function(A, convert)
        """,
    "it may end without a return": """
        def convert(value, dtype=None, name=None, as_ref=False):
            if dtype is None:
                return value.held
        tf.register_tensor_conversion_function(A, convert)
        """,
    "it returns `[1]`": """
        tf.register_tensor_conversion_function(A, lambda v, dtype=None, name=None, as_ref=0: [1])
        """,
    "it returns `np.ones(2)`": """
        import numpy as np
        tf.register_tensor_conversion_function(A, lambda v, **k: np.ones(2))
        """,
    "it asserts something": """
        def convert(value, dtype=None, name=None, as_ref=False):
            assert not value.empty
            return value.held
        tf.register_tensor_conversion_function(A, convert)
        """,
    "with priority 10": """
        tf.register_tensor_conversion_function(A, lambda v, **k: v.held, 10)
        """,
    "only when `setup` is called": """
        def setup():
            tf.register_tensor_conversion_function(A, lambda v, **k: v.held)
        """,
    "only under a condition": """
        if tf.executing_eagerly():
            tf.register_tensor_conversion_function(A, lambda v, **k: v.held)
        """,
    "`@wraps` may make another class": """
        @wraps
        class B: ...
        tf.register_tensor_conversion_function(B, lambda v, **k: v.held)
        """,
    "derives from `elsewhere.Base`": """
        from elsewhere import Base
        class B(Base): ...
        tf.register_tensor_conversion_function(B, lambda v, **k: v.held)
        """,
    "`B` is a sequence": """
        class B(list): ...
        tf.register_tensor_conversion_function(B, lambda v, **k: v.held)
        """,
}
REPORTED = {
    "`cls` is a parameter": """
        def setup(cls):
            tf.register_tensor_conversion_function(cls, lambda v, **k: v.held)
        """,
    "`B` has the metaclass `Meta`": """
        class Meta(type): ...
        class B(metaclass=Meta): ...
        tf.register_tensor_conversion_function(B, lambda v, **k: v.held)
        """,
    "`B` is not defined in this file": """
        from elsewhere import B
        tf.register_tensor_conversion_function(B, lambda v, **k: v.held)
        """,
    "`convert` is not a function of this file": """
        from elsewhere import convert
        tf.register_tensor_conversion_function(A, convert)
        """,
    "`convert` is decorated": """
        @tf.autograph.experimental.do_not_convert
        def convert(value, dtype=None, name=None, as_ref=False):
            return value.held
        tf.register_tensor_conversion_function(A, convert)
        """,
    "it passes name and as_ref, too": """
        tf.register_tensor_conversion_function(A, lambda v, dtype=None: v.held)
        """,
    "part of a larger expression": """
        done = tf.register_tensor_conversion_function(A, lambda v, **k: v.held)
        """,
    "begins with two underscores": """
        def __convert(value, dtype=None, name=None, as_ref=False):
            return value.held
        tf.register_tensor_conversion_function(A, __convert)
        """,
    "`list` is Python's own": """
        tf.register_tensor_conversion_function(list, lambda v, **k: v.held)
        """,
    "whether `B` has `__tf_tensor__` depends": """
        class B:
            if tf.executing_eagerly():
                def __tf_tensor__(self, dtype=None, name=None): ...
        tf.register_tensor_conversion_function(B, lambda v, **k: v.held)
        """,
}


@pytest.mark.parametrize("reason", UNSAFE)
def test_an_unsafe_fix_says_why_and_waits_to_be_asked_for(reason: str, tmp_path: Path) -> None:
    program = CLASS + dedent(UNSAFE[reason])

    assert reason in hint_of(program, tmp_path)
    assert fixed(program, tmp_path) == program
    assert "register_tensor_conversion" not in fixed(program, tmp_path, unsafe=True)


@pytest.mark.parametrize("reason", REPORTED)
def test_what_is_only_reported_says_why_and_is_left_alone(reason: str, tmp_path: Path) -> None:
    program = CLASS + dedent(REPORTED[reason])

    assert reason in hint_of(program, tmp_path)
    assert fixed(program, tmp_path, unsafe=True) == program


def test_two_registrations_for_one_class_are_for_its_author(tmp_path: Path) -> None:
    one = "tf.register_tensor_conversion_function(A, lambda v, **k: v.held)\n"
    (tmp_path / "program.py").write_text(CLASS + one + one)

    hints = [finding.hint or "" for finding in findings(tmp_path)]

    assert len(hints) == 2
    assert all("more than one conversion is registered for `A`" in hint for hint in hints)


def test_a_derived_class_that_is_registered_too_makes_both_unsafe(tmp_path: Path) -> None:
    text = """
        class B(A): ...
        tf.register_tensor_conversion_function(A, lambda v, **k: v.held)
        tf.register_tensor_conversion_function(B, lambda v, **k: v.held)
        """
    (tmp_path / "program.py").write_text(CLASS + dedent(text))

    first, second = (finding.hint or "" for finding in findings(tmp_path))

    assert "`B`, which derives from it, is registered, too" in first
    assert "`B` derives from `A`, which is registered, too" in second


def _written(tree: Path) -> set[tuple[str, int]]:
    """Every call of something called like the function, by the words of the source alone."""
    names = {"register_tensor_conversion_function", "register_tensor_conversion_function_internal"}
    found = set()
    for file in tree.rglob("*.py"):
        content = file.read_bytes()
        if b"register_tensor_conversion_function" in content:
            for node in ast.walk(ast.parse(content)):
                if isinstance(node, ast.Call):
                    name = getattr(node.func, "attr", getattr(node.func, "id", None))
                    if name in names:
                        found.add((str(file), node.lineno))
    return found


def test_every_registration_of_tensorflow_itself_is_found() -> None:
    tensorflow = pytest.importorskip("tensorflow")
    tree = Path(tensorflow.__file__).parent
    marks = (b"register_tensor_conversion_function", b"__tf_tensor__")
    contents = ((file, file.read_bytes()) for file in tree.rglob("*.py"))
    files = [file for file, content in contents if any(mark in content for mark in marks)]
    wrapper = str(tree / "python" / "framework" / "tensor_conversion_registry.py")
    expected = {place for place in _written(tree) if place[0] != wrapper}

    found = {(finding.path, finding.line) for finding in lint(files, SETTINGS)}

    assert len(expected) >= 26
    assert found == expected


@pytest.mark.filterwarnings("ignore")
def test_just_those_are_called_dead_whose_class_has_the_method_when_tensorflow_runs() -> None:
    tensorflow = pytest.importorskip("tensorflow")
    tree = Path(tensorflow.__file__).parent
    folders = ("distribute", "framework", "ops")
    files = [file for name in folders for file in (tree / "python" / name).glob("*.py")]
    marked = [
        file
        for file in files
        if b"__tf_tensor__" in (content := file.read_bytes())
        or b"register_tensor_conversion_function" in content
    ]
    dead = set()
    for finding in lint(marked, SETTINGS):
        place = Path(finding.path).relative_to(tree.parent).with_suffix("")
        module = vars(import_module(".".join(place.parts)))
        said_dead = "the registration is dead" in finding.message
        (text,) = re.findall(r"`([\w.]+)` (?:is converted|has)", finding.message) or ["object"]
        owner = eval(text, module)
        for each in owner if isinstance(owner, tuple) else [owner]:
            assert said_dead == (getattr(each, "__tf_tensor__", None) is not None), text
        dead |= {text} if said_dead else set()

    assert dead == {"WeakTensor", "DistributedVariable", "MirroredVariable", "SyncOnReadVariable"}


def test_star_imports_that_lead_round_and_round_come_to_an_end(tmp_path: Path) -> None:
    """Each of the modules takes everything from all of them, and from some that nobody has."""
    names = [f"m{number}" for number in range(12)]
    stars = "".join(f"from net.{name} import *\nfrom net.no.{name} import *\n" for name in names)
    for name in ("__init__", *names):
        (tmp_path / "net").mkdir(exist_ok=True)
        (tmp_path / "net" / f"{name}.py").write_text(f"{stars}__tf_tensor__ = unknown = {name}.x\n")
    (tmp_path / "net" / "last.py").write_text(
        "from net.m3 import *\nclass A: ...\nregister_tensor_conversion_function(A, lambda v: v)\n"
    )
    assert findings(tmp_path) == []

    with open(tmp_path / "net" / "m11.py", "a") as file:
        file.write("from tensorflow import register_tensor_conversion_function\n")
    (finding,) = findings(tmp_path)
    assert finding.path.endswith("last.py")
