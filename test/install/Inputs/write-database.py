"""write-database.py DATABASE SOURCE...: as nvcc would compile the sources."""
import json
import os
import sys

commands = []
for source in map(os.path.abspath, sys.argv[2:]):
    arguments = ["nvcc", "-std=c++17", "-c", source]
    commands.append({"directory": os.path.dirname(source), "file": source, "arguments": arguments})
with open(sys.argv[1], "w") as out:
    json.dump(commands, out)
