# Installs the build into an empty folder, builds this project against it and runs the result.
# cmake -DBUILD_DIR= -DSCRATCH= -DGENERATOR= -DCOMPILER= -DFLAGS= -DCONFIG= -DPREFIXES= -DENTT_INCLUDE_DIR= -P run_consumer.cmake

function(step)
    execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${SCRATCH})
step(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${SCRATCH}/prefix --config ${CONFIG})

# The paths of the build machine must not leak into what is installed.
file(GLOB_RECURSE package_files ${SCRATCH}/prefix/*.cmake ${SCRATCH}/prefix/*.hpp)
foreach(package_file IN LISTS package_files)
    file(STRINGS ${package_file} leaks REGEX "${BUILD_DIR}|${CMAKE_CURRENT_LIST_DIR}")
    if(leaks)
        message(FATAL_ERROR "${package_file} names a folder of the build: ${leaks}")
    endif()
endforeach()

# One argument, although it holds a list.
string(REPLACE ";" "\\;" search "${SCRATCH}/prefix;${PREFIXES}")
step(
    ${CMAKE_COMMAND}
    -S
    ${CMAKE_CURRENT_LIST_DIR}
    -B
    ${SCRATCH}/build
    -G
    ${GENERATOR}
    "-DCMAKE_CXX_COMPILER=${COMPILER}"
    "-DCMAKE_CXX_FLAGS=${FLAGS}"
    "-DCMAKE_BUILD_TYPE=${CONFIG}"
    "-DCMAKE_PREFIX_PATH=${search}"
    "-DJOUNCE_ENTT_INCLUDE_DIR=${ENTT_INCLUDE_DIR}")
step(${CMAKE_COMMAND} --build ${SCRATCH}/build)
step(${SCRATCH}/build/kernels_only)
if(EXISTS ${SCRATCH}/build/ask_renderer)
    step(${SCRATCH}/build/ask_renderer)
endif()
step(${SCRATCH}/build/read_model)
step(${SCRATCH}/build/consumer)
