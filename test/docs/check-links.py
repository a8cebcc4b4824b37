#!/usr/bin/env python3
"""Follows the links of Markdown pages to files and to their headings.

Anchors are made as GitHub makes them. Links into the web are not followed.

usage: check-links.py FOLDER PAGE-OR-FOLDER...
"""
import os
import re
import sys
from collections import Counter
from functools import lru_cache
from html import unescape
from urllib.parse import unquote

FENCE = re.compile(r"^ *(`{3,}|~{3,}).*?^ *\1[`~]* *$", re.M | re.S)
SPAN = re.compile(r"(?<![`\\])(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.S)
LINK = re.compile(r"(?<!\\)\]\(([^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+\"[^\"]*\")?\)")
HEADING = re.compile(r"^#{1,6} +(.*?) *#*$", re.M)


def prose(path):
    """The page without its code."""
    with open(path, encoding="utf-8") as file:
        return FENCE.sub("", file.read())


@lru_cache(maxsize=None)
def anchors(path):
    result, seen = set(), Counter()
    for heading in HEADING.findall(prose(path)):
        plain = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        plain = unescape(re.sub(r"\\(.)", r"\1", plain)).replace("`", "").replace("*", "")
        slug = re.sub(r"[^\w\- ]", "", plain.strip().lower()).replace(" ", "-")
        result.add(slug + (f"-{seen[slug]}" if seen[slug] else ""))
        seen[slug] += 1
    return result


def pages(root, arguments):
    for argument in arguments:
        full = os.path.join(root, argument)
        if os.path.isfile(full):
            yield full
        for folder, _, files in os.walk(full):
            yield from (os.path.join(folder, name) for name in sorted(files) if name.endswith(".md"))


def main(root, *arguments):
    problems = links = 0
    for page in pages(root, arguments):
        # A span of code is no link, but may be the text of one.
        for target in LINK.findall(SPAN.sub("code", prose(page))):
            if re.match(r"[a-z]+:", target):
                continue
            links += 1
            path, _, anchor = unquote(target).partition("#")
            full = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
            if not os.path.exists(full):
                why = "no such file"
            elif anchor and anchor not in (anchors(full) if full.endswith(".md") else ()):
                why = "no such heading"
            elif not os.path.realpath(full).startswith(os.path.realpath(root) + os.sep):
                why = "outside of the project"
            else:
                continue
            problems += 1
            print(f"{os.path.relpath(page, root)}: {target}: {why}")
    if links < 100:
        sys.exit(f"only {links} links found")
    return problems != 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
