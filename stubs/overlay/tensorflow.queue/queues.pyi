"""Queues."""

from typing import Any

import tftypes

class QueueBase(tftypes.List[Any]):
    # and the rest
    ...
