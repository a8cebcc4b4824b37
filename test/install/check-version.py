#!/usr/bin/env python3
"""The version is written in CMakeLists.txt: everything else that names it agrees.

check-version.py SOURCE_ROOT CUDA_CAPTURE
"""
import pathlib
import re
import subprocess
import sys

root, tool = pathlib.Path(sys.argv[1]), sys.argv[2]
wrong = 0


def expect(condition, message):
    global wrong
    if not condition:
        wrong += 1
        print(message)


project = (root / "CMakeLists.txt").read_text()
version = re.search(r"^project\(\S+ VERSION (\d+\.\d+\.\d+)", project, re.M).group(1)

said = subprocess.run([tool, "--version"], capture_output=True, text=True).stdout
expect(said.startswith(f"cuda-capture {version} ("), f"--version: {said!r} is not {version}")

# The newest section is that of the version, released or about to be.
changes = (root / "CHANGELOG.md").read_text()
newest = re.search(r"^## \[(.+?)\].*?$(.*?)(?=^## |\Z)", changes, re.M | re.S)
if newest.group(1) == "Unreleased":
    expect(
        f"To be released as {version}." in newest.group(2),
        f"CHANGELOG.md: [Unreleased] does not say 'To be released as {version}.'",
    )
else:
    expect(newest.group(1) == version, f"CHANGELOG.md: the newest release is {newest.group(1)}, not {version}")

# What users are told to write into their configuration.
for page in [root / "README.md", *sorted((root / "docs").glob("*.md"))]:
    for line, text in enumerate(page.read_text().splitlines(), 1):
        for named in re.findall(r"(?:rev: |cuda-capture-tidy@|CudaCaptureTidy )v?(\d+\.\d+(?:\.\d+)?)", text):
            expect(
                version.startswith(named + ".") or named == version,
                f"{page.relative_to(root)}:{line}: {named} is not {version}",
            )
sys.exit(wrong != 0)
