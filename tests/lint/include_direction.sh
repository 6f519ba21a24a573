#!/usr/bin/env bash
# Checks who may include whom: components <- systems <- modules <- demos, their rooms in the order below,
# modules without cycles, and which library is seen where.
# usage: include_direction.sh ROOT
set -euo pipefail
cd "${1:?usage: include_direction.sh ROOT}"

files() {
    find components systems modules demos -path modules/ecs_subset -prune -o \
        \( -name '*.hpp' -o -name '*.cpp' \) -print 2>/dev/null | sort || true
}

# Rooms of components include those before them; so do rooms of systems, but no solver another.
export COMPONENT_ROOMS=" base assets host block world "
export SYSTEM_ROOMS=" simd pose animation contact reference stable vrm skin tissue "
export SOLVERS=" reference stable vrm "

# shellcheck disable=SC2016 # awk's dollars
# The rules are one awk program so that every line of the tree is looked at once.
files | xargs awk '
    function layer(path) { return index(" components systems modules demos ", " " path " ") }
    function room_order(list, room) { return index(list, " " room " ") }
    function room_may_include(list, from, to) {
        if (from == to || !room_order(list, to)) return 1
        if (list == ENVIRON["SYSTEM_ROOMS"] && room_order(ENVIRON["SOLVERS"], from) && room_order(ENVIRON["SOLVERS"], to)) return 0
        return room_order(list, to) < room_order(list, from)
    }
    function complain(text) { print FILENAME ":" FNR ": " text; bad = 1 }
    FNR == 1 {
        split(FILENAME, part, "/")
        top = part[1]
        room = part[2]
        # Wrappers know what they connect, and the table of a level knows every kernel.
        is_list = FILENAME ~ /level_table\.cpp$/
        kernel = top == "systems" && FILENAME !~ /(_system|_solver|_hooks?|\/solver|\/block_component|\/hash_words|\/built_with)\.[ch]pp$/
        header = FILENAME ~ /\.hpp$/
    }
    { sub(/\/\/.*/, "") }
    kernel && /(^|[^A-Za-z0-9_])(entt|tf)::/ { complain("kernels know neither EnTT nor Taskflow; move this to the *_system file") }
    !/^[ \t]*#[ \t]*include/ { next }
    {
        quoted = $0 ~ /include[ \t]*"/
        name = $0
        sub(/^[^<"]*[<"]/, "", name)
        sub(/[>"].*$/, "", name)
    }
    quoted && name ~ /\.\./ { complain("include <jounce/...> instead of a relative path") }
    name ~ /^jounce\// {
        split(name, target, "/")
        if (name ~ /^jounce\/(jounce|fwd|version)\.hpp$/) target[2] = "modules"
        if (!layer(target[2])) complain("<" name "> is in no folder of the tree")
        else if (layer(target[2]) > layer(top)) complain(top " must not include " target[2] ": <" name ">")
        else if (top == "components" && top == target[2] && !room_may_include(ENVIRON["COMPONENT_ROOMS"], room, target[3]))
            complain("components/" room " must not include components/" target[3] ": <" name ">")
        else if (top == "systems" && top == target[2] && !is_list && !room_may_include(ENVIRON["SYSTEM_ROOMS"], room, target[3]))
            complain("systems/" room " must not include systems/" target[3] ": <" name ">")
        next
    }
    top == "components" && name !~ /^[a-z0-9_]+$/ { complain("components include no library: <" name ">") }
    kernel && name ~ /^(entt|taskflow)\// { complain("kernels include neither EnTT nor Taskflow: <" name ">") }
    kernel && header && name ~ /^Eigen\// && FILENAME !~ /^systems\/simd\// { complain("public headers do not show Eigen: <" name ">") }
    name ~ /tiny_?gltf/ && FILENAME !~ /^modules\/(gltf|vrm)\// { complain("only modules/gltf and modules/vrm see tinygltf: <" name ">") }
    name ~ /^(bgfx|bx|bimg)\// && FILENAME !~ /^(modules\/bgfx|demos)\// { complain("only modules/bgfx and demos see bgfx: <" name ">") }
    END { exit bad }
'

# module_pairs: "user used" for every include of one module by another; parts of dev are modules of their own.
module_pairs() {
    files | grep '^modules/' | xargs grep -oE '^#include <jounce/modules/[^>]+' /dev/null |
        sed -E 's#^modules/(dev/[^/]+|[^/]+)/[^:]*:.include <jounce/modules/(dev/[^/]+|[^/]+)/.*#\1 \2#' |
        awk '$1 != $2' | sort -u
}
if ! loop="$(module_pairs | tsort 2>&1 >/dev/null)" || [[ -n "$loop" ]]; then
    echo "modules include each other in a circle:"
    sed 's/^tsort: /  /' <<<"$loop"
    exit 1
fi
