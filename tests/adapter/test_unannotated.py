"""Programs without annotations: mypy with the plugin says of its own what it says where TensorFlow is Any."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path

import pytest

from tests.adapter.runs import Program
from tests.recorded.strip import stripped

ROOT = Path(__file__).parents[1]
#: Each stands alone here: what imports from its own package does not.
PROGRAMS = [
    path
    for folder in (("recorded", "programs"), ("suites", "language"), ("suites", "tracing"))
    for path in sorted(ROOT.joinpath(*folder).rglob("*.py"))
    if re.search(r"^\s*from \.", path.read_text(), re.MULTILINE) is None
]
OPTIONS = "check_untyped_defs = True\nignore_missing_imports = True\n"
ANY = "[mypy-tensorflow.*,keras.*]\nfollow_imports = skip\nfollow_imports_for_stubs = True\n"
ERROR = re.compile(r"(?P<path>[^:]+):(?P<line>\d+): error: .*  \[(?P<code>[\w-]+)\]")

#: Functions of TensorFlow's as items of a list or a dict: mypy sees their signatures, and infers no type for all of them.
AS_VALUES = {"r25_type_dispatch", "f12_callbacks"}


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[tuple[str, str, str]]]:
    """What mypy says, by way: the program, the line and the code of each error."""
    found = {}
    texts = {
        f"m{number}_{path.stem}.py": stripped(path.read_text())
        for number, path in enumerate(PROGRAMS)
    }
    for way, config in (("plugin", OPTIONS), ("any", OPTIONS + ANY)):
        program = Program(tmp_path_factory.mktemp(way), config)
        if way == "any":
            config = (
                (program.folder / "mypy.ini").read_text().replace("plugins = tftypes_mypy\n", "")
            )
            (program.folder / "mypy.ini").write_text(config)
        for name, text in texts.items():
            (program.folder / name).write_text(text)
        found[way] = [
            (match["path"].partition("_")[2].removesuffix(".py"), match["line"], match["code"])
            for match in map(ERROR.match, program.cold())
            if match is not None
        ]
        shutil.rmtree(program.folder)
    return found


def test_no_error_of_mypys_own_is_added(names: dict[str, list[tuple[str, str, str]]]) -> None:
    mypys = [each for each in names["plugin"] if not each[2].startswith("tf-")]
    added = Counter(mypys) - Counter(names["any"])
    assert {each for each in added if each[0] not in AS_VALUES} == set()
    assert {each[0] for each in added} == AS_VALUES
    assert len(mypys) > 40


def test_none_is_lost_but_what_the_engine_says_in_its_place(
    names: dict[str, list[tuple[str, str, str]]],
) -> None:
    """To mypy a class of a module that is Any may be no type."""
    tensors = {each[:2] for each in names["plugin"] if each[2].startswith("tf-")}
    lost = Counter(names["any"]) - Counter(names["plugin"])
    assert {each for each in lost if each[:2] not in tensors and each[2] != "name-defined"} == set()
