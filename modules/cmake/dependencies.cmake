# Finds what jounce needs. Only find_package is asked; ./run fills a cache folder for it.

if(PROJECT_IS_TOP_LEVEL)
    set(jounce_deps_default ${PROJECT_SOURCE_DIR}/.deps)
    if(DEFINED ENV{JOUNCE_DEPS_DIR})
        set(jounce_deps_default $ENV{JOUNCE_DEPS_DIR})
    endif()
    set(JOUNCE_DEPS_DIR ${jounce_deps_default} CACHE PATH "Dependency cache that ./run fills")
    file(GLOB jounce_deps_prefixes LIST_DIRECTORIES true ${JOUNCE_DEPS_DIR}/*)
    list(FILTER jounce_deps_prefixes EXCLUDE REGEX "/(manifest|lock|apt|probe)$|\\.partial$")
    list(APPEND CMAKE_PREFIX_PATH ${jounce_deps_prefixes})
endif()

# jounce_find(NAME VERSION): find_package with a message that says what to do.
macro(jounce_find name version)
    find_package(${name} ${version} CONFIG QUIET)
    if(NOT ${name}_FOUND)
        message(FATAL_ERROR "jounce: ${name} ${version}+ was not found. Run `./run deps` to fetch it, "
                            "or give its folder with -D${name}_DIR=... or CMAKE_PREFIX_PATH.")
    endif()
    message(STATUS "jounce: ${name} ${${name}_VERSION} from ${${name}_DIR}")
endmacro()

set(JOUNCE_TASKFLOW_VERSION 3.9)
set(JOUNCE_ENTT_VERSION 3.16)

jounce_find(Eigen3 3.4)
jounce_find(Taskflow ${JOUNCE_TASKFLOW_VERSION})
if(JOUNCE_BUILD_TOOLS)
    jounce_find(nlohmann_json 3.11)
    include(${CMAKE_CURRENT_LIST_DIR}/find_tinygltf.cmake)
    include(${CMAKE_CURRENT_LIST_DIR}/find_draco.cmake)
endif()
if(JOUNCE_BUILD_TESTS)
    jounce_find(Catch2 3.4)
endif()
include(${CMAKE_CURRENT_LIST_DIR}/find_entt.cmake)
jounce_find_entt(${PROJECT_SOURCE_DIR}/modules/ecs_subset)

# The renderer is built where bgfx is; nothing else needs it.
if(JOUNCE_BUILD_RENDERER STREQUAL "AUTO" OR JOUNCE_BUILD_RENDERER)
    find_package(bgfx 1.118 CONFIG QUIET)
    if(bgfx_FOUND)
        message(STATUS "jounce: bgfx ${bgfx_VERSION} from ${bgfx_DIR}")
    elseif(NOT JOUNCE_BUILD_RENDERER STREQUAL "AUTO")
        message(FATAL_ERROR "jounce: bgfx 1.118+ was not found. Run `./run deps` to build it, "
                            "give its folder with -Dbgfx_DIR=..., or leave it out with JOUNCE_BUILD_RENDERER=OFF.")
    else()
        message(STATUS "jounce: without bgfx, so without renderer")
    endif()
endif()
