"""mypy is told the classes of tensors where somebody annotates, and nothing elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adapter.runs import Program

STRICT = "strict = True\n"


def test_an_annotated_program_is_clean_under_strict(tmp_path: Path) -> None:
    program = Program(tmp_path, STRICT)
    program.write(
        program="""\
        from typing import TypeVar

        import tensorflow as tf
        from tftypes import Dimension, Shape, Tensor, float32, int32
        from typing_extensions import TypeVarTuple, Unpack

        N = TypeVar("N")
        Ts = TypeVarTuple("Ts")

        class Width(Dimension):
            value = 784

        Images = Tensor[float32, Shape[N, 28, 28]]
        Row = Tensor[tf.float32, Shape["2*N", 3]]

        def logits(
            x: Tensor[float32, Shape[N, Width]], w: Tensor[float32, Shape[784, 10]]
        ) -> Tensor[float32, Shape[N, 10]]:
            return tf.matmul(x, w) + tf.zeros([10])

        def flat(images: Images[N]) -> Tensor[float32, Shape[N, 784]]:
            return tf.reshape(images, [-1, 784])

        def last(x: Tensor[float32, Shape[Unpack[Ts], 3]]) -> Tensor[float32, Shape[Unpack[Ts]]]:
            return tf.reduce_sum(x, axis=-1)

        def wide(x: Tensor[float32, Shape[None]], n: Tensor[int32]) -> int:
            y: Tensor[float32, Shape[2, 3]] = tf.zeros([2, 3])
            y = tf.transpose(tf.transpose(y))
            return x.ndim + y.ndim + n.ndim

        def batch(images: Images[32]) -> Images[32]:
            return images
        """
    )
    assert program.fresh() == []


@pytest.mark.skipif("sys.version_info < (3, 12)", reason="the syntax of PEP 695")
def test_type_parameters_of_python_3_12(tmp_path: Path) -> None:
    program = Program(tmp_path, STRICT)
    program.write(
        program="""\
        import tensorflow as tf
        from tftypes import Shape, Tensor, float32

        type Images[N] = Tensor[float32, Shape[N, 28, 28]]

        def flat[N](images: Images[N]) -> Tensor[float32, Shape[N, 784]]:
            return tf.reshape(images, [-1, 784])
        """
    )
    assert program.fresh() == []


def test_a_name_that_nobody_has_defined_is_mypys(program: Program) -> None:
    program.write(
        program="""\
        from tftypes import Shape, Tensor, float32

        def f(x: Tensor[float32, Shape[Widht, 3]]) -> None: ...
        """
    )
    assert 'program.py:3: error: Name "Widht" is not defined  [name-defined]' in program.fresh()


def test_an_int_that_is_no_dim_is_still_no_type(program: Program) -> None:
    program.write(
        program="""\
        from tftypes import Shape, Tensor, float32

        Images = Tensor[float32, Shape[28, 28]]
        Numbers = list[3]
        """
    )
    [error] = program.fresh()
    assert error == (
        "program.py:4: error: Invalid type: try using Literal[3] instead?  [valid-type]"
    )


def test_a_program_without_annotations_gets_no_errors_of_mypys(tmp_path: Path) -> None:
    """Its stubs say what these lines do not bear: a name that stands for two classes, an attribute set from outside."""
    program = Program(tmp_path, "check_untyped_defs = True\n")
    program.write(
        program="""\
        import tensorflow as tf

        x = tf.zeros([2, 3])
        x = x.numpy()
        x = x.tolist()

        class Net(tf.keras.Model):
            def __init__(self):
                super().__init__()
                self.dense = tf.keras.layers.Dense(3)
                self.dense.mark = 1

            def call(self, x):
                x = self.dense(x)
                x = x.numpy() if tf.executing_eagerly() else x
                return x

        net = Net()
        net.compile("sgd", "mse")
        y = net(tf.zeros([2, 3]))
        y = y.shape
        y = y[0]
        """
    )
    assert program.cold() == []


def test_misuse_of_tensorflows_interface_is_still_told(program: Program) -> None:
    program.write(program="import tensorflow as tf\n\ntf.zeross([2])\n")
    error, fix = program.fresh()
    assert error.startswith("program.py:3: error: ") and "has no attribute 'zeross'" in error
    assert fix == "program.py:3: note: suggested fix, line 3: tf.zeros([2])"


def test_who_ignores_what_mypy_says_of_misuse_ignores_what_the_engine_says(
    program: Program,
) -> None:
    program.write(
        program="import tensorflow as tf\n\ntf.zeross([2])  # type: ignore[attr-defined]\n"
    )
    assert program.fresh("--warn-unused-ignores") == []


PLAIN = """\
import argparse
import configparser
import json

def f(x):
    return json.loads(x) + 1

def g(x: int) -> str:
    reveal_type(x)
    return x

class A:
    names: list[str] = [1]

def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", type=int, defualt=3)
    parser.set_default(size=3)
    size = parser.parse_args().size
    size = "a"
    number = 3
    number = "three"
    return parser

def section(config: configparser.ConfigParser) -> int:
    config.read_files("a.ini")
    config["a"]["b"] = 3
    value = config.get("a", "b", fallback=None)
    return config.getint("a", "b", fallback=None) + value
"""


def test_a_module_without_tensors_is_mypys_to_the_byte(tmp_path: Path) -> None:
    """Also where others of the program have tensors."""
    with_plugin, without = Program(tmp_path / "with"), Program(tmp_path / "without")
    for program in (with_plugin, without):
        program.write(plain=PLAIN, net="import plain\nimport tensorflow as tf\n\ntf.zeross([2])\n")
    (without.folder / "mypy.ini").write_text("[mypy]\n")
    said, mypys = (
        [line for line in each.fresh("--show-error-end") if line.startswith("plain.py")]
        for each in (with_plugin, without)
    )
    assert said == mypys
    assert sum(": error: " in line for line in said) > 8


def test_a_class_that_is_generic_in_sizes_needs_no_annotation(program: Program) -> None:
    """Its sizes are the engine's; what else it is generic in is mypy's."""
    program.write(
        program="""\
        from typing import Generic, TypeVar

        import tensorflow as tf
        from tftypes import Shape, Tensor, float32

        N = TypeVar("N")
        T = TypeVar("T")

        class Row(Generic[N]):
            def __init__(self, x: Tensor[float32, Shape[N]]) -> None:
                self.x = x

        class Box(Generic[T]):
            def __init__(self, name: str) -> None: ...

        row = Row(tf.zeros([3]))
        box = Box("mine")
        """
    )
    (line,) = program.fresh()
    assert line.startswith('program.py:17: error: Need type annotation for "box"')


def test_aliases_that_contain_themselves_have_an_end(program: Program) -> None:
    program.write(
        program="""\
        from typing import Union

        import tensorflow as tf

        Nested = Union[tf.Tensor, list["Nested"]]

        def f(x: Nested) -> Nested:
            return tf.nest.map_structure(tf.square, x)

        def g(x: Nested) -> None:
            tf.nest.flatten(f(x))
            tf.data.Dataset.from_tensors(x).map(f)
        """
    )
    assert program.fresh() == []


def test_a_traced_function_under_classmethod_and_staticmethod(program: Program) -> None:
    program.write(
        program="""\
        import tensorflow as tf
        from tftypes import Shape, Tensor, float32
        from tftypes.runtime import function

        Row = Tensor[float32, Shape[None]]

        class C:
            @classmethod
            @tf.function
            def made(cls, x: Row, times: int = 1) -> Row:
                return x

            @staticmethod
            @tf.function
            def alone(x: Row, times: int = 1) -> Row:
                return x

            @function
            @classmethod
            def inside(cls, x: Row, times: int = 1) -> Row:
                return x

            @tf.function
            def method(self, x: Row, times: int = 1) -> Row:
                return x

        class D(C): ...

        def use(x: Row) -> None:
            for c in C(), D():
                c.made(x)
                c.alone(x)
                c.inside(x)
                c.method(x)
                C.method(c, x)
            D.made(x, times=2)
            D.alone(x, times=2)
            D.inside(x, times=2)
            C.made(x, "2")
            C().alone(x, "2")

            class Local:
                @classmethod
                @tf.function
                def made(cls, x: Row) -> Row:
                    return x

            Local.made(x)
            Local().made(x)
        """
    )
    lines = [line for line in program.fresh() if ": error: " in line]
    places = [(line.split(":")[1], line.rsplit("  ", 1)[1]) for line in lines]
    assert places == [("39", "[arg-type]"), ("40", "[arg-type]")]


def test_a_string_in_a_shape_may_name_a_dim(program: Program) -> None:
    program.write(
        program="""\
        import tensorflow as tf
        import tftypes as t
        from tftypes import Shape, Tensor, float32

        Row = Tensor[float32, Shape["N"]]

        def made(n: int) -> Tensor[float32, Shape["n"]]:
            return tf.ones([n])

        def more(x: Row, k: int) -> "Tensor[float32, t.Shape['k*N']]":
            return tf.tile(x, [k])

        def other(x: t.Tensor["Missing"]) -> None: ...

        reveal_type(made(3))
        """
    )
    assert program.fresh() == [
        'program.py:13: error: Name "Missing" is not defined  [name-defined]',
        'program.py:15: note: Revealed type is "Tensor[float32, Shape[3]]"',
    ]


def test_ops_take_the_classes_that_the_program_registers(program: Program) -> None:
    program.write(
        money="""\
        import decimal

        import tensorflow as tf

        class Money:
            cents = 3

        for kind in Money, decimal.Decimal:
            tf.register_tensor_conversion_function(kind, lambda value, **options: tf.constant(3))
        """,
        program="""\
        import decimal

        import tensorflow as tf
        from money import Money

        def make() -> Money:
            return Money()

        def use(x: tf.Tensor) -> None:
            tf.abs(Money())
            tf.add(x, y=make())
            tf.abs(decimal.Decimal(1))
            x + Money()
            Money() + x
            tf.ones([3], name=Money())
            tf.matmul(x, {1})
        """,
        alone="""\
        import tensorflow as tf

        class Coin: ...

        def use() -> None:
            tf.abs(Coin())
        """,
    )
    lines = [line for line in program.fresh() if ": error: " in line]
    assert [line.partition(": error: ")[0] for line in lines] == [
        "alone.py:6",
        "program.py:15",
        "program.py:16",
    ]
