"""What needs TensorFlow: functions with the signature of their annotations, checks at run time,
extension types and dispatch by protocol."""

from tftypes.runtime import dispatch as dispatch
from tftypes.runtime.checking import checked as checked
from tftypes.runtime.errors import (
    AnnotationError as AnnotationError,
)
from tftypes.runtime.errors import (
    ArgumentError as ArgumentError,
)
from tftypes.runtime.errors import (
    ReturnError as ReturnError,
)
from tftypes.runtime.extension_types import extension_type as extension_type
from tftypes.runtime.extension_types import is_extension_type as is_extension_type
from tftypes.runtime.function import Function as Function
from tftypes.runtime.function import function as function
from tftypes.runtime.function import signature_of as signature_of
from tftypes.runtime.signature import Signature as Signature
from tftypes.runtime.stackable import StackableTypeSpec as StackableTypeSpec
from tftypes.runtime.type_specs import TypeSpec as TypeSpec
from tftypes.runtime.type_specs import register_type_spec as register_type_spec
from tftypes.runtime.type_specs import type_spec_of as type_spec_of
