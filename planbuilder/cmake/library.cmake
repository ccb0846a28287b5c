# One library per folder, with the folders and packages it may use stated where it is declared.

# What one clone compiled, another need not: paths below the root count as relative.
find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1
      CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_PCH_EXTSUM=1 ${CCACHE})
  add_compile_options(-fpch-preprocess)  # ccache needs it to know what a precompiled header brings
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

add_library(planbuilder_options INTERFACE)
target_include_directories(planbuilder_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(planbuilder_options INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion)
# Where files are compiled together, a name may well be that of something in another file.
target_compile_options(planbuilder_options INTERFACE $<IF:$<BOOL:${CMAKE_UNITY_BUILD}>,-Wshadow=local,-Wshadow>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 warns of impossible copies inside its own std::string, where text is put before it or moved.
  target_compile_options(planbuilder_options INTERFACE -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  add_compile_options(-Wno-unknown-warning-option)  # names of warnings that only the other compiler has
endif()
if(PLANBUILDER_WERROR)
  target_compile_options(planbuilder_options INTERFACE -Werror)
endif()
if(PLANBUILDER_SANITIZE)
  add_compile_options(-fsanitize=${PLANBUILDER_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${PLANBUILDER_SANITIZE})
  # A null pointer ends the program under the address sanitizer anyway, and nothing here casts pointers to what needs alignment.
  # These two checks, at every access, are a third of the time that compiling takes.
  add_compile_options(-fno-sanitize=null,alignment)
  # Instrumented code makes the compiler see uninitialised values where there are none (in Boost, for one).
  add_compile_options(-Wno-uninitialized -Wno-maybe-uninitialized)
endif()

# planbuilder_library(name USES folder... PACKAGES package...): every .cpp of this folder but a main.cpp, also those of inner
# folders, unless these are libraries of their own. The libraries of the packages are private: their headers must not show in
# ours. What each folder may use is also written to folders.tsv, against which a test checks the #include lines.
function(planbuilder_library name)
  cmake_parse_arguments(ARG "" "" "USES;PACKAGES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS *.cpp */*.cpp)
  file(GLOB rooms CONFIGURE_DEPENDS */CMakeLists.txt)
  foreach(room ${rooms})
    get_filename_component(room ${room} DIRECTORY)
    list(FILTER sources EXCLUDE REGEX "^${room}/")
  endforeach()
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  add_library(${name} STATIC ${sources})
  target_link_libraries(${name} PUBLIC planbuilder_options ${ARG_USES} PRIVATE ${ARG_PACKAGES})
  target_precompile_headers(${name} REUSE_FROM common_headers)
  file(RELATIVE_PATH folder ${CMAKE_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  string(REPLACE ";" " " uses "${ARG_USES}")
  file(APPEND ${CMAKE_BINARY_DIR}/folders.tsv "${name}\t${folder}\t${uses}\n")
endfunction()

# embed_files(target name file...): the files as a table of (path, text) in the binary, so that it runs from anywhere.
# Paths in the table are relative to the folder that declares them.
function(embed_files target name)
  set(paths "")
  foreach(file ${ARGN})
    list(APPEND paths ${CMAKE_CURRENT_SOURCE_DIR}/${file})
  endforeach()
  set(output ${CMAKE_CURRENT_BINARY_DIR}/embedded_${name}.cpp)
  string(REPLACE ";" "|" joined "${ARGN}")
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DNAME=${name} -DROOT=${CMAKE_CURRENT_SOURCE_DIR} -DFILES=${joined}
            -P ${CMAKE_SOURCE_DIR}/planbuilder/cmake/embed.cmake
    DEPENDS ${paths} ${CMAKE_SOURCE_DIR}/planbuilder/cmake/embed.cmake
    VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()

file(WRITE ${CMAKE_BINARY_DIR}/folders.tsv "")
