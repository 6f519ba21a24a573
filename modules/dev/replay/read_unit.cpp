#include <jounce/modules/dev/replay/read_golden.hpp>

#include <jounce/components/assets/rig.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/dev/replay/limits.hpp>
#include <jounce/modules/dev/replay/read_parts.hpp>

#include <cmath>
#include <string>
#include <utility>

namespace jounce::replay {
namespace {

constexpr std::int64_t columns = 18; ///< rigid head, tail, dynamic head, tail, fixed mass, velocity

/// Columns [first, first + count) of the table as an array of its own.
golden_array slice(const golden_array& table, const char* name, std::size_t first,
                   std::size_t count, std::vector<std::size_t> shape) {
    golden_array out;
    out.name = table.name + "." + name;
    out.shape = std::move(shape);
    for (std::size_t row = 0; row < table.shape[0]; ++row) {
        const auto begin =
            table.values.begin() + static_cast<std::ptrdiff_t>(row * columns + first);
        out.values.insert(out.values.end(), begin, begin + static_cast<std::ptrdiff_t>(count));
    }
    return out;
}

/// The shortest rotation of z onto a unit vector that does not point against z.
quat<double> from_z(const vec3<double>& unit) {
    return normalised(quat<double>{-unit.y, unit.x, 0, 1 + unit.z});
}

/// The table records only where the spring bone went, so the motion is put on that bone itself.
void drive(golden_case& to, const golden_array& table, const json::value& described) {
    to.driven = {1};
    for (std::size_t row = 0; row < table.shape[0]; ++row) {
        const vec3<double> head = table.vector_at(row * columns);
        const vec3<double> bone = table.vector_at(row * columns + 3) - head;
        const vec3<double> unit = (1 / length(bone)) * bone;
        if (!(unit.z > -0.99)) {
            described.fail(errors::unsupported,
                           "the rigid bone of frame " + std::to_string(row) +
                               " has no length or points backwards, which says "
                               "nothing of the motion; use a case.json instead");
            return;
        }
        to.poses.push_back({from_z(unit), head - to.bones[1].head});
    }
}

golden_case read_trajectory(const json::value& run, const json::value& arrays) {
    golden_case out;
    out.file = run.document().file();
    read_parameters(run["params"], out);
    const std::string array = run["array"].text();
    out.name = json::printable("unit/" + array + " " + run["param_set"].text() + " " +
                               run["input"].text());
    out.bones = {{-1, {0, 0, 0}, {0, 0, 1}, {}}, {0, {0, 0, 1}, {0, 0, 2}, {}}};
    out.simulated = {1};
    out.transformed = {1};
    const golden_array table = read_array(arrays, array.c_str(), {any_length, columns});
    if (!run.document().shared().ok()) {
        return out;
    }
    const std::size_t rows = table.shape[0];
    out.frames = static_cast<std::int64_t>(rows);
    if (out.frames < 1 || out.frames > max_frames) {
        arrays[array].fail(errors::out_of_range, "has " + std::to_string(rows) +
                                                     " frames, allowed is 1 to " +
                                                     std::to_string(max_frames));
        return out;
    }
    drive(out, table, arrays[array]);
    const std::vector<std::size_t> segment = {rows, 1, 2, 3};
    const std::vector<std::size_t> point = {rows, 1, 3};
    out.expected = {
        {quantity::rigid_bones, slice(table, "rigid", 0, 6, segment), {1}},
        {quantity::dynamic_bones, slice(table, "dyn", 6, 6, segment), {1}},
        {quantity::fixed_masses, slice(table, "fixed", 12, 3, point), {1}},
        {quantity::velocities, slice(table, "velocity", 15, 3, point), {1}},
    };
    return out;
}

} // namespace

result<unit_cases> read_units(const std::filesystem::path& folder) {
    json::reading shared(case_kind);
    const json::document document(shared, folder / "unit.json");
    const json::value arrays = document.root()["arrays"];

    unit_cases out;
    golden_segments& segments = out.segments;
    segments.name = "unit/rst";
    segments.file = document.file();
    segments.source = read_array(arrays, "rst_src", {any_length, 2, 3});
    if (shared.ok()) {
        const std::int64_t count = static_cast<std::int64_t>(segments.source.shape[0]);
        segments.target = read_array(arrays, "rst_tgt", {count, 2, 3});
        segments.matrices = read_array(arrays, "rst_M", {count, 4, 4});
    }
    const json::value runs = document.root()["single_bone_runs"];
    const std::size_t count = runs.size(static_cast<std::size_t>(max_cases));
    for (std::size_t i = 0; i < count && shared.ok(); ++i) {
        out.trajectories.push_back(read_trajectory(runs.at(i), arrays));
    }
    if (!shared.ok()) {
        return shared.error();
    }
    return out;
}

} // namespace jounce::replay
