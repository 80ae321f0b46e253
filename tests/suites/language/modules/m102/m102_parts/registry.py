BUILDERS = {}
def register(name=None):
    def add(fn):
        BUILDERS[name or fn.__name__] = fn
        return fn
    return add
