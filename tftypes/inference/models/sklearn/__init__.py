"""What scikit-learn does with the rows of arrays."""
