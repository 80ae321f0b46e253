"""Annotations: what stands inside `Tensor[...]` and `Shape[...]`.

mypy's own grammar has no bare ints, no arithmetic and no `None` for an unknown
dim: these hooks read them, say what is wrong with a bad one, and leave the rest
to mypy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from mypy.constant_fold import constant_fold_expr
from mypy.errors import ErrorInfo, ErrorWatcher
from mypy.nodes import (
    AssignmentStmt,
    IndexExpr,
    IntExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    TupleExpr,
    TypeAlias,
    Var,
)
from mypy.plugin import AnalyzeTypeContext, ClassDefContext
from mypy.types import (
    AnyType,
    Instance,
    LiteralType,
    NoneType,
    PlaceholderType,
    RawExpressionType,
    Type,
    TypedDictType,
    TypeOfAny,
    TypeVarTupleType,
    TypeVarType,
    UnboundType,
    UnionType,
    UnpackType,
    get_proper_type,
)

from tftypes.algebra import Dim
from tftypes.algebra.dims import parse
from tftypes_mypy import convert, names
from tftypes_mypy.codes import CODES
from tftypes_mypy.features.structs import types as structs
from tftypes_mypy.syntax import Place, per_tree, those_of

DIM_GRAMMAR: Final = "a dim is an int, None, a Dimension, a TypeVar, *Ts or arithmetic on those"
DTYPE_GRAMMAR: Final = "a dtype such as float32, a group such as Floating, or a TypeVar"
#: What mypy may still make something of, or complain of by itself.
_LATER: Final = (PlaceholderType, UnboundType)


class _Analyzer:
    """mypy's analyser at one annotation."""

    def __init__(self, context: AnalyzeTypeContext) -> None:
        api: Any = context.api  # typed as less than it is
        self.api = api
        self.at = context.type
        self.types = convert.Types(api.api.modules)
        # There an interface is a base of TensorFlow's class; elsewhere both are one type. Nothing is wrong there.
        module = api.api.cur_mod_id.partition(".")[0]
        self.defines_classes = module in ("tensorflow", "tftypes")

    def make(self, name: str, args: list[Type]) -> Type:
        info = self.types.find(name)
        if info is None:
            return convert.unknown()  # mypy is still on its way to it
        return Instance(info, args, self.at.line, self.at.column)

    def analyze(self, typ: Type) -> Type:
        analyzed: Type = self.api.anal_type(typ, allow_unpack=True)
        return analyzed

    def fail(self, message: str) -> Type:
        self.api.fail(message, self.at, code=CODES["tf-annotation"])
        return AnyType(TypeOfAny.from_error)


def tensor(context: AnalyzeTypeContext, interface: str) -> Type:
    """`Tensor[dtype, Shape[...]]` and its siblings, as TensorFlow's class."""
    analyzer = _Analyzer(context)
    if analyzer.defines_classes and len(context.type.args) == 2:
        return analyzer.make(interface, [analyzer.analyze(arg) for arg in context.type.args])
    shown = interface.rpartition(".")[2]
    name = interface if analyzer.defines_classes else names.INTERFACES.get(interface, interface)
    if analyzer.types.find(name) is None:
        name = interface
    args = list(context.type.args)
    if len(args) > 2:
        return analyzer.fail(
            f"{shown} takes a dtype and a shape, not {len(args)} arguments; "
            f"write {shown}[float32, Shape[{', '.join(_text(arg) for arg in args[1:])}]]"
        )
    dtype = _dtype(args[0], analyzer, shown) if args else convert.unknown()
    if isinstance(dtype, AnyType) and dtype.type_of_any == TypeOfAny.from_error:
        return dtype
    shape = _shape(args[1], analyzer, shown) if len(args) > 1 else convert.unknown()
    return analyzer.make(name, [dtype, shape])


def _text(typ: Type) -> str:
    if isinstance(typ, UnboundType):
        return typ.original_str_expr or (typ.name + ("[...]" if typ.args else ""))
    if isinstance(typ, RawExpressionType):
        return repr(typ.literal_value)
    return str(typ)


def _dtype(written: Type, analyzer: _Analyzer, shown: str) -> Type:
    if isinstance(written, UnboundType):
        constant = _dtype_constant(written, analyzer)
        if constant is not None:
            return constant
    if isinstance(written, RawExpressionType):
        return analyzer.fail(
            f"{shown}[...] begins with its dtype: expected {DTYPE_GRAMMAR}, got {_text(written)}"
        )
    analyzed = analyzer.analyze(written)
    if _is_dtype(get_proper_type(analyzed)):
        return analyzed
    hint = "; the shape comes second" if _is_shape(get_proper_type(analyzed)) else ""
    return analyzer.fail(f"expected {DTYPE_GRAMMAR}, got {_text(written)}{hint}")


def _dtype_constant(written: UnboundType, analyzer: _Analyzer) -> Type | None:
    """`tf.float32`: to mypy a variable, to the user a dtype."""
    symbol = analyzer.api.lookup_qualified(written.name, written, suppress_errors=True)
    if symbol is None or not isinstance(symbol.node, Var):
        return None
    declared = get_proper_type(symbol.node.type)
    if isinstance(declared, Instance) and declared.type.fullname == names.TF_DTYPE:
        return declared.args[0] if declared.args else convert.unknown()
    return None


def _is_dtype(typ: Type) -> bool:
    if isinstance(typ, Instance):
        return typ.type.has_base(names.DTYPE)
    if isinstance(typ, UnionType):
        return all(_is_dtype(get_proper_type(item)) for item in typ.items)
    return isinstance(typ, (AnyType, TypeVarType, *_LATER))


def _shape(written: Type, analyzer: _Analyzer, shown: str) -> Type:
    if isinstance(written, RawExpressionType):
        return analyzer.fail(
            f"expected Shape[...] as the shape of {shown}, got {_text(written)}; "
            f"write Shape[{_text(written)}]"
        )
    if isinstance(written, UnboundType) and written.name == "None":
        return convert.unknown()
    analyzed = analyzer.analyze(written)
    if _is_shape(get_proper_type(analyzed)):
        return analyzed
    hint = "; the dtype comes first" if _is_dtype(get_proper_type(analyzed)) else ""
    return analyzer.fail(f"expected Shape[...] as the shape of {shown}, got {_text(written)}{hint}")


def _is_shape(typ: Type) -> bool:
    if isinstance(typ, Instance):
        return typ.type.has_base(names.SHAPE)
    return isinstance(typ, (AnyType, TypeVarType, *_LATER))


def shape(context: AnalyzeTypeContext, rank: int | None = None) -> Type:
    """`Shape[...]`, and `Shape2D[...]` with the rank in its name."""
    analyzer = _Analyzer(context)
    written = context.type
    if not written.args and not written.empty_tuple_index:
        if rank is None:
            return convert.unknown()
        dims: list[Type] = [convert.unknown()] * rank
    else:
        dims = [_dim(arg, analyzer) for arg in written.args]
        if sum(isinstance(dim, UnpackType) for dim in dims) > 1:
            return analyzer.fail("a shape has at most one variadic part such as *Ts")
        if rank is not None and len(dims) != rank:
            return analyzer.fail(f"Shape{rank}D has {rank} dims, got {len(dims)}")
    return analyzer.make(names.SHAPE, dims)


def arithmetic(context: AnalyzeTypeContext, name: str) -> Type:
    """`Add[N, 1]` and its siblings: dim arithmetic in its portable spelling."""
    analyzer = _Analyzer(context)
    if len(context.type.args) != 2:
        shown = name.rpartition(".")[2]
        return analyzer.fail(f"{shown} takes two dims, got {len(context.type.args)}")
    dims = [_dim(arg, analyzer) for arg in context.type.args]
    return analyzer.make(name, dims)


def _dim(written: Type, analyzer: _Analyzer) -> Type:
    if isinstance(written, RawExpressionType):
        return _raw_dim(written, analyzer)
    analyzed = analyzer.analyze(written)
    if _is_dim(get_proper_type(analyzed)):
        return convert.unknown() if isinstance(analyzed, NoneType) else analyzed
    return analyzer.fail(f"{DIM_GRAMMAR}, got {_text(written)}")


def _raw_dim(written: RawExpressionType, analyzer: _Analyzer) -> Type:
    value = written.literal_value
    if type(value) is int:
        if value < 0:
            return analyzer.fail(f"a dim is not negative, got {value}; None is any size")
        return convert.type_of_dim(value, analyzer.types)
    if type(value) is str and written.base_type_name == "builtins.str":
        return _parsed_dim(value, analyzer)
    return analyzer.fail(f"{DIM_GRAMMAR}, got {_text(written)}")


def _is_unbound(file: str, info: ErrorInfo) -> bool:
    return "is unbound" in info.message or info.message.startswith("(Hint: Use ")


def _parsed_dim(text: str, analyzer: _Analyzer) -> Type:
    def resolve(name: str) -> Dim:
        written = UnboundType(name, line=analyzer.at.line, column=analyzer.at.column)
        # mypy does not look for variables in text: one that is nowhere else is any size.
        with ErrorWatcher(analyzer.api.api.errors, filter_errors=_is_unbound):
            analyzed = get_proper_type(analyzer.analyze(written))
        if not _is_dim(analyzed):
            raise ValueError(f"{name} is not a dim")
        return convert.dim_of(analyzed)

    try:
        dim = parse(text, resolve)
    except ValueError as error:
        return analyzer.fail(f'bad dim "{text}": {error}')
    return convert.type_of_dim(dim, analyzer.types)


def _is_dim(typ: Type) -> bool:
    if isinstance(typ, Instance):
        return convert.is_dimension(typ.type) or typ.type.fullname in names.ARITHMETIC
    if isinstance(typ, LiteralType):
        return type(typ.value) is int and typ.value >= 0
    if isinstance(typ, UnpackType):
        return True
    return isinstance(typ, (AnyType, NoneType, TypeVarType, TypeVarTupleType, *_LATER))


def dimension_class(context: ClassDefContext) -> None:
    """A Dimension with a value is promoted to that int, as mypy promotes int to float.

    The promotion is part of the class to mypy's cache and to its daemon: modules that
    use the class are checked again when the value changes.
    """
    info = context.cls.info
    for statement in context.cls.defs.body:
        if not isinstance(statement, AssignmentStmt):
            continue
        for target in statement.lvalues:
            if isinstance(target, NameExpr) and target.name == "value":
                value = constant_fold_expr(statement.rvalue, info.module_name)
                if type(value) is int and value >= 0:
                    integer = context.api.named_type("builtins.int")
                    info._promote = [LiteralType(value, integer)]


@per_tree
def arguments_in(tree: MypyFile) -> frozenset[Place]:
    """Where the ints and names are in a `Tensor[...]` that stands where an expression may."""
    return frozenset(_arguments_in(tree))


def _arguments_in(tree: MypyFile) -> Iterator[Place]:
    shown = {name.rpartition(".")[2] for name in HOOKS}  # names are not bound to classes yet
    for node in those_of(tree, IndexExpr):
        base = node.base
        if isinstance(base, (NameExpr, MemberExpr)) and (
            base.name in shown or isinstance(base.node, TypeAlias)
        ):
            index = node.index
            for item in index.items if isinstance(index, TupleExpr) else [index]:
                if isinstance(item, (IntExpr, MemberExpr, NameExpr)):
                    yield item.line, item.column


def alias(context: AnalyzeTypeContext, analyze: Callable[[UnboundType], Type]) -> Type:
    """`Rows[2, None]`, where `Rows = Tensor[float32, Shape[N, M]]`: dims as in a `Shape`."""
    written = context.type
    analyzer = _Analyzer(context)
    written.args = tuple(
        _raw_dim(arg, analyzer)
        if isinstance(arg, RawExpressionType)
        else convert.unknown()
        if isinstance(arg, UnboundType) and arg.name == "None"
        else arg
        for arg in written.args
    )
    return analyze(written)


def struct(context: AnalyzeTypeContext, name: str) -> Type:
    """`StructTensor[Recipe, Shape[None]]`: a schema and a shape."""
    analyzer = _Analyzer(context)
    shown = name.rpartition(".")[2]
    args = context.type.args
    if len(args) > 2:
        return analyzer.fail(f"{shown} takes a schema and a shape, not {len(args)} arguments")
    schema: Type = convert.unknown()
    if args:
        schema = structs.named(analyzer.analyze(args[0]))
        if not _is_schema(schema):
            return analyzer.fail(
                f"expected a schema, a TypedDict or a dataclass, got {_text(args[0])}"
            )
    shape = _shape(args[1], analyzer, shown) if len(args) > 1 else convert.unknown()
    return analyzer.make(name, [schema, shape])


def _is_schema(typ: Type) -> bool:
    if isinstance(typ, Instance):
        # A class may become a dataclass later in the analysis.
        return not typ.type.fullname.startswith(("builtins.", names.DTYPES, names.SHAPE))
    return isinstance(typ, (AnyType, TypedDictType, TypeVarType, *_LATER))


Hook = Callable[[AnalyzeTypeContext], Type]


def _hooks() -> Iterator[tuple[str, Hook]]:
    for name in {*names.INTERFACES, *names.INTERFACES.values()}:
        yield name, partial(tensor, interface=name)
    yield names.SHAPE, shape
    for name in names.STRUCTS:
        yield name, partial(struct, name=name)
    for name, rank in names.SHAPES_OF_RANK.items():
        yield name, partial(shape, rank=rank)
    for name in names.ARITHMETIC:
        yield name, partial(arithmetic, name=name)


#: The hook of each name that may stand in an annotation.
HOOKS: Final[dict[str, Hook]] = dict(_hooks())
