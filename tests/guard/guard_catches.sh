#!/usr/bin/env bash
# The guard must fail where a kernel has 6 % more instructions than committed, and where a kernel is not
# committed at all; and must pass where it has 4 % more.
# usage: guard_catches.sh PROGRAM FIGURES COMPILER BUILD_TYPE SCRATCH
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
program="$1" figures="$2" compiler="$3" build_type="$4" scratch="$5"
mkdir -p "$scratch"
altered="$scratch/altered.json"

# figures_with PERCENT: as committed, but as if fk had been that much below what it is.
figures_with() {
    awk -v percent="$1" '/"fk":/ { match($0, /[0-9]+/); printf "    \"fk\": %d,\n", substr($0, RSTART, RLENGTH) / (1 + percent / 100); next } { print }' \
        "$figures" >"$altered"
}
# expect CODE WHAT
expect() {
    local code=0
    "$here/guard.sh" check "$program" "$altered" "$compiler" "$build_type" "$scratch/run" >"$scratch/said" || code=$?
    if [[ "$code" == 4 ]]; then
        cat "$scratch/said"
        exit 4
    fi
    if [[ "$code" != "$1" ]]; then
        cat "$scratch/said"
        echo "guard_catches: $2: exit $code instead of $1"
        exit 1
    fi
}

figures_with 4
expect 0 "4 % more"
figures_with 6
expect 1 "6 % more"
grep -q 'fk.*TOO MANY' "$scratch/said"
grep -v '"fk":' "$figures" >"$altered"
expect 1 "a kernel that is not committed"
sed 's/"compiler": "/"compiler": "another /' "$figures" >"$altered"
code=0
"$here/guard.sh" check "$program" "$altered" "$compiler" "$build_type" "$scratch/run" >"$scratch/said" || code=$?
[[ "$code" == 4 ]] && grep -q 'skipped: the figures are of compiler' "$scratch/said"
