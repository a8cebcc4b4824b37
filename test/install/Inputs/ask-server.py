#!/usr/bin/env python3
"""Opens a file in a language server, and prints what it says of it.

ask-server.py FILE NAME COMMAND...

NAME is the file's for the server.
"""
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "clangd"))
import lsp  # noqa: E402

with lsp.Server(sys.argv[3:], root="/") as server:
    for found in server.open(sys.argv[2], pathlib.Path(sys.argv[1]).read_text()):
        start = found["range"]["start"]
        print(f"{start['line'] + 1}:{start['character'] + 1}: {found.get('code')}: {found['message']}")
sys.exit(server.process.returncode)
