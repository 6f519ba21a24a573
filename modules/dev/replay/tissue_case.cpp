#include <jounce/modules/dev/replay/tissue_case.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/dev/replay/limits.hpp>
#include <jounce/modules/dev/replay/tissue_bake_arrays.hpp>
#include <jounce/modules/json/document.hpp>

#include <cmath>
#include <cstddef>
#include <iterator>
#include <utility>

namespace jounce::replay {

namespace {

golden_reactive read_reactive(const json::value& root, std::int64_t steps, std::int64_t bones) {
    const json::value simulated = root["simulation"];
    const json::value arrays = root["arrays"];
    const auto number = [&](const char* name, double otherwise) {
        return simulated.has(name) ? simulated[name].number() : otherwise;
    };
    golden_reactive out;
    out.joint = number("joint", 2e4);
    out.turn = number("kp", 0);
    out.turn_damping = number("kd", 0);
    out.limit = number("limit", 0);
    out.limit_stiffness = number("k_limit", 0);
    if (simulated.has("root")) {
        const json::value gains = simulated["root"];
        double* const to[] = {&out.hold, &out.hold_damping, &out.root_turn, &out.root_turn_damping};
        for (std::size_t i = 0; i < std::size(to); ++i) {
            *to[i] = gains.at(i).number();
        }
    }
    if (simulated.has("gravity")) {
        out.gravity = simulated["gravity"].vector();
    }
    if (simulated.has("linear_velocity") && !simulated["linear_velocity"].boolean()) {
        simulated["linear_velocity"].fail(
            errors::unsupported, "has to be true: velocities by difference do not keep momentum");
    }
    const golden_array masses = read_typed_array(arrays, "point_mass", {6 * bones});
    for (std::size_t i = 0; i < masses.values.size() && i < 6; ++i) {
        out.bone_mass += masses.values[i];
    }
    out.joints = read_typed_array(arrays, "joints", {bones + 1, 3});
    out.target = read_typed_array(arrays, "pose_target", {steps, bones, 3, 3});
    out.root_position = read_typed_array(arrays, "root_target_position", {steps, 3});
    out.root_rotation = read_typed_array(arrays, "root_target_rotation", {steps, 3, 3});
    out.position = read_typed_array(arrays, "bone_position", {steps, bones, 3});
    out.rotation = read_typed_array(arrays, "bone_rotation", {steps, bones, 3, 3});
    out.momentum = read_typed_array(arrays, "momentum", {steps, 6});
    out.reaction = read_typed_array(arrays, "reaction", {steps, 3});
    return out;
}

} // namespace

bool is_tissue_case(const std::filesystem::path& folder) {
    json::reading shared(case_kind);
    const json::document document(shared, folder / "case.json");
    return shared.ok() && document.root().has("tissue");
}

result<golden_tissue> read_tissue_case(const std::filesystem::path& folder) {
    json::reading shared(case_kind);
    const json::document document(shared, folder / "case.json");
    const json::value root = document.root();
    golden_tissue out;
    out.file = document.file();
    out.name = json::printable(root["case"].text());
    out.steps = root["steps"].integer(1, max_frames);
    out.seconds = root["dt"].number();
    out.newton_steps =
        root.has("newton") ? static_cast<std::int32_t>(root["newton"].integer(1, 8)) : 1;
    const bool is_two_way = root.has("simulation");
    const std::int64_t bones = root["bones"].integer(1, 1000);
    const std::int64_t handles = root["handles"].integer(1, 256);
    if (shared.ok() && !(out.seconds > 1e-4 && out.seconds <= 1)) {
        root["dt"].fail(errors::out_of_range, "has to be 0.0001 to 1 s");
    }
    if (!shared.ok()) {
        return shared.error();
    }
    out.baked = read_bake(root, bones, handles);
    const json::value arrays = root["arrays"];
    const json::value damped = is_two_way ? root["simulation"] : root;
    out.baked.material.beta = damped["beta"].number();
    out.displacements = read_typed_array(arrays, "phi", {out.steps, handles, 3});
    if (is_two_way) {
        out.reactive = read_reactive(root, out.steps, bones);
    } else {
        out.bones = read_typed_array(arrays, "bone_matrices", {out.steps, bones, 3, 4});
    }
    constexpr const char* modal = "phi_modal_zeta_0.1";
    if (arrays.has(modal)) {
        out.modal = read_typed_array(arrays, modal, {out.steps, handles, 3});
    }
    if (arrays.has("penetration")) {
        out.penetration = read_typed_array(arrays, "penetration", {out.steps});
    }
    const std::int64_t vertices = static_cast<std::int64_t>(out.baked.vertex_first.size()) - 1;
    out.skin = read_typed_array(arrays, "skin", {vertices, 3});
    out.skin_weights = read_typed_array(arrays, "skin_skin_weights", {vertices, bones});
    if (root.has("contact")) {
        golden_ball ball;
        ball.stiffness = root["contact"]["k"].number();
        ball.friction = root["contact"]["mu"].number();
        ball.radius = root["contact"]["radius"].number();
        ball.slow = root["contact"]["eps"].number();
        ball.centre = read_typed_array(arrays, "sphere_centre", {out.steps, 3});
        ball.area = read_typed_array(arrays, "skin_area", {vertices});
        for (std::size_t v = 0; shared.ok() && v < ball.area.values.size(); ++v) {
            out.baked.probes.push_back({static_cast<std::uint32_t>(v), ball.area.values[v]});
        }
        out.ball = std::move(ball);
    }
    if (!shared.ok()) {
        return shared.error();
    }
    return out;
}

template <class Real> basic_skinned_mesh<Real> skin_of(const golden_tissue& recorded) {
    basic_skinned_mesh<Real> out;
    const std::size_t bones = recorded.baked.joint_count;
    out.first_influence = {0};
    for (std::size_t v = 0; v < recorded.skin.shape[0]; ++v) {
        out.positions.push_back(cast<Real>(recorded.skin.vector_at(3 * v)));
        for (std::size_t b = 0; b < bones; ++b) {
            if (const double w = recorded.skin_weights.values[v * bones + b]; w != 0) {
                out.influences.push_back({static_cast<std::uint16_t>(b), static_cast<Real>(w)});
            }
        }
        out.first_influence.push_back(static_cast<std::uint32_t>(out.influences.size()));
    }
    return out;
}

template basic_skinned_mesh<float> skin_of(const golden_tissue&);
template basic_skinned_mesh<double> skin_of(const golden_tissue&);

} // namespace jounce::replay
