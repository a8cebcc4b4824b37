//===- Audit.cpp - cuda-capture audit -------------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Audit.h"
#include "../lib/lower/Driver.h"
#include "../lib/report/Message.h"
#include "CompilerCommands.h"
#include "Frontend.h"
#include "Sources.h"
#include "clang/AST/ASTContext.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace cuda_capture;
using namespace cuda_capture::analysis;
using llvm::formatv;

namespace {
namespace cl = llvm::cl;
cl::SubCommand Command("audit", "Say which functions can be called while a "
                                "stream is captured");
cl::opt<std::string> Knowledge("kb", cl::value_desc("PATHS"),
                               cl::desc(LayeredKnowledgeText),
                               cl::cat(toolCategory()), cl::sub(Command));
cl::opt<std::string> Mode("mode", cl::value_desc("MODE"), cl::init("global"),
                          cl::desc("The mode of the capture: global (default), "
                                   "thread-local or relaxed"),
                          cl::cat(toolCategory()), cl::sub(Command));
cl::opt<bool> Json("json", cl::desc("Print JSON"), cl::cat(toolCategory()),
                   cl::sub(Command));
cl::opt<bool> Html("html", cl::desc("Print an HTML page"),
                   cl::cat(toolCategory()), cl::sub(Command));
} // namespace

static AuditNote note(const ir::Module &M, std::string Text,
                      const ir::Loc &At) {
  AuditNote N;
  N.Text = std::move(Text);
  if (At.isValid() && At.File < M.Files.size())
    N.File = M.Files[At.File];
  N.Line = At.Line;
  N.Column = At.Column;
  return N;
}

static AuditedFunction::Reason
reason(const lower::Lowering &L, const Finding &F, const KnowledgeBase &KB) {
  report::Message M =
      report::render(F, KB, [&](const ir::Instruction &Call, unsigned Arg) {
        return L.argumentText(Call, Arg);
      });
  AuditedFunction::Reason R;
  R.What = note(L.module(), M.Text, M.At);
  R.Check = "cuda-capture-" + ruleName(F.R).str();
  R.Number = F.Error;
  if (F.Error)
    R.Error = KB.errorName(F.Error, F.Fam).str();
  // That it is audited goes without saying.
  const ir::Loc &Promised = F.promise()->Entry.At;
  for (const report::Note &N : M.Notes)
    if (N.At != Promised)
      R.Path.push_back(note(L.module(), N.Text, N.At));
  return R;
}

/// A call of which nobody knows what it does.
static AuditedFunction::Reason reason(const lower::Lowering &L,
                                      const std::vector<PathStep> &Path,
                                      const KnowledgeBase &KB) {
  const PathStep &Last = Path.back();
  std::string Callee = Last.Callee.empty() ? std::string("a function pointer")
                                           : "'" + Last.Callee + "'";
  llvm::StringRef Why = "cannot be seen into";
  if (Last.I->K == ir::Instruction::Call)
    if (const ir::Function *F = L.module().find(Last.I->Callee)) {
      Callee = "'" + F->Display + "'";
      Why = "is not followed so deep";
    }
  AuditedFunction::Reason R;
  R.What = note(
      L.module(),
      Last.I->K == ir::Instruction::Api
          ? formatv("how {0} behaves under capture is not known", Callee).str()
          : formatv("{0} is called, which {1}", Callee, Why).str(),
      Last.I->At);
  for (size_t I = 0; I + 1 < Path.size(); ++I)
    R.Path.push_back(note(L.module(),
                          formatv("'{0}' calls '{1}' here", Path[I].In->Display,
                                  Path[I + 1].In->Display),
                          Path[I].I->At));
  return R;
}

static void auditSource(clang::ASTContext &Ctx, clang::Preprocessor &PP,
                        const KnowledgeBase &KB,
                        const lower::CapturableOptions &Opts,
                        std::vector<AuditedFunction> &Result) {
  std::unique_ptr<lower::Lowering> L =
      lower::lowerTranslationUnit(Ctx, &PP, KB, /*ListOverriders=*/true, Opts);
  const ir::Module &M = L->module();
  auto Find = [&](llvm::StringRef Symbol) { return M.find(Symbol); };
  std::vector<const ir::Function *> Functions;
  for (const ir::Function *F : L->roots())
    if (F->Captured && concernsStreams(*F, Find, KB))
      Functions.push_back(F);
  for (const Audited &A :
       audit(Functions, Find, M.PerThreadDefaultStream, KB)) {
    AuditedFunction &F = Result.emplace_back();
    F.Verdict = A.Verdict;
    F.Where = note(M, A.F->Display, A.F->At);
    for (const Finding &One : A.Findings)
      F.Reasons.push_back(reason(*L, One, KB));
    if (A.Verdict == Capturability::Unknown)
      for (const std::vector<PathStep> &Path : A.Unseen) {
        AuditedFunction::Reason R = reason(*L, Path, KB);
        // Once is enough for each function.
        if (llvm::none_of(F.Reasons, [&](const auto &Other) {
              return Other.What.Text == R.What.Text;
            }))
          F.Reasons.push_back(std::move(R));
      }
    if (A.GivenUp)
      F.Reasons.push_back(
          {note(M, "the function is too large", A.F->At), "", "", 0, {}});
    else if (A.Coarse && A.Verdict == Capturability::Unknown)
      F.Reasons.push_back(
          {note(M, "the function is too large to be looked at closely",
                A.F->At),
           "",
           "",
           0,
           {}});
  }
}

static ExitCode run(Sources &S) {
  if (S.Files.empty())
    return couldNotRun(
        "no source file given; usage: cuda-capture audit FILES -- "
        "FLAGS");
  if (Json && Html)
    return couldNotRun("--json and --html exclude each other");
  lower::CapturableOptions Opts;
  Opts.Audit = true;
  if (std::string Wrong = Opts.setMode(Mode); !Wrong.empty())
    return couldNotRun(Wrong + "; expected global, thread-local or relaxed");
  llvm::Expected<std::shared_ptr<const KnowledgeBase>> KB =
      lower::loadKnowledge(Knowledge);
  if (!KB)
    return badKnowledge(KB.takeError());
  std::vector<AuditedFunction> Found;
  if (!forEachSource(S, [&](clang::ASTContext &Ctx, clang::Preprocessor &PP) {
        auditSource(Ctx, PP, **KB, Opts, Found);
      }))
    return ExitCouldNotRun;
  // A header's functions are in every source that includes it, and a template
  // may be instantiated more than once: the worst of them counts.
  std::vector<AuditedFunction> Functions;
  std::map<std::tuple<std::string, unsigned, unsigned, std::string>, size_t>
      Seen;
  for (AuditedFunction &F : Found) {
    auto [It, New] = Seen.try_emplace(
        {F.Where.File, F.Where.Line, F.Where.Column, F.Where.Text},
        Functions.size());
    if (New)
      Functions.push_back(std::move(F));
    else if (Functions[It->second].Verdict < F.Verdict)
      Functions[It->second] = std::move(F);
  }
  llvm::stable_sort(Functions, [](const auto &A, const auto &B) {
    return std::tie(A.Where.File, A.Where.Line, A.Where.Column) <
           std::tie(B.Where.File, B.Where.Line, B.Where.Column);
  });
  printAudit(llvm::outs(), Functions,
             Json   ? AuditFormat::Json
             : Html ? AuditFormat::Html
                    : AuditFormat::Text);
  return llvm::any_of(Functions,
                      [](const AuditedFunction &F) {
                        return F.Verdict == Capturability::NotCapturable;
                      })
             ? ExitFound
             : ExitOk;
}

const CompilerCommand AuditCommand = {Command, run};
