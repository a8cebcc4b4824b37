//===- Nvcc.cpp - Commands of nvcc ----------------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Translates commands of nvcc in the way in which nvcc runs the host's
/// compiler: the options of -Xcompiler come first, then macros and folders, and
/// last the toolkit's folders.
///
//===----------------------------------------------------------------------===//

#include "NvccOptions.h"
#include "Translate.h"
#include "Words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace cuda_capture;
using namespace cuda_capture::compdb;
using namespace llvm;
namespace path = llvm::sys::path;

/// Limits on options files, which may name each other.
static constexpr unsigned MaxDepth = 32;
static constexpr size_t MaxWords = 1 << 20;

namespace {
enum class Language { None, C, CXX, Cuda };
} // namespace

static Language languageOf(StringRef File) {
  return StringSwitch<Language>(path::extension(File))
      .Case(".cu", Language::Cuda)
      .Case(".c", Language::C)
      .Case(".cc", Language::CXX)
      .Case(".cpp", Language::CXX)
      .Case(".cxx", Language::CXX)
      .Default(Language::None);
}

class Translator::NvccCommand {
public:
  NvccCommand(const Command &C, Compiler Found, Translator &T)
      : C(C), T(T), Program(C.Arguments[Found.Index]),
        Forward(Found.Kind == CompilerKind::NvccWrapper),
        Lang(Forward ? Language::Cuda : languageOf(C.File)) {}

  Error read(ArrayRef<std::string> Arguments, unsigned Depth = 0);
  Command finish();

private:
  void take(const FoundOption &O, StringRef Value);
  void takeUnknown(StringRef Argument);
  Error readFiles(StringRef Names, unsigned Depth);
  void drop(StringRef Name) { ++T.R.Dropped[Name.str()]; }
  std::string absolute(StringRef File) const;

  const Command &C;
  Translator &T;
  StringRef Program;
  /// Unknown options belong to the host's compiler.
  bool Forward;
  Language Lang;
  size_t Words = 0;
  /// The last word was an unknown option, which may have a value.
  bool AfterUnknown = false;
  std::vector<std::string> Host, Options, Inputs;
  std::vector<std::string> HostCompiler;
};

std::string Translator::NvccCommand::absolute(StringRef File) const {
  SmallString<256> Path(File);
  if (path::is_relative(Path)) {
    Path = C.Directory;
    path::append(Path, File);
  }
  path::remove_dots(Path, /*remove_dot_dot=*/true);
  return std::string(Path);
}

Error Translator::NvccCommand::readFiles(StringRef Names, unsigned Depth) {
  for (const std::string &Name : splitPaths(Names)) {
    std::string Path = absolute(Name);
    auto Fail = [&](const Twine &Why) {
      return createStringError(inconvertibleErrorCode(),
                               "cannot read the options file '" + Path +
                                   "' of the command for '" + C.File +
                                   "': " + Why);
    };
    if (Depth >= MaxDepth)
      return Fail("files name each other too deeply");
    auto Buffer = T.S.On.Files->getBufferForFile(Path);
    if (!Buffer)
      return Fail(Buffer.getError().message());
    if (hasOpenQuoteInOptionsFile((*Buffer)->getBuffer()))
      T.R.Warnings.insert("a quote in the options file '" + Path +
                          "' is not closed: what follows it is taken as one "
                          "word");
    std::vector<std::string> Found = splitOptionsFile((*Buffer)->getBuffer());
    Words += Found.size() + 1;
    if (Words > MaxWords)
      return Fail("too many options");
    if (Error E = read(Found, Depth + 1))
      return E;
  }
  return Error::success();
}

Error Translator::NvccCommand::read(ArrayRef<std::string> Arguments,
                                    unsigned Depth) {
  for (size_t I = 0; I < Arguments.size(); ++I) {
    StringRef Argument = Arguments[I];
    if (Argument.starts_with("@")) {
      if (Error E = readFiles(Argument.drop_front(), Depth))
        return E;
      continue;
    }
    if (!Argument.starts_with("-") || Argument.size() == 1) {
      // A version of nvcc that differs from the table may take a value here.
      if (!AfterUnknown || absolute(Argument) == absolute(C.File))
        Inputs.push_back(Argument.str());
      AfterUnknown = false;
      continue;
    }
    AfterUnknown = false;
    // The names behind "--" do not begin with a dash.
    if (Argument == "--")
      continue;
    std::optional<FoundOption> O = findNvccOption(Argument);
    if (!O) {
      takeUnknown(Argument);
      continue;
    }
    StringRef Value = O->Value.value_or("");
    if (O->Row->Value != Takes::Nothing && !O->Value &&
        I + 1 < Arguments.size())
      Value = Arguments[++I];
    if (O->Row->Action == Does::OptionsFile) {
      if (Error E = readFiles(Value, Depth))
        return E;
    } else {
      take(*O, Value);
    }
  }
  return Error::success();
}

void Translator::NvccCommand::takeUnknown(StringRef Argument) {
  if (Forward) {
    Host.push_back(Argument.str());
    return;
  }
  ++T.R.Unknown[Argument.split('=').first.str()];
  AfterUnknown = !Argument.contains('=');
}

void Translator::NvccCommand::take(const FoundOption &O, StringRef Value) {
  StringRef Text = O.Row->Text;
  switch (O.Row->Action) {
  case Does::EmitIf:
    if (Value != O.Row->When)
      return drop(O.Name);
    [[fallthrough]];
  case Does::Emit:
    for (const std::string &Word : shellWords(Text))
      Options.push_back(Word);
    return;
  case Does::Join:
    Options.push_back((Text + Value).str());
    return;
  case Does::Separate:
    Options.push_back(Text.str());
    Options.push_back(Value.str());
    return;
  case Does::Macros:
    for (const std::string &Element : splitMacros(Value))
      Options.push_back((Text + Element).str());
    return;
  case Does::Folders:
    for (const std::string &Element : splitPaths(Value))
      Options.push_back((Text + Element).str());
    return;
  case Does::Files:
    for (const std::string &Element : splitPaths(Value)) {
      // GCC ignores a system folder that it already has. Clang moves it to the
      // front, where #include_next no longer finds it.
      if (absolute(Element) == "/usr/include") {
        drop((O.Name + " " + Element).str());
        continue;
      }
      Options.push_back(Text.str());
      Options.push_back(Element);
    }
    return;
  case Does::Language:
    Lang = StringSwitch<Language>(Value)
               .Case("cu", Language::Cuda)
               .Case("c++", Language::CXX)
               .Case("c", Language::C)
               .Default(Lang);
    return;
  case Does::HostOptions:
    for (std::string &Word : splitHostOptions(Value))
      Host.push_back(std::move(Word));
    return;
  case Does::HostCompiler: {
    std::vector<std::string> Paths = splitPaths(Value);
    HostCompiler = hostCompilerOptions(
        T.S.On, Paths.empty() ? "" : Paths.front(), C.Directory);
    if (HostCompiler.empty())
      drop(O.Name);
    return;
  }
  case Does::Forward:
    Forward = true;
    return;
  case Does::Drop:
    return drop(O.Name);
  case Does::OptionsFile:
    return; // The caller reads the file.
  }
}

/// Whether \p Word is one of Clang's own options for CUDA and HIP. No host
/// compiler of nvcc knows them, and they must not choose the side that is
/// parsed or the toolkit.
static bool isOfClangForDevices(StringRef Word) {
  static constexpr StringLiteral Beginnings[] = {
      "--cuda-", "--no-cuda-", "-nocuda",     "-nogpu",
      "--rocm-", "--offload-", "--no-offload"};
  return any_of(Beginnings,
                [&](StringRef Begin) { return Word.starts_with(Begin); });
}

Command Translator::NvccCommand::finish() {
  bool IsCuda = Lang == Language::Cuda;
  erase_if(Host, [&](StringRef Word) {
    const bool IsDropped = isOfClangForDevices(Word);
    if (IsDropped)
      drop(Word.split('=').first);
    return IsDropped;
  });
  Command Result = C;
  std::vector<std::string> &Out = Result.Arguments;
  HeaderOptions Headers = T.headers(T.toolkit(Program, C.Directory), IsCuda);
  Out = {Lang == Language::C ? "clang" : "clang++"};
  if (IsCuda)
    // In C++17, register is an error for Clang, but not for nvcc.
    append_range(Out, std::initializer_list<StringLiteral>{
                          "--cuda-host-only", "-nocudalib",
                          "-Wno-unknown-cuda-version", "-Wno-register"});
  append_range(Out, Headers.First);
  if (IsCuda)
    append_range(Out, std::initializer_list<std::string>{
                          "-include", T.S.Share + "/compat/nvcc.h"});
  append_range(Out, HostCompiler);
  append_range(Out, T.S.HostOptions(std::move(Host),
                                    [&](StringRef Name) { drop(Name); }));
  append_range(Out, Options);
  append_range(Out, Headers.Last);
  if (Lang != Language::None) {
    Out.push_back("-x");
    Out.push_back(IsCuda ? "cuda" : Lang == Language::C ? "c" : "c++");
  }
  append_range(Out, Inputs);
  return Result;
}

Expected<Command> Translator::translateNvcc(const Command &C, Compiler Found) {
  NvccCommand N(C, Found, *this);
  if (Error E = N.read(ArrayRef(C.Arguments).drop_front(Found.Index + 1)))
    return E;
  return N.finish();
}
