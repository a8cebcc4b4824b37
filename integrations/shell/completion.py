"""Completion for bash, zsh and fish, of what a program says of itself."""
import re


def identifier(name):
    return "_" + re.sub(r"\W", "_", name)


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


# --- bash ---------------------------------------------------------------------

BASH = r"""# Completion of @NAME@ for bash, made from its --help.
@FUNCTION@() {
  local cur=${COMP_WORDS[COMP_CWORD]} option='' command='' word words i
  # '=' is a word of its own.
  if [[ $cur == = ]]; then
    option=${COMP_WORDS[COMP_CWORD - 1]} cur=''
  elif ((COMP_CWORD > 1)) && [[ ${COMP_WORDS[COMP_CWORD - 1]} == = ]]; then
    option=${COMP_WORDS[COMP_CWORD - 2]}
  elif [[ ${COMP_WORDS[COMP_CWORD - 1]} == -? ]]; then
    option=${COMP_WORDS[COMP_CWORD - 1]}
  fi
  for ((i = 1; i < COMP_CWORD; ++i)); do
    word=${COMP_WORDS[i]}
    if [[ $word == -- ]]; then # The rest are flags of a compiler.
      compopt -o default
      return
    fi
    case $word in
      @COMMANDS@) command=$word; break ;;
    esac
  done
  COMPREPLY=()
  case $command,$option in
@VALUES@
  esac
  if [[ $cur == -* ]]; then
    case $command in
@OPTIONS@
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
    [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace
  elif [[ ! $command && '@COMMANDS@' != '' ]]; then
    mapfile -t COMPREPLY < <(compgen -W '@COMMAND_WORDS@' -- "$cur")
  else
    case $command in
@VERBS@
    esac
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
  fi
}
complete -F @FUNCTION@ @NAME@
"""


def bash_values(program):
    out = []
    for command in [program.main, *program.commands]:
        for option in command.options:
            kind, pattern = option.takes(), f"    {command.name},{option.flag})"
            reply = "mapfile -t COMPREPLY < <(compgen"
            if kind == "choice":
                out.append(f"{pattern} {reply} -W '{' '.join(option.choices)}' -- \"$cur\"); return ;;")
            elif kind in ("file", "folder"):
                flag = "-f" if kind == "file" else "-d"
                out.append(f'{pattern} compopt -o filenames; {reply} {flag} -- "$cur"); return ;;')
            elif kind == "text":
                out.append(f"{pattern} return ;;")
    return "\n".join(out)


def bash_options(command):
    words = [o.flag + ("=" if o.value and o.joined() else "") for o in command.options]
    label = command.name or "''"
    return f"      {label}) words='{' '.join(words)}' ;;"


def bash(program):
    names = [c.name for c in program.commands]
    verbs = [
        f"      {c.name}) mapfile -t COMPREPLY < <(compgen -W '{' '.join(v[0] for v in c.verbs)}' -- \"$cur\")\n"
        "        ((${#COMPREPLY[@]} == 0)) || return ;;"
        for c in program.commands
        if c.verbs
    ]
    text = BASH.replace("@VALUES@", bash_values(program) or "    *) ;;")
    text = text.replace("@OPTIONS@", "\n".join(map(bash_options, [program.main, *program.commands])))
    text = text.replace("@VERBS@", "\n".join(verbs) or "      *) ;;")
    text = text.replace("@COMMAND_WORDS@", " ".join(names)).replace("@COMMANDS@", " | ".join(names) or "''")
    return text.replace("@FUNCTION@", identifier(program.name)).replace("@NAME@", program.name)


# --- zsh ----------------------------------------------------------------------


def zsh_text(text):
    return re.sub(r"([\[\]:\\])", r"\\\1", text)


def zsh_option(option):
    spec = f"*{option.flag}" if option.flag.startswith("--extra-arg") else option.flag
    if option.value:
        spec += "=" if option.joined() else "+"
    spec += f"[{zsh_text(option.text)}]"
    kind = option.takes()
    if kind == "choice":
        spec += f":{option.value or 'value'}:({' '.join(option.choices)})".replace("|", " ")
    elif kind != "none":
        action = {"file": "_files", "folder": "_files -/", "text": " "}[kind]
        spec += f":{zsh_text(option.value)}:{action}"
    return quoted(spec)


def zsh_arguments(command, rest):
    specs = [zsh_option(o) for o in command.options]
    if command.verbs:
        specs.append(quoted(f"1:verb:({' '.join(v[0] for v in command.verbs)})"))
    return "_arguments \\\n      " + " \\\n      ".join([*specs, *rest])


def zsh(program):
    function = identifier(program.name)
    out = [f"#compdef {program.name}", f"# Completion of {program.name} for zsh, made from its --help.", ""]
    out += [f"{function}() {{", "  local curcontext=$curcontext state line", "  typeset -A opt_args"]
    if not program.commands:
        out += ["  " + zsh_arguments(program.main, [quoted("*:file:_files")])]
    else:
        out += ["  " + zsh_arguments(program.main, [quoted("1: :->command"), quoted("*:: :->rest")]).replace(
            "_arguments", "_arguments -C", 1)]
        described = " ".join(quoted(f"{c.name}:{zsh_text(c.text)}") for c in program.commands)
        out += ["  case $state in", "  command)", f"    local -a commands=({described})"]
        out += ["    _describe command commands ;;", "  rest)", "    case $words[1] in"]
        for command in program.commands:
            out += [f"    {command.name})", "      " + zsh_arguments(command, [quoted("*:file:_files")]) + " ;;"]
        out += ["    esac ;;", "  esac"]
    out += ["}", "", f'{function} "$@"', ""]
    return "\n".join(out)


# --- fish ---------------------------------------------------------------------


def fish_option(name, condition, option):
    dashes = "-l" if option.joined() else "-s"
    line = f"complete -c {name} -n {quoted(condition)} {dashes} {option.flag.lstrip('-')} -d {quoted(option.text)}"
    kind = option.takes()
    if kind == "choice":
        return f"{line} -x -a {quoted(' '.join(option.choices))}"
    if kind == "folder":
        return f"{line} -x -a '(__fish_complete_directories)'"
    return line + {"none": "", "file": " -r -F", "text": " -x"}[kind]


def fish(program):
    name, names = program.name, " ".join(c.name for c in program.commands)
    out = [f"# Completion of {name} for fish, made from its --help."]
    nothing = f"not __fish_seen_subcommand_from {names}" if names else "true"
    if names:
        out.append(f"complete -c {name} -n {quoted(nothing)} -f")
    out += [fish_option(name, nothing, o) for o in program.main.options]
    for command in program.commands:
        out.append(f"complete -c {name} -n {quoted(nothing)} -a {command.name} -d {quoted(command.text)}")
        seen = f"__fish_seen_subcommand_from {command.name}"
        out += [fish_option(name, seen, o) for o in command.options]
        for verb, _, text in command.verbs:
            others = " ".join(v[0] for v in command.verbs)
            condition = f"{seen}; and not __fish_seen_subcommand_from {others}"
            out.append(f"complete -c {name} -n {quoted(condition)} -f -a {verb} -d {quoted(text)}")
    return "\n".join(out) + "\n"
