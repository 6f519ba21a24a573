# Configures, builds and runs the project in layouts/ in an empty folder.
# cmake -DSETTINGS=FILE -DSCRATCH=FOLDER -DPARTS=A+B... [-DCONFIG=] [-DOPTIONS=-DA=B|-DC=D] [-DTARGETS=A+B]
#       [-DRUN=PROGRAM+...] [-DINSTALL=PROGRAM] [-DSAYS=REGEX] [-DREFUSED=REGEX] [-DUNLINKED=REGEX] [-DKEEP=ON] -P run_layout.cmake
#   SETTINGS   what all layouts share; written by tests.cmake
#   DEPS      dependency cache that jounce's folder is told of; none: it has none
#   KEEP       goes on in a folder that is not empty, for builds that differ in little
#   INSTALL    installs the project too, moves what was installed, and runs this program of it
#   SAYS       what configuring must say
#   REFUSED    configuring must fail, and say this
#   UNLINKED   building must fail, and say this
include(${SETTINGS})

foreach(list IN ITEMS PARTS TARGETS RUN)
    string(REPLACE "+" ";" ${list} "${${list}}")
endforeach()
string(REPLACE "|" ";" OPTIONS "${OPTIONS}")
string(REPLACE ";" "\\;" parts "${PARTS}")
if(NOT DEPS)
    set(DEPS ${SCRATCH}/no_cache)
endif()

# attempt(COMMAND...): sets STATUS and OUTPUT.
macro(attempt)
    execute_process(COMMAND ${CMAKE_COMMAND} -E env --unset=CMAKE_PREFIX_PATH JOUNCE_DEPS_DIR=${DEPS} ${ARGN}
                    RESULT_VARIABLE STATUS OUTPUT_VARIABLE OUTPUT ERROR_VARIABLE OUTPUT)
    string(JOIN " " LINE ${ARGN})
    message("${LINE}\n${OUTPUT}")
endmacro()
macro(step)
    attempt(${ARGN})
    if(NOT STATUS EQUAL 0)
        message(FATAL_ERROR "failed with ${STATUS}: ${LINE}")
    endif()
endmacro()
# must_fail(REGEX): of the last attempt. Messages are wrapped, so any space may be a line's end.
macro(must_fail regex)
    string(REGEX REPLACE "[ \n]+" " " flat "${OUTPUT}")
    if(STATUS EQUAL 0)
        message(FATAL_ERROR "should have failed with: ${regex}")
    elseif(NOT flat MATCHES "${regex}")
        message(FATAL_ERROR "failed, but did not say: ${regex}")
    endif()
endmacro()

if(KEEP)
    file(REMOVE ${SCRATCH}/build/CMakeCache.txt)
    file(REMOVE_RECURSE ${SCRATCH}/installed ${SCRATCH}/moved)
else()
    file(REMOVE_RECURSE ${SCRATCH})
endif()
attempt(
    ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/layouts -B ${SCRATCH}/build -G ${GENERATOR} "-DPARTS=${parts}"
    -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_BUILD_TYPE=${CONFIG} -DCMAKE_INSTALL_PREFIX=${SCRATCH}/installed
    -DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF -DJOUNCE_SOURCE_DIR=${JOUNCE_SOURCE_DIR} -DENTT_HEADERS=${ENTT_HEADERS}
    -DTASKFLOW_HEADERS=${TASKFLOW_HEADERS} -DBGFX_PREFIX=${BGFX_PREFIX} ${OPTIONS})
if(DEFINED REFUSED)
    must_fail("${REFUSED}")
    return()
elseif(NOT STATUS EQUAL 0)
    message(FATAL_ERROR "configuring failed")
elseif(DEFINED SAYS AND NOT OUTPUT MATCHES "${SAYS}")
    message(FATAL_ERROR "configuring did not say: ${SAYS}")
endif()

attempt(${CMAKE_COMMAND} --build ${SCRATCH}/build --config ${CONFIG} --parallel 2 --target ${TARGETS})
if(DEFINED UNLINKED)
    must_fail("${UNLINKED}")
    return()
elseif(NOT STATUS EQUAL 0)
    message(FATAL_ERROR "building failed")
endif()
foreach(program IN LISTS RUN)
    step(${SCRATCH}/build/${program})
endforeach()
if(DEFINED INSTALL)
    step(${CMAKE_COMMAND} --install ${SCRATCH}/build --config ${CONFIG})
    file(RENAME ${SCRATCH}/installed ${SCRATCH}/moved)
    if(NOT KEEP) # nothing of the build may be needed
        file(REMOVE_RECURSE ${SCRATCH}/build)
    endif()
    step(${SCRATCH}/moved/bin/${INSTALL})
endif()
