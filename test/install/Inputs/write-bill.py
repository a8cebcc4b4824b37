#!/usr/bin/env python3
"""Writes a bill of materials with parts of each kind, as utils/release does.

write-bill.py SOURCE_ROOT FOLDER EPOCH
"""
import pathlib
import sys

root, folder, epoch = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), int(sys.argv[3])
sys.dont_write_bytecode = True
sys.path.insert(0, str(root / "utils"))
import packing  # noqa: E402

parts = [
    (name, version, licence, how, packing.deb_address("debian", name, version))
    for name, version, licence, how in (
        ("llvm-22-dev", "1:22.1.8-1~deb12u1", "Apache-2.0 WITH LLVM-exception", "STATIC_LINK"),
        ("libclang-common-22-dev", "1:22.1.8-1~deb12u1", "Apache-2.0 WITH LLVM-exception", "CONTAINS"),
        ("libstdc++-12-dev", "12.2.0-14+deb12u1", "GPL-3.0-or-later WITH GCC-exception-3.1", "STATIC_LINK"),
        ("libunknown-dev", "1.0", None, "STATIC_LINK"),
    )
]
archive = folder / "cuda-capture-tidy-1.2.3-linux-x86_64.tar.xz"
archive.write_text("an archive\n")
print(packing.bill("1.2.3", parts, [archive], folder, epoch))
