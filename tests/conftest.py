"""What all tests share."""

from __future__ import annotations

import os
import sys

from hypothesis import settings

# A mistake of a lint is an exception here; for users it is a finding.
os.environ["TFTYPES_DEBUG"] = "1"

# Hundreds of processes import the engine, which takes three times as long where it is compiled each time.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Its kernels end the process for a wrong shape, on some processors only.
os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")

# The same examples at every run: a change is judged by what it changes. New ones are drawn with
# `pytest --hypothesis-profile explore`.
settings.register_profile("explore", deadline=None)
settings.register_profile("same", deadline=None, derandomize=True)
settings.load_profile("same")
