//===- Finalizers.cpp - What finalizers of Python objects call ------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finalizers.h"
#include "ProjectFolders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;
namespace path = llvm::sys::path;

namespace {
/// A call of the function \c Callee, or of the method of the same object.
struct PythonCall {
  StringRef Callee;
  bool IsOfSelf;
  unsigned Line;
};

/// A function of a Python file, with the class that it is a member of.
struct PythonFunction {
  StringRef Name;
  size_t Indent = 0;
  unsigned Class = 0; ///< The line of the class; 0 if there is none.
  /// Whether it has a word such as 'is_capturing': it looks for captures.
  bool NamesCaptures = false;
  std::vector<PythonCall> Calls;
};
} // namespace

static bool isWordChar(char C) { return llvm::isAlnum(C) || C == '_'; }

static StringRef firstWord(StringRef Text) {
  return Text.take_while(isWordChar);
}

/// Returns the last word of \p Text, which must end with it.
static StringRef lastWord(StringRef Text) {
  size_t Begin = Text.size();
  while (Begin && isWordChar(Text[Begin - 1]))
    --Begin;
  return Text.drop_front(Begin);
}

/// Calls \p Use with each word before an opening parenthesis in \p Line, and
/// with the text before that word and behind the parenthesis.
static void
forEachCall(StringRef Line,
            llvm::function_ref<void(StringRef, StringRef, StringRef)> Use) {
  for (size_t At = Line.find('('); At != StringRef::npos;
       At = Line.find('(', At + 1)) {
    const StringRef Word = lastWord(Line.take_front(At));
    if (!Word.empty())
      Use(Word, Line.take_front(At - Word.size()), Line.drop_front(At + 1));
  }
}

/// Returns the functions of a Python file, and what each calls. \p Finalizers
/// are the functions that 'weakref.finalize' is given.
static std::vector<PythonFunction>
functionsOf(StringRef Text, std::vector<PythonCall> &Finalizers) {
  std::vector<PythonFunction> Result;
  // The functions and classes that the line is in.
  std::vector<size_t> In;
  std::vector<std::pair<size_t, unsigned>> Classes;
  unsigned Number = 0;
  while (!Text.empty()) {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    ++Number;
    Line = Line.take_until([](char C) { return C == '#'; }).rtrim();
    StringRef Code = Line.ltrim();
    if (Code.empty())
      continue;
    const size_t Indent = Line.size() - Code.size();
    while (!In.empty() && Result[In.back()].Indent >= Indent)
      In.pop_back();
    while (!Classes.empty() && Classes.back().first >= Indent)
      Classes.pop_back();
    StringRef Rest = Code;
    Rest.consume_front("cdef ");
    if (Rest.consume_front("class ")) {
      Classes.emplace_back(Indent, Number);
      continue;
    }
    Rest.consume_front("async ");
    if (Rest.consume_front("def ")) {
      In.push_back(Result.size());
      PythonFunction F;
      F.Name = firstWord(Rest.ltrim());
      F.Indent = Indent;
      F.Class = Classes.empty() ? 0 : Classes.back().second;
      Result.push_back(std::move(F));
      // The body may stand on the same line.
      Code = Rest.split("):").second;
    }
    if (!In.empty() && Code.contains_insensitive("captur"))
      Result[In.back()].NamesCaptures = true;
    forEachCall(Code, [&](StringRef Callee, StringRef Before, StringRef Args) {
      if (Callee == "finalize" && Before.ends_with("weakref.")) {
        StringRef Function = Args.split(',').second.split(',').first;
        Function = lastWord(Function.split(')').first.rtrim());
        if (!Function.empty())
          Finalizers.push_back({Function, false, Number});
      }
      if (!In.empty())
        Result[In.back()].Calls.push_back(
            {Callee, Before.ends_with("self."), Number});
    });
  }
  return Result;
}

/// Adds the calls in the finalizers of \p File, which contains \p Text.
static void addCalls(StringRef Text, const std::string &File,
                     std::vector<FinalizerCall> &Found) {
  if (!Text.contains("__del__") && !Text.contains("__dealloc__") &&
      !Text.contains("weakref.finalize"))
    return;
  std::vector<PythonCall> Finalizers;
  const std::vector<PythonFunction> Functions = functionsOf(Text, Finalizers);
  for (const PythonCall &C : Finalizers)
    Found.push_back({C.Callee.str(), File, C.Line});
  std::vector<const PythonFunction *> Todo;
  for (const PythonFunction &F : Functions)
    if (F.Name == "__del__" || F.Name == "__dealloc__")
      Todo.push_back(&F);
  for (size_t I = 0; I < Todo.size(); ++I) {
    if (Todo[I]->NamesCaptures)
      continue;
    for (const PythonCall &C : Todo[I]->Calls) {
      const auto Method = llvm::find_if(Functions, [&](const auto &F) {
        return C.IsOfSelf && F.Name == C.Callee && F.Class == Todo[I]->Class;
      });
      if (Method == Functions.end())
        Found.push_back({C.Callee.str(), File, C.Line});
      else if (!llvm::is_contained(Todo, &*Method))
        Todo.push_back(&*Method);
    }
  }
}

FinalizerCalls findFinalizerCalls(const ProjectFolders &Folders) {
  FinalizerCalls Result;
  auto IsPython = [](StringRef File) {
    const StringRef Extension = path::extension(File);
    return Extension == ".py" || Extension == ".pyx";
  };
  Result.IsIncomplete =
      !Folders.read(IsPython, [&](const std::string &File, StringRef Text) {
        addCalls(Text, File, Result.Found);
      });
  return Result;
}
