# Tests of the plugin and the tool on sources. A test names the functions that
# must stay silent; FileCheck runs with --implicit-check-not so that any finding
# nobody expects fails the test.
import os
import re
import shutil
import subprocess
import sys

import lit.formats

config.name = "cuda-capture-tidy"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cu", ".cpp", ".c", ".test", ".ir"]
config.excludes = ["unit", "fuzz", "bench", "bootstrap", "support", "Inputs"]
config.test_source_root = os.path.dirname(__file__)


def generated(option):
    """What utils/generate says of the manifests."""
    script = os.path.join(config.source_root, "utils/generate")
    return subprocess.run([sys.executable, script, option], check=True, text=True, stdout=subprocess.PIPE).stdout.strip()


include = os.path.join(config.source_root, "share/cuda-capture-tidy/include")
# The special functions of libstdc++'s <cmath>, which CUDA's headers include,
# take half of the time of a small test, and none uses them.
cuda = (
    "-D_GLIBCXX_BITS_SPECFUN_H=1 -x cuda --cuda-host-only -nocudainc -nocudalib -Wno-unknown-cuda-version "
    f"-isystem {include} -std=c++17"
)
tidy = f"{config.clang_tidy} --quiet -load={config.plugin}"
# Tests of other checks are not cluttered with tests of results, and with the end
# of each graph.
checks = "'--checks=-*,cuda-capture-*,-cuda-capture-unchecked-result,-cuda-capture-leaked-graph'"
every_check = "'--checks=-*,cuda-capture-*'"

config.substitutions += [
    # Lint this file, which may include the header of annotations.
    (
        "%lint-capturable-cxx",
        f"{tidy} {checks} %s -- -x c++ -std=c++17 -isystem {include} 2>&1 | "
        f"{config.filecheck} %s --implicit-check-not=warning: --implicit-check-not=error:",
    ),
    (
        "%lint-capturable",
        f"{tidy} {checks} %s -- {cuda} -I{config.source_root}/include 2>&1 | "
        f"{config.filecheck} %s --implicit-check-not=warning: --implicit-check-not=error:",
    ),
    # Whole command lines: lint this file, and compare with its CHECK lines.
    (
        "%lint-cu",
        f"{tidy} {checks} %s -- {cuda} 2>&1 | "
        f"{config.filecheck} %s --implicit-check-not=warning: --implicit-check-not=error:",
    ),
    (
        "%lint-cxx",
        f"{tidy} {checks} %s -- -x c++ -std=c++17 -isystem {include} 2>&1 | "
        f"{config.filecheck} %s --implicit-check-not=warning: --implicit-check-not=error:",
    ),
    (
        "%lint-c",
        f"{tidy} {checks} %s -- -x c -std=c11 -isystem {include} 2>&1 | "
        f"{config.filecheck} %s --implicit-check-not=warning: --implicit-check-not=error:",
    ),
    (
        "%lint-torch",
        f"{tidy} {checks} %s -- -x c++ -std=c++17 -isystem {include} "
        f"-isystem {os.path.join(config.test_source_root, 'pytorch/Inputs/include')} 2>&1 | "
        f"{config.filecheck} %s --implicit-check-not=warning: --implicit-check-not=error:",
    ),
    ("%tidy", tidy),
    ("%all-checks", checks),
    ("%every-check", every_check),
    ("%cuda-flags", cuda),
    ("%stub-include", include),
    ("%clang", os.path.join(config.llvm_bindir, "clang")),
    ("%plugin", config.plugin),
    ("%clang-tidy", config.clang_tidy),
    ("%python", sys.executable),
    ("%cuda-capture", config.tool),
    # Results in all formats (test/unit/report/Render.cpp).
    ("%capture-render", os.path.join(os.path.dirname(config.test_exec_root), "unit/capture-render")),
    ("%clang-apply-replacements", os.path.join(config.llvm_bindir, "clang-apply-replacements")),
    ("%FileCheck", config.filecheck),
    ("%source_root", config.source_root),
    ("%kb", os.path.join(config.source_root, "kb")),
    ("%build_root", os.path.dirname(os.path.dirname(config.test_exec_root))),
    ("%cmake-program", config.cmake),
    ("%cpack", os.path.join(os.path.dirname(config.cmake), "cpack")),
    ("%llvm-major", config.llvm_major),
    # The pages of all checks.
    ("%check-pages", generated("--check-pages")),
]
supported_llvm = generated("--llvm").split()
# Tests whose outcome depends neither on the version of LLVM nor on sanitizers, and
# those that compare Clang's own output, run with one build.
if config.main_build:
    config.available_features.add("main-build")
# Whether the tool checks schemas, which it needs valijson for.
if config.schema:
    config.available_features.add("schema")

# What runs other people's programs (packages, browsers, builds), or ours under
# valgrind or hundreds of times, takes as long as all the rest. Who changes a
# rule can do without until the end.
if lit_config.params.get("run_long_tests") == "1":
    config.available_features.add("long_tests")

try:
    import jsonschema  # noqa: F401

    config.available_features.add("jsonschema")
except ImportError:
    pass

if config.sanitized:
    config.available_features.add("sanitized")
elif shutil.which("valgrind"):
    config.available_features.add("valgrind")

# What installations and integrations are tried out with. Without a program its
# tests are skipped.
for program in (
    "bash", "dpkg", "fish", "git", "lintian", "make", "mandoc", "ninja", "pre-commit", "ruby", "yamllint", "zsh",
):
    if shutil.which(program):
        config.available_features.add(program)

if shutil.which("nix-instantiate"):
    config.available_features.add("nix")
# What is committed is packed from the repository: an archive of the sources is none.
if "git" in config.available_features and not subprocess.call(
    ["git", "-C", config.source_root, "rev-parse", "-q", "--verify", "HEAD"],
    stdout=subprocess.DEVNULL,
    stderr=subprocess.DEVNULL,
):
    config.available_features.add("checkout")

# LLVM's scripts around clang-tidy.
scripts = {
    "%run-clang-tidy": f"{config.llvm_bindir}/run-clang-tidy",
    "%clang-tidy-diff": f"{config.llvm_bindir}/../share/clang/clang-tidy-diff.py",
}
if all(map(os.path.exists, scripts.values())):
    config.available_features.add("clang-tidy-scripts")
    config.substitutions += [(name, f"{sys.executable} {path}") for name, path in scripts.items()]

# What the web site is built and looked at with. The packages belong to the
# system's Python, which need not be the one that runs lit.
if shutil.which("mkdocs"):
    config.available_features.add("mkdocs")
    config.substitutions.append(("%mkdocs", shutil.which("mkdocs")))


def has_modules(python, *names):
    command = [python, "-c", "".join(f"import {name};" for name in names)]
    return subprocess.run(command, stderr=subprocess.DEVNULL).returncode == 0


pythons = [sys.executable, "/usr/bin/python3"]
yaml_python = next((p for p in pythons if os.path.exists(p) and has_modules(p, "yaml")), None)
if yaml_python:
    config.available_features.add("yaml")
    config.substitutions.append(("%yaml-python", yaml_python))
site_python = next((p for p in pythons if os.path.exists(p) and has_modules(p, "markdown_it", "markdown")), None)
if site_python:
    config.available_features.add("markdown")
    config.substitutions.append(("%markdown-python", site_python))
if shutil.which("chromium") and shutil.which("chromedriver"):
    browser_python = next((p for p in pythons if os.path.exists(p) and has_modules(p, "selenium", "PIL")), None)
    if browser_python:
        config.available_features.add("browser")
        config.substitutions.append(("%browser-python", browser_python))

# What validates SARIF logs, which bootstrap unpacks beside the build.
sarif_validator = os.environ.get("CAPTURE_SARIF_VALIDATOR") or os.path.join(
    os.path.dirname(os.path.dirname(config.test_exec_root)),
    "sarif-multitool/node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool",
)
if os.access(sarif_validator, os.X_OK):
    config.available_features.add("sarif-validator")
    config.substitutions += [
        ("%sarif-multitool", sarif_validator),
        ("%sarif-schema", os.path.join(os.path.dirname(sarif_validator), "sarif-2.1.0.json")),
    ]

# What validates bills of materials, which no distribution has: pip installs it.
spdx_tools = os.environ.get("CAPTURE_SPDX_TOOLS") or shutil.which("pyspdxtools")
if spdx_tools and os.access(spdx_tools, os.X_OK):
    config.available_features.add("spdx-tools")
    config.substitutions.append(("%pyspdxtools", spdx_tools))

# clangd with the checks in it, which not every machine can build, and an editor
# that uses it.
clangd = os.path.join(os.path.dirname(config.tool), "cuda-capture-clangd")
if os.path.exists(clangd):
    config.available_features.add("clangd")
    config.substitutions += [
        ("%cuda-capture-clangd", clangd),
        (
            "%clangd-client",
            f"env CAPTURE_CLANGD={clangd} CAPTURE_TOOL={config.tool} "
            f"CAPTURE_SHARE={config.source_root}/share/cuda-capture-tidy {sys.executable}",
        ),
    ]
# Programs with LLVM in them, which the main build links.
self_contained = os.path.join(os.path.dirname(os.path.dirname(config.tool)), "static")
if config.main_build and os.path.exists(os.path.join(self_contained, "bin/cuda-capture")):
    config.available_features.add("self-contained")
# A small Debian, which bootstrap makes beside the build, and who may go into it.
small_debian = os.environ.get("CAPTURE_SMALL_DEBIAN") or os.path.join(
    os.path.dirname(os.path.dirname(config.test_exec_root)), "debian"
)
if os.path.exists(os.path.join(small_debian, "usr/bin/python3")) and os.geteuid() == 0:
    config.available_features.add("small-debian")
    config.substitutions.append(("%small-debian", small_debian))
if shutil.which("nvim"):
    config.available_features.add("neovim")
    config.substitutions.append(("%nvim", shutil.which("nvim")))

# What the extension for VS Code is built with, which bootstrap unpacks beside the
# build, and VS Code in a browser. Who works on the extension has the modules
# beside it.
modules = [
    os.environ.get("CAPTURE_VSCODE_MODULES"),
    os.path.join(os.path.dirname(os.path.dirname(config.test_exec_root)), "vscode-modules/node_modules"),
    os.path.join(config.source_root, "integrations/vscode/node_modules"),
]
vscode_modules = next((m for m in modules if m and os.path.exists(os.path.join(m, ".bin/tsc"))), None)
if vscode_modules and shutil.which("npm"):
    config.available_features.add("vscode-modules")
    config.substitutions.append(("%vscode-modules", vscode_modules))
code_server = os.environ.get("CAPTURE_CODE_SERVER") or shutil.which("code-server")
if code_server and os.path.exists(code_server):
    config.available_features.add("code-server")
    config.substitutions.append(("%code-server", code_server))

# Another LLVM's clang-tidy, to see a wrong one refused. Without the sanitizers'
# runtime it is refused for that.
for other in supported_llvm:
    path = shutil.which(f"clang-tidy-{other}")
    if other != config.llvm_major and path and not config.sanitized:
        config.available_features.add("other-llvm")
        config.substitutions.append(("%other-clang-tidy", path))
        break

# Folders that nobody can write to, root included.
if shutil.which("unshare") and not subprocess.call(
    ["unshare", "-rm", "mount", "-t", "tmpfs", "none", config.source_root], stderr=subprocess.DEVNULL
):
    config.available_features.add("mounts")

# Another compiler than Clang, for what must mean nothing to it.
gxx = shutil.which("g++")
if gxx:
    config.available_features.add("gcc")
    config.substitutions.append(("%gxx", gxx))

# A real toolkit. Clang before 22 cannot parse the headers of CUDA 13 as CUDA.
nvcc = shutil.which("nvcc")
candidates = [os.environ.get("CUDA_HOME"), "/usr/local/cuda", "/opt/cuda"]
if nvcc:
    candidates.insert(0, os.path.dirname(os.path.dirname(os.path.realpath(nvcc))))
for root in filter(None, candidates):
    if os.path.exists(os.path.join(root, "include/cuda_runtime.h")):
        config.available_features.add("cuda-toolkit")
        if os.path.exists(os.path.join(root, "bin/nvcc")):
            config.available_features.add("nvcc")
        if int(config.llvm_major) >= 22:
            config.available_features.add("cuda-toolkit-parses")
        with open(os.path.join(root, "include/cuda_runtime_api.h"), errors="replace") as header:
            if re.search(r"#define CUDART_VERSION\s+130\d\d", header.read()):
                config.available_features.add("cuda-13")
        # Not every toolkit comes with its libraries.
        libraries = ["cublas_v2.h", "cufft.h", "curand.h", "cusparse.h", "cusolverDn.h"]
        if all(os.path.exists(os.path.join(root, "include", h)) for h in libraries):
            config.available_features.add("cuda-libraries")
        if all(os.path.exists(os.path.join(root, "include", name)) for name in ("cudnn.h", "nccl.h")):
            config.available_features.add("cudnn-nccl")
        if os.path.exists(os.path.join(root, "include/cccl/thrust/device_vector.h")):
            config.available_features.add("cccl")
        config.substitutions += [
            ("%cuda-root", root),
            (
                "%real-cuda-flags",
                f"-x cuda --cuda-host-only --cuda-path={root} -nocudalib "
                f"-isystem {root}/include/cccl -Wno-unknown-cuda-version -std=c++17",
            ),
            ("%real-include", os.path.join(root, "include")),
            ("%cuda-stubs", os.path.join(root, "lib64/stubs")),
        ]
        break

# Build systems that write compile commands of nvcc.
if "nvcc" in config.available_features and all(shutil.which(p) for p in ("cmake", "ninja", "make")):
    config.available_features.add("cmake-cuda")
    config.substitutions += [
        ("%cmake", shutil.which("cmake")),
        (
            "%cmake-cuda",
            f"-DCMAKE_CUDA_COMPILER={root}/bin/nvcc -DCMAKE_CUDA_COMPILER_WORKS=1 "
            "-DCMAKE_CUDA_ARCHITECTURES=80 -DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
        ),
    ]

# The headers of PyTorch, which bootstrap unpacks beside the build.
libtorch = os.environ.get("CAPTURE_LIBTORCH") or os.path.join(
    os.path.dirname(os.path.dirname(config.test_exec_root)), "libtorch/usr/include"
)
if os.path.exists(os.path.join(libtorch, "ATen/cuda/CUDAGraph.h")):
    config.available_features.add("libtorch")
    config.substitutions.append(("%libtorch", libtorch))

# A name may begin with another one (%clang, %clang-tidy): longest first.
config.substitutions.sort(key=lambda pair: -len(pair[0]))
