# Debian source packages: fetched through apt, which checks their signatures, and built into the cache.

# open_source_suite SUITE: as open_suite, with the suite's sources instead of its packages.
open_source_suite() {
    local suite="$1" folder="$JOUNCE_DEPS_DIR/apt/$1-source" extension
    [[ -e "$folder/opened" ]] && return 0
    mkdir -p "$folder/lists/partial" "$folder/cache/archives/partial"
    for extension in sources list; do
        sources_for_suite "$suite" "$extension" 2>/dev/null |
            sed -E 's/^Types:.*/Types: deb-src/; s/^deb( |\t)/deb-src\1/' >"$folder/suite.$extension" || true
        [[ -s "$folder/suite.$extension" ]] && break
    done
    [[ -s "$folder/suite.$extension" ]] &&
        apt_in_suite "$suite-source" -o APT::Update::Error-Mode=any update >"$folder/log" 2>&1 &&
        touch "$folder/opened"
}

# unpack_sources NAME SUITE FOLDER: the named folders of the package's original archive, without their
# path, in FOLDER. Whatever version the suite has is taken: older ones vanish from mirrors.
unpack_sources() {
    local name="$1" suite="$2" folder="$3" part parts=() package archive
    package="$(field "$name" source_package)"
    for part in $(field "$name" source_folders); do parts+=("*/$part"); done
    mkdir -p "$folder/download"
    (cd "$folder/download" &&
        quietly apt_in_suite "$suite-source" source --download-only "$package") || return 1
    archive="$(find "$folder/download" -name '*.orig.tar.*' ! -name '*.asc' | head -n 1)"
    [[ -n "$archive" ]] || return 1
    say "$name: unpacking and building (two to four minutes on two cores) ..."
    mkdir -p "$folder/all"
    quietly tar -xf "$archive" -C "$folder/all" --strip-components=1 --wildcards "${parts[@]}" || return 1
    rm -rf "$folder/download"
    mkdir -p "$folder/sources"
    for part in $(field "$name" source_folders); do
        mv "$folder/all/$part" "$folder/sources/" || return 1
    done
    rm -rf "$folder/all"
}

# fetch_source NAME PREFIX: sets ROUTE or adds to TRIED. PREFIX appears whole or not at all.
fetch_source() {
    local name="$1" prefix="$2" package suite work="$2.partial" needed=() one
    package="$(field "$name" source_package)"
    for one in $(field "$name" build_packages); do
        is_package_installed "$one" || needed+=("$one")
    done
    if ((${#needed[@]})) && ! try_to_install "${needed[@]}"; then
        TRIED+=("source package $package: could not install ${needed[*]}, which building it needs")
        return 1
    fi
    for suite in $(field "$name" suites); do
        suite="${suite/#own/$(own_suite)}"
        say "$name: fetching the sources that $package of $suite carries (160 MB) ..."
        rm -rf "$work"
        mkdir -p "$work"
        if open_source_suite "$suite" && unpack_sources "$name" "$suite" "$work" &&
            quietly cmake -S "$JOUNCE_ROOT/$(field "$name" build_folder)" -B "$work/build" -G Ninja \
                -DCMAKE_BUILD_TYPE=Release "-D$(field "$name" sources_variable)=$work/sources" \
                -DCMAKE_INSTALL_PREFIX="$work/prefix" &&
            quietly cmake --build "$work/build" --parallel "$(jobs)" --target install; then
            rm -rf "$prefix"
            mv "$work/prefix" "$prefix"
            rm -rf "$work"
            if probe "$name" "$prefix" >/dev/null; then
                ROUTE="built from $package of $suite"
                return 0
            fi
            TRIED+=("source package $package of $suite: not usable as version $(field "$name" minimum)+")
            rm -rf "$prefix"
        else
            TRIED+=("source package $package of $suite: could not be fetched or built")
        fi
        rm -rf "$work"
    done
    return 1
}
