"""The simulator says what Python does, for packages drawn at random and run."""

from __future__ import annotations

import sys
from collections.abc import Mapping

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.lint.imports.truth import Package, Truth, import_from
from tftypes_lint.imports.analysis import Analysis
from tftypes_lint.imports.collect import collect
from tftypes_lint.imports.cycles import components
from tftypes_lint.imports.graph import AT_IMPORT
from tftypes_lint.imports.outcome import Outcome
from tftypes_lint.imports.project import Project
from tftypes_lint.imports.simulate import simulate
from tftypes_lint.source import Source

#: The modules of a drawn package.
MODULES = ("r", "r.a", "r.b", "r.p", "r.p.c", "r.p.d")
NAMES = ("v0", "v1", "v2")


def project(sources: Mapping[str, str]) -> Project:
    """The modules as files of a project."""
    facts = {}
    for name, text in sources.items():
        is_package = any(other.startswith(f"{name}.") for other in sources)
        path = name.replace(".", "/") + ("/__init__.py" if is_package else ".py")
        facts[path] = collect(Source(path, text.encode()))
    return Project(facts)


def both(sources: Mapping[str, str], entry: str) -> tuple[Outcome, Truth]:
    """What is foretold, and what happens."""
    return simulate(project(sources), entry), import_from(Package(sources), entry)


def met(outcome: Outcome) -> set[tuple[str, str]]:
    """Who is foretold to meet which module, as the oracle has it."""
    return {(hit.module, hit.target) for hit in outcome.hits if not hit.implicit}


@st.composite
def import_statements(draw: st.DrawFn, module: str) -> str:
    """A statement that imports something of the package, in one of the ways to write it."""
    target = draw(st.sampled_from(MODULES))
    name = draw(st.sampled_from(NAMES))
    parent, _, child = target.rpartition(".")
    ways = [
        f"import {target}",
        f"import {target} as x",
        f"from {target} import {name}",
        f"from {target} import {name} as y",
        f"import {target} as z; z.{name}",
        f"import {target}; {target}.{name}",
    ]
    if parent:
        ways += [f"from {parent} import {child}", f"from {parent} import {child} as x; x.{name}"]
    package = module if module in ("r", "r.p") else module.rpartition(".")[0]
    if parent == package:
        ways += [f"from . import {child}", f"from .{child} import {name}"]
    if package == "r.p" and parent == "r":
        ways += [f"from .. import {child}", f"from ..{child} import {name}"]
    return draw(st.sampled_from(ways))


@st.composite
def statements(draw: st.DrawFn, module: str, number: int) -> str:
    """A few lines, all of them of a kind whose effect is certain."""
    what = draw(import_statements(module))
    name = draw(st.sampled_from(NAMES))
    forms = [
        what,
        what,
        f"{name} = {number}",
        f"if TYPE_CHECKING:\n    {what}",
        f"if not TYPE_CHECKING:\n    {what}",
        f"try:\n    {what}\nexcept ImportError:\n    {name} = {number}",
        f"try:\n    {what}\nexcept (AttributeError, ImportError):\n    pass\nelse:\n    {name} = 1",
        f"try:\n    {what}\nfinally:\n    {name} = {number}",
        f"def f{number}():\n    {what}",
        f"def f{number}():\n    {what}\nf{number}()",
        f"def f{number}():\n    def g(*_):\n        {what}\n    return g\n@f{number}()\ndef h(): pass",
        f"def g{number}(): f{number}()\ndef f{number}():\n    {what}\ng{number}()",
        f"class C{number}:\n    {what}",
        f"class C{number}:\n    def __init__(self):\n        self.m()\n"
        f"    def m(self):\n        {what}\nC{number}()",
        f"@lambda f: f\ndef f{number}(x={number}): pass",
        f"__import__('{draw(st.sampled_from(MODULES))}')",
    ]
    return draw(st.sampled_from(forms))


@st.composite
def packages(draw: st.DrawFn) -> dict[str, str]:
    """A package of six modules that import each other; each binds all names in the end."""
    sources = {}
    for module in MODULES:
        lines = [draw(statements(module, number)) for number in range(draw(st.integers(0, 4)))]
        sources[module] = "\n".join(["TYPE_CHECKING = False", *lines, "v0 = v1 = v2 = 0", ""])
    return sources


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(packages(), st.sampled_from(MODULES))
def test_what_is_foretold_is_what_happens(sources: dict[str, str], entry: str) -> None:
    foretold, truth = both(sources, entry)

    assert met(foretold) == truth.hits
    assert (foretold.unbound is not None) == (truth.error is not None)
    if foretold.unbound:
        assert f"'{foretold.unbound.name}'" in (truth.error or "")
        assert f"'{foretold.unbound.target}'" in (truth.error or "")


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(packages(), st.data(), st.sampled_from(MODULES))
def test_where_conditions_are_unknown_a_foretold_failure_is_still_one(
    sources: dict[str, str], data: st.DataObject, entry: str
) -> None:
    """Some lines go into a branch that is taken or not; what is foretold cannot depend on it."""
    for module in MODULES:
        body = sources[module].split("\n", 1)[1]
        flag = data.draw(st.booleans())
        extra = data.draw(statements(module, 9))
        form = data.draw(st.sampled_from(["if FLAG:", "while FLAG:", "with Quiet():"]))
        branch = "\n".join(f"    {line}" for line in extra.split("\n"))
        ending = "\n    break" if form.startswith("while") else ""
        sources[module] = (
            f"TYPE_CHECKING = False\nFLAG = int('{int(flag)}')\n{QUIET}\n{form}\n{branch}{ending}\n{body}"
        )

    foretold, truth = both(sources, entry)

    assert foretold.unbound is None or truth.error is not None


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(packages())
def test_cycles_are_looked_for_where_they_can_be(sources: dict[str, str]) -> None:
    """Nothing is lost by leaving out the imports that lead nowhere back."""
    analysis = Analysis(project(sources))
    whole, part = analysis.graph, analysis.tangles

    assert components(part.successors()) == components(whole.successors())
    for component in components(whole.successors()):
        for name in component:
            for target in {*component} & whole.edges[name].keys():
                sites = whole.edges[name][target].sites_of(AT_IMPORT)
                found = part.edges[name].get(target)
                assert (found.sites_of(AT_IMPORT) if found else []) == sites


#: A context that swallows what goes wrong in it.
QUIET = """\
class Quiet:
    def __enter__(self): pass
    def __exit__(self, *error): return True"""


@pytest.mark.skipif(sys.version_info < (3, 12), reason="`type X = ...` is of Python 3.12")
def test_a_type_alias_binds_its_name_and_evaluates_nothing() -> None:
    sources = {
        "r": "",
        "r.a": "from r import b\ntype Pair = tuple[b.Late, b.Late]\nimport r.c",
        "r.b": "import r.a\nclass Late: ...",
        "r.c": "from r.a import Pair",
    }

    foretold, truth = both(sources, "r.b")

    assert foretold.unbound is None and truth.error is None
    assert foretold.states["r.a"].names["Pair"] == "r.a:Pair"

    sources["r.a"] = "import r.c\ntype Pair = int"
    foretold, truth = both(sources, "r.a")

    assert foretold.unbound and foretold.unbound.bound_at == 2
    assert "cannot import name 'Pair'" in (truth.error or "")


def test_a_lazily_loaded_module_is_imported_when_it_is_used() -> None:
    sources = {
        "r": "",
        "r.lazy": """
from importlib import import_module
class LazyLoader:
    def __init__(self, name, namespace, module):
        self.__dict__.update(module=module)
    def __getattr__(self, name):
        return getattr(import_module(self.module), name)
""",
        "r.a": "from r.lazy import LazyLoader\nb = LazyLoader('b', globals(), 'r.b')\nx = b.size\n",
        "r.b": "import r.a\nsize = 3\n",
    }

    foretold, truth = both(sources, "r.a")

    assert met(foretold) == truth.hits == {("r.b", "r.a")}
    assert ("r.a", "<b>") in foretold.called


def test_a_module_that_makes_its_names_up_is_never_blamed() -> None:
    for text in ("def __getattr__(name): return 3", "globals()['v'] = 3", "exec('v = 3')"):
        sources = {"r": "", "r.a": f"{text}\nimport r.b\nv = 1\n", "r.b": "from r.a import v\n"}
        foretold, truth = both(sources, "r.a")

        assert truth.error is None
        assert foretold.unbound is None


def test_functions_of_other_modules_are_followed() -> None:
    sources = {
        "r": "",
        "r.tools": """
def register(name):
    def decorate(f):
        import r.a
        return f
    return decorate
class Base:
    def __init_subclass__(cls):
        import r.b
""",
        "r.a": "from r import tools\nfrom r.b import g\nx = 1\n",
        "r.b": "from r import tools\n@tools.register('g')\ndef g(): pass\nclass C(tools.Base): pass\n",
    }
    foretold, truth = both(sources, "r.a")

    assert met(foretold) == truth.hits == {("r.tools", "r.a"), ("r.tools", "r.b")}
    assert {
        ("r.tools", "register.decorate"),
        ("r.tools", "Base.__init_subclass__"),
    } <= foretold.called


def test_imports_nested_deeper_than_python_can_end() -> None:
    names = [f"r.m{number}" for number in range(400)]
    sources = {"r": ""}
    for name, other in zip(names, [*names[1:], names[0]]):
        sources[name] = f"import {other}\n"

    assert simulate(project(sources), "r.m0").unbound is None
