"""Presses the tab key in real shells.

try-completion.py SHELL FOLDER NAME: FOLDER has bash, zsh and fish, as make.py
writes them, for the program NAME. Prints what is wrong.
"""
import os
import pathlib
import pty
import select
import subprocess
import sys
import tempfile
import time

shell, folder, name = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), sys.argv[3]

# What is typed, and what has to be offered, or must not be.
CASES = [
    ("ch", ["check"], ["--level"]),
    ("check --lev", ["--level"], ["--sarif"]),
    ("check --level=", ["exact", "possible", "strict"], ["auto"]),
    ("check --color=a", ["auto", "always"], ["never"]),
    ("compile --dep", ["--depfile"], []),
    ("kb ", ["explain", "match"], []),
    ("kb --fam", ["--family"], []),
    ("kb --family=d", ["driver"], ["hip"]),
    ("check sour", ["source.cu"], []),
]


def ask_fish(typed):
    script = f"source {folder}/fish/{name}.fish; complete -C '{name} {typed}'"
    said = subprocess.run(["fish", "--no-config", "-c", script], capture_output=True, text=True).stdout
    return "\n".join(line.split("\t")[0] for line in said.splitlines())


def ask_bash(typed):
    words = typed.replace("=", " = ").split() if typed.strip() else []
    if typed.endswith(" "):
        words.append("")
    array = " ".join(f"'{w}'" for w in [name, *words])
    script = f"""compopt() {{ :; }}
source {folder}/bash/{name}
complete -p {name} >/dev/null || exit 1
COMP_WORDS=({array}) COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
$(complete -p {name} | sed 's/.*-F \\([^ ]*\\) .*/\\1/')
printf '%s\\n' "${{COMPREPLY[@]}}" """
    done = subprocess.run(["bash", "--norc", "-c", script], capture_output=True, text=True)
    return done.stdout + done.stderr


class Zsh:
    """A zsh with a terminal; nothing else can be asked."""

    def __init__(self):
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM="dumb", PS1="", COLUMNS="300", LINES="60")
            os.execvp("zsh", ["zsh", "-f", "-i"])
        self.dump = tempfile.NamedTemporaryFile()
        self.send(f"fpath=({folder}/zsh $fpath); autoload -U compinit; compinit -u -d {self.dump.name}\n")
        # Everything that is possible is listed at once.
        self.send("setopt auto_list no_list_ambiguous no_menu_complete; unsetopt list_beep; PS1='ready> '\n")
        self.send("print BE''GIN\n")
        self.read("BEGIN")

    def send(self, text):
        os.write(self.terminal, text.encode())

    def read(self, end="", seconds=90.0):
        text, stop = "", time.monotonic() + seconds
        while time.monotonic() < stop and (not end or end not in text):
            if select.select([self.terminal], [], [], 0.1)[0]:
                text += os.read(self.terminal, 65536).decode(errors="replace")
        return text

    def ask(self, typed, wanted):
        self.send(f"{name} {typed}\t")
        text, stop = "", time.monotonic() + 90
        while time.monotonic() < stop and not all(w in text for w in wanted):
            text += self.read(seconds=0.1)
        text += self.read(seconds=0.1)
        self.send("\x15print NE''XT\n")  # Clears the line.
        self.read("NEXT")
        return text


wrong = 0
with tempfile.TemporaryDirectory() as home:
    os.chdir(home)
    pathlib.Path("source.cu").touch()
    zsh = Zsh() if shell == "zsh" else None
    for typed, wanted, unwanted in CASES:
        if zsh:
            said = zsh.ask(typed, wanted)
            # What was typed is there, too.
            unwanted = [u for u in unwanted if u not in typed]
        else:
            said = ask_fish(typed) if shell == "fish" else ask_bash(typed)
        bad = [w for w in wanted if w not in said] + [f"not {u}" for u in unwanted if u in said]
        if bad:
            wrong += 1
            print(f"{shell}: '{typed}': expected {', '.join(bad)}; got:\n{said}")
    if zsh:
        zsh.send("exit\n")
sys.exit(wrong != 0)
