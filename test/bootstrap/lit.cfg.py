# The tests of ./bootstrap and of the declaration-only headers. They need no
# build: `lit test/bootstrap` runs them, with --param llvm=19 for another Clang.
import os
import shutil
import tempfile

import lit.formats

config.name = "bootstrap"
config.test_format = lit.formats.ShTest(execute_external=True)
config.suffixes = [".test"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(
    tempfile.gettempdir(), f"cuda-capture-tidy-lit-{os.getuid()}"
)

with open(os.path.join(config.test_source_root, "../../cmake/SupportedLLVM.txt")) as file:
    versions = [line.strip() for line in file if line.strip().isdigit()]
if "llvm" in lit_config.params:
    versions = [lit_config.params["llvm"]]
clang = next(filter(None, (shutil.which(f"clang-{v}") for v in versions)), None)
if clang:
    config.available_features.add("clang")
    config.substitutions.append(("%clang", clang))

# A real toolkit to compare the headers with.
nvcc = shutil.which("nvcc")
candidates = [os.environ.get("CUDA_HOME"), "/usr/local/cuda", "/opt/cuda"]
if nvcc:
    candidates.insert(0, os.path.dirname(os.path.dirname(os.path.realpath(nvcc))))
for candidate in filter(None, candidates):
    include = os.path.join(candidate, "include")
    if os.path.exists(os.path.join(include, "cuda_runtime.h")):
        config.available_features.add("cuda-toolkit")
        config.substitutions.append(("%cuda-include", include))
        break

if shutil.which("shellcheck"):
    config.available_features.add("shellcheck")
