# vcpkg has no LLVM that is new enough: that of the machine is taken.
set(VCPKG_BUILD_TYPE release)

vcpkg_download_distfile(ARCHIVE
    URLS "@ADDRESS@/releases/download/v${VERSION}/cuda-capture-tidy-${VERSION}.tar.xz"
    FILENAME "cuda-capture-tidy-${VERSION}.tar.xz"
    SHA512 @SHA512@
)
vcpkg_extract_source_archive(SOURCE_PATH ARCHIVE "${ARCHIVE}")

vcpkg_cmake_configure(
    SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS
        -DCUDA_CAPTURE_BUILD_TESTS=OFF
        -DCUDA_CAPTURE_UNITY_BUILD=ON
        -DCUDA_CAPTURE_WARNINGS_AS_ERRORS=OFF
)
vcpkg_cmake_build()

# Programs have a folder below tools/, and they and the CMake package find their
# files relative to where they are: all of the installation stays together.
set(prefix "${CURRENT_PACKAGES_DIR}/tools/${PORT}")
vcpkg_execute_required_process(
    COMMAND "${CMAKE_COMMAND}" --install "${CURRENT_BUILDTREES_DIR}/${TARGET_TRIPLET}-rel" --prefix "${prefix}"
    WORKING_DIRECTORY "${CURRENT_BUILDTREES_DIR}/${TARGET_TRIPLET}-rel"
    LOGNAME "install-${TARGET_TRIPLET}"
)
file(INSTALL "${SOURCE_PATH}/include/cuda_capture" DESTINATION "${CURRENT_PACKAGES_DIR}/include")
foreach(name IN ITEMS CudaCaptureTidyConfig CudaCaptureTidyConfigVersion)
    file(WRITE "${CURRENT_PACKAGES_DIR}/share/cudacapturetidy/${name}.cmake"
        "include(\"\${CMAKE_CURRENT_LIST_DIR}/../../tools/${PORT}/lib/cmake/CudaCaptureTidy/${name}.cmake\")\n")
endforeach()

vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
