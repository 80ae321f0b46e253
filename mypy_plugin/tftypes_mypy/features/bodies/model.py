"""What is known of one call of the program's own functions, before, while and after it is checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeGuard

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    FuncItem,
    GlobalDecl,
    LambdaExpr,
    NameExpr,
    Node,
    RefExpr,
    ReturnStmt,
    TypeInfo,
    Var,
)
from mypy.types import Instance, Type, get_proper_type

from tftypes.algebra import UNKNOWN
from tftypes_mypy import names
from tftypes_mypy.features.bodies.bound import Bound
from tftypes_mypy.features.bodies.chains import Finding, Reveal
from tftypes_mypy.features.bodies.sources import Source
from tftypes_mypy.features.bodies.values import BodyValues
from tftypes_mypy.features.facts import certainty
from tftypes_mypy.syntax import FUNCTIONS, Place, walk

if TYPE_CHECKING:
    from tftypes_mypy.features.bodies.inference import Bodies
    from tftypes_mypy.features.bodies.loops import Loops
    from tftypes_mypy.features.bodies.memo import Memo
    from tftypes_mypy.features.keras.weights import Built


@dataclass(frozen=True)
class Actual:
    """One argument of a call."""

    type: Type
    value: Any = UNKNOWN


@dataclass(frozen=True, eq=False)
class Function:
    """A function to be checked: one of a module, or a copy of one that is nested in another."""

    item: FuncItem
    name: str
    source: Source
    info: Any = None
    decorators: tuple[Expression, ...] = ()
    #: For a copy, the variables of the function around it, by those of the copy.
    originals: Mapping[Var, Var] = field(default_factory=dict)
    outer: BodyValues | None = None
    #: Whether it is a copy of its own, made when the function around was through.
    is_made: bool = False
    #: What its body made of arguments, of a copy that may be called again before anything else runs.
    outcomes: Memo | None = field(default=None, compare=False)

    @cached_property
    def mentions_tensors(self) -> bool:
        """Whether the body names TensorFlow, a class that derives from one of its own, or what may stand for it."""
        beside = f"{self.source.name}."
        return any(
            _is_of_tensorflow(node)
            or (
                isinstance(node.node, FUNCTIONS)
                and node.fullname.startswith(beside)
                and not _is_open(node.node)
            )
            for node in self._references
        )

    @cached_property
    def named(self) -> Sequence[FuncDef]:
        """The functions without annotations that the body names."""
        return [node.node for node in self._references if _is_open(node.node)]

    @cached_property
    def classes(self) -> Sequence[TypeInfo]:
        """The classes that the body names."""
        return [node.node for node in self._references if isinstance(node.node, TypeInfo)]

    @cached_property
    def _references(self) -> Sequence[RefExpr]:
        return [node for node in walk(self.item) if isinstance(node, RefExpr)]

    @cached_property
    def makes_function(self) -> bool:
        """Whether it returns a function that it makes."""
        returned = (n.expr for n in walk(self.item.body) if isinstance(n, ReturnStmt))
        return any(
            isinstance(each, LambdaExpr)
            or (isinstance(each, NameExpr) and isinstance(each.node, (FuncDef, Decorator)))
            for each in returned
        )

    @cached_property
    def is_traced(self) -> bool:
        """Whether it is decorated to be a tf.function."""
        called = (d.callee if isinstance(d, CallExpr) else d for d in self.decorators)
        return any(isinstance(each, RefExpr) and each.fullname in names.TRACERS for each in called)

    @cached_property
    def gives_gradient(self) -> bool:
        """Whether it returns a function for the gradient too, which no caller gets."""
        return any(
            isinstance(each, RefExpr) and each.fullname == names.CUSTOM_GRADIENT
            for each in self.decorators
        )

    @cached_property
    def sets(self) -> Sequence[Var]:
        """The names of the module that it assigns to."""
        if "global " not in self.source.text:
            return []
        names = {n for node in walk(self.item) if isinstance(node, GlobalDecl) for n in node.names}
        found = (n.node for n in walk(self.item) if isinstance(n, NameExpr) and n.name in names)
        return [node for node in found if isinstance(node, Var)] if names else []

    @property
    def takes_self(self) -> bool:
        """Whether its first parameter is the object or the class that it is called on."""
        return bool(self.info) and not getattr(self.item, "is_static", False)

    def is_same(self, other: Function) -> bool:
        """Whether it is the same function, if only another copy of it."""
        if self.outer is None or other.outer is None or (self.is_made and other.is_made):
            return self.item is other.item
        return self.source is other.source and self.item.line == other.item.line


@dataclass(frozen=True)
class Outcome:
    """What a body makes of the arguments of one call."""

    result: Type | None = None
    value: Any = UNKNOWN
    findings: tuple[Finding, ...] = ()
    reveals: tuple[Reveal, ...] = ()
    #: What is assigned to the attributes of the object.
    attributes: Mapping[str, Type] = field(default_factory=dict)
    #: The parameters whose lists and dicts are left as they are.
    kept: frozenset[str] = frozenset()
    #: Those into which something else may have been put.
    changed: frozenset[str] = frozenset()
    #: The modules whose bodies it depends on.
    modules: frozenset[str] = frozenset()
    #: The layers of the object that the body is sure to have called, and their weights.
    built: Sequence[Built] = ()
    #: Whether there may be a tensor in what it returns.
    has_tensor: bool = True
    #: Whether it would be another one where tensors are in a graph, or are not.
    asks_eager: bool = False
    #: How many bodies were checked for it.
    cost: int = 0

    def after(self, earlier: Outcome) -> Outcome:
        """The same, with what is wrong and what is shown in a body that the same call has run before."""
        return replace(
            self,
            findings=(*earlier.findings, *self.findings),
            reveals=(*earlier.reveals, *self.reveals),
            modules=earlier.modules | self.modules,
        )


@dataclass(eq=False)
class Frame:
    """One body while it is checked."""

    bodies: Bodies
    function: Function
    parameters: list[Actual]
    checker: TypeChecker
    values: BodyValues
    bound: Bound
    #: Findings of the calls in it, by the place of the call.
    findings: list[tuple[tuple[int, int], tuple[Finding, ...]]] = field(default_factory=list)
    reveals: list[Reveal] = field(default_factory=list)
    modules: set[str] = field(default_factory=set)
    is_settled: bool = True
    #: Its loops that are followed round by round.
    loops: Loops | None = None
    #: What the method itself has assigned to its object when it was first called.
    late: Mapping[str, Type] = field(default_factory=dict)
    #: What methods that `__init__` calls have assigned to the object.
    helped: dict[str, Type] = field(default_factory=dict)
    #: What `super().__init__(...)` has assigned to the object, once mypy has come by.
    inherited: Mapping[str, Type] | None = None
    #: The layers of the object that it has called, and their weights.
    built: list[Built] = field(default_factory=list)
    #: While the arguments of `super().__init__(...)` are looked at, which cannot read what it assigns.
    is_inheriting: bool = False

    def certain_places(self) -> set[Place]:
        """Where the expressions are that the body is sure to have evaluated."""
        followed = () if self.loops is None else self.loops.followed
        return certainty.certain_places(self.function.item.body, self.values.truth, followed)


def _is_open(node: Node | None) -> TypeGuard[FuncDef]:
    return isinstance(node, FuncDef) and node.type is None


def _is_of_tensorflow(expression: RefExpr) -> bool:
    node = expression.node
    if isinstance(node, TypeInfo):
        return derives_from_tensorflow(node)
    if isinstance(node, Var) and "." in node.fullname:
        typ = get_proper_type(node.type)  # of a module, or of a class
        if isinstance(typ, Instance) and derives_from_tensorflow(typ.type):
            return True
    return expression.fullname.startswith(("tensorflow.", "tftypes.struct."))


def derives_from_tensorflow(info: TypeInfo) -> bool:
    """Whether a class is one of TensorFlow's, or derives from one."""
    return any(base.fullname.startswith(("tensorflow.", "tftypes.struct.")) for base in info.mro)
