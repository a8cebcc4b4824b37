"""Building the probes: one program for CUDA itself, one for each library."""

import os
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent


class BuildError(Exception):
    """What went wrong and what to do about it; one or more lines."""


class Program:
    """A probe that was built: its name, the file, and its environment."""

    def __init__(self, name, path, env=None):
        self.name = name
        self.path = path
        self.env = env


def _run(command, log):
    """Runs one build step; BuildError with its output if it fails."""
    text = " ".join(map(str, command))
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, errors="replace",
    )
    with open(log, "a") as f:
        f.write(f"$ {text}\n{done.stdout}")
    if done.returncode:
        raise BuildError(f"{text}\n{done.stdout.rstrip()}")


def _is_current(target, stamp, command, inputs):
    """True if target was made by this command from what inputs are now."""
    if not target.exists() or not stamp.exists():
        return False
    if stamp.read_text() != repr(command):
        return False
    made = target.stat().st_mtime
    return all(Path(i).stat().st_mtime <= made for i in inputs)


def _make(target, command, inputs, log):
    stamp = target.with_name(target.name + ".command")
    command = [str(c) for c in command]
    if _is_current(target, stamp, command, inputs):
        return
    stamp.unlink(missing_ok=True)
    _run(command, log)
    stamp.write_text(repr(command))


def build_fake(folder):
    """The probe that needs no GPU; takes the host's C++ compiler."""
    folder.mkdir(parents=True, exist_ok=True)
    compiler = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++")
    if not compiler:
        raise BuildError("no C++ compiler: install g++, or set CXX")
    sources = [SOURCE / "Harness.cpp", SOURCE / "Fake.cpp"]
    target = folder / "probe-fake"
    command = [compiler, "-std=c++17", "-Wall", "-Wextra", "-Werror", "-pthread",
               "-o", target, *sources]
    _make(target, command, sources + [SOURCE / "Harness.h"], folder / "build.log")
    return [Program("fake", target)]


class Toolkit:
    """A CUDA toolkit: the compiler, and where its headers and libraries are."""

    def __init__(self, root):
        candidates = [root] if root else [
            os.environ.get("CUDA_HOME"), os.environ.get("CUDA_PATH"),
            shutil.which("nvcc") and Path(shutil.which("nvcc")).resolve().parent.parent,
            "/usr/local/cuda", "/opt/cuda",
        ]
        for candidate in filter(None, candidates):
            nvcc = Path(candidate) / "bin/nvcc"
            if nvcc.exists():
                self.root, self.nvcc = Path(candidate), nvcc
                break
        else:
            raise BuildError(
                f"no nvcc in {root}" if root else
                "no nvcc found: install the CUDA toolkit, or name it with --cuda-path")
        self.includes = [p for p in (self.root / "include", self.root / "include/cccl")
                         if p.is_dir()]
        self.libraries = [p for p in (self.root / "lib64", self.root / "lib64/stubs",
                                      self.root / "lib", self.root / "lib/stubs",
                                      Path("/usr/lib/x86_64-linux-gnu"),
                                      Path("/usr/lib/aarch64-linux-gnu"))
                          if p.is_dir()]

    def has_header(self, name):
        return any((p / name).exists() for p in [*self.includes, Path("/usr/include")])

    def has_library(self, name):
        return any((p / f"lib{name}.so").exists() for p in self.libraries)

    def architecture(self):
        """nvcc's flag for the GPU of this machine; nothing if there is none."""
        query = self.nvcc.with_name("__nvcc_device_query")
        try:
            said = subprocess.run([query], capture_output=True, text=True, timeout=60)
        except (OSError, subprocess.TimeoutExpired):
            return []
        found = said.stdout.strip().split(",")[0]
        return [f"-arch=sm_{found}"] if said.returncode == 0 and found.isdigit() else []


def _libraries():
    """The lines of libraries.txt: source, header, libraries."""
    for line in (SOURCE / "libraries/libraries.txt").read_text().splitlines():
        words = line.split("#")[0].split()
        if words:
            yield SOURCE / "libraries" / words[0], words[1], words[2:]


def build_cuda(folder, cuda_path, jobs, say):
    """All probes that this machine can build.

    Returns the programs and, by name, why others are not there. A library's
    program that does not build stops nothing; the one for CUDA itself must.
    """
    folder.mkdir(parents=True, exist_ok=True)
    kit = Toolkit(cuda_path)
    log = folder / "build.log"
    headers = sorted([*SOURCE.glob("*.h"), *SOURCE.glob("libraries/*.h")])
    flags = ["-std=c++17", "-Xcompiler", "-Wall,-pthread", *kit.architecture()]
    for include in kit.includes:
        flags += ["-isystem", include]
    search = [f"-L{p}" for p in kit.libraries]

    def compile_one(source):
        obj = folder / (source.stem + ".o")
        extra = ["--default-stream", "per-thread"] if source.stem == "PerThread" else []
        _make(obj, [kit.nvcc, *flags, *extra, "-c", "-o", obj, source],
              [source, *headers], log)
        return obj

    def link(name, objects, libraries):
        target = folder / f"probe-{name}"
        command = [kit.nvcc, *flags, "-o", target, *objects, *search,
                   *(f"-l{l}" for l in libraries), "-lcuda"]
        _make(target, command, objects, log)
        return Program(name, target)

    common = [SOURCE / "Harness.cpp", SOURCE / "NeverLoaded.cu",
              SOURCE / "CudaProbe.cu", *sorted(SOURCE.glob("Needs*.cu"))]
    tables = sorted((SOURCE / "calls").glob("*.cu"))
    absent, wanted = {}, []
    for source, header, libraries in _libraries():
        missing = [l for l in libraries if not kit.has_library(l)]
        if not kit.has_header(header):
            absent[source.stem] = f"no header {header}"
        elif missing:
            absent[source.stem] = f"no library {' '.join(missing)}"
        else:
            wanted.append((source, libraries))

    say(f"building with {kit.nvcc}")
    with ThreadPoolExecutor(jobs) as pool:
        shared = [pool.submit(compile_one, s) for s in common]
        core = [pool.submit(compile_one, s) for s in tables]
        others = [(s, l, pool.submit(compile_one, s)) for s, l in wanted]
        shared = [f.result() for f in shared]
        programs = [link("cuda", shared + [f.result() for f in core], [])]
        for source, libraries, future in others:
            try:
                programs.append(link(source.stem, shared + [future.result()], libraries))
            except BuildError as e:
                absent[source.stem] = "does not build"
                say(f"{source.name} does not build; going on without it:\n{e}")
    return programs, absent
