# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import builtins
import collections.abc
import contextlib
import enum
import tensorflow as tf
import tftypes
import typing
from tensorflow._typing import DT, DTypeLike, Element, Flag, Message, MessageMap, NamedDType, Repeated, TensorLike
from typing import Any
from typing_extensions import Self
from tensorflow import (
    AggregationMethod as AggregationMethod,
    CriticalSection as CriticalSection,
    DType as DType,
    GradientTape as GradientTape,
    Graph as Graph,
    IndexedSlices as IndexedSlices,
    IndexedSlicesSpec as IndexedSlicesSpec,
    Module as Module,
    NoneTensorSpec as NoneTensorSpec,
    Operation as Operation,
    OptionalSpec as OptionalSpec,
    RaggedTensor as RaggedTensor,
    RaggedTensorSpec as RaggedTensorSpec,
    RegisterGradient as RegisterGradient,
    SparseTensor as SparseTensor,
    SparseTensorSpec as SparseTensorSpec,
    Tensor as Tensor,
    TensorArray as TensorArray,
    TensorArraySpec as TensorArraySpec,
    TensorShape as TensorShape,
    TensorSpec as TensorSpec,
    TypeSpec as TypeSpec,
    UnconnectedGradients as UnconnectedGradients,
    VariableSynchronization as VariableSynchronization,
    approx_top_k as approx_top_k,
    argsort as argsort,
    audio as audio,
    bfloat16 as bfloat16,
    bitcast as bitcast,
    bitwise as bitwise,
    bool as bool,
    broadcast_dynamic_shape as broadcast_dynamic_shape,
    broadcast_static_shape as broadcast_static_shape,
    broadcast_to as broadcast_to,
    cast as cast,
    check_pinned as check_pinned,
    clip_by_global_norm as clip_by_global_norm,
    clip_by_norm as clip_by_norm,
    clip_by_value as clip_by_value,
    compat as compat,
    complex128 as complex128,
    complex64 as complex64,
    concat as concat,
    control_dependencies as control_dependencies,
    conv as conv,
    conv2d_backprop_filter_v2 as conv2d_backprop_filter_v2,
    conv2d_backprop_input_v2 as conv2d_backprop_input_v2,
    custom_gradient as custom_gradient,
    dynamic_partition as dynamic_partition,
    dynamic_stitch as dynamic_stitch,
    edit_distance as edit_distance,
    einsum as einsum,
    ensure_shape as ensure_shape,
    extract_volume_patches as extract_volume_patches,
    eye as eye,
    fftnd as fftnd,
    fill as fill,
    fingerprint as fingerprint,
    float32 as float32,
    float64 as double,
    float64 as float64,
    function as function,
    get_logger as get_logger,
    get_static_value as get_static_value,
    grad_pass_through as grad_pass_through,
    group as group,
    guarantee_const as guarantee_const,
    half as float16,
    half as half,
    histogram_fixed_width as histogram_fixed_width,
    histogram_fixed_width_bins as histogram_fixed_width_bins,
    identity as identity,
    identity_n as identity_n,
    ifftnd as ifftnd,
    init_scope as init_scope,
    int16 as int16,
    int32 as int32,
    int64 as int64,
    int8 as int8,
    irfftnd as irfftnd,
    is_symbolic_tensor as is_symbolic_tensor,
    is_tensor as is_tensor,
    keras as keras,
    linspace as lin_space,
    linspace as linspace,
    load_library as load_library,
    load_op_library as load_op_library,
    make_ndarray as make_ndarray,
    make_tensor_proto as make_tensor_proto,
    meshgrid as meshgrid,
    mlir as mlir,
    nest as nest,
    no_gradient as NoGradient,
    no_gradient as NotDifferentiable,
    no_gradient as no_gradient,
    no_op as no_op,
    nondifferentiable_batch_function as nondifferentiable_batch_function,
    numpy_function as numpy_function,
    one_hot as one_hot,
    ones as ones,
    parallel_stack as parallel_stack,
    print as print,
    py_function as py_function,
    qint16 as qint16,
    qint32 as qint32,
    qint8 as qint8,
    quantization as quantization,
    queue as queue,
    quint16 as quint16,
    quint8 as quint8,
    ragged_fill_empty_rows as ragged_fill_empty_rows,
    ragged_fill_empty_rows_grad as ragged_fill_empty_rows_grad,
    random_index_shuffle as random_index_shuffle,
    range as range,
    rank as rank,
    raw_ops as raw_ops,
    realdiv as realdiv,
    recompute_grad as recompute_grad,
    register_tensor_conversion_function as register_tensor_conversion_function,
    repeat as repeat,
    required_space_to_batch_paddings as required_space_to_batch_paddings,
    reshape as reshape,
    resource as resource,
    reverse as reverse,
    reverse as reverse_v2,
    rfftnd as rfftnd,
    roll as roll,
    scatter_nd as scatter_nd,
    searchsorted as searchsorted,
    sequence_mask as sequence_mask,
    shape_n as shape_n,
    signal as signal,
    slice as slice,
    sort as sort,
    space_to_batch_nd as space_to_batch_nd,
    split as split,
    stack as stack,
    stop_gradient as stop_gradient,
    strided_slice as strided_slice,
    string as string,
    switch_case as switch_case,
    sysconfig as sysconfig,
    tensor_scatter_nd_add as tensor_scatter_add,
    tensor_scatter_nd_add as tensor_scatter_nd_add,
    tensor_scatter_nd_max as tensor_scatter_nd_max,
    tensor_scatter_nd_min as tensor_scatter_nd_min,
    tensor_scatter_nd_sub as tensor_scatter_nd_sub,
    tensor_scatter_nd_sub as tensor_scatter_sub,
    tensor_scatter_nd_update as tensor_scatter_nd_update,
    tensor_scatter_nd_update as tensor_scatter_update,
    tensordot as tensordot,
    tile as tile,
    timestamp as timestamp,
    truncatediv as truncatediv,
    truncatemod as truncatemod,
    type_spec_from_value as type_spec_from_value,
    uint16 as uint16,
    uint32 as uint32,
    uint64 as uint64,
    uint8 as uint8,
    unique as unique,
    unique_with_counts as unique_with_counts,
    unravel_index as unravel_index,
    unstack as unstack,
    variant as variant,
    vectorized_map as vectorized_map,
    version as version,
    where as where_v2,
    xla as xla,
    zeros as zeros,
)
from tensorflow.compat import (
    dimension_at_index as dimension_at_index,
    dimension_value as dimension_value,
)
from tensorflow.compat.v1 import (
    app as app,
    autograph as autograph,
    config as config,
    data as data,
    debugging as debugging,
    distribute as distribute,
    distributions as distributions,
    dtypes as dtypes,
    errors as errors,
    experimental as experimental,
    feature_column as feature_column,
    gfile as gfile,
    graph_util as graph_util,
    image as image,
    initializers as initializers,
    io as io,
    layers as layers,
    linalg as linalg,
    lite as lite,
    logging as logging,
    lookup as lookup,
    losses as losses,
    manip as manip,
    math as math,
    metrics as metrics,
    mixed_precision as mixed_precision,
    nn as nn,
    profiler as profiler,
    python_io as python_io,
    ragged as ragged,
    random as random,
    resource_loader as resource_loader,
    saved_model as saved_model,
    sets as sets,
    sparse as sparse,
    spectral as spectral,
    strings as strings,
    summary as summary,
    test as test,
    tpu as tpu,
    train as train,
    types as types,
    user_ops as user_ops,
)
from tensorflow.debugging import (
    Assert as Assert,
    assert_proper_iterable as assert_proper_iterable,
    assert_same_float_dtype as assert_same_float_dtype,
    check_numerics as check_numerics,
    is_numeric_tensor as is_numeric_tensor,
)
from tensorflow.dtypes import (
    as_dtype as as_dtype,
    complex as complex,
    saturate_cast as saturate_cast,
)
from tensorflow.errors import OpError as OpError
from tensorflow.graph_util import import_graph_def as import_graph_def
from tensorflow.image import random_crop as random_crop
from tensorflow.io import (
    FixedLenFeature as FixedLenFeature,
    FixedLenSequenceFeature as FixedLenSequenceFeature,
    SparseFeature as SparseFeature,
    VarLenFeature as VarLenFeature,
    decode_base64 as decode_base64,
    decode_compressed as decode_compressed,
    decode_json_example as decode_json_example,
    deserialize_many_sparse as deserialize_many_sparse,
    encode_base64 as encode_base64,
    matching_files as matching_files,
    parse_single_sequence_example as parse_single_sequence_example,
    parse_tensor as parse_tensor,
    read_file as read_file,
    serialize_tensor as serialize_tensor,
    write_file as write_file,
)
from tensorflow.linalg import (
    band_part as matrix_band_part,
    cholesky as cholesky,
    cholesky_solve as cholesky_solve,
    cross as cross,
    det as matrix_determinant,
    diag as matrix_diag,
    diag_part as matrix_diag_part,
    eigh as self_adjoint_eig,
    eigvalsh as self_adjoint_eigvals,
    global_norm as global_norm,
    inv as matrix_inverse,
    lstsq as matrix_solve_ls,
    matmul as matmul,
    matrix_transpose as matrix_transpose,
    qr as qr,
    set_diag as matrix_set_diag,
    solve as matrix_solve,
    sqrtm as matrix_square_root,
    svd as svd,
    tensor_diag as diag,
    tensor_diag_part as diag_part,
    trace as trace,
    triangular_solve as matrix_triangular_solve,
)
from tensorflow.math import (
    abs as abs,
    accumulate_n as accumulate_n,
    acos as acos,
    acosh as acosh,
    add as add,
    add_n as add_n,
    angle as angle,
    asin as asin,
    asinh as asinh,
    atan as atan,
    atan2 as atan2,
    atanh as atanh,
    betainc as betainc,
    ceil as ceil,
    conj as conj,
    cos as cos,
    cosh as cosh,
    cumprod as cumprod,
    cumsum as cumsum,
    digamma as digamma,
    divide as divide,
    divide_no_nan as div_no_nan,
    equal as equal,
    erf as erf,
    erfc as erfc,
    exp as exp,
    expm1 as expm1,
    floor as floor,
    floordiv as floordiv,
    floormod as floormod,
    floormod as mod,
    greater as greater,
    greater_equal as greater_equal,
    igamma as igamma,
    igammac as igammac,
    imag as imag,
    invert_permutation as invert_permutation,
    is_finite as is_finite,
    is_inf as is_inf,
    is_nan as is_nan,
    is_non_decreasing as is_non_decreasing,
    is_strictly_increasing as is_strictly_increasing,
    lbeta as lbeta,
    less as less,
    less_equal as less_equal,
    lgamma as lgamma,
    log as log,
    log1p as log1p,
    log_sigmoid as log_sigmoid,
    logical_and as logical_and,
    logical_not as logical_not,
    logical_or as logical_or,
    logical_xor as logical_xor,
    maximum as maximum,
    minimum as minimum,
    multiply as multiply,
    negative as negative,
    not_equal as not_equal,
    polygamma as polygamma,
    pow as pow,
    real as real,
    reciprocal as reciprocal,
    rint as rint,
    round as round,
    rsqrt as rsqrt,
    segment_max as segment_max,
    segment_mean as segment_mean,
    segment_min as segment_min,
    segment_prod as segment_prod,
    segment_sum as segment_sum,
    sigmoid as sigmoid,
    sign as sign,
    sin as sin,
    sinh as sinh,
    sqrt as sqrt,
    square as square,
    squared_difference as squared_difference,
    subtract as subtract,
    tan as tan,
    tanh as tanh,
    truediv as truediv,
    unsorted_segment_max as unsorted_segment_max,
    unsorted_segment_mean as unsorted_segment_mean,
    unsorted_segment_min as unsorted_segment_min,
    unsorted_segment_prod as unsorted_segment_prod,
    unsorted_segment_sqrt_n as unsorted_segment_sqrt_n,
    unsorted_segment_sum as unsorted_segment_sum,
    zeta as zeta,
)
from tensorflow.quantization import (
    dequantize as dequantize,
    fake_quant_with_min_max_args as fake_quant_with_min_max_args,
    fake_quant_with_min_max_args_gradient as fake_quant_with_min_max_args_gradient,
    fake_quant_with_min_max_vars as fake_quant_with_min_max_vars,
    fake_quant_with_min_max_vars_gradient as fake_quant_with_min_max_vars_gradient,
    fake_quant_with_min_max_vars_per_channel as fake_quant_with_min_max_vars_per_channel,
    fake_quant_with_min_max_vars_per_channel_gradient as fake_quant_with_min_max_vars_per_channel_gradient,
    quantize as quantize,
    quantized_concat as quantized_concat,
)
from tensorflow.queue import (
    FIFOQueue as FIFOQueue,
    PaddingFIFOQueue as PaddingFIFOQueue,
    PriorityQueue as PriorityQueue,
    QueueBase as QueueBase,
    RandomShuffleQueue as RandomShuffleQueue,
)
from tensorflow.random import (
    gamma as random_gamma,
    normal as random_normal,
    shuffle as random_shuffle,
    truncated_normal as truncated_normal,
    uniform as random_uniform,
)
from tensorflow.signal import (
    fft as fft,
    fft2d as fft2d,
    fft3d as fft3d,
    ifft as ifft,
    ifft2d as ifft2d,
    ifft3d as ifft3d,
)
from tensorflow.sparse import (
    fill_empty_rows as sparse_fill_empty_rows,
    mask as sparse_mask,
    maximum as sparse_maximum,
    minimum as sparse_minimum,
    reorder as sparse_reorder,
    reset_shape as sparse_reset_shape,
    reshape as sparse_reshape,
    retain as sparse_retain,
    slice as sparse_slice,
    softmax as sparse_softmax,
    sparse_dense_matmul as sparse_tensor_dense_matmul,
    to_dense as sparse_tensor_to_dense,
    to_indicator as sparse_to_indicator,
    transpose as sparse_transpose,
)
from tensorflow.strings import (
    as_string as as_string,
    join as string_join,
    regex_replace as regex_replace,
    strip as string_strip,
    to_hash_bucket_fast as string_to_hash_bucket_fast,
    to_hash_bucket_strong as string_to_hash_bucket_strong,
)
__all__ = [
    "AUTO_REUSE",
    "AggregationMethod",
    "Assert",
    "AttrValue",
    "COMPILER_VERSION",
    "CXX11_ABI_FLAG",
    "CXX_VERSION",
    "ConditionalAccumulator",
    "ConditionalAccumulatorBase",
    "ConfigProto",
    "CriticalSection",
    "DType",
    "DeviceSpec",
    "Dimension",
    "Event",
    "FIFOQueue",
    "FixedLenFeature",
    "FixedLenSequenceFeature",
    "FixedLengthRecordReader",
    "GIT_VERSION",
    "GPUOptions",
    "GRAPH_DEF_VERSION",
    "GRAPH_DEF_VERSION_MIN_CONSUMER",
    "GRAPH_DEF_VERSION_MIN_PRODUCER",
    "GradientTape",
    "Graph",
    "GraphDef",
    "GraphKeys",
    "GraphOptions",
    "HistogramProto",
    "IdentityReader",
    "IndexedSlices",
    "IndexedSlicesSpec",
    "InteractiveSession",
    "LMDBReader",
    "LogMessage",
    "MONOLITHIC_BUILD",
    "MetaGraphDef",
    "Module",
    "NameAttrList",
    "NoGradient",
    "NodeDef",
    "NoneTensorSpec",
    "NotDifferentiable",
    "OpError",
    "Operation",
    "OptimizerOptions",
    "OptionalSpec",
    "PaddingFIFOQueue",
    "Print",
    "PriorityQueue",
    "QUANTIZED_DTYPES",
    "QueueBase",
    "RaggedTensor",
    "RaggedTensorSpec",
    "RandomShuffleQueue",
    "ReaderBase",
    "RegisterGradient",
    "RunMetadata",
    "RunOptions",
    "Session",
    "SessionLog",
    "SparseConditionalAccumulator",
    "SparseFeature",
    "SparseTensor",
    "SparseTensorSpec",
    "SparseTensorValue",
    "Summary",
    "SummaryMetadata",
    "TFRecordReader",
    "Tensor",
    "TensorArray",
    "TensorArraySpec",
    "TensorInfo",
    "TensorShape",
    "TensorSpec",
    "TextLineReader",
    "TypeSpec",
    "UnconnectedGradients",
    "VERSION",
    "VarLenFeature",
    "Variable",
    "VariableAggregation",
    "VariableScope",
    "VariableSynchronization",
    "WholeFileReader",
    "__version__",
    "abs",
    "accumulate_n",
    "acos",
    "acosh",
    "add",
    "add_check_numerics_ops",
    "add_n",
    "add_to_collection",
    "add_to_collections",
    "all_variables",
    "angle",
    "app",
    "approx_top_k",
    "arg_max",
    "arg_min",
    "argmax",
    "argmin",
    "argsort",
    "as_dtype",
    "as_string",
    "asin",
    "asinh",
    "assert_equal",
    "assert_greater",
    "assert_greater_equal",
    "assert_integer",
    "assert_less",
    "assert_less_equal",
    "assert_near",
    "assert_negative",
    "assert_non_negative",
    "assert_non_positive",
    "assert_none_equal",
    "assert_positive",
    "assert_proper_iterable",
    "assert_rank",
    "assert_rank_at_least",
    "assert_rank_in",
    "assert_same_float_dtype",
    "assert_scalar",
    "assert_type",
    "assert_variables_initialized",
    "assign",
    "assign_add",
    "assign_sub",
    "atan",
    "atan2",
    "atanh",
    "audio",
    "autograph",
    "batch_gather",
    "batch_scatter_update",
    "batch_to_space",
    "batch_to_space_nd",
    "betainc",
    "bfloat16",
    "bincount",
    "bitcast",
    "bitwise",
    "bool",
    "boolean_mask",
    "broadcast_dynamic_shape",
    "broadcast_static_shape",
    "broadcast_to",
    "case",
    "cast",
    "ceil",
    "check_numerics",
    "check_pinned",
    "cholesky",
    "cholesky_solve",
    "clip_by_average_norm",
    "clip_by_global_norm",
    "clip_by_norm",
    "clip_by_value",
    "colocate_with",
    "compat",
    "complex",
    "complex128",
    "complex64",
    "concat",
    "cond",
    "config",
    "confusion_matrix",
    "conj",
    "constant",
    "constant_initializer",
    "container",
    "control_dependencies",
    "control_flow_v2_enabled",
    "conv",
    "conv2d_backprop_filter_v2",
    "conv2d_backprop_input_v2",
    "convert_to_tensor",
    "convert_to_tensor_or_indexed_slices",
    "convert_to_tensor_or_sparse_tensor",
    "cos",
    "cosh",
    "count_nonzero",
    "count_up_to",
    "create_partitioned_variables",
    "cross",
    "cumprod",
    "cumsum",
    "custom_gradient",
    "data",
    "debugging",
    "decode_base64",
    "decode_compressed",
    "decode_csv",
    "decode_json_example",
    "decode_raw",
    "delete_session_tensor",
    "depth_to_space",
    "dequantize",
    "deserialize_many_sparse",
    "device",
    "diag",
    "diag_part",
    "digamma",
    "dimension_at_index",
    "dimension_value",
    "disable_control_flow_v2",
    "disable_eager_execution",
    "disable_resource_variables",
    "disable_tensor_equality",
    "disable_v2_behavior",
    "disable_v2_tensorshape",
    "distribute",
    "distributions",
    "div",
    "div_no_nan",
    "divide",
    "double",
    "dtypes",
    "dynamic_partition",
    "dynamic_stitch",
    "edit_distance",
    "einsum",
    "enable_control_flow_v2",
    "enable_eager_execution",
    "enable_resource_variables",
    "enable_tensor_equality",
    "enable_v2_behavior",
    "enable_v2_tensorshape",
    "encode_base64",
    "ensure_shape",
    "equal",
    "erf",
    "erfc",
    "errors",
    "executing_eagerly",
    "executing_eagerly_outside_functions",
    "exp",
    "expand_dims",
    "experimental",
    "expm1",
    "extract_image_patches",
    "extract_volume_patches",
    "eye",
    "fake_quant_with_min_max_args",
    "fake_quant_with_min_max_args_gradient",
    "fake_quant_with_min_max_vars",
    "fake_quant_with_min_max_vars_gradient",
    "fake_quant_with_min_max_vars_per_channel",
    "fake_quant_with_min_max_vars_per_channel_gradient",
    "feature_column",
    "fft",
    "fft2d",
    "fft3d",
    "fftnd",
    "fill",
    "fingerprint",
    "fixed_size_partitioner",
    "float16",
    "float32",
    "float64",
    "floor",
    "floor_div",
    "floordiv",
    "floormod",
    "foldl",
    "foldr",
    "function",
    "gather",
    "gather_nd",
    "get_collection",
    "get_collection_ref",
    "get_default_graph",
    "get_default_session",
    "get_local_variable",
    "get_logger",
    "get_seed",
    "get_session_handle",
    "get_session_tensor",
    "get_static_value",
    "get_variable",
    "get_variable_scope",
    "gfile",
    "global_norm",
    "global_variables",
    "global_variables_initializer",
    "glorot_normal_initializer",
    "glorot_uniform_initializer",
    "grad_pass_through",
    "gradients",
    "graph_util",
    "greater",
    "greater_equal",
    "group",
    "guarantee_const",
    "half",
    "hessians",
    "histogram_fixed_width",
    "histogram_fixed_width_bins",
    "identity",
    "identity_n",
    "ifft",
    "ifft2d",
    "ifft3d",
    "ifftnd",
    "igamma",
    "igammac",
    "imag",
    "image",
    "import_graph_def",
    "init_scope",
    "initialize_all_tables",
    "initialize_all_variables",
    "initialize_local_variables",
    "initialize_variables",
    "initializers",
    "int16",
    "int32",
    "int64",
    "int8",
    "invert_permutation",
    "io",
    "irfftnd",
    "is_finite",
    "is_inf",
    "is_nan",
    "is_non_decreasing",
    "is_numeric_tensor",
    "is_strictly_increasing",
    "is_symbolic_tensor",
    "is_tensor",
    "is_variable_initialized",
    "keras",
    "layers",
    "lbeta",
    "less",
    "less_equal",
    "lgamma",
    "lin_space",
    "linalg",
    "linspace",
    "lite",
    "load_file_system_library",
    "load_library",
    "load_op_library",
    "local_variables",
    "local_variables_initializer",
    "log",
    "log1p",
    "log_sigmoid",
    "logging",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "lookup",
    "losses",
    "make_ndarray",
    "make_template",
    "make_tensor_proto",
    "manip",
    "map_fn",
    "matching_files",
    "math",
    "matmul",
    "matrix_band_part",
    "matrix_determinant",
    "matrix_diag",
    "matrix_diag_part",
    "matrix_inverse",
    "matrix_set_diag",
    "matrix_solve",
    "matrix_solve_ls",
    "matrix_square_root",
    "matrix_transpose",
    "matrix_triangular_solve",
    "maximum",
    "meshgrid",
    "metrics",
    "min_max_variable_partitioner",
    "minimum",
    "mixed_precision",
    "mlir",
    "mod",
    "model_variables",
    "moving_average_variables",
    "multinomial",
    "multiply",
    "name_scope",
    "negative",
    "nest",
    "newaxis",
    "nn",
    "no_gradient",
    "no_op",
    "no_regularizer",
    "nondifferentiable_batch_function",
    "norm",
    "not_equal",
    "numpy_function",
    "one_hot",
    "ones",
    "ones_initializer",
    "ones_like",
    "op_scope",
    "orthogonal_initializer",
    "pad",
    "parallel_stack",
    "parse_example",
    "parse_single_example",
    "parse_single_sequence_example",
    "parse_tensor",
    "placeholder",
    "placeholder_with_default",
    "polygamma",
    "pow",
    "print",
    "profiler",
    "py_func",
    "py_function",
    "python_io",
    "qint16",
    "qint32",
    "qint8",
    "qr",
    "quantization",
    "quantize",
    "quantize_v2",
    "quantized_concat",
    "queue",
    "quint16",
    "quint8",
    "ragged",
    "ragged_fill_empty_rows",
    "ragged_fill_empty_rows_grad",
    "random",
    "random_crop",
    "random_gamma",
    "random_index_shuffle",
    "random_normal",
    "random_normal_initializer",
    "random_poisson",
    "random_shuffle",
    "random_uniform",
    "random_uniform_initializer",
    "range",
    "rank",
    "raw_ops",
    "read_file",
    "real",
    "realdiv",
    "reciprocal",
    "recompute_grad",
    "reduce_all",
    "reduce_any",
    "reduce_join",
    "reduce_logsumexp",
    "reduce_max",
    "reduce_mean",
    "reduce_min",
    "reduce_prod",
    "reduce_sum",
    "regex_replace",
    "register_tensor_conversion_function",
    "repeat",
    "report_uninitialized_variables",
    "required_space_to_batch_paddings",
    "reset_default_graph",
    "reshape",
    "resource",
    "resource_loader",
    "resource_variables_enabled",
    "reverse",
    "reverse_sequence",
    "reverse_v2",
    "rfftnd",
    "rint",
    "roll",
    "round",
    "rsqrt",
    "saturate_cast",
    "saved_model",
    "scalar_mul",
    "scan",
    "scatter_add",
    "scatter_div",
    "scatter_max",
    "scatter_min",
    "scatter_mul",
    "scatter_nd",
    "scatter_nd_add",
    "scatter_nd_sub",
    "scatter_nd_update",
    "scatter_sub",
    "scatter_update",
    "searchsorted",
    "segment_max",
    "segment_mean",
    "segment_min",
    "segment_prod",
    "segment_sum",
    "self_adjoint_eig",
    "self_adjoint_eigvals",
    "sequence_mask",
    "serialize_many_sparse",
    "serialize_sparse",
    "serialize_tensor",
    "set_random_seed",
    "setdiff1d",
    "sets",
    "shape",
    "shape_n",
    "sigmoid",
    "sign",
    "signal",
    "sin",
    "sinh",
    "size",
    "slice",
    "sort",
    "space_to_batch",
    "space_to_batch_nd",
    "space_to_depth",
    "sparse",
    "sparse_add",
    "sparse_concat",
    "sparse_fill_empty_rows",
    "sparse_mask",
    "sparse_matmul",
    "sparse_maximum",
    "sparse_merge",
    "sparse_minimum",
    "sparse_placeholder",
    "sparse_reduce_max",
    "sparse_reduce_max_sparse",
    "sparse_reduce_sum",
    "sparse_reduce_sum_sparse",
    "sparse_reorder",
    "sparse_reset_shape",
    "sparse_reshape",
    "sparse_retain",
    "sparse_segment_mean",
    "sparse_segment_sqrt_n",
    "sparse_segment_sum",
    "sparse_slice",
    "sparse_softmax",
    "sparse_split",
    "sparse_tensor_dense_matmul",
    "sparse_tensor_to_dense",
    "sparse_to_dense",
    "sparse_to_indicator",
    "sparse_transpose",
    "spectral",
    "split",
    "sqrt",
    "square",
    "squared_difference",
    "squeeze",
    "stack",
    "stop_gradient",
    "strided_slice",
    "string",
    "string_join",
    "string_split",
    "string_strip",
    "string_to_hash_bucket",
    "string_to_hash_bucket_fast",
    "string_to_hash_bucket_strong",
    "string_to_number",
    "strings",
    "substr",
    "subtract",
    "summary",
    "svd",
    "switch_case",
    "sysconfig",
    "tables_initializer",
    "tan",
    "tanh",
    "tensor_scatter_add",
    "tensor_scatter_nd_add",
    "tensor_scatter_nd_max",
    "tensor_scatter_nd_min",
    "tensor_scatter_nd_sub",
    "tensor_scatter_nd_update",
    "tensor_scatter_sub",
    "tensor_scatter_update",
    "tensordot",
    "test",
    "tile",
    "timestamp",
    "to_bfloat16",
    "to_complex128",
    "to_complex64",
    "to_double",
    "to_float",
    "to_int32",
    "to_int64",
    "tpu",
    "trace",
    "train",
    "trainable_variables",
    "transpose",
    "truediv",
    "truncated_normal",
    "truncated_normal_initializer",
    "truncatediv",
    "truncatemod",
    "tuple",
    "type_spec_from_value",
    "types",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
    "uniform_unit_scaling_initializer",
    "unique",
    "unique_with_counts",
    "unravel_index",
    "unsorted_segment_max",
    "unsorted_segment_mean",
    "unsorted_segment_min",
    "unsorted_segment_prod",
    "unsorted_segment_sqrt_n",
    "unsorted_segment_sum",
    "unstack",
    "user_ops",
    "variable_axis_size_partitioner",
    "variable_creator_scope",
    "variable_op_scope",
    "variable_scope",
    "variables_initializer",
    "variance_scaling_initializer",
    "variant",
    "vectorized_map",
    "verify_tensor_all_finite",
    "version",
    "where",
    "where_v2",
    "while_loop",
    "wrap_function",
    "write_file",
    "xla",
    "zeros",
    "zeros_initializer",
    "zeros_like",
    "zeta",
]

AUTO_REUSE: Any
@typing.final
class AttrValue(Message):
    def __init__(self, *, b: builtins.bool | None = None, f: builtins.float | None = None, func: tf.compat.v1.NameAttrList | dict[builtins.str, Any] | None = None, i: builtins.int | None = None, list: Any | dict[builtins.str, Any] | None = None, placeholder: builtins.str | None = None, s: builtins.bytes | None = None, shape: Any | dict[builtins.str, Any] | None = None, tensor: Any | dict[builtins.str, Any] | None = None, type: builtins.int | None = None) -> None: ...
    b: builtins.bool
    f: builtins.float
    @property
    def func(self) -> tf.compat.v1.NameAttrList: ...
    i: builtins.int
    @property
    def list(self) -> Any: ...
    placeholder: builtins.str
    s: builtins.bytes
    @property
    def shape(self) -> Any: ...
    @property
    def tensor(self) -> Any: ...
    type: builtins.int
    B_FIELD_NUMBER: builtins.int
    F_FIELD_NUMBER: builtins.int
    FUNC_FIELD_NUMBER: builtins.int
    I_FIELD_NUMBER: builtins.int
    LIST_FIELD_NUMBER: builtins.int
    PLACEHOLDER_FIELD_NUMBER: builtins.int
    S_FIELD_NUMBER: builtins.int
    SHAPE_FIELD_NUMBER: builtins.int
    TENSOR_FIELD_NUMBER: builtins.int
    TYPE_FIELD_NUMBER: builtins.int
    ListValue: Any
COMPILER_VERSION: builtins.str
CXX11_ABI_FLAG: builtins.int
CXX_VERSION: builtins.int
class ConditionalAccumulatorBase:
    def __init__(self, dtype: DTypeLike | None, shape: Any, accumulator_ref: Any) -> None: ...
    @property
    def accumulator_ref(self) -> Any: ...
    @property
    def dtype(self) -> Any: ...
    @property
    def name(self) -> Any: ...
    def num_accumulated(self, name: builtins.str | None = None) -> Any: ...
    def set_global_step(self, new_global_step: Any, name: builtins.str | None = None) -> Any: ...
class ConditionalAccumulator(tf.compat.v1.ConditionalAccumulatorBase):
    def __init__(self, dtype: DTypeLike | None, shape: Any = None, shared_name: Any = None, name: builtins.str | None = 'conditional_accumulator', reduction_type: TensorLike | None = 'MEAN') -> None: ...
    def apply_grad(self, grad: Any, local_step: TensorLike | None = 0, name: builtins.str | None = None) -> Any: ...
    def take_grad(self, num_required: Any, name: builtins.str | None = None) -> Any: ...
@typing.final
class ConfigProto(Message):
    def __init__(self, *, allow_soft_placement: builtins.bool | None = None, cluster_def: tf.train.ClusterDef | dict[builtins.str, Any] | None = None, device_count: collections.abc.Mapping[Any, Any] | None = None, device_filters: collections.abc.Iterable[builtins.str] | None = None, experimental: Any | dict[builtins.str, Any] | None = None, gpu_options: tf.compat.v1.GPUOptions | dict[builtins.str, Any] | None = None, graph_options: tf.compat.v1.GraphOptions | dict[builtins.str, Any] | None = None, inter_op_parallelism_threads: builtins.int | None = None, intra_op_parallelism_threads: builtins.int | None = None, isolate_session_state: builtins.bool | None = None, log_device_placement: builtins.bool | None = None, operation_timeout_in_ms: builtins.int | None = None, placement_period: builtins.int | None = None, pluggable_device_options: tf.compat.v1.GPUOptions | dict[builtins.str, Any] | None = None, rpc_options: Any | dict[builtins.str, Any] | None = None, session_inter_op_thread_pool: collections.abc.Iterable[Any] | None = None, share_cluster_devices_in_session: builtins.bool | None = None, use_per_session_threads: builtins.bool | None = None) -> None: ...
    allow_soft_placement: builtins.bool
    @property
    def cluster_def(self) -> tf.train.ClusterDef: ...
    @property
    def device_count(self) -> MessageMap[builtins.str, builtins.int]: ...
    @property
    def device_filters(self) -> Repeated[builtins.str]: ...
    @property
    def experimental(self) -> Any: ...
    @property
    def gpu_options(self) -> tf.compat.v1.GPUOptions: ...
    @property
    def graph_options(self) -> tf.compat.v1.GraphOptions: ...
    inter_op_parallelism_threads: builtins.int
    intra_op_parallelism_threads: builtins.int
    isolate_session_state: builtins.bool
    log_device_placement: builtins.bool
    operation_timeout_in_ms: builtins.int
    placement_period: builtins.int
    @property
    def pluggable_device_options(self) -> tf.compat.v1.GPUOptions: ...
    @property
    def rpc_options(self) -> Any: ...
    @property
    def session_inter_op_thread_pool(self) -> Repeated[Any]: ...
    share_cluster_devices_in_session: builtins.bool
    use_per_session_threads: builtins.bool
    ALLOW_SOFT_PLACEMENT_FIELD_NUMBER: builtins.int
    CLUSTER_DEF_FIELD_NUMBER: builtins.int
    DEVICE_COUNT_FIELD_NUMBER: builtins.int
    DEVICE_FILTERS_FIELD_NUMBER: builtins.int
    EXPERIMENTAL_FIELD_NUMBER: builtins.int
    GPU_OPTIONS_FIELD_NUMBER: builtins.int
    GRAPH_OPTIONS_FIELD_NUMBER: builtins.int
    INTER_OP_PARALLELISM_THREADS_FIELD_NUMBER: builtins.int
    INTRA_OP_PARALLELISM_THREADS_FIELD_NUMBER: builtins.int
    ISOLATE_SESSION_STATE_FIELD_NUMBER: builtins.int
    LOG_DEVICE_PLACEMENT_FIELD_NUMBER: builtins.int
    OPERATION_TIMEOUT_IN_MS_FIELD_NUMBER: builtins.int
    PLACEMENT_PERIOD_FIELD_NUMBER: builtins.int
    PLUGGABLE_DEVICE_OPTIONS_FIELD_NUMBER: builtins.int
    RPC_OPTIONS_FIELD_NUMBER: builtins.int
    SESSION_INTER_OP_THREAD_POOL_FIELD_NUMBER: builtins.int
    SHARE_CLUSTER_DEVICES_IN_SESSION_FIELD_NUMBER: builtins.int
    USE_PER_SESSION_THREADS_FIELD_NUMBER: builtins.int
    DeviceCountEntry: Any
    Experimental: Any
class DeviceSpec(tf.DeviceSpec):
    @property
    def device_index(self) -> Any: ...
    @device_index.setter
    def device_index(self, value: Any) -> None: ...
    @property
    def device_type(self) -> Any: ...
    @device_type.setter
    def device_type(self, value: Any) -> None: ...
    @property
    def job(self) -> Any: ...
    @job.setter
    def job(self, value: Any) -> None: ...
    def merge_from(self, dev: Any) -> None: ...
    def parse_from_string(self, spec: Any) -> Self: ...
    @property
    def replica(self) -> Any: ...
    @replica.setter
    def replica(self, value: Any) -> None: ...
    @property
    def task(self) -> Any: ...
    @task.setter
    def task(self, value: Any) -> None: ...
class Dimension:
    def __init__(self, value: Any) -> None: ...
    def __add__(self, other: Any) -> Any: ...
    def __bool__(self) -> builtins.bool: ...
    def __floordiv__(self, other: Any) -> Any: ...
    def __ge__(self, other: Any) -> Any: ...
    def __gt__(self, other: Any) -> Any: ...
    def __index__(self) -> Any: ...
    def __int__(self) -> Any: ...
    def __le__(self, other: Any) -> Any: ...
    def __lt__(self, other: Any) -> Any: ...
    def __mod__(self, other: Any) -> Any: ...
    def __mul__(self, other: Any) -> Any: ...
    def __radd__(self, other: Any) -> Any: ...
    def __rfloordiv__(self, other: Any) -> Any: ...
    def __rmod__(self, other: Any) -> Any: ...
    def __rmul__(self, other: Any) -> Any: ...
    def __rsub__(self, other: Any) -> Any: ...
    def __rtruediv__(self, other: Any) -> Any: ...
    def __sub__(self, other: Any) -> Any: ...
    def __truediv__(self, other: Any) -> Any: ...
    def assert_is_compatible_with(self, other: Any) -> None: ...
    def is_compatible_with(self, other: Any) -> Any: ...
    def merge_with(self, other: Any) -> Any: ...
    @property
    def value(self) -> Any: ...
@typing.final
class Event(Message):
    def __init__(self, *, file_version: builtins.str | None = None, graph_def: builtins.bytes | None = None, log_message: tf.compat.v1.LogMessage | dict[builtins.str, Any] | None = None, meta_graph_def: builtins.bytes | None = None, session_log: tf.compat.v1.SessionLog | dict[builtins.str, Any] | None = None, source_metadata: Any | dict[builtins.str, Any] | None = None, step: builtins.int | None = None, summary: tf.compat.v1.Summary | dict[builtins.str, Any] | None = None, tagged_run_metadata: tf.compat.v1.summary.TaggedRunMetadata | dict[builtins.str, Any] | None = None, wall_time: builtins.float | None = None) -> None: ...
    file_version: builtins.str
    graph_def: builtins.bytes
    @property
    def log_message(self) -> tf.compat.v1.LogMessage: ...
    meta_graph_def: builtins.bytes
    @property
    def session_log(self) -> tf.compat.v1.SessionLog: ...
    @property
    def source_metadata(self) -> Any: ...
    step: builtins.int
    @property
    def summary(self) -> tf.compat.v1.Summary: ...
    @property
    def tagged_run_metadata(self) -> tf.compat.v1.summary.TaggedRunMetadata: ...
    wall_time: builtins.float
    FILE_VERSION_FIELD_NUMBER: builtins.int
    GRAPH_DEF_FIELD_NUMBER: builtins.int
    LOG_MESSAGE_FIELD_NUMBER: builtins.int
    META_GRAPH_DEF_FIELD_NUMBER: builtins.int
    SESSION_LOG_FIELD_NUMBER: builtins.int
    SOURCE_METADATA_FIELD_NUMBER: builtins.int
    STEP_FIELD_NUMBER: builtins.int
    SUMMARY_FIELD_NUMBER: builtins.int
    TAGGED_RUN_METADATA_FIELD_NUMBER: builtins.int
    WALL_TIME_FIELD_NUMBER: builtins.int
class ReaderBase:
    def __init__(self, reader_ref: Any, supports_serialize: TensorLike | None = False) -> None: ...
    def num_records_produced(self, name: builtins.str | None = None) -> Any: ...
    def num_work_units_completed(self, name: builtins.str | None = None) -> Any: ...
    def read(self, queue: Any, name: builtins.str | None = None) -> Any: ...
    def read_up_to(self, queue: Any, num_records: Any, name: builtins.str | None = None) -> Any: ...
    @property
    def reader_ref(self) -> Any: ...
    def reset(self, name: builtins.str | None = None) -> Any: ...
    def restore_state(self, state: Any, name: builtins.str | None = None) -> Any: ...
    def serialize_state(self, name: builtins.str | None = None) -> Any: ...
    @property
    def supports_serialize(self) -> Any: ...
class FixedLengthRecordReader(tf.compat.v1.ReaderBase):
    def __init__(self, record_bytes: Any, header_bytes: Any = None, footer_bytes: Any = None, hop_bytes: Any = None, name: builtins.str | None = None, encoding: Any = None) -> None: ...
GIT_VERSION: builtins.str
@typing.final
class GPUOptions(Message):
    def __init__(self, *, allocator_type: builtins.str | None = None, allow_growth: builtins.bool | None = None, deferred_deletion_bytes: builtins.int | None = None, experimental: Any | dict[builtins.str, Any] | None = None, force_gpu_compatible: builtins.bool | None = None, per_process_gpu_memory_fraction: builtins.float | None = None, polling_active_delay_usecs: builtins.int | None = None, polling_inactive_delay_msecs: builtins.int | None = None, visible_device_list: builtins.str | None = None) -> None: ...
    allocator_type: builtins.str
    allow_growth: builtins.bool
    deferred_deletion_bytes: builtins.int
    @property
    def experimental(self) -> Any: ...
    force_gpu_compatible: builtins.bool
    per_process_gpu_memory_fraction: builtins.float
    polling_active_delay_usecs: builtins.int
    polling_inactive_delay_msecs: builtins.int
    visible_device_list: builtins.str
    ALLOCATOR_TYPE_FIELD_NUMBER: builtins.int
    ALLOW_GROWTH_FIELD_NUMBER: builtins.int
    DEFERRED_DELETION_BYTES_FIELD_NUMBER: builtins.int
    EXPERIMENTAL_FIELD_NUMBER: builtins.int
    FORCE_GPU_COMPATIBLE_FIELD_NUMBER: builtins.int
    PER_PROCESS_GPU_MEMORY_FRACTION_FIELD_NUMBER: builtins.int
    POLLING_ACTIVE_DELAY_USECS_FIELD_NUMBER: builtins.int
    POLLING_INACTIVE_DELAY_MSECS_FIELD_NUMBER: builtins.int
    VISIBLE_DEVICE_LIST_FIELD_NUMBER: builtins.int
    Experimental: Any
GRAPH_DEF_VERSION: builtins.int
GRAPH_DEF_VERSION_MIN_CONSUMER: builtins.int
GRAPH_DEF_VERSION_MIN_PRODUCER: builtins.int
@typing.final
class GraphDef(Message):
    def __init__(self, *, debug_info: Any | dict[builtins.str, Any] | None = None, library: Any | dict[builtins.str, Any] | None = None, node: collections.abc.Iterable[Any] | None = None, version: builtins.int | None = None, versions: Any | dict[builtins.str, Any] | None = None) -> None: ...
    @property
    def debug_info(self) -> Any: ...
    @property
    def library(self) -> Any: ...
    @property
    def node(self) -> Repeated[tf.compat.v1.NodeDef]: ...
    version: builtins.int
    @property
    def versions(self) -> Any: ...
    DEBUG_INFO_FIELD_NUMBER: builtins.int
    LIBRARY_FIELD_NUMBER: builtins.int
    NODE_FIELD_NUMBER: builtins.int
    VERSION_FIELD_NUMBER: builtins.int
    VERSIONS_FIELD_NUMBER: builtins.int
class GraphKeys:
    ACTIVATIONS: builtins.str
    ASSET_FILEPATHS: builtins.str
    BIASES: builtins.str
    CONCATENATED_VARIABLES: builtins.str
    COND_CONTEXT: builtins.str
    EVAL_STEP: builtins.str
    GLOBAL_STEP: builtins.str
    GLOBAL_VARIABLES: builtins.str
    INIT_OP: builtins.str
    LOCAL_INIT_OP: builtins.str
    LOCAL_RESOURCES: builtins.str
    LOCAL_VARIABLES: builtins.str
    LOSSES: builtins.str
    METRIC_VARIABLES: builtins.str
    MODEL_VARIABLES: builtins.str
    MOVING_AVERAGE_VARIABLES: builtins.str
    QUEUE_RUNNERS: builtins.str
    READY_FOR_LOCAL_INIT_OP: builtins.str
    READY_OP: builtins.str
    REGULARIZATION_LOSSES: builtins.str
    RESOURCES: builtins.str
    SAVEABLE_OBJECTS: builtins.str
    SAVERS: builtins.str
    SUMMARIES: builtins.str
    SUMMARY_OP: builtins.str
    TABLE_INITIALIZERS: builtins.str
    TRAINABLE_RESOURCE_VARIABLES: builtins.str
    TRAINABLE_VARIABLES: builtins.str
    TRAIN_OP: builtins.str
    UPDATE_OPS: builtins.str
    VARIABLES: Any
    WEIGHTS: builtins.str
    WHILE_CONTEXT: builtins.str
@typing.final
class GraphOptions(Message):
    def __init__(self, *, build_cost_model: builtins.int | None = None, build_cost_model_after: builtins.int | None = None, enable_bfloat16_sendrecv: builtins.bool | None = None, enable_recv_scheduling: builtins.bool | None = None, infer_shapes: builtins.bool | None = None, optimizer_options: tf.compat.v1.OptimizerOptions | dict[builtins.str, Any] | None = None, place_pruned_graph: builtins.bool | None = None, rewrite_options: Any | dict[builtins.str, Any] | None = None, timeline_step: builtins.int | None = None) -> None: ...
    build_cost_model: builtins.int
    build_cost_model_after: builtins.int
    enable_bfloat16_sendrecv: builtins.bool
    enable_recv_scheduling: builtins.bool
    infer_shapes: builtins.bool
    @property
    def optimizer_options(self) -> tf.compat.v1.OptimizerOptions: ...
    place_pruned_graph: builtins.bool
    @property
    def rewrite_options(self) -> Any: ...
    timeline_step: builtins.int
    BUILD_COST_MODEL_FIELD_NUMBER: builtins.int
    BUILD_COST_MODEL_AFTER_FIELD_NUMBER: builtins.int
    ENABLE_BFLOAT16_SENDRECV_FIELD_NUMBER: builtins.int
    ENABLE_RECV_SCHEDULING_FIELD_NUMBER: builtins.int
    INFER_SHAPES_FIELD_NUMBER: builtins.int
    OPTIMIZER_OPTIONS_FIELD_NUMBER: builtins.int
    PLACE_PRUNED_GRAPH_FIELD_NUMBER: builtins.int
    REWRITE_OPTIONS_FIELD_NUMBER: builtins.int
    TIMELINE_STEP_FIELD_NUMBER: builtins.int
@typing.final
class HistogramProto(Message):
    def __init__(self, *, bucket: collections.abc.Iterable[builtins.float] | None = None, bucket_limit: collections.abc.Iterable[builtins.float] | None = None, max: builtins.float | None = None, min: builtins.float | None = None, num: builtins.float | None = None, sum: builtins.float | None = None, sum_squares: builtins.float | None = None) -> None: ...
    @property
    def bucket(self) -> Repeated[builtins.float]: ...
    @property
    def bucket_limit(self) -> Repeated[builtins.float]: ...
    max: builtins.float
    min: builtins.float
    num: builtins.float
    sum: builtins.float
    sum_squares: builtins.float
    BUCKET_FIELD_NUMBER: builtins.int
    BUCKET_LIMIT_FIELD_NUMBER: builtins.int
    MAX_FIELD_NUMBER: builtins.int
    MIN_FIELD_NUMBER: builtins.int
    NUM_FIELD_NUMBER: builtins.int
    SUM_FIELD_NUMBER: builtins.int
    SUM_SQUARES_FIELD_NUMBER: builtins.int
class IdentityReader(tf.compat.v1.ReaderBase):
    def __init__(self, name: builtins.str | None = None) -> None: ...
class InteractiveSession:
    def __init__(self, target: TensorLike | None = '', graph: Any = None, config: Any = None) -> None: ...
    def as_default(self) -> Any: ...
    def close(self) -> None: ...
    @property
    def graph(self) -> Any: ...
    @property
    def graph_def(self) -> Any: ...
    def list_devices(self) -> Any: ...
    def make_callable(self, fetches: Any, feed_list: Any = None, accept_options: TensorLike | None = False) -> Any: ...
    def partial_run(self, handle: Any, fetches: Any, feed_dict: Any = None) -> Any: ...
    def partial_run_setup(self, fetches: Any, feeds: Any = None) -> Any: ...
    def run(self, fetches: Any, feed_dict: Any = None, options: Any = None, run_metadata: Any = None) -> Any: ...
    @property
    def sess_str(self) -> Any: ...
class LMDBReader(tf.compat.v1.ReaderBase):
    def __init__(self, name: builtins.str | None = None, options: Any = None) -> None: ...
@typing.final
class LogMessage(Message):
    def __init__(self, *, level: builtins.int | None = None, message: builtins.str | None = None) -> None: ...
    level: builtins.int
    message: builtins.str
    LEVEL_FIELD_NUMBER: builtins.int
    MESSAGE_FIELD_NUMBER: builtins.int
    Level: Any
    UNKNOWN: builtins.int
    DEBUGGING: builtins.int
    INFO: builtins.int
    WARN: builtins.int
    ERROR: builtins.int
    FATAL: builtins.int
MONOLITHIC_BUILD: builtins.int
@typing.final
class MetaGraphDef(Message):
    def __init__(self, *, asset_file_def: collections.abc.Iterable[Any] | None = None, collection_def: collections.abc.Mapping[Any, Any] | None = None, graph_def: tf.compat.v1.GraphDef | dict[builtins.str, Any] | None = None, meta_info_def: Any | dict[builtins.str, Any] | None = None, object_graph_def: Any | dict[builtins.str, Any] | None = None, saver_def: tf.compat.v1.train.SaverDef | dict[builtins.str, Any] | None = None, signature_def: collections.abc.Mapping[Any, Any] | None = None) -> None: ...
    @property
    def asset_file_def(self) -> Repeated[Any]: ...
    @property
    def collection_def(self) -> MessageMap[builtins.str, Any]: ...
    @property
    def graph_def(self) -> tf.compat.v1.GraphDef: ...
    @property
    def meta_info_def(self) -> Any: ...
    @property
    def object_graph_def(self) -> Any: ...
    @property
    def saver_def(self) -> tf.compat.v1.train.SaverDef: ...
    @property
    def signature_def(self) -> MessageMap[builtins.str, Any]: ...
    ASSET_FILE_DEF_FIELD_NUMBER: builtins.int
    COLLECTION_DEF_FIELD_NUMBER: builtins.int
    GRAPH_DEF_FIELD_NUMBER: builtins.int
    META_INFO_DEF_FIELD_NUMBER: builtins.int
    OBJECT_GRAPH_DEF_FIELD_NUMBER: builtins.int
    SAVER_DEF_FIELD_NUMBER: builtins.int
    SIGNATURE_DEF_FIELD_NUMBER: builtins.int
    MetaInfoDef: Any
    CollectionDefEntry: Any
    SignatureDefEntry: Any
@typing.final
class NameAttrList(Message):
    def __init__(self, *, attr: collections.abc.Mapping[Any, Any] | None = None, name: builtins.str | None = None) -> None: ...
    @property
    def attr(self) -> MessageMap[builtins.str, tf.compat.v1.AttrValue]: ...
    name: builtins.str
    ATTR_FIELD_NUMBER: builtins.int
    NAME_FIELD_NUMBER: builtins.int
    AttrEntry: Any
@typing.final
class NodeDef(Message):
    def __init__(self, *, attr: collections.abc.Mapping[Any, Any] | None = None, device: builtins.str | None = None, experimental_debug_info: Any | dict[builtins.str, Any] | None = None, experimental_type: Any | dict[builtins.str, Any] | None = None, input: collections.abc.Iterable[builtins.str] | None = None, name: builtins.str | None = None, op: builtins.str | None = None) -> None: ...
    @property
    def attr(self) -> MessageMap[builtins.str, tf.compat.v1.AttrValue]: ...
    device: builtins.str
    @property
    def experimental_debug_info(self) -> Any: ...
    @property
    def experimental_type(self) -> Any: ...
    @property
    def input(self) -> Repeated[builtins.str]: ...
    name: builtins.str
    op: builtins.str
    ATTR_FIELD_NUMBER: builtins.int
    DEVICE_FIELD_NUMBER: builtins.int
    EXPERIMENTAL_DEBUG_INFO_FIELD_NUMBER: builtins.int
    EXPERIMENTAL_TYPE_FIELD_NUMBER: builtins.int
    INPUT_FIELD_NUMBER: builtins.int
    NAME_FIELD_NUMBER: builtins.int
    OP_FIELD_NUMBER: builtins.int
    AttrEntry: Any
    ExperimentalDebugInfo: Any
@typing.final
class OptimizerOptions(Message):
    def __init__(self, *, cpu_global_jit: builtins.bool | None = None, do_common_subexpression_elimination: builtins.bool | None = None, do_constant_folding: builtins.bool | None = None, do_function_inlining: builtins.bool | None = None, global_jit_level: builtins.int | None = None, max_folded_constant_in_bytes: builtins.int | None = None, opt_level: builtins.int | None = None) -> None: ...
    cpu_global_jit: builtins.bool
    do_common_subexpression_elimination: builtins.bool
    do_constant_folding: builtins.bool
    do_function_inlining: builtins.bool
    global_jit_level: builtins.int
    max_folded_constant_in_bytes: builtins.int
    opt_level: builtins.int
    CPU_GLOBAL_JIT_FIELD_NUMBER: builtins.int
    DO_COMMON_SUBEXPRESSION_ELIMINATION_FIELD_NUMBER: builtins.int
    DO_CONSTANT_FOLDING_FIELD_NUMBER: builtins.int
    DO_FUNCTION_INLINING_FIELD_NUMBER: builtins.int
    GLOBAL_JIT_LEVEL_FIELD_NUMBER: builtins.int
    MAX_FOLDED_CONSTANT_IN_BYTES_FIELD_NUMBER: builtins.int
    OPT_LEVEL_FIELD_NUMBER: builtins.int
    Level: Any
    L1: builtins.int
    L0: builtins.int
    GlobalJitLevel: Any
    DEFAULT: builtins.int
    OFF: builtins.int
    ON_1: builtins.int
    ON_2: builtins.int
def Print(input_: Any, data: Any, message: Any = None, first_n: Any = None, summarize: Any = None, name: builtins.str | None = None) -> Any: ...
QUANTIZED_DTYPES: Any
@typing.final
class RunMetadata(Message):
    def __init__(self, *, cost_graph: Any | dict[builtins.str, Any] | None = None, function_graphs: collections.abc.Iterable[Any] | None = None, partition_graphs: collections.abc.Iterable[Any] | None = None, session_metadata: Any | dict[builtins.str, Any] | None = None, step_stats: Any | dict[builtins.str, Any] | None = None) -> None: ...
    @property
    def cost_graph(self) -> Any: ...
    @property
    def function_graphs(self) -> Repeated[Any]: ...
    @property
    def partition_graphs(self) -> Repeated[tf.compat.v1.GraphDef]: ...
    @property
    def session_metadata(self) -> Any: ...
    @property
    def step_stats(self) -> Any: ...
    COST_GRAPH_FIELD_NUMBER: builtins.int
    FUNCTION_GRAPHS_FIELD_NUMBER: builtins.int
    PARTITION_GRAPHS_FIELD_NUMBER: builtins.int
    SESSION_METADATA_FIELD_NUMBER: builtins.int
    STEP_STATS_FIELD_NUMBER: builtins.int
    FunctionGraphs: Any
@typing.final
class RunOptions(Message):
    def __init__(self, *, debug_options: Any | dict[builtins.str, Any] | None = None, experimental: Any | dict[builtins.str, Any] | None = None, inter_op_thread_pool: builtins.int | None = None, output_partition_graphs: builtins.bool | None = None, report_tensor_allocations_upon_oom: builtins.bool | None = None, timeout_in_ms: builtins.int | None = None, trace_level: builtins.int | None = None) -> None: ...
    @property
    def debug_options(self) -> Any: ...
    @property
    def experimental(self) -> Any: ...
    inter_op_thread_pool: builtins.int
    output_partition_graphs: builtins.bool
    report_tensor_allocations_upon_oom: builtins.bool
    timeout_in_ms: builtins.int
    trace_level: builtins.int
    DEBUG_OPTIONS_FIELD_NUMBER: builtins.int
    EXPERIMENTAL_FIELD_NUMBER: builtins.int
    INTER_OP_THREAD_POOL_FIELD_NUMBER: builtins.int
    OUTPUT_PARTITION_GRAPHS_FIELD_NUMBER: builtins.int
    REPORT_TENSOR_ALLOCATIONS_UPON_OOM_FIELD_NUMBER: builtins.int
    TIMEOUT_IN_MS_FIELD_NUMBER: builtins.int
    TRACE_LEVEL_FIELD_NUMBER: builtins.int
    TraceLevel: Any
    NO_TRACE: builtins.int
    SOFTWARE_TRACE: builtins.int
    HARDWARE_TRACE: builtins.int
    FULL_TRACE: builtins.int
    Experimental: Any
class Session:
    def __init__(self, target: TensorLike | None = '', graph: Any = None, config: Any = None) -> None: ...
    def __enter__(self) -> tf.compat.v1.Session: ...
    def __exit__(self, exec_type: Any, exec_value: Any, exec_tb: Any) -> None: ...
    def as_default(self) -> Any: ...
    def close(self) -> None: ...
    @property
    def graph(self) -> Any: ...
    @property
    def graph_def(self) -> Any: ...
    def list_devices(self) -> Any: ...
    def make_callable(self, fetches: Any, feed_list: Any = None, accept_options: TensorLike | None = False) -> Any: ...
    def partial_run(self, handle: Any, fetches: Any, feed_dict: Any = None) -> Any: ...
    def partial_run_setup(self, fetches: Any, feeds: Any = None) -> Any: ...
    @staticmethod
    def reset(target: Any, containers: Any = None, config: Any = None) -> None: ...
    def run(self, fetches: Any, feed_dict: Any = None, options: Any = None, run_metadata: Any = None) -> Any: ...
    @property
    def sess_str(self) -> Any: ...
@typing.final
class SessionLog(Message):
    def __init__(self, *, checkpoint_path: builtins.str | None = None, msg: builtins.str | None = None, status: builtins.int | None = None) -> None: ...
    checkpoint_path: builtins.str
    msg: builtins.str
    status: builtins.int
    CHECKPOINT_PATH_FIELD_NUMBER: builtins.int
    MSG_FIELD_NUMBER: builtins.int
    STATUS_FIELD_NUMBER: builtins.int
    SessionStatus: Any
    STATUS_UNSPECIFIED: builtins.int
    START: builtins.int
    STOP: builtins.int
    CHECKPOINT: builtins.int
class SparseConditionalAccumulator(tf.compat.v1.ConditionalAccumulatorBase):
    def __init__(self, dtype: DTypeLike | None, shape: Any = None, shared_name: Any = None, name: builtins.str | None = 'sparse_conditional_accumulator', reduction_type: TensorLike | None = 'MEAN') -> None: ...
    def apply_grad(self, grad_indices: Any, grad_values: Any, grad_shape: Any = None, local_step: TensorLike | None = 0, name: builtins.str | None = None) -> Any: ...
    def apply_indexed_slices_grad(self, grad: Any, local_step: TensorLike | None = 0, name: builtins.str | None = None) -> Any: ...
    def take_grad(self, num_required: Any, name: builtins.str | None = None) -> Any: ...
    def take_indexed_slices_grad(self, num_required: Any, name: builtins.str | None = None) -> Any: ...
class SparseTensorValue(builtins.tuple[Any, ...]):
    def __new__(_cls, indices: Any, values: Any, dense_shape: Any) -> Self: ...
    @property
    def dense_shape(self) -> Any: ...
    @property
    def indices(self) -> Any: ...
    @property
    def values(self) -> Any: ...
@typing.final
class Summary(Message):
    def __init__(self, *, value: collections.abc.Iterable[Any] | None = None) -> None: ...
    @property
    def value(self) -> Repeated[Any]: ...
    VALUE_FIELD_NUMBER: builtins.int
    Image: Any
    Audio: Any
    Value: Any
@typing.final
class SummaryMetadata(Message):
    def __init__(self, *, data_class: builtins.int | None = None, display_name: builtins.str | None = None, plugin_data: Any | dict[builtins.str, Any] | None = None, summary_description: builtins.str | None = None) -> None: ...
    data_class: builtins.int
    display_name: builtins.str
    @property
    def plugin_data(self) -> Any: ...
    summary_description: builtins.str
    DATA_CLASS_FIELD_NUMBER: builtins.int
    DISPLAY_NAME_FIELD_NUMBER: builtins.int
    PLUGIN_DATA_FIELD_NUMBER: builtins.int
    SUMMARY_DESCRIPTION_FIELD_NUMBER: builtins.int
    PluginData: Any
class TFRecordReader(tf.compat.v1.ReaderBase):
    def __init__(self, name: builtins.str | None = None, options: Any = None) -> None: ...
@typing.final
class TensorInfo(Message):
    def __init__(self, *, composite_tensor: Any | dict[builtins.str, Any] | None = None, coo_sparse: Any | dict[builtins.str, Any] | None = None, dtype: builtins.int | None = None, name: builtins.str | None = None, tensor_shape: Any | dict[builtins.str, Any] | None = None) -> None: ...
    @property
    def composite_tensor(self) -> Any: ...
    @property
    def coo_sparse(self) -> Any: ...
    dtype: builtins.int
    name: builtins.str
    @property
    def tensor_shape(self) -> Any: ...
    COMPOSITE_TENSOR_FIELD_NUMBER: builtins.int
    COO_SPARSE_FIELD_NUMBER: builtins.int
    DTYPE_FIELD_NUMBER: builtins.int
    NAME_FIELD_NUMBER: builtins.int
    TENSOR_SHAPE_FIELD_NUMBER: builtins.int
    CooSparse: Any
    CompositeTensor: Any
class TextLineReader(tf.compat.v1.ReaderBase):
    def __init__(self, skip_header_lines: Any = None, name: builtins.str | None = None) -> None: ...
VERSION: builtins.str
class Variable(tf.Variable):
    def __init__(self, initial_value: TensorLike | None = None, trainable: Any = None, collections: Any = None, validate_shape: TensorLike | None = True, caching_device: Any = None, name: builtins.str | None = None, variable_def: Any = None, dtype: Any = None, expected_shape: Any = None, import_scope: Any = None, constraint: Any = None, use_resource: Any = None, synchronization: Any = ..., aggregation: Any = ..., shape: Any = None) -> None: ...
class VariableAggregation(enum.Enum):
    NONE = 0
    SUM = 1
    MEAN = 2
    ONLY_FIRST_REPLICA = 3
    ONLY_FIRST_TOWER = 3
class VariableScope:
    def __init__(self, reuse: Any, name: builtins.str | None = '', initializer: Any = None, regularizer: Any = None, caching_device: Any = None, partitioner: Any = None, custom_getter: Any = None, name_scope: TensorLike | None = '', dtype: DTypeLike | None = ..., use_resource: Any = None, constraint: Any = None) -> None: ...
    @property
    def caching_device(self) -> Any: ...
    @property
    def constraint(self) -> Any: ...
    @property
    def custom_getter(self) -> Any: ...
    @property
    def dtype(self) -> Any: ...
    def get_collection(self, name: Any) -> Any: ...
    def get_variable(self, var_store: Any, name: Any, shape: Any = None, dtype: Any = None, initializer: Any = None, regularizer: Any = None, reuse: Any = None, trainable: Any = None, collections: Any = None, caching_device: Any = None, partitioner: Any = None, validate_shape: TensorLike | None = True, use_resource: Any = None, custom_getter: Any = None, constraint: Any = None, synchronization: Any = ..., aggregation: Any = ...) -> Any: ...
    def global_variables(self) -> Any: ...
    @property
    def initializer(self) -> Any: ...
    def local_variables(self) -> Any: ...
    @property
    def name(self) -> Any: ...
    @property
    def original_name_scope(self) -> Any: ...
    @property
    def partitioner(self) -> Any: ...
    @property
    def regularizer(self) -> Any: ...
    @property
    def reuse(self) -> Any: ...
    def reuse_variables(self) -> None: ...
    def set_caching_device(self, caching_device: Any) -> None: ...
    def set_custom_getter(self, custom_getter: Any) -> None: ...
    def set_dtype(self, dtype: Any) -> None: ...
    def set_initializer(self, initializer: Any) -> None: ...
    def set_partitioner(self, partitioner: Any) -> None: ...
    def set_regularizer(self, regularizer: Any) -> None: ...
    def set_use_resource(self, use_resource: Any) -> None: ...
    def trainable_variables(self) -> Any: ...
    @property
    def use_resource(self) -> Any: ...
class WholeFileReader(tf.compat.v1.ReaderBase):
    def __init__(self, name: builtins.str | None = None) -> None: ...
__version__: builtins.str
def add_check_numerics_ops() -> Any: ...
def add_to_collection(name: Any, value: Any) -> None: ...
def add_to_collections(names: Any, value: Any) -> None: ...
def all_variables() -> Any: ...
def arg_max(input: TensorLike, dimension: TensorLike, output_type: tf.DType[DT] | NamedDType = ..., name: str | None = None) -> tf.Tensor[DT, typing.Any]: ...
def arg_min(input: TensorLike, dimension: TensorLike, output_type: tf.DType[DT] | NamedDType = ..., name: str | None = None) -> tf.Tensor[DT, typing.Any]: ...
def argmax(input: TensorLike, axis: TensorLike | None = None, name: builtins.str | None = None, dimension: Any = None, output_type: DTypeLike | None = ...) -> Any: ...
def argmin(input: TensorLike, axis: TensorLike | None = None, name: builtins.str | None = None, dimension: Any = None, output_type: DTypeLike | None = ...) -> Any: ...
def assert_equal(x: Any, y: Any, data: Any = None, summarize: Any = None, message: Any = None, name: builtins.str | None = None) -> Any: ...
def assert_greater(x: Any, y: Any, data: Any = None, summarize: Any = None, message: Any = None, name: builtins.str | None = None) -> Any: ...
def assert_greater_equal(x: Any, y: Any, data: Any = None, summarize: Any = None, message: Any = None, name: builtins.str | None = None) -> Any: ...
def assert_integer(x: TensorLike, message: Any = None, name: builtins.str | None = None) -> Any: ...
def assert_less(x: Any, y: Any, data: Any = None, summarize: Any = None, message: Any = None, name: builtins.str | None = None) -> Any: ...
def assert_less_equal(x: Any, y: Any, data: Any = None, summarize: Any = None, message: Any = None, name: builtins.str | None = None) -> Any: ...
def assert_near(x: Any, y: Any, rtol: Any = None, atol: Any = None, data: Any = None, summarize: Any = None, message: Any = None, name: builtins.str | None = None) -> Any: ...
def assert_negative(x: Any, data: Any = None, summarize: Any = None, message: Any = None, name: builtins.str | None = None) -> Any: ...
def assert_non_negative(x: Any, data: Any = None, summarize: Any = None, message: Any = None, name: builtins.str | None = None) -> Any: ...
def assert_non_positive(x: Any, data: Any = None, summarize: Any = None, message: Any = None, name: builtins.str | None = None) -> Any: ...
def assert_none_equal(x: Any, y: Any, data: Any = None, summarize: Any = None, message: Any = None, name: builtins.str | None = None) -> Any: ...
def assert_positive(x: Any, data: Any = None, summarize: Any = None, message: Any = None, name: builtins.str | None = None) -> Any: ...
def assert_rank(x: Any, rank: Any, data: Any = None, summarize: Any = None, message: Any = None, name: builtins.str | None = None) -> Any: ...
def assert_rank_at_least(x: Any, rank: Any, data: Any = None, summarize: Any = None, message: Any = None, name: builtins.str | None = None) -> Any: ...
def assert_rank_in(x: Any, ranks: Any, data: Any = None, summarize: Any = None, message: Any = None, name: builtins.str | None = None) -> Any: ...
def assert_scalar(tensor: TensorLike, name: builtins.str | None = None, message: Any = None) -> Any: ...
def assert_type(tensor: TensorLike, tf_type: Any, message: Any = None, name: builtins.str | None = None) -> Any: ...
def assert_variables_initialized(var_list: Any = None) -> Any: ...
def assign(ref: TensorLike, value: TensorLike, validate_shape: Any = None, use_locking: Any = None, name: builtins.str | None = None) -> Any: ...
def assign_add(ref: TensorLike, value: TensorLike, use_locking: Any = None, name: builtins.str | None = None) -> Any: ...
def assign_sub(ref: TensorLike, value: TensorLike, use_locking: Any = None, name: builtins.str | None = None) -> Any: ...
def batch_gather(params: Any, indices: Any, name: builtins.str | None = None) -> Any: ...
def batch_scatter_update(ref: Any, indices: Any, updates: Any, use_locking: TensorLike | None = True, name: builtins.str | None = None) -> Any: ...
def batch_to_space(input: TensorLike, crops: TensorLike, block_size: Any, name: builtins.str | None = None, block_shape: Any = None) -> Any: ...
def batch_to_space_nd(input: Element[DT], block_shape: TensorLike, crops: TensorLike, name: str | None = None) -> tf.Tensor[DT, typing.Any]: ...
def bincount(arr: Any, weights: Any = None, minlength: Any = None, maxlength: Any = None, dtype: DTypeLike | None = ...) -> Any: ...
def boolean_mask(tensor: Any, mask: Any, name: builtins.str | None = 'boolean_mask', axis: Any = None) -> Any: ...
def case(pred_fn_pairs: Any, default: Any = None, exclusive: TensorLike | None = False, strict: TensorLike | None = False, name: builtins.str | None = 'case') -> Any: ...
def clip_by_average_norm(t: TensorLike, clip_norm: TensorLike, name: builtins.str | None = None) -> Any: ...
def colocate_with(op: Any, ignore_existing: TensorLike | None = False) -> Any: ...
def cond(pred: Any, true_fn: Any = None, false_fn: Any = None, strict: TensorLike | None = False, name: builtins.str | None = None, fn1: Any = None, fn2: Any = None) -> Any: ...
def confusion_matrix(labels: Any, predictions: Any, num_classes: Any = None, dtype: DTypeLike | None = ..., name: builtins.str | None = None, weights: Any = None) -> Any: ...
def constant(value: Any, dtype: DTypeLike | None = None, shape: Any = None, name: builtins.str | None = 'Const', verify_shape: TensorLike | None = False) -> Any: ...
class constant_initializer:
    def __init__(self, value: TensorLike | None = 0, dtype: DTypeLike | None = ..., verify_shape: TensorLike | None = False) -> None: ...
    def __call__(self, shape: Any, dtype: DTypeLike | None = None, partition_info: Any = None, verify_shape: Any = None) -> Any: ...
    dtype: Any
    @classmethod
    def from_config(cls, config: Any) -> Any: ...
    def get_config(self) -> builtins.dict[Any, Any]: ...
    value: Any
def container(container_name: Any) -> Any: ...
def control_flow_v2_enabled() -> Any: ...
def convert_to_tensor(value: Any, dtype: DTypeLike | None = None, name: builtins.str | None = None, preferred_dtype: DTypeLike | None = None, dtype_hint: Any = None) -> Any: ...
def convert_to_tensor_or_indexed_slices(value: Any, dtype: DTypeLike | None = None, name: builtins.str | None = None) -> Any: ...
def convert_to_tensor_or_sparse_tensor(value: Any, dtype: DTypeLike | None = None, name: builtins.str | None = None) -> Any: ...
def count_nonzero(input_tensor: Any = None, axis: Any = None, keepdims: Any = None, dtype: DTypeLike | None = ..., name: builtins.str | None = None, reduction_indices: Any = None, keep_dims: Any = None, input: Any = None) -> Any: ...
def count_up_to(ref: Any, limit: Any, name: builtins.str | None = None) -> Any: ...
def create_partitioned_variables(shape: Any, slicing: Any, initializer: TensorLike, dtype: DTypeLike | None = ..., trainable: TensorLike | None = True, collections: Any = None, name: builtins.str | None = None, reuse: Any = None) -> Any: ...
def decode_csv(records: TensorLike, record_defaults: Any, field_delim: TensorLike | None = ',', use_quote_delim: TensorLike | None = True, name: builtins.str | None = None, na_value: TensorLike | None = '', select_cols: Any = None) -> Any: ...
def decode_raw(input_bytes: Any = None, out_type: Any = None, little_endian: TensorLike | None = True, name: builtins.str | None = None, bytes: Any = None) -> Any: ...
def delete_session_tensor(handle: Any, name: builtins.str | None = None) -> Any: ...
def depth_to_space(input: TensorLike, block_size: Any, name: builtins.str | None = None, data_format: TensorLike | None = 'NHWC') -> Any: ...
def device(device_name_or_function: Any) -> Any: ...
def disable_control_flow_v2() -> None: ...
def disable_eager_execution() -> None: ...
def disable_resource_variables() -> None: ...
def disable_tensor_equality() -> None: ...
def disable_v2_behavior() -> None: ...
def disable_v2_tensorshape() -> None: ...
def div(x: TensorLike, y: TensorLike, name: builtins.str | None = None) -> Any: ...
def enable_control_flow_v2() -> None: ...
def enable_eager_execution(config: Any = None, device_policy: Any = None, execution_mode: Any = None) -> None: ...
def enable_resource_variables() -> None: ...
def enable_tensor_equality() -> None: ...
def enable_v2_behavior() -> None: ...
def enable_v2_tensorshape() -> None: ...
def executing_eagerly() -> Any: ...
def executing_eagerly_outside_functions() -> builtins.bool: ...
def expand_dims(input: TensorLike, axis: Any = None, name: builtins.str | None = None, dim: Any = None) -> Any: ...
def extract_image_patches(images: TensorLike, ksizes: Any = None, strides: Any = None, rates: Any = None, padding: Any = None, name: builtins.str | None = None, sizes: Any = None) -> Any: ...
def fixed_size_partitioner(num_shards: Any, axis: TensorLike | None = 0) -> Any: ...
def floor_div(x: Element[DT], y: TensorLike, name: str | None = None) -> tf.Tensor[DT, typing.Any]: ...
def foldl(fn: Any, elems: Any, initializer: Any = None, parallel_iterations: TensorLike | None = 10, back_prop: TensorLike | None = True, swap_memory: TensorLike | None = False, name: builtins.str | None = None) -> Any: ...
def foldr(fn: Any, elems: Any, initializer: Any = None, parallel_iterations: TensorLike | None = 10, back_prop: TensorLike | None = True, swap_memory: TensorLike | None = False, name: builtins.str | None = None) -> Any: ...
def gather(params: TensorLike, indices: TensorLike, validate_indices: Any = None, name: builtins.str | None = None, axis: TensorLike | None = None, batch_dims: TensorLike | None = 0) -> Any: ...
def gather_nd(params: TensorLike, indices: TensorLike, name: builtins.str | None = None, batch_dims: TensorLike | None = 0, bad_indices_policy: TensorLike | None = '') -> Any: ...
def get_collection(key: Any, scope: Any = None) -> builtins.list[Any]: ...
def get_collection_ref(key: Any) -> builtins.list[Any]: ...
def get_default_graph() -> tf.Graph: ...
def get_default_session() -> Any: ...
def get_local_variable(name: Any, shape: Any = None, dtype: Any = None, initializer: Any = None, regularizer: Any = None, trainable: TensorLike | None = False, collections: Any = None, caching_device: Any = None, partitioner: Any = None, validate_shape: TensorLike | None = True, use_resource: Any = None, custom_getter: Any = None, constraint: Any = None, synchronization: Any = ..., aggregation: Any = ...) -> Any: ...
def get_seed(op_seed: Any) -> Any: ...
def get_session_handle(data: Any, name: builtins.str | None = None) -> Any: ...
def get_session_tensor(handle: Any, dtype: DTypeLike | None, name: builtins.str | None = None) -> Any: ...
def get_variable(name: Any, shape: Any = None, dtype: Any = None, initializer: Any = None, regularizer: Any = None, trainable: Any = None, collections: Any = None, caching_device: Any = None, partitioner: Any = None, validate_shape: TensorLike | None = True, use_resource: Any = None, custom_getter: Any = None, constraint: Any = None, synchronization: Any = ..., aggregation: Any = ...) -> Any: ...
def get_variable_scope() -> Any: ...
def global_variables(scope: Any = None) -> Any: ...
def global_variables_initializer() -> Any: ...
class variance_scaling_initializer:
    def __init__(self, scale: TensorLike | None = 1.0, mode: TensorLike | None = 'fan_in', distribution: TensorLike | None = 'truncated_normal', seed: Any = None, dtype: DTypeLike | None = ...) -> None: ...
    def __call__(self, shape: Any, dtype: DTypeLike | None = None, partition_info: Any = None) -> Any: ...
    distribution: Any
    dtype: Any
    @classmethod
    def from_config(cls, config: Any) -> Any: ...
    def get_config(self) -> builtins.dict[Any, Any]: ...
    mode: Any
    scale: Any
    seed: Any
class glorot_normal_initializer(tf.compat.v1.variance_scaling_initializer):
    def __init__(self, seed: Any = None, dtype: DTypeLike | None = ...) -> None: ...
class glorot_uniform_initializer(tf.compat.v1.variance_scaling_initializer):
    def __init__(self, seed: Any = None, dtype: DTypeLike | None = ...) -> None: ...
def gradients(ys: Any, xs: Any, grad_ys: Any = None, name: builtins.str | None = 'gradients', colocate_gradients_with_ops: TensorLike | None = False, gate_gradients: TensorLike | None = False, aggregation_method: Any = None, stop_gradients: Any = None, unconnected_gradients: Any = ...) -> Any: ...
def hessians(ys: Any, xs: Any, name: builtins.str | None = 'hessians', colocate_gradients_with_ops: TensorLike | None = False, gate_gradients: TensorLike | None = False, aggregation_method: Any = None) -> Any: ...
def initialize_all_tables(name: builtins.str | None = 'init_all_tables') -> Any: ...
def initialize_all_variables() -> Any: ...
def initialize_local_variables() -> Any: ...
def initialize_variables(var_list: Any, name: builtins.str | None = 'init') -> Any: ...
def is_variable_initialized(variable: Any) -> Any: ...
def load_file_system_library(library_filename: Any) -> None: ...
def local_variables(scope: Any = None) -> Any: ...
def local_variables_initializer() -> Any: ...
def make_template(name_: Any, func_: Any, create_scope_now_: TensorLike | None = False, unique_name_: Any = None, custom_getter_: Any = None, **kwargs: Any) -> Any: ...
def map_fn(fn: Any, elems: Any, dtype: Any = None, parallel_iterations: Any = None, back_prop: TensorLike | None = True, swap_memory: TensorLike | None = False, infer_shape: TensorLike | None = True, name: builtins.str | None = None, fn_output_signature: Any = None) -> Any: ...
def min_max_variable_partitioner(max_partitions: TensorLike | None = 1, axis: TensorLike | None = 0, min_slice_size: TensorLike | None = 262144, bytes_per_string_element: TensorLike | None = 16) -> Any: ...
def model_variables(scope: Any = None) -> Any: ...
def moving_average_variables(scope: Any = None) -> Any: ...
def multinomial(logits: Any, num_samples: Any, seed: Any = None, name: builtins.str | None = None, output_dtype: DTypeLike | None = None) -> Any: ...
class name_scope(contextlib.AbstractContextManager[Any]):
    def __init__(self, name: Any, default_name: Any = None, values: Any = None) -> None: ...
    def __enter__(self) -> builtins.str | Any: ...
    def __exit__(self, *exc_info: Any) -> Any: ...
    @property
    def name(self) -> Any: ...
newaxis: None
def no_regularizer(_: Any) -> Any: ...
def norm(tensor: TensorLike, ord: TensorLike | None = 'euclidean', axis: Any = None, keepdims: Any = None, name: builtins.str | None = None, keep_dims: Any = None) -> Any: ...
class ones_initializer:
    def __init__(self, dtype: DTypeLike | None = ...) -> None: ...
    def __call__(self, shape: Any, dtype: DTypeLike | None = None, partition_info: Any = None) -> Any: ...
    dtype: Any
    @classmethod
    def from_config(cls, config: Any) -> Any: ...
    def get_config(self) -> builtins.dict[Any, Any]: ...
def ones_like(tensor: TensorLike, dtype: TensorLike | None = None, name: builtins.str | None = None, optimize: TensorLike | None = True) -> Any: ...
def op_scope(values: Any, name: Any, default_name: Any = None) -> contextlib.AbstractContextManager[builtins.str | None]: ...
class orthogonal_initializer:
    def __init__(self, gain: TensorLike | None = 1.0, seed: Any = None, dtype: DTypeLike | None = ...) -> None: ...
    def __call__(self, shape: Any, dtype: DTypeLike | None = None, partition_info: Any = None) -> Any: ...
    dtype: Any
    @classmethod
    def from_config(cls, config: Any) -> Any: ...
    gain: Any
    def get_config(self) -> builtins.dict[Any, Any]: ...
    seed: Any
def pad(tensor: TensorLike, paddings: TensorLike, mode: TensorLike | None = 'CONSTANT', name: builtins.str | None = None, constant_values: TensorLike | None = 0) -> Any: ...
def parse_example(serialized: Any, features: Any, name: builtins.str | None = None, example_names: Any = None) -> Any: ...
def parse_single_example(serialized: Any, features: Any, name: builtins.str | None = None, example_names: Any = None) -> Any: ...
def placeholder(dtype: DTypeLike | None, shape: Any = None, name: builtins.str | None = None) -> Any: ...
def placeholder_with_default(input: TensorLike, shape: Any, name: builtins.str | None = None) -> Any: ...
def py_func(func: Any, inp: Any, Tout: Any, stateful: TensorLike | None = True, name: builtins.str | None = None) -> Any: ...
def quantize_v2(input: Any, min_range: Any, max_range: Any, T: Any, mode: TensorLike | None = 'MIN_COMBINED', name: builtins.str | None = None, round_mode: TensorLike | None = 'HALF_AWAY_FROM_ZERO', narrow_range: TensorLike | None = False, axis: Any = None, ensure_minimum_range: TensorLike | None = 0.01) -> Any: ...
class random_normal_initializer:
    def __init__(self, mean: TensorLike | None = 0.0, stddev: TensorLike | None = 1.0, seed: Any = None, dtype: DTypeLike | None = ...) -> None: ...
    def __call__(self, shape: Any, dtype: DTypeLike | None = None, partition_info: Any = None) -> Any: ...
    dtype: Any
    @classmethod
    def from_config(cls, config: Any) -> Any: ...
    def get_config(self) -> builtins.dict[Any, Any]: ...
    mean: Any
    seed: Any
    stddev: Any
def random_poisson(lam: Any, shape: Any, dtype: DTypeLike | None = ..., seed: Any = None, name: builtins.str | None = None) -> Any: ...
class random_uniform_initializer:
    def __init__(self, minval: TensorLike | None = 0.0, maxval: Any = None, seed: Any = None, dtype: DTypeLike | None = ...) -> None: ...
    def __call__(self, shape: Any, dtype: DTypeLike | None = None, partition_info: Any = None) -> Any: ...
    dtype: Any
    @classmethod
    def from_config(cls, config: Any) -> Any: ...
    def get_config(self) -> builtins.dict[Any, Any]: ...
    maxval: Any
    minval: Any
    seed: Any
def reduce_all(input_tensor: Any, axis: Any = None, keepdims: Any = None, name: builtins.str | None = None, reduction_indices: Any = None, keep_dims: Any = None) -> Any: ...
def reduce_any(input_tensor: Any, axis: Any = None, keepdims: Any = None, name: builtins.str | None = None, reduction_indices: Any = None, keep_dims: Any = None) -> Any: ...
def reduce_join(inputs: Any, axis: Any = None, keep_dims: Any = None, separator: TensorLike | None = '', name: builtins.str | None = None, reduction_indices: Any = None, keepdims: Any = None) -> Any: ...
def reduce_logsumexp(input_tensor: Any, axis: Any = None, keepdims: Any = None, name: builtins.str | None = None, reduction_indices: Any = None, keep_dims: Any = None) -> Any: ...
def reduce_max(input_tensor: Any, axis: Any = None, keepdims: Any = None, name: builtins.str | None = None, reduction_indices: Any = None, keep_dims: Any = None) -> Any: ...
def reduce_mean(input_tensor: Any, axis: Any = None, keepdims: Any = None, name: builtins.str | None = None, reduction_indices: Any = None, keep_dims: Any = None) -> Any: ...
def reduce_min(input_tensor: Any, axis: Any = None, keepdims: Any = None, name: builtins.str | None = None, reduction_indices: Any = None, keep_dims: Any = None) -> Any: ...
def reduce_prod(input_tensor: Any, axis: Any = None, keepdims: Any = None, name: builtins.str | None = None, reduction_indices: Any = None, keep_dims: Any = None) -> Any: ...
def reduce_sum(input_tensor: Any, axis: Any = None, keepdims: Any = None, name: builtins.str | None = None, reduction_indices: Any = None, keep_dims: Any = None) -> Any: ...
def report_uninitialized_variables(var_list: Any = None, name: builtins.str | None = 'report_uninitialized_variables') -> Any: ...
def reset_default_graph() -> None: ...
def resource_variables_enabled() -> builtins.bool: ...
def reverse_sequence(input: TensorLike, seq_lengths: TensorLike, seq_axis: Any = None, batch_axis: Any = None, name: builtins.str | None = None, seq_dim: Any = None, batch_dim: Any = None) -> Any: ...
def scalar_mul(scalar: TensorLike, x: TensorLike, name: builtins.str | None = None) -> Any: ...
def scan(fn: Any, elems: Any, initializer: Any = None, parallel_iterations: TensorLike | None = 10, back_prop: TensorLike | None = True, swap_memory: TensorLike | None = False, infer_shape: TensorLike | None = True, reverse: TensorLike | None = False, name: builtins.str | None = None) -> Any: ...
def scatter_add(ref: Any, indices: TensorLike, updates: TensorLike, use_locking: TensorLike | None = False, name: builtins.str | None = None) -> Any: ...
def scatter_div(ref: TensorLike, indices: TensorLike, updates: TensorLike, use_locking: TensorLike | None = False, name: builtins.str | None = None) -> Any: ...
def scatter_max(ref: TensorLike, indices: TensorLike, updates: TensorLike, use_locking: TensorLike | None = False, name: builtins.str | None = None) -> Any: ...
def scatter_min(ref: TensorLike, indices: TensorLike, updates: TensorLike, use_locking: TensorLike | None = False, name: builtins.str | None = None) -> Any: ...
def scatter_mul(ref: TensorLike, indices: TensorLike, updates: TensorLike, use_locking: TensorLike | None = False, name: builtins.str | None = None) -> Any: ...
def scatter_nd_add(ref: TensorLike, indices: TensorLike, updates: TensorLike, use_locking: TensorLike | None = False, name: builtins.str | None = None) -> Any: ...
def scatter_nd_sub(ref: TensorLike, indices: TensorLike, updates: TensorLike, use_locking: TensorLike | None = False, name: builtins.str | None = None) -> Any: ...
def scatter_nd_update(ref: Any, indices: TensorLike, updates: TensorLike, use_locking: TensorLike | None = True, name: builtins.str | None = None) -> Any: ...
def scatter_sub(ref: TensorLike, indices: TensorLike, updates: TensorLike, use_locking: TensorLike | None = False, name: builtins.str | None = None) -> Any: ...
def scatter_update(ref: Any, indices: TensorLike, updates: TensorLike, use_locking: TensorLike | None = True, name: builtins.str | None = None) -> Any: ...
def serialize_many_sparse(sp_input: Any, name: builtins.str | None = None, out_type: DTypeLike | None = ...) -> Any: ...
def serialize_sparse(sp_input: Any, name: builtins.str | None = None, out_type: DTypeLike | None = ...) -> Any: ...
def set_random_seed(seed: Any) -> None: ...
def setdiff1d(x: TensorLike, y: TensorLike, index_dtype: DTypeLike | None = ..., name: builtins.str | None = None) -> Any: ...
def shape(input: TensorLike, name: builtins.str | None = None, out_type: DTypeLike | None = None) -> Any: ...
def size(input: TensorLike, name: builtins.str | None = None, out_type: DTypeLike | None = None) -> Any: ...
def space_to_batch(input: TensorLike, paddings: TensorLike, block_size: Any = None, name: builtins.str | None = None, block_shape: Any = None) -> Any: ...
def space_to_depth(input: TensorLike, block_size: Any, name: builtins.str | None = None, data_format: TensorLike | None = 'NHWC') -> Any: ...
def sparse_add(a: Any, b: Any, threshold: Any = None, thresh: Any = None) -> Any: ...
def sparse_concat(axis: Any, sp_inputs: Any, name: builtins.str | None = None, expand_nonconcat_dim: TensorLike | None = False, concat_dim: Any = None, expand_nonconcat_dims: Any = None) -> Any: ...
def sparse_matmul(a: TensorLike, b: TensorLike, transpose_a: Flag = False, transpose_b: Flag = False, a_is_sparse: Flag = False, b_is_sparse: Flag = False, name: str | None = None) -> tf.Tensor[tftypes.float32, typing.Any]: ...
def sparse_merge(sp_ids: Any, sp_values: Any, vocab_size: Any, name: builtins.str | None = None, already_sorted: TensorLike | None = False) -> Any: ...
def sparse_placeholder(dtype: DTypeLike | None, shape: Any = None, name: builtins.str | None = None) -> Any: ...
def sparse_reduce_max(sp_input: Any, axis: Any = None, keepdims: Any = None, reduction_axes: Any = None, keep_dims: Any = None) -> Any: ...
def sparse_reduce_max_sparse(sp_input: Any, axis: Any = None, keepdims: Any = None, reduction_axes: Any = None, keep_dims: Any = None) -> Any: ...
def sparse_reduce_sum(sp_input: Any, axis: Any = None, keepdims: Any = None, reduction_axes: Any = None, keep_dims: Any = None) -> Any: ...
def sparse_reduce_sum_sparse(sp_input: Any, axis: Any = None, keepdims: Any = None, reduction_axes: Any = None, keep_dims: Any = None) -> Any: ...
def sparse_segment_mean(data: TensorLike, indices: TensorLike, segment_ids: TensorLike, name: builtins.str | None = None, num_segments: Any = None, sparse_gradient: TensorLike | None = False) -> Any: ...
def sparse_segment_sqrt_n(data: TensorLike, indices: TensorLike, segment_ids: TensorLike, name: builtins.str | None = None, num_segments: Any = None, sparse_gradient: TensorLike | None = False) -> Any: ...
def sparse_segment_sum(data: TensorLike, indices: TensorLike, segment_ids: TensorLike, name: builtins.str | None = None, num_segments: Any = None, sparse_gradient: TensorLike | None = False) -> Any: ...
def sparse_split(keyword_required: Any = ..., sp_input: Any = None, num_split: Any = None, axis: Any = None, name: builtins.str | None = None, split_dim: Any = None) -> Any: ...
def sparse_to_dense(sparse_indices: TensorLike, output_shape: TensorLike, sparse_values: TensorLike, default_value: TensorLike | None = 0, validate_indices: TensorLike | None = True, name: builtins.str | None = None) -> Any: ...
def squeeze(input: TensorLike, axis: Any = None, name: builtins.str | None = None, squeeze_dims: Any = None) -> Any: ...
def string_split(source: Any, sep: Any = None, skip_empty: TensorLike | None = True, delimiter: Any = None, result_type: TensorLike | None = 'SparseTensor', name: builtins.str | None = None) -> Any: ...
def string_to_hash_bucket(string_tensor: TensorLike | None = None, num_buckets: Any = None, name: builtins.str | None = None, input: Any = None) -> Any: ...
def string_to_number(string_tensor: TensorLike | None = None, out_type: DTypeLike | None = ..., name: builtins.str | None = None, input: Any = None) -> Any: ...
def substr(input: TensorLike, pos: TensorLike, len: TensorLike, name: builtins.str | None = None, unit: TensorLike | None = 'BYTE') -> Any: ...
def tables_initializer(name: builtins.str | None = 'init_all_tables') -> Any: ...
def to_bfloat16(x: TensorLike, name: builtins.str | None = 'ToBFloat16') -> Any: ...
def to_complex128(x: TensorLike, name: builtins.str | None = 'ToComplex128') -> Any: ...
def to_complex64(x: TensorLike, name: builtins.str | None = 'ToComplex64') -> Any: ...
def to_double(x: TensorLike, name: builtins.str | None = 'ToDouble') -> Any: ...
def to_float(x: TensorLike, name: builtins.str | None = 'ToFloat') -> Any: ...
def to_int32(x: TensorLike, name: builtins.str | None = 'ToInt32') -> Any: ...
def to_int64(x: TensorLike, name: builtins.str | None = 'ToInt64') -> Any: ...
def trainable_variables(scope: Any = None) -> Any: ...
def transpose(a: TensorLike, perm: Any = None, name: builtins.str | None = 'transpose', conjugate: TensorLike | None = False) -> Any: ...
class truncated_normal_initializer:
    def __init__(self, mean: TensorLike | None = 0.0, stddev: TensorLike | None = 1.0, seed: Any = None, dtype: DTypeLike | None = ...) -> None: ...
    def __call__(self, shape: Any, dtype: DTypeLike | None = None, partition_info: Any = None) -> Any: ...
    dtype: Any
    @classmethod
    def from_config(cls, config: Any) -> Any: ...
    def get_config(self) -> builtins.dict[Any, Any]: ...
    mean: Any
    seed: Any
    stddev: Any
def tuple(tensors: Any, name: builtins.str | None = None, control_inputs: Any = None) -> Any: ...
class uniform_unit_scaling_initializer:
    def __init__(self, factor: TensorLike | None = 1.0, seed: Any = None, dtype: DTypeLike | None = ...) -> None: ...
    def __call__(self, shape: Any, dtype: DTypeLike | None = None, partition_info: Any = None) -> Any: ...
    dtype: Any
    factor: Any
    @classmethod
    def from_config(cls, config: Any) -> Any: ...
    def get_config(self) -> builtins.dict[Any, Any]: ...
    seed: Any
def variable_axis_size_partitioner(max_shard_bytes: Any, axis: TensorLike | None = 0, bytes_per_string_element: TensorLike | None = 16, max_shards: Any = None) -> Any: ...
def variable_creator_scope(variable_creator: Any) -> contextlib.AbstractContextManager[Any]: ...
def variable_op_scope(values: Any, name_or_scope: Any, default_name: Any = None, initializer: Any = None, regularizer: Any = None, caching_device: Any = None, partitioner: Any = None, custom_getter: Any = None, reuse: Any = None, dtype: Any = None, use_resource: Any = None, constraint: Any = None) -> contextlib.AbstractContextManager[Any]: ...
class variable_scope:
    def __init__(self, name_or_scope: Any, default_name: Any = None, values: Any = None, initializer: Any = None, regularizer: Any = None, caching_device: Any = None, partitioner: Any = None, custom_getter: Any = None, reuse: Any = None, dtype: DTypeLike | None = None, use_resource: Any = None, constraint: Any = None, auxiliary_name_scope: TensorLike | None = True) -> None: ...
    def __enter__(self) -> Any: ...
    def __exit__(self, type_arg: Any, value_arg: Any, traceback_arg: Any) -> None: ...
def variables_initializer(var_list: Any, name: builtins.str | None = 'init') -> Any: ...
def verify_tensor_all_finite(t: Any = None, msg: Any = None, name: builtins.str | None = None, x: Any = None, message: Any = None) -> Any: ...
def where(condition: TensorLike, x: Any = None, y: Any = None, name: builtins.str | None = None) -> Any: ...
def while_loop(cond: Any, body: Any, loop_vars: Any, shape_invariants: Any = None, parallel_iterations: TensorLike | None = 10, back_prop: TensorLike | None = True, swap_memory: TensorLike | None = False, name: builtins.str | None = None, maximum_iterations: Any = None, return_same_structure: TensorLike | None = False) -> Any: ...
def wrap_function(fn: Any, signature: Any, name: builtins.str | None = None) -> Any: ...
class zeros_initializer:
    def __init__(self, dtype: DTypeLike | None = ...) -> None: ...
    def __call__(self, shape: Any, dtype: DTypeLike | None = None, partition_info: Any = None) -> Any: ...
    dtype: Any
    @classmethod
    def from_config(cls, config: Any) -> Any: ...
    def get_config(self) -> builtins.dict[Any, Any]: ...
def zeros_like(tensor: TensorLike, dtype: TensorLike | None = None, name: builtins.str | None = None, optimize: TensorLike | None = True) -> Any: ...
