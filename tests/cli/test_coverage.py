"""`tftypes check --report-untracked` and `--min-coverage`: what is not known, and how much is."""

from __future__ import annotations

import doctest
import json

from tests.cli.conftest import Project
from tftypes.cli import coverage

PROGRAM = """
    import tensorflow as tf

    def dense(x, w):
        return tf.matmul(x, w)

    y = dense(tf.zeros([2, 3]), tf.zeros([3, 4]))
    image = tf.io.decode_image(tf.io.read_file("image.png"))
    tf.nn.relu(image)
    """


def test_doctests() -> None:
    assert doctest.testmod(coverage).failed == 0


def test_each_loss_is_a_note_that_says_why(project: Project) -> None:
    project.write({"net.py": PROGRAM})

    result = project.run("check", "--report-untracked", "-q", "net.py")

    assert result.out.splitlines() == [
        "net.py:7:9: note: tf.io.decode_image(): only uint8[...] is known: "
        "it depends on run-time values  [untracked]",
        "net.py:8:1: note: tf.nn.relu(): only uint8[...] is known: "
        "image has an unknown rank: uint8[...]  [untracked]",
        "coverage: 71.4% of 7 tensor expressions are exact, 28.6% partly known, 0.0% unknown",
    ]
    assert result.code == 0


def test_a_body_counts_as_what_is_known_of_it_in_a_call(project: Project) -> None:
    project.write({"net.py": PROGRAM})

    result = project.run("check", "--report-untracked", "--format", "json", "net.py")

    document = json.loads(result.out)
    assert [note["line"] for note in document["findings"]] == [7, 8]
    assert document["coverage"] == {
        "exact": 5,
        "partly": 2,
        "unknown": 0,
        "percentage": 71.4,
        "minimum": 0,
    }


def test_an_error_is_reason_enough(project: Project) -> None:
    project.write({"net.py": "import tensorflow as tf\ntf.reshape(tf.zeros([2]), [3])\n"})

    result = project.run("check", "--report-untracked", "-q", "--no-mypy")

    assert "[tf-shape]" in result.out and "[untracked]" not in result.out


def test_a_check_fails_below_the_minimum(project: Project) -> None:
    project.write({"net.py": PROGRAM})

    assert project.run("check", "--min-coverage", "70", "net.py").code == 0
    failed = project.run("check", "--min-coverage", "80", "-q", "net.py")

    assert failed.code == 1
    assert failed.out.endswith("0.0% unknown; 80% required\n")
    assert "untracked" not in failed.out


def test_the_minimum_is_a_percentage(project: Project) -> None:
    result = project.run("check", "--min-coverage", "101")

    assert result.code == 2
    assert "--min-coverage" in result.err


def test_what_returns_no_tensor_does_not_count(project: Project) -> None:
    program = """
        import tensorflow as tf

        def width(x):
            return x.shape[-1]

        def log(x, step):
            print(step, x)

        x = tf.zeros([2, 3])
        log(x, width(x))
        """
    project.write({"net.py": program})

    result = project.run("check", "--report-untracked", "-q", "net.py")

    assert result.out.splitlines() == [
        "coverage: 100.0% of 1 tensor expression is exact, 0.0% partly known, 0.0% unknown"
    ]


def test_the_reason_names_what_comes_in(project: Project) -> None:
    program = """
        import tensorflow as tf

        def joined(a, b):
            return tf.stack([a, b]) * tf.cast(a, tf.float32)
        """
    project.write({"net.py": program})

    result = project.run("check", "--report-untracked", "-q", "net.py")

    assert [line.split(": note: ")[-1] for line in result.out.splitlines()[:-1]] == [
        "an operation: only float32[...] is known: tf.stack([a, b]) is not known  [untracked]",
        "tf.stack(): nothing is known: [a, b] holds what is not known  [untracked]",
        "tf.cast(): only float32[...] is known: a is not known  [untracked]",
    ]


def test_a_call_counts_where_its_body_returns_a_tensor_at_times(project: Project) -> None:
    program = """
        import tensorflow as tf

        def picked(x, wanted):
            return tf.nn.relu(x) if wanted else None

        def either(x, wanted):
            return picked(x, wanted)

        x = tf.zeros([2, 3])
        either(x, False)
        either(x, True)
        """
    project.write({"net.py": program})

    result = project.run("check", "--report-untracked", "-q", "net.py")

    # `tf.zeros`, `tf.nn.relu`, the call of `picked` and the second of `either`; the first returns None.
    assert result.out.splitlines()[-1] == (
        "coverage: 100.0% of 4 tensor expressions are exact, 0.0% partly known, 0.0% unknown"
    )


def test_it_needs_no_mypy(project: Project) -> None:
    project.write({"net.py": PROGRAM})

    result = project.run("check", "--no-mypy", "--min-coverage", "80", "net.py")

    assert result.code == 1
    assert "coverage: 71.4% of 7 tensor expressions" in result.out
