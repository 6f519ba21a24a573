#include <jounce/modules/dev/replay/compare.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace jounce::replay {
namespace {

/// How far a coordinate is from what was recorded. Where the record was rounded to float, anything
/// that rounds to it is as good: half a unit in the last place is taken off.
double coordinate_error(double ours, double recorded, bool rounded) {
    const double error = std::abs(ours - recorded);
    if (!rounded) {
        return error;
    }
    const float size = std::abs(static_cast<float>(recorded));
    const float next = std::nextafter(size, std::numeric_limits<float>::max());
    const double beyond = error - static_cast<double>(next - size) / 2;
    return beyond <= 0 ? 0.0 : beyond;
}

/// The larger, where std::max would lose what is not a number.
double worse(double a, double b) { return std::isnan(a) || b <= a ? a : b; }

double point_error(const vec3<double>& ours, const vec3<double>& recorded, bool rounded = false) {
    return length(vec3<double>{coordinate_error(ours.x, recorded.x, rounded),
                               coordinate_error(ours.y, recorded.y, rounded),
                               coordinate_error(ours.z, recorded.z, rounded)});
}

template <class Real> vec3<double> in_double(const lane_vec3<Real>& value) {
    return cast<double>(get_lane(value, 0));
}

/// The error of one bone or spring, whose recorded numbers start at `first`.
template <class Real>
double entry_error(const golden_case& recorded, double extent, const stepper<Real>& replayed,
                   const expectation& expected, std::int32_t bone, std::size_t first) {
    const golden_array& data = expected.data;
    const auto point = [&](std::size_t offset) { return data.vector_at(first + offset); };
    switch (expected.what) {
    case quantity::rigid_bones:
        return worse(point_error(replayed.rigid_head(bone), point(0)),
                     point_error(replayed.rigid_tail(bone), point(3)));
    case quantity::dynamic_bones:
        return worse(point_error(replayed.dynamic_head(bone), point(0)),
                     point_error(replayed.dynamic_tail(bone), point(3)));
    case quantity::fixed_masses:
        return point_error(in_double(replayed.particle(bone).anchor), point(0));
    case quantity::free_masses:
        return point_error(in_double(replayed.particle(bone).position), point(0));
    case quantity::velocities:
        // As the distance of one step, so that it can be judged like the others.
        return recorded.dt * point_error(in_double(replayed.particle(bone).velocity), point(0));
    case quantity::rigid_transforms:
    case quantity::final_transforms: break;
    case quantity::rigid_vertices:
    case quantity::final_vertices: return std::numeric_limits<double>::infinity(); // have no bones
    }
    const affine<double> ours = expected.what == quantity::rigid_transforms
                                    ? replayed.rigid_transform(bone)
                                    : replayed.final_transform(bone);
    const golden_bone& rest = recorded.bones[static_cast<std::size_t>(bone)];
    const double own_length = length(rest.tail - rest.head);
    const double reach = own_length > 0 ? own_length : extent;
    if (data.shape.size() == 4) {
        const std::span<const double, 12> rows(data.values.data() + first, 12);
        return matrix_error(ours, rows, rest.head, reach);
    }
    const vec3<double> t = point(0);
    const std::array rows = {1.0, 0.0, 0.0, t.x, 0.0, 1.0, 0.0, t.y, 0.0, 0.0, 1.0, t.z};
    return matrix_error(ours, rows, rest.head, reach);
}

template <class Real>
void compare_vertices(const golden_case& recorded, const stepper<Real>& replayed,
                      std::int64_t frame, const expectation& expected, array_error& error) {
    const std::vector<std::int64_t>& frames = recorded.mesh->vertex_frames;
    const auto found = std::lower_bound(frames.begin(), frames.end(), frame);
    if (found == frames.end() || *found != frame) {
        return;
    }
    const std::vector<vec3<double>> ours = expected.what == quantity::rigid_vertices
                                               ? replayed.rigid_vertices()
                                               : replayed.final_vertices();
    const std::size_t first =
        static_cast<std::size_t>(found - frames.begin()) * expected.data.stride();
    for (std::size_t v = 0; v < ours.size(); ++v) {
        error.note(point_error(ours[v], expected.data.vector_at(first + 3 * v),
                               expected.data.stored_as_float),
                   frame, v);
    }
}

} // namespace

double matrix_error(const affine<double>& ours, std::span<const double, 12> rows,
                    const vec3<double>& head, double reach) {
    const auto column = [&](std::size_t c) {
        return vec3<double>{rows[c], rows[4 + c], rows[8 + c]};
    };
    const affine<double> recorded = {{{column(0), column(1), column(2)}}, column(3)};
    double error = 0;
    for (const vec3<double>& away : {vec3<double>{}, {reach, 0, 0}, {0, reach, 0}, {0, 0, reach}}) {
        error = worse(error, point_error(ours * (head + away), recorded * (head + away)));
    }
    return error;
}

void array_error::note(double error, std::int64_t at_frame, std::size_t at_element) {
    // What is not a number is as wrong as can be, and must not be lost in a comparison.
    error = std::isfinite(error) ? error : std::numeric_limits<double>::infinity();
    if (error > max_error) {
        max_error = error;
        frame = at_frame;
        element = at_element;
    }
}

template <class Real>
void compare_frame(const golden_case& recorded, double extent, const stepper<Real>& replayed,
                   std::int64_t frame, std::vector<array_error>& errors) {
    for (std::size_t e = 0; e < recorded.expected.size(); ++e) {
        const expectation& expected = recorded.expected[e];
        if (expected.what == quantity::rigid_vertices ||
            expected.what == quantity::final_vertices) {
            compare_vertices(recorded, replayed, frame, expected, errors[e]);
            continue;
        }
        const std::size_t stride = expected.data.stride();
        const std::size_t count = expected.bones.size();
        for (std::size_t n = 0; n < count; ++n) {
            const std::size_t first =
                static_cast<std::size_t>(frame) * stride + n * (stride / count);
            errors[e].note(
                entry_error(recorded, extent, replayed, expected, expected.bones[n], first), frame,
                n);
        }
    }
}

template void compare_frame(const golden_case&, double, const stepper<float>&, std::int64_t,
                            std::vector<array_error>&);
template void compare_frame(const golden_case&, double, const stepper<double>&, std::int64_t,
                            std::vector<array_error>&);

} // namespace jounce::replay
