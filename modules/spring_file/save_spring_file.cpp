#include <jounce/modules/spring_file/spring_file.hpp>

#include <jounce/modules/files/replace_file.hpp>

namespace jounce {

result<void> save_spring_file(const spring_file& springs, const std::filesystem::path& file) {
    const std::string text = write_spring_file(springs);
    if (const result<spring_file> again = parse_spring_file(text, file); !again) {
        return error{again.error().name, again.error().message + " (nothing was written)"};
    }
    return replace_file(file, text);
}

} // namespace jounce
