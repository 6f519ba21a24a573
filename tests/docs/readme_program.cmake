# Fails unless the README prints a program as it is: every line of it, in a block of C++.
#   cmake -DREADME=... -DPROGRAM=... -P readme_program.cmake

file(READ ${README} page)
file(READ ${PROGRAM} program)
string(FIND "${page}" "```cpp\n${program}```\n" found)
if(found EQUAL -1)
    message(FATAL_ERROR "${README}: does not print ${PROGRAM} as it is; copy the whole file into a "
                        "block of C++")
endif()
if(NOT program MATCHES "#include <jounce/" OR NOT program MATCHES "int main\\(")
    message(FATAL_ERROR "${PROGRAM}: is no whole program")
endif()
