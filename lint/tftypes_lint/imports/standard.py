"""The modules of the standard library, the same whichever Python looks."""

from __future__ import annotations

import sys
from typing import Final

#: What came with Python 3.11 to 3.14, and what went between 3.10 and 3.13.
_NEW: Final = "annotationlib compression tomllib"
_GONE: Final = (
    "aifc asynchat asyncore audioop cgi cgitb chunk crypt distutils imghdr imp lib2to3 mailcap "
    "msilib nis nntplib ossaudiodev pipes smtpd sndhdr spwd sunau telnetlib uu xdrlib"
)

#: The topmost names.
STANDARD: Final = frozenset({*sys.stdlib_module_names, *_NEW.split(), *_GONE.split()})
