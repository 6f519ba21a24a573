#include <jounce/modules/dev/bench/weights_format.hpp>

#include <jounce/modules/profiling/append_format.hpp>

#include <nlohmann/json.hpp>

#include <cinttypes>

namespace jounce::bench {
namespace {

using ordered = nlohmann::ordered_json;

ordered side_json(const side_cost& of) {
    return {{"best_ms", of.best_ms}, {"median_ms", of.median_ms}};
}

ordered points_json(const std::vector<weights_cost::point>& points) {
    ordered out = ordered::array();
    for (const weights_cost::point& one : points) {
        out.push_back({{"vertices", one.vertices},
                       {"bones", one.bones},
                       {"unknowns", one.unknowns},
                       {"heat", side_json(one.heat)},
                       {"nearest", side_json(one.nearest)}});
        if (one.bone_by_bone) {
            out.back()["bone_by_bone"] = side_json(*one.bone_by_bone);
        }
        out.back()["predicted_bytes"] = one.bytes;
    }
    return out;
}

void append_points(std::string& out, const std::vector<weights_cost::point>& points) {
    append_format(out, "%10s %6s %9s %11s %11s %11s %13s %11s %7s %10s\n", "vertices", "bones",
                  "unknowns", "heat", "median", "nearest", "bone by bone", "median", "ratio",
                  "MiB said");
    for (const weights_cost::point& one : points) {
        append_format(out, "%10" PRId64 " %6" PRId64 " %9" PRId64 " %11.1f %11.1f %11.1f ",
                      one.vertices, one.bones, one.unknowns, one.heat.best_ms, one.heat.median_ms,
                      one.nearest.best_ms);
        if (one.bone_by_bone) {
            append_format(out, "%13.1f %11.1f %7.1f", one.bone_by_bone->best_ms,
                          one.bone_by_bone->median_ms,
                          one.bone_by_bone->best_ms / one.heat.best_ms);
        } else {
            append_format(out, "%13s %11s %7s", "-", "-", "-");
        }
        append_format(out, " %10.1f\n", static_cast<double>(one.bytes) / (1 << 20));
    }
}

} // namespace

nlohmann::ordered_json weights_json(const weights_cost& of) {
    return {{"threads", of.threads},
            {"turns", of.turns},
            {"over_vertices", points_json(of.of_vertices)},
            {"over_bones", points_json(of.of_bones)},
            {"left_out", of.left_out}};
}

std::string weights_table(const weights_cost& of) {
    std::string out;
    append_format(out,
                  "weights (binding a figure, threads: %" PRId64 "; the best of %d turns; ms)\n",
                  of.threads, of.turns);
    append_points(out, of.of_vertices);
    out += "\n";
    append_points(out, of.of_bones);
    for (const std::string& why : of.left_out) {
        out += "left out: " + why + "\n";
    }
    return out + "\n";
}

} // namespace jounce::bench
