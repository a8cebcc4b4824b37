//===- Toolkit.cpp - CUDA toolkits and the host's compiler ----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Toolkit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Regex.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

using namespace cuda_capture;
using namespace cuda_capture::compdb;
using namespace llvm;
namespace path = llvm::sys::path;

Machine Machine::real() {
  Machine M;
  M.Files = vfs::getRealFileSystem();
  M.Environment = [](StringRef Name) { return sys::Process::GetEnv(Name); };
  return M;
}

bool Machine::exists(const Twine &Path) const { return Files->exists(Path); }

std::string Machine::realPath(StringRef Path) const {
  SmallString<256> Result;
  if (Files->getRealPath(Path, Result))
    return Path.str();
  return std::string(Result);
}

std::string Machine::findProgram(StringRef Program, StringRef Directory,
                                 StringRef ExceptIfReally) const {
  if (Program.contains('/')) {
    SmallString<256> Path(Program);
    if (path::is_relative(Path)) {
      Path = Directory;
      path::append(Path, Program);
    }
    return exists(Path) ? std::string(Path) : std::string();
  }
  std::optional<std::string> Folders = Environment("PATH");
  if (!Folders || Program.empty())
    return "";
  SmallVector<StringRef, 16> List;
  StringRef(*Folders).split(List, ':', -1, false);
  for (StringRef Folder : List) {
    std::string Path = (Folder + "/" + Program).str();
    if (exists(Path) && (ExceptIfReally.empty() ||
                         path::filename(realPath(Path)) != ExceptIfReally))
      return Path;
  }
  return "";
}

static std::string parents(StringRef Path, unsigned Levels) {
  for (; Levels; --Levels)
    Path = path::parent_path(Path);
  return Path.str();
}

/// Returns the names of the files and folders in a folder, sorted.
static std::vector<std::string> foldersIn(const Machine &M, const Twine &Path) {
  std::vector<std::string> Result;
  std::error_code EC;
  for (vfs::directory_iterator I = M.Files->dir_begin(Path, EC), End;
       !EC && I != End; I.increment(EC))
    Result.push_back(path::filename(I->path()).str());
  llvm::sort(Result);
  return Result;
}

/// Returns the version that cuda.h defines, such as 12.4; empty if there is
/// none.
static std::string versionIn(const Machine &M, StringRef Include) {
  auto Header = M.Files->getBufferForFile(Include + "/cuda.h");
  if (!Header)
    return "";
  SmallVector<StringRef, 2> Match;
  Regex Definition("#define[ \t]+CUDA_VERSION[ \t]+([0-9]+)");
  unsigned Number = 0;
  if (!Definition.match((*Header)->getBuffer(), &Match) ||
      Match[1].getAsInteger(10, Number))
    return "";
  return utostr(Number / 1000) + "." + utostr(Number % 1000 / 10);
}

std::optional<Toolkit> compdb::toolkitIn(const Machine &M, StringRef Root) {
  if (Root.empty())
    return std::nullopt;
  Toolkit Result;
  std::string Include = (Root + "/include").str();
  if (M.exists(Include + "/cuda_runtime.h")) {
    Result.Include = Include;
    if (M.exists(Root + "/bin") && M.exists(Include + "/cuda.h"))
      Result.Root = Root.str();
    else
      Result.Version = versionIn(M, Include);
    return Result;
  }
  // Conda puts the toolkit into a folder with other packages.
  for (const std::string &Target : foldersIn(M, Root + "/targets")) {
    Include = (Root + "/targets/" + Target + "/include").str();
    if (!M.exists(Include + "/cuda_runtime.h"))
      continue;
    Result.Include = Include;
    Result.Version = versionIn(M, Include);
    return Result;
  }
  return std::nullopt;
}

/// Returns the toolkit to which the file \p Nvcc belongs.
static std::optional<Toolkit> toolkitAround(const Machine &M, StringRef Nvcc) {
  std::string Root = parents(Nvcc, 2);
  // Debian spreads the toolkit over /usr, and has a folder of links for Clang.
  if (Root == "/usr" || Root == "/usr/lib/nvidia-cuda-toolkit")
    if (std::optional<Toolkit> T = toolkitIn(M, "/usr/lib/cuda"))
      return T;
  // In the HPC SDK, compilers/bin/nvcc belongs to the folder cuda.
  for (const std::string &Place : {Root, parents(Nvcc, 3) + "/cuda"})
    if (std::optional<Toolkit> T = toolkitIn(M, Place))
      return T;
  return std::nullopt;
}

std::optional<Toolkit> compdb::toolkitOf(const Machine &M, StringRef Nvcc,
                                         StringRef Directory) {
  std::string Found = M.findProgram(Nvcc, Directory);
  std::string Really = M.realPath(Found);
  // The program may be a link to ccache that has the compiler's name.
  if (path::filename(Really) == "ccache" ||
      path::filename(Really) == "sccache") {
    Found = M.findProgram(path::filename(Nvcc), "", path::filename(Really));
    Really = M.realPath(Found);
  }
  // A wrapper runs the nvcc that is in PATH.
  std::string Named = M.findProgram("nvcc", "");
  for (const std::string &Place : {Found, Really, Named, M.realPath(Named)})
    if (!Place.empty())
      if (std::optional<Toolkit> T = toolkitAround(M, Place))
        return T;
  // The compiler may be missing on this machine, but not the folder that it
  // names.
  if (Nvcc.starts_with("/"))
    if (std::optional<Toolkit> T = toolkitAround(M, Nvcc))
      return T;
  for (const char *Name : {"CUDA_PATH", "CUDA_HOME"})
    if (std::optional<std::string> Value = M.Environment(Name))
      if (std::optional<Toolkit> T = toolkitIn(M, *Value))
        return T;
  return std::nullopt;
}

std::optional<Toolkit> compdb::usualToolkit(const Machine &M) {
  for (const char *Place : {"/usr/local/cuda", "/opt/cuda"})
    if (std::optional<Toolkit> T = toolkitIn(M, Place))
      return T;
  return std::nullopt;
}

//===--- The host's compiler ----------------------------------------------===//

/// Returns the numbers of a version such as 12.3.1; none if it has another
/// form.
static std::vector<unsigned> versionNumbers(StringRef Version) {
  std::vector<unsigned> Result;
  SmallVector<StringRef, 4> Parts;
  Version.split(Parts, '.');
  for (StringRef P : Parts) {
    unsigned N = 0;
    if (P.getAsInteger(10, N))
      return {};
    Result.push_back(N);
  }
  return Result;
}

/// Returns the folder of GCC's own files for this version, or for the newest
/// one if \p Version is empty. Returns an empty string if there is none.
static std::string gccFolder(const Machine &M, StringRef Prefix,
                             StringRef Triple, StringRef Version) {
  std::string Best;
  std::vector<unsigned> BestVersion;
  for (StringRef Lib : {"/lib/gcc", "/lib64/gcc"})
    for (const std::string &T : foldersIn(M, Prefix + Lib)) {
      if (!Triple.empty() ? T != Triple
                          : llvm::Triple(T).getArch() !=
                                llvm::Triple(sys::getProcessTriple()).getArch())
        continue;
      std::string Folder = (Prefix + Lib + "/" + T).str();
      for (const std::string &V : foldersIn(M, Folder)) {
        std::vector<unsigned> Numbers = versionNumbers(V);
        if (Numbers.empty() || Numbers <= BestVersion ||
            !(Version.empty() || V == Version ||
              StringRef(V).starts_with((Version + ".").str())) ||
            !M.exists(Folder + "/" + V + "/crtbegin.o"))
          continue;
        Best = Folder + "/" + V;
        BestVersion = Numbers;
      }
    }
  return Best;
}

std::vector<std::string> compdb::hostCompilerOptions(const Machine &M,
                                                     StringRef Compiler,
                                                     StringRef Directory) {
  std::string Program = M.findProgram(Compiler, Directory);
  if (Program.empty())
    return {};
  auto Status = M.Files->status(Program);
  if (Status && Status->isDirectory())
    Program = M.findProgram(Program + "/g++", Directory);
  std::string Really = M.realPath(Program);
  SmallVector<StringRef, 5> Match;
  if (!Regex("^((.+)-)?(g\\+\\+|gcc|c\\+\\+|cc)(-([0-9.]+))?$")
           .match(path::filename(Really), &Match))
    return {};
  StringRef Triple = Match[2], Version = Match[5];
  std::string Prefix = parents(Really, 2);
  std::string Folder = gccFolder(M, Prefix, Triple, Version);
  if (Folder.empty())
    return {};
  std::vector<std::string> Result;
  llvm::Triple Target(Triple);
  if (!Triple.empty() && Target.getArch() != llvm::Triple::UnknownArch &&
      Target.getArch() != llvm::Triple(sys::getProcessTriple()).getArch())
    Result.push_back("--target=" + Triple.str());
  Result.push_back("--gcc-install-dir=" + Folder);
  // Conda's compilers come with a C library.
  std::string Sysroot = Prefix + "/" + Triple.str() + "/sysroot";
  if (!Triple.empty() && M.exists(Sysroot))
    Result.push_back("--sysroot=" + Sysroot);
  return Result;
}
