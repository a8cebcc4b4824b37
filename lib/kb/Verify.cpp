//===- Verify.cpp - Rows against the headers ------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verify.h"
#include "../Counted.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <set>

using namespace llvm;

namespace cuda_capture {

namespace {

class Verifier {
public:
  Verifier(const KnowledgeBase &KB, const DeclaredApi &Api) : KB(KB), Api(Api) {
    for (const ApiRow &Row : KB.rows())
      if (Row.OfLibrary)
        Libraries.insert(Row.Header);
  }

  Verification run() {
    for (const auto &[Name, F] : Api.Functions)
      function(F);
    for (const ApiRow &Row : KB.rows())
      row(Row);
    for (const ErrorCode &E : KB.errorCodes())
      code(E);
    Result.Functions = Api.Functions.size();
    // Several versions of a function may have the same problem.
    sort(Result.Problems);
    Result.Problems.erase(llvm::unique(Result.Problems), Result.Problems.end());
    sort(Result.WithoutRow);
    return std::move(Result);
  }

private:
  void problem(const Twine &Where, const Twine &What) {
    Result.Problems.push_back((Where + ": " + What).str());
  }

  void function(const DeclaredFunction &F);
  void moved(const DeclaredFunction &F, const Lookup &Found);
  void parameter(StringRef Name, StringRef Type, unsigned Index,
                 const Param &P);
  /// Whether a parameter of this type may have the role and access of \p P.
  bool fits(StringRef Type, const Param &P) const;
  void row(const ApiRow &Row);
  void fix(const ApiRow &Row);
  void code(const ErrorCode &E);

  static bool isHandleRole(Role R) {
    return R == Role::Stream || R == Role::Event || R == Role::Graph ||
           R == Role::Exec || R == Role::Mode;
  }

  /// Whether \p Type is a handle type. A row must give a role, or "-", to each
  /// parameter of such a type.
  bool isHandleType(StringRef Type) const {
    for (Role R : {Role::Stream, Role::Event, Role::Graph, Role::Exec})
      if (is_contained(KB.types(R), Type))
        return true;
    return false;
  }

  bool isBefore(StringRef Version) const {
    unsigned Major = 0, Minor = 0;
    auto [Text, Rest] = Version.split('.');
    Text.getAsInteger(10, Major);
    Rest.getAsInteger(10, Minor);
    return std::pair(Api.Major, Api.Minor) < std::pair(Major, Minor);
  }

  const KnowledgeBase &KB;
  const DeclaredApi &Api;
  /// The headers that rows need not describe completely.
  std::set<StringRef> Libraries;
  /// The names in rows that some declared function resolves to.
  std::set<StringRef> Declared;
  Verification Result;
};

} // namespace

static std::string rowOf(StringRef Name) { return ("kb row " + Name).str(); }

void Verifier::function(const DeclaredFunction &F) {
  Lookup Found = KB.lookup(F.Name);
  if (!Found && Libraries.count(F.Header))
    return;
  if (!Found) {
    Result.WithoutRow.push_back(
        formatv("no row for {0} ({1})", F.Name, F.Header).str());
    return;
  }
  Declared.insert(Found.Matched);
  const std::vector<Param> &Params = Found.Row->Params;
  if (Found.Row->Moves)
    return moved(F, Found);
  if (Params.size() > F.Params.size() && !F.Old)
    problem(rowOf(Found.Matched), formatv("describes {0}, {1} has {2}",
                                          counted(Params.size(), "parameter"),
                                          F.Name, F.Params.size())
                                      .str());
  if (Found.Row->StreamByType) {
    auto IsStream = [&](StringRef Type) {
      return is_contained(KB.types(Role::Stream), Type);
    };
    if (none_of(F.Params, IsStream))
      problem(rowOf(Found.Matched),
              formatv("no parameter of {0} is a stream", F.Name).str());
    return;
  }
  for (unsigned I = 0; I < F.Params.size(); ++I)
    if (I < Params.size())
      parameter(Found.Matched, F.Params[I], I, Params[I]);
    else if (isHandleType(F.Params[I]) && !F.Old)
      problem(rowOf(Found.Matched),
              formatv("parameter {0} of {1} is '{2}', and the row says nothing "
                      "about it",
                      I + 1, F.Name, F.Params[I])
                  .str());
}

/// Checks a function whose handles have other positions in other toolkits: the
/// types must tell where they are.
void Verifier::moved(const DeclaredFunction &F, const Lookup &Found) {
  const std::vector<Param> &Params = Found.Row->Params;
  for (unsigned I = 0; I < Params.size(); ++I) {
    if (!isHandleRole(Params[I].R))
      continue;
    const unsigned Fitting = count_if(
        F.Params, [&](StringRef Type) { return fits(Type, Params[I]); });
    if (Fitting != 1 && !(I < F.Params.size() && fits(F.Params[I], Params[I])))
      problem(rowOf(Found.Matched), formatv("{0} of {1} may be its {2}",
                                            counted(Fitting, "parameter"),
                                            F.Name, roleName(Params[I].R))
                                        .str());
  }
}

bool Verifier::fits(StringRef Type, const Param &P) const {
  if (P.Acc == Access::Out || P.Acc == Access::InOut)
    Type = Type.consume_back("*") ? Type.rtrim() : StringRef();
  return is_contained(KB.types(P.R), Type);
}

void Verifier::parameter(StringRef Name, StringRef Type, unsigned Index,
                         const Param &P) {
  ArrayRef<std::string> Allowed = KB.types(P.R);
  if (Allowed.empty())
    return;
  // The access In also covers an array of semaphores or nodes.
  bool Ok = fits(Type, P);
  if ((P.R == Role::Semaphore || P.R == Role::Node) && P.Acc == Access::In)
    Ok |= fits(Type, {Access::Out, P.R});
  if (!Ok)
    problem(rowOf(Name),
            formatv("parameter {0} is '{1}', and the row says '{2}{3}'",
                    Index + 1, Type,
                    P.Acc == Access::In ? "" : (accessName(P.Acc) + ":").str(),
                    roleName(P.R))
                .str());
}

void Verifier::row(const ApiRow &Row) {
  bool Proven = false;
  const std::string Version = formatv("{0}.{1}", Api.Major, Api.Minor).str();
  for (const ApiRow::Name &N : Row.Names) {
    // No header of a library with namespaces is read.
    if (N.Fam == Family::Hip || Row.Header.empty() ||
        (Row.OfLibrary && !Api.Headers.count(Row.Header)) ||
        N.Spelling.find("::") != std::string::npos)
      continue;
    bool Expected = !(N.Since.size() && isBefore(N.Since)) &&
                    (N.Removed.empty() || isBefore(N.Removed));
    bool IsThere = Declared.count(N.Spelling);
    Proven |= IsThere;
    if (IsThere && !Expected)
      problem(rowOf(N.Spelling),
              formatv("is declared in CUDA {0}, and the row says {1} {2}",
                      Version, isBefore(N.Since) ? "since" : "removed in",
                      isBefore(N.Since) ? N.Since : N.Removed)
                  .str());
    if (!IsThere && Expected)
      problem(rowOf(N.Spelling),
              formatv("no such function in CUDA {0}", Version).str());
  }
  Result.Rows += Proven;
  fix(Row);
}

/// Checks that the function that a call is rewritten to exists, and takes the
/// stream as its last parameter.
void Verifier::fix(const ApiRow &Row) {
  for (const auto &[Old, New] : Row.Rewrite.Rename) {
    // Macros determine which version of a function a program gets.
    auto Find = [&](StringRef Name) -> const DeclaredFunction * {
      for (const auto &[Spelling, F] : Api.Functions) {
        Lookup L = KB.lookup(Spelling);
        if (!F.Old && (Spelling == Name || (L && L.Matched == Name)))
          return &F;
      }
      return nullptr;
    };
    const DeclaredFunction *From = Find(Old), *To = Find(New);
    if (!From)
      continue; // It is of another family, or was reported before.
    if (!To)
      problem(rowOf(Old),
              formatv("is renamed to {0}, which is not there", New));
    else if (Row.Rewrite.Append.size() &&
             (To->Params.size() !=
                  From->Params.size() + Row.Rewrite.Append.size() ||
              !is_contained(KB.types(Role::Stream), To->Params.back())))
      problem(rowOf(Old),
              formatv("{0} is not {1} with a stream at the end", New, Old));
  }
}

void Verifier::code(const ErrorCode &E) {
  if (!E.Since.empty() && isBefore(E.Since))
    return;
  bool Proven = true;
  for (StringRef Name : {StringRef(E.Runtime), StringRef(E.Driver)}) {
    if (Name.empty())
      continue;
    auto It = Api.Constants.find(Name.str());
    if (It == Api.Constants.end())
      problem(formatv("kb error {0}", E.Number),
              formatv("no constant {0} in CUDA {1}.{2}", Name, Api.Major,
                      Api.Minor));
    else if (It->second != E.Number)
      problem(formatv("kb error {0}", E.Number),
              formatv("{0} is {1}", Name, It->second));
    else
      continue;
    Proven = false;
  }
  Result.Codes += Proven;
}

Verification verify(const KnowledgeBase &KB, const DeclaredApi &Api) {
  return Verifier(KB, Api).run();
}

} // namespace cuda_capture
