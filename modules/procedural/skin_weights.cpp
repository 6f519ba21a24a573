#include <jounce/modules/procedural/skin_weights.hpp>

#include <jounce/components/base/assert.hpp>
#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <utility>

namespace jounce::procedural {

skin_weights blend(const skin_weights& a, const skin_weights& b, double t) {
    skin_weights out;
    for (const skin_weight& w : a) {
        out.push_back({w.bone, (1 - t) * w.weight});
    }
    for (const skin_weight& w : b) {
        out.push_back({w.bone, t * w.weight});
    }
    return out;
}

skin_weights tidied(const skin_weights& given, int most) {
    constexpr double least = 1e-3;
    skin_weights out;
    for (const skin_weight& w : given) {
        const auto same = std::find_if(out.begin(), out.end(),
                                       [&](const skin_weight& o) { return o.bone == w.bone; });
        if (same != out.end()) {
            same->weight += w.weight;
        } else {
            out.push_back(w);
        }
    }
    // By bone among equals, so that mirrored places do not depend on the order they were given in.
    std::sort(out.begin(), out.end(), [](const skin_weight& a, const skin_weight& b) {
        return a.weight != b.weight ? a.weight > b.weight : a.bone < b.bone;
    });
    const bool moved = !out.empty() && out.front().weight > 0 && most >= 1;
    JOUNCE_ASSERT(moved, "a vertex must be moved by some bone");
    if (!moved) {
        return {{0, 1}};
    }
    out.resize(std::min(out.size(), static_cast<std::size_t>(most)));
    double sum = 0;
    for (const skin_weight& w : out) {
        sum += w.weight;
    }
    std::erase_if(out, [&](const skin_weight& w) { return w.weight < least * sum; });
    double kept = 0;
    for (const skin_weight& w : out) {
        kept += w.weight;
    }
    for (skin_weight& w : out) {
        w.weight /= kept;
    }
    return out;
}

double smooth_step(double t) {
    const double s = std::clamp(t, 0.0, 1.0);
    return s * s * (3 - 2 * s);
}

double distance(const bone_line& from, const vec3<double>& to) {
    const vec3<double> along = from.tail - from.head;
    const double square = dot(along, along);
    const double at = square > 0 ? std::clamp(dot(to - from.head, along) / square, 0.0, 1.0) : 0.0;
    return length(to - (from.head + at * along));
}

binding to_bone(std::int32_t bone) {
    return [bone](const vec3<double>&) { return skin_weights{{bone, 1}}; };
}

binding as_at(const binding& body, const vec3<double>& place) {
    return [fixed = body(place)](const vec3<double>&) { return fixed; };
}

binding by_height(std::int32_t low, std::int32_t high, double from, double to) {
    return [=](const vec3<double>& at) {
        const double share = smooth_step((at.y - from) / (to - from));
        return skin_weights{{low, 1 - share}, {high, share}};
    };
}

binding softened(binding base, std::vector<soft_reach> by) {
    return [base = std::move(base), by = std::move(by)](const vec3<double>& at) {
        skin_weights soft;
        double sum = 0;
        for (const soft_reach& part : by) {
            const double w = part.share * smooth_step(1 - distance(part.line, at) / part.reach);
            soft.push_back({part.line.bone, w});
            sum += w;
        }
        const double most = std::max(sum, 1.0);
        for (skin_weight& w : soft) {
            w.weight /= most;
        }
        const skin_weights below = base(at);
        for (const skin_weight& w : below) {
            soft.push_back({w.bone, (1 - sum / most) * w.weight});
        }
        return soft;
    };
}

} // namespace jounce::procedural
