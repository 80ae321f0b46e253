"""The cache: the same findings, faster; and never worse than none."""

from __future__ import annotations

import os
import pickle
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tftypes_lint import Finding, Settings, discover, lint
from tftypes_lint.analysis import FileResult
from tftypes_lint.cache import FOLDER, Cache, read_pickle

WRONG = "class A:\n    def __tf_tensor__(self): ...\n"
REGISTERED = (
    "import tensorflow as tf\nfrom base import A\n"
    "tf.register_tensor_conversion_function(A, lambda v, **k: v.held)\n"
)


def run(folder: Path, settings: Settings | None = None) -> tuple[list[Finding], int]:
    """What is found with the cache, and how many files had to be looked at."""
    settings = settings or Settings()
    cache = Cache.at(folder, settings)
    looked_at: list[FileResult] = []
    keep = cache.keep_file
    cache.keep_file = lambda path, result: (  # type: ignore[method-assign]
        looked_at.append(result),
        keep(path, result),
    )[-1]
    return lint(discover([folder]), settings, cache=cache), len(looked_at)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "base.py").write_text("class A: ...\n")
    (tmp_path / "use.py").write_text(REGISTERED)
    (tmp_path / "wrong.py").write_text(WRONG)
    return tmp_path


def test_what_is_known_is_not_looked_at_again(tree: Path) -> None:
    plain = lint(discover([tree]))

    assert run(tree) == (plain, 3)
    assert run(tree) == (plain, 0)
    assert {finding.code for finding in plain} == {
        "tf-tensor-signature",
        "tensor-conversion-registration",
    }


def test_what_changed_is_and_what_depends_on_it_follows(tree: Path) -> None:
    run(tree)
    (tree / "base.py").write_text("class A:\n    def __tf_tensor__(self, dtype, name): ...\n")

    found, looked_at = run(tree)

    assert looked_at == 1
    assert found == lint(discover([tree]))
    assert "the registration is dead" in found[0].message


def test_a_file_that_is_touched_only_is_not(tree: Path) -> None:
    run(tree)
    os.utime(tree / "wrong.py", (0, 0))

    assert run(tree)[1] == 0


def test_other_settings_are_another_matter(tree: Path) -> None:
    run(tree)
    strict = Settings(tables={"tf-tensor-signature": {"severity": "note"}})

    found, looked_at = run(tree, strict)

    assert looked_at == 3
    assert {finding.severity for finding in found} == {"note", "warning"}


def test_a_module_that_gets_another_name_is_looked_at(tree: Path) -> None:
    run(tree)
    (tree / "__init__.py").touch()

    assert run(tree)[1] == 4


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda content: b"", id="empty"),
        pytest.param(lambda content: content[: len(content) // 2], id="cut off"),
        pytest.param(lambda content: content[:16] + b"\x80\x05garbage", id="garbage"),
        pytest.param(lambda content: content[:16] + pickle.dumps(([], {})), id="something else"),
        pytest.param(
            lambda content: content[:16] + pickle.dumps(({b"k": b"\x80\x05N."}, {1: 2})),
            id="something else inside",
        ),
        pytest.param(lambda content: content.replace(b"FileResult", b"Misnamed__"), id="renamed"),
        pytest.param(lambda content: bytes(reversed(content)), id="backwards"),
    ],
)
def test_a_broken_cache_is_a_cold_run(tree: Path, damage: object) -> None:
    plain, _ = run(tree)
    file = tree / FOLDER / "lint"
    file.write_bytes(damage(file.read_bytes()))  # type: ignore[operator]

    assert run(tree) == (plain, 3)
    assert run(tree) == (plain, 0)


class Malicious:
    def __reduce__(self) -> object:
        return os.system, ("echo ran > ran",)


def test_a_cache_that_somebody_else_wrote_runs_nothing(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tree)
    with pytest.raises(pickle.UnpicklingError, match=r"posix.system has no place in a cache"):
        read_pickle(pickle.dumps(Malicious()))

    assert not (tree / "ran").exists()


def test_a_folder_that_cannot_be_written_to_has_no_cache(tree: Path) -> None:
    plain = lint(discover([tree]))
    (tree / FOLDER).write_text("a file in its place")

    assert run(tree) == (plain, 3)


def test_git_and_backups_leave_it_out(tree: Path) -> None:
    run(tree)

    assert (tree / FOLDER / ".gitignore").read_text() == "*\n"
    assert (tree / FOLDER / "CACHEDIR.TAG").read_text().startswith("Signature: 8a477f597d28d172")
    assert sorted(os.listdir(tree / FOLDER)) == [".gitignore", "CACHEDIR.TAG", "lint"]


def test_runs_on_parts_of_the_project_keep_each_other(tree: Path) -> None:
    run(tree)
    cache = Cache.at(tree, Settings())
    lint([tree / "wrong.py"], cache=cache)

    assert run(tree)[1] == 0


@pytest.mark.parametrize("name", ["", "lint"], ids=["folder", "file"])
def test_a_cache_that_is_a_link_is_neither_read_nor_written(
    tree: Path, tmp_path_factory: pytest.TempPathFactory, name: str
) -> None:
    """A link comes with a checkout, and leads wherever its author likes."""
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    target = elsewhere / name
    if name:
        target.write_bytes(b"precious")
        (tree / FOLDER).mkdir()
    (tree / FOLDER / name).symlink_to(target)
    plain = lint(discover([tree]))

    assert run(tree) == (plain, 3)
    assert run(tree) == (plain, 3)
    assert sorted(os.listdir(elsewhere)) == ([name] if name else [])
    assert not name or target.read_bytes() == b"precious"
    assert Cache.at(tree, Settings()).problem == (tree / FOLDER / name, "is a link")


def test_links_beside_the_cache_are_left_alone(tree: Path, tmp_path: Path) -> None:
    (tree / FOLDER).mkdir()
    (tree / FOLDER / ".gitignore").symlink_to(tree / "made.txt")

    run(tree)

    assert not (tree / "made.txt").exists()


@given(st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_damage_of_any_kind_is_a_miss(tree: Path, data: st.DataObject) -> None:
    (tree / FOLDER / "lint").unlink(missing_ok=True)
    plain, _ = run(tree)
    file = tree / FOLDER / "lint"
    good = file.read_bytes()
    start = data.draw(st.integers(0, len(good)))
    end = data.draw(st.integers(start, min(start + 40, len(good))))
    broken = good[:start] + data.draw(st.binary(max_size=40)) + good[end:]
    file.write_bytes(broken)

    assert run(tree) == (plain, 0 if broken == good else 3)


def test_it_may_lie_elsewhere(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    place = tmp_path_factory.mktemp("caches") / "of" / "this"
    cache = Cache.at(tree, Settings(), str(place))
    lint(discover([tree]), cache=cache)

    assert (place / "lint").is_file() and not (tree / FOLDER).exists()
