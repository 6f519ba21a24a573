#include <jounce/modules/editing/model_settings.hpp>

#include <jounce/modules/editing/patch_json.hpp>
#include <jounce/modules/editing/text_parts.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace jounce::editing {
namespace {

using model_json = nlohmann::ordered_json;

constexpr const char* settings_key = "jounce_springs";
constexpr std::size_t glb_header = 12;
constexpr std::size_t chunk_header = 8;

std::size_t word_at(std::string_view bytes, std::size_t at) {
    std::size_t out = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        out |= static_cast<std::size_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
    }
    return out;
}

void put_word(std::string& to, std::size_t word) {
    for (int byte = 0; byte < 4; ++byte) {
        to += static_cast<char>((word >> (8 * byte)) & 0xFFU);
    }
}

std::optional<text_span> inner_span(std::string_view text, std::optional<text_span> at,
                                    std::string_view key) {
    return at ? member_span(text, *at, key) : std::nullopt;
}

/// The scene that viewers show, if there is one.
std::optional<text_span> scene_span(std::string_view text) {
    const text_span root = root_span(text);
    std::size_t index = 0;
    if (const auto said = member_span(text, root, "scene")) {
        const auto number = nlohmann::json::parse(text.substr(said->begin, said->end - said->begin),
                                                  nullptr, false);
        index = number.is_number_unsigned() ? number.get<std::size_t>() : 0;
    }
    const auto scenes = member_span(text, root, "scenes");
    const auto all = scenes ? parts_of(text, *scenes) : std::vector<text_part>();
    return index < all.size() ? std::optional(all[index].value) : std::nullopt;
}

/// The place in a document where settings are, or are to be.
model_json& place_of_settings(model_json& document) {
    const auto has = [](const model_json& of) {
        return of.is_object() && of.contains("extras") && of["extras"].is_object() &&
               of["extras"].contains(settings_key);
    };
    if (!has(document) && document.contains("scenes") && document["scenes"].is_array()) {
        const bool says = document.contains("scene") && document["scene"].is_number_unsigned();
        const std::size_t scene = says ? document["scene"].get<std::size_t>() : 0;
        if (scene < document["scenes"].size() && has(document["scenes"][scene])) {
            return document["scenes"][scene]["extras"][settings_key];
        }
    }
    if (!document.contains("extras") || !document["extras"].is_object()) {
        document["extras"] = model_json::object();
    }
    return document["extras"][settings_key];
}

result<std::string> put_in_document(std::string_view json, std::string_view settings,
                                    const std::filesystem::path& name) {
    const auto bad = [&](const char* cause) {
        return error{errors::bad_json, name.string() + ": " + cause};
    };
    model_json document = model_json::parse(json, nullptr, false);
    model_json wanted = model_json::parse(settings, nullptr, false);
    if (!document.is_object() || !wanted.is_object()) {
        return bad("is not a JSON object; export it again");
    }
    if (document.contains("extras") && !document["extras"].is_object()) {
        return bad("/extras: is no object, so settings cannot be added to it; save them to a file "
                   "of their own");
    }
    model_json& place = place_of_settings(document);
    place = place.is_string() ? model_json(std::string(settings)) : std::move(wanted);
    std::optional<std::string> out = patch_json(json, document);
    return out ? result<std::string>(*std::move(out))
               : bad("cannot be changed piece by piece; save the settings to a file of their own");
}

} // namespace

std::optional<std::string> settings_in_document(std::string_view json) {
    const text_span root = root_span(json);
    auto found = inner_span(json, member_span(json, root, "extras"), settings_key);
    if (!found) {
        found = inner_span(json, inner_span(json, scene_span(json), "extras"), settings_key);
    }
    if (!found) {
        return std::nullopt;
    }
    const std::string_view text = json.substr(found->begin, found->end - found->begin);
    const auto typed =
        text.substr(0, 1) == "\"" ? nlohmann::json::parse(text, nullptr, false) : nlohmann::json();
    return typed.is_string() ? typed.get<std::string>() : std::string(text);
}

result<std::string> put_settings(std::string_view file_bytes, std::string_view settings,
                                 const std::filesystem::path& name) {
    if (file_bytes.substr(0, 4) != "glTF") {
        return put_in_document(file_bytes, settings, name);
    }
    const std::size_t begin = glb_header + chunk_header;
    if (file_bytes.size() < begin || word_at(file_bytes, glb_header) > file_bytes.size() - begin) {
        return error{errors::bad_container,
                     name.string() + ": ends before its first chunk does; export it again"};
    }
    const std::size_t length = word_at(file_bytes, glb_header);
    result<std::string> document =
        put_in_document(file_bytes.substr(begin, length), settings, name);
    if (!document) {
        return document.error();
    }
    // Chunks are padded by spaces to words of four bytes.
    document->erase(document->find_last_not_of(" \t\r\n") + 1);
    document->append((4 - document->size() % 4) % 4, ' ');
    const std::string_view rest = file_bytes.substr(begin + length);
    const std::size_t total = begin + document->size() + rest.size();
    if (total > std::numeric_limits<std::uint32_t>::max()) {
        return error{errors::too_large, name.string() + ": would have more than 4 GiB with its "
                                                        "settings; save them to a file"};
    }
    std::string out(file_bytes.substr(0, 8));
    put_word(out, total);
    put_word(out, document->size());
    out += file_bytes.substr(glb_header + 4, 4);
    out += *document;
    return out += rest;
}

} // namespace jounce::editing
