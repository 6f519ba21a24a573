#include <jounce/modules/dev/bench/weights_cost.hpp>

#include <jounce/modules/dev/bench/bone_by_bone.hpp>
#include <jounce/modules/dev/bench/machine.hpp>
#include <jounce/modules/dev/bench/weights_figure.hpp>
#include <jounce/modules/weights/bind_surface.hpp>

#include <taskflow/taskflow.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

namespace jounce::bench {
namespace {

/// Why a mesh is not bound on this machine, nothing if it is.
std::optional<std::string> too_large(std::int64_t vertices, std::int64_t bones) {
    const auto count = static_cast<std::size_t>(vertices);
    const std::uint64_t needed =
        weights::bytes_to_bind(count, 2 * count, static_cast<std::size_t>(bones));
    const std::uint64_t present = physical_memory();
    if (present == 0 || needed <= present / 2) {
        return std::nullopt;
    }
    return std::to_string(vertices) + " vertices need " + std::to_string(needed >> 20U) +
           " MiB to be bound, more than half of the " + std::to_string(present >> 20U) +
           " MiB of this machine";
}

class binding {
public:
    binding(const weights_plan& plan, tf::Executor* workers) : plan_(plan) {
        by_heat_.work.workers = workers;
        by_nearest_.work.workers = workers;
        by_nearest_.method = weights::bind_method::nearest;
    }

    result<weights_cost::point> measure(std::int64_t vertices, std::int64_t bones,
                                        const std::function<void()>& done) const {
        const weights_figure figure = make_weights_figure(vertices, bones);
        weights_cost::point out;
        out.vertices = static_cast<std::int64_t>(figure.positions.size());
        out.bones = static_cast<std::int64_t>(figure.bones.size());
        std::vector<double> heat;
        std::vector<double> nearest;
        std::vector<double> by_bone;
        for (int turn = 0; turn < plan_.turns; ++turn) {
            std::optional<error> why;
            const auto bind = [&](const weights::bind_options& how, weights::bind_report* to) {
                result<weights::bound_surface> made =
                    weights::bind_surface(figure.view(), figure.bones, how);
                if (!made) {
                    why = made.error();
                } else if (to != nullptr) {
                    *to = std::move(made->report);
                }
            };
            weights::bind_report report;
            heat.push_back(ms_of([&] { bind(by_heat_, &report); }));
            nearest.push_back(ms_of([&] { bind(by_nearest_, nullptr); }));
            if (why) {
                return *why;
            }
            out.unknowns = static_cast<std::int64_t>(report.solved);
            out.bytes = report.bytes;
            if (vertices <= plan_.most_by_bone) {
                by_bone.push_back(ms_of([&] {
                    bind_bone_by_bone(figure.view(), figure.bones, by_heat_, report.solved);
                }));
            }
            done();
        }
        out.heat = cost_of(heat);
        out.nearest = cost_of(nearest);
        if (!by_bone.empty()) {
            out.bone_by_bone = cost_of(by_bone);
        }
        return out;
    }

private:
    double ms_of(const std::function<void()>& work) const {
        const std::uint64_t start = plan_.clock();
        work();
        return 1e-6 * static_cast<double>(plan_.clock() - start);
    }

    const weights_plan& plan_;
    weights::bind_options by_heat_;
    weights::bind_options by_nearest_;
};

} // namespace

result<weights_cost> measure_weights(const bench_options& options, const weights_plan& plan,
                                     const progress& tell) {
    weights_cost out;
    out.threads = std::max<std::int64_t>(1, options.threads);
    out.turns = plan.turns;
    std::unique_ptr<tf::Executor> workers; // the caller works too
    if (out.threads > 1) {
        workers = std::make_unique<tf::Executor>(static_cast<std::size_t>(out.threads - 1));
    }
    const binding ways(plan, workers.get());
    const auto all =
        static_cast<std::int64_t>(plan.vertices.size() + plan.bone_counts.size()) * plan.turns;
    std::int64_t made = 0;
    const auto done = [&] {
        ++made;
        if (tell) {
            tell("weights", made, all);
        }
    };
    std::optional<error> why;
    bool is_all_by_bone = true;
    const auto take = [&](std::vector<weights_cost::point>& to, std::int64_t vertices,
                          std::int64_t bones) {
        if (std::optional<std::string> too_much = too_large(vertices, bones)) {
            out.left_out.push_back(*std::move(too_much));
            for (int turn = 0; turn < plan.turns; ++turn) {
                done();
            }
            return true;
        }
        result<weights_cost::point> point = ways.measure(vertices, bones, done);
        if (!point) {
            why = point.error();
            return false;
        }
        is_all_by_bone = is_all_by_bone && point->bone_by_bone;
        to.push_back(*std::move(point));
        return true;
    };
    for (const std::int64_t vertices : plan.vertices) {
        if (!take(out.of_vertices, vertices, plan.bones)) {
            return *why;
        }
    }
    for (const std::int64_t bones : plan.bone_counts) {
        if (!take(out.of_bones, plan.vertices_of_bones, bones)) {
            return *why;
        }
    }
    if (!is_all_by_bone) {
        out.left_out.push_back("bone by bone, of meshes with more than " +
                               std::to_string(plan.most_by_bone) + " vertices: it takes too long");
    }
    return out;
}

} // namespace jounce::bench
