"""Writes the tables of lint/tftypes_lint/data from TensorFlow itself.

    python lint/generator/tables.py WHEELS

WHEELS is a folder with the wheels of the releases to compare, as

    pip download --no-deps -d WHEELS tensorflow-cpu==2.15.1 keras==2.15.0

gives them: each minor release of TensorFlow from 2.15 on, and Keras 2.15 and 3.3. What is
installed is the newest. Of the wheels only the lists of public names are read.
"""

from __future__ import annotations

import ast
import importlib.util
import inspect
import pkgutil
import re
import sys
import textwrap
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]
DATA = ROOT / "lint" / "tftypes_lint" / "data"
STUBS = ROOT / "stubs" / "tensorflow-stubs"
#: Where a wheel lists its public names, and the public name of that folder.
LISTS = (
    ("tensorflow/_api/v2/", "tf"),
    ("keras/api/_v2/keras/", "tf.keras"),
    ("keras/api/_v1/keras/", "tf.compat.v1.keras"),
    ("keras/_tf_keras/keras/", "tf.keras"),
)
#: Type variables of the stubs that stand for a tensor, and functions that the stubs leave open.
RESULTS = frozenset({"R", "Bools", "Ints"})
OPEN = frozenset(
    {"tensorflow.stack", "tensorflow.concat", "tensorflow.math.add_n", "tensorflow.add_n"}
)
#: Some functions only have deprecated arguments, and say so in other words.
DEPRECATED = re.compile(
    r"Deprecated: THIS \w+ IS DEPRECATED.*\s+Instructions for updating:\n(?P<text>(?:.+\n?)*)"
)
INSTEAD = re.compile(r"(?:\buse|\bto|\bby|\bfavor of)\s+`?(tf\.[A-Za-z_][\w.]*\w)", re.IGNORECASE)


def public_names(wheel: Path) -> dict[str, str]:
    """The public names that a wheel lists, such as `tf.linalg.matmul`, and what each is called inside."""
    with zipfile.ZipFile(wheel) as archive:
        listed = {path: archive.read(path) for path in archive.namelist() if _lists(path)}
    return _listed(listed)


def installed_names() -> dict[str, str]:
    """As `public_names`, of the Keras that is installed."""
    spec = importlib.util.find_spec("keras")
    assert spec is not None and spec.origin is not None, "Keras comes with TensorFlow"
    top = Path(spec.origin).parents[1]
    files = (file for folder, _ in LISTS[1:] for file in (top / folder).rglob("*.py"))
    return _listed({file.relative_to(top).as_posix(): file.read_bytes() for file in files})


def _lists(path: str) -> bool:
    return path.endswith(".py") and any(path.startswith(folder) for folder, _ in LISTS)


def _listed(files: Mapping[str, bytes]) -> dict[str, str]:
    names: dict[str, str] = {}
    for path, content in files.items():
        for folder, prefix in LISTS:
            module = path.removeprefix(folder).removesuffix(".py").removesuffix("/__init__")
            if path.startswith(folder):
                inner = "" if module in ("__init__", "v2") else f".{module.replace('/', '.')}"
                names.update(_imported(content, prefix + inner))
    return names


def _imported(content: bytes, module: str) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(content)):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                name = alias.asname or alias.name
                if not name.startswith("_") or name == "__internal__":
                    yield f"{module}.{name}", alias.name


def removed(
    releases: Mapping[str, set[str]], inside: Mapping[str, str], tf: ModuleType
) -> Iterator[tuple[str, str, str]]:
    """Names that are gone: the name, the first release without it, what replaces it.

    `inside` says what each public name is called where it is defined, in any release.
    """
    from tensorflow.tools.compatibility.all_renames_v2 import symbol_renames  # type: ignore[import-not-found]

    ordered = sorted(releases.items(), key=lambda item: _key(item[0]))
    gone = {"tf.contrib": "2.0"}  # which left before the lists of today
    for (_, before), (version, after) in zip(ordered, ordered[1:], strict=False):
        gone.update(dict.fromkeys(before - after, version))
    v1 = {
        "tf." + name.removeprefix("tf.compat.v1.")
        for name in _below(ordered[-1][1], "tf.compat.v1")
    }
    gone.update((name, "2.0") for name in v1 - ordered[-1][1] - gone.keys())
    gone.update(dict.fromkeys(KERAS_2, "2.16"))
    # Names that Keras 3 keeps for an error that says to use others.
    kept = (name for name in ordered[-1][1] if name.startswith("tf.keras."))
    gone.update((name, "2.16") for name in kept if _only_raises(_resolve(tf, name)))
    successors = _successors(ordered[-1][1], inside)
    for name, version in sorted(gone.items()):
        parent = name.rpartition(".")[0]
        dunder = ".__" in name.replace("tf.keras.__internal__", "", 1)
        if name not in KERAS_2 and (name.startswith(NOT_JUDGED) or dunder or _exists(tf, name)):
            continue
        candidates = [symbol_renames.get(name, ""), *successors(name)]
        instead = next((each for each in candidates if _is_there(tf, each)), "")
        if parent not in gone or instead:
            yield name, version, instead


#: What is there only once Keras 2 is installed as tf_keras. Until then it is a module that raises
#: an error when something in it is asked for.
KERAS_2 = ("tf.compat.v1.layers", "tf.compat.v1.nn.rnn_cell")


def _successors(names: Iterable[str], inside: Mapping[str, str]) -> Callable[[str], Iterator[str]]:
    """The names that may be another of a name that is gone, the likeliest first."""
    by_inner: dict[tuple[str, str], list[str]] = {}
    for name in sorted(names):
        parent = name.rpartition(".")[0]
        by_inner.setdefault((parent, inside.get(name, "")), []).append(name)

    def of(name: str) -> Iterator[str]:
        parent, _, last = name.rpartition(".")
        # The same thing by another name in the same place: `losses.MSE`.
        yield from by_inner.get((parent, inside.get(name) or last), ())
        plain = name.replace(".experimental.preprocessing.", ".").replace(".experimental.", ".")
        yield plain.replace(".legacy.", ".")
        if not name.startswith("tf.compat."):
            yield name.replace("tf.", "tf.compat.v1.", 1)

    return of


def _is_there(tf: ModuleType, name: str) -> bool:
    """Whether a name exists on stock TensorFlow and is of use."""
    if not name or name.startswith(KERAS_2):
        return False
    value = _resolve(tf, name)
    return value is not MISSING and not _only_raises(value)


def _only_raises(value: object) -> bool:
    """Whether a class cannot be constructed: its `__init__` raises and does nothing else."""
    if not isinstance(value, type) or issubclass(value, BaseException):
        return False
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(value.__init__)))  # type: ignore[misc]
    except (OSError, TypeError, SyntaxError):
        return False
    (function,) = tree.body
    body = function.body if isinstance(function, ast.FunctionDef) else []
    # An abstract class says so with another error.
    return len(body) == 1 and isinstance(body[0], ast.Raise) and "ImportError" in ast.dump(body[0])


def _below(names: Iterable[str], module: str) -> Iterator[str]:
    return (
        name for name in names if name.startswith(f"{module}.") and ".compat.v1.compat" not in name
    )


#: Repeated below other names.
NOT_JUDGED = ("tf.compat.v2", "tf.compat.v1.compat", *(f"{name}." for name in KERAS_2))


def _exists(tf: ModuleType, name: str) -> bool:
    """Whether a name can be reached, or at least imported, as `tensorflow.keras.saving`."""
    path = name.replace("tf.keras.", "keras._tf_keras.keras.", 1)
    try:
        module = name.startswith("tf.keras.") and importlib.util.find_spec(path) is not None
    except ImportError:
        module = False
    found = _resolve(tf, name)
    return module or (found is not MISSING and not _only_raises(found))


#: A name that does not exist; `tf.newaxis` exists and is None.
MISSING: object = object()


def _resolve(tf: ModuleType, name: str) -> object:
    """The object with a public name, or `MISSING`."""
    try:
        return reduce(getattr, name.split(".")[1:], tf) if name else MISSING
    except (AttributeError, ImportError):
        return MISSING


def deprecated(names: Iterable[str], tf: ModuleType) -> Iterator[tuple[str, str]]:
    """Names that TensorFlow calls deprecated, and the public ones that its advice mentions."""
    for name in sorted(names):
        text = getattr(_resolve(tf, name), "__doc__", None) or ""
        found = DEPRECATED.search(text if isinstance(text, str) else "")
        if found:
            mentioned = dict.fromkeys(INSTEAD.findall(found["text"]))
            good = [
                each
                for each in mentioned
                if each != name
                and _resolve(tf, each) is not MISSING
                and not each.endswith("compat.v1")
            ]
            yield name, " ".join(good)


def arguments(names: Iterable[str], tf: ModuleType) -> Iterator[tuple[str, str, str, str]]:
    """Arguments that are gone or deprecated: the function, the argument, the release, the new name.

    There is no release where TensorFlow only calls it deprecated. What the function of
    TensorFlow 1 takes and that of TensorFlow 2 does not is gone since 2.0.
    """
    upgrade = _upgrade_renames()
    for name in sorted(names):
        value = _resolve(tf, name)
        taken, takes_any = _parameters(value)
        for argument, advice in _called_deprecated(value):
            new = {**advice, **_renames(value)}.get(argument, "")
            if argument in taken:
                yield name, argument, "", new if new in taken else ""
        before = _resolve(tf, name.replace("tf.", "tf.compat.v1.", 1))
        if before in (MISSING, value) or takes_any or ".compat." in name or not taken:
            continue
        renames = {**upgrade.get(name, {}), **_renames(before)}
        for argument in _parameters(before)[0] - taken:
            new = renames.get(argument, "")
            yield name, argument, "2.0", new if new in taken else ""


def _upgrade_renames() -> dict[str, dict[str, str]]:
    """The new names of arguments by TensorFlow's upgrade script, where it does no more than that."""
    from tensorflow.tools.compatibility import (  # type: ignore[import-not-found]
        tf_upgrade_v2,
    )

    spec = tf_upgrade_v2.TFAPIChangeSpec()
    return {
        name: renames
        for name, renames in spec.function_keyword_renames.items()
        if name not in spec.function_transformers
    }


def _called_deprecated(value: object) -> Iterator[tuple[str, dict[str, str]]]:
    """The arguments that the documentation calls deprecated, and the new names in its advice."""
    for found in DEPRECATED_ARGUMENTS.finditer(_documentation(value)):
        arguments = re.findall(r"\w+", found["names"])
        # What has to be computed from the old one, as `rate = 1 - keep_prob`, is another thing.
        new = [] if "=" in found["advice"] else RENAMED.findall(found["advice"])
        for argument in arguments:
            yield argument, {argument: new[0]} if len(arguments) == len(new) == 1 else {}


#: How `deprecated_args` puts it into the documentation.
DEPRECATED_ARGUMENTS = re.compile(
    r"SOME ARGUMENTS ARE DEPRECATED: `\((?P<names>[^)]*)\)`.*\s+"
    r"Instructions for updating:\n(?P<advice>(?:.+\n?)*)"
)
#: What its advice says where one argument took the place of another.
RENAMED = re.compile(r"\buse\s+`?(\w+)`?\s+instead", re.IGNORECASE)


def _documentation(value: object) -> str:
    function = value.__init__ if isinstance(value, type) else value  # type: ignore[misc]
    return str(getattr(function, "__doc__", None) or "")


def _parameters(value: object) -> tuple[set[str], bool]:
    """The names of the parameters, and whether any other keyword is taken, too."""
    if not callable(value) or isinstance(value, type) and value.__init__ is object.__init__:  # type: ignore[misc]
        return set(), True
    try:
        parameters = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return set(), True
    kinds = {each.kind for each in parameters}
    plain = {
        each.name for each in parameters if each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD)
    }
    return plain - {"self"}, inspect.Parameter.VAR_KEYWORD in kinds


def _renames(value: object) -> dict[str, str]:
    """The new name of each old argument that the function treats as the new one."""
    function = inspect.unwrap(value.__init__ if isinstance(value, type) else value)  # type: ignore[arg-type, misc]
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError):
        return {}
    found = {}
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and ast.unparse(call.func).endswith(LOOKUP):
            given = dict(
                zip(("new_name", "new_value", "old_name", "old_value"), call.args, strict=False)
            )
            given.update((each.arg or "", each.value) for each in call.keywords)
            old, new = (ast.literal_eval(given[key]) for key in ("old_name", "new_name"))
            if ast.unparse(given["old_value"]) == old:  # and not `1 - keep_prob`
                found[old] = new
    return found


#: TensorFlow's function for an argument that has two names, of which one may be given.
LOOKUP = "deprecated_argument_lookup"


def private(tf: ModuleType) -> Iterator[tuple[str, str]]:
    """Where a public object lies below `tensorflow.python`, and its public name."""
    from tensorflow.python.util import tf_export  # type: ignore[import-not-found]

    public: dict[int, str] = {}
    for name, value in _exported():
        canonical = tf_export.get_canonical_name_for_symbol(value)
        if canonical and _resolve(tf, f"tf.{canonical}") is value:
            name = f"tf.{canonical}"
        if id(value) not in public or _rank(name) < _rank(public[id(value)]):
            public[id(value)] = name
    for module in _private_modules():
        for name, value in sorted(vars(module).items()):
            if not name.startswith("_") and id(value) in public:
                # A raw op belongs to the module that is generated for it; star imports repeat it.
                raw = public[id(value)].startswith("tf.raw_ops") and ".gen_" not in module.__name__
                if not raw and not isinstance(value, (ModuleType, str, int, float, tuple, dict)):
                    yield f"{module.__name__}.{name}", public[id(value)]


def _rank(name: str) -> tuple[bool, int, str]:
    return (".compat.v1." in name, name.count("."), name)


def _exported() -> Iterator[tuple[str, object]]:
    from tensorflow._api.v2 import v2  # type: ignore[import-not-found]

    waiting: list[tuple[str, ModuleType]] = [("tf", v2)]
    seen: set[str] = set()
    while waiting:
        prefix, module = waiting.pop()
        for name, value in sorted(vars(module).items()):
            if name.startswith("_") or name == "keras":
                continue
            if isinstance(value, ModuleType):
                path = vars(value).get("__name__", "")  # a lazy one has no name
                again = prefix != "tf" and name == "compat"  # compat.v1.compat, compat.v2.compat
                if (
                    "_api.v2" in path
                    and path not in seen
                    and not again
                    and (prefix, name) != ("tf.compat", "v2")
                ):
                    seen.add(path)
                    waiting.append((f"{prefix}.{name}", value))
            elif callable(value) or type(value).__name__ == "DType":
                yield f"{prefix}.{name}", value


def _private_modules() -> Iterator[ModuleType]:
    import tensorflow.python as python  # type: ignore[import-not-found]

    for info in pkgutil.walk_packages(
        python.__path__, "tensorflow.python.", onerror=lambda _: None
    ):
        if not re.search(
            r"\.(keras|tools|tpu|distribute\.experimental|debug|profiler)\b|_test", info.name
        ):
            try:
                importlib.import_module(info.name)
            except Exception:  # needs an accelerator, or a package that is not installed
                continue
    loaded = sorted(name for name in sys.modules if name.startswith("tensorflow.python."))
    yield from (sys.modules[name] for name in loaded if ".keras." not in name)


def tensor_functions() -> Iterator[str]:
    """Functions whose stub returns one tensor, under each public name."""
    returns: dict[str, bool] = {}
    again: list[tuple[str, str]] = []
    for path in sorted(STUBS.rglob("*.pyi")):
        parts = path.relative_to(STUBS).with_suffix("").parts
        module = ".".join(("tensorflow", *(part for part in parts if part != "__init__")))
        if "._" in module.replace("._renamed", "") or ".keras" in module:
            continue
        body = ast.parse(path.read_text()).body
        body += [inner for node in body if isinstance(node, ast.If) for inner in node.body]
        for node in body:
            if isinstance(node, ast.FunctionDef):
                name = f"{module}.{node.name}"
                returns[name] = returns.get(name, True) and _is_tensor(node.returns)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                for alias in node.names:
                    if alias.asname:
                        again.append((f"{module}.{alias.asname}", f"{node.module}.{alias.name}"))
    for _ in range(3):  # a name may be handed on more than once
        returns.update((name, returns[of]) for name, of in again if of in returns)
    tensors = (name for name in sorted(returns) if returns[name] or name in OPEN)
    return (name for name in tensors if "._renamed." not in name)


def _is_tensor(annotation: ast.expr | None) -> bool:
    text = ast.unparse(annotation) if annotation else ""
    return text in RESULTS or text.startswith(("Tensor[", "tf.Tensor["))


def write(name: str, rows: Iterable[str], head: str) -> None:
    lines = sorted(set(rows))
    (DATA / name).write_text("\n".join([f"# {head}", *lines]) + "\n")
    print(name, len(lines))


def main(wheels: Path) -> None:
    import tensorflow as tf

    releases: dict[str, set[str]] = {}
    inside: dict[str, str] = {}
    for wheel in sorted(wheels.glob("*.whl")):
        name, version = wheel.name.split("-")[:2]
        minor = ".".join(version.split(".")[:2])
        names = public_names(wheel)
        if name == "keras":  # the tf.keras of that release; Keras 3 came with 2.16
            minor = "2.15" if minor == "2.15" else "2.16"
        releases.setdefault(minor, set()).update(names)
        inside.update(names)
    # Keras is released by itself: from 2.16 on all names are those of one.
    keras3 = {name for name in releases["2.16"] if name.startswith("tf.keras.")}
    keras3 |= {name.replace("tf.", "tf.compat.v1.", 1) for name in keras3}
    for minor in releases.keys() - {"2.15"}:
        releases[minor] |= keras3
    head = f"Written by lint/generator/tables.py from TensorFlow {tf.__version__}."
    current = {name for name, _ in _exported()}
    newest = ".".join(tf.__version__.split(".")[:2])
    inside.update(installed_names())
    current |= {name for name in installed_names() if _resolve(tf, name) is not MISSING}
    releases[newest] = {
        name for name in releases[max(releases, key=_key)] if _resolve(tf, name) is not MISSING
    } | current
    write("removed.txt", ("\t".join(row) for row in removed(releases, inside, tf)), head)
    write("deprecated.txt", ("\t".join(row) for row in deprecated(current, tf)), head)
    v2 = {name for name in current if ".compat.v1.compat" not in name and ".raw_ops." not in name}
    write("arguments.txt", ("\t".join(row) for row in arguments(v2, tf)), head)
    write("private.txt", ("\t".join(row) for row in private(tf)), head)
    write("tensor_functions.txt", tensor_functions(), head)


def _key(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
