"""What the checker says of every expression of a program: one run of mypy in this process."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mypy import build
from mypy.config_parser import parse_config_file
from mypy.find_sources import create_source_list
from mypy.nodes import Expression, MypyFile
from mypy.options import Options
from mypy.types import Instance, NoneType, TupleType, Type, UnionType, get_proper_type

from tftypes.algebra import TensorType
from tftypes_mypy import convert
from tftypes_mypy.features.bodies.inference import Bodies, Frame, Outcome
from tftypes_mypy.features.keras.symbols import stands_for
from tftypes_mypy.features.structures.items import items_of
from tftypes_mypy.syntax import walk
from tftypes_mypy.values import of_union

from .instrument import Place

CONFIG = """\
[mypy]
plugins = tftypes_mypy
check_untyped_defs = True
show_traceback = True
show_error_context = False
show_absolute_path = True
"""


@dataclass
class Claims:
    """What mypy said of one program."""

    #: The values that each expression has, one for each time its function was inferred.
    values: defaultdict[Place, list[Any]] = field(default_factory=lambda: defaultdict(list))
    errors: list[str] = field(default_factory=list)

    def add(self, node: Expression, typ: Type) -> None:
        value = value_of(typ)
        if value not in self.values[place(node)]:
            self.values[place(node)].append(value)


def claims(paths: Sequence[Path], folder: Path) -> dict[Path, Claims]:
    """What the checker says of each program."""
    found = {path: Claims() for path in paths}
    bodies: list[tuple[str, Mapping[Expression, Type]]] = []
    with _watched(bodies):
        result = _build(paths, folder)
    for path, types in bodies:
        if Path(path) in found:
            for node, typ in types.items():
                found[Path(path)].add(node, typ)
    for line in result.errors:
        for path in paths:
            if line.startswith(f"{path}:"):
                found[path].errors.append(line)
    for tree in result.files.values():
        claimed = found.get(Path(tree.path))
        if claimed is not None:
            _read(tree, result, claimed)
    return found


@contextmanager
def _watched(bodies: list[tuple[str, Mapping[Expression, Type]]]) -> Iterator[None]:
    """Notes the types in each body that is checked for the arguments of a call."""
    original = Bodies._outcome

    def noting(self: Bodies, frame: Frame, *rest: Any) -> Outcome | None:
        for types in frame.checker._type_maps:
            bodies.append((frame.checker.path, dict(types)))
        return original(self, frame, *rest)

    Bodies._outcome = noting  # type: ignore[method-assign]
    try:
        yield
    finally:
        Bodies._outcome = original  # type: ignore[method-assign]


def _build(paths: Sequence[Path], folder: Path) -> build.BuildResult:
    config = folder / "mypy.ini"
    config.write_text(CONFIG)
    options = Options()
    parse_config_file(options, lambda: None, str(config))
    options.export_types = options.preserve_asts = True
    options.incremental = False
    return build.build(create_source_list(list(map(str, paths)), options), options)


def _read(tree: MypyFile, result: build.BuildResult, claimed: Claims) -> None:
    """The types outside bodies that were checked for arguments; inside, mypy's own know nothing of those."""
    inferred = set(claimed.values)
    for node in walk(tree):
        if isinstance(node, Expression) and node in result.types and place(node) not in inferred:
            claimed.add(node, result.types[node])


def place(node: Expression) -> Place:
    return node.line, node.column, node.end_line or 0, node.end_column or 0


def value_of(typ: Type) -> Any:
    """A type as what is compared: a TensorType, a tuple of values, None where nothing is known, else its name."""
    typ = get_proper_type(typ)
    tensor = convert.tensor_of(typ) or stands_for(typ)
    if tensor is not None:
        return tensor
    if isinstance(typ, TupleType):
        return tuple(value_of(item) for item in typ.items)
    if isinstance(typ, UnionType):
        joined = of_union([value_of(item) for item in typ.items])
        return joined if isinstance(joined, TensorType) else None
    if isinstance(typ, Instance):
        items = items_of(typ)
        if typ.type.fullname == "builtins.list" and items is not None:
            return tuple(value_of(item) for item in items.values())
        if typ.type.fullname in ("builtins.list", "builtins.tuple", "typing.Sequence"):
            return [value_of(typ.args[0])]
        return (
            str(typ)
            if typ.type.fullname.startswith("builtins.") and typ.type.name != "object"
            else None
        )
    return "None" if isinstance(typ, NoneType) else None
