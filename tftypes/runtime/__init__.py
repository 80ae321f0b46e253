"""What needs TensorFlow: functions with the signature of their annotations."""

from tftypes.runtime.errors import (
    AnnotationError as AnnotationError,
)
from tftypes.runtime.errors import (
    ArgumentError as ArgumentError,
)
from tftypes.runtime.errors import (
    ReturnError as ReturnError,
)
from tftypes.runtime.function import Function as Function
from tftypes.runtime.function import function as function
from tftypes.runtime.function import signature_of as signature_of
from tftypes.runtime.signature import Signature as Signature
