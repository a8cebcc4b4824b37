"""Writes sources that begin with a header, and their compile database.

usage: shared-header.py FOLDER NUMBER HEADER FLAGS..."""
import json
import pathlib
import sys

folder, number, header, *flags = sys.argv[1:]
folder = pathlib.Path(folder).absolute()
folder.mkdir()
entries = []
for one in range(int(number)):
    source = folder / f"s{one}.cu"
    source.write_text(f"#include <{header}>\nvoid use{one}(cudaEvent_t e) {{ cudaEventDestroy(e); }}\n")
    entries.append({"directory": str(folder), "file": str(source), "arguments": ["clang++", *flags, "-c", str(source)]})
(folder / "compile_commands.json").write_text(json.dumps(entries))
