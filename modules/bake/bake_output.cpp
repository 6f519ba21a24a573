#include <jounce/modules/bake/bake_output.hpp>

#include <jounce/modules/files/suffix.hpp>
#include <jounce/modules/files/write_target.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <system_error>

namespace jounce::bake {
namespace {

namespace fs = std::filesystem;

struct known_suffix {
    const char* suffix;
    bake_format format;
};
constexpr std::array<known_suffix, 4> suffixes = {{{".glb", bake_format::glb},
                                                   {".vrm", bake_format::glb},
                                                   {".csv", bake_format::csv},
                                                   {".npy", bake_format::npy}}};

} // namespace

result<bake_format> choose_output(const fs::path& in, const fs::path& out,
                                  std::optional<bake_format> asked) {
    const result<write_target> target = find_write_target(out);
    if (!target) {
        return target.error();
    }
    std::error_code ignored;
    if (fs::equivalent(in, out, ignored)) {
        return error{errors::cannot_write, out.string() +
                                               ": is the model itself; give another name, so "
                                               "that it can be baked again"};
    }
    if (target->kind == target_kind::stream) {
        return asked.value_or(bake_format::glb);
    }
    const std::string suffix = lower_suffix(out);
    if (suffix.empty() && asked) {
        return *asked;
    }
    for (const known_suffix& one : suffixes) {
        if (one.suffix == suffix && (!asked || *asked == one.format)) {
            return one.format;
        }
    }
    return error{errors::wrong_suffix,
                 out.string() + ": " +
                     (suffix.empty() ? "has no suffix to tell the format by"
                      : asked        ? "has a suffix that does not go with the format"
                                     : "has a suffix of no format that can be written") +
                     "; .glb (or .vrm) is the model with its motion, .csv and .npy are tables"};
}

bool leaves_images_behind(const nlohmann::ordered_json& document, const fs::path& in,
                          const fs::path& out) {
    std::error_code ignored;
    const auto folder = [](const fs::path& file) {
        return file.has_parent_path() ? file.parent_path() : fs::path(".");
    };
    if (fs::equivalent(folder(in), folder(out), ignored) || !document.contains("images") ||
        !document["images"].is_array()) {
        return false;
    }
    const auto& images = document["images"];
    return std::any_of(images.begin(), images.end(), [](const auto& image) {
        return image.is_object() && image.contains("uri") && image["uri"].is_string() &&
               image["uri"].template get_ref<const std::string&>().rfind("data:", 0) != 0;
    });
}

} // namespace jounce::bake
