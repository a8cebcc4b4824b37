"""Damages a built site in ways that its tests must see: damage.py FOLDER."""
import json
import os
import re
import sys

root = sys.argv[1]


def edit(path, change):
    path = os.path.join(root, path)
    with open(path, encoding="utf-8") as file:
        old = file.read()
    new = change(old)
    if new == old:
        sys.exit(f"{path}: nothing to damage")
    with open(path, "w", encoding="utf-8") as file:
        file.write(new)


# Links, and something to load from elsewhere.
edit("index.html", lambda text: text.replace("</article>", (
    '<a href="docs/nowhere.html">a</a><a href="docs/design.html#nowhere">b</a>'
    '<link rel="stylesheet" href="https://example.com/x.css"></article>')))
# Another layout; an empty table; letters that cannot be seen; no Chinese.
edit("index.html", lambda text: text.replace("</head>", (
    "<style>.md-header { background: white } .md-sidebar--primary { display: none } .md-content { min-width: 1300px }"
    "</style></head>")))
edit("docs/reference/api/memory.html", lambda text: re.sub(r"<tbody>.*?</tbody>", "", text, flags=re.S).replace(
    "</head>", "<style>* { color: white !important; fill: white !important }</style></head>"))
edit("docs/reference/errors/cuda/stream-capture-unsupported.html",
     lambda text: re.sub("[\u4e00-\u9fff]", "□", text).replace("Remedies", "Remarks"))
# An empty index.
edit("search/search_index.json", lambda text: json.dumps(dict(json.loads(text), docs=[])))
