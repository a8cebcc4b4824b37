#!/usr/bin/env python3
"""Looks at reports with headless Chromium: what is shown, what keys do, and in
pictures of both colour schemes that text can be read.

usage: check-report.py FOLDER SCREENSHOTS
FOLDER has plain.html, hostile.html, many.html and none.html, and damaged.html,
which is plain.html with mistakes: what is found there is printed, too.
Exit status: 1 if anything is wrong with the others.
"""
import os
import sys

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

sys.path.append(os.path.join(os.path.dirname(__file__), "../support"))
from pages import HEIGHT, browser, picture, resize, share  # noqa: E402

WIDTH = 1200


class Report:
    """plain: which page to look at closely."""

    def __init__(self, driver, folder, shots, plain="plain"):
        self.driver, self.folder, self.plain = driver, folder, plain
        self.shots = os.path.join(shots, plain)
        self.problems = 0
        os.makedirs(self.shots, exist_ok=True)

    def check(self, holds, what):
        if not holds:
            self.problems += 1
            print(f"{'damaged' if self.plain == 'damaged' else 'wrong'}: {what}")

    def open(self, name, scheme="light", width=WIDTH, media="screen", hash=""):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "media": media, "features": [{"name": "prefers-color-scheme", "value": scheme}]})
        resize(self.driver, width)
        self.driver.get("about:blank")
        self.driver.get(f"file://{self.folder}/{name}.html{hash}")

    def js(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def find(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def shown(self):
        # One question for all: each takes some milliseconds.
        return self.js("return [...document.querySelectorAll('.finding')].filter(f => f.checkVisibility()).map(f => f.id)")

    def press(self, *keys):
        webdriver.ActionChains(self.driver).send_keys(*keys).perform()

    def focus(self):
        return self.js("const e = document.activeElement; return (e.closest('.finding') || e).id + ' ' + e.tagName.toLowerCase()")

    def shot(self, name):
        image = picture(self.driver.get_screenshot_as_png())
        image.save(os.path.join(self.shots, name + ".png"))
        return image


def dark(pixel):
    return sum(pixel) < 3 * 100


def bright(pixel):
    return sum(pixel) > 3 * 200


def reddish(pixel):
    return pixel[0] > 150 and pixel[0] > 1.6 * max(pixel[1:])


# The contrast of each text with what it stands on, as WCAG computes it.
CONTRAST = """
const luminance = c => {
  const [r, g, b] = c.match(/[\\d.]+/g).slice(0, 3).map(v => (v /= 255) <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
  return .2126 * r + .7152 * g + .0722 * b;
};
const back = e => {
  for (; e; e = e.parentElement) {
    const c = getComputedStyle(e).backgroundColor, a = c.match(/[\\d.]+/g);
    if (a.length < 4 || +a[3] === 1)
      return c;
  }
  return "rgb(255, 255, 255)";
};
const worst = {};
for (const e of document.querySelectorAll("body *")) {
  if (!e.checkVisibility() || ![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) || e.closest("script, option, desc, title"))
    continue;
  const style = getComputedStyle(e), ground = back(e.closest("svg") || e);
  if (e.matches(".sign"))
    continue;
  const [a, b] = [luminance(e.closest("svg") ? style.fill : style.color), luminance(ground)].sort((x, y) => y - x);
  const contrast = (a + .05) / (b + .05), name = e.tagName + "." + (e.getAttribute("class") || "");
  worst[name] = Math.min(worst[name] ?? 99, contrast);
}
return Object.entries(worst).filter(([, c]) => c < 4.5);
"""


def main(folder, shots):
    folder = os.path.abspath(folder)
    with browser(shots) as driver:
        report = Report(driver, folder, shots)
        look_around(report)
        others(report)
        complaints = [e["message"] for e in driver.get_log("browser")]
        report.check(not complaints, f"the browser complains: {complaints[:3]}")
        look_around(Report(driver, folder, shots, "damaged"))
    return report.problems > 0


def look_around(report):
    looks(report)
    filters(report)
    keys(report)


def looks(report):
    for scheme, back, ink in (("light", bright, dark), ("dark", dark, bright)):
        report.open(report.plain, scheme)
        image = report.shot(scheme)
        report.check(image.size == (WIDTH, HEIGHT), f"{scheme}: the picture has the size {image.size}")
        report.check(share(image, back) > .7 and .01 < share(image, ink) < .3,
              f"{scheme}: {share(image, back):.1%} ground, {share(image, ink):.1%} ink")
        report.check(report.js("return document.documentElement.scrollWidth <= innerWidth"), f"{scheme}: is wider than the window")
        weak = report.js(CONTRAST)
        report.check(not weak, f"{scheme}: weak contrast: {weak}")
        report.js("document.querySelector('.lanes').scrollIntoView({block: 'center'})")
        report.shot(scheme + "-lanes")
        lanes = picture(report.find(".lanes")[0].screenshot_as_png)
        report.check(share(lanes, reddish) > .001, f"{scheme}: nothing in the picture of lanes is red: {share(lanes, reddish):.3%}")
    svg = report.find(".lanes")[0]
    report.check("What the capture in Engine::record(int) records if 'n > 0', on 4 streams" in svg.accessible_name, f"name of the lanes: {svg.accessible_name!r}")
    description = report.js("return document.getElementById('r1-text').textContent")
    report.check("On other: work, kernel log; violation: takes no part in the capture, src/engine.cu:19." in description,
          f"description of the lanes: {description}")
    outside = report.js("""
        return [...document.querySelectorAll(".lanes")].flatMap(svg => [...svg.querySelectorAll("text, path, circle")].filter(e => {
          const a = e.getBoundingClientRect(), b = svg.getBoundingClientRect();
          return a.left < b.left - 1 || a.right > b.right + 1 || a.top < b.top - 1 || a.bottom > b.bottom + 1;
        }).map(e => e.outerHTML))""")
    report.check(not outside, f"outside of the picture of lanes: {outside[:2]}")
    report.open(report.plain, width=400)
    report.check(report.js("return document.documentElement.scrollWidth <= innerWidth"), "narrow: is wider than the window")
    report.shot("narrow")
    report.open(report.plain, media="print")
    report.check(not report.find("#filter")[0].is_displayed(), "print: the filter is shown")
    report.shot("print")


def filters(report):
    report.open(report.plain)
    text = report.find("#findings")[0].text
    for part in ("call to 'Workspace::reserve' reaches 'cudaMalloc'", "src/engine.cu:12:26 in Engine::record", "cudaMalloc(&data",
                 "+ cudaMemcpyAsync".replace("+ ", ""), "or begin the capture in relaxed mode", "'Workspace::reserve' calls 'cudaMalloc' here"):
        report.check(part in text, f"plain: no text {part!r}")
    report.check(report.shown() == ["f1", "f2", "f3"], f"plain: {report.shown()}")
    report.find("#text")[0].send_keys("RESERVE malloc")
    report.check(report.shown() == ["f1"], f"search: {report.shown()}")
    report.check(report.find("#count")[0].text == "1 of 3 findings", f"count: {report.find('#count')[0].text}")
    report.find("#text")[0].send_keys(" xyzzy")
    report.check(report.shown() == [] and report.find("#none")[0].is_displayed(), "search: something is found for nothing")
    report.find("#text")[0].send_keys(Keys.ESCAPE)
    report.check(len(report.shown()) == 3, "search: Escape does not empty it")
    report.find("#possible")[0].click()
    report.check(report.shown() == ["f1", "f2"], f"without possible ones: {report.shown()}")
    report.find("#possible")[0].click()
    report.js("document.getElementById('check').value = 'cuda-capture-legacy-stream';"
              "document.getElementById('check').dispatchEvent(new Event('input', {bubbles: true}))")
    report.check(report.shown() == ["f2"], f"one check: {report.shown()}")
    # A link to what the filter hides shows it.
    report.js("location.hash = 'f3-1'")
    report.check("f3" in report.shown(), "a link to a hidden finding does not show it")


def keys(report):
    report.open(report.plain)
    report.press("j")
    report.check(report.focus() == "f1 summary", f"j: {report.focus()}")
    report.press("j", "j", "j")
    report.check(report.focus() == "f3 summary", f"j at the end: {report.focus()}")
    report.press("k")
    report.check(report.focus() == "f2 summary", f"k: {report.focus()}")
    ring = report.js("return getComputedStyle(document.activeElement).outlineStyle + getComputedStyle(document.activeElement).outlineWidth")
    report.check(ring == "solid3px", f"the focus cannot be seen: {ring}")
    report.shot("focus")
    report.press(Keys.ENTER)
    report.check(not report.js("return document.getElementById('f2').open"), "Enter does not close a finding")
    report.press(Keys.ENTER)
    report.check(report.js("return document.getElementById('f2').open"), "Enter does not open a finding")
    report.press("k", "]")
    report.check(report.js("return location.hash") == "#f1-1" and report.focus().startswith("f1 "), f"]: {report.js('return location.hash')}")
    report.press("]", "]")
    report.check(report.js("return location.hash") == "#f1-3", f"]]]: {report.js('return location.hash')}")
    report.press("[")
    report.check(report.js("return document.activeElement.id") == "f1-2", f"[: {report.js('return document.activeElement.id')}")
    report.press("/")
    report.check(report.focus() == "text input", f"/: {report.focus()}")
    report.press("j")
    report.check(report.find("#text")[0].get_attribute("value") == "j", "a letter in the search is a key")
    report.press(Keys.ESCAPE, Keys.ESCAPE)
    report.press("?")
    report.check(report.find("#keys")[0].is_displayed(), "?: no keys are shown")
    report.press(Keys.ESCAPE)
    report.check(not report.find("#keys")[0].is_displayed(), "Escape does not close the keys")
    report.find("#all")[0].click()
    report.check(report.js("return [...document.querySelectorAll('.finding')].every(f => !f.open)"), "Close all")
    # What is linked to is opened; paper shows all.
    report.js("location.hash = 'f2-1'")
    report.check(report.js("return document.getElementById('f2').open"), "a link does not open its finding")
    report.js("dispatchEvent(new Event('beforeprint'))")
    report.check(report.js("return [...document.querySelectorAll('.finding')].every(f => f.open)"), "paper lacks what is closed")


def others(report):
    report.open("hostile")
    report.check(report.driver.title == "cuda-capture check: 5 findings", f"hostile: the title is {report.driver.title!r}")
    report.check(not report.find("img") and len(report.find("script")) == 1, "hostile: elements out of texts")
    report.check("<img src=x" in report.find("#findings")[0].text, "hostile: no text of the finding")
    report.shot("hostile")

    report.open("many")
    report.check(len(report.shown()) == 400, f"many: {len(report.shown())}")
    took = report.js("""
        const text = document.getElementById('text'), begin = performance.now();
        text.value = '(133)';
        text.dispatchEvent(new Event('input', {bubbles: true}));
        return performance.now() - begin;""")
    report.check(report.shown() == ["f400"], f"many: {report.shown()[:5]}")
    report.check(took < 2000, f"many: a search takes {took} ms")

    report.open("none")
    text = report.find("main")[0].text
    report.check("there was nothing to look at" in text and "0\ncaptures begun" in text, f"none: {text}")
    report.check(not report.find("#filter"), "none: there is a filter")
    report.shot("none")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
