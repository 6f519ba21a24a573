#pragma once

#include <jounce/modules/dev/bench/baseline.hpp>
#include <jounce/modules/dev/bench/bench_run.hpp>
#include <jounce/modules/procedural/model.hpp>

#include <cstddef>
#include <memory>
#include <vector>

namespace jounce::bench {

/// A crowd computed the ordinary way, with the motion of the same crowd in jounce.
class baseline_crowd {
public:
    baseline_crowd(const procedural::model& of, std::size_t characters);

    /// Poses everyone for a time, as `procedural::animate` does.
    void animate(double time);
    /// One frame. Adds what it took, in ns.
    void frame(float dt);

    const std::vector<baseline_character>& characters() const { return characters_; }
    double fk_ns() const { return fk_ns_; }
    double springs_ns() const { return springs_ns_; }
    /// Of so many frames since the times were reset. `ratio` is left 0.
    std::vector<baseline_cost> costs(const bench_options& options, std::int64_t frames) const;
    void reset_times() { fk_ns_ = springs_ns_ = 0; }

private:
    std::shared_ptr<const character_kind> kind_;
    std::shared_ptr<const procedural::motion_plan> plan_;
    std::vector<baseline_character> characters_;
    double fk_ns_ = 0;
    double springs_ns_ = 0;
};

/// Measures it for a part of the frames: costs do not depend on how many. `ratio` is left 0.
std::vector<baseline_cost> run_baseline(const procedural::model& of, const bench_options& options,
                                        const progress& tell);

/// Sets the ratios to what jounce takes for the same.
void compare(const std::vector<system_cost>& systems, std::vector<baseline_cost>& baseline);

} // namespace jounce::bench
