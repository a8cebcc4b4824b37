# `cpack` in the build folder makes a package for Debian and Ubuntu. As with
# their packages of LLVM, each major version has a package and a prefix of its
# own, and files outside of the prefix have the version in their names. Several
# versions can thus be installed side by side.
set(CUDA_CAPTURE_MAINTAINER "cuda-capture-tidy <maintainers@cuda-capture-tidy.org>"
  CACHE STRING "The maintainer that packages name")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME cuda-capture-tidy-${CAPTURE_LLVM_MAJOR})
set(CPACK_PACKAGE_CONTACT "${CUDA_CAPTURE_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY
  "finds illegal calls during CUDA stream capture (LLVM ${CAPTURE_LLVM_MAJOR})")
set(CPACK_PACKAGE_DESCRIPTION
  "Checks for clang-tidy-${CAPTURE_LLVM_MAJOR}, and a tool, cuda-capture-${CAPTURE_LLVM_MAJOR}, that find in CUDA, HIP,
C and C++ sources what a stream capture forbids, or what is silently missing
from the graph: in a file, or in a whole program. No GPU is needed, and no
toolkit.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr/lib/${CPACK_PACKAGE_NAME})
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${CUDA_CAPTURE_MAINTAINER}")
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# The tool needs Clang's own headers, and the commit hook needs Python.
set(CPACK_DEBIAN_PACKAGE_DEPENDS
  "libclang-common-${CAPTURE_LLVM_MAJOR}-dev, python3 (>= 3.8)")
if(CUDA_CAPTURE_STATIC_LLVM)
  set(CPACK_DEBIAN_PACKAGE_DEPENDS "python3 (>= 3.8)")
endif()
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "clang-tidy-${CAPTURE_LLVM_MAJOR}")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "pre-commit, graphviz")
# The package depends on the libraries of LLVM to which the tool is linked.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_SOURCE_DIR}/integrations/debian/Layout.cmake)
set(CPACK_CAPTURE_SOURCE ${CMAKE_SOURCE_DIR})
set(CPACK_CAPTURE_MANUALS ${CMAKE_BINARY_DIR}/manuals/versioned)
set(CPACK_CAPTURE_SUFFIX -${CAPTURE_LLVM_MAJOR})
include(CPack)
