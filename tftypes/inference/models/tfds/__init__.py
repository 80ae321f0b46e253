"""Data sets of tensorflow_datasets: what their catalogue says of the elements."""
