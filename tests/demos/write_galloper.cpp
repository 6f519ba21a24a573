// Writes the animal of modules/procedural as a deforming mesh for `jounce decompose`.
// usage: jounce_write_galloper OUT.sma

#include <jounce/modules/procedural/galloper.hpp>

#include <bit>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <span>
#include <string_view>

namespace {

using namespace jounce;

/// A file of docs/decompose.md, "Inputs".
class sma_writer {
public:
    explicit sma_writer(const char* file) : out_(file, std::ios::binary) {}
    bool is_good() { return static_cast<bool>(out_.flush()); }
    void text(std::string_view letters) {
        out_.write(letters.data(), static_cast<std::streamsize>(letters.size()));
    }
    void number(std::uint32_t n) {
        for (int byte = 0; byte < 4; ++byte) {
            out_.put(static_cast<char>(n >> (8 * byte) & 0xFFU));
        }
    }
    void points(std::span<const vec3<double>> all) {
        for (const vec3<double>& p : all) {
            for (const double x : {p.x, p.y, p.z}) {
                number(std::bit_cast<std::uint32_t>(static_cast<float>(x)));
            }
        }
    }

private:
    std::ofstream out_;
};

} // namespace

int main(int count, char** words) {
    if (count != 2) {
        std::fprintf(stderr, "usage: jounce_write_galloper OUT.sma\n");
        return 2;
    }
    const procedural::deforming_mesh animal = procedural::galloper(procedural::galloper_model_cell);
    sma_writer to(words[1]);
    to.text("JSMA0001");
    to.number(static_cast<std::uint32_t>(animal.rest.size()));
    to.number(static_cast<std::uint32_t>(animal.triangles.size() / 3));
    to.number(static_cast<std::uint32_t>(animal.frame_count));
    to.number(0);
    to.points(animal.rest);
    for (const std::uint32_t corner : animal.triangles) {
        to.number(corner);
    }
    to.points(animal.frames);
    if (!to.is_good()) {
        std::fprintf(stderr, "jounce_write_galloper: cannot write %s\n", words[1]);
        return 1;
    }
    return 0;
}
