//===- Sarif.cpp - Results for code scanning ------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sarif.h"
#include "CheckTexts.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/xxhash.h"
#include <map>

using namespace llvm;
using namespace cuda_capture;
using namespace cuda_capture::report;

static constexpr StringRef RootId = "%SRCROOT%";

/// What is quoted need not be text; JSON has to be.
static std::string utf8(StringRef Text) {
  return json::isUTF8(Text) ? Text.str() : json::fixUTF8(Text);
}

std::string report::percentEncoded(StringRef Path) {
  std::string Result;
  for (unsigned char C : Path)
    if (isAlnum(C) || StringRef("-._~/+,=@").contains(char(C)))
      Result += char(C);
    else
      Result += {'%', hexdigit(C >> 4), hexdigit(C & 15)};
  return Result;
}

/// The first words of a text without markup, for those that want few.
static std::string shortened(StringRef Text, size_t Limit) {
  if (Text.size() <= Limit)
    return Text.str();
  Text = Text.take_front(Limit - 3);
  return (Text.substr(0, Text.find_last_of(" \n")) + "...").str();
}

namespace {
class Writer {
public:
  Writer(raw_ostream &OS, const RunInfo &Run, SourceFiles &Sources,
         const Fingerprint &Print)
      : J(OS, /*IndentSize=*/2), Run(Run), Sources(Sources), Print(Print) {}

  void log(const Results &R) {
    J.object([&] {
      J.attribute("$schema",
                  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/"
                  "schemas/sarif-schema-2.1.0.json");
      J.attribute("version", "2.1.0");
      J.attributeArray("runs", [&] { J.object([&] { run(R); }); });
    });
  }

private:
  void run(const Results &R) {
    J.attributeObject("tool",
                      [&] { J.attributeObject("driver", [&] { driver(); }); });
    J.attributeArray("invocations", [&] {
      J.object([&] {
        J.attribute("executionSuccessful", Run.ExitCode <= 1);
        J.attribute("exitCode", Run.ExitCode);
        J.attributeArray("toolExecutionNotifications", [&] {
          for (const Unit &U : R.Units)
            notification(U);
          skipped(R);
        });
      });
    });
    if (!Run.Root.empty())
      J.attributeObject("originalUriBaseIds", [&] {
        J.attributeObject(RootId, [&] {
          std::string Uri = "file://" + percentEncoded(Run.Root);
          J.attribute("uri", Uri.back() == '/' ? Uri : Uri + '/');
        });
      });
    J.attribute("columnKind", "utf16CodeUnits");
    J.attributeArray("results", [&] {
      for (const Diagnostic &D : R.Findings)
        J.object([&] { result(D); });
    });
  }

  //===--- The tool ---===//

  void driver() {
    J.attribute("name", "cuda-capture-tidy");
    J.attribute("version", Run.Version);
    J.attribute("semanticVersion", Run.Version);
    if (!Run.Docs.empty())
      J.attribute("informationUri", Run.Docs);
    J.attributeArray("notifications", [&] {
      descriptor("file-not-analysed", "A file could not be analysed.");
      descriptor("file-has-errors",
                 "A file has errors; what could be parsed was analysed.");
      descriptor("files-skipped", "Files cannot reach a capture, as their "
                                  "words tell, and were not looked at.");
    });
    J.attributeArray("rules", [&] {
      for (const CheckText &Check : checkTexts())
        J.object([&] { rule(Check); });
    });
  }

  void descriptor(StringRef Id, StringRef Text) {
    J.object([&] {
      J.attribute("id", Id);
      J.attribute("name", pascalCase(Id));
      // Code scanning wants all of them.
      for (StringRef Key : {"shortDescription", "fullDescription", "help"})
        text(Key, Text);
    });
  }

  void rule(const CheckText &Check) {
    J.attribute("id", Check.Name);
    J.attribute("name", pascalCase(Check.Name));
    text("shortDescription", Check.Summary);
    // Code scanning takes no more.
    text("fullDescription", shortened(Check.Description, 1000));
    if (!Run.Docs.empty())
      J.attribute("helpUri", Run.Docs + Check.Page);
    J.attributeObject("help", [&] {
      J.attribute("text", Check.Description);
      J.attribute("markdown",
                  withAbsoluteLinks(Check.Markdown, Check.Page, Run.Docs));
    });
    J.attributeObject("defaultConfiguration",
                      [&] { J.attribute("level", "warning"); });
    J.attributeObject("properties", [&] {
      J.attribute("precision", "very-high");
      J.attribute("problem.severity", "warning");
      J.attributeArray("tags", [&] {
        for (StringRef Tag : {"correctness", "cuda", "stream-capture"})
          J.value(Tag);
      });
    });
  }

  /// "cuda-capture-unsafe-call": "CudaCaptureUnsafeCall".
  static std::string pascalCase(StringRef Name) {
    std::string Result;
    for (size_t I = 0; I < Name.size(); ++I)
      if (Name[I] != '-')
        Result += !I || Name[I - 1] == '-' ? toUpper(Name[I]) : Name[I];
    return Result;
  }

  void skipped(const Results &R) {
    const size_t N = llvm::count_if(
        R.Units, [](const Unit &U) { return U.S == Unit::Skipped; });
    if (!N)
      return;
    J.object([&] {
      J.attributeObject("descriptor", [&] {
        J.attribute("id", "files-skipped");
        J.attribute("index", 2);
      });
      J.attribute("level", "note");
      text("message", formatv("{0} {1} skipped: as {2} words tell, {3} cannot "
                              "reach a capture; --all looks at {4}, too",
                              N, N == 1 ? "file was" : "files were",
                              N == 1 ? "its" : "their", N == 1 ? "it" : "they",
                              N == 1 ? "it" : "them")
                          .str());
    });
  }

  void notification(const Unit &U) {
    if (U.S == Unit::Analysed || U.S == Unit::Skipped)
      return;
    bool Partial = U.S == Unit::Malformed;
    J.object([&] {
      J.attributeObject("descriptor", [&] {
        J.attribute("id", Partial ? "file-has-errors" : "file-not-analysed");
        J.attribute("index", Partial ? 1 : 0);
      });
      J.attribute("level", Partial ? "warning" : "error");
      StringRef What = "has errors; what could be parsed was analysed";
      if (U.S == Unit::Failed)
        What = "could not be analysed";
      else if (U.S == Unit::Crashed)
        What = "could not be analysed: the analysis crashed";
      else if (U.S == Unit::TimedOut)
        What = "could not be analysed in time";
      text("message", pathBelow(U.File, Run.Root) + " " + What.str() +
                          (U.Problem.empty() ? "" : ": " + U.Problem));
      J.attributeArray("locations", [&] {
        J.object([&] {
          J.attributeObject("physicalLocation", [&] { artifact(U.File); });
        });
      });
    });
  }

  //===--- Results ---===//

  void result(const Diagnostic &D) {
    J.attribute("ruleId", utf8(D.Check));
    if (const CheckText *Check = checkText(D.Check))
      J.attribute("ruleIndex", Check - checkTexts().data());
    J.attribute("level", D.Possible || D.OnFailure ? "note" : "warning");
    text("message", D.Text);
    J.attributeArray("locations", [&] {
      J.object([&] {
        physical(D.At, /*Context=*/true);
        if (!D.Function.empty())
          J.attributeArray("logicalLocations", [&] {
            J.object([&] {
              J.attribute("fullyQualifiedName", utf8(D.Function));
              J.attribute("kind", "function");
            });
          });
      });
    });
    J.attributeObject("partialFingerprints", [&] {
      // Findings that are alike are told apart by their order.
      std::string Value = formatv("{0:x-16}", xxh3_64bits(StringRef(Print(D))));
      Value += ":" + std::to_string(++Prints[Value]);
      J.attribute("cudaCapture/v1", Value);
      // Code scanning looks at this one.
      J.attribute("primaryLocationLineHash", Value);
    });
    related(D);
    flow(D);
    fixes(D);
    J.attributeObject("properties", [&] {
      if (!D.Callee.empty())
        J.attribute("callee", utf8(D.Callee));
      if (!D.Entry.empty())
        J.attribute("entry", utf8(D.Entry));
      if (D.Error) {
        J.attribute("error", D.Error);
        J.attribute("errorName", utf8(D.ErrorName));
      }
      J.attribute("onFailure", D.OnFailure);
      J.attribute("possible", D.Possible);
    });
  }

  void related(const Diagnostic &D) {
    J.attributeArray("relatedLocations", [&] {
      unsigned Id = 0;
      for (const DiagnosticNote &N : D.Notes) {
        const Position &At = N.At.isValid() ? N.At : D.At;
        J.object([&] {
          J.attribute("id", ++Id);
          physical(At, /*Context=*/false);
          text("message", N.Text);
        });
      }
    });
  }

  /// What happens before, the finding, and what it leads to.
  void flow(const Diagnostic &D) {
    std::vector<std::pair<const Position *, StringRef>> Steps;
    for (const DiagnosticNote &N : D.Notes)
      if (N.K == DiagnosticNote::Path && N.Before && N.At.isValid())
        Steps.emplace_back(&N.At, N.Text);
    Steps.emplace_back(&D.At, D.Text);
    for (const DiagnosticNote &N : D.Notes)
      if (N.K == DiagnosticNote::Path && !N.Before && N.At.isValid())
        Steps.emplace_back(&N.At, N.Text);
    if (Steps.size() == 1)
      return;
    auto Location = [&](const Position &At, StringRef Text) {
      J.object([&] {
        J.attribute("importance", &At == &D.At ? "essential" : "important");
        J.attributeObject("location", [&] {
          physical(At, /*Context=*/false);
          text("message", Text);
        });
      });
    };
    J.attributeArray("codeFlows", [&] {
      J.object([&] {
        J.attributeArray("threadFlows", [&] {
          J.object([&] {
            J.attributeArray("locations", [&] {
              for (auto [At, Text] : Steps)
                Location(*At, Text);
            });
          });
        });
      });
    });
  }

  void fixes(const Diagnostic &D) {
    if (D.Edits.empty() &&
        llvm::all_of(D.Notes, [](auto &N) { return N.Edits.empty(); }))
      return;
    J.attributeArray("fixes", [&] {
      StringRef Remedy = "Repair it.";
      for (const DiagnosticNote &N : D.Notes)
        if (N.K == DiagnosticNote::Remedy)
          Remedy = N.Text;
      fix(Remedy, D.Edits);
      for (const DiagnosticNote &N : D.Notes)
        fix(N.Text, N.Edits);
    });
  }

  void fix(StringRef Text, const std::vector<Edit> &Edits) {
    if (Edits.empty())
      return;
    std::map<StringRef, std::vector<const Edit *>> Files;
    for (const Edit &E : Edits)
      Files[E.File].push_back(&E);
    J.object([&] {
      text("description", Text);
      J.attributeArray("artifactChanges", [&] {
        for (const auto &[File, Changes] : Files)
          J.object([&, &File = File, &Changes = Changes] {
            artifact(File);
            J.attributeArray("replacements", [&] {
              for (const Edit *E : Changes)
                J.object([&] { replacement(*E); });
            });
          });
      });
    });
  }

  void replacement(const Edit &E) {
    J.attributeObject("deletedRegion", [&] {
      if (const SourceFile *F = Sources.get(E.File)) {
        SourceFile::Place Begin = F->place(E.Offset),
                          End = F->place(E.Offset + E.Length);
        J.attribute("startLine", Begin.Line);
        J.attribute("startColumn", F->utf16Column(Begin));
        J.attribute("endLine", End.Line);
        J.attribute("endColumn", F->utf16Column(End));
      } else {
        J.attribute("byteOffset", E.Offset);
        J.attribute("byteLength", E.Length);
      }
    });
    if (!E.Text.empty())
      text("insertedContent", E.Text);
  }

  //===--- Places ---===//

  void physical(const Position &At, bool Context) {
    J.attributeObject("physicalLocation", [&] {
      artifact(At.File);
      const SourceFile *F = Sources.get(At.File);
      if (!F || !At.isValid() || At.Line > F->lines()) {
        J.attributeObject("region", [&] {
          // Code scanning shows nothing that has no line.
          J.attribute("startLine", std::max(At.Line, 1u));
          J.attribute("startColumn", At.Column ? At.Column : 1);
        });
        return;
      }
      SourceFile::Place Begin{At.Line, At.Column ? At.Column : 1}, End = Begin;
      End.Column += F->nameLength(Begin);
      J.attributeObject("region", [&] {
        J.attribute("startLine", At.Line);
        J.attribute("startColumn", F->utf16Column(Begin));
        J.attribute("endColumn", F->utf16Column(End));
        text("snippet",
             F->lineOrNothing(At.Line).slice(Begin.Column - 1, End.Column - 1));
      });
      if (Context)
        surroundings(*F, At.Line);
    });
  }

  void surroundings(const SourceFile &F, unsigned Line) {
    unsigned First = Line > 2 ? Line - 2 : 1,
             Last = std::min(Line + 2, F.lines());
    J.attributeObject("contextRegion", [&] {
      J.attribute("startLine", First);
      J.attribute("endLine", Last);
      std::string Lines;
      for (unsigned I = First; I <= Last; ++I) {
        StringRef Line = F.lineOrNothing(I);
        if (I == 1) // A byte order mark is none of the text.
          Line.consume_front("\xef\xbb\xbf");
        Lines += (Line + "\n").str();
      }
      text("snippet", Lines);
    });
  }

  void artifact(StringRef File) {
    std::string Shown = pathBelow(File, Run.Root);
    bool Relative = Shown != File;
    J.attributeObject("artifactLocation", [&] {
      J.attribute("uri", (Relative ? "" : "file://") + percentEncoded(Shown));
      if (Relative)
        J.attribute("uriBaseId", RootId);
    });
  }

  void text(StringRef Key, StringRef Text) {
    J.attributeObject(Key, [&] { J.attribute("text", utf8(Text)); });
  }

  json::OStream J;
  const RunInfo &Run;
  SourceFiles &Sources;
  const Fingerprint &Print;
  StringMap<unsigned> Prints; ///< How many results had each.
};
} // namespace

void report::writeSarif(raw_ostream &OS, const Results &R, const RunInfo &Run,
                        SourceFiles &Sources, const Fingerprint &Print) {
  Writer(OS, Run, Sources, Print).log(R);
  OS << '\n';
}
