# Copyright the authors of cuda-capture-tidy.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from spack_repo.builtin.build_systems.cmake import CMakePackage

from spack.package import *


class CudaCaptureTidy(CMakePackage):
    """Checks for clang-tidy, and a tool, that find in CUDA, HIP, C and C++ sources
    what a CUDA stream capture forbids, or what is silently missing from the graph."""

    homepage = "@ADDRESS@"
    url = f"{homepage}/releases/download/v@VERSION@/cuda-capture-tidy-@VERSION@.tar.xz"

    maintainers("@MAINTAINER@")

    license("Apache-2.0 WITH LLVM-exception")

    version("@VERSION@", sha256="@SHA256@")

    generator("ninja")

    depends_on("c", type="build")
    depends_on("cxx", type="build")

    depends_on("cmake@3.20:", type="build")
    depends_on("nlohmann-json@3.9:", type="build")
    depends_on("valijson", type="build")
    # Programs are linked with LLVM's and Clang's shared libraries. If those of
    # Clang contained another LLVM, there would be two in a program.
    depends_on("llvm@@OLDEST_LLVM@:@LLVM@+clang+llvm_dylib+link_llvm_dylib")
    # Makes the manual pages, and runs the commit hook.
    depends_on("python@3.8:", type=("build", "run"))

    conflicts("platform=darwin", msg="only Linux is supported")
    conflicts("platform=windows", msg="only Linux is supported")

    sanity_check_is_file = ["bin/cuda-capture", "include/cuda_capture/annotations.h"]

    def cmake_args(self):
        return [
            self.define("Clang_DIR", self.spec["llvm"].prefix.lib.cmake.clang),
            # The CMake package names its files relative to where it is.
            self.define("CMAKE_INSTALL_LIBDIR", "lib"),
            self.define("CUDA_CAPTURE_BUILD_TESTS", False),
            self.define("CUDA_CAPTURE_UNITY_BUILD", True),
            self.define("CUDA_CAPTURE_WARNINGS_AS_ERRORS", False),
        ]

    @run_after("install")
    def link_headers_of_clang(self):
        # The tool looks for Clang's own headers beside itself.
        symlink(self.spec["llvm"].prefix.lib.clang, self.prefix.lib.clang)

    def test_demonstration(self):
        """finds the mistakes of the demonstration"""
        check = Executable(self.prefix.bin.join("cuda-capture"))
        demo = self.prefix.share.join("cuda-capture-tidy").demo.join("demo.cu")
        # 1: it finds something. It would be 2 if it could not read all of it.
        found = check("check", demo, output=str.split, error=str.split, ignore_errors=[1])
        assert "cuda-capture-unsafe-call" in found
