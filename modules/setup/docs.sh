# ./run docs: pages of the public headers and of docs/, made by Doxygen. What is public and has no comment
# fails. Settings, and what may go without a comment: modules/setup/Doxyfile.in.

# public_headers: every header that a CMakeLists.txt registers for users, one per line, as "path in the
# tree<TAB>path below <jounce/...>". From the lists themselves: pages do not depend on what a machine can build.
public_headers() {
    local list
    find components systems modules -name CMakeLists.txt | sort | while IFS= read -r list; do
        sed 's/#.*//' "$list" | tr '\n' ' ' | grep -oE 'jounce_(public|top)_headers *\([^)]*\)' |
            awk -v folder="${list%/*}" '{
                gsub(/[()]/, " ")
                for (i = 3; i <= NF; ++i) print folder "/" $i "\t" ($1 ~ /top/ ? $i : folder "/" $i)
            }' || true
    done
}

# link_page PAGE: the text of a page with links between pages as Doxygen follows them. Headings get names
# ("page-integration-cmake"); links to files that are no page lead into the tree, from build/docs/html.
link_page() {
    awk -v page="$1" -v pages=" ${DOCS_PAGES[*]} " '
        function name_of(path) {
            sub(/\.md$/, "", path); sub(/^docs\//, "", path); sub(/\/README$/, "", path); gsub(/\//, "-", path)
            return path == "README" ? "mainpage" : "page-" path
        }
        function slug(text) {
            text = tolower(text); gsub(/[^a-z0-9 _-]/, "", text); gsub(/ /, "-", text)
            return text
        }
        function from_root(path,   folder) {
            folder = page; if (!sub(/\/[^\/]*$/, "", folder)) folder = ""
            while (path ~ /^\.\.\//) { sub(/^\.\.\//, "", path); if (!sub(/\/[^\/]*$/, "", folder)) folder = "" }
            return folder == "" ? path : folder "/" path
        }
        function target(link,   path, mark) {
            if (link ~ /^[a-z]+:/ || link ~ / /) return link
            path = link; sub(/#.*/, "", path); mark = link; if (!sub(/^[^#]*#/, "", mark)) mark = ""
            path = path == "" ? page : from_root(path)
            if (path ~ /\.(png|svg|webp)$/) { sub(/.*\//, "", path); return path }
            if (index(pages, " " path " ")) return "@ref " name_of(path) (mark == "" ? "" : "-" mark)
            return "../../../" path
        }
        function links(text,   done) {
            while (match(text, /\]\([^)]*\)/)) {
                done = done substr(text, 1, RSTART + 1) target(substr(text, RSTART + 2, RLENGTH - 3)) ")"
                text = substr(text, RSTART + RLENGTH)
            }
            return done text
        }
        /^ *```/ { code = !code; print; next }
        code { print; next }
        /^# / && !titled { titled = 1; print $0 " {#" name_of(page) "}"; next }
        /^#+ / {
            text = $0; sub(/^#+ /, "", text); mark = slug(text)
            print $0 " {#" name_of(page) "-" mark (seen[mark] ? "-" seen[mark] : "") "}"; ++seen[mark]; next
        }
        {
            count = split($0, part, "`"); line = ""
            for (i = 1; i <= count; ++i) line = line (i > 1 ? "`" : "") (i % 2 ? links(part[i]) : part[i])
            print line
        }' "$1"
}

# of_the_tree: warnings about what lies in the output folder become warnings about its origin.
of_the_tree() {
    local line file
    while IFS= read -r line; do
        file="${line%%:*}"
        if [[ -L "$file" ]]; then
            file="$(readlink "$file")"
            line="${file#"$JOUNCE_ROOT"/}:${line#*:}"
        fi
        printf '%s\n' "${line#"$1/pages/"}"
    done
}

# make_docs OUTPUT: pages in OUTPUT/html; fails with the list of what has no comment.
make_docs() {
    local output="$1" path name faults version
    cd "$JOUNCE_ROOT" || exit
    rm -rf "$output"
    while IFS=$'\t' read -r path name; do
        [[ -f "$path" ]] || fail "docs: $path is registered as a public header and is not there"
        mkdir -p "$output/include/jounce/$(dirname "$name")"
        ln -s "$JOUNCE_ROOT/$path" "$output/include/jounce/$name"
    done < <(public_headers)
    mapfile -t DOCS_PAGES < <(find README.md CONTRIBUTING.md CHANGELOG.md docs shaders -name '*.md' | sort)
    for path in "${DOCS_PAGES[@]}"; do
        mkdir -p "$output/pages/$(dirname "$path")"
        link_page "$path" >"$output/pages/$path"
    done
    version="$(sed -n 's/^#define JOUNCE_VERSION_[A-Z]* //p' components/base/version.hpp | paste -sd .)"
    JOUNCE_ROOT="$JOUNCE_ROOT" JOUNCE_DOCS_OUTPUT="$output" JOUNCE_DOCS_VERSION="$version" \
        doxygen modules/setup/Doxyfile.in || fail "docs: doxygen failed"
    faults="$(grep -vE ': warning: Member .*(\(variable\) of (struct|class) |=default \((function|friend)\) of ).* is not documented' \
        "$output/warnings" | of_the_tree "$output")" || true
    [[ -z "$faults" ]] || { printf '%s\n' "$faults" && fail "docs: $(wc -l <<<"$faults") warnings"; }
}

command_docs() {
    [[ $# == 0 ]] || fail "docs takes no arguments, not '$*'"
    have doxygen || install_packages doxygen
    make_docs "$JOUNCE_ROOT/build/docs"
    say "pages: build/docs/html/index.html"
}
