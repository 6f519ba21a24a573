#!/usr/bin/env bash
# Checks that objects compiled for one instruction-set level share no inline function with other
# code. Of equal weak symbols the linker keeps one: were it the AVX copy, a program would stop with
# an illegal instruction on an older CPU. Names inside the level's own namespaces are safe.
# usage: level_symbols.sh LEVEL OBJECT...
set -euo pipefail
level="${1:?usage: level_symbols.sh LEVEL OBJECT...}"
shift
[[ $# -gt 0 ]] || { echo "level_symbols.sh: no objects for level $level"; exit 2; }

# Mangled: jounce::v3 is 6jounce2v3, jounce_eigen_v3 stands as it is. The personality reference is a
# pointer, not code, and clang's call of std::terminate has no arithmetic.
own="6jounce${#level}${level}|jounce_eigen_${level}|^DW\.ref\.|^__clang_call_terminate$"

status=0
for object in "$@"; do
    shared="$(nm --defined-only "$object" | awk '$2 ~ /^[WwVvu]$/ { print $3 }' | grep -Ev "$own" || true)"
    if [[ -n "$shared" ]]; then
        echo "$object: weak symbols outside jounce::$level:"
        c++filt <<<"$shared" | sed 's/^/    /'
        status=1
    fi
done
exit "$status"
