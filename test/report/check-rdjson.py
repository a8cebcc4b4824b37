#!/usr/bin/env python3
"""Reads a report for reviewdog, and applies its suggestions to copies.

usage: check-rdjson.py REPORT ROOT [EDITED]
Prints "SEVERITY PATH:LINE 'TEXT AT THE RANGE' CODE: first line of the message"
for each diagnostic. With EDITED, a folder, writes each suggestion's file there,
as NUMBER-OF-THE-DIAGNOSTIC. Exit status: 1 if a place is none of its file.
"""
import json
import os
import sys


def main(report, root, edited=None):
    with open(report, encoding="utf-8") as file:
        result = json.load(file)
    problems = 0

    def expect(good, what):
        nonlocal problems
        if not good:
            problems += 1
            print(f"wrong: {what}")

    def text_at(location):
        """The text that a range holds; columns count bytes."""
        span = location.get("range")
        try:
            with open(os.path.join(root, location["path"]), "rb") as file:
                lines = file.read().split(b"\n")
        except OSError:
            return None
        if not span or "end" not in span:
            return None
        start, end = span["start"], span["end"]
        expect(start["line"] == end["line"], f"a range of several lines: {span}")
        line = lines[start["line"] - 1]
        expect(1 <= start["column"] < end["column"] <= len(line) + 1, f"range {span}")
        return line[start["column"] - 1:end["column"] - 1].decode("utf-8", "replace")

    for number, d in enumerate(result["diagnostics"]):
        location = d["location"]
        line = location.get("range", {}).get("start", {}).get("line", "")
        print(d["severity"], f"{location['path']}:{line}", repr(text_at(location)), d["code"]["value"] + ":",
              d["message"].split("\n")[0])
        for related in d.get("related_locations", ()):
            text_at(related["location"])
        suggestions = d.get("suggestions", ())
        expect(len(suggestions) <= 1, "several suggestions, which readers apply one by one")
        for s in suggestions:
            first, last = s["range"]["start"]["line"], s["range"]["end"]["line"]
            expect(set(s["range"]["start"]) | set(s["range"]["end"]) == {"line"}, "columns in a suggestion")
            with open(os.path.join(root, location["path"]), "rb") as file:
                lines = file.read().split(b"\n")
            expect(1 <= first <= last <= len(lines), f"lines {first} to {last}")
            # An empty text takes the lines away.
            new = s["text"].encode().split(b"\n") if s["text"] else []
            lines[first - 1:last] = new
            if edited:
                with open(os.path.join(edited, str(number)), "wb") as file:
                    file.write(b"\n".join(lines))
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
