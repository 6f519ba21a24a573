#include <jounce/modules/cli/options.hpp>

#include <jounce/modules/cli/version_text.hpp>
#include <jounce/modules/tuning/nearest_name.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <system_error>

namespace jounce::cli {
namespace {

std::string joined(const std::vector<std::string_view>& words) {
    std::string out;
    for (const std::string_view word : words) {
        out.append(out.empty() ? "" : ", ").append(word);
    }
    return out;
}

std::string plain(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", value);
    return text;
}

template <class Number> std::optional<Number> number_of(std::string_view word) {
    Number value{};
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
    const bool all = code == std::errc() && end == word.data() + word.size();
    return all ? std::optional<Number>(value) : std::nullopt;
}

template <class Target>
std::string store_number(const Target& to, std::string_view word, const std::string& least,
                         const std::string& most) {
    const auto value = number_of<std::remove_pointer_t<decltype(to.target)>>(word);
    if (!value || !(*value >= to.least && *value <= to.most)) {
        return "\"" + std::string(word) + "\" is not a number from " + least + " to " + most;
    }
    *to.target = *value;
    return "";
}

// The fault of a value, or "" after storing it.

std::string store(const flag& to, std::string_view) {
    *to.target = true;
    return "";
}
std::string store(const text& to, std::string_view word) {
    *to.target = word;
    return "";
}
std::string store(const texts& to, std::string_view word) {
    to.target->emplace_back(word);
    return "";
}
std::string store(const choice& to, std::string_view word) {
    if (std::find(to.values.begin(), to.values.end(), word) == to.values.end()) {
        return "\"" + std::string(word) + "\" is not one of: " + joined(to.values);
    }
    *to.target = word;
    return "";
}
std::string store(const whole_number& to, std::string_view word) {
    return store_number(to, word, std::to_string(to.least), std::to_string(to.most));
}
std::string store(const real_number& to, std::string_view word) {
    return store_number(to, word, plain(to.least), plain(to.most));
}

void print_row(const std::string& left, std::string_view right) {
    std::printf("  %-26s %.*s\n", left.c_str(), static_cast<int>(right.size()), right.data());
}

void print_help(const command_line& takes) {
    std::string usage(takes.command);
    for (const positional& p : takes.positionals) {
        usage += p.required ? " " + std::string(p.name) : " [" + std::string(p.name) + "]";
    }
    std::printf("%.*s\n\nusage: %s [options]\n\n", static_cast<int>(takes.summary.size()),
                takes.summary.data(), usage.c_str());
    for (const positional& p : takes.positionals) {
        print_row(std::string(p.name), p.help);
    }
    for (const option& o : takes.options) {
        print_row(std::string(o.name) + (o.value_name.empty() ? "" : " ") +
                      std::string(o.value_name),
                  o.help);
    }
    print_row("--help", "this text");
    print_row("--version", "version, ECS, instruction sets");
    std::printf("\nexit code: 0 ok, 1 failed, 2 wrong usage or input\n");
}

int refuse(const command_line& takes, const std::string& what) {
    const std::string name(takes.command);
    std::fprintf(stderr, "%s: %s; see %s --help\n", name.c_str(), what.c_str(), name.c_str());
    return exit_wrong;
}

/// Walks over the words; each function takes what it needs.
struct parser {
    const command_line& takes;
    arguments given;
    std::size_t next = 0;
    std::size_t positionals = 0;

    std::string unknown_option(std::string_view name) const {
        std::vector<std::string_view> known = {"--help", "--version"};
        for (const option& one : takes.options) {
            known.push_back(one.name);
        }
        const std::string near = near_word(name, known);
        return "unknown option " + std::string(name) + (near.empty() ? "" : ", " + near);
    }

    /// "" or what is wrong.
    std::string take_option(std::string_view word) {
        const std::size_t equals = word.find('=');
        const std::string_view name = word.substr(0, equals);
        const auto found = std::find_if(takes.options.begin(), takes.options.end(),
                                        [&](const option& o) { return o.name == name; });
        if (found == takes.options.end()) {
            return unknown_option(name);
        }
        std::string_view value;
        if (std::holds_alternative<flag>(found->value)) {
            if (equals != std::string_view::npos) {
                return std::string(name) + " takes no value";
            }
        } else if (equals != std::string_view::npos) {
            value = word.substr(equals + 1);
        } else if (next < given.size()) {
            value = given[next++];
        } else {
            return std::string(name) + " needs a value, " + std::string(found->value_name);
        }
        const std::string wrong =
            std::visit([&](const auto& to) { return store(to, value); }, found->value);
        return wrong.empty() ? "" : std::string(name) + " " + wrong;
    }

    std::string take_positional(std::string_view word) {
        if (positionals == takes.positionals.size()) {
            return "unexpected argument \"" + std::string(word) + "\"";
        }
        *takes.positionals[positionals++].target = word;
        return "";
    }
};

} // namespace

std::optional<int> parse(const command_line& takes, arguments given) {
    const auto is_help = [](std::string_view word) { return word == "--help" || word == "-h"; };
    if (std::any_of(given.begin(), given.end(), is_help)) {
        print_help(takes);
        return exit_ok;
    }
    if (std::any_of(given.begin(), given.end(),
                    [](std::string_view word) { return word == "--version"; })) {
        std::fputs(version_text().c_str(), stdout);
        return exit_ok;
    }
    parser state{takes, given};
    bool options_ended = false;
    while (state.next < given.size()) {
        const std::string_view word = given[state.next++];
        if (word == "--" && !options_ended) {
            options_ended = true;
            continue;
        }
        const bool is_option = !options_ended && word.size() > 1 && word.front() == '-';
        const std::string wrong = is_option ? state.take_option(word) : state.take_positional(word);
        if (!wrong.empty()) {
            return refuse(takes, wrong);
        }
    }
    if (state.positionals < takes.positionals.size() &&
        takes.positionals[state.positionals].required) {
        return refuse(takes,
                      std::string(takes.positionals[state.positionals].name) + " is missing");
    }
    return std::nullopt;
}

} // namespace jounce::cli
