"""What ends the command with exit code 2: one line that says what is wrong."""

from __future__ import annotations


class Failure(Exception):
    """Wrong options or configuration, a path that is not there, a tool that broke down."""
