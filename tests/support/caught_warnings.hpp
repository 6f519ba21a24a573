#pragma once

#include <jounce/components/base/warning.hpp>

#include <string>
#include <vector>

namespace jounce::test {

/// While it lives, warnings are kept instead of printed.
class caught_warnings {
public:
    caught_warnings() : before_(set_warning_handler(&catch_it)) { all_.clear(); }
    ~caught_warnings() { set_warning_handler(before_); }
    caught_warnings(const caught_warnings&) = delete;
    caught_warnings& operator=(const caught_warnings&) = delete;

    const std::vector<std::string>& all() const { return all_; }

private:
    static void catch_it(const char* message) { all_.emplace_back(message); }
    static inline std::vector<std::string> all_; ///< warnings come between frames, from one thread
    warning_handler before_;
};

} // namespace jounce::test
