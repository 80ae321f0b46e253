"""What the stubs and tftypes itself declare: canonical names, functions, classes, their members and signatures.

`Declarations` answers from an index that is made when the stubs are, and reads of it what it is asked for.
"""

from .declarations import Declarations as Declarations
from .entries import Attribute as Attribute
from .entries import Class as Class
from .entries import Constant as Constant
from .entries import Entry as Entry
from .entries import Function as Function
from .entries import Member as Member
from .entries import Module as Module
from .entries import Parameter as Parameter
from .entries import Property as Property
from .entries import Signature as Signature

__all__ = [
    "Attribute", "Class", "Constant", "Declarations", "Entry", "Function", "Member", "Module", "Parameter", "Property",
    "Signature",
]  # fmt: skip
