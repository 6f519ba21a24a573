#include <jounce/modules/tuning/presets.hpp>

#include <algorithm>
#include <numbers>

namespace jounce {
namespace {

constexpr limit_tuning cone(double degrees) {
    limit_tuning out;
    out.shape = limit_shape::cone;
    out.angle = degrees * std::numbers::pi / 180;
    return out;
}

tuning_curve stiffer_root(double factor) { return {"frequency", {{0, factor}, {1, 1}}}; }

// Gravity bends a bone of length L that lies level by about share g / (w^2 L) radians. Shares of
// gravity are small because the animated pose already hangs as its artist wanted; the rest is for
// characters that lie down or stand on their heads.
std::vector<preset> make_presets() {
    std::vector<preset> out;

    spring_tuning hair;
    hair.frequency = 2.5;
    hair.damping_ratio = 0.35;
    hair.drag = 1.5;
    hair.gravity = 0.25;
    hair.inherit = 0.3;
    hair.limit = cone(70);
    hair.radius = 0.01;
    out.push_back(
        {"hair", "short hair, fringes and braids up to the shoulder", hair, {stiffer_root(1.6)}});

    spring_tuning long_hair = hair;
    long_hair.frequency = 1.2;
    long_hair.damping_ratio = 0.3;
    long_hair.gravity = 0.6;
    long_hair.inherit = 0.2;
    long_hair.limit = cone(90);
    out.push_back(
        {"long_hair", "hair below the shoulder and loose ponytails", long_hair, {stiffer_root(2)}});

    spring_tuning cloth;
    cloth.frequency = 1.5;
    cloth.damping_ratio = 0.5;
    cloth.drag = 2.5;
    cloth.gravity = 0.3;
    cloth.inherit = 0.2;
    cloth.limit = cone(80);
    cloth.radius = 0.01;
    out.push_back(
        {"cloth", "capes, scarves and sleeves that the air carries", cloth, {stiffer_root(1.3)}});

    spring_tuning skirt;
    skirt.frequency = 2;
    skirt.damping_ratio = 0.6;
    skirt.drag = 2;
    skirt.gravity = 0.3;
    skirt.inherit = 0.3;
    skirt.limit = cone(60);
    skirt.radius = 0.02;
    skirt.collide_segment = true;
    out.push_back({"skirt",
                   "skirts and coat tails that must stay outside the legs",
                   skirt,
                   {stiffer_root(1.5)}});

    spring_tuning tail;
    tail.frequency = 1.3;
    tail.damping_ratio = 0.25;
    tail.drag = 0.5;
    tail.gravity = 0.2;
    tail.inherit = 0.4;
    tail.limit = cone(75);
    tail.radius = 0.02;
    out.push_back({"tail", "tails and tentacles that swing through", tail, {stiffer_root(1.8)}});

    spring_tuning antenna;
    antenna.frequency = 5;
    antenna.damping_ratio = 0.08;
    antenna.drag = 0.2;
    antenna.inherit = 0.5;
    antenna.limit = cone(45);
    out.push_back({"antenna",
                   "antennae, feathers and wires that ring for a while",
                   antenna,
                   {stiffer_root(1.5)}});

    spring_tuning belly;
    belly.frequency = 3;
    belly.damping_ratio = 0.3;
    belly.axial_frequency = 3;
    belly.axial_damping_ratio = 0.3;
    belly.gravity = 0.1;
    belly.hook = 1;
    belly.fixed_length = false;
    belly.min_stretch = 0.8;
    belly.max_stretch = 1.25;
    belly.limit = cone(30);
    out.push_back({"belly", "soft flesh on one bone, which also stretches", belly, {}});

    spring_tuning leaf;
    leaf.frequency = 2.5;
    leaf.damping_ratio = 0.15;
    leaf.drag = 2;
    leaf.gravity = 0.1;
    leaf.limit = cone(80);
    out.push_back({"leaf", "leaves, grass and twigs in the wind", leaf, {stiffer_root(1.4)}});

    spring_tuning ear;
    ear.frequency = 4;
    ear.damping_ratio = 0.3;
    ear.gravity = 0.1;
    ear.inherit = 0.3;
    ear.limit = cone(50);
    out.push_back(
        {"ear", "ears of animals, and other short upright things", ear, {stiffer_root(1.5)}});
    return out;
}

} // namespace

std::span<const preset> presets() {
    static const std::vector<preset> all = make_presets();
    return all;
}

const preset* find_preset(std::string_view name) {
    const std::span<const preset> all = presets();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const preset& p) { return p.name == name; });
    return found == all.end() ? nullptr : &*found;
}

} // namespace jounce
