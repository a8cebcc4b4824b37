"""Every function is asked about, or it is said why not:
coverage.py ORACLE KB [INCLUDE]. Compares the tables with the rows of the
knowledge base and, given a toolkit's headers, with what they declare."""

import json
import re
import sys
from pathlib import Path

oracle, kb = map(Path, sys.argv[1:3])

asked = set()
for table in [*oracle.glob("calls/*.cu"), *oracle.glob("libraries/*.cu")]:
    asked |= set(re.findall(r"^\s*CALL(?:_AS|_BODY)?\(([\w:]+)", table.read_text(), re.M))
excluded = {}
for file in oracle.glob("excluded*.txt"):
    for number, line in enumerate(file.read_text().splitlines(), 1):
        name, _, reason = line.partition(": ")
        if not re.fullmatch(r"\w+", name) or not reason.strip():
            sys.exit(f"{file.name}:{number}: expected NAME: REASON")
        if name in excluded:
            sys.exit(f"{file.name}:{number}: {name} is excluded twice")
        excluded[name] = reason

wanted = {}
for file in sorted(kb.glob("api/*.json")):
    for row in json.loads(file.read_text())["rows"]:
        for family in ("runtime", "driver"):
            for name in row.get("names", {}).get(family, []):
                # What libraries do is not asked of the driver.
                if "::" in name:
                    continue
                wanted[name] = f"row of {file.name}"

if len(sys.argv) > 3:
    for header, pattern in (("cuda_runtime_api.h", r"\bCUDARTAPI\s+(cuda\w+)\s*\("),
                            ("cuda.h", r"\bCUDAAPI\s+(cu[A-Z]\w+)\s*\(")):
        text = (Path(sys.argv[3]) / header).read_text(errors="replace")
        for name in re.findall(pattern, text):
            wanted.setdefault(re.sub(r"(_v\d+)?(_pt[sd][zs])?$", "", name), header)

missing = sorted(n for n in wanted if n not in asked and n not in excluded)
both = sorted(asked & set(excluded))
for name in missing:
    print(f"{name} ({wanted[name]}): neither in a table nor excluded")
for name in both:
    print(f"{name}: in a table and excluded")
print(f"{len(asked)} functions asked, {len(excluded)} excluded, "
      f"{len(missing)} missing, {len(both)} both")
sys.exit(1 if missing or both else 0)
