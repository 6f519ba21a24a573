#include <jounce/modules/gltf/mesh_levels.hpp>

#include <jounce/modules/gltf/node_extensions.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <utility>

namespace jounce::gltf {
namespace {

constexpr const char* extension = "MSFT_lod";
constexpr const char* coverage_key = "MSFT_screencoverage";
/// More than the whole picture: characters that stand near are larger than it.
constexpr double most_coverage = 1e6;

/// A half, a quarter and so on; the coarsest is always drawn.
std::vector<float> usual_coverage(std::size_t levels) {
    std::vector<float> out;
    for (std::size_t i = 0; i < levels; ++i) {
        out.push_back(std::ldexp(1.0F, -static_cast<int>(i) - 1));
    }
    out.push_back(0);
    return out;
}

/// What the extras of a node say of its levels, if that makes sense for so many coarser ones.
std::optional<std::vector<float>> coverage_in(const nlohmann::json& given, std::size_t levels) {
    if (!given.is_array() || given.size() < levels) {
        return std::nullopt;
    }
    std::vector<float> out;
    for (std::size_t i = 0; i < std::min(given.size(), levels + 1); ++i) {
        if (!given[i].is_number()) {
            return std::nullopt;
        }
        const auto share = given[i].get<double>();
        if (!(share >= 0 && share <= most_coverage) ||
            (!out.empty() && static_cast<float>(share) > out.back())) {
            return std::nullopt;
        }
        out.push_back(static_cast<float>(share));
    }
    out.resize(levels + 1); // nothing is said of the coarsest: it is always drawn
    return out;
}

std::vector<float> read_coverage(source& from, const json::value& node, std::size_t levels) {
    const nlohmann::json* held = node.held();
    if (held == nullptr || !held->contains("extras") || !(*held)["extras"].is_object() ||
        !(*held)["extras"].contains(coverage_key)) {
        return usual_coverage(levels);
    }
    if (auto read = coverage_in((*held)["extras"][coverage_key], levels)) {
        return *std::move(read);
    }
    from.warn(node.pointer() + "/extras/" + coverage_key,
              "is no list of falling shares, one for each level; a half, a quarter and so on are "
              "used instead");
    return usual_coverage(levels);
}

level_group read_group(source& from, const json::value& node, const json::value& given,
                       std::size_t index) {
    level_group out;
    out.node = static_cast<std::int32_t>(index);
    out.place = given.pointer();
    const std::size_t nodes = from.document.nodes.size();
    const json::value ids = given["ids"];
    const std::size_t count = ids.size(nodes);
    std::set<std::int32_t> seen;
    for (std::size_t i = 0; i < count && from.ok(); ++i) {
        const std::int64_t id = ids.at(i).integer(0, std::numeric_limits<std::int32_t>::max());
        if (from.ok() && static_cast<std::size_t>(id) >= nodes) {
            ids.at(i).fail(errors::bad_index, "is " + std::to_string(id) + ", but the file has " +
                                                  std::to_string(nodes) +
                                                  " nodes; export it again");
        }
        const auto level = static_cast<std::int32_t>(id);
        if (seen.insert(level).second) {
            out.levels.push_back(level);
        } else {
            from.warn(ids.at(i).pointer(), "names a level for the second time and was left out");
        }
    }
    if (from.ok()) {
        out.coverage = read_coverage(from, node, out.levels.size());
    }
    return out;
}

/// Everything below a node and all of its levels must end somewhere: what leads back would hide itself.
void check_cycles(source& from, const std::vector<level_group>& groups, const node_tree& tree) {
    const std::size_t count = tree.parents.size();
    std::vector<std::vector<std::int32_t>> next(count);
    std::vector<std::size_t> waits(count);
    const auto add = [&](std::int32_t before, std::int32_t after) {
        next[as_size(before)].push_back(after);
        ++waits[as_size(after)];
    };
    for (std::size_t n = 0; n < count; ++n) {
        if (tree.parents[n] >= 0) {
            add(tree.parents[n], static_cast<std::int32_t>(n));
        }
    }
    for (const level_group& group : groups) {
        for (const std::int32_t level : group.levels) {
            add(group.node, level);
        }
    }
    std::vector<std::int32_t> free;
    for (std::size_t n = 0; n < count; ++n) {
        if (waits[n] == 0) {
            free.push_back(static_cast<std::int32_t>(n));
        }
    }
    while (!free.empty()) {
        const std::int32_t node = free.back();
        free.pop_back();
        for (const std::int32_t after : next[as_size(node)]) {
            if (--waits[as_size(after)] == 0) {
                free.push_back(after);
            }
        }
    }
    const auto lost = std::find_if(groups.begin(), groups.end(), [&](const level_group& one) {
        return waits[as_size(one.node)] != 0;
    });
    if (lost != groups.end()) {
        from.fail(errors::cycle, lost->place,
                  "has levels that lead back to the node itself; a level is another node, neither "
                  "above it nor with levels of its own");
    }
}

} // namespace

std::vector<level_group> find_level_nodes(source& from, const json::value& root,
                                          const node_tree& tree) {
    std::vector<level_group> groups;
    for (std::size_t n = 0; n < from.document.nodes.size() && from.ok(); ++n) {
        if (const auto given = extension_of(root, n, extension)) {
            groups.push_back(read_group(from, root["nodes"].at(n), *given, n));
        }
    }
    if (groups.empty() || !from.ok()) {
        return {};
    }
    check_cycles(from, groups, tree);
    from.level_nodes.assign(tree.parents.size(), 0);
    for (const level_group& group : groups) {
        for (const std::int32_t level : group.levels) {
            from.level_nodes[as_size(level)] = 1;
        }
    }
    for (const std::int32_t node : tree.order) {
        const std::int32_t parent = tree.parents[as_size(node)];
        if (parent >= 0 && from.is_level(as_size(parent))) {
            from.level_nodes[as_size(node)] = 1;
        }
    }
    return groups;
}

} // namespace jounce::gltf
