"""What the source of a program tells by itself, whatever it is called with."""
