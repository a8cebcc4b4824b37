"""Fails if two results have the same stamp for an edited file:
same-stamp.py ONE TWO"""

import json
import sys

one, two = (json.load(open(name))["files"] for name in sys.argv[1:])
assert one and two, (one, two)
assert one != two, one
