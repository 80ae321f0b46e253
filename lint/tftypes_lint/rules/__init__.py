"""The rules: one module each, found by being here."""
