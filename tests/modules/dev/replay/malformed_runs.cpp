#include "malformed.hpp"

namespace jounce_test {
namespace {

using nlohmann::json;

/// A good model with one thing spoiled; the change gets the folder of the run.
malformed spoiled_run(std::string what, const std::function<void(const fs::path&)>& change,
                      std::string error, std::string names) {
    return {std::move(what),
            [change](const temporary_folder& folder) {
                const fs::path run = make_model(folder);
                change(run);
                return run;
            },
            std::move(error), std::move(names)};
}

malformed run_with_value(std::string what, std::string pointer, json value, std::string error,
                         std::string file = "run.json") {
    return spoiled_run(
        std::move(what),
        [pointer, value, file](const fs::path& run) { set_json(run / file, pointer, value); },
        std::move(error), fs::path(file).filename().string());
}

} // namespace

std::vector<malformed> malformed_runs() {
    return {
        run_with_value("input beyond the model", "/input_dir", "../model/input", "bad_file_name"),
        run_with_value("weights beyond the model", "/weights", "../model/W", "bad_file_name"),
        spoiled_run(
            "input that is not there",
            [](const fs::path& run) { set_json(run / "run.json", "/input_dir", "other"); },
            "missing_file", "input.json"),
        spoiled_run(
            "weights that are not there",
            [](const fs::path& run) { set_json(run / "run.json", "/weights", "V"); },
            "missing_file", "V.json"),
        run_with_value("an unknown algorithm", "/algorithm", "magic", "unsupported"),
        run_with_value("a vertex frame out of range", "/vertex_frames/2", 96, "out_of_range"),
        run_with_value("vertex frames out of order", "/vertex_frames", {0, 9, 7}, "out_of_range"),
        run_with_value("a transform out of range", "/dyn_transform_rig_idx/0", 2, "out_of_range"),
        run_with_value("a simulated bone out of range", "/simulated_skeleton_idx/0", -1,
                       "out_of_range"),
        run_with_value("flags that do not agree", "/skeleton/2/simulated", false, "inconsistent"),
        run_with_value("another count of frames", "/n_frames", 95, "inconsistent",
                       "../input/input.json"),
        run_with_value("another skeleton", "/skeleton/1/head/0", 0.5, "inconsistent",
                       "../input/input.json"),
        run_with_value("a driven bone twice", "/driven_skeleton_idx", {1, 1}, "duplicate_index",
                       "../input/input.json"),
        run_with_value("more weights than vertices", "/arrays/W/shape", {6, 2}, "wrong_shape",
                       "../W.json"),
        run_with_value("a mesh in a plane", "/arrays/V_rest/shape", {5, 2}, "wrong_shape",
                       "../mesh.json"),
        spoiled_run(
            "a mesh of nothing",
            [](const fs::path& run) {
                set_json(run / "../mesh.json", "/arrays/V_rest/shape", {0, 3});
                fs::resize_file(run / "../V_rest.f64.bin", 0);
            },
            "wrong_shape", "mesh.json"),
        spoiled_run(
            "no mesh", [](const fs::path& run) { fs::remove(run / "../mesh.json"); },
            "missing_file", "mesh.json"),
        spoiled_run(
            "no motion",
            [](const fs::path& run) {
                erase_json(run / "../input/input.json", "/arrays/theta_deg");
                erase_json(run / "../input/input.json", "/arrays/rel_trans");
            },
            "missing_member", "input.json"),
        spoiled_run(
            "truncated vertices",
            [](const fs::path& run) { fs::resize_file(run / "V_dyn.f64.bin", 8); }, "wrong_size",
            "V_dyn.f64.bin"),
    };
}

} // namespace jounce_test
