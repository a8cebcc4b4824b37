//===- TidyEdit.cpp - Sets options in .clang-tidy files -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The file is edited line by line, because a YAML library would drop comments
/// and change the layout. clang-tidy's own parser reads the result, so that a
/// layout that this code does not know is an error and not a broken file.
///
//===----------------------------------------------------------------------===//

#include "TidyEdit.h"
#include "clang-tidy/ClangTidyOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace clang::tidy;
using llvm::StringRef;

std::string ListOption::value() const { return llvm::join(Items, ";"); }

/// Returns the value of \p Option in YAML. Long lists get a line for each item.
static std::string yamlValue(const ListOption &Option, StringRef Indent) {
  std::string Quoted = "'";
  for (char C : Option.value())
    Quoted += C == '\'' ? "''" : std::string(1, C);
  Quoted += "'";
  if (Quoted.size() < 60)
    return Quoted;
  std::string Lines = ">-";
  for (const std::string &Item : Option.Items)
    Lines += "\n" + Indent.str() + "  " + Item +
             (&Item == &Option.Items.back() ? "" : ";");
  return Lines;
}

std::string yamlLines(llvm::ArrayRef<ListOption> Options, StringRef Indent) {
  std::string Result;
  for (const ListOption &O : Options)
    Result += Indent.str() + O.Key + ": " + yamlValue(O, Indent) + "\n";
  return Result;
}

namespace {
/// The lines of a file in which options are set.
class TidyLines {
public:
  explicit TidyLines(StringRef Text) {
    llvm::SmallVector<StringRef, 64> Each;
    Text.split(Each, '\n');
    if (!Each.empty() && Each.back().empty())
      Each.pop_back();
    for (StringRef Line : Each)
      Lines.push_back(Line.str());
  }

  void set(llvm::ArrayRef<ListOption> Options) {
    findOptions();
    for (const ListOption &O : Options)
      remove(O.Key);
    if (!Begin) {
      const auto Added =
          Lines.insert(llvm::find(Lines, "..."), "CheckOptions:");
      Begin = Added - Lines.begin() + 1;
    }
    size_t At = *Begin;
    for (const ListOption &O : Options) {
      if (InList) {
        Lines.insert(Lines.begin() + At++, Indent + "- key: " + O.Key);
        Lines.insert(Lines.begin() + At++,
                     Indent + "  value: " + yamlValue(O, Indent + "  "));
      } else {
        Lines.insert(Lines.begin() + At++,
                     Indent + O.Key + ": " + yamlValue(O, Indent));
      }
    }
  }

  std::string text() const {
    std::string Result;
    for (const std::string &Line : Lines)
      Result += Line + "\n";
    return Result;
  }

private:
  static bool isContent(StringRef Line) {
    Line = Line.trim();
    return !Line.empty() && !Line.starts_with("#");
  }
  static size_t indentOf(StringRef Line) { return Line.find_first_not_of(' '); }

  /// Finds the options of checks, and how they are written.
  void findOptions() {
    for (size_t I = 0; I < Lines.size(); ++I) {
      StringRef Line = Lines[I];
      if (!Line.consume_front("CheckOptions:"))
        continue;
      Line = Line.split('#').first.trim();
      if (Line == "[]" || Line == "{}")
        Lines[I] = "CheckOptions:";
      Begin = I + 1;
      for (size_t J = I + 1; J < Lines.size(); ++J)
        if (isContent(Lines[J])) {
          const StringRef First = Lines[J];
          InList = First.ltrim().starts_with("-") && !First.starts_with("---");
          if (InList || First.starts_with(" "))
            Indent = First.substr(0, indentOf(First)).str();
          return;
        }
      return;
    }
  }

  /// Removes an option, and the lines that belong to it.
  void remove(StringRef Key) {
    for (size_t I = Begin.value_or(Lines.size()); I < Lines.size(); ++I) {
      const StringRef Line = Lines[I];
      if (!isContent(Line))
        continue;
      if (indentOf(Line) == 0 && !Line.starts_with("-"))
        return; // The next key of the file.
      StringRef Rest = Line.ltrim();
      if (InList) {
        Rest.consume_front("-");
        Rest = Rest.ltrim(" {");
        if (!Rest.consume_front("key:"))
          continue;
        Rest = Rest.ltrim();
      }
      const bool Quoted = Rest.consume_front("'") || Rest.consume_front("\"");
      if (!Rest.consume_front(Key) ||
          (Quoted && !Rest.consume_front("'") && !Rest.consume_front("\"")))
        continue;
      if (InList ? !(Rest.empty() || Rest.starts_with(",") ||
                     Rest.starts_with(" ") || Rest.starts_with("}"))
                 : !Rest.starts_with(":"))
        continue;
      size_t End = I + 1;
      while (End < Lines.size() &&
             (Lines[End].empty() || indentOf(Lines[End]) > indentOf(Line)))
        ++End;
      Lines.erase(Lines.begin() + I, Lines.begin() + End);
      return;
    }
  }

  std::vector<std::string> Lines;
  /// The line behind "CheckOptions:".
  std::optional<size_t> Begin;
  /// Whether the options are a sequence of keys and values, as in older files.
  bool InList = false;
  std::string Indent = "  ";
};
} // namespace

static llvm::Error problem(const llvm::Twine &Why) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), Why);
}

static llvm::ErrorOr<ClangTidyOptions> parse(StringRef Text, StringRef Name) {
  // An error is told by the caller, and not by the parser.
  auto Ignore = [](const llvm::SMDiagnostic &) {};
  return parseConfigurationWithDiags(llvm::MemoryBufferRef(Text, Name), Ignore);
}

/// Returns the items of a list, without the spaces and lines between them.
static std::string plain(StringRef List) {
  llvm::SmallVector<StringRef, 16> Items;
  List.split(Items, ';', -1, /*KeepEmpty=*/false);
  std::string Result;
  for (StringRef Item : Items)
    Result += Item.trim().str() + ";";
  return Result;
}

/// Whether \p New has \p Options, and otherwise what \p Old has.
static bool differsOnlyIn(llvm::ArrayRef<ListOption> Options,
                          const ClangTidyOptions &Old,
                          const ClangTidyOptions &New) {
  if (Old.Checks != New.Checks ||
      Old.WarningsAsErrors != New.WarningsAsErrors ||
      Old.HeaderFilterRegex != New.HeaderFilterRegex ||
      Old.InheritParentConfig != New.InheritParentConfig ||
      Old.FormatStyle != New.FormatStyle || Old.ExtraArgs != New.ExtraArgs ||
      Old.ExtraArgsBefore != New.ExtraArgsBefore || Old.User != New.User)
    return false;
  size_t Ours = 0;
  for (const auto &Entry : New.CheckOptions) {
    const auto *Own = llvm::find_if(
        Options, [&](const ListOption &O) { return O.Key == Entry.getKey(); });
    if (Own != Options.end()) {
      ++Ours;
      if (plain(Entry.getValue().Value) != plain(Own->value()))
        return false;
      continue;
    }
    auto It = Old.CheckOptions.find(Entry.getKey());
    if (It == Old.CheckOptions.end() ||
        It->getValue().Value != Entry.getValue().Value)
      return false;
  }
  const size_t Others =
      llvm::count_if(Old.CheckOptions, [&](const auto &Entry) {
        return llvm::none_of(Options, [&](const ListOption &O) {
          return O.Key == Entry.getKey();
        });
      });
  return Ours == Options.size() && New.CheckOptions.size() == Ours + Others;
}

llvm::Expected<std::string> withOptions(StringRef Text, StringRef Name,
                                        llvm::ArrayRef<ListOption> Options) {
  const llvm::ErrorOr<ClangTidyOptions> Old = parse(Text, Name);
  if (!Old && !Text.trim().empty())
    return problem(Name + " is no configuration of clang-tidy");
  TidyLines Lines(Text);
  Lines.set(Options);
  std::string Result = Lines.text();
  const llvm::ErrorOr<ClangTidyOptions> New = parse(Result, Name);
  if (!New || !differsOnlyIn(Options, Old ? *Old : ClangTidyOptions(), *New))
    return problem(Name + " is written in a way that cannot be edited");
  return Result;
}
