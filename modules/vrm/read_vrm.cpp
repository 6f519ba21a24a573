#include <jounce/modules/vrm/read_vrm.hpp>

#include <jounce/modules/vrm/vrm_parts.hpp>

#include <algorithm>
#include <optional>

namespace jounce {
namespace {

constexpr json::file_kind kind = {"glTF document", "check the path", 1ULL << 27U, 0};

template <class Made>
std::optional<error> fault_of(const result<Made>& built, const std::filesystem::path& name) {
    if (built) {
        return std::nullopt;
    }
    return error{built.error().name, name.string() + ": " + json::printable(built.error().message)};
}

} // namespace

template <class Real>
result<vrm_springs> read_vrm(std::string_view json, const std::filesystem::path& name,
                             const basic_rig<Real>& rig,
                             std::span<const std::int32_t> bone_of_node) {
    const auto unknown = [&](std::int32_t bone) { return bone < -1 || bone >= rig.bone_count(); };
    if (std::any_of(bone_of_node.begin(), bone_of_node.end(), unknown)) {
        return error{errors::unknown_bone, name.string() +
                                               ": a node is said to be a bone that the rig "
                                               "has not; pass the map of the same model"};
    }
    json::reading shared(kind);
    const json::document document(shared, name, json);
    vrm_springs out;
    vrm::reader from = {document.root(), bone_of_node, out};
    if (from.root.has("extensions")) {
        const json::value extensions = from.root["extensions"];
        if (extensions.has("VRMC_springBone")) {
            out.version = vrm_version::v1;
            vrm::read_springs_1(from, extensions["VRMC_springBone"], rig);
        } else if (extensions.has("VRM") && extensions["VRM"].has("secondaryAnimation")) {
            out.version = vrm_version::v0;
            vrm::read_springs_0(from, extensions["VRM"]["secondaryAnimation"], rig);
        }
    }
    vrm::read_constraints(from);
    if (!shared.ok()) {
        return shared.error();
    }
    if (std::optional<error> fault = fault_of(vrm_builder(out.springs).build(rig), name)) {
        return *std::move(fault);
    }
    if (std::optional<error> fault =
            fault_of(build_constraints<Real>(out.constraints, rig), name)) {
        return *std::move(fault);
    }
    return out;
}

template result<vrm_springs> read_vrm(std::string_view, const std::filesystem::path&,
                                      const basic_rig<float>&, std::span<const std::int32_t>);
template result<vrm_springs> read_vrm(std::string_view, const std::filesystem::path&,
                                      const basic_rig<double>&, std::span<const std::int32_t>);

} // namespace jounce
