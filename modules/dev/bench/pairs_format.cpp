#include <jounce/modules/dev/bench/pairs_format.hpp>

#include <jounce/modules/dev/bench/measure_point.hpp>
#include <jounce/modules/profiling/append_format.hpp>

#include <nlohmann/json.hpp>

#include <cinttypes>
#include <string_view>

namespace jounce::bench {
namespace {

using ordered = nlohmann::ordered_json;

ordered side_json(const side_cost& of) {
    return {{"best_ms", of.best_ms}, {"median_ms", of.median_ms}};
}

const char* verdict(bool passes) { return passes ? "" : "  over the limit"; }

void append_pairs(std::string& out, const pairs_report& of) {
    append_format(out,
                  "pairs (%" PRId64 " bones, %" PRId64
                  " springs; the best of %d slices in turns; ms per frame)\n",
                  of.options.bones, of.options.springs, slices);
    append_format(out, "%-13s %10s %8s %8s %10s %10s %7s %6s   %10s %10s %7s\n", "pipeline over",
                  "characters", "workers", "launched", "pipeline", "other", "ratio", "limit",
                  "median", "other", "ratio");
    for (const pair_cost& one : of.pairs) {
        const std::string_view launch = launch_name(one.launch);
        append_format(out,
                      "%-13s %10" PRId64 " %8" PRId64
                      " %8.*s %10.4f %10.4f %7.3f %6.2f   %10.4f %10.4f %7.3f%s\n",
                      one.name.c_str(), one.characters, one.threads,
                      static_cast<int>(launch.size()), launch.data(), one.pipeline.best_ms,
                      one.other.best_ms, one.ratio(), one.limit, one.pipeline.median_ms,
                      one.other.median_ms, one.median_ratio(), verdict(one.passes()));
    }
}

void append_overheads(std::string& out, const pairs_report& of) {
    append_format(out, "\n%-13s %10s %10s %10s %9s %7s   %10s %10s\n", "system", "characters",
                  "pipeline", "kernel", "over it", "limit", "median", "kernel");
    for (const overhead_cost& one : of.overheads) {
        append_format(out,
                      "%-13s %10" PRId64 " %10.4f %10.4f %7.1f %% %5.0f %%   %10.4f %10.4f%s\n",
                      one.system.c_str(), one.characters, one.pipeline.best_ms, one.kernel.best_ms,
                      100 * one.share(), 100 * one.limit, one.pipeline.median_ms,
                      one.kernel.median_ms, verdict(one.passes()));
    }
}

} // namespace

nlohmann::ordered_json pairs_json(const pairs_report& of) {
    ordered out = {{"bones", of.options.bones}, {"springs", of.options.springs}};
    out["pairs"] = ordered::array();
    for (const pair_cost& one : of.pairs) {
        out["pairs"].push_back({{"over", one.name},
                                {"characters", one.characters},
                                {"threads", one.threads},
                                {"launch", launch_name(one.launch)},
                                {"pipeline", side_json(one.pipeline)},
                                {"other", side_json(one.other)},
                                {"ratio", one.ratio()},
                                {"median_ratio", one.median_ratio()},
                                {"limit", one.limit},
                                {"pass", one.passes()}});
    }
    out["overheads"] = ordered::array();
    for (const overhead_cost& one : of.overheads) {
        out["overheads"].push_back({{"system", one.system},
                                    {"characters", one.characters},
                                    {"pipeline", side_json(one.pipeline)},
                                    {"kernel", side_json(one.kernel)},
                                    {"share", one.share()},
                                    {"limit", one.limit},
                                    {"pass", one.passes()}});
    }
    out["left_out"] = of.left_out;
    return out;
}

std::string pairs_table(const pairs_report& of) {
    std::string out;
    append_pairs(out, of);
    append_overheads(out, of);
    for (const std::string& why : of.left_out) {
        out += "left out: " + why + "\n";
    }
    return out + "\n";
}

} // namespace jounce::bench
