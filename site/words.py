"""What the values of the knowledge base are called on pages."""

# File of rows to title. A file that is not here is called by its name.
AREAS = {
    "arrays": "Arrays",
    "capture": "Stream capture",
    "contexts": "Contexts",
    "copies": "Copies and memory sets",
    "cub": "CUB",
    "cublas": "cuBLAS",
    "cudnn": "cuDNN",
    "cufft": "cuFFT",
    "curand": "cuRAND",
    "cusolver": "cuSOLVER",
    "cusparse": "cuSPARSE",
    "cutlass": "CUTLASS",
    "devices": "Devices",
    "errors": "Errors, initialization and the current device",
    "events": "Events",
    "execution": "Kernels and host functions",
    "graph-exec": "Executable graphs",
    "graph-nodes": "Graph nodes",
    "graphs": "Graphs",
    "hip": "HIP alone",
    "interop": "External resources and other APIs",
    "language": "Constructs of the language",
    "memory": "Memory",
    "modules": "Modules and libraries",
    "nccl": "NCCL",
    "nvtx": "NVTX",
    "pools": "Memory pools",
    "pytorch": "PyTorch",
    "pytorch-tensors": "Tensors of PyTorch",
    "rmm": "RMM",
    "streams": "Streams",
    "tensorrt": "TensorRT",
    "textures": "Textures and surfaces",
    "thrust": "Thrust",
    "virtual-memory": "Virtual memory",
}

# What a case of a row asks; {} is the number of an argument.
CONDITIONS = {
    "null": "If argument {} is null",
    "not-null": "If argument {} is not null",
    "host-result": "If the result goes to the host",
    "device-result": "If the result goes to the device",
    "unbound": "If the handle is new and bound to nothing",
}

CLASSES = {
    "control": "begins, ends or steers a capture",
    "captured": "becomes part of the graph of its stream",
    "neutral": "legal in every mode, touches no stream",
    "unsafe": "prohibited unless the capture or the thread is Relaxed",
    "conflicts": "waits for, or asks, what may be part of a capture; illegal in every mode if it is",
    "legacy-implicit": "uses the legacy default stream without naming it; illegal while a blocking stream "
                       "captures, and not captured beside a non-blocking one",
    "unsupported": "cannot be recorded on, or asked of, a capturing stream",
    "unknown": "not proven either way, and never reported",
}

WAITS = {
    "device": "waits for the device; illegal in every mode while one of its streams captures",
    "stream": "waits for, or asks, a stream; illegal in every mode while that captures",
    "event": "waits for, or asks, an event; illegal in every mode if that was recorded in a capture",
}

# The check that reports a function of this class.
CHECKS = {
    "unsafe": "unsafe-call",
    "conflicts": "synchronization",
    "legacy-implicit": "legacy-stream",
    "unsupported": "unsupported-operation",
}

MODE_TITLES = ("Global", "Thread-local", "Relaxed")

LEVELS = {
    "measured": ("measured", "the project's [probe](../oracle.md) saw what a driver answers"),
    "documented": ("documented", "NVIDIA's or AMD's headers and manuals say it"),
    "vendor": ("vendor's code", "code, tests or issues of NVIDIA or AMD show it"),
    "reported": ("reported", "code, issues or measurements of others show it"),
    "none": ("none", "no source was found that proves it"),
}

EFFECTS = {
    "begin-capture": "begins a capture",
    "end-capture": "ends a capture",
    "record-event": "records an event",
    "wait-event": "makes a stream wait for an event",
    "exchange-mode": "exchanges the capture mode of the thread",
    "instantiate": "makes an executable graph",
    "set-device": "sets the current device",
    "look-up": "finds the function that a text names",
    "launch-graph": "launches a graph",
    "update-graph": "changes what the nodes of a graph refer to",
    "bind-stream": "binds its handle to a stream",
    "get-stream": "asks which stream its handle is bound to",
    "set-pointer-mode": "says where results of its handle go",
    "update-dependencies": "says on which nodes the stream's next one depends",
    "last-error": "tells whether a call of the thread has failed before",
}

NODES = {
    "kernel": "a kernel",
    "memcpy": "a copy",
    "memset": "a memset",
    "host": "a host function",
    "event-record": "a record of an event, if its flags say external",
    "event-wait": "a wait for an event, if its flags say external",
    "child-graph": "a child graph",
    "alloc": "an allocation",
    "free": "a free",
    "empty": "an empty node",
    "semaphore-signal": "a signal of external semaphores",
    "semaphore-wait": "a wait for external semaphores",
    "batch-mem-op": "memory operations in a batch",
    "library": "nodes of the library's choice",
    "any": "the node that its arguments describe",
}

SCOPES = {
    "stream": "where a name for the capturing stream can be used",
    "no-stream": "where no name for the capturing stream can be used",
    "beside-begin": "in the function that begins the capture",
    "below-begin": "in a function below the one that begins the capture",
    "handle": "where a library's handle says which stream is used",
    "no-handle": "where no library's handle says which stream is used",
}

FAMILIES = {"runtime": "Runtime", "driver": "Driver", "hip": "HIP"}


def area(stem):
    return AREAS.get(stem) or stem.replace("-", " ").replace("_", " ").capitalize()
