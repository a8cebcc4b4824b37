#!/usr/bin/env python3
"""Looks at a report as a document: it loads nothing, runs nothing but its own
script, its names are unique, its links lead somewhere, its elements are closed.

usage: check-page.py PAGE
"""
import base64
import hashlib
import html.parser
import re
import sys

VOID = {"meta", "link", "br", "hr", "img", "input", "source", "wbr", "base", "embed"}
ALLOWED = set(
    "html head meta title style body header h1 h2 p main section ul ol li b small code pre span a details summary div "
    "form label input select option output button mark figure figcaption footer dialog dl dt dd kbd script article "
    "svg desc path circle text tspan g".split()) - {"base"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.problems, self.ids, self.links, self.scripts, self.styles, self.policy = [], [], [], [], [], [], ""

    def wrong(self, what):
        self.problems.append(f"line {self.getpos()[0]}: {what}")

    def handle_starttag(self, tag, attributes):
        if tag not in ALLOWED:
            self.wrong(f"element <{tag}>")
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attributes:
            if name.startswith("on") or name in ("src", "srcset", "style", "action", "formaction", "background", "data"):
                self.wrong(f"attribute {name} of <{tag}>")
            if name == "id":
                self.ids.append(value)
            if name == "href":
                self.links.append(value)
            if name == "content" and value.startswith("default-src"):
                self.policy = value

    def handle_startendtag(self, tag, attributes):
        if tag not in ALLOWED:
            self.wrong(f"element <{tag}/>")

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong(f"</{tag}> closes nothing")

    def handle_data(self, data):
        if self.open and self.open[-1] in ("script", "style"):
            (self.scripts if self.open[-1] == "script" else self.styles).append(data)

    def finish(self):
        if self.open:
            self.wrong(f"not closed: {self.open}")
        for name in {i for i in self.ids if self.ids.count(i) > 1}:
            self.wrong(f"several elements are called {name}")
        for link in self.links:
            if link.startswith("#"):
                if link[1:] not in self.ids:
                    self.wrong(f"nothing is called {link}")
            elif not link.startswith("https://docs.example/"):
                self.wrong(f"leads to {link}")
        for kind, texts in (("script", self.scripts), ("style", self.styles)):
            if len(texts) != 1:
                self.wrong(f"{len(texts)} of <{kind}>")
            for text in texts:
                digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
                if f"{kind}-src 'sha256-{digest}'" not in self.policy:
                    self.wrong(f"the policy does not permit the <{kind}>")
                if re.search(r"@import|url\(|https?:", text):
                    self.wrong(f"the <{kind}> loads something")
        if "default-src 'none'" not in self.policy:
            self.wrong("the policy permits to load something")


def main(name):
    page = Page()
    with open(name, encoding="utf-8", newline="") as file:
        text = file.read()
    page.feed(text)
    page.close()
    page.finish()
    for character in sorted(set(re.findall(r"[\0-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]", text))):
        page.wrong(f"holds U+{ord(character):04X}")
    for problem in page.problems:
        print(f"wrong: {problem}")
    return bool(page.problems)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
