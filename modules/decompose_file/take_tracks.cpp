#include <jounce/modules/decompose_file/take_tracks.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/decompose_file/split_affine.hpp>
#include <jounce/modules/gltf/affine_key.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace jounce::decompose {
namespace {

using ordered = nlohmann::ordered_json;

void append(std::vector<float>& to, const vec3<double>& v) {
    for (const double number : {v.x, v.y, v.z}) {
        to.push_back(static_cast<float>(number));
    }
}

/// With the sign nearer to the key before, so that programs that ignore the short way take it too.
void append_near(std::vector<float>& to, quat<double> q) {
    if (to.size() >= 4) {
        const float* last = to.data() + to.size() - 4;
        const double same = q.x * static_cast<double>(last[0]) +
                            q.y * static_cast<double>(last[1]) +
                            q.z * static_cast<double>(last[2]) + q.w * static_cast<double>(last[3]);
        if (same < 0) {
            q = {-q.x, -q.y, -q.z, -q.w};
        }
    }
    for (const double number : {q.x, q.y, q.z, q.w}) {
        to.push_back(static_cast<float>(number));
    }
}

/// Writes one animation.
class take_writer {
public:
    take_writer(bake::glb_document& document, const decomposition& of, const take& which)
        : document_(document), of_(of), take_(which) {
        std::vector<float> times;
        for (std::size_t f = 0; f < take_.frame_count; ++f) {
            times.push_back(static_cast<float>(static_cast<double>(f) / take_.fps));
        }
        times_ = document_.add_floats(times, "SCALAR", true);
    }

    void add_bone(std::size_t bone, const bone_nodes& nodes) {
        std::vector<float> translations;
        std::vector<float> outer;
        std::vector<float> scales;
        std::vector<float> inner;
        const vec3<double> centre = cast<double>(cast<float>(of_.centres[bone]));
        const bool is_rigid = of_.kind == bone_kind::rigid;
        for (std::size_t f = 0; f < take_.frame_count; ++f) {
            const affine<double>& map = of_.bone(take_.first_frame + f, bone);
            append(translations, map * centre);
            if (is_rigid) {
                append_near(outer, nearest_rotation(map.linear));
                continue;
            }
            const split_matrix parts = split_affine(map.linear);
            append_near(outer, parts.outer);
            append(scales, parts.scale);
            append_near(inner, parts.inner);
        }
        const char* mode = is_rigid ? "LINEAR" : "STEP";
        add_channel(nodes.moved[bone], "translation", translations, "VEC3", mode);
        add_channel(nodes.moved[bone], "rotation", outer, "VEC4", mode);
        if (!is_rigid) {
            add_channel(nodes.moved[bone], "scale", scales, "VEC3", mode);
            add_channel(nodes.joints[bone], "rotation", inner, "VEC4", mode);
        }
    }

    void add_corrections(std::span<const std::int32_t> mesh_nodes) {
        const std::size_t rank = of_.corrected.rank;
        std::vector<float> weights;
        for (std::size_t i = 0; i < rank * take_.frame_count; ++i) {
            weights.push_back(
                static_cast<float>(of_.corrected.coefficients[take_.first_frame * rank + i]));
        }
        const std::size_t sampler = animation_["samplers"].size();
        add_channel(mesh_nodes.front(), "weights", weights, "SCALAR", "LINEAR");
        for (const std::int32_t level : mesh_nodes.subspan(1)) {
            animation_["channels"].push_back(
                {{"sampler", sampler}, {"target", {{"node", level}, {"path", "weights"}}}});
        }
    }

    void add_rows(std::int32_t skin) {
        std::vector<float> rows;
        rows.reserve(12 * take_.frame_count * of_.bone_count());
        for (std::size_t f = 0; f < take_.frame_count; ++f) {
            for (std::size_t b = 0; b < of_.bone_count(); ++b) {
                append_rows(rows, of_.bone(take_.first_frame + f, b));
            }
        }
        const std::int32_t accessor = document_.add_floats(rows, "VEC4");
        animation_["extras"][gltf::affine_key] = {
            {"rows", accessor}, {"skin", skin}, {"frames", take_.frame_count}, {"fps", take_.fps}};
    }

    void finish() { document_.add("animations", std::move(animation_)); }

private:
    static void append_rows(std::vector<float>& to, const affine<double>& map) {
        const mat3<double> rows = transposed(map.linear);
        const std::array<double, 3> last = {map.translation.x, map.translation.y,
                                            map.translation.z};
        for (std::size_t r = 0; r < 3; ++r) {
            append(to, rows.column[r]);
            to.push_back(static_cast<float>(last[r]));
        }
    }

    void add_channel(std::int32_t node, const char* path, const std::vector<float>& values,
                     const char* type, const char* mode) {
        const std::int32_t output = document_.add_floats(values, type);
        animation_["channels"].push_back({{"sampler", animation_["samplers"].size()},
                                          {"target", {{"node", node}, {"path", path}}}});
        animation_["samplers"].push_back(
            {{"input", times_}, {"interpolation", mode}, {"output", output}});
    }

    bake::glb_document& document_;
    const decomposition& of_;
    const take& take_;
    std::int32_t times_ = 0;
    ordered animation_ = {
        {"name", take_.name}, {"channels", ordered::array()}, {"samplers", ordered::array()}};
};

} // namespace

void add_take(bake::glb_document& document, const decomposition& of, const take& which,
              const bone_nodes& nodes, std::span<const std::int32_t> mesh_nodes) {
    take_writer writer(document, of, which);
    for (std::size_t b = 0; b < of.bone_count(); ++b) {
        writer.add_bone(b, nodes);
    }
    if (of.corrected.rank > 0) {
        writer.add_corrections(mesh_nodes);
    }
    if (of.kind == bone_kind::flexible) {
        writer.add_rows(nodes.skin);
    }
    writer.finish();
}

} // namespace jounce::decompose
