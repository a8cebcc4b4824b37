"""The indexes of the reference."""
from collections import Counter

import words
from api_pages import areas, error_link, heading_link, verdict_cells
from error_pages import entry_link
from knowledge import FAMILIES, LEVELS
from markdown_text import code, link, table, text


def _count(number, one, many=None):
    return f"{number} {one if number == 1 else many or one + 's'}"


def _figures(knowledge):
    """How much there is, in one sentence; the README has some of it, too."""
    names = sum(len(row.names) for row in knowledge.rows)
    known = sum(row.data["class"] != "unknown" for row in knowledge.rows)
    forbidden = sum(row.forbidden() for row in knowledge.rows)
    return (f"{_count(len(knowledge.rows), 'row')} with {_count(names, 'name')}; for {_count(known, 'row')} it is known how the "
            f"call behaves under capture, and {forbidden} of these are of calls that some capture forbids. "
            f"{_count(len(knowledge.entries), 'error entry', 'error entries')}, {_count(len(knowledge.codes), 'error number')}.")


def overview(knowledge):
    by_area = areas(knowledge)
    classes = Counter(row.data["class"] for row in knowledge.rows)
    levels = Counter(row.level for row in knowledge.rows)
    parts = ["# Reference",
             "What is known of each function and each error under stream capture, written from the "
             + link("knowledge base", "../knowledge-base.md") + ": " + _figures(knowledge),
             "- " + link("What a capture forbids", "forbidden.md") + ": the functions that some capture rejects\n"
             "- " + link("Names", "names.md") + ": every function by its name, in the runtime, the driver and HIP\n"
             "- " + link("Errors", "errors/README.md") + ": by number, by library, and those without a message",
             "## Areas",
             table(["area", "rows", "known", "forbidden by some capture"],
                   [[link(words.area(area), f"api/{area}.md"), str(len(rows)),
                     str(sum(row.data["class"] != "unknown" for row in rows)), str(sum(row.forbidden() for row in rows))]
                    for area, rows in by_area.items()]),
             "## Classes",
             "How a call behaves while a stream captures. `modes` of a row, where it has them, win over its class.",
             table(["class", "a call", "rows"],
                   [[code(name), meaning, str(classes[name])] for name, meaning in words.CLASSES.items()]),
             "Who is bound by the capture mode, and from which threads: "
             + link("cuda-capture-unsafe-call", "../checks/unsafe-call.md#why") + ".",
             "## Evidence",
             "The strongest kind of source that a row has. HIP's functions share rows with CUDA's, and what is measured or "
             "documented is so of CUDA, unless the source says otherwise. Each row has its confidence besides: high, "
             "medium or low.",
             table(["level", "what stands behind a row", "rows"],
                   [[words.LEVELS[level][0], words.LEVELS[level][1], str(levels[level])] for level in LEVELS])]
    return "\n\n".join(parts)


def forbidden(knowledge):
    parts = ["# What a capture forbids",
             "The functions that some stream capture rejects, or that it does not see, by the check that reports them."]
    for name, check in words.CHECKS.items():
        rows = sorted((row for row in knowledge.rows if row.data["class"] == name), key=lambda row: row.heading)
        if rows:
            parts += [f"## Class {name}",
                      f"{words.CLASSES[name][0].upper()}{words.CLASSES[name][1:]}: {link(code(f'cuda-capture-{check}'), f'../checks/{check}.md')}.",
                      table(["function", *words.MODE_TITLES, "invalidates", "evidence"],
                            [[heading_link(row, "api/"), *verdict_cells(row, knowledge, ""),
                              row.data.get("invalidates", "unknown"), words.LEVELS[row.level][0]] for row in rows])]
    return "\n\n".join(parts)


def names(knowledge):
    parts = ["# Names", "Every function that has a row. Versions (`_v2`) and functions of the per-thread default stream "
             "(`_ptsz`) stand under the name without the suffix, unless they have other parameters."]
    for family in FAMILIES:
        found = sorted((name, row) for row in knowledge.rows for fam, name in row.names if fam == family)
        if found:
            parts += [f"## {words.FAMILIES[family]}",
                      table(["function", "class", "section"],
                            [[code(name), code(row.data["class"]), heading_link(row, "api/")] for name, row in found])]
    constructs = sorted((row for row in knowledge.rows if "construct" in row.data), key=lambda row: row.heading)
    if constructs:
        parts += ["## Constructs of the language",
                  table(["construct", "class", "section"],
                        [[code(row.data["construct"]), code(row.data["class"]), heading_link(row, "api/")] for row in constructs])]
    return "\n\n".join(parts)


def errors(knowledge):
    current = [entry for entry in knowledge.entries if "superseded_by" not in entry.data]
    numbered = sorted((e for e in current if e.data.get("number") is not None), key=lambda e: (e.data["number"], e.id))
    silent = sorted((e for e in current if e.data.get("silent")), key=lambda e: e.id)
    messages = sorted((e for e in current if e not in numbered and e not in silent), key=lambda e: e.id)
    superseded = sorted((e for e in knowledge.entries if "superseded_by" in e.data), key=lambda e: e.id)
    parts = ["# Errors", "Errors that code meets which captures streams: cause, remedies, what does not help, and how they "
             "read in a log. " + code("cuda-capture kb match run.log") + " finds them in one."]
    for heading, entries in (("By number", numbered), ("Without a message", silent),
                             ("Messages of libraries", messages), ("Superseded", superseded)):
        if entries:
            parts += [f"## {heading}", table(["error", "中文", "entry"], [
                [entry_link(e, "../"), text(e.data.get("signature_zh") or ""), code(e.id)] for e in entries])]
    parts += ["## All error numbers", "Of CUDA 13.0, with their names and messages.",
              table(["number", "runtime", "driver", "HIP", "message"], [
                  [error_link(number, knowledge), *(code(c[f]) if c.get(f) else "" for f in FAMILIES), text(c.get("message", ""))]
                  for number, c in sorted(knowledge.codes.items())])]
    return "\n\n".join(parts)


def pages(knowledge):
    yield "README.md", overview(knowledge)
    yield "forbidden.md", forbidden(knowledge)
    yield "names.md", names(knowledge)
    yield "errors/README.md", errors(knowledge)
