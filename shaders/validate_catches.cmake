# Gives validate.cmake bad shaders and expects it to notice.
#   cmake -DSCRATCH=folder -P validate_catches.cmake
cmake_minimum_required(VERSION 3.25)
set(here ${CMAKE_CURRENT_LIST_DIR})
find_program(VALIDATOR glslangValidator)
if(NOT VALIDATOR)
    message(STATUS "skipped: glslangValidator is not here (Debian's glslang-tools)")
    return()
endif()
set(folder ${SCRATCH}/compiled)

# array(NAME BODY): an array of a header: a vertex shader's container, with one uniform, around a text.
function(array name body variable)
    file(WRITE ${SCRATCH}/text "in vec4 a_position;\nuniform vec4 u_one;\n${body}\n")
    file(READ ${SCRATCH}/text hex HEX)
    file(SIZE ${SCRATCH}/text size)
    math(EXPR high "${size} / 256")
    math(EXPR low "${size} % 256")
    foreach(part low high)
        math(EXPR ${part} "${${part}}" OUTPUT_FORMAT HEXADECIMAL)
        string(REGEX REPLACE "^0x(.)$" "0x0\\1" ${part} "${${part}}")
        string(SUBSTRING "${${part}}" 2 2 ${part})
    endforeach()
    set(hex "5653480b" "0000000000000000" "0100" "05" "755f6f6e65" "02010000010000000000" "${low}${high}0000" "${hex}" "00")
    list(JOIN hex "" hex)
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
    set(${variable} "alignas(4) inline constexpr std::uint8_t ${name}[] = {\n${bytes}};\n" PARENT_SCOPE)
endfunction()

# expect(WHAT GOOD REGEX)
function(expect what good regex)
    execute_process(
        COMMAND ${CMAKE_COMMAND} -DSCRATCH=${SCRATCH}/texts -DCOMPILED=${folder} -P ${here}/validate.cmake
        RESULT_VARIABLE code OUTPUT_VARIABLE said ERROR_VARIABLE said)
    string(REGEX REPLACE "[ \n]+" " " said "${said}")
    set(passed FALSE)
    if(code EQUAL 0)
        set(passed TRUE)
    endif()
    if(NOT passed STREQUAL good OR NOT said MATCHES "${regex}")
        message(FATAL_ERROR "${what}: expected '${regex}', got exit code ${code} and: ${said}")
    endif()
    message(STATUS "${what}: as expected")
endfunction()

file(REMOVE_RECURSE ${SCRATCH})
file(MAKE_DIRECTORY ${folder})
expect("an empty folder" FALSE "has no shaders to validate")

array(vs_one_glsl "void main() { gl_Position = a_position * u_one; }" good_glsl)
array(vs_one_essl "void main() { gl_Position = a_position * u_one; }" good_essl)
file(WRITE ${folder}/vs_one.h "${good_glsl}${good_essl}")
expect("a good shader" TRUE "2 texts are good")

# Whole numbers become float by themselves in GLSL, not in ESSL.
set(remainder "void main() { int i = int(u_one.x); gl_Position = a_position * float(int(mod(i, 1024))); }")
array(vs_one_glsl "${remainder}" glsl)
array(vs_one_essl "${remainder}" essl)
file(WRITE ${folder}/vs_one.h "${glsl}${essl}")
expect("mod of whole numbers" FALSE "vs_one_essl: [^:]*[Ee][Rr][Rr][Oo][Rr]")
file(WRITE ${folder}/vs_one.h "${glsl}${good_essl}")
expect("mod of whole numbers in GLSL alone" TRUE "2 texts are good")

file(WRITE ${folder}/vs_one.h "${good_glsl}")
expect("no ESSL" FALSE "vs_one.h: has no array vs_one_essl")

string(REGEX REPLACE "0x0a,0x00,};" "};" short "${good_essl}")
file(WRITE ${folder}/vs_one.h "${good_glsl}${short}")
expect("a text cut short" FALSE "vs_one.h: vs_one_essl is cut short")

string(REPLACE "0x0b," "0x0c," newer "${good_essl}")
file(WRITE ${folder}/vs_one.h "${good_glsl}${newer}")
expect("another container" FALSE "vs_one_essl is no container of bgfx in version 11")
