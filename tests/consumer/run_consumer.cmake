# Builds this project against an installed jounce and nothing else, and runs the results.
# cmake -DSCRATCH= -DGENERATOR= -DCOMPILER= -DFLAGS= -DCONFIG= -DPREFIX= -P run_consumer.cmake

function(step)
    execute_process(COMMAND ${CMAKE_COMMAND} -E env --unset=CMAKE_PREFIX_PATH ${ARGN} COMMAND_ECHO STDOUT
                    COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${SCRATCH})
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
    "-DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF"
    "-DCMAKE_PREFIX_PATH=${PREFIX}")
step(${CMAKE_COMMAND} --build ${SCRATCH}/build)
step(${SCRATCH}/build/kernels_only)
if(EXISTS ${SCRATCH}/build/ask_renderer)
    step(${SCRATCH}/build/ask_renderer)
elseif(EXISTS ${PREFIX}/lib/jounce/third_party/bgfx)
    message(FATAL_ERROR "bgfx is installed beside jounce and was not found there")
endif()
step(${SCRATCH}/build/read_model)
step(${SCRATCH}/build/consumer)
