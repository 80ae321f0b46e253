"""Names and attributes that no statement binds: programs make them with `globals()`, `setattr`, `__dict__` and `import *`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.inference.reports import check


@pytest.mark.parametrize(
    "text",
    [
        "for name in ('Normal', 'Gamma'):\n    globals()[name] = name\n",
        "import sys\nsetattr(sys.modules[__name__], 'Normal', 1)\n",
        "import other_library\nfor name in dir(other_library):\n    vars()[name] = 1\n",
        "from other_library import *\n",
    ],
)
def test_a_module_that_may_have_more_names_lacks_none(text: str, tmp_path: Path) -> None:
    check("import names\nimport package\n\nnames.Normal\npackage.Normal\n", tmp_path,
          names=text, package="from names import *\n")  # fmt: skip


def test_a_module_that_has_only_what_its_statements_bind(tmp_path: Path) -> None:
    check(
        "import names\n\nnames.Normal  # error: [tf-attribute] module 'names' has no attribute 'Normal'\n",
        tmp_path,
        names="Gamma = 1\n",
    )


def test_a_star_import_brings_what_a_library_declares(tmp_path: Path) -> None:
    check(
        """
        import ops

        reveal_type(ops.maximum([1.0], [2.0]))  # revealed: Tensor[float32, Shape[1]]
        """,
        tmp_path,
        ops="from keras.ops import *\n",
    )


def test_a_star_import_brings_the_modules_that_a_package_names(tmp_path: Path) -> None:
    check("import names\n\nnames.data.Normal\n", tmp_path,
          names="from parts import *\n", parts="__all__ = ['data']\n")  # fmt: skip


def test_setattr_gives_a_dataset_an_attribute_of_its_own(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        dataset = tf.data.Dataset.range(6).batch(2)
        setattr(dataset, "steps", 3)
        dataset.steps

        class Rows:
            def __init__(self):
                self.rows = tf.data.Dataset.range(6)
                setattr(self.rows, "steps", 6)
                self.rows.steps

        Rows().rows.steps
        """,
        tmp_path,
    )


def test_an_instance_takes_its_attributes_from_a_dict(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        class Config:
            def __init__(self, values):
                self.__dict__ = values

        class Options(Config):
            def __init__(self, names):
                for name in names:
                    setattr(self, name, 3)

        config = Config({"size": 3})
        reveal_type(tf.zeros([config.size]))  # revealed: Tensor[float32, Shape[3]]
        config.anything
        Options(input().split()).anything
        """,
        tmp_path,
    )


def test_a_metaclass_gives_a_class_what_its_bases_do_not(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        class Meta(type):
            def __new__(mcs, name, bases, namespace):
                return super().__new__(mcs, name, bases, namespace)

            def __call__(cls, *args, **kwargs):
                made = cls.__new__(cls, *args, **kwargs)
                made.__init__(*args, **kwargs)
                return made

            def named(cls):
                return cls.__name__

        class Scale(tf.Module, metaclass=Meta):
            def __init__(self, factor):
                super().__init__()
                self.factor = factor

            def __call__(self, x):
                return x * self.factor

        reveal_type(Scale(factor=2.0)(tf.zeros([3])))  # revealed: Tensor[float32, Shape[3]]
        reveal_type(Scale.named())  # revealed: str
        """,
        tmp_path,
    )


def test_what_a_program_puts_into_a_library_is_there(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        tf.halved = lambda x: x / 2
        reveal_type(tf.halved(tf.zeros([3])))  # revealed: Tensor[float32, Shape[3]]
        tf.linalg.inv = lambda x: x
        reveal_type(tf.linalg.inv(tf.zeros([3])))  # revealed: Tensor[float32, Shape[3]]
        tf.doubled  # error: [tf-attribute] 'tensorflow' has no attribute 'doubled'
        """,
        tmp_path,
    )


def test_what_a_mock_replaces_may_be_anything(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from unittest import mock

        a = tf.zeros([2, 3])
        with mock.patch.object(tf.linalg, "matmul") as product:
            tf.linalg.matmul(a, a)
            tf.linalg.matmul.assert_called_once()
        tf.linalg.matmul(a, a)  # error: [tf-shape]

        with mock.patch("tensorflow.linalg.inv"):
            tf.linalg.inv(a)
        tf.linalg.inv(a)  # error: [tf-shape]

        @mock.patch.object(tf.linalg, "det", return_value=3)
        def test(det):
            tf.linalg.det.assert_called_once()

        test()
        """,
        tmp_path,
    )


def test_a_mock_replaces_what_a_name_with_dots_stands_for(tmp_path: Path) -> None:
    (tmp_path / "tuning.py").write_text(
        "class Tuner:\n"
        "    def fit(self, x, rate): return x\n"
        "    def search(self, x): return self.fit(x)\n"
    )
    check(
        """
        import tensorflow as tf
        from tuning import Tuner
        from unittest import mock

        with mock.patch("tuning.Tuner.fit", return_value=tf.zeros([3])):
            reveal_type(Tuner().search(tf.zeros([2])))  # revealed: Tensor[float32, Shape[3]]

        @mock.patch("tuning.Tuner.fit")
        def test_search(fit):
            Tuner().search(tf.zeros([2, 3]))
        """,
        tmp_path,
    )


def test_eval_of_a_known_text_is_its_expression_in_the_scope_of_the_call(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from tensorflow.keras.layers import ReLU

        def activated(x, name):
            layer = eval(name)()
            return layer(x)

        def rows(text):
            x = tf.ones((2, 3))
            return eval(text)  # error: [tf-shape] tf.matmul(): argument 'b': inner dims 3 and 2 differ

        reveal_type(activated(tf.zeros([4, 5]), "ReLU"))  # revealed: Tensor[float32, Shape[4, 5]]
        reveal_type(rows("x[0]"))  # revealed: Tensor[float32, Shape[3]]
        reveal_type(rows(input()))  # revealed: Any
        rows("tf.matmul(x, x)")
        """,
        tmp_path,
    )


def test_a_metaclass_above_that_of_keras_makes_models(tmp_path: Path) -> None:
    check(
        """
        import keras
        from keras import layers

        class Meta(type(keras.Model)):
            def __call__(cls, *args, **kwargs):
                made = super().__call__(*args, **kwargs)
                made.options = kwargs
                return made

        class Net(keras.Model, metaclass=Meta):
            def __init__(self, size=8, **kwargs):
                x = layers.Input((size,))
                super().__init__(inputs=x, outputs=layers.Dense(3)(x), **kwargs)

        reveal_type(Net(size=16).input)  # revealed: KerasTensor[float32, Shape[batch, 16]]
        """,
        tmp_path,
    )
