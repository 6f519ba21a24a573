#pragma once

// A golden case of soft tissue: arrays in a folder, as tests/golden/tissue/README.md describes them.

#include <jounce/modules/tissue/tet_mesh.hpp>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace jounce::test {

/// Reads arrays of one case. A missing or short file throws: then the tests' data is damaged.
class golden_case {
public:
    explicit golden_case(const std::string& name)
        : folder_(std::filesystem::path(JOUNCE_TISSUE_GOLDEN) / name) {
        std::ifstream in(folder_ / "case.json");
        json = nlohmann::json::parse(in);
    }

    std::vector<double> doubles(const std::string& name) const {
        return read<double>(name, ".f64.bin");
    }
    std::vector<std::uint32_t> indices(const std::string& name) const {
        return read<std::uint32_t>(name, ".i32.bin");
    }
    std::vector<vec3<double>> vectors(const std::string& name) const {
        const std::vector<double> flat = doubles(name);
        std::vector<vec3<double>> out;
        for (std::size_t i = 0; i < flat.size(); i += 3) {
            out.push_back({flat[i], flat[i + 1], flat[i + 2]});
        }
        return out;
    }
    tissue::tet_mesh mesh() const {
        tissue::tet_mesh out;
        out.nodes = vectors("nodes");
        const std::vector<std::uint32_t> flat = indices("tets");
        for (std::size_t i = 0; i < flat.size(); i += 4) {
            out.tets.push_back({flat[i], flat[i + 1], flat[i + 2], flat[i + 3]});
        }
        out.fill = doubles("fill");
        return out;
    }

    nlohmann::json json;

private:
    template <class Value>
    std::vector<Value> read(const std::string& name, const char* suffix) const {
        std::size_t count = 1;
        for (const auto& one : json.at("arrays").at(name).at("shape")) {
            count *= one.get<std::size_t>();
        }
        std::vector<Value> out(count);
        std::ifstream in(folder_ / (name + suffix), std::ios::binary);
        if (!in.read(reinterpret_cast<char*>(out.data()),
                     static_cast<std::streamsize>(count * sizeof(Value)))) {
            throw std::runtime_error("golden array " + name + " cannot be read");
        }
        return out;
    }

    std::filesystem::path folder_;
};

/// The largest difference, as a share of the largest wanted value.
inline double largest_error(const std::vector<double>& found, const std::vector<double>& wanted) {
    if (found.size() != wanted.size()) {
        return 1e300;
    }
    double off = 0;
    double size = 0;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const double one = std::abs(found[i] - wanted[i]);
        off = one <= off ? off : one; // keeps NaN
        size = std::max(size, std::abs(wanted[i]));
    }
    return off / size;
}

} // namespace jounce::test
