//===- ToolkitTest.cpp - Where CUDA and GCC are found ---------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace cuda_capture::compdb;

namespace {

//===--- Toolkits ---------------------------------------------------------===//

TEST_F(Translate, ToolkitsOfCuda13) {
  add("/cuda-13/bin/nvcc");
  add("/cuda-13/include/cuda.h");
  add("/cuda-13/include/cuda_runtime.h");
  add("/cuda-13/include/cccl/cub/cub.cuh");
  std::string Joined =
      llvm::join(run("/cuda-13/bin/nvcc -isystem mine a.cu"), "|");
  EXPECT_TRUE(
      StringRef(Joined).contains("-isystem|mine|-isystem|/cuda-13/include/cccl|"
                                 "-idirafter|/share/compat/removed|"))
      << Joined;
}

TEST_F(Translate, CondasToolkit) {
  add("/conda/bin/nvcc");
  add("/conda/include/zlib.h");
  add("/conda/targets/x86_64-linux/include/cuda_runtime.h");
  add("/conda/targets/x86_64-linux/include/texture_fetch_functions.h");
  add("/conda/targets/x86_64-linux/include/cuda.h",
      "#define CUDA_VERSION 12060\n");
  Words Result = run("/conda/bin/nvcc a.cu");
  std::string Text = llvm::join(Result, " ");
  EXPECT_NE(Text.find("-nocudainc -include __clang_cuda_runtime_wrapper.h "
                      "-Xclang -target-sdk-version=12.6 -include "
                      "/share/compat/nvcc.h -isystem "
                      "/conda/targets/x86_64-linux/include -x cuda"),
            std::string::npos)
      << Text;
}

TEST_F(Translate, TheEnvironmentNamesAToolkit) {
  Variables["CUDA_HOME"] = "/cuda";
  EXPECT_TRUE(
      llvm::is_contained(run("/gone/bin/nvcc a.cu"), "--cuda-path=/cuda"));
  EXPECT_TRUE(R.Warnings.empty());
}

TEST_F(Translate, WithoutAToolkit) {
  std::string Text = llvm::join(run("/gone/bin/nvcc a.cu"), " ");
  EXPECT_NE(Text.find("-nocudainc -include cuda_runtime.h -include "
                      "/share/compat/nvcc.h -isystem /share/include"),
            std::string::npos)
      << Text;
  ASSERT_EQ(R.Warnings.size(), 1u);
  EXPECT_EQ(*R.Warnings.begin(),
            "no CUDA toolkit found for '/gone/bin/nvcc', and neither CUDA_PATH "
            "nor CUDA_HOME names one; the headers in '/share/include' are "
            "used, which only declare the runtime and driver API");
}

TEST_F(Translate, AToolkitThatIsAskedFor) {
  add("/other/bin/nvcc");
  add("/other/include/cuda.h");
  add("/other/include/cuda_runtime.h");
  Settings S = settings();
  S.CudaPath = "/other";
  Translator T(std::move(S));
  Command C = llvm::cantFail(
      T.translate({"/src", "a.cu", "", {"/cuda/bin/nvcc", "a.cu"}}));
  EXPECT_TRUE(llvm::is_contained(C.Arguments, "--cuda-path=/other"));
}

TEST_F(Translate, ToolkitsThatCommandsOfClangFind) {
  // Clang finds a toolkit that is named, but not all of its folders.
  add("/cuda-13/bin/nvcc");
  add("/cuda-13/include/cuda.h");
  add("/cuda-13/include/cuda_runtime.h");
  add("/cuda-13/include/cccl/cub/cub.cuh");
  const std::string Once = llvm::join(
      run("clang++ -x cuda --cuda-path=/cuda-13 -isystem mine a.cu"), " ");
  EXPECT_NE(Once.find("--cuda-path=/cuda-13 -isystem mine a.cu -isystem "
                      "/cuda-13/include/cccl -idirafter "
                      "/share/compat/removed"),
            std::string::npos)
      << Once;
  // A translation is not translated again.
  EXPECT_EQ(llvm::join(run(Once), " "), Once);
}

TEST_F(Translate, AToolkitInAUsualPlace) {
  add("/opt/cuda/bin/nvcc");
  add("/opt/cuda/include/cuda.h");
  add("/opt/cuda/include/cuda_runtime.h");
  Settings S = settings();
  S.IsHere = true;
  Translator T(std::move(S));
  const std::vector<std::string> Command{"clang++", "-x", "cuda", "a.cu"};
  EXPECT_TRUE(llvm::is_contained(
      llvm::cantFail(T.translate({"/src", "a.cu", "", Command})).Arguments,
      "--cuda-path=/opt/cuda"));
  // A database may have been made on another machine.
  EXPECT_FALSE(
      llvm::is_contained(translate({"/src", "a.cu", "", Command}).Arguments,
                         "--cuda-path=/opt/cuda"));
}

//===--- The host's compiler ----------------------------------------------===//

TEST_F(Translate, CondasHostCompiler) {
  add("/conda/bin/x86_64-conda-linux-gnu-c++");
  add("/conda/lib/gcc/x86_64-conda-linux-gnu/12.4.0/crtbegin.o");
  add("/conda/x86_64-conda-linux-gnu/sysroot/usr/include/stdio.h");
  std::string Result = options("-ccbin=/conda/bin/x86_64-conda-linux-gnu-c++");
  EXPECT_NE(Result.find("--gcc-install-dir=/conda/lib/gcc/"
                        "x86_64-conda-linux-gnu/12.4.0|--sysroot=/conda/"
                        "x86_64-conda-linux-gnu/sysroot"),
            std::string::npos)
      << Result;
}

//===--- Links ------------------------------------------------------------===//

/// Files of its own: those in memory know no links.
class Links : public testing::Test {
protected:
  void SetUp() override {
    llvm::SmallString<128> Folder;
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("links", Folder));
    llvm::SmallString<128> Real;
    ASSERT_FALSE(llvm::sys::fs::real_path(Folder, Real));
    Root = std::string(Real);
    M.Files = llvm::vfs::getRealFileSystem();
    M.Environment = [this](StringRef Name) -> std::optional<std::string> {
      if (Name == "PATH")
        return Path;
      return std::nullopt;
    };
    for (const char *File : {"/cuda/bin/nvcc", "/cuda/include/cuda.h",
                             "/cuda/include/cuda_runtime.h", "/usr/bin/ccache"})
      add(File);
  }
  void TearDown() override { llvm::sys::fs::remove_directories(Root); }

  void add(const llvm::Twine &Name) {
    std::string File = (Root + Name).str();
    llvm::sys::fs::create_directories(llvm::sys::path::parent_path(File));
    std::error_code EC;
    llvm::raw_fd_ostream OS(File, EC);
    ASSERT_FALSE(EC);
  }

  void link(const llvm::Twine &Name, const llvm::Twine &To) {
    std::string File = (Root + Name).str();
    llvm::sys::fs::create_directories(llvm::sys::path::parent_path(File));
    ASSERT_FALSE(llvm::sys::fs::create_link(Root + To, File));
  }

  std::string rootOf(StringRef Nvcc) {
    std::optional<Toolkit> T = toolkitOf(M, Nvcc, "/");
    return T ? T->Root : "none";
  }

  Machine M;
  std::string Root, Path;
};

TEST_F(Links, LeadToTheToolkit) {
  link("/usr/bin/nvcc", "/cuda/bin/nvcc");
  EXPECT_EQ(rootOf(Root + "/usr/bin/nvcc"), Root + "/cuda");
  EXPECT_EQ(rootOf("nvcc"), "none");
  Path = "/nothing:" + Root + "/usr/bin";
  EXPECT_EQ(rootOf("nvcc"), Root + "/cuda");
}

TEST_F(Links, AToolkitsNameStaysIfItServes) {
  link("/cuda-current", "/cuda");
  EXPECT_EQ(rootOf(Root + "/cuda-current/bin/nvcc"), Root + "/cuda-current");
}

TEST_F(Links, CcacheUnderTheNameOfTheCompiler) {
  link("/usr/lib/ccache/nvcc", "/usr/bin/ccache");
  Path = Root + "/usr/lib/ccache:" + Root + "/cuda/bin";
  EXPECT_EQ(rootOf(Root + "/usr/lib/ccache/nvcc"), Root + "/cuda");
}

TEST_F(Links, TheHostCompilersLibraries) {
  std::string Triple = "x86_64-linux-gnu";
#if defined(__aarch64__)
  Triple = "aarch64-linux-gnu";
#endif
  for (const char *Version : {"9", "12", "13"})
    add("/usr/lib/gcc/" + Triple + "/" + Version + "/crtbegin.o");
  add("/usr/bin/" + Triple + "-g++-12");
  link("/usr/bin/g++", "/usr/bin/" + Triple + "-g++-12");
  link("/etc/c++", "/usr/bin/g++");
  link("/usr/bin/c++", "/etc/c++");
  add("/usr/bin/g++-9");
  add("/usr/bin/clang++");
  auto Options = [&](const char *Program) {
    return llvm::join(hostCompilerOptions(M, Root + Program, "/"), "|");
  };
  std::string Folder = "--gcc-install-dir=" + Root + "/usr/lib/gcc/" + Triple;
  EXPECT_EQ(Options("/usr/bin/g++"), Folder + "/12");
  EXPECT_EQ(Options("/usr/bin/c++"), Folder + "/12");
  EXPECT_EQ(Options("/usr/bin"), Folder + "/12");
  EXPECT_EQ(Options("/usr/bin/g++-9"), Folder + "/9");
  EXPECT_EQ(Options("/usr/bin/clang++"), "");
  EXPECT_EQ(Options("/usr/bin/no-g++"), "");
}

TEST_F(Translate, AHostCompilerThatIsNotKnownIsNamed) {
  add("/usr/bin/clang++");
  EXPECT_EQ(options("-ccbin=/usr/bin/clang++"), "");
  EXPECT_EQ(R.Dropped.count("-ccbin"), 1u);
}

} // namespace
