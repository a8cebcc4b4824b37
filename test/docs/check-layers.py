"""Each library includes only those that docs/design.md permits.

check-layers.py SOURCE_ROOT
"""
import pathlib
import re
import sys

# Library to those that its files may include besides its own.
LAYERS = {
    "support": set(),
    "json": set(),
    "kb": {"json"},
    "ir": {"support"},
    "link": {"ir", "support"},
    "analysis": {"ir", "kb", "support"},
    "report": {"analysis", "ir", "json", "kb", "support"},
    "lower": {"analysis", "ir", "kb", "link", "support"},
    "fixits": {"analysis", "ir", "kb", "lower", "support"},
    "diagnose": {"analysis", "fixits", "ir", "kb", "lower", "report", "support"},
    "scan": {"support"},
    "compdb": {"json", "support"},
}
WITH_CLANG = {"lower", "fixits", "diagnose", "scan", "compdb"}

root = pathlib.Path(sys.argv[1])
wrong = 0
seen = set()
for path in sorted((root / "lib").rglob("*")):
    if path.suffix not in (".cpp", ".h", ".def") or len(path.relative_to(root).parts) < 3:
        continue
    library = path.relative_to(root / "lib").parts[0]
    seen.add(library)
    for name in re.findall(r'^#include "(.+)"', path.read_text(), re.M):
        if name.startswith("clang"):
            if library not in WITH_CLANG:
                wrong += 1
                print(f"{path.relative_to(root)}: lib/{library} knows no Clang, and includes {name}")
            continue
        if not name.startswith("../"):
            continue
        target = pathlib.Path(*(path.parent / name).resolve().relative_to(root.resolve()).parts)
        other = target.parts[1] if target.parts[0] == "lib" and len(target.parts) > 2 else target.parts[0]
        if other not in LAYERS.get(library, set()) | {library, "lib"}:
            wrong += 1
            print(f"{path.relative_to(root)}: lib/{library} may not include {target}")
for library in sorted(seen ^ set(LAYERS)):
    wrong += 1
    print(f"lib/{library}: {'has no layer' if library in seen else 'is gone'}")
sys.exit(wrong != 0)
