#include <jounce/modules/mesh_cache/parse_obj.hpp>

#include <jounce/modules/json/document.hpp>
#include <jounce/modules/mesh_cache/read_text.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

namespace jounce::mesh_cache {
namespace {

/// The words of a line, one after the other.
class words {
public:
    explicit words(std::string_view line) : left_(line) {}

    /// Empty at the end.
    std::string_view next() {
        constexpr std::string_view blanks = " \t\r\v\f";
        const std::size_t begin = left_.find_first_not_of(blanks);
        if (begin == std::string_view::npos) {
            left_ = {};
            return {};
        }
        const std::size_t end = std::min(left_.find_first_of(blanks, begin), left_.size());
        const std::string_view out = left_.substr(begin, end - begin);
        left_ = left_.substr(end);
        return out;
    }

private:
    std::string_view left_;
};

/// A number that takes the whole word, with or without a plus before it.
template <class Number> std::optional<Number> number_in(std::string_view word) {
    if (word.size() > 1 && word.front() == '+' && word[1] != '-') {
        word.remove_prefix(1);
    }
    Number out = 0;
    const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), out);
    if (fault != std::errc() || end != word.data() + word.size()) {
        return std::nullopt;
    }
    return out;
}

/// Line by line.
class obj_parser {
public:
    obj_parser(std::string_view text, const std::filesystem::path& name, const cache_limits& limits)
        : text_(text), name_(name), limits_(limits) {}

    result<obj_mesh> run() {
        std::size_t begin = 0;
        while (begin < text_.size() && !wrong_) {
            const std::size_t end = std::min(text_.find('\n', begin), text_.size());
            ++line_;
            parse_line(text_.substr(begin, end - begin));
            begin = end + 1;
        }
        check_whole();
        if (wrong_) {
            return *std::move(wrong_);
        }
        return std::move(out_);
    }

private:
    void fail(const char* error_name, std::size_t line, const std::string& cause) {
        wrong_ = error{error_name, name_.string() + ":" + std::to_string(line) + ": " + cause};
    }

    void parse_line(std::string_view line) {
        words all(line);
        const std::string_view first = all.next();
        if (first == "v") {
            add_vertex(all);
        } else if (first == "f") {
            add_face(all);
        }
    }

    void add_vertex(words& all) {
        double at[3] = {};
        for (double& number : at) {
            const std::string_view word = all.next();
            const std::optional<double> read = number_in<double>(word);
            if (!read || !(std::abs(*read) <= json::max_number)) {
                fail(errors::bad_number, line_,
                     word.empty() ? "a vertex needs three numbers; export the file again"
                                  : "\"" + json::printable(word) +
                                        "\" is not a number below 1e30 in size; export the file "
                                        "again");
                return;
            }
            number = *read;
        }
        if (out_.positions.size() >= limits_.max_vertices ||
            out_.positions.size() >= limits_.max_bytes / sizeof(vec3<double>)) {
            fail(errors::too_many, line_,
                 "has more than " + std::to_string(out_.positions.size()) +
                     " vertices, which is the limit; export less of it");
            return;
        }
        out_.positions.push_back({at[0], at[1], at[2]});
    }

    void add_face(words& all) {
        std::size_t corners = 0;
        std::uint32_t first = 0;
        std::uint32_t last = 0;
        for (std::string_view word = all.next(); !word.empty() && !wrong_; word = all.next()) {
            const std::optional<std::uint32_t> vertex = corner(word);
            if (!vertex) {
                return;
            }
            if (++corners >= 3) {
                add_triangle(first, last, *vertex);
            } else if (corners == 1) {
                first = *vertex;
            }
            last = *vertex;
        }
        if (!wrong_ && corners < 3) {
            fail(errors::bad_mesh, line_,
                 "a face has " + std::to_string(corners) +
                     " vertices, three are needed; remove it or export the file again");
        }
    }

    void add_triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        if (out_.triangles.size() / 3 >= limits_.max_triangles) {
            fail(errors::too_many, line_,
                 "has more than " + std::to_string(limits_.max_triangles) +
                     " triangles, which is the limit; export less of it");
            return;
        }
        out_.triangles.insert(out_.triangles.end(), {a, b, c});
    }

    /// The vertex of `7`, `7/1`, `7/1/3`, `7//3` or `-1`, from zero. Whether there is such a vertex is known
    /// at the end of the file, except for those that are counted back.
    std::optional<std::uint32_t> corner(std::string_view word) {
        const auto read = number_in<std::int64_t>(word.substr(0, word.find('/')));
        const auto known = static_cast<std::int64_t>(out_.positions.size());
        if (!read || *read == 0 || *read < -known ||
            *read > static_cast<std::int64_t>(limits_.max_vertices)) {
            fail(errors::bad_index, line_,
                 "\"" + json::printable(word) + "\" names no vertex; there are " +
                     std::to_string(known) +
                     " before this line, counted from 1, or from -1 backwards");
            return std::nullopt;
        }
        const std::int64_t index = *read > 0 ? *read - 1 : known + *read;
        if (index >= highest_) {
            highest_ = index + 1;
            highest_line_ = line_;
        }
        return static_cast<std::uint32_t>(index);
    }

    void check_whole() {
        if (wrong_) {
            return;
        }
        const auto known = static_cast<std::int64_t>(out_.positions.size());
        if (known == 0) {
            fail(errors::no_vertices, line_, "has no line \"v\"; it is not an OBJ mesh");
        } else if (highest_ > known) {
            fail(errors::bad_index, highest_line_,
                 "names vertex " + std::to_string(highest_) + " of " + std::to_string(known) +
                     "; export the file again");
        } else if (out_.triangles.empty()) {
            fail(errors::no_triangles, line_,
                 "has vertices but no faces; export it with its faces");
        }
    }

    std::string_view text_;
    const std::filesystem::path& name_;
    const cache_limits& limits_;
    obj_mesh out_;
    std::size_t line_ = 0;
    std::int64_t highest_ = 0; ///< vertices that faces need
    std::size_t highest_line_ = 0;
    std::optional<error> wrong_;
};

} // namespace

result<obj_mesh> parse_obj(std::string_view text, const std::filesystem::path& name,
                           const cache_limits& limits) {
    return obj_parser(text, name, limits).run();
}

result<obj_mesh> read_obj(const std::filesystem::path& file, const cache_limits& limits) {
    const result<std::string> text = read_text(file, limits.max_file_bytes);
    if (!text) {
        return text.error();
    }
    return parse_obj(*text, file, limits);
}

} // namespace jounce::mesh_cache
