"""The names of a module while it runs. A star import is a link, and copies nothing.

Modules that star-import each other in a cycle all end with all names: copied, that is the square of
them. A link remembers how much its source had bound by then, and a name is looked for when somebody
asks for it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

#: What a name is bound to when it has been deleted.
_DELETED: Final = "del"


class _Link(NamedTuple):
    """A star import: of which module, and how many events of it had been then."""

    source: Bindings
    events: int


class _Bound(NamedTuple):
    """What a name is bound to."""

    value: str | None


class Bindings:
    """Names, and the module or the dotted object that each is; None where that is unknown.

    >>> one, other = Bindings(), Bindings()
    >>> one["a"] = "m:a"
    >>> other.star(one)
    >>> one["b"] = "m:b"
    >>> other["a"], "b" in other
    ('m:a', False)
    """

    def __init__(self) -> None:
        self._events = 0
        #: By name, what it was bound to, each with the number of the event.
        self._own: dict[str, list[tuple[int, str | None]]] = {}
        self._links: list[tuple[int, _Link]] = []

    def __setitem__(self, name: str, value: str | None) -> None:
        self._own.setdefault(name, []).append((self._events, value))
        self._events += 1

    def star(self, source: Bindings) -> None:
        """Binds all that the source has bound by now."""
        self._links.append((self._events, _Link(source, source._events)))
        self._events += 1

    def __contains__(self, name: str) -> bool:
        return self._find(name) is not None

    def __getitem__(self, name: str) -> str | None:
        found = self._find(name)
        if found is None:
            raise KeyError(name)
        return found[0]

    def get(self, name: str, default: str | None = None) -> str | None:
        """What a name is bound to, or the default."""
        found = self._find(name)
        return default if found is None else found[0]

    def pop(self, name: str, default: str | None = None) -> None:
        """Deletes a name, if it is there."""
        self._own.setdefault(name, []).append((self._events, _DELETED))
        self._events += 1

    def _find(self, name: str) -> tuple[str | None] | None:
        """What a name is bound to, in a tuple; None where it is not bound.

        The last event that binds it decides. Whoever was asked in vain is not asked again.
        """
        asked: set[tuple[int, int]] = set()
        todo: list[_Link | _Bound] = [_Link(self, self._events)]
        while todo:
            now = todo.pop()
            if isinstance(now, _Bound):
                return (now.value,)
            place = (id(now.source), now.events)
            if place in asked:
                continue
            asked.add(place)
            since = -1
            for number, value in reversed(now.source._own.get(name, ())):
                if number < now.events:
                    since = number
                    if value is not _DELETED:
                        todo.append(_Bound(value))
                    break
            todo += [link for number, link in now.source._links if since < number < now.events]
        return None
