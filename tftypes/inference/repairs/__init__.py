"""Suggested fixes: edits of the program that the engine has run, after which a finding is gone and no other has come."""

from .search import Outcome as Outcome
from .search import Repair as Repair
from .search import Search as Search
