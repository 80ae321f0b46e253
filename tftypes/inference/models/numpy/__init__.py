"""NumPy on abstract values."""
