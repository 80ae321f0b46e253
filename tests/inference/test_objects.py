"""Objects of TensorFlow's and of the program: what they hold, and what may be put into them."""

from __future__ import annotations

from pathlib import Path

from .reports import check, said


def test_an_extension_type_converts_its_fields(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        class Masked(tf.experimental.ExtensionType):
            values: tf.Tensor
            mask: tf.Tensor
            name: str = "masked"

            def with_default(self, default):
                return tf.where(self.mask, self.values, default)

        masked = Masked([[1, 2], [3, 4]], mask=[[True, False], [True, True]])
        reveal_type(masked.values)  # revealed: Tensor[int32, Shape[2, 2]]
        reveal_type(masked.with_default(0))  # revealed: Tensor[int32, Shape[2, 2]]
        reveal_type(masked.name)  # revealed: str
        Masked([1])  # error: [tf-call] Masked.__init__(): argument 'mask' is missing

        class Pair(tf.experimental.BatchableExtensionType):
            first: tf.Tensor
            rest: tuple[tf.Tensor, ...]

            def __init__(self, first):
                self.first = first
                self.rest = ([1.0], first)

        reveal_type(Pair([1, 2]).rest)  # revealed: tuple[Tensor[float32, Shape[1]], Tensor[int32, Shape[2]]]
        """,
        tmp_path,
    )


def test_a_part_of_a_variable_is_assigned(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        v = tf.Variable(tf.zeros([3, 4]))
        reveal_type(v[0, 1].assign(2.0))  # revealed: Variable[float32, Shape[3, 4]]
        v[:2].assign(tf.zeros([1, 4]))
        v[0].assign(tf.zeros([3]))  # error: [tf-shape] Variable[].assign(): argument 'value': expected float32[4], got float32[3]
        v[0].assign([1, 2, 3, 4])
        v.assign(tf.zeros([4, 3]))  # error: [tf-shape] Variable.assign(): argument 'value': expected float32[3, 4], got float32[4, 3]
        v.assign_add(tf.zeros([3, 4], tf.int32))  # error: [tf-dtype] Variable.assign_add(): argument 'delta': expected float32
        (v[0] + 1).assign(v[1])  # error: [tf-attribute] tf.Tensor has no attribute 'assign'
        """,
        tmp_path,
    )


def test_a_variable_of_tensorflow_1_is_a_variable(tmp_path: Path) -> None:
    check(
        """
        import tensorflow.compat.v1 as tf

        b = tf.Variable(tf.zeros([10]), False, ["local"])
        reveal_type(b)  # revealed: Variable[float32, Shape[10]]
        b.assign(tf.zeros([11]))  # error: [tf-shape] expected float32[10], got float32[11]
        w = tf.get_variable("w", initializer=tf.ones([10, 2]))
        reveal_type(w)  # revealed: Variable[float32, Shape[10, 2]]

        def initialize(v: tf.Variable):
            v.assign(tf.zeros([3]))
            v.load(0.0)
        """.replace(
            "[tf-shape] expected", "[tf-shape] Variable.assign(): argument 'value': expected"
        ),
        tmp_path,
    )


def test_of_an_object_of_a_derived_class_nothing_is_assumed(tmp_path: Path) -> None:
    program = """
        import tensorflow as tf

        class Own(tf.Variable):
            pass

        class Files(tf.data.Dataset):
            pass

        Own(3.0).assign(4.0)
        for each in Files("a").map(len).batch(2):
            pass
        """
    assert said(program, tmp_path) == []


def test_an_argument_is_some_instance_of_the_class_that_annotates_it(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from typing import TypeVar
        from tftypes import Shape, Tensor, float32

        N = TypeVar("N")

        def draw(generator: tf.random.Generator, optimizer: tf.keras.optimizers.Optimizer):
            reveal_type(generator.normal([2, 3]))  # revealed: Tensor[float32, Shape[2, 3]]
            optimizer.of_a_subclass

        def solve(operator: "tf.linalg.LinearOperator[float32, Shape[N, N]]", x: Tensor[float32, Shape[N]]):
            return operator.solvevec(x)

        solve(tf.linalg.LinearOperatorDiag(tf.ones([3])), tf.ones([3]))
        solve(tf.linalg.LinearOperatorDiag(tf.ones([3])), tf.ones([4]))  # error: [tf-shape] solve(): argument 'x': expected float32[N], got float32[4]: N is 3
        """,
        tmp_path,
    )


def test_an_annotation_in_a_method_declares_the_attribute(tmp_path: Path) -> None:
    check(
        """
        from collections.abc import Callable
        import tensorflow as tf
        from tftypes import Shape, Tensor, float32

        class Model:
            def __init__(self, loss: Callable[[Tensor[float32, Shape[3]]], Tensor[float32, Shape[()]]]) -> None:
                self.state: Tensor[float32, Shape[3]] = tf.zeros([3])
                self.losses = [loss]

            def step(self) -> None:
                self.state = tf.zeros([4])  # error: [tf-shape] assignment: expected float32[3], got float32[4]
                reveal_type(self.losses[0](self.state))  # revealed: Tensor[float32, Shape[()]]
                self.losses[0](tf.zeros([4]))  # error: [tf-shape] argument 1: expected float32[3], got float32[4]

            def reset(self) -> None:
                reveal_type(self.state)  # revealed: Tensor[float32, Shape[3]]
        """,
        tmp_path,
    )


def test_what_is_put_into_the_dict_of_an_object_are_its_attributes(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        class Settings:
            def __init__(self, **given):
                self.__dict__.update(given)
                vars(self)["columns"] = 3
                self.__dict__.copy()["rows"] = 9

        settings = Settings(rows=2)
        reveal_type(tf.zeros([settings.rows, settings.columns]))  # revealed: Tensor[float32, Shape[2, 3]]
        """,
        tmp_path,
    )


def test_an_object_of_a_library_has_what_its_class_declares(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        optimizer = tf.keras.optimizers.Adam()
        optimizer.lr  # error: [tf-attribute] tf.keras.optimizers.Adam has no attribute 'lr'; learning_rate
        dense = tf.keras.layers.Dense(3)
        dense.kernell  # error: [tf-attribute] tf.keras.layers.Dense has no attribute 'kernell'; did you mean 'kernel'?
        dense.note = "ours"
        dense.note

        def f(optimizer: tf.keras.optimizers.Optimizer, layer: tf.keras.layers.Layer):
            optimizer.of_a_subclass, type(layer)().of_a_subclass
            copy = layer.__class__.from_config(layer.get_config())
            copy.of_a_subclass
        """,
        tmp_path,
    )


def test_a_variable_of_keras_is_no_variable_of_tensorflow(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        dense = tf.keras.layers.Dense(3)
        dense.build([None, 4])
        dense.kernel.path, dense.kernel.ndim
        reveal_type(dense.kernel.value)  # revealed: Variable[float32, Shape[4, 3]]
        reveal_type(dense.kernel.assign_add(tf.ones([3], tf.int32)))  # revealed: Tensor[float32, Shape[4, 3]]
        dense.kernel.assign(tf.ones([3]))  # error: [tf-shape] Variable.assign(): argument 'value': expected float32[4, 3], got float32[3]
        dense.kernel.read_value()  # error: [tf-attribute] tf.keras.Variable has no attribute 'read_value'
        reveal_type(tf.zeros([1 if isinstance(dense.kernel, tf.Variable) else 2]))  # revealed: Tensor[float32, Shape[2]]
        tf.keras.optimizers.Adam().iterations.path
        """,
        tmp_path,
    )


def test_what_a_library_may_have_given_an_object_is_not_missed(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from configuration import Config

        class Sizes(Config):
            rows = None

            def twice(self):
                return 2

        reveal_type(Sizes(rows=3).rows)  # revealed: Any
        reveal_type(Sizes(rows=3).twice())  # revealed: int

        class Composite(tf.keras.optimizers.Optimizer):
            def __init__(self, other):
                super().__init__(learning_rate=0.1)
                self._track_trackable(other, name="other")

        Composite(tf.keras.optimizers.SGD())

        def f(named: dict[str, tf.Tensor], x: tf.Tensor):
            for key in named["nested"].items():
                pass
            x.transpose([0, 1])
            tf.cast(x, tf.int32).transpose()  # error: [tf-attribute] tf.Tensor has no attribute 'transpose'
        """,
        tmp_path,
    )


def test_a_class_has_what_object_has_before_what_its_metaclass_has(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        class Meta(type):
            def __new__(mcs, name, bases, namespace):
                return super().__new__(mcs, name, bases, namespace)

            def __call__(cls, *args, **kwargs):
                module = cls.__new__(cls, *args, **kwargs)
                module.__init__(*args, **kwargs)
                return module

        class Module(tf.Module, metaclass=Meta):
            def __init__(self, size, scale=True):
                self.w = tf.ones([size])

        Module(3, scale=False)
        """,
        tmp_path,
    )
