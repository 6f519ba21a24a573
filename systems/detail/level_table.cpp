// Compiled once per level, like the kernels it lists: JOUNCE_LEVEL is the level's namespace.
#include <jounce/systems/isa.hpp>

namespace jounce::JOUNCE_LEVEL {

// Defined in systems/<name>.cpp.
template <class Real>
void fk(const basic_rig<Real>&, const basic_spring_set<Real>&, const basic_local_pose<Real>&,
        basic_rigid_pose<Real>&) noexcept;
template <class Real>
void integrate(const basic_spring_set<Real>&, const basic_rigid_pose<Real>&,
               const basic_dynamic_pose<Real>&, Real, basic_springs<Real>&) noexcept;
template <class Real>
void project(const basic_spring_set<Real>&, const basic_rigid_pose<Real>&, basic_springs<Real>&,
             basic_dynamic_pose<Real>&) noexcept;
template <class Real>
void rst(const basic_rig<Real>&, const basic_spring_set<Real>&, const basic_rigid_pose<Real>&,
         const basic_dynamic_pose<Real>&, basic_bone_transforms<Real>&) noexcept;
template <class Real> void attach(const stable_view<Real>&) noexcept;
template <class Real> void tick(const stable_view<Real>&, const tick_place<Real>&) noexcept;
template <class Real> void finish_frame(const stable_view<Real>&, Real, bool, Real) noexcept;
template <class Real> void displace(const stable_view<Real>&) noexcept;
template <class Real>
void deflect(const stable_view<Real>&, Real, basic_bone_transforms<Real>&) noexcept;
template <class Real>
void constrain(const basic_rig<Real>&, const basic_constraint_set<Real>&,
               basic_local_pose<Real>&) noexcept;
template <class Real> void vrm_tick(const vrm_view<Real>&, const tick_place<Real>&) noexcept;
template <class Real> void finish_vrm_frame(const vrm_view<Real>&, Real, bool) noexcept;
template <class Real>
void vrm_pose(const vrm_view<Real>&, Real, basic_bone_transforms<Real>&) noexcept;
template <class Real>
void palette_rows(const basic_bind<Real>&, const basic_bone_transforms<Real>&,
                  basic_palette<Real>&) noexcept;
template <class Real>
void stream_palette_rows(const basic_bind<Real>&, const basic_bone_transforms<Real>&,
                         basic_palette<Real>&) noexcept;
template <class Real>
void fk_palette(const basic_rig<Real>&, const basic_bind<Real>&, const basic_local_pose<Real>&,
                basic_bone_transforms<Real>&, basic_palette<Real>&) noexcept;
template <class Real>
void sample(const basic_rig<Real>&, const block_moment&, basic_local_pose<Real>&) noexcept;
template <class Real>
void skin_entries(const basic_palette<Real>&, int, const basic_bound_mesh<Real>&,
                  std::span<skin_entry<Real>>) noexcept;
template <class Real>
void skin(const basic_bound_mesh<Real>&, std::span<const skin_entry<Real>>,
          std::span<const lane_vec3<Real>>, std::span<const lane_vec3<Real>>, std::span<vec3<Real>>,
          std::span<vec3<Real>>) noexcept;

template <class Real>
inline constexpr kernel_table<Real> table = {&JOUNCE_LEVEL::fk<Real>,
                                             &JOUNCE_LEVEL::integrate<Real>,
                                             &JOUNCE_LEVEL::project<Real>,
                                             &JOUNCE_LEVEL::rst<Real>,
                                             &JOUNCE_LEVEL::attach<Real>,
                                             &JOUNCE_LEVEL::tick<Real>,
                                             &JOUNCE_LEVEL::finish_frame<Real>,
                                             &JOUNCE_LEVEL::displace<Real>,
                                             &JOUNCE_LEVEL::deflect<Real>,
                                             &JOUNCE_LEVEL::constrain<Real>,
                                             &JOUNCE_LEVEL::vrm_tick<Real>,
                                             &JOUNCE_LEVEL::finish_vrm_frame<Real>,
                                             &JOUNCE_LEVEL::vrm_pose<Real>,
                                             &JOUNCE_LEVEL::palette_rows<Real>,
                                             &JOUNCE_LEVEL::stream_palette_rows<Real>,
                                             &JOUNCE_LEVEL::fk_palette<Real>,
                                             &JOUNCE_LEVEL::sample<Real>,
                                             &JOUNCE_LEVEL::skin_entries<Real>,
                                             &JOUNCE_LEVEL::skin<Real>};

extern const kernel_table<float> table_f32;
constexpr kernel_table<float> table_f32 = table<float>;
#if JOUNCE_LEVEL_HAS_DOUBLE
extern const kernel_table<double> table_f64;
constexpr kernel_table<double> table_f64 = table<double>;
#endif

} // namespace jounce::JOUNCE_LEVEL
