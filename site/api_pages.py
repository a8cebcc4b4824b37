"""Pages of the API: one for each file of rows."""
from collections import Counter

import words
from knowledge import FAMILIES, MODES
from markdown_text import address, anchor, code, link, table, text


def heading_link(row, base=None):
    """A link to the section of a row; `base` is the folder of the API's pages,
    None on the page itself."""
    label = row.heading if "construct" in row.data else code(row.heading)
    return link(label, ("" if base is None else f"{base}{row.area}.md") + f"#{anchor(row.heading)}")


def error_link(number, knowledge, base="../"):
    entry = knowledge.entry_of_number(number)
    return link(str(number), f"{base}errors/{entry.id}.md") if entry else str(number)


def check_link(name, base="../../"):
    return link(code(f"cuda-capture-{name}"), f"{base}checks/{name}.md")


def verdict_cell(row, verdict, mode, knowledge, base="../"):
    """What a call does in one mode, in a few words."""
    data = row.data
    error = error_link(data["error"], knowledge, base) if "error" in data else "error"
    if verdict == "conflicts":
        waits = data.get("waits", "stream")
        if waits == "device":
            return error
        what = {"stream": "if it captures", "event": "if captured"}[waits]
        other = data.get("otherwise", "neutral")
        beside = {"unsafe": ["900", "900", "legal"], "unknown": ["not known"] * 3}.get(other, ["legal"] * 3)[mode]
        if beside == "900":
            beside = error_link(900, knowledge, base)
        return f"{error} {what}; else {beside}"
    return {
        "ok": "legal",
        "error": error,
        "unknown": "not known",
        "control": "has rules of its own",
        "captured": "captured",
        "legacy": f"{error} beside a blocking stream; else not captured",
        "unsupported": f"{error} on a capturing stream",
    }[verdict]


def verdict_cells(row, knowledge, base="../"):
    return [verdict_cell(row, verdict, mode, knowledge, base) for mode, verdict in enumerate(row.verdicts())]


def _class_line(row):
    data = row.data
    meaning = words.WAITS.get(data.get("waits")) if data["class"] == "conflicts" else None
    line = f"**Class** {link(code(data['class']), '../README.md#classes')}: {meaning or words.CLASSES[data['class']]}"
    if "otherwise" in data:
        line += f"; else {code(data['otherwise'])}"
    if data["class"] in words.CHECKS:
        line += f". Reported by {check_link(words.CHECKS[data['class']])}"
    return line


def _error_line(data, knowledge):
    number = data["error"]
    names = knowledge.codes.get(number, {})
    line = f"**Error** {error_link(number, knowledge)}"
    spelled = [code(names[family]) for family in FAMILIES if names.get(family)]
    if spelled:
        line += " " + ", ".join(spelled)
    return line + {"yes": "; the capture is invalidated", "no": "; the capture stays valid"}.get(
        data.get("invalidates"), "; whether the capture stays valid is not known")


def _arguments(data):
    """The arguments that have a role, counted from 1."""
    said = [f"{at} {param.replace(':', ' ')}" for at, param in enumerate(data.get("params", []), 1) if param != "-"]
    return "**Arguments that matter** " + ", ".join(said) if said else ""


def _fix(fix):
    ways = []
    if "rename" in fix:
        said = [f"{code(old)} becomes {code(new)}" for old, new in fix["rename"].items()]
        if fix.get("append"):
            said.append("with the capturing stream as last argument")
        if fix.get("drop"):
            said.append("without its last arguments")
        if fix.get("dropsWait"):
            said.append("which does not wait for its effect")
        ways.append(", ".join(said))
    if fix.get("hoist"):
        ways.append("the call moves in front of the capture, if all that it uses is there")
    if fix.get("remove"):
        ways.append("the call is removed: inside a capture the order of the stream makes it needless")
    return "**Fix-it** " + "; or ".join(ways)


def _versions(data):
    said = []
    for key, words_before in (("since", "since CUDA"), ("removed", "removed in CUDA")):
        versions = data.get(key, {})
        if isinstance(versions, str):
            said.append(f"{words_before} {text(versions)}")
        said += [f"{code(name)} {words_before} {text(version)}"
                 for name, version in (versions.items() if isinstance(versions, dict) else ())]
    return f"**Versions** {', '.join(said)}" if said else ""


def _result(case):
    """What one measured call came to."""
    if case["code"] == 0 or case["code"] == 600:
        return "success"
    return f"{case['code']}" + (", invalidates" if case.get("status") == "invalidated" else "")


def measured_lines(row):
    """What drivers answered: mode and thread, result, and the arguments of it."""
    for device, cases in row.measured:
        yield (f"Measured on {text(device['name'])}, driver {text(device['driver'])}, "
               f"CUDA {device['runtime'] // 1000}.{device['runtime'] % 1000 // 10}:")
        for mode in MODES:
            for thread in ("same", "other"):
                results = {}
                for case in cases:
                    if (case["mode"], case["thread"]) == (mode, thread):
                        parts = [case.get("variant") or "", case["state"] if case["state"] != "-" else ""]
                        parts.append(f"{case['origin']} capture")
                        results.setdefault(_result(case), {})[" ".join(filter(None, parts))] = True
                if results:
                    said = "; ".join(f"{result} ({', '.join(sorted(map(text, of)))})"
                                     for result, of in sorted(results.items()))
                    yield f"{mode}{', another thread' if thread == 'other' else ''}: {said}"


def _evidence(row):
    data = row.data
    title = words.LEVELS[row.level][0]
    lines = [f"- **Evidence** {link(title, '../README.md#evidence')}, confidence {data['confidence']}"]
    measured = list(measured_lines(row))
    lines += [f"    - {line}" for line in measured]
    for item in row.sources():
        line = f"    - {text(item['source'])}"
        if item.get("quote"):
            line += f": “{text(item['quote'])}”"
        if item.get("url"):
            line += f" {address(item['url'])}"
        lines.append(line)
    return lines


def section(row, knowledge):
    """The section of one row."""
    data = row.data
    lines = [f"## {row.heading}", ""]
    for family in FAMILIES:
        names = [name for fam, name in row.names if fam == family]
        if names:
            own = [f"{name}{s['suffix']}" for name in names for s in knowledge.suffixes]
            other = [code(name) for name in own if knowledge.by_name.get(name) not in (None, row)]
            lines.append(f"- **{words.FAMILIES[family]}** {', '.join(map(code, names))}"
                         + (f" (not {', '.join(other)}, which has other parameters)" if other else ""))
    lines.append(f"- {_class_line(row)}")
    if "effect" in data:
        lines.append(f"- **Effect** {words.EFFECTS.get(data['effect'], data['effect'])}")
    node = words.NODES.get(data.get("node"))
    if node and "event" in data["node"] and "event-flags" not in row.data.get("params", []):
        node = node.split(",")[0]
    if node:
        lines.append(f"- **Node of the graph** {node}")
    if data["class"] != "unknown":
        cells = [f"{mode}: {cell}" for mode, cell in zip(words.MODE_TITLES, verdict_cells(row, knowledge))]
        if len({cell.split(": ", 1)[1] for cell in cells}) == 1:
            cells = [f"all: {cells[0].split(': ', 1)[1]}"]
        lines.append("- **Modes**" + (f" {'; '.join(cells)}" if len(cells) == 1 or not any(";" in c for c in cells)
                                      else "".join(f"\n    - {cell}" for cell in cells)))
    for case in data.get("cases", []):
        lines.append(f"- **{words.CONDITIONS[case['when']].format(case.get('driver', case.get('argument', 0) + 1))}** "
                     f"{link(code(case['class']), '../README.md#classes')}: "
                     + (words.WAITS.get(case.get("waits")) or words.CLASSES[case["class"]]))
    for key, limit in (("before", "Only before"), ("from", "Only since")):
        if key in data:
            lines.append(f"- **{limit}** version {text(data[key]['version'])}, by "
                         + " and ".join(code(macro) for macro in data[key]["macros"]))
    if "error" in data:
        lines.append(f"- {_error_line(data, knowledge)}")
    if data.get("inHostFunction") == "ok":
        lines.append("- **In a host function** legal")
    elif data.get("inHostFunction") == "unknown":
        lines.append("- **In a host function** not known")
    if data.get("sameDevice"):
        lines.append("- **Devices** the streams and events that it is given must be of one device")
    remedy = data.get("remedy", {})
    if remedy.get("en"):
        lines.append(f"- **Remedy** {text(remedy['en'])}")
    if remedy.get("zh"):
        lines.append(f"- **解决办法** {text(remedy['zh'])}")
    if "fix" in data:
        lines.append(f"- {_fix(data['fix'])}")
    for line in (_arguments(data), _versions(data)):
        if line:
            lines.append(f"- {line}")
    if data.get("header"):
        lines.append(f"- **Header** {code(data['header'])}")
    if data.get("entry"):
        lines.append(f"- **Error page** {link(text(data['entry']), '../errors/' + data['entry'] + '.md')}")
    return "\n".join(lines + _evidence(row))


def _suffixes(knowledge):
    versions = [code(s["suffix"]) for s in knowledge.suffixes if not s["perThreadDefaultStream"]]
    threads = [code(s["suffix"]) for s in knowledge.suffixes if s["perThreadDefaultStream"]]
    said = []
    if versions:
        said.append(f"Each name stands for its versions, too ({', '.join(versions)})")
    if threads:
        said.append(f"with {', '.join(threads)} stream 0 is the per-thread default stream")
    return "; ".join(said) + "." if said else ""


def page(area, rows, knowledge):
    """The page of one area."""
    count = Counter(row.data["class"] for row in rows)
    known = [row for row in rows if row.data["class"] != "unknown"]
    unknown = [row for row in rows if row.data["class"] == "unknown"]
    parts = [f"# {words.area(area)}",
             f"What stream capture makes of these calls; data: {code(f'kb/{rows[0].file}')}. {_suffixes(knowledge)} "
             "What the words mean: " + link("reference", "../README.md") + ". A function that the driver runs on the "
             f"host must make none of these calls ({error_link(800, knowledge)}), unless its section says otherwise."]
    if known:
        parts.append(table(["function", "class", *words.MODE_TITLES, "evidence"],
                           [[heading_link(row), code(row.data["class"]), *verdict_cells(row, knowledge),
                             words.LEVELS[row.level][0]] for row in known]))
    if unknown:
        parts.append(("Nothing" if not known else f"Of {count['unknown']} more, nothing")
                     + " is proven, and nothing is reported: "
                     + ", ".join(heading_link(row) for row in unknown) + ".")
    parts += [section(row, knowledge) for row in known + unknown]
    return "\n\n".join(parts)


def areas(knowledge):
    """Areas with their rows, by title."""
    result = {}
    for row in knowledge.rows:
        result.setdefault(row.area, []).append(row)
    return dict(sorted(result.items(), key=lambda item: words.area(item[0])))


def pages(knowledge):
    for area, rows in areas(knowledge).items():
        yield f"api/{area}.md", page(area, rows, knowledge)
