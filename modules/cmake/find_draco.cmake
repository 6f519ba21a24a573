# Draco decodes meshes of KHR_draco_mesh_compression. Without it such files are refused by name.

if(JOUNCE_DRACO STREQUAL "AUTO" OR JOUNCE_DRACO)
    find_package(draco 1.5 CONFIG QUIET)
    if(draco_FOUND AND TARGET draco::draco)
        message(STATUS "jounce: draco ${draco_VERSION} from ${draco_DIR}")
    elseif(NOT JOUNCE_DRACO STREQUAL "AUTO")
        message(FATAL_ERROR "jounce: draco 1.5+ was not found. Run `./run deps` to install it (Debian: libdraco-dev), "
                            "give its folder with -Ddraco_DIR=..., or leave it out with JOUNCE_DRACO=OFF.")
    else()
        set(draco_FOUND FALSE)
        message(STATUS "jounce: without draco, so without KHR_draco_mesh_compression")
    endif()
else()
    set(draco_FOUND FALSE)
endif()
