"""What a program is made of, for the figures."""

from declare import CONTAINERS
from program import VIRTUAL, flat, ordered


def traits(p):
    """The names of what is written in the program."""
    functions = ordered(p)
    ops = [op for b in [p.body, *(b for f in functions for b in f.bodies())] for op in flat(b)]
    kinds = {op.kind for op in ops}
    forms = {op.form for op in ops} | {f.form for f in functions}
    places = set(p.places.values())
    found = {
        "helpers": "static" in forms,
        "virtual functions": bool(forms & set(VIRTUAL)),
        "functors and members": bool(forms & {"functor", "member"}),
        "lambdas": "lambda" in kinds,
        "std::function": bool(forms & {"function", "stored"}),
        "threads": "thread" in kinds,
        "branches": "if" in kinds,
        "loops": "loop" in kinds,
        "loops over streams": "each" in kinds,
        "guards": "scope" in kinds,
        "owners": "own" in kinds or bool(places & {"owners", "owner vector", "unique"}),
        "containers": bool(places & set(CONTAINERS)),
        "exceptions": "try" in kinds or p.style == "throw",
        "several files": p.files() > 1 and any(f.file for f in functions),
    }
    return {name for name, has in found.items() if has} or {"none of these"}
