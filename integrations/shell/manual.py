"""Manual pages, of what a program says of itself."""


def escaped(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text[:1] in (".", "'") else text


def page(program, version, date, more):
    """`more`: sections to add, as (heading, [(term, text)]) with a text for each term."""
    name = program.name
    out = [f'.TH "{escaped(name.upper())}" 1 "{date}" "cuda-capture-tidy {version}" "User Commands"']
    out += [".SH NAME", f"{escaped(name)} \\- {escaped(summary(program.overview))}"]
    out += [".SH SYNOPSIS"]
    for i, command in enumerate(program.commands or [program.main]):
        if i:
            out.append(".br")
        usage = (command.usage or f"{name} [options]").split(" ", 1)[-1]
        out += [f".B {escaped(name)}", escaped(usage)]
    out += [".SH DESCRIPTION", escaped(program.overview.rstrip())]
    if program.commands:
        out += [".SH COMMANDS"]
        for command in program.commands:
            out += [f".SS {escaped(command.name)}", escaped(command.text) + "."]
            for verb, arguments, text in command.verbs:
                out += [".TP", f".B {escaped((verb + ' ' + arguments).strip())}", escaped(text) + "."]
            out += options(command)
    out += [".SH OPTIONS"] + options(program.main)
    for heading, entries in more:
        out.append(f".SH {escaped(heading)}")
        for term, text in entries:
            out += ([".TP", f".B {escaped(term)}"] if term else []) + [escaped(text)]
    return "\n".join(out) + "\n"


def summary(text):
    text = text.split(". ")[0].rstrip(".")
    return text[:1].lower() + text[1:]


def options(command):
    out = []
    for option in command.options:
        if option.flag == "--help" and command.name:
            continue
        term = f"\\fB{escaped(option.flag)}\\fR"
        if option.value:
            term += ("=" if option.joined() else " ") + f"\\fI{escaped(option.value)}\\fR"
        out += [".TP", term, escaped(option.text or "See --help") + "."]
    return out
