# Flags of this project's own targets. They are linked as BUILD_INTERFACE, so users inherit none.

add_library(jounce_warnings INTERFACE)
target_compile_options(
    jounce_warnings
    INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wdouble-promotion
              -Wold-style-cast $<$<BOOL:${JOUNCE_WERROR}>:-Werror>
              # Types and variables share snake_case, so "rig& rig" is usual here; GCC's plain
              # -Wshadow would refuse it, Clang's does not.
              $<IF:$<CXX_COMPILER_ID:GNU>,-Wshadow=local,-Wshadow>
              # GCC's thread sanitizer does not model the fences in Taskflow and says so.
              $<$<AND:$<BOOL:${JOUNCE_SANITIZED}>,$<CXX_COMPILER_ID:GNU>>:-Wno-tsan>)

# Contraction would make results depend on the compiler; state hashes must not.
add_library(jounce_exact_floats INTERFACE)
target_compile_options(jounce_exact_floats INTERFACE -ffp-contract=off)

# jounce_common(TARGET): what every target of the project has in common.
function(jounce_common target)
    target_compile_features(${target} PUBLIC cxx_std_20)
    set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:jounce_warnings>
                                            $<BUILD_INTERFACE:jounce_exact_floats>)
endfunction()
