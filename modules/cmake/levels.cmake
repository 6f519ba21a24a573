# Kernels are compiled once per instruction-set level; systems/simd/isa.cpp picks one at start.
# Portable levels keep contraction off and give the same bits on every CPU.

set(JOUNCE_KERNEL_LEVELS "v2;v3;v3fma" CACHE STRING
    "Levels that kernels are compiled for on x86-64; \"native\" is the best one of this CPU alone")
option(JOUNCE_DOUBLE "Compile kernels in double too, which verification needs" ON)

# What sanitizers look for does not depend on the level, and kernels full of their checks take
# minutes to compile: one level is enough there.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$" AND NOT JOUNCE_SANITIZED AND NOT JOUNCE_ONE_LEVEL)
    set(JOUNCE_LEVELS ${JOUNCE_KERNEL_LEVELS})
    set(jounce_flags_v2 -march=x86-64-v2 -ffp-contract=off)
    set(jounce_flags_v3 -march=x86-64-v3 -mno-fma -ffp-contract=off)
    set(jounce_flags_v3fma -march=x86-64-v3 -ffp-contract=fast)
    if(JOUNCE_LEVELS STREQUAL "native")
        include(CheckCXXSourceRuns)
        check_cxx_source_runs("int main() { return __builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"bmi2\") &&
            __builtin_cpu_supports(\"fma\") ? 0 : 1; }" JOUNCE_CPU_HAS_V3FMA)
        set(JOUNCE_LEVELS v2)
        if(JOUNCE_CPU_HAS_V3FMA)
            set(JOUNCE_LEVELS v3fma)
        endif()
    endif()
    foreach(level IN LISTS JOUNCE_LEVELS)
        if(NOT DEFINED jounce_flags_${level})
            message(FATAL_ERROR "jounce: JOUNCE_KERNEL_LEVELS has \"${level}\"; it takes native, or some of v2;v3;v3fma")
        endif()
    endforeach()
else()
    set(JOUNCE_LEVELS generic)
    set(jounce_flags_generic -ffp-contract=off)
endif()
# Kernels in double are those of the lowest level.
list(GET JOUNCE_LEVELS 0 JOUNCE_DOUBLE_LEVEL)

# GCC's points-to analysis doubles the time that the large kernels take to compile; without it the
# kernel tick has 2 % more instructions.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    set(jounce_compile_fast -fno-tree-pta)
endif()

# GCC copies a register's worth of memory in halves unless told otherwise, and to read it whole again
# the CPU must wait for both.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 12)
    list(APPEND jounce_flags_v3 -mmove-max=256 -mstore-max=256)
    list(APPEND jounce_flags_v3fma -mmove-max=256 -mstore-max=256)
endif()

# GCC stops inlining in large functions, and a lane value that crosses a call goes through memory:
# palette ran three times slower on v2. Not with sanitizers, whose checks would be inlined as well.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT JOUNCE_SANITIZED)
    set(jounce_inline_on "SHELL:--param large-function-growth=2000"
                         "SHELL:--param large-stack-frame-growth=10000"
                         "SHELL:--param inline-unit-growth=1000")
endif()

# jounce_level_sources(FILE...): kernels of the current folder that work on lanes.
function(jounce_level_sources)
    list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
    set_property(GLOBAL APPEND PROPERTY JOUNCE_LEVEL_SOURCES ${ARGN})
endfunction()

# jounce_add_levels(TARGET): adds them to TARGET once per level.
function(jounce_add_levels target)
    get_property(sources GLOBAL PROPERTY JOUNCE_LEVEL_SOURCES)
    foreach(level IN LISTS JOUNCE_LEVELS)
        set(objects ${target}_${level})
        add_library(${objects} OBJECT ${sources})
        # One by one: a level counts its inlining per source.
        set_target_properties(${objects} PROPERTIES POSITION_INDEPENDENT_CODE ON UNITY_BUILD OFF)
        target_include_directories(${objects} PRIVATE ${JOUNCE_INCLUDE_DIR})
        target_link_libraries(${objects} PRIVATE Eigen3::Eigen)
        jounce_basics(${objects})
        # Eigen's namespace is renamed per level: its inline functions, compiled here for AVX, must
        # never be the copies that the linker keeps for code meant to run on any CPU.
        target_compile_definitions(
            ${objects} PRIVATE JOUNCE_LEVEL=${level}
                               JOUNCE_LEVEL_HAS_DOUBLE=$<AND:$<BOOL:${JOUNCE_DOUBLE}>,$<STREQUAL:${level},${JOUNCE_DOUBLE_LEVEL}>> Eigen=jounce_eigen_${level} EIGEN_FAST_MATH=0
                               EIGEN_MPL2_ONLY EIGEN_NO_DEBUG)
        target_compile_options(
            ${objects}
            PRIVATE ${jounce_flags_${level}}
                    ${jounce_inline_on}
                    ${jounce_compile_fast}
                    $<$<BOOL:${JOUNCE_SANITIZED}>:-O1>
                    # Fuzzers read files; no kernel runs there, and clang takes minutes over each.
                    $<$<BOOL:${JOUNCE_BUILD_FUZZERS}>:-O0;-fno-sanitize=all>
                    $<$<NOT:$<OR:$<BOOL:${JOUNCE_SANITIZED}>,$<CONFIG:Debug>>>:-O3>)
        target_sources(${target} PRIVATE $<TARGET_OBJECTS:${objects}>)
    endforeach()
    list(TRANSFORM JOUNCE_LEVELS REPLACE "(.+)" "JOUNCE_HAS_LEVEL_\\1=1" OUTPUT_VARIABLE has)
    target_compile_definitions(${target} PRIVATE ${has})
    if(JOUNCE_DOUBLE)
        target_compile_definitions(${target} PRIVATE JOUNCE_DOUBLE_LEVEL=${JOUNCE_DOUBLE_LEVEL})
    endif()
endfunction()
