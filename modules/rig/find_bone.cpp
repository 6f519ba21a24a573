#include <jounce/modules/rig/find_bone.hpp>

#include <jounce/modules/tuning/nearest_name.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace jounce {

template <class Real>
result<std::int32_t> find_bone(const basic_rig<Real>& bones, std::string_view name) {
    const auto found = std::find(bones.names.begin(), bones.names.end(), name);
    if (found != bones.names.end()) {
        return static_cast<std::int32_t>(found - bones.names.begin());
    }
    if (bones.names.empty()) {
        return error{errors::unknown_bone,
                     "no bone is named \"" + std::string(name) + "\": the rig has no bones"};
    }
    const std::vector<std::string_view> known(bones.names.begin(), bones.names.end());
    return error{errors::unknown_bone,
                 "no bone is named \"" + std::string(name) + "\"; " + did_you_mean(name, known)};
}

template result<std::int32_t> find_bone(const basic_rig<float>&, std::string_view);
template result<std::int32_t> find_bone(const basic_rig<double>&, std::string_view);

} // namespace jounce
