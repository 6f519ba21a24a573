#!/usr/bin/env bash
# Checks that every source file is named in a CMake list: a test that nobody builds passes forever.
# A file counts as named when a CMakeLists.txt in its folder or above says its path from there.
# usage: registered_sources.sh ROOT
set -euo pipefail
cd "${1:?usage: registered_sources.sh ROOT}"
top_folders=(components systems modules demos tests)

# Every word of every list, comments left out, as a path from the root.
named() {
    local list folder
    find "${top_folders[@]}" -name CMakeLists.txt 2>/dev/null | while IFS= read -r list; do
        folder="${list%/*}"
        sed 's/#.*//' "$list" | tr -s ' \t()"' '\n' | sed -n "s#.*\.[ch]pp\$#$folder/&#p"
    done
}

# Headers of tests and demos are no interface of anybody; ecs_subset comes as a whole folder.
sources() {
    find "${top_folders[@]}" \
        \( -path modules/ecs_subset -o -path tests/consumer -o -path tests/lint \) -prune -o \
        -name '*.cpp' -print -o -name '*.hpp' ! -path 'tests/*' ! -path 'demos/*' -print 2>/dev/null
}

forgotten="$(comm -23 <(sources | sort -u) <(named | sort -u))"
if [[ -n "$forgotten" ]]; then
    sed 's/$/: named in no CMakeLists.txt, so it is not built; add it to the list beside it/' <<<"$forgotten"
    exit 1
fi
