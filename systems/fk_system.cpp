#include <jounce/systems/fk_system.hpp>

#include <jounce/systems/fk.hpp>

namespace jounce {
namespace {

/// Only ever grows: blocks of several kinds take turns, and the room is small.
void make_room(const archetype& kind, rigid_pose& in) {
    const auto at_least = [](auto& array, std::size_t count) {
        if (array.size() < count) {
            array.resize(count);
        }
    };
    const std::size_t bones = kind.rig.parents.size();
    at_least(in.bones, bones);
    at_least(in.linear, kind.rig.is_affine ? bones : 0);
    at_least(in.tails, kind.springs.affected.size());
}

} // namespace

void fk_system::operator()(entt::entity entity, frame_scratch& scratch) const {
    const archetype& kind = kind_of(entity);
    make_room(kind, scratch.rigid);
    fk(kind.rig, kind.springs, get<const local_pose>(entity), scratch.rigid);
}

} // namespace jounce
