#include "case_files.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <numbers>

namespace jounce_test {
namespace {

using nlohmann::json;
using matrix34 = Eigen::Matrix<double, 3, 4, Eigen::RowMajor>;

constexpr std::array<std::array<double, 3>, 5> vertices = {
    {{0.1, 0, 0}, {0, 0.1, 0.9}, {-0.1, 0, 1.1}, {0, -0.1, 1.6}, {0.05, 0.05, 2}}};
/// Not normalised: the sums are 0.5, 1, 2, 1 and 4.
constexpr std::array<std::array<double, 2>, 5> weights = {
    {{0.5, 0}, {0.7, 0.3}, {1, 1}, {0, 1}, {0, 4}}};

json described(const fs::path& folder, const std::string& name,
               const std::vector<std::size_t>& shape, const std::vector<double>& values) {
    write_doubles(folder / (name + ".f64.bin"), values);
    return {{"file", name + ".f64.bin"}, {"dtype", "f64"}, {"shape", shape}};
}

/// Bones of the case behind a pseudo root that does not move.
std::vector<double> with_root(const std::vector<double>& bones, std::size_t per_frame) {
    std::vector<double> out;
    for (std::size_t i = 0; i < bones.size(); ++i) {
        out.insert(out.end(), i % per_frame == 0 ? 6 : 0, 0.0);
        out.push_back(bones[i]);
    }
    return out;
}

/// The transform of a root bone whose head is at the origin.
matrix34 root_matrix(const double* degrees, const double* translation) {
    constexpr double radian = std::numbers::pi / 180;
    matrix34 out;
    out.leftCols<3>() = (Eigen::AngleAxisd(degrees[2] * radian, Eigen::Vector3d::UnitZ()) *
                         Eigen::AngleAxisd(degrees[1] * radian, Eigen::Vector3d::UnitY()) *
                         Eigen::AngleAxisd(degrees[0] * radian, Eigen::Vector3d::UnitX()))
                            .toRotationMatrix();
    out.col(3) = Eigen::Vector3d(translation[0], translation[1], translation[2]);
    return out;
}

void skin(const matrix34& root, const matrix34& spring, std::vector<double>& out) {
    for (std::size_t v = 0; v < vertices.size(); ++v) {
        const double sum = weights[v][0] + weights[v][1];
        const matrix34 blend = (weights[v][0] * root + weights[v][1] * spring) / sum;
        const Eigen::Vector3d p =
            blend * Eigen::Vector4d(vertices[v][0], vertices[v][1], vertices[v][2], 1);
        out.insert(out.end(), {p.x(), p.y(), p.z()});
    }
}

template <std::size_t N>
std::vector<double> flat(const std::array<std::array<double, N>, 5>& rows) {
    std::vector<double> out;
    for (const std::array<double, N>& row : rows) {
        out.insert(out.end(), row.begin(), row.end());
    }
    return out;
}

} // namespace

fs::path make_model(const temporary_folder& into) {
    const fs::path source = synthetic_folder() / "single_swing";
    const auto recorded = [&](const char* name) {
        return read_doubles(source / (std::string(name) + ".f64.bin"));
    };
    const json original = read_json(source / "case.json");
    const std::size_t frames = original["frames"].get<std::size_t>();
    const std::vector<std::size_t> vertex_frames = {0, 7, frames - 1};
    const fs::path model = into.path() / "model";
    const fs::path run = model / "run";
    const fs::path input = model / "input";
    fs::create_directories(run);
    fs::create_directories(input);

    json skeleton = json::array({{{"parent", -1},
                                  {"head", {0, 0, 0}},
                                  {"tail", {0, 0, 0}},
                                  {"simulated", false},
                                  {"dyn_transform", false}}});
    for (const json& bone : original["bones"]) {
        skeleton.push_back({{"parent", bone["parent"].get<int>() + 1},
                            {"head", bone["head"]},
                            {"tail", bone["tail"]},
                            {"simulated", bone["spring"]},
                            {"dyn_transform", bone["spring"]}});
    }

    const std::vector<double> degrees = recorded("theta_deg");
    const std::vector<double> translations = recorded("translate");
    const std::vector<double> rst = recorded("rst");
    std::vector<double> matrices;
    std::vector<double> skinned;
    for (std::size_t f = 0; f < frames; ++f) {
        const matrix34 root = root_matrix(&degrees[6 * f], &translations[6 * f]);
        const matrix34 spring = Eigen::Map<const matrix34>(&rst[12 * f]);
        matrices.insert(matrices.end(), root.data(), root.data() + 12);
        matrices.insert(matrices.end(), spring.data(), spring.data() + 12);
        if (std::find(vertex_frames.begin(), vertex_frames.end(), f) != vertex_frames.end()) {
            skin(root, spring, skinned);
        }
    }

    const json input_arrays = {
        {"theta_deg", described(input, "theta_deg", {frames, 2, 3}, degrees)},
        {"rel_trans", described(input, "rel_trans", {frames, 2, 3}, translations)},
        {"rigid_bones",
         described(input, "rigid_bones", {frames, 3, 2, 3}, with_root(recorded("rigid"), 12))}};
    write_text(input / "input.json", json{{"n_frames", frames},
                                          {"skeleton", skeleton},
                                          {"driven_skeleton_idx", {1, 2}},
                                          {"arrays", input_arrays}}
                                         .dump());
    write_text(
        model / "mesh.json",
        json{{"arrays", {{"V_rest", described(model, "V_rest", {5, 3}, flat(vertices))}}}}.dump());
    write_text(model / "W.json",
               json{{"arrays", {{"W", described(model, "W", {5, 2}, flat(weights))}}}}.dump());

    const json run_arrays = {
        {"dyn_bones",
         described(run, "dyn_bones", {frames, 3, 2, 3}, with_root(recorded("dyn"), 12))},
        {"mass_fixed", described(run, "mass_fixed", {frames, 1, 3}, recorded("fixed"))},
        {"mass_free", described(run, "mass_free", {frames, 1, 3}, recorded("free"))},
        {"mass_free_vel", described(run, "mass_free_vel", {frames, 1, 3}, recorded("velocity"))},
        {"final_M", described(run, "final_M", {frames, 2, 3, 4}, matrices)},
        {"V_dyn", described(run, "V_dyn", {vertex_frames.size(), 5, 3}, skinned)}};
    write_text(run / "run.json", json{{"model", "made"},
                                      {"run", "up"},
                                      {"algorithm", "RST"},
                                      {"n_frames", frames},
                                      {"input_dir", "input"},
                                      {"weights", "W"},
                                      {"normalize_weights", true},
                                      {"params", original["params"]},
                                      {"simulated_skeleton_idx", {2}},
                                      {"dyn_transform_rig_idx", {1}},
                                      {"vertex_frames", vertex_frames},
                                      {"skeleton", skeleton},
                                      {"arrays", run_arrays}}
                                     .dump());
    return run;
}

} // namespace jounce_test
