"""Delegates, which do the work of an interpreter on other hardware."""

# Of a class that is not public.
def load_delegate() -> object: ...  # and the rest
