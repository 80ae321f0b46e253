"""mypy's own errors between two types of tensors, judged again.

mypy compares dims as types: a known size against a name, or against a size that
two branches disagree on, is an error to it. The algebra knows three answers. What
it refutes is told in its words; what it cannot refute is not an error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial

from mypy.binder import ConditionalTypeBinder
from mypy.checker import TypeChecker
from mypy.checker_state import checker_state
from mypy.errorcodes import (
    CALL_OVERLOAD,
    INDEX,
    NAME_DEFINED,
    NO_ANY_RETURN,
    NO_REDEF,
    OPERATOR,
)
from mypy.errors import ErrorInfo, Errors, ErrorWatcher
from mypy.literals import literal
from mypy.nodes import AssignmentStmt, MemberExpr, MypyFile, TypeInfo
from mypy.types import Type

from tftypes.algebra import UNKNOWN, Unknown
from tftypes_mypy import convert, typetext
from tftypes_mypy.assigned_lines import assigned_at, grown_at, statements_at
from tftypes_mypy.codes import CODES
from tftypes_mypy.features.facts.expected import REFUSED, is_expected
from tftypes_mypy.features.mypy_errors import (
    aliases,
    containers,
    first_given,
    harmless,
    imported,
    keras_alone,
    left_open,
    put,
)
from tftypes_mypy.features.mypy_errors import messages as mypy_messages
from tftypes_mypy.features.mypy_errors.conversions import Conversions
from tftypes_mypy.features.mypy_errors.verdicts import FOREIGN, is_open, judge
from tftypes_mypy.features.signatures.annotations import arguments_in
from tftypes_mypy.features.structs import checks as structs_checks
from tftypes_mypy.settings import safely
from tftypes_mypy.switches import PROMOTING, Switches
from tftypes_mypy.syntax import Place, per_tree, those_of
from tftypes_mypy.typetext import DimensionValue, Unreadable


def _is_ours(info: ErrorInfo) -> bool:
    return info.code is not None and info.code.sub_code_of is CODES["tftypes"]


def _is_of_names(info: ErrorInfo) -> bool:
    """Whether it is about what a name stands for, which mypy says as soon as it binds names."""
    is_one = info.code in (NAME_DEFINED, NO_REDEF) or any(
        pattern.match(info.message) for pattern in (imported.MULTIPLE, imported.DERIVED)
    )
    return is_one and not info.blocker


@per_tree
def _loads(tree: MypyFile) -> bool:
    """Whether a module has arrays of Keras' data sets, of which the stubs say nothing."""
    return any(node.name == "load_data" for node in those_of(tree, MemberExpr))


class Judge:
    """Sits below mypy's own error watchers and hears each error as it is made."""

    def __init__(
        self,
        modules: Callable[[], Mapping[str, MypyFile]],
        conversions: Conversions,
        switches: Switches,
    ) -> None:
        self._modules = modules
        self._conversions = conversions
        self._switches = switches
        self._alone = keras_alone.Alone(switches)
        self._watcher: ErrorWatcher | None = None
        self._errors: Errors | None = None
        self._last: tuple[ErrorInfo, bool] | None = None
        self._dropped: tuple[str, int] | None = None
        #: What was assigned to attributes that mypy took for something else, and where.
        self.assigned: list[tuple[ConditionalTypeBinder, int, MemberExpr, Type]] = []

    @property
    def is_listening(self) -> bool:
        """Whether this run's errors are heard."""
        watchers = self._errors._watchers if self._errors is not None else []
        return bool(watchers) and watchers[0] is self._watcher

    def install(self, errors: Errors) -> None:
        """Listens to these errors; once for each run, whoever calls."""
        watchers = errors._watchers
        self._errors = errors
        if self._watcher is None or not watchers or watchers[0] is not self._watcher:
            self._watcher = ErrorWatcher(errors, filter_errors=self.hears)
            watchers.insert(0, self._watcher)
            self._catch_up(errors)

    def _catch_up(self, errors: Errors) -> None:
        """Drops what was said before: in a warm run mypy may name a class before it asks anything."""
        for file in errors.error_info_map.keys() - errors.flushed_files:
            infos = errors.error_info_map[file]
            infos[:] = [i for i in infos if not (_is_of_names(i) and self.hears(file, i))]
            if not infos:
                del errors.error_info_map[file]

    def hears(self, file: str, info: ErrorInfo) -> bool:
        """True to drop the error; one that the algebra refutes gets its words."""
        if self._last is None or self._last[0] is not info:  # mypy asks of most many times
            self._last = info, not self._is_unseen(file, info) and self._is_dropped(file, info)
        return self._last[1]

    def _is_dropped(self, file: str, info: ErrorInfo) -> bool:
        is_dropped = safely(
            lambda: self._judged(file, info) or self._is_expected(file, info), False
        )
        info.message = aliases.named(info.message)
        return is_dropped

    def _is_unseen(self, file: str, info: ErrorInfo) -> bool:
        """Whether nobody sees it: it is switched off, or in a stub of a package, of which NumPy's have hundreds."""
        errors = self._errors
        if errors is None:
            return False
        if info.code is not None and not errors.is_error_code_enabled(info.code):
            return True
        return file.endswith(".pyi") and file in errors.ignored_files

    def _is_expected(self, file: str, info: ErrorInfo) -> bool:
        """Whether it is of what TensorFlow refuses, and the program waits for it."""
        tree = self._modules().get(info.module or "")
        is_refused = info.code is not None and info.code.code in REFUSED
        # `x[1] = 2.0` and `sparse + 1.0` are refused by the stubs.
        is_of_tensors = info.code in (INDEX, OPERATOR) and mypy_messages.TENSOR.search(info.message)
        if tree is None or not (is_refused or is_of_tensors) or not is_expected(info.line, tree):
            return False
        self._dropped = file, info.line
        return True

    def _judged(self, file: str, info: ErrorInfo) -> bool:
        converts = self._conversions.hears(file, info)
        if converts is not None:
            return converts
        if info.severity == "note":
            info.message = typetext.pretty(info.message)
            return self._dropped == (file, info.line) and bool(
                mypy_messages.NOTES.search(info.message)
            )
        is_dropped = self._is_no_error(info)
        self._dropped = (file, info.line) if is_dropped else None
        return is_dropped

    def _is_no_error(self, info: ErrorInfo) -> bool:
        """Whether what mypy says is left out, with the notes that follow it."""
        if mypy_messages.NO_TYPE.match(info.message):
            return (info.line, info.column) in self._arguments_of(info.module or "")
        tree = self._modules().get(info.module or "")
        if tree is not None and self._alone.is_of_other_backend(info, tree):
            return True
        if _is_ours(info):
            return False
        if tree is not None and self._alone.is_of_keras(info, tree, self._modules()):
            self._loosens(info)
            self._forget(info, tree)
            return True
        if harmless.is_harmless(info, tree) or self._is_of_numpy(info, tree):
            self._loosens(info)
            left_open.settle(info)
            return True
        is_of_tensors = mypy_messages.TENSOR.search(
            info.message
        ) is not None and not mypy_messages.UNTRACED.match(info.message)
        if not is_of_tensors or info.code is CALL_OVERLOAD:
            self._loosens(info)
        if not is_of_tensors:
            return self._is_by_us(info)
        if info.code is NO_ANY_RETURN:
            return True  # a tensor of which nothing is known
        for pattern, subject in mypy_messages.MESSAGES:
            match = pattern.match(info.message)
            if match is not None and self._drops(match, subject, info):
                return True
        if tree is not None and not _is_ours(info) and first_given.let_be_anything(info, tree):
            return True  # one function of TensorFlow's after another
        info.message = typetext.pretty(info.message)
        return False

    def _is_of_numpy(self, info: ErrorInfo, tree: MypyFile | None) -> bool:
        if tree is None or not harmless.is_of_numpy(info):
            return False
        return self._switches.is_on(PROMOTING, tree.fullname, tree.path)

    def _loosens(self, info: ErrorInfo) -> None:
        """Where something else is put into a list or dict, it may hold anything from there on."""
        tree = self._modules().get(info.module or "") if containers.is_put(info.message) else None
        if tree is not None:
            containers.loosen(grown_at(tree, info.line))

    def _is_by_us(self, info: ErrorInfo) -> bool:
        """Whether what a name was first given is a function, or an array of which mypy knows more by us."""
        if info.message.endswith(mypy_messages.FUNCTION) or mypy_messages.UNTRACED.match(
            info.message
        ):
            found = (pattern.match(info.message) for pattern, _ in mypy_messages.MESSAGES)
            return any(self._is_inferred(each, info) for each in found if each is not None)
        exchanged = mypy_messages.EXCHANGED.match(info.message)
        if exchanged is not None:
            return self._is_inferred(exchanged, info)
        tree = self._modules().get(info.module or "")
        if tree is not None and first_given.let_be_anything(info, tree):
            return True
        late = mypy_messages.LATE.match(info.message)
        if late is not None and tree is not None and put.assigns_unknown(info, tree):
            return self._is_inferred(late, info)
        match = mypy_messages.ARRAYS.match(info.message)
        if match is None or tree is None or not _loads(tree):
            return False
        return self._is_inferred(match, info)

    def _is_inferred(self, match: re.Match[str], info: ErrorInfo) -> bool:
        """Whether the type that is expected is only that of the first value which mypy saw.

        A list takes tensors of other shapes than its first, an attribute too; then
        nothing is known of the attribute.
        """
        if match.groupdict().get("callee", "").endswith(mypy_messages.CONTAINERS):
            return True
        if "base class" in match[0]:
            return True
        if "assignment" not in match[0] and not match[0].startswith(mypy_messages.DISPLAYS):
            return False
        tree = self._modules().get(info.module or "")
        return tree is not None and self._forget(info, tree)

    def _forget(self, info: ErrorInfo, tree: MypyFile) -> bool:
        """Lets what is assigned on the line of an error be anything from there on, if anything is."""
        targets = assigned_at(tree, info.line)
        for target in targets:
            convert.forget(target)
        if targets:
            self._narrow(tree, info.line)
        return bool(targets)

    def _narrow(self, tree: MypyFile, line: int) -> None:
        """Remembers what is assigned on a line: mypy, which has refused it, goes on with what was there before."""
        checker = checker_state.type_checker
        if not isinstance(checker, TypeChecker) or checker.tree is not tree:
            return
        for node in statements_at(tree, line):
            if isinstance(node, AssignmentStmt):
                typ = checker.lookup_type_or_none(node.rvalue)
                for target in node.lvalues:
                    if typ is not None and isinstance(target, MemberExpr) and literal(target):
                        binder = checker.binder
                        self.assigned.append((binder, binder.frames[-1].id, target, typ))

    def settle(self) -> None:
        """Tells mypy what was assigned, once it is through with the assignments."""
        for binder, frame, target, typ in self.assigned:
            if any(each.id == frame for each in binder.frames):
                binder.cleanse(target)
            if binder.frames[-1].id == frame:
                binder.put(target, typ)
        self.assigned.clear()

    def _arguments_of(self, module: str) -> frozenset[Place]:
        """Where the module has arguments of ours, in a type that is an expression."""
        tree = self._modules().get(module)
        return frozenset() if tree is None else arguments_in(tree)

    def _drops(self, match: re.Match[str], subject: str, info: ErrorInfo) -> bool:
        if (
            "StructTensor[" in match["got"]
            and match.groupdict().get("callee") in mypy_messages.DISPATCHED
        ):
            return True  # the first of several signatures
        try:
            got, expected = typetext.read(match["got"]), typetext.read(match["expected"])
        except Unreadable:
            if mypy_messages.CUT.search(match["expected"]):
                # Of a list or dict of tensors, whose items may well be among what is left out.
                return match["got"].partition("[")[0] == match["expected"].partition("[")[0]
            # Fields may have any name, which mypy quotes as it likes.
            return "StructTensor[" in match["got"] and "StructTensor[" in match["expected"]
        modules = self._modules()
        module = info.module or ""
        value_of = dimension_values(modules, module)
        struct_of = partial(
            structs_checks.of_text, modules=modules, module=module, value_of=value_of
        )
        verdict = judge(got, expected, value_of, struct_of)
        if verdict is FOREIGN:
            self._loosens(info)
        if self._is_inferred(match, info) or is_open(got) or verdict.fits is not False:
            return True
        if verdict.code:
            parts = {key: value for key, value in match.groupdict().items() if value}
            words = subject.format(function=info.local_ctx[1] or "lambda", **parts)
            info.message = f"{words}: {verdict.text}"
            info.code = CODES[verdict.code]
        return False


def dimension_values(modules: Mapping[str, MypyFile], module: str) -> DimensionValue:
    """Looks a Dimension up by the short name that a message in a module has of it."""

    def find(tree: MypyFile, name: str) -> TypeInfo | None:
        symbol = tree.names.get(name)
        node = symbol.node if symbol is not None else None
        return node if isinstance(node, TypeInfo) and convert.is_dimension(node) else None

    def value_of(name: str) -> int | None | Unknown:
        here = find(modules[module], name) if module in modules else None
        if here is not None:
            return convert.dimension_value(here)
        found = {
            convert.dimension_value(node)
            for tree in modules.values()
            if name in tree.names and (node := find(tree, name)) is not None
        }
        return found.pop() if len(found) == 1 else (UNKNOWN if found else None)

    return value_of
