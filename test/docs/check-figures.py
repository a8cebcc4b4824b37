"""Compares the README's figures with the data: check-figures.py ROOT."""

import json
import re
import sys
from pathlib import Path

root = Path(sys.argv[1])
rows = [row for file in root.glob("kb/api/*.json")
        for row in json.loads(file.read_text())["rows"]]
names = sum(len(names) for row in rows for names in row.get("names", {}).values())

said = re.search(r"(\d+) rows, (\d+) names", (root / "README.md").read_text())
if not said:
    sys.exit("README.md: no sentence with 'N rows, N names'")
if (int(said[1]), int(said[2])) != (len(rows), names):
    sys.exit(f"README.md says {said[0]}; there are {len(rows)} rows, {names} names")
