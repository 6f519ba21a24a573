// A character without EnTT and Taskflow: builders make its kind, kernels pose a block of eight.

#include <jounce/components/block/block_data.hpp>
#include <jounce/modules/rig/make_kind.hpp>
#include <jounce/modules/rig/rig_builder.hpp>
#include <jounce/modules/rig/stable_builder.hpp>
#include <jounce/systems/pose/fk.hpp>
#include <jounce/systems/simd/isa.hpp>

#include <cmath>
#include <cstdio>

int main() {
    jounce::rig_builder bones;
    jounce::stable_builder springs;
    bones.add(jounce::rig_builder::segment{.name = "hip", .tail = {0, 1, 0}});
    bones.add(jounce::rig_builder::segment{
        .name = "tail", .parent = 0, .head = {0, 1, 0}, .tail = {0, 2, 0}});
    springs.add("tail", jounce::spring_tuning{});
    const auto rig = bones.build<float>();
    if (!rig) {
        std::puts(rig.error().message.c_str());
        return 1;
    }
    const auto kind = jounce::make_kind(*rig, *springs.build(*rig));
    jounce::block_data block = jounce::make_block_data(*kind);
    const float half = std::sqrt(0.5F); // a quarter turn about z takes +y to -x
    jounce::set_lane(block.local.bones[0].rotation, 3, {0, 0, half, half});
    jounce::fk(kind->rig, kind->springs, block.local, block.rigid);
    const auto head = jounce::get_lane(block.rigid.bones[1].translation, 3);
    const auto name = jounce::isa_name(jounce::active_isa());
    std::printf("kernels run at level %.*s\n", static_cast<int>(name.size()), name.data());
    return std::abs(head.x + 1) < 1e-5F && std::abs(head.y) < 1e-5F ? 0 : 1;
}
