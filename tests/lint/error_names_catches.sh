#!/usr/bin/env bash
# The check of the names of errors notices what it should: each case changes a copy of the tree.
# usage: error_names_catches.sh ROOT
set -euo pipefail
root="$(cd "${1:?usage: error_names_catches.sh ROOT}" && pwd)"
copy="$(mktemp -d)"
trap 'rm -rf "$copy"' EXIT
failed=0

# catches FILE SED EXPECTED
catches() {
    rm -rf "${copy:?}"/*
    cp -r "$root/modules" "$root/demos" "$copy"
    sed -i -z -e "$2" "$copy/$1"
    if found="$("$root/tests/lint/error_names.sh" "$copy" 2>&1)" || ! grep -qF "$3" <<<"$found"; then
        printf 'not noticed: %s: %s\n%s\n' "$1" "$2" "$found"
        failed=1
    else
        echo "noticed: $1: $2"
    fi
}

catches modules/crowd/retune.cpp 's/error{errors::busy/error{"busy"/' "name errors by a constant"
catches modules/gltf/container.cpp 's/fail(errors::\([a-z_]*\),/fail("\1",/' "name errors by a constant"
catches modules/result/error_names.hpp 's/busy = "busy"/busy = "bussy"/' "another word than its name"
catches modules/result/error_names.hpp 's/\ninline/\ninline constexpr const char* never = "never"; \/\/\/< x\ninline/' "nobody uses never"
exit "$failed"
