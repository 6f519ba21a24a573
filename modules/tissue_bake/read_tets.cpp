#include <jounce/modules/tissue_bake/read_tets.hpp>

#include <jounce/modules/json/document.hpp>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace jounce::tissue {
namespace {

constexpr std::uint64_t max_file_bytes = 256ULL << 20U;
constexpr std::uint64_t max_nodes = 400'000, max_tets = 400'000;

/// Words of a text, without comments. Keeps the first mistake.
class word_reader {
public:
    word_reader(std::string_view text, const std::filesystem::path& name)
        : text_(text), name_(name) {}

    std::optional<error> wrong;

    void fail(const char* error_name, const std::string& what) {
        if (!wrong) {
            wrong = error{error_name, name_.string() + ":" + std::to_string(line_) + ": " + what};
        }
    }
    /// The next word; empty at the end.
    std::string_view next() {
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (c == '#') {
                while (at_ < text_.size() && text_[at_] != '\n') {
                    ++at_;
                }
            } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
                line_ += c == '\n' ? 1U : 0U;
                ++at_;
            } else {
                break;
            }
        }
        const std::size_t first = at_;
        while (at_ < text_.size() &&
               std::string_view(" \t\r\n#").find(text_[at_]) == std::string_view::npos) {
            ++at_;
        }
        return text_.substr(first, at_ - first);
    }
    double number() {
        const std::string_view word = next();
        double out = 0;
        const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), out);
        if (code != std::errc() || end != word.data() + word.size() || !(std::abs(out) <= 1e30)) {
            fail(errors::bad_number,
                 "\"" + json::printable(word.substr(0, 40)) + "\" is no number");
            return 0;
        }
        return out;
    }
    std::uint64_t whole(std::uint64_t least, std::uint64_t most, const char* error_name) {
        const std::string_view word = next();
        std::uint64_t out = 0;
        const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), out);
        if (code != std::errc() || end != word.data() + word.size() || out < least || out > most) {
            fail(error_name, "\"" + json::printable(word.substr(0, 40)) + "\" is not " +
                                 std::to_string(least) + " to " + std::to_string(most));
            return least;
        }
        return out;
    }
    /// Bytes that are left: things of at least two bytes each cannot be more than half of them.
    std::size_t left() const { return text_.size() - at_; }

private:
    std::string_view text_;
    const std::filesystem::path& name_;
    std::size_t at_ = 0;
    std::size_t line_ = 1;
};

void read_nodes(word_reader& from, tet_mesh& to) {
    const std::uint64_t count = from.whole(1, max_nodes, errors::too_many);
    if (count > from.left() / 2) {
        from.fail(errors::unreadable, "ends before its vertices do");
    }
    for (std::uint64_t i = 0; i < count && !from.wrong; ++i) {
        const double x = from.number();
        const double y = from.number();
        const double z = from.number();
        from.next(); // reference
        to.nodes.push_back({x, y, z});
    }
}

void read_cells(word_reader& from, tet_mesh& to) {
    const std::uint64_t count = from.whole(1, max_tets, errors::too_many);
    if (count > from.left() / 2) {
        from.fail(errors::unreadable, "ends before its tetrahedra do");
    }
    for (std::uint64_t i = 0; i < count && !from.wrong; ++i) {
        tetrahedron one{};
        for (std::uint32_t& node : one) {
            node = static_cast<std::uint32_t>(from.whole(1, max_nodes, errors::bad_index) - 1);
        }
        from.next(); // reference
        to.tets.push_back(one);
    }
}

} // namespace

result<tet_mesh> parse_tets(std::string_view text, const std::filesystem::path& name) {
    word_reader from(text, name);
    tet_mesh out;
    if (from.next() != "MeshVersionFormatted") {
        return error{errors::bad_container,
                     name.string() +
                         ": is no Medit .mesh text; it begins with MeshVersionFormatted (TetGen "
                         "writes it by -g)"};
    }
    for (std::string_view word = from.next(); !word.empty() && !from.wrong; word = from.next()) {
        if (word == "Dimension" && from.whole(2, 3, errors::bad_number) != 3) {
            from.fail(errors::bad_container, "has two dimensions; tetrahedra need three");
        } else if (word == "Vertices") {
            read_nodes(from, out);
        } else if (word == "Tetrahedra") {
            read_cells(from, out);
        } else if (word == "End") {
            break;
        }
    }
    if (!from.wrong && out.nodes.empty()) {
        from.fail(errors::no_vertices, "has no Vertices");
    }
    if (!from.wrong && out.tets.empty()) {
        from.fail(errors::bad_mesh, "has no Tetrahedra");
    }
    for (tetrahedron& one : out.tets) {
        for (const std::uint32_t node : one) {
            if (node >= out.nodes.size()) {
                from.fail(errors::bad_index, "a tetrahedron names vertex " +
                                                 std::to_string(node + 1) + " of " +
                                                 std::to_string(out.nodes.size()));
            }
        }
    }
    if (from.wrong) {
        return *std::move(from.wrong);
    }
    for (std::size_t t = 0; t < out.tets.size(); ++t) {
        if (shape_of(out, t).volume < 0) {
            std::swap(out.tets[t][2], out.tets[t][3]);
        }
    }
    out.fill.assign(out.tets.size(), 1);
    return out;
}

result<tet_mesh> read_tets(const std::filesystem::path& file) {
    json::file_kind kind;
    kind.noun = "file of tetrahedra";
    json::reading shared(kind);
    const std::string text = json::read_file(shared, file, max_file_bytes);
    if (!shared.ok()) {
        return shared.error();
    }
    return parse_tets(text, file);
}

} // namespace jounce::tissue
