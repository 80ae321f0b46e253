"""The process that runs a program: its state, and how the engine runs something beside it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from copy import copy
from types import MappingProxyType
from typing import Any, Final

from tftypes.inference.declarations import Declarations
from tftypes.inference.findings import Failure, Finding, Place
from tftypes.inference.interpreter.exits import Exhausted, Kind, Target
from tftypes.inference.interpreter.tables import Limits, Tables
from tftypes.inference.modules import Sources
from tftypes.inference.objects import (
    Container,
    External,
    Function,
    Instance,
    Log,
    Module,
    Trace,
    Value,
    noted,
)
from tftypes.inference.state import Heap, Tracked, Trail

#: What is put aside while something is run that is no part of what runs now.
_OF_RUN: Final = (
    "root", "path", "steps", "budget", "targets", "chain", "doubt", "doubted", "guards", "looping", "trace",
    "converted", "tapes", "followed", "believes",
)  # fmt: skip
#: What a program leaves here between its statements, and what makes each anew where a program begins.
_OF_PROGRAM: Final[Mapping[str, Callable[[], Any]]] = {
    **dict.fromkeys(("modules", "findings", "revealed", "asserted", "mentioned"), dict),
    **dict.fromkeys(("measures", "recursions", "spent", "costs"), dict),
    **dict.fromkeys(("rehearsed", "called", "dropped", "early"), set),
    **dict.fromkeys(("nones", "failures"), list),
    **dict.fromkeys(("graphs", "lists_subclasses"), bool),
    "escaped": int,
}
#: The switch with the graph to which ops are added where none is entered, and what tells the first one from others.
DEFAULT_GRAPH: Final = "default graph"
GLOBAL: Final = (0, "")
_NO_SLOTS: Final[Mapping[str, Value]] = MappingProxyType({})


class Process:
    """The state of one run over a program, but for what is on the heap."""

    def __init__(
        self, tables: Tables, sources: Sources, declared: Declarations, limits: Limits | None = None
    ) -> None:
        self.tables = tables
        self.sources = sources
        #: The exceptions whose handlers are running, the innermost last.
        self.handling: list[Value] = []
        self.declared = declared
        self.limits = limits or Limits()
        self.trail = Trail()
        #: What has been imported by the program that runs, and what imports have left before it (`loaded.Loaded`).
        self.modules: dict[str, Module | None] = {}
        self.loaded: dict[str, Any] = {}
        #: The code of modules that programs import, by path (`module_code.ModuleCode`).
        self.compiled: dict[str, Any] = {}
        #: Whether the program has asked which classes derive from one.
        self.lists_subclasses = False
        #: Where the program began, see `Trail.now`.
        self.begun: tuple[int, int] | None = None
        #: The file that runs as the main program, and those in which what is found is kept.
        self.main = ""
        self.mains: frozenset[str] = frozenset()
        #: By the place that is wrong, the place in what was run that leads there, and the code: each once.
        self.findings: dict[tuple[object, ...], Finding] = {}
        #: What is told here is kept there instead, see `listening`.
        self.heard: dict[tuple[object, ...], Finding] | None = None
        #: Those about results that are None, each with the functions that were running.
        self.nones: list[tuple[Finding, list[Any]]] = []
        #: The file whose statements run, or whose functions that nobody calls: what it calls may be in another.
        self.root = ""
        self.revealed: dict[Place, list[str]] = {}
        #: How many handlers run that may never be reached, and what is revealed in such alone.
        self.rehearsing = 0
        self.rehearsed: set[Place] = set()
        #: The calls of `assert_type` that were decided.
        self.asserted: dict[Place, Place] = {}
        self.failures: list[Failure] = []
        self.observe: Callable[..., None] | None = None
        #: What names of libraries stand for: found once.
        self.names: dict[str, Value] = {}
        self.result_names: dict[str, tuple[str, ...]] = {}
        self.path = ""
        self.steps = 0
        self.budget = self.limits.steps
        #: Steps that the last call of a function took, by its code, where it came back; a call that would go beyond the
        #: step `followed` is left out. None where there is no such bound.
        self.costs: dict[Any, int] = {}
        self.followed: int | None = None
        #: Steps that the statements of a file have taken.
        self.spent: dict[str, int] = {}
        self.targets: list[Target] = []
        #: The generators whose bodies are running for what consumes them, and what each was begun with.
        self.driven: list[tuple[Heap, Any]] = []
        #: The run of a generator that is resumed by hand.
        self.replay: Any = None
        #: How the last path that ended was left, and with which value.
        self.left: tuple[Kind, Value] = ("return", None)
        #: The calls that are running: the code of the function, and the file and the node that call it.
        self.chain: list[tuple[Any, str, ast.AST]] = []
        #: The numbers and sizes among the arguments of the calls that are running, by the function's code.
        self.measures: dict[Any, list[dict[str, int | None]]] = {}
        #: By code, how often it has run within its outermost call.
        self.recursions: dict[Any, int] = {}
        #: Bodies that a call has run; the others run once for what their annotations say.
        self.called: set[Any] = set()
        #: The calls whose result is None whatever they are given, and why.
        self.nothing: dict[ast.AST, str] = {}
        #: When something was given last to a callable of which nothing is known: what is older may be known to it.
        self.escaped = 0
        #: Whether words are in the text of the modules that have been run, when there were so many.
        self.mentioned: dict[str, tuple[int, bool]] = {}
        #: The files of modules in which a name was looked for before they had come to it.
        self.early: set[str] = set()
        #: How many conditions of which nothing is known the path has met, and what went wrong under them.
        self.doubt = 0
        self.doubted: list[Finding] = []
        #: Whether something was refused, sure or not, since somebody asked.
        self.refused = False
        #: Whether annotations that nothing holds are believed, and how many have been.
        self.believes = False
        self.claims = 0
        #: Those of them that are written in a branch, as far as they are known, and the function that nobody calls.
        self.guards: tuple[ast.AST, ...] = ()
        self.free: Function | None = None
        #: Functions in whose calls something was found under such a condition: they run once without a call, too.
        self.dropped: set[Any] = set()
        #: Loops that are run until their state is stable, around the present statement.
        self.looping = 0
        #: The graph that is being traced, None where the program runs eagerly, and whether AutoGraph has converted
        #: the code that runs.
        self.trace: Trace | None = None
        self.converted = False
        #: Reasons around the present place for which it may run in a graph that the engine does not follow: nobody calls
        #: the function, or the program makes a graph itself.
        self.hidden_graphs = 0
        #: The graphs that the program has entered, which sessions run, the innermost last; and whether there has been any.
        self.entered: tuple[Any, ...] = ()
        self.sessions = False
        #: The scopes of variables in the present one, each with the call that makes it.
        self.variable_scopes: tuple[tuple[Any, str], ...] = ()
        #: Whether there has been any graph.
        self.graphs = False
        #: The tapes that record, the innermost last.
        self.tapes: tuple[Heap, ...] = ()
        #: Settings of the process, such as NumPy behaviour: they are state of the program. "dtypes convert": operands of
        #: different dtypes are converted to a common one.
        self.switches = Tracked(self.trail)

    def begin(self, mains: Collection[str], main: str) -> None:
        """A program begins: nothing is imported, and nothing is found."""
        self.mains, self.main = frozenset(mains), main
        for name, made in _OF_PROGRAM.items():
            setattr(self, name, made())

    def saved(self) -> Mapping[str, Any]:
        """What the program has left here so far, for `restore`."""
        return {name: copy(getattr(self, name)) for name in (*_OF_PROGRAM, "begun")}

    def restore(self, saved: Mapping[str, Any]) -> None:
        """Take back what the program has left here since."""
        for name, value in saved.items():
            setattr(self, name, copy(value))

    @contextmanager
    def afresh(self, path: str) -> Iterator[None]:
        """Run a module, or what nobody calls: not as a part of what is running now."""
        saved = {name: getattr(self, name) for name in _OF_RUN}
        self.root = self.path = path
        self.targets, self.chain, self.doubt, self.doubted, self.guards = [], [], 0, [], ()
        self.looping, self.trace, self.converted, self.tapes = 0, None, False, ()
        self.followed, self.believes = None, False
        try:
            yield
        finally:
            for name, value in saved.items():
                setattr(self, name, value)

    @contextmanager
    def quietly(self) -> Iterator[None]:
        """Run for a result alone: nothing is reported, and the state is taken back."""
        mains, failures, refused = self.mains, len(self.failures), self.refused
        self.mains = frozenset()
        self.trail.mark()
        depth = self.trail.depth
        try:
            yield
        finally:
            self.trail.unwind(depth)
            self.trail.undo()
            self.mains, self.refused = mains, refused
            del self.failures[failures:]

    def claim(self) -> bool:
        """Whether to believe an annotation to which programs that run need not keep: what is found must not rest on it."""
        self.claims += self.believes
        return self.believes

    def tell_nothing(self, call: ast.AST, why: str | None) -> None:
        """Say why a call gives None whatever it is given, or that it need not."""
        if why is not None:
            self.nothing[call] = why
        else:
            self.nothing.pop(call, None)

    @contextmanager
    def tracing(self, trace: Trace | None, converted: bool) -> Iterator[None]:
        """Run in a graph, None for eagerly."""
        saved = self.trace, self.converted
        self.trace, self.converted = trace, converted
        self.graphs = self.graphs or trace is not None
        try:
            yield
        finally:
            self.trace, self.converted = saved

    @contextmanager
    def in_hidden_graph(self, graph: Any = None) -> Iterator[None]:
        """Run what may be in a graph that the engine does not follow, or is in one that a session runs."""
        saved = self.entered, self.variable_scopes
        self.hidden_graphs += 1
        if graph is not None:
            self.entered, self.variable_scopes = (*self.entered, graph), ()
            self.graphs = self.sessions = True
        try:
            yield
        finally:
            self.hidden_graphs -= 1
            self.entered, self.variable_scopes = saved

    @contextmanager
    def eagerly(self) -> Iterator[None]:
        """Run what TensorFlow runs eagerly whatever graph is around."""
        is_hidden = self.session_graph is not None
        with self.in_hidden_graph() if is_hidden else nullcontext(), self.tracing(None, False):
            yield

    @contextmanager
    def recording(self, tapes: tuple[Heap, ...]) -> Iterator[None]:
        """Run while these tapes record, and no others."""
        saved, self.tapes = self.tapes, tapes
        try:
            yield
        finally:
            self.tapes = saved

    @property
    def is_eager(self) -> bool:
        """Whether the present code runs eagerly for sure."""
        return not (self.trace or self.hidden_graphs or self.switches.read("graph", False))

    @property
    def session_graph(self) -> Any:
        """The graph to which ops are added here for a session to run; None where there is none for sure."""
        if not self.sessions or self.trace or self.hidden_graphs != len(self.entered):
            return None
        if self.entered:
            return self.entered[-1]
        is_on = self.switches.read("graph", False) is True
        return self.switches.read(DEFAULT_GRAPH, GLOBAL) if is_on else None

    def allowance(self, module: Module) -> int:
        """How many steps the next statement of a module may take."""
        limits, lines = self.limits, _lines(module)
        left = (
            limits.module_steps
            + limits.module_steps_a_line * lines
            - self.spent.get(module.path, 0)
        )
        return max(limits.steps, min(limits.steps + limits.steps_a_line * lines, left))

    def followed_in(self, function: Function) -> int:
        """Up to which step a function that nobody calls follows calls that are known to be long."""
        limits, path = self.limits, function.module.path
        node: ast.expr | ast.stmt = function.code.node
        lines = (node.end_lineno or node.lineno) - node.lineno
        left = (
            limits.module_followed
            + limits.followed_a_line * _lines(function.module)
            - self.spent.get(path, 0)
        )
        return self.steps + max(limits.followed + limits.followed_a_line * lines, left)

    def step(self) -> None:
        self.steps += 1
        if self.steps > self.budget:
            raise Exhausted

    def list(self, items: Value, kind: str = "list") -> Container:
        """A new list, set, deque or iterator with such items."""
        return Container(self.trail, kind, items)

    def instance(self, name: str, slots: Mapping[str, Value] = _NO_SLOTS) -> Instance:
        """A new object of a library's class, with what its slots hold."""
        made = Instance(self.trail, External(name))
        for slot, value in slots.items():
            self.write(made, slot, value)
        return made

    def note(self, target: Heap, key: Any, *entries: Any) -> None:
        """Add to the log that a slot holds."""
        self.write(target, key, Log((*noted(target, key), *entries)))

    def write(self, target: Heap, key: Any, value: Value) -> None:
        self.trail.write(target, key, value)


def _lines(module: Module) -> int:
    body: list[ast.stmt] = [] if module.tree is None else module.tree.body
    return (body[-1].end_lineno or 0) if body else 0
