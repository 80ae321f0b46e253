"""Programs for TensorFlow 2.16 type-check as they are: nothing that it offers is gone, no parameter is."""

from __future__ import annotations

import json

import pytest
from mypy import nodes
from mypy.types import CallableType, Overloaded, get_proper_type

from tests.stubs.conftest import HERE, ROOT, Stubs

#: Every public path of 2.16 but those of Keras: a kind, or the names of a function's parameters.
OLDER: dict[str, str] = json.loads((HERE / "tensorflow_2_16.json").read_text("utf-8"))
KINDS = {"module", "class", "constant"}
DOCS = (ROOT / "docs" / "stubs.md").read_text("utf-8")


def accepted(node: nodes.SymbolNode | None) -> list[str] | None:
    """The names of the parameters of a function; None where it takes any, or is no function to mypy."""
    plain = node.func if isinstance(node, nodes.Decorator) else node
    typ = get_proper_type(getattr(plain, "type", None))
    items = typ.items if isinstance(typ, Overloaded) else [typ]
    signatures = [item for item in items if isinstance(item, CallableType)]
    if not signatures or any(item.is_var_arg and item.is_kw_arg for item in signatures):
        return None
    return [name for item in signatures for name in item.arg_names if name]


def test_the_account_of_2_16_is_whole() -> None:
    assert len(OLDER) > 3000
    assert OLDER["tensorflow.gather"].split()[:3] == ["params", "indices", "validate_indices"]


def test_no_path_is_gone(stubs: Stubs) -> None:
    assert [path for path in OLDER if stubs.lookup(path) is None] == []


def test_no_parameter_is_gone(stubs: Stubs) -> None:
    gone = {}
    for path, written in OLDER.items():
        known = accepted(stubs.lookup(path)) if written not in KINDS else None
        if known is not None and (left := set(written.split()) - set(known)):
            gone[path] = left
    assert gone == {}


@pytest.mark.parametrize(
    "path", ["io.decode_webp", "io.decode_jxl", "sparse.sampled_addmm", "NoneTensorSpec"]
)
def test_what_2_16_has_not_is_in_the_documentation(path: str, stubs: Stubs) -> None:
    assert f"tensorflow.{path}" not in OLDER
    assert stubs.lookup(f"tensorflow.{path}") is not None
    assert f"`tf.{path}`" in DOCS
