# Fills the dependency cache. Each dependency is tried in this order: installed on the machine,
# Debian package, Debian source package, pinned archive, the project's own stand-in. What came of it is kept in
# .deps/manifest (name, version, route, folder, wanted; tab-separated), so that the next run is
# instant and works without a network.

JOUNCE_ROUTES="${JOUNCE_ROUTES:-installed package archive}"
setup_folder="$JOUNCE_ROOT/modules/setup"
source "$setup_folder/dependency_table.sh"
source "$setup_folder/system_packages.sh"
source "$setup_folder/probe.sh"
source "$setup_folder/fetch_package.sh"
source "$setup_folder/fetch_source.sh"
source "$setup_folder/fetch_archive.sh"
source "$setup_folder/graphics.sh"

manifest() { printf '%s' "$JOUNCE_DEPS_DIR/manifest"; }
recorded() { awk -F '\t' -v name="$1" '$1 == name' "$(manifest)" 2>/dev/null || true; }
allowed() { [[ " $JOUNCE_ROUTES " == *" $1 "* ]]; }

# record NAME VERSION ROUTE FOLDER
record() {
    local next
    next="$(manifest).next"
    awk -F '\t' -v name="$1" '$1 != name' "$(manifest)" >"$next"
    printf '%s\t%s\t%s\t%s\t%s\n' "$@" "$(field "$1" minimum)" >>"$next"
    mv "$next" "$(manifest)"
}

# A record holds while what it points at exists and nobody asks for something else.
is_current() {
    local name="$1" version route folder wanted url
    IFS=$'\t' read -r _ version route folder wanted < <(recorded "$name") || return 1
    url="$(override "$name" URL)"
    [[ "$wanted" == "$(field "$name" minimum)" ]] || return 1
    [[ -z "$url" || "$route" == "archive $url" ]] || return 1
    [[ "$folder" == - || "$folder" == /* ]] || folder="$JOUNCE_DEPS_DIR/$folder"
    [[ "$folder" == - || -e "$folder" ]]
}

# obtain NAME: by the first route that works; records it, or explains everything that was tried.
obtain() {
    local name="$1" prefix="$JOUNCE_DEPS_DIR/$1" found version folder
    ROUTE=""
    TRIED=()
    # An archive named by the user is an order, not a hint.
    if [[ -n "$(override "$name" URL)" ]]; then
        fetch_archive "$name" "$prefix" || refuse "$name"
    elif allowed installed && found="$(probe "$name")"; then
        ROUTE="installed"
    elif has_apt && [[ -n "$(field "$name" later_package)" ]] && fetch_package "$name" "$prefix"; then
        :
    elif has_apt && [[ -n "$(field "$name" source_package)" ]] && fetch_source "$name" "$prefix"; then
        :
    elif allowed archive && [[ -n "$(archive_url "$name")" ]] && fetch_archive "$name" "$prefix"; then
        :
    elif [[ -n "$(field "$name" fallback)" ]]; then
        record "$name" - "$(field "$name" fallback); the real one: ${TRIED[*]:-no route allowed}" -
        return
    else
        refuse "$name"
    fi
    [[ "$ROUTE" == installed ]] || found="$(probe "$name" "$prefix")"
    IFS=$'\t' read -r version folder <<<"$found"
    # Relative inside the cache, so that a moved or copied cache stays valid.
    record "$name" "$version" "$ROUTE" "${folder#"$JOUNCE_DEPS_DIR"/}"
}

refuse() {
    local line
    complain "$1 $(field "$1" minimum)+ could not be had. Tried:"
    for line in "${TRIED[@]:-nothing: JOUNCE_ROUTES allows no route}"; do complain "    $line"; done
    complain "Install it yourself, or give its archive: JOUNCE_${1^^}_URL=file:///path/to/archive.tar.gz"
    exit 1
}

# packages_for NAME...: tools and libraries to install in one go.
packages_for() {
    local name package
    missing_tools
    has_apt || return 0
    for name in "$@"; do
        package="$(field "$name" system_package)"
        [[ -n "$package" && -z "$(override "$name" URL)" && -z "$(field "$name" fallback)" ]] || continue
        is_package_installed "$package" || probe "$name" >/dev/null || echo "$package"
    done
}

# install_optional NAME...: packages that can be done without; a failure is no reason to stop.
install_optional() {
    local name package wanted=()
    has_apt || return 0
    for name in "$@"; do
        package="$(field "$name" system_package)"
        [[ -n "$package" && -n "$(field "$name" fallback)" ]] || continue
        is_package_installed "$package" || probe "$name" >/dev/null || wanted+=("$package")
    done
    ((${#wanted[@]} == 0)) || try_to_install "${wanted[@]}" ||
        complain "going on without: ${wanted[*]}"
}

show_dependencies() {
    local name version route
    while IFS=$'\t' read -r name version route _; do
        printf '  %-14s %-8s %s\n' "$name" "$version" "$route"
    done <"$(manifest)"
}

# fill_dependencies [--retry|--for-demo]: --retry forgets stand-ins, so that real dependencies are tried
# again; --for-demo leaves out what only tests need.
fill_dependencies() {
    local name stale=() packages
    mkdir -p "$JOUNCE_DEPS_DIR"
    # Two set-ups at once would remove each other's unfinished folders.
    if have flock; then
        exec 9>"$JOUNCE_DEPS_DIR/lock"
        flock 9
    fi
    touch "$(manifest)"
    for name in "${DEPENDENCY_NAMES[@]}"; do
        [[ "${1:-}" != --for-demo || "$(field "$name" tests_only)" != yes ]] || continue
        if ! is_current "$name" ||
            [[ "${1:-}" == --retry && "$(recorded "$name" | cut -f 4)" == - ]]; then
            stale+=("$name")
        fi
    done
    packages="$(packages_for "${stale[@]}")"
    # shellcheck disable=SC2086 # one word per package
    [[ -z "$packages" ]] || install_packages $packages
    require_new_cmake
    install_optional "${stale[@]}"
    for name in "${stale[@]}"; do obtain "$name"; done
    rm -rf "$JOUNCE_DEPS_DIR/apt" "$JOUNCE_DEPS_DIR/probe"
    if have flock; then exec 9>&-; fi
    say "dependencies"
    show_dependencies
}
