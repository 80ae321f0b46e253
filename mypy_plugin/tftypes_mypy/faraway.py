"""What matters wherever it stands in what a module imports, at any remove."""

from __future__ import annotations

import re
from typing import Final

#: The function by which the classes of a program come to convert to tensors.
REGISTER: Final = "register_tensor_conversion_function"
#: Layers may be left out of training.
FROZEN: Final = "frozen"
#: A model may get weights of metrics.
MEASURED: Final = "measured"

#: What a source has of which nothing is known.
ALL: Final = frozenset({FROZEN, MEASURED})

_FROZEN: Final = re.compile(r"""\btrainable(\s*(=(?!\s*True\b)|,)|["'])""")
_MEASURED: Final = re.compile(r"\.compile\(|\bmetrics\b|\bMetric\b")
_WORDS: Final = ".compile(", "metrics", "Metric"


def facts(text: str, digest: str) -> frozenset[str]:
    """What a source, of this digest, has of it.

    >>> facts("layer.trainable = False", "1f00")
    frozenset({'frozen'})
    """
    found = set()
    if "trainable" in text and _FROZEN.search(text):
        found.add(FROZEN)
    if any(word in text for word in _WORDS) and _MEASURED.search(text):
        found.add(MEASURED)
    if REGISTER in text:
        found.add(digest)
    return frozenset(found)
