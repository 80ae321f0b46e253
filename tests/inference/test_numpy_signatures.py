"""The table of what NumPy's functions take is what NumPy says."""

from __future__ import annotations

import numpy as np
import pytest

from .numpy_signatures import TABLE, rows


@pytest.mark.skipif(not np.__version__.startswith("2.4."), reason="the table is made of 2.4")
def test_the_table_is_made_of_the_signatures() -> None:
    assert TABLE.read_text().splitlines() == list(rows())
