#include <jounce/modules/weights/joint_curves.hpp>

#include <jounce/modules/weights/make_rows.hpp>
#include <jounce/modules/weights/place_math.hpp>

#include <algorithm>
#include <limits>

namespace jounce::weights {
namespace {

/// Distances that differ by less are the same: mirrored vertices must not choose sides by rounding.
constexpr double same_distance = 1e-9;

struct end_of_bone {
    std::int32_t bone;
    std::size_t segment;
    bool is_tail;
};

/// A place where ends of bones meet.
struct joint {
    vec3<double> place;
    std::vector<end_of_bone> ends;   ///< by bone
    std::vector<vec3<double>> reach; ///< [end] where its curves end

    bool is_shared() const { return ends.front().bone != ends.back().bone; }
};

/// What is left of a bone between its curves.
struct bone_rest {
    std::int32_t bone;
    vec3<double> head, tail;
};

struct curve_net {
    std::vector<joint> joints;
    std::vector<bone_rest> rests;
    double extent = 0;
};

std::vector<bone_segment> finite_ones(std::span<const bone_segment> bones) {
    std::vector<bone_segment> out(bones.begin(), bones.end());
    std::erase_if(out,
                  [](const bone_segment& s) { return !is_finite(s.head) || !is_finite(s.tail); });
    return out;
}

double extent_of(std::span<const bone_segment> bones) {
    bounds all;
    for (const bone_segment& s : bones) {
        all.add(s.head);
        all.add(s.tail);
    }
    return all.extent();
}

std::vector<joint> find_joints(std::span<const bone_segment> bones, double tolerance) {
    std::vector<joint> out;
    const auto add = [&](const vec3<double>& place, const end_of_bone& end) {
        for (joint& j : out) {
            if (length(j.place - place) <= tolerance) {
                const bool is_there =
                    std::any_of(j.ends.begin(), j.ends.end(), [&](const end_of_bone& e) {
                        return e.segment == end.segment; // a point handle: both ends are here
                    });
                if (!is_there) {
                    j.ends.push_back(end);
                }
                return;
            }
        }
        out.push_back({place, {end}, {}});
    };
    for (std::size_t i = 0; i < bones.size(); ++i) {
        add(bones[i].head, {bones[i].bone, i, false});
        add(bones[i].tail, {bones[i].bone, i, true});
    }
    for (joint& j : out) {
        std::stable_sort(
            j.ends.begin(), j.ends.end(),
            [](const end_of_bone& a, const end_of_bone& b) { return a.bone < b.bone; });
    }
    std::erase_if(out, [](const joint& j) { return !j.is_shared(); });
    return out;
}

curve_net make_net(std::span<const bone_segment> bones, const curve_options& options) {
    curve_net out;
    out.extent = extent_of(bones);
    out.joints = find_joints(bones, 1e-6 * out.extent);
    for (const bone_segment& s : bones) {
        out.rests.push_back({s.bone, s.head, s.tail});
    }
    for (joint& j : out.joints) {
        const auto half_of = [&](const end_of_bone& e) {
            return 0.5 * (bones[e.segment].head + bones[e.segment].tail) - j.place;
        };
        double radius = std::numeric_limits<double>::infinity();
        if (options.is_narrow && options.radius > 0) {
            radius = options.radius;
        } else if (options.is_narrow) {
            for (const end_of_bone& e :
                 j.ends) { // a point handle has no length that could say anything
                const double half = length(half_of(e));
                radius = half > 1e-6 * out.extent ? std::min(radius, half) : radius;
            }
        }
        for (const end_of_bone& e : j.ends) {
            const vec3<double> half = half_of(e);
            const double share = length(half) > radius ? radius / length(half) : 1.0;
            const vec3<double> end = j.place + share * half;
            j.reach.push_back(end);
            (e.is_tail ? out.rests[e.segment].tail : out.rests[e.segment].head) = end;
        }
    }
    return out;
}

/// Calls `found` with two ends of different bones, the lower bone first, and their curve's nearest place.
template <class Found>
void visit_curves(const joint& j, const vec3<double>& p, const Found& found) {
    for (std::size_t a = 0; a < j.ends.size(); ++a) {
        for (std::size_t b = a + 1; b < j.ends.size(); ++b) {
            if (j.ends[a].bone != j.ends[b].bone) {
                found(a, b, nearest_on_curve(p, j.reach[a], j.place, j.reach[b]));
            }
        }
    }
}

double distance_to(const joint& j, const vec3<double>& p) {
    double best = std::numeric_limits<double>::infinity();
    visit_curves(j, p, [&](std::size_t, std::size_t, const curve_point& c) {
        best = std::min(best, c.distance);
    });
    return best;
}

/// Bones against each other, two at a time. A bone that forks at the joint has several curves: for each of its
/// ends the one counts that leaves it least, and then the end on which it is heaviest.
void add_joint_row(const joint& j, const vec3<double>& p, double share,
                   std::vector<bone_weight>& row) {
    std::vector<std::size_t> bone_at(j.ends.size()); // [end]
    std::vector<bone_weight> own;                    // [bone of the joint]
    for (std::size_t e = 0; e < j.ends.size(); ++e) {
        if (own.empty() || own.back().bone != j.ends[e].bone) {
            own.push_back({j.ends[e].bone, 1});
        }
        bone_at[e] = own.size() - 1;
    }
    // [end of the lower bone][higher bone]: the least over the ends of the higher one.
    std::vector<double> least(j.ends.size() * own.size(), 1.0);
    visit_curves(j, p, [&](std::size_t a, std::size_t b, const curve_point& c) {
        double& entry = least[a * own.size() + bone_at[b]];
        entry = std::min(entry, c.weight);
    });
    double sum = 0;
    for (std::size_t x = 0; x < own.size(); ++x) {
        for (std::size_t y = x + 1; y < own.size(); ++y) {
            double weight = 0;
            for (std::size_t a = 0; a < j.ends.size(); ++a) {
                weight = bone_at[a] == x ? std::max(weight, least[a * own.size() + y]) : weight;
            }
            own[x].weight *= weight;
            own[y].weight *= 1 - weight;
        }
    }
    for (const bone_weight& w : own) {
        sum += w.weight;
    }
    for (const bone_weight& w : own) {
        // Each may lose against one other: then nobody is nearer than the rest.
        const double equal = 1.0 / static_cast<double>(own.size());
        row.push_back({w.bone, share * (sum > 0 ? w.weight / sum : equal)});
    }
}

/// [candidate] which are at the least distance.
std::vector<std::size_t> nearest_of(std::span<double> distances, double extent) {
    for (double& d : distances) { // sizes whose squares are no numbers
        d = std::isnan(d) ? std::numeric_limits<double>::infinity() : d;
    }
    const double least = *std::min_element(distances.begin(), distances.end());
    const double limit = least * (1 + same_distance) + 1e-12 * extent;
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < distances.size(); ++i) {
        if (distances[i] <= limit) {
            out.push_back(i);
        }
    }
    return out;
}

} // namespace

std::optional<weight_table> bind_by_curves(std::span<const vec3<double>> positions,
                                           std::span<const bone_segment> bones,
                                           const curve_options& options, const work_options& work) {
    const std::vector<bone_segment> sound = finite_ones(bones);
    const curve_net net = make_net(sound, options);
    return make_rows(
        work, {"joint curves"}, positions.size(),
        [&](std::size_t vertex, std::vector<bone_weight>& row) {
            const vec3<double>& p = positions[vertex];
            if (sound.empty() || !is_finite(p)) {
                row.assign(sound.empty() ? 0 : 1, {sound.empty() ? 0 : sound.front().bone, 1.0});
                return;
            }
            std::vector<double> distances;
            for (const joint& j : net.joints) {
                distances.push_back(distance_to(j, p));
            }
            for (const bone_rest& r : net.rests) {
                distances.push_back(distance_to_segment(p, r.head, r.tail));
            }
            const std::vector<std::size_t> nearest = nearest_of(distances, net.extent);
            const double share = 1.0 / static_cast<double>(nearest.size());
            for (const std::size_t i : nearest) {
                if (i < net.joints.size()) {
                    add_joint_row(net.joints[i], p, share, row);
                } else {
                    row.push_back({net.rests[i - net.joints.size()].bone, share});
                }
            }
        });
}

std::optional<weight_table> bind_by_nearest(std::span<const vec3<double>> positions,
                                            std::span<const bone_segment> bones,
                                            const work_options& work) {
    const std::vector<bone_segment> sound = finite_ones(bones);
    const double extent = extent_of(sound);
    return make_rows(
        work, {"nearest bones"}, positions.size(),
        [&](std::size_t vertex, std::vector<bone_weight>& row) {
            const vec3<double>& p = positions[vertex];
            if (sound.empty() || !is_finite(p)) {
                row.assign(sound.empty() ? 0 : 1, {sound.empty() ? 0 : sound.front().bone, 1.0});
                return;
            }
            std::vector<double> distances;
            for (const bone_segment& s : sound) {
                distances.push_back(distance_to_segment(p, s.head, s.tail));
            }
            const std::vector<std::size_t> nearest = nearest_of(distances, extent);
            for (const std::size_t i : nearest) {
                row.push_back({sound[i].bone, 1.0});
            }
            std::sort(row.begin(), row.end(),
                      [](const bone_weight& a, const bone_weight& b) { return a.bone < b.bone; });
            row.erase(std::unique(row.begin(), row.end()),
                      row.end()); // a bone with two segments counts once
            for (bone_weight& w : row) {
                w.weight = 1.0 / static_cast<double>(row.size());
            }
        });
}

} // namespace jounce::weights
