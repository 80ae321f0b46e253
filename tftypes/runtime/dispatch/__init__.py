"""Types that say themselves what TensorFlow's ops do to them: `__tf_dispatch__` on any class.

From the import of this package on, TensorFlow's ops ask their arguments before they run: the
classes need no base and no registration. See `tftypes.DispatchableType` for the protocol.

    class Celsius:
        @classmethod
        def __tf_dispatch__(cls, op, args, kwargs):
            if dispatch.is_unary_elementwise_op(op):
                return Celsius(op(args[0].degrees, *args[1:], **kwargs))
            return NotImplemented

Source: RFC 269, "The tf.DispatchableType Protocol".
"""

from tftypes.runtime.dispatch.groups import binary_elementwise_ops as binary_elementwise_ops
from tftypes.runtime.dispatch.groups import is_binary_elementwise_op as is_binary_elementwise_op
from tftypes.runtime.dispatch.groups import is_reduction_op as is_reduction_op
from tftypes.runtime.dispatch.groups import is_unary_elementwise_op as is_unary_elementwise_op
from tftypes.runtime.dispatch.groups import reduction_ops as reduction_ops
from tftypes.runtime.dispatch.groups import unary_elementwise_ops as unary_elementwise_ops
from tftypes.runtime.dispatch.installation import install as _install
from tftypes.runtime.dispatch.installation import supports_dispatch as supports_dispatch
from tftypes.runtime.dispatch.names import Op as Op
from tftypes.runtime.dispatch.names import op_name as op_name
from tftypes.runtime.dispatch.operators import Operators as Operators
from tftypes.runtime.dispatch.third_party import dispatchable as dispatchable
from tftypes.runtime.dispatch.third_party import install_methods as _install_methods

_install()
_install_methods()
