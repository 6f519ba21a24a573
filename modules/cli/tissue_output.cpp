#include <jounce/modules/cli/tissue_output.hpp>

#include <jounce/modules/profiling/append_format.hpp>
#include <jounce/modules/tissue_file/figure_list.hpp>

#include <nlohmann/json.hpp>

namespace jounce::cli {
namespace {

using namespace jounce::tissue;
using ordered = nlohmann::ordered_json;

ordered figures_json(const tissue_figures& figures) {
    ordered out = ordered::object();
    visit_figures(figures, [&](const char* name, const auto& value) { out[name] = value; });
    return out;
}

ordered material_json(const tissue_material& m) {
    return {{"young", m.young},
            {"poisson", m.poisson},
            {"density", m.density},
            {"alpha", m.alpha},
            {"beta", m.beta}};
}

std::string dumped(const ordered& all) {
    return all.dump(-1, ' ', false, ordered::error_handler_t::replace);
}

void append_figures(std::string& text, const tissue_figures& f) {
    append_format(text, "%zu tetrahedra, %zu nodes (%zu held by bones), %.2f litres, %.2f kg\n",
                  f.tets, f.nodes, f.bone_nodes, 1000 * f.volume, f.mass);
    append_format(
        text,
        "weights %.3f to %.3f; affine error %.1e, unity %.1e; %.1f handles per node, %.1f "
        "per vertex (at most %zu, 8 are kept, largest loss %.3f)\n",
        f.least_weight, f.largest_weight, f.affine_error, f.unity_error, f.node_handles,
        f.vertex_handles, f.most_vertex_handles, f.vertex_loss);
    append_format(text,
                  "%zu cubature points, %zu negative, volume %+.2f %%; errors: energy %.1f %% (at "
                  "most %.1f), forces %.1f %% rough, %.1f %% smooth, stiffness %.1f %%\n",
                  f.points, f.negative_points, 100 * f.cubature_volume_error, 100 * f.energy_error,
                  100 * f.largest_energy_error, 100 * f.rough_gradient_error,
                  100 * f.smooth_gradient_error, 100 * f.stiffness_error);
    append_format(text,
                  "%zu mass points, errors: mass %.1f %%, drive %.1f %%, moments %.1f %%; %zu "
                  "contact probes; lowest mode %.2f Hz\n",
                  f.mass_points, 100 * f.mass_point_error, 100 * f.drive_point_error,
                  100 * f.moment_point_error, f.probes, f.lowest_hertz);
}

} // namespace

std::string tissue_text(const bake_file_report& report, const std::filesystem::path& out) {
    std::string text;
    append_format(text, "%zu vertices, %zu triangles, %zu joints; %zu handles, %zu modes\n",
                  report.vertices, report.triangles, report.joints, report.handles, report.modes);
    append_figures(text, report.figures);
    if (!out.empty()) {
        append_format(text, "written: %s, %.1f kB\n", out.string().c_str(),
                      static_cast<double>(report.file_bytes) / 1e3);
    }
    return text;
}

std::string tissue_json(const bake_file_report& report, const bake_file_options& options) {
    return dumped({{"in", options.in.string()},
                   {"out", options.out.string()},
                   {"vertices", report.vertices},
                   {"triangles", report.triangles},
                   {"joints", report.joints},
                   {"handles", report.handles},
                   {"modes", report.modes},
                   {"metres_per_unit", report.metres_per_unit},
                   {"file_bytes", report.file_bytes},
                   {"material", material_json(options.how.material)},
                   {"figures", figures_json(report.figures)},
                   {"warnings", report.warnings}});
}

std::string tissue_text(const baked_tissue& tissue, const tissue_figures& figures) {
    std::string text;
    append_format(text,
                  "%zu vertices, %u joints; %zu handles, %zu modes; a unit of the mesh is %g m\n",
                  tissue.vertex_first.size() - 1, tissue.joint_count, tissue.handles.size(),
                  tissue.mode_rates.size(), tissue.metres_per_unit);
    append_format(text, "Young %g Pa, Poisson %g, %g kg/m^3, damping %g 1/s and %g s\n",
                  tissue.material.young, tissue.material.poisson, tissue.material.density,
                  tissue.material.alpha, tissue.material.beta);
    append_figures(text, figures);
    if (!tissue.lattice.empty()) {
        append_format(text, "lattice kept: %zu nodes, %zu edges\n", tissue.lattice.size(),
                      tissue.lattice_edges.size());
    }
    return text;
}

std::string tissue_json(const baked_tissue& tissue, const tissue_figures& figures,
                        const std::filesystem::path& file) {
    return dumped({{"file", file.string()},
                   {"vertices", tissue.vertex_first.size() - 1},
                   {"joints", tissue.joint_count},
                   {"handles", tissue.handles.size()},
                   {"modes", tissue.mode_rates.size()},
                   {"lattice_nodes", tissue.lattice.size()},
                   {"lattice_edges", tissue.lattice_edges.size()},
                   {"metres_per_unit", tissue.metres_per_unit},
                   {"material", material_json(tissue.material)},
                   {"figures", figures_json(figures)}});
}

} // namespace jounce::cli
