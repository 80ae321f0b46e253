"""What a public function returns is said, but for a few, each with its reason."""

from __future__ import annotations

from collections.abc import Iterator

from mypy import nodes
from mypy.types import AnyType, CallableType, Type, get_proper_type

from tests.stubs.conftest import PublicAPI, Stubs
from tests.stubs.test_completeness import is_core

OPEN = {
    "what the caller's functions return": (
        "tensorflow.case tensorflow.cond tensorflow.foldl tensorflow.foldr tensorflow.map_fn tensorflow.numpy_function"
        " tensorflow.py_function tensorflow.scan tensorflow.switch_case tensorflow.vectorized_map tensorflow.while_loop"
        " tensorflow.nest.map_structure tensorflow.ragged.map_flat_values"
    ),
    "the structure that the caller gives": (
        "tensorflow.nest.pack_sequence_as tensorflow.data.experimental.get_structure"
        " tensorflow.tpu.experimental.embedding.serving_embedding_lookup"
    ),
    "the object that was saved": "tensorflow.saved_model.load",
    "NumPy's arrays and types, whose stubs ours do without": (
        "tensorflow.get_static_value tensorflow.make_ndarray tensorflow.train.load_variable"
        " tensorflow.experimental.numpy.finfo"
    ),
}


def signatures(node: nodes.SymbolNode | None) -> Iterator[Type | None]:
    if isinstance(node, nodes.Decorator):
        yield node.func.type
    elif isinstance(node, nodes.FuncDef):
        yield node.type
    elif isinstance(node, nodes.OverloadedFuncDef):
        for item in node.items:
            yield from signatures(item)


def is_open(node: nodes.SymbolNode | None) -> bool:
    results = [s.ret_type for s in signatures(node) if isinstance(s, CallableType)]
    return bool(results) and all(isinstance(get_proper_type(r), AnyType) for r in results)


def test_functions_that_return_any_have_a_reason(public: PublicAPI, stubs: Stubs) -> None:
    functions = [
        path
        for path, kind in public.paths.items()
        if kind == "function"
        and (is_core(path) or path.startswith(("tensorflow.experimental.", "tensorflow.raw_ops.")))
    ]
    found = {path for path in functions if is_open(stubs.lookup(path))}
    assert found == set(" ".join(OPEN.values()).split())
    assert len([path for path in found if is_core(path)]) <= 0.02 * sum(map(is_core, functions))
