"""Work on many files, shared by this process and others."""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeVar

R = TypeVar("R")
#: Does something with each of some files, the same in any process.
Task = Callable[[Sequence[Path]], list[R]]
#: Told how many files are done.
Progress = Callable[[int], None]

#: Below this many bytes another process costs more than it saves, by how it is started.
_PARALLEL_FROM: Final = {"fork": 500_000, "spawn": 4_000_000}
#: What one piece of work reads: small enough that all processes end at about the same time.
_BYTES_A_PART: Final = 60_000
#: No more pieces than this: their numbers, of four bytes each, fit into the smallest pipe.
_PARTS: Final = 1000
#: The threads of this process, those that are not Python's as well.
_THREADS: Final = "/proc/self/task"


def each_file(
    task: Task[R],
    files: Sequence[Path],
    jobs: int,
    progress: Progress | None = None,
) -> list[R]:
    """The task's results for the files, in their order.

    Args:
        task: What is done. With several jobs it may be pickled, and its results are.
        files: What it is done with.
        jobs: The most processes to use, this one counted.
        progress: Told how many files are done.
    """
    sizes = {file: _size(file) for file in files}
    total = sum(sizes.values())
    # What takes longest comes first, so that nobody is left with it at the end.
    parts = list(_parts(sizes, max(_BYTES_A_PART, total // _PARTS)))
    parts.sort(key=lambda part: -sum(sizes[file] for file in part))
    ends = [0, *accumulate(map(len, parts))]
    told = (lambda number: progress(ends[number])) if progress else _tell_nobody
    method = _method()
    jobs = min(jobs, len(parts)) if total >= _PARALLEL_FROM[method] else 1
    if jobs < 2:
        done = dict(_in_turn(task, parts, iter(range(len(parts))), told))
    elif method == "fork":
        done = _forked(task, parts, jobs, told)
    else:
        done = _spawned(task, parts, jobs, told)
    told(len(parts))
    found = {
        file: result
        for number, part in enumerate(parts)
        for file, result in zip(part, done[number], strict=True)
    }
    return [found[file] for file in files]


def _tell_nobody(number: int) -> None:
    pass


def _in_turn(
    task: Task[R],
    parts: Sequence[Sequence[Path]],
    numbers: Iterator[int],
    told: Progress,
) -> Iterator[tuple[int, list[R]]]:
    """The results for the parts of these numbers, with the numbers."""
    for number in numbers:
        told(number)
        yield number, task(parts[number])


class _Helper(NamedTuple):
    """A copy of this process, and where to read what it found."""

    process: int
    found: int


def _forked(
    task: Task[R], parts: Sequence[Sequence[Path]], jobs: int, told: Progress
) -> dict[int, list[R]]:
    """The results by number of the part: whoever is free, of this process and its copies, takes
    the next number from a pipe."""
    left, numbers = os.pipe()
    os.write(numbers, b"".join(number.to_bytes(4, "big") for number in range(len(parts))))
    os.close(numbers)
    work = partial(_in_turn, task, parts, _taken(left))
    helpers: list[_Helper] = []
    try:
        for _ in range(jobs - 1):
            helpers.append(_copy(partial(work, _tell_nobody)))
        done = dict(work(told))
        while helpers:
            done |= _found(helpers[-1])
            _end(helpers.pop())
        return done
    finally:
        os.close(left)
        for helper in helpers:
            os.kill(helper.process, signal.SIGKILL)
            _end(helper)


def _taken(numbers: int) -> Iterator[int]:
    while number := os.read(numbers, 4):
        yield int.from_bytes(number, "big")


def _copy(work: Callable[[], Iterator[tuple[int, Any]]]) -> _Helper:
    """A copy of this process that does the work and ends."""
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)
        return _Helper(process, reading)
    try:
        with open(writing, "wb") as stream:
            try:
                told: object = dict(work())
            except Exception as error:
                told = (error, traceback.format_exc())
            pickle.dump(told, stream, pickle.HIGHEST_PROTOCOL)
    finally:
        os._exit(0)  # whatever else the process wants done at its end, it is not this one's


def _found(helper: _Helper) -> dict[int, Any]:
    """What a copy found.

    Raises:
        ChildProcessError: it was ended from outside.
    """
    try:
        with open(helper.found, "rb", closefd=False) as stream:
            told: dict[int, Any] | tuple[Exception, str] = pickle.load(stream)
    except (EOFError, pickle.UnpicklingError):
        raise ChildProcessError(f"process {helper.process} ended before its work did") from None
    if isinstance(told, tuple):
        error, where = told
        raise error from RuntimeError(f"in another process:\n{where}")
    return told


def _end(helper: _Helper) -> None:
    os.close(helper.found)
    os.waitpid(helper.process, 0)


def _spawned(
    task: Task[R], parts: Sequence[Sequence[Path]], jobs: int, told: Progress
) -> dict[int, list[R]]:
    """The results by number of the part, from processes that begin with nothing."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    done: dict[int, list[R]] = {}
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, gc.disable) as pool:
        for number, results in enumerate(pool.map(task, parts)):
            done[number] = results
            told(number + 1)
    return done


def _method() -> Literal["fork", "spawn"]:
    """How processes are started: as copies of this one only where it has no thread.

    A copy begins at once. The locks that threads hold are never opened in it, and it may hang.
    """
    try:
        alone = sys.platform == "linux" and len(os.listdir(_THREADS)) == 1
    except OSError:
        alone = False
    return "fork" if alone else "spawn"


def _parts(sizes: dict[Path, int], most: int) -> Iterator[list[Path]]:
    """The files in pieces of about so many bytes."""
    part: list[Path] = []
    total = 0
    for file, size in sizes.items():
        part.append(file)
        total += size
        if total > most:
            yield part
            part, total = [], 0
    if part:
        yield part


def _size(file: Path) -> int:
    try:
        return os.path.getsize(file)
    except OSError:
        return 0
