#!/usr/bin/env bash
# Checks that errors are named by constants of modules/result/error_names.hpp, that a constant is the word it is
# called by, and that each is used.
# usage: error_names.sh ROOT
set -euo pipefail
cd "${1:?usage: error_names.sh ROOT}"
list=modules/result/error_names.hpp
bad=0
sources() { find modules demos -name '*.[ch]pp' ! -path "$list" ! -path 'modules/ecs_subset/*'; }

if sources | xargs grep -nE '\berror\{ *"|\bfail\( *"[a-z]+(_[a-z]+)*",' /dev/null; then
    echo "name errors by a constant of $list"
    bad=1
fi
if sed -nE 's/^inline constexpr const char\* ([a-z_0-9]+) = *"([a-z_0-9]+)".*/\1 \2/p' "$list" | awk '$1 != $2 { print $1 " is \"" $2 "\""; bad = 1 } END { exit !bad }'; then
    echo "a constant of $list is another word than its name"
    bad=1
fi
used=" $(sources | xargs grep -ohE '\berrors::[a-z_0-9]+' | sort -u | sed 's/.*:://' | tr '\n' ' ')"
for name in $(sed -nE 's/^inline constexpr const char\* ([a-z_0-9]+) .*/\1/p' "$list"); do
    if [[ "$used" != *" $name "* ]]; then
        echo "$list: nobody uses $name"
        bad=1
    fi
done
exit "$bad"
