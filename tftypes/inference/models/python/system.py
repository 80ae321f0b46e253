"""The outer world: the process, its arguments and environment, files, time. Of known class, never of known value."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from tftypes.inference.interpreter.arrays import BYTES
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.escaping import consumed
from tftypes.inference.interpreter.imports import import_module, run_again
from tftypes.inference.interpreter.library_names import rebound
from tftypes.inference.interpreter.namespaces import PLAIN
from tftypes.inference.interpreter.python_values import kind_of
from tftypes.inference.interpreter.tables import (
    Call,
    LibraryClass,
    Model,
    Raised,
    argument,
    giving,
    itself,
    making,
    reading,
)
from tftypes.inference.interpreter.texts import joined
from tftypes.inference.models.python.constants import refuse_in_json, value_of
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.objects import TOP, Container, Instance, Module, Unknown, Value, resolve
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Bound, Mapped, Seq

_STR: Final = PyValue("str")
_BOOL: Final = PyValue("bool")
_INT: Final = PyValue("int")


def _from_environment(interpreter: Interpreter, call: Call) -> Value:
    return interpreter.method(_environment(interpreter), "get", call.args, call.node, call.kwargs)


def _exit(interpreter: Interpreter, call: Call) -> Value:
    raise Raised("builtins.SystemExit")


def _print(interpreter: Interpreter, call: Call) -> Value:
    """`print(*values, file=stream)`: the stream is written to, or anything may be done with it."""
    stream = resolve(call.kwargs.get("file"))
    stream = rebound(interpreter, "sys.stdout") if stream is None else stream
    if stream is ABSENT:
        return None
    given = [resolve(each) for each in call.args]
    plain = all(type(each) in (str, int) for each in given) and not call.kwargs.keys() - {"file"}
    text = " ".join(map(str, given)) + "\n" if plain else PyValue("str")
    if isinstance(stream, Instance) and interpreter.has_method(stream, "write"):
        interpreter.method(stream, "write", [text], call.node)
    else:
        interpreter.escape([stream])
    return None


def _import_module(interpreter: Interpreter, call: Call) -> Value:
    name, package = resolve(call.get(0, "name")), resolve(call.get(1, "package"))
    if not isinstance(name, str):
        return TOP
    if name.startswith("."):
        if not isinstance(package, str):
            return TOP
        level = len(name) - len(name.lstrip("."))
        parts = package.split(".")
        name = ".".join([*parts[: len(parts) - level + 1], name.lstrip(".")])
    return import_module(interpreter, name)


def _modules(interpreter: Interpreter) -> Value:
    """`sys.modules`: those that are imported by now, among others."""
    run = {name: each for name, each in interpreter.modules.items() if each is not None}
    return interpreter.list(Mapped(run, rest=TOP), "dict")


def _reload(interpreter: Interpreter, call: Call) -> Value:
    module = resolve(call.args[0])
    if isinstance(module, Module):
        run_again(interpreter, module)
    return module


def _loaded(interpreter: Interpreter, call: Call) -> Value:
    """`json.loads(text)` of a text that is known."""
    text = resolve(call.get(0, "s"))
    if not isinstance(text, (str, bytes)) or call.kwargs:
        return TOP
    try:
        return value_of(interpreter, json.loads(text))
    except ValueError:
        raise Raised("builtins.ValueError") from None


# -- files --------------------------------------------------------------------------------------------------------------

_PATH: Final = "pathlib.Path"
_path: Final = making(_PATH)


def _paths(interpreter: Interpreter, call: Call) -> Value:
    return interpreter.list(Seq((), interpreter.instance(_PATH)), "iterator")


def _open(interpreter: Interpreter, call: Call) -> Value:
    """A file of text, unless the mode says otherwise."""
    mode = resolve(call.kwargs.get("mode", call.get(0 if call.receiver else 1, "mode", "r")))
    is_text = isinstance(mode, str) and "b" not in mode
    return interpreter.instance("io.TextIOWrapper") if is_text else TOP


def _lines(kind: str, interpreter: Interpreter, call: Call) -> Value:
    return interpreter.list(Seq((), _STR), kind)


def _new_folder(*_: object) -> Value:
    """The name of a folder that is made: one is not another."""
    return PyValue("str", told="a new folder")


def _folder(interpreter: Interpreter, call: Call) -> Value:
    interpreter.write(call.receiver, "name", _new_folder())
    return call.receiver


def _environment(interpreter: Interpreter) -> Value:
    found = interpreter.switches.read("os.environ")
    if found is ABSENT:
        found = Container(interpreter.trail, "dict", Mapped({}, frozenset(), _STR))
        interpreter.write(interpreter.switches, "os.environ", found)
    return found


def _dump(interpreter: Interpreter, call: Call) -> Value:
    refuse_in_json(interpreter, call)
    return consumed(interpreter, call)


def _path_like(call: Call) -> Value:
    """A path that is made of another: text, or bytes of bytes."""
    return BYTES if call.args and kind_of(resolve(call.args[0])) == "bytes" else _STR


def _join(interpreter: Interpreter, call: Call) -> Value:
    """`os.path.join(...)`: of texts that are known, as on POSIX."""
    parts = [resolve(each) for each in call.args]
    if _path_like(call) is BYTES:
        return BYTES
    known = [each for each in parts if isinstance(each, str)]
    if known and len(known) == len(parts):
        return posixpath.join(*known)
    return replace(joined([_STR, *parts[-1:]]), source=_joined_of(parts))


@dataclass(frozen=True)
class _Joined:
    """What a path is joined of: texts, and the identities of what is not known. It keeps that alive."""

    parts: tuple[object, ...]
    unknown: tuple[Value, ...] = field(compare=False)


def _joined_of(parts: Sequence[Value]) -> _Joined | None:
    """None where a part is not told from others: two paths of the same parts are one."""
    unknown = tuple(each for each in parts if not isinstance(each, str))
    if not all(
        isinstance(each, Unknown) or isinstance(each, PyValue) and (each.told or each.end)
        for each in unknown
    ):
        return None
    return _Joined(tuple(each if isinstance(each, str) else id(each) for each in parts), unknown)


FUNCTIONS: Final[dict[str, Model]] = {
    "os.getenv": _from_environment,
    "os.path.join": _join,
    "builtins.print": _print,
    "importlib.import_module": _import_module,
    "importlib.reload": _reload,
    "json.loads": _loaded,
    "builtins.__import__": _import_module,
    **{f"{name}": _exit for name in ("sys.exit", "os._exit", "builtins.exit", "builtins.quit")},
    "builtins.open": _open,
    "io.open": _open,
    **dict.fromkeys(PLAIN, lambda interpreter, call: interpreter.instance(call.name, call.kwargs)),
    "types.MappingProxyType": argument(0, "mapping"),
    "types.MethodType": lambda _, call: Bound(call.args[0], call.args[1]),
    **dict.fromkeys(
        ("os.path.abspath", "os.path.expanduser", "os.path.realpath", "os.path.relpath"),
        lambda _, call: _path_like(call),
    ),
    **dict.fromkeys(
        ("os.getcwd", "time.strftime", "time.ctime", "platform.system", "platform.platform", "tempfile.mktemp"),
        giving(_STR),
    ),
    "tempfile.mkdtemp": _new_folder,
    **dict.fromkeys(
        ("os.path.exists", "os.path.isfile", "os.path.isdir", "os.path.islink", "os.access"), giving(_BOOL)
    ),
    **dict.fromkeys(
        ("os.cpu_count", "os.getpid", "os.path.getsize", "time.time_ns", "time.perf_counter_ns", "sys.getsizeof"),
        giving(_INT),
    ),
    **dict.fromkeys(
        ("time.time", "time.perf_counter", "time.monotonic", "time.process_time", "os.path.getmtime"),
        giving(PyValue("float")),
    ),
    **dict.fromkeys(
        ("os.makedirs", "os.mkdir", "os.remove", "os.rename", "os.chdir", "os.rmdir", "shutil.rmtree",
         "time.sleep", "warnings.warn", "warnings.filterwarnings", "warnings.simplefilter", "logging.info",
         "logging.warning", "logging.debug", "logging.error", "logging.basicConfig", "gc.collect", "sys.setrecursionlimit"),
        giving(None),
    ),
    "json.dump": _dump,
    "pickle.dump": consumed,
    **dict.fromkeys(
        ("os.listdir", "glob.glob"), lambda interpreter, call: interpreter.list(Seq((), _path_like(call)))
    ),
}  # fmt: skip
CONSTANTS: Final = {
    "os.environ": _environment,
    "os.sep": giving(_STR),
    "os.name": giving(_STR),
    "sys.argv": lambda interpreter: interpreter.list(Seq((), _STR)),
    "sys.path": lambda interpreter: interpreter.list(Seq((), _STR)),
    "sys.platform": giving(_STR),
    "sys.version": giving(_STR),
    "sys.maxsize": giving(_INT),
    "sys.modules": _modules,
}
CLASSES: Final = {
    **{
        f"pathlib.{name}": LibraryClass(
            construct=_path,
            methods={
                **dict.fromkeys(
                    ("joinpath", "with_suffix", "with_name", "resolve", "absolute", "expanduser", "__truediv__",
                     "__rtruediv__", "cwd", "home", "relative_to"),
                    _path,
                ),
                **dict.fromkeys(("exists", "is_file", "is_dir"), giving(_BOOL)),
                **dict.fromkeys(("read_text", "as_posix", "__str__", "__fspath__"), giving(_STR)),
                "read_bytes": giving(PyValue("bytes")),
                **dict.fromkeys(("write_text", "write_bytes"), giving(_INT)),
                **dict.fromkeys(("mkdir", "unlink", "touch", "rmdir"), giving(None)),
                **dict.fromkeys(("glob", "rglob", "iterdir"), _paths),
                "open": _open,
            },
            attributes={
                "parent": _path,
                **dict.fromkeys(("name", "stem", "suffix"), giving(_STR)),
            },
        )
        for name in ("Path", "PurePath", "PosixPath")
    },
    "tempfile.TemporaryDirectory": LibraryClass(
        construct=_folder,
        methods={
            "__enter__": reading("name"),
            **dict.fromkeys(("__exit__", "cleanup"), giving(None)),
        },
    ),
    "io.TextIOWrapper": LibraryClass(
        methods={
            **dict.fromkeys(("read", "readline"), giving(_STR)),
            "readlines": partial(_lines, "list"),
            "__iter__": partial(_lines, "iterator"),
            "__enter__": itself,
            **dict.fromkeys(("write", "seek", "tell"), giving(_INT)),
            **dict.fromkeys(("close", "flush", "__exit__"), giving(None)),
        }
    ),
}  # fmt: skip
