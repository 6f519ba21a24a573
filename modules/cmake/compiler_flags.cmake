# Flags of this project's own targets. They are linked as BUILD_INTERFACE, so users inherit none.

add_library(jounce_warnings INTERFACE)
target_compile_options(
    jounce_warnings
    INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wdouble-promotion
              -Wold-style-cast $<$<BOOL:${JOUNCE_WERROR}>:-Werror>
              # Types and variables share snake_case, so "rig& rig" is usual here; GCC's plain
              # -Wshadow would refuse it, Clang's does not. Of several sources in one it sees the names that one has
              # in its anonymous namespace from the next.
              $<$<CXX_COMPILER_ID:GNU>:-Wshadow=local>
              $<$<NOT:$<OR:$<CXX_COMPILER_ID:GNU>,$<BOOL:${CMAKE_UNITY_BUILD}>>>:-Wshadow>
              # GCC 12 sees overlaps in string concatenation where there are none (its bug 105651).
              $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
              # GCC's thread sanitizer does not model the fences in Taskflow and says so.
              $<$<AND:$<BOOL:${JOUNCE_SANITIZED}>,$<CXX_COMPILER_ID:GNU>>:-Wno-tsan>)

# jounce_basics(TARGET): language and warnings.
function(jounce_basics target)
    target_compile_features(${target} PUBLIC cxx_std_20)
    set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:jounce_warnings>)
endfunction()

# jounce_common(TARGET): what every target has, except the kernels, which choose contraction by
# level. Elsewhere it would make results depend on the compiler, and state hashes must not.
function(jounce_common target)
    jounce_basics(${target})
    target_compile_options(${target} PRIVATE -ffp-contract=off)
endfunction()
