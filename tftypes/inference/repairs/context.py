"""What is known where something goes wrong: the finding, the places that decide about it, and their values."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tftypes.algebra import Dim, TensorType
from tftypes.inference.declarations import Class, Declarations, Function, Parameter
from tftypes.inference.findings import Finding
from tftypes.inference.interpreter.library_classes import class_name
from tftypes.inference.models.tensorflow.ops.keras_calls import SIGNATURES
from tftypes.inference.models.tensorflow.ops.keras_keywords import OF_COMPILE
from tftypes.inference.objects import Class as ProgramClass
from tftypes.inference.objects import External, Value, resolve
from tftypes.inference.repairs.sites import Outline, Site, sliced
from tftypes.inference.repairs.told import Told
from tftypes.inference.values import Dataset

#: What messages and programs call packages, and their full names.
PACKAGES: Final = {
    "tf": "tensorflow",
    "np": "numpy",
    "keras": "keras",
    "layers": "keras.layers",
}
#: Other names for the same, which programs import.
_ALIASES: Final = {
    "keras.Input": "keras.layers.Input",
    "keras.Model": "keras.models.Model",
    "keras.Sequential": "keras.models.Sequential",
}
#: Those that programs import by these names.
SHORT: Final = ("tf", "np", "keras")
#: It is declared with `**kwargs`.
_COMPILE: Final = "tensorflow.keras.Model.compile"
#: What makes data: programs are mended elsewhere.
_DATA: Final = re.compile(
    r"(^|\.)(random|rand\w*|zeros|ones|normal|uniform|eye|full|constant|array|arange|range|load_data|empty)$"
)
#: What makes an array of rows, which have one length.
_OF_ROWS: Final = ("numpy.array", "numpy.asarray")
#: What makes the weights of a program.
_WEIGHTS: Final = re.compile(r"(^|\.)(Variable|add_weight)$")


@dataclass(frozen=True)
class Context:
    """One finding in a module; `values` are those of the module's expressions as it stands."""

    finding: Finding
    outline: Outline
    node: ast.AST
    values: Mapping[ast.AST, Value]
    declared: Declarations

    @cached_property
    def sites(self) -> Sequence[Site]:
        """The expressions that the mistake may be in, the nearest first, without those that make data."""
        found = sliced(self.outline, self.node, self.led)
        return [each for each in found if not self._is_data(each.node)]

    @cached_property
    def call(self) -> ast.Call | None:
        """The call that is refused."""
        inside = (each for each in ast.walk(self.node) if isinstance(each, ast.Call))
        return self.node if isinstance(self.node, ast.Call) else next(inside, None)

    @cached_property
    def activation(self) -> str:
        """The last activation of the layers that decide about what is refused."""
        own = [each.node for each in self.sites if isinstance(each.node, ast.Call)]
        has_layers = any(ast.unparse(each.func).endswith("Dense") for each in own)
        calls = own if has_layers else self.outline.nodes  # it may be read from a file
        inside = (each for call in calls for each in getattr(call, "keywords", ()))
        given = (each for each in inside if getattr(each, "arg", "") == "activation")
        texts = [each.value for each in given if isinstance(each.value, ast.Constant)]
        last = max(texts, key=lambda each: (each.lineno, each.col_offset), default=None)
        return str(last.value) if last is not None else ""

    @cached_property
    def is_ragged(self) -> bool:
        """Whether ragged tensors or rows are refused: lengths of rows are of the data, and another shape is no remedy."""
        tensors = map(self.tensor, self.operands)
        name = self.library_name(self.call.func) if self.call else ""
        is_of_rows = name in _OF_ROWS and self.finding.code == "tf-shape"
        return is_of_rows or any(each is not None and each.kind == "ragged" for each in tensors)

    @cached_property
    def subject(self) -> ast.AST:
        """What is refused; where that is a target of an assignment, what is assigned, or what a loop goes over."""
        parent = self.outline.parents.get(self.node)
        if isinstance(self.node, ast.For):
            return self.node.iter
        if isinstance(parent, ast.Assign) and self.node in parent.targets:
            return parent.value
        return (
            parent.iter if isinstance(parent, ast.For) and parent.target is self.node else self.node
        )

    @cached_property
    def returned(self) -> frozenset[ast.AST]:
        """What the functions return that the refused call is given."""
        names = [each.id for each in self.operands if isinstance(each, ast.Name)]
        return frozenset(each for name in names for each in self.outline.returned(name))

    @cached_property
    def operands(self) -> frozenset[ast.expr]:
        """What is given to what is refused, at any depth: neither the function nor what its method is of."""
        call = self.call
        roots = list(ast.iter_child_nodes(self.node))
        if call is not None and not isinstance(self.node, ast.BinOp):
            roots = [*call.args, *(each.value for each in call.keywords)]
        inside = [each for root in roots for each in ast.walk(root) if isinstance(each, ast.expr)]
        return frozenset(each for each in inside if not self.is_taken_apart(each))

    @cached_property
    def is_of_elements(self) -> bool:
        """Whether elements of a dataset are refused: less known of them is no remedy, nor other ones."""
        node = self.node
        return isinstance(node, ast.For) and isinstance(self.value(node.iter), Dataset)

    def is_within(self, node: ast.AST) -> bool:
        """Whether a node is what is refused, or stands in it."""
        return node is self.node or self.node in self.outline.around(node)

    def is_near(self, node: ast.AST) -> bool:
        """Whether a node is a part of what is refused, or has it as a part."""
        return self.is_within(node) or self.holds(node)

    def is_nothing(self, node: ast.expr) -> bool:
        """Whether an expression that has been run is None, though nobody has written so."""
        return not isinstance(node, ast.Constant) and self.values.get(node, node) is None

    def holds(self, node: ast.AST) -> bool:
        """Whether what is refused is a part of a node."""
        return node in self.outline.around(self.node)

    def is_called(self, node: ast.AST) -> bool:
        """Whether an expression is called, or is a call."""
        parent = self.outline.parents.get(node)
        return isinstance(node, ast.Call) or isinstance(parent, ast.Call) and parent.func is node

    def is_taken_apart(self, node: ast.AST) -> bool:
        """Whether the program takes an attribute or an item of an expression, or calls it."""
        parent = self.outline.parents.get(node)
        if isinstance(parent, ast.Call):
            return parent.func is node
        return isinstance(parent, (ast.Attribute, ast.Starred, ast.Subscript))

    @cached_property
    def led(self) -> Sequence[ast.AST]:
        """The calls in this module that lead to what is refused."""
        places = (each.place for each in self.finding.chain)
        own = (
            self.outline.at(*each.stretch)
            for each in places
            if each.path == self.finding.place.path
        )
        return [each for each in own if each is not None]

    @cached_property
    def told(self) -> Told:
        """What the message tells."""
        return Told(self.finding.message)

    def value(self, node: ast.AST) -> Value:
        """What an expression was when it was run last; None where it was not, which is None to Python, too."""
        return resolve(self.values.get(node))

    def tensor(self, node: ast.AST) -> TensorType | None:
        """The tensor, array or symbol that an expression is."""
        value = self.value(node)
        return value if isinstance(value, TensorType) else None

    def dims(self, node: ast.AST) -> tuple[Dim, ...]:
        """The sizes of the tensor that an expression is; none where it is a scalar, or nothing is known of them."""
        tensor = self.tensor(node)
        return tensor.shape.dims or () if tensor is not None else ()

    def library_name(self, node: ast.AST) -> str:
        """The full name of the library's function or class that an expression names, or no text."""
        value = self.values.get(node)
        if isinstance(value, External):
            return value.name
        root, path = node, ""
        while isinstance(root, ast.Attribute):
            path = f".{root.attr}{path}"
            root = root.value
        full = self.outline.imports.get(root.id) if isinstance(root, ast.Name) else None
        return "" if full is None or value is not None else self.declared.canonical(full + path)

    def parameters(self, call: ast.Call) -> tuple[str, ...]:
        """The parameters of the function or class of a library, of a method or a layer, that is called."""
        if call not in self._parameters:
            self._parameters[call] = self._parameters_of_call(call)
        return self._parameters[call]

    @cached_property
    def _parameters(self) -> dict[ast.Call, tuple[str, ...]]:
        """Those of the calls that have been asked about: most operators ask about the same ones."""
        return {}

    def _parameters_of_call(self, call: ast.Call) -> tuple[str, ...]:
        entry = self._function(call)
        if entry is not None and entry.name == _COMPILE:
            return OF_COMPILE
        declared = tuple(each.name for each in self._declared(call))
        return declared or self.parameters_of(self._class_called(call))

    def _class_called(self, call: ast.Call) -> str:
        """The class of what is called, or of what is made for the attribute that is called."""
        made = self.outline.defining(call.func) if isinstance(call.func, ast.Attribute) else ()
        names = (self.library_name(each.func) for each in made if isinstance(each, ast.Call))
        return class_of(self.value(call.func)) or next(names, "")

    def parameters_of(self, cls: str) -> tuple[str, ...]:
        """The parameters of a call of a layer of a class."""
        return tuple(each.partition("=")[0] for each in SIGNATURES.get(cls.rpartition(".")[2], ()))

    def required(self, call: ast.Call) -> Mapping[str, str]:
        """Those of the parameters that have no default, each with the text of its annotation."""
        return {each.name: each.annotation or "" for each in self._declared(call) if each.required}

    def annotations(self, call: ast.Call) -> Mapping[str, str]:
        """The annotations of the parameters that have one."""
        return {each.name: each.annotation for each in self._declared(call) if each.annotation}

    def _declared(self, call: ast.Call) -> Iterable[Parameter]:
        entry = self._function(call)
        parameters = entry.overloads[0].parameters if entry else ()
        return (each for each in parameters if each.name not in ("self", "cls"))

    def _function(self, call: ast.Call) -> Function | None:
        """The function of a library, or the constructor, that a call names."""
        entry = self._called(call)
        if isinstance(entry, Class):
            members = (self.declared.member(entry.name, each) for each in ("__init__", "__new__"))
            entry = next((each.entry for each in members if each), None)
        return entry if isinstance(entry, Function) else None

    def _called(self, call: ast.Call) -> object:
        name = self.library_name(call.func)
        if name:
            return self.declared.find(name)
        if not isinstance(call.func, ast.Attribute):
            return None
        cls = class_of(self.value(call.func.value))
        member = self.declared.member(cls, call.func.attr) if cls else None
        return member and member.entry

    def is_layer_class(self, name: str) -> bool:
        """Whether Keras has a layer of a name."""
        return self.declared.find(f"tensorflow.keras.layers.{name}") is not None

    def spelled(self, name: str) -> ast.expr | None:
        """How the program writes what a message calls `tf.cast` or `layers.Dense`; None where nothing imports it."""
        spellings = self.outline.spellings
        if name not in spellings:
            text = self._spelling(name) or self._spelling(_ALIASES.get(name, name))
            spellings[name] = _dotted(text) if text else None
        return spellings[name]

    def _spelling(self, name: str) -> str:
        first, _, rest = name.partition(".")
        package = PACKAGES.get(first, first)
        wanted = stripped(f"{package}.{rest}" if rest else package)
        best, size = "", -1
        for bound, full in self.outline.imports.items():
            is_first = full == "tensorflow.compat.v1" and not wanted.startswith(full)
            plain = "tensorflow" if is_first else stripped(full)
            if (wanted + ".").startswith(plain + ".") and len(plain) > size:
                best, size = bound, len(plain)
        if not best and wanted.startswith("keras."):
            inside = (bound for bound, full in self.outline.imports.items() if full == "tensorflow")
            best, size = next((f"{each}.keras" for each in inside), ""), len("keras")
        return best + wanted[size:] if best else self._imported(name, wanted)

    def _imported(self, name: str, wanted: str) -> str:
        """The name as an import more would bind it: of a module that the program imports from, or of a package."""
        module, _, last = wanted.rpartition(".")
        homes = {stripped(each.module or "") for each in self.outline.imports_from}
        if "." in module and module in homes and self.outline.lacks(_dotted(last)):
            return last
        package = name.partition(".")[0]
        return name if package in SHORT and self.outline.lacks(_dotted(package)) else ""

    @cached_property
    def is_fed(self) -> bool:
        """Whether a model or a layer is given data, which are as they are."""
        function = self.call and self.call.func
        cls = class_of(self.value(function.value)) if isinstance(function, ast.Attribute) else ""
        return bool(cls) and self.declared.subclass(cls, "tensorflow.keras.layers.Layer")

    def near(self, farthest: float) -> Iterator[Site]:
        """The places up to a distance."""
        return (each for each in self.sites if each.distance <= farthest)

    def makes_data(self, name: ast.expr) -> bool:
        """Whether what makes a model's data is given a name: with another value of it they would be other ones.

        There is a model where the call is of one, or weights are made with the name, too.
        """
        names = (each for each in self.outline.nodes if isinstance(each, ast.Name))
        uses = (each for each in names if isinstance(each.ctx, ast.Load))
        same = [each for each in uses if each.id == getattr(name, "id", None)]
        has_model = self.is_fed or any(map(self.is_of_weights, same))
        return has_model and any(map(self._is_data, same))

    def _is_data(self, node: ast.expr) -> bool:
        """Whether an expression is an argument of what makes data, elsewhere or for a model."""
        around = list(self.outline.around(node))
        if node is self.node:
            return False
        if self.node in around:
            around = around[: around.index(self.node)] if self.is_fed else []
        calls = [each for each in around if isinstance(each, ast.Call) and each.func is not node]
        return not self.is_of_weights(node) and any(
            _DATA.search(ast.unparse(each.func)) for each in calls
        )

    def is_of_weights(self, node: ast.AST) -> bool:
        """Whether an expression is an argument of what makes weights."""
        around = self.outline.around(node)
        calls = (each for each in around if isinstance(each, ast.Call) and each.func is not node)
        return any(_WEIGHTS.search(ast.unparse(each.func)) for each in calls)


def class_of(value: Value) -> str:
    """The full name of the library's class that a value is of, or no text."""
    if isinstance(value, Dataset):
        return "tensorflow.data.Dataset"
    if isinstance(value, TensorType):
        return class_name(value) or ""
    cls = getattr(value, "cls", None)
    bases = cls.mro if isinstance(cls, ProgramClass) else (cls,)
    return next((each.name for each in bases if isinstance(each, External)), "")


def _dotted(name: str) -> ast.expr:
    first, *rest = name.split(".")
    made: ast.expr = ast.Name(first, ast.Load())
    for each in rest:
        made = ast.Attribute(made, each, ast.Load())
    return ast.fix_missing_locations(made)


def stripped(name: str) -> str:
    """The name of something of Keras' without the package that has it, too."""
    return name.removeprefix("tensorflow.") if name.startswith("tensorflow.keras") else name
