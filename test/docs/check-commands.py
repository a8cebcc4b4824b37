#!/usr/bin/env python3
"""Runs the commands of a page.

Each ```console block holds a command after "$ " and the first lines that it
prints.

usage: check-commands.py CUDA_CAPTURE FOLDER PAGE...
"""
import os
import re
import shlex
import subprocess
import sys

BLOCK = re.compile(r"```console\n\$ cuda-capture (.*?)\n(.*?)```", re.S)


def main(tool, folder, *pages):
    tool = os.path.abspath(tool)
    blocks = problems = 0
    for page in pages:
        with open(page) as file:
            text = file.read()
        for command, expected in BLOCK.findall(text):
            blocks += 1
            done = subprocess.run([tool, *shlex.split(command)], cwd=folder, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if not expected or not done.stdout.startswith(expected):
                problems += 1
                print(f"{page}: {command} prints:\n{done.stdout}")
        if text.count("```console") != len(BLOCK.findall(text)):
            sys.exit(f"{page}: a console block is no command of cuda-capture")
    if not blocks:
        sys.exit("no commands found")
    return problems != 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
