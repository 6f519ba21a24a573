# Finds what jounce needs. Only find_package is asked; ./run fills a cache folder for it, which a project
# that adds jounce as a folder may use too.

set(jounce_deps_default ${PROJECT_SOURCE_DIR}/.deps)
if(DEFINED ENV{JOUNCE_DEPS_DIR})
    set(jounce_deps_default $ENV{JOUNCE_DEPS_DIR})
endif()
set(JOUNCE_DEPS_DIR ${jounce_deps_default} CACHE PATH "Dependency cache that ./run fills")
file(GLOB jounce_deps_prefixes LIST_DIRECTORIES true ${JOUNCE_DEPS_DIR}/*)
list(FILTER jounce_deps_prefixes EXCLUDE REGEX "/(manifest|lock|apt|probe)$|\\.partial$")
# Last, and for jounce's own folders: what the project around it has comes first.
list(APPEND CMAKE_PREFIX_PATH ${jounce_deps_prefixes})

# jounce_find(NAME VERSION): find_package with a message that says what to do.
macro(jounce_find name version)
    find_package(${name} ${version} CONFIG QUIET)
    if(NOT ${name}_FOUND)
        message(FATAL_ERROR "jounce: ${name} ${version}+ was not found. Run `./run deps` to fetch it, "
                            "or give its folder with -D${name}_DIR=... or CMAKE_PREFIX_PATH.")
    endif()
    message(STATUS "jounce: ${name} ${${name}_VERSION} from ${${name}_DIR}")
endmacro()

# jounce_find_unless(TARGET NAME VERSION): the same, unless the surrounding project has the target.
macro(jounce_find_unless target name version)
    if(TARGET ${target})
        message(STATUS "jounce: ${name} from the surrounding project")
    else()
        jounce_find(${name} ${version})
    endif()
endmacro()

jounce_find_unless(Eigen3::Eigen Eigen3 3.4)
if(JOUNCE_BUILD_TOOLS)
    jounce_find_unless(nlohmann_json::nlohmann_json nlohmann_json 3.11)
    include(${CMAKE_CURRENT_LIST_DIR}/find_tinygltf.cmake)
    include(${CMAKE_CURRENT_LIST_DIR}/find_draco.cmake)
    include(${CMAKE_CURRENT_LIST_DIR}/find_images.cmake)
endif()
if(JOUNCE_BUILD_TESTS)
    jounce_find(Catch2 3.4)
endif()

include(${CMAKE_CURRENT_LIST_DIR}/bind_libraries.cmake)
find_package(Threads REQUIRED)
jounce_find_library(EnTT entt/entt.hpp 3.13 ${PROJECT_SOURCE_DIR}/modules/ecs_subset)
jounce_find_library(Taskflow taskflow/taskflow.hpp 3.9 "")
target_link_libraries(jounce_taskflow INTERFACE $<BUILD_INTERFACE:Threads::Threads>)

# The renderer is built where bgfx is; nothing else needs it. Sets bgfx_FOUND.
include(${CMAKE_CURRENT_LIST_DIR}/find_bgfx.cmake)
