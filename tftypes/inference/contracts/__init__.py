"""Contracts: calls, returns and assignments held against annotations and signatures."""
