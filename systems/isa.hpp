#pragma once

#include <jounce/systems/attach.hpp>
#include <jounce/systems/constrain.hpp>
#include <jounce/systems/deflect.hpp>
#include <jounce/systems/displace.hpp>
#include <jounce/systems/fk.hpp>
#include <jounce/systems/integrate.hpp>
#include <jounce/systems/palette.hpp>
#include <jounce/systems/project.hpp>
#include <jounce/systems/rst.hpp>
#include <jounce/systems/sample.hpp>
#include <jounce/systems/skin.hpp>
#include <jounce/systems/tick.hpp>
#include <jounce/systems/vrm_pose.hpp>
#include <jounce/systems/vrm_tick.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace jounce {

/// Kernels are compiled once per level and the fastest that the CPU has is chosen at start. `v2` and
/// `v3` give the same bits on every CPU (lockstep, replays); `v3fma` is the fastest and the default
/// where it runs. Kernels in double, for verification, are those of the lowest level whatever is
/// chosen. The environment variable JOUNCE_ISA=<name> forces one.
enum class isa_level : std::uint8_t { generic, v2, v3, v3fma };

std::string_view isa_name(isa_level level) noexcept;
std::optional<isa_level> isa_from_name(std::string_view name) noexcept;

/// Levels that this build contains and this CPU runs, slowest first.
std::span<const isa_level> supported_isa_levels() noexcept;

/// The level that `fk`, `integrate`, ... run on now.
isa_level active_isa() noexcept;

/// Switches the level; false (and no change) if it is not supported.
/// @pre no pipeline is running
bool select_isa(isa_level level) noexcept;

/// The kernels of one level, with the signatures of the plain functions that forward to them.
template <class Real> struct kernel_table {
    decltype(&jounce::fk<Real>) fk;
    decltype(&jounce::integrate<Real>) integrate;
    decltype(&jounce::project<Real>) project;
    decltype(&jounce::rst<Real>) rst;
    decltype(&jounce::attach<Real>) attach;
    decltype(&jounce::tick<Real>) tick;
    decltype(&jounce::finish_frame<Real>) finish_frame;
    decltype(&jounce::displace<Real>) displace;
    decltype(&jounce::deflect<Real>) deflect;
    decltype(&jounce::constrain<Real>) constrain;
    decltype(&jounce::vrm_tick<Real>) vrm_tick;
    decltype(&jounce::finish_vrm_frame<Real>) finish_vrm_frame;
    decltype(&jounce::vrm_pose<Real>) vrm_pose;
    decltype(&jounce::palette_rows<Real>) palette_rows;
    decltype(&jounce::stream_palette_rows<Real>) stream_palette_rows;
    decltype(&jounce::fk_palette<Real>) fk_palette;
    decltype(&jounce::sample<Real>) sample;
    decltype(&jounce::skin_entries<Real>) skin_entries;
    decltype(&jounce::skin<Real>) skin;
};

} // namespace jounce
