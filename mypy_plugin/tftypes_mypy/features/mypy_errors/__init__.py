"""mypy's own errors, judged again: which are proven, and which come from what the plugin alone knows."""
