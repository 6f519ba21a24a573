#include <jounce/modules/cli/replay_output.hpp>

#include <cmath>
#include <cstdio>
#include <numbers>

namespace jounce::cli {
namespace {

using nlohmann::ordered_json;

constexpr double degrees = 180 / std::numbers::pi;

const char* precision_name(replay::precision with) {
    return with == replay::precision::f64 ? "f64" : "f32";
}

/// A share in percent that keeps its column whatever it is.
std::string percent(double share) {
    char text[32];
    if (!std::isfinite(share)) {
        return "blew up";
    }
    std::snprintf(text, sizeof text, 100 * share < 1e4 ? "%.2f %%" : "%.1e", 100 * share);
    return text;
}

const char* result_of(const replay::stable_report& r) {
    return r.skipped                                ? "skipped"
           : !r.lanes_agree                         ? "LANES DIFFER"
           : !r.bounded                             ? "OUT OF BOUNDS"
           : !(r.settled <= replay::most_unsettled) ? "NOT SETTLED"
           : r.pass                                 ? "pass"
                                                    : "RATES DIFFER";
}

} // namespace

ordered_json to_json(const replay::report& r) {
    ordered_json out = {{"case", r.name},
                        {"frames", r.frames},
                        {"extent", r.extent},
                        {"max_error_bones", r.max_error_bones},
                        {"max_error_rst", r.max_error_rst},
                        {"max_error_vertices", r.max_error_vertices},
                        {"max_error_masses", r.max_error_masses},
                        {"max_error_flesh", r.max_error_flesh},
                        {"tolerance", r.tolerance},
                        {"deviation", r.deviation},
                        {"precision", precision_name(r.with)},
                        {"isa", r.isa},
                        {"lanes_agree", r.lanes_agree},
                        {"pass", r.pass}};
    for (const replay::array_error& array : r.arrays) {
        out["arrays"].push_back({{"name", array.name},
                                 {"max_error", array.max_error},
                                 {"frame", array.frame},
                                 {"element", array.element}});
    }
    return out;
}

ordered_json to_json(const replay::stable_report& r) {
    ordered_json out = {{"case", r.name}, {"solver", "stable"}};
    if (!r.note.empty()) {
        out["note"] = r.note;
    }
    if (r.skipped) {
        out["skipped"] = true;
        out["pass"] = r.pass;
        return out;
    }
    out["frames"] = r.frames;
    out["extent"] = r.extent;
    for (const replay::rate_error& rate : r.rates) {
        out["rates"].push_back({{"fps", rate.fps},
                                {"rms_stable", rate.stable},
                                {"rms_reference", rate.reference},
                                {"rms_input", rate.input},
                                {"rms_allowed", replay::most_rate_error(rate.input)}});
    }
    out["min_stretch"] = r.min_stretch;
    out["max_stretch"] = r.max_stretch;
    out["max_bend_degrees"] = degrees * r.max_bend;
    out["max_deviation"] = r.max_deviation;
    out["hold_seconds"] = r.hold_seconds;
    out["settled"] = r.settled;
    out["settling_seconds"] = r.settling_seconds;
    out["precision"] = precision_name(r.with);
    out["isa"] = r.isa;
    out["lanes_agree"] = r.lanes_agree;
    out["bounded"] = r.bounded;
    out["rates_agree"] = r.rates_agree;
    out["pass"] = r.pass;
    return out;
}

void print_table(const std::vector<outcome<replay::report>>& outcomes) {
    std::printf("%-36s %6s %9s %9s %9s %9s %9s %9s %9s  %s\n", "case", "frames", "extent", "bones",
                "masses", "rst", "vertices", "flesh", "allowed", "result");
    for (const outcome<replay::report>& o : outcomes) {
        if (!o.error.empty()) {
            continue;
        }
        const replay::report& r = o.report;
        std::printf("%-36s %6lld %9.3g %9.2e %9.2e %9.2e %9.2e %9.2e %9.2e  %s\n", r.name.c_str(),
                    static_cast<long long>(r.frames), r.extent, r.max_error_bones,
                    r.max_error_masses, r.max_error_rst, r.max_error_vertices, r.max_error_flesh,
                    r.tolerance,
                    !r.lanes_agree ? "LANES DIFFER"
                    : r.pass       ? "pass"
                                   : "MISMATCH");
    }
}

void print_table(const std::vector<outcome<replay::stable_report>>& outcomes) {
    std::printf(
        "secondary motion at each frame rate: how far from the same at %d fps, RMS.\n"
        "input: what frames of the rate miss of the animation itself, over the same motion.\n"
        "The stable solver may be off by 2 %% and twice that.\n",
        replay::played_rates.back());
    std::printf("%-26s %-9s", "case", "solver");
    for (const int fps : replay::played_rates) {
        if (fps != replay::played_rates.back()) {
            std::printf(" %7d fps", fps);
        }
    }
    std::printf(" %13s %8s %9s %9s %8s  %s\n", "stretch", "bend", "deviation", "left", "settles",
                "result");
    for (const outcome<replay::stable_report>& o : outcomes) {
        if (!o.error.empty()) {
            continue;
        }
        const replay::stable_report& r = o.report;
        std::printf("%-26s %-9s", r.name.c_str(), r.skipped ? "" : "stable");
        for (const replay::rate_error& rate : r.rates) {
            if (rate.fps != replay::played_rates.back()) {
                std::printf(" %11s", percent(rate.stable).c_str());
            }
        }
        if (!r.skipped) {
            std::printf(" %6.4f-%6.4f %6.1f d %9.4f %9.1e %6.2f s ", r.min_stretch, r.max_stretch,
                        degrees * r.max_bend, r.max_deviation, r.settled, r.settling_seconds);
            std::printf(" %s\n%-26s %-9s", result_of(r), "", "input");
            for (const replay::rate_error& rate : r.rates) {
                if (rate.fps != replay::played_rates.back()) {
                    std::printf(" %11s", percent(rate.input).c_str());
                }
            }
            std::printf("\n%-26s %-9s", "", "reference");
            for (const replay::rate_error& rate : r.rates) {
                if (rate.fps != replay::played_rates.back()) {
                    std::printf(" %11s", percent(rate.reference).c_str());
                }
            }
        } else {
            std::printf(" %s", result_of(r));
        }
        std::printf("\n");
        if (!r.note.empty()) {
            std::printf("%-26s note: %s\n", "", r.note.c_str());
        }
    }
}

} // namespace jounce::cli
