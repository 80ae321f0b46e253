"""How much is drawn: `TFTYPES_STRUCTS=25 make structs` draws 25 times as much as the suite does."""

import os
from typing import Final

TIMES: Final = int(os.environ.get("TFTYPES_STRUCTS", "1"))
