"""The file of a measurement: sorted, one case a line, never half written."""

import json
import os
from pathlib import Path


class StoreError(Exception):
    """Why the file can not be used, and what to do."""


def load(path, device, fake):
    """Cases by id that the file already has; none if there is no file."""
    if not path.exists():
        return {}
    try:
        data = json.loads(path.read_text())
        known = {c["id"]: c for c in data["cases"]}
        same = data["device"] == device and data.get("fake", False) == fake
    except (OSError, ValueError, KeyError, TypeError) as e:
        raise StoreError(f"{path}: not a measurement ({e}): move it away, or use --fresh")
    if not same:
        raise StoreError(f"{path}: measured on another device or driver: "
                         "name another file with --out, or use --fresh")
    return known


def save(path, device, fake, programs, absent, cases, complete):
    """Replaces the file as a whole."""
    head = {"device": device, "fake": True} if fake else {"device": device}
    head.update(programs=programs, absent=absent, complete=complete)
    lines = [f' {json.dumps(k)}: {json.dumps(v, sort_keys=True)},' for k, v in head.items()]
    body = ",\n".join("  " + json.dumps(cases[i], sort_keys=False) for i in sorted(cases))
    text = "{\n" + "\n".join(lines) + '\n "cases": [\n' + body + "\n ]\n}\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with open(temporary, "w") as f:
            f.write(text)
            f.flush()
            os.fsync(f.fileno())
        os.replace(temporary, path)
    finally:
        Path(temporary).unlink(missing_ok=True)
