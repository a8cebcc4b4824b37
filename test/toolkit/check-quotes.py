"""Evidence that cites a header of CUDA 13.0 quotes what stands there:
check-quotes.py KB INCLUDE. Comments are compared as they read: without markup
and line ends. "..." leaves something out; "NAME:" says whose comment it is."""

import json
import re
import sys
from pathlib import Path

kb, include = map(Path, sys.argv[1:3])


def plain(text):
    text = re.sub(r"^\s*\*+", "", text, flags=re.M)
    text = re.sub(r"\\(p|ref|e|b)\s+|::", "", text).replace('"', "")
    return re.sub(r"\s+", " ", text).strip()


headers, quotes, problems = {}, 0, 0
for file in sorted(kb.glob("api/**/*.json")):
    for row in json.loads(file.read_text())["rows"]:
        for evidence in row.get("evidence", []):
            cited = re.match(r"CUDA 13\.0 (?:header )?([\w/]+\.(?:cuh|h))", evidence["source"])
            if not cited or not evidence.get("quote"):
                continue
            name = cited[1]
            # Not every toolkit comes with its libraries.
            if not (include / name).exists() and file.parent.name == "libraries":
                continue
            if name not in headers:
                headers[name] = plain((include / name).read_text(errors="replace"))
            quote = re.sub(r"^(cu\w+): ", "", evidence["quote"])
            for part in re.split(r"\s*\.\.\.\s*", quote):
                quotes += 1
                if plain(part) not in headers[name]:
                    problems += 1
                    print(f"{file.name}: {row['names']}: not in {name}: {part}")
print(f"{quotes} quotes, {problems} not found")
sys.exit(problems != 0)
