#include <jounce/modules/dev/replay/read_golden.hpp>

#include <jounce/modules/dev/replay/limits.hpp>
#include <jounce/modules/dev/replay/read_parts.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

namespace jounce::replay {
namespace {

/// Reads the array where the file has it. Older runs lack some.
void expect_if_there(golden_case& to, const json::value& arrays, quantity what, const char* name,
                     const std::vector<std::int64_t>& shape,
                     const std::vector<std::int32_t>& bones) {
    if (arrays.has(name)) {
        to.expected.push_back({what, read_array(arrays, name, shape), bones});
    }
}

void expect_transforms(golden_case& to, const json::value& arrays, quantity what,
                       const char* matrices, const char* translations) {
    const std::vector<std::int32_t> bones = bones_from(1, to);
    const std::int64_t count = static_cast<std::int64_t>(bones.size());
    expect_if_there(to, arrays, what, matrices, {to.frames, count, 3, 4}, bones);
    expect_if_there(to, arrays, what, translations, {to.frames, count, 3}, bones);
}

void read_input(const json::value& root, golden_case& to) {
    const std::int64_t bones = static_cast<std::int64_t>(to.bones.size());
    if (root["n_frames"].integer(1, max_frames) != to.frames) {
        root["n_frames"].fail(errors::inconsistent, "differs from that of run.json");
    }
    if (read_bones(root["skeleton"]) != to.bones) {
        root["skeleton"].fail(errors::inconsistent, "differs from that of run.json");
    }
    to.driven = read_indices(root["driven_skeleton_idx"], 0, bones - 1);
    const json::value arrays = root["arrays"];
    const std::int64_t driven = static_cast<std::int64_t>(to.driven.size());
    std::optional<golden_array> degrees;
    std::optional<golden_array> translations;
    if (arrays.has("theta_deg")) {
        degrees = read_array(arrays, "theta_deg", {to.frames, driven, 3});
    }
    if (arrays.has("rel_trans")) {
        translations = read_array(arrays, "rel_trans", {to.frames, driven, 3});
    }
    if (!degrees && !translations) {
        arrays.fail(errors::missing_member,
                    "has neither \"theta_deg\" nor \"rel_trans\"; add the motion");
    }
    to.expected.push_back({quantity::rigid_bones,
                           read_array(arrays, "rigid_bones", {to.frames, bones, 2, 3}),
                           bones_from(0, to)});
    expect_transforms(to, arrays, quantity::rigid_transforms, "rigid_M", "rigid_t");
    if (root.document().shared().ok()) {
        make_poses(to, degrees ? &*degrees : nullptr, translations ? &*translations : nullptr);
    }
}

/// The authors leave all weights alone if every vertex has a sum of one, or none to speak of.
void normalise(golden_array& weights) {
    const std::size_t bones = weights.shape[1];
    std::vector<double> sums;
    bool needed = false;
    for (std::size_t v = 0; v < weights.shape[0]; ++v) {
        double sum = 0;
        for (std::size_t b = 0; b < bones; ++b) {
            sum += weights.values[v * bones + b];
        }
        sums.push_back(sum);
        needed = needed || (std::abs(sum - 1) > 1e-12 && sum > 1e-12);
    }
    for (std::size_t i = 0; needed && i < weights.values.size(); ++i) {
        weights.values[i] /= sums[i / bones] + 1e-30;
    }
}

std::vector<std::int64_t> read_vertex_frames(const json::value& list, std::int64_t frames) {
    const std::size_t count = list.size(static_cast<std::size_t>(frames));
    std::vector<std::int64_t> out;
    for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t least = out.empty() ? 0 : out.back() + 1; // ascending
        out.push_back(list.at(i).integer(std::min(least, frames - 1), frames - 1));
    }
    return out;
}

/// A name in the folder above, which `key` of the run gives.
std::string named_above(const json::value& root, const char* key) {
    std::string name = root[key].text();
    if (!name.empty() && !json::is_plain_name(name)) {
        root[key].fail(errors::bad_file_name, "\"" + name +
                                                  "\" is not a plain name; paths are not "
                                                  "allowed here");
    }
    return name;
}

void read_mesh(const json::value& root, const std::filesystem::path& above, golden_case& to) {
    json::reading& shared = root.document().shared();
    golden_mesh mesh;
    mesh.bones = bones_from(1, to);
    mesh.vertex_frames = read_vertex_frames(root["vertex_frames"], to.frames);

    const json::document mesh_file(shared, above / "mesh.json");
    mesh.rest = read_array(mesh_file.root()["arrays"], "V_rest", {any_length, 3});
    const std::string weights = named_above(root, "weights");
    const bool normalised = root["normalize_weights"].boolean();
    if (!shared.ok()) {
        return;
    }
    const std::int64_t vertices = static_cast<std::int64_t>(mesh.rest.shape[0]);
    if (vertices == 0) {
        mesh_file.root()["arrays"]["V_rest"].fail(errors::wrong_shape,
                                                  "has no vertices; at least one is needed");
        return;
    }
    const json::document weight_file(shared, above / (weights + ".json"));
    mesh.weights = read_array(weight_file.root()["arrays"], weights.c_str(),
                              {vertices, static_cast<std::int64_t>(mesh.bones.size())});
    if (!shared.ok()) {
        return;
    }
    if (normalised) {
        normalise(mesh.weights);
    }
    const std::vector<std::int64_t> shape = {static_cast<std::int64_t>(mesh.vertex_frames.size()),
                                             vertices, 3};
    expect_if_there(to, root["arrays"], quantity::final_vertices, "V_dyn", shape, {});
    expect_if_there(to, root["arrays"], quantity::rigid_vertices, "V_rigid", shape, {});
    to.mesh = std::move(mesh);
}

} // namespace

result<golden_case> read_run(const std::filesystem::path& folder) {
    json::reading shared(case_kind);
    const json::document document(shared, folder / "run.json");
    const json::value root = document.root();
    const std::filesystem::path above = (folder / "..").lexically_normal();

    golden_case out;
    out.file = document.file();
    out.name = json::printable(root["model"].text() + "/" + root["run"].text());
    out.frames = root["n_frames"].integer(1, max_frames);
    read_parameters(root["params"], out);
    const std::string algorithm = root["algorithm"].text();
    if (shared.ok() && algorithm != "RST" && algorithm != "T") {
        root["algorithm"].fail(errors::unsupported,
                               "is \"" + algorithm + "\", \"RST\" or \"T\" is needed");
    }
    out.settings.output =
        algorithm == "T" ? spring_transform::translate : spring_transform::rotate_scale;

    // Bone 0 is a pseudo root; bone b of the mesh's rig is bone b + 1 of the skeleton.
    out.bones = read_bones(root["skeleton"]);
    const std::int64_t bones = static_cast<std::int64_t>(out.bones.size());
    out.simulated = read_indices(root["simulated_skeleton_idx"], 0, bones - 1);
    for (const std::int32_t b : read_indices(root["dyn_transform_rig_idx"], 0, bones - 2)) {
        out.transformed.push_back(b + 1);
    }
    check_flags(root["skeleton"], "simulated", out.simulated);
    check_flags(root["skeleton"], "dyn_transform", out.transformed);
    const std::string input = named_above(root, "input_dir");
    if (!shared.ok()) {
        return shared.error();
    }

    const json::document input_file(shared, above / input / "input.json");
    read_input(input_file.root(), out);
    const json::value arrays = root["arrays"];
    const std::int64_t springs = static_cast<std::int64_t>(out.simulated.size());
    out.expected.push_back({quantity::dynamic_bones,
                            read_array(arrays, "dyn_bones", {out.frames, bones, 2, 3}),
                            bones_from(0, out)});
    expect_if_there(out, arrays, quantity::fixed_masses, "mass_fixed", {out.frames, springs, 3},
                    out.simulated);
    expect_if_there(out, arrays, quantity::free_masses, "mass_free", {out.frames, springs, 3},
                    out.simulated);
    expect_if_there(out, arrays, quantity::velocities, "mass_free_vel", {out.frames, springs, 3},
                    out.simulated);
    expect_transforms(out, arrays, quantity::final_transforms, "final_M", "final_t");
    read_mesh(root, above, out);
    if (!shared.ok()) {
        return shared.error();
    }
    return out;
}

} // namespace jounce::replay
