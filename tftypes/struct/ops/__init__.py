"""What TensorFlow's ops do to structs, one family a file; and ops that only structs have.

`OPS` is the table from a public op to its implementation, which `StructTensor.__tf_dispatch__` looks
up. Importing `tftypes.struct` is all that a user does.

Source: StructTensor RFC, "Operation Dispatchers".
"""

from tftypes.struct.dispatching import OPS as OPS
from tftypes.struct.ops import filling as filling
from tftypes.struct.ops import gathering as gathering
from tftypes.struct.ops import grouping as grouping
from tftypes.struct.ops import joining as joining
from tftypes.struct.ops import moving as moving
from tftypes.struct.ops import ordering as ordering
from tftypes.struct.ops import selecting as selecting
from tftypes.struct.ops import shaping as shaping
from tftypes.struct.ops import splitting as splitting
