#!/usr/bin/env bash
# Checks what the comment of every system says it reads and writes against the types that it takes: a type
# taken as const is said to be read, any other is said to be written.
# usage: system_access.sh ROOT
set -euo pipefail
cd "${1:?usage: system_access.sh ROOT}"

# Blocks of a solver as its systems see them come first: others name them instead of their types.
headers() { find systems -name '*_block_system.hpp' | sort && find systems -name '*_system.hpp' ! -name '*block_system.hpp' ! -name 'any_system.hpp' | sort; }

# shellcheck disable=SC2046,SC2016 # no spaces in names; awk's dollars
awk '
    function says(list, type) { return (" " list " ") ~ ("[^A-Za-z0-9_]" type "[^A-Za-z0-9_]") }
    function complain(text) { print file ": " text; bad = 1 }
    # check_one TYPE: "const placement" or "stable_state", with template arguments of its own dropped.
    function check_one(type,    is_const) {
        gsub(/^[ \t]+|[ \t]+$/, "", type)
        sub(/<.*/, "", type)
        if (type == "") return
        is_const = sub(/^const[ \t]+/, "", type)
        if (is_const && !says(reads, type)) complain(name " takes const " type ", but does not say that it reads it")
        if (is_const && says(writes, type)) complain(name " says that it writes " type ", but takes it as const")
        if (!is_const && !says(writes, type)) complain(name " takes " type " to write, but does not say that it writes it")
    }
    function check_list(list,    n, i, one) { n = split(list, one, ","); for (i = 1; i <= n; ++i) check_one(one[i]) }
    function arguments(text, of,    at, depth, i, c, out) {
        at = index(text, of "<")
        if (!at) return ""
        for (i = at + length(of) + 1; i <= length(text); ++i) {
            c = substr(text, i, 1)
            if (c == "<") ++depth
            if (c == ">" && depth-- == 0) return out
            out = out c
        }
        return out
    }
    function finish(    list, rest, views) {
        if (file == "") return
        match(body, /class [a-z_]+_system/)
        name = RSTART ? substr(body, RSTART + 6, RLENGTH - 6) : ""
        if (name == "") { complain("there is no class NAME_system"); return }
        list = arguments(body, "block_system")
        if (name ~ /_block_system$/) { taken[name] = list; return }
        for (rest in taken) if (index(body, ": " rest)) list = list "," taken[rest]
        reads = writes = comment
        if (comment ~ /Reads, writes  /) {
            sub(/.*Reads, writes  /, "", reads); sub(/(After|Before)  .*/, "", reads); writes = reads
        } else {
            if (!sub(/.*Reads  /, "", reads)) reads = ""
            sub(/Writes  .*/, "", reads); sub(/(After|Before)  .*/, "", reads)
            if (!sub(/.*Writes  /, "", writes)) writes = ""
            sub(/(After|Before)  .*/, "", writes)
        }
        if (list == "") complain(name " takes no components that could be found")
        check_list(list)
        views = body
        while (views ~ /component_view</) {
            check_one(arguments(views, "component_view"))
            sub(/component_view</, "", views)
        }
        views = body
        while (match(views, /(const )?[a-z_]+\* [a-z_]+_;/)) {
            rest = substr(views, RSTART, RLENGTH)
            views = substr(views, RSTART + RLENGTH)
            sub(/\* .*/, "", rest)
            check_one(rest)
        }
    }
    FNR == 1 { finish(); file = FILENAME; body = comment = ""; open = "" }
    /^\/\/\// { sub(/^\/\/\/ ?/, ""); open = open " " $0; next }
    /^class / { if (comment == "") comment = open }
    { open = ""; sub(/\/\/.*/, ""); body = body " " $0 }
    END { finish(); exit bad }
' $(headers)
