"""Python's dates, decimals and the like, as TensorFlow can hold them; for the cloud databases."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import Any

_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
_MICROSECOND = datetime.timedelta(microseconds=1)


def nanoseconds(time: datetime.datetime) -> int:
    """Since 1970, in UTC; a time without a zone is one in UTC.

    >>> nanoseconds(datetime.datetime(1970, 1, 1, 0, 0, 1))
    1000000000
    """
    if time.tzinfo is None:
        time = time.replace(tzinfo=datetime.timezone.utc)
    # Google's subclass counts the nanoseconds of the second beside Python's microseconds.
    rest = int(getattr(time, "nanosecond", 0)) % 1000
    return (time - _EPOCH) // _MICROSECOND * 1000 + rest


def days(date: datetime.date) -> int:
    """Since 1970.

    >>> days(datetime.date(1970, 1, 3))
    2
    """
    return date.toordinal() - _EPOCH.toordinal()


def each_of(function: str, argument: str, values: Any, expected: str) -> Iterator[Any]:
    """What an argument holds.

    Raises:
      TypeError: if it holds nothing that can be gone through.
    """
    try:
        return iter(values)
    except TypeError:
        raise TypeError(
            f"{function}() argument '{argument}': expected {expected}, got {type(values).__name__}"
        ) from None


def refused(function: str, where: str, value: Any, hint: str = "") -> TypeError:
    """The error for a value that TensorFlow has nothing for."""
    return TypeError(f"{function}(): {where}: TensorFlow has nothing for {value}{hint}")
