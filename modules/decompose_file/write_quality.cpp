#include <jounce/modules/decompose_file/write_quality.hpp>

#include <jounce/modules/decompose_file/make_character.hpp>
#include <jounce/modules/dev/plot/line_chart.hpp>
#include <jounce/modules/files/replace_file.hpp>
#include <jounce/modules/json/document.hpp>
#include <jounce/modules/profiling/append_format.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <system_error>

namespace jounce::decompose {
namespace {

double largest(std::span<const double> of) {
    return of.empty() ? 0 : *std::max_element(of.begin(), of.end());
}

/// The first half of the scale goes from blue to green, the second over yellow to red.
std::array<float, 3> colour_of(double share) {
    const double s = std::clamp(std::isfinite(share) ? share : 1.0, 0.0, 1.0);
    const double red = std::clamp(3 * s - 1, 0.0, 1.0);
    const double green = std::clamp(s < 0.5 ? 3 * s : 3 - 3 * s, 0.0, 1.0);
    const double blue = std::clamp(1 - 3 * s, 0.0, 1.0);
    return {static_cast<float>(red), static_cast<float>(green), static_cast<float>(blue)};
}

} // namespace

std::string error_chart(const mesh_animation& of, const decompose_report& report) {
    plot::line_chart chart;
    chart.title = "Error per frame";
    chart.x_label = "frame";
    chart.y_label = "RMS distance, % of the extent";
    std::size_t longest = 2;
    for (const take& one : of.takes) {
        plot::panel panel;
        panel.title = json::printable(one.name);
        plot::series errors;
        errors.label = "error";
        for (std::size_t f = 0; f < one.frame_count; ++f) {
            const std::size_t at = one.first_frame + f;
            errors.values.push_back(
                at < report.error_by_frame.size() ? 100 * report.error_by_frame[at] : 0);
        }
        const double most = largest(errors.values);
        panel.y_most = most > 0 ? 1.1 * most : 1;
        panel.curves.push_back(std::move(errors));
        chart.panels.push_back(std::move(panel));
        longest = std::max(longest, one.frame_count);
    }
    chart.x_most = static_cast<double>(longest - 1);
    return plot::to_svg(chart);
}

std::string worst_vertices(const mesh_animation& of, const decompose_report& report,
                           std::size_t count) {
    const std::vector<double>& errors = report.error_by_vertex;
    std::vector<std::size_t> order(std::min(errors.size(), of.rest.size()));
    std::iota(order.begin(), order.end(), std::size_t{0});
    const std::size_t shown = std::min(count, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(shown),
                      order.end(), [&](std::size_t a, std::size_t b) {
                          return errors[a] != errors[b] ? errors[a] > errors[b] : a < b;
                      });
    std::string out =
        "RMS distance over all frames, in % of the extent; the place is that at rest\n";
    append_format(out, "%10s %12s %14s %14s %14s\n", "vertex", "error %", "x", "y", "z");
    for (std::size_t i = 0; i < shown; ++i) {
        const vec3<double>& at = of.rest[order[i]];
        append_format(out, "%10zu %12.6f %14.6g %14.6g %14.6g\n", order[i], 100 * errors[order[i]],
                      at.x, at.y, at.z);
    }
    return out;
}

std::vector<std::array<float, 3>> error_colours(std::span<const double> errors) {
    const double most = largest(errors);
    std::vector<std::array<float, 3>> out;
    out.reserve(errors.size());
    for (const double one : errors) {
        out.push_back(colour_of(most > 0 ? one / most : 0));
    }
    return out;
}

std::optional<error> write_quality(const std::filesystem::path& folder,
                                   const mesh_cache::cached_mesh& mesh, const decomposition& found,
                                   const character_levels& levels) {
    std::error_code code;
    std::filesystem::create_directories(folder, code);
    if (code) {
        return error{errors::cannot_write,
                     folder.string() + ": cannot be made a folder: " + code.message()};
    }
    const mesh_animation& of = mesh.animation;
    if (auto wrong = replace_file(folder / "error_by_frame.svg", error_chart(of, found.report))) {
        return wrong;
    }
    if (auto wrong =
            replace_file(folder / "worst_vertices.txt", worst_vertices(of, found.report))) {
        return wrong;
    }
    if (!levels.coarser.empty()) {
        if (auto wrong = replace_file(folder / "levels.txt", levels_table(levels))) {
            return wrong;
        }
    }
    std::vector<double> errors = found.report.error_by_vertex;
    errors.resize(of.vertex_count());
    const std::vector<std::array<float, 3>> colours = error_colours(errors);
    const result<written_character> shown = make_character(mesh, found, {colours});
    return shown ? shown->document.save(folder / "error_colours.glb")
                 : std::optional<error>(shown.error());
}

} // namespace jounce::decompose
