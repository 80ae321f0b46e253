"""The same answers cold, warm, from workers and from the daemon, after any edits."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.adapter.runs import Program

#: Versions of each module: what the functions do, what is imported, what calls what.
VERSIONS = {
    "sizes": ["WIDTH = 3\n", "WIDTH = 4\n", "def width():\n    return 5\n\nWIDTH = width()\n"],
    "layers": [
        "import tensorflow as tf\n\ndef dense(x, w):\n    return tf.matmul(x, w)\n",
        "import tensorflow as tf\n\ndef dense(x, w):\n    return tf.matmul(x, w, transpose_b=True)\n",
        "def dense(x, w):\n    return x\n",
        "import tensorflow as tf\nimport net\n\ndef dense(x, w):\n    return tf.matmul(x, w)\n",
        "import tensorflow as tf\n\ndef dense(x, w):\n    return tf.zeros([2]) + tf.ones([3])\n",
    ],
    "net": [
        "from layers import dense\n\ndef net(x, w):\n    return dense(dense(x, w), w)\n",
        "import layers\n\ndef net(x, w):\n    return layers.dense(x, w)\n",
        "def net(x, w):\n    return None\n",
    ],
    "program": [
        "import tensorflow as tf\nfrom net import net\nfrom sizes import WIDTH\n\n"
        "reveal_type(net(tf.zeros([2, WIDTH]), tf.zeros([3, 4])))\n",
        "import tensorflow as tf\nimport net, sizes\nfrom tftypes import Shape, Tensor, float32\n\n"
        "def f(x: Tensor[float32, Shape[2, 3]]) -> None:\n"
        "    reveal_type(net.net(x, tf.zeros([sizes.WIDTH, 3])))\n",
        "import sizes\n\nreveal_type(sizes.WIDTH)\n",
    ],
}
edits = st.sampled_from(sorted(VERSIONS)).flatmap(
    lambda name: st.tuples(st.just(name), st.sampled_from(VERSIONS[name]))
)


@pytest.mark.long
@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(edits, min_size=2, max_size=4))
def test_after_any_edits(changes: list[tuple[str, str]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        program = Program(
            Path(folder) / "program", "check_untyped_defs = True\nlocal_partial_types = True\n"
        )
        program.write(**{name: versions[0] for name, versions in VERSIONS.items()})
        with program.daemon():
            for name, text in [("sizes", VERSIONS["sizes"][0]), *changes]:
                program.write(**{name: text})
                cold = program.fresh()
                assert program.warm() == cold, f"warm, after {name}"
                assert program.check() == cold, f"the daemon, after {name}"
        assert program.workers() == cold


def test_an_edit_of_the_body_of_a_function_that_is_called_at_a_remove(tmp_path: Path) -> None:
    program = Program(tmp_path)
    program.write(
        layers="import tensorflow as tf\n\ndef dense(x):\n    return tf.reshape(x, [2, 3])\n",
        net="import layers\n\ndef net(x):\n    return layers.dense(x)\n",
        program="import tensorflow as tf\nimport net\n\nnet.net(tf.zeros([6])) + tf.zeros([4])\n",
    )
    with program.daemon():
        for size in (3, 2, 3):
            program.write(
                layers="import tensorflow as tf\n\n"
                f"def dense(x):\n    return tf.reshape(x, [{6 // size}, {size}])\n"
            )
            error, fix = program.warm()
            assert f"operator +: [{6 // size}, {size}] and [4] do not broadcast" in error
            assert program.check() == [error, fix]


def test_a_file_that_is_gone_and_comes_back(tmp_path: Path) -> None:
    program = Program(tmp_path, "ignore_missing_imports = True\n")
    layers = "import tensorflow as tf\n\ndef dense(x):\n    return tf.reshape(x, [2, 3])\n"
    program.write(
        layers=layers,
        net="import layers\n\ndef net(x):\n    return layers.dense(x)\n",
        program="import tensorflow as tf\nimport net\n\nnet.net(tf.zeros([6])) + tf.zeros([4])\n",
    )
    with program.daemon():
        error, fix = program.check()
        (tmp_path / "layers.py").unlink()
        assert program.check() == []
        program.write(layers=layers)
        assert program.check() == [error, fix]
