"""`keras.preprocessing.text.Tokenizer`: the numbers that it gives to the words of texts that the program itself has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import to_rule
from tftypes.inference.interpreter.tables import Call, LibraryClass, writing
from tftypes.inference.models.keras.config import KERAS, config_of, construct, is_known
from tftypes.inference.models.keras.layer_state import LEARNED
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes.inference.models.tensorflow.ops.values import is_number
from tftypes.inference.objects import OPEN, TOP, Instance, Value, resolve
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Mapped, contents_of, whole_dict

_FILTERS: Final = '!"#$%&()*+,-./:;<=>?@[\\]^_`{|}~\t\n'
#: Texts of more characters are not looked through.
_MOST_CHARACTERS: Final = 20_000


def _fit(interpreter: Interpreter, call: Call) -> Value:
    """`fit_on_texts(texts)`: the words of all texts, the most frequent first, are numbered from 1."""
    made, texts = call.receiver, _words_of_texts(interpreter, call)
    before = {} if made.read(LEARNED) is ABSENT else whole_dict(made.read("word_counts", TOP))
    interpreter.write(made, LEARNED, True)
    oov = config_of(made).get("oov_token")
    if texts is None or before is None or not isinstance(oov, (str, type(None))):
        for name in ("word_counts", "word_index", "index_word"):
            interpreter.write(made, name, TOP)
        return None
    counts: Counter[Any] = Counter(dict(before))
    for words in texts:
        counts.update(words)
    order = [*([] if oov is None else [oov]), *sorted(counts, key=lambda each: -counts[each])]
    index = dict(zip(order, range(1, len(order) + 1)))
    _write_dict(interpreter, made, "word_counts", counts)
    _write_dict(interpreter, made, "word_index", index)
    _write_dict(interpreter, made, "index_word", {number: word for word, number in index.items()})
    return None


def _write_dict(
    interpreter: Interpreter, made: Instance, name: str, items: Mapping[Any, Value]
) -> None:
    interpreter.write(made, name, interpreter.list(Mapped(dict(items)), "dict"))


def _sequences(interpreter: Interpreter, call: Call) -> Value:
    """`texts_to_sequences(texts)`: the numbers of the words of each text; without a number a word is left out."""
    rows = _numbers(interpreter, call)
    return TOP if rows is None else interpreter.list(tuple(map(interpreter.list, rows)))


def _matrix(interpreter: Interpreter, call: Call) -> Value:
    """`texts_to_matrix(texts)`: a column for each word, and one for 0. Raises OpError for a Tokenizer that knows none."""
    made, config = call.receiver, config_of(call.receiver)
    count = config.get("num_words")
    is_told = any(made.read(each) is not ABSENT for each in (LEARNED, "word_index", "num_words"))
    if _is_own(interpreter, made) and not is_told and count is None:
        words = "the Tokenizer knows no words yet"
        hint = "tokenizer.fit_on_texts(texts) before it teaches them"
        raise OpError("tf-state", words, hint=hint)
    index = whole_dict(made.read("word_index", TOP))
    size = count if is_number(count) else UNKNOWN if count or index is None else len(index) + 1
    rows = interpreter.known_items(call.get(0, "texts"))
    shape = Shape.of(UNKNOWN if rows is None else len(rows), size)
    return TensorType(DType.of("float64"), shape, "array")


def _numbers(interpreter: Interpreter, call: Call) -> list[tuple[int, ...]] | None:
    """The numbers of the words of each text; None where they are not known."""
    texts, config = _words_of_texts(interpreter, call), config_of(call.receiver)
    index = whole_dict(call.receiver.read("word_index", TOP)) if texts is not None else None
    most, oov = config.get("num_words"), config.get("oov_token")
    is_told = isinstance(oov, (str, type(None))) and (most is None or is_number(most))
    if texts is None or index is None or not is_told:
        return None
    other = index.get(oov)
    numbers = {word: other if most and each >= most else each for word, each in index.items()}
    found = [[numbers.get(word, other) for word in words] for words in texts]
    return [tuple(each for each in row if each is not None) for row in found]


def _words_of_texts(interpreter: Interpreter, call: Call) -> list[list[str]] | None:
    """The words of each text that a method is given; None where one is not known. Raises OpError for what is no text."""
    config = config_of(call.receiver)
    texts = interpreter.known_items(call.get(0, "texts"))
    if texts is None or not _is_own(interpreter, call.receiver):
        return None
    made = []
    for each in map(resolve, texts):
        if each is None or isinstance(each, (int, float)):
            words = f"expected texts, got {describe(to_rule(each))} among them"
            raise OpError("tf-value", words, "texts", "[str(each) for each in texts] has texts")
        found = _words(config, each)
        if found is None:
            return None
        made.append(found)
    return made


def _words(config: Mapping[str, Value], text: Value) -> list[str] | None:
    """The words of a text, or its characters, or the items of a list of words."""
    filters, split = config.get("filters", _FILTERS), config.get("split", " ")
    is_lower, is_of_characters = config.get("lower", True), config.get("char_level", False)
    items = text if isinstance(text, str) else contents_of(text)
    is_short = isinstance(items, (str, tuple)) and len(items) < _MOST_CHARACTERS
    if not is_short or not isinstance(filters, str) or not isinstance(split, str) or not split:
        return None
    if isinstance(items, str) and not is_of_characters:
        lower = items.lower() if is_lower else items
        table = {ord(each): split for each in filters}
        return [each for each in lower.translate(table).split(split) if each]
    if not all(isinstance(each, str) for each in items):
        return None
    return [each.lower() if is_lower else each for each in items]


def _is_own(interpreter: Interpreter, made: Instance) -> bool:
    """Whether nobody else may have changed a Tokenizer, and it takes texts apart as Keras does."""
    config = config_of(made)
    is_fresh = made.birth > interpreter.escaped and made.read(OPEN) is ABSENT
    return is_fresh and is_known(config) and config.get("analyzer") is None


CLASSES: Final = {
    f"{KERAS}preprocessing.text.Tokenizer": LibraryClass(
        construct=construct,
        methods={
            "fit_on_texts": _fit,
            "fit_on_sequences": writing(LEARNED, True),
            "texts_to_sequences": _sequences,
            "texts_to_matrix": _matrix,
        },
    )
}
