"""What the values of the knowledge base are called on pages."""
import pathlib
import sys

root = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(root / "utils"))

from vocabulary import vocabulary

VOCABULARY = vocabulary(root)

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

# Of lib/kb/Vocabulary.def. What a case of a row asks; {} is the number of an
# argument.
CONDITIONS = VOCABULARY["CASE_CONDITION"]

CLASSES = VOCABULARY["API_CLASS"]

WAITS = VOCABULARY["WAIT_SCOPE"]

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

EFFECTS = VOCABULARY["EFFECT"]

NODES = VOCABULARY["NODE_KIND"]

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
