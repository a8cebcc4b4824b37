"""The pages about public code: totals, all findings, and bugs worth reporting.

test/accuracy/public writes them, from what is in public.json and sweep.json.
"""
import collections
import os

from projects import LEVELS, ROOT

VERDICTS = ("true", "arguable", "false")
NOT_JUDGED = "not judged"
SUMMARY = ROOT / "docs/public-code.md"
FINDINGS = ROOT / "docs/public-findings.md"
BUGS = ROOT / "docs/public-bugs.md"
NOTE = "<!-- Written by test/accuracy/public. -->"


def split(found):
    """true / arguable / false, and how many nobody judged."""
    if not found:
        return "–"
    unjudged = sum(f["verdict"] == NOT_JUDGED for f in found)
    return " / ".join(str(sum(f["verdict"] == v for f in found)) for v in VERDICTS) + (f" + {unjudged}" if unjudged else "")


def at_level(found, level):
    return [f for f in found if f["level"] == level]


def link(project, file="", line=None, commit=None):
    repository, _, inner = file.rpartition(":")
    if repository:
        commit, file = project["needs"][repository], inner
    at = f"https://github.com/{repository or project['repository']}/blob/{commit or project['commit']}/{file}"
    return at + (f"#L{line}" if line else "")


def place(project, found):
    text = f"{os.path.basename(found['file'])}:{found['line']}"
    return text if found["file"].startswith(("@", "/")) else f"[{text}]({link(project, found['file'], found['line'])})"


def by_name(projects):
    return sorted(projects, key=lambda p: p["repository"].lower())


def every(projects):
    return [f for p in projects for f in p["findings"]]


def share(found):
    """Of what was judged, how much is true or arguable, in words."""
    judged = [f for f in found if f["verdict"] != NOT_JUDGED]
    good = sum(f["verdict"] != "false" for f in judged)
    return f"{100 * good / len(judged):.1f} %" if judged else "none"


def totals(found):
    """Sentences with the findings at each level."""
    text = []
    for level, name in zip(LEVELS, ("at the level `exact`", "more at `--level=possible`")):
        some = at_level(found, level)
        count = collections.Counter(f["verdict"] for f in some)
        left = f"; {count[NOT_JUDGED]} are not judged yet" if count[NOT_JUDGED] else ""
        text.append(f"{len(some)} {name}: {count['true']} true, {count['arguable']} arguable, {count['false']} false ({share(some)} true or arguable){left}")
    return ", and ".join(text)


def short(commit):
    return f"`{commit[:9]}`"


def first_checked(data, swept):
    """How those projects did that the tool had never seen, in a sentence for each commit of it."""
    text = []
    for commit in sorted({p["first"] for p in swept if "first" in p}):
        some = [p for p in swept if p.get("first") == commit]
        names = {p["repository"] for p in some}
        mended = sum(m.get("findings", 1) for m in data["mended"] if m["repository"] in names)
        more = f" {mended} more {'was' if mended == 1 else 'were'} false, and [{'is' if mended == 1 else 'are'} mended since](#false-findings-that-were-mended)." if mended else ""
        text.append(f"{len(some)} of them were checked first with the tool as of {short(commit)}, which nobody had made with them at hand: {totals(every(some))}.{more}")
    return " ".join(text)


def last_checked(swept):
    """Which commits of the tool the results are of, as far as is known."""
    count = collections.Counter(p.get("tool") for p in swept)
    known = [f"{short(commit)} ({n} projects)" for commit, n in count.most_common() if commit]
    older = [f"commits that were not noted ({count[None]})"] if count[None] else []
    return "The results of the second set are of " + " and ".join(known + older) + "."


def checks_table(sets):
    """By check, the findings of each set of projects at each level."""
    text = ["| check | " + " | ".join(f"{title}: {level}" for title, _ in sets for level in LEVELS) + " |",
            "|---|" + "---|" * (len(sets) * len(LEVELS))]
    for name in sorted({f["check"] for _, found in sets for f in found}):
        some = [at_level([f for f in found if f["check"] == name], level) for _, found in sets for level in LEVELS]
        text.append(f"| [`{name}`](checks/{name}.md) | " + " | ".join(map(split, some)) + " |")
    return text + ["| all | " + " | ".join(split(at_level(found, level)) for _, found in sets for level in LEVELS) + " |"]


def is_worth_reading(found):
    """True, and more than a result that nobody looks at."""
    return found["verdict"] == "true" and found["check"] != "unchecked-result" and not found["reason"].startswith("a negative test")


def summary(data, sweep):
    """docs/public-code.md."""
    checked, swept = data["projects"], sweep["projects"]
    files = sum(len(s["files"]) for p in checked for s in p["sets"])
    on_purpose = sum(f["reason"].startswith("a negative test") for f in every(checked) + every(swept))
    sources, partly = (sum(p[what] for p in swept) for what in ("sources", "partly"))
    whole, part = ([f for f in every(swept) if bool(f.get("partly")) == which] for which in (False, True))
    text = ["# Public code", "", NOTE, "",
            f"Two sets of public projects were checked, and findings judged by reading the source; [all findings](public-findings.md) have a page of their own, and so have [bugs worth reporting](public-bugs.md).", "",
            f"- **{len(checked)} projects with their own flags**, {files} sources that capture or are captured, each project as [one program](check.md), with {sum(p['regions'] for p in checked)} captures and "
            f"{sum(p['capturable'] for p in checked)} functions that are known to be captured. The checks were made with these at hand. {totals(every(checked))}.",
            f"- **{len(swept)} further projects as a new user would try them**, {sources} sources that name streams, events, graphs or host functions, each checked alone with flags that were guessed: {partly} were parsed in part, mostly because a header lacks. {totals(every(swept))}. {first_checked(data, swept)}".rstrip(), "",
            last_checked(swept), "",
            f"{on_purpose} findings are in tests that break a rule on purpose, and expect the error. Code that is published was debugged before, so few findings are to be expected elsewhere; [what was a bug once](#bugs-that-were-mended) shows what is found before that.", "",
            "*True* means that the code does what the message says, and that this is wrong, or that nobody would notice a failure; *arguable*, that it does so, and can be meant, or cannot happen in the program as it is used; *false*, that the message is wrong. Findings are counted as true / arguable / false; what nobody judged yet is added behind a plus.", "",
            "```sh", "test/accuracy/public --clones DIR             # checks the first set again, and says what is not as judged",
            "test/accuracy/sweep --clones DIR --keep OUT   # the second set", "```", "",
            "`DIR/OWNER/NAME` is a work tree of each project, and of those whose headers it needs (`--fetch` gets those that are missing). CUDA's headers are those of the toolkit. `test/accuracy/public.json` has flags, files, verdicts, and what a project's build would generate; `test/accuracy/sweep.json` commits and verdicts, which belong to a fingerprint of the finding, so that a run leaves only new ones to be judged.", "",
            "## Checks", "", *checks_table([("own flags", every(checked)), ("guessed flags", every(swept))]), "",
            "The second set, by how the source was parsed:", "",
            "| | exact | true or arguable | possible | true or arguable |", "|---|---|---|---|---|"]
    for title, found in (("without errors", whole), ("in part", part)):
        text.append(f"| {title} | " + " | ".join(f"{split(at_level(found, level))} | {share(at_level(found, level))}" for level in LEVELS) + " |")
    text += ["", "## True findings worth reading first", "", "Without results that nobody looks at, and without tests that break a rule on purpose.", "",
             "| project | place | check | level | why |", "|---|---|---|---|---|"]
    text += [f"| {p['repository']} | {place(p, f)} | `{f['check']}` | {f['level']} | {f['reason']} |"
             for level in LEVELS for p in by_name(checked + swept) for f in at_level(p["findings"], level) if is_worth_reading(f)]
    text += ["", "## Projects with their own flags", "",
             "| project | files | with errors | captures | capturable | exact | possible |", "|---|---|---|---|---|---|---|"]
    for p in by_name(checked):
        text.append(f"| [{p['repository']}](https://github.com/{p['repository']}/tree/{p['commit']}) | {sum(len(s['files']) for s in p['sets'])} | {len(p['partly']) or ''} | {p['regions']} | "
                    f"{p['capturable'] or ''} | " + " | ".join(split(at_level(p["findings"], level)) for level in LEVELS) + " |")
    text += ["", "A file with errors was analysed as far as Clang understood it: mostly a header lacks that another package has, or that is of another version.", "",
             "## Projects with guessed flags", "",
             "| project | sources | parsed in part | captures | exact | possible |", "|---|---|---|---|---|---|"]
    for p in by_name(swept):
        text.append(f"| [{p['repository']}](https://github.com/{p['repository']}/tree/{p['commit']}) | {p['sources']} | {p['partly'] or ''} | {p['regions'] or ''} | "
                    + " | ".join(split(at_level(p["findings"], level)) for level in LEVELS) + " |")
    text += ["", "## False findings that were mended", "", "They are not counted above.", "",
             "| project | place | what was reported | what it lacked |", "|---|---|---|---|"]
    text += [f"| {f['repository']} | {f['place']} | {f['what']} | {f['lacked']} |" for f in data["mended"]]
    return "\n".join(text + past_bugs(data) + misses(data)) + "\n"


def past_bugs(data):
    found = [b for b in data["bugs"] if b["seen"] == "found"]
    text = ["", "## Bugs that were mended", "",
            f"Bugs about capture that projects have mended, as they were before: {len(found)} of {len(data['bugs'])} are found.", "",
            "| project | mended by | bug | | how, or why not |", "|---|---|---|---|---|"]
    for b in data["bugs"]:
        by = f"[{b['commit'][:9]}](https://github.com/{b['repository']}/commit/{b['commit']})"
        text.append(f"| {b['repository']} | {by} | {b['bug']} | {b['seen']} | {b['why']} |")
    return text


def misses(data):
    text = ["", "## What readers found", "", "What somebody who reads these sources would report, and the checks do not:", "",
            "| project | place | what | why it is not seen |", "|---|---|---|---|"]
    names = {p["repository"]: p for p in data["projects"]}
    for m in data["misses"]:
        text.append(f"| {m['repository']} | {place(names[m['repository']], m)} | {m['what']} | {m['why']} |")
    return text


def findings(data, sweep):
    """docs/public-findings.md."""
    text = ["# Findings in public code", "", NOTE, "",
            "Each finding in [public code](public-code.md), and what a reader of the source says of it. Verdicts are explained there."]
    for title, projects in (("Projects with their own flags", data["projects"]), ("Projects with guessed flags", sweep["projects"])):
        text += ["", f"## {title}", "", "| project | place | check | level | verdict | why |", "|---|---|---|---|---|---|"]
        for p in by_name(projects):
            for f in p["findings"]:
                text.append(f"| {p['repository']} | {place(p, f)} | `{f['check']}` | {f['level']} | {f['verdict']} | {f['reason']} |")
    return "\n".join(text) + "\n"


def bugs(data, sweep):
    """docs/public-bugs.md."""
    some = [(p, f) for p in by_name(data["projects"] + sweep["projects"]) for f in p["findings"] if "bug" in f]
    text = ["# Bugs in public code worth reporting", "", NOTE, "",
            f"{len(some)} findings in [public code](public-code.md) that are bugs which users of a project can meet, in words for an issue. "
            "Each was found by reading the source at the commit that the link names; none was run. Somebody who reports one looks first whether it is there still.", ""]
    for p, f in some:
        text += [f"## {f['file'].rpartition(':')[0] or p['repository']}: {os.path.basename(f['file'])}:{f['line']}", "",
                 f"{place(p, f)}, [`{f['check']}`](checks/{f['check']}.md). {f['bug']}", ""]
    return "\n".join(text)
