"""Running cases: each in a process of its own, with a limit on its time."""

import os
import signal
import subprocess
import tempfile
import threading

# A record is a few hundred bytes; more is a probe that has gone wild.
MAX_OUTPUT = 1 << 20

CODES = ("begin", "code", "enter", "leave", "end", "drain", "instantiate",
         "launch", "unreadable")
BOOLEANS = ("before", "after")


class Stopped(Exception):
    """The run is being ended; the case says nothing."""


class Processes:
    """The processes that run now, so that all can be ended at once."""

    def __init__(self):
        self._lock = threading.Lock()
        self._running = set()
        self.stopped = False

    def start(self, command, **options):
        with self._lock:
            if self.stopped:
                raise Stopped
            process = subprocess.Popen(command, start_new_session=True, **options)
            self._running.add(process)
            return process

    def ended(self, process):
        with self._lock:
            self._running.discard(process)

    def stop(self):
        with self._lock:
            self.stopped = True
            for process in self._running:
                kill(process)


def kill(process):
    """Ends a process and all that it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass


def _number(text):
    number, _, name = text.partition(" ")
    return int(number), name


def parse(text):
    """Turns the lines of a probe into a record; also tells its last phase.

    ValueError if a line is none that a probe writes.
    """
    record, phase = {}, ""
    for line in text.split("\n"):
        if not line:
            continue
        key, _, value = line.partition(" ")
        if key == "phase":
            phase = value
        elif key in CODES:
            number, name = _number(value)
            record[key] = number
            if key == "code":
                record["name"] = name
        elif key in BOOLEANS:
            if value not in ("true", "false"):
                raise ValueError(line)
            record[key] = value == "true"
        elif key == "nodes":
            record[key] = value.split()
        elif key == "step":
            name, _, rest = value.partition(" ")
            number, spelled = _number(rest)
            record.setdefault("steps", {})[name] = {"code": number, "name": spelled}
        elif key == "fact":
            name, _, rest = value.partition(" ")
            record.setdefault("facts", {})[name] = rest
        elif key in ("status", "device", "capability", "driverApi", "runtime"):
            record[key] = value
        elif key == "setup-failed":
            record["reason"] = value
        else:
            raise ValueError(line)
    return record, phase


def _read(stream, sink, process):
    """Reads all that comes; ends a process that says too much."""
    size = 0
    while chunk := stream.read1(65536):
        size += len(chunk)
        if size > MAX_OUTPUT:
            sink.clear()
            kill(process)
            return
        sink.append(chunk)


def call_probe(processes, program, arguments, timeout):
    """Runs a probe; returns (exit status or None if it ran out of time, output
    or None if there was too much of it, what it said on stderr)."""
    with tempfile.TemporaryFile() as err:
        process = processes.start(
            [str(program.path), *arguments], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=err, env=program.env)
        chunks = []
        reader = threading.Thread(
            target=_read, args=(process.stdout, chunks, process), daemon=True)
        reader.start()
        try:
            status = process.wait(timeout)
        except subprocess.TimeoutExpired:
            status = None
        finally:
            # Its children too: one may hold the pipe open.
            kill(process)
            process.wait()
            reader.join()
            process.stdout.close()
            processes.ended(process)
        err.seek(0)
        said = err.read(2000).decode(errors="replace").strip()
    if processes.stopped:
        raise Stopped
    flooded = not chunks and status == -signal.SIGKILL
    output = None if flooded else b"".join(chunks).decode(errors="replace")
    return status, output, said


def _outcome(status, phase, record):
    if status is None:
        return "timeout"
    if status < 0:
        try:
            return f"signal {signal.Signals(-status).name}"
        except ValueError:
            return f"signal {-status}"
    if status == 3 and phase in ("", "setup", "enter"):
        return "setup"
    if status == 0 and (phase == "done" or record.get("begin")):
        return "ok"
    return f"exit {status}"


def run_case(processes, program, case, text, timeout):
    """Runs one case. Returns its record, the device's facts taken out, and
    those facts."""
    api, mode, origin, thread, state = case.rsplit("/", 4)
    api, _, variant = _split_variant(api)
    result = {"id": case, "api": api, "variant": variant, "mode": mode,
              "origin": origin, "thread": thread, "state": state, "call": text}
    status, output, said = call_probe(processes, program, ["--case", case], timeout)
    if output is None:
        return {**result, "outcome": "garbled"}, {}
    if not output.endswith("\n"):  # Cut off in the middle of a line.
        output = output[:output.rfind("\n") + 1]
    try:
        record, phase = parse(output)
    except ValueError:
        return {**result, "outcome": "garbled"}, {}
    device = {k: record.pop(k) for k in ("device", "capability", "driverApi", "runtime")
              if k in record}
    result["outcome"] = _outcome(status, phase, record)
    if result["outcome"] != "ok":
        result["phase"] = phase
        if said and "reason" not in record:
            result["reason"] = said.splitlines()[-1][:200]
    result.update(record)
    return result, device


def _split_variant(api):
    """Splits at the colon of a variant: C++ names have two in a row."""
    bare = api.replace("::", "\0\0")
    name, colon, variant = bare.partition(":")
    return name.replace("\0\0", "::"), colon, variant
