"""What pandas makes of arrays: columns of known dtypes and lengths."""
