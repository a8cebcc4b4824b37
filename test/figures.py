"""Figures that a script writes into a page."""

import pathlib
import re


def put(page, name, text):
    """Replaces what stands between the two comments of this name."""
    page = pathlib.Path(page)
    old = page.read_text(encoding="utf-8")
    begin, end = f"<!-- {name}: ", f"<!-- end of {name} -->"
    place = re.compile(f"({re.escape(begin)}[^\n]*-->\n).*?({re.escape(end)})", re.DOTALL)
    if len(place.findall(old)) != 1:
        raise ValueError(f"{page} has no place '{begin}... -->' to '{end}', or more than one")
    page.write_text(place.sub(lambda m: f"{m[1]}\n{text.strip()}\n\n{m[2]}", old), encoding="utf-8")


def table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(c) for c in line) + " |" for line in lines)
