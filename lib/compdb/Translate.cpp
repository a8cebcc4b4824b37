//===- Translate.cpp - Compile commands for Clang -------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Translate.h"
#include "../Counted.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace cuda_capture;
using namespace cuda_capture::compdb;
using namespace llvm;
namespace path = llvm::sys::path;

std::vector<std::string>
compdb::keepHostOptions(std::vector<std::string> Options,
                        function_ref<void(StringRef)>) {
  return Options;
}

/// Lists the names and their counts, the most frequent first: ` -gencode (282),
/// -lineinfo (141)`.
static std::string counts(const std::map<std::string, unsigned> &Names) {
  std::vector<std::pair<std::string, unsigned>> Sorted(Names.begin(),
                                                       Names.end());
  stable_sort(Sorted,
              [](const auto &A, const auto &B) { return A.second > B.second; });
  std::string Result;
  for (const auto &[Name, Count] : Sorted)
    Result += formatv("{0} {1} ({2})", Result.empty() ? "" : ",", Name, Count);
  return Result;
}

std::string Report::summary() const {
  std::string Result = formatv("{0} of {1} translated for Clang", Translated,
                               counted(Commands, "command"));
  if (!Dropped.empty())
    Result += "; dropped:" + counts(Dropped);
  if (!Unknown.empty())
    Result += "; unknown, dropped:" + counts(Unknown);
  return Result;
}

//===--- CUDA's headers ---------------------------------------------------===//

const Toolkit *Translator::toolkit(StringRef Compiler, StringRef Directory) {
  auto [I, New] =
      Toolkits.try_emplace((Compiler + "\n" + Directory).str(), std::nullopt);
  if (New) {
    I->second = S.CudaPath.empty() ? toolkitOf(S.On, Compiler, Directory)
                                   : toolkitIn(S.On, S.CudaPath);
    if (!I->second && S.IsHere && S.CudaPath.empty())
      I->second = usualToolkit(S.On);
    if (!I->second)
      R.Warnings.insert(
          ("no CUDA toolkit found " +
           (S.CudaPath.empty() ? "for '" + Compiler +
                                     "', and neither CUDA_PATH nor CUDA_HOME "
                                     "names one"
                               : Twine("in '") + S.CudaPath + "'") +
           "; the headers in '" + S.Share +
           "/include' are used, which only declare the runtime and driver API")
              .str());
  }
  return I->second ? &*I->second : nullptr;
}

HeaderOptions Translator::headers(const Toolkit *T, bool IsCuda) const {
  HeaderOptions Result;
  auto Append = [](std::vector<std::string> &To,
                   std::initializer_list<std::string> Words) {
    append_range(To, Words);
  };
  if (!T) {
    if (IsCuda)
      Append(Result.First, {"-nocudainc", "-include", "cuda_runtime.h"});
    Append(Result.Last, {"-isystem", S.Share + "/include"});
    return Result;
  }
  if (IsCuda && !T->Root.empty()) {
    Append(Result.First, {"--cuda-path=" + T->Root});
  } else {
    Append(Result.Last, {"-isystem", T->Include});
    if (IsCuda) {
      // Clang does this itself if it finds a toolkit.
      Append(Result.First,
             {"-nocudainc", "-include", "__clang_cuda_runtime_wrapper.h"});
      if (!T->Version.empty())
        Append(Result.First, {"-Xclang", "-target-sdk-version=" + T->Version});
    }
  }
  append_range(Result.Last, extraFolders(*T, IsCuda));
  return Result;
}

std::vector<std::string> Translator::extraFolders(const Toolkit &T,
                                                  bool IsCuda) const {
  std::vector<std::string> Result;
  // Since CUDA 13, nvcc.profile has this folder.
  if (S.On.exists(T.Include + "/cccl"))
    Result = {"-isystem", T.Include + "/cccl"};
  // Clang before 22 includes a header that CUDA 13 no longer has.
  if (IsCuda && !S.On.exists(T.Include + "/texture_fetch_functions.h"))
    append_range(Result, std::initializer_list<std::string>{
                             "-idirafter", S.Share + "/compat/removed"});
  return Result;
}

//===--- Commands of Clang ------------------------------------------------===//

/// Returns for each word of a command for Clang whether it is the value of the
/// option before it, regardless of its spelling.
static std::vector<bool> valuesIn(ArrayRef<std::string> Arguments) {
  static constexpr StringLiteral Options =
      " -D -F -I -L -MF -MJ -MQ -MT -T -U -Xassembler -Xclang -Xcuda-fatbinary "
      "-Xcuda-ptxas -Xlinker -Xpreprocessor -arch -framework -idirafter "
      "-imacros -include -iprefix -iquote -isysroot -isystem -ivfsoverlay "
      "-iwithprefix -iwithprefixbefore -l -mllvm -o -target -u -x -z ";
  std::vector<bool> Result(Arguments.size());
  for (size_t I = 0; I + 1 < Arguments.size(); ++I)
    if (!Result[I] && Options.contains(" " + Arguments[I] + " "))
      Result[I + 1] = true;
  return Result;
}

/// Returns the language that the command names for its sources, or else "cuda"
/// or "hip" if the file has that extension, or an empty string.
static std::string languageIn(ArrayRef<std::string> Arguments, StringRef File) {
  std::string Result;
  const std::vector<bool> Values = valuesIn(Arguments);
  for (size_t I = 0; I < Arguments.size(); ++I) {
    if (Values[I])
      continue;
    StringRef A = Arguments[I];
    if ((A == "-x" || A == "--language") && I + 1 < Arguments.size())
      Result = Arguments[I + 1];
    else if (A.consume_front("--language=") ||
             (A.consume_front("-x") && !A.empty()))
      Result = A.str();
  }
  if (!Result.empty())
    return Result;
  StringRef Extension = path::extension(File);
  return Extension == ".cu" ? "cuda" : Extension == ".hip" ? "hip" : "";
}

static bool has(ArrayRef<std::string> Arguments,
                std::initializer_list<StringRef> Prefixes) {
  const std::vector<bool> Values = valuesIn(Arguments);
  return any_of(enumerate(Arguments), [&](auto Word) {
    return !Values[Word.index()] && any_of(Prefixes, [&](StringRef P) {
      return StringRef(Word.value()).starts_with(P);
    });
  });
}

/// Returns the words behind the compiler, without those that select the
/// device's or the host's side.
static std::vector<std::string> hostSide(ArrayRef<std::string> Arguments) {
  static constexpr StringLiteral Sides[] = {
      "--cuda-device-only",         "--cuda-host-only",
      "--cuda-compile-host-device", "--offload-device-only",
      "--offload-host-only",        "--offload-host-device",
  };
  const std::vector<bool> Values = valuesIn(Arguments);
  std::vector<std::string> Result;
  for (size_t I = 0; I < Arguments.size(); ++I)
    if (Values[I] || !is_contained(Sides, StringRef(Arguments[I])))
      Result.push_back(Arguments[I]);
  return Result;
}

Command Translator::translateClang(const Command &C, Compiler Found) {
  std::vector<std::string> Rest =
      hostSide(ArrayRef(C.Arguments).drop_front(Found.Index + 1));
  Command Result = C;
  std::vector<std::string> &Out = Result.Arguments;
  Out = {C.Arguments[Found.Index], "--cuda-host-only"};
  if (!has(Rest, {"-nocudalib", "-nogpulib"}))
    Out.push_back("-nocudalib");
  if (!has(Rest, {"-Wno-unknown-cuda-version"}))
    Out.push_back("-Wno-unknown-cuda-version");
  // Naming a toolkit that this machine does not have would be a fatal error.
  const std::vector<bool> Values = valuesIn(Rest);
  auto Option = Rest.begin();
  while (Option != Rest.end() &&
         (Values[Option - Rest.begin()] ||
          !StringRef(*Option).starts_with("--cuda-path=")))
    ++Option;
  std::optional<Toolkit> Named;
  if (Option != Rest.end()) {
    Named = toolkitIn(S.On, StringRef(*Option).split('=').second);
    if (!Named)
      Rest.erase(Option);
  }
  if (has(Rest, {"-nocudainc", "-nogpuinc"})) {
    append_range(Out, Rest);
    return Result;
  }
  if (has(Rest, {"--cuda-path"})) {
    // Clang finds this toolkit, but not all of its folders.
    append_range(Out, Rest);
    const std::vector<std::string> Folders =
        Named ? extraFolders(*Named, /*IsCuda=*/true)
              : std::vector<std::string>();
    // The command may already be the result of a translation.
    for (size_t I = 0; I + 1 < Folders.size(); I += 2)
      if (!is_contained(Rest, Folders[I + 1]))
        Out.insert(Out.end(), {Folders[I], Folders[I + 1]});
    return Result;
  }
  HeaderOptions Headers =
      headers(toolkit(C.Arguments[Found.Index], C.Directory), /*IsCuda=*/true);
  append_range(Out, Headers.First);
  append_range(Out, Headers.Last);
  append_range(Out, Rest);
  return Result;
}

Command Translator::translateHip(const Command &C, Compiler Found) {
  std::vector<std::string> Rest =
      hostSide(ArrayRef(C.Arguments).drop_front(Found.Index + 1));
  Command Result = C;
  std::vector<std::string> &Out = Result.Arguments;
  StringRef Program = C.Arguments[Found.Index];
  bool IsHipcc = Found.Kind == CompilerKind::Hipcc;
  Out = {IsHipcc ? "clang++" : Program.str(), "--cuda-host-only"};
  if (!has(Rest, {"-nogpulib", "-nocudalib"}))
    Out.push_back("-nogpulib");
  if (!has(Rest, {"-nogpuinc", "-nocudainc", "--rocm-path"})) {
    std::string Root;
    // The program is ROCM/bin/hipcc, ROCM/hip/bin/hipcc or
    // ROCM/llvm/bin/clang++.
    std::string Path = S.On.realPath(S.On.findProgram(Program, C.Directory));
    for (StringRef Folder = path::parent_path(Path);
         Root.empty() && !Folder.empty() && Folder != "/";
         Folder = path::parent_path(Folder))
      if (S.On.exists(Folder + "/include/hip/hip_runtime.h"))
        Root = Folder.str();
    if (Root.empty())
      if (std::optional<std::string> Value = S.On.Environment("ROCM_PATH"))
        if (S.On.exists(*Value + "/include/hip/hip_runtime.h"))
          Root = *Value;
    if (!Root.empty()) {
      Out.push_back("--rocm-path=" + Root);
    } else {
      R.Warnings.insert(("no ROCm found for '" + Program +
                         "', and ROCM_PATH names none; the headers in '" +
                         S.Share + "/include' are used, which only declare")
                            .str());
      append_range(Out, std::initializer_list<std::string>{
                            "-nogpuinc", "-isystem", S.Share + "/include"});
    }
  }
  if (IsHipcc && languageIn(Rest, C.File) != "hip")
    append_range(Out, std::initializer_list<std::string>{"-x", "hip"});
  append_range(Out, Rest);
  return Result;
}

Expected<Command> Translator::translate(const Command &C) {
  ++R.Commands;
  if (C.HasOpenQuote)
    R.Warnings.insert("a quote in the command for '" + C.File +
                      "' is not closed: what follows it is taken as one word");
  Compiler Found = findCompiler(C.Arguments);
  auto Count = [&](Expected<Command> Result) {
    if (Result)
      ++R.Translated;
    return Result;
  };
  switch (Found.Kind) {
  case CompilerKind::Nvcc:
  case CompilerKind::NvccWrapper:
    return Count(translateNvcc(C, Found));
  case CompilerKind::Hipcc:
    return Count(translateHip(C, Found));
  case CompilerKind::Clang: {
    std::string Language =
        languageIn(ArrayRef(C.Arguments).drop_front(Found.Index + 1), C.File);
    if (Language == "cuda" || Language == "cu")
      return Count(translateClang(C, Found));
    if (Language == "hip")
      return Count(translateHip(C, Found));
    return C;
  }
  case CompilerKind::Other:
    return C;
  }
  llvm_unreachable("all kinds are there");
}
