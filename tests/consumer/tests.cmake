# jounce as others build it; included by tests/CMakeLists.txt. docs/integration.md, "CMake", lists the
# layouts, and `./run layouts` builds all of them to the end with several compilers and versions of EnTT.
# Kernels take minutes to compile, so of the layouts that compile jounce anew only one does so here, for one
# instruction set and without optimisation; the others are configured, generated (which is where install
# rules fail) and one source of the consumer's is compiled.

set(consumer ${CMAKE_CURRENT_SOURCE_DIR}/consumer)
set(scratch ${CMAKE_CURRENT_BINARY_DIR}/consumer)
get_property(entt_headers GLOBAL PROPERTY JOUNCE_EnTT_FOLDER)
get_property(taskflow_headers GLOBAL PROPERTY JOUNCE_Taskflow_FOLDER)
set(bgfx_prefix "")
if(bgfx_FOUND)
    cmake_path(SET bgfx_prefix NORMALIZE ${bgfx_DIR}/../../..)
endif()

file(
    CONFIGURE
    OUTPUT
    ${scratch}/settings.cmake
    CONTENT
    "set(GENERATOR [[${CMAKE_GENERATOR}]])
set(COMPILER [[${CMAKE_CXX_COMPILER}]])
set(JOUNCE_SOURCE_DIR [[${PROJECT_SOURCE_DIR}]])
set(ENTT_HEADERS [[${entt_headers}]])
set(TASKFLOW_HEADERS [[${taskflow_headers}]])
set(BGFX_PREFIX [[${bgfx_prefix}]])
"
    @ONLY)

# consumer_test(NAME PARTS CONFIG ARGUMENT...): see run_layout.cmake. Those that find an installed jounce
# have the flags of this build, which has perhaps a sanitizer.
function(consumer_test name parts config)
    add_test(NAME consumer_${name}
             COMMAND ${CMAKE_COMMAND} -DSETTINGS=${scratch}/settings.cmake -DSCRATCH=${scratch}/${name}
                     -DPARTS=${parts} -DCONFIG=${config} ${ARGN} -P ${consumer}/run_layout.cmake)
    if(parts MATCHES "find_jounce")
        set_tests_properties(consumer_${name} PROPERTIES FIXTURES_REQUIRED consumer_prefix)
    endif()
endfunction()

# An installed prefix, moved after it was installed, and nothing else: EnTT, Taskflow and bgfx are found
# without a path. Kernels alone, the whole of core, a model, the renderer.
set(prefix ${scratch}/prefix)
add_test(
    NAME consumer_install
    COMMAND ${CMAKE_COMMAND} -DBUILD_DIR=${PROJECT_BINARY_DIR} -DCONFIG=$<CONFIG> -DPREFIX=${prefix}
            "-DFOLDERS=${PROJECT_BINARY_DIR};${PROJECT_SOURCE_DIR};${JOUNCE_DEPS_DIR}" -P ${consumer}/install_jounce.cmake)
set_tests_properties(consumer_install PROPERTIES FIXTURES_SETUP consumer_prefix)
add_test(
    NAME consumer_installed
    COMMAND ${CMAKE_COMMAND} -DSCRATCH=${scratch}/installed -DGENERATOR=${CMAKE_GENERATOR} -DCOMPILER=${CMAKE_CXX_COMPILER}
            -DFLAGS=${CMAKE_CXX_FLAGS} -DCONFIG=$<CONFIG> -DPREFIX=${prefix} -P ${consumer}/run_consumer.cmake)
set_tests_properties(consumer_installed PROPERTIES FIXTURES_REQUIRED consumer_prefix)
set(found "-DCMAKE_PREFIX_PATH=${prefix}|-DCMAKE_CXX_FLAGS=${CMAKE_CXX_FLAGS}")

# A consumer in Debug, with the standard library's assertions, of a library that has none; and one in Release.
consumer_test(debug find_jounce Debug "-DOPTIONS=${found} -D_GLIBCXX_ASSERTIONS" -DTARGETS=game -DRUN=game)
consumer_test(release find_jounce Release "-DOPTIONS=${found}" -DTARGETS=game -DRUN=game)

# The project's own EnTT and Taskflow, as folders, with an installed jounce: the same versions will do.
consumer_test(own_folders entt+taskflow+find_jounce Debug "-DOPTIONS=${found}" -DTARGETS=game -DRUN=game)

# Other versions are refused while configuring, with both numbers. Targets and folders have no package version.
consumer_test(refuses_entt entt+find_jounce Debug "-DOPTIONS=${found}|-DENTT_CLAIMS=3.99.1"
              "-DREFUSED=this jounce was built with.* but the project has EnTT 3[.]99[.]1 [(].*build jounce again")
consumer_test(refuses_taskflow taskflow+find_jounce Debug "-DOPTIONS=${found}|-DTASKFLOW_CLAIMS=309999"
              "-DREFUSED=this jounce was built with Taskflow .*, but the project has Taskflow 3[.]99[.]99 [(]")
consumer_test(old_entt entt+taskflow+jounce Debug "-DOPTIONS=-DENTT_CLAIMS=3.12.2" -DDEPS=${JOUNCE_DEPS_DIR}
              "-DREFUSED=EnTT 3[.]12[.]2 from the surrounding project is too old, 3[.]13[+] is needed")
set(shadow ${scratch}/shadow)
add_test(NAME consumer_shadow_headers
         COMMAND ${CMAKE_COMMAND} -DENTT_HEADERS=${entt_headers} -DTASKFLOW_HEADERS=${taskflow_headers} -DOUTPUT=${shadow}
                 -P ${consumer}/shadow_headers.cmake)
set_tests_properties(consumer_shadow_headers PROPERTIES FIXTURES_SETUP consumer_shadow)
consumer_test(refuses_entt_folder find_jounce Debug "-DOPTIONS=${found}|-DJOUNCE_ENTT_INCLUDE_DIR=${shadow}/entt"
              "-DREFUSED=this jounce was built with.* but the project has EnTT [^ ]*( |[.])99 [(]")

# What CMake does not see, another header that comes first on the include path, is an undefined reference
# that says what the program sees; and so are options that change what is in memory.
consumer_test(shadowed_entt find_jounce Debug "-DOPTIONS=${found}|-DSHADOW=${shadow}/entt" -DTARGETS=game
              "-DUNLINKED=undefined .*jounce::built_with::(ecs_subset<99>|entt<[0-9]+, [0-9]+, 99>)")
consumer_test(shadowed_taskflow find_jounce Debug
              "-DOPTIONS=${found}|-DFIRST=taskflow/taskflow.hpp|-DSHADOW=${shadow}/taskflow" -DTARGETS=game
              "-DUNLINKED=undefined .*jounce::built_with::taskflow<309999>")
consumer_test(other_profiling find_jounce Debug "-DOPTIONS=${found} -UJOUNCE_PROFILING -DJOUNCE_PROFILING=0" -DTARGETS=game
              "-DUNLINKED=undefined .*jounce::built_with::profiling<false>")
foreach(name IN ITEMS refuses_entt_folder shadowed_entt shadowed_taskflow)
    set_tests_properties(consumer_${name} PROPERTIES FIXTURES_REQUIRED "consumer_prefix;consumer_shadow")
endforeach()

# jounce's folder in a project, after and before EnTT's and Taskflow's; with bgfx.cmake's targets where
# bgfx is. Configured, generated, one source compiled. The cache has Taskflow too, which must not be taken.
set(whole "-DJOUNCE_BUILD_TOOLS=ON|-DJOUNCE_ONE_LEVEL=ON")
set(compiled -DDEPS=${JOUNCE_DEPS_DIR} -DTARGETS=game_objects)
if(bgfx_FOUND)
    consumer_test(folders entt+taskflow+bgfx+jounce Debug "-DOPTIONS=${whole}|-DJOUNCE_BUILD_RENDERER=ON"
                  ${compiled} "-DSAYS=Taskflow [^\n]* from the surrounding project\n.*bgfx [^\n]* from the surrounding project\n")
else()
    consumer_test(folders entt+taskflow+jounce Debug "-DOPTIONS=${whole}" ${compiled}
                  "-DSAYS=Taskflow [^\n]* from the surrounding project\n")
endif()
consumer_test(jounce_first jounce+entt+taskflow Debug "-DOPTIONS=${whole}" ${compiled}
              "-DSAYS=EnTT [^\n]*which adds it after jounce.*Taskflow [^\n]*which adds it after jounce")

# FetchContent, shared libraries, sources in one, symbols hidden by the project, Taskflow from the cache that
# ./run fills (or a folder). jounce is compiled whole, installed, moved, and run from there.
set(shared "-DBUILD_SHARED_LIBS=ON|-DJOUNCE_ONE_LEVEL=ON|-DCMAKE_UNITY_BUILD=ON")
cmake_path(IS_PREFIX JOUNCE_DEPS_DIR "${taskflow_headers}" NORMALIZE taskflow_is_cached)
if(NOT taskflow_is_cached)
    string(APPEND shared "|-DJOUNCE_TASKFLOW_INCLUDE_DIR=${taskflow_headers}")
endif()
if(NOT JOUNCE_SANITIZED)
    consumer_test(shared entt+fetch_jounce Debug -DDEPS=${JOUNCE_DEPS_DIR}
                  "-DOPTIONS=${shared}" -DTARGETS=all -DRUN=game -DINSTALL=game)
    set_tests_properties(consumer_shared PROPERTIES PROCESSORS 2 TIMEOUT 900)
endif()
