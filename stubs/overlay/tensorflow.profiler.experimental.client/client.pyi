"""Profiles of other processes."""

def monitor() -> str: ...  # and the rest
def trace() -> None: ...  # and the rest
