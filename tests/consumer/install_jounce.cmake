# Installs the build into an empty folder and moves it to where the consumers look for it.
# cmake -DBUILD_DIR= -DCONFIG= -DPREFIX= "-DFOLDERS=A;B" -P install_jounce.cmake
#   FOLDERS  of the build machine, which must not be named in what is installed

file(REMOVE_RECURSE ${PREFIX} ${PREFIX}.before)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${PREFIX}.before --config ${CONFIG}
                COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
file(GLOB_RECURSE package_files ${PREFIX}.before/*.cmake ${PREFIX}.before/*.hpp)
foreach(package_file IN LISTS package_files)
    foreach(folder IN LISTS FOLDERS)
        file(STRINGS ${package_file} leaks REGEX "${folder}")
        if(leaks)
            message(FATAL_ERROR "${package_file} names a folder of the build: ${leaks}")
        endif()
    endforeach()
endforeach()
file(RENAME ${PREFIX}.before ${PREFIX})
