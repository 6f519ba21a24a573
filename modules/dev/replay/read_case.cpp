#include <jounce/modules/dev/replay/read_golden.hpp>

#include <jounce/modules/dev/replay/limits.hpp>
#include <jounce/modules/dev/replay/read_parts.hpp>

#include <utility>

namespace jounce::replay {

result<golden_case> read_case(const std::filesystem::path& folder) {
    json::reading shared(case_kind);
    const json::document document(shared, folder / "case.json");
    const json::value root = document.root();

    golden_case out;
    out.file = document.file();
    out.name = json::printable(root["name"].text());
    out.frames = root["frames"].integer(1, max_frames);
    read_parameters(root["params"], out);
    out.bones = read_bones(root["bones"]);
    const std::int64_t bones = static_cast<std::int64_t>(out.bones.size());
    out.simulated = read_indices(root["springs"], 0, bones - 1);
    out.transformed = out.simulated;
    out.driven = bones_from(0, out);
    check_flags(root["bones"], "spring", out.simulated);

    const json::value arrays = root["arrays"];
    const std::int64_t frames = out.frames;
    const std::int64_t springs = static_cast<std::int64_t>(out.simulated.size());
    if (shared.ok()) {
        const golden_array degrees = read_array(arrays, "theta_deg", {frames, bones, 3});
        const golden_array translations = read_array(arrays, "translate", {frames, bones, 3});
        const auto expect = [&](quantity what, const char* name,
                                const std::vector<std::int64_t>& shape,
                                const std::vector<std::int32_t>& whom) {
            out.expected.push_back({what, read_array(arrays, name, shape), whom});
        };
        expect(quantity::rigid_bones, "rigid", {frames, bones, 2, 3}, out.driven);
        expect(quantity::dynamic_bones, "dyn", {frames, bones, 2, 3}, out.driven);
        expect(quantity::fixed_masses, "fixed", {frames, springs, 3}, out.simulated);
        expect(quantity::free_masses, "free", {frames, springs, 3}, out.simulated);
        expect(quantity::velocities, "velocity", {frames, springs, 3}, out.simulated);
        expect(quantity::final_transforms, "rst", {frames, springs, 3, 4}, out.simulated);
        if (shared.ok()) {
            make_poses(out, &degrees, &translations);
        }
    }
    if (!shared.ok()) {
        return shared.error();
    }
    return out;
}

} // namespace jounce::replay
