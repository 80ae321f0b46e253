"""The import graph: `collect` reads a file, `project` names it, `simulate` follows what it imports.

`analysis` says what is wrong and where to cut, `layers` what a project forbids, `draw` shows it.
"""
