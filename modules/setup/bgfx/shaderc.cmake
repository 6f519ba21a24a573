# bgfx's shader compiler, on the machine's own glslang, SPIRV-Tools and SPIRV-Cross: the ones that bgfx
# carries compile for twenty minutes and write the same bytes.

set(optimizer ${bgfx}/3rdparty/glsl-optimizer)
set(preprocessor ${bgfx}/3rdparty/fcpp)

file(GLOB optimizer_sources ${optimizer}/src/glsl/*.cpp)
list(FILTER optimizer_sources EXCLUDE REGEX "/(ir_set_program_inouts|main|builtin_stubs)\\.cpp$")
add_library(
    glsl_optimizer STATIC
    ${optimizer_sources} ${optimizer}/src/glsl/glcpp/glcpp-lex.c ${optimizer}/src/glsl/glcpp/glcpp-parse.c
    ${optimizer}/src/glsl/glcpp/pp.c ${optimizer}/src/glsl/strtod.c ${optimizer}/src/mesa/main/imports.c
    ${optimizer}/src/mesa/program/prog_hash_table.c ${optimizer}/src/mesa/program/symbol_table.c
    ${optimizer}/src/util/hash_table.c ${optimizer}/src/util/ralloc.c)
target_include_directories(
    glsl_optimizer PUBLIC ${optimizer}/include ${optimizer}/src ${optimizer}/src/mesa ${optimizer}/src/mapi
                          ${optimizer}/src/glsl)
target_link_libraries(glsl_optimizer PRIVATE common)
set_target_properties(glsl_optimizer PROPERTIES CXX_STANDARD 14)
target_compile_options(glsl_optimizer PRIVATE -O1)

add_library(
    fcpp STATIC ${preprocessor}/cpp1.c ${preprocessor}/cpp2.c ${preprocessor}/cpp3.c ${preprocessor}/cpp4.c
                ${preprocessor}/cpp5.c ${preprocessor}/cpp6.c)
target_compile_definitions(fcpp PRIVATE NINCLUDE=64 NWORK=65536 NBUFF=65536 OLD_PREPROCESSOR=0)
target_link_libraries(fcpp PRIVATE common)

# The flag that asks for ESSL is passed inverted, which erases `highp` from ESSL and leaves palettes
# read at low precision. A version that has mended it has another line, and is taken as it is.
file(READ ${bgfx}/tools/shaderc/shaderc.cpp shaderc_text)
string(REPLACE "Preprocessor preprocessor(_options.inputFilePath.c_str(), profile->lang != ShadingLang::ESSL);"
               "Preprocessor preprocessor(_options.inputFilePath.c_str(), profile->lang == ShadingLang::ESSL);"
               shaderc_mended "${shaderc_text}")
if(shaderc_mended STREQUAL shaderc_text)
    message(STATUS "shaderc: the ESSL flag is not where it was; check that ESSL palettes are highp")
endif()
file(WRITE ${CMAKE_BINARY_DIR}/mended/shaderc.cpp "${shaderc_mended}")

file(GLOB shaderc_sources ${bgfx}/tools/shaderc/*.cpp ${bgfx}/src/shader*.cpp ${bgfx}/src/vertexlayout.cpp)
list(REMOVE_ITEM shaderc_sources ${bgfx}/tools/shaderc/shaderc.cpp)
add_executable(shaderc ${CMAKE_BINARY_DIR}/mended/shaderc.cpp ${shaderc_sources})
target_include_directories(
    shaderc PRIVATE ${bgfx}/tools/shaderc ${bgfx}/include ${bgfx}/src ${bimg}/include ${preprocessor}
                    ${bgfx}/3rdparty/webgpu/include ${bgfx}/3rdparty/directx-headers/include/directx)
find_path(glslang_includes glslang/Public/ShaderLang.h REQUIRED)
find_path(cross_includes spirv_msl.hpp PATH_SUFFIXES spirv_cross REQUIRED)
target_include_directories(shaderc PRIVATE ${glslang_includes} ${glslang_includes}/glslang/Public
                                           ${glslang_includes}/glslang ${cross_includes})
target_link_libraries(
    shaderc PRIVATE common bx fcpp glsl_optimizer
                    glslang HLSL MachineIndependent GenericCodeGen SPIRV SPVRemapper OGLCompiler OSDependent
                    glslang-default-resource-limits
                    spirv-cross-msl spirv-cross-reflect spirv-cross-hlsl spirv-cross-glsl spirv-cross-core
                    SPIRV-Tools-opt SPIRV-Tools)
install(TARGETS shaderc RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
