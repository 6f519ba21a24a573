#include <jounce/modules/files/suffix.hpp>

#include <jounce/modules/files/write_target.hpp>

namespace jounce {

std::string lower_suffix(const std::filesystem::path& file) {
    std::string out = file.extension().string();
    for (char& letter : out) {
        letter = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    }
    return out;
}

std::optional<error> check_suffix(const std::filesystem::path& file, std::string_view suffix,
                                  std::string_view what) {
    const result<write_target> target = find_write_target(file);
    if (!target) {
        return target.error();
    }
    if (target->kind == target_kind::stream || lower_suffix(file) == suffix) {
        return std::nullopt;
    }
    return error{errors::wrong_suffix, file.string() + ": " + std::string(what) +
                                           " is written to a file that ends in " +
                                           std::string(suffix) + "; give it such a name"};
}

} // namespace jounce
