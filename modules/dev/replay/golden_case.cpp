#include <jounce/modules/dev/replay/golden_case.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <limits>

namespace jounce::replay {
namespace {

struct box {
    vec3<double> low{std::numeric_limits<double>::max(), std::numeric_limits<double>::max(),
                     std::numeric_limits<double>::max()};
    vec3<double> high{std::numeric_limits<double>::lowest(), std::numeric_limits<double>::lowest(),
                      std::numeric_limits<double>::lowest()};

    void include(const vec3<double>& p) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
    double longest_side() const {
        return std::max({high.x - low.x, high.y - low.y, high.z - low.z});
    }
};

const golden_array* find(const golden_case& c, quantity what) {
    const auto found = std::find_if(c.expected.begin(), c.expected.end(),
                                    [&](const expectation& e) { return e.what == what; });
    return found == c.expected.end() ? nullptr : &found->data;
}

} // namespace

double golden_case::extent() const {
    box around;
    if (mesh) {
        for (std::size_t i = 0; i < mesh->rest.values.size(); i += 3) {
            around.include(mesh->rest.vector_at(i));
        }
    } else {
        for (const golden_bone& bone : bones) {
            around.include(bone.head);
            around.include(bone.tail);
        }
    }
    return around.longest_side();
}

double golden_case::deviation() const {
    const golden_array* rigid = find(*this, quantity::rigid_bones);
    const golden_array* dynamic = find(*this, quantity::dynamic_bones);
    const double size = extent();
    if (rigid == nullptr || dynamic == nullptr || !(size > 0)) {
        return 0;
    }
    double most = 0;
    const std::size_t count = std::min(rigid->values.size(), dynamic->values.size());
    for (std::size_t i = 0; i + 2 < count; i += 3) {
        most = std::max(most, length(dynamic->vector_at(i) - rigid->vector_at(i)));
    }
    return most / size;
}

} // namespace jounce::replay
