#include <jounce/modules/editing/text_style.hpp>

#include <jounce/modules/tuning/tuning_check.hpp>

#include <algorithm>

namespace jounce::editing {
namespace {

using style_json = nlohmann::ordered_json;

std::string bare(const style_json& value) {
    return value.is_number_float()
               ? number_text(value.get<double>())
               : value.dump(-1, ' ', false, style_json::error_handler_t::replace);
}

bool holds_object(const style_json& list) {
    return std::any_of(list.begin(), list.end(),
                       [](const style_json& element) { return element.is_object(); });
}

} // namespace

std::string_view indent_at(std::string_view text, std::size_t at) {
    const std::size_t newline = text.substr(0, at).rfind('\n');
    const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
    const std::size_t end = std::min(text.find_first_not_of(" \t", begin), text.size());
    return text.substr(begin, end - begin);
}

text_style style_of(std::string_view text) {
    text_style out;
    out.unit = "  ";
    const std::size_t first = text.find('\n');
    if (first != std::string_view::npos) {
        out.newline = first > 0 && text[first - 1] == '\r' ? "\r\n" : "\n";
        // A text out of the middle of another has the indentation of that in all lines but the first.
        const std::size_t last = text.find_last_of("}]");
        const std::string_view outer =
            last != std::string_view::npos && last > first ? indent_at(text, last) : "";
        std::string_view inner = indent_at(text, first + 1);
        if (inner.size() > outer.size() && inner.substr(0, outer.size()) == outer) {
            inner.remove_prefix(outer.size());
            out.unit = inner;
        }
    }
    const std::size_t colon = text.find("\":");
    out.is_spaced =
        colon == std::string_view::npos || colon + 2 >= text.size() || text[colon + 2] == ' ';
    return out;
}

std::string format_json(const style_json& value, const text_style& style, const std::string& indent,
                        bool lines) {
    if (!value.is_structured()) {
        return bare(value);
    }
    const bool open = lines && (value.is_object() || holds_object(value));
    const std::string inner = indent + style.unit;
    const std::string comma = open ? "," + style.newline + inner : style.is_spaced ? ", " : ",";
    std::string out;
    for (const auto& member : value.items()) {
        out += out.empty() ? "" : comma;
        if (value.is_object()) {
            out += bare(member.key()) + (style.is_spaced ? ": " : ":");
        }
        out += format_json(member.value(), style, inner, lines);
    }
    const std::string_view brackets = value.is_object() ? "{}" : "[]";
    std::string before, after;
    if (!out.empty() && open) {
        before = style.newline + inner;
        after = style.newline + indent;
    } else if (!out.empty() && value.is_object() && !style.newline.empty()) {
        before = after = " ";
    }
    return brackets[0] + before + out + after + brackets[1];
}

} // namespace jounce::editing
