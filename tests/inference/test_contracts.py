"""Contracts: calls, results and assignments held against annotations."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tftypes.inference.analysis import analyze

from .reports import check


def test_the_type_variables_of_a_body_are_fixed_sizes(tmp_path: Path) -> None:
    check(
        """
        from typing import TypeVar
        import tensorflow as tf
        from tftypes import Shape, Tensor, float32

        N = TypeVar("N")
        M = TypeVar("M")

        def transposed(x: Tensor[float32, Shape[N, 3]]) -> Tensor[float32, Shape[N, 3]]:
            return tf.transpose(x)  # error: [tf-shape] transposed() returns: expected float32[N, 3], got float32[3, N]: dim 0 is 3, expected N

        def doubled(x: Tensor[float32, Shape[N]]) -> Tensor[float32, Shape["2*N"]]:
            return tf.concat([x, x], 0)

        def tripled(x: Tensor[float32, Shape[N]]) -> Tensor[float32, Shape["2*N"]]:
            return tf.concat([x, x, x], 0)  # error: [tf-shape] tripled() returns: expected float32[2*N], got float32[3*N]

        def swapped(x: Tensor[float32, Shape[N, M]]) -> Tensor[float32, Shape[N, M]]:
            return tf.transpose(x)  # error: [tf-shape] swapped() returns: expected float32[N, M], got float32[M, N]

        def halves(x: Tensor[float32, Shape[N]]) -> Tensor[float32, Shape[N]]:
            return tf.reshape(tf.reshape(x, [2, -1]), [-1])  # only even sizes come as far as here
        """,
        tmp_path,
    )


def test_a_type_variable_of_the_result_alone_is_any_size(tmp_path: Path) -> None:
    check(
        """
        from typing import TypeVar
        import tensorflow as tf
        from tftypes import Shape, Tensor, float32

        N = TypeVar("N")

        def load() -> Tensor[float32, Shape[N, 3]]:
            return tf.zeros([5, 3])

        reveal_type(load())  # revealed: Tensor[float32, Shape[5, 3]]
        """,
        tmp_path,
    )


def test_a_refuted_argument_is_told_once_at_the_call(tmp_path: Path) -> None:
    check(
        """
        from typing import TypeVar
        import tensorflow as tf
        from tftypes import Shape, Tensor, float32

        N = TypeVar("N")

        def scores(x: Tensor[float32, Shape[N, 3]], w: Tensor[float32, Shape[3]]) -> Tensor[float32, Shape[N]]:
            return tf.linalg.matvec(x, w)

        reveal_type(scores(tf.zeros([2, 3]), tf.zeros([3])))  # revealed: Tensor[float32, Shape[2]]
        scores(
            tf.zeros([2, 3]),
            tf.zeros([4]),  # error: [tf-shape] scores(): argument 'w': expected float32[3], got float32[4]
        )
        scores(w=tf.zeros([3]), x=tf.zeros([2, 3, 1]))  # error: [tf-rank] scores(): argument 'x'
        """,
        tmp_path,
    )


def test_the_result_is_what_the_annotation_says_where_the_body_says_less(tmp_path: Path) -> None:
    check(
        """
        from typing import TypeVar
        import tensorflow as tf
        from elsewhere import read
        from tftypes import Shape, Tensor, float32

        N = TypeVar("N")

        def rows(x: Tensor[float32, Shape[N, None]]) -> Tensor[float32, Shape[N, 8]]:
            return read(x)

        def loose(x: Tensor[float32]) -> Tensor[float32, Shape[None, 3]]:
            return x

        reveal_type(rows(tf.zeros([4, 5])))  # revealed: Tensor[float32, Shape[4, 8]]
        reveal_type(loose(tf.zeros([4, 3])))  # revealed: Tensor[float32, Shape[4, 3]]
        """,
        tmp_path,
    )


def test_class_scoped_type_variables_are_one_size_an_instance(tmp_path: Path) -> None:
    check(
        """
        from typing import Generic, TypeVar
        import tensorflow as tf
        from tftypes import Shape, Tensor, float32

        B = TypeVar("B")
        N = TypeVar("N")
        M = TypeVar("M")

        class Linear(Generic[N, M]):
            def __init__(self, w: Tensor[float32, Shape[N, M]]) -> None:
                self.w = w

            def __call__(self, x: Tensor[float32, Shape[B, N]]) -> Tensor[float32, Shape[B, M]]:
                return x @ self.w

            def backwards(self, x: Tensor[float32, Shape[B, N]]) -> Tensor[float32, Shape[B, N]]:
                return x @ self.w  # error: [tf-shape] backwards() returns: expected float32[B, N], got float32[B, M]

        layer = Linear(tf.zeros([3, 4]))
        reveal_type(layer(tf.zeros([2, 3])))  # revealed: Tensor[float32, Shape[2, 4]]
        layer(tf.zeros([2, 5]))  # error: [tf-shape] layer(): argument 'x': expected float32[B, N], got float32[2, 5]: N is 3 in this Linear, 5 here
        Linear(tf.zeros([5, 6]))(tf.zeros([2, 5]))

        class Square(Linear[M, M]): ...

        Square(tf.zeros([3, 4]))  # error: [tf-shape] Square(): argument 'w'
        """,
        tmp_path,
    )


def test_annotated_names_and_attributes_are_held(tmp_path: Path) -> None:
    check(
        """
        from typing import TypeVar
        import tensorflow as tf
        from tftypes import Shape, Tensor, float32

        N = TypeVar("N")

        row: Tensor[float32, Shape[3]] = tf.zeros([3])
        row = tf.zeros([4])  # error: [tf-shape] assignment: expected float32[3], got float32[4]: dim 0 is 4, expected 3
        column: Tensor[float32, Shape[None, 1]]
        column = tf.zeros([4, 2])  # error: [tf-shape] assignment: expected float32[?, 1], got float32[4, 2]

        class State:
            total: Tensor[float32, Shape[()]]

            def __init__(self) -> None:
                self.total = tf.zeros([])
                self.mean: Tensor[float32, Shape[2]] = tf.zeros([3])  # error: [tf-shape] assignment

            def add(self, x: Tensor[float32, Shape[N]]) -> None:
                self.total = self.total + x  # error: [tf-rank] assignment: expected float32[], got float32[N]

        def f(x: Tensor[float32, Shape[N, 3]]) -> None:
            y: Tensor[float32, Shape[3, N]] = tf.transpose(x)
            z: Tensor[float32, Shape[N, 3]] = y  # error: [tf-shape] assignment: expected float32[N, 3], got float32[3, N]
        """,
        tmp_path,
    )


def test_structures_of_tensors_are_held_part_by_part(tmp_path: Path) -> None:
    check(
        """
        from __future__ import annotations
        from typing import Optional, Sequence, TypeVar
        import tensorflow as tf
        from tftypes import Shape, Tensor, float32, int32

        N = TypeVar("N")
        Vector = Tensor[float32, Shape[N]]

        def pair(xs: tuple[Vector[N], Vector[N]]) -> Vector[N]: ...
        def many(*xs: Vector[N], **named: Vector[N]) -> Vector[N]: ...
        def stacked(xs: Sequence[Vector[3]]) -> None: ...
        def table(xs: dict[str, Vector[N]]) -> Vector["N + 1"]: ...
        def either(x: Vector[3] | Tensor[int32, Shape[4]] | None) -> None: ...

        reveal_type(pair((tf.zeros([2]), tf.zeros([2]))))  # revealed: Tensor[float32, Shape[2]]
        pair((tf.zeros([2]), tf.zeros([3])))  # error: [tf-shape] pair(): argument 'xs'
        reveal_type(many(tf.zeros([2]), tf.zeros([2]), y=tf.zeros([2])))  # revealed: Tensor[float32, Shape[2]]
        many(tf.zeros([2]), tf.zeros([3]))  # error: [tf-shape] many(): argument 'xs'
        many(tf.zeros([2]), y=tf.zeros([3]))  # error: [tf-shape] many(): argument 'named'
        stacked([tf.zeros([3]), tf.zeros([4])])  # error: [tf-shape] stacked(): argument 'xs'
        reveal_type(table({"a": tf.zeros([2])}))  # revealed: Tensor[float32, Shape[3]]
        either(tf.zeros([3]))
        either(tf.zeros([4], tf.int32))
        either(None)
        either(tf.zeros([4]))  # error: [tf-shape] either(): argument 'x'
        """,
        tmp_path,
    )


def test_names_that_a_type_checker_alone_imports_are_read_when_asked_for(tmp_path: Path) -> None:
    check(
        """
        from __future__ import annotations
        from typing import TYPE_CHECKING
        import tensorflow as tf

        if TYPE_CHECKING:
            from shapes import Image

        def mean(x: Image) -> Later:
            reveal_type(x)  # revealed: Tensor[float32, Shape[28, 28]]
            return tf.reduce_mean(x, axis=0)

        from shapes import Row as Later

        mean(tf.zeros([28, 27]))  # error: [tf-shape] mean(): argument 'x': expected float32[28, 28], got float32[28, 27]
        """,
        tmp_path,
        shapes="""
        from tftypes import Shape, Tensor, float32

        Image = Tensor[float32, Shape[28, 28]]
        Row = Tensor[float32, Shape[28]]
        """,
    )


def test_a_size_may_come_from_an_argument(tmp_path: Path) -> None:
    check(
        """
        from typing import TypeVar
        import tensorflow as tf
        from tftypes import Dim, Shape, Tensor, float32

        N = TypeVar("N")

        def zeros(n: Dim[N]) -> Tensor[float32, Shape[N]]:
            return tf.zeros([n])

        def longer(n: Dim[N]) -> Tensor[float32, Shape[N]]:
            return tf.zeros([n + 1])  # error: [tf-shape] longer() returns: expected float32[N], got float32[N + 1]

        def halves(n: Dim["2*N"], x: Tensor[float32, Shape[N]]) -> None: ...

        reveal_type(zeros(3))  # revealed: Tensor[float32, Shape[3]]
        halves(6, tf.zeros([3]))
        halves(6, tf.zeros([4]))  # error: [tf-shape] halves(): argument 'x'
        """,
        tmp_path,
    )


def test_records_hold_their_fields(tmp_path: Path) -> None:
    check(
        """
        from dataclasses import dataclass
        from typing import Generic, NamedTuple, Optional, TypedDict, TypeVar
        import tensorflow as tf
        from tftypes import Shape, Tensor, float32

        N = TypeVar("N")

        class Pair(NamedTuple):
            a: Tensor[float32, Shape[N]]
            b: Tensor[float32, Shape[N]]

        class Table(TypedDict):
            a: Tensor[float32, Shape[3]]

        @dataclass
        class Sample(Generic[N]):
            x: Tensor[float32, Shape[N]]
            weights: Optional[Tensor[float32, Shape[N]]] = None

        def weighted(sample: Sample[N], by: Tensor[float32, Shape[N]]) -> Tensor[float32, Shape[N]]:
            reveal_type(sample.x)  # revealed: Tensor[float32, Shape[N]]
            return sample.x * by

        def first(table: Table) -> None:
            reveal_type(table["a"])  # revealed: Tensor[float32, Shape[3]]

        Pair(tf.zeros([3]), tf.zeros([4]))  # error: [tf-shape] Pair(): argument 'b': expected float32[N], got float32[4]: N is 3 in argument 'a', 4 here
        Sample(tf.zeros([3]), tf.zeros([4]))  # error: [tf-shape] Sample(): argument 'weights'
        sample = Sample(tf.zeros([3]))
        sample.x = tf.zeros([4])  # error: [tf-shape] assignment: expected float32[N], got float32[4]
        first({"a": tf.zeros([4])})  # error: [tf-shape] first(): argument 'table'
        """,
        tmp_path,
    )


def test_callables_give_what_their_types_say(tmp_path: Path) -> None:
    check(
        """
        from typing import Callable, NewType, Protocol, TypeVar
        import tensorflow as tf
        from tftypes import Shape, Tensor, float32

        N = TypeVar("N")
        Image = NewType("Image", Tensor[float32, Shape[28, 28]])

        class Layer(Protocol):
            def __call__(self, x: Tensor[float32, Shape[N]]) -> Tensor[float32, Shape[N, 2]]: ...

        def run(layer: Layer, act: Callable[[Image], Tensor[float32, Shape[28]]], image: Image) -> None:
            reveal_type(layer(act(image)))  # revealed: Tensor[float32, Shape[28, 2]]
            layer(image)  # error: [tf-rank] layer(): argument 'x': expected float32[N], got float32[28, 28]
        """,
        tmp_path,
    )


@pytest.mark.skipif(sys.version_info < (3, 12), reason="the syntax is new in Python 3.12")
def test_type_parameters_are_written_in_the_definition(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from tftypes import Floating, Shape, Tensor, float32

        type Vector[N] = Tensor[float32, Shape[N]]

        def twice[N, DT: Floating](x: Tensor[DT, Shape[N]]) -> Tensor[DT, Shape["2*N"]]:
            return tf.concat([x, x], 0)

        def longer[N](x: Vector[N]) -> Vector["N + 1"]:
            return x  # error: [tf-shape] longer() returns: expected float32[N + 1], got float32[N]

        class Linear[N, M]:
            def __init__(self, w: Tensor[float32, Shape[N, M]]) -> None:
                self.w = w

            def __call__[B](self, x: Tensor[float32, Shape[B, N]]) -> Tensor[float32, Shape[B, M]]:
                return x @ self.w

        class Fixed(Linear[7, 8]): ...

        reveal_type(twice(tf.zeros([3])))  # revealed: Tensor[float32, Shape[6]]
        twice(tf.zeros([3], tf.int32))  # error: [tf-dtype] twice(): argument 'x'
        Linear(tf.zeros([3, 4]))(tf.zeros([2, 5]))  # error: [tf-shape]
        Fixed(tf.zeros([7, 9]))  # error: [tf-shape] Fixed(): argument 'w'
        """,
        tmp_path,
    )


def test_a_default_of_none_is_one_of_the_values(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from elsewhere import options
        from tftypes import Shape, Tensor, float32

        def scaled(x: Tensor[float32, Shape[3]], by: Tensor[float32, Shape[3]] = None, width: int = None) -> Tensor[float32]:
            if width is None:
                return tf.ones([3])
            return x if by is None else x * by

        reveal_type(scaled(tf.ones([3]), width=options["width"]))  # revealed: Tensor[float32, Shape[3]]
        scaled(tf.ones([3]), tf.ones([4]))  # error: [tf-shape] scaled(): argument 'by': expected float32[3], got float32[4]

        def rows(count: int = None):
            if count is None:
                return tf.ones([1])
            return tf.ones([5])

        reveal_type(rows(options["count"]))  # revealed: Tensor[float32, Shape[None]]
        """,
        tmp_path,
    )


@pytest.mark.parametrize(
    ("call", "place"),
    [
        ("f(W)", "W"),
        ("f(y=W, x=V)", "W"),
        ("[f][0](W)", "W"),
        ("tf.function(f)(W)", "W"),
        ("functools.partial(f, V)(W)", "W"),
        ("f(*[W])", "*[W]"),
        ("f(**{'x': W})", "{'x': W}"),
        ("A(W)", "W"),
        ("A(V).method(W)", "W"),
        ("A(V)(W)", "W"),
        ("A(V) + W", "W"),
        ("W - A(V)", "W"),
        ("A(V)[W]", "W"),
        ("list(map(f, [W]))", "map(f, [W])"),
    ],
)
def test_a_wrong_argument_is_told_where_it_stands(call: str, place: str, tmp_path: Path) -> None:
    head = """
import functools
import tensorflow as tf
from tftypes import Shape, Tensor, float32

V, W = tf.zeros([3]), tf.zeros([5])

def f(x: Tensor[float32, Shape[3]], y: Tensor[float32, Shape[3]] = V): ...

class A:
    def __init__(self, x: Tensor[float32, Shape[3]]): ...
    def method(self, x: Tensor[float32, Shape[3]]): ...
    def __call__(self, x: Tensor[float32, Shape[3]]): ...
    def __add__(self, x: Tensor[float32, Shape[3]]): ...
    def __rsub__(self, x: Tensor[float32, Shape[3]]): ...
    def __getitem__(self, x: Tensor[float32, Shape[3]]): ...

"""
    path = tmp_path / "program.py"
    path.write_text(f"{head}{call}\n")
    [finding] = analyze([str(path)]).findings
    assert call[finding.place.column : finding.place.end_column] == place
