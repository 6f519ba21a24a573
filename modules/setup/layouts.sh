# ./run layouts: jounce in every layout of docs/integration.md, built to the end and run, for each compiler
# and each EnTT. Without optimisation, for one instruction set and with several sources in one: it is about
# CMake, headers and symbols.

LAYOUTS=(installed installed_beside folders jounce_first fetch_shared)

# layout_options ECS: CMake's options for a project that adds EnTT; ECS is "subset" or EnTT's sources.
layout_options() {
    [[ "$1" == subset ]] || ! own_cmake_will_do "$1" || printf '|-DENTT_SOURCE_DIR=%s' "$1"
}
# EnTT's folder may want a newer CMake than there is; then a stand-in with its targets takes its headers.
own_cmake_will_do() {
    local wanted here
    wanted="$(sed -nE 's/^cmake_minimum_required\(VERSION ([0-9.]+).*/\1/p' "$1/CMakeLists.txt")"
    here="$(cmake --version | sed -n '1s/[^0-9]*//p')"
    [[ "$(printf '%s\n' "$wanted" "$here" | sort -V | head -n 1)" == "$wanted" ]]
}
entt_headers() {
    if [[ "$1" == subset ]]; then printf '%s' "$JOUNCE_ROOT/modules/ecs_subset"; else printf '%s' "$1/src"; fi
}
entt_name() {
    [[ "$1" != subset ]] || { printf 'subset' && return; }
    sed -nE 's/^#define ENTT_VERSION_(MAJOR|MINOR|PATCH) ([0-9]+).*/\2/p' "$1/src/entt/config/version.h" | paste -sd .
}

# install_layout COMPILER ECS FOLDER: a jounce in Debug at FOLDER/prefix.
install_layout() {
    local build="$3/jounce"
    rm -rf "$build/CMakeCache.txt" "$3/prefix"
    cmake -S "$JOUNCE_ROOT" -B "$build" -G Ninja -DCMAKE_CXX_COMPILER="$1" -DCMAKE_BUILD_TYPE=Debug -DJOUNCE_ONE_LEVEL=ON \
        -DCMAKE_UNITY_BUILD=ON -DJOUNCE_BUILD_TOOLS=OFF -DJOUNCE_BUILD_DEMOS=OFF -DJOUNCE_BUILD_TESTS=OFF -DJOUNCE_BUILD_RENDERER=OFF \
        -DJOUNCE_ENTT_INCLUDE_DIR="$(entt_headers "$2")" &&
        cmake --build "$build" --parallel "$(jobs)" &&
        cmake --install "$build" --prefix "$3/prefix"
}

# build_layout LAYOUT COMPILER ECS FOLDER
build_layout() {
    local layout="$1" compiler="$2" ecs="$3" folder="$4" parts options bgfx="" found="-DCMAKE_PREFIX_PATH=$4/prefix"
    local new catch more=()
    new="-DJOUNCE_ONE_LEVEL=ON|-DCMAKE_UNITY_BUILD=ON$(layout_options "$ecs")"
    [[ ! -d "$JOUNCE_DEPS_DIR/bgfx" ]] || bgfx=1
    case "$layout" in
        installed) # the other way round than consumer_debug: the library in Debug
            parts=find_jounce options="$found" more=(-DCONFIG=Release -DTARGETS=game -DRUN=game)
            catch="$(find "$JOUNCE_DEPS_DIR/Catch2" -name Catch2Config.cmake 2>/dev/null | head -n 1)"
            if [[ -n "$catch" ]]; then
                options+="|-DCatch2_DIR=${catch%/*}|-DECS_TESTS=ON" more=(-DCONFIG=Release -DTARGETS=game+ecs_tests -DRUN=game+ecs_tests)
            fi
            ;;
        installed_beside) parts=entt+taskflow+find_jounce options="$found$(layout_options "$ecs")" more=(-DTARGETS=game -DRUN=game) ;;
        folders)
            parts="entt+taskflow${bgfx:++bgfx}+jounce" options="$new${bgfx:+|-DJOUNCE_BUILD_RENDERER=ON}"
            more=("-DTARGETS=game${bgfx:++drawing_game}" "-DRUN=game${bgfx:++drawing_game}")
            ;;
        jounce_first) parts=jounce+entt+taskflow options="$new" more=(-DTARGETS=game -DRUN=game) ;;
        fetch_shared) parts=entt+fetch_jounce options="$new|-DBUILD_SHARED_LIBS=ON" more=(-DTARGETS=all -DRUN=game -DINSTALL=game) ;;
    esac
    cmake -DSETTINGS="$folder/settings.cmake" -DSCRATCH="$folder/$layout" -DDEPS="$JOUNCE_DEPS_DIR" -DPARTS="$parts" \
        -DCONFIG=Debug "-DOPTIONS=$options" "${more[@]}" -DKEEP=ON -P "$JOUNCE_ROOT/tests/consumer/run_layout.cmake"
}

# The folder from which jounce's own build takes Taskflow.
taskflow_headers() {
    local folder="$JOUNCE_DEPS_DIR/Taskflow/include"
    [[ -d "$folder" ]] || folder=/usr/include
    printf '%s' "$folder"
}

# command_layouts [--entt FOLDER]... [--compiler NAME]... [--layout NAME]...
command_layouts() {
    local compilers=() libraries=() layouts=() compiler ecs layout folder log row failed=0
    while (($#)); do
        case "$1" in
            --entt)
                [[ -e "${2:?--entt needs the folder of EnTT\'s sources}/src/entt/config/version.h" ]] ||
                    fail "layouts: $2 holds no src/entt/config/version.h"
                libraries+=("$(cd "$2" && pwd)")
                ;;
            --compiler) compilers+=("${2:?--compiler needs a name}") ;;
            --layout)
                [[ " ${LAYOUTS[*]} " == *" ${2:?--layout needs a name: ${LAYOUTS[*]}} "* ]] ||
                    fail "layouts: no layout '$2'; there are ${LAYOUTS[*]}"
                layouts+=("$2")
                ;;
            *) fail "layouts: unknown option '$1'; it takes --entt FOLDER, --compiler NAME and --layout NAME, each several times" ;;
        esac
        shift 2
    done
    fill_dependencies
    ((${#layouts[@]})) || layouts=("${LAYOUTS[@]}")
    if ((!${#compilers[@]})); then
        for compiler in g++ clang++; do ! have "$compiler" || compilers+=("$compiler"); done
    fi
    say "layouts: logs are in build/layouts"
    row="| compiler | EnTT |$(printf ' %s |' "${layouts[@]}")"
    printf '%s\n%s\n' "$row" "$(sed -E 's/[^|]+/---/g' <<<"$row")"
    for compiler in "${compilers[@]}"; do
        folder="$JOUNCE_ROOT/build/layouts/$compiler"
        mkdir -p "$folder"
        for ecs in subset "${libraries[@]}"; do
            printf 'set(%s [[%s]])\n' GENERATOR Ninja COMPILER "$compiler" JOUNCE_SOURCE_DIR "$JOUNCE_ROOT" \
                ENTT_HEADERS "$(entt_headers "$ecs")" TASKFLOW_HEADERS "$(taskflow_headers)" \
                BGFX_PREFIX "$JOUNCE_DEPS_DIR/bgfx" >"$folder/settings.cmake"
            row="| $compiler $("$compiler" -dumpversion) | $(entt_name "$ecs") |"
            # Newest versions of EnTT want newer compilers than some machines have.
            if ! "$compiler" -std=c++20 -fsyntax-only -I "$(entt_headers "$ecs")" -include entt/entt.hpp -x c++ /dev/null \
                >"$folder/entt-$(entt_name "$ecs").log" 2>&1; then
                printf '%s\n' "$row EnTT itself does not compile |"
                continue
            fi
            for layout in "${layouts[@]}"; do
                log="$folder/$layout-$(entt_name "$ecs").log"
                if { [[ "$layout" != installed* ]] || install_layout "$compiler" "$ecs" "$folder"; } >"$log" 2>&1 &&
                    build_layout "$layout" "$compiler" "$ecs" "$folder" >>"$log" 2>&1; then
                    row+=" good |"
                else
                    row+=" FAILED |"
                    failed=1
                fi
            done
            printf '%s\n' "$row"
        done
    done
    ((!failed)) || fail "layouts: some failed; see build/layouts"
}
