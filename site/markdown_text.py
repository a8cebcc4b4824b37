"""Data as Markdown that GitHub and Python-Markdown show alike.

The two agree on backslashes before some characters only, and on entities of
HTML for all others.
"""
import re

# Characters that mean something anywhere in a text.
_SPECIAL = {
    "\\": "\\\\", "`": "\\`", "*": "\\*", "[": "\\[", "]": "\\]",
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "|": "&#124;", "~": "&#126;",
    "$": "&#36;", "{": "&#123;", "}": "&#125;",
}
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


def text(value):
    """One line that shows just these characters."""
    line = " ".join(_CONTROL.sub("", str(value)).split())
    result = []
    for at, char in enumerate(line):
        if char == "_":
            # Within a word it means nothing, and names are full of them.
            inner = line[at - 1:at].isalnum() and line[at + 1:at + 2].isalnum()
            result.append("_" if inner else "\\_")
        else:
            result.append(_SPECIAL.get(char, char))
    escaped = "".join(result)
    # What begins a heading, a list, a rule or a table at the start of a line.
    if re.match(r"[#+=:!-]", escaped):
        return f"&#{ord(escaped[0])};{escaped[1:]}"
    return re.sub(r"^(\d+)([.)])(?=\s|$)", lambda m: f"{m[1]}&#{ord(m[2])};", escaped)


def code(value):
    """A code span on one line, in tables too."""
    line = " ".join(_CONTROL.sub("", str(value)).split())
    if line and not set(line) & set("`|"):
        return f"`{line}`"
    # Backquotes need longer fences, and each reads a bar in a table otherwise.
    entities = "".join(c if c.isalnum() or c == " " else f"&#{ord(c)};" for c in line)
    return f"<code>{entities}</code>"


def block(value, language="text"):
    """A block of code with these lines."""
    body = _CONTROL.sub("", str(value).replace("\r\n", "\n")).strip("\n")
    longest = max((len(run) for run in re.findall(r"`+", body)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{body}\n{fence}"


def link(label, target):
    """A link; the label is Markdown already."""
    return f"[{label}]({target})"


def address(url):
    """A link to a page of the web, or its text if it is none."""
    if re.fullmatch(r"https?://[!#%&'*+,./:;=?@\w~-]+", url, re.ASCII):
        return f"<{url}>"
    return text(url)


def table(head, rows):
    """A table; the cells are Markdown already."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(cells) + " |" for cells in rows]
    return "\n".join(lines)


def anchor(heading):
    """The anchor of a heading of letters, digits, blanks, ':', '_' and '-'."""
    if not re.fullmatch(r"[\w: -]+", heading, re.ASCII):
        raise ValueError(f"no simple heading: {heading!r}")
    return heading.lower().replace(" ", "-").replace(":", "")
