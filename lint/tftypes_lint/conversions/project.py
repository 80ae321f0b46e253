"""What becomes of each registration, in the light of all files."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, Literal, NamedTuple

from tftypes_lint.conversions.collect import ClassFact, ModuleFacts, Site
from tftypes_lint.conversions.sites import REGISTER, is_register
from tftypes_lint.rule import Wanted

_DEPTH: Final = 30
#: Bases that bring no `__tf_tensor__`, and that nothing is registered for.
_HARMLESS: Final = frozenset(
    {
        "builtins.object",
        "builtins.Exception",
        "abc.ABC",
        "enum.Enum",
        "typing.Generic",
        "typing.Protocol",
        "typing_extensions.Protocol",
        "tensorflow.Module",
        "tensorflow.experimental.ExtensionType",
        "keras.Model",
        "keras.Layer",
        "keras.layers.Layer",
        "keras.models.Model",
    }
)
_SEQUENCES: Final = frozenset(
    {"builtins.list", "builtins.tuple", "typing.NamedTuple", "builtins.range"}
)

Action = Literal["delete", "move", "report"]


class Verdict(NamedTuple):
    """What can be done about a registration, and why not more than that."""

    action: Action
    reasons: tuple[str, ...] = ()

    @property
    def is_safe(self) -> bool:
        """Whether the program stays as it is."""
        return self.action != "report" and not self.reasons


class Project:
    """All files together."""

    def __init__(self, facts: Mapping[str, ModuleFacts]) -> None:
        self.facts = facts
        self._by_module: dict[str, list[str]] = defaultdict(list)
        for path, each in facts.items():
            self._by_module[each.module].append(path)
        self._folders = {path: os.path.dirname(path) for path in facts}
        self._parts: dict[tuple[str, str], tuple[str | None, str]] = {}
        self._lines: dict[tuple[str, str], Sequence[tuple[str, bool]]] = {}
        #: Modules that would have to be known for an answer.
        self.missing: set[str] = set()

    @cached_property
    def sites(self) -> Sequence[tuple[str, Site]]:
        """Each registration, and the file that it is in."""
        return [
            (path, site)
            for path, each in self.facts.items()
            for site in each.sites
            if any(self.is_register(name, path) for name in site.names)
        ]

    def is_register(self, name: str, path: str) -> bool:
        """Whether a name, used in this file, is TensorFlow's function."""
        last = name.rpartition(".")[2]
        note = last in REGISTER or last in self._other_names
        return is_register(self.resolve(name, path, note=note))

    def resolve(self, name: str, path: str, *, note: bool = False) -> str:
        """The name that things are defined under, following the imports of the files.

        `note`: a module that is not known and would have to be is one of `missing`.
        """
        return self._resolve(name, path, _DEPTH, set(), note=note)

    def _resolve(
        self, name: str, path: str, depth: int, seen: set[tuple[str, str]], *, note: bool
    ) -> str:
        # Star imports may lead round and round, and on many ways to the same module.
        if is_register(name) or not depth or (name, path) in seen:
            return name
        seen.add((name, path))
        module, rest = self._split(name, path)
        if module is None or not rest:
            if note:
                self._miss(name)
            return name
        first, _, attributes = rest.partition(".")
        facts = self.facts[module]
        if first in facts.aliases:
            target = facts.aliases[first]
            following = f"{target}.{attributes}" if attributes else target
            return self._resolve(following, module, depth - 1, seen, note=note)
        if first not in facts.classes:
            for star in facts.stars:
                found = f"{star}.{rest}"
                if self._is_file(star, module):
                    found = self._resolve(found, module, depth - 1, seen, note=note)
                elif note:
                    self._miss(found)
                if is_register(found) or self.class_of(found, module):
                    return found
        return name

    def class_of(self, name: str, path: str) -> ClassFact | None:
        """The class of this full name, where its file is known."""
        module, rest = self._split(name, path)
        return self.facts[module].classes.get(rest) if module else None

    def has_method(self, name: str, path: str, depth: int = _DEPTH) -> bool | None:
        """Whether instances of a class have `__tf_tensor__`; None when that is not known."""
        name = self.resolve(name, path, note=True)
        if name in _HARMLESS | _SEQUENCES:
            return False
        fact = self.class_of(name, path)
        if fact is None or not depth:
            return None
        if fact.method is not False:
            return fact.method
        for base in fact.bases:
            answer = self.has_method(base, path, depth - 1) if base else None
            if answer is not False:
                return answer
        return False

    def verdict(self, path: str, site: Site) -> Verdict:
        """What can be done about a registration."""
        having = [target for target in site.targets if self.has_method(target.name, path)]
        if len(having) == len(site.targets):
            return Verdict("report", (site.stuck,)) if site.stuck else Verdict("delete")
        report = [reason for target in site.targets for reason in target.report]
        report += site.report
        report += [
            f"`{target.text}` has `__tf_tensor__`, and others here do not" for target in having
        ]
        for target in site.targets:
            name = self.resolve(target.name, path)
            own = self.class_of(name, path)
            if own and own.method is None:
                report.append(f"whether `{target.text}` has `__tf_tensor__` depends")
            if name and self._times[name] > 1:
                report.append(f"more than one conversion is registered for `{target.text}`")
        if site.stuck:
            report.append(site.stuck)
        if report:
            return Verdict("report", tuple(dict.fromkeys(report)))
        doubts = [reason for target in site.targets for reason in target.unsafe]
        doubts += [*site.unsafe, *self._inherited(path, site)]
        return Verdict("move", tuple(dict.fromkeys(doubts)))

    def wanted(self) -> Wanted:
        """What else should be looked at: other names for the function, modules of classes."""
        for path, site in self.sites:
            self.verdict(path, site)
        return Wanted(self._other_names, frozenset(self.missing - {*self._by_module}))

    def _inherited(self, path: str, site: Site) -> Iterator[str]:
        """Why other conversions may have come first, or will now."""
        for target in site.targets:
            name = self.resolve(target.name, path)
            for base, known in self._above(name, path):
                if not known:
                    yield f"`{target.text}` derives from `{base}`, which may have a conversion of its own"
                elif base in _SEQUENCES:
                    yield f"`{target.text}` is a sequence, and sequences are packed before its conversion is asked"
                elif base not in _HARMLESS and self._times[base]:
                    yield f"`{target.text}` derives from `{base.rpartition('.')[2]}`, which is registered, too"
            for other in self._times:
                if other != name and any(base == name for base, _ in self._above(other, path)):
                    yield f"`{other.rpartition('.')[2]}`, which derives from it, is registered, too"

    def _above(self, name: str, path: str) -> Sequence[tuple[str, bool]]:
        """The classes that a class derives from, and whether each is known."""
        place = name, self._folders[path]
        if place not in self._lines:
            self._lines[place] = list(self._ancestors(name, path))
        return self._lines[place]

    def _ancestors(self, name: str, path: str, depth: int = _DEPTH) -> Iterator[tuple[str, bool]]:
        fact = self.class_of(name, path)
        for base in fact.bases if fact and depth else ():
            full = self.resolve(base, path, note=True) if base else "?"
            inner = self.class_of(full, path)
            yield full, full in _HARMLESS | _SEQUENCES or inner is not None
            yield from self._ancestors(full, path, depth - 1)

    @cached_property
    def _other_names(self) -> frozenset[str]:
        """What else the function is called in some file."""
        known = set(REGISTER)
        while True:
            # A name for it is given to it, or to what is known to be a name for it.
            more = {
                alias
                for path, each in self.facts.items()
                for alias, name in each.aliases.items()
                if alias not in known
                and name.rpartition(".")[2] in known
                and is_register(self.resolve(name, path))
            }
            if not more:
                return frozenset(known - REGISTER)
            known |= more

    @cached_property
    def _times(self) -> dict[str, int]:
        """How many conversions are registered for each class."""
        times: dict[str, int] = defaultdict(int)
        for path, site in self.sites:
            for target in site.targets:
                if target.name:
                    times[self.resolve(target.name, path)] += 1
        return times

    def _split(self, name: str, path: str) -> tuple[str | None, str]:
        """The file of the longest part of a full name that is a module, and the rest."""
        folder = self._folders[path]
        known = self._parts.get((name, folder))
        if known is None:
            known = self._parts[name, folder] = self._split_anew(name, folder)
        return known

    def _split_anew(self, name: str, folder: str) -> tuple[str | None, str]:
        parts = name.split(".")
        for end in range(len(parts), 0, -1):
            paths = self._by_module.get(".".join(parts[:end]), [])
            here = [each for each in paths if self._folders[each] == folder]
            found = paths if len(paths) == 1 else here
            if len(found) == 1:
                return found[0], ".".join(parts[end:])
        return None, ""

    def _is_file(self, name: str, path: str) -> bool:
        """Whether a full name is that of a module whose file is known."""
        module, rest = self._split(name, path)
        return module is not None and not rest

    def _miss(self, name: str) -> None:
        parts = name.split(".")
        self.missing |= {".".join(parts[:end]) for end in range(1, len(parts))}
