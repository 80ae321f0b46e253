"""Work on many files, shared by this process and others."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, Literal, TypeVar

R = TypeVar("R")
#: Does something with each of some files, the same in any process.
Task = Callable[[Sequence[Path]], list[R]]
#: Told how many files are done.
Progress = Callable[[int], None]

#: Below this many bytes another process costs more than it saves, by how it is started.
_PARALLEL_FROM: Final = {"fork": 1_000_000, "spawn": 4_000_000}
#: What one piece of work reads: small enough that all processes end at about the same time.
_BYTES_A_PART: Final = 250_000
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
        task: What is done. With several jobs it is pickled, and so are its results.
        files: What it is done with.
        jobs: The most processes to use, this one counted.
        progress: Told how many files are done.
    """
    sizes = list(map(_size, files))
    parts = list(_parts(files, sizes))
    method = _method()
    if jobs > 1 and len(parts) > 1 and sum(sizes) >= _PARALLEL_FROM[method]:
        done = _shared(task, parts, jobs, method, progress)
    else:
        done = _alone(task, parts, progress)
    return [result for results in done for result in results]


def _alone(
    task: Task[R], parts: Sequence[Sequence[Path]], progress: Progress | None
) -> list[list[R]]:
    done: list[list[R]] = []
    for part in parts:
        done.append(task(part))
        if progress:
            progress(sum(map(len, done)))
    return done


def _shared(
    task: Task[R],
    parts: Sequence[Sequence[Path]],
    jobs: int,
    method: Literal["fork", "spawn"],
    progress: Progress | None,
) -> list[list[R]]:
    """The task's results for the parts: the others begin at the front, this process at the back."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    context = multiprocessing.get_context(method)
    own: list[list[R]] = []
    with ProcessPoolExecutor(min(jobs, len(parts)) - 1, context, gc.disable) as pool:
        try:
            left = [pool.submit(task, part) for part in parts]
            while left and left[-1].cancel():
                left.pop()
                own.append(task(parts[len(left)]))
                if progress:
                    theirs = (part for part, each in zip(parts, left) if each.done())
                    progress(sum(map(len, [*theirs, *own])))
            done = [*(each.result() for each in left), *reversed(own)]
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    if progress:
        progress(sum(map(len, done)))
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


def _parts(files: Sequence[Path], sizes: Sequence[int]) -> Iterator[list[Path]]:
    part: list[Path] = []
    total = 0
    for file, size in zip(files, sizes, strict=True):
        part.append(file)
        total += size
        if total > _BYTES_A_PART:
            yield part
            part, total = [], 0
    if part:
        yield part


def _size(file: Path) -> int:
    try:
        return os.path.getsize(file)
    except OSError:
        return 0
