#include <jounce/modules/json/locate.hpp>

#include <jounce/modules/json/text_walk.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>

namespace jounce::json {
namespace {

/// A part of a pointer as the key that it means (RFC 6901).
std::string unescaped(std::string_view part) {
    std::string out;
    for (std::size_t i = 0; i < part.size(); ++i) {
        const bool escape = part[i] == '~' && i + 1 < part.size();
        out += !escape ? part[i] : part[i + 1] == '1' ? '/' : '~';
        i += escape ? 1U : 0U;
    }
    return out;
}

/// Steps into values.
struct walker : text_walk {
    /// From the opening bracket to the value of a member; gives the place of its key.
    std::optional<std::size_t> enter_member(const std::string& wanted) {
        ++at;
        while (next() && here() == '"') {
            const std::size_t key_at = at;
            const nlohmann::json key = nlohmann::json::parse(take_string(), nullptr, false);
            skip_space();
            at = std::min(at + 1, text.size()); // the colon
            skip_space();
            if (key.is_string() && key.get_ref<const std::string&>() == wanted) {
                return key_at;
            }
            skip_value();
        }
        return std::nullopt;
    }

    std::optional<std::size_t> enter_element(std::string_view wanted) {
        std::size_t index = 0;
        const auto [end, code] =
            std::from_chars(wanted.data(), wanted.data() + wanted.size(), index);
        if (code != std::errc() || end != wanted.data() + wanted.size()) {
            return std::nullopt;
        }
        ++at;
        for (std::size_t i = 0; next(); ++i) {
            if (i == index) {
                return at;
            }
            skip_value();
        }
        return std::nullopt;
    }
};

text_place place_of(std::string_view text, std::size_t at) {
    const std::string_view before = text.substr(0, at);
    const std::size_t line_start = before.rfind('\n');
    return {1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')),
            line_start == std::string_view::npos ? at + 1 : at - line_start};
}

} // namespace

text_place locate(std::string_view text, std::string_view pointer) {
    walker walk{{text}};
    walk.skip_space();
    std::size_t found = walk.at;
    if (pointer == "/") { // as messages write the root
        pointer = "";
    }
    while (!pointer.empty()) {
        pointer.remove_prefix(1);
        const std::size_t end = std::min(pointer.find('/'), pointer.size());
        const std::string part = unescaped(pointer.substr(0, end));
        pointer.remove_prefix(end);
        std::optional<std::size_t> entered;
        if (walk.here() == '{') {
            entered = walk.enter_member(part);
        } else if (walk.here() == '[') {
            entered = walk.enter_element(part);
        }
        if (!entered) {
            return {};
        }
        found = *entered;
    }
    return found < text.size() ? place_of(text, found) : text_place{};
}

} // namespace jounce::json
