"""Compares what the tool says of a program with what the reference says.

Each verdict is ("agree" | "open" | "disagree", category, details). "open" is what
cannot be compared, and why not.
"""

import collections

import follow
from program import flat

Finding = collections.namedtuple("Finding", "line error check text at further")
# Statements whose operations may run more than once, or not at all.
LOOPS = ("loop", "each")


def compare(p, findings, captures):
    """All that is to be said."""
    outcome = follow.run(p)
    said = []
    never = 10**9

    def steps(finding):
        """Those of its line, by the call that reaches it if it is reported there."""
        key = finding.line if finding.at == finding.line else (finding.at, finding.line)
        return outcome.order.get(key, [])

    def when(finding):
        later = " in the next round of the loop" in finding.text
        return steps(finding)[later] if len(steps(finding)) > later else never

    def escapes(finding):
        """It names both outcomes, and one is right: the work escapes."""
        runs = [op for op, stream, _ in outcome.escaped if op.line == finding.line and stream.startswith("legacy")]
        return "and otherwise the graph silently lacks" in finding.text and bool(runs)

    until = outcome.at if outcome.violation or outcome.undecided else never
    errors = sorted((f for f in findings if f.error), key=when)
    for f in [f for f in errors if when(f) == never]:
        said.append(alone(p, f) or ("disagree", "finding in what never runs", f))
    errors = [f for f in errors if when(f) < never]
    violation = outcome.violation
    early = [f for f in errors if when(f) < until and not escapes(f)]
    if violation:
        at = [f for f in errors if f.line == violation.site.line]
        first = outcome.order[violation.site.line][0]
        early = [f for f in errors if when(f) < first]
        early = [f for f in early if not escapes(f)]
        for f in [f for f in early if any(step > outcome.at for step in steps(f))]:
            early.remove(f)
            said.append(("open", "behind the first violation: another finding", None))
        if early:
            said.append(alone(p, early[0]) or ("disagree", "finding before the violation", early[0]))
        elif not at:
            if any(violation.site.line in f.further for f in errors):
                said.append(("agree", "violation: in a note of a finding of the same call", None))
                return said
            missed = ("disagree", f"missed: {violation.rule}", (violation.site.line, violation.codes))
            said.append(silence(p, outcome) or missed)
        elif outcome.crossed and not any(f.error in violation.codes for f in at):
            said.append(CROSSED)
        elif not any(f.error in violation.codes for f in at):
            said.append(("disagree", f"another error: {violation.rule}", (violation.codes, at)))
        elif violation.invalidates is False and any("invalidates" in f.text for f in at):
            said.append(("disagree", f"invalidates: {violation.rule}", at))
        else:
            said.append(("agree", f"violation: {violation.rule} {at[0].error}", None))
    elif early:
        said.append(alone(p, early[0]) or ("disagree", "finding in a legal program", early[0]))
    elif outcome.undecided:
        said.append(("open", f"undocumented: {outcome.undecided.reason}", None))
    else:
        said.append(("agree", "legal", None))
    silent(p, outcome, findings, until, when, steps, said, never)
    if captures is not None and not outcome.violation and not outcome.undecided:
        graphs(p, outcome, captures, said)
    return said


def alone(p, finding):
    """A helper that begins a capture is judged alone, too: with arguments of
    any value, and streams that no capture has seen."""

    def begins(body):
        return any(
            op.kind == "begin"
            or (op.kind in ("call", "scope") and any(begins(b) for b in p.functions[op.args[0]].bodies()))
            for op in flat(body)
        )

    for f in p.functions.values():
        ends = any(op.kind == "end" for op in f.rival)
        if ends and any(op.line in (finding.at, finding.line) for op in f.rival):
            return ("open", "by design: an override that ends a capture is judged alone", None)
    bodies = [b for f in p.functions.values() for b in (f.body, f.leave, f.rival)]
    bodies += [op.body for b in p.blocks() for op in b if op.kind in ("lambda", "thread")]
    for body in bodies:
        if any(op.line == finding.at for op in flat(body)) and begins(body):
            return ("open", "by design: a helper or lambda that begins a capture is judged alone", None)
    return None


# An accuracy case each, which docs/accuracy.md lists, for what is not seen.
CROSSED = ("open", "not seen: what several threads record in a capture", None)


# Code in handlers is not analysed.
HANDLERS = ("open", "by design: handlers, and what only they lead to", None)


def actual(p, op):
    """What the stream of an operation may be called: itself, or for a helper's
    parameter what callers pass."""
    names = set(op.args[:1])
    while True:
        more = set(names)
        for b in p.blocks():
            for call in b:
                if call.kind in ("call", "scope"):
                    params = p.functions[call.args[0]].params
                    more |= {a for f, a in zip(params, call.args[1:]) if f in names}
                elif call.kind == "each":
                    formals, rows = call.args
                    more |= {a for row in rows for f, a in zip(formals, row) if f in names}
        if more == names:
            return names
        names = more


def silence(p, outcome):
    """Why the analysis says nothing of a violation, if that is documented
    (docs/checks/README.md, "When the checks about captures stay silent")."""
    once = follow.run(p, one_round=True)
    if not once.violation or once.violation.site is not outcome.violation.site:
        return ("open", "by design: a violation in a later round of a loop", None)
    if outcome.thrown:
        return HANDLERS
    if outcome.crossed:
        return CROSSED
    if outcome.violation.site.kind == "child" and outcome.violation.rule == "legacy":
        return ("open", "by design: launch of a graph beside a capture", None)
    rule, site = outcome.violation.rule, outcome.violation.site
    if rule == "legacy" and site.kind == "status":
        return ("open", "by design: that the legacy stream cannot be asked is an answer", None)
    if rule == "end without a capture" and "per-thread" in actual(p, site):
        if any(s.startswith("per-thread") for s in outcome.ended):
            return ("open", "not seen: a default stream whose capture has ended", None)
        return ("open", "by design: the caller may have begun a capture of the per-thread stream", None)
    if rule == "free of what is no graph allocation":
        return ("open", "not seen: a free of what no graph has allocated", None)
    everything = [op for b in p.blocks() for op in b]
    loops = [op for op in everything if op.kind in LOOPS]
    inside = {o.kind for op in loops for o in flat(op.body)}
    if rule in ("unjoined", "isolation", "merge") and inside & {"record", "wait", "call"}:
        return ("open", "by design: streams that fork or join in a loop", None)
    if p.style == "call" and outcome.unended:
        return ("open", "by design: a function gets the result of a begin, and no end proves the capture", None)
    return None


def joins_in_loop(p):
    """Whether a loop waits for events, by itself or perhaps by a helper."""
    return any(
        o.kind in ("call", "wait")
        for b in p.blocks()
        for op in b
        if op.kind in LOOPS
        for o in flat(op.body)
    )


def silent(p, outcome, findings, until, when, steps, said, never):
    """What no call fails for: work that escapes, captures left running."""
    escaped = {op.line for op, *_ in outcome.escaped}
    left = {op.line for op in outcome.left}
    for f in findings:
        if "which destroys" in f.text and (outcome.left or outcome.violation or outcome.undecided):
            # An owner goes, and its stream still captures.
            said.append(("open", "undocumented: a stream that is destroyed while it is captured", None))
            continue
        left_mode = f.check.endswith("mode-leak") and p.style in ("try", "throw")
        if not f.error and when(f) == never and not left_mode:
            said.append(alone(p, f) or ("disagree", "finding in what never runs", f))
        if f.error or when(f) >= until and not left_mode:
            continue
        if f.check.endswith("unbalanced"):
            if outcome.violation and f.line == outcome.violation.site.line:
                said.append(("agree", "violation in a later round of a loop", None))
            elif f.line not in left:
                said.append(alone(p, f) or ("disagree", "a capture that is not left running", f))
        elif left_mode:
            said.append(("open", "by design: a mode that a failing call leaves behind", None))
        elif not f.check.endswith("escaped-work"):
            said.append(("disagree", f"finding of {f.check}", f))
        elif f.line in escaped:
            said.append(("agree", "escaped work", None))
        elif any(step > until for step in steps(f)):
            said.append(("open", "behind the first violation: work that escapes", None))
        else:
            said.append(alone(p, f) or ("disagree", "work that does not escape", f))
    reported = {f.at for f in findings if f.check.endswith("escaped-work")}
    looped = {o.line for b in p.blocks() for op in b if op.kind in LOOPS for o in flat(op.body)}
    for op, stream, thread in outcome.escaped:
        both = "and otherwise the graph silently lacks"
        if any(f.line == op.line and (f.check.endswith("escaped-work") or both in f.text) for f in findings):
            continue
        if op.kind == "child":
            why = "launch of a graph beside a capture"
        elif op.kind == "peer":
            why = "an operation that cannot be captured, beside a capture"
        elif stream in outcome.waited:
            why = "somebody waits for the stream that escapes"
        elif stream.startswith("per-thread"):
            why = "what other functions do with the per-thread stream counts"
        elif reported & outcome.callers.get(op.line, set()):
            why = "one finding for each place that calls"
        elif thread:
            why = "what another thread enqueues is its own"
        elif outcome.thrown or outcome.crossed:
            said.append(HANDLERS if outcome.thrown else CROSSED)
            continue
        elif joins_in_loop(p):
            why = "streams that fork or join in a loop"
        elif p.style == "call" and outcome.unended:
            why = "a function gets the result of a begin, and no end proves the capture"
        elif op.line in looped:
            why = "work that escapes in a loop"
        else:
            said.append(("disagree", f"missed: escaped {op.kind}", (op.line, stream)))
            continue
        said.append(("open", f"by design: {why}", None))
    if left:
        said.append(("open", "by design: a capture that is left running may be ended by the caller", None))


def graphs(p, outcome, captures, said):
    """The sizes of the graphs, which are drawn as if loops ran one round."""
    once = follow.run(p, one_round=True)
    if once.violation or once.undecided:
        said.append(("open", "by design: graphs of loops are drawn with one round", None))
        return
    expected = collections.defaultdict(list)
    for g in once.graphs + once.unfinished:
        expected[g.begin.line].append(g)
    loops = any(op.kind in LOOPS for b in p.blocks() for op in b)
    each = any(op.kind == "each" for b in p.blocks() for op in b)
    rounds = collections.defaultdict(set)
    for g in outcome.graphs + outcome.unfinished:
        rounds[g.begin.line].add(g.nodes)
    for line, wanted in sorted(expected.items()):
        ours = [g for c in captures if c["begin"]["line"] == line for g in c["graphs"]]
        unknown = any(n["type"] == "?" for g in ours for n in g["nodes"])
        nodes = sorted(len(g["nodes"]) for g in ours)
        size = sorted(g.nodes for g in wanted)
        if unknown or nodes != size:
            if outcome.thrown or outcome.crossed:
                said.append(HANDLERS if outcome.thrown else CROSSED)
            elif loops and not unknown and set(nodes) == rounds[line]:
                said.append(("agree", "graphs of several rounds", None))
            elif each and not unknown:
                said.append(("open", "by design: graphs of loops are drawn with one round", None))
            elif unknown:
                said.append(("disagree", "a node that is not known", (line,)))
            else:
                said.append(("disagree", "number of nodes", (line, nodes, size)))
            continue
        said += [("agree", "nodes of a graph", None)] * len(nodes)
        edges = sorted(sum(not e["carried"] for e in g["edges"]) for g in ours)
        if any(g.edges is None for g in wanted):
            said.append(("open", "undocumented: an edge that follows from others", None))
        elif edges == sorted(g.edges for g in wanted):
            said += [("agree", "edges of a graph", None)] * len(nodes)
        elif outcome.thrown or outcome.crossed:
            said.append(HANDLERS if outcome.thrown else CROSSED)
        elif loops:
            said.append(("open", "by design: edges from one round of a loop to the next", None))
        else:
            said.append(("disagree", "number of edges", (line, edges, sorted(g.edges for g in wanted))))


def disagreements(said):
    return {category for kind, category, _ in said if kind == "disagree"}
