"""Gives two objects of a cache each other's name: mix-objects.py CACHE"""

import pathlib
import sys

one, two = sorted(pathlib.Path(sys.argv[1]).glob("*.ccir"))[:2]
kept = one.read_bytes()
one.write_bytes(two.read_bytes())
two.write_bytes(kept)
