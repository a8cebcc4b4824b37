"""What mkdocs does not do by itself: patterns in `nav`, and words in Chinese."""
import glob
import json
import os
import re


def _order(page):
    """By title, and numbers by their value: an index is read by people."""
    with open(page, encoding="utf-8") as file:
        title = file.readline().lstrip("# ")
    return [int(part) if part.isdigit() else part.lower() for part in re.split(r"(\d+)", title)]


def _expand(nav, folder, named):
    """Replaces patterns by the pages that match them."""
    result = []
    for item in nav:
        if isinstance(item, dict):
            result += [{title: _expand(to, folder, named) if isinstance(to, list) else to}
                       for title, to in item.items()]
        elif "*" in item:
            found = sorted(glob.glob(os.path.join(folder, item)), key=_order)
            result += [path for path in (os.path.relpath(path, folder) for path in found) if path not in named]
        else:
            result.append(item)
    return result


def _pages(nav):
    for item in nav:
        if isinstance(item, dict):
            for to in item.values():
                yield from _pages(to if isinstance(to, list) else [to])
        else:
            yield item


def on_config(config):
    folder = config["docs_dir"]
    config["nav"] = _expand(config["nav"], folder, set(_pages(config["nav"])))
    # A page that nothing leads to would be found by the search alone.
    reached = set(_pages(config["nav"]))
    for path, _, files in os.walk(folder, followlinks=True):
        for name in files:
            page = os.path.relpath(os.path.join(path, name), folder)
            if page.endswith(".md") and page not in reached:
                raise SystemExit(f"{page}: no entry of `nav` leads to this page")
    return config


def _chinese_words(text, longest=8):
    """What somebody may type to find a text that has no blanks between words."""
    runs = set(re.findall("[\u4e00-\u9fff]{2,}", text))
    return {run[at:at + longest] for run in runs for at in range(len(run) - 1)}


def on_post_build(config):
    """The search finds words by how they begin: lets any character begin one."""
    path = os.path.join(config["site_dir"], "search/search_index.json")
    with open(path, encoding="utf-8") as file:
        index = json.load(file)
    for document in index["docs"]:
        words = _chinese_words(f"{document['title']} {document['text']}")
        if words:
            document["text"] += " " + " ".join(sorted(words))
    with open(path, "w", encoding="utf-8") as file:
        json.dump(index, file, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
