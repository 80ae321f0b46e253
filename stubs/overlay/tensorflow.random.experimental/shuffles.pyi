"""Shuffles without state."""

from tensorflow._typing import Open, R, Same

def index_shuffle(index: Open[R]) -> R: ...  # and the rest
def stateless_shuffle(value: Same[R]) -> R: ...  # and the rest
