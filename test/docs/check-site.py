#!/usr/bin/env python3
"""Looks at a built site with headless Chromium.

What is asked of the pages is what a reader sees: the content and the results of
the search, where the parts of a page lie, and in screenshots that the text is
really there: that it is neither blank nor boxes in place of Chinese.

usage: check-site.py SCREENSHOTS FOLDER DAMAGED
DAMAGED is a site that is wrong in many ways: what is found there is printed, too.
Exit status: 1 if anything is wrong with the site in FOLDER.
"""
import functools
import http.server
import os
import re
import sys
import threading

from selenium.common.exceptions import TimeoutException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

sys.path.append(os.path.join(os.path.dirname(__file__), "../support"))
from pages import HEIGHT, browser, picture, resize, share  # noqa: E402

WIDTH = 1400
# Left edge and width of the parts of a page in a window of this size.
LAYOUT = {
    ".md-header": (0, 1400),
    ".md-sidebar--primary": (0, 242),
    ".md-content": (242, 916),
    ".md-sidebar--secondary": (1158, 242),
}
TEAL = (0, 150, 136)


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def serve(folder):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/"


class Site:
    """patience: how long the search is waited for, in seconds."""

    def __init__(self, name, driver, folder, shots, patience):
        self.name, self.driver, self.base, self.patience = name, driver, serve(folder), patience
        self.shots = os.path.join(shots, name)
        self.problems = 0
        os.makedirs(self.shots, exist_ok=True)

    def check(self, holds, what):
        if not holds:
            self.problems += 1
            print(f"{self.name}: {what}")

    def open(self, path, width=WIDTH):
        resize(self.driver, width)
        self.driver.get(self.base + path)
        WebDriverWait(self.driver, 30, poll_frequency=.05).until(lambda d: d.execute_script("return document.readyState") == "complete")

    def js(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def find(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def text(self, selector="article"):
        found = self.find(selector)
        return found[0].text if found else ""

    def shot(self, name):
        image = picture(self.driver.get_screenshot_as_png())
        image.save(os.path.join(self.shots, name + ".png"))
        return image


def dark(pixel):
    return sum(pixel) < 3 * 140


def bright(pixel):
    return sum(pixel) > 3 * 235


def box(site, selector):
    return site.js("const b = document.querySelector(arguments[0])?.getBoundingClientRect();"
                   "return b && [b.left, b.top, b.right, b.bottom]", selector)


def crop(site, image, selector):
    """What is seen of an element; None if nothing is."""
    found = box(site, selector)
    if not found:
        return None
    left, top, right, bottom = (round(max(0, edge)) for edge in found)
    right, bottom = min(right, image.width), min(bottom, image.height)
    return image.crop((left, top, right, bottom)) if right > left and bottom > top else None


def look(site, name, elements):
    """The parts of a page, in the document and in its picture."""
    image = site.shot(name)
    site.check(image.size == (WIDTH, HEIGHT), f"{name}: the picture has the size {image.size}")
    for selector, (left, width) in LAYOUT.items():
        found = box(site, selector)
        site.check(found and abs(found[0] - left) <= 12 and abs(found[2] - found[0] - width) <= 24,
              f"{name}: {selector} lies at {found}, not at {left}, {width} wide")
    site.check(site.js("return document.documentElement.scrollWidth <= innerWidth"), f"{name}: is wider than the window")
    header = crop(site, image, ".md-header")
    site.check(header and share(header, lambda p: max(abs(a - b) for a, b in zip(p, TEAL)) < 40) > .6,
          f"{name}: the header has not its colour")
    article = crop(site, image, ".md-content")
    ink, blank = (share(article, dark), share(article, bright)) if article else (0, 0)
    site.check(.01 < ink < .25 and blank > .5, f"{name}: of the content {ink:.1%} are dark and {blank:.1%} bright")
    for selector in elements:
        part = crop(site, image, selector)
        ink = share(part, dark) if part else 0
        site.check(.005 < ink < .5, f"{name}: of {selector} {ink:.1%} are dark: it is not text")


def results(site):
    """The first results of the search: addresses of pages."""
    links = site.js("return [...document.querySelectorAll('.md-search-result__link')].slice(0, 12).map(a => a.href)")
    return [re.sub(r"\?[^#]*", "", link).removeprefix(site.base) for link in links]


def search(site, term, found):
    """Types a text; whether what must be found is found in time."""
    field = site.find("input.md-search__input")[0]
    site.js("arguments[0].focus(); arguments[0].select()", field)
    field.send_keys(term)
    try:
        return WebDriverWait(site.driver, site.patience, poll_frequency=.05).until(lambda _: found(site))
    except TimeoutException:
        return False


def glyphs(site):
    """Whether characters differ as pictures; one without a glyph is a box."""
    return site.js("""
        const draw = text => {
          const canvas = document.createElement("canvas");
          canvas.width = canvas.height = 48;
          const c = canvas.getContext("2d");
          c.font = "32px " + getComputedStyle(document.querySelector("article p")).fontFamily;
          c.fillText(text, 4, 38);
          return canvas.toDataURL();
        };
        const seen = arguments[0].map(draw);
        return [new Set(seen).size, draw("\\u{10FFFC}") === draw("\\u{10FFFD}")];""", list("流捕获期间错误"))


def main(shots, folder, damaged):
    with browser(shots, "--force-prefers-color-scheme=light") as driver:
        site = Site("wrong", driver, folder, shots, 60)
        look_around(site)
        # It is half a minute's work to wait for what does not come.
        look_around(Site("damaged", driver, damaged, shots, .3))
    return site.problems > 0


def look_around(site):
    site.open("index.html")
    site.check(site.driver.title == "cuda-capture-tidy", f"index: the title is {site.driver.title!r}")
    site.check("stream capture" in site.text() and "Quick start" in site.text(), "index: no text of the README")
    navigation = [entry.text.split("\n")[0] for entry in site.find(".md-nav--primary > .md-nav__list > .md-nav__item")]
    site.check(navigation[:4] == ["Home", "Ten bugs", "Troubleshooting", "Checks"], f"navigation: {navigation}")
    look(site, "index", ["h1", "article p", ".highlight"])

    # A page of functions.
    site.open("docs/reference/api/memory.html")
    headings = [h.text.rstrip("¶") for h in site.find("article h2")]
    site.check("cudaMalloc" in headings and len(headings) > 20, f"memory: headings {headings[:3]}")
    rows = [[cell.text for cell in row.find_elements(By.CSS_SELECTOR, "td")] for row in site.find("article table tbody tr")[:30]]
    site.check(["cudaMalloc", "unsafe", "900", "900", "legal"] in [row[:5] for row in rows], f"memory: no row cudaMalloc: {rows[:2]}")
    look(site, "functions", ["h1", "article table", "article table tbody tr:first-child td code"])
    site.js("document.getElementById('cudamalloc').scrollIntoView()")
    site.shot("function")

    # An error, with Chinese.
    site.open("docs/reference/errors/cuda/stream-capture-unsupported.html#中文")
    site.check("流正在捕获时不允许该操作" in site.text(), "error: no Chinese message")
    order = [h.text.rstrip("¶") for h in site.find("article h2")]
    site.check(order[:3] == ["Cause", "Remedies", "Dead ends"], f"error: sections {order}")
    different, honest = glyphs(site)
    site.check(honest, "characters that no font has cannot be told from others")
    site.check(different == 7, f"error: {different} of 7 Chinese characters differ: they are boxes")
    section = box(site, "[id='中文']")
    site.check(section and 0 <= section[1] < HEIGHT / 2, "error: the address does not lead to its section")
    look(site, "chinese", ["[id='中文']", "[id='中文'] + p"])
    site.open("docs/reference/errors/cuda/stream-capture-unsupported.html")
    look(site, "error", ["h1", "article p", "article li"])

    # The search, in both languages.
    site.open("index.html")
    for term, wanted in (("cuMemAlloc", "docs/reference/api/memory.html#cudamalloc"),
                         ("hipStreamSynchronize", "docs/reference/api/streams.html#cudastreamsynchronize"),
                         ("operation not permitted when stream is capturing", "docs/reference/errors/cuda/stream-capture-unsupported.html"),
                         ("不允许", "docs/reference/errors/cuda/not-permitted.html"),
                         ("texture_fetch_functions", "docs/troubleshooting.html")):
        site.check(search(site, term, lambda s: wanted in results(s)), f"search for {term!r}: no {wanted} in {results(site)}")
        site.shot("search")
    site.check(search(site, "xyzzyplugh", lambda s: "No matching" in s.text(".md-search-result__meta") and not results(s)),
          "search: something is found for nothing")

    # A telephone: the page fits, and the navigation is out of the way.
    site.open("docs/reference/forbidden.html", width=400)
    site.check(site.js("return document.documentElement.scrollWidth <= innerWidth"), "narrow: is wider than the window")
    content = box(site, ".md-content")
    site.check(content and content[0] <= 8 and content[2] >= 390, f"narrow: the content lies at {content}")
    site.shot("narrow")

    errors = [entry["message"] for entry in site.driver.get_log("browser") if entry["level"] == "SEVERE"]
    site.check(not errors, f"the browser complains: {errors[:3]}")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
