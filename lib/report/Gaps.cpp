//===- Gaps.cpp - Gaps in the analysis, in words --------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Counted.h"
#include "Describe.h"
#include "llvm/Support/FormatVariadic.h"

using namespace cuda_capture;
using namespace cuda_capture::report;

static Gap::Kind kindOf(analysis::GapReason Why) {
  switch (Why) {
  case analysis::GapReason::GivenUp:
  case analysis::GapReason::OutOfTime:
    return Gap::GivenUp;
  case analysis::GapReason::Coarse:
    return Gap::Coarse;
  case analysis::GapReason::CallsNotFollowed:
    return Gap::CallsNotFollowed;
  case analysis::GapReason::StatementsMissing:
    return Gap::Errors;
  case analysis::GapReason::PathsJoined:
    return Gap::PathsJoined;
  case analysis::GapReason::Cut:
    return Gap::Simplified;
  case analysis::GapReason::BehindInterface:
    return Gap::BehindInterface;
  case analysis::GapReason::Abridged:
    return Gap::Abridged;
  }
  return Gap::GivenUp;
}

static std::string textOf(const analysis::CoverageGap &G) {
  const std::string &Name = G.Root->Display;
  const char *Advice = G.Captures
                           ? "move the captured code into a function of its own"
                           : "split it";
  switch (G.Why) {
  case analysis::GapReason::GivenUp:
    return llvm::formatv("'{0}' is too large to be analysed: nothing in it is "
                         "reported; {1}",
                         Name, Advice);
  case analysis::GapReason::OutOfTime:
    return llvm::formatv("'{0}' is not analysed completely: the time for its "
                         "source is used up, and nothing in it is reported; "
                         "--timeout gives more time",
                         Name);
  case analysis::GapReason::Coarse:
    return llvm::formatv("'{0}' is too large to be analysed closely: findings "
                         "may be missing; {1}",
                         Name, Advice);
  case analysis::GapReason::CallsNotFollowed:
    return llvm::formatv(
        "'{0}' is not analysed completely: {1} in captures {2} "
        "nested too deep to be followed; look at the code that {3} with "
        "'cuda-capture audit'",
        Name, G.Count == 1 ? "a call" : "calls", G.Count == 1 ? "is" : "are",
        G.Count == 1 ? "it runs" : "they run");
  case analysis::GapReason::StatementsMissing:
    return llvm::formatv(
        "'{0}' is not analysed completely: the compiler dropped statements "
        "with errors from code that it runs in a capture; correct the errors",
        Name);
  case analysis::GapReason::PathsJoined:
    return llvm::formatv("'{0}' is not analysed completely: so many paths meet "
                         "in a capture that some are taken for one, and "
                         "findings may be missing; {1}",
                         Name, Advice);
  case analysis::GapReason::Cut:
    return llvm::formatv(
        "'{0}' is not analysed completely: an expression, or calls, in the "
        "code that it runs are nested too deep, and taken "
        "as unknown; take them apart",
        Name);
  case analysis::GapReason::BehindInterface:
    return llvm::formatv(
        "'{0}' is not analysed completely: a virtual call, or a call through a "
        "pointer, may begin or end a capture; --level=possible takes it to do "
        "so if only one of the functions does that it may call",
        Name);
  case analysis::GapReason::Abridged:
    return llvm::formatv("'{0}' has more paths than are followed: its code is "
                         "analysed, but not for all values of variables; {1}",
                         Name, Advice);
  }
  return "";
}

Gap report::passedOver(llvm::StringRef File, llvm::StringRef Library) {
  Gap Result;
  Result.K = Gap::PassedOver;
  Result.Serious = true;
  Result.At.File = File.str();
  Result.Text =
      Library.empty()
          ? "it begins a capture, and is not analysed as '#pragma "
            "system_header' makes it a system header; look at it with "
            "--ignore-system-pragma"
          : llvm::formatv("it begins a capture, and is not analysed as headers "
                          "in folders named '{0}' are taken for those of a "
                          "library of the host; look at it with the compile "
                          "flag --no-system-header-prefix={0}",
                          Library)
                .str();
  return Result;
}

Gap report::notUnderstood(Position At, llvm::StringRef Function,
                          llvm::StringRef Callee) {
  Gap Result;
  Result.K = Gap::Errors;
  Result.Serious = true;
  Result.At = std::move(At);
  Result.Function = Function.str();
  Result.Text =
      llvm::formatv("{0} is not analysed completely: errors keep the compiler "
                    "from understanding the call of '{1}'; correct the errors",
                    Function.empty() ? "a function"
                                     : ("'" + Function + "'").str(),
                    Callee)
          .str();
  return Result;
}

Gap report::definedElsewhere(llvm::StringRef File, llvm::StringRef Library,
                             size_t Count) {
  Gap Result;
  Result.K = Gap::DefinedElsewhere;
  Result.Serious = true;
  Result.At.File = File.str();
  Result.Text = llvm::formatv(
      "it registers {0} with {1} that {2} defined in other sources, and not "
      "analysed there as {3} of {1}; 'cuda-capture init' declares {4} by name",
      counted(Count, "function"), Library, Count == 1 ? "is" : "are",
      Count == 1 ? "an entry point" : "entry points",
      Count == 1 ? "it" : "them");
  return Result;
}

Gap report::describe(const analysis::CoverageGap &G, PlaceOf Where) {
  Gap Result;
  Result.K = kindOf(G.Why);
  Result.Serious = G.Captures && G.Why != analysis::GapReason::Abridged;
  Result.At = Where(G.Root->At);
  Result.Function = G.Root->Display;
  Result.Text = textOf(G);
  return Result;
}
