"""`StructTensor`: tensors of structures with named fields, for all of TensorFlow.

Source: the StructTensor RFC.
"""

from tftypes import _tensorflow as _tensorflow  # noqa: F401

# These enter what they do in the tables that the classes look up.
from tftypes.struct import annotations as _annotations  # noqa: F401
from tftypes.struct import display as _display  # noqa: F401
from tftypes.struct import indexing as _indexing  # noqa: F401
from tftypes.struct import loops as _loops  # noqa: F401
from tftypes.struct import sessions as _sessions  # noqa: F401
from tftypes.struct.assertions import is_enabled as is_validation_enabled  # noqa: F401
from tftypes.struct.assertions import validation as validation
from tftypes.struct.batches import padded as padded
from tftypes.struct.batches import padded_batch as padded_batch
from tftypes.struct.batches import ragged_batch as ragged_batch
from tftypes.struct.constants import constant as constant
from tftypes.struct.constants import constant_value as constant_value
from tftypes.struct.dense import DenseStructTensor as DenseStructTensor
from tftypes.struct.fields import FieldError as FieldError
from tftypes.struct.formats import Fill as Fill
from tftypes.struct.formats import NullError as NullError
from tftypes.struct.formats import SchemaError as SchemaError
from tftypes.struct.formats import arrow_dataset as arrow_dataset
from tftypes.struct.formats import arrow_schema as arrow_schema
from tftypes.struct.formats import from_arrow as from_arrow
from tftypes.struct.formats import from_arrow_ipc as from_arrow_ipc
from tftypes.struct.formats import from_awkward as from_awkward
from tftypes.struct.formats import from_examples as from_examples
from tftypes.struct.formats import from_firestore as from_firestore
from tftypes.struct.formats import from_json as from_json
from tftypes.struct.formats import from_json_lines as from_json_lines
from tftypes.struct.formats import from_numpy as from_numpy
from tftypes.struct.formats import from_pandas as from_pandas
from tftypes.struct.formats import from_parquet as from_parquet
from tftypes.struct.formats import from_protos as from_protos
from tftypes.struct.formats import from_sequence_examples as from_sequence_examples
from tftypes.struct.formats import from_spanner as from_spanner
from tftypes.struct.formats import parquet_dataset as parquet_dataset
from tftypes.struct.formats import to_arrow as to_arrow
from tftypes.struct.formats import to_arrow_ipc as to_arrow_ipc
from tftypes.struct.formats import to_awkward as to_awkward
from tftypes.struct.formats import to_examples as to_examples
from tftypes.struct.formats import to_json as to_json
from tftypes.struct.formats import to_json_lines as to_json_lines
from tftypes.struct.formats import to_numpy as to_numpy
from tftypes.struct.formats import to_pandas as to_pandas
from tftypes.struct.formats import to_parquet as to_parquet
from tftypes.struct.formats import to_protos as to_protos
from tftypes.struct.formats import to_sequence_examples as to_sequence_examples
from tftypes.struct.ops.grouping import Groups as Groups
from tftypes.struct.ops.grouping import group_by as group_by
from tftypes.struct.ops.grouping import unique as unique
from tftypes.struct.ops.ordering import argsort as argsort
from tftypes.struct.ops.ordering import sort as sort
from tftypes.struct.ragged import RaggedStructTensor as RaggedStructTensor
from tftypes.struct.schemas import spec_of as spec_of
from tftypes.struct.specs import DenseStructTensorSpec as DenseStructTensorSpec
from tftypes.struct.specs import RaggedStructTensorSpec as RaggedStructTensorSpec
from tftypes.struct.specs import StructTensorSpec as StructTensorSpec
from tftypes.struct.tensors import StructTensor as StructTensor
from tftypes.struct.transforms import apply as apply
from tftypes.struct.transforms import broadcast as broadcast
from tftypes.struct.transforms import filter as filter
from tftypes.struct.transforms import has as has
from tftypes.struct.transforms import map_values as map_values
from tftypes.struct.transforms import project as project
from tftypes.struct.transforms import promote as promote
from tftypes.struct.transforms import promote_and_broadcast as promote_and_broadcast
from tftypes.struct.transforms import reroot as reroot
from tftypes.struct.transforms import size as size
from tftypes.struct.trees import Schema as Schema
from tftypes.struct.values import StructTensorValue as StructTensorValue
