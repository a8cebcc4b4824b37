//===- SurveyOutside.cpp - Calls that a survey learns of by name ----------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Who calls the functions of a program beside its own functions: finalizers,
/// threads, and the captures of code that the compiler does not read.
///
//===----------------------------------------------------------------------===//

#include "../support/Names.h"
#include "SurveyNode.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// Returns \p Name without template arguments at its end.
static llvm::StringRef withoutArguments(llvm::StringRef Name) {
  if (!Name.ends_with(">"))
    return Name;
  int Depth = 0;
  for (size_t I = Name.size(); I-- > 0;) {
    Depth += (Name[I] == '>') - (Name[I] == '<');
    if (!Depth)
      return Name.take_front(I);
  }
  return Name;
}

/// Returns \p Name, of a function, without its scope and template arguments.
static llvm::StringRef bareName(llvm::StringRef Name) {
  return withoutScope(withoutArguments(Name));
}

std::optional<SourcePlace> Survey::finalizerOf(const Node &N) const {
  // The name in another language has no scope.
  auto It = CalledByFinalizers.find(bareName(N.Name));
  if (!N.IsExported || It == CalledByFinalizers.end())
    return std::nullopt;
  return It->second;
}

/// Lets the callees of a lambda that a thread runs stand for it: no option can
/// name the lambda.
void Survey::findThreads() {
  for (unsigned Id = 0; Id < Nodes.size(); ++Id)
    if (Nodes[Id].IsThread && Nodes[Id].IsLambda)
      for (unsigned Callee : Nodes[Id].Callees) {
        Nodes[Callee].IsThread = true;
        Nodes[Callee].Loops |= Nodes[Id].Loops;
      }
}

/// Whether \p N is what a thread runs beside the captures of others, and makes
/// a call that they forbid. A thread without a loop is over soon. If the
/// program itself begins captures, the check of their modes knows its threads.
bool Survey::disturbsCaptures(const Node &N) const {
  return N.IsThread && N.Loops && !Mode && N.Nearest[RestrictedInThreads] &&
         !N.Nearest[Exchanging];
}

//===--- Captures in other sources ----------------------------------------===//

llvm::StringSet<> Survey::namesForOthers() const {
  llvm::StringSet<> Result;
  for (const Node &N : Nodes)
    if (N.canBeNamed() || Registered.contains(N.Symbol))
      Result.insert(bareName(N.Name));
  return Result;
}

/// Finds the functions that the captures of other sources call. A name that
/// several functions have means none of them; the instantiations of a template
/// are one function.
void Survey::findCapturedByName() {
  llvm::StringMap<std::vector<unsigned>> ByName;
  for (unsigned Id = 0; Id < Nodes.size() && !OtherCaptures.empty(); ++Id)
    if (!Nodes[Id].Name.empty() && !Nodes[Id].MakesOrEndsObject)
      ByName[bareName(Nodes[Id].Name)].push_back(Id);
  for (const CallByName &Call : OtherCaptures) {
    const auto Named = ByName.find(bareName(Call.Name));
    if (Named == ByName.end())
      continue;
    std::vector<unsigned> Meant = Named->second;
    llvm::erase_if(Meant, [&](unsigned Id) {
      const Node &N = Nodes[Id];
      if (Call.isOfOtherLanguage())
        return false;
      // A scope may be that of a class.
      llvm::StringRef Name = withoutArguments(N.Name);
      const bool HasScope = llvm::StringRef(Call.Name).contains("::");
      return !Name.consume_back(Call.Name) ||
             !(Name.empty() || Name.ends_with("::")) ||
             (!HasScope &&
              N.Class.empty() == (Call.Form == CallByName::OfObject));
    });
    // Objects of other libraries have functions of common names, so the class
    // must be named. A library binds other functions to its module.
    auto IsOfObject = [&](unsigned Id) {
      const Node &N = Nodes[Id];
      if (Call.Form == CallByName::ObjectOfOtherLanguage && N.Class.empty())
        return N.Library.empty();
      llvm::StringRef Class = withoutArguments(N.Name);
      return Class.consume_back("::" + bareName(Call.Name).str()) &&
             llvm::is_contained(Call.Types, bareName(Class));
    };
    if ((Call.Form == CallByName::OfObject ||
         Call.Form == CallByName::ObjectOfOtherLanguage) &&
        !llvm::all_of(Meant, IsOfObject))
      continue;
    if (Meant.empty() || llvm::any_of(Meant, [&](unsigned Id) {
          return Nodes[Id].At < Nodes[Meant[0]].At ||
                 Nodes[Meant[0]].At < Nodes[Id].At;
        }))
      continue;
    for (unsigned Id : Meant)
      if (!Nodes[Id].CapturedAt)
        Nodes[Id].CapturedAt = Call;
  }
}

/// Returns the call by which \p N matters to a capture of another source, if
/// such a capture calls it. Code in other languages can call only what is
/// exported to it.
std::optional<SurveyedCall> Survey::workInOtherCapture(const Node &N) const {
  if (!N.CapturedAt || !N.canBeNamed() || N.Nearest[Beginning] ||
      N.Nearest[Ending] ||
      (N.CapturedAt->isOfOtherLanguage() && !N.IsExported && N.Library.empty()))
    return std::nullopt;
  for (Fact What : {Waiting, Restricted, Working, WorkingOnLegacy, Steering})
    if (N.Nearest[What])
      return firstOf(N, What);
  return std::nullopt;
}
