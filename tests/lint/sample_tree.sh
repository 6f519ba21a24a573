# shellcheck shell=bash
# For the self-tests: a copy of the tree to break. Sourced with ROOT and CHECK set.

scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
failures=0

# A fresh copy of what the checks look at: sources, not the data of the tests.
fresh_sample() {
    rm -rf "$scratch/tree" && mkdir -p "$scratch/tree"
    (cd "$ROOT" && find run CMakeLists.txt components systems modules demos tests -type f \
        \( -name '*.[ch]pp' -o -name CMakeLists.txt -o -name '*.sh' -o -name run \) -print0 |
        tar --null --files-from=- -cf -) | tar -xf - -C "$scratch/tree"
}

# expect_good: the check accepts the sample as it is.
expect_good() {
    local output
    if ! output="$("$CHECK" "$scratch/tree")"; then
        echo "FAILED: the untouched tree is refused:"
        printf '%s\n' "$output"
        failures=$((failures + 1))
    fi
}

# expect_bad WHAT TEXT: the check refuses the sample and its message contains TEXT.
expect_bad() {
    local what="$1" text="$2" output
    if output="$("$CHECK" "$scratch/tree")"; then
        echo "FAILED: not noticed: $what"
        failures=$((failures + 1))
    elif [[ "$output" != *"$text"* ]]; then
        echo "FAILED: $what: the message does not say \"$text\":"
        printf '%s\n' "$output"
        failures=$((failures + 1))
    else
        echo "noticed: $what"
    fi
}

# breaks FILE LINE TEXT: adding LINE to FILE of a fresh sample is refused with TEXT.
breaks() {
    fresh_sample
    mkdir -p "$scratch/tree/$(dirname "$1")"
    printf '%s\n' "$2" >>"$scratch/tree/$1"
    expect_bad "$1: ${2%%$'\n'*}" "$3"
}

# accepts FILE LINE: adding LINE to FILE of a fresh sample is fine.
accepts() {
    fresh_sample
    mkdir -p "$scratch/tree/$(dirname "$1")"
    printf '%s\n' "$2" >>"$scratch/tree/$1"
    expect_good
}

finish() { exit "$((failures > 0))"; }
