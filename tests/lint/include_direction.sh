#!/usr/bin/env bash
# Checks who may include whom: components <- systems <- modules <- demos, and which library is
# seen where.
# usage: include_direction.sh ROOT
set -euo pipefail
cd "${1:?usage: include_direction.sh ROOT}"

files() {
    find components systems modules demos -path modules/ecs_subset -prune -o \
        \( -name '*.hpp' -o -name '*.cpp' \) -print 2>/dev/null | sort || true
}

# shellcheck disable=SC2016 # awk's dollars
# The rules are one awk program so that every line of the tree is looked at once.
files | xargs awk '
    function layer(path) { return index(" components systems modules demos ", " " path " ") }
    function complain(text) { print FILENAME ":" FNR ": " text; bad = 1 }
    FNR == 1 {
        split(FILENAME, part, "/")
        top = part[1]
        kernel = top == "systems" && FILENAME !~ /(_system|\/built_with)\.[ch]pp$/
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
        if (!layer(target[2])) complain("<" name "> is in no folder of the tree")
        else if (layer(target[2]) > layer(top)) complain(top " must not include " target[2] ": <" name ">")
        next
    }
    top == "components" && name !~ /^[a-z0-9_]+$/ { complain("components include no library: <" name ">") }
    kernel && name ~ /^(entt|taskflow)\// { complain("kernels include neither EnTT nor Taskflow: <" name ">") }
    kernel && header && name ~ /^Eigen\// && FILENAME !~ /^systems\/detail\// { complain("public headers do not show Eigen: <" name ">") }
    name ~ /tiny_?gltf/ && FILENAME !~ /^modules\/(gltf|vrm)\// { complain("only modules/gltf and modules/vrm see tinygltf: <" name ">") }
    name ~ /^(bgfx|bx|bimg)\// && FILENAME !~ /^(modules\/bgfx|demos)\// { complain("only modules/bgfx and demos see bgfx: <" name ">") }
    END { exit bad }
'
