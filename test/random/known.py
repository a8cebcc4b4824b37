"""Known faults of the analysis that random programs run into: remove the entry
when the analysis is mended. With --strict they count as disagreements."""

from declare import CONTAINERS
from program import flat

BLOCKING = "if that is a blocking stream, and otherwise"


def everything(p):
    return [op for b in p.written() for op in flat(b)]


def throws(p, finding):
    return any(op.kind == "throw" for op in everything(p))


def around(p, finding):
    """A try stands around a call in the function that begins the capture."""
    return finding.check.endswith("leak-on-error") and throws(p, finding)


def behind(p, finding):
    """A function that is called and throws is taken to return."""
    return not finding.check.endswith("leak-on-error") and throws(p, finding)


def kind_of_stream(p, finding):
    """It is not known that all streams of a container are non-blocking."""
    return BLOCKING in finding.text and p.places.get("s") in CONTAINERS


def second_begin(p, finding):
    """The path on which a begin fails is followed while another capture runs."""
    leaves = p.style in ("try", "throw") and ("which destroys" in finding.text or finding.check.endswith("leak-on-error"))
    return leaves and sum(op.kind == "begin" for op in everything(p)) > 1


def stored(p, finding):
    """What callables that a container keeps begin, end or exchange is not seen, and
    it is not taken for possible."""
    kinds = ("begin", "end", "call", "scope", "exchange")
    lambdas = [op for op in everything(p) if op.kind == "lambda" and op.form == "stored"]
    return any(o.kind in kinds for op in lambdas for o in flat(op.body))


# Reason, which findings, and the categories that it explains.
FAULTS = [
    ("a begin that fails beside another capture", second_begin, ("finding of", "finding in")),
    ("leak-on-error, though a try is around the call that throws", around, ("finding of",)),
    ("a function that throws is taken to return", behind, ("finding in", "finding before", "work that", "a capture that")),
    ("which streams of a container are non-blocking", kind_of_stream, ("finding in", "finding before")),
    ("what a callable in a container begins or ends", stored, ("finding", "a capture that", "work that")),
]


def fault(p, category, finding):
    """The fault that explains a finding, if one does."""
    for reason, matches, categories in FAULTS:
        if category.startswith(categories) and matches(p, finding):
            return reason
    return None


def excused(p, said):
    """What is said of a program, with known faults told from disagreements."""
    result = []
    for kind, category, details in said:
        reason = kind == "disagree" and hasattr(details, "check") and fault(p, category, details)
        result.append(("open", f"known fault: {reason}", None) if reason else (kind, category, details))
    return result
