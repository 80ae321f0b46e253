"""The bases, members and parameters of every class are those that mypy reads in the stubs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from mypy import nodes

from tests.inference.declared import DECLARED, function
from tests.stubs.conftest import Stubs, stubs  # noqa: F401  # a fixture

#: What the index declares; mypy gives names of its own to classes of the standard library.
OURS = ("tensorflow.", "tftypes.")


@pytest.fixture(scope="module")
def classes(stubs: Stubs) -> list[nodes.TypeInfo]:  # noqa: F811
    """All classes that the stubs of TensorFlow define."""
    files = (file for name, file in stubs.modules.items() if f"{name}.".startswith("tensorflow."))
    every = (symbol.node for file in files for symbol in file.names.values())
    found = {each.fullname: each for each in every if isinstance(each, nodes.TypeInfo)}
    return [each for name, each in found.items() if name.startswith("tensorflow.")]


def members(cls: nodes.TypeInfo) -> Iterator[tuple[str, nodes.SymbolTableNode]]:
    """What the class itself defines, without what mypy adds to it."""
    for name, symbol in cls.names.items():
        if not symbol.plugin_generated and not name.startswith("_") and "-" not in name:
            yield name, symbol


def test_the_bases_come_in_the_same_order(classes: list[nodes.TypeInfo]) -> None:
    assert len(classes) > 1000
    for cls in classes:
        theirs = [name for base in cls.mro if (name := base.fullname).startswith(OURS)]
        ours = [name for name in DECLARED.mro(cls.fullname) if name.startswith(OURS)]
        assert ours == [DECLARED.canonical(name) for name in theirs]


def test_each_member_is_found_in_the_same_class(classes: list[nodes.TypeInfo]) -> None:
    checked = 0
    for cls in classes:
        owners = {
            name: base.fullname
            for base in reversed(cls.mro)
            for name, _ in members(base)
            if base.fullname.startswith(OURS)
        }
        for name, owner in owners.items():
            found = DECLARED.member(cls.fullname, name)
            assert found is not None, f"{cls.fullname}.{name}"
            assert found.owner == DECLARED.canonical(owner)
            checked += 1
    assert checked > 10_000


def test_a_method_has_the_same_parameters(classes: list[nodes.TypeInfo]) -> None:
    checked = 0
    for cls in classes:
        for name, symbol in cls.names.items():
            if isinstance(symbol.node, nodes.FuncDef) and not symbol.plugin_generated:
                [ours] = function(f"{cls.fullname}.{name}").overloads
                theirs = [each.variable.name for each in symbol.node.arguments]
                assert [each.name for each in ours.parameters] == theirs
                checked += 1
    assert checked > 2000
