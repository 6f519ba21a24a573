#include <jounce/modules/gltf/draco_mesh.hpp>

#include <string_view>

namespace jounce::gltf {
namespace {

/// Reads the head of a stream; after its end everything is zero and `ok` is false.
class head_reader {
public:
    explicit head_reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

    bool ok() const { return ok_; }
    void skip(std::uint64_t bytes) {
        if (bytes > bytes_.size() - at_) {
            ok_ = false;
            at_ = bytes_.size();
            return;
        }
        at_ += static_cast<std::size_t>(bytes);
    }
    unsigned byte() {
        const std::size_t from = at_;
        skip(1);
        return ok_ ? std::to_integer<unsigned>(bytes_[from]) : 0;
    }
    /// Seven bits per byte, low ones first.
    std::uint64_t number() {
        std::uint64_t out = 0;
        for (unsigned shift = 0; shift < 35; shift += 7) {
            const std::uint64_t group = byte();
            out |= (group & 0x7FU) << shift;
            if ((group & 0x80U) == 0) {
                return out;
            }
        }
        ok_ = false;
        return 0;
    }

    /// One tree of metadata: entries of names and values, then parts with a name that have the same
    /// again. Parts stand depth first, so that it is enough to count those to come.
    void skip_metadata() {
        bool is_root = true;
        for (std::uint64_t open = 1; open > 0 && ok_; --open) {
            if (!is_root) {
                skip(byte());
            }
            is_root = false;
            for (std::uint64_t entries = number(); entries > 0 && ok_; --entries) {
                skip(byte());
                skip(number());
            }
            open += number();
        }
    }

private:
    std::span<const std::byte> bytes_;
    std::size_t at_ = 0;
    bool ok_ = true;
};

} // namespace

std::optional<draco_claim> read_draco_claim(std::span<const std::byte> bytes) {
    head_reader head(bytes);
    for (const char letter : std::string_view("DRACO")) {
        if (head.byte() != static_cast<unsigned>(letter)) {
            return std::nullopt;
        }
    }
    const unsigned major = head.byte();
    const unsigned minor = head.byte();
    const bool is_mesh = head.byte() == 1;
    const unsigned method = head.byte();
    const unsigned flags = head.byte() | (head.byte() << 8U);
    if (!head.ok() || major != 2 || minor > 2 || !is_mesh || method > 1) {
        return std::nullopt;
    }
    constexpr unsigned has_metadata = 0x8000;
    if ((flags & has_metadata) != 0) {
        for (std::uint64_t attributes = head.number(); attributes > 0 && head.ok(); --attributes) {
            head.number(); // whose it is
            head.skip_metadata();
        }
        head.skip_metadata();
    }
    draco_claim out;
    if (method == 0) { // sequential
        out.faces = head.number();
        out.vertices = head.number();
    } else {         // edgebreaker
        head.byte(); // how it goes over the mesh
        if (minor < 2) {
            head.number(); // new vertices
        }
        out.vertices = head.number();
        out.faces = head.number();
        out.attribute_tables = head.byte();
    }
    return head.ok() ? std::optional(out) : std::nullopt;
}

} // namespace jounce::gltf
