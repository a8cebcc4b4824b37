# Run by CPack on what is installed below its prefix: puts manual pages,
# completions and documentation where Debian looks for them, and links to the
# programs.
cmake_minimum_required(VERSION 3.20)

set(root "${CPACK_TEMPORARY_INSTALL_DIRECTORY}")
set(prefix "${root}${CPACK_PACKAGING_INSTALL_PREFIX}")
set(suffix "${CPACK_CAPTURE_SUFFIX}")
set(name "${CPACK_PACKAGE_NAME}")
if(NOT IS_DIRECTORY "${prefix}")
  message(FATAL_ERROR "there is nothing in ${prefix}")
endif()

# As Debian's policy wants it: the same bytes for the same text.
function(compressed file)
  execute_process(COMMAND gzip -9nf "${file}" COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# --- Programs and the CMake package -------------------------------------------

file(MAKE_DIRECTORY "${root}/usr/bin" "${root}/usr/lib/cmake")
file(GLOB programs RELATIVE "${prefix}/bin" "${prefix}/bin/*")
foreach(program IN LISTS programs)
  file(CREATE_LINK "../lib/${name}/bin/${program}"
    "${root}/usr/bin/${program}${suffix}" SYMBOLIC)
endforeach()
file(GLOB config RELATIVE "${prefix}" "${prefix}/lib*/cmake/CudaCaptureTidy"
  "${prefix}/lib/*/cmake/CudaCaptureTidy")
file(CREATE_LINK "../${name}/${config}"
  "${root}/usr/lib/cmake/CudaCaptureTidy${suffix}" SYMBOLIC)

# --- Manual pages and completions ---------------------------------------------

file(REMOVE_RECURSE "${prefix}/share/man" "${prefix}/share/bash-completion"
  "${prefix}/share/zsh" "${prefix}/share/fish")
set(manuals "${CPACK_CAPTURE_MANUALS}")
if(IS_DIRECTORY "${manuals}")
  file(COPY "${manuals}/man" DESTINATION "${root}/usr/share")
  file(COPY "${manuals}/bash/"
    DESTINATION "${root}/usr/share/bash-completion/completions")
  file(COPY "${manuals}/zsh/"
    DESTINATION "${root}/usr/share/zsh/vendor-completions")
  file(COPY "${manuals}/fish/"
    DESTINATION "${root}/usr/share/fish/vendor_completions.d")
  file(GLOB pages "${root}/usr/share/man/man1/*.1")
  foreach(page IN LISTS pages)
    compressed("${page}")
  endforeach()
endif()

# --- Documentation ------------------------------------------------------------

set(doc "${root}/usr/share/doc/${name}")
file(MAKE_DIRECTORY "${doc}")
file(GLOB texts "${prefix}/share/doc/*/*")
foreach(text IN LISTS texts)
  get_filename_component(file "${text}" NAME)
  # The licence is that of the copyright file.
  if(NOT file STREQUAL "LICENSE")
    file(RENAME "${text}" "${doc}/${file}")
  endif()
endforeach()
file(REMOVE_RECURSE "${prefix}/share/doc")
file(COPY "${CPACK_CAPTURE_SOURCE}/integrations/debian/copyright"
  DESTINATION "${doc}")
compressed("${doc}/CHANGELOG.md")
# SOURCE_DATE_EPOCH makes it any other.
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE "${doc}/changelog"
  "${name} (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * Made of the sources of this version; CHANGELOG.md.gz says what is new.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
compressed("${doc}/changelog")

file(GLOB_RECURSE all LIST_DIRECTORIES TRUE "${root}/*")
foreach(path IN LISTS all)
  if(IS_SYMLINK "${path}")
    continue()
  endif()
  set(mode OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
  if(IS_DIRECTORY "${path}" OR path MATCHES "/bin/[^/]*$")
    list(APPEND mode OWNER_EXECUTE GROUP_EXECUTE WORLD_EXECUTE)
  endif()
  file(CHMOD "${path}" PERMISSIONS ${mode})
endforeach()
