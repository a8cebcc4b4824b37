#!/usr/bin/env python3
"""Runs a shell block of a page as it is written.

usage: check-shell.py PAGE HEADING FOLDER TOOL CLANG_TIDY SCRIPT... [PLUGIN]

The block is the first ```sh below the heading. It runs in FOLDER with a PATH
that begins with the programs of this build under the names that packages have;
a program of the machine that nobody named (clang-tidy without a version) fails.
PLUGIN takes the place of the packaged one. Prints what the block says, and
exits with its status.
"""
import os
import pathlib
import re
import subprocess
import sys

sources = pathlib.Path(__file__).resolve().parents[2]
NEWEST = re.search(r"^\d+$", (sources / "cmake/SupportedLLVM.txt").read_text(), re.M)[0]
PACKAGED = f"/usr/lib/cuda-capture-tidy-{NEWEST}/lib/libCudaCaptureTidy.so"


def main(page, heading, folder, tool, clang_tidy, run_clang_tidy, diff, plugin):
    with open(page) as file:
        text = file.read()
    below = text.partition(f"\n## {heading}\n")[2]
    block = re.search(r"```sh\n(.*?)```", below, re.S)
    if not block or PACKAGED not in block.group(1):
        sys.exit(f"{page}: no block below '{heading}' that names {PACKAGED}")
    programs = os.path.join(folder, "programs")
    os.makedirs(programs, exist_ok=True)
    for name, target in {
        "cuda-capture": tool,
        f"clang-tidy-{NEWEST}": clang_tidy,
        f"run-clang-tidy-{NEWEST}": run_clang_tidy,
        f"clang-tidy-diff-{NEWEST}.py": diff,
    }.items():
        with open(os.path.join(programs, name), "w") as file:
            file.write(f'#!/bin/sh\nexec {target} "$@"\n')
        os.chmod(file.name, 0o755)
    with open(os.path.join(programs, "clang-tidy"), "w") as file:
        file.write("#!/bin/sh\necho the clang-tidy of another version is run\nexit 3\n")
    os.chmod(file.name, 0o755)
    script = block.group(1).replace(PACKAGED, plugin)
    path = programs + os.pathsep + os.environ["PATH"]
    return subprocess.run(["bash", "-c", script], cwd=folder, env={**os.environ, "PATH": path},
                          stderr=subprocess.STDOUT).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
