#include <jounce/modules/editing/spring_map.hpp>

#include <jounce/modules/spring_file/bone_finder.hpp>
#include <jounce/modules/tuning/presets.hpp>

#include <algorithm>

namespace jounce::editing {

result<spring_map> map_springs(const spring_file& settings, const rig& bones) {
    const bone_finder finder(settings, bones);
    spring_map out;
    out.of_bone.resize(bones.parents.size());
    out.bones.resize(settings.springs.size());
    for (std::size_t i = 0; i < settings.springs.size(); ++i) {
        const result<std::vector<placed_bone>> placed =
            finder.bones_of(settings.springs[i], "/springs/" + std::to_string(i));
        if (!placed) {
            return placed.error();
        }
        for (const placed_bone& one : *placed) {
            out.of_bone[static_cast<std::size_t>(one.bone)] = {static_cast<std::int32_t>(i),
                                                               one.position};
            out.bones[i].push_back(one.bone);
        }
    }
    return out;
}

std::vector<tuning_curve> curves_of(const spring_entry& entry) {
    std::vector<tuning_curve> out;
    if (const preset* from = find_preset(entry.preset)) {
        out = from->curves;
    }
    for (const tuning_curve& own : entry.curves) {
        std::erase_if(out, [&](const tuning_curve& other) { return other.field == own.field; });
        out.push_back(own);
    }
    return out;
}

double factor_of(const std::vector<tuning_curve>& curves, std::string_view field, double position) {
    const auto found = std::ranges::find(curves, field, &tuning_curve::field);
    return found == curves.end() ? 1 : factor_at(found->keys, position);
}

std::vector<std::int32_t> bones_below(const rig& bones, std::int32_t top) {
    std::vector<std::int32_t> out;
    std::vector<bool> chosen(bones.parents.size(), false);
    for (std::int32_t b = top; b < bones.bone_count(); ++b) { // parents come first
        const std::int32_t parent = bones.parents[static_cast<std::size_t>(b)];
        if (b == top || (parent >= top && chosen[static_cast<std::size_t>(parent)])) {
            chosen[static_cast<std::size_t>(b)] = true;
            out.push_back(b);
        }
    }
    return out;
}

} // namespace jounce::editing
