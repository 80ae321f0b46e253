from .common import MODELS
from . import small, big

def build(name, x):
    return MODELS[name](x)
