"""The knowledge base as the product understands it (docs/knowledge-base.md).

Documents are recognised by their keys and not by their names; what cannot be
relied on (advice that is not shown, measurements that prove nothing) is set
apart here, once, for all pages.
"""
import json
import os
import re
from collections import Counter
from dataclasses import dataclass, field

import words

MODES = tuple(words.MODES)
FAMILIES = tuple(words.FAMILIES)
NOT_READY = 600

# What stands behind a row, the strongest first. A measurement of ours beats
# what can be read; what NVIDIA or AMD says or does beats what others saw.
LEVELS = ("measured", "documented", "vendor", "reported", "none")
_LEVEL_OF_SOURCE = (
    ("none", r"no source says"),
    ("measured", r"kb/measured/|[Mm]easured by the probe"),
    ("documented", r"\b(cuda|driver_types|cuda_runtime_api|hip_runtime_api)\.h\b"
                   r"|CUDA (C\+\+ )?Programming Guide|CUDA (Runtime|Driver) API"
                   r"|HIP documentation|CUDA 13\.0 header|\bcu\w+ documentation"),
    ("vendor", r"(NVIDIA|ROCm)[/ ]"),
    ("reported", r""),
)


def level_of(source):
    """How strong a source is, by what it says it is."""
    return next(level for level, pattern in _LEVEL_OF_SOURCE if re.match(f".*?(?:{pattern})", source))


@dataclass
class Row:
    """One row, with the file it stands in."""
    area: str
    data: dict
    measured: list = field(default_factory=list)  # (device, cases)
    file: str = ""  # below kb/
    twin: int = 0  # how many rows of the area before it have the same heading

    @property
    def names(self):
        """(family, name), in the order of the row."""
        return [(family, name) for family, names in self.data.get("names", {}).items()
                for name in names]

    @property
    def heading(self):
        if "construct" in self.data:
            return words.CONSTRUCTS[self.data["construct"]]
        name = next(name for family in FAMILIES for fam, name in self.names if fam == family)
        # "Class::~Class" would have the anchor of the constructor.
        name = re.sub(r"::~\w+$", " destructor", name)
        return name + (f" {self.twin + 1}" if self.twin else "") if re.fullmatch(r"[\w: -]+", name, re.ASCII) \
            else self._pattern_heading(name)

    def _pattern_heading(self, name):
        """A heading without what patterns are made of: arguments, parameters and stars."""
        while (inner := re.sub(r"<[^<>]*>", "", name)) != name:
            name = inner
        name = re.sub(r"[(<].*", "", name)
        name = " ".join(re.sub(r"[^\w:]", " ", name).split()).strip(":")
        return name + (f" {self.twin + 1}" if self.twin else "")

    @property
    def level(self):
        """The strongest kind of source; of a class that none proves, there is none."""
        if self.measured:
            return "measured"
        if self.data["class"] == "unknown":
            return "none"
        levels = [level_of(e["source"]) for e in self.data.get("evidence", [])]
        return min(levels, key=LEVELS.index, default="none")

    def sources(self):
        """Evidence that is some: not the statement that there is none."""
        return [e for e in self.data.get("evidence", []) if level_of(e["source"]) != "none"]

    def verdicts(self):
        """What the call does in each mode, by class; `modes` wins over it."""
        of_class = self._class_verdicts(self.data["class"])
        said = self.data.get("modes", {})
        return [said.get(mode, verdict) for mode, verdict in zip(MODES, of_class)]

    @staticmethod
    def _class_verdicts(name):
        return {
            "control": ["control"] * 3,
            "captured": ["captured"] * 3,
            "neutral": ["ok"] * 3,
            "unsafe": ["error", "error", "ok"],
            "conflicts": ["conflicts"] * 3,
            "legacy-implicit": ["legacy"] * 3,
            "unsupported": ["unsupported"] * 3,
            "unknown": ["unknown"] * 3,
        }[name]

    def forbidden(self):
        """Whether some capture forbids the call."""
        return self.data["class"] in ("unsafe", "conflicts", "legacy-implicit", "unsupported")


@dataclass
class Advice:
    """A remedy or dead end, in both languages; `zh` may be empty."""
    title: str
    en: str
    zh: str
    why: str
    rate: float
    when: dict


@dataclass
class Entry:
    """One error entry."""
    id: str
    data: dict
    remedies: list = field(default_factory=list)
    dead_ends: list = field(default_factory=list)
    withdrawn: list = field(default_factory=list)  # (text, corrections)

    @property
    def domain(self):
        return self.id.rsplit("/", 1)[0]


def _advice(data, zh, dead_end):
    action, how = data.get("action", ""), data.get("how", "")
    if dead_end:
        title, en, rate = "", action, data.get("fail_rate")
    else:
        title = action if how and how != action else ""
        en, rate = how or action, data.get("success_rate")
    # A translation that repeats the text was never made.
    return Advice(title, en, "" if zh == en else zh, data.get("why_fails", ""), rate or 0,
                  data.get("when", {}))


def _entry(data):
    entry = Entry(data["id"], data)
    for key, into, dead_end in (("workarounds", entry.remedies, False),
                                ("dead_ends", entry.dead_ends, True)):
        translations = data.get(f"{key}_zh") or []
        for at, item in enumerate(data.get(key, [])):
            advice = _advice(item, translations[at] if at < len(translations) else "", dead_end)
            if item.get("shown", True):
                into.append(advice)
                continue
            pointer = f"/{key}/{at}"
            why = [c for c in data.get("corrections", [])
                   if c["field"] == pointer or c["field"].startswith(pointer + "/")]
            if advice.en:
                entry.withdrawn.append((advice.en, why))
    # As the product ranks them: what helps most often first.
    entry.remedies.sort(key=lambda advice: -advice.rate)
    return entry


class Knowledge:
    """All documents of a folder."""

    def __init__(self, folder):
        self.rows, self.entries, self.codes, self.suffixes = [], [], {}, []
        self.by_name, self.measurements = {}, []
        for path in self.files(folder):
            with open(path, encoding="utf-8") as file:
                self._document(json.load(file), os.path.relpath(path, folder).replace(os.sep, "/"))
        seen = Counter()
        for row in self.rows:
            heading = row.heading
            key = row.area, heading.lower().replace(":", "").replace(" ", "-")
            row.twin = seen[key]
            seen[key] += 1
        if not self.rows or not self.entries:
            raise SystemExit(f"{folder}: no rows or no error entries")
        for row in self.rows:
            for name in [row.data["construct"]] if "construct" in row.data else [n for _, n in row.names]:
                if name in self.by_name:
                    raise SystemExit(f"{name}: has two rows")
                self.by_name[name] = row
        for measurement in self.measurements:
            self._measured(measurement)

    @staticmethod
    def files(folder):
        for path, folders, files in os.walk(folder):
            folders[:] = sorted(f for f in folders if f != "schema")
            yield from (os.path.join(path, f) for f in sorted(files) if f.endswith(".json"))

    def _document(self, data, path):
        if "cases" in data:
            if not data.get("fake"):
                self.measurements.append(data)
            return
        if "signature" in data:
            self.entries.append(_entry(data))
            return
        self.rows += [Row(os.path.splitext(os.path.basename(path))[0], row, file=path) for row in data.get("rows", [])]
        self.entries += [_entry(entry) for entry in data.get("errors", [])]
        self.codes.update((code["number"], code) for code in data.get("codes", []))
        self.suffixes += data.get("suffixes", [])

    # --- Names ---

    def lookup(self, name):
        """The row of a name with any suffixes; an exact name wins."""
        while name not in self.by_name:
            suffix = next((s["suffix"] for s in self.suffixes
                           if name.endswith(s["suffix"]) and len(name) > len(s["suffix"])), None)
            if not suffix:
                return None
            name = name[:-len(suffix)]
        return self.by_name[name]

    def entry(self, entry_id):
        return next(entry for entry in self.entries if entry.id == entry_id)

    def entry_of_number(self, number):
        """The entry to read for an error number; one that is superseded is not."""
        return next((e for e in self.entries
                     if e.data.get("number") == number and "superseded_by" not in e.data), None)

    # --- Measurements ---

    def _measured(self, measurement):
        baselines = {}
        for case in measurement["cases"]:
            if case["mode"] == "none":
                baselines.setdefault((case["api"], case.get("variant") or ""), []).append(case)
        proved = {}
        for case in measurement["cases"]:
            if case["mode"] != "none" and self._conclusive(case, baselines):
                row = self.lookup(case["api"])
                if row:
                    proved.setdefault(id(row), (row, []))[1].append(case)
        for row, cases in proved.values():
            row.measured.append((measurement["device"], cases))

    @staticmethod
    def _conclusive(case, baselines):
        """As `kb reconcile` sees it: the same call must succeed without a capture."""
        if case["outcome"] != "ok" or case.get("begin") or case.get("code") is None:
            return False
        others = baselines.get((case["api"], case.get("variant") or ""))
        if not others:
            return False

        def distance(other):
            same_kind = (other["origin"] == "nonblocking") == (case["origin"] == "nonblocking")
            return (other["state"] != case["state"],
                    other["origin"] != case["origin"] and not same_kind,
                    other["origin"] != case["origin"],
                    other["thread"] != case["thread"], other["thread"] == "other")

        nearest = min(others, key=distance)
        return nearest["outcome"] == "ok" and nearest.get("code") in (0, NOT_READY)
