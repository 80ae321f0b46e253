"""Programs as MLIR."""

def convert_function() -> str: ...  # and the rest
def convert_graph_def() -> str: ...  # and the rest
def convert_saved_model() -> str: ...  # and the rest
def convert_saved_model_v1() -> str: ...  # and the rest
def run_pass_pipeline() -> str: ...  # and the rest
def tflite_to_tosa_bytecode() -> None: ...  # and the rest
def write_bytecode() -> None: ...  # and the rest
