"""The pieces of code in the text of a message."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final, TypeAlias

from tftypes.algebra.dtype_tables import SIZES
from tftypes.inference.repairs.context import PACKAGES, SHORT, Context
from tftypes.inference.repairs.edits import substituted

#: A shorter name is a part of others by chance.
_SHORTEST: Final = 2
_LOOKING_ALIKE: Final = 0.6
ROWS: Final = (ast.List, ast.Tuple)
Fragment: TypeAlias = "ast.expr | ast.keyword"

#: What a message tells of code or of tensors, but is no piece to paste.
_NO_CODE: Final = re.compile(
    r"\bdef \w+\([^)]*\)[^,;]*|\bleave out (?:the )?\S+|\bfrom \S+ import .*"
    rf"|\b(?:string|{'|'.join(SIZES)})\[[^\]]*\]"
)
#: What is in code, and in no word of a text.
_CODE: Final = re.compile(
    r"[()\[\]='\"./*+-]|\d|^[a-z]+_[a-z_]+$|^[A-Z]\w*[a-z]\w*[A-Z]\w*$|^[a-z]+\d[a-z]*$|^lambda:"
)
#: Dots that the reader fills, but for an axis or the one argument; methods that no program calls.
_LEFT_OPEN: Final = re.compile(r"(?<![\[('])\.\.\.(?!\])|\(\.\.\.(?!\)|, \w+=)|\b__\w+__\b")


@lru_cache(maxsize=256)
def fragments(text: str) -> tuple[Fragment, ...]:
    """The expressions in a text, and the keywords of calls.

    >>> [ast.unparse(each) for each in fragments("leave it out, or take output_mode='int' or layers.Dense(3)")]
    ["output_mode='int'", 'layers.Dense(3)']
    >>> [ast.unparse(each) for each in fragments("did you mean 'accuracy'?")]
    ["'accuracy'"]
    >>> fragments("the mask is bool[3, 4]"), fragments("Sequential([layer, ...]) takes several")
    ((), ())
    """
    text = _NO_CODE.sub("", text)
    starts = [each.start() for each in re.finditer(r"(?<!\S)\S", text)]
    ends = [each.end() for each in re.finditer(r"\S(?!\S)", text)]
    found: list[Fragment] = []
    begin = 0
    for start in starts:
        if start < begin:
            continue
        for end in reversed([each for each in ends if each > start]):
            made = _parsed(text[start:end].rstrip(",;:?"))
            if made is not None:
                found += _pieces(made)
                begin = end
                break
    return tuple(found)


def _pieces(code: Fragment) -> Sequence[Fragment]:
    """The keywords of a call of which the text leaves out the rest, `Input(..., dtype='string')`; else the code alone."""
    if isinstance(code, ast.Call) and code.keywords and code.args:
        if isinstance(code.args[0], ast.Constant) and code.args[0].value is ...:
            return code.keywords
    return [code]


def _parsed(text: str) -> Fragment | None:
    """An expression or a keyword; None for words, and for what leaves something to the reader."""
    if not _CODE.search(text) or _LEFT_OPEN.search(text):
        return None
    if re.match(r"\.[a-z]", text):  # an attribute of an operand
        text = f"operand{text}"
    for wrapped in (text, f"_({text})"):
        try:
            made = ast.parse(wrapped, mode="eval").body
        except (SyntaxError, ValueError):
            continue
        if wrapped == text:
            return None if _is_of_words(made, text) or _goes_on(made) else made
        if isinstance(made, ast.Call) and len(made.keywords) == 1 and not made.args:
            value = made.keywords[0].value
            is_number = isinstance(getattr(value, "operand", None), ast.Constant)  # `axis=-1`
            is_number |= isinstance(value, ast.BinOp) and isinstance(value.left, ast.Constant)
            is_code = is_number or not _is_of_words(value, ast.unparse(value))
            return made.keywords[0] if is_code else None
    return None


def _goes_on(code: ast.expr) -> bool:
    """Whether a list in it has more items, which the text leaves out: `[layer, ...]`."""
    lists = (each for each in ast.walk(code) if isinstance(each, ast.List))
    items = (item for each in lists for item in each.elts)
    return any(isinstance(each, ast.Constant) and each.value is ... for each in items)


def _is_of_words(code: ast.expr, text: str) -> bool:
    """Whether words between pieces of code have made an expression of them: `a is b`, `a or b`, `a, b`."""
    if isinstance(code, ast.Lambda):
        return _is_of_words(code.body, text)
    if isinstance(code, (ast.Compare, ast.BoolOp, ast.UnaryOp, ast.IfExp)):
        return True
    if re.match(
        r"[\w.]+ [\[.]", text
    ):  # a word before a list, or before an attribute of an operand
        return True
    if isinstance(code, ast.BinOp):
        return not isinstance(code.right, ast.Constant) and not isinstance(code.op, ast.Mult)
    return isinstance(code, ast.Tuple) and not text.startswith("(")


def spelled(context: Context, code: ast.expr) -> ast.expr:
    """The code with the names that the program has for what it names."""

    def swap(node: ast.AST) -> ast.expr | None:
        if isinstance(node, ast.Name) and node.id[0].isupper() and context.outline.lacks(node):
            return context.spelled(f"layers.{node.id}") if context.is_layer_class(node.id) else None
        if not isinstance(node, ast.Attribute):
            return None
        name = ast.unparse(node)
        is_dotted = name.replace(".", "_").isidentifier()
        return context.spelled(name) if is_dotted and name.partition(".")[0] in PACKAGES else None

    return substituted(code, swap)


def holes(context: Context, code: ast.expr) -> list[str]:
    """What stands for operands in code, in its order: names that nothing binds, items of such, the dots of a call."""
    inside = list(ast.walk(code))
    bound = {each.arg for each in inside if isinstance(each, ast.arg)}
    stored = (each for each in inside if isinstance(each, ast.Name))
    bound |= {each.id for each in stored if not isinstance(each.ctx, ast.Load)}
    bound |= {*context.outline.imports, *SHORT, "self"}
    callees = {id(each.func) for each in inside if isinstance(each, ast.Call)}
    own = ast.dump(context.call.func) if context.call else ""
    for each in inside:  # the refused method of the same object: `sess.run(tensor)`
        if isinstance(each, ast.Call) and ast.dump(each.func) == own:
            callees |= {*map(id, ast.walk(each.func))}
    given = {ast.unparse(each) for each in context.call.args} if context.call else set()
    parameters = context.parameters(context.call) if context.call else ()
    found: list[ast.expr] = []
    items: set[int] = set()
    for each in inside:
        if (
            isinstance(each, ast.Subscript)
            and isinstance(each.value, ast.Name)
            and each is not code
        ):
            is_item = isinstance(each.slice, ast.Constant) and each.slice.value is not ...
            if is_item and (each.value.id in given or context.outline.lacks(each.value)):
                found.append(each)
                items.add(id(each.value))
        elif (
            isinstance(each, ast.Name) and id(each) not in callees | items and each.id not in bound
        ):
            if not hasattr(builtins, each.id) or each.id in parameters:  # `input`
                found.append(each)
        elif isinstance(each, ast.Call):
            found += [
                part for part in each.args if isinstance(part, ast.Constant) and part.value is ...
            ]
    ordered = sorted(found, key=lambda each: (each.lineno, each.col_offset))
    return list(dict.fromkeys(map(ast.unparse, ordered)))


def filled(code: ast.expr, operands: Mapping[str, ast.expr | None]) -> ast.expr:
    """The code with operands in the place of what stands for them."""
    kinds = (ast.Name, ast.Subscript, ast.Constant)
    return substituted(
        code, lambda each: operands.get(ast.unparse(each)) if isinstance(each, kinds) else None
    )


def name_of(node: ast.expr) -> str:
    """What an expression names: a text, an attribute, a variable."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    return getattr(node, "attr", getattr(node, "id", "")) or ""


def is_size(code: ast.expr) -> bool:
    """Whether the code is a size of a tensor, `tf.shape(x)[0]`, which takes no tensor's place."""
    sizes = code.value if isinstance(code, ast.Subscript) else code
    sizes = sizes.func if isinstance(sizes, ast.Call) else sizes
    return sizes is not code and name_of(sizes) == "shape"


def is_alike(node: ast.expr, code: ast.expr) -> bool:
    return type(node) is type(code) or isinstance(node, ROWS) and isinstance(code, ROWS)


def is_of_form(node: ast.expr, code: ast.expr) -> bool:
    """Whether an expression may be another one of its kind: sizes for sizes, a display of anything for another."""
    parts = code.elts if isinstance(code, ROWS) else []
    is_plain = bool(parts) and all(isinstance(each, ast.Constant) for each in parts)
    if is_plain and isinstance(node, ROWS):
        return all(isinstance(each, ast.Constant) for each in node.elts)
    if parts and not is_plain and not isinstance(node, ROWS):
        return False
    return ast.dump(node) != ast.dump(code)


def looks_alike(name: str, other: str) -> bool:
    """Whether one name is near another, or a part of it."""
    a, b = (each.lower().replace("_", "") for each in (name, other))
    is_part = min(len(a), len(b)) >= _SHORTEST and (a in b or b in a)
    return is_part or SequenceMatcher(None, a, b).ratio() >= _LOOKING_ALIKE
