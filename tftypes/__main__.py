"""`python -m tftypes`: the same as the command `tftypes`."""

from __future__ import annotations

from tftypes.cli import main

if __name__ == "__main__":
    main()
