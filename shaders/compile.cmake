# Compiles every shader of this folder for every API that can be compiled for here, into arrays of C++.
#   cmake -DSHADERC=... -DBGFX_SHADERS=... -DOUTPUT=folder -P compile.cmake
# One header per shader: NAME_glsl, NAME_essl, NAME_spv, NAME_mtl. Direct3D needs Windows: see README.md.
# And sources.sha256, which says what they were made from and by.
cmake_minimum_required(VERSION 3.25)
set(here ${CMAKE_CURRENT_LIST_DIR})
include(${here}/checksums.cmake)

foreach(needed SHADERC BGFX_SHADERS OUTPUT)
    if(NOT ${needed})
        message(FATAL_ERROR "compile.cmake: -D${needed}=... is missing")
    endif()
endforeach()

set(d3d_profiles)
if(CMAKE_HOST_WIN32)
    set(d3d_profiles "dx11 windows s_5_0")
endif()
# suffix, platform, profile. Higher GLSL profiles are only preprocessed, never checked by the compiler.
set(draw_profiles "glsl linux 150" "essl android 300_es" "spv linux spirv" "mtl osx metal" ${d3d_profiles})
set(compute_profiles "glsl linux 430" "spv linux spirv" "mtl osx metal" ${d3d_profiles})

# compile(FILE TYPE PROFILES...): TYPE is vertex, fragment or compute.
function(compile file type)
    cmake_path(GET file STEM LAST_ONLY name)
    cmake_path(GET file PARENT_PATH folder)
    set(varying ${here}/varying.def.sc)
    if(EXISTS ${folder}/varying.def.sc)
        set(varying ${folder}/varying.def.sc)
    endif()
    set(text "// Made from shaders/${name}.sc by shaders/compile.cmake; do not edit.\n#pragma once\n\n#include <cstdint>\n\n")
    foreach(row IN LISTS ARGN)
        string(REPLACE " " ";" row "${row}")
        list(GET row 0 suffix)
        list(GET row 1 platform)
        list(GET row 2 profile)
        set(part ${OUTPUT}/${name}_${suffix}.part)
        execute_process(
            COMMAND ${SHADERC} -f ${file} -o ${part} --type ${type} --platform ${platform} -p ${profile}
                    -i ${BGFX_SHADERS} -i ${here} --varyingdef ${varying} -O 3
                    # One bone: bgfx would otherwise reserve room for 32 matrices in every draw.
                    --define "BGFX_CONFIG_MAX_BONES=1"
            RESULT_VARIABLE code OUTPUT_VARIABLE said ERROR_VARIABLE said)
        if(NOT code EQUAL 0)
            message(FATAL_ERROR "${file}, ${profile}:\n${said}")
        endif()
        file(READ ${part} bytes HEX)
        file(REMOVE ${part})
        string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
        string(REGEX REPLACE "((0x..,){20})" "\\1\n" bytes "${bytes}")
        string(APPEND text "alignas(4) inline constexpr std::uint8_t ${name}_${suffix}[] = {\n${bytes}};\n")
    endforeach()
    file(WRITE ${OUTPUT}/${name}.h "${text}")
endfunction()

file(MAKE_DIRECTORY ${OUTPUT})
file(GLOB vertex_shaders ${here}/vs_*.sc ${here}/probe/vs_*.sc ${here}/example/vs_*.sc)
file(GLOB fragment_shaders ${here}/fs_*.sc ${here}/probe/fs_*.sc ${here}/example/fs_*.sc)
file(GLOB compute_shaders ${here}/cs_*.sc)
foreach(file IN LISTS vertex_shaders)
    compile(${file} vertex ${draw_profiles})
endforeach()
foreach(file IN LISTS fragment_shaders)
    compile(${file} fragment ${draw_profiles})
endforeach()
foreach(file IN LISTS compute_shaders)
    compile(${file} compute ${compute_profiles})
endforeach()

shaderc_version(${SHADERC} version)
shader_checksums(${here} ${OUTPUT} lines)
list(JOIN lines "\n" lines)
file(WRITE ${OUTPUT}/sources.sha256 "# ${version}\n${lines}\n")
