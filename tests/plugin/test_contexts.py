"""Contexts that are entered without running Python do what those of `contextlib` do."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Callable, Generator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tftypes_mypy.contexts import _ORIGINAL, GeneratorContext

Making = Callable[..., Any]
ERRORS = (ValueError, KeyError, StopIteration, RuntimeError, GeneratorExit, KeyboardInterrupt)


def _generator(
    log: list[object], yields: int, caught: type[BaseException] | None, last: BaseException | None
) -> Generator[int, None, None]:
    """Yields, swallows an error perhaps, and fails at its end perhaps."""
    try:
        for number in range(yields):
            log.append(number)
            try:
                yield number
            except BaseException as error:
                log.append(type(error))
                if caught is None or not isinstance(error, caught):
                    raise
        if last is not None:
            raise last
    finally:
        log.append("closed")


def _entered(making: Making, error: BaseException | None, *given: Any) -> list[object]:
    """All that happens in a `with`, and what is raised of it."""
    log: list[object] = []
    try:
        with making(_generator, (log, *given), {}) as got:
            log.append(("got", got))
            if error is not None:
                raise error
    except BaseException as raised:
        log += [type(raised), str(raised), type(raised.__cause__), raised.__suppress_context__]
    return log


@given(
    st.sampled_from([None, *ERRORS]),
    st.integers(0, 1),
    st.sampled_from([None, *ERRORS, BaseException]),
    st.sampled_from([None, *ERRORS]),
)
def test_the_same_happens(
    error: type[BaseException] | None,
    yields: int,
    caught: type[BaseException] | None,
    last: type[BaseException] | None,
) -> None:
    ours, original = (
        _entered(
            each,
            None if error is None else error("in it"),
            yields,
            caught,
            None if last is None else last("at the end"),
        )
        for each in (GeneratorContext, _ORIGINAL)
    )
    assert ours == original


def test_what_yields_twice_is_closed_whatever_the_version_of_python() -> None:
    assert _entered(GeneratorContext, None, 2, None, None)[:6] == [
        0, ("got", 0), 1, GeneratorExit, "closed", RuntimeError,
    ]  # fmt: skip


def test_a_context_is_also_a_decorator() -> None:
    log: list[object] = []
    decorate = GeneratorContext(_generator, (log, 1), {"caught": None, "last": None})

    @decorate
    def twice(number: int) -> int:
        return 2 * number

    assert [twice(2), twice(3)] == [4, 6]
    assert log == [0, "closed", 0, "closed"]


def test_a_class_may_derive_from_it() -> None:
    class Named(GeneratorContext):
        name = "named"

    with (context := Named(_generator, ([], 1, None, None), {})) as got:
        assert (context.name, got) == ("named", 0)


def test_arguments_are_not_kept_alive() -> None:
    context = GeneratorContext(_generator, ([], 1), {"caught": None, "last": None})
    assert context.__enter__() == 0
    assert (context.args, context.kwds) == ((), {})


def test_what_contextlib_makes_can_be_of_our_class(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contextlib, "_GeneratorContextManager", GeneratorContext)

    @contextlib.contextmanager
    def doubled(number: int) -> Generator[int, None, None]:
        yield 2 * number

    context = doubled(3)
    assert isinstance(context, GeneratorContext)
    assert isinstance(context, contextlib.AbstractContextManager)
    with contextlib.ExitStack() as stack:
        assert [stack.enter_context(context), stack.enter_context(doubled(number=4))] == [6, 8]


def test_the_plugin_has_all_made_so_where_it_is_compiled() -> None:
    code = (
        "import contextlib, tftypes_mypy.lookups; from tftypes_mypy import contexts;"
        "print(contextlib._GeneratorContextManager is contexts.GeneratorContext, contexts.__file__)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    is_installed, file = run.stdout.split()
    assert (is_installed == "True") is not file.endswith(".py")
