"""Mutable state: objects with slots, and one undo log, the trail, for all of them.

Everything that a program can change is a slot of an object: a variable of a frame, an attribute of an instance, the
contents of a list. Values in slots are immutable. A branch runs on the state itself: its changes are read off the
trail and undone, the other branch runs, and only the slots that either of them touched are joined. Nothing is copied.

An object that is younger than the newest mark is not logged: nobody outside of what runs since the mark can see it.
The exception is an exit, such as a `return` under a condition: it remembers what it saw, so what the rest of the
function then does to objects that exist by now is logged from there on (`Trail.remember`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import copy
from typing import Any, Final, TypeVar


class Absent:
    """The value of a slot that is not there."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = Absent()

#: A slot's name: that of a variable or attribute, or a private one such as "contents".
Key = Any


class Definite(str):
    """The name of a slot that says what has been done with an object: not known where one of two ways has done it."""

    __slots__ = ()


H = TypeVar("H", bound="Heap")


class Heap:
    """Anything with identity and mutable slots: a frame, an instance, a container, a module, a class.

    Slots are read here and written by `Trail.write` alone.
    """

    __slots__ = ("_slots", "birth")

    def __init__(self, trail: Trail, slots: Mapping[Key, Any] | None = None) -> None:
        self.birth = trail.tick()
        self._slots: dict[Key, Any] = dict(slots) if slots else {}

    def read(self, key: Key, default: Any = ABSENT) -> Any:
        return self._slots.get(key, default)

    def twin(self: H) -> H:
        """Another object with the same slots."""
        made = copy(self)
        made._slots = dict(self._slots)
        return made

    def written(self) -> Iterator[Key]:
        """The slots that are there."""
        return iter(tuple(self._slots))


class Memory(Heap):
    """The memory of an array whose contents are known: `first` is what it held when it was made.

    Its one slot, `contents`, has what it holds now, something unknown where nobody knows.
    """

    __slots__ = ("first",)

    def __init__(self, trail: Trail, first: Any) -> None:
        super().__init__(trail, {"contents": first})
        self.first = first

    @property
    def contents(self) -> Any:
        return self.read("contents")


class Tracked(Heap):
    """An object that records which of its slots have been read; who asks for the record clears it before."""

    __slots__ = ("reads",)

    def __init__(self, trail: Trail) -> None:
        super().__init__(trail)
        self.reads: set[Key] = set()

    def read(self, key: Key, default: Any = ABSENT) -> Any:
        self.reads.add(key)
        return super().read(key, default)


#: What a stretch of a run has changed: the slots, with the values that they have at its end.
Changes = dict[tuple[int, Key], tuple[Heap, Key, Any]]
Join = Callable[[Heap, Key, Any, Any], Any]


class Mark:
    """A point to which the state can be taken back."""

    __slots__ = ("position", "top")

    def __init__(self, position: int, top: int) -> None:
        self.position = position
        #: Objects born until then are logged.
        self.top = top


class Trail:
    """The undo log of all slots.

    >>> trail = Trail()
    >>> frame = Heap(trail, {"x": 1})
    >>> mark = trail.mark()
    >>> trail.write(frame, "x", 2)
    >>> changes = trail.undo()
    >>> frame.read("x"), [value for _, _, value in changes.values()]
    (1, [2])
    """

    __slots__ = ("_clock", "_log", "_marks", "_top", "undone")

    def __init__(self) -> None:
        self._log: list[tuple[Heap, Key, Any]] = []
        self._marks: list[Mark] = []
        self._clock = self._top = 0
        #: What was undone, for who must know all that a run has touched; cut back by who asks.
        self.undone: list[Changes] = []

    def tick(self) -> int:
        """The birth number of a new object."""
        self._clock += 1
        return self._clock

    @property
    def depth(self) -> int:
        """How many marks there are, for `unwind`."""
        return len(self._marks)

    def write(self, target: Heap, key: Key, value: Any) -> None:
        """Give a slot a new value, ABSENT to remove it."""
        slots = target._slots
        if target.birth <= self._top:
            self._log.append((target, key, slots.get(key, ABSENT)))
        if value is ABSENT:
            slots.pop(key, None)
        else:
            slots[key] = value

    def mark(self) -> Mark:
        self._top = self._clock
        mark = Mark(len(self._log), self._clock)
        self._marks.append(mark)
        return mark

    def is_newest(self, mark: Mark) -> bool:
        return self._marks[-1] is mark

    def now(self) -> tuple[int, int]:
        """The present point, for `touched`."""
        return len(self._log), self._clock

    def touched(self, position: int, clock: int) -> Iterator[tuple[Heap, Key, Any]]:
        """The slots of objects that were there at a point which have been written since, with their values before."""
        return (each for each in self._log[position:] if each[0].birth <= clock)

    def commit(self) -> None:
        """Forget the newest mark and keep what has happened since: of what is younger than the next one for good."""
        position = self._marks.pop().position
        if self._marks:
            top = self._top = self._marks[-1].top
            if position < len(self._log):
                since = self._log[position:]
                self._log[position:] = [each for each in since if each[0].birth <= top]
        else:
            self._top = 0
            self._log.clear()

    def changes(self, mark: Mark) -> Changes:
        """What was changed since a mark."""
        return {
            (id(each), key): (each, key, each._slots.get(key, ABSENT))
            for each, key, _ in self._log[mark.position :]
        }

    def undo(self) -> Changes:
        """Take back everything since the newest mark, forget the mark, and return what was changed."""
        mark = self._marks.pop()
        self._top = self._marks[-1].top if self._marks else 0
        since = self._log[mark.position :]
        if not since:
            return {}
        changed = self.changes(mark)
        for target, key, old in reversed(since):
            if old is ABSENT:
                target._slots.pop(key, None)
            else:
                target._slots[key] = old
        del self._log[mark.position :]
        self.undone.append(changed)
        return changed

    def unwind(self, depth: int) -> None:
        """Take back to a number of marks, after an exit or a failure."""
        while len(self._marks) > depth:
            self.undo()

    def remember(self, mark: Mark) -> Changes:
        """What was changed since a mark, for an exit: later writes to what exists by now are logged."""
        changed = self.changes(mark)
        for each in reversed(self._marks):
            each.top = self._clock
            if each is mark:
                break
        self._top = self._clock
        return changed

    def rewind(self, mark: Mark, born: int) -> None:
        """Give all objects that existed at a mark the values again that they had there.

        `born` is the last birth number before it. Unlike `undo` it may be called under newer marks.
        """
        before: dict[tuple[int, Key], tuple[Heap, Key, Any]] = {}
        for target, key, old in self._log[mark.position :]:
            if target.birth <= born:
                before.setdefault((id(target), key), (target, key, old))
        for target, key, old in before.values():
            self.write(target, key, old)

    def apply(self, changes: Changes) -> None:
        """Do again what was undone."""
        for target, key, value in changes.values():
            self.write(target, key, value)

    def merge(self, states: list[Changes], join: Join) -> None:
        """Go on from several states at once, each given by its changes of the present one.

        `join(target, key, first, second)` is called for slots that any of them has changed.
        """
        if len(states) == 1:
            self.apply(states[0])
            return
        touched: Changes = {}
        for state in states:
            touched.update(state)
        for place, (target, key, _) in touched.items():
            now = target._slots.get(key, ABSENT)
            value = states[0][place][2] if place in states[0] else now
            for state in states[1:]:
                other = state[place][2] if place in state else now
                value = value if other is value else join(target, key, value, other)
            if value is not now:
                self.write(target, key, value)
