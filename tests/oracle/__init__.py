import os

# Before TensorFlow starts: what oneDNN refuses depends on the machine.
os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")
