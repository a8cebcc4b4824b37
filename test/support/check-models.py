#!/usr/bin/env python3
"""Checks that each model of library types has its file, its golden test and its
place in docs/design/lower.md."""

import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
models = root / "lib/lower/models"
design = (root / "docs/design/lower.md").read_text()
names = re.findall(r"^MODEL\((\w+)\)", (models / "Models.def").read_text(), re.M)
wrong = [] if names else ["Models.def names no model"]
for name in names:
    test = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()
    if not (models / f"{name}.cpp").exists():
        wrong.append(f"lib/lower/models/{name}.cpp is missing")
    if not list((root / "test/lower/models").glob(f"{test}.c*")):
        wrong.append(f"test/lower/models/{test}.cu is missing")
    if f"models/{name}.cpp" not in design:
        wrong.append(f"docs/design/lower.md does not say what models/{name}.cpp does")
# What has a header is for models, and is none.
known = {f"{name}.cpp" for name in names} | {path.with_suffix(".cpp").name for path in models.glob("*.h")}
for path in models.glob("*.cpp"):
    if path.name not in known:
        wrong.append(f"Models.def does not name {path.name}")
for line in wrong:
    print(line)
sys.exit(bool(wrong))
