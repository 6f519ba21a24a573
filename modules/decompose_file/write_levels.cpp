#include <jounce/modules/decompose_file/write_levels.hpp>

#include <cstddef>
#include <string>
#include <utility>

namespace jounce::decompose {
namespace {

using ordered = nlohmann::ordered_json;

/// Triangles of a part, counted from its first vertex. A triangle never has vertices of two parts.
std::vector<std::uint32_t> indices_of(const mesh_cache::mesh_part& part,
                                      const std::vector<std::uint32_t>& triangles) {
    std::vector<std::uint32_t> out;
    for (std::size_t i = 0; i + 2 < triangles.size(); i += 3) {
        if (triangles[i] < part.first_vertex ||
            triangles[i] >= part.first_vertex + part.vertex_count) {
            continue;
        }
        for (std::size_t corner = i; corner < i + 3; ++corner) {
            out.push_back(triangles[corner] - static_cast<std::uint32_t>(part.first_vertex));
        }
    }
    return out;
}

} // namespace

std::vector<std::int32_t> add_level_nodes(bake::glb_document& document,
                                          const mesh_cache::cached_mesh& mesh,
                                          const character_levels& levels, std::int32_t node) {
    std::vector<std::int32_t> out;
    if (levels.coarser.empty()) {
        return out;
    }
    const ordered fine_node = document.json()["nodes"][static_cast<std::size_t>(node)];
    const ordered fine = document.json()["meshes"][fine_node["mesh"].get<std::size_t>()];
    ordered coverage = {levels.finest_coverage};
    for (std::size_t i = 0; i < levels.coarser.size(); ++i) {
        const std::string name = mesh.name + "_lod" + std::to_string(i + 1);
        ordered coarse = fine;
        coarse["name"] = name;
        coarse["primitives"] = ordered::array();
        for (std::size_t p = 0; p < mesh.parts.size(); ++p) {
            const auto indices = indices_of(mesh.parts[p], levels.coarser[i].triangles);
            if (!indices.empty()) { // a patch may vanish in what is around it
                ordered primitive = fine["primitives"][p];
                primitive["indices"] = document.add_indices(indices);
                coarse["primitives"].push_back(std::move(primitive));
            }
        }
        ordered level = fine_node;
        level["name"] = name;
        level["mesh"] = document.add("meshes", std::move(coarse));
        out.push_back(document.add("nodes", std::move(level)));
        coverage.push_back(levels.coarser[i].coverage);
    }
    ordered& to = document.json()["nodes"][static_cast<std::size_t>(node)];
    to["extensions"]["MSFT_lod"] = {{"ids", out}};
    to["extras"]["MSFT_screencoverage"] = std::move(coverage);
    document.json()["extensionsUsed"].push_back("MSFT_lod");
    return out;
}

} // namespace jounce::decompose
