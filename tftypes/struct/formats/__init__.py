"""Structs from other formats and back: one module a format, each `from_<format>` and `to_<format>`.

Every reader takes `schema`, which the data must agree with, and `nulls`, which says what becomes of
nulls (see `tftypes.struct.formats.nulls`). A format's package is imported when it is first used.
"""

from __future__ import annotations

from tftypes.struct.formats.arrow import (
    arrow_schema,
    from_arrow,
    from_arrow_ipc,
    to_arrow,
    to_arrow_ipc,
)
from tftypes.struct.formats.awkward_arrays import from_awkward, to_awkward
from tftypes.struct.formats.checks import SchemaError
from tftypes.struct.formats.dataframes import from_pandas, to_pandas
from tftypes.struct.formats.examples import (
    from_examples,
    from_sequence_examples,
    to_examples,
    to_sequence_examples,
)
from tftypes.struct.formats.firestore import from_firestore
from tftypes.struct.formats.json_text import from_json, from_json_lines, to_json, to_json_lines
from tftypes.struct.formats.nulls import Fill, NullError
from tftypes.struct.formats.parquet import from_parquet, to_parquet
from tftypes.struct.formats.protos import from_protos, to_protos
from tftypes.struct.formats.sources import arrow_dataset, parquet_dataset
from tftypes.struct.formats.spanner import from_spanner
from tftypes.struct.formats.structured_arrays import from_numpy, to_numpy

__all__ = [
    "Fill",
    "NullError",
    "SchemaError",
    "arrow_dataset",
    "arrow_schema",
    "from_arrow",
    "from_arrow_ipc",
    "from_awkward",
    "from_numpy",
    "from_pandas",
    "from_examples",
    "from_firestore",
    "from_json",
    "from_json_lines",
    "from_parquet",
    "from_protos",
    "from_sequence_examples",
    "from_spanner",
    "parquet_dataset",
    "to_arrow",
    "to_arrow_ipc",
    "to_awkward",
    "to_numpy",
    "to_pandas",
    "to_examples",
    "to_json",
    "to_json_lines",
    "to_parquet",
    "to_protos",
    "to_sequence_examples",
]
