#!/usr/bin/env python3
"""Looks at the files of a release.

check-release.py FOLDER EPOCH
"""
import base64
import csv
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile

folder, epoch = pathlib.Path(sys.argv[1]), int(sys.argv[2])
problems = []


def expect(condition, text):
    if not condition:
        problems.append(text)


def one(pattern):
    found = list(folder.glob(pattern))
    expect(len(found) == 1, f"{len(found)} {pattern}")
    return found[0]


# The sums are those of all files.
listed = dict(reversed(line.split("  ")) for line in (folder / "SHA256SUMS").read_text().splitlines())
there = {str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file()}
expect(set(listed) == there - {"SHA256SUMS"}, f"SHA256SUMS lists {sorted(listed)}")
for name, found in listed.items():
    expect(hashlib.sha256((folder / name).read_bytes()).hexdigest() == found, f"{name} has another sum")

# The archive.
archive = one("*-linux-*.tar.xz")
root = re.match(r"cuda-capture-tidy-[\d.]+(?=-linux)", archive.name).group(0)
version = root.split("-")[-1]
with tarfile.open(archive) as tar:
    members = tar.getmembers()
    names = [m.name for m in members]
    expect(names == sorted(names), "the archive is not sorted")
    expect(all(m.mtime == epoch and m.uid == m.gid == 0 for m in members), "times or owners in the archive")
    expect(all(n == root or n.startswith(f"{root}/") for n in names), "more than one folder in the archive")
    modes = {m.name.removeprefix(f"{root}/"): m.mode for m in members}
    expect(modes["bin/cuda-capture"] == 0o755, "bin/cuda-capture cannot be run")
    expect(modes["bin"] == 0o755, "the folders of the archive")
    expect(modes["share/doc/cuda-capture-tidy/README.md"] == 0o644, "README.md in the archive")
    expect("lib/libCudaCaptureTidy.so" in modes, "no plugin in the archive")

# The wheel.
wheel = one("*.whl")
with zipfile.ZipFile(wheel) as packed:
    info = f"cuda_capture_tidy-{version}.dist-info"
    record = {row[0]: row[1:] for row in csv.reader(packed.read(f"{info}/RECORD").decode().splitlines())}
    expect(set(record) == set(packed.namelist()), "RECORD is not what is in the wheel")
    for name, (sum_, size) in record.items():
        data = packed.read(name)
        kind, _, value = sum_.partition("=")
        if name == f"{info}/RECORD":
            expect(not sum_ and not size, "RECORD has a sum of itself")
        else:
            found = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            expect(kind == "sha256" and value == found and int(size) == len(data), f"RECORD is wrong about {name}")
    # A zip file counts in steps of two seconds.
    when = time.gmtime(epoch)[:5]
    expect(all(e.date_time[:5] == when for e in packed.infolist()), "times in the wheel")
    tags = re.findall(r"^Tag: (.*)$", packed.read(f"{info}/WHEEL").decode(), re.M)
    expect(wheel.name.endswith(f"-{tags[0]}.whl"), f"{wheel.name} is tagged {tags}")
    metadata = packed.read(f"{info}/METADATA").decode()
    expect(f"\nVersion: {version}\n" in metadata and "\nName: cuda-capture-tidy\n" in metadata, "METADATA")
    points = packed.read(f"{info}/entry_points.txt").decode()
    expect("cuda-capture = " in points and "cuda-capture-hook = " in points, "entry points")
    # A plugin is not for each Linux that the tag promises.
    expect(not any(n.endswith(".so") for n in record), "a plugin in the wheel")
    with tempfile.TemporaryDirectory() as there:
        if any(n.endswith("bin/cuda-capture") and packed.read(n).startswith(b"#!/bin/sh") for n in record):
            # As pip unpacks it.
            for entry in packed.infolist():
                path = packed.extract(entry, there)
                if entry.external_attr >> 16 & 0o111:
                    os.chmod(path, 0o755)
            for function, said in (("cuda_capture", "the program: check -p x"), ("cuda_capture_hook", "the hook: check -p x")):
                code = f"import sys; sys.argv[0] = 'x'; import cuda_capture_tidy; cuda_capture_tidy.{function}()"
                run = subprocess.run([sys.executable, "-c", code, "check", "-p", "x"], cwd=there, text=True, capture_output=True)
                expect(run.stdout == f"{said}\n", f"{function}: {run.stdout}{run.stderr}")

# The sources, and what builds them.
sources = one(f"{root}.tar.xz")
with tarfile.open(sources) as tar:
    members = tar.getmembers()
    names = [m.name for m in members]
    expect(names == sorted(names), "the sources are not sorted")
    expect(all(m.mtime == epoch and m.uid == m.gid == 0 for m in members), "times or owners of the sources")
    modes = {m.name.removeprefix(f"{root}/"): m.mode for m in members}
    expect(modes["bootstrap"] == 0o755, "bootstrap cannot be run")
    expect(modes["CMakeLists.txt"] == 0o644, "CMakeLists.txt in the sources")
expect((folder / "recipes/vcpkg/vcpkg.json").exists(), "no recipes")

# What is in it, and for images.
bill = one("*.spdx.json")
asked = subprocess.run(
    [sys.executable, pathlib.Path(__file__).parent / "check-bill.py", bill, str(epoch)], text=True, capture_output=True
)
problems += (asked.stdout + asked.stderr).splitlines()
expect(not asked.returncode or asked.stdout, "the bill of materials could not be read")
contents = json.loads(bill.read_text())
expect(contents["packages"][0]["versionInfo"] == version, "the version in the bill of materials")
for file in contents["files"]:
    sums = {c["algorithm"]: c["checksumValue"] for c in file["checksums"]}
    expect(sums["SHA256"] == listed[file["fileName"].removeprefix("./")], f"the bill of materials about {file['fileName']}")
container = (folder / "Containerfile").read_text()
expect(f"ADD {archive.name} " in container and f"/{root}/bin:" in container, "Containerfile")

for problem in problems:
    print(problem, file=sys.stderr)
sys.exit(bool(problems))
