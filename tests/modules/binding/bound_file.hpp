#pragma once

// A tube in a file of its own, bound by `bind_file` and read again.

#include "modules/bake/swing_file.hpp"
#include "support/gltf_files.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/binding/bind_file.hpp>
#include <jounce/modules/gltf/model.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <string>
#include <vector>

namespace jounce_test {

/// The tube without a skin and weights; its bones are nodes 1 to 3.
inline jounce::test::gltf_builder bare_tube() {
    jounce::test::gltf_builder out = jounce::test::still_tube();
    out.document.erase("skins");
    out.document["nodes"][0].erase("skin");
    auto& attributes = out.document["meshes"][0]["primitives"][0]["attributes"];
    attributes.erase("JOINTS_0");
    attributes.erase("WEIGHTS_0");
    return out;
}

/// A file to bind, and what came of it.
struct bound_file {
    temporary_folder folder;
    jounce::binding::bind_file_options options;

    explicit bound_file(const jounce::test::gltf_builder& model) {
        options.in = folder.path() / "in.glb";
        options.out = folder.path() / "out.glb";
        write_text(options.in, model.binary());
    }

    /// A file beside the model, for --bones.
    void give_bones(const std::string& name, const std::string& text) {
        options.bones = folder.path() / name;
        write_text(options.bones, text);
    }

    jounce::binding::bind_file_report bind() const {
        const auto done = jounce::binding::bind_file(options);
        INFO((done ? "" : done.error().message));
        REQUIRE(done);
        return *done;
    }

    jounce::error refused() const {
        const auto done = jounce::binding::bind_file(options);
        REQUIRE_FALSE(done);
        CHECK_FALSE(fs::exists(options.out));
        return done.error();
    }

    jounce::gltf::model read(bool written = true) const {
        auto model = jounce::gltf::read_model(written ? options.out : options.in);
        INFO((model ? "" : model.error().message));
        REQUIRE(model);
        return *std::move(model);
    }

    nlohmann::ordered_json json() const { return take_apart(read_text(options.out)).json; }
};

/// Checks that each vertex has weights that sum to one, of at most `most` joints.
inline void check_rows(const jounce::gltf::mesh& mesh, std::size_t most = 4) {
    REQUIRE(mesh.skin >= 0);
    const auto& first = mesh.vertices.first_influence;
    for (std::size_t v = 0; v + 1 < first.size(); ++v) {
        double sum = 0;
        for (std::uint32_t i = first[v]; i < first[v + 1]; ++i) {
            sum += static_cast<double>(mesh.vertices.influences[i].weight);
        }
        INFO("vertex " << v);
        CHECK(first[v + 1] - first[v] <= most);
        CHECK(first[v + 1] > first[v]);
        CHECK(std::abs(sum - 1) < 1e-6);
    }
}

/// Where the vertices of a mesh are at rest, through its joints.
inline std::vector<jounce::vec3<double>> skinned_at_rest(const jounce::gltf::model& of,
                                                         const jounce::gltf::mesh& mesh) {
    std::vector<jounce::vec3<double>> out;
    const auto& first = mesh.vertices.first_influence;
    for (std::size_t v = 0; v + 1 < first.size(); ++v) {
        jounce::vec3<double> sum;
        for (std::uint32_t i = first[v]; i < first[v + 1]; ++i) {
            const jounce::influence& one = mesh.vertices.influences[i];
            const jounce::bind_description& joint = of.joints[one.joint];
            jounce::affine<double> rest = jounce::to_affine(
                jounce::cast<double>(of.bones.rest_model[static_cast<std::size_t>(joint.bone)]));
            if (of.bones.is_affine) {
                rest.linear = jounce::cast<double>(
                    of.bones.rest_linear[static_cast<std::size_t>(joint.bone)]);
            }
            sum = sum + static_cast<double>(one.weight) *
                            (rest * (joint.inverse_bind *
                                     jounce::cast<double>(mesh.vertices.positions[v])));
        }
        out.push_back(sum);
    }
    return out;
}

} // namespace jounce_test
