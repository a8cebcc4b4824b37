"""What a program says of itself with --help, as data: the one source of manual
pages and completions. Knows the form that LLVM's command line library prints."""
import re
import subprocess
from dataclasses import dataclass, field

OPTION = re.compile(r"^  (-{1,2}[A-Za-z][\w-]*)(?:[ =]<(.*?)>)?(?: +- (.*))?$")
VALUE = re.compile(r"^    =(\S+)(?: +- +(.*))?$")
COMMAND = re.compile(r"^  ([a-z][\w-]*) +- (.*)$")
VERB = re.compile(r"^  ([a-z]+)( \S.*)?$")


@dataclass
class Option:
    flag: str  # "--level"
    value: str = ""  # what the value is called: "LEVEL"
    text: str = ""
    choices: list = field(default_factory=list)

    def takes(self):
        """The kind of the value: none, choice, file, folder or text."""
        if self.choices:
            return "choice"
        if not self.value:
            return "none"
        if self.value in ("DIR", "BUILD"):
            return "folder"
        return "file" if "FILE" in self.value or self.value in ("PATHS", "filename") else "text"

    def joined(self):
        """Whether '=' stands before the value."""
        return self.flag.startswith("--")


@dataclass
class Command:
    name: str  # empty: the program itself
    text: str = ""
    usage: str = ""
    options: list = field(default_factory=list)
    verbs: list = field(default_factory=list)  # (name, arguments, text)


@dataclass
class Program:
    name: str
    overview: str
    main: Command
    commands: list


def choices_of(option):
    """Of '<en|zh>', or of a text that names a default: 'auto (default), always or never'."""
    if re.fullmatch(r"[\w-]+(\|[\w-]+)+", option.value):
        return option.value.split("|")
    if "(default)" not in option.text:
        return []
    found = []
    for part in re.split(r"; | or |, ", option.text.rpartition(": ")[2] if ";" not in option.text else option.text):
        word = re.match(r"^([\w-]+)(?: \(default\))?(?::|$)", part.strip())
        if word:
            found.append(word.group(1))
    return found


def parse(name, text, lines):
    command = Command(name, text)
    section = ""
    for line in lines:
        heading = re.match(r"^([A-Z][A-Z ]+):(?: (.*))?$", line)
        if heading:
            section = heading.group(1)
            if section == "USAGE":
                command.usage = heading.group(2)
            continue
        if section == "VERBS":
            verb = VERB.match(line)
            if verb:
                command.verbs.append([verb.group(1), (verb.group(2) or "").strip(), ""])
            elif line.strip():
                command.verbs[-1][2] = line.strip()
        elif section == "OPTIONS":
            option, value = OPTION.match(line), VALUE.match(line)
            if option and option.group(1) != "--help-list":
                command.options.append(Option(option.group(1), option.group(2) or "", option.group(3) or ""))
            elif value and command.options:
                command.options[-1].choices.append(value.group(1))
    for option in command.options:
        option.text = re.sub(r" \(--help-hidden for more\)$", "", option.text)
        option.choices = option.choices or choices_of(option)
    return command


def describe(program, name):
    def ask(*arguments):
        return subprocess.run([program, *arguments], capture_output=True, text=True, check=True).stdout.splitlines()

    lines = ask("--help")
    overview = next((x[len("OVERVIEW: ") :] for x in lines if x.startswith("OVERVIEW: ")), "")
    commands = []
    if "SUBCOMMANDS:" in lines:
        for line in lines[lines.index("SUBCOMMANDS:") + 1 : lines.index("OPTIONS:")]:
            found = COMMAND.match(line)
            if found:
                commands.append(parse(found.group(1), found.group(2), ask(found.group(1), "--help")))
    return Program(name, overview, parse("", overview, lines), commands)
