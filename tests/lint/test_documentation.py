"""The pages on the lints are what the rules say."""

from __future__ import annotations

from pathlib import Path

import pytest

from tftypes_lint.documentation import pages, write

FOLDER = Path(__file__).parents[2] / "docs" / "lint"
COMMAND = "cd lint && python -m tftypes_lint.documentation ../docs/lint"


@pytest.mark.parametrize("name", pages())
def test_a_page_is_up_to_date(name: str) -> None:
    assert (FOLDER / name).read_text("utf-8") == pages()[name], COMMAND


def test_there_is_no_page_of_a_rule_that_is_gone() -> None:
    assert {file.name for file in FOLDER.iterdir()} == {*pages()}, COMMAND


def test_a_page_shows_what_is_found_and_what_the_fix_makes_of_it() -> None:
    page = pages()["tf-tensor-signature.md"]

    assert page.startswith(
        "# tf-tensor-signature\n\n*Error; looks at each file by itself; has a fix.*"
    )
    assert "## Reported\n\n### Arguments are not accepted\n\n```python\nclass A:\n" in page
    assert (
        "`tftypes fix` makes of it:\n\n```python\nclass A:\n    def __tf_tensor__(self, dty" in page
    )
    assert "## Not reported\n" in page


def test_an_example_of_several_files_names_them() -> None:
    assert (
        "`celsius.py`:\n\n```python\nimport tensorflow as tf\n"
        in (pages()["tensor-conversion-registration.md"])
    )


def test_writing_leaves_nothing_old_behind(tmp_path: Path) -> None:
    (tmp_path / "gone-rule.md").touch()
    write(tmp_path)

    assert {file.name for file in tmp_path.iterdir()} == {*pages()}
