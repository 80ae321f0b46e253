"""One format of the report a module."""
