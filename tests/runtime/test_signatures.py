"""The signature that annotations give: as text, as specs, as an `input_signature`."""

# ruff: noqa: UP007, UP045  (both spellings are what is tested)

from __future__ import annotations

import functools
import sys
from dataclasses import dataclass
from typing import Annotated, Any, Generic, NamedTuple, Optional, TypeVar, Union

import pytest
import tensorflow as tf
from typing_extensions import TypeVarTuple, Unpack

import tftypes
from tftypes import (
    Dimension,
    Floating,
    Mul,
    RaggedTensor,
    Shape,
    Shape1D,
    SparseTensor,
    Tensor,
    TensorLike,
    Variable,
    float32,
    int32,
    string,
)
from tftypes.runtime import AnnotationError, function, signature_of

N = TypeVar("N")
M = TypeVar("M")
DT = TypeVar("DT", bound=Floating)
Ts = TypeVarTuple("Ts")


class Batch(Dimension): ...


class Width(Dimension):
    value = 784


class Pair(NamedTuple):
    x: Tensor[float32, Shape[N, 3]]
    y: Tensor[int32, Shape[N]]


@dataclass
class Example:
    x: Tensor[float32, Shape[N, 3]]
    y: Tensor[int32, Shape[N]]


class Box(NamedTuple):
    content: Any


X = tf.TensorSpec([None, 3], tf.float32)
Y = tf.TensorSpec([None], tf.int32)


def derived(annotation: Any) -> Any:
    def f(x): ...

    f.__annotations__ = {"x": annotation}
    return signature_of(f)


SPECS = [
    (Tensor[float32, Shape[N, 3]], "float32[N, 3]", X),
    (Tensor[float32, Shape[None, 3]], "float32[?, 3]", X),
    (Tensor[float32, Shape[Batch, Width]], "float32[Batch, Width=784]", tf.TensorSpec([None, 784])),
    (Tensor[float32, Shape["2*N + 1", Mul[2, 3]]], "float32[2*N + 1, 6]", tf.TensorSpec([None, 6])),
    (Tensor[float32, Shape[N, Unpack[Ts], 3]], "float32[N, *Ts, 3]", tf.TensorSpec(None)),
    (Tensor[float32, Shape[()]], "float32[]", tf.TensorSpec([])),
    (Tensor[float32, Shape1D], "float32[?]", tf.TensorSpec([None])),
    (Tensor[float32], "float32[...]", tf.TensorSpec(None)),
    (Tensor[tf.int32, Shape[None]], "int32[?]", Y),
    (Tensor[string, Shape[None]], "string[?]", tf.TensorSpec([None], tf.string)),
    (Tensor[Floating, Shape[3]], "Floating[3]", None),
    (Tensor[DT, Shape[3]], "DT[3]", None),
    (Tensor[Any, Shape[3]], "?[3]", None),
    (Tensor, "?[...]", None),
    (Annotated[Tensor[tf.int32, Shape[None]], "labels"], "int32[?]", Y),
    (
        SparseTensor[float32, Shape[None, 3]],
        "SparseTensor float32[?, 3]",
        tf.SparseTensorSpec([None, 3]),
    ),
    (RaggedTensor[int32, Shape[N, None]], "RaggedTensor int32[N, ?]", None),
    (Variable[float32, Shape[3]], "Variable float32[3]", None),
    (Pair, "Pair", Pair(X, Y)),
    (Example, "Example", {"x": X, "y": Y}),
    (tuple[Pair, Tensor[int32, Shape[None]]], "tuple[Pair, int32[?]]", (Pair(X, Y), Y)),
    (list[Tensor[float32, Shape[N, 3]]], "list[float32[N, 3]]", None),
    (dict[str, Tensor[float32, Shape[N, 3]]], "dict[str, float32[N, 3]]", None),
    (Optional[Tensor[float32, Shape[N, 3]]], "float32[N, 3] | None", None),
    (Union[int, str], "int | str", None),
]


@pytest.mark.parametrize(("annotation", "text", "spec"), SPECS, ids=[row[1] for row in SPECS])
def test_one_parameter(annotation, text, spec):
    signature = derived(annotation)
    assert repr(signature) == f"f(x: {text})"
    assert signature.specs == ({} if spec is None else {"x": spec})
    assert signature.input_signature == (None if spec is None else (spec,))


@pytest.mark.parametrize("annotation", [Any, object, "Any"])
def test_what_says_nothing_is_left_to_tensorflow(annotation):
    assert repr(derived(annotation)) == "f(x)"


@pytest.mark.parametrize(
    ("annotation", "text"),
    [
        (TensorLike, "TensorLike"),
        (tf.Tensor, "tf.Tensor"),
        (tf.data.Dataset, "tf.data.Dataset"),
        (tf.keras.Model, "Model"),
        (Box, "Box"),
        (list, "list"),
    ],
)
def test_a_class_alone_gives_no_spec(annotation, text):
    assert repr(derived(annotation)) == f"f(x: {text})"
    assert derived(annotation).specs == {}
    assert derived(annotation).input_signature is None


def test_all_kinds_of_parameters():
    @function
    def f(
        a: Tensor[float32, Shape[N, 3]],
        /,
        b: Tensor[int32, Shape[N]],
        c,
        *d: Tensor[float32],
        e: int = 1,
        g: Tensor[float32] | None = None,
        **h: Tensor[int32],
    ) -> Tensor[float32, Shape[N]]: ...

    assert repr(signature_of(f)) == (
        "f(a: float32[N, 3], /, b: int32[N], c, *d: float32[...], e: int = 1, "
        "g: float32[...] | None = None, **h: int32[...]) -> float32[N]"
    )
    assert f.input_signature is None
    assert repr(f) == f"<tftypes.runtime.function {signature_of(f)!r}>"


def test_defaults_end_the_input_signature():
    def f(
        x: Tensor[float32, Shape[N, 3]], training: bool = False, scale: Tensor[float32] = 1.0
    ): ...
    def g(x: Tensor[float32, Shape[N, 3]], y: Tensor[int32, Shape[N]] = None): ...
    def h(x: Tensor[float32, Shape[N, 3]], *, y: Tensor[int32, Shape[N]]): ...
    def k(x: Tensor[float32, Shape[N, 3]], *, y=3, **others): ...
    def m(x: Tensor[float32, Shape[N, 3]] = 1.0, y: int = 3): ...
    def n(): ...
    def o(x=1): ...

    found = [signature_of(function).input_signature for function in (f, g, h, k, m, n, o)]
    assert found == [(X,), (X,), None, (X,), (X,), (), None]


def test_the_same_as_tensorflow_makes_of_it():
    def body(x, y=2):
        return x * y

    annotated = functools.wraps(body)(lambda x, y=2: body(x, y))
    annotated.__annotations__ = {"x": Tensor[float32, Shape[N, 3]]}
    ours, theirs = function(annotated), tf.function(body, input_signature=[X])
    assert ours.input_signature == theirs.input_signature
    a, b = ours.get_concrete_function(), theirs.get_concrete_function()
    assert a.structured_input_signature == b.structured_input_signature
    assert a.output_shapes == b.output_shapes
    assert [(i.name, i.shape) for i in a.inputs] == [(i.name, i.shape) for i in b.inputs]


@dataclass
class Rows(Generic[DT, N]):
    first: Tensor[DT, Shape[N, 3]]
    second: Tensor[DT, Shape[N, 3]]


def test_a_generic_dataclass_is_subscribed_like_a_tensor():
    def f(rows: Rows[float32, N], x: Tensor[float32, Shape[N]]): ...

    signature = signature_of(f)
    spec = tf.TensorSpec([None, 3])
    assert signature.specs == {"rows": {"first": spec, "second": spec}, "x": tf.TensorSpec([None])}

    @function
    def g(rows: Rows[float32, N], x: Tensor[float32, Shape[N]]):
        return x

    with pytest.raises(
        TypeError, match=r"argument 'x': .* N is 2 in argument 'rows.first', 3 here"
    ):
        g(Rows(tf.ones([2, 3]), tf.ones([2, 3])), tf.ones([3]))


def test_an_input_signature_must_agree():
    with pytest.raises(
        AnnotationError,
        match=(
            r"f\(\) parameter 'x': input_signature has int32\[3\], the annotation int32\[4\]; "
            r"annotated at .*test_signatures.py:\d+"
        ),
    ):

        @function(input_signature=[tf.TensorSpec([3], tf.int32)])
        def f(x: Tensor[int32, Shape[4]]): ...

    with pytest.raises(
        AnnotationError,
        match=r"parameter 'x.y': input_signature has float32\[\?\], the annotation int32\[N\]",
    ):

        @function(input_signature=[Pair(X, tf.TensorSpec([None]))])
        def g(x: Pair): ...

    with pytest.raises(AnnotationError, match=r"h\(\) has 1 parameters, input_signature 2 specs"):

        @function(input_signature=[X, X])
        def h(x: Tensor[float32, Shape[N, 3]]): ...


def test_an_input_signature_may_say_more():
    @function(input_signature=[tf.TensorSpec([2, None]), Y])
    def f(x: Tensor[Floating, Shape[N, 3]], y, k: int = 2):
        return x

    assert f.input_signature == (tf.TensorSpec([2, 3]), Y)
    assert f(tf.ones([2, 3]), [1]).shape == [2, 3]
    assert f.get_concrete_function().structured_outputs.shape == [2, 3]
    with pytest.raises(
        TypeError,
        match=r"argument 'x': expected float32\[2, 3\], got float32\[1, 3\]: by its input_signature",
    ):
        f(tf.ones([1, 3]), [1])
    with pytest.raises(TypeError, match=r"argument 'y': expected int32\[\?\], got float32\[1\]"):
        f(tf.ones([2, 3]), tf.ones([1]))


def test_later_names_are_found_at_the_first_call():
    @function
    def f(x: Tensor[float32, Shape[Later]]):  # noqa: F821
        return x

    @function
    def g(x: Tensor[float32, Shape["2*Later"]]):  # noqa: UP037, F821
        return x

    with pytest.raises(
        AnnotationError,
        match=r"f\(\) parameter 'x': name 'Later' is not defined; annotated at .*test_signatures.py:\d+",
    ):
        f([1.0])
    with pytest.raises(AnnotationError, match=r"g\(\) parameter 'x': name 'Later' is not defined"):
        signature_of(g)
    try:
        globals()["Later"] = Width
        assert repr(signature_of(f)) == "f(x: float32[Width=784])"
        assert repr(signature_of(g)) == "g(x: float32[1568])"
    finally:
        del globals()["Later"]


def test_names_that_only_annotations_use():
    class Local(Dimension):
        value = 2

    K = TypeVar("K")

    class Inner(NamedTuple):
        x: Tensor[float32, Shape[K, Local]]

    @function
    def f(inner: Inner, y: Tensor[float32, Shape["K + Local"]]):  # noqa: UP037, F821
        return y

    assert f(Inner(tf.ones([3, 2])), tf.ones([5])).shape == [5]
    with pytest.raises(TypeError, match=r"K \+ 2 is 5 with K = 3"):
        f(Inner(tf.ones([3, 2])), tf.ones([4]))


@pytest.mark.parametrize(
    ("annotation", "message"),
    [
        ("Tensor[float32, Shape['N +']]", r"'N \+' is no expression"),
        ("Tensor[float32, Shape['os + 1']]", "name 'os' is not defined"),
        ("Tensor[float32, Shape['pytest + 1']]", "is no dimension; allowed are an int"),
        ("Tensor[float32, Shape[-1]]", "a size is never negative"),
        ("Tensor[3]", "3 is not a dtype"),
        ("tf.Tensor[float32]", "not subscriptable"),
        ("1 +", "1 +"),
    ],
)
def test_annotations_that_mean_nothing(annotation, message):
    def f(x): ...

    f.__annotations__ = {"x": annotation}
    with pytest.raises(
        AnnotationError,
        match=rf"f\(\) parameter 'x': .*{message}.*; annotated at .*test_signatures.py:\d+",
    ):
        signature_of(f)


def test_return_annotations_that_mean_nothing():
    with pytest.raises(AnnotationError, match=r"f\(\) return annotation: .*never negative"):

        @function
        def f() -> Tensor[float32, Shape[-1]]: ...


def test_a_tf_function_is_not_decorated_twice():
    with pytest.raises(TypeError, match="is a tf.function already: decorate the function itself"):
        function(function(lambda x: x))
    with pytest.raises(TypeError, match="is a tf.function already"):
        function(tf.function(lambda x: x))


def test_other_callables():
    class Layer:
        def __call__(self, x: Tensor[float32, Shape[N, 3]]):
            return x

    def scaled(k: int, x: Tensor[float32, Shape[N, 3]]):
        return k * x

    layer, partial = function(Layer()), function(functools.partial(scaled, 3))
    assert layer.input_signature == partial.input_signature == (X,)
    assert layer([[1, 2, 3]]).shape == [1, 3]
    assert partial([[1, 2, 3]]).numpy().tolist() == [[3, 6, 9]]


def test_it_is_a_function_for_the_namespace():
    f = function(lambda x: x)
    assert isinstance(f, tftypes.Function)
    assert isinstance(f, type(tf.function(lambda x: x)))
    assert f.__name__ == "<lambda>"


NEW_SYNTAX = """
type Rows[K] = Tensor[float32, Shape[K, 3]]

@function
def f[K, *Ks](x: Tensor[float32, Shape[K, *Ks]], y: Rows[K], z: Tensor[float32, Shape["2*K"]]):
    return x
"""


@pytest.mark.skipif(sys.version_info < (3, 12), reason="syntax of Python 3.12")
@pytest.mark.parametrize("future", ["", "from __future__ import annotations"])
def test_type_parameters(future):
    names = {"function": function, "Tensor": Tensor, "Shape": Shape, "float32": float32}
    exec(future + NEW_SYNTAX, names)
    f = names["f"]
    assert repr(signature_of(f)) == "f(x: float32[K, *Ks], y: float32[K, 3], z: float32[2*K])"
    f(tf.ones([2, 5]), tf.ones([2, 3]), tf.ones([4]))
    with pytest.raises(TypeError, match=r"argument 'y': .* K is 1 in argument 'x', 2 here"):
        f(tf.ones([1, 5]), tf.ones([2, 3]), tf.ones([4]))


@pytest.mark.skipif(sys.version_info < (3, 11), reason="generic NamedTuples of Python 3.11")
def test_a_generic_named_tuple():
    class Both(NamedTuple, Generic[N]):
        first: Tensor[float32, Shape[N]]
        second: Tensor[float32, Shape[N]]

    @function
    def f(x: Both[M], y: Tensor[float32, Shape[M]]):
        return y

    assert f(Both([1.0], [2.0]), [3.0]).shape == [1]
    with pytest.raises(
        TypeError,
        match=r"argument 'y': expected float32\[M\], .* M is 1 in argument 'x.first', 2 here",
    ):
        f(Both([1.0], [2.0]), [3.0, 4.0])


def test_an_attrs_class():
    attrs = pytest.importorskip("attrs")

    @attrs.define
    class Sample:
        x: Tensor[float32, Shape[N]]
        _k: int = 2

    @function
    def f(sample: Sample):
        return sample.x * sample._k

    assert f(Sample([1.0, 2.0])).numpy().tolist() == [2.0, 4.0]
    assert f(Sample([1.0], 3)).numpy().tolist() == [3.0]
    with pytest.raises(TypeError, match=r"argument 'sample.x': expected float32\[N\]"):
        f(Sample(1.0))
