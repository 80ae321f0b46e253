"""Objects of the program's own classes: what their attributes hold."""
