#include <jounce/modules/dev/replay/replay.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/block_data.hpp>
#include <jounce/modules/dev/replay/make_kind.hpp>
#include <jounce/modules/rig/make_kind.hpp>
#include <jounce/systems/pose/palette.hpp>
#include <jounce/systems/reference/reference_pose.hpp>
#include <jounce/systems/simd/isa.hpp>
#include <jounce/systems/skin/cpu_skin.hpp>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace jounce::replay {
namespace {

bool is_mass(quantity what) {
    return what == quantity::fixed_masses || what == quantity::free_masses ||
           what == quantity::velocities;
}

double& total_of(report& to, quantity what) {
    if (is_mass(what)) {
        return to.max_error_masses;
    }
    if (what == quantity::rigid_bones || what == quantity::dynamic_bones) {
        return to.max_error_bones;
    }
    const bool is_vertices = what == quantity::rigid_vertices || what == quantity::final_vertices;
    return is_vertices ? to.max_error_vertices : to.max_error_rst;
}

report start_report(const std::string& name, precision with, double extent, double deviation) {
    report out;
    out.name = name;
    out.isa = isa_name(active_isa());
    out.with = with;
    out.extent = extent;
    out.deviation = deviation;
    out.tolerance = tolerance(with, extent, deviation, quantity::dynamic_bones);
    return out;
}

void judge(report& out) {
    out.pass = out.lanes_agree;
    for (const array_error& array : out.arrays) {
        double& total = total_of(out, array.what);
        total = std::max(total, array.max_error);
        out.pass = out.pass &&
                   array.max_error <= tolerance(out.with, out.extent, out.deviation, array.what);
    }
}

template <class Real> result<report> replay_with(const golden_case& recorded, precision with) {
    result<stepper<Real>> replayed = stepper<Real>::make(recorded);
    if (!replayed) {
        return replayed.error();
    }
    report out = start_report(recorded.name, with, recorded.extent(), recorded.deviation());
    out.frames = recorded.frames;
    for (const expectation& expected : recorded.expected) {
        array_error& array = out.arrays.emplace_back();
        array.name = expected.data.name;
        array.what = expected.what;
    }
    for (std::int64_t frame = 0; frame < recorded.frames; ++frame) {
        replayed->step();
        out.lanes_agree = out.lanes_agree && replayed->lanes_agree();
        compare_frame(recorded, out.extent, *replayed, frame, out.arrays);
    }
    judge(out);
    return out;
}

/// Every segment is a root and a spring at once; its target is what the springs would have given.
golden_case as_case(const golden_segments& recorded) {
    golden_case out;
    out.name = recorded.name;
    out.file = recorded.file;
    for (std::size_t n = 0; n < recorded.source.shape[0]; ++n) {
        out.bones.push_back(
            {-1, recorded.source.vector_at(6 * n), recorded.source.vector_at(6 * n + 3), {}});
        out.simulated.push_back(static_cast<std::int32_t>(n));
    }
    return out;
}

template <class Real> void set_all_lanes(lane_vec3<Real>& to, const vec3<double>& value) {
    for (int lane = 0; lane < lane_count; ++lane) {
        set_lane(to, lane, cast<Real>(value));
    }
}

template <class Real>
result<report> segments_with(const golden_segments& recorded, precision with) {
    const golden_case bones = as_case(recorded);
    basic_character_kind<Real> kind;
    result<basic_rig<Real>> rig = make_rig<Real>(bones);
    if (!rig) {
        return rig.error();
    }
    kind.rig = *std::move(rig);
    result<basic_spring_set<Real>> springs =
        make_springs(bones, kind.rig, bones.simulated, spring_transform::rotate_scale);
    if (!springs) {
        return springs.error();
    }
    kind.springs = *std::move(springs);
    kind.bind = make_rest_bind(kind.rig);
    basic_block_data<Real> data = make_block_data(kind);
    // Roots keep their order, so bone, spring and segment have the same index.
    for (std::size_t n = 0; n < bones.bones.size(); ++n) {
        set_all_lanes(data.dynamic.heads[n], recorded.target.vector_at(6 * n));
        set_all_lanes(data.dynamic.tails[n], recorded.target.vector_at(6 * n + 3));
    }
    reference_pose(kind.rig, kind.springs, data.rigid, data.dynamic, data.transforms);
    palette_rows(kind.bind, data.transforms, data.palette);

    report out = start_report(recorded.name, with, bones.extent(), 0);
    out.frames = 1;
    array_error& array = out.arrays.emplace_back();
    array.name = recorded.matrices.name;
    array.what = quantity::final_transforms;
    for (std::size_t n = 0; n < bones.bones.size(); ++n) {
        const double* matrix = recorded.matrices.values.data() + 16 * n;
        const affine<double> ours =
            cast<double>(palette_matrix(data.palette, 0, static_cast<std::int32_t>(n)));
        const golden_bone& bone = bones.bones[n];
        array.note(matrix_error(ours, std::span<const double, 12>(matrix, 12), bone.head,
                                length(bone.tail - bone.head)),
                   0, n);
        for (std::size_t i = 12; i < 16; ++i) { // the row that is always 0 0 0 1
            array.note(std::abs(matrix[i] - (i == 15 ? 1.0 : 0.0)), 0, n);
        }
    }
    judge(out);
    return out;
}

} // namespace

double tolerance(precision with, double extent, double deviation, quantity what) {
    if (with == precision::f64) {
        return 1e-9;
    }
    const double share = deviation > blow_up ? 5e-3 : 2e-4;
    return share * extent * (is_mass(what) ? 2 : 1);
}

result<report> replay_case(const golden_case& recorded, precision with) {
    return with == precision::f64 ? replay_with<double>(recorded, with)
                                  : replay_with<float>(recorded, with);
}

result<report> replay_segments(const golden_segments& recorded, precision with) {
    return with == precision::f64 ? segments_with<double>(recorded, with)
                                  : segments_with<float>(recorded, with);
}

} // namespace jounce::replay
