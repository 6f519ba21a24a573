#pragma once

#include <jounce/components/character.hpp>
#include <jounce/components/palette.hpp>
#include <jounce/components/poses.hpp>

#include <entt/entt.hpp>

#include <cstddef>
#include <string_view>
#include <utility>

namespace jounce {

/// Runs `palette_rows` on a block: skinning transforms in GPU order.
/// Reads  bone_transforms.  Writes  palette.
/// After  rst.
/// Calls for different blocks may run at the same time.
class palette_system {
public:
    static constexpr std::string_view name = "palette";
    static constexpr std::string_view element = "joints";

    explicit palette_system(entt::registry& registry);

    void operator()(entt::entity entity) const;

    /// What one character costs.
    static std::size_t elements(const archetype& kind) { return kind.bind.joints.size(); }

private:
    using block_view = decltype(std::declval<entt::registry&>()
                                    .view<const block, const bone_transforms, palette>());
    block_view blocks_;
};

} // namespace jounce
