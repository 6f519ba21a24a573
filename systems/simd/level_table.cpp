// Compiled once per level, like the kernels it lists: JOUNCE_LEVEL is the level's namespace.
#include <jounce/systems/animation/constrain.hpp>
#include <jounce/systems/animation/sample.hpp>
#include <jounce/systems/animation/sample_affine.hpp>
#include <jounce/systems/pose/fk.hpp>
#include <jounce/systems/pose/lane_palette.hpp>
#include <jounce/systems/pose/palette.hpp>
#include <jounce/systems/pose/remaining_palette_rows.hpp>
#include <jounce/systems/reference/integrate.hpp>
#include <jounce/systems/reference/project.hpp>
#include <jounce/systems/reference/reference_pose.hpp>
#include <jounce/systems/simd/level_table.hpp>
#include <jounce/systems/skin/skin.hpp>
#include <jounce/systems/skin/skin_frames.hpp>
#include <jounce/systems/stable/displace.hpp>
#include <jounce/systems/stable/fill_strands.hpp>
#include <jounce/systems/stable/place_kind_colliders.hpp>
#include <jounce/systems/stable/stable_pose.hpp>
#include <jounce/systems/stable/tick.hpp>
#include <jounce/systems/stable/tick_strands.hpp>
#include <jounce/systems/tissue/react.hpp>
#include <jounce/systems/tissue/tissue_frame_kernels.hpp>
#include <jounce/systems/tissue/tissue_step_kernels.hpp>
#include <jounce/systems/tissue/tissue_two_way_kernels.hpp>
#include <jounce/systems/vrm/vrm_pose.hpp>
#include <jounce/systems/vrm/vrm_tick.hpp>

namespace jounce::JOUNCE_LEVEL {
namespace {

/// One list makes the enumeration and this table, so an entry cannot stand in another's place.
template <class Real> level_table make_table() noexcept {
    level_table table{};
#define JOUNCE_ENTRY(name)                                                                         \
    table[static_cast<std::size_t>(kernel::name)] =                                                \
        reinterpret_cast<any_kernel>(&JOUNCE_LEVEL::name<Real>);
    JOUNCE_KERNELS(JOUNCE_ENTRY)
#undef JOUNCE_ENTRY
    return table;
}

} // namespace

const level_table& table_f32() noexcept {
    static const level_table table = make_table<float>();
    return table;
}
#if JOUNCE_LEVEL_HAS_DOUBLE
const level_table& table_f64() noexcept {
    static const level_table table = make_table<double>();
    return table;
}
#endif

} // namespace jounce::JOUNCE_LEVEL
