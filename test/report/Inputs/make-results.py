#!/usr/bin/env python3
"""Makes up a small project, and what a run would find in it.

Writes sources into FOLDER/project and FOLDER/results.json. All texts and names
of "hostile" try to be what they are not; "moved" has an edit that moves lines, "many" has
400 findings, "none" none, and "outside" no capture. "troubled" has sources and functions that were not
analysed, or not completely, and configuration without effect.

usage: make-results.py FOLDER [hostile|moved|many|none|outside|troubled]
"""
import json
import os
import sys

ENGINE = """\
#include "workspace.h"
#include <cuda_runtime.h>

__global__ void scale(float *data, int n);

// Größe, 大小, \U0001f680: columns are not bytes.
struct Engine {
  Workspace workspace;

  void record(int n) {
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    /* \U0001f680 */ workspace.reserve(n);
    scale<<<n / 256, 256, 0, stream>>>(workspace.data, n);
    cudaMemcpy(host, workspace.data, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaStreamSynchronize(stream);
    cudaStreamEndCapture(stream, &graph);
  }

  cudaStream_t stream;
  cudaGraph_t graph;
  float *host;
};
"""
WORKSPACE = """\
#pragma once
#include <cuda_runtime.h>

struct Workspace {
  float *data = nullptr;
  int size = 0;

  void reserve(int n) {
    if (n > size) {
      cudaMalloc(&data, n * sizeof(float));
      size = n;
    }
  }
};
"""


class Source:
    def __init__(self, folder, name, text):
        self.path = os.path.join(folder, name)
        self.bytes = text.encode() if isinstance(text, str) else text
        os.makedirs(os.path.dirname(self.path), exist_ok=True)
        with open(self.path, "wb") as file:
            file.write(self.bytes)

    def name(self):
        # Names that are no text are written as their bytes.
        try:
            os.fsencode(self.path).decode()
            return self.path
        except UnicodeDecodeError:
            return {"hex": os.fsencode(self.path).hex()}

    def find(self, text):
        at = self.bytes.find(text.encode())
        assert at >= 0, text
        return at

    def at(self, text):
        before = self.bytes[:self.find(text)]
        return {"file": self.name(), "line": before.count(b"\n") + 1, "column": len(before) - before.rfind(b"\n")}

    def edit(self, old, new, after=False):
        """Replaces a text, or inserts behind it."""
        at = self.find(old)
        return {"file": self.name(), "offset": at + len(old.encode()) if after else at,
                "length": 0 if after else len(old.encode()), "text": new}


NOWHERE = {"file": "", "line": 0, "column": 0}


def note(kind, text, at=NOWHERE, edits=(), before=False):
    return {"kind": kind, "text": text, "at": at, "edits": list(edits), "before": before}


def finding(check, text, at, function, notes, edits=(), callee="cudaMalloc", **more):
    return {"check": "cuda-capture-" + check, "text": text, "at": at, "function": function, "callee": callee,
            "possible": False, "onFailure": False, "error": 900, "errorName": "cudaErrorStreamCaptureUnsupported",
            "entry": "stream-capture-unsupported", "notes": notes, "edits": list(edits), **more}


def unit(state, path, problem="", regions=0, capturable=0):
    return {"state": state, "file": path, "problem": problem, "regions": regions, "capturable": capturable}


def plain(folder):
    engine = Source(folder, "src/engine.cu", ENGINE)
    workspace = Source(folder, "include/workspace.h", WORKSPACE)
    begin = note("path", "capture of 'stream' begins here", engine.at("cudaStreamBeginCapture"), before=True)
    reject = "while 'stream' is capturing in global mode; the runtime rejects it with " \
             "cudaErrorStreamCaptureUnsupported (900) and invalidates the capture"
    findings = [
        finding("unsafe-call", f"call to 'Workspace::reserve' reaches 'cudaMalloc' {reject}",
                engine.at("reserve(n);\n    scale"), "Engine::record",
                [begin,
                 note("path", "'Workspace::reserve' calls 'cudaMalloc' here when 'n > size'", workspace.at("cudaMalloc")),
                 note("remedy", "allocate before the capture begins [stream-capture-unsupported; docs/checks/unsafe-call.md]"),
                 note("alternative", "or begin the capture in relaxed mode, which permits the call",
                      engine.at("cudaStreamCaptureModeGlobal"),
                      [engine.edit("cudaStreamCaptureModeGlobal", "cudaStreamCaptureModeRelaxed")])]),
        finding("legacy-stream", "call to 'cudaMemcpy' on the legacy default stream " + reject,
                engine.at("cudaMemcpy("), "Engine::record",
                [begin, note("remedy", "use 'cudaMemcpyAsync' with 'stream' [docs/checks/legacy-stream.md]")],
                [engine.edit("cudaMemcpy(", "cudaMemcpyAsync("),
                 engine.edit("cudaMemcpyDeviceToHost", ", stream", after=True)], "cudaMemcpy"),
        finding("synchronization", "possible: call to 'cudaStreamSynchronize' " + reject,
                engine.at("cudaStreamSynchronize"), "Engine::record",
                [begin, note("remedy", "wait for the graph, behind its launch [docs/checks/synchronization.md]"),
                 note("alternative", "or remove it: what is enqueued after it in the same stream waits without it",
                      engine.at("cudaStreamSynchronize"), [engine.edit("    cudaStreamSynchronize(stream);\n", "")])],
                callee="cudaStreamSynchronize", possible=True),
    ]
    units = [unit("analysed", engine.path, "", 1, 1), unit("skipped", os.path.join(folder, "src/host.cpp")),
             unit("malformed", os.path.join(folder, "src/broken.cu"), "broken.cu:3:1: error: unknown type name 'floot'"),
             unit("crashed", os.path.join(folder, "src/odd.cu"), "signal 11")]
    return units, findings


EVIL = "</script></style></title>\"'><img src=x onerror=document.title=1><script>document.title='owned'</script>"


def hostile(folder):
    # No folder: a name cannot hold a slash.
    name = os.fsdecode(b"a b%20#?[1](2)\\\"'&<img src=x onerror=alert(1)> \xff \xe5\xa4\xa7.cu")
    evil = Source(folder, name, b"\xef\xbb\xbf\tcudaMalloc(&p, 1); // " + EVIL.encode() + b"\r\n\0\x1b[31m \xff\xfe\r\n"
                  + b"x" * 3000 + b" cudaFree(p);")
    gone = os.path.join(folder, "gone.cu")
    begin = note("path", "capture of '" + EVIL + "' begins here", evil.at("cudaMalloc"), before=True)
    far = dict(evil.at("cudaFree"), line=1000)
    findings = [
        finding("unsafe-call", EVIL + " [text](1) {0} &amp; \u2028 \u202e", evil.at("cudaFree"), EVIL,
                [begin, note("path", "\x01\x1b[31m", {"file": gone, "line": 3, "column": 4}),
                 note("remedy", EVIL, edits=[evil.edit("cudaFree(p)", EVIL)])],
                [evil.edit("cudaMalloc", EVIL), {"file": gone, "offset": 3, "length": 2, "text": EVIL}], EVIL,
                errorName=EVIL, entry=EVIL),
        finding("unsafe-call", "beyond the end", far, "", [], [], "", error=0, errorName="", entry=""),
        finding("unsafe-call", "in a file that is gone", {"file": gone, "line": 7, "column": 2}, "", [begin], [], ""),
        finding("unsafe-call", "nowhere in a file", {"file": gone, "line": 0, "column": 0}, "", [], [], ""),
        finding("no-such-check" + EVIL, "of a check that is not known", evil.at("cudaMalloc"), "", [], [], ""),
    ]
    return [unit("failed", gone, EVIL), unit("timed-out", "/elsewhere/b.cu", "120 s")], findings


def moved(folder):
    """A statement is moved: lines are inserted, and others are gone."""
    engine = Source(folder, "src/engine.cu", ENGINE)
    line = "    cudaStreamSynchronize(stream);\n"
    edits = [engine.edit("void record(int n) {\n", "    // Größe, 大小 'quoted': \"x\"\n" + line, after=True), engine.edit(line, "")]
    return [unit("analysed", engine.path, "", 1, 1)], [
        finding("synchronization", "text", engine.at("cudaStreamSynchronize"), "f", [note("remedy", "move it")], edits)]


def many(folder):
    units, findings = plain(folder)
    return units, [dict(f, text=f"{f['text']} ({i})") for i in range(134) for f in findings][:400]


def none(folder):
    return [unit("analysed", os.path.join(folder, "src/host.cu"))], []


def outside(folder):
    return none(folder)[0], plain(folder)[1]


def gap(kind, at, function, text, serious=True):
    return {"kind": kind, "serious": serious, "at": at, "function": function, "text": text}


def troubled(folder):
    units, findings = plain(folder)
    engine = Source(folder, "src/engine.cu", ENGINE)
    header = Source(folder, "include/workspace.h", WORKSPACE)
    gaps = [gap("given-up", engine.at("void record"), "Engine::record", "'Engine::record' is too large: nothing in it is reported"),
            gap("abridged", header.at("void reserve"), "Workspace::reserve", "'Workspace::reserve' has more paths than are followed", False),
            gap("passed-over", {"file": header.name(), "line": 0, "column": 0}, "", "it begins a capture, and is not analysed: 100%, really")]
    notices = [{"isWarning": True, "at": {"file": os.path.join(folder, ".clang-tidy"), "line": 4, "column": 0}, "text": "unknown option 'X'"},
               {"isWarning": False, "at": NOWHERE, "text": "--checks: no check fits 'y'"}]
    return units, findings, gaps, notices


def main(folder, kind="plain"):
    project = os.path.join(os.path.realpath(folder), "project")
    kinds = {"plain": plain, "hostile": hostile, "moved": moved, "many": many, "none": none, "outside": outside, "troubled": troubled}
    units, findings, gaps, notices = (*kinds[kind](project), [], [])[:4]
    with open(os.path.join(folder, "results.json"), "w") as file:
        json.dump({"cudaCaptureResults": 2, "units": units, "findings": findings, "files": [], "gaps": gaps, "notices": notices}, file)


if __name__ == "__main__":
    main(*sys.argv[1:])
