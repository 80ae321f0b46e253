"""What the annotations mean to a type checker that has no plugin: mypy, strict, without TensorFlow."""

from typing import Final

import pytest

from tests.checks import Case, check

CONFIG: Final = "[mypy]\nstrict = True\ndisable_error_code = empty-body\n"
PRELUDE: Final = """\
import builtins  # the star hides bool
from typing import Any, Literal, TypeVar
from typing_extensions import TypeVarTuple, Unpack
from tftypes import *

N = TypeVar("N")
K = TypeVar("K")
M = TypeVar("M")
F = TypeVar("F", bound=Floating)
Ts = TypeVarTuple("Ts")
Two = Literal[2]
Three = Literal[3]

class Batch(Dimension): ...
class Width(Dimension):
    value = 784

def mm(a: Tensor[float32, Shape[N, K]], b: Tensor[float32, Shape[K, M]]) -> Tensor[float32, Shape[N, M]]: ...
def make(dtype: type[Any], shape: Any) -> Any: ...

f23: Tensor[float32, Shape[Two, Three]] = make(float32, [2, 3])
f34: Tensor[float32, Shape[Three, Literal[4]]] = make(float32, [3, 4])
open_shape: Tensor[float32] = make(float32, None)
open_all: Tensor = make(float32, None)
"""
PROGRAMS: Final = {
    "a product of matrices": """
        reveal_type(mm(f23, f34))  # revealed: tftypes.tensors.Tensor[tftypes.dtypes.float32, tftypes.shapes.Shape[Literal[2], Literal[4]]]
        mm(f23, f23)  # error: [misc] "Cannot infer value of type parameter "K""
    """,
    "unknown shapes fit everywhere and say nothing": """
        reveal_type(mm(f23, open_shape))  # revealed: tftypes.tensors.Tensor[tftypes.dtypes.float32, tftypes.shapes.Shape[Literal[2], Any]]
        reveal_type(mm(open_all, f34))  # revealed: tftypes.tensors.Tensor[tftypes.dtypes.float32, tftypes.shapes.Shape[Any, Literal[4]]]
        any_rows: Tensor[float32, Shape[Any, Three]] = f23
        matrix: Tensor[float32, Shape2D] = f23
        back: Tensor[float32, Shape[Two, Three]] = matrix
        reveal_type(open_all)  # revealed: tftypes.tensors.Tensor[Any, Any]
    """,
    "wrong ranks and sizes": """
        a: Tensor[float32, Shape1D[Three]] = f23  # error: [assignment] "Shape[Literal[3]]"
        b: Tensor[float32, Shape0D] = f23  # error: [assignment] "Shape[()]"
        c: Tensor[float32, Shape2D[Three, Two]] = f23  # error: [assignment] "Shape[Literal[3], Literal[2]]"
        d: Tensor[float32, Shape2D[Two, Three]] = f23
    """,
    "dtypes and groups": """
        def positive(x: Tensor[Floating, Any]) -> None: ...
        def keep(x: Tensor[F, Shape[N]]) -> Tensor[F, Shape[N]]: ...
        integers: Tensor[int32, Shape[Three]] = make(int32, [3])
        doubles: Tensor[float64, Shape[Three]] = make(float64, [3])
        positive(f23)
        positive(integers)  # error: [arg-type] "Tensor[int32, Shape[Literal[3]]]"
        either: Tensor[float32 | float64] = doubles
        reveal_type(keep(doubles))  # revealed: tftypes.tensors.Tensor[tftypes.dtypes.float64, tftypes.shapes.Shape[Literal[3]]]
        keep(integers)  # error: [type-var] "F"
        text: Tensor[str]  # error: [type-var] "str"
    """,
    "named dimensions": """
        def logits(x: Tensor[float32, Shape[Batch, Width]]) -> Tensor[float32, Shape[Batch, Three]]: ...
        def swapped(x: Tensor[float32, Shape[Width, Batch]]) -> None:
            logits(x)  # error: [arg-type] "Shape[Width, Batch]"
        def fine(x: Tensor[float32, Shape[Batch, Width]]) -> None:
            reveal_type(logits(x))  # revealed: tftypes.tensors.Tensor[tftypes.dtypes.float32, tftypes.shapes.Shape[{module}.Batch, Literal[3]]]
        class Height(Dimension):
            value = "tall"  # error: [assignment] "int | None"
    """,
    "any number of dimensions": """
        def total(x: Tensor[float32, Shape[Unpack[Ts], N]]) -> Tensor[float32, Shape[Unpack[Ts]]]: ...
        reveal_type(total(f23))  # revealed: tftypes.tensors.Tensor[tftypes.dtypes.float32, tftypes.shapes.Shape[Literal[2]]]
        reveal_type(total(total(f23)))  # revealed: tftypes.tensors.Tensor[tftypes.dtypes.float32, tftypes.shapes.Shape[()]]
        total(total(total(f23)))  # error: [arg-type] "Shape[()]"
    """,
    "arithmetic, nested": """
        def pad(x: Tensor[float32, Shape[N]]) -> Tensor[float32, Shape[Add[N, Literal[1]]]]: ...
        def twice(x: Tensor[float32, Shape[N]]) -> Tensor[float32, Shape[Mul[Two, Sub[N, Literal[1]]]]]: ...
        def halved(x: Tensor[float32, Shape[Mul[Two, Sub[N, Literal[1]]]]]) -> Tensor[float32, Shape[N]]: ...
        three: Tensor[float32, Shape[Three]] = make(float32, [3])
        reveal_type(pad(three))  # revealed: tftypes.tensors.Tensor[tftypes.dtypes.float32, tftypes.shapes.Shape[tftypes.shapes.Add[Literal[3], Literal[1]]]]
        reveal_type(halved(twice(three)))  # revealed: tftypes.tensors.Tensor[tftypes.dtypes.float32, tftypes.shapes.Shape[Literal[3]]]
    """,
    "members and operators": """
        reveal_type(f23 @ f34)  # revealed: tftypes.tensors.Tensor[Any, Any]
        reveal_type(1 - f23)  # revealed: tftypes.tensors.Tensor[Any, Any]
        reveal_type(f23[0])  # revealed: tftypes.tensors.Tensor[tftypes.dtypes.float32, Any]
        print(f23.shape[0], f23.dtype, f23 == f34, float(f23), f23.numpy())
        for row in f23:
            reveal_type(row)  # revealed: tftypes.tensors.Tensor[tftypes.dtypes.float32, Any]
        f23.shap  # error: [attr-defined] "shap"
        def step(w: Variable[float32, Shape[Three]], rt: RaggedTensor[int32]) -> None:
            reveal_type(w.assign_sub(0.1 * w).read_value())  # revealed: Any
            reveal_type(w * 2)  # revealed: tftypes.tensors.Tensor[Any, Any]
            reveal_type(rt * 2)  # revealed: tftypes.tensors.RaggedTensor[Any, Any]
            reveal_type(rt.to_tensor())  # revealed: tftypes.tensors.Tensor[tftypes.dtypes.int32, Any]
    """,
    "what converts to a tensor": """
        class Celsius:
            def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Tensor[float32]: ...
        class NoArguments:
            def __tf_tensor__(self) -> Tensor[float32]: ...
        def convert(x: TensorLike) -> None: ...
        convert(1); convert(True); convert("a"); convert([1, [2.0, f23]]); convert(f23); convert(Celsius())
        convert({1})  # error: [arg-type] "set[int]"
        convert(NoArguments())  # error: [arg-type] "NoArguments"
    """,
    "functions and datasets": """
        def use(f: Function[[int], Tensor[int32]], g: Function, ds: Dataset[Tensor[int32, Shape[()]]]) -> None:
            reveal_type(f(3))  # revealed: tftypes.tensors.Tensor[tftypes.dtypes.int32, Any]
            f("3")  # error: [arg-type] "str"
            g(1, two=3)
            for element in ds:
                reveal_type(element)  # revealed: tftypes.tensors.Tensor[tftypes.dtypes.int32, tftypes.shapes.Shape[()]]
    """,
    "isinstance narrows": """
        def kind(x: float | Tensor[float32]) -> None:
            if isinstance(x, Tensor):
                reveal_type(x)  # revealed: tftypes.tensors.Tensor[tftypes.dtypes.float32, Any]
            else:
                reveal_type(x)  # revealed: float
        def spec(x: object) -> None:
            if isinstance(x, ExtensionType):
                reveal_type(x.__tf_type_spec__())  # revealed: Any
    """,
    "own classes that follow the protocols": """
        class PairSpec:
            @property
            def value_type(self) -> type: ...
            @property
            def component_specs(self) -> Any: ...
            def serialize(self) -> tuple[Any, ...]: ...
            @classmethod
            def deserialize(cls, serialization: Any) -> "PairSpec": ...
            def to_components(self, value: Any) -> Any: ...
            def from_components(self, components: Any) -> Any: ...
            def is_compatible_with(self, spec_or_value: Any) -> builtins.bool: ...
            def most_specific_compatible_type(self, other: Any) -> "PairSpec | None": ...
        class Pair:
            def __tf_type_spec__(self) -> PairSpec: ...
            @classmethod
            def __tf_dispatch__(cls, op: Any, args: Any, kwargs: Any) -> Any: ...
        extension: ExtensionType = Pair()
        dispatchable: DispatchableType = Pair()
        class Both(Tensor[float32, Shape[N]], SupportsTensor): ...
        wrong: ExtensionType = PairSpec()  # error: [assignment] "PairSpec"
    """,
}


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Case]:
    from textwrap import dedent

    made = {
        name: Case(name, PRELUDE + dedent(program).replace("{module}", f"case{number}"), 1)
        for number, (name, program) in enumerate(PROGRAMS.items())
    }
    check(list(made.values()), tmp_path_factory.mktemp("static"), CONFIG)
    return made


@pytest.mark.parametrize("name", PROGRAMS)
def test_strict_mypy_without_the_plugin(name: str, cases: dict[str, Case]) -> None:
    assert cases[name].problems() == []
