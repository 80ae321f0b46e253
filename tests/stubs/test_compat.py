"""compat.v2 is the API once more, and compat.v1 what it was: both by every path, and with the same types."""

from __future__ import annotations

import sys

from mypy import build, nodes
from mypy.modulefinder import BuildSource
from mypy.options import Options

from tests.stubs.conftest import STUBS, PublicAPI, Stubs

V2 = "tensorflow.compat.v2"


def test_compat_v2_has_every_name(public: PublicAPI, stubs: Stubs) -> None:
    again = {path: V2 + path.removeprefix("tensorflow") for path in public.paths}
    assert [v2 for path, v2 in again.items() if stubs.lookup(v2) is not stubs.lookup(path)] == []


def test_compat_v2_is_importable_by_every_path() -> None:
    """`from tensorflow.compat.v2.linalg import matmul` is tf.linalg.matmul."""
    folder = STUBS / "compat" / "v2"
    files = [path.relative_to(folder).with_suffix("") for path in folder.rglob("*.pyi")]
    names = {".".join((V2, *path.parts)).removesuffix(".__init__") for path in files}
    assert len(names) > 80
    options = Options()
    options.python_executable = sys.executable
    options.incremental = False
    options.preserve_asts = True
    program = "".join(f"import {name}\n" for name in sorted(names))
    result = build.build([BuildSource(None, None, program)], options)
    assert result.errors == []
    for name in sorted(names):
        v2, today = (public_nodes(result.files[n]) for n in (name, name.replace(V2, "tensorflow")))
        more = v2.keys() - today.keys()
        assert more == ({"enable_v2_behavior"} if name == V2 else set())
        assert v2 == today | {n: v2[n] for n in more}, name


def public_nodes(module: nodes.MypyFile) -> dict[str, nodes.SymbolNode | None]:
    return {
        name: symbol.node
        for name, symbol in module.names.items()
        if symbol.module_public and not name.startswith("_")
    }


def test_compat_v1_has_every_name(public: PublicAPI, stubs: Stubs) -> None:
    assert len(public.old) > 3500
    assert [path for path in public.old if stubs.lookup(path) is None] == []


def test_compat_v1_has_today_s_types_where_it_has_today_s_objects(
    public: PublicAPI, stubs: Stubs
) -> None:
    same = {path: today for path, today in public.old.items() if today}
    assert len(same) > 2500
    assert [p for p, today in same.items() if stubs.lookup(p) is not stubs.lookup(today)] == []
