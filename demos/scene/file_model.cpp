#include "file_model.hpp"

#include "vertex_colours.hpp"

#include <jounce/modules/authoring/read_character.hpp>

#include <algorithm>
#include <cstdio>

namespace demo {

using namespace jounce;

namespace {

/// Muted colours, one per mesh that has none of its vertices: images are not read.
constexpr std::uint32_t mesh_colours[] = {0xFF8FB4D9, 0xFFB9A98C, 0xFF9CC29A,
                                          0xFFA79BC9, 0xFFC9B48F, 0xFF8C9FBF};

void measure(const gltf::model& model, file_model& to) {
    to.low = {1e9F, 1e9F, 1e9F};
    to.high = {-1e9F, -1e9F, -1e9F};
    for (const gltf::mesh& mesh : model.meshes) {
        for (const vec3<float>& p : mesh.vertices.positions) {
            to.low = {std::min(to.low.x, p.x), std::min(to.low.y, p.y), std::min(to.low.z, p.z)};
            to.high = {std::max(to.high.x, p.x), std::max(to.high.y, p.y),
                       std::max(to.high.z, p.z)};
        }
    }
    if (to.low.x > to.high.x) {
        to.low = {-0.5F, 0, -0.5F};
        to.high = {0.5F, 1, 0.5F};
    }
    const float tall = std::max({to.high.x - to.low.x, to.high.y - to.low.y, to.high.z - to.low.z});
    to.scale = tall > 0 ? 1.6F / tall : 1;
}

} // namespace

result<std::unique_ptr<file_model>> load_file_model(const std::filesystem::path& file,
                                                    const std::filesystem::path& springs,
                                                    render::skin_renderer* renderer) {
    result<authoring::ready_character> ready =
        authoring::read_character(file, {.settings = springs});
    if (!ready) {
        return ready.error();
    }
    for (const std::string& each : ready->warnings) {
        std::fprintf(stderr, "jounce demo: %s\n", each.c_str());
    }
    auto out = std::make_unique<file_model>();
    out->kind = ready->kind;
    out->name = file.filename().string();
    out->springs_from = ready->springs_from;
    measure(ready->model, *out);
    const skin_binding& joints = out->kind.kind->bind;
    for (std::size_t m = 0; renderer != nullptr && m < ready->model.meshes.size(); ++m) {
        const gltf::mesh& mesh = ready->model.meshes[m];
        if (!mesh.is_visible) {
            break; // those hidden by the file come last
        }
        std::vector<std::uint32_t> colours = vertex_colours(ready->model, mesh);
        colours.resize(mesh.vertices.positions.size(), mesh_colours[m % std::size(mesh_colours)]);
        render::mesh_source drawn{mesh.vertices, mesh.triangles,
                                  static_cast<std::int32_t>(joints.joints.size()), joints.mode};
        drawn.colours = colours;
        drawn.morphs = mesh.morphs;
        drawn.two_sided = true; // glTF's materials are not read
        const result<render::mesh_id> id = renderer->add_mesh(drawn);
        if (!id) {
            return error{id.error().name,
                         file.string() + ": mesh " + std::to_string(m) + ": " + id.error().message};
        }
        out->meshes.push_back(*id);
    }
    return out;
}

} // namespace demo
