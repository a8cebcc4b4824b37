#!/usr/bin/env python3
"""Writes the sources of a page, and the flags they are compiled with.

The first line of a ```cuda block says the name of its file: // NAME.cu.

usage: write-sources.py FOLDER PAGE FLAG...
"""
import os
import re
import sys

BLOCK = re.compile(r"```cuda\n(// (\w+\.cu)\n.*?)```", re.S)


def main(folder, page, *flags):
    with open(page) as file:
        text = file.read()
    blocks = BLOCK.findall(text)
    if not blocks or text.count("```cuda") != len(blocks):
        sys.exit(f"{page}: a cuda block without the name of its file")
    for code, name in blocks:
        with open(os.path.join(folder, name), "w") as file:
            file.write(code)
    with open(os.path.join(folder, "compile_flags.txt"), "w") as file:
        file.write("\n".join(flags) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
