#!/usr/bin/env python3
"""Renders the Markdown of a run as GitHub does, and looks at what becomes of it.

usage: check-markdown.py PAGE
Prints the headings and the summaries. Exit status: 1 if the page has elements
that it should not have, such as those that names and texts of sources look like.
"""
import sys
from html.parser import HTMLParser

import markdown_it

KNOWN = {"h2", "h3", "p", "pre", "code", "details", "summary", "a"}


class Page(HTMLParser):
    def __init__(self, html):
        super().__init__()
        self.problems, self.inside, self.heading = 0, [], ""
        self.feed(html)
        if self.inside:
            self.wrong(f"not closed: {self.inside}")

    def wrong(self, what):
        self.problems += 1
        print("wrong:", what)

    def handle_starttag(self, tag, attributes):
        if tag not in KNOWN or not {name for name, _ in attributes} <= {"class", "open", "href"}:
            self.wrong(f"<{tag}> with {attributes}")
        for name, value in attributes:
            if name == "href" and not value.startswith("https://docs.example/"):
                self.wrong(f"a link to {value}")
        self.inside.append(tag)

    def handle_endtag(self, tag):
        if not self.inside or self.inside.pop() != tag:
            self.wrong(f"</{tag}>")
        if tag in ("h2", "h3", "summary"):
            print(tag, self.heading)
            self.heading = ""

    def handle_data(self, data):
        if {"h2", "h3", "summary"} & set(self.inside):
            self.heading += data


def main(page):
    with open(page, encoding="utf-8") as file:
        text = file.read()
    return bool(Page(markdown_it.MarkdownIt("commonmark", {"html": True}).render(text)).problems)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
