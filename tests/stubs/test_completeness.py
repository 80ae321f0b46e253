"""Whatever TensorFlow offers, the stubs have: every path, under its canonical name, and every member of every class."""

from __future__ import annotations

from typing import Any

import pytest
from mypy import nodes

from tests.stubs.conftest import SAME_KERAS, PublicAPI, Stubs

CORE = (
    "tensorflow.raw_ops.",
    "tensorflow.keras",
    "tensorflow.experimental.numpy",
    "tensorflow.losses",
    "tensorflow.metrics",
    "tensorflow.optimizers",
    "tensorflow.initializers",
)


def is_core(path: str) -> bool:
    return not path.startswith(CORE)


def test_the_walk_finds_the_api(public: PublicAPI) -> None:
    core = [path for path in public.paths if is_core(path)]
    assert len(core) > 1400
    assert len([path for path in public.paths if path.startswith("tensorflow.raw_ops.")]) > 1400
    assert len([path for path in public.paths if path.startswith("tensorflow.keras.")]) > 1400


def test_every_public_path_is_in_the_stubs(public: PublicAPI, stubs: Stubs) -> None:
    missing = [path for path in public.paths if stubs.lookup(path) is None]
    assert not missing


def test_a_name_that_does_not_exist_is_in_no_module(public: PublicAPI, stubs: Stubs) -> None:
    modules = [path for path, kind in public.paths.items() if kind == "module"]
    assert [m for m in modules if stubs.lookup(f"{m}.no_such_name") is not None] == []
    assert [m for m in modules if stubs.lookup(f"{m}.__getattr__") is not None] == []


def test_every_path_is_of_the_right_kind(public: PublicAPI, stubs: Stubs) -> None:
    kinds: dict[str, Any] = {
        "module": nodes.MypyFile,
        "class": nodes.TypeInfo,
        "function": (nodes.FuncDef, nodes.OverloadedFuncDef, nodes.TypeInfo, nodes.Decorator),
        "constant": (nodes.Var, nodes.TypeAlias),
    }
    wrong = {
        path: type(node).__name__
        for path, kind in public.paths.items()
        if not isinstance(node := stubs.lookup(path), kinds[kind])
    }
    assert not wrong


def test_functions_and_classes_are_defined_under_their_canonical_name(
    public: PublicAPI, stubs: Stubs
) -> None:
    """The name that the documentation is filed under; `tf.matmul` is `tensorflow.linalg.matmul`."""
    elsewhere = {}
    for path, name in public.canonical.items():
        node = stubs.lookup(path)
        if is_core(path) and name in public.paths and node is not None and node.fullname != name:
            elsewhere[path] = node.fullname
    # The contract of the stubs names these by the class that users know.
    by_name = {
        "tensorflow.dtypes.DType": "tensorflow.DType",
        "tensorflow.sparse.SparseTensor": "tensorflow.SparseTensor",
    }
    expected = {alias: home for canonical, home in by_name.items() for alias in (canonical, home)}
    assert elsewhere == {path: expected[path] for path in elsewhere}


def own_members(cls: nodes.TypeInfo) -> set[str]:
    return {name for base in cls.mro for name in base.names}


#: A member of TPUEmbeddingV2 that TensorFlow 2.16 has and later ones have not; docs/stubs.md says so.
REMOVED = {"preprocess_features"}


def test_every_member_of_every_class_is_in_the_stubs(public: PublicAPI, stubs: Stubs) -> None:
    missing = {}
    for path, members in public.members.items():
        if path.startswith("tensorflow.keras.") and not SAME_KERAS:
            continue
        cls = stubs.lookup(path)
        if isinstance(cls, nodes.TypeInfo) and not cls.fallback_to_any:
            missing[path] = sorted(set(members) - own_members(cls) - REMOVED)
    assert {path: names for path, names in missing.items() if names} == {}


@pytest.mark.parametrize(
    "path",
    [
        "Tensor",
        "Variable",
        "RaggedTensor",
        "SparseTensor",
        "IndexedSlices",
        "TensorArray",
        "TensorShape",
        "DType",
        "TensorSpec",
        "RaggedTensorSpec",
        "SparseTensorSpec",
        "data.Dataset",
        "data.Iterator",
        "GradientTape",
        "Module",
    ],
)
def test_core_classes_have_all_members(path: str, public: PublicAPI, stubs: Stubs) -> None:
    cls = stubs.lookup(f"tensorflow.{path}")
    assert isinstance(cls, nodes.TypeInfo)
    assert set(public.members[f"tensorflow.{path}"]) <= own_members(cls)
