class CudaCaptureTidy < Formula
  desc "Finds illegal calls during CUDA stream capture"
  homepage "@ADDRESS@"
  url "@ADDRESS@/releases/download/v@VERSION@/cuda-capture-tidy-@VERSION@.tar.xz"
  sha256 "@SHA256@"
  license "Apache-2.0" => { with: "LLVM-exception" }

  depends_on "cmake" => :build
  depends_on "ninja" => :build
  depends_on "nlohmann-json" => :build
  depends_on "valijson" => :build
  depends_on :linux
  depends_on "llvm@@LLVM@"
  depends_on "python@3.14"

  def llvm
    deps.map(&:to_formula).find { |f| f.name.match?(/^llvm(@\d+)?$/) }
  end

  def install
    args = %W[
      -DClang_DIR=#{llvm.opt_lib}/cmake/clang
      -DCMAKE_INSTALL_RPATH=#{rpath(target: llvm.opt_lib)}
      -DCUDA_CAPTURE_BUILD_TESTS=OFF
      -DCUDA_CAPTURE_UNITY_BUILD=ON
      -DCUDA_CAPTURE_WARNINGS_AS_ERRORS=OFF
    ]
    system "cmake", "-S", ".", "-B", "build", "-G", "Ninja", *args, *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"

    # The tool looks for Clang's own headers beside itself, and then where they
    # were when it was built: in a folder that the next update of LLVM removes.
    (lib/"clang").install_symlink llvm.opt_lib/"clang/@LLVM@"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/cuda-capture --version")
    # It finds something (1), and could read all of it (2).
    found = shell_output("#{bin}/cuda-capture check #{share}/cuda-capture-tidy/demo/demo.cu", 1)
    assert_match "cuda-capture-unsafe-call", found
    assert_path_exists lib/"libCudaCaptureTidy.so"
  end
end
