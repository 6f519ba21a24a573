#!/usr/bin/env bash
# Counts the instructions of every kernel under callgrind and compares them with the committed figures.
# They are repeatable where times are not: a kernel that lost its vectors, or an inlined call, shows.
# usage: guard.sh check|accept PROGRAM FIGURES COMPILER BUILD_TYPE SCRATCH
# Exit 0 fine, 1 a kernel needs more than 5 % more, 4 cannot be compared here.
set -euo pipefail

mode="${1:?usage: guard.sh check|accept PROGRAM FIGURES COMPILER BUILD_TYPE SCRATCH}"
program="$2" figures="$3" compiler="$4" build_type="$5" scratch="$6"
isa=v3fma

skip() {
    echo "guard: skipped: $*"
    exit 4
}
field() { sed -n "s/^ *\"$1\": \"\(.*\)\",*\$/\1/p" "$figures"; }

command -v valgrind >/dev/null 2>&1 || skip "valgrind is not installed"
if [[ "$mode" == check ]]; then
    [[ -f "$figures" ]] || skip "there are no figures yet; make them with ./run guard --accept"
    for pair in "compiler=$compiler" "build_type=$build_type" "machine=$(uname -m)"; do
        [[ "$(field "${pair%%=*}")" == "${pair#*=}" ]] ||
            skip "the figures are of ${pair%%=*} '$(field "${pair%%=*}")', this is '${pair#*=}'"
    done
fi

rm -rf "$scratch"
mkdir -p "$scratch"
JOUNCE_ISA=$isa valgrind --tool=callgrind --callgrind-out-file="$scratch/out" --collect-atstart=no \
    --toggle-collect=jounce_guarded --dump-after=jounce_counted "$program" \
    >"$scratch/said" 2>"$scratch/valgrind" || {
    tail -n 5 "$scratch/valgrind"
    echo "guard: the scene did not run under valgrind"
    exit 1
}
# A CPU without these instructions runs the next lower level, whose figures are others.
[[ "$(sed -n 's/^isa //p' "$scratch/said")" == "$isa" ]] || skip "this CPU has no $isa"

# The n-th dump is of the n-th kernel.
n=0
while read -r _ name elements; do
    n=$((n + 1))
    count="$(sed -n 's/^\(totals\|summary\): \([0-9]*\)$/\2/p' "$scratch/out.$n" | head -n 1)"
    [[ -n "$count" && "$count" != 0 ]] || {
        echo "guard: callgrind counted nothing for $name"
        exit 1
    }
    echo "$name $count $elements"
done < <(grep '^kernel ' "$scratch/said") >"$scratch/counted"
[[ "$n" == 0 ]] && {
    echo "guard: the scene named no kernel"
    exit 1
}

if [[ "$mode" == accept ]]; then
    {
        printf '{\n  "compiler": "%s",\n  "build_type": "%s",\n  "machine": "%s",\n  "isa": "%s",\n' \
            "$compiler" "$build_type" "$(uname -m)" "$isa"
        printf '  "instructions": {\n'
        awk '{ printf "%s    \"%s\": %s", (NR > 1 ? ",\n" : ""), $1, $2 } END { print "" }' "$scratch/counted"
        printf '  }\n}\n'
    } >"$scratch/figures"
    mv "$scratch/figures" "$figures"
    echo "guard: accepted; commit ${figures##*/tests/} with the reason"
fi

awk -v figures="$figures" '
    BEGIN {
        while ((getline line < figures) > 0)
            if (match(line, /^    "[a-z_0-9]+": [0-9]+/)) {
                split(line, part, "\"")
                sub(/^: /, "", part[3]); sub(/,$/, "", part[3])
                expected[part[2]] = part[3]
            }
        printf "%-20s %14s %14s %8s %12s\n", "kernel", "instructions", "committed", "change", "per element"
    }
    {
        if (!($1 in expected)) {
            printf "%-20s %14d %14s %8s %12.2f  NOT COMMITTED\n", $1, $2, "-", "-", $2 / $3
            bad = 1
            next
        }
        change = 100 * ($2 / expected[$1] - 1)
        verdict = change > 5 ? "  TOO MANY" : change < -5 ? "  better: accept it" : ""
        if (change > 5) bad = 1
        printf "%-20s %14d %14d %+7.2f%% %12.2f%s\n", $1, $2, expected[$1], change, $2 / $3, verdict
        seen[$1] = 1
    }
    END {
        for (name in expected)
            if (!(name in seen)) { printf "%-20s is gone\n", name; bad = 1 }
        if (bad) print "guard: more than 5 % over the committed figure; if that is meant: ./run guard --accept"
        exit bad
    }' "$scratch/counted"
