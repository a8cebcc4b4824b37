#!/usr/bin/env python3
"""Follows the links of a built site, and looks for what it would fetch elsewhere.

usage: check-html.py FOLDER
"""
import os
import sys
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The anchors of a page, its links, and what it loads."""

    def __init__(self, text):
        super().__init__()
        self.anchors, self.links, self.loads = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        said = dict(attributes)
        self.anchors.update(filter(None, (said.get("id"), said.get("name") if tag == "a" else None)))
        if tag == "a" and said.get("href"):
            self.links.append(said["href"])
        elif tag == "link" and said.get("rel") not in ("canonical", "prev", "next"):
            self.loads.append(said.get("href"))
        elif said.get("src"):
            self.loads.append(said["src"])


def main(root):
    pages, problems, links = {}, [], 0
    for folder, _, files in os.walk(root):
        for name in files:
            if name.endswith(".html"):
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as file:
                    pages[os.path.normpath(path)] = Page(file.read())
    for path, page in sorted(pages.items()):
        where = os.path.relpath(path, root)
        if where == "404.html":  # It is served for all paths: its links begin at the root.
            continue
        for target in page.links + page.loads:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                if target in page.loads:
                    problems.append(f"{where}: loads {target}")
                continue
            links += 1
            full = os.path.normpath(os.path.join(os.path.dirname(path), unquote(parts.path))) if parts.path else path
            if os.path.isdir(full):
                full = os.path.join(full, "index.html")
            anchor = unquote(parts.fragment)
            if not os.path.exists(full):
                problems.append(f"{where}: {target}: no such file")
            elif anchor and anchor not in getattr(pages.get(full), "anchors", ()) and anchor != "__skip":
                problems.append(f"{where}: {target}: no such anchor")
    print("\n".join(problems))
    if len(pages) < 80 or links < 1000:
        sys.exit(f"only {len(pages)} pages with {links} links")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
