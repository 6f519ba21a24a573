#include <jounce/modules/mesh_cache/obj_folder.hpp>

#include <jounce/modules/files/suffix.hpp>
#include <jounce/modules/json/document.hpp>
#include <jounce/modules/mesh_cache/parse_obj.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>

namespace jounce::mesh_cache {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view digits = "0123456789";

/// A file's name taken apart at its last number.
struct numbered_file {
    std::string before; ///< the take
    std::string number; ///< without leading zeros; of any length
    std::string after;
    fs::path file;

    /// Longer numbers are larger; what follows the number tells equal ones apart.
    friend bool operator<(const numbered_file& a, const numbered_file& b) {
        return std::tuple(a.number.size(), std::string_view(a.number), std::string_view(a.after)) <
               std::tuple(b.number.size(), std::string_view(b.number), std::string_view(b.after));
    }
};

std::optional<numbered_file> take_apart(const fs::path& file) {
    const std::string stem = file.stem().string();
    const std::size_t last = stem.find_last_of(digits);
    if (last == std::string::npos) {
        return std::nullopt;
    }
    const std::size_t not_digit = stem.find_last_not_of(digits, last);
    const std::size_t first = not_digit == std::string::npos ? 0 : not_digit + 1;
    std::string number = stem.substr(first, last + 1 - first);
    number.erase(0, std::min(number.find_first_not_of('0'), number.size()));
    return numbered_file{stem.substr(0, first), std::move(number), stem.substr(last + 1), file};
}

/// `walk_` becomes `walk`.
std::string take_name(std::string before, const fs::path& folder) {
    before.erase(before.find_last_not_of(" _-.") + 1); // npos + 1 is 0: all of it
    if (!before.empty()) {
        return before;
    }
    const fs::path name =
        folder.has_filename() ? folder.filename() : folder.parent_path().filename();
    return name.string();
}

bool is_same_file(const fs::path& a, const fs::path& b) {
    std::error_code ignored;
    return !b.empty() && fs::equivalent(a, b, ignored);
}

/// The folder's .obj files, in no order.
result<std::vector<fs::path>> obj_files(const fs::path& folder, const cache_limits& limits) {
    std::error_code code;
    if (!fs::is_directory(folder, code)) {
        return error{errors::not_a_folder,
                     folder.string() + ": is not a folder; give one with a .obj file per frame"};
    }
    std::vector<fs::path> out;
    for (fs::directory_iterator at(folder, code), end; !code && at != end; at.increment(code)) {
        if (lower_suffix(at->path()) != ".obj") {
            continue;
        }
        if (out.size() >= limits.max_frames) {
            return error{errors::too_many, folder.string() + ": has more than " +
                                               std::to_string(limits.max_frames) +
                                               " .obj files, which is the limit"};
        }
        out.push_back(at->path());
    }
    if (code) {
        return error{errors::cannot_read,
                     folder.string() + ": cannot be listed: " + code.message()};
    }
    return out;
}

/// Vertices and faces that every frame must have.
class frame_reader {
public:
    explicit frame_reader(const cache_limits& limits) : limits_(limits) {}

    /// The positions of a file; the first one decides on faces.
    result<std::vector<vec3<double>>> read(const fs::path& file) {
        result<obj_mesh> mesh = read_obj(file, limits_);
        if (!mesh) {
            return mesh.error();
        }
        if (first_.empty()) {
            first_ = file;
            vertices_ = mesh->positions.size();
            triangles_ = std::move(mesh->triangles);
            return std::move(mesh->positions);
        }
        if (mesh->positions.size() != vertices_ || mesh->triangles.size() != triangles_.size()) {
            return error{errors::bad_count,
                         file.string() + ": has " +
                             counts(mesh->positions.size(), mesh->triangles.size() / 3) + ", " +
                             first_.string() + " has " + counts(vertices_, triangles_.size() / 3) +
                             "; all frames must have the same mesh"};
        }
        const auto other =
            std::mismatch(triangles_.begin(), triangles_.end(), mesh->triangles.begin()).first;
        if (other != triangles_.end()) {
            return error{errors::inconsistent,
                         file.string() + ": its triangle " +
                             std::to_string((other - triangles_.begin()) / 3) +
                             " has other vertices than that of " + first_.string() +
                             "; export all frames with the order of vertices kept"};
        }
        return std::move(mesh->positions);
    }

    std::vector<std::uint32_t> take_triangles() { return std::move(triangles_); }

private:
    static std::string counts(std::size_t vertices, std::size_t triangles) {
        return std::to_string(vertices) + " vertices and " + std::to_string(triangles) +
               " triangles";
    }

    const cache_limits& limits_;
    fs::path first_;
    std::size_t vertices_ = 0;
    std::vector<std::uint32_t> triangles_;
};

} // namespace

result<std::vector<obj_take>> list_obj_folder(const fs::path& folder, const fs::path& rest,
                                              const cache_limits& limits) {
    const result<std::vector<fs::path>> files = obj_files(folder, limits);
    if (!files) {
        return files.error();
    }
    std::map<std::string, std::vector<numbered_file>> takes;
    for (const fs::path& file : *files) {
        if (is_same_file(file, rest)) {
            continue;
        }
        std::optional<numbered_file> parts = take_apart(file);
        if (!parts) {
            return error{errors::bad_file_name,
                         file.string() +
                             ": has no number in its name, which says what frame it is; rename it, "
                             "move it elsewhere, or name it by --rest if it is the rest pose"};
        }
        std::vector<numbered_file>& take = takes[parts->before];
        take.push_back(*std::move(parts));
    }
    if (takes.empty()) {
        return error{errors::missing_file,
                     folder.string() + ": has no .obj files; export one per frame into it"};
    }
    std::vector<obj_take> out;
    for (auto& [before, frames] : takes) {
        std::sort(frames.begin(), frames.end());
        obj_take& take = out.emplace_back();
        take.name = take_name(before, folder);
        for (std::size_t f = 0; f < frames.size(); ++f) {
            if (f > 0 && frames[f].number == frames[f - 1].number) {
                return error{errors::duplicate_name, frames[f].file.string() +
                                                         ": has the same number as " +
                                                         frames[f - 1].file.filename().string() +
                                                         "; remove or rename one of them"};
            }
            take.files.push_back(std::move(frames[f].file));
        }
    }
    return out;
}

result<decompose::mesh_animation> read_obj_folder(const fs::path& folder, const fs::path& rest,
                                                  double fps, const cache_limits& limits) {
    const result<std::vector<obj_take>> takes = list_obj_folder(folder, rest, limits);
    if (!takes) {
        return takes.error();
    }
    std::uint64_t frames = 1; // and the rest pose
    for (const obj_take& take : *takes) {
        frames += take.files.size();
    }
    frame_reader reader(limits);
    decompose::mesh_animation out;
    const auto begin = [&](std::vector<vec3<double>> positions) -> std::optional<error> {
        if (positions.size() > limits.max_bytes / sizeof(vec3<double>) / frames) {
            return error{errors::too_large, folder.string() + ": " + std::to_string(frames - 1) +
                                                " frames of " + std::to_string(positions.size()) +
                                                " vertices need more than the " +
                                                std::to_string(limits.max_bytes) +
                                                " bytes that are allowed; give fewer frames"};
        }
        out.frames.reserve(positions.size() * (frames - 1));
        out.rest = std::move(positions);
        return std::nullopt;
    };
    if (!rest.empty()) {
        result<std::vector<vec3<double>>> pose = reader.read(rest);
        if (!pose) {
            return pose.error();
        }
        if (std::optional<error> wrong = begin(*std::move(pose))) {
            return *std::move(wrong);
        }
    }
    std::size_t first = 0;
    for (const obj_take& take : *takes) {
        for (const fs::path& file : take.files) {
            const result<std::vector<vec3<double>>> frame = reader.read(file);
            if (!frame) {
                return frame.error();
            }
            if (out.rest.empty()) {
                if (std::optional<error> wrong = begin(*frame)) {
                    return *std::move(wrong);
                }
            }
            out.frames.insert(out.frames.end(), frame->begin(), frame->end());
        }
        out.takes.push_back({take.name, first, take.files.size(), fps});
        first += take.files.size();
    }
    out.triangles = reader.take_triangles();
    return out;
}

} // namespace jounce::mesh_cache
