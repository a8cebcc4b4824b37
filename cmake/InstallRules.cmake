# The rules for `cmake --install`. The prefix can be moved after the
# installation, because the tool looks for its headers relative to itself.
# integrations/debian makes packages with these rules.
include(CMakePackageConfigHelpers)

set(CAPTURE_INSTALL_SHARE ${CMAKE_INSTALL_DATADIR}/cuda-capture-tidy)

install(TARGETS CudaCaptureTidy DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS cuda-capture DESTINATION ${CMAKE_INSTALL_BINDIR})
# The target exists only if clangd's libraries are installed.
if(TARGET cuda-capture-clangd)
  install(TARGETS cuda-capture-clangd DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

install(DIRECTORY include/cuda_capture DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY share/cuda-capture-tidy DESTINATION ${CMAKE_INSTALL_DATADIR})
install(DIRECTORY kb DESTINATION ${CAPTURE_INSTALL_SHARE})
install(FILES README.md CHANGELOG.md LICENSE
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})

install(PROGRAMS integrations/pre-commit/cuda-capture-hook
  DESTINATION ${CMAKE_INSTALL_BINDIR})

set(CAPTURE_INSTALL_CMAKE ${CMAKE_INSTALL_LIBDIR}/cmake/CudaCaptureTidy)
configure_file(integrations/cmake/CudaCaptureTidyConfig.cmake.in
  CudaCaptureTidyConfig.cmake @ONLY)
write_basic_package_version_file(
  ${CMAKE_BINARY_DIR}/CudaCaptureTidyConfigVersion.cmake
  COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_BINARY_DIR}/CudaCaptureTidyConfig.cmake
  ${CMAKE_BINARY_DIR}/CudaCaptureTidyConfigVersion.cmake
  integrations/cmake/CudaCaptureLint.cmake
  integrations/cmake/SplitDatabase.cmake
  DESTINATION ${CAPTURE_INSTALL_CMAKE})

install(FILES integrations/bazel/capture.bzl integrations/bazel/BUILD.bazel
  DESTINATION ${CAPTURE_INSTALL_SHARE}/bazel)
