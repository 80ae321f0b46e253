"""What needs TensorFlow: functions with the signature of their annotations, checks at run time,
extension types and dispatch by protocol."""

from tftypes import _tensorflow as _tensorflow  # noqa: F401
from tftypes.runtime import datasets as datasets
from tftypes.runtime import dispatch as dispatch
from tftypes.runtime import distribution as distribution
from tftypes.runtime import gradients as _gradients
from tftypes.runtime import keras_models as _keras_models
from tftypes.runtime import own_specs as _own_specs
from tftypes.runtime import restored_functions as _restored_functions
from tftypes.runtime.casting import case as case
from tftypes.runtime.casting import cond as cond
from tftypes.runtime.casting import switch_case as switch_case
from tftypes.runtime.checking import checked as checked
from tftypes.runtime.conversions import supports_tensor as supports_tensor
from tftypes.runtime.errors import AnnotationError as AnnotationError
from tftypes.runtime.errors import ArgumentError as ArgumentError
from tftypes.runtime.errors import ReturnError as ReturnError
from tftypes.runtime.extension_types import extension_type as extension_type
from tftypes.runtime.extension_types import is_extension_type as is_extension_type
from tftypes.runtime.function import function as function
from tftypes.runtime.function import signature_of as signature_of
from tftypes.runtime.polymorphic import Function as Function
from tftypes.runtime.saved_signatures import save as save
from tftypes.runtime.saved_signatures import structured_signatures as structured_signatures
from tftypes.runtime.signature import Signature as Signature
from tftypes.runtime.spec_registry import register_type_spec as register_type_spec
from tftypes.runtime.stackable import StackableTypeSpec as StackableTypeSpec
from tftypes.runtime.tracing import CastContext as CastContext
from tftypes.runtime.tracing import PlaceholderContext as PlaceholderContext
from tftypes.runtime.tracing import TraceType as TraceType
from tftypes.runtime.tracing import trace_type_of as trace_type_of
from tftypes.runtime.tracing import traceable as traceable
from tftypes.runtime.type_specs import TypeSpec as TypeSpec
from tftypes.runtime.type_specs import type_spec_of as type_spec_of

_gradients.install()
distribution.install()
_keras_models.install()
_own_specs.install()
_restored_functions.install()
