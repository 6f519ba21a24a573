#include <jounce/modules/bake/motion_table.hpp>

#include <jounce/modules/profiling/append_format.hpp>

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

namespace jounce::bake {
namespace {

/// Numbers of a bone in a frame, in the order of both formats.
std::array<double, 13> row_of(const affine<double>& model, const vec3<float>& tail) {
    double shear = 0;
    const bone_key key = to_key(model, bone_key{}, shear);
    const vec3<double> end = model * cast<double>(tail);
    const vec3<double> s = cast<double>(key.scale);
    const quat<double> q = cast<double>(key.rotation);
    const vec3<double>& p = model.translation;
    return {p.x, p.y, p.z, q.x, q.y, q.z, q.w, s.x, s.y, s.z, end.x, end.y, end.z};
}

std::string quoted(const std::string& name) {
    if (name.find_first_of(",\"\r\n") == std::string::npos) {
        return name;
    }
    std::string out = "\"";
    for (const char c : name) {
        out += c == '"' ? "\"\"" : std::string(1, c);
    }
    return out + "\"";
}

/// Little endian, as the header says.
void put(std::string& to, std::uint32_t bits) {
    for (int byte = 0; byte < 4; ++byte) {
        to += static_cast<char>((bits >> (8 * byte)) & 0xFFU);
    }
}
void put(std::string& to, double value) {
    put(to, std::bit_cast<std::uint32_t>(static_cast<float>(value)));
}

} // namespace

std::string motion_csv(std::span<const recorded_motion> motions, const rig& bones) {
    std::string out = "clip,frame,time,bone,x,y,z,qx,qy,qz,qw,sx,sy,sz,tail_x,tail_y,tail_z\n";
    for (const recorded_motion& motion : motions) {
        const std::string clip = quoted(motion.clip);
        for (std::size_t f = 0; f < motion.frame_count(); ++f) {
            const std::vector<affine<double>> pose = model_pose(motion, motion.shown, f);
            for (std::size_t b = 0; b < pose.size(); ++b) {
                const std::size_t bone = static_cast<std::size_t>(motion.bones[b].bone);
                out += clip;
                append_format(out, ",%zu,%.9g,", f, static_cast<double>(motion.times[f]));
                out += quoted(bones.names[bone]);
                for (const double number : row_of(pose[b], bones.tail_local[bone])) {
                    append_format(out, ",%.9g", number);
                }
                out += '\n';
            }
        }
    }
    return out;
}

std::string motion_npy(const recorded_motion& motion, const rig& bones) {
    std::string header =
        "{'descr': [('time', '<f4'), ('bone', '<i4'), ('position', '<f4', (3,)), "
        "('rotation', '<f4', (4,)), ('scale', '<f4', (3,)), ('tail', '<f4', (3,))], "
        "'fortran_order': False, 'shape': (" +
        std::to_string(motion.frame_count()) + ", " + std::to_string(motion.bones.size()) + "), }";
    // The array begins at a multiple of 64 bytes.
    header.append(63 - (10 + header.size()) % 64, ' ');
    header += '\n';
    std::string out("\x93NUMPY\x01\x00", 8);
    out += static_cast<char>(header.size() & 0xFFU);
    out += static_cast<char>(header.size() >> 8U);
    out += header;
    for (std::size_t f = 0; f < motion.frame_count(); ++f) {
        const std::vector<affine<double>> pose = model_pose(motion, motion.shown, f);
        for (std::size_t b = 0; b < pose.size(); ++b) {
            put(out, static_cast<double>(motion.times[f]));
            put(out, static_cast<std::uint32_t>(motion.bones[b].bone));
            for (const double number : row_of(
                     pose[b], bones.tail_local[static_cast<std::size_t>(motion.bones[b].bone)])) {
                put(out, number);
            }
        }
    }
    return out;
}

} // namespace jounce::bake
