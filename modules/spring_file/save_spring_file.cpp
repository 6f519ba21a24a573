#include <jounce/modules/spring_file/spring_file.hpp>

#include <jounce/modules/files/replace_file.hpp>

namespace jounce {

std::optional<error> save_spring_file(const spring_file& springs,
                                      const std::filesystem::path& file) {
    const std::string text = write_spring_file(springs);
    if (const result<spring_file> again = parse_spring_file(text, file); !again) {
        return error{again.why().name, again.why().message + " (nothing was written)"};
    }
    return replace_file(file, text);
}

} // namespace jounce
