#!/usr/bin/env python3
"""Reads workflow commands as GitHub's runner does, and prints them.

usage: check-github.py COMMANDS ROOT
Prints "LEVEL FILE:LINE:COLUMN-END TITLE: TEXT" for each; "|" stands for the end
of a line of a text. Exit status: 1 if a line is no command, has an unknown
property, or names a place that its file does not have.
"""
import os
import re
import sys

COMMAND = re.compile(r"::(error|warning|notice) ([^:]*)::(.*)")
KNOWN = {"file", "line", "col", "endColumn", "title"}


def decoded(text, more=()):
    """The runner replaces all codes of a kind at once, and that of '%' last."""
    for code, character in (("%0D", "\r"), ("%0A", "\n"), *more, ("%25", "%")):
        text = text.replace(code, character)
    return text


def main(commands, root):
    problems = 0

    def expect(good, what):
        nonlocal problems
        if not good:
            problems += 1
            print(f"wrong: {what}")

    with open(commands, encoding="utf-8", newline="\n") as file:
        lines = file.read().split("\n")
    expect(lines.pop() == "", "no end of line at the end")
    for line in lines:
        found = COMMAND.fullmatch(line)
        if not found:
            expect(False, f"no command: {line!r}")
            continue
        level, properties, text = found.groups()
        said = dict(p.split("=", 1) for p in properties.split(","))
        said = {k: decoded(v, (("%3A", ":"), ("%2C", ","))) for k, v in said.items()}
        expect(set(said) <= KNOWN, f"properties {sorted(set(said) - KNOWN)}")
        place = said.get("file", "")
        if "line" in said:
            place += f":{said['line']}"
        if "col" in said:
            place += f":{said['col']}-{said['endColumn']}"
            # Bytes that are no text are shown as their numbers.
            path = os.fsdecode(said["file"].replace("<FF>", "\udcff").encode("utf-8", "surrogateescape"))
            with open(os.path.join(root, path), "rb") as file:
                source = file.read().split(b"\n")[int(said["line"]) - 1].decode("utf-8", "replace")
            # Columns count UTF-16 units.
            units = source.encode("utf-16-le")
            begin, end = int(said["col"]) - 1, int(said["endColumn"]) - 1
            expect(begin < end <= len(units) // 2, f"columns of {line}")
            place += f" '{units[2 * begin:2 * end].decode('utf-16-le', 'replace')}'"
        shown = decoded(text)
        expect(all(c == "\n" or c.isprintable() for c in shown), f"not printable: {shown!r}")
        print(level, place, said["title"] + ":", shown.replace("\n", "|"))
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
