#include <jounce/modules/cli/bind_output.hpp>

#include <jounce/modules/json/document.hpp>
#include <jounce/modules/profiling/append_format.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace jounce::cli {
namespace {

using ordered = nlohmann::ordered_json;

const char* name_of(bake::weight_format format) {
    return format == bake::weight_format::f32   ? "float"
           : format == bake::weight_format::u16 ? "u16"
                                                : "u8";
}

ordered part_json(const binding::bound_part& part) {
    return {{"mesh", part.mesh},
            {"first_vertex", part.found.first_vertex},
            {"vertices", part.found.vertices},
            {"triangles", part.found.triangles},
            {"rule", std::string(weights::name_of(part.found.rule))},
            {"repaired", part.found.repaired},
            {"is_closed", part.found.is_closed}};
}

/// The first few, so that a line stays a line.
std::string some_of(const std::vector<std::string>& names) {
    constexpr std::size_t shown = 5;
    std::string out;
    for (std::size_t i = 0; i < std::min(names.size(), shown); ++i) {
        out += (i > 0 ? ", " : "") + json::printable(names[i]);
    }
    return names.size() > shown ? out + " and " + std::to_string(names.size() - shown) + " more"
                                : out;
}

void add_row(std::string& to, const binding::bound_part& part) {
    append_format(to, "%-28s %8u %9zu %10zu  %-8s %9zu  %s\n",
                  json::printable(part.mesh).substr(0, 28).c_str(), part.found.first_vertex,
                  part.found.vertices, part.found.triangles,
                  std::string(weights::name_of(part.found.rule)).c_str(), part.found.repaired,
                  part.found.is_closed ? "closed" : "open");
}

void add_table(std::string& to, const binding::bind_file_report& report) {
    append_format(to, "%-28s %8s %9s %10s  %-8s %9s\n", "mesh", "from", "vertices", "triangles",
                  "rule", "repaired");
    for (const binding::bound_part& part : report.parts) {
        add_row(to, part);
    }
    const weights::bind_report& all = report.totals;
    append_format(to,
                  "%zu parts; %zu vertices welded, %zu isolated, %zu not finite; triangles: %zu "
                  "degenerate, %zu duplicate, %zu flipped; %zu edges with more than two\n",
                  report.parts.size(), all.welded, all.isolated, all.not_finite, all.degenerate,
                  all.duplicate, all.flipped, all.non_manifold);
}

} // namespace

std::string bind_json(const binding::bind_file_report& report,
                      const binding::bind_file_options& options) {
    ordered all = {{"in", options.in.string()},
                   {"out", options.out.string()},
                   {"method", std::string(weights::name_of(options.bind.method))},
                   {"primitives", report.primitives},
                   {"vertices", report.vertices},
                   {"joints", report.joints},
                   {"bones_used", report.bones_used},
                   {"left_out", {{"idle", report.idle}, {"far_roots", report.far_roots}}},
                   {"nodes_added", report.nodes_added},
                   {"skins_added", report.skins_added},
                   {"most_influences", report.most_influences},
                   {"weights", name_of(options.format)},
                   {"helpers", report.helpers},
                   {"reasons", report.reasons},
                   {"rounding", report.rounding},
                   {"totals",
                    {{"welded", report.totals.welded},
                     {"degenerate", report.totals.degenerate},
                     {"duplicate", report.totals.duplicate},
                     {"flipped", report.totals.flipped},
                     {"non_manifold", report.totals.non_manifold},
                     {"not_finite", report.totals.not_finite},
                     {"isolated", report.totals.isolated},
                     {"bytes", report.totals.bytes}}},
                   {"parts", ordered::array()},
                   {"warnings", report.warnings}};
    for (const binding::bound_part& part : report.parts) {
        all["parts"].push_back(part_json(part));
    }
    return all.dump(-1, ' ', false, ordered::error_handler_t::replace);
}

std::string bind_text(const binding::bind_file_report& report,
                      const binding::bind_file_options& options, bool parts) {
    std::string text;
    if (parts) {
        add_table(text, report);
    }
    if (options.keeps_weights) {
        text += "the model's own weights are kept\n";
    } else {
        append_format(text, "%zu vertices, %zu of %zu bones, by %s; at most %zu per vertex\n",
                      report.vertices, report.bones_used, report.joints,
                      std::string(weights::name_of(options.bind.method)).c_str(),
                      report.most_influences);
    }
    if (report.skins_added > 0) {
        append_format(text, "skins added: %zu, nodes added: %zu\n", report.skins_added,
                      report.nodes_added);
    }
    if (!report.idle.empty()) {
        text += "left out, they moved nothing before: " + some_of(report.idle) +
                " (--all-bones uses them)\n";
    }
    if (!report.far_roots.empty()) {
        text += "left out, roots outside of the mesh: " + some_of(report.far_roots) +
                " (--all-bones uses them)\n";
    }
    if (!report.helpers.empty()) {
        append_format(text, "helpers added: %zu: ", report.helpers.size());
        text += some_of(report.helpers) + "\n";
        for (const std::string& reason : report.reasons) {
            text += "  " + json::printable(reason) + "\n";
        }
    }
    return text + "written: " + options.out.string() + "\n";
}

} // namespace jounce::cli
