"""Takes away what a disagreement does not need."""

import copy
import itertools

import follow
from program import FORMS, bound, flat, free_names, operands, rename
from tool import Broken, judge
from verdict import disagreements


def shrink(tool, p, wanted, rounds=30):
    """Takes away what the disagreement does not need."""
    for _ in range(rounds):
        candidates = smaller_programs(p)
        while True:
            batch = list(itertools.islice(candidates, 40))
            if not batch:
                return p
            for i, q in enumerate(batch):
                q.name = f"p{i}"
            try:
                verdicts = judge(tool, batch)
            except Broken:
                verdicts = [[]] * len(batch)
            found = next((q for q, said in zip(batch, verdicts) if wanted in disagreements(said)), None)
            if found:
                found.name = p.name
                p = found
                break
    return p


def smaller_programs(p):
    """Copies of the program, each with a piece less, the largest pieces first."""
    places = [(i, len(b)) for i, b in enumerate(p.blocks())]
    for length in (16, 8, 4, 2, 1):
        for block, size in places:
            for first in range(0, size - length + 1):
                q = copy.deepcopy(p)
                list(q.blocks())[block][first : first + length] = []
                if runs(tidied(q)):
                    yield q
    for block, size in places:
        for at in range(size):
            q = copy.deepcopy(p)
            body = list(q.blocks())[block]
            flat_ = flattened(q, body[at])
            if flat_ is None:
                continue
            body[at : at + 1] = flat_
            if runs(tidied(q)):
                yield q
    yield from usual_forms(p)


def flattened(p, op):
    """What may stand in the place of a statement that holds others."""
    if op.kind in ("call", "scope"):
        function = p.functions[op.args[0]]
        to = dict(zip(function.params, op.args[1:]))
        enter, leave = copy.deepcopy((function.body, function.leave))
        if any(o.kind == "if" and o.form == "parameter" for o in flat(enter + leave)):
            return None
        rename(enter + leave, to)
        return enter + op.body + leave
    if op.kind == "try":
        return op.body if not any(o.kind == "throw" for o in flat(op.body)) else op.other
    if op.kind == "each":
        rounds = [copy.deepcopy(op.body) for _ in op.args[1]]
        for body, row in zip(rounds, op.args[1]):
            rename(body, dict(zip(op.args[0], row)))
        return [o for body in rounds for o in body]
    if op.body or op.other:
        return op.other if op.kind == "if" and not op.args[0] else op.body
    return None


def usual_forms(p):
    """Copies that are written as usual in one respect."""
    for letter in p.places:
        q = copy.deepcopy(p)
        del q.places[letter]
        yield q
    if p.files() > 1:
        q = copy.deepcopy(p)
        for function in q.functions.values():
            function.file = 0
        yield q
    if p.style != "note":
        q = copy.deepcopy(p)
        q.style = "note"
        yield q
    for name, function in p.functions.items():
        if function.form not in ("static", "guard"):
            q = copy.deepcopy(p)
            q.functions[name].form = "static"
            yield q
        if function.rival:
            q = copy.deepcopy(p)
            q.functions[name].rival = []
            yield q
    everything = [op for b in p.blocks() for op in b]
    for at, op in enumerate(everything):
        if op.kind in FORMS and op.form not in ("", FORMS[op.kind][0]):
            q = copy.deepcopy(p)
            [o for b in q.blocks() for o in b][at].form = FORMS[op.kind][0]
            yield q


def runs(p):
    """Whether the program is one: what helpers name are their parameters."""
    if any(set(free_names(f.body + f.leave)) - set(f.params) for f in p.functions.values()):
        return False
    try:
        follow.run(p)
        return True
    except (follow.Tooling, KeyError):
        return False


def tidied(p):
    used = {op.args[0] for b in p.blocks() for op in b if op.kind in ("call", "scope")}
    p.functions = {n: f for n, f in p.functions.items() if n in used}
    used = {a for b in p.blocks() for op in b for a in [*operands(op), *bound(op)]}
    p.streams = {n: k for n, k in p.streams.items() if n in used}
    p.events = [e for e in p.events if e in used]
    p.allocations = [a for a in p.allocations if a in used]
    return p
