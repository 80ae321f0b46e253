"""Dropout."""

from tensorflow._typing import R, Same

def general_dropout(x: Same[R]) -> R: ...  # and the rest
def stateless_dropout(x: Same[R]) -> R: ...  # and the rest
