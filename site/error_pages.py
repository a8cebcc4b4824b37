"""Pages of errors: one for each entry."""
import words
from api_pages import check_link, heading_link
from knowledge import FAMILIES
from markdown_text import address, block, code, link, text


def up(entry):
    """The way from the page of an entry to the folder of the reference."""
    return "../" * (entry.id.count("/") + 1)


def title(entry):
    """A heading without code, which not all places of a site can show."""
    number = entry.data.get("number")
    return (f"{number}: " if number is not None else "") + text(entry.data["signature"].replace("`", "'")) \
        + (" (superseded)" if "superseded_by" in entry.data else "")


def entry_link(entry, base):
    return link(title(entry), f"{base}errors/{entry.id}.md")


def _when(when):
    """The condition of advice, in words."""
    said = []
    if when.get("mode"):
        said.append(f"in {' or '.join(when['mode'])} mode")
    if when.get("class"):
        said.append("calls of class " + " or ".join(map(code, when["class"])))
    if when.get("check"):
        said.append("findings of " + " or ".join(code(f"cuda-capture-{name}") for name in when["check"]))
    if when.get("api"):
        said.append("calls of " + " or ".join(map(code, when["api"])))
    said += [words.SCOPES.get(scope, scope) for scope in when.get("scope", [])]
    return f" *Fits: {', '.join(said)}.*" if said else ""


def _rate(rate, english):
    return f" ({english} {rate * 100:.0f} %)" if rate else ""


def _names(entry, knowledge):
    names = knowledge.codes.get(entry.data.get("number"), {})
    return [code(names[family]) for family in FAMILIES if names.get(family)] + \
        [code(name) for name in names.get("aliases", [])]


def _head(entry, knowledge):
    data = entry.data
    lines = [f"# {title(entry)}", "", f"- **Entry** {code(entry.id)}"]
    names = _names(entry, knowledge)
    if names:
        lines.append(f"- **Error {data['number']}** {', '.join(names)}")
    if data.get("silent"):
        lines.append("- **Message** none: it fails silently")
    else:
        lines.append(f"- **Message** {code(data['signature'])}")
    if data.get("signature_zh"):
        lines.append(f"- **中文** {text(data['signature_zh'])}")
    if "superseded_by" in data:
        other = knowledge.entry(data["superseded_by"])
        lines.append(f"- **Superseded** see {entry_link(other, up(entry))}. This entry is kept for the record; its "
                     "messages are reported as the other's")
    return "\n".join(lines)


def _causes(entry):
    parts = ["## Cause", text(entry.data["root_cause"])]
    if entry.remedies:
        parts += ["## Remedies", "\n".join(
            f"1. {f'**{text(a.title)}.** ' if a.title else ''}{text(a.en)}{_rate(a.rate, 'helps in')}{_when(a.when)}"
            for a in entry.remedies)]
    if entry.dead_ends or entry.withdrawn:
        parts.append("## Dead ends")
    if entry.dead_ends:
        parts.append("\n".join(f"- **{text(a.en)}**: {text(a.why)}{_rate(a.rate, 'fails in')}"
                               for a in entry.dead_ends))
    if entry.withdrawn:
        lines = ["Advice of the entry as it was imported that is wrong, or proven by nothing. It is here for the record alone:", ""]
        for action, why in entry.withdrawn:
            lines.append(f"- “{text(action)}”")
            lines += [f"    - wrong: {text(c['now'])} ({text(c['evidence'])})" for c in why]
        parts.append("\n".join(lines))
    return parts


def _search(entry, knowledge, rows):
    base = up(entry)
    parts = []
    if entry.data.get("checks"):
        checks = entry.data["checks"]
        parts += ["## In source code",
                  "Found by " + ", ".join(check_link(name, f"{base}../") for name in checks) + "."]
    if rows:
        parts += ["## Functions", "Calls that may return it, or whose rows cite it: "
                  + ", ".join(heading_link(row, f"{base}api/") for row in rows) + "."]
    if entry.data.get("regex"):
        parts += ["## In a log"]
        if entry.data.get("samples"):
            parts.append(block("\n".join(entry.data["samples"])))
        parts += [f"{code('cuda-capture kb match')} looks for this extended regular expression of POSIX"
                  + (", and reports the entry that supersedes this one:" if "superseded_by" in entry.data else ":"),
                  block(entry.data["regex"])]
    return parts


def _record(entry):
    data, parts = entry.data, []
    sources = [f"- {text(source)}" for source in data.get("sources", [])]
    if data.get("official_doc_url"):
        sources.append(f"- {address(data['official_doc_url'])}")
    parts += ["## Sources", "\n".join(sources) if sources else "None are named."]
    versions = [version for version in data.get("versions", []) if version.get("introduced") or version.get("removed")]
    if versions:
        parts += ["## Versions", "\n".join(
            f"- {text(v['version'])}" + (f": since {text(v['introduced'])}" if v.get("introduced") else "")
            + (f", removed in {text(v['removed'])}" if v.get("removed") else "") for v in versions)]
    if data.get("corrections"):
        parts += ["## Corrections", "What was wrong in the entry as it was imported:", "\n".join(
            f"- {code(c['field'])}: was “{text(c['was'])}”; now: {text(c['now'])} *({text(c['evidence'])})*"
            for c in data["corrections"])]
    return parts


def _chinese(entry):
    data, parts = entry.data, []
    if data.get("root_cause_zh"):
        parts.append(f"**原因** {text(data['root_cause_zh'])}")
    remedies = [f"1. {text(a.zh)}{_rate(a.rate, '成功率')}" for a in entry.remedies if a.zh]
    if remedies:
        parts.append("**解决办法**\n\n" + "\n".join(remedies))
    dead_ends = [f"- {text(a.zh)}{_rate(a.rate, '失败率')}" for a in entry.dead_ends if a.zh]
    if dead_ends:
        parts.append("**无效的做法**\n\n" + "\n".join(dead_ends))
    return ["## 中文", *parts] if parts else []


def page(entry, knowledge):
    # Which functions: by the entry that a row cites, and by the error's number.
    number = entry.data.get("number")
    current = "superseded_by" not in entry.data
    rows = [row for row in knowledge.rows if row.data.get("entry") == entry.id
            or (number is not None and current and row.data.get("error") == number)]
    rows.sort(key=lambda row: row.heading)
    return "\n\n".join([_head(entry, knowledge), *_causes(entry), *_search(entry, knowledge, rows),
                        *_chinese(entry), *_record(entry)])


def pages(knowledge):
    for entry in knowledge.entries:
        yield f"errors/{entry.id}.md", page(entry, knowledge)
