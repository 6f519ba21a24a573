# bgfx as a target of the surrounding project (bgfx.cmake calls it "bgfx") or as a package. jounce_bgfx
# links jounce_bgfx_library; installed that is empty, and jounceConfig.cmake fills it.

set(bgfx_FOUND FALSE)
if(NOT JOUNCE_BUILD_RENDERER STREQUAL "AUTO" AND NOT JOUNCE_BUILD_RENDERER)
    return()
endif()

set(jounce_bgfx_minimum 1.118)
jounce_host_target(bgfx jounce_bgfx_target)
if(jounce_bgfx_target)
    jounce_headers_of(${jounce_bgfx_target} bgfx/bgfx.h jounce_bgfx_folder)
    jounce_version_in(bgfx "${jounce_bgfx_folder}" bgfx_VERSION)
    if(bgfx_VERSION AND bgfx_VERSION VERSION_LESS jounce_bgfx_minimum)
        message(FATAL_ERROR "jounce: the surrounding project's bgfx ${bgfx_VERSION} is too old, "
                            "${jounce_bgfx_minimum}+ is needed. JOUNCE_BUILD_RENDERER=OFF does without.")
    endif()
    set(bgfx_FOUND TRUE)
    message(STATUS "jounce: bgfx ${bgfx_VERSION} from the surrounding project")
else()
    find_package(bgfx ${jounce_bgfx_minimum} CONFIG QUIET)
    if(bgfx_FOUND)
        set(jounce_bgfx_target bgfx::bgfx)
        message(STATUS "jounce: bgfx ${bgfx_VERSION} from ${bgfx_DIR}")
    elseif(NOT JOUNCE_BUILD_RENDERER STREQUAL "AUTO")
        message(FATAL_ERROR "jounce: bgfx ${jounce_bgfx_minimum}+ was not found. Run `./run deps` to build it, "
                            "add bgfx.cmake before jounce, give its folder with -Dbgfx_DIR=..., or leave it out "
                            "with JOUNCE_BUILD_RENDERER=OFF.")
    else()
        message(STATUS "jounce: without bgfx, so without renderer")
        return()
    endif()
endif()

add_library(jounce_bgfx_library INTERFACE)
set_target_properties(jounce_bgfx_library PROPERTIES EXPORT_NAME bgfx_library)
target_link_libraries(jounce_bgfx_library INTERFACE $<BUILD_INTERFACE:${jounce_bgfx_target}>)
if(TARGET bx) # bgfx's header needs some of its, and bgfx.cmake does not pass them on
    target_link_libraries(jounce_bgfx_library INTERFACE $<BUILD_INTERFACE:bx>)
endif()
