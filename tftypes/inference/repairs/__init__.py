"""Suggested fixes: edits of the program that the engine has run, after which a finding is gone and no other has come."""

from .search import Outcome as Outcome
from .search import Search as Search
from .telling import Repair as Repair
