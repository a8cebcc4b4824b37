#!/usr/bin/env python3
"""Tests of site/reference.py beyond --check.

usage: check-reference.py product CUDA_CAPTURE ROOT   the pages say what the product says
       check-reference.py hostile ROOT FOLDER         pages of data that look like Markdown
       check-reference.py measured ROOT FOLDER        pages of data with measurements
"""
import json
import os
import re
import shutil
import subprocess
import sys
from html import unescape


def fail(text):
    sys.exit(f"check-reference.py: {text}")


def expect(what, got, wanted):
    if got != wanted:
        fail(f"{what}:\n  got    {got!r}\n  wanted {wanted!r}")


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


# --- The pages against the product ---


def sections(page):
    """Heading to text."""
    parts = re.split(r"^## (.*)$", page, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


def names_on_pages(reference):
    """Name to (class, error, confidence), through the links of names.md."""
    result, pages = {}, {}
    line = re.compile(r"^\| `([^`]+)` \| `([^`]+)` \| \[[^\]]*\]\((api/[^#]+)#([^)]+)\) \|$", re.M)
    for name, klass, path, anchor in line.findall(read(reference, "names.md")):
        if path not in pages:
            pages[path] = {re.sub("[: ]", lambda m: "-" * (m[0] == " "), h.lower()): (h, t) for h, t in sections(read(reference, path)).items()}
        heading, body = pages[path][anchor]
        said = re.search(r"^- \*\*Class\*\* \[`([^`]+)`\]", body, re.M)[1]
        expect(f"class of {name}", said, klass)
        # What the language has instead of a function is described, not named.
        if f"`{name}`" not in body and path != "api/language.md":
            fail(f"{heading}: does not say {name}")
        error = re.search(r"^- \*\*Error\*\* \[?(\d+)", body, re.M)
        confidence = re.search(r"^- \*\*Evidence\*\* .*confidence (\w+)$", body, re.M)[1]
        result[name] = (klass, error[1] if error else "-", confidence)
    return result


def said_by_product(tool, *arguments):
    return subprocess.run([tool, "kb", *arguments], check=True, stdout=subprocess.PIPE, text=True,
                          encoding="utf-8").stdout


def bullets(block, label):
    """The items below a label of `kb explain`, each on one line."""
    found = re.search(rf"^{label}\n((?:  .*\n)*)", block, re.M)
    items = re.split(r"^  - ", found[1], flags=re.M)[1:] if found else []
    return [" ".join(item.split()) for item in items]


def product(tool, root):
    sys.path.insert(0, os.path.join(root, "site"))
    from knowledge import Knowledge

    kb = ";".join(path for path in Knowledge.files(os.path.join(root, "kb"))
                  if os.sep + "measured" + os.sep not in path)
    reference = os.path.join(root, "docs/reference")
    # A conversion has a blank in its name.
    listed = {line.rsplit(maxsplit=3)[0]: tuple(line.split()[-3:]) for line in said_by_product(tool, "list", f"--kb={kb}").splitlines()}
    shown_names = names_on_pages(reference)
    for name in sorted(shown_names.keys() | listed.keys()):
        expect(name, shown_names.get(name), listed.get(name))

    knowledge = Knowledge(os.path.join(root, "kb"))
    entries = [line.split()[0] for line in said_by_product(tool, "list", "entries", f"--kb={kb}").splitlines()]
    expect("entries", sorted(e.id for e in knowledge.entries), entries)
    blocks = said_by_product(tool, "explain", *entries, f"--kb={kb}").split("\n\n")
    expect("explanations", len(blocks), len(entries))
    remedies = 0
    for name, block in zip(entries, blocks):
        entry = knowledge.entry(name)
        wanted = [" ".join(f"{a.title}. {a.en}".split()) if a.title else " ".join(a.en.split()) for a in entry.remedies]
        expect(f"remedies of {name}", wanted, [re.sub(r" \(helps in \d+ %\)$", "", r) for r in bullets(block, "remedies:")])
        wanted = [" ".join(f"{a.en}: {a.why}".split()) for a in entry.dead_ends]
        expect(f"dead ends of {name}", wanted, [re.sub(r" \(fails in \d+ %\)$", "", r) for r in bullets(block, "dead ends:")])
        remedies += len(entry.remedies)
        # Wrong advice stands among the dead ends and nowhere else.
        page = sections(read(reference, "errors", name + ".md"))
        for key, heading in (("workarounds", "Remedies"), ("dead_ends", "")):
            for item in entry.data.get(key, []):
                text = re.sub(r"\W+", " ", item.get("how") or item.get("action") or "")
                if not item.get("shown", True) and text.strip():
                    flat = {h: re.sub(r"\W+", " ", re.sub(r"&#?\w+;", " ", t)) for h, t in page.items()}
                    flat = {h: re.sub(r"\s+", " ", t) for h, t in flat.items()}
                    where = [h for h, t in flat.items() if re.sub(r"\s+", " ", text).strip() in t]
                    expect(f"{name}: sections with wrong advice ({heading})", where, ["Dead ends"])
    if remedies < 50:
        fail(f"only {remedies} remedies")

    # Names with suffixes are the same rows.
    suffixed = [f"{name}{s['suffix']}" for name in sorted(listed) for s in knowledge.suffixes
                if name.startswith("cu") and "::" not in name]
    blocks = said_by_product(tool, "explain", *suffixed, f"--kb={kb}").split("\n\n")
    expect("suffixed names", len(blocks), len(suffixed))
    for name, block in zip(suffixed, blocks):
        # By family, as the product prints them.
        wanted = sorted(n for _, n in knowledge.lookup(name).names)
        expect(name, wanted, sorted(block.split("\n")[0].split(", ")))


# --- Data that look like Markdown ---

HOSTILE = [
    "a | b || c", "`code` and ``more`` and ```", "<script>alert(1)</script>", "a < b && c > d &amp; &lt;",
    "*bold* **bold** _it_ __it__ snake_case_name _x", "[link](http://example.com) ![image](x) [1]: x [^1]",
    "\\ \\\\ \\| \\` \\<", "# heading", "- item", "+ item", "1. item", "1) item", "2024-06-01", "0.85", "===", "---",
    "~~gone~~ ~x~", "$a$ $$b$$", "{: .x } {{ x }} {% y %}", "!!! note", ": definition", "> quote", "a\nb\r\n\n# c\tend",
    "https://example.com/<x>", "::: x", "=== \"tab\"", "*[abbr]: x", "<!-- comment -->", "--> x", "中文 | `代码` <b>",
    "\x01\x1b[31mred", "&#60;b&#62;", "| |", "|", "`", "\\", "a\\", "``", "x `", "` x",
]


def plain(html):
    """What a browser shows of a fragment."""
    return " ".join(unescape(re.sub(r"<[^>]*>", "", html)).split())


def shown(value):
    return " ".join(re.sub(r"[\x00-\x08\x0b-\x1f\x7f]", "", value).split())


def renderers():
    import markdown
    from markdown_it import MarkdownIt

    gfm = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    yield "CommonMark", gfm.render
    extensions = ["tables", "sane_lists", "pymdownx.superfences", "toc"]
    yield "Python-Markdown", lambda text: markdown.markdown(text, extensions=extensions)


def hostile(root, folder):
    sys.path.insert(0, os.path.join(root, "site"))
    from markdown_text import block, code, table, text

    for name, render in renderers():
        for value in HOSTILE:
            for span in (text, code):
                once = span(value)
                if span is code and not shown(value):
                    continue
                what = f"{name}, {span.__name__}({value!r}) = {once!r}"
                expect(what, plain(render(f"label {once} end")), f"label {shown(value)} end")
                expect(what + " in a list", plain(render(f"- {once}\n- x")), f"{shown(value)} x")
                if span is text:
                    expect(what + " in bold", plain(render(f"- **{once}**: x")), f"{shown(value)}: x")
                cells = re.findall(r"<td[^>]*>(.*?)</td>", render(table(["a", "b"], [[once, "x"]])), re.S)
                expect(what + " in a table", [plain(c) for c in cells], [shown(value), "x"])
                html = render(f"x {once} y")
                if re.search(r"<(script|img|em|strong|a|h\d|li|del|b)\b", html):
                    fail(f"{what}: is markup: {html}")
            if shown(value):
                html = re.sub(r"</?(span|div)[^>]*>", "", render(block(value)))
                expect(f"{name}, block({value!r})", len(re.findall(r"<pre", html)), 1)
                expect(f"{name}, block({value!r})", plain(html), shown(value))

    # Whole pages of such data.
    shutil.rmtree(folder, ignore_errors=True)
    for path in ("kb/api", "kb/errors/x"):
        os.makedirs(os.path.join(folder, path))
    nasty = " ".join(v for v in HOSTILE if "\x01" not in v)
    row = {"names": {"runtime": ["cudaNasty"]}, "params": ["stream"], "class": "unsafe", "error": 900, "invalidates": "yes",
           "since": nasty, "entry": "x/nasty", "remedy": {"en": nasty, "zh": nasty}, "confidence": "low",
           "evidence": [{"source": nasty, "url": "javascript:alert(1)", "quote": nasty}]}
    entry = {"id": "x/nasty", "number": 900, "signature": nasty, "signature_zh": nasty, "root_cause": nasty,
             "root_cause_zh": nasty, "regex": nasty, "samples": HOSTILE, "sources": HOSTILE,
             "workarounds": [{"action": v, "how": nasty} for v in HOSTILE], "workarounds_zh": HOSTILE,
             "dead_ends": [{"action": v, "why_fails": v} for v in HOSTILE],
             "corrections": [{"field": "/" + v, "was": v, "now": v, "evidence": v} for v in HOSTILE]}
    spelling = {"standalone": True, "suffixes": [{"suffix": "_v2", "perThreadDefaultStream": False}]}
    codes = {"codes": [{"number": 900, "runtime": "cudaErrorNasty", "message": nasty}]}
    for path, data in (("kb/api/nasty.json", {"rows": [row]}), ("kb/errors/x/nasty.json", entry),
                       ("kb/spelling.json", spelling), ("kb/errors/codes.json", codes)):
        with open(os.path.join(folder, path), "w", encoding="utf-8") as file:
            json.dump(data, file)
    subprocess.run([sys.executable, os.path.join(root, "site/reference.py"), "--kb", os.path.join(folder, "kb"),
                    "--out", os.path.join(folder, "out")], check=True)
    for name, render in renderers():
        html = render(read(folder, "out/errors/x/nasty.md"))
        items = {heading: len(re.findall("<li", part)) for heading, part in
                 re.findall(r"<h2[^>]*>(.*?)</h2>(.*?)(?=<h2|\Z)", html, re.S)}
        count = len(HOSTILE)
        expect(f"{name}: list items by section", items,
               {"Cause": 0, "Remedies": count, "Dead ends": count, "Functions": 0, "In a log": 0,
                "中文": count, "Sources": count, "Corrections": count})
        html += render(read(folder, "out/api/nasty.md")) + render(read(folder, "out/errors/README.md"))
        bad = re.search(r"<(script|img|del|b)\b|javascript:alert\(1\)[\"']|href=\"(?!#|[\w./-]*\.md)[^\"]*\"", html)
        if bad:
            fail(f"{name}: data became markup: {html[max(0, bad.start() - 80):bad.end() + 80]}")


# --- Measurements ---


def measured(root, folder):
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(os.path.join(root, "kb"), os.path.join(folder, "kb"), ignore=shutil.ignore_patterns("measured"))
    os.makedirs(os.path.join(folder, "kb/measured"))
    data = json.loads(read(root, "test/kb/Inputs/reconcile/measured/gpu.json"))
    fake = dict(data, fake=True, device=dict(data["device"], name="Nobody's GPU"))
    for name, content in (("gpu", data), ("fake", fake)):
        with open(os.path.join(folder, f"kb/measured/{name}.json"), "w", encoding="utf-8") as file:
            json.dump(content, file)
    subprocess.run([sys.executable, os.path.join(root, "site/reference.py"), "--kb", os.path.join(folder, "kb"),
                    "--out", os.path.join(folder, "out")], check=True)
    body = sections(read(folder, "out/api/memory.md"))["cudaMalloc"]
    for line in ("**Evidence** [measured](../README.md#evidence)",
                 "Measured on NVIDIA H200, driver 580.1, CUDA 13.0:",
                 "- global: 900, invalidates (nonblocking capture)",
                 "- relaxed: success (nonblocking capture)",
                 "- thread-local, another thread: 900, invalidates (nonblocking capture)"):
        if line not in body:
            fail(f"cudaMalloc: no {line!r} in\n{body}")
    if "Nobody" in body:
        fail("a fake's answers are on a page")


if __name__ == "__main__":
    {"product": product, "hostile": hostile, "measured": measured}[sys.argv[1]](*sys.argv[2:])
