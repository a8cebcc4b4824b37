"""Compares the numbers of findings that init tells with what check reports.

usage: compare-init.py INIT.json BEFORE.txt AFTER.txt
"""

import json
import re
import sys


def findings(path):
    with open(path, encoding="utf-8") as f:
        return len(re.findall(r": (?:warning|error): .* \[cuda-capture-", f.read()))


with open(sys.argv[1], encoding="utf-8") as f:
    told = json.load(f)["findings"]
before, after = findings(sys.argv[2]), findings(sys.argv[3])
if not 0 < before < after:
    sys.exit(f"the program shows nothing: {before} findings before, {after} after")
if (told["now"], told["withProposal"]) != (before, after):
    sys.exit(f"init tells {told}, check finds {before} and {after}")
