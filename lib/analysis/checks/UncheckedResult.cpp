//===- UncheckedResult.cpp - Results that nobody checks -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cuda-capture-unchecked-result. The result of the end of a capture
/// (cudaErrorStreamCaptureInvalidated), or of the instantiation, tells what
/// went wrong in the capture. If the program ignores it, the graph is missing
/// or stale, and the failure shows elsewhere. The end of a capture returns a
/// new graph, so a graph that the variable held before is lost (CUDA Runtime
/// API, cudaStreamEndCapture).
///
//===----------------------------------------------------------------------===//

#include "../Rules.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

void analysis::checkUncheckedResult(const ApiCall &Call, const State &S,
                                    const Universe &U, Reporter &R) {
  Effect E = Call.Row.Eff;
  if (E != Effect::BeginCapture && E != Effect::EndCapture &&
      E != Effect::Instantiate)
    return;
  std::optional<unsigned> Arg;
  if (E == Effect::EndCapture)
    Arg = Call.Row.paramIndex(Role::Graph, Access::Out);
  if (!Call.At.I->Dest) {
    Reporter::Details More;
    // An end whose graph is thrown away only cleans up.
    More.UnlessUnused =
        Arg && *Arg < Call.Args.size() &&
        Call.Args[*Arg].K == Value::Reference &&
        U.location(U.root(Call.Args[*Arg].Data)).K == LocationInfo::Local;
    R.report(Rule::UncheckedResult, DiagnosticKind::ResultIgnored,
             NoDocumentedError, nullptr, std::move(More));
  }
  if (E != Effect::EndCapture)
    return;
  if (!Arg || *Arg >= Call.Args.size() || !Call.Pointees[*Arg])
    return;
  const Value &Held = *Call.Pointees[*Arg];
  if (!Held.isSymbol() || Held.Stale || !S.NewGraphs.count(Held.Data) ||
      S.Destroyed.count(Held.Data))
    return;
  // The failed call may have been the destruction of the graph, or a capture
  // may record into the graph.
  if (S.Failures.OnSomePath || llvm::any_of(S.Captures, [](const Capture &C) {
        return C.S != Capture::Ended && C.IntoGraph;
      }))
    return;
  // Another variable may keep the graph.
  unsigned Holders = 0;
  for (const auto &[Where, V] : S.Memory)
    Holders += V.sameAs(Held);
  if (Holders == 1)
    R.report(Rule::UncheckedResult, DiagnosticKind::GraphOverwritten,
             NoDocumentedError, nullptr, {nullptr, Arg, {}, {}});
}
