#include <jounce/modules/tissue_bake/bake_tissue_file.hpp>

#include <jounce/components/base/index.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/authoring/helper_skin.hpp>
#include <jounce/modules/authoring/model_units.hpp>
#include <jounce/modules/binding/bone_segments.hpp>
#include <jounce/modules/files/replace_file.hpp>
#include <jounce/modules/files/suffix.hpp>
#include <jounce/modules/tissue_bake/read_tets.hpp>
#include <jounce/modules/tissue_bake/write_tissue.hpp>
#include <jounce/modules/tissue_file/skin_of.hpp>
#include <jounce/modules/tuning/nearest_name.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace jounce::tissue {
namespace {

/// A bake from file to file, step by step. A step either succeeds or gives an error.
class file_baker {
public:
    explicit file_baker(const bake_file_options& options) : options_(options) {}

    result<bake_file_report> run() {
        for (const auto step : {&file_baker::check_output, &file_baker::read,
                                &file_baker::find_bones, &file_baker::find_regions,
                                &file_baker::take_paint, &file_baker::bake, &file_baker::write}) {
            if (std::optional<error> wrong = (this->*step)()) {
                return *std::move(wrong);
            }
        }
        return std::move(report_);
    }

private:
    std::optional<error> check_output() {
        if (options_.out.empty()) {
            return std::nullopt;
        }
        std::error_code ignored;
        if (std::filesystem::equivalent(options_.in, options_.out, ignored)) {
            return error{errors::cannot_write,
                         options_.out.string() + ": is the model itself; give another name"};
        }
        for (const char* other : {".gltf", ".vrm", ".json", ".csv", ".obj"}) {
            if (lower_suffix(options_.out) == other) {
                return error{errors::wrong_suffix, options_.out.string() +
                                                       ": baked tissue is binary glTF; call it "
                                                       "NAME.tissue.glb"};
            }
        }
        return check_replaceable(options_.out);
    }

    std::optional<error> read() {
        result<gltf::model> model = gltf::read_model(options_.in);
        if (!model) {
            return model.error();
        }
        model_ = *std::move(model);
        result<model_skin> skin = skin_of(model_, options_.skin);
        if (!skin) {
            return skin.error();
        }
        skin_ = *std::move(skin);
        if (!options_.tets.empty()) {
            result<tet_mesh> tets = read_tets(options_.tets);
            if (!tets) {
                return tets.error();
            }
            tets_ = *std::move(tets);
        }
        report_.vertices = skin_.positions.size();
        report_.triangles = skin_.triangles.size() / 3;
        report_.joints = skin_.joint_count;
        return std::nullopt;
    }

    /// Bones where the skin was bound, in the space of its mesh; and how large that space's unit is.
    std::optional<error> find_bones() {
        const gltf::skin& range = model_.skins[at(skin_.skin)];
        std::vector<double> moved(skin_.joint_count, 0);
        for (const weights::bone_weight& one : skin_.joints.entries) {
            moved[at(one.bone)] += one.weight;
        }
        std::vector<std::int32_t> joint_of(model_.bones.parents.size(), -1);
        for (std::int32_t j = 0; j < range.joint_count; ++j) {
            joint_of[at(model_.joints[at(range.first_joint + j)].bone)] = j;
        }
        std::vector<std::uint8_t> used;
        std::vector<double> scales;
        for (std::int32_t j = 0; j < range.joint_count; ++j) {
            const bind_description& joint = model_.joints[at(range.first_joint + j)];
            const vec3<double> head = inverse(joint.inverse_bind).translation;
            if (!std::isfinite(head.x) || !std::isfinite(head.y) || !std::isfinite(head.z)) {
                return error{errors::bad_skin, options_.in.string() + ": joint \"" +
                                                   model_.bones.names[at(joint.bone)] +
                                                   "\" has an inverse bind matrix without inverse"};
            }
            skeleton_.nodes.push_back(model_.node_of_bone[at(joint.bone)]);
            skeleton_.names.push_back(model_.bones.names[at(joint.bone)]);
            skeleton_.heads.push_back(head);
            std::int32_t up = model_.bones.parents[at(joint.bone)];
            while (up >= 0 && joint_of[at(up)] < 0) {
                up = model_.bones.parents[at(up)];
            }
            skeleton_.parents.push_back(up < 0 ? -1 : joint_of[at(up)]);
            used.push_back(moved[at(j)] > 0 ? 1 : 0);
            if (used.back() != 0) {
                const affine<double> to_model =
                    authoring::rest_of(model_.bones, joint.bone) * joint.inverse_bind;
                scales.push_back(std::cbrt(std::abs(determinant(to_model.linear))));
            }
        }
        skeleton_.tails.resize(skeleton_.nodes.size());
        segments_ = binding::segments_of(skeleton_, used);
        std::sort(scales.begin(), scales.end());
        const double model_unit = options_.metres_per_unit > 0
                                      ? options_.metres_per_unit
                                      : authoring::likely_metres_per_unit(model_);
        report_.metres_per_unit = model_unit * (scales.empty() ? 1 : scales[scales.size() / 2]);
        if (!scales.empty() && scales.back() > 1.05 * scales.front()) {
            report_.warnings.push_back("bones scale the mesh differently at rest; the size of the "
                                       "flesh is that of the middle one");
        }
        return std::nullopt;
    }

    std::optional<error> find_regions() {
        for (const region_wish& wish : options_.regions) {
            const auto found = std::find(skeleton_.names.begin(), skeleton_.names.end(), wish.bone);
            if (found == skeleton_.names.end()) {
                const std::vector<std::string_view> known(skeleton_.names.begin(),
                                                          skeleton_.names.end());
                return error{errors::unknown_bone, options_.in.string() +
                                                       ": the skin has no bone \"" + wish.bone +
                                                       "\"; " + did_you_mean(wish.bone, known)};
            }
            const auto top = static_cast<std::int32_t>(found - skeleton_.names.begin());
            for (std::int32_t j = 0; at(j) < skeleton_.names.size(); ++j) {
                std::int32_t up = j;
                while (up >= 0 && up != top) {
                    up = skeleton_.parents[at(up)];
                }
                if (up == top) {
                    factors_.push_back({static_cast<std::uint32_t>(j), wish.factor});
                }
            }
        }
        return std::nullopt;
    }

    std::optional<error> take_paint() {
        for (const auto& [channel, values] : {std::pair(options_.density_channel, &density_),
                                              std::pair(options_.stiffness_channel, &stiffness_)}) {
            if (channel < 0) {
                continue;
            }
            for (const std::size_t m : skin_.meshes) {
                const gltf::mesh& mesh = model_.meshes[m];
                if (mesh.surface.colours.size() != mesh.vertices.positions.size()) {
                    return error{errors::no_mesh, options_.in.string() + ": mesh \"" + mesh.name +
                                                      "\" has no colours to read the paint from; "
                                                      "paint COLOR_0 or leave out --paint"};
                }
                for (const std::uint32_t colour : mesh.surface.colours) {
                    const double one =
                        ((colour >> (8 * static_cast<unsigned>(channel))) & 255U) / 255.0;
                    values->push_back(values == &stiffness_ ? std::pow(16, one) / 4 : one);
                }
            }
        }
        return std::nullopt;
    }

    std::optional<error> bake() {
        tissue_options how = options_.how;
        how.metres_per_unit = report_.metres_per_unit;
        how.density = density_;
        how.stiffness = stiffness_;
        how.joint_factors = factors_;
        how.handle_places = options_.handle_places;
        how.tets = tets_ ? &*tets_ : nullptr;
        result<tissue_bake> made = bake_tissue(skin_.mesh(), segments_, how);
        if (!made) {
            return error{made.error().name, options_.in.string() + ": " + made.error().message};
        }
        made_ = *std::move(made);
        report_.figures = made_.figures;
        report_.handles = made_.tissue.handles.size();
        report_.modes = made_.tissue.mode_rates.size();
        report_.warnings.insert(report_.warnings.end(), made_.warnings.begin(),
                                made_.warnings.end());
        return std::nullopt;
    }

    std::optional<error> write() {
        const result<std::string> bytes = tissue_bytes(made_.tissue, made_.figures);
        if (!bytes) {
            return bytes.error();
        }
        report_.file_bytes = bytes->size();
        return options_.out.empty() ? std::nullopt : replace_file(options_.out, *bytes);
    }

    const bake_file_options& options_;
    gltf::model model_;
    model_skin skin_;
    binding::skeleton skeleton_;
    std::vector<weights::bone_segment> segments_;
    std::vector<joint_stiffness> factors_;
    std::vector<double> density_, stiffness_;
    std::optional<tet_mesh> tets_;
    tissue_bake made_;
    bake_file_report report_;
};

} // namespace

result<bake_file_report> bake_tissue_file(const bake_file_options& options) {
    return file_baker(options).run();
}

} // namespace jounce::tissue
