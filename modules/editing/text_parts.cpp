#include <jounce/modules/editing/text_parts.hpp>

#include <jounce/modules/json/text_walk.hpp>

#include <nlohmann/json.hpp>

#include <utility>

namespace jounce::editing {

text_span root_span(std::string_view text) {
    json::text_walk walk{text};
    if (text.substr(0, 3) == "\xEF\xBB\xBF") { // a mark that some editors begin files with
        walk.at = 3;
    }
    walk.skip_space();
    const std::size_t begin = walk.at;
    walk.skip_value();
    return {begin, walk.at};
}

std::vector<text_part> parts_of(std::string_view text, const text_span& container) {
    std::vector<text_part> out;
    json::text_walk walk{text, container.begin};
    const bool is_object = walk.here() == '{';
    if (!is_object && walk.here() != '[') {
        return out;
    }
    ++walk.at;
    while (walk.next()) {
        text_part part;
        part.begin = walk.at;
        if (is_object) {
            const nlohmann::json key = nlohmann::json::parse(walk.take_string(), nullptr, false);
            part.key = key.is_string() ? key.get<std::string>() : "";
            walk.skip_space();
            ++walk.at; // the colon
            walk.skip_space();
        }
        part.value.begin = walk.at;
        walk.skip_value();
        part.value.end = walk.at;
        if (walk.at <= part.begin) {
            break; // no JSON
        }
        out.push_back(std::move(part));
    }
    return out;
}

std::optional<text_span> member_span(std::string_view text, const text_span& object,
                                     std::string_view key) {
    for (const text_part& part : parts_of(text, object)) {
        if (part.key == key && text[object.begin] == '{') {
            return part.value;
        }
    }
    return std::nullopt;
}

} // namespace jounce::editing
