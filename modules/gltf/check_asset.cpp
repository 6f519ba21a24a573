#include <jounce/modules/gltf/check_document.hpp>
#include <jounce/modules/gltf/extensions.hpp>

#include <algorithm>
#include <charconv>

namespace jounce::gltf {
namespace {

/// "2.0" as 2 and 0, or -1 where there is no number.
struct version {
    int major = -1;
    int minor = -1;
};
version read_version(const std::string& text) {
    version out;
    const char* end = text.data() + text.size();
    const auto [stop, wrong] = std::from_chars(text.data(), end, out.major);
    if (wrong == std::errc{} && stop != end && *stop == '.') {
        std::from_chars(stop + 1, end, out.minor);
    }
    return out;
}

void check_version(source& from, const json::value& asset) {
    const std::string text = asset["version"].text();
    const version stated = read_version(text);
    if (from.ok() && stated.major != 2) {
        from.fail(errors::unsupported_version, "/asset/version",
                  "is \"" + text + "\", only glTF 2 is read; export the file as glTF 2.0");
    }
    if (from.ok() && asset.has("minVersion")) {
        const std::string least = asset["minVersion"].text();
        const version needed = read_version(least);
        if (from.ok() && (needed.major != 2 || needed.minor != 0)) {
            from.fail(errors::unsupported_version, "/asset/minVersion",
                      "is \"" + least + "\", the loader knows 2.0; export the file as glTF 2.0");
        }
    }
}

void note_extension(std::vector<used_extension>& all, const std::string& name, bool required,
                    const extension_answer& answer) {
    const auto same = std::find_if(all.begin(), all.end(),
                                   [&](const used_extension& one) { return one.name == name; });
    if (same != all.end()) {
        same->is_required = same->is_required || required;
    } else {
        all.push_back(
            {name, required, answer.use != extension_use::left_out, std::string(answer.said)});
    }
}

} // namespace

void check_asset(source& from, const json::value& root) {
    check_version(from, root["asset"]);
    for (const char* member : {"extensionsUsed", "extensionsRequired"}) {
        if (!from.ok() || !root.has(member)) {
            continue;
        }
        const bool required = member == std::string_view("extensionsRequired");
        const json::value list = root[member];
        const std::size_t count = list.size(1024);
        for (std::size_t i = 0; i < count && from.ok(); ++i) {
            const std::string name = list.at(i).text();
            const extension_answer answer = answer_to(name, has_draco());
            if (from.ok() && required && answer.use == extension_use::left_out) {
                from.fail(errors::unsupported_extension, list.at(i).pointer(),
                          "the file needs the extension \"" + name + "\": " +
                              std::string(answer.said) + "; " + std::string(answer.remedy));
            }
            note_extension(from.extensions, name, required, answer);
        }
    }
}

} // namespace jounce::gltf
