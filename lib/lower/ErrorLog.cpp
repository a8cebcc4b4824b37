//===- ErrorLog.cpp - Where the compiler reported errors ------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ErrorLog.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "llvm/Config/llvm-config.h"
#include <map>
#include <memory>
#include <mutex>

using namespace cuda_capture;
using namespace clang;

namespace {
class Recorder;

/// The recorders of the engines that are in use. An editor has several engines.
struct Recorders {
  std::mutex Lock;
  std::map<const DiagnosticsEngine *, const Recorder *> Of;
};

Recorders &recorders() {
  static Recorders All;
  return All;
}

/// A consumer that stands between an engine and its client.
class Recorder : public DiagnosticConsumer {
public:
  explicit Recorder(DiagnosticsEngine &Diags)
      : Diags(Diags), Client(Diags.getClient()), Owned(Diags.takeClient()),
        StopsAtFatal(!Diags.getFatalsAsError()) {
    if (StopsAtFatal) {
      // The engine would suppress the errors after a fatal one.
      Limit = Diags.getDiagnosticOptions().ErrorLimit;
      Diags.setFatalsAsError(true);
      Diags.setErrorLimit(0);
    }
    NumErrors = Client->getNumErrors();
    NumWarnings = Client->getNumWarnings();
    Recorders &All = recorders();
    std::lock_guard<std::mutex> Guard(All.Lock);
    All.Of[&Diags] = this;
  }
  ~Recorder() override {
    Recorders &All = recorders();
    std::lock_guard<std::mutex> Guard(All.Lock);
    All.Of.erase(&Diags);
  }

  void clear() override {
    DiagnosticConsumer::clear();
    Client->clear();
  }
  void BeginSourceFile(const LangOptions &Opts,
                       const Preprocessor *PP) override {
    Client->BeginSourceFile(Opts, PP);
  }
  void EndSourceFile() override { Client->EndSourceFile(); }
  void finish() override { Client->finish(); }
  bool IncludeInDiagnosticCounts() const override {
    return Client->IncludeInDiagnosticCounts();
  }
  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &Info) override {
    // Checks that use the same engine report on code that was understood.
    if (Level >= DiagnosticsEngine::Error &&
        Info.getID() < diag::DIAG_UPPER_LIMIT && Info.getLocation().isValid())
      Places.push_back(Info.getLocation());
    if (Level != DiagnosticsEngine::Note)
      IsHidden = IsFatal;
    if (IsHidden)
      return;
    if (StopsAtFatal && Level == DiagnosticsEngine::Error &&
        isFatal(Info.getID(), Info.getLocation()))
      Level = DiagnosticsEngine::Fatal;
    if (Limit && Level == DiagnosticsEngine::Error && NumErrors >= Limit)
      return sayTooMany();
    IsFatal |= Level == DiagnosticsEngine::Fatal;
    pass(Level, Info);
  }

  std::vector<SourceLocation> Places;

private:
  void pass(DiagnosticsEngine::Level Level, const Diagnostic &Info) {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    Client->HandleDiagnostic(Level, Info);
  }

  /// Whether a diagnostic is fatal when fatal errors are not demoted.
  bool isFatal(unsigned Id, SourceLocation At) {
    Diags.setFatalsAsError(false);
    const bool Result =
        Diags.getDiagnosticLevel(Id, At) == DiagnosticsEngine::Fatal;
    Diags.setFatalsAsError(true);
    return Result;
  }

  void sayTooMany() {
    IsFatal = IsHidden = true;
    const char *Text = "too many errors emitted, stopping now";
#if LLVM_VERSION_MAJOR >= 20
    DiagnosticStorage Nothing;
    pass(DiagnosticsEngine::Fatal,
         Diagnostic(&Diags, SourceLocation(), diag::fatal_too_many_errors,
                    Nothing, Text));
#else
    pass(DiagnosticsEngine::Fatal, Diagnostic(&Diags, Text));
#endif
  }

  DiagnosticsEngine &Diags;
  DiagnosticConsumer *Client;
  std::unique_ptr<DiagnosticConsumer> Owned;
  /// Whether the client was not to receive anything after a fatal error, and
  /// after how many errors it was not to receive more. A limit of 0 allows any
  /// number.
  const bool StopsAtFatal;
  unsigned Limit = 0;
  bool IsFatal = false, IsHidden = false;
};
} // namespace

void lower::logErrors(DiagnosticsEngine &Diags) {
  if (!Diags.getClient())
    return;
  {
    Recorders &All = recorders();
    std::lock_guard<std::mutex> Guard(All.Lock);
    if (All.Of.count(&Diags))
      return;
  }
  Diags.setClient(new Recorder(Diags));
}

std::vector<SourceLocation>
lower::loggedErrors(const DiagnosticsEngine &Diags) {
  Recorders &All = recorders();
  std::lock_guard<std::mutex> Guard(All.Lock);
  auto It = All.Of.find(&Diags);
  return It == All.Of.end() ? std::vector<SourceLocation>()
                            : It->second->Places;
}
