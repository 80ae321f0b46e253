from .head import head as default
