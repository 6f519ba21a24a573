# tinygltf as a header: jounce compiles it itself, without its images and files, so that the library
# which Debian builds of it, and what that needs, stay out of programs.
# Its own package gives no version, Debian's does, the targets are named differently, and vcpkg has the
# header alone.

find_package(TinyGLTF CONFIG QUIET)
foreach(target IN ITEMS TinyGLTF::TinyGLTF tinygltf::tinygltf tinygltf)
    if(TARGET ${target})
        get_target_property(jounce_tinygltf_folders ${target} INTERFACE_INCLUDE_DIRECTORIES)
        string(REGEX REPLACE "\\$<[A-Z_]+:|>" "" jounce_tinygltf_folders "${jounce_tinygltf_folders}")
    endif()
endforeach()
find_path(JOUNCE_TINYGLTF_INCLUDE_DIR tiny_gltf.h HINTS ${jounce_tinygltf_folders})
if(NOT JOUNCE_TINYGLTF_INCLUDE_DIR)
    message(FATAL_ERROR "jounce: tinygltf was not found. Run `./run deps` to fetch it, or give the folder that "
                        "holds tiny_gltf.h with -DJOUNCE_TINYGLTF_INCLUDE_DIR=...")
endif()
message(STATUS "jounce: tinygltf from ${JOUNCE_TINYGLTF_INCLUDE_DIR}")
add_library(jounce_tinygltf INTERFACE)
target_include_directories(jounce_tinygltf SYSTEM INTERFACE ${JOUNCE_TINYGLTF_INCLUDE_DIR})
