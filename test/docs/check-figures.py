"""Compares the README's figures with the data: check-figures.py ROOT."""

import json
import re
import sys
from pathlib import Path

root = Path(sys.argv[1])
rows = [row for file in root.glob("kb/api/*.json")
        for row in json.loads(file.read_text())["rows"]]
names = sum(len(names) for row in rows for names in row.get("names", {}).values())
known = sum(row["class"] != "unknown" for row in rows)

said = re.search(r"(\d+) rows, (\d+) names[^;]*; for (\d+) rows", (root / "README.md").read_text())
if not said:
    sys.exit("README.md: no sentence with 'N rows, N names; for N rows'")
if tuple(map(int, said.groups())) != (len(rows), names, known):
    sys.exit(f"README.md says '{said[0]}'; there are {len(rows)} rows, {names} "
             f"names, and {known} rows have a class")
