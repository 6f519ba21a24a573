# tinygltf as a header: jounce compiles it itself, without its images and files, so that the library
# which Debian builds of it, and what that needs, stay out of programs.
# Its own package gives no version, Debian's does; the targets are named differently.

jounce_find(TinyGLTF "")
foreach(target IN ITEMS TinyGLTF::TinyGLTF tinygltf::tinygltf)
    if(TARGET ${target})
        get_target_property(jounce_tinygltf_folders ${target} INTERFACE_INCLUDE_DIRECTORIES)
    endif()
endforeach()
find_path(
    JOUNCE_TINYGLTF_INCLUDE_DIR tiny_gltf.h
    HINTS ${jounce_tinygltf_folders}
    REQUIRED)
add_library(jounce_tinygltf INTERFACE)
target_include_directories(jounce_tinygltf SYSTEM INTERFACE ${JOUNCE_TINYGLTF_INCLUDE_DIR})
