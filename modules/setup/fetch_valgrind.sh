# valgrind, which counts instructions for the guard. Nothing else needs it: where it cannot be had, the
# guard is skipped and says so.

fill_valgrind() {
    if have valgrind; then
        say "valgrind: $(valgrind --version)"
        return 0
    fi
    # In a shell of its own: what cannot be installed must not end the run.
    if has_apt && [[ "$(id -u)" == 0 ]] && (install_packages valgrind); then
        say "valgrind: $(valgrind --version)"
    else
        say "valgrind: not here; instructions of the kernels are not counted"
    fi
}
