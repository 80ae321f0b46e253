"""Names and arguments that TensorFlow calls deprecated, and arguments that are gone."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterable, Iterator
from types import ModuleType

from .names import MISSING, resolve

#: Some functions only have deprecated arguments, and say so in other words.
DEPRECATED = re.compile(
    r"Deprecated: THIS \w+ IS DEPRECATED.*\s+Instructions for updating:\n(?P<text>(?:.+\n?)*)"
)
INSTEAD = re.compile(r"(?:\buse|\bto|\bby|\bfavor of)\s+`?(tf\.[A-Za-z_][\w.]*\w)", re.IGNORECASE)
#: How `deprecated_args` puts it into the documentation.
DEPRECATED_ARGUMENTS = re.compile(
    r"SOME ARGUMENTS ARE DEPRECATED: `\((?P<names>[^)]*)\)`.*\s+"
    r"Instructions for updating:\n(?P<advice>(?:.+\n?)*)"
)
#: What its advice says where one argument took the place of another.
RENAMED = re.compile(r"\buse\s+`?(\w+)`?\s+instead", re.IGNORECASE)
#: TensorFlow's function for an argument that has two names, of which one may be given.
LOOKUP = "deprecated_argument_lookup"


def deprecated(names: Iterable[str], tf: ModuleType) -> Iterator[tuple[str, str]]:
    """Names that TensorFlow calls deprecated, and the public ones that its advice mentions."""
    for name in sorted(names):
        text = getattr(resolve(tf, name), "__doc__", None) or ""
        found = DEPRECATED.search(text if isinstance(text, str) else "")
        if found:
            mentioned = dict.fromkeys(INSTEAD.findall(found["text"]))
            good = [
                each
                for each in mentioned
                if each != name
                and resolve(tf, each) is not MISSING
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
        value = resolve(tf, name)
        taken, takes_any = _parameters(value)
        for argument, advice in _called_deprecated(value):
            new = {**advice, **_renames(value)}.get(argument, "")
            if argument in taken:
                yield name, argument, "", new if new in taken else ""
        before = resolve(tf, name.replace("tf.", "tf.compat.v1.", 1))
        if before in (MISSING, value) or takes_any or ".compat." in name or not taken:
            continue
        renames = {**upgrade.get(name, {}), **_renames(before)}
        for argument in _parameters(before)[0] - taken:
            new = renames.get(argument, "")
            yield name, argument, "2.0", new if new in taken else ""


def _upgrade_renames() -> dict[str, dict[str, str]]:
    """The new names of arguments by TensorFlow's upgrade script, where it does no more than that."""
    from tensorflow.tools.compatibility import tf_upgrade_v2  # type: ignore[import-not-found]

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
