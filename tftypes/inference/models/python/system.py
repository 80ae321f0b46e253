"""The outer world: the process, its arguments and environment, files, time. Of known class, never of known value."""

from __future__ import annotations

import argparse
import json
import posixpath
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final, NoReturn

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.escaping import consumed
from tftypes.inference.interpreter.imports import import_module, run_again
from tftypes.inference.interpreter.library_names import rebound
from tftypes.inference.interpreter.namespaces import PLAIN
from tftypes.inference.interpreter.sequences import LONGEST
from tftypes.inference.interpreter.tables import (
    Call,
    LibraryClass,
    Model,
    Raised,
    giving,
    itself,
    making,
)
from tftypes.inference.interpreter.texts import joined
from tftypes.inference.lattice import join
from tftypes.inference.models.python.constants import python_of, value_of
from tftypes.inference.models.tensorflow.ops import PyValue, Unsure
from tftypes.inference.objects import TOP, Container, External, Instance, Module, Value, resolve
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Bound, Mapped, Seq

_STR: Final = PyValue("str")
_BOOL: Final = PyValue("bool")
_INT: Final = PyValue("int")


def _list_of(value: Value) -> Model:
    return lambda interpreter, call: interpreter.list(Seq((), value))


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


# -- argparse -----------------------------------------------------------------------------------------------------------

_PARSER: Final = "argparse.ArgumentParser"
#: The slots of a parser with what an argument may be begin so.
_ARGUMENT: Final = "<argument> "
#: What was called on a parser, in this order.
_CALLS: Final = "<calls>"
_TYPES: Final = {f"builtins.{name}": PyValue(name) for name in ("int", "float", "str", "bool")}


def _add_argument(interpreter: Interpreter, call: Call) -> Value:
    """Keeps what the argument may be under the name that it has in the result."""
    names = [each for each in map(resolve, call.args) if isinstance(each, str)]
    long = next((each for each in names if each.startswith("--")), names[0] if names else "")
    name = resolve(call.kwargs.get("dest", long.lstrip("-").replace("-", "_")))
    parser = call.receiver.read("<parser>", call.receiver)
    _specified(interpreter, parser, call)
    if isinstance(name, str) and name:
        value = _argument(interpreter, call, optional=names[0].startswith("-"))
        interpreter.write(parser, _ARGUMENT + name, value)
    return None


def _specified(interpreter: Interpreter, parser: Instance, call: Call) -> None:
    """Keeps a call of `add_argument` or `set_defaults` for Python's own parser; None where not all of it is known."""
    kinds = {f"builtins.{each.__name__}": each for each in (int, float, str)}
    try:
        names = [python_of(each) for each in call.args]
        options = {
            key: kinds[each.name] if isinstance(each, External) else python_of(each)
            for key, each in ((key, resolve(each)) for key, each in call.kwargs.items())
        }
        found = call.name.rpartition(".")[2], names, options
    except (Unsure, KeyError):
        found = None
    if found is not None and not _is_harmless(found[2]):
        found = None
    before = parser.read(_CALLS, ())
    known = isinstance(before, tuple) and found is not None
    interpreter.write(parser, _CALLS, (*before, found) if known else None)


#: The actions that keep values: others print something and end the process, or are classes of the program.
_KEEPING: Final = (None, "store", "store_true", "store_false", "store_const", "append", "count")


def _is_harmless(options: Mapping[str, Any]) -> bool:
    """Whether Python's own parser, given these options, prints nothing, goes on and needs little memory."""
    count = options.get("nargs")
    is_short = not isinstance(count, int) or count <= LONGEST
    return options.get("action") in _KEEPING and "deprecated" not in options and is_short


class _Parser(argparse.ArgumentParser):
    """Raises Unsure where Python's own parser ends the process."""

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        raise Unsure

    def error(self, message: str) -> NoReturn:
        raise Unsure


def _parsed_texts(interpreter: Interpreter, call: Call) -> Value:
    """`parser.parse_args(["--units", "6"])`: what Python's own parser says. Raises Unsure where that is not known."""
    texts, calls = python_of(call.get(0, "args")), call.receiver.read(_CALLS, ())
    if not isinstance(texts, (list, tuple)) or not isinstance(calls, tuple):
        raise Unsure
    several = [each for _, names, each in calls if names and "nargs" in each and names[0][0] != "-"]
    if len(several) > 1:
        raise Unsure  # the pattern that shares the texts among them may take for ever
    parser = _Parser(add_help=False)
    try:
        for name, args, options in calls:
            getattr(parser, name)(*args, **options)
        found = vars(parser.parse_args(texts))
    except (TypeError, ValueError, argparse.ArgumentError):
        raise Unsure from None
    known = {name: value_of(interpreter, each) for name, each in found.items()}
    return interpreter.instance("argparse.Namespace", known)


def _argument(interpreter: Interpreter, call: Call, optional: bool) -> Value:
    action = resolve(call.kwargs.get("action"))
    if action in ("store_true", "store_false"):
        return _BOOL
    kind = resolve(call.kwargs.get("type", External("builtins.str")))
    value = _TYPES.get(kind.name, TOP) if isinstance(kind, External) else TOP
    if action not in (None, "store"):
        return TOP
    count = resolve(call.kwargs.get("nargs"))
    if isinstance(count, int):
        is_short = count <= LONGEST
        value = interpreter.list((value,) * count if is_short else Seq((), value))
    elif count in ("*", "+"):
        value = interpreter.list(Seq((), value))
    if optional or count == "?":
        required = interpreter.truth(call.kwargs.get("required", False)) is True
        return value if required else join(value, call.kwargs.get("default"))
    return value


def _parsed(interpreter: Interpreter, call: Call) -> Value:
    with suppress(Unsure):
        return _parsed_texts(interpreter, call)
    slots = [each for each in call.receiver.written() if str(each).startswith(_ARGUMENT)]
    known = {each.removeprefix(_ARGUMENT): call.receiver.read(each) for each in slots}
    return interpreter.instance("argparse.Namespace", known)


def _parsed_partly(interpreter: Interpreter, call: Call) -> Value:
    return _parsed(interpreter, call), interpreter.list(Seq((), _STR))


def _group(interpreter: Interpreter, call: Call) -> Value:
    return interpreter.instance(
        _PARSER, {"<parser>": call.receiver.read("<parser>", call.receiver)}
    )


def _set_defaults(interpreter: Interpreter, call: Call) -> Value:
    for name, value in call.kwargs.items():
        slot = _ARGUMENT + name
        interpreter.write(call.receiver, slot, join(call.receiver.read(slot), value))
    _specified(interpreter, call.receiver, call)
    return None


def _parser(interpreter: Interpreter, call: Call) -> Value:
    """What changes the parser in other ways: Python's own is not asked."""
    if call.kwargs.keys() - {"description", "prog", "epilog", "usage", "formatter_class"}:
        interpreter.write(call.receiver, _CALLS, None)
    return None


def _subparsers(interpreter: Interpreter, call: Call) -> Value:
    interpreter.write(call.receiver, _CALLS, None)
    return TOP


# -- files --------------------------------------------------------------------------------------------------------------

_PATH: Final = "pathlib.Path"
_path: Final = making(_PATH)


def _paths(interpreter: Interpreter, call: Call) -> Value:
    return interpreter.list(Seq((), interpreter.instance(_PATH)), "iterator")


def _open(interpreter: Interpreter, call: Call) -> Value:
    """A file: of text, or of bytes where the mode says so."""
    mode = resolve(call.kwargs.get("mode", call.get(0 if call.receiver else 1, "mode", "r")))
    text = _STR if isinstance(mode, str) and "b" not in mode else TOP
    if isinstance(mode, str) and "b" in mode:
        text = PyValue("bytes")
    return interpreter.instance("io.TextIOWrapper", {"<text>": text})


def _text(interpreter: Interpreter, call: Call) -> Value:
    return call.receiver.read("<text>", TOP)


def _lines(kind: str, interpreter: Interpreter, call: Call) -> Value:
    return interpreter.list(Seq((), _text(interpreter, call)), kind)


def _namespace(interpreter: Interpreter, call: Call) -> Value:
    return interpreter.instance(call.name, call.kwargs)


def _environment(interpreter: Interpreter) -> Value:
    found = interpreter.switches.read("os.environ")
    if found is ABSENT:
        found = Container(interpreter.trail, "dict", Mapped({}, frozenset(), _STR))
        interpreter.write(interpreter.switches, "os.environ", found)
    return found


def _join(interpreter: Interpreter, call: Call) -> Value:
    """`os.path.join(...)`: of texts that are known, as on POSIX."""
    parts = [resolve(each) for each in call.args]
    known = [each for each in parts if isinstance(each, str)]
    if known and len(known) == len(parts):
        return posixpath.join(*known)
    return joined([_STR, *parts[-1:]])


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
    **dict.fromkeys(PLAIN, _namespace),
    "types.MethodType": lambda _, call: Bound(call.args[0], call.args[1]),
    **dict.fromkeys(
        ("os.path.abspath", "os.path.expanduser",
         "os.path.realpath", "os.path.relpath", "os.getcwd", "time.strftime",
         "time.ctime", "platform.system", "platform.platform", "tempfile.mkdtemp", "tempfile.mktemp"),
        giving(_STR),
    ),
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
    **dict.fromkeys(("json.dump", "pickle.dump"), consumed),
    **dict.fromkeys(("os.listdir", "glob.glob"), _list_of(_STR)),
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
    _PARSER: LibraryClass(
        construct=_parser,
        methods={
            "add_subparsers": _subparsers,
            "add_argument": _add_argument,
            "parse_args": _parsed,
            "parse_known_args": _parsed_partly,
            "set_defaults": _set_defaults,
            **dict.fromkeys(("add_argument_group", "add_mutually_exclusive_group"), _group),
        }
    ),
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
    "io.TextIOWrapper": LibraryClass(
        methods={
            **dict.fromkeys(("read", "readline"), _text),
            "readlines": partial(_lines, "list"),
            "__iter__": partial(_lines, "iterator"),
            "__enter__": itself,
            **dict.fromkeys(("write", "seek", "tell"), giving(_INT)),
            **dict.fromkeys(("close", "flush", "__exit__"), giving(None)),
        }
    ),
}  # fmt: skip
