"""Bounds: programs that would take for ever, or all memory, end soon with less known of them."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest

from tftypes.inference.analysis import analyze

from .reports import said

PROGRAMS = {
    "numbers that explode": """
        n = 1
        for i in range(100_000):
            n = n * 3 + i
        for i in range(60):
            n = n ** 2
        """,
    "text that doubles": """
        text = "a"
        for i in range(60):
            text = text + text
        """,
    "texts that are wide": """
        "{a:9999999999d}".format(a=3), "{a:9999999999d}".format_map({"a": 3}), "a".zfill(10**10)
        """,
    "patterns that try too many ways": """
        import re
        re.match("(a+)+b", "a" * 60)
        re.match("(a|a)*b", "a" * 60)
        re.search("a*a*a*a*a*b", "a" * 600)
        re.compile("(a+)+b").match("a" * 60)
        re.match(string="a" * 60, pattern="(a+)+b")
        """,
    "numbers that are long": """
        from decimal import Decimal
        from fractions import Fraction
        x, y = Fraction(3, 2), Decimal("1.5")
        for i in range(60):
            x, y = x * x, y * y
        Fraction(3) ** 10**9, Fraction("1e999999999"), int(Decimal("1e999999999")), Decimal(2) ** 10**9
        """,
    "parsers that print, end the process or take too long": """
        import argparse
        parser = argparse.ArgumentParser()
        parser.add_argument("--version", action="version", version="1.0")
        parser.parse_args(["--version"])
        parser = argparse.ArgumentParser(add_help=False)
        parser.add_argument("--help", action="help")
        parser.parse_args(["--help"])
        parser = argparse.ArgumentParser()
        parser.add_argument("many", nargs=10**9)
        parser.parse_args(["a"])
        parser = argparse.ArgumentParser()
        for i in range(30):
            parser.add_argument(f"a{i}", nargs="*")
        parser.add_argument("last", nargs=60)
        parser.parse_args(["a"] * 59)
        """,
    "bytes that are many": """
        import struct
        struct.pack("999999999s", b""), struct.pack(f"{10**9}x")
        """,
    "lists that double": """
        items = [1]
        for i in range(60):
            items = items + items
            items += items
            items.extend(items)
        """,
    "tuples that are repeated": """
        items = (1,)
        for i in range(60):
            items = items * 1000
        """,
    "sizes that become polynomials": """
        import tensorflow as tf

        def powers(x):
            a, b, c = x.shape
            for _ in range(30):
                a, b, c = a * b + c, b * c + a, c * a + b
            return tf.zeros([a, b, c])
        """,
    "a loop of a thousand million rounds": """
        total = 0
        for i in range(10**9):
            total += i
        """,
    "a list of a million items": """
        items = [0] * 10**6
        squares = [each * each for each in range(10**6)]
        """,
    "an op with ten million results": """
        import tensorflow as tf

        rows = tf.unstack(tf.zeros([10**7]))
        parts = tf.dynamic_partition(tf.zeros([4]), [0, 1, 2, 3], 10**7)
        """,
    "recursion without end": """
        f = lambda x: f(f(x))
        f(3)

        def g(n):
            return g(n + 1) + g(n + 2)
        g(0)
        """,
    "calls that call twice": "\n".join(
        ["        def f0(x): return x"]
        + [f"        def f{i}(x): return f{i - 1}(f{i - 1}(x))" for i in range(1, 23)]
        + ["        f22(1)"]
    ),
    "loops in loops": """
        total = 0
        for a in range(100):
            for b in range(100):
                for c in range(100):
                    for d in range(100):
                        total = [total]
        """,
    "a chain of branches": "\n".join(
        ["        def pick(n):"]
        + [f"            {'if' if i == 0 else 'elif'} n == {i}: x = {i}.5" for i in range(400)]
        + ["            return x"]
    ),
    "branches in a row": "\n".join(
        ["        def walk(n, x):"]
        + [f"            if n > {i}: x = [x, {i}]" for i in range(200)]
        + ["            return x"]
    ),
    "parentheses in parentheses": f"        x = {'(' * 150}1{')' * 150}",
    "a sum of a thousand terms": f"        x = {' + '.join(map(str, range(1000)))}",
    "a list put into itself": """
        bad = []
        bad.append(bad)
        for i in range(5):
            bad[0] = [bad]
        reveal_type(bad)
        """,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_it_ends(name: str, tmp_path: Path) -> None:
    """In a bounded number of steps, which no clock has to measure, and in little memory."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    said(PROGRAMS[name], tmp_path)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    assert grown < 200, f"{grown:.0f} MB"


def test_what_is_cut_off_is_unknown_and_the_rest_is_known(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(
        "import tensorflow as tf\n"
        "x = tf.ones([2])\n"
        "def f0(): global x; x = tf.ones([3])\n"
        + "".join(f"def f{i}():\n  f{i - 1}(); f{i - 1}(); f{i - 1}()\n" for i in range(1, 20))
        + "f19()\n"
        "reveal_type(x)\n"
        "reveal_type(tf.ones([4]))\n"
    )
    shown = list(analyze([str(path)]).revealed.values())
    assert shown[0] in (["Any"], ["Tensor[float32, Shape[3]]"])
    assert shown[1] == ["Tensor[float32, Shape[4]]"]


def test_names_that_a_statement_would_have_bound_are_unknown(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(
        "import tensorflow as tf\n"
        "def f0(): pass\n"
        + "".join(f"def f{i}():\n  f{i - 1}(); f{i - 1}(); f{i - 1}()\n" for i in range(1, 20))
        + "best, kept = None, []\n"
        "for step in range(3):\n"
        "  f19()\n"
        "  best = tf.zeros([3])\n"
        "  kept.append(best)\n"
        "reveal_type(best)\n"
        "reveal_type(tf.zeros([len(kept)]))\n"
    )
    shown = list(analyze([str(path)]).revealed.values())
    assert shown == [["Any"], ["Tensor[float32, Shape[None]]"]]


@pytest.mark.parametrize(
    ("is_nested", "known"), [(False, "Tensor[float32, Shape[2, 3]]"), (True, "Any")]
)
def test_methods_run_of_a_class_whose_instances_take_long_to_make(
    is_nested: bool, known: str, tmp_path: Path
) -> None:
    """Calls of functions of the module are left out, where they are known to be long."""
    long = ["def f0(): pass"]
    long += [f"def f{i}(): f{i - 1}(); f{i - 1}(); f{i - 1}()" for i in range(1, 20)]
    lines = [
        "import tensorflow as tf",
        *([] if is_nested else long),
        "class Model:",
        "  def __init__(self):",
        "    self.kernel = tf.zeros([2, 3])",
        *(f"    {each}" for each in long if is_nested),
        "    f19()",
        "  def kept(self):",
        "    reveal_type(self.kernel)",
        "  def wrong(self):",
        "    tf.matmul(tf.zeros([2, 3]), tf.zeros([2, 3]))",
    ]
    shown, error = said("\n".join(lines), tmp_path)
    assert shown.endswith(f" revealed: {known}")
    assert error.startswith(f"{len(lines)} error: [tf-shape] tf.matmul()")


def test_a_function_that_calls_itself_in_loops_runs_few_times(tmp_path: Path) -> None:
    """Each of its runs in a loop whose rounds are not known runs all rounds anew."""
    path = tmp_path / "program.py"
    path.write_text(
        "def visit(node, seen):\n"
        "  for children in node.inputs:\n"
        "    for each in children:\n"
        "      seen = [seen, visit(each, seen)]\n"
        "  return seen\n"
        "visit(open('tree'), None)\n"
    )
    runs = []
    analyze([str(path)], observe=lambda _, node, __: runs.append(getattr(node, "attr", None)))
    assert 1 < runs.count("inputs") < 10


def test_calls_of_a_function_within_itself_do_not_multiply(tmp_path: Path) -> None:
    """Each of them may hold for all that is known, and each would run all of them again."""
    path = tmp_path / "program.py"
    tests = "".join(f"  if node.kind == {i}:\n    return visit(node.child)\n" for i in range(12))
    path.write_text(f"def visit(node):\n{tests}  return node.leaf\nvisit(open('tree'))\n")
    runs = []
    analyze([str(path)], observe=lambda _, node, __: runs.append(getattr(node, "attr", None)))
    assert 1 < runs.count("leaf") < 10


def test_a_file_that_is_no_python_hides_no_other(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.py", tmp_path / "bad.py"
    good.write_text("import tensorflow as tf\nimport bad\ntf.ones([2, 3]) @ tf.ones([2, 3])\n")
    for text in (
        b"def (:\n",
        b"\xff\xfe",
        b"# coding: rot13\nx = 1\n",
        b"x = '\\N{no such name}'\n",
        b"(" * 500,
    ):
        bad.write_bytes(text)
        found = analyze([str(bad), str(good)])
        assert [each.code for each in found.findings] == ["tf-shape"]
        assert [each.place.path for each in found.failures] == [str(bad)]
