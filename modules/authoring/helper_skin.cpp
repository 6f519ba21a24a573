#include <jounce/modules/authoring/helper_skin.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace jounce::authoring {
namespace {

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

double distance(const vec3<double>& p, const vec3<double>& a, const vec3<double>& b) {
    const vec3<double> along = b - a;
    const double whole = dot(along, along);
    const double share = whole > 0 ? std::clamp(dot(p - a, along) / whole, 0.0, 1.0) : 0;
    return length(p - (a + share * along));
}

} // namespace

affine<double> rest_of(const rig& bones, std::int32_t bone) {
    affine<double> out = to_affine(cast<double>(bones.rest_model[at(bone)]));
    if (bones.is_affine) {
        out.linear = cast<double>(bones.rest_linear[at(bone)]);
    }
    return out;
}

bool joint_list::extend() {
    std::vector<std::size_t> moved(model_.joints.size());
    std::vector<bind_description> out;
    std::size_t next = 0;
    for (gltf::skin& skin : model_.skins) {
        const std::size_t end = at(skin.first_joint + skin.joint_count);
        const std::size_t first = out.size();
        for (; next < end; ++next) {
            moved[next] = out.size();
            out.push_back(model_.joints[next]);
        }
        for (std::int32_t h = 0; h < helpers_.count; ++h) {
            add_joint(helpers_.first_bone + h, first, out);
        }
        skin.first_joint = static_cast<std::int32_t>(first);
        skin.joint_count = static_cast<std::int32_t>(out.size() - first);
    }
    for (; next < model_.joints.size(); ++next) {
        moved[next] = out.size();
        out.push_back(model_.joints[next]);
    }
    if (out.size() > std::size_t{std::numeric_limits<std::uint16_t>::max()} + 1) {
        return false;
    }
    for (gltf::mesh& mesh : model_.meshes) {
        for (influence& one : mesh.vertices.influences) {
            one.joint = static_cast<std::uint16_t>(moved[one.joint]);
        }
    }
    model_.joints = std::move(out);
    return true;
}

void joint_list::add_joint(std::int32_t bone, std::size_t first,
                           std::vector<bind_description>& out) {
    const std::int32_t parent = model_.bones.parents[at(bone)];
    for (std::size_t j = first; j < out.size(); ++j) {
        if (out[j].bone == parent) {
            const affine<double> to_model = rest_of(model_.bones, parent) * out[j].inverse_bind;
            out.push_back({bone, inverse(rest_of(model_.bones, bone)) * to_model});
            model_.is_joint[at(bone)] = 1;
            return;
        }
    }
}

bool weight_giver::give(gltf::mesh& mesh) const {
    if (mesh.skin < 0) {
        return false;
    }
    const gltf::skin& skin = model_.skins[at(mesh.skin)];
    std::map<std::int32_t, std::uint16_t> joint_of_bone;
    for (std::int32_t j = skin.first_joint; j < skin.first_joint + skin.joint_count; ++j) {
        joint_of_bone.emplace(model_.joints[at(j)].bone, static_cast<std::uint16_t>(j));
    }
    const std::int32_t parent = model_.bones.parents[at(first_bone_ + helpers_.front())];
    const auto from = joint_of_bone.find(parent);
    if (from == joint_of_bone.end()) {
        return false;
    }
    const affine<double> to_model =
        rest_of(model_.bones, parent) * model_.joints[from->second].inverse_bind;
    skinned_mesh& vertices = mesh.vertices;
    std::vector<influence> all;
    std::vector<std::uint32_t> first = {0};
    bool changed = false;
    for (std::size_t v = 0; v + 1 < vertices.first_influence.size(); ++v) {
        const std::vector<double> shares =
            shares_at(to_model * cast<double>(vertices.positions[v]));
        for (std::uint32_t i = vertices.first_influence[v]; i < vertices.first_influence[v + 1];
             ++i) {
            const influence one = vertices.influences[i];
            if (one.joint != from->second || shares.empty()) {
                all.push_back(one);
                continue;
            }
            changed = true;
            const double whole = static_cast<double>(one.weight);
            double left = whole;
            for (std::size_t h = 0; h < shares.size(); ++h) {
                if (shares[h] > 0) {
                    const std::uint16_t joint = joint_of_bone.at(first_bone_ + helpers_[h]);
                    all.push_back({joint, static_cast<float>(whole * shares[h])});
                    left -= whole * shares[h];
                }
            }
            if (left > 1e-6 * whole) {
                all.push_back({one.joint, static_cast<float>(left)});
            }
        }
        first.push_back(static_cast<std::uint32_t>(all.size()));
    }
    vertices.influences = std::move(all);
    vertices.first_influence = std::move(first);
    return changed;
}

std::vector<double> weight_giver::shares_at(const vec3<double>& place) const {
    std::vector<double> out;
    double sum = 0;
    for (const std::int32_t h : helpers_) {
        const helper_entry& helper = settings_.helpers[at(h)];
        const double reach = helper.reach > 0 ? helper.reach : length(helper.tail - helper.head);
        const double t =
            std::clamp(1 - distance(place, helper.head, helper.tail) / reach, 0.0, 1.0);
        out.push_back(helper.share * t * t * (3 - 2 * t));
        sum += out.back();
    }
    for (double& share : out) {
        share /= std::max(sum, 1.0);
    }
    return sum > 0 ? out : std::vector<double>();
}

} // namespace jounce::authoring
