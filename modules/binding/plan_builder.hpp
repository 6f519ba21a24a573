#pragma once

// For bind_groups.cpp, and group_vertices.cpp where vertices are gathered.

#include <jounce/modules/binding/bind_groups.hpp>

#include <nlohmann/json.hpp>

#include <map>
#include <utility>

namespace jounce::binding {

/// A plan, step by step. A step either succeeds or gives an error.
class plan_builder {
public:
    plan_builder(const gltf::model& of, const nlohmann::ordered_json& json, const std::string& root,
                 const std::optional<added_skeleton>& added, bool all_meshes)
        : of_(of), json_(json), root_(root), added_(added), all_meshes_(all_meshes) {}

    result<bind_plan> run();

private:
    std::optional<error> plan_skins();
    std::optional<error> plan_others();
    /// Adds vertices, triangles and what they weigh to the groups.
    void gather();

    // Skins.
    std::int32_t skin_of(std::int32_t node) const;
    bool has_matrices(std::size_t skin) const;
    result<std::size_t> group_of_skin(std::size_t skin);

    // Meshes without one.
    bool leaves_others() const;
    void warn_of_others(const std::vector<std::int32_t>& nodes);
    bool is_instanced(std::int32_t node) const;
    std::vector<std::int32_t> unskinned_nodes() const;
    result<std::vector<std::int32_t>> joints_of_others();
    void warn_of_motion(std::int32_t node, const std::vector<std::int32_t>& joints);

    /// @param heads  [joint]
    skeleton make_skeleton(const std::vector<std::int32_t>& bones,
                           std::vector<vec3<double>> heads) const;
    std::string name_of_mesh(std::int32_t node) const;

    // Vertices.
    using block_key = std::pair<std::int32_t, std::int64_t>; ///< binding, accessor of the positions
    block_key key_of(std::size_t mesh, std::int32_t binding) const;
    void add_vertices(std::size_t mesh, const node_binding& binding, const block_key& key);
    void count_weights(std::size_t mesh, bind_group& to) const;

    const gltf::model& of_;
    const nlohmann::ordered_json& json_;
    const std::string& root_;
    const std::optional<added_skeleton>& added_;
    bool all_meshes_;
    bind_plan plan_;
    std::map<std::size_t, std::size_t> group_of_skin_;
    std::map<block_key, std::size_t> block_of_;
};

} // namespace jounce::binding
