#include "systems/tissue/loose_limb.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/tissue_lanes.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <utility>

namespace jounce::test {
namespace {

std::vector<std::array<std::uint32_t, 3>> read_faces(const std::filesystem::path& folder) {
    std::ifstream file(folder / "faces.i32.bin", std::ios::binary);
    std::vector<std::array<std::uint32_t, 3>> out;
    std::array<std::uint32_t, 3> face{};
    while (file.read(reinterpret_cast<char*>(face.data()), sizeof face)) {
        out.push_back(face);
    }
    REQUIRE(out.size() > 100);
    return out;
}

/// A vertex in the middle of two others: place, weights and joints.
std::uint32_t add_middle(fine_limb& limb, std::uint32_t a, std::uint32_t b) {
    std::vector<double>& places = limb.recorded.skin.values;
    for (std::size_t i = 0; i < 3; ++i) {
        places.push_back(0.5 * (places[3 * a + i] + places[3 * b + i]));
    }
    std::vector<double>& joints = limb.recorded.skin_weights.values;
    const std::size_t bones = limb.baked.joint_count;
    for (std::size_t i = 0; i < bones; ++i) {
        joints.push_back(0.5 * (joints[bones * a + i] + joints[bones * b + i]));
    }
    std::map<std::uint32_t, tissue::handle_weight> weights;
    for (const std::uint32_t v : {a, b}) {
        for (std::uint32_t i = limb.baked.vertex_first[v]; i < limb.baked.vertex_first[v + 1];
             ++i) {
            const tissue::handle_weight& from = limb.baked.vertex_weights[i];
            tissue::handle_weight& to = weights[from.handle];
            to.handle = from.handle;
            to.weight += 0.5 * from.weight;
            to.gradient = to.gradient + 0.5 * from.gradient;
        }
    }
    for (const auto& [handle, one] : weights) {
        limb.baked.vertex_weights.push_back(one);
    }
    limb.baked.vertex_first.push_back(static_cast<std::uint32_t>(limb.baked.vertex_weights.size()));
    ++limb.recorded.skin.shape[0];
    ++limb.recorded.skin_weights.shape[0];
    return static_cast<std::uint32_t>(limb.recorded.skin.shape[0] - 1);
}

} // namespace

const fine_limb& golden_fine_limb() {
    static const fine_limb limb = [] {
        const std::filesystem::path folder =
            std::filesystem::path(JOUNCE_GOLDEN_TISSUE) / "limb_pressed";
        result<replay::golden_tissue> read = replay::read_tissue_case(folder);
        if (!read) {
            FAIL(read.error().message);
        }
        fine_limb out;
        out.baked = read->baked;
        out.recorded = *std::move(read);
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
        const auto middle = [&](std::uint32_t a, std::uint32_t b) {
            const auto [found, is_new] = middles.emplace(std::minmax(a, b), 0);
            if (is_new) {
                found->second = add_middle(out, a, b);
            }
            return found->second;
        };
        std::vector<std::array<std::uint32_t, 3>> faces;
        for (const auto& [a, b, c] : read_faces(folder)) {
            const std::uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
            faces.insert(faces.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
        }
        std::vector<double> areas(out.recorded.skin.shape[0], 0);
        for (const auto& face : faces) {
            const auto at = [&](std::size_t i) { return out.recorded.skin.vector_at(3 * face[i]); };
            const double third = length(cross(at(1) - at(0), at(2) - at(0))) / 6;
            for (const std::uint32_t v : face) {
                areas[v] += third;
            }
        }
        out.baked.probes.clear();
        for (std::uint32_t v = 0; v < areas.size(); ++v) {
            out.baked.probes.push_back({v, areas[v]});
        }
        std::fill(out.baked.handle_bounds.begin(), out.baked.handle_bounds.end(), 0.06);
        return out;
    }();
    return limb;
}

replay::golden_tissue read_golden(const char* name) {
    result<replay::golden_tissue> read =
        replay::read_tissue_case(std::filesystem::path(JOUNCE_GOLDEN_TISSUE) / name);
    if (!read) {
        FAIL(read.error().message);
    }
    std::fill(read->baked.handle_bounds.begin(), read->baked.handle_bounds.end(), 0.05);
    return *std::move(read);
}

const replay::golden_tissue& golden_limb() {
    static const replay::golden_tissue limb = read_golden("limb_shaken");
    return limb;
}

template <class Real>
loose_limb<Real>::loose_limb(const tissue::baked_tissue& baked, const tissue_run_options& run,
                             const basic_skinned_mesh<Real>* skin,
                             std::span<const bone_collider> colliders)
    : seconds_(1 / run.tick_rate) {
    basic_skin_binding<Real> bind;
    for (std::uint32_t b = 0; b < baked.joint_count; ++b) {
        bind.joints.push_back({});
        bind.joints.back().bone = static_cast<std::int32_t>(b);
    }
    result<basic_tissue_set<Real>> flesh =
        make_tissue_set<Real>(baked, bind, 1, run, skin, colliders);
    if (!flesh) {
        FAIL(flesh.error().message);
    }
    kind_.tissue = std::make_shared<const basic_tissue_set<Real>>(*std::move(flesh));
    make_component(state, kind_, {});
    make_component(shown, kind_, {});
    fit_tissue_scratch(scratch_, *kind_.tissue);
    bones.bones.resize(baked.joint_count);
    std::fill_n(environment.turn.w.v, lane_count, Real(1));
    std::fill_n(environment.growth.v, lane_count, Real(1));
    std::fill_n(options.tiers.v, lane_count, static_cast<Real>(run.tier));
    std::fill_n(options.weight.v, lane_count, Real(1));
    clock_.dt = static_cast<float>(seconds_);
    clock_.lands = true;
    for (std::size_t b = 0; b < bones.bones.size(); ++b) {
        place(b, {}, {});
    }
}

template <class Real>
void loose_limb<Real>::place(std::size_t bone, int lane, const quat<double>& rotation,
                             const vec3<double>& shift) {
    set_lane(bones.bones[bone], lane, transform<Real>{cast<Real>(rotation), cast<Real>(shift), 1});
}

template <class Real>
void loose_limb<Real>::place(std::size_t bone, const quat<double>& rotation,
                             const vec3<double>& shift) {
    for (int lane = 0; lane < lane_count; ++lane) {
        place(bone, lane, rotation, shift);
    }
}

template <class Real> void loose_limb<Real>::frame() {
    clock_.time += seconds_;
    options.surround = &surround;
    options.user = this;
    run_tissue<Real>({*kind_.tissue, state, scratch_}, bones, environment, clock_, options, shown);
}

template <class Real> void loose_limb<Real>::surround(void* user, const tissue_view<Real>& block) {
    const loose_limb& self = *static_cast<const loose_limb*>(user);
    const std::size_t own = block.set.colliders.size();
    lane_vector<tissue_obstacle<Real>>& all = block.scratch.obstacles;
    all.resize(std::max(all.size(), own + self.around.size()));
    std::copy(self.around.begin(), self.around.end(),
              all.begin() + static_cast<std::ptrdiff_t>(own));
    block.scratch.obstacle_count = own + self.around.size();
}

template <class Real>
vec3<double> loose_limb<Real>::displacement(std::size_t handle, int lane) const {
    return cast<double>(get_lane(shown.handles[handle], lane));
}

template class loose_limb<float>;
template class loose_limb<double>;

} // namespace jounce::test
