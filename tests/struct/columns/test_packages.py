"""Packages are imported when they are used; one that is missing is named, with the extra."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from tftypes import struct


def test_structs_need_no_package_of_any_format() -> None:
    """(Keras imports pandas if it can, and pandas pyarrow: so they are hidden.)"""
    program = (
        "import sys; sys.modules.update(dict.fromkeys(['pyarrow', 'pandas', 'awkward', 'google.cloud']));"
        "from tftypes import struct; print(struct.constant([{'x': 1}])['x'].numpy())"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout == "[1]\n"


@pytest.mark.parametrize(
    ("package", "function", "arguments"),
    [
        ("pyarrow", "from_arrow", [None]), ("pyarrow", "to_arrow", [None]),
        ("pyarrow", "from_arrow_ipc", [b""]), ("pyarrow", "to_arrow_ipc", [None]),
        ("pyarrow", "from_parquet", ["x"]), ("pyarrow", "to_parquet", [None, "x"]),
        ("pyarrow", "parquet_dataset", ["x", 1]), ("pyarrow", "arrow_dataset", ["x", 1]),
        ("pandas", "from_pandas", [None]), ("pandas", "to_pandas", [None]),
        ("awkward", "from_awkward", [None]), ("awkward", "to_awkward", [None]),
    ],
)  # fmt: skip
def test_a_missing_package(package: str, function: str, arguments: Any, monkeypatch: Any) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    expected = rf"{function}\(\) needs {package}: pip install 'tftypes\[struct\]'"
    with pytest.raises(ImportError, match=expected):
        getattr(struct, function)(*arguments)
