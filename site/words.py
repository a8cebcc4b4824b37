"""What the values of the knowledge base are called on pages."""
import pathlib
import sys

root = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(root / "utils"))

from vocabulary import vocabulary

VOCABULARY = vocabulary(root)


def words_of(macro):
    """The spellings of a macro of lib/kb/Vocabulary.def, to their words."""
    return {text: further[0] for text, further in VOCABULARY[macro].items()}


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
    "hipblaslt": "hipBLASLt",
    "interop": "External resources and other APIs",
    "language": "Constructs of the language",
    "memory": "Memory",
    "modules": "Modules and libraries",
    "nccl": "NCCL",
    "nvml": "NVML",
    "nvrtc": "NVRTC",
    "nvtx": "NVTX",
    "pools": "Memory pools",
    "pytorch": "PyTorch",
    "pytorch-tensors": "Tensors of PyTorch",
    "rmm": "RMM",
    "rocblas": "rocBLAS",
    "streams": "Streams",
    "tensorrt": "TensorRT",
    "textures": "Textures and surfaces",
    "thrust": "Thrust",
    "virtual-memory": "Virtual memory",
}

# What a case of a row asks; {} is the number of an argument.
CONDITIONS = words_of("CASE_CONDITION")

CLASSES = words_of("API_CLASS")

WAITS = words_of("WAIT_SCOPE")

# The check that reports a function of this class.
CHECKS = {
    "unsafe": "unsafe-call",
    "conflicts": "synchronization",
    "legacy-implicit": "legacy-stream",
    "unsupported": "unsupported-operation",
}

MODES = words_of("CAPTURE_MODE")

MODE_TITLES = tuple(MODES.values())

LEVELS = {
    "measured": ("measured", "the project's [probe](../oracle.md) saw what a driver answers"),
    "documented": ("documented", "NVIDIA's or AMD's headers and manuals say it"),
    "vendor": ("vendor's code", "code, tests or issues of NVIDIA or AMD show it"),
    "reported": ("reported", "code, issues or measurements of others show it"),
    "none": ("none", "no source was found that proves it"),
}

EFFECTS = words_of("EFFECT")

NODES = words_of("NODE_KIND")

SCOPES = words_of("ADVICE_SCOPE")

FAMILIES = words_of("FAMILY")

CONSTRUCTS = words_of("CONSTRUCT")


def area(stem):
    return AREAS.get(stem) or stem.replace("-", " ").replace("_", " ").capitalize()
