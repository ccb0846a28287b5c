# Precompiled headers: one for all libraries, one for all tests.
#
# precompiled(name header option...): compiles `header` once, with these options. Others take it by
# target_precompile_headers(... REUSE_FROM name) and need the same options.
#
# GCC writes other bytes each time, so that ccache would never find what another clone compiled. It is told to ask a checksum
# of the preprocessed text instead, which is written beside the precompiled header.
function(precompiled name header)
  file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp "// Only its header counts.\n")
  add_library(${name} STATIC ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  target_link_libraries(${name} PUBLIC planbuilder_options)
  target_compile_options(${name} PRIVATE ${ARGN})
  target_precompile_headers(${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/${header})
  if(CCACHE AND NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
    set(checksum ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${name}.dir/cmake_pch.hxx.gch.sum)
    add_custom_command(
      OUTPUT ${checksum}
      COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 -I${CMAKE_SOURCE_DIR} -w -E -P ${CMAKE_CURRENT_SOURCE_DIR}/${header} | sha256sum > ${checksum}
      DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${header})
    add_custom_target(${name}_checksum DEPENDS ${checksum})
    add_dependencies(${name} ${name}_checksum)
  endif()
endfunction()
