"""A conversion to a tensor that is registered for a class, which type checkers cannot see.

`tf.register_tensor_conversion_function` makes objects of a class usable as tensors. Nothing in
the class says so: a type checker rejects what TensorFlow accepts, and a reader does not find
the conversion. A method `__tf_tensor__(self, dtype=None, name=None)` does the same and is part
of the class; TensorFlow asks it first, before any registration.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from tftypes_lint.conversions import rewrite
from tftypes_lint.conversions.collect import ModuleFacts, Site, collect_module
from tftypes_lint.conversions.project import Project, Verdict
from tftypes_lint.conversions.sites import Module
from tftypes_lint.findings import Severity
from tftypes_lint.rule import Fix, Problem, Wanted
from tftypes_lint.source import Source

CODE: Final = "tensor-conversion-registration"
SEVERITY: Final[Severity] = "warning"
MESSAGE: Final = "{what}"
PREFILTER: Final = (b"register_tensor_conversion_function", b"__tf_tensor__")

DETAILS: Final = """
The fix writes the method into the class and takes the registration out. The function stays where
it is and the method calls it; a lambda becomes the method's body. A registered function is told
the dtype that is wanted, and TensorFlow checks what comes back; a method is believed. So where
the function ignores dtype, the method compares it.

The fix is safe where the class and the function are in the file, the class derives from nothing
that may have a conversion of its own, and the function uses its value, dtype and name only. It
is unsafe, and says so, where the two differ: `__tf_tensor__` is not given `as_ref` nor a
`dtype_hint`, it cannot decline with NotImplemented, and it comes before every registration,
whatever their priorities. A class that is no constant of the file can only be reported.

A registration for a class that has `__tf_tensor__`, of its own or from a base, is dead: TensorFlow
never gets to it. It is deleted.
"""

VALID: Final = {
    "the method": {
        "celsius.py": """
            import tensorflow as tf

            class Celsius:
                def __tf_tensor__(self, dtype=None, name=None):
                    return tf.convert_to_tensor(self.degrees, dtype, name=name)
            """
    },
    "functions that only share the name": {
        "ops.py": """
            from tensorflow_probability.python.internal.backend.numpy import ops

            class Registry:
                def register_tensor_conversion_function(self, base_type, function): ...

            def register_tensor_conversion_function(base_type, function, priority=100): ...

            class A: ...

            register_tensor_conversion_function(A, str)
            Registry().register_tensor_conversion_function(A, str)
            ops.register_tensor_conversion_function(A, str)
            """,
        "use.py": """
            from ops import register_tensor_conversion_function
            from ops import A

            register_tensor_conversion_function(A, repr)
            """,
    },
}
INVALID: Final = {
    "a function for a class": {
        "celsius.py": """
            import tensorflow as tf

            class Celsius:
                def __init__(self, degrees):
                    self.degrees = degrees

            def to_tensor(value, dtype=None, name=None, as_ref=False):
                return tf.convert_to_tensor(value.degrees, dtype, name=name)

            tf.register_tensor_conversion_function(Celsius, to_tensor)  # error: "`Celsius` is converted by a registered function"
            """
    },
    "a lambda that ignores dtype": {
        "celsius.py": """
            import tensorflow as tf

            class Celsius:
                def __init__(self, degrees):
                    self.degrees = tf.constant(degrees)

            tf.register_tensor_conversion_function(  # error: "`Celsius` is converted"
                Celsius, lambda x, *args, **kwargs: x.degrees  # in degrees
            )
            print(Celsius(20.0))
            """
    },
    "every spelling": {
        "spellings.py": """
            import functools
            import tensorflow as tf
            import tensorflow.compat.v1 as tf1
            from tensorflow import register_tensor_conversion_function as register
            from tensorflow.python.framework import ops, tensor_conversion_registry

            class A: ...
            class B: ...
            class C: ...
            class D: ...
            class E: ...
            class F: ...
            class G: ...

            def convert(value, dtype=None, name=None, as_ref=False):
                return tf.constant(1, dtype, name=name)

            tf1.register_tensor_conversion_function(A, convert)  # error: "`A` is converted"
            tf.compat.v2.register_tensor_conversion_function(conversion_func=convert, base_type=B)  # error: "`B` is converted"
            register(C, convert, 100)  # error: "`C` is converted"
            ops.register_tensor_conversion_function(D, convert)  # error: "`D` is converted"
            tensor_conversion_registry.register_tensor_conversion_function_internal(E, convert)  # error: "`E` is converted"
            functools.partial(register, F)(convert)  # error: "`F` is converted"

            @functools.partial(register, G)  # error: "`G` is converted"
            def convert_g(value, dtype=None, name=None, as_ref=False):
                return tf.constant(1, dtype, name=name)
            """
    },
    "through modules that hand it on, under another name": {
        "compat.py": """
            from tensorflow import register_tensor_conversion_function as add_conversion
            """,
        "extra.py": """
            from compat import *
            """,
        "models.py": """
            from extra import add_conversion

            class Model: ...

            def convert(value, dtype=None, name=None, as_ref=False):
                return value.output

            add_conversion(Model, convert)  # error: "`Model` is converted"
            """,
    },
    "a registration that TensorFlow never gets to": {
        "base.py": """
            class Base:
                def __tf_tensor__(self, dtype=None, name=None):
                    return self.value
            """,
        "derived.py": """
            import tensorflow as tf
            from base import Base

            class Derived(Base): ...

            tf.register_tensor_conversion_function(Base, lambda x, **kw: x.value)  # error: "dead: `Base` has `__tf_tensor__`"
            if True:
                tf.register_tensor_conversion_function(Derived, print)  # error: "dead: `Derived` has `__tf_tensor__`"
            """,
    },
    "where the method would not do the same": {
        "differs.py": """
            import tensorflow as tf

            class A: ...

            def convert(value, dtype=None, name=None, as_ref=False):
                if value.empty:
                    return NotImplemented
                return tf.cast(value.tensor, dtype)

            tf.register_tensor_conversion_function(A, convert, priority=50)  # error: "`A` is converted"
            """
    },
    "where nobody but its author can write the method": {
        "stuck.py": """
            import tensorflow as tf
            from elsewhere import Far

            class A: ...

            def register(cls):
                tf.register_tensor_conversion_function(cls, lambda x, **kw: x.t)  # error: "`cls` is converted"

            tf.register_tensor_conversion_function(Far, lambda x, **kw: x.t)  # error: "`Far` is converted"
            tf.register_tensor_conversion_function(A, lambda x: x.t)  # error: "`A` is converted"
            done = [tf.register_tensor_conversion_function(A, print)]  # error: "`A` is converted"
            """
    },
}
FIXED: Final = {
    "a function for a class": {
        "celsius.py": """
            import tensorflow as tf

            class Celsius:
                def __init__(self, degrees):
                    self.degrees = degrees

                def __tf_tensor__(self, dtype=None, name=None):
                    return to_tensor(self, dtype=dtype, name=name)

            def to_tensor(value, dtype=None, name=None, as_ref=False):
                return tf.convert_to_tensor(value.degrees, dtype, name=name)

            # error: "`Celsius` is converted by a registered function"
            """
    },
    "a lambda that ignores dtype": {
        "celsius.py": """
            import tensorflow as tf

            class Celsius:
                def __init__(self, degrees):
                    self.degrees = tf.constant(degrees)

                def __tf_tensor__(self, dtype=None, name=None):
                    tensor = self.degrees
                    if dtype is not None and not dtype.is_compatible_with(tensor.dtype):
                        raise ValueError(f"{type(self).__name__} has dtype {tensor.dtype}, not {dtype}")
                    return tensor

            # error: "`Celsius` is converted"
            # in degrees
            print(Celsius(20.0))
            """
    },
    "a registration that TensorFlow never gets to": {
        "derived.py": """
            import tensorflow as tf
            from base import Base

            class Derived(Base): ...

            # error: "dead: `Base` has `__tf_tensor__`"
            if True:
                pass  # error: "dead: `Derived` has `__tf_tensor__`"
            """,
    },
}


def collect(source: Source) -> ModuleFacts:
    """The registrations and classes of a file."""
    return collect_module(Module(source))


def widen(facts: Mapping[str, ModuleFacts]) -> Wanted:
    """Other names of the function, and the modules of classes that are registered elsewhere."""
    return Project(facts).wanted()


def check_project(
    facts: Mapping[str, ModuleFacts], options: Mapping[str, Any]
) -> Iterator[tuple[str, Problem]]:
    """Each registration."""
    project = Project(facts)
    for path, site in project.sites:
        verdict = project.verdict(path, site)
        yield path, Problem(site.span, {"what": _what(site, verdict)}, _hint(verdict), verdict)


def fix(source: Source, problem: Problem) -> Fix | None:
    """The method in the place of the registration, or the registration gone."""
    verdict: Verdict = problem.data
    module = Module(source)
    for call in module.calls():
        if source.span(call.node) == problem.span and verdict.action != "report":
            if verdict.action == "delete":
                return Fix(
                    "safe", "delete the dead registration", (rewrite.deletion(module, call),)
                )
            title = "write `__tf_tensor__` in place of the registration"
            if verdict.is_safe:
                return Fix("safe", title, rewrite.move(module, call))
            reasons = "; ".join(verdict.reasons)
            return Fix("unsafe", f"{title}, although {reasons}", rewrite.move(module, call))
    return None


def _what(site: Site, verdict: Verdict) -> str:
    classes = " and ".join(f"`{target.text}`" for target in site.targets)
    if verdict.action == "delete":
        return (
            f"the registration is dead: {classes} has `__tf_tensor__`, which TensorFlow asks first"
        )
    are = "is" if len(site.targets) == 1 else "are"
    return f"{classes} {are} converted by a registered function, which type checkers cannot see"


def _hint(verdict: Verdict) -> str:
    reasons = "\n".join(verdict.reasons)
    if verdict.action == "delete":
        return "delete it"
    if verdict.action == "report":
        return f"write `__tf_tensor__(self, dtype=None, name=None)` by hand:\n{reasons}"
    if verdict.reasons:
        return f"write `__tf_tensor__(self, dtype=None, name=None)`; it would not do the same:\n{reasons}"
    return "write `__tf_tensor__(self, dtype=None, name=None)`; `tftypes fix` does"
